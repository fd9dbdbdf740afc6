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

bool mlir::fly::detail::acceptsFieldValue(Type payload, StringRef field, Type valueTy) {
  auto stateful = cast<StatefulOpTypeInterface>(payload);
  std::optional<unsigned> index = stateful.getFieldIndex(field);
  if (!index)
    return false;
  auto state =
      dyn_cast_or_null<LLVM::LLVMStructType>(stateful.getConvertedType(payload.getContext()));
  if (!state || *index >= state.getBody().size())
    return true; // the payload checks what it stores elsewhere
  Type fieldTy = state.getBody()[*index];
  if (fieldTy == valueTy)
    return true;
  if (auto fieldInt = dyn_cast<IntegerType>(fieldTy)) {
    if (auto valueInt = dyn_cast<IntegerType>(valueTy))
      return valueInt.getWidth() <= fieldInt.getWidth();
    if (auto vector = dyn_cast<VectorType>(valueTy))
      return vector.getNumElements() * bitWidth(vector.getElementType()) ==
             int64_t(fieldInt.getWidth());
    return isa<IndexType>(valueTy);
  }
  return !isa<FloatType>(fieldTy); // pointers and vectors are converted by the payload
}

#include "dialects/fly/FlyAttrInterfaces.cpp.inc"

#include "dialects/fly/FlyBaseInterfaces.cpp.inc"

#include "dialects/fly/FlyAtomInterfaces.cpp.inc"
