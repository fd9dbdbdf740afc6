// Layout queries, algebra, divides and products.
#ifndef FLY_OPS_ALGEBRA_TD
#define FLY_OPS_ALGEBRA_TD

include "dialects/fly/FlyOpsBase.td"

// --- Queries ----------------------------------------------------------------------------------------

class Fly_LayoutQueryOp<string mnemonic, string function>
    : Fly_AlgebraOp<mnemonic, "return in.give(::layout::" # function #
        "(in.linear(op.getLayout())));"> {
  let arguments = (ins Fly_LayoutLikeArg:$layout);
  let results = (outs Fly_IntTupleArg:$result);
}

def Fly_SizeOp : Fly_InferredOp<"size"> {
  let summary = "number of elements";
  let description = [{
    The product of a tuple, or of the shape of a layout or tensor. A static size outside 32 bits is an
    error (FLY130).

    Guarantees: the result is one leaf.

    Example:

    ```mlir
    %r = fly.size(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<32>
    ```
  }];
  let arguments = (ins Fly_IntTupleLikeArg:$input);
  let results = (outs Fly_IntTupleArg:$result);
}

def Fly_CoprofileOp : Fly_LayoutQueryOp<"coprofile", "coprofile"> {
  let summary = "nesting of the values of a layout, all zero";
  let description = [{
    A scalar 0 for integer strides, a tuple of zeros for basis strides.

    Guarantees: every leaf of the result is the static 0.

    Example:

    ```mlir
    %r = fly.coprofile(%l) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(0,0)>
    ```
  }];
}

def Fly_CoshapeOp : Fly_LayoutQueryOp<"coshape", "coshape"> {
  let summary = "extent of the values of a layout, per coordinate";
  let description = [{
    The smallest shape that holds every value of the layout.

    Guarantees: every value of the layout is inside of the result.

    Example:

    ```mlir
    %r = fly.coshape(%l) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(4,8)>
    ```
  }];
}

def Fly_CosizeOp : Fly_LayoutQueryOp<"cosize", "cosize"> {
  let summary = "elements that a layout spans";
  let description = [{
    The product of the coshape: what an allocation for the layout needs.

    Guarantees: one more than the largest index, for strides that are not negative.

    Example:

    ```mlir
    %r = fly.cosize(%l) : (!fly.layout<(8,128):(1,16)>) -> !fly.int_tuple<2040>
    ```
  }];
}

// --- Coalesce, composition, complement, inverses ------------------------------------------------------

def Fly_CoalesceOp : Fly_InferredOp<"coalesce"> {
  let summary = "merges modes that are contiguous in each other";
  let description = [{
    The same function of the linear index with fewest modes. With a pattern, merging happens below each
    of its leaves only. Dynamic leaves and different basis paths are never merged.

    Guarantees: the value at every linear index and the size stay.

    Example:

    ```mlir
    %r = fly.coalesce(%l) : (!fly.layout<(3,1,9):(1,9,3)>) -> !fly.layout<27:1>
    %q = fly.coalesce(%k, %p) : (!fly.layout<((2,4),(2,4)):((1,2),(8,16))>, !fly.int_tuple<(1,1)>) -> !fly.layout<(8,8):(1,8)>
    ```
  }];
  let arguments = (ins Fly_LayoutLikeArg:$layout, Optional<Fly_IntTupleArg>:$pattern);
  let results = (outs Fly_LayoutLikeArg:$result);
}

