// Payloads that Turing (sm_75) introduced.
#ifndef FLY_PTX_SM75_TYPES_TD
#define FLY_PTX_SM75_TYPES_TD

include "dialects/fly_ptx/FlyPTXDialect.td"

def FlyPTX_Sm75MmaType : FlyPTX_MmaType<"Sm75Mma", 75> {
  let summary = "matrix product of a warp, sm_75 and later";
  let description = [{
    `mma.sync` of 16x8x8 (f16), 8x8x16 (8-bit integers) and 8x8x32 (4-bit integers). A is row-major and
    B column-major in PTX terms. C and D have the accumulator type.

    Guarantees: shape, element types and accumulator are a row of the table (FLY410); `satfinite` stands
    on integer accumulators only (FLY411).

    Example: `!fly_ptx.sm75.mma<8x8x16, (si8, ui8) -> i32, satfinite>`.
  }];
}

def FlyPTX_Sm75LdType
    : FlyPTX_CopyType<"Sm75Ld", "sm75.ld", 75, "1", "getBitSize()", "getBitSize()",
                      "threadBits(getBitSize())", "threadBits(getBitSize())", "threadBits(getBitSize())",
                      "\"ld.global.nc\"", "\"\""> {
  let summary = "vectorised load through the read-only path";
  let description = [{
    Global memory to registers with `ld.global.nc`. The type is the caller's promise that nobody writes
    the data while the kernel runs. `evict` names an L1 eviction priority (`first`, `last`, `unchanged`,
    `no_allocate`), for which LLVM has no operation: it is inline PTX.

    Guarantees: 8, 16, 32, 64 or 128 bits (FLY434); a source in global memory (FLY406) of `bits / 8`
    bytes of alignment (FLY407).

    Example: `!fly_ptx.sm75.ld<128, evict = first>`.
  }];
  let parameters = (ins "int32_t":$bitSize, StringRefParameter<"eviction priority, empty for none">:$evict);
  let assemblyFormat = "`<` $bitSize `` custom<Evict>($evict) `>`";
}

def FlyPTX_Sm75StType
    : FlyPTX_CopyType<"Sm75St", "sm75.st", 75, "1", "getBitSize()", "getBitSize()",
                      "threadBits(getBitSize())", "threadBits(getBitSize())", "threadBits(getBitSize())",
                      "\"st.global\"", "\"\""> {
  let summary = "vectorised store with an eviction priority";
  let description = [{
    Registers to global memory. `evict` as for `sm75.ld`.

    Guarantees: 8, 16, 32, 64 or 128 bits (FLY434); a destination in global memory (FLY406) of
    `bits / 8` bytes of alignment (FLY407).

    Example: `!fly_ptx.sm75.st<128, evict = no_allocate>`.
  }];
  let parameters = (ins "int32_t":$bitSize, StringRefParameter<"eviction priority, empty for none">:$evict);
  let assemblyFormat = "`<` $bitSize `` custom<Evict>($evict) `>`";
}

def FlyPTX_Sm75LdMatrixType
    : FlyPTX_CopyType<"Sm75LdMatrix", "sm75.ldmatrix", 75, "32", "32 * getNum()", "16",
                      "matrixMemoryBits(getNum())", "matrixRegisterBits(getNum(), getTrans())",
                      "matrixRegisterBits(getNum(), getTrans())", "\"ldmatrix.sync.aligned\"",
                      "matrixIntrinsic(\"ldmatrix\", getNum(), getTrans())"> {
  let summary = "load of 8x8 matrices of 16-bit elements from shared memory by a warp";
  let description = [{
    One, two or four 8x8 matrices. Lane 8j + i supplies the address of row i of matrix j; register r of
    lane t holds of matrix r the elements (t div 4, 2 (t mod 4)) and the next one in the row, with
    `trans` the transposed ones. The reference tile is the matrices stacked by rows.

    Guarantees: `x1`, `x2` or `x4`; the value width of the wrapper divides 32 bits, with `trans` it is
    16 (or 8, to move pairs of bytes) (FLY412). Source in shared memory (FLY406), rows of 16 bytes
    alignment, a pointer swizzle that leaves them intact (FLY407). The call is collective: all lanes of
    the warp execute it, a predicate must be uniform.

    Example: `!fly_ptx.sm75.ldmatrix<x4, trans>`.
  }];
  let parameters = (ins "int32_t":$num, "bool":$trans);
  let assemblyFormat = "`<` custom<MatrixCount>($num, $trans) `>`";
}

#endif
