#include "passes/to_common/TargetChip.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace mlir;

llvm::StringRef fly::targetChip(Operation *op) {
  auto module = dyn_cast_or_null<gpu::GPUModuleOp>(op);
  if (!module || !module.getTargets())
    return {};
  for (Attribute target : module.getTargetsAttr()) {
    if (auto rocdl = dyn_cast<ROCDL::ROCDLTargetAttr>(target))
      return rocdl.getChip();
    if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(target))
      return nvvm.getChip();
  }
  return {};
}
