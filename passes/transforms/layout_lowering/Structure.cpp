// Choosing, grouping and cutting modes, and taking constructors apart (passes.md 4.2).
#include "passes/transforms/layout_lowering/Lowering.h"

namespace mlir::fly::lowering {
namespace {

using layout::AnyLayout;
using layout::IntTuple;

/// Applies a function of tuples and layouts to a tuple, a layout or the layout of a tensor.
template <typename F> LogicalResult modes(Lowering &l, Value source, F function) {
  Type type = source.getType();
  if (isa<IntTupleType>(type)) {
    FailureOr<IntTuple> tuple = l.tuple(source);
    return failed(tuple) ? failure() : l.give(function(*tuple));
  }
  if (isa<LayoutType, ComposedLayoutType>(type)) {
    FailureOr<AnyLayout> whole = l.anyLayout(source);
    if (failed(whole))
      return failure();
    FailureOr<layout::Layout> linear = l.check(function(whole->linear()));
    return failed(linear) ? failure() : l.replaceWith(whole->withLinear(*linear));
  }
  FailureOr<Tensor> tensor = l.tensor(source);
  if (failed(tensor))
    return failure();
  FailureOr<layout::Layout> linear = l.check(function(tensor->layout.linear()));
  return failed(linear) ? failure() : l.replaceWith(Lowering::withLinear(*tensor, *linear));
}

LogicalResult get(Lowering &l, Operation *op) {
  auto get = cast<GetOp>(op);
  layout::ModePath path(get.getMode().begin(), get.getMode().end());
  // A declared base that is indexed like the layout drops only static zeros: the value is the same.
  if (auto type = dyn_cast<CoordTensorType>(get.getResult().getType())) {
    FailureOr<Tensor> tensor = l.tensor(get.getInput());
    if (failed(tensor))
      return failure();
    FailureOr<layout::Layout> linear = l.check(tensor->layout.linear().at(path));
    if (failed(linear))
      return failure();
    Tensor result = Lowering::withLinear(*tensor, *linear);
    if (!(type.getBase() == result.base.abstracted()))
      if (layout::Result<IntTuple> indexed = tensor->base.at(path))
        result.base = *indexed;
    return l.replaceWith(result);
  }
  return modes(l, get.getInput(), [&](const auto &t) { return t.at(path); });
}

LogicalResult take(Lowering &l, Operation *op) {
  auto take = cast<TakeOp>(op);
  int64_t begin = static_cast<int32_t>(take.getBegin()), end = static_cast<int32_t>(take.getEnd());
  return modes(l, take.getTuple(), [&](const auto &t) { return layout::take(t, begin, end); });
}

LogicalResult group(Lowering &l, Operation *op) {
  auto group = cast<GroupOp>(op);
  int64_t begin = static_cast<int32_t>(group.getBegin()),
          end = static_cast<int32_t>(group.getEnd());
  return modes(l, group.getTuple(), [&](const auto &t) { return layout::group(t, begin, end); });
}

LogicalResult select(Lowering &l, Operation *op) {
  auto select = cast<SelectOp>(op);
  std::vector<int32_t> indices(select.getIndices().begin(), select.getIndices().end());
  return modes(l, select.getTuple(), [&](const auto &t) { return layout::select(t, indices); });
}

template <typename Op, typename F> LogicalResult extend(Lowering &l, Operation *op, F function) {
  auto extend = cast<Op>(op);
  std::optional<int64_t> n;
  if (std::optional<uint32_t> given = extend.getN())
    n = static_cast<int32_t>(*given);
  if (isa<IntTupleType>(extend.getElem().getType())) {
    FailureOr<IntTuple> element = l.tuple(extend.getElem());
    if (failed(element))
      return failure();
    FailureOr<IntTuple> tuple = l.tuple(extend.getTuple());
    return failed(tuple) ? failure() : l.give(function(*tuple, *element, n));
  }
  FailureOr<layout::Layout> element = l.layout(extend.getElem());
  if (failed(element))
    return failure();
  FailureOr<AnyLayout> whole = l.anyLayout(extend.getTuple());
  if (failed(whole))
    return failure();
  FailureOr<layout::Layout> linear = l.check(function(whole->linear(), *element, n));
  return failed(linear) ? failure() : l.replaceWith(whole->withLinear(*linear));
}

LogicalResult slice(Lowering &l, Operation *op) {
  auto slice = cast<SliceOp>(op);
  FailureOr<IntTuple> coord = l.tuple(slice.getCoord());
  if (failed(coord))
    return failure();
  Type type = slice.getSrc().getType();
  if (isa<IntTupleType>(type)) {
    FailureOr<IntTuple> tuple = l.tuple(slice.getSrc());
    return failed(tuple) ? failure() : l.give(layout::slice(*tuple, *coord));
  }
  if (isa<LayoutType, ComposedLayoutType>(type)) {
    FailureOr<AnyLayout> whole = l.anyLayout(slice.getSrc());
    return failed(whole) ? failure() : l.give(layout::slice(*whole, *coord));
  }
  FailureOr<Tensor> tensor = l.tensor(slice.getSrc());
  if (failed(tensor))
    return failure();
  FailureOr<Tensor> result = l.slice(*tensor, *coord);
  return failed(result) ? failure() : l.replaceWith(*result);
}

LogicalResult dice(Lowering &l, Operation *op) {
  auto dice = cast<DiceOp>(op);
  FailureOr<IntTuple> coord = l.tuple(dice.getCoord());
  if (failed(coord))
    return failure();
  return modes(l, dice.getSrc(), [&](const auto &t) { return layout::dice(t, *coord); });
}

//===-- Taking constructors apart ----------------------------------------------------------===//

/// The make_layout behind a layout or the view of one, if that is what defines it.
MakeLayoutOp makerOf(Value value) {
  if (auto view = value.getDefiningOp<MakeViewOp>())
    value = view.getLayout();
  while (auto composed = value.getDefiningOp<MakeComposedLayoutOp>())
    value = composed.getOuter();
  return value.getDefiningOp<MakeLayoutOp>();
}

LogicalResult getShape(Lowering &l, Operation *op) {
  if (MakeLayoutOp make = makerOf(op->getOperand(0)))
    return l.replace(make.getShape());
  FailureOr<AnyLayout> layout = l.layoutOf(op->getOperand(0));
  return failed(layout) ? failure() : l.replaceWith(layout->linear().shape());
}

LogicalResult getStride(Lowering &l, Operation *op) {
  if (MakeLayoutOp make = makerOf(op->getOperand(0)))
    return l.replace(make.getStride());
  FailureOr<AnyLayout> layout = l.layoutOf(op->getOperand(0));
  return failed(layout) ? failure() : l.replaceWith(layout->linear().stride());
}

LogicalResult getLayout(Lowering &l, Operation *op) {
  if (auto view = op->getOperand(0).getDefiningOp<MakeViewOp>())
    return l.replace(view.getLayout());
  FailureOr<AnyLayout> layout = l.layoutOf(op->getOperand(0));
  return failed(layout) ? failure() : l.replaceWith(*layout);
}

LogicalResult getIter(Lowering &l, Operation *op) {
  if (auto view = op->getOperand(0).getDefiningOp<MakeViewOp>())
    return l.replace(view.getIter());
  FailureOr<Tensor> tensor = l.tensor(op->getOperand(0));
  if (failed(tensor))
    return failure();
  return l.replaceWith(tensor->base);
}

LogicalResult composedGet(Lowering &l, Operation *op) {
  Value source = op->getOperand(0);
  if (auto make = source.getDefiningOp<MakeComposedLayoutOp>()) {
    if (isa<ComposedGetInnerOp>(op))
      return l.replace(make.getInner());
    return l.replace(isa<ComposedGetOffsetOp>(op) ? make.getOffset() : make.getOuter());
  }
  FailureOr<AnyLayout> whole = l.anyLayout(source);
  if (failed(whole))
    return failure();
  const layout::ComposedLayout &composed = whole->composed();
  if (isa<ComposedGetOffsetOp>(op))
    return l.replaceWith(composed.offset());
  if (isa<ComposedGetOuterOp>(op))
    return l.replaceWith(composed.outer());
  if (auto *layout = std::get_if<AnyLayout>(&composed.inner()))
    return l.replaceWith(*layout);
  return l.replace(StaticOp::create(l.b, l.loc(), op->getResult(0).getType()));
}

} // namespace

void addStructureHandlers(Handlers &handlers, MLIRContext *context) {
  add<GetOp>(handlers, context, get);
  add<TakeOp>(handlers, context, take);
  add<SelectOp>(handlers, context, select);
  add<GroupOp>(handlers, context, group);
  add<AppendOp>(handlers, context, [](Lowering &l, Operation *op) {
    return extend<AppendOp>(
        l, op, [](const auto &t, const auto &e, auto n) { return layout::append(t, e, n); });
  });
  add<PrependOp>(handlers, context, [](Lowering &l, Operation *op) {
    return extend<PrependOp>(
        l, op, [](const auto &t, const auto &e, auto n) { return layout::prepend(t, e, n); });
  });
  add<SliceOp>(handlers, context, slice);
  add<DiceOp>(handlers, context, dice);
  add<GetShapeOp>(handlers, context, getShape);
  add<GetStrideOp>(handlers, context, getStride);
  add<GetLayoutOp>(handlers, context, getLayout);
  add<GetIterOp>(handlers, context, getIter);
  add<ComposedGetInnerOp, ComposedGetOffsetOp, ComposedGetOuterOp>(handlers, context, composedGet);
}

} // namespace mlir::fly::lowering
