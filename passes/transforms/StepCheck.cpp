#include "passes/transforms/StepCheck.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <atomic>

using namespace mlir;

namespace {
std::atomic<bool> enabled = false;
std::atomic<uint64_t> steps = 0;

/// The function around an operation, itself included; without one the outermost operation.
Operation *scopeOf(Operation *op) {
  for (Operation *at = op;; at = at->getParentOp())
    if (isa<FunctionOpInterface>(at) || !at->getParentOp())
      return at;
}
} // namespace

void fly::setVerifySteps(bool on) { enabled = on; }
bool fly::verifiesSteps() { return enabled; }
uint64_t fly::numVerifiedSteps() { return steps; }

fly::Step::Step(llvm::StringRef pass, Operation *op)
    : pass(pass), scope(enabled ? scopeOf(op) : nullptr), loc(op->getLoc()), name(op->getName()) {}

LogicalResult fly::Step::done() const {
  if (!scope)
    return success();
  ++steps;
  if (succeeded(verify(scope)))
    return success();
  return emitError(loc) << "'" << pass << "' left invalid IR behind where it rewrote '" << name
                        << "'";
}

void fly::StepListener::touch(Operation *op) {
  if (op->getNumRegions() == 0 && !op->hasTrait<OpTrait::IsTerminator>())
    touched.insert(op);
}

void fly::StepListener::notifyOperationErased(Operation *op) {
  op->walk([&](Operation *inner) { touched.remove(inner); });
}

void fly::StepListener::notifyPatternEnd(const Pattern &pattern, LogicalResult status) {
  if (mlir::failed(status))
    return;
  ++steps;
  for (Operation *op : touched)
    if (mlir::failed(verify(op, /*verifyRecursively=*/false))) {
      anyFailed = true;
      emitError(op->getLoc()) << "'" << pass << "' made an invalid '" << op->getName()
                              << "' with the pattern " << pattern.getDebugName();
    }
  touched.clear();
}
