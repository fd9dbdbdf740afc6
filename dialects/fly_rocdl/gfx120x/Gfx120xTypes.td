// Payloads of the RDNA4 generation (gfx1200, gfx1201).
#ifndef FLY_ROCDL_GFX120X_TYPES_TD
#define FLY_ROCDL_GFX120X_TYPES_TD

include "dialects/fly_rocdl/FlyROCDLDialect.td"

def FlyROCDL_Gfx120xWmmaType : FlyROCDL_WmmaType<"gfx120x", "WmmaGfx120x"> {
  let summary = "matrix product of a 32-lane wave (WMMA) of RDNA4";
  let description = [{
    `v_wmma_f32_16x16x16_*` of gfx1200 and gfx1201. A and B are `((16,2),8):((1,128),16)`, which is the
    hardware's map up to one permutation of K common to both; C is `((16,2),8):((16,8),1)`.

    Guarantees: the tuple is a row of the instance table (FLY307); `signA`, `signB` and `clamp` are
    false (FLY308).

    Example: `!fly_rocdl.gfx120x.wmma<16x16x16, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>`.
  }];
}

#endif
