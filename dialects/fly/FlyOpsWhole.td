// Copies and products of whole views, expanded into atom calls by the lowering.
#ifndef FLY_OPS_WHOLE_TD
#define FLY_OPS_WHOLE_TD

include "dialects/fly/FlyOpsBase.td"

def Fly_CopyOp : Fly_MemoryOp<"copy"> {
  let summary = "copies one thread's view with an atom";
  let description = [{
    Mode 0 of both views is what one call moves; one call is made per index of the remaining modes, in
    column-major order. `copyAtom` is a copy atom or a tiled copy, whose atom is used. Ranks are equal,
    the number of calls is static and the same on both sides, and a predicate has the rank of the views
    or one mode less (FLY155). An atom that moves whole tiles is called once.

    Guarantees: the calls move every value of the views once, and nothing outside of them.

    Example:

    ```mlir
    fly.copy(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, (1,4):(0,1)>, !fly.memref<f32, register, (1,4):(0,1)>) -> ()
    ```
  }];
  let arguments = (ins AnyType:$copyAtom, Fly_MemRefArg:$src, Fly_MemRefArg:$dst,
                       Optional<Fly_MemRefArg>:$pred);
  let hasVerifier = 1;
}

def Fly_GemmOp : Fly_MemoryOp<"gemm"> {
  let summary = "product of one thread's fragments with an atom: d = a * b + c";
  let description = [{
    All views have rank 1, one call; or d and c have modes (V,M,N) and a, b are (V,M), (V,N) or (V,M,K),
    (V,N,K) with equal extents (FLY155). The first product of an element adds c, the following ones add
    to d. Loops run K outermost, then M, then N, unless `traversalOrder` names them from innermost to
    outermost or `traversalLayout` maps the iteration number to a coordinate of (M,N[,K]); not both.

    Guarantees: reads a, b and c, writes d; the sum over K is accumulated in the order of the loop.

    Example:

    ```mlir
    fly.gemm(%m, %d, %a, %b, %c) {traversalOrder = #fly<gemm_traversal_order kmn>} : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,2,4):(0,1,2)>, !fly.memref<f32, register, (1,3,4):(0,1,3)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>) -> ()
    ```
  }];
  let arguments = (ins AnyType:$mmaAtom, Fly_MemRefArg:$d, Fly_MemRefArg:$a, Fly_MemRefArg:$b,
                       Fly_MemRefArg:$c, Optional<Fly_LayoutArg>:$traversalLayout,
                       OptionalAttr<Fly_GemmTraversalOrderArg>:$traversalOrder);
  let assemblyFormat = [{
    `(` $mmaAtom `,` $d `,` $a `,` $b `,` $c `)`
    (`[` `traversalLayout` `=` $traversalLayout^ `]`)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif
