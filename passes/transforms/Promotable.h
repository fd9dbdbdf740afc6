// Which register views can live in values, and as what (passes.md 6).
#pragma once

#include "dialects/fly/FlyTypes.h"
#include "dialects/layout/Algebra.h"

namespace mlir::fly {

/// The value type of a register view whose plain layout coalesces to one mode of stride 1 or extent
/// 1: its element if one index is reached, else a vector. Null for every other type.
inline Type promotedType(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !isGenericAddressSpace(memref.getAddressSpace(), AddressSpace::Register) ||
      !memref.getLayout().isPlain() || !memref.getLayout().isStatic())
    return {};
  layout::Result<layout::Layout> flat = layout::coalesce(memref.getLayout().plain());
  if (!flat)
    return {};
  layout::Layout bare(layout::unwrap(flat->shape()), layout::unwrap(flat->stride()));
  if (!bare.isLeaf() || !(bare.stride().isStaticValue(1) || bare.shape().isStaticValue(1)))
    return {};
  return registerSSAType(memref, /*llvmCompatible=*/true);
}

} // namespace mlir::fly
