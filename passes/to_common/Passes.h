// Passes around the upstream GPU passes that both backends share.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir::fly {
#define GEN_PASS_DECL
#include "passes/to_common/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/to_common/Passes.h.inc"
} // namespace mlir::fly
