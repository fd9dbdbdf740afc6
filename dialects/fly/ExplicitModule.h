// Offloading through `#fly.explicit_module`: how a gpu.binary and its launches become host LLVM IR.
#pragma once

#include "mlir/IR/MLIRContext.h"

namespace mlir::fly {

/// Attaches the translation to `#fly.explicit_module`; done once when the dialect is loaded.
void attachExplicitModuleTranslation(MLIRContext &context);

} // namespace mlir::fly
