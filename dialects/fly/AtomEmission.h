// Target-neutral pieces of atom emission: swizzled addresses, aligned loads and stores.
#pragma once

#include "dialects/fly/FlyTypes.h"

namespace mlir::fly {

/// `ptr` (an LLVM pointer) with the swizzle applied to its byte address; `ptr` itself when trivial.
Value applyAddressSwizzle(OpBuilder &builder, Location loc, Value ptr, layout::Swizzle swizzle);

/// Bytes that are known to divide the address of an access through this fly pointer or memref: the
/// largest power of two in its alignment, at most the grain `1 << base` of its swizzle.
int64_t accessAlignment(Type memTy);

/// Loads a value of `valueTy` from `ptr`, an unswizzled LLVM pointer to memory of the fly type
/// `memTy`. Splits the access where a swizzle would exchange parts of it.
Value loadFrom(OpBuilder &builder, Location loc, Type valueTy, Type memTy, Value ptr);
/// Stores `value` likewise.
void storeTo(OpBuilder &builder, Location loc, Value value, Type memTy, Value ptr);

/// Reinterprets `value` as a type of the same number of bits.
Value bitcastTo(OpBuilder &builder, Location loc, Type type, Value value);
/// Bits of an integer, float or vector value type.
int64_t valueBits(Type type);
/// Whether an operand of this type is in memory (a fly memref).
inline bool isMemory(Type type) { return isa_and_nonnull<MemRefType>(type); }

} // namespace mlir::fly
