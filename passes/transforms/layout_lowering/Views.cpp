// Iterators and views: offsets, decomposition, allocation of fragments (passes.md 4.2).
#include "passes/transforms/layout_lowering/Lowering.h"

namespace mlir::fly::lowering {
namespace {

using layout::AnyLayout;
using layout::IntTuple;

LogicalResult addOffset(Lowering &l, Operation *op) {
  auto add = cast<AddOffsetOp>(op);
  // Pointer offsets are in their final form; chains of them are merged after the walk.
  if (isa<PointerType>(add.getPtr().getType()))
    return success();
  FailureOr<IntTuple> base = l.tuple(add.getPtr());
  if (failed(base))
    return failure();
  FailureOr<IntTuple> offset = l.tuple(add.getOffset());
  return failed(offset) ? failure() : l.give(layout::addBasis(*base, *offset));
}

LogicalResult decomposition(Lowering &l, Operation *op) {
  auto decomposition = cast<DecompositionOp>(op);
  FailureOr<Tensor> tensor = l.tensor(decomposition.getTensor());
  if (failed(tensor))
    return failure();
  if (tensor->layout.isPlain())
    return l.replace(decomposition.getTensor());
  auto split = l.check(layout::decomposition(tensor->layout));
  if (failed(split))
    return failure();
  Tensor plain{tensor->pointer, tensor->base, AnyLayout(split->second)};
  FailureOr<Tensor> result = l.advance(plain, split->first, split->second);
  return failed(result) ? failure() : l.replaceWith(*result);
}

LogicalResult allocate(Lowering &l, Operation *op) {
  auto type = cast<fly::MemRefType>(cast<MemRefAllocaOp>(op).getResult().getType());
  FailureOr<Tensor> made = l.allocate(type.getPointerType(), type.getLayout());
  return failed(made) ? failure() : l.replaceWith(*made);
}

LogicalResult makeFragmentLike(Lowering &l, Operation *op) {
  FailureOr<AnyLayout> source = l.layoutOf(op->getOperand(0));
  if (failed(source))
    return failure();
  FailureOr<layout::Layout> fragment = l.check(layout::makeFragmentLayoutLike(source->linear()));
  if (failed(fragment))
    return failure();
  auto type = cast<fly::MemRefType>(op->getResult(0).getType());
  FailureOr<Tensor> made = l.allocate(type.getPointerType(), AnyLayout(*fragment));
  return failed(made) ? failure() : l.replaceWith(*made);
}

/// More facts about the leaves of a value: the run-time integers are those of `src`.
LogicalResult assume(Lowering &l, Operation *op) {
  auto assume = cast<AssumeOp>(op);
  Value source = assume.getSrc();
  Type type = assume.getResult().getType();
  if (source.getType() == type)
    return l.replace(source);
  if (isa<PointerType>(type))
    return l.replace(assume.getDst());
  // A layout is assumed part by part.
  auto tuple = [&](Value value, const IntTuple &facts) -> FailureOr<Value> {
    FailureOr<IntTuple> known = l.tuple(value);
    if (failed(known))
      return failure();
    SmallVector<Value> leaves;
    for (const layout::Leaf &leaf : known->leaves()) {
      if (!leaf.isDynamic())
        continue;
      FailureOr<Value> integer = l.leaf(leaf);
      if (failed(integer))
        return failure();
      leaves.push_back(*integer);
    }
    if (leaves.size() != facts.dynamicLeafCount()) {
      l.error() << "assumes " << facts.dynamicLeafCount() << " run-time leaves of a value that has "
                << leaves.size() << " [FLY161]";
      return failure();
    }
    return MakeIntTupleOp::create(l.b, l.loc(), IntTupleType::get(l.context(), facts), leaves)
        .getResult();
  };
  if (auto facts = dyn_cast<IntTupleType>(type); facts && isa<IntTupleType>(source.getType()))
    return l.replace(tuple(source, facts.getValue()));
  auto facts = dyn_cast<LayoutType>(type);
  auto make = source.getDefiningOp<MakeLayoutOp>();
  if (!facts || !make)
    return l.error() << "cannot be lowered: facts can be assumed of integer tuples, layouts and "
                        "pointers, not of "
                     << type;
  FailureOr<Value> shape = tuple(make.getShape(), facts.getValue().shape());
  if (failed(shape))
    return failure();
  FailureOr<Value> stride = tuple(make.getStride(), facts.getValue().stride());
  if (failed(stride))
    return failure();
  return l.replace(MakeLayoutOp::create(l.b, l.loc(), type, *shape, *stride).getResult());
}

} // namespace

void addViewHandlers(Handlers &handlers, MLIRContext *context) {
  add<AddOffsetOp>(handlers, context, addOffset);
  add<DecompositionOp>(handlers, context, decomposition);
  add<MemRefAllocaOp>(handlers, context, allocate);
  add<MakeFragmentLikeOp>(handlers, context, makeFragmentLike);
  add<AssumeOp>(handlers, context, assume);
}

} // namespace mlir::fly::lowering
