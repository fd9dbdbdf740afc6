// Payloads of the CDNA4 generation (gfx950).
#ifndef FLY_ROCDL_CDNA4_TYPES_TD
#define FLY_ROCDL_CDNA4_TYPES_TD

include "dialects/fly_rocdl/FlyROCDLDialect.td"

def FlyROCDL_Cdna4MfmaScaleType
    : FlyROCDL_MmaType<"Cdna4MfmaScale", "cdna4.mfma_scale", "MfmaScale", "scaleState(32)"> {
  let summary = "block-scaled matrix product of a 64-lane wave";
  let description = [{
    `v_mfma_scale_*_f8f6f4` of gfx950. A and B have any of five formats each, 32 values per lane; the
    layouts are those of `cdna3.mfma`. `opselA` and `opselB` pick one of the four bytes of the scale.

    State: `scale_a`, `scale_b`, i32 or 32 bits of another integer or vector type. The default 0 means
    two to the minus 127; 127 is one.

    Guarantees: the shape is 16x16x128 or 32x32x64, the formats are f8E4M3FN, f8E5M2, f6E2M3FN,
    f6E3M2FN or f4E2M1FN, the accumulator is f32 (FLY304); opselA and opselB lie in 0 to 3 (FLY305).

    Example: `!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0>`.
  }];
  let parameters = !con(FlyROCDL_MmaParameters,
                        (ins FlyROCDL_Int<"part of the scale register of A">:$opselA,
                             FlyROCDL_Int<"part of the scale register of B">:$opselB));
  let assemblyFormat = !strconcat("`<`", FlyROCDL_MmaFormat, [{ `,`
    `opselA` `=` $opselA `,` `opselB` `=` $opselB `>`
  }]);
}

def FlyROCDL_Cdna4LdsReadTransType
    : FlyROCDL_CopyType<"Cdna4LdsReadTrans", "cdna4.lds_read_trans", "SharedToRegisters", "getBitSize()", "getRow()",
                        "getRow()->op", "", [{
    /// The instance; not null for a verified type.
    const ::mlir::fly_rocdl::TransRow *getRow() const;
  }], "getGranularity()", "16",
                        "transposedReadSrc(getBitSize())",
                        "transposedReadDst(getGranularity(), getBitSize())"> {
  let summary = "transposing read of shared memory by 16 lanes";
  let description = [{
    `ds_read_*_tr_*` of gfx950: 16 lanes read their bits and receive a transposed tile: element j of
    lane i is element 16j + i of the group's data. With granularity g and s bits per lane the source is
    `(16,s):(s,1)` and the destination `(16,(g,s/g)):(g,(1,16g))`.

    Guarantees: (granularity, bits) is (4, 64), (8, 64), (6, 96) or (16, 64) (FLY312).

    Example: `!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>`.
  }];
  let parameters = (ins FlyROCDL_Int<"bits of an element">:$granularity,
                        FlyROCDL_Int<"bits that one thread moves">:$bitSize);
  let assemblyFormat = "`<` `trans` `=` custom<BitCount>($granularity) `,` $bitSize `>`";
}

def FlyROCDL_Cdna4BufferLoadAsyncLdsType
    : FlyROCDL_CopyType<"Cdna4BufferLoadAsyncLds", "cdna4.buffer_load_async_lds", "BufferToShared", "getBitSize()",
                        "findCopyRow(bufferAsyncLdsRows(), getBitSize())",
                        "\"raw.ptr.buffer.load.lds\"", "ldsState()"> {
  let summary = "copy from a buffer to shared memory that the program waits for itself";
  let description = [{
    The instruction of `cdna3.buffer_copy_lds`, without the waits that the compiler inserts. LLVM 22
    has no such operation: it is lowered to the synchronous load, with a remark.

    State: `soffset`, i32, in elements; `imm_offset`, i32, in bytes, a constant of 0 to 4095.

    Guarantees: the number of bits is 32, 96 or 128 (FLY310).

    Example: `!fly_rocdl.cdna4.buffer_load_async_lds<96>`.
  }];
  let parameters = (ins FlyROCDL_Int<"bits that one thread moves">:$bitSize);
  let assemblyFormat = "`<` $bitSize `>`";
}

def FlyROCDL_Cdna4GlobalLoadAsyncLdsType
    : FlyROCDL_CopyType<"Cdna4GlobalLoadAsyncLds", "cdna4.global_load_async_lds", "GlobalToShared", "getBitSize()",
                        "findCopyRow(globalAsyncLdsRows(), getBitSize())",
                        "\"global.load.lds\""> {
  let summary = "copy from global to shared memory that the program waits for itself";
  let description = [{
    `global_load_lds_*`, without the waits that the compiler inserts. LLVM 22 has no such operation: it
    is lowered to the synchronous load, with a remark.

    Guarantees: the number of bits is 32, 96 or 128 (FLY310).

    Example: `!fly_rocdl.cdna4.global_load_async_lds<128>`.
  }];
  let parameters = (ins FlyROCDL_Int<"bits that one thread moves">:$bitSize);
  let assemblyFormat = "`<` $bitSize `>`";
}

#endif
