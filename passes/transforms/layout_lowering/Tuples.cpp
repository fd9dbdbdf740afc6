// Integer tuples: arithmetic, comparison, and their way to plain integers (passes.md 4.1, 4.2).
#include "passes/transforms/layout_lowering/Lowering.h"

namespace mlir::fly::lowering {
namespace {

using layout::IntTuple;
using layout::Leaf;
using layout::Result;

template <typename F> LogicalResult unary(Lowering &l, Operation *op, F function) {
  FailureOr<IntTuple> input = l.tuple(op->getOperand(0));
  return failed(input) ? failure() : l.give(function(*input));
}

template <typename F> LogicalResult binary(Lowering &l, Operation *op, F function) {
  FailureOr<IntTuple> lhs = l.tuple(op->getOperand(0));
  if (failed(lhs))
    return failure();
  FailureOr<IntTuple> rhs = l.tuple(op->getOperand(1));
  return failed(rhs) ? failure() : l.give(function(*lhs, *rhs));
}

template <typename F> LogicalResult comparison(Lowering &l, Operation *op, F function) {
  FailureOr<IntTuple> lhs = l.tuple(op->getOperand(0));
  if (failed(lhs))
    return failure();
  FailureOr<IntTuple> rhs = l.tuple(op->getOperand(1));
  if (failed(rhs))
    return failure();
  FailureOr<Leaf> leaf = l.check(function(*lhs, *rhs));
  return failed(leaf) ? failure() : l.replace(l.truth(*leaf));
}

LogicalResult getScalar(Lowering &l, Operation *op) {
  FailureOr<IntTuple> tuple = l.tuple(op->getOperand(0));
  if (failed(tuple))
    return failure();
  FailureOr<Leaf> leaf = l.scalarLeaf(*tuple);
  if (failed(leaf))
    return failure();
  return l.replace(l.leaf(*leaf, op->getResult(0).getType().getIntOrFloatBitWidth()));
}

LogicalResult getLeaves(Lowering &l, Operation *op) {
  FailureOr<IntTuple> tuple = l.tuple(op->getOperand(0));
  if (failed(tuple))
    return failure();
  bool dynamicOnly = cast<GetLeavesOp>(op).getDynamicOnly();
  SmallVector<Value> values;
  for (const Leaf &leaf : tuple->leaves()) {
    if (dynamicOnly && leaf.isStatic())
      continue;
    FailureOr<Value> value = l.leaf(leaf);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  if (ValueRange(values).getTypes() != op->getResultTypes())
    return l.error() << "was lowered to " << values.size()
                     << " values whose types are not the declared ones";
  op->replaceAllUsesWith(values);
  return l.erase();
}

} // namespace

void addTupleHandlers(Handlers &handlers, MLIRContext *context) {
  add<IntTupleAddOp>(handlers, context, [](Lowering &l, Operation *op) {
    return binary(l, op, [](auto &a, auto &b) { return layout::add(a, b); });
  });
  add<IntTupleSubOp>(handlers, context, [](Lowering &l, Operation *op) {
    return binary(l, op, [](auto &a, auto &b) { return layout::sub(a, b); });
  });
  add<IntTupleMulOp>(handlers, context, [](Lowering &l, Operation *op) {
    return binary(l, op, [](auto &a, auto &b) { return layout::mul(a, b); });
  });
  add<IntTupleDivOp>(handlers, context, [](Lowering &l, Operation *op) {
    return binary(l, op, [](auto &a, auto &b) { return layout::div(a, b); });
  });
  add<IntTupleModOp>(handlers, context, [](Lowering &l, Operation *op) {
    return binary(l, op, [](auto &a, auto &b) { return layout::mod(a, b); });
  });
  add<ShapeDivOp>(handlers, context, [](Lowering &l, Operation *op) {
    return binary(l, op, [](auto &a, auto &b) { return layout::shapeDiv(a, b); });
  });
  add<CeilDivOp>(handlers, context, [](Lowering &l, Operation *op) {
    return binary(l, op, [](auto &a, auto &b) { return layout::ceilDiv(a, b); });
  });
  add<IntTupleProductOp>(handlers, context, [](Lowering &l, Operation *op) {
    return unary(l, op, [](auto &t) { return layout::product(t); });
  });
  add<IntTupleProductEachOp>(handlers, context, [](Lowering &l, Operation *op) {
    return unary(l, op, [](auto &t) { return layout::productEach(t); });
  });
  add<IntTupleProductLikeOp>(handlers, context, [](Lowering &l, Operation *op) {
    return binary(l, op, [](auto &a, auto &b) { return layout::productLike(a, b); });
  });
  add<ElemLessOp>(handlers, context, [](Lowering &l, Operation *op) {
    return comparison(l, op, [](auto &a, auto &b) { return layout::elemLess(a, b); });
  });
  add<EqualOp>(handlers, context, [](Lowering &l, Operation *op) {
    return comparison(l, op, [](auto &a, auto &b) { return layout::equal(a, b); });
  });
  add<GetScalarOp>(handlers, context, getScalar);
  add<GetLeavesOp>(handlers, context, getLeaves);
}

} // namespace mlir::fly::lowering
