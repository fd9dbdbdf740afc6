// Construction of tuples, layouts and views.
#ifndef FLY_OPS_CONSTRUCTION_TD
#define FLY_OPS_CONSTRUCTION_TD

include "dialects/fly/FlyOpsBase.td"

def Fly_StaticOp : Fly_PureOp<"static"> {
  let summary = "value fixed by its type";
  let description = [{
    Materialises the one value of a static type: a tuple, layout, tile, swizzle, coordinate tensor, atom
    or tiled operation without run-time leaves. The verifier refuses every other type (FLY121).
    Discardable attributes are kept and have no meaning.

    Guarantees: no operand and no effect; two of the same type are the same value.

    Example:

    ```mlir
    %t = fly.static : !fly.tile<[4|8]>
    ```
  }];
  let results = (outs AnyType:$result);
  let assemblyFormat = [{ attr-dict `:` qualified(type($result)) }];
  let hasVerifier = 1;
}

class Fly_MakeTupleOp<string mnemonic> : Fly_PureOp<mnemonic> {
  let arguments = (ins Variadic<Fly_AnyIntArg>:$dyncElems);
  let results = (outs Fly_IntTupleArg:$result);
  let hasVerifier = 1;
}

def Fly_MakeIntTupleOp : Fly_MakeTupleOp<"make_int_tuple"> {
  let summary = "integer tuple from its run-time leaves";
  let description = [{
    The result type fixes nesting and static leaves; the operands are the dynamic leaves from left to
    right, `i32` for `?` and `i64` for `?{i64}`. Count and widths are verified (FLY106). This is the
    normal form of a tuple.

    Guarantees: as many operands as the type has dynamic leaves, in their order and of their widths
    (FLY106).

    Example:

    ```mlir
    %s = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<(4,?)>
    ```
  }];
}

def Fly_MakeShapeOp : Fly_MakeTupleOp<"make_shape"> {
  let summary = "integer tuple used as a shape";
  let description = [{
    The same value and checks as `fly.make_int_tuple`, to which `fly-canonicalize` rewrites it.

    Guarantees: those of `fly.make_int_tuple`.

    Example:

    ```mlir
    %s = fly.make_shape(%n) : (i32) -> !fly.int_tuple<(4,?)>
    ```
  }];
}

def Fly_MakeStrideOp : Fly_MakeTupleOp<"make_stride"> {
  let summary = "integer tuple used as a stride";
  let description = [{
    The same value and checks as `fly.make_int_tuple`, to which `fly-canonicalize` rewrites it.

    Guarantees: those of `fly.make_int_tuple`.

    Example:

    ```mlir
    %d = fly.make_stride(%n) : (i64) -> !fly.int_tuple<(1,?{i64 div=8})>
    ```
  }];
}

def Fly_MakeCoordOp : Fly_MakeTupleOp<"make_coord"> {
  let summary = "integer tuple used as a coordinate";
  let description = [{
    The same value and checks as `fly.make_int_tuple`, to which `fly-canonicalize` rewrites it. A `*`
    leaf keeps the mode when the coordinate slices a view.

    Guarantees: those of `fly.make_int_tuple`.

    Example:

    ```mlir
    %c = fly.make_coord(%i) : (i32) -> !fly.int_tuple<(*,?)>
    ```
  }];
}

def Fly_MakeLayoutOp : Fly_InferredOp<"make_layout"> {
  let summary = "layout from shape and stride";
  let description = [{
    Infers `shape:stride`. The two have the same nesting (FLY104) and the shape has positive integer
    leaves (FLY105). This is the normal form of a layout.

    Guarantees: shape and stride are congruent and the result holds exactly these two.

    Example:

    ```mlir
    %l = fly.make_layout(%s, %d) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,4)>) -> !fly.layout<(4,8):(1,4)>
    ```
  }];
  let arguments = (ins Fly_IntTupleArg:$shape, Fly_IntTupleArg:$stride);
  let results = (outs Fly_LayoutArg:$result);
}

def Fly_MakeLayoutLikeOp : Fly_AlgebraOp<"make_layout_like", [{
      return in.give(::layout::makeLayoutLike(in.layout(op.getRef()), in.warnings()));
    }]> {
  let summary = "compact layout in the stride order of another";
  let description = [{
    The shape of `ref` with compact strides ordered as the strides of `ref`. Zero-stride modes receive a
    stride as well, which makes modes overlap; the verifier warns about it (FLY138).

    Guarantees: the result has the shape of `ref`, and its non-trivial modes are ordered as those of
    `ref`.

    Example:

    ```mlir
    %r = fly.make_layout_like(%l) : (!fly.layout<(4,8):(16,1)>) -> !fly.layout<(4,8):(8,1)>
    ```
  }];
  let arguments = (ins Fly_LayoutArg:$ref);
  let results = (outs Fly_LayoutArg:$result);
}

