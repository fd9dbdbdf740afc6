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
/// Whether a value of this type can be in registers: an integer or float, or a fixed vector of one
/// dimension of them.
bool isRegisterValue(Type type);
/// Why the first `count` elements of a view (0: all of them) are not those that lie one after the
/// other from its pointer on, which is what one instruction moves: a stride, an offset that the
/// pointer has not taken, an inexact swizzle. Nothing when they are, or when the layout leaves it
/// open.
std::optional<std::string> consecutiveProblem(MemRefType type, int64_t count = 0);
/// Whether an operand of this type is in memory (a fly memref).
inline bool isMemory(Type type) { return isa_and_nonnull<MemRefType>(type); }

} // namespace mlir::fly
