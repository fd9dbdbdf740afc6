// fly-check-lowered: what no pass of the pipeline lowers is named before the translation to LLVM
// fails.
#include "passes/pipelines/FailureMessages.h"
#include "passes/pipelines/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYCHECKLOWERED
#include "passes/pipelines/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {
struct CheckLowered : fly::impl::FlyCheckLoweredBase<CheckLowered> {
  void runOnOperation() final {
    bool good = true;
    getOperation().walk([&](gpu::GPUModuleOp module) {
      SmallVector<Operation *> casts;
      llvm::DenseSet<OperationName> reported;
      module.walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (isa<gpu::GPUModuleOp>(op) || isTranslatable(op))
          return WalkResult::advance();
        ++left;
        if (isa<UnrealizedConversionCastOp>(op))
          casts.push_back(op);
        else if (reported.insert(op->getName()).second)
          report(op);
        return WalkResult::skip(); // what is inside goes with it
      });
      // A cast follows from an operation that is left; alone it is a fault of its own.
      if (reported.empty() && !casts.empty())
        emitError(casts.front()->getLoc())
            << "device code still converts " << casts.front()->getOperandTypes() << " to "
            << casts.front()->getResultTypes() << "; no pass lowers one of these types";
      good &= reported.empty() && casts.empty();
    });
    if (!good)
      signalPassFailure();
  }

  /// Dialects that the translation to LLVM IR reads; of the gpu dialect it takes no kernel code.
  static bool isTranslatable(Operation *op) {
    Dialect *dialect = op->getDialect();
    if (isa_and_present<LLVM::LLVMDialect, ROCDL::ROCDLDialect, NVVM::NVVMDialect>(dialect))
      return true;
    return dialect && !isa<gpu::GPUDialect, BuiltinDialect>(dialect) &&
           dialect->getRegisteredInterface<LLVMTranslationDialectInterface>();
  }

  static void report(Operation *op) {
    StringRef name = op->getName().getStringRef();
    InFlightDiagnostic error = emitError(op->getLoc())
                               << "'" << name << "' is left in device code: ";
    StringRef pass = loweringOf(name.split('.').first);
    if (name.starts_with("fly"))
      error << "'convert-fly-to-rocdl' or 'convert-fly-to-ptx' must run before";
    else if (isa_and_present<gpu::GPUDialect>(op->getDialect()))
      error << "'convert-gpu-to-rocdl' or 'convert-gpu-to-nvvm' must run before";
    else if (pass.empty())
      error << "no pass of the pipeline lowers it";
    else
      error << "no pass of the pipeline lowers it; '" << pass << "' must run before";
  }
};
} // namespace
