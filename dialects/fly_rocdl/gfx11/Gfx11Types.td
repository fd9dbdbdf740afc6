// Payloads of the RDNA3 generation (gfx1100 to gfx1103, gfx1150 to gfx1153).
#ifndef FLY_ROCDL_GFX11_TYPES_TD
#define FLY_ROCDL_GFX11_TYPES_TD

include "dialects/fly_rocdl/FlyROCDLDialect.td"

def FlyROCDL_Gfx11WmmaType : FlyROCDL_WmmaType<"gfx11", "WmmaGfx11"> {
  let summary = "matrix product of a 32-lane wave (WMMA) with repeated factors";
  let description = [{
    `v_wmma_*_16x16x16_*` of gfx11. Lanes 16 to 31 hold the same A and B as lanes 0 to 15:
    `((16,2),16):((1,0),16)`; C is `((16,2),8):((16,1),2)`. For integers only `signA` and `signB` say
    whether a factor is signed; the signedness of its type is ignored.

    Guarantees: the tuple is a row of the instance table (FLY307); `signA`, `signB` and `clamp` are
    false unless the factors are integers (FLY308).

    Example: `!fly_rocdl.gfx11.wmma<16x16x16, (i8, i8) -> i32, signA = true, signB = false, clamp = false>`.
  }];
}

#endif
