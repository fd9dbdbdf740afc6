// Attributes of the `fly` dialect. Layout-valued attributes wrap the immutable values of
// dialects/layout; their text is the grammar of that library.
#ifndef FLY_ATTRS_TD
#define FLY_ATTRS_TD

include "dialects/fly/FlyDialect.td"
include "dialects/fly/FlyEnums.td"
include "dialects/fly/FlyBaseInterfaces.td"

/// A value of dialects/layout, stored by value and read by reference.
class Fly_Value<string cppType, string summary>
    : AttrOrTypeParameter<cppType, summary, "const " # cppType # " &">;

class Fly_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Fly_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

class Fly_EnumAttr<EnumInfo info, string attrMnemonic, string summaryText, string descriptionText>
    : EnumAttr<Fly_Dialect, info, attrMnemonic> {
  let summary = summaryText;
  let description = descriptionText;
}

def Fly_CachePolicyAttr : Fly_EnumAttr<Fly_CachePolicy, "cache_policy", "cache policy of an access", [{
  `cache_global` or `cache_always`. Declared for companion dialects; no core operation or type uses it.

  Guarantees: one of these words; another one is refused with its place.

  Example: `#fly<cache_policy cache_global>`.
}]>;

def Fly_AddressSpaceAttr : Fly_EnumAttr<Fly_AddressSpace, "address_space", "memory that a pointer names", [{
  Inside `!fly.ptr` and `!fly.memref` it is written as the bare keyword: `generic`, `global`, `shared`,
  `register`, `tensor` (tensor memory) or `shared_cluster` (shared memory of the cluster). An attribute
  of another dialect may stand in its place.

  Guarantees: one of these words; what a space is on a target is known to its conversion only.

  Example: `#fly<address_space global>`.
}]>;

def Fly_MmaOperandAttr : Fly_EnumAttr<Fly_MmaOperand, "mma_operand", "operand of a matrix product", [{
  `a`, `b`, `c` or `d` of `d = a * b + c`.

  Guarantees: one of these letters; another one is refused with its place.

  Example: `#fly<mma_operand a>`.
}]>;

def Fly_AtomicOpAttr : Fly_EnumAttr<Fly_AtomicOp, "atomic_op", "read-modify-write operation", [{
  `add`, `max`, `min`, `and`, `or`, `inc` or `dec`. The last four exist for integers only.

  Guarantees: one of these words; another one is refused with its place.

  Example: `#fly<atomic_op add>`.
}]>;

def Fly_GemmTraversalOrderAttr : Fly_EnumAttr<Fly_GemmTraversalOrder, "gemm_traversal_order",
    "loop order of a matrix product", [{
  The letters name the loops from the innermost to the outermost; the suffix `_serpentine` runs the
  inner loop backwards every other time.

  Guarantees: the letters are a permutation of m, n and k; every product is computed once.

  Example: `#fly<gemm_traversal_order kmn>`.
}]>;

