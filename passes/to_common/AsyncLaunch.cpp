// fly-async-launch: launches keep their stream through gpu-to-llvm (passes.md, gap G4).
#include "passes/to_common/Passes.h"
#include "passes/transforms/StepCheck.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYASYNCLAUNCH
#include "passes/to_common/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using mlir::fly::Step;

namespace {
struct AsyncLaunch : fly::impl::FlyAsyncLaunchBase<AsyncLaunch> {
  void runOnOperation() final {
    SmallVector<gpu::LaunchFuncOp> launches;
    getOperation().walk([&](gpu::LaunchFuncOp launch) {
      if (!launch.getAsyncToken() &&
          (launch.getAsyncObject() || !launch.getAsyncDependencies().empty()))
        launches.push_back(launch);
    });
    for (gpu::LaunchFuncOp launch : launches) {
      Step step(getArgument(), launch);
      rewrite(launch);
      if (failed(step.done()))
        return signalPassFailure();
    }
  }

  void rewrite(gpu::LaunchFuncOp launch) {
    OpBuilder builder(launch);
    Type token = gpu::AsyncTokenType::get(&getContext());
    SmallVector<Value> dependencies = launch.getAsyncDependencies();
    if (Value stream = launch.getAsyncObject()) {
      auto cast = UnrealizedConversionCastOp::create(builder, launch.getLoc(), token, stream);
      dependencies.push_back(cast.getResult(0));
      ++streams;
    } else {
      ++tokens;
    }
    std::optional<gpu::KernelDim3> cluster;
    if (launch.hasClusterSize())
      cluster = launch.getClusterSizeOperandValues();
    auto async = gpu::LaunchFuncOp::create(
        builder, launch.getLoc(), launch.getKernelAttr(), launch.getGridSizeOperandValues(),
        launch.getBlockSizeOperandValues(), launch.getDynamicSharedMemorySize(),
        launch.getKernelOperands(), token, dependencies, cluster);
    async->setDiscardableAttrs(launch->getDiscardableAttrDictionary());
    launch.erase();
  }
};
} // namespace
