// What the operation families share: type constraints, the inference trait, operation classes.
#ifndef FLY_OPS_BASE_TD
#define FLY_OPS_BASE_TD

include "dialects/fly/FlyDialect.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// --- Type constraints -----------------------------------------------------------------------------

class Fly_TypeIs<string cppClass, string summary>
    : Type<CPred<"::llvm::isa<::mlir::fly::" # cppClass # ">($_self)">, summary,
           "::mlir::fly::" # cppClass>;

def Fly_IntTupleArg : Fly_TypeIs<"IntTupleType", "integer tuple (!fly.int_tuple)">;
def Fly_LayoutArg : Fly_TypeIs<"LayoutType", "layout (!fly.layout)">;
def Fly_ComposedLayoutArg
    : Fly_TypeIs<"ComposedLayoutType", "composed layout (!fly.composed_layout)">;
def Fly_SwizzleArg : Fly_TypeIs<"SwizzleType", "swizzle (!fly.swizzle)">;
def Fly_CoordSwizzleArg
    : Fly_TypeIs<"CoordSwizzleType", "coordinate swizzle (!fly.coord_swizzle)">;
def Fly_TileArg : Fly_TypeIs<"TileType", "tile (!fly.tile)">;
def Fly_PtrArg : Fly_TypeIs<"PointerType", "pointer (!fly.ptr)">;
def Fly_MemRefArg : Fly_TypeIs<"MemRefType", "memory view (!fly.memref)">;
def Fly_CoordTensorArg
    : Fly_TypeIs<"CoordTensorType", "coordinate tensor (!fly.coord_tensor)">;
def Fly_CopyAtomArg : Fly_TypeIs<"CopyAtomType", "copy atom (!fly.copy_atom)">;
def Fly_MmaAtomArg : Fly_TypeIs<"MmaAtomType", "matrix atom (!fly.mma_atom)">;
def Fly_TiledCopyArg : Fly_TypeIs<"TiledCopyType", "tiled copy (!fly.tiled_copy)">;
def Fly_TiledMmaArg : Fly_TypeIs<"TiledMmaType", "tiled matrix product (!fly.tiled_mma)">;
def Fly_LLVMPtrArg
    : Type<CPred<"::llvm::isa<::mlir::LLVM::LLVMPointerType>($_self)">, "LLVM pointer (!llvm.ptr)",
           "::mlir::LLVM::LLVMPointerType">;
def Fly_AnyIntArg : AnyTypeOf<[I32, I64], "32-bit or 64-bit integer">;

def Fly_IteratorArg : AnyTypeOf<[Fly_IntTupleArg, Fly_PtrArg],
  "iterator: integer tuple (!fly.int_tuple) or pointer (!fly.ptr)">;
def Fly_TensorArg : AnyTypeOf<[Fly_CoordTensorArg, Fly_MemRefArg],
  "tensor: coordinate tensor (!fly.coord_tensor) or memory view (!fly.memref)">;
def Fly_NarrowLayoutArg : AnyTypeOf<[Fly_LayoutArg, Fly_ComposedLayoutArg],
  "layout (!fly.layout) or composed layout (!fly.composed_layout)">;
def Fly_LayoutLikeArg : AnyTypeOf<
  [Fly_LayoutArg, Fly_ComposedLayoutArg, Fly_CoordTensorArg, Fly_MemRefArg],
  "layout (!fly.layout), composed layout (!fly.composed_layout) or tensor (!fly.coord_tensor, "
  "!fly.memref)">;
def Fly_IntTupleLikeArg : AnyTypeOf<
  [Fly_IntTupleArg, Fly_LayoutArg, Fly_ComposedLayoutArg, Fly_CoordTensorArg, Fly_MemRefArg],
  "integer tuple (!fly.int_tuple), layout (!fly.layout, !fly.composed_layout) or tensor "
  "(!fly.coord_tensor, !fly.memref)">;
def Fly_TupleOrNarrowLayoutArg : AnyTypeOf<
  [Fly_IntTupleArg, Fly_LayoutArg, Fly_ComposedLayoutArg],
  "integer tuple (!fly.int_tuple), layout (!fly.layout) or composed layout "
  "(!fly.composed_layout)">;
def Fly_TupleOrLayoutArg : AnyTypeOf<[Fly_IntTupleArg, Fly_LayoutArg],
  "integer tuple (!fly.int_tuple) or layout (!fly.layout)">;
def Fly_LayoutOrTileArg : AnyTypeOf<[Fly_LayoutArg, Fly_TileArg],
  "layout (!fly.layout) or tile (!fly.tile)">;
def Fly_LayoutOrTensorArg : AnyTypeOf<[Fly_LayoutArg, Fly_MemRefArg, Fly_CoordTensorArg],
  "layout (!fly.layout) or tensor (!fly.coord_tensor, !fly.memref)">;
def Fly_LayoutOrMemRefArg : AnyTypeOf<[Fly_LayoutArg, Fly_MemRefArg],
  "layout (!fly.layout) or memory view (!fly.memref)">;