def Fly_IntAttr : Fly_Attr<"Int", "int", [DeclareAttrInterfaceMethods<Fly_MayStaticAttrInterface>]> {
  let summary = "integer leaf, known now or at run time";
  let description = [{
    A static integer, or a run-time integer of 32 or 64 bits with a known divisor.

    ```ebnf
    int = "?" [ "{" [ "i32" | "i64" ] [ "div" "=" decimal ] "}" ] | decimal ;
    ```

    Guarantees: static values fit 32 bits; a divisor is at least 1; the width is 32 or 64. Only the
    facts that differ from 32 bits and divisor 1 are printed: `?{i32 div=8}` prints as `?{div=8}`.

    Example: `#fly<int ?{i64 div=4}>`.
  }];
  let parameters = (ins Fly_Value<"::layout::Leaf", "the leaf">:$value);
  // Expressions of symbolic leaves never enter the context.
  let skipDefaultBuilders = 1;
  let builders = [AttrBuilder<(ins "const ::layout::Leaf &":$value), [{
    return $_get($_ctxt, value.abstracted());
  }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Fly_BasisAttr : Fly_Attr<"Basis", "basis",
    [DeclareAttrInterfaceMethods<Fly_MayStaticAttrInterface>]> {
  let summary = "scaled basis element of a coordinate space";
  let description = [{
    `cEm0Em1…` is the coordinate that is `c` at the path `[m0, m1, …]` and zero elsewhere.

    Guarantees: at least one mode follows the coefficient, and the coefficient is an integer (never
    `*`).

    Example: `#fly<basis 2E1E0>`.
  }];
  let parameters = (ins Fly_Value<"::layout::Leaf", "coefficient and path">:$value);
  // Expressions of symbolic leaves never enter the context.
  let skipDefaultBuilders = 1;
  let builders = [AttrBuilder<(ins "const ::layout::Leaf &":$value), [{
    return $_get($_ctxt, value.abstracted());
  }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The coefficient without its path.
    ::layout::Leaf getCoefficient() const { return getValue().coefficient(); }
    ::llvm::ArrayRef<int32_t> getModes() const { return getValue().modes(); }
  }];
}

def Fly_IntTupleAttr : Fly_Attr<"IntTuple", "int_tuple",
    [DeclareAttrInterfaceMethods<Fly_NestedAttrInterface>,
     DeclareAttrInterfaceMethods<Fly_MayStaticAttrInterface>]> {
  let summary = "nested tuple of integers";
  let description = [{
    A leaf (integer, basis element or `*`) or a tuple of tuples. `4` and `(4)` are different values.

    ```ebnf
    int-tuple = "(" int-tuple { "," int-tuple } ")" | leaf ;
    leaf      = ( "*" | int ) [ "E" digits { "E" digits } ] ;
    ```

    Guarantees: no tuple is empty; every leaf keeps the rules of `int` and `basis`.

    Example: `#fly<int_tuple ((2,4),?{i64})>`.
  }];
  let parameters = (ins Fly_Value<"::layout::IntTuple", "the tuple">:$value);
  // Expressions of symbolic leaves never enter the context.
  let skipDefaultBuilders = 1;
  let builders = [AttrBuilder<(ins "const ::layout::IntTuple &":$value), [{
    return $_get($_ctxt, value.abstracted());
  }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Fly_LayoutAttr : Fly_Attr<"Layout", "layout",
    [DeclareAttrInterfaceMethods<Fly_NestedAttrInterface>,
     DeclareAttrInterfaceMethods<Fly_MayStaticAttrInterface>]> {
  let summary = "function from coordinates to indices: shape and stride";
  let description = [{
    `shape:stride`. Rank and depth are those of the shape.

    Guarantees: shape and stride have the same nesting; shape leaves are integers of at least 1
    (an extent of 0 is accepted with a warning).

    Example: `#fly<layout (4,(2,2)):(1,(4,8))>`.
  }];
  let parameters = (ins Fly_Value<"::layout::Layout", "the layout">:$value);
  // Expressions of symbolic leaves never enter the context.
  let skipDefaultBuilders = 1;
  let builders = [AttrBuilder<(ins "const ::layout::Layout &":$value), [{
    return $_get($_ctxt, value.abstracted());
  }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Fly_SwizzleAttr : Fly_Attr<"Swizzle", "swizzle"> {
  let summary = "exclusive-or permutation of index bits";
  let description = [{
    `S<mask,base,shift>` maps `x` to `x xor ((x and (((1<<mask)-1) << (base+shift))) >> shift)`:
    `mask` bits starting at bit `base` are exchanged with the help of the bits `shift` above them.

    Guarantees: the fields are not negative and `mask + base + shift <= 30`.

    Example: `#fly<swizzle S<3,3,3>>`.
  }];
  let parameters = (ins Fly_Value<"::layout::Swizzle", "the swizzle">:$value);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Fly_CoordSwizzleAttr : Fly_Attr<"CoordSwizzle", "coord_swizzle"> {
  let summary = "exclusive-or of one coordinate with another";
  let description = [{
    `CS<mask,baseRow,[path],baseCol,[path]>` replaces the leaf at the second path by itself
    exclusive-or `mask` bits of the leaf at the first path.

    Guarantees: bases lie in range, and with a mask the two paths are not empty and do not overlap.

    Example: `#fly<coord_swizzle CS<3,0,[1, 0],0,[2]>>`.
  }];
  let parameters = (ins Fly_Value<"::layout::CoordSwizzle", "the swizzle">:$value);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Fly_ComposedLayoutAttr : Fly_Attr<"ComposedLayout", "composed_layout",
    [DeclareAttrInterfaceMethods<Fly_NestedAttrInterface>,
     DeclareAttrInterfaceMethods<Fly_MayStaticAttrInterface>]> {
  let summary = "composition of layouts, swizzles and an offset";
  let description = [{
    `inner o offset o outer` maps `c` to `inner(offset + outer(c))`. A composed layout on the outer
    side stands in brackets.

    ```ebnf
    composed = head { "o" int-tuple "o" outer } ;
    head     = swizzle | coord-swizzle | layout ;
    outer    = "[" composed "]" | layout ;
    ```

    Guarantees: at least one `o`; every part keeps its own rules.

    Example: `#fly<composed_layout 32:2 o 0 o [32:1 o 0 o (4,8):(1,4)]>`.
  }];
  let parameters = (ins Fly_Value<"::layout::AnyLayout", "the composed layout">:$value);
  // Expressions of symbolic leaves never enter the context.
  let skipDefaultBuilders = 1;
  let builders = [AttrBuilder<(ins "const ::layout::AnyLayout &":$value), [{
    return $_get($_ctxt, value.abstracted());
  }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Fly_TileAttr : Fly_Attr<"Tile", "tile"> {
  let summary = "divisor or selection per mode";
  let description = [{
    A list of elements, or one element. An element is `*` (leave the mode alone), an integer `n` (the
    layout `n:1`), a layout, or a nested list. `[4]` and `4` are different values.

    ```ebnf
    tile      = tile-elem | "[" tile-elem { "|" tile-elem } "]" ;
    tile-elem = "[" tile-elem { "|" tile-elem } "]" | layout | ( "*" | int ) ;
    ```

    Guarantees: no list is empty and every element is static.

    Example: `#fly<tile [2:7|(3,6):(1,3)]>`.
  }];
  let parameters = (ins Fly_Value<"::layout::Tile", "the tile">:$value);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Fly_AlignAttr : Fly_Attr<"Align", "align"> {
  let summary = "alignment in bytes";
  let description = [{
    Guarantees: the number is positive.

    Example: `#fly<align align<16>>`.
  }];
  let parameters = (ins "int32_t":$alignment);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Alignment of a pointer to `elemTy` whose index is divisible by `divisibility`.
    static AlignAttr forDivisibility(::mlir::Type elemTy, int64_t divisibility);
  }];
}

def Fly_OffloadingTranslationTrait : NativeTrait<"OffloadingTranslationAttrTrait", ""> {
  let cppNamespace = "::mlir::gpu";
}

def Fly_ExplicitModuleAttr
    : Fly_Attr<"ExplicitModule", "explicit_module", [Fly_OffloadingTranslationTrait]> {
  let summary = "offloading handler whose module is loaded by hand";
  let description = [{
    The offloading handler of a `gpu.binary` whose module the host loads through
    `flydsl_gpu_module_init` and `flydsl_gpu_module_load_to_device` instead of a global constructor.
    It has no parameters.

    Guarantees: the binary gets no constructor of its own; nothing is loaded unless the host asks.

    Example: `gpu.binary @kernels <#fly.explicit_module> [...]`.
  }];
}

#endif
