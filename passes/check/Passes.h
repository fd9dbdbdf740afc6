// fly-check: the static analysis of Findings.h as a pass.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir::fly {
#define GEN_PASS_DECL
#include "passes/check/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/check/Passes.h.inc"
} // namespace mlir::fly
