// Passes that both conversions need around the upstream GPU passes.
#ifndef FLY_TO_COMMON_PASSES_TD
#define FLY_TO_COMMON_PASSES_TD

include "mlir/Pass/PassBase.td"

def FlyAsyncLaunch : Pass<"fly-async-launch", "::mlir::ModuleOp"> {
  let summary = "Give every kernel launch on a stream the asynchronous form";
  let description = [{
    `gpu-to-llvm` of LLVM 22 refuses a launch that has an async dependency but no async result, and
    silently drops the stream object of a launch without async result. This pass rewrites both:

    * `gpu.launch_func [%token] @m::@k …` becomes `gpu.launch_func async [%token] @m::@k …`;
    * `gpu.launch_func <%stream : !llvm.ptr> @m::@k …` becomes the async form on a token that is an
      `unrealized_conversion_cast` of the stream.

    After `gpu-to-llvm` both carry their stream as `<%arg : !llvm.ptr>`. A launch that has neither runs
    on the null stream as before. Running the pass twice changes nothing.

    Guarantees: every launch on a token or stream has an async result and one dependency, with its
    operands, sizes, attributes and location unchanged.

    ```mlir
    gpu.launch_func [%t] @m::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    // becomes
    %0 = gpu.launch_func async [%t] @m::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
  let statistics = [
    Statistic<"tokens", "tokens", "launches on a token that became asynchronous">,
    Statistic<"streams", "streams", "launches on a stream object that became asynchronous">
  ];
}

def FlyMergeTargets : Pass<"fly-merge-targets", "::mlir::ModuleOp"> {
  let summary = "Leave one target attribute per chip on every gpu.module";
  let description = [{
    `rocdl-attach-target` and `nvvm-attach-target` append: a module that names its chip itself then has
    two targets for it, and `gpu-module-to-binary` makes two objects. This pass merges targets of one
    chip: what the source wrote explicitly (optimisation level, features, flags, libraries) wins, what
    it left at the default comes from the attached target. Running the pass twice changes nothing.

    Guarantees: no two targets of a gpu.module name the same chip; nothing that the source wrote is
    lost.

    ```mlir
    gpu.module @m [#rocdl.target<chip = "gfx1100">, #rocdl.target<chip = "gfx1100", flags = {no_wave64}>]
    // becomes
    gpu.module @m [#rocdl.target<chip = "gfx1100", flags = {no_wave64}>]
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::ROCDL::ROCDLDialect",
                           "::mlir::NVVM::NVVMDialect"];
  let statistics = [Statistic<"merged", "merged", "targets merged into another one of their chip">];
}

def FlyScfToCf : Pass<"fly-scf-to-cf"> {
  let summary = "Lower structured control flow to branches in time linear in the code";
  let description = [{
    The patterns of upstream's `convert-scf-to-cf`, applied from the last operation to the first. To lower
    a loop its block is split, which moves everything behind the loop; upstream goes forward, so many loops
    one after another cost the square of their number. The pipelines run this pass on every `gpu.module`
    and `convert-scf-to-cf` behind it, which then finds nothing to do or names what has no lowering.
    Running the pass twice changes nothing.

    Guarantees: the blocks are those of `convert-scf-to-cf`; of `scf` only operations are left that it has
    no lowering for either.

    ```mlir
    scf.if %c {
      gpu.barrier
    }
    // becomes
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      gpu.barrier
      cf.br ^bb2
    ^bb2:
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
  let statistics = [Statistic<"lowered", "lowered", "operations lowered">];
}

#endif
