// fly-rocdl-kernel-hints: compile hints of the front end become attributes of kernels.
#include "passes/to_rocdl/Passes.h"
#include "passes/transforms/StepCheck.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYROCDLKERNELHINTS
#include "passes/to_rocdl/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using mlir::fly::Step;

namespace {
struct KernelHints : fly::impl::FlyROCDLKernelHintsBase<KernelHints> {
  using FlyROCDLKernelHintsBase::FlyROCDLKernelHintsBase;

  void runOnOperation() final {
    if (wavesPerEu <= 0) {
      emitError(getOperation().getLoc())
          << "'fly-rocdl-kernel-hints': waves-per-eu must be positive, got "
          << std::to_string(wavesPerEu);
      return signalPassFailure();
    }
    auto value = IntegerAttr::get(IntegerType::get(&getContext(), 32), wavesPerEu);
    WalkResult walk = getOperation().walk([&](gpu::GPUFuncOp function) -> WalkResult {
      if (!function.isKernel())
        return WalkResult::advance();
      Step step(getArgument(), function);
      function->setAttr("rocdl.waves_per_eu", value);
      ++kernels;
      return step.done();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
