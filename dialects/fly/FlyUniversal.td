// Payloads that every target has.
#ifndef FLY_UNIVERSAL_TD
#define FLY_UNIVERSAL_TD

include "dialects/fly/FlyDialect.td"
include "dialects/fly/FlyEnums.td"
include "dialects/fly/FlyInterfaces.td"

class Fly_Payload<string name, string typeMnemonic, list<Trait> traits>
    : TypeDef<Fly_Dialect, name,
              [DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>,
               DeclareTypeInterfaceMethods<Fly_AtomInfoTypeInterface>] # traits> {
  let mnemonic = typeMnemonic;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Fly_UniversalCopyType : Fly_Payload<"UniversalCopy", "universal_copy",
    [DeclareTypeInterfaceMethods<Fly_CopyOpTypeInterface>]> {
  let summary = "copy of one thread's bits by ordinary loads and stores";
  let description = [{
    One thread moves `bitSize` bits. The transfer is split into pieces where the alignment or a swizzle
    of a side demands it.

    Guarantees: the number of bits is a positive multiple of 8.

    Example: `!fly.universal_copy<64>`.
  }];
  let parameters = (ins "int32_t":$bitSize);
}

def Fly_UniversalAtomicType : Fly_Payload<"UniversalAtomic", "universal_atomic",
    [DeclareTypeInterfaceMethods<Fly_CopyOpTypeInterface>]> {
  let summary = "atomic read-modify-write of one value in memory";
  let description = [{
    One thread combines a register value with a value in memory, in monotonic order and an optional
    synchronisation scope.

    Guarantees: the value is an integer or float; `and`, `or`, `inc` and `dec` take integers only.

    Example: `!fly.universal_atomic<add, f32, "workgroup">`.
  }];
  let parameters = (ins EnumParameter<Fly_AtomicOp>:$atomicOp, "::mlir::Type":$valType,
                        StringRefParameter<"synchronisation scope", "\"\"">:$syncscope);
  let builders = [
    TypeBuilderWithInferredContext<(ins "AtomicOp":$atomicOp, "::mlir::Type":$valType,
                                        CArg<"::llvm::StringRef", "\"\"">:$syncscope), [{
      return $_get(valType.getContext(), atomicOp, valType, syncscope);
    }]>];
  let skipDefaultBuilders = 1;
}

def Fly_UniversalFmaType : Fly_Payload<"UniversalFma", "universal_fma",
    [DeclareTypeInterfaceMethods<Fly_MmaOpTypeInterface>]> {
  let summary = "multiply and add of one thread";
  let description = [{
    `d = a * b + c` on single values, as a separate multiply and add.

    Guarantees: the shape is 1x1x1 and all elements have one float type.

    Example: `!fly.universal_fma<1x1x1, (f32, f32) -> f32>`.
  }];
  let parameters = (ins "::mlir::Type":$elemTy);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elemTy), [{
      return $_get(elemTy.getContext(), elemTy);
    }]>];
  let skipDefaultBuilders = 1;
}

#endif
