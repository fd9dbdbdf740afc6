// fly-canonicalize: constructors and static values in normal form (passes.md 3).
//
// One walk in dominance order reaches the fixed point: an operation is looked at after everything
// it uses, and what is built in its place is in normal form.
#include "dialects/fly/FlyOps.h"
#include "dialects/fly/FlyTypes.h"
#include "mlir/IR/Iterators.h"
#include "passes/transforms/Passes.h"
#include "passes/transforms/StepCheck.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYCANONICALIZEPASS
#include "passes/transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {

struct Canonicalize : fly::impl::FlyCanonicalizePassBase<Canonicalize> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder, ForwardDominanceIterator<>>(
        [&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      Step step(getArgument(), op);
      if (normalise(op) && failed(step.done()))
        return signalPassFailure();
    }
    // What only replaced operations used is dead now; users come first in this order.
    getOperation()->walk<WalkOrder::PostOrder, ReverseDominanceIterator<>>([](Operation *op) {
      if (isFly(op) && isOpTriviallyDead(op))
        op->erase();
    });
  }

  static bool isFly(Operation *op) { return isa_and_present<FlyDialect>(op->getDialect()); }

  /// Whether anything changed.
  bool normalise(Operation *op) {
    OpBuilder b(op);
    if (isa<MakeShapeOp, MakeStrideOp, MakeCoordOp>(op)) {
      auto tuple = MakeIntTupleOp::create(b, op->getLoc(), op->getResultTypes(), op->getOperands(),
                                          op->getAttrs());
      op->replaceAllUsesWith(tuple);
      op->erase();
      ++numRenamed;
      return true;
    }
    if (op->getNumResults() != 1 || op->getResult(0).use_empty())
      return false;
    auto type = dyn_cast<MayStaticTypeInterface>(op->getResult(0).getType());
    if (!type || !type.isStatic())
      return false;
    Value current = op->getResult(0);
    b.setInsertionPointAfter(op);
    Value rebuilt = type.rebuildStaticValue(b, op->getLoc(), current);
    if (!rebuilt)
      return false;
    current.replaceAllUsesWith(rebuilt);
    ++numStatic;
    // A load of a static coordinate has no effect worth keeping; a call may have.
    if (isFly(op) || isOpTriviallyDead(op))
      op->erase();
    return true;
  }
};

} // namespace