def Fly_CompositionOp : Fly_AlgebraOp<"composition", [{
      if (in.isTile(op.getInner()))
        return in.rebuild(op.getOuter(),
                          ::layout::composition(in.linear(op.getOuter()), in.tile(op.getInner()),
                                                in.warnings()));
      return in.rebuild(op.getOuter(),
                        ::layout::composition(in.linear(op.getOuter()), in.layout(op.getInner()),
                                              in.warnings()));
    }]> {
  let summary = "composition c -> outer(inner(c))";
  let description = [{
    Mode by mode over the inner layout. A list tile composes mode i of the outer layout with its element
    i. Strides and extents divide as the definition demands (FLY133); where modes of the inner layout
    carry into each other the mode-wise result is kept, with a warning.

    Guarantees: the value at c is `outer(inner(c))` at every coordinate of the inner layout, unless
    the warning says otherwise.

    Example:

    ```mlir
    %r = fly.composition(%a, %b) : (!fly.layout<(6,9):(19,69)>, !fly.layout<(6,3):(3,1)>) -> !fly.layout<((2,3),3):((57,69),19)>
    %q = fly.composition(%c, %t) : (!fly.layout<(8,16):(1,8)>, !fly.tile<[4|*]>) -> !fly.layout<(4,16):(1,8)>
    ```
  }];
  let arguments = (ins Fly_LayoutLikeArg:$outer, Fly_LayoutOrTileArg:$inner);
  let results = (outs Fly_LayoutLikeArg:$result);
}

def Fly_ComplementOp : Fly_InferredOp<"complement"> {
  let summary = "layout of what another layout leaves out";
  let description = [{
    Reaches the multiples that `layout` does not, up to `codomain_size` (its cosize by default). The
    codomain is a scalar, and of several modes all strides are static (FLY135). A layout that is not
    injective keeps the value of the formula, with a warning.

    Guarantees: modes are sorted by stride; with an injective `layout` the two are disjoint and cover
    the codomain, rounded up.

    Example:

    ```mlir
    %r = fly.complement(%l, %m) : (!fly.layout<(3,2):(2,1)>, !fly.int_tuple<12>) -> !fly.layout<2:6>
    ```
  }];
  let arguments = (ins Fly_NarrowLayoutArg:$layout, Optional<Fly_IntTupleArg>:$codomain_size);
  let results = (outs Fly_NarrowLayoutArg:$result);
}

class Fly_InverseOp<string mnemonic, string function>
    : Fly_AlgebraOp<mnemonic, "return in.rebuild(op.getLayout(), ::layout::" # function #
        "(in.linear(op.getLayout()), in.warnings()));"> {
  let arguments = (ins Fly_NarrowLayoutArg:$layout);
  let results = (outs Fly_NarrowLayoutArg:$result);
}

def Fly_RightInverseOp : Fly_InverseOp<"right_inverse", "rightInverse"> {
  let summary = "layout R with layout(R(x)) = x";
  let description = [{
    The longest such R; `1:0` when no stride is 1. Basis strides are an error, dynamic modes are left out
    with a warning (FLY136).

    Guarantees: `layout(R(x)) = x` for every x below the size of the result.

    Example:

    ```mlir
    %r = fly.right_inverse(%l) : (!fly.layout<(2,4):(4,1)>) -> !fly.layout<(4,2):(2,1)>
    ```
  }];
}

def Fly_LeftInverseOp : Fly_InverseOp<"left_inverse", "leftInverse"> {
  let summary = "layout R with R(layout(x)) = x";
  let description = [{
    Defined for injective layouts: gaps between strides are exact and no two non-zero strides overlap
    (FLY136).

    Guarantees: `R(layout(x)) = x` for every x below the size of the layout.

    Example:

    ```mlir
    %r = fly.left_inverse(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<32:1>
    ```
  }];
}

def Fly_RecastLayoutOp : Fly_InferredOp<"recast_layout"> {
  let summary = "the same bits seen in elements of another width";
  let description = [{
    Every part of a composed layout is recast. Strides, offsets and swizzle bases divide exactly
    (FLY139). A width that is not positive leaves the layout unchanged, with a warning.

    Guarantees: the bits that every coordinate denotes stay; what would fall between two new elements
    is refused.

    Example:

    ```mlir
    %r = fly.recast_layout(%l) {new_type_bits = 8 : i32, old_type_bits = 16 : i32} : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<(8,8):(1,8)>
    ```
  }];
  let arguments = (ins Fly_NarrowLayoutArg:$src, I32Attr:$new_type_bits, I32Attr:$old_type_bits);
  let results = (outs Fly_NarrowLayoutArg:$result);
}

