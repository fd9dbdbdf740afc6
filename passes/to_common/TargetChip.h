// The chip that a kernel module names itself.
#pragma once

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::fly {

/// The chip of the first target attribute of a gpu.module; empty when `op` is no gpu.module or has
/// none.
llvm::StringRef targetChip(Operation *gpuModule);

} // namespace mlir::fly
