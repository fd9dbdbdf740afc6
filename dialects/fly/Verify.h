// Structural checks shared by attributes and types of the dialect; private to this folder.
#pragma once

#include "dialects/fly/FlyTypes.h"

namespace mlir::fly {

std::optional<layout::Reason> verifyValue(const layout::IntTuple &value);
std::optional<layout::Reason> verifyValue(const layout::Layout &value);
std::optional<layout::Reason> verifyValue(const layout::AnyLayout &value);
std::optional<layout::Reason> verifyBasis(const layout::Leaf &leaf);
/// A composed layout; a plain one is an error.
std::optional<layout::Reason> verifyComposed(const layout::AnyLayout &value);

/// Element type of a pointer or memref (rules 111, 113).
std::optional<layout::Reason> verifyElement(Type elemTy);
/// Address space (rule 112).
std::optional<layout::Reason> verifyAddressSpace(Attribute space);
/// Alignment in bytes (rule 114).
std::optional<layout::Reason> verifyAlignment(Type elemTy, int64_t alignment);
/// The layout of a memref yields integers (rules 142, 144).
std::optional<layout::Reason> verifyMemoryLayout(const layout::AnyLayout &layout);
/// The base of a coord tensor fits its layout (rule 143).
std::optional<layout::Reason> verifyCoordBase(const layout::IntTuple &base,
                                              const layout::AnyLayout &layout);
/// Value width of a copy atom against its payload (rule 116).
std::optional<layout::Reason> verifyValueWidth(CopyOpTypeInterface payload, int32_t valBits);

/// Reports a reason, if there is one.
LogicalResult report(function_ref<InFlightDiagnostic()> emitError,
                     const std::optional<layout::Reason> &reason);

} // namespace mlir::fly
