// The rules of this dialect: FLY301 to FLY314 (parameters), FLY331 to FLY339 (uses and lowering),
// FLY341 to FLY347 (what is not known or means something else, as warnings and remarks).
#pragma once

#include "dialects/fly/Diagnostics.h"

namespace mlir::fly_rocdl {

llvm::ArrayRef<fly::RuleEntry> rocdlRules();

} // namespace mlir::fly_rocdl
