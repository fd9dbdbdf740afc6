// Arithmetic on integer tuples.
#ifndef FLY_OPS_ARITHMETIC_TD
#define FLY_OPS_ARITHMETIC_TD

include "dialects/fly/FlyOpsBase.td"

// `function` is the function of dialects/layout; `extra` its further arguments.
class Fly_TupleBinaryOp<string mnemonic, string function, string extra = ", in.warnings()">
    : Fly_AlgebraOp<mnemonic, "return in.give(::layout::" # function #
        "(in.tuple(op.getLhs()), in.tuple(op.getRhs())" # extra # "));"> {
  let arguments = (ins Fly_IntTupleArg:$lhs, Fly_IntTupleArg:$rhs);
  let results = (outs Fly_IntTupleArg:$result);
}

class Fly_TupleUnaryOp<string mnemonic, string function>
    : Fly_AlgebraOp<mnemonic, "return in.give(::layout::" # function #
        "(in.tuple(op.getInput())));"> {
  let arguments = (ins Fly_IntTupleArg:$input);
  let results = (outs Fly_IntTupleArg:$result);
}

class Fly_TupleCompareOp<string mnemonic, string function>
    : Fly_AlgebraOp<mnemonic, "return in.giveTruth(::layout::" # function #
        "(in.tuple(op.getLhs()), in.tuple(op.getRhs())));"> {
  let arguments = (ins Fly_IntTupleArg:$lhs, Fly_IntTupleArg:$rhs);
  let results = (outs I1:$result);
}

def Fly_IntTupleAddOp : Fly_TupleBinaryOp<"int_tuple_add", "add"> {
  let summary = "sum of two tuples, mode by mode";
  let description = [{
    Basis elements add as the tuples that they stand for. Surplus modes of the longer operand pass
    through, with a warning (FLY126); a scalar plus a tuple is an error.

    Guarantees: static leaves are exact in 32 bits or the sum is an error (FLY130); a dynamic leaf is
    divisible by the greatest common divisor of both sides.

    Example:

    ```mlir
    %r = fly.int_tuple_add(%a, %b) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(2,2)>) -> !fly.int_tuple<(6,10)>
    ```
  }];
}

def Fly_IntTupleSubOp : Fly_TupleBinaryOp<"int_tuple_sub", "sub"> {
  let summary = "difference of two tuples, mode by mode";
  let description = [{
    Divisibility of a dynamic leaf becomes the greatest common divisor of the two. Surplus modes pass
    through, with a warning (FLY126).

    Guarantees: static leaves are exact in 32 bits or the difference is an error (FLY130).

    Example:

    ```mlir
    %r = fly.int_tuple_sub(%a, %b) : (!fly.int_tuple<(4,?{div=8})>, !fly.int_tuple<(2,4)>) -> !fly.int_tuple<(2,?{div=4})>
    ```
  }];
}

def Fly_IntTupleMulOp : Fly_TupleBinaryOp<"int_tuple_mul", "mul"> {
  let summary = "product of two tuples, mode by mode";
  let description = [{
    One side of a leaf product may be a basis element, whose coefficient is scaled. Divisibilities
    multiply. Surplus modes pass through, with a warning (FLY126).

    Guarantees: static leaves are exact in 32 bits or the product is an error (FLY130).

    Example:

    ```mlir
    %r = fly.int_tuple_mul(%a, %b) : (!fly.int_tuple<?{div=2}>, !fly.int_tuple<4>) -> !fly.int_tuple<?{div=8}>
    ```
  }];
}

def Fly_IntTupleDivOp : Fly_TupleBinaryOp<"int_tuple_div", "div"> {
  let summary = "truncating quotient of two tuples, mode by mode";
  let description = [{
    Division forgets divisibility, also when dividing by 1. Division by a static zero is an error
    (FLY128).

    Guarantees: static leaves are exact; the result has the nesting of the operands.

    Example:

    ```mlir
    %r = fly.int_tuple_div(%a, %b) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(2,2)>) -> !fly.int_tuple<(2,4)>
    ```
  }];
}

def Fly_IntTupleModOp : Fly_TupleBinaryOp<"int_tuple_mod", "mod"> {
  let summary = "remainder of two tuples, mode by mode";
  let description = [{
    The remainder has the sign of the left operand. A static zero on the right is an error (FLY128).

    Guarantees: static leaves are exact; the result has the nesting of the operands.

    Example:

    ```mlir
    %r = fly.int_tuple_mod(%a, %b) : (!fly.int_tuple<(5,8)>, !fly.int_tuple<(2,4)>) -> !fly.int_tuple<(1,0)>
    ```
  }];
}

