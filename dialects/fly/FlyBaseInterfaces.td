// Interfaces that need no atom types: nesting, static values, state and facts about payloads.
#ifndef FLY_BASE_INTERFACES_TD
#define FLY_BASE_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Fly_NestedAttrInterface : AttrInterface<"NestedAttrInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{Attributes with modes: rank, depth and their forms below a path.}];
  let methods = [
    InterfaceMethod<"The tuple whose nesting counts: the value itself, or the shape of a layout.",
      "::layout::IntTuple", "getProfile", (ins)>,
    InterfaceMethod<"Whether the value has no modes.", "bool", "isLeaf", (ins), "",
      [{ return $_attr.getProfile().isLeaf(); }]>,
    InterfaceMethod<"Number of modes, 1 for a leaf.", "int64_t", "rank", (ins), "",
      [{ return static_cast<int64_t>($_attr.getProfile().rank()); }]>,
    InterfaceMethod<"Number of modes below a path, 0 when the path leads nowhere.", "int64_t",
      "rankAt", (ins "::llvm::ArrayRef<int32_t>":$path), "",
      [{ return ::mlir::fly::detail::rankAt($_attr.getProfile(), path); }]>,
    InterfaceMethod<"Nesting depth, 0 for a leaf.", "int64_t", "depth", (ins), "",
      [{ return static_cast<int64_t>($_attr.getProfile().depth()); }]>,
    InterfaceMethod<"Nesting depth below a path, -1 when the path leads nowhere.", "int64_t",
      "depthAt", (ins "::llvm::ArrayRef<int32_t>":$path), "",
      [{ return ::mlir::fly::detail::depthAt($_attr.getProfile(), path); }]>];
}

def Fly_MayStaticAttrInterface : AttrInterface<"MayStaticAttrInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{Attributes that may hold leaves known only at run time.}];
  let methods = [
    InterfaceMethod<"Whether every leaf is known.", "bool", "isStatic", (ins)>];
}

def Fly_MemorySpaceAttrInterface : AttrInterface<"MemorySpaceAttrInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{Address spaces of a target, which know what a pointer is made of.}];
  let methods = [
    InterfaceMethod<[{Reports FLY152 unless `fly.make_ptr` can make a pointer into this memory from
                      operands of these types.}],
      "::llvm::LogicalResult", "verifyMakePtr",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
           "::mlir::TypeRange":$operands)>];
}

def Fly_NestedTypeInterface : TypeInterface<"NestedTypeInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{Types with modes: rank, depth and their forms below a path.}];
  let methods = [
    InterfaceMethod<"The tuple whose nesting counts: the value itself, or the shape of a layout.",
      "::layout::IntTuple", "getProfile", (ins)>,
    InterfaceMethod<"Whether the value has no modes.", "bool", "isLeaf", (ins), "",
      [{ return $_type.getProfile().isLeaf(); }]>,
    InterfaceMethod<"Number of modes, 1 for a leaf.", "int64_t", "rank", (ins), "",
      [{ return static_cast<int64_t>($_type.getProfile().rank()); }]>,
    InterfaceMethod<"Number of modes below a path, 0 when the path leads nowhere.", "int64_t",
      "rankAt", (ins "::llvm::ArrayRef<int32_t>":$path), "",
      [{ return ::mlir::fly::detail::rankAt($_type.getProfile(), path); }]>,
    InterfaceMethod<"Nesting depth, 0 for a leaf.", "int64_t", "depth", (ins), "",
      [{ return static_cast<int64_t>($_type.getProfile().depth()); }]>,
    InterfaceMethod<"Nesting depth below a path, -1 when the path leads nowhere.", "int64_t",
      "depthAt", (ins "::llvm::ArrayRef<int32_t>":$path), "",
      [{ return ::mlir::fly::detail::depthAt($_type.getProfile(), path); }]>];
}

def Fly_MayStaticTypeInterface : TypeInterface<"MayStaticTypeInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{
    Types whose value may be fixed by the type alone. `rebuildStaticValue` creates the normal-form
    operation that produces it.
  }];
  let methods = [
    InterfaceMethod<"Whether the type alone fixes the value.", "bool", "isStatic", (ins)>,
    InterfaceMethod<[{
        Creates the normal-form value of this static type. Null when `current` is in normal form
        already or the type cannot be rebuilt; a block argument is never in normal form.
      }], "::mlir::Value", "rebuildStaticValue",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Value":$current)>];
}

def Fly_StatefulOpTypeInterface : TypeInterface<"StatefulOpTypeInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{
    Payloads that carry run-time state (offsets, scales, descriptors). The state is an LLVM struct;
    `fly.atom.set_value` replaces one field by name.
  }];
  let methods = [
    InterfaceMethod<"The LLVM struct that holds the state.", "::mlir::Type", "getConvertedType",
      (ins "::mlir::MLIRContext *":$context)>,
    InterfaceMethod<"The state of a freshly made atom.", "::mlir::Value", "getDefaultState",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc)>,
    InterfaceMethod<[{
        The struct with one field replaced; null after having reported an error.
      }], "::mlir::Value", "setAtomState",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Value":$atomStruct,
           "::llvm::StringRef":$field, "::mlir::Value":$value)>,
    InterfaceMethod<"Position of a field in the struct.", "::std::optional<unsigned>",
      "getFieldIndex", (ins "::llvm::StringRef":$field)>,
    InterfaceMethod<"Names of the fields.", "::llvm::SmallVector<::llvm::StringRef>",
      "getFieldNames", (ins)>,
    InterfaceMethod<[{
        Whether a value of this type can be stored in a field: by default the field's own type, an
        integer of at most its width, an index, or a vector of as many bits.
      }], "bool", "acceptsFieldValue",
      (ins "::llvm::StringRef":$field, "::mlir::Type":$valueTy), "",
      [{ return ::mlir::fly::detail::acceptsFieldValue($_type, field, valueTy); }]>];
}

def Fly_AtomInfoTypeInterface : TypeInterface<"AtomInfoTypeInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{Facts about a payload for hovers, documentation and chip checks.}];
  let methods = [
    InterfaceMethod<"Name of the payload in text; every type with a mnemonic answers by itself.",
      "::llvm::StringRef", "getMnemonic", (ins), "", [{ return ""; }]>,
    InterfaceMethod<"Name of the machine instruction, empty when there is no single one.",
      "::std::string", "getInstruction", (ins), "", [{ return std::string(); }]>,
    InterfaceMethod<[{
        Chips that have the instruction, as exact names or prefixes of names; empty for all.
      }], "::llvm::SmallVector<::std::string>", "getChips", (ins), "", [{ return {}; }]>,
    InterfaceMethod<"LLVM intrinsic, empty when the atom lowers to ordinary instructions.",
      "::std::string", "getIntrinsic", (ins), "", [{ return std::string(); }]>,
    InterfaceMethod<[{
        Threads that the machine needs for the instruction, 0 when it does not say. The atom's thread
        layout must have this size.
      }], "int64_t", "getRequiredThreads", (ins), "", [{ return 0; }]>,
    InterfaceMethod<"Open questions about the payload that a user must know; empty for most.",
      "::llvm::SmallVector<::layout::Reason>", "getWarnings", (ins), "", [{ return {}; }]>];
}

#endif