def Fly_TileToShapeOp : Fly_AlgebraOp<"tile_to_shape", [{
      return in.rebuild(op.getBlock(),
                        ::layout::tileToShape(in.linear(op.getBlock()), in.tuple(op.getTrgShape()),
                                              in.tuple(op.getOrdShape()), in.warnings()));
    }]> {
  let summary = "repeats a block until it covers a shape";
  let description = [{
    Blocks are placed in the mode order `ord_shape`. A shape that the block does not divide is covered
    by rounding up.

    Guarantees: the result has the nesting (block, repetition) in every mode and starts with the
    block.

    Example:

    ```mlir
    %r = fly.tile_to_shape(%b, %s, %o) : (!fly.layout<(4,8):(8,1)>, !fly.int_tuple<(8,16)>, !fly.int_tuple<(0,1)>) -> !fly.layout<((4,2),(8,2)):((8,32),(1,64))>
    ```
  }];
  let arguments = (ins Fly_NarrowLayoutArg:$block, Fly_IntTupleArg:$trg_shape,
                       Fly_IntTupleArg:$ord_shape);
  let results = (outs Fly_NarrowLayoutArg:$result);
}

// --- Divide -------------------------------------------------------------------------------------------

class Fly_DivideOp<string mnemonic, string function>
    : Fly_AlgebraOp<mnemonic, "return in.rebuild(op.getLayout(), ::layout::" # function #
        "(in.linear(op.getLayout()), in.divisor(op.getDivisor()), in.warnings()));"> {
  let arguments = (ins Fly_LayoutLikeArg:$layout, Fly_LayoutOrTileArg:$divisor);
  let results = (outs Fly_LayoutLikeArg:$result);
}

def Fly_LogicalDivideOp : Fly_DivideOp<"logical_divide", "logicalDivide"> {
  let summary = "splits modes into (tile, rest)";
  let description = [{
    A layout divisor divides the whole layout; a list tile divides mode by mode, leaving `*` and missing
    elements alone. A tile that does not divide its mode gives a last tile that is only partly inside.

    Guarantees: the elements of the layout stay, regrouped, where the divisor divides; otherwise the
    last tile reaches beyond.

    Example:

    ```mlir
    %r = fly.logical_divide(%l, %d) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<((2,4),4):((1,2),8)>
    ```
  }];
}

def Fly_ZippedDivideOp : Fly_DivideOp<"zipped_divide", "zippedDivide"> {
  let summary = "splits into (all tile modes, all rest modes)";
  let description = [{
    `fly.logical_divide` with the tile parts of all modes in mode 0 and the rest parts, followed by the
    modes that no tile element names, in mode 1. Every named mode is divided (FLY137).

    Guarantees: rank 2: the first mode is one tile, the second enumerates the tiles.

    Example:

    ```mlir
    %r = fly.zipped_divide(%l, %t) : (!fly.layout<(8,16):(1,8)>, !fly.tile<[4|8]>) -> !fly.layout<((4,8),(2,2)):((1,8),(4,64))>
    ```
  }];
}

def Fly_TiledDivideOp : Fly_DivideOp<"tiled_divide", "tiledDivide"> {
  let summary = "splits into (tile modes, rest, rest, …)";
  let description = [{
    `fly.zipped_divide` with the rest modes spliced into the top level.

    Guarantees: the elements are those of `fly.zipped_divide`; mode 0 is one tile.

    Example:

    ```mlir
    %r = fly.tiled_divide(%l, %t) : (!fly.layout<(8,16):(1,8)>, !fly.tile<[4|8]>) -> !fly.layout<((4,8),2,2):((1,8),4,64)>
    ```
  }];
}

