// Passes of the NVIDIA backend.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::fly {
#define GEN_PASS_DECL
#include "passes/to_ptx/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/to_ptx/Passes.h.inc"
} // namespace mlir::fly
