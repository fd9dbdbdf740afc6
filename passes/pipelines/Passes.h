// `fly-lower` and the check before code generation.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir::fly {
#define GEN_PASS_DECL
#include "passes/pipelines/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/pipelines/Passes.h.inc"
} // namespace mlir::fly
