// Payloads of gfx1250.
#ifndef FLY_ROCDL_GFX1250_TYPES_TD
#define FLY_ROCDL_GFX1250_TYPES_TD

include "dialects/fly_rocdl/FlyROCDLDialect.td"

def FlyROCDL_Gfx1250WmmaType : FlyROCDL_WmmaType<"gfx1250", "WmmaGfx1250"> {
  let summary = "matrix product of a 32-lane wave (WMMA) of gfx1250";
  let description = [{
    `v_wmma_*` of gfx1250, 16x16 tiles with K from 4 to 128. 32-bit A and B are
    `((16,2),k/2):((1,8k),16)`, narrower ones `((16,2),(8,k/16)):((1,128),(16,256))`; C is
    `((16,2),8):((16,8),1)` for every accumulator width.

    Guarantees: the tuple is a row of the instance table (FLY307); `signA`, `signB` and `clamp` are
    false unless the factors are integers (FLY308). The i4 instance runs on gfx1200 and gfx1201 only
    (FLY337).

    Example: `!fly_rocdl.gfx1250.wmma<16x16x32, (f16, f16) -> f32, signA = false, signB = false, clamp = false>`.
  }];
}

def FlyROCDL_Gfx1250WmmaScaleType
    : FlyROCDL_MmaType<"Gfx1250WmmaScale", "gfx1250.wmma_scale", "WmmaScale",
                       "scaleState(getBlockSize() == 16 ? 64 : 32)", "getBlockSize()"> {
  let summary = "block-scaled matrix product of a 32-lane wave";
  let description = [{
    `v_wmma_scale_*` and `v_wmma_scale16_*` of gfx1250: one scale for 32 or 16 elements of K. `opselA`
    and `opselB` pick the row of the scale register; `modC` negates (1), takes the absolute value (2) or
    both (3). A and C of 32x16x128 are provisional (FLY342 warns).

    State: `scale_a`, `scale_b`, i32 for blocks of 32, i64 for blocks of 16.

    Guarantees: 16x16x128 with any two of five formats, or 32x16x128 with f4E2M1FN on both sides, into
    f32 (FLY304, FLY306); opselA and opselB are 0 or 1, modC is 0 to 3, blockSize 16 or 32 (FLY305).

    Example: `!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>`.
  }];
  let parameters = !con(FlyROCDL_MmaParameters,
                        (ins FlyROCDL_Int<"part of the scale register of A">:$opselA,
                             FlyROCDL_Int<"part of the scale register of B">:$opselB,
                             FlyROCDL_Int<"modifier of C: 1 negates, 2 takes the absolute value">:$modC,
                             FlyROCDL_Flag<"whether A stays in the operand cache">:$reuseA,
                             FlyROCDL_Flag<"whether B stays in the operand cache">:$reuseB,
                             FlyROCDL_Int<"elements of K that share a scale">:$blockSize));
  let assemblyFormat = !strconcat("`<`", FlyROCDL_MmaFormat, [{ `,`
    `opselA` `=` $opselA `,` `opselB` `=` $opselB `,` `modC` `=` $modC `,`
    `reuseA` `=` $reuseA `,` `reuseB` `=` $reuseB `,` `blockSize` `=` $blockSize `>`
  }]);
}

def FlyROCDL_Gfx1250TdmType
    : FlyROCDL_Type<"Gfx1250Tdm", "gfx1250.tdm",
        [DeclareTypeInterfaceMethods<Fly_CopyOpTypeInterface, ["isWholeTile", "verifyCall"]>]
          # FlyROCDL_State<"tdmState(getRank())", "">.traits> {
  let summary = "tile transfer between global and shared memory by the tensor data mover";
  let description = [{
    `tensor_load_to_lds` and `tensor_store_from_lds` of gfx1250: one call moves the whole tile of the
    global side, split over `warps` waves. Padding inserts `pad` amount elements in shared memory after
    every interval elements. `cache` holds the temporal hint (bits 0 to 2) and the scope (3 and 4).

    State: `workgroup_mask`; `extent_0` to `extent_4` clamp the tensor per dimension; `stride_0` to
    `stride_3` in elements; `imm_offset` in bytes. Dimension 0 is the outermost.

    Guarantees: rank 1 to 5; warps a power of two; pad interval and amount both zero or both positive,
    the interval a power of two, the amount at most 512; cache 0 to 31 (FLY313). The wrapper's value
    width is 0. The tile fits 320 KiB of shared memory, which it fills in plain order (FLY336).

    Example: `!fly_rocdl.gfx1250.tdm<rank = 2, warps = 4, pad = 64, 8, cache = 0, barrier = false, timeout = false>`.
  }];
  let parameters = (ins FlyROCDL_Int<"dimensions of the tile">:$rank,
                        FlyROCDL_Int<"waves that share the tile">:$warps,
                        FlyROCDL_Int<"elements of shared memory between paddings">:$padInterval,
                        FlyROCDL_Int<"elements of one padding">:$padAmount,
                        FlyROCDL_Int<"temporal hint and scope">:$cache,
                        FlyROCDL_Flag<"whether the transfer signals a barrier">:$barrier,
                        FlyROCDL_Flag<"whether the transfer may time out">:$timeout);
  let assemblyFormat = [{
    `<` `rank` `=` $rank `,` `warps` `=` $warps `,` `pad` `=` $padInterval `,` $padAmount `,`
    `cache` `=` $cache `,` `barrier` `=` $barrier `,` `timeout` `=` $timeout `>`
  }];
  let extraClassDefinition = FlyROCDL_CommonDefinition # FlyROCDL_State<"tdmState(getRank())", "">.methods;
}

#endif
