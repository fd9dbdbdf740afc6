#include "dialects/fly/FlyInterfaces.h"

#include "dialects/fly/FlyTypes.h"

using namespace mlir;

static layout::Result<layout::IntTuple> subTuple(const layout::IntTuple &tuple,
                                                 ArrayRef<int32_t> path) {
  return tuple.at(layout::ModePath(path.begin(), path.end()));
}

int64_t mlir::fly::detail::rankAt(const layout::IntTuple &tuple, ArrayRef<int32_t> path) {
  layout::Result<layout::IntTuple> mode = subTuple(tuple, path);
  return mode ? static_cast<int64_t>(mode->rank()) : 0;
}

int64_t mlir::fly::detail::depthAt(const layout::IntTuple &tuple, ArrayRef<int32_t> path) {
  layout::Result<layout::IntTuple> mode = subTuple(tuple, path);
  return mode ? static_cast<int64_t>(mode->depth()) : -1;
}

#include "dialects/fly/FlyAttrInterfaces.cpp.inc"

#include "dialects/fly/FlyBaseInterfaces.cpp.inc"

#include "dialects/fly/FlyAtomInterfaces.cpp.inc"
