// Operations of the `fly_rocdl` dialect.
#ifndef FLY_ROCDL_OPS_TD
#define FLY_ROCDL_OPS_TD

include "dialects/fly_rocdl/FlyROCDLAttrs.td"
include "dialects/fly_rocdl/FlyROCDLTypes.td"
include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def FlyROCDL_GetBufferRsrcOp
    : Op<FlyROCDL_Dialect, "get_buffer_rsrc",
         [Pure, InferTypeOpAdaptor]> {
  let summary = "buffer resource of a pointer into a buffer";
  let description = [{
    Yields the buffer resource of a fat pointer, without its element offset.

    Guarantees: the operand is a `!fly.ptr` in `#fly_rocdl.buffer_desc`; the result is `!llvm.ptr<8>`.

    ```mlir
    %r = fly_rocdl.get_buffer_rsrc(%p) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>) -> !llvm.ptr<8>
    ```
  }];
  let arguments = (ins AnyType:$ptr);
  let results = (outs LLVM_AnyPointer:$result);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
}

#endif
