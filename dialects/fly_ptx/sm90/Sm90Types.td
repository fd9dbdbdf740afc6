// Payloads that Hopper (sm_90) introduced.
#ifndef FLY_PTX_SM90_TYPES_TD
#define FLY_PTX_SM90_TYPES_TD

include "dialects/fly_ptx/FlyPTXDialect.td"

def FlyPTX_Sm90MmaType : FlyPTX_MmaType<"Sm90Mma", 90> {
  let summary = "matrix product of doubles of a warp, sm_90 and later";
  let description = [{
    `mma.sync` of f64 with 16 rows.

    Guarantees: as `sm75.mma`.

    Example: `!fly_ptx.sm90.mma<16x8x8, (f64, f64) -> f64>`.
  }];
}

def FlyPTX_Sm90StMatrixType
    : FlyPTX_CopyType<"Sm90StMatrix", "sm90.stmatrix", 90, "32", "32 * getNum()", "16",
                      "matrixRegisterBits(getNum(), getTrans())", "matrixMemoryBits(getNum())",
                      "matrixRegisterBits(getNum(), getTrans())", "\"stmatrix.sync.aligned\"",
                      "matrixIntrinsic(\"stmatrix\", getNum(), getTrans())"> {
  let summary = "store of 8x8 matrices of 16-bit elements to shared memory by a warp";
  let description = [{
    The counterpart of `sm75.ldmatrix`: the same maps, from registers to shared memory.

    Guarantees: as `sm75.ldmatrix`, with the destination in shared memory.

    Example: `!fly_ptx.sm90.stmatrix<x2, trans>`.
  }];
  let parameters = (ins "int32_t":$num, "bool":$trans);
  let assemblyFormat = "`<` custom<MatrixCount>($num, $trans) `>`";
}

#endif
