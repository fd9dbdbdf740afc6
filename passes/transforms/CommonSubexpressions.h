// Merges equal operations without memory effects; linear in the size of the code.
#pragma once

#include "mlir/IR/Operation.h"

namespace mlir::fly {

/// Replaces every operation below `root` that computes what an operation before it in its block, or
/// in front of a region around it, computes already. Operations that read memory are left alone:
/// deciding whether something wrote in between is what makes the general pass quadratic. Blocks of
/// unstructured control flow share nothing with each other.
void eliminateCommonSubexpressions(Operation *root);

} // namespace mlir::fly
