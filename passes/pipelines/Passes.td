// The pipeline as one pass, and the check before code generation.
#ifndef FLY_PIPELINES_PASSES_TD
#define FLY_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def FlyLower : Pass<"fly-lower", "::mlir::ModuleOp"> {
  let summary = "Lower fly kernels to a stage: source, signature, layout, ssa, target, llvm, llvm-ir, isa, obj";
  let description = [{
    Runs the standard pipeline up to the end of the stage `to`. The chip is the target of the
    `gpu.module`; else the option `chip`; else `"chip"` in the project file `fly.json` above the source.
    Stages up to `target` need none. Modules that target different chips are refused.

    ```
    fly-opt kernel.mlir --fly-lower='chip=gfx942 to=isa'
    ```

    `fly-compile --print-pipeline` prints the same passes as text, grouped by stage.

    Guarantees: the result is that of the passes one by one, and a stage holds no operation of an earlier
    one. Errors are those of the passes.

    ```mlir
    gpu.module @m { gpu.func @k(%p: !fly.ptr<f32, global>) kernel { gpu.return } }
    // with to=target becomes
    gpu.module @m { gpu.func @k(%p: !llvm.ptr<1>) kernel { gpu.return } }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"\"", "Chip of gpu.modules that have no target.">,
    Option<"to", "to", "std::string", "\"isa\"", "Last stage.">,
    Option<"optLevel", "O", "int", "-1",
           "Optimisation level of LLVM, 0 to 3; -1: 2 for AMD, 3 for NVIDIA.">,
    Option<"debugInfo", "g", "bool", "false", "Keep line tables down to the assembly.">,
    Option<"fastMath", "fast-math", "bool", "false", "The hint fast_fp_math.">,
    Option<"unsafeMath", "unsafe-math", "bool", "false", "The hint unsafe_fp_math.">,
    Option<"wavesPerEu", "waves-per-eu", "int", "0", "The hint waves_per_eu.">,
    Option<"maxVgprs", "max-vgprs", "int", "0", "The hint maxnreg.">,
    Option<"ptxFeatures", "ptx-features", "std::string", "\"\"", "Such as +ptx86.">,
    ListOption<"libraries", "l", "std::string", "Bitcode libraries to link.">,
    Option<"toolkit", "toolkit", "std::string", "\"\"",
           "Folder that holds llvm/bin/ld.lld (AMD) or bin/ptxas (NVIDIA).">
  ];
}

def FlyCheckLowered : Pass<"fly-check-lowered", "::mlir::ModuleOp"> {
  let summary = "Refuse device code that is not wholly in the llvm dialect";
  let description = [{
    The last pass of the stage `llvm`. An operation of a `gpu.module` that no pass of the pipeline lowers, for
    example of the tensor or linalg dialect, is an error at that operation, with the pass of MLIR that lowers
    it; once for each kind of operation in a module. Without this pass it would end as a cast between types
    that LLVM's translation cannot read. Host functions are not looked at.

    Changes nothing.

    Guarantees: behind it every operation of device code belongs to the llvm, rocdl or nvvm dialect.

    ```mlir
    gpu.module @m {
      llvm.func @k(%x: f32) {
        // error: 'math.exp' is left in device code
        %y = math.exp %x : f32
        llvm.return
      }
    }
    ```
  }];
  let statistics = [Statistic<"left", "left", "operations that are left">];
}

def FlyCheckDeviceCode : Pass<"fly-check-device-code", "::mlir::ModuleOp"> {
  let summary = "Refuse device code on which LLVM would abort the process";
  let description = [{
    Runs immediately before `gpu-module-to-binary`. Reports, at the operation:

    * a target chip that the linked LLVM does not know, with the nearest name (G9);
    * a call of an intrinsic that the linked LLVM does not know (U9);
    * a call of a device-library function (`__ocml_*`, `__ockl_*`, `__nv_*`) without a library to link,
      with the function, the library that holds it, and how to avoid it (G7);
    * a call of any other function that is declared but not defined in the module.

    Changes nothing.

    Guarantees: a module that passes does not make LLVM's code generator end the process for one of
    these reasons.

    ```mlir
    llvm.func @__ocml_exp_f32(f32) -> f32
    llvm.func @k(%x: f32) {
      // error: '__ocml_exp_f32' is a function of the device library
      %y = llvm.call @__ocml_exp_f32(%x) : (f32) -> f32
      llvm.return
    }
    ```
  }];
  let options = [
    Option<"toolkit", "toolkit", "std::string", "\"\"",
           "Folder in which the code generator finds device libraries.">
  ];
  let statistics = [Statistic<"calls", "calls", "calls and intrinsics looked at">];
}

#endif
