// fly-rocdl-cluster-attr (passes.md 9).
#include "passes/to_rocdl/Passes.h"
#include "passes/transforms/StepCheck.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYROCDLCLUSTERATTR
#include "passes/to_rocdl/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using mlir::fly::Step;

namespace {
struct ClusterAttr : fly::impl::FlyROCDLClusterAttrBase<ClusterAttr> {
  void runOnOperation() final {
    WalkResult walk = getOperation().walk([&](LLVM::LLVMFuncOp function) -> WalkResult {
      auto dims = function->getAttrOfType<StringAttr>("rocdl.cluster_dims");
      if (!dims)
        return WalkResult::advance();
      Step step(getArgument(), function);
      OpBuilder builder(function);
      SmallVector<Attribute> entries;
      if (ArrayAttr existing = function.getPassthroughAttr())
        entries.assign(existing.begin(), existing.end());
      entries.push_back(builder.getArrayAttr({builder.getStringAttr("amdgpu-cluster-dims"), dims}));
      function.setPassthroughAttr(builder.getArrayAttr(entries));
      function->removeAttr("rocdl.cluster_dims");
      ++functions;
      return step.done();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
