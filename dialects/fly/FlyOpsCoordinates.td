// Maps between coordinates and indices.
#ifndef FLY_OPS_COORDINATES_TD
#define FLY_OPS_COORDINATES_TD

include "dialects/fly/FlyOpsBase.td"

def Fly_Crd2IdxOp : Fly_InferredOp<"crd2idx"> {
  let summary = "value of a layout or swizzle at a coordinate";
  let description = [{
    A scalar coordinate is split column-major over the modes, the last mode taking the rest; a tuple
    matches the rank (FLY131). A swizzle takes an integer, a coordinate swizzle a tuple with integers at
    its paths (FLY165). A static coordinate out of bounds keeps its value, with a warning.

    Guarantees: a static coordinate in a static layout gives a static index.

    Example:

    ```mlir
    %r = fly.crd2idx(%c, %l) : (!fly.int_tuple<(2,3)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<14>
    %q = fly.crd2idx(%d, %s) : (!fly.int_tuple<64>, !fly.swizzle<S<3,3,3>>) -> !fly.int_tuple<72>
    ```
  }];
  let arguments = (ins Fly_IntTupleArg:$coord, Fly_CoordMapArg:$layout);
  let results = (outs Fly_IntTupleArg:$result);
}

def Fly_Idx2CrdOp : Fly_AlgebraOp<"idx2crd", [{
      return in.give(::layout::idx2crd(in.tuple(op.getCoord()), in.layout(op.getLayout())));
    }]> {
  let summary = "coordinate of an index";
  let description = [{
    `(index / stride) % shape` at every leaf, 0 where the extent is 1. Zero and basis strides are an
    error (FLY132).

    Guarantees: the result has the nesting of the shape; for a compact layout it inverts
    `fly.crd2idx`.

    Example:

    ```mlir
    %r = fly.idx2crd(%i, %l) : (!fly.int_tuple<14>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(2,3)>
    ```
  }];
  let arguments = (ins Fly_IntTupleArg:$coord, Fly_LayoutArg:$layout);
  let results = (outs Fly_IntTupleArg:$result);
}

class Fly_IndexToCoordOp<string mnemonic, string function>
    : Fly_AlgebraOp<mnemonic, "return in.give(::layout::" # function #
        "(in.tuple(op.getIndex()), in.layout(op.getLayout())));"> {
  let arguments = (ins Fly_IntTupleArg:$index, Fly_LayoutArg:$layout);
  let results = (outs Fly_IntTupleArg:$result);
}

def Fly_GetFlatCoordOp : Fly_IndexToCoordOp<"get_flat_coord", "getFlatCoord"> {
  let summary = "coordinate of an index, one integer per mode";
  let description = [{
    `fly.idx2crd` with every top-level mode collapsed column-major.

    Guarantees: one leaf per top-level mode.

    Example:

    ```mlir
    %r = fly.get_flat_coord(%i, %l) : (!fly.int_tuple<5>, !fly.layout<((2,4),8):((1,2),8)>) -> !fly.int_tuple<(5,0)>
    ```
  }];
}

def Fly_Get1DCoordOp : Fly_IndexToCoordOp<"get_1d_coord", "get1dCoord"> {
  let summary = "coordinate of an index as one integer";
  let description = [{
    `fly.idx2crd` followed by the column-major coordinate in the whole shape.

    Guarantees: one leaf.

    Example:

    ```mlir
    %r = fly.get_1d_coord(%i, %l) : (!fly.int_tuple<5>, !fly.layout<((2,4),8):((1,2),8)>) -> !fly.int_tuple<5>
    ```
  }];
}

#endif