def Fly_MakeOrderedLayoutOp : Fly_AlgebraOp<"make_ordered_layout", [{
      return in.give(::layout::makeOrderedLayout(in.tuple(op.getShape()), in.tuple(op.getOrder()),
                                                 in.warnings()));
    }]> {
  let summary = "compact layout in a given mode order";
  let description = [{
    Compact strides over `shape`, smallest for the mode with the smallest order key. Static keys come
    before dynamic ones, static keys by value, dynamic keys by position. The order is weakly congruent
    with the shape (FLY138); equal keys give overlapping modes, with a warning.

    Guarantees: the result has the shape `shape`; with distinct keys it is compact, so that its cosize
    is its size.

    Example:

    ```mlir
    %l = fly.make_ordered_layout(%s, %o) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,0)>) -> !fly.layout<(4,8):(8,1)>
    ```
  }];
  let arguments = (ins Fly_IntTupleArg:$shape, Fly_IntTupleArg:$order);
  let results = (outs Fly_LayoutArg:$result);
}

def Fly_MakeComposedLayoutOp : Fly_InferredOp<"make_composed_layout"> {
  let summary = "composition kept symbolic: c -> inner(offset + outer(c))";
  let description = [{
    Infers the triple of its operands without computing the composition. A swizzle or coordinate
    swizzle can only appear as `inner`.

    Guarantees: the parts are kept as they are: `fly.composed_get_inner`, `_offset` and `_outer` give
    them back.

    Example:

    ```mlir
    %c = fly.make_composed_layout(%sw, %o, %l) : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<0>, !fly.layout<(8,64):(64,1)>) -> !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>
    ```
  }];
  let arguments = (ins Fly_ComposedInnerArg:$inner, Fly_IntTupleArg:$offset,
                       Fly_NarrowLayoutArg:$outer);
  let results = (outs Fly_ComposedLayoutArg:$result);
}

def Fly_MakeIdentityLayoutOp : Fly_AlgebraOp<"make_identity_layout", [{
      return in.give(::layout::makeIdentityLayout(in.tuple(op.getShape())));
    }]> {
  let summary = "layout whose value at a coordinate is the coordinate";
  let description = [{
    Every leaf of the stride is the basis element of its own path; a scalar shape gives stride 1.

    Guarantees: the result maps every coordinate inside of the shape to itself.

    Example:

    ```mlir
    %l = fly.make_identity_layout(%s) : (!fly.int_tuple<(4,8)>) -> !fly.layout<(4,8):(1E0,1E1)>
    ```
  }];
  let arguments = (ins Fly_IntTupleArg:$shape);
  let results = (outs Fly_LayoutArg:$result);
}

def Fly_MakeViewOp : Fly_InferredOp<"make_view"> {
  let summary = "tensor from an iterator and a layout";
  let description = [{
    A pointer gives a memory view with the pointer's element type, space, alignment and swizzle; an
    integer tuple gives a coordinate tensor whose element at c is `iter + layout(c)`. `fly.get_iter` and
    `fly.get_layout` invert it. A swizzle in the layout and another on the pointer are both applied,
    with a warning (FLY146).

    Guarantees: address space, alignment and swizzle of the pointer are those of the view; nothing is
    accessed.

    Example:

    ```mlir
    %m = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(4,8):(1,4)>) -> !fly.memref<f32, global, (4,8):(1,4), align<16>>
    ```
  }];
  let arguments = (ins Fly_IteratorArg:$iter, Fly_NarrowLayoutArg:$layout);
  let results = (outs Fly_TensorArg:$result);
}

def Fly_MakeFragmentLikeOp : Fly_InferredOp<"make_fragment_like"> {
  let summary = "register memory with the values of a view";
  let description = [{
    Allocates register memory that holds every value of `src` once: mode 0 contiguous, the other modes
    packed in the order of their strides. The shape is static. The element type is `dtype`, or that of a
    memory view.

    Guarantees: every value of the view has one place of its own, and mode 0 is contiguous.

    Example:

    ```mlir
    %r = fly.make_fragment_like(%l, f16) : (!fly.layout<(4,2):(1,64)>) -> !fly.memref<f16, register, (4,2):(1,4)>
    ```
  }];
  let arguments = (ins Fly_LayoutOrTensorArg:$src, OptionalAttr<TypeAttr>:$dtype);
  let results = (outs Fly_MemRefArg:$result);
  let assemblyFormat = [{
    `(` $src (`,` $dtype^)? `)` attr-dict `:` functional-type(operands, results)
  }];
}

def Fly_MakeFragmentLayoutLikeOp : Fly_AlgebraOp<"make_fragment_layout_like", [{
      return in.give(::layout::makeFragmentLayoutLike(in.linear(op.getSrc()), in.warnings()));
    }]> {
  let summary = "layout of a register fragment for a view";
  let description = [{
    The layout that `fly.make_fragment_like` gives its result. The shape is static.

    Guarantees: the result is injective, and its mode 0 is contiguous.

    Example:

    ```mlir
    %r = fly.make_fragment_layout_like(%l) : (!fly.layout<(4,2):(1,64)>) -> !fly.layout<(4,2):(1,4)>
    ```
  }];
  let arguments = (ins Fly_LayoutOrMemRefArg:$src);
  let results = (outs Fly_LayoutArg:$result);
}

#endif
