// Attributes and enumerations of the `fly` dialect.
#pragma once

#include "dialects/fly/FlyDialect.h"
#include "dialects/fly/FlyInterfaces.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/Hashing.h"

// Storage of attributes and types hashes the layout values through these.
namespace layout {
inline llvm::hash_code hash_value(const Leaf &value) { return value.hash(); }
inline llvm::hash_code hash_value(const IntTuple &value) { return value.hash(); }
inline llvm::hash_code hash_value(const Layout &value) { return value.hash(); }
inline llvm::hash_code hash_value(const Swizzle &value) { return value.hash(); }
inline llvm::hash_code hash_value(const CoordSwizzle &value) { return value.hash(); }
inline llvm::hash_code hash_value(const AnyLayout &value) { return value.hash(); }
inline llvm::hash_code hash_value(const Tile &value) { return value.hash(); }
} // namespace layout

#include "dialects/fly/FlyEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/fly/FlyAttrs.h.inc"

namespace mlir::fly {

/// Whether `attr` is the address-space keyword `space`.
bool isGenericAddressSpace(Attribute attr, AddressSpace space);
template <AddressSpace space> bool isGenericAddressSpace(Attribute attr) {
  return isGenericAddressSpace(attr, space);
}
/// Whether `attr` is a target's own address space of class `AttrT`.
template <typename AttrT> bool isTargetAddressSpace(Attribute attr) {
  return isa_and_nonnull<AttrT>(attr);
}
/// The keyword of an address space, or the text of a target's attribute.
std::string addressSpaceName(Attribute space);

} // namespace mlir::fly
