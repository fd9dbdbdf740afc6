// The rules of the NVIDIA payloads, FLY401 and up (fly-ptx 14).
#pragma once

#include "dialects/fly/Diagnostics.h"

namespace mlir::fly_ptx {
llvm::ArrayRef<fly::RuleEntry> ptxRules();
}
