// Printing, assumptions and the deprecated pointer extraction.
#ifndef FLY_OPS_MISC_TD
#define FLY_OPS_MISC_TD

include "dialects/fly/FlyOpsBase.td"

def Fly_PrintOp : Fly_Op<"print", [MemoryEffects<[MemWrite]>]> {
  let summary = "prints values";
  let description = [{
    `{}` placeholders take the values in order; an empty format prints the values separated by blanks.
    Placeholders and values agree in number, the format has no `%`, and values are integers, floats,
    indices, rank-1 vectors of them, tuples, layouts, tiles or swizzles (FLY160).

    Guarantees: writes to the console and is never removed.

    Example:

    ```mlir
    fly.print(%x) {format = "x={}"} : (i32) -> ()
    ```
  }];
  let arguments = (ins StrAttr:$format, Variadic<AnyType>:$values);
  let hasVerifier = 1;
}

def Fly_AssumeOp : Fly_PureOp<"assume"> {
  let summary = "value with more facts about its run-time leaves";
  let description = [{
    `src` seen as the type of `dst`, which has the same structure and may only know more: a larger
    multiple as divisibility, or the value itself (FLY161).

    Guarantees: the value is that of `src`; a promise that does not hold is undefined behaviour.

    Example:

    ```mlir
    %r = fly.assume(%d, %s) : (!fly.int_tuple<?{div=4}>, !fly.int_tuple<?>) -> !fly.int_tuple<?{div=4}>
    ```
  }];
  let arguments = (ins AnyType:$dst, AnyType:$src);
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
}

def Fly_ExtractAlignedPointerAsIndexOp : Fly_PureOp<"extract_aligned_pointer_as_index"> {
  let summary = "LLVM pointer of a memory view (deprecated)";
  let description = [{
    The address of the view's first element. `fly.get_iter` and `fly.to_llvm_ptr` replace it.

    Guarantees: no memory is accessed.

    Example:

    ```mlir
    %p = fly.extract_aligned_pointer_as_index %m : <f32, global, 4:1> -> !llvm.ptr<1>
    ```
  }];
  let arguments = (ins Fly_MemRefArg:$source);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{ $source attr-dict `:` type($source) `->` type($result) }];
}

#endif
