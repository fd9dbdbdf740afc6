// fly-scf-to-cf: structured control flow becomes branches, from the last operation to the first.
//
// Lowering a loop splits its block, and the split moves everything behind the loop. Upstream's
// conversion goes forward, so that n loops in a row move n times half of the block, each operation
// with an entry for a possible rollback. Going backward, a split moves what lies between two loops.
#include "passes/to_common/Passes.h"
#include "passes/transforms/StepCheck.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYSCFTOCF
#include "passes/to_common/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using mlir::fly::Step;

namespace {
struct ScfToCf : fly::impl::FlyScfToCfBase<ScfToCf> {
  LogicalResult initialize(MLIRContext *context) final {
    RewritePatternSet set(context);
    populateSCFToControlFlowConversionPatterns(set);
    patterns = FrozenRewritePatternSet(std::move(set));
    return success();
  }

  void runOnOperation() final {
    PatternApplicator applicator(patterns);
    applicator.applyDefaultCostModel();
    PatternRewriter rewriter(&getContext());
    // Some lowerings make loops themselves (scf.parallel, scf.forall), which the next round takes.
    for (bool changed = true; changed;) {
      changed = false;
      SmallVector<Operation *> pending;
      collect(getOperation(), pending);
      for (Operation *op : pending) {
        Step step(getArgument(), op);
        rewriter.setInsertionPoint(op);
        // What has no pattern is left for convert-scf-to-cf to name.
        if (failed(applicator.matchAndRewrite(op, rewriter)))
          continue;
        changed = true;
        ++lowered;
        if (failed(step.done()))
          return signalPassFailure();
      }
    }
  }

  /// Outer before inner, later before earlier.
  static void collect(Operation *root, SmallVectorImpl<Operation *> &pending) {
    for (Region &region : llvm::reverse(root->getRegions()))
      for (Block &block : llvm::reverse(region))
        for (Operation &op : llvm::reverse(block)) {
          if (isa<scf::ForallOp, scf::ForOp, scf::IfOp, scf::IndexSwitchOp, scf::ParallelOp,
                  scf::WhileOp, scf::ExecuteRegionOp>(op))
            pending.push_back(&op);
          if (op.getNumRegions())
            collect(&op, pending);
        }
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
