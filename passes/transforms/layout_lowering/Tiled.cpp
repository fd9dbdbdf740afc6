// What one thread of a tiled copy or a tiled MMA sees of a tensor (passes.md 4.2, fly-core 8).
#include "passes/transforms/layout_lowering/Lowering.h"

namespace mlir::fly::lowering {
namespace {

using layout::AnyLayout;
using layout::IntTuple;

layout::MmaOperand operandOf(MmaOperandAttr attr) {
  switch (attr.getValue()) {
  case MmaOperand::A:
    return layout::MmaOperand::A;
  case MmaOperand::B:
    return layout::MmaOperand::B;
  case MmaOperand::C:
    return layout::MmaOperand::C;
  case MmaOperand::D:
    return layout::MmaOperand::D;
  }
  return layout::MmaOperand::C;
}

/// Cuts a tensor for the thread in `coord` with `cut`.
template <typename F> LogicalResult partition(Lowering &l, Value source, Value coord, F cut) {
  FailureOr<IntTuple> thread = l.tuple(coord);
  if (failed(thread))
    return failure();
  FailureOr<Tensor> tensor = l.tensor(source);
  if (failed(tensor))
    return failure();
  FailureOr<layout::Partition> part = l.check(cut(tensor->layout.linear(), *thread));
  if (failed(part))
    return failure();
  FailureOr<Tensor> result = l.advance(*tensor, part->offset, part->layout);
  return failed(result) ? failure() : l.replaceWith(*result);
}

FailureOr<layout::TiledCopy> geometryOf(Lowering &l, TiledCopyType type) {
  FailureOr<layout::TiledCopy> geometry = type.getGeometry();
  if (failed(geometry))
    l.error() << "cannot be lowered: the layouts of its atom cannot be expressed in values of the "
                 "atom's width";
  return geometry;
}

LogicalResult partitionCopy(Lowering &l, Operation *op, layout::CopySide side) {
  auto type = cast<TiledCopyType>(op->getOperand(0).getType());
  FailureOr<layout::TiledCopy> geometry = geometryOf(l, type);
  if (failed(geometry))
    return failure();
  return partition(l, op->getOperand(1), op->getOperand(2),
                   [&](const layout::Layout &linear, const IntTuple &thread) {
                     return layout::partition(*geometry, side, linear, thread);
                   });
}

LogicalResult retile(Lowering &l, Operation *op) {
  auto retile = cast<TiledCopyRetileOp>(op);
  FailureOr<layout::TiledCopy> geometry = geometryOf(l, retile.getTiledCopy().getType());
  if (failed(geometry))
    return failure();
  FailureOr<Tensor> tensor = l.tensor(retile.getInput());
  if (failed(tensor))
    return failure();
  if (!tensor->layout.isPlain())
    return l.error() << "needs a plain layout, got " << tensor->layout.str();
  FailureOr<layout::Layout> linear = l.check(layout::retile(*geometry, tensor->layout.plain()));
  return failed(linear) ? failure() : l.replaceWith(Lowering::withLinear(*tensor, *linear));
}

LogicalResult partitionMma(Lowering &l, Operation *op) {
  auto partitionOp = cast<TiledMmaPartitionOp>(op);
  layout::TiledMma geometry = cast<TiledMmaType>(partitionOp.getTiledMma().getType()).getGeometry();
  layout::MmaOperand operand = operandOf(partitionOp.getOperandId());
  return partition(l, partitionOp.getInput(), partitionOp.getCoord(),
                   [&](const layout::Layout &linear, const IntTuple &thread) {
                     return layout::partition(geometry, operand, linear, thread);
                   });
}

LogicalResult partitionShape(Lowering &l, Operation *op) {
  auto partitionOp = cast<TiledMmaPartitionShapeOp>(op);
  layout::TiledMma geometry = cast<TiledMmaType>(partitionOp.getTiledMma().getType()).getGeometry();
  FailureOr<IntTuple> shape = l.tuple(partitionOp.getShape());
  if (failed(shape))
    return failure();
  return l.give(layout::partitionShape(geometry, operandOf(partitionOp.getOperandId()), *shape));
}

LogicalResult makeFragment(Lowering &l, Operation *op) {
  auto make = cast<MmaMakeFragmentOp>(op);
  layout::TiledMma geometry = cast<TiledMmaType>(make.getTiledMma().getType()).getGeometry();
  FailureOr<AnyLayout> source = l.layoutOf(make.getInput());
  if (failed(source))
    return failure();
  std::optional<int64_t> stages;
  if (std::optional<uint32_t> given = make.getStages())
    stages = static_cast<int32_t>(*given);
  FailureOr<layout::Layout> fragment = l.check(
      layout::fragmentLayout(geometry, operandOf(make.getOperandId()), source->linear(), stages));
  if (failed(fragment))
    return failure();
  auto type = cast<fly::MemRefType>(make.getResult().getType());
  FailureOr<Tensor> made = l.allocate(type.getPointerType(), AnyLayout(*fragment));
  return failed(made) ? failure() : l.replaceWith(*made);
}

} // namespace

void addTiledHandlers(Handlers &handlers, MLIRContext *context) {
  add<TiledCopyPartitionSrcOp>(handlers, context, [](Lowering &l, Operation *op) {
    return partitionCopy(l, op, layout::CopySide::Src);
  });
  add<TiledCopyPartitionDstOp>(handlers, context, [](Lowering &l, Operation *op) {
    return partitionCopy(l, op, layout::CopySide::Dst);
  });
  add<TiledCopyRetileOp>(handlers, context, retile);
  add<TiledMmaPartitionOp>(handlers, context, partitionMma);
  add<TiledMmaPartitionShapeOp>(handlers, context, partitionShape);
  add<MmaMakeFragmentOp>(handlers, context, makeFragment);
}

} // namespace mlir::fly::lowering
