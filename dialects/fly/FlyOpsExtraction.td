// Taking tuples, layouts and views apart.
#ifndef FLY_OPS_EXTRACTION_TD
#define FLY_OPS_EXTRACTION_TD

include "dialects/fly/FlyOpsBase.td"

def Fly_GetScalarOp : Fly_InferredOp<"get_scalar"> {
  let summary = "integer value of a scalar tuple";
  let description = [{
    Unwraps nested rank-1 tuples down to one leaf and yields it as an integer: `i64` for a `?{i64}` leaf,
    else `i32`. A scaled basis element yields its coefficient.

    Guarantees: one integer of the width of the leaf; a tuple of more than one leaf is refused.

    Example:

    ```mlir
    %i = fly.get_scalar(%t) : (!fly.int_tuple<((?{i64}))>) -> i64
    ```
  }];
  let arguments = (ins Fly_IntTupleArg:$int_tuple);
  let results = (outs AnyType:$result);
}

def Fly_GetLeavesOp : Fly_InferredOp<"get_leaves"> {
  let summary = "leaves of a tuple as integers";
  let description = [{
    One result per leaf from left to right, `i64` for a `?{i64}` leaf, else `i32`. With `dynamicOnly` the
    static leaves are left out.

    Guarantees: as many results as leaves (or dynamic leaves), each of the width of its leaf.

    Example:

    ```mlir
    %0:2 = fly.get_leaves(%t) {dynamicOnly = true} : (!fly.int_tuple<(4,?,?{i64})>) -> (i32, i64)
    ```
  }];
  let arguments = (ins Fly_IntTupleArg:$input, DefaultValuedAttr<BoolAttr, "false">:$dynamicOnly);
  let results = (outs Variadic<Fly_AnyIntArg>:$results);
}

def Fly_GetShapeOp : Fly_AlgebraOp<"get_shape", [{
      return in.give(in.linear(op.getLayout()).shape());
    }]> {
  let summary = "shape of a layout or tensor";
  let description = [{
    The shape of the linear layout, also for composed layouts.

    Guarantees: the result is congruent with the stride; nothing is computed at run time.

    Example:

    ```mlir
    %s = fly.get_shape(%m) : (!fly.memref<f32, global, (4,8):(1,4)>) -> !fly.int_tuple<(4,8)>
    ```
  }];
  let arguments = (ins Fly_LayoutLikeArg:$layout);
  let results = (outs Fly_IntTupleArg:$result);
}

def Fly_GetStrideOp : Fly_InferredOp<"get_stride"> {
  let summary = "stride of a plain layout or tensor";
  let description = [{
    Composed layouts have no stride and are refused in every carrier.

    Guarantees: the result is congruent with the shape; nothing is computed at run time.

    Example:

    ```mlir
    %d = fly.get_stride(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(1,4)>
    ```
  }];
  let arguments = (ins Fly_LayoutLikeArg:$layout);
  let results = (outs Fly_IntTupleArg:$result);
}

def Fly_GetLayoutOp : Fly_AlgebraOp<"get_layout", [{
      return in.give(in.anyLayout(op.getMemref()));
    }]> {
  let summary = "layout of a tensor";
  let description = [{
    The full layout, composed levels included.

    Guarantees: with `fly.get_iter` the tensor is recovered by `fly.make_view`.

    Example:

    ```mlir
    %l = fly.get_layout(%m) : (!fly.memref<f32, global, 4:1>) -> !fly.layout<4:1>
    ```
  }];
  let arguments = (ins Fly_TensorArg:$memref);
  let results = (outs Fly_NarrowLayoutArg:$result);
}

def Fly_GetIterOp : Fly_InferredOp<"get_iter"> {
  let summary = "iterator of a tensor";
  let description = [{
    The pointer of a memory view (element type, space, alignment and swizzle kept), or the base of a
    coordinate tensor.

    Guarantees: with `fly.get_layout` the tensor is recovered by `fly.make_view`.

    Example:

    ```mlir
    %p = fly.get_iter(%m) : (!fly.memref<f32, global, 4:1>) -> !fly.ptr<f32, global>
    ```
  }];
  let arguments = (ins Fly_TensorArg:$memref);
  let results = (outs Fly_IteratorArg:$result);
}

def Fly_ComposedGetInnerOp : Fly_InferredOp<"composed_get_inner"> {
  let summary = "inner map of a composed layout";
  let description = [{
    The function applied last: a swizzle, coordinate swizzle, layout or composed layout.

    Guarantees: the part is returned as it was given to `fly.make_composed_layout`.

    Example:

    ```mlir
    %i = fly.composed_get_inner(%c) : (!fly.composed_layout<S<3,3,3> o 0 o 8:1>) -> !fly.swizzle<S<3,3,3>>
    ```
  }];
  let arguments = (ins Fly_ComposedLayoutArg:$input);
  let results = (outs AnyType:$result);
}

def Fly_ComposedGetOffsetOp : Fly_AlgebraOp<"composed_get_offset", [{
      return in.give(in.composed(op.getInput()).offset());
    }]> {
  let summary = "offset of a composed layout";
  let description = [{
    What is added between the outer layout and the inner map.

    Guarantees: the part is returned as it was given to `fly.make_composed_layout`.

    Example:

    ```mlir
    %o = fly.composed_get_offset(%c) : (!fly.composed_layout<S<3,3,3> o 16 o 8:1>) -> !fly.int_tuple<16>
    ```
  }];
  let arguments = (ins Fly_ComposedLayoutArg:$input);
  let results = (outs Fly_IntTupleArg:$result);
}

def Fly_ComposedGetOuterOp : Fly_AlgebraOp<"composed_get_outer", [{
      return in.give(in.composed(op.getInput()).outer());
    }]> {
  let summary = "outer layout of a composed layout";
  let description = [{
    The layout applied first; it is composed itself when the nesting is.

    Guarantees: the part is returned as it was given to `fly.make_composed_layout`.

    Example:

    ```mlir
    %o = fly.composed_get_outer(%c) : (!fly.composed_layout<32:2 o 0 o [32:1 o 0 o 8:1]>) -> !fly.composed_layout<32:1 o 0 o 8:1>
    ```
  }];
  let arguments = (ins Fly_ComposedLayoutArg:$input);
  let results = (outs Fly_NarrowLayoutArg:$result);
}

#endif
