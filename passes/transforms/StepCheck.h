// Verification between the rewrites of one pass, not only between passes: `fly-opt
// --fly-verify-steps`. MLIR has the same for its greedy driver as a build option (expensive pattern
// checks); a shared MLIR is built without it, and these passes have walks of their own.
#pragma once

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::fly {

/// Turns the verification on or off for the process. Off by default: it makes every pass quadratic.
void setVerifySteps(bool on);
bool verifiesSteps();

/// Rewrites verified since the start of the process; tests see by it that a pass takes part.
uint64_t numVerifiedSteps();

/// One rewrite of one operation. Made before the operation is touched; `done` verifies the function
/// around it (the operation itself when it is a function), or the module where there is none.
class Step {
public:
  Step(llvm::StringRef pass, Operation *op);

  /// Fails after an error that names the pass and the operation, behind the verifier's own. Does
  /// nothing when verification is off.
  LogicalResult done() const;

private:
  llvm::StringRef pass;
  Operation *scope = nullptr;
  Location loc;
  OperationName name;
};

/// Follows a dialect conversion and verifies what a pattern made or changed as soon as the pattern
/// is done. Not the operations with regions and not the terminators: upstream's patterns convert a
/// region and what ends it one after the other, so these agree only when the conversion is done.
class StepListener : public RewriterBase::Listener {
public:
  explicit StepListener(llvm::StringRef pass) : pass(pass) {}

  bool failed() const { return anyFailed; }

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override { touch(op); }
  void notifyOperationModified(Operation *op) override { touch(op); }
  void notifyOperationErased(Operation *op) override;
  void notifyPatternEnd(const Pattern &pattern, LogicalResult status) override;

private:
  void touch(Operation *op);

  llvm::StringRef pass;
  llvm::SetVector<Operation *> touched;
  bool anyFailed = false;
};

} // namespace mlir::fly
