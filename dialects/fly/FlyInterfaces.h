// Interfaces of the `fly` dialect that need no atom types. The atom interfaces
// (CopyOpTypeInterface, MmaOpTypeInterface) take atom types by value and are declared in
// FlyTypes.h.
#pragma once

#include "dialects/layout/Tiled.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeRange.h"
#include "mlir/IR/Types.h"

namespace mlir::fly::detail {
/// Rank of the mode at `path`, 0 when the path leads nowhere.
int64_t rankAt(const layout::IntTuple &tuple, ArrayRef<int32_t> path);
/// Depth of the mode at `path`, -1 when the path leads nowhere.
int64_t depthAt(const layout::IntTuple &tuple, ArrayRef<int32_t> path);
/// Default of StatefulOpTypeInterface::acceptsFieldValue.
bool acceptsFieldValue(Type payload, StringRef field, Type valueTy);
} // namespace mlir::fly::detail

#include "dialects/fly/FlyAttrInterfaces.h.inc"

#include "dialects/fly/FlyBaseInterfaces.h.inc"
