// fly-ptx-kernel-attrs: launch facts as nvvm attributes (fly-ptx 13.2).
#include "passes/to_ptx/Passes.h"
#include "passes/transforms/StepCheck.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYPTXKERNELATTRS
#include "passes/to_ptx/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using mlir::fly::Step;

namespace {
struct FlyPTXKernelAttrs : fly::impl::FlyPTXKernelAttrsBase<FlyPTXKernelAttrs> {
  using FlyPTXKernelAttrsBase::FlyPTXKernelAttrsBase;

  void runOnOperation() final {
    StringRef most = NVVM::NVVMDialect::getMaxntidAttrName();
    StringRef exact = NVVM::NVVMDialect::getReqntidAttrName();
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (!function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()) ||
          function->hasAttr(exact))
        continue;
      Attribute size = function->getAttr(most);
      if (!size)
        continue;
      Step step(getArgument(), function);
      function->removeAttr(most);
      function->setAttr(exact, size);
      ++kernels;
      if (failed(step.done()))
        return signalPassFailure();
    }
  }
};
} // namespace
