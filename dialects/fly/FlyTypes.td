// Types of the `fly` dialect except the universal payloads (FlyUniversal.td), whose interfaces need
// these classes.
#ifndef FLY_TYPES_TD
#define FLY_TYPES_TD

include "dialects/fly/FlyAttrs.td"

class Fly_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Fly_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Fly_BasisType : Fly_Type<"Basis", "basis", [DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>]> {
  let summary = "basis element";
  let description = [{
    The type of one scaled basis element. No core operation has it as operand or result.

    Guarantees: those of the `basis` attribute.

    Example: `!fly.basis<1E0>`.
  }];
  let parameters = (ins Fly_Value<"::layout::Leaf", "coefficient and path">:$value);
  // Expressions of symbolic leaves never enter the context.
  let skipDefaultBuilders = 1;
  let builders = [TypeBuilder<(ins "const ::layout::Leaf &":$value), [{
    return $_get($_ctxt, value.abstracted());
  }]>];
}

def Fly_IntTupleType : Fly_Type<"IntTuple", "int_tuple",
    [DeclareTypeInterfaceMethods<Fly_NestedTypeInterface>,
     DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>]> {
  let summary = "integer tuple";
  let description = [{
    A nested tuple of integers: a shape, a stride, a coordinate, an index. Static leaves are part of
    the type; each `?` is one i32 at run time, each `?{i64}` one i64.

    Guarantees: those of the `int_tuple` attribute. The payload may be an attribute or an alias:
    `!fly.int_tuple<#shape>`.

    Example: `!fly.int_tuple<(4,?{div=8})>`.
  }];
  let parameters = (ins Fly_Value<"::layout::IntTuple", "the tuple">:$value);
  // Expressions of symbolic leaves never enter the context.
  let skipDefaultBuilders = 1;
  let builders = [TypeBuilder<(ins "const ::layout::IntTuple &":$value), [{
    return $_get($_ctxt, value.abstracted());
  }]>];
  let extraClassDeclaration = [{
    /// The type of a mode; the caller has checked the path.
    IntTupleType at(::llvm::ArrayRef<int32_t> path) const;
  }];
}

def Fly_LayoutType : Fly_Type<"Layout", "layout",
    [DeclareTypeInterfaceMethods<Fly_NestedTypeInterface>,
     DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>]> {
  let summary = "layout";
  let description = [{
    A function from coordinates to indices, `shape:stride`.

    Guarantees: those of the `layout` attribute.

    Example: `!fly.layout<(4,8):(1,4)>`.
  }];
  let parameters = (ins Fly_Value<"::layout::Layout", "the layout">:$value);
  // Expressions of symbolic leaves never enter the context.
  let skipDefaultBuilders = 1;
  let builders = [TypeBuilder<(ins "const ::layout::Layout &":$value), [{
    return $_get($_ctxt, value.abstracted());
  }]>];
  let extraClassDeclaration = [{
    /// The type of a mode; the caller has checked the path.
    LayoutType at(::llvm::ArrayRef<int32_t> path) const;
  }];
}

def Fly_SwizzleType : Fly_Type<"Swizzle", "swizzle",
    [DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>]> {
  let summary = "swizzle";
  let description = [{
    An exclusive-or permutation of index bits.

    Guarantees: those of the `swizzle` attribute; the type is always static.

    Example: `!fly.swizzle<S<3,3,3>>`.
  }];
  let parameters = (ins Fly_Value<"::layout::Swizzle", "the swizzle">:$value);
}

def Fly_CoordSwizzleType : Fly_Type<"CoordSwizzle", "coord_swizzle",
    [DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>]> {
  let summary = "coordinate swizzle";
  let description = [{
    An exclusive-or of one coordinate with bits of another.

    Guarantees: those of the `coord_swizzle` attribute; the type is always static.

    Example: `!fly.coord_swizzle<CS<3,0,[1],0,[2]>>`.
  }];
  let parameters = (ins Fly_Value<"::layout::CoordSwizzle", "the swizzle">:$value);
}

def Fly_ComposedLayoutType : Fly_Type<"ComposedLayout", "composed_layout",
    [DeclareTypeInterfaceMethods<Fly_NestedTypeInterface>,
     DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>]> {
  let summary = "composed layout";
  let description = [{
    A swizzle or layout applied after an offset and another layout: `inner o offset o outer`.

    Guarantees: those of the `composed_layout` attribute. A text without `o` is a plain layout and is
    rejected here.

    Example: `!fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>`.
  }];
  let parameters = (ins Fly_Value<"::layout::AnyLayout", "the composed layout">:$value);
  // Expressions of symbolic leaves never enter the context.
  let skipDefaultBuilders = 1;
  let builders = [TypeBuilder<(ins "const ::layout::AnyLayout &":$value), [{
    return $_get($_ctxt, value.abstracted());
  }]>];
  let extraClassDeclaration = [{
    /// The type of a mode, with inner and offset kept; the caller has checked the path.
    ComposedLayoutType at(::llvm::ArrayRef<int32_t> path) const;
  }];
}

