// Payloads that Ampere (sm_80) introduced.
#ifndef FLY_PTX_SM80_TYPES_TD
#define FLY_PTX_SM80_TYPES_TD

include "dialects/fly_ptx/FlyPTXDialect.td"

def FlyPTX_Sm80MmaType : FlyPTX_MmaType<"Sm80Mma", 80> {
  let summary = "matrix product of a warp, sm_80 and later";
  let description = [{
    `mma.sync` of f16, bf16, tf32, f64, 8-, 4- and 1-bit integers in the shapes of sm_80. A tf32 operand
    is f32 in memory, the hardware reads its top 19 bits. Signedness (`si8`, `ui8`, `si4`, `ui4`) belongs to
    the payload, memrefs hold signless integers. `b1op` is the operation of 1-bit products: `xor_popc`
    (default) or `and_popc`.

    Guarantees: as `sm75.mma`; `b1op` stands on 1-bit elements only (FLY411).

    Example: `!fly_ptx.sm80.mma<16x8x256, (i1, i1) -> i32, b1op = and_popc>`.
  }];
}

def FlyPTX_Sm80CpAsyncType
    : FlyPTX_CopyType<"Sm80CpAsync", "sm80.cp_async", 80, "1", "getBitSize()", "getBitSize()",
                      "threadBits(getBitSize())", "threadBits(getBitSize())", "threadBits(getBitSize())",
                      "\"cp.async\"",
                      "cpAsyncIntrinsic(getBitSize(), getCacheGlobal(), getZfill())",
                      ["emitAtomCallPred", "emitAtomCallPredSSA"]> {
  let summary = "asynchronous copy from global to shared memory";
  let description = [{
    `cp.async` of one thread. The call starts the copy; grouping and waiting are the kernel's
    (`nvvm.cp.async.commit.group`, `nvvm.cp.async.wait.group`). `cache = cg` keeps the line out of L1. With
    `zfill` a false predicate writes zeros instead of skipping.

    Guarantees: 32, 64 or 128 bits (FLY434), `cg` with 128 only (FLY419); source in global and destination
    in shared memory (FLY406), both aligned to the copy's bytes (FLY407).

    Example: `!fly_ptx.sm80.cp_async<128, cache = cg, zfill>`.
  }];
  let parameters = (ins "int32_t":$bitSize, "bool":$cacheGlobal, "bool":$zfill);
  let assemblyFormat = "`<` $bitSize `` custom<CpAsyncOptions>($cacheGlobal, $zfill) `>`";
}

#endif