def Fly_FlatDivideOp : Fly_DivideOp<"flat_divide", "flatDivide"> {
  let summary = "splits into (tile, tile, …, rest, rest, …)";
  let description = [{
    `fly.zipped_divide` with both parts spliced into the top level.

    Guarantees: the elements are those of `fly.zipped_divide`; no nesting is added.

    Example:

    ```mlir
    %r = fly.flat_divide(%l, %d) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<(2,4,4):(1,2,8)>
    ```
  }];
}

// --- Product ------------------------------------------------------------------------------------------

class Fly_ProductOp<string mnemonic, string function>
    : Fly_AlgebraOp<mnemonic, "return in.rebuild(op.getLayout(), ::layout::" # function #
        "(in.linear(op.getLayout()), in.layout(op.getTile()), in.warnings()));"> {
  let arguments = (ins Fly_NarrowLayoutArg:$layout, Fly_LayoutArg:$tile);
  let results = (outs Fly_NarrowLayoutArg:$result);
}

def Fly_LogicalProductOp : Fly_ProductOp<"logical_product", "logicalProduct"> {
  let summary = "repeats a layout in the pattern of another";
  let description = [{
    Mode 0 is `layout`, mode 1 places its copies where `tile` says, in multiples that do not overlap it.

    Guarantees: rank 2; for an injective `layout` the copies are disjoint.

    Example:

    ```mlir
    %r = fly.logical_product(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,8),(2,2)):((1,4),(32,64))>
    ```
  }];
}

def Fly_ZippedProductOp : Fly_ProductOp<"zipped_product", "zippedProduct"> {
  let summary = "logical product as (layout modes, tile modes)";
  let description = [{
    Equal to `fly.logical_product`.

    Guarantees: those of `fly.logical_product`.

    Example:

    ```mlir
    %r = fly.zipped_product(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,8),(2,2)):((1,4),(32,64))>
    ```
  }];
}

def Fly_TiledProductOp : Fly_ProductOp<"tiled_product", "tiledProduct"> {
  let summary = "logical product as (layout modes, tile, tile, …)";
  let description = [{
    `fly.zipped_product` with the tile modes spliced into the top level.

    Guarantees: the values are those of `fly.logical_product`; mode 0 is `layout`.

    Example:

    ```mlir
    %r = fly.tiled_product(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,8),2,2):((1,4),32,64)>
    ```
  }];
}

def Fly_FlatProductOp : Fly_ProductOp<"flat_product", "flatProduct"> {
  let summary = "logical product with all modes at the top level";
  let description = [{
    `fly.zipped_product` with both parts spliced into the top level.

    Guarantees: the values are those of `fly.logical_product`; no nesting is added.

    Example:

    ```mlir
    %r = fly.flat_product(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<(4,8,2,2):(1,4,32,64)>
    ```
  }];
}

def Fly_BlockedProductOp : Fly_ProductOp<"blocked_product", "blockedProduct"> {
  let summary = "product where mode k is (layout k, tile k)";
  let description = [{
    Both operands are padded to the larger rank; blocks stay together.

    Guarantees: mode k is `layout`'s mode k followed by its copies; the values are those of
    `fly.logical_product`.

    Example:

    ```mlir
    %r = fly.blocked_product(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,2),(8,2)):((1,32),(4,64))>
    ```
  }];
}

def Fly_RakedProductOp : Fly_ProductOp<"raked_product", "rakedProduct"> {
  let summary = "product where mode k is (tile k, layout k)";
  let description = [{
    Both operands are padded to the larger rank; blocks are interleaved.

    Guarantees: mode k starts with its copies; the values are those of `fly.logical_product`.

    Example:

    ```mlir
    %r = fly.raked_product(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((2,4),(2,8)):((32,1),(64,4))>
    ```
  }];
}

#endif
