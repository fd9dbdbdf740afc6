// Operations of the `fly_ptx` dialect: those that must take or return a fly type.
#ifndef FLY_PTX_OPS_TD
#define FLY_PTX_OPS_TD

include "dialects/fly_ptx/FlyPTXDialect.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def FlyPTX_MapCtaOp : Op<FlyPTX_Dialect, "map_cta", [Pure, InferTypeOpAdaptor]> {
  let summary = "pointer to the shared memory of another block of the cluster";
  let description = [{
    The same place in the shared memory of block `rank` of the cluster; element type, alignment and
    swizzle are kept.

    Guarantees: the operand is a `!fly.ptr` in `shared` (FLY406), the result one in `shared_cluster`.

    ```mlir
    %q = fly_ptx.map_cta(%p, %rank) : (!fly.ptr<f32, shared>, i32) -> !fly.ptr<f32, shared_cluster>
    ```
  }];
  let arguments = (ins AnyType:$ptr, I32:$rank);
  let results = (outs AnyType:$result);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
}

#endif
