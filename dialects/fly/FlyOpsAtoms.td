// Making atoms and calling one.
#ifndef FLY_OPS_ATOMS_TD
#define FLY_OPS_ATOMS_TD

include "dialects/fly/FlyOpsBase.td"

def Fly_MakeCopyAtomOp : Fly_PureOp<"make_copy_atom"> {
  let summary = "copy atom";
  let description = [{
    The atom that its type describes, with default state. `valBits` repeats the width of one value and
    agrees with the type (FLY157).

    Guarantees: the payload keeps the invariants of copies (FLY116); no effect.

    Example:

    ```mlir
    %a = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 16>
    ```
  }];
  let arguments = (ins I32Attr:$valBits);
  let results = (outs Fly_CopyAtomArg:$result);
  let assemblyFormat = [{ attr-dict `:` qualified(type($result)) }];
  let hasVerifier = 1;
}

def Fly_MakeMmaAtomOp : Fly_PureOp<"make_mma_atom"> {
  let summary = "matrix atom";
  let description = [{
    The atom that its type describes, with default state.

    Guarantees: the payload keeps the invariants of matrix atoms (FLY201 to FLY212); no effect.

    Example:

    ```mlir
    %a = fly.make_mma_atom : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
    ```
  }];
  let results = (outs Fly_MmaAtomArg:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{ attr-dict `:` qualified(type($result)) }];
}

def Fly_AtomSetValueOp : Fly_AlgebraOp<"atom.set_value", [{
      return in.give(op.getAtom().getType());
    }]> {
  let summary = "atom with one state field replaced";
  let description = [{
    A functional update: the operand keeps its state. The payload has state and the field exists, with
    the width of the value (FLY156).

    Guarantees: the result has the type of `atom`, and its other fields are unchanged.

    Example:

    ```mlir
    %b = fly.atom.set_value(%a, "soffset", %v) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, i32) -> !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>
    ```
  }];
  let arguments = (ins AnyType:$atom, StrAttr:$field, AnyType:$value);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    `(` $atom `,` $field `,` $value `)` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Fly_CopyAtomCallOp : Fly_MemoryOp<"copy_atom_call"> {
  let summary = "one atom-sized copy between memories";
  let description = [{
    Moves what one call of the atom moves from `src` to `dst`; with `pred`, a one-element memory of i1,
    only when it is true. Element counts agree with the atom where its value width is the element width
    (FLY153).

    Guarantees: reads `src` and `pred`, writes `dst`; nothing else is touched.

    Example:

    ```mlir
    fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>, !fly.memref<f16, register, 4:1>) -> ()
    ```
  }];
  let arguments = (ins Fly_CopyAtomArg:$copyAtom, Fly_MemRefArg:$src, Fly_MemRefArg:$dst,
                       Optional<Fly_MemRefArg>:$pred);
  let hasVerifier = 1;
}

def Fly_MmaAtomCallOp : Fly_MemoryOp<"mma_atom_call"> {
  let summary = "one matrix instruction on memory: d = a * b + c";
  let description = [{
    Element types and counts agree with the payload (FLY154).

    Guarantees: reads a, b and c, writes d; d may be c.

    Example:

    ```mlir
    fly.mma_atom_call(%m, %d, %a, %b, %c) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
    ```
  }];
  let arguments = (ins Fly_MmaAtomArg:$mmaAtom, Fly_MemRefArg:$d, Fly_MemRefArg:$a,
                       Fly_MemRefArg:$b, Fly_MemRefArg:$c);
  let hasVerifier = 1;
}

def Fly_CopyAtomCallSSAOp : Fly_MemoryOp<"copy_atom_call_ssa", [AttrSizedOperandSegments]> {
  let summary = "one atom-sized copy with values in registers";
  let description = [{
    Operands that are memory views are in memory, others are register values. A destination in memory
    is an operand and there is no result; a destination in registers is the one result, and `dst` is
    then absent or, under a predicate, the old value (FLY153). `operandSegmentSizes` counts atom,
    source, destination and predicate.

    Guarantees: only the operands in memory are accessed; under a false predicate the result is the
    old value.

    Example:

    ```mlir
    %v = fly.copy_atom_call_ssa(%a, %s) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>) -> vector<4xf16>
    ```
  }];
  let arguments = (ins Fly_CopyAtomArg:$copyAtom, AnyType:$src, Optional<AnyType>:$dst,
                       Optional<AnyType>:$pred);
  let results = (outs Variadic<AnyType>:$results);
  let hasVerifier = 1;
}

def Fly_MmaAtomCallSSAOp : Fly_MemoryOp<"mma_atom_call_ssa"> {
  let summary = "one matrix instruction with values in registers";
  let description = [{
    With five operands D is in memory and there is no result; with four D is the one result. Element
    types and counts agree with the payload (FLY154).

    Guarantees: without an operand in memory there is no effect.

    Example:

    ```mlir
    %r = fly.mma_atom_call_ssa(%m, %a, %b, %c) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, f32, f32, f32) -> f32
    ```
  }];
  let arguments = (ins Fly_MmaAtomArg:$mmaAtom, Optional<AnyType>:$d, AnyType:$a, AnyType:$b,
                       AnyType:$c);
  let results = (outs Variadic<AnyType>:$results);
  let hasVerifier = 1;
}

#endif
