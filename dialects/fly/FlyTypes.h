// Types and atom interfaces of the `fly` dialect.
//
// Inside mlir::fly the name `MemRefType` is this dialect's; the builtin one is ::mlir::MemRefType.
#pragma once

#include "dialects/fly/FlyAttrs.h"

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::fly {
class CopyOpTypeInterface;
class MmaOpTypeInterface;
class StatefulOpTypeInterface;
} // namespace mlir::fly

namespace mlir::fly::detail {
/// `alignment`, or the trivial alignment ceil(bits / 8) of the element when it is 0.
int32_t alignmentOrTrivial(Type elemTy, int32_t alignment);
/// Bytes known to divide an address of `elemTy` when `divisibility` elements divide its index:
/// ceil(bits * divisibility / 8), or the trivial alignment where that would claim a fraction.
int32_t alignmentFor(Type elemTy, int64_t divisibility);
} // namespace mlir::fly::detail

#define GET_TYPEDEF_CLASSES
#include "dialects/fly/FlyTypes.h.inc"

// Default bodies of the atom interfaces, in AtomEmission.cpp.
namespace mlir::fly::detail {
LogicalResult emitCopyCall(Type payload, OpBuilder &builder, Location loc, CopyAtomType atomTy,
                           MemRefType srcTy, MemRefType dstTy, Value atomVal, Value srcPtr,
                           Value dstPtr);
FailureOr<Value> emitPredicatedCopyCallSSA(Type payload, OpBuilder &builder, Location loc,
                                           Type resultTy, CopyAtomType atomTy, Type srcTy,
                                           Type dstTy, Value atomVal, Value src, Value dst,
                                           Value pred, Value oldDst);
LogicalResult emitPredicatedCopyCall(Type payload, OpBuilder &builder, Location loc,
                                     CopyAtomType atomTy, MemRefType srcTy, MemRefType dstTy,
                                     Value atomVal, Value srcPtr, Value dstPtr, Type predTy,
                                     Value predPtr);
LogicalResult emitMmaCall(Type payload, OpBuilder &builder, Location loc, MmaAtomType atomTy,
                          MemRefType dTy, MemRefType aTy, MemRefType bTy, MemRefType cTy,
                          Value atomVal, Value dPtr, Value aPtr, Value bPtr, Value cPtr);
} // namespace mlir::fly::detail

#include "dialects/fly/FlyAtomInterfaces.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/fly/FlyUniversal.h.inc"

namespace mlir::fly {

/// Bits of an integer or float element type; 0 for any other type.
int64_t bitWidth(Type elemTy);

/// The layout of a layout, composed layout, memref or coord tensor.
std::optional<layout::AnyLayout> getLayoutOf(Type type);
/// The linear layout of a type that has a layout.
layout::Layout linearLayoutOf(Type type);
/// The same type with the linear layout replaced, every composed level kept.
Type withLinearLayout(Type type, layout::Layout linear);
/// Whether the type may be static and is.
bool isStaticType(Type type);

/// The value type of a whole register memref: the element when one index is reached, else a vector.
/// With `llvmCompatible`, floats below 16 bits become integers of their width. Null for other
/// memory and for layouts whose extent is not known.
Type registerSSAType(MemRefType type, bool llvmCompatible);
/// The element type that LLVM accepts: floats below 16 bits as integers.
Type llvmCompatibleElement(Type elemTy);

/// Parses `MxNxK`: exactly three static dimensions without a trailing `x`.
ParseResult parseMNKDimensionList(AsmParser &parser, SmallVectorImpl<int64_t> &dims);
void printMNKDimensionList(AsmPrinter &printer, ArrayRef<int64_t> dims);

} // namespace mlir::fly
