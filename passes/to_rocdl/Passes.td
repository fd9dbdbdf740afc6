// The conversion to AMD targets and what goes with it.
#ifndef FLY_TO_ROCDL_PASSES_TD
#define FLY_TO_ROCDL_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertFlyToROCDL : Pass<"convert-fly-to-rocdl", "::mlir::ModuleOp"> {
  let summary = "Convert fly and fly_rocdl to arith, scf, vector, llvm and rocdl";
  let description = [{
    The last pass that sees fly. Pointers become LLVM pointers or buffer fat pointers, register and
    shared memory become allocas and module globals, atoms become their state structs, and every atom
    call is emitted by its payload. Function signatures, calls, launches, branches and the structured
    control flow operations are converted along.

    Needs `fly-rewrite-func-signature`, `fly-canonicalize` and `fly-layout-lowering` before it; what
    they would have removed is reported with the name of the pass. Register memory that
    `fly-promote-regmem-to-vectorssa` did not promote becomes an alloca.

    Guarantees: no fly operation is left but dead `static`, `make_int_tuple`, `make_layout` and
    `make_composed_layout`, which `canonicalize` removes. Every emission that fails is an error at the
    call; one run reports all of them. With a chip known, each payload is checked against it (U7).

    ```mlir
    %q = fly.add_offset(%p, %o) : (!fly.ptr<f32, global>, !fly.int_tuple<4>) -> !fly.ptr<f32, global>
    // becomes
    %q = llvm.getelementptr %p[4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"\"",
           "Chip of gpu.modules that have no target; empty: unknown, payloads are not checked.">
  ];
  let statistics = [
    Statistic<"atomCalls", "atom-calls", "atom calls emitted">,
    Statistic<"registerAllocas", "register-allocas", "register memory that was not promoted">,
    Statistic<"sharedAllocations", "shared-allocations", "static shared allocations">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::ROCDL::ROCDLDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def FlyROCDLClusterAttr : Pass<"fly-rocdl-cluster-attr", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Turn the cluster-dims attribute into an LLVM passthrough entry";
  let description = [{
    On every `llvm.func` with the string attribute `rocdl.cluster_dims`, appends
    `["amdgpu-cluster-dims", value]` to `passthrough`, keeping existing entries, and drops the
    attribute. Runs behind `convert-gpu-to-rocdl`. Running it twice changes nothing.

    Guarantees: no function keeps the attribute; entries of `passthrough` keep their order.

    ```mlir
    llvm.func @k() attributes {rocdl.cluster_dims = "2,1,1"}
    // becomes
    llvm.func @k() attributes {passthrough = [["amdgpu-cluster-dims", "2,1,1"]]}
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"functions", "functions", "functions that got the entry">];
}

def FlyROCDLNativeMath : Pass<"fly-rocdl-native-math", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Use the chip's own f32 exp2, log2, rcp, rsqrt, sqrt, sin and cos where fast math allows";
  let description = [{
    `convert-gpu-to-rocdl` turns most functions of the math dialect into calls of a device library that
    a plain LLVM installation lacks. Where the fast-math flags of the operation allow an approximation
    (`afn`; for a division `arcp`), this pass emits the instruction instead: on f32, scalars and
    vectors.

    | operation | flag | becomes |
    |---|---|---|
    | `math.exp2`, `math.log2`, `math.sqrt`, `math.rsqrt` | `afn` | `v_exp_f32`, `v_log_f32`, `v_sqrt_f32`, `v_rsq_f32` |
    | `math.exp`, `math.log`, `math.log10` | `afn` | the base-2 instruction and a multiplication |
    | `math.sin`, `math.cos` | `afn` | a multiplication by 1/(2 pi), `v_fract_f32`, `v_sin_f32` or `v_cos_f32` |
    | `arith.divf %one, %x` | `arcp` | `v_rcp_f32` |

    Operations without the flag stay. Denormal results may be flushed to zero. Running the pass twice
    changes nothing.

    Guarantees: an operation is replaced only where its flags allow it; the result has its location.

    ```mlir
    %y = math.exp2 %x fastmath<afn> : f32
    // becomes
    %y = rocdl.exp2 %x f32 -> f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::ROCDL::ROCDLDialect", "::mlir::vector::VectorDialect"];
  let statistics = [Statistic<"replaced", "replaced", "functions replaced by instructions">];
}

def FlyROCDLKernelHints : Pass<"fly-rocdl-kernel-hints", "::mlir::ModuleOp"> {
  let summary = "Store the waves-per-eu hint on every kernel";
  let description = [{
    Sets `rocdl.waves_per_eu : i32` on every kernel entry (`gpu.func … kernel`); device helper
    functions are skipped. A value that is not positive is refused. Running the pass twice changes
    nothing.

    Guarantees: all kernels of the module carry the same hint; nothing else changes.

    ```mlir
    gpu.func @k() kernel
    // with waves-per-eu=2 becomes
    gpu.func @k() kernel attributes {rocdl.waves_per_eu = 2 : i32}
    ```
  }];
  let options = [Option<"wavesPerEu", "waves-per-eu", "int", "0", "Waves per execution unit.">];
  let statistics = [Statistic<"kernels", "kernels", "kernels that got the hint">];
}

#endif
