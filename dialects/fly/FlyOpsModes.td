// Choosing, grouping and cutting modes.
#ifndef FLY_OPS_MODES_TD
#define FLY_OPS_MODES_TD

include "dialects/fly/FlyOpsBase.td"

def Fly_GetOp : Fly_InferredOp<"get"> {
  let summary = "sub-tuple or sub-layout at a path";
  let description = [{
    Follows the indices of `mode` into the nesting; an empty path yields the operand. Of a tensor only
    the layout is indexed: iterator, alignment and base stay. A path longer than the operand is deep, or
    an index out of range, is an error (FLY122).

    Guarantees: the result is the part of the operand at the path, with its strides.

    Example:

    ```mlir
    %r = fly.get(%l) {mode = array<i32: 1, 0>} : (!fly.layout<(4,(2,8)):(1,(4,8))>) -> !fly.layout<2:4>
    ```
  }];
  let arguments = (ins Fly_IntTupleLikeArg:$input, DenseI32ArrayAttr:$mode);
  let results = (outs Fly_IntTupleLikeArg:$result);
}

def Fly_TakeOp : Fly_AlgebraOp<"take", [{
      int64_t begin = static_cast<int32_t>(op.getBegin()), end = static_cast<int32_t>(op.getEnd());
      return in.modes(op.getTuple(), [&](const auto &t) { return ::layout::take(t, begin, end); });
    }]> {
  let summary = "modes begin to end-1";
  let description = [{
    `end = -1` means the rank. One mode is returned bare, several as a tuple. A leaf operand, an empty
    range or one outside the rank is an error (FLY123).

    Guarantees: the modes keep their order and their strides.

    Example:

    ```mlir
    %r = fly.take(%t) {begin = 1 : i32, end = -1 : i32} : (!fly.int_tuple<(2,3,4)>) -> !fly.int_tuple<(3,4)>
    ```
  }];
  let arguments = (ins Fly_IntTupleLikeArg:$tuple, I32Attr:$begin, I32Attr:$end);
  let results = (outs Fly_IntTupleLikeArg:$result);
}

def Fly_SelectOp : Fly_InferredOp<"select"> {
  let summary = "listed modes in order";
  let description = [{
    Indices may repeat; one index returns the mode bare. A leaf operand, an empty list or an index out
    of range is an error (FLY122, FLY123).

    Guarantees: the modes are those of the operand, with their strides.

    Example:

    ```mlir
    %r = fly.select(%t) {indices = array<i32: 2, 0>} : (!fly.int_tuple<(2,3,4)>) -> !fly.int_tuple<(4,2)>
    ```
  }];
  let arguments = (ins Fly_IntTupleLikeArg:$tuple, DenseI32ArrayAttr:$indices);
  let results = (outs Fly_IntTupleLikeArg:$result);
}

def Fly_GroupOp : Fly_AlgebraOp<"group", [{
      int64_t begin = static_cast<int32_t>(op.getBegin()), end = static_cast<int32_t>(op.getEnd());
      return in.modes(op.getTuple(), [&](const auto &t) { return ::layout::group(t, begin, end); });
    }]> {
  let summary = "wraps modes begin to end-1 into one";
  let description = [{
    `end = -1` means the rank; an empty range changes nothing; a leaf is returned unchanged. A range
    outside the rank is an error (FLY123).

    Guarantees: values, order and size stay; only the nesting changes.

    Example:

    ```mlir
    %r = fly.group(%t) {begin = 1 : i32, end = 3 : i32} : (!fly.int_tuple<(2,3,4)>) -> !fly.int_tuple<(2,(3,4))>
    ```
  }];
  let arguments = (ins Fly_IntTupleLikeArg:$tuple, I32Attr:$begin, I32Attr:$end);
  let results = (outs Fly_IntTupleLikeArg:$result);
}

class Fly_ExtendOp<string mnemonic> : Fly_InferredOp<mnemonic> {
  let arguments = (ins Fly_TupleOrNarrowLayoutArg:$tuple, Fly_TupleOrLayoutArg:$elem,
                       OptionalAttr<I32Attr>:$n);
  let results = (outs Fly_TupleOrNarrowLayoutArg:$result);
  let assemblyFormat = [{
    (`<` $n^ `>`)? ` ` `(` operands `)` attr-dict `:` functional-type(operands, results)
  }];
}

def Fly_AppendOp : Fly_ExtendOp<"append"> {
  let summary = "adds modes at the end";
  let description = [{
    Without `n` one mode is added, with `n` copies are added until the rank is `n` (not below the rank,
    FLY124). A leaf counts as one mode, the result is always a tuple. Tuples extend by tuples, layouts
    and composed layouts by layouts.

    Guarantees: the modes of `tuple` come first and are unchanged.

    Example:

    ```mlir
    %r = fly.append<4> (%t, %e) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<1>) -> !fly.int_tuple<(2,3,1,1)>
    ```
  }];
}

def Fly_PrependOp : Fly_ExtendOp<"prepend"> {
  let summary = "adds modes at the front";
  let description = [{
    The same as `fly.append` at the other end.

    Guarantees: the modes of `tuple` come last and are unchanged.

    Example:

    ```mlir
    %r = fly.prepend (%l, %u) : (!fly.layout<(4,8):(1,4)>, !fly.layout<1:0>) -> !fly.layout<(1,4,8):(0,1,4)>
    ```
  }];
}

def Fly_SliceOp : Fly_InferredOp<"slice"> {
  let summary = "fixes some modes, keeps those marked *";
  let description = [{
    Keeps the subtrees whose coordinate is `*`, flattened to one level and unwrapped. A memory view with
    a plain layout advances its pointer by the offset of the coordinate and its alignment follows; a
    coordinate tensor advances its base; a composed layout absorbs the offset in its innermost offset and
    keeps the iterator. The coordinate matches the nesting and keeps something (FLY125).

    Guarantees: the result maps what is kept as the operand does at the fixed coordinates; its size is
    the product of the kept extents.

    Example:

    ```mlir
    %r = fly.slice(%m, %c) : (!fly.memref<f32, global, (4,8):(1,4), align<16>>, !fly.int_tuple<(*,2)>) -> !fly.memref<f32, global, 4:1, align<16>>
    ```
  }];
  let arguments = (ins Fly_IntTupleLikeArg:$src, Fly_IntTupleArg:$coord);
  let results = (outs Fly_IntTupleLikeArg:$result);
}

def Fly_DiceOp : Fly_AlgebraOp<"dice", [{
      return in.modes(op.getSrc(), [&](const auto &t) {
        return ::layout::dice(t, in.tuple(op.getCoord()));
      });
    }]> {
  let summary = "keeps the modes that slice fixes";
  let description = [{
    The dual of `fly.slice`: keeps the subtrees whose coordinate is not `*`. The coordinate matches the
    nesting and keeps something (FLY125).

    Guarantees: the kept modes are unchanged.

    Example:

    ```mlir
    %r = fly.dice(%t, %c) : (!fly.int_tuple<(2,3,4)>, !fly.int_tuple<(*,1,1)>) -> !fly.int_tuple<(3,4)>
    ```
  }];
  let arguments = (ins Fly_TupleOrLayoutArg:$src, Fly_IntTupleArg:$coord);
  let results = (outs Fly_TupleOrLayoutArg:$result);
}

#endif
