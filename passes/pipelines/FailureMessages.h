// Upstream's conversions report what they cannot take as "failed to legalize operation". Said here
// with the pass, the reason and what should have run before.
#pragma once

#include "mlir/Pass/PassManager.h"

namespace mlir::fly {

/// Rewords such errors of every pass that `pm` runs, nested and dynamic pipelines included. Call
/// when the handler that prints is already in place; ends with the pass manager.
void addFailureMessages(PassManager &pm);

/// Upstream's pass that lowers the operations of a dialect; empty when there is none to name.
llvm::StringRef loweringOf(llvm::StringRef dialect);

} // namespace mlir::fly