def Fly_TileType : Fly_Type<"Tile", "tile",
    [DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>]> {
  let summary = "tile";
  let description = [{
    One divisor per mode: an integer, a layout, a nested list or `*`.

    Guarantees: those of the `tile` attribute; the type is always static.

    Example: `!fly.tile<[4|8]>`.
  }];
  let parameters = (ins Fly_Value<"::layout::Tile", "the tile">:$value);
}

class Fly_MemoryType<string name, string typeMnemonic> : Fly_Type<name, typeMnemonic> {
  let skipDefaultBuilders = 1;
  code memoryDeclaration = [{
    /// Elements known to divide the index of the pointer: floor(alignment * 8 / bits), at least 1.
    int64_t getValueDivisibility() const;
    bool hasTrivialAlignment() const;
  }];
}

def Fly_PointerType : Fly_MemoryType<"Pointer", "ptr"> {
  let summary = "pointer";
  let description = [{
    A pointer to elements of one type in one memory, with an alignment in bytes and a swizzle that is
    applied to the byte address of every access.

    ```ebnf
    ptr = "!fly.ptr" "<" type "," addr-space [ "," "align" "<" integer ">" ] [ "," swizzle ] ">" ;
    ```

    Guarantees: the element is an integer or float of at least one bit; the address space is a keyword
    or an attribute of another dialect; the alignment is a positive multiple of the element's bytes and
    is printed only when it is larger.

    Example: `!fly.ptr<f16, shared, align<16>, S<3,3,3>>`.
  }];
  let parameters = (ins "::mlir::Type":$elemTy, "::mlir::Attribute":$addressSpace,
                        "int32_t":$alignment, Fly_Value<"::layout::Swizzle", "swizzle">:$swizzle);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elemTy, "::mlir::Attribute":$addressSpace,
                                        CArg<"int32_t", "0">:$alignment,
                                        CArg<"::layout::Swizzle", "{}">:$swizzle), [{
      return $_get(elemTy.getContext(), elemTy, addressSpace,
                   ::mlir::fly::detail::alignmentOrTrivial(elemTy, alignment), swizzle);
    }]>];
  let extraClassDeclaration = memoryDeclaration # [{
    /// The same pointer when `divisibility` elements divide its index.
    PointerType withDivisibility(int64_t divisibility) const;
  }];
}

def Fly_MemRefType : Fly_MemoryType<"MemRef", "memref"> {
  let summary = "memory tensor";
  let description = [{
    A pointer together with a layout: element `c` lies at `pointer + layout(c)`, counted in elements.

    ```ebnf
    memref = "!fly.memref" "<" type "," addr-space "," composed [ "," align ] [ "," swizzle ] ">" ;
    ```

    Guarantees: those of `ptr`; the layout maps coordinates to integers (no basis strides).

    Example: `!fly.memref<f32, global, (4,8):(1,4), align<16>>`.
  }];
  let parameters = (ins "::mlir::Type":$elemTy, "::mlir::Attribute":$addressSpace,
                        Fly_Value<"::layout::AnyLayout", "layout">:$layout,
                        "int32_t":$alignment, Fly_Value<"::layout::Swizzle", "swizzle">:$swizzle);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elemTy, "::mlir::Attribute":$addressSpace,
                                        "const ::layout::AnyLayout &":$layout,
                                        CArg<"int32_t", "0">:$alignment,
                                        CArg<"::layout::Swizzle", "{}">:$swizzle), [{
      return $_get(elemTy.getContext(), elemTy, addressSpace, layout.abstracted(),
                   ::mlir::fly::detail::alignmentOrTrivial(elemTy, alignment), swizzle);
    }]>,
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elemTy,
                                        "const ::layout::AnyLayout &":$layout), [{
      return $_get(elemTy.getContext(), elemTy,
                   AddressSpaceAttr::get(elemTy.getContext(), AddressSpace::Global),
                   layout.abstracted(), ::mlir::fly::detail::alignmentOrTrivial(elemTy, 0),
                   ::layout::Swizzle());
    }]>];
  let extraClassDeclaration = memoryDeclaration # [{
    PointerType getPointerType() const;
    /// The same memory seen through another layout.
    MemRefType withLayout(const ::layout::AnyLayout &layout) const;
    /// The same memory and layout when `divisibility` elements divide the pointer's index.
    MemRefType withDivisibility(int64_t divisibility) const;
    /// The type of a mode; the caller has checked the path.
    MemRefType at(::llvm::ArrayRef<int32_t> path) const;
  }];
}

