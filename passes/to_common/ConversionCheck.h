// What is looked at before anything is converted, so that a fault is reported at the operation with
// the pass that should have run, instead of as an operation that "failed to legalize".
#pragma once

#include "passes/to_common/Conversion.h"

namespace mlir::fly {

/// Reports every operation and type of the module that the conversion cannot take.
LogicalResult checkConvertible(ModuleOp module, const TargetConversion &target);

} // namespace mlir::fly
