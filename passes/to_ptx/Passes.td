// The conversion to NVIDIA targets and what goes with it.
#ifndef FLY_TO_PTX_PASSES_TD
#define FLY_TO_PTX_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertFlyToPTX : Pass<"convert-fly-to-ptx", "::mlir::ModuleOp"> {
  let summary = "Convert fly and fly_ptx to arith, scf, vector, llvm and nvvm";
  let description = [{
    The counterpart of `convert-fly-to-rocdl` for NVIDIA targets, made of the same patterns. Register
    memory is an alloca in address space 0, shared memory are module globals in space 3, tensor memory
    is space 6 and the shared memory of a cluster space 7.

    Guarantees: those of `convert-fly-to-rocdl`. With a chip known, each payload's first architecture and
    PTX version are checked before anything is emitted (FLY401). Tensor memory is refused for loads and
    stores (FLY408).

    ```mlir
    %q = fly.add_offset(%p, %o) : (!fly.ptr<f32, global>, !fly.int_tuple<4>) -> !fly.ptr<f32, global>
    // becomes
    %q = llvm.getelementptr %p[4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"\"",
           "Chip of gpu.modules that have no target; empty: unknown, payloads are not checked.">,
    Option<"ptx", "ptx", "int", "0", "PTX version times ten, such as 87; 0: that of the module's target.">
  ];
  let statistics = [
    Statistic<"atomCalls", "atom-calls", "atom calls emitted">,
    Statistic<"registerAllocas", "register-allocas", "register memory that was not promoted">,
    Statistic<"sharedAllocations", "shared-allocations", "static shared allocations">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def FlyPTXKernelAttrs : Pass<"fly-ptx-kernel-attrs", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Turn launch facts of kernels into nvvm attributes";
  let description = [{
    On every kernel, `nvvm.maxntid` of a known block size becomes `nvvm.reqntid`, which lets the assembler rely on
    the exact size. Runs behind `convert-gpu-to-nvvm`. Running it twice changes nothing.

    Guarantees: a kernel without `nvvm.reqntid` has no `nvvm.maxntid` afterwards; a kernel that states
    `nvvm.reqntid` itself and a function that is no kernel are left as they are.

    ```mlir
    llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}
    // becomes
    llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
    ```
  }];
  let statistics = [Statistic<"kernels", "kernels", "kernels with an exact block size">];
}

#endif
