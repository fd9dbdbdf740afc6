// The passes of passes/transforms: fly to simpler fly.
#pragma once

#include "dialects/fly/FlyDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::fly {

#define GEN_PASS_DECL
#include "passes/transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/transforms/Passes.h.inc"

} // namespace mlir::fly
