// fly-rocdl-cluster-attr (passes.md 9).
#include "passes/to_rocdl/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYROCDLCLUSTERATTR
#include "passes/to_rocdl/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;

namespace {
struct ClusterAttr : fly::impl::FlyROCDLClusterAttrBase<ClusterAttr> {
  void runOnOperation() final {
    getOperation().walk([&](LLVM::LLVMFuncOp function) {
      auto dims = function->getAttrOfType<StringAttr>("rocdl.cluster_dims");
      if (!dims)
        return;
      OpBuilder builder(function);
      SmallVector<Attribute> entries;
      if (ArrayAttr existing = function.getPassthroughAttr())
        entries.assign(existing.begin(), existing.end());
      entries.push_back(builder.getArrayAttr({builder.getStringAttr("amdgpu-cluster-dims"), dims}));
      function.setPassthroughAttr(builder.getArrayAttr(entries));
      function->removeAttr("rocdl.cluster_dims");
      ++functions;
    });
  }
};
} // namespace