def Fly_CoordTensorType : Fly_Type<"CoordTensor", "coord_tensor",
    [DeclareTypeInterfaceMethods<Fly_NestedTypeInterface>,
     DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>]> {
  let summary = "tensor of coordinates";
  let description = [{
    A tensor without memory: its element at `c` is the tuple `base + layout(c)`.

    Guarantees: the base fits what the layout yields, so that the sum exists.

    Example: `!fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>`.
  }];
  let parameters = (ins Fly_Value<"::layout::IntTuple", "base">:$base,
                        Fly_Value<"::layout::AnyLayout", "layout">:$layout);
  let skipDefaultBuilders = 1;
  let builders = [TypeBuilder<(ins "const ::layout::IntTuple &":$base,
                                   "const ::layout::AnyLayout &":$layout), [{
    return $_get($_ctxt, base.abstracted(), layout.abstracted());
  }]>];
  let extraClassDeclaration = [{
    CoordTensorType withLayout(const ::layout::AnyLayout &layout) const;
    CoordTensorType withBase(const ::layout::IntTuple &base) const;
    /// The type of a mode with the base kept; the caller has checked the path.
    CoordTensorType at(::llvm::ArrayRef<int32_t> path) const;
  }];
}

def Fly_CopyAtomType : Fly_Type<"CopyAtom", "copy_atom",
    [DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>]> {
  let summary = "copy atom";
  let description = [{
    One copy instruction together with the width of the values that its layouts count.

    Guarantees: the payload is a copy payload that keeps the layout invariants FLY201 to FLY212; the
    value width divides the bits that one thread moves (0 only for payloads that move whole tiles).

    Example: `!fly.copy_atom<!fly.universal_copy<64>, 16>`.
  }];
  let parameters = (ins "::mlir::Type":$copyOp, "int32_t":$valBits);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$copyOp, "int32_t":$valBits), [{
      return $_get(copyOp.getContext(), copyOp, valBits);
    }]>];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    CopyOpTypeInterface getPayload() const;
    bool isStateful() const;
    /// The LLVM struct of the state, null for a stateless payload.
    ::mlir::Type getConvertedType() const;
    ::layout::Layout getThrLayout() const;
    /// (threads, values) layouts in values of `valBits`; failure when the recast has no answer.
    ::llvm::FailureOr<::layout::CopyAtomLayouts> getLayouts() const;
  }];
}

def Fly_MmaAtomType : Fly_Type<"MmaAtom", "mma_atom",
    [DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>]> {
  let summary = "matrix product atom";
  let description = [{
    One matrix instruction.

    Guarantees: the payload is a matrix payload that keeps the layout invariants FLY201 to FLY212.

    Example: `!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>`.
  }];
  let parameters = (ins "::mlir::Type":$mmaOp);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$mmaOp), [{
      return $_get(mmaOp.getContext(), mmaOp);
    }]>];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    MmaOpTypeInterface getPayload() const;
    bool isStateful() const;
    /// The LLVM struct of the state, null for a stateless payload.
    ::mlir::Type getConvertedType() const;
    ::layout::Layout getThrLayout() const;
    ::layout::IntTuple getShapeMNK() const;
    ::mlir::Type getValType(MmaOperand operand) const;
    /// The (threads, values) layout of an operand; D uses that of C.
    ::layout::Layout getThrValLayout(MmaOperand operand) const;
    ::layout::MmaAtomLayouts getLayouts() const;
  }];
}

def Fly_TiledCopyType : Fly_Type<"TiledCopy", "tiled_copy",
    [DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>]> {
  let summary = "tiled copy";
  let description = [{
    A copy atom repeated over a group of threads: the layout says which (thread, value) holds which
    element of the tile. On input the nested types may be shortened to `<…>`.

    Guarantees: the first field is a copy atom; the layout is static and of rank 2; the tile has
    static sizes and holds every position of the layout.

    Example: `!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>`.
  }];
  let parameters = (ins "::mlir::Type":$copyAtom, "LayoutType":$layoutThrVal, "TileType":$tileMN);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$copyAtom, "LayoutType":$layoutThrVal,
                                        "TileType":$tileMN), [{
      return $_get(copyAtom.getContext(), copyAtom, layoutThrVal, tileMN);
    }]>];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    CopyAtomType getAtom() const;
    ::llvm::FailureOr<::layout::TiledCopy> getGeometry() const;
  }];
}

def Fly_TiledMmaType : Fly_Type<"TiledMma", "tiled_mma",
    [DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>]> {
  let summary = "tiled matrix product";
  let description = [{
    A matrix atom repeated over a group of threads: `atomLayout` places the atoms over (M,N,K), and
    `permutation` rearranges the tile per mode. The permutation `[*|*|*]` is the default and is not
    printed. On input the nested types may be shortened to `<…>`.

    Guarantees: the first field is a matrix atom; the layout is static and of rank 3; the permutation
    is a list of at most three elements.

    Example: `!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>>`.
  }];
  let parameters = (ins "::mlir::Type":$mmaAtom, "LayoutType":$atomLayout, "TileType":$permutation);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$mmaAtom, "LayoutType":$atomLayout,
                                        CArg<"TileType", "{}">:$permutation), [{
      return $_get(mmaAtom.getContext(), mmaAtom, atomLayout,
                   permutation ? permutation : getDefaultPermutation(mmaAtom.getContext()));
    }]>];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    /// `[*|*|*]`.
    static TileType getDefaultPermutation(::mlir::MLIRContext *context);
    MmaAtomType getAtom() const;
    ::layout::TiledMma getGeometry() const;
  }];
}

#endif