def Fly_IntTupleProductOp : Fly_TupleUnaryOp<"int_tuple_product", "product"> {
  let summary = "product of all leaves";
  let description = [{
    A static product outside 32 bits is an error (FLY130).

    Guarantees: the result is one leaf.

    Example:

    ```mlir
    %r = fly.int_tuple_product(%a) : (!fly.int_tuple<(4,8)>) -> !fly.int_tuple<32>
    ```
  }];
}

def Fly_IntTupleProductEachOp : Fly_TupleUnaryOp<"int_tuple_product_each", "productEach"> {
  let summary = "product of every top-level mode";
  let description = [{
    A leaf is returned unchanged.

    Guarantees: the result has one leaf per top-level mode.

    Example:

    ```mlir
    %r = fly.int_tuple_product_each(%a) : (!fly.int_tuple<((2,3),(4,5))>) -> !fly.int_tuple<(6,20)>
    ```
  }];
}

def Fly_IntTupleProductLikeOp : Fly_TupleBinaryOp<"int_tuple_product_like", "productLike"> {
  let summary = "products in the nesting of a guide";
  let description = [{
    Follows the nesting of `rhs`; each of its leaves becomes the product of the subtree of `lhs` at that
    place. A guide deeper than `lhs` is an error; surplus modes of `lhs` are dropped with a warning
    (FLY126).

    Guarantees: the result has the nesting of `rhs`; without surplus modes the product of its leaves is
    that of `lhs`.

    Example:

    ```mlir
    %r = fly.int_tuple_product_like(%a, %g) : (!fly.int_tuple<((2,3),(4,5))>, !fly.int_tuple<(1,(1,1))>) -> !fly.int_tuple<(6,(4,5))>
    ```
  }];
}

def Fly_ShapeDivOp : Fly_TupleBinaryOp<"shape_div", "shapeDiv"> {
  let summary = "quotient of shapes where one divides the other";
  let description = [{
    As `fly.ceil_div`, but of two static leaves one must divide the other (FLY129). A scalar divisor is
    folded into a tuple from left to right.

    Guarantees: the result has the nesting of `lhs`.

    Example:

    ```mlir
    %r = fly.shape_div(%a, %b) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<8>) -> !fly.int_tuple<(1,4)>
    ```
  }];
}

def Fly_CeilDivOp : Fly_TupleBinaryOp<"ceil_div", "ceilDiv"> {
  let summary = "quotient rounded up, mode by mode";
  let description = [{
    A scalar divisor is folded into a tuple from left to right; of two tuples of different rank the
    surplus modes of `lhs` are copied and those of the divisor are ignored, with a warning (FLY126). Division by a static zero is an error (FLY128).

    Guarantees: the result has the nesting of `lhs`; no static quotient is too small.

    Example:

    ```mlir
    %r = fly.ceil_div(%a, %b) : (!fly.int_tuple<(5,7)>, !fly.int_tuple<(2,3)>) -> !fly.int_tuple<(3,3)>
    ```
  }];
}

def Fly_ElemLessOp : Fly_TupleCompareOp<"elem_less", "elemLess"> {
  let summary = "whether every mode is smaller";
  let description = [{
    The conjunction of `<` over the modes of `lhs`; surplus modes of `rhs` are ignored and a longer `lhs`
    is statically false. Basis elements cannot be compared (FLY127).

    Guarantees: the result is a constant when both sides are static, and one comparison per leaf
    otherwise.

    Example:

    ```mlir
    %r = fly.elem_less(%a, %b) : (!fly.int_tuple<(1,2)>, !fly.int_tuple<(4,8)>) -> i1
    ```
  }];
}

def Fly_EqualOp : Fly_TupleCompareOp<"equal", "equal"> {
  let summary = "whether two tuples are equal";
  let description = [{
    Different nesting is statically false. Basis elements compare path and coefficient.

    Guarantees: the result is a constant when both sides are static or differ in nesting.

    Example:

    ```mlir
    %r = fly.equal(%a, %b) : (!fly.int_tuple<(1E0)>, !fly.int_tuple<(1E1)>) -> i1
    ```
  }];
}

#endif
