// Payloads that Ada (sm_89) introduced.
#ifndef FLY_PTX_SM89_TYPES_TD
#define FLY_PTX_SM89_TYPES_TD

include "dialects/fly_ptx/FlyPTXDialect.td"

def FlyPTX_Sm89MmaType : FlyPTX_MmaType<"Sm89Mma", 89> {
  let summary = "matrix product of 8-bit floats of a warp, sm_89 and later";
  let description = [{
    `mma.sync` of f8E4M3FN and f8E5M2, mixed at will, with f32 or f16 accumulators.

    Guarantees: as `sm75.mma`.

    Example: `!fly_ptx.sm89.mma<16x8x32, (f8E4M3FN, f8E5M2) -> f32>`.
  }];
}

#endif