def Fly_ComposedInnerArg : AnyTypeOf<
  [Fly_LayoutArg, Fly_SwizzleArg, Fly_CoordSwizzleArg, Fly_ComposedLayoutArg],
  "layout (!fly.layout, !fly.composed_layout) or swizzle (!fly.swizzle, !fly.coord_swizzle)">;
def Fly_CoordMapArg : AnyTypeOf<
  [Fly_LayoutArg, Fly_ComposedLayoutArg, Fly_SwizzleArg, Fly_CoordSwizzleArg],
  "layout (!fly.layout, !fly.composed_layout) or swizzle (!fly.swizzle, !fly.coord_swizzle)">;

class Fly_EnumAttrArg<string cppClass, string summary>
    : Attr<CPred<"::llvm::isa<::mlir::fly::" # cppClass # ">($_self)">, summary> {
  let storageType = "::mlir::fly::" # cppClass;
  let returnType = "::mlir::fly::" # cppClass;
  let convertFromStorage = "$_self";
}
def Fly_MmaOperandArg
    : Fly_EnumAttrArg<"MmaOperandAttr", "operand of a matrix product (#fly<mma_operand …>)">;
def Fly_GemmTraversalOrderArg
    : Fly_EnumAttrArg<"GemmTraversalOrderAttr",
                      "loop order of a matrix product (#fly<gemm_traversal_order …>)">;

// --- Inference --------------------------------------------------------------------------------------

// The operation computes its result types from operands and attributes. `infer` is the one place that
// does it; the verifier's entry (`refineReturnTypes`) also reports weak results as warnings.
def Fly_InfersTypesTrait : NativeOpTrait<"InfersTypes", [], [{
  static ::llvm::LogicalResult inferReturnTypes(
      ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
      ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
      ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
      ::llvm::SmallVectorImpl<::mlir::Type> &inferredReturnTypes);
  static ::llvm::LogicalResult refineReturnTypes(
      ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
      ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
      ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
      ::llvm::SmallVectorImpl<::mlir::Type> &returnTypes);
  /// Appends the result types to `in`, or reports through it why there are none.
  static ::llvm::LogicalResult infer(::mlir::fly::Inference &in, Adaptor op);
}], [{
  ::llvm::LogicalResult $cppClass::inferReturnTypes(
      ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
      ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
      ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
      ::llvm::SmallVectorImpl<::mlir::Type> &inferredReturnTypes) {
    ::mlir::fly::Inference in(context, location, getOperationName(), operands, inferredReturnTypes);
    return infer(in, Adaptor(operands, attributes, properties, regions));
  }
  ::llvm::LogicalResult $cppClass::refineReturnTypes(
      ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
      ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
      ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
      ::llvm::SmallVectorImpl<::mlir::Type> &returnTypes) {
    ::llvm::SmallVector<::mlir::Type, 2> inferred;
    ::layout::Warnings warnings;
    ::mlir::fly::Inference in(context, location, getOperationName(), operands, inferred, &warnings);
    Adaptor op(operands, attributes, properties, regions);
    if (::mlir::failed(infer(in, op)))
      return ::mlir::failure();
    if (::mlir::fly::acceptsDeclared<$cppClass>(op, inferred, returnTypes))
      return ::mlir::success();
    return in.compare(returnTypes);
  }
}]> {
  let cppNamespace = "::mlir::fly";
}
class Fly_InfersTypesList : TraitList<[InferTypeOpInterface, Fly_InfersTypesTrait]>;
def Fly_InfersTypes : Fly_InfersTypesList;

// --- Operation classes ------------------------------------------------------------------------------

class Fly_Op<string mnemonic, list<Trait> traits = []> : Op<Fly_Dialect, mnemonic, traits> {
  let assemblyFormat = [{ `(` operands `)` attr-dict `:` functional-type(operands, results) }];
}

// A pure operation without inference.
class Fly_PureOp<string mnemonic, list<Trait> traits = []>
    : Fly_Op<mnemonic, !listconcat([Pure], traits)>;

// A pure operation whose result types follow from its operands; `infer` is written in C++.
class Fly_InferredOp<string mnemonic, list<Trait> traits = []>
    : Fly_PureOp<mnemonic, !listconcat([Fly_InfersTypes], traits)>;

// The same with the inference written here: `inferBody` returns a LogicalResult from `in` and `op`.
class Fly_AlgebraOp<string mnemonic, string inferBody, list<Trait> traits = []>
    : Fly_InferredOp<mnemonic, traits> {
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::infer(::mlir::fly::Inference &in, Adaptor op) {
      }] # inferBody # [{
    }
  }];
}

// An operation that touches memory: its effects depend on the operand types and are written in C++.
class Fly_MemoryOp<string mnemonic, list<Trait> traits = []>
    : Fly_Op<mnemonic, !listconcat([DeclareOpInterfaceMethods<MemoryEffectsOpInterface>], traits)>;

#endif
