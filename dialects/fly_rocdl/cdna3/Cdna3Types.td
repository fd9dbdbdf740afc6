// Payloads of the CDNA3 generation (gfx942); the buffer copy serves every chip.
#ifndef FLY_ROCDL_CDNA3_TYPES_TD
#define FLY_ROCDL_CDNA3_TYPES_TD

include "dialects/fly_rocdl/FlyROCDLDialect.td"

def FlyROCDL_Cdna3MfmaType
    : FlyROCDL_MmaType<"Cdna3Mfma", "cdna3.mfma", "Mfma"> {
  let summary = "matrix product of a 64-lane wave (MFMA)";
  let description = [{
    `v_mfma_*` of gfx942 and the non-scaled ones of gfx950. Square tiles of 16 or 32 rows; with
    X = m = n, G = 64/X and p = k/G, A and B are `((X,G),p):((1,X*p),X)`, and with H = 64/n and
    q = m/(4H), C is `((n,H),(4,q)):((m,4),(1,4H))`.

    Guarantees: the tuple is a row of the instance table (FLY301); it is no multi-block instruction
    (FLY302); 8-bit formats are both FNUZ (gfx942) or both OCP (gfx950) (FLY303).

    Example: `!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>`.
  }];
  let parameters = FlyROCDL_MmaParameters;
  let assemblyFormat = !strconcat("`<`", FlyROCDL_MmaFormat, "`>`");
}

def FlyROCDL_Cdna3BufferCopyType
    : FlyROCDL_CopyType<"Cdna3BufferCopy", "cdna3.buffer_copy", "BufferRegisters", "getBitSize()",
                        "findCopyRow(bufferCopyRows(), getBitSize())",
                        "\"raw.ptr.buffer.load\"", "offsetState()"> {
  let summary = "copy of one thread between a buffer and registers";
  let description = [{
    `buffer_load_*` and `buffer_store_*`: exactly one side lies in `#fly_rocdl.buffer_desc`, the other
    in registers. `cache` is the aux operand: on gfx9 bit 0 is sc0, bit 1 nt, bit 4 sc1; gfx12 reads
    the same number as temporal hint and scope (FLY346 warns).

    State: `soffset`, i32, in elements of the buffer side.

    Guarantees: the number of bits is 8, 16, 32, 64, 96 or 128; cache lies in 0 to 31 (FLY309).

    Example: `!fly_rocdl.cdna3.buffer_copy<128, cache = 2>`.
  }];
  let parameters = (ins FlyROCDL_Int<"bits that one thread moves">:$bitSize,
                        DefaultValuedParameter<"int32_t", "0", "cache modifier (aux operand)">:$cache);
  let assemblyFormat = "`<` $bitSize (`,` `cache` `=` $cache^)? `>`";
}

def FlyROCDL_Cdna3BufferCopyLdsType
    : FlyROCDL_CopyType<"Cdna3BufferCopyLds", "cdna3.buffer_copy_lds", "BufferToShared", "getBitSize()",
                        "findCopyRow(bufferCopyLdsRows(), getBitSize())",
                        "\"raw.ptr.buffer.load.lds\"", "ldsState()"> {
  let summary = "copy from a buffer to shared memory without registers";
  let description = [{
    `buffer_load_* ... lds`. The address in shared memory is that of the wave: the hardware adds
    lane times size itself.

    State: `soffset`, i32, in elements; `imm_offset`, i32, in bytes, a constant of 0 to 4095 when code is
    made (FLY332).

    Guarantees: the number of bits is 32 or 128 (FLY310); 128 needs gfx950 (FLY337).

    Example: `!fly_rocdl.cdna3.buffer_copy_lds<32>`.
  }];
  let parameters = (ins FlyROCDL_Int<"bits that one thread moves">:$bitSize);
  let assemblyFormat = "`<` $bitSize `>`";
}

def FlyROCDL_Cdna3BufferAtomicType
    : FlyROCDL_CopyType<"Cdna3BufferAtomic", "cdna3.buffer_atomic", "RegistersToBuffer", "getValueBits()", "getRow()",
                        "std::string(\"raw.ptr.buffer.atomic.\") + getRow()->name",
                        "offsetState()", [{
    /// The instance; not null for a verified type.
    const ::mlir::fly_rocdl::AtomicRow *getRow() const;
    /// Bits of the value: for a vector, of all its elements.
    int64_t getValueBits() const;
  }]> {
  let summary = "atomic read-modify-write of a register value into a buffer";
  let description = [{
    `buffer_atomic_*` without a returned value. Signless and signed integers compare as signed, `ui32`
    and `ui64` as unsigned; `inc` and `dec` wrap as unsigned.

    State: `soffset`, i32, in elements.

    Guarantees: the machine has the operation on the type (FLY311).

    Example: `!fly_rocdl.cdna3.buffer_atomic<add, f32>`.
  }];
  let parameters = (ins EnumParameter<Fly_AtomicOp>:$atomicOp,
                        FlyROCDL_Elem<"type of the value">:$valType);
  let assemblyFormat = "`<` $atomicOp `,` $valType `>`";
}

#endif
