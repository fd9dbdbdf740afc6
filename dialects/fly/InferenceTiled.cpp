// Inference of tiled copies and tiled matrix products (fly-core 7.10 and 8).
#include "dialects/fly/FlyOps.h"
#include "dialects/fly/Invariants.h"

namespace mlir::fly {

// --- Construction -------------------------------------------------------------------------------

LogicalResult MakeTiledCopyOp::infer(Inference &in, Adaptor op) {
  auto threadValue = cast<LayoutType>(op.getLayoutThrVal().getType());
  if (!threadValue.isStatic())
    return in.expected("MakeTiledCopyOp", "LayoutType is not static", threadValue, 119);
  return in.giveChecked(TiledCopyType::getChecked(in.emitter(), op.getCopyAtom().getType(),
                                                  threadValue,
                                                  cast<TileType>(op.getTileMN().getType())));
}

LogicalResult MakeTiledMmaOp::infer(Inference &in, Adaptor op) {
  Type atom = op.getMmaAtom().getType();
  if (!isa<MmaAtomType>(atom))
    return in.expected("MakeTiledMmaOp", "expected MmaAtomType for mmaAtom", atom, 157);
  auto atomLayout = cast<LayoutType>(op.getAtomLayout().getType());
  if (!atomLayout.isStatic())
    return in.expected("MakeTiledMmaOp", "LayoutType is not static", atomLayout, 119);
  auto permutation = op.getPermutation() ? cast<TileType>(op.getPermutation().getType())
                                         : TiledMmaType::getDefaultPermutation(in.context());
  return in.giveChecked(TiledMmaType::getChecked(in.emitter(), atom, atomLayout, permutation));
}

// --- Partition ----------------------------------------------------------------------------------

/// The type of `input` cut for one thread: the iterator advanced by the offset, the layout
/// replaced.
static LogicalResult givePartition(Inference &in, Value input,
                                   const layout::Result<layout::Partition> &part) {
  if (!part)
    return in.fail(part.reason());
  layout::AnyLayout any = in.anyLayout(input);
  auto memref = dyn_cast<MemRefType>(input.getType());
  if (!any.isPlain()) {
    // The innermost offset absorbs the thread's offset; the iterator stays.
    layout::Result<layout::AnyLayout> moved =
        withOffsetAdded(any.withLinear(part->layout), part->offset);
    if (!moved)
      return in.fail(moved.reason());
    if (!memref)
      return in.rebuildAny(input, *moved);
    return in.rebuildAdvanced(memref, *moved, layout::Leaf(0));
  }
  if (!memref) {
    layout::Result<layout::IntTuple> base =
        layout::addBasis(cast<CoordTensorType>(input.getType()).getBase(), part->offset);
    return base ? in.giveCoordTensor(*base, part->layout) : in.fail(base.reason());
  }
  if (!part->offset.isLeaf() || !part->offset.leaf().isInt())
    return in.fail(144, "the thread starts at " + part->offset.str() + ", which is not an integer");
  return in.rebuildAdvanced(memref, part->layout, part->offset.leaf());
}

static LogicalResult inferCopyPartition(Inference &in, Value tiledCopy, Value tensor, Value coord,
                                        layout::CopySide side) {
  FailureOr<layout::TiledCopy> geometry = cast<TiledCopyType>(tiledCopy.getType()).getGeometry();
  if (failed(geometry))
    return in.fail(158, "the atom of the tiled copy has no value layouts");
  return givePartition(
      in, tensor,
      layout::partition(*geometry, side, in.linear(tensor), in.tuple(coord), in.warnings()));
}

LogicalResult TiledCopyPartitionSrcOp::infer(Inference &in, Adaptor op) {
  return inferCopyPartition(in, op.getTiledCopy(), op.getSrc(), op.getCoord(),
                            layout::CopySide::Src);
}
LogicalResult TiledCopyPartitionDstOp::infer(Inference &in, Adaptor op) {
  return inferCopyPartition(in, op.getTiledCopy(), op.getDst(), op.getCoord(),
                            layout::CopySide::Dst);
}

LogicalResult TiledCopyRetileOp::infer(Inference &in, Adaptor op) {
  auto fragment = cast<MemRefType>(op.getInput().getType());
  if (!fragment.getLayout().isPlain())
    return in.expected("TiledCopyRetileOp", "MemRefType with ComposedLayout is not supported",
                       fragment, 158);
  FailureOr<layout::TiledCopy> geometry =
      cast<TiledCopyType>(op.getTiledCopy().getType()).getGeometry();
  if (failed(geometry))
    return in.fail(158, "the atom of the tiled copy has no value layouts");
  return in.rebuild(op.getInput(), layout::retile(*geometry, fragment.getLayout().plain()));
}

static layout::TiledMma geometryOf(Value tiledMma) {
  return cast<TiledMmaType>(tiledMma.getType()).getGeometry();
}
static layout::MmaOperand operandOf(MmaOperandAttr attr) {
  return static_cast<layout::MmaOperand>(attr.getValue());
}

LogicalResult TiledMmaPartitionOp::infer(Inference &in, Adaptor op) {
  return givePartition(in, op.getInput(),
                       layout::partition(geometryOf(op.getTiledMma()), operandOf(op.getOperandId()),
                                         in.linear(op.getInput()), in.tuple(op.getCoord()),
                                         in.warnings()));
}

LogicalResult TiledMmaPartitionShapeOp::infer(Inference &in, Adaptor op) {
  return in.give(layout::partitionShape(geometryOf(op.getTiledMma()), operandOf(op.getOperandId()),
                                        in.tuple(op.getShape())));
}

LogicalResult MmaMakeFragmentOp::infer(Inference &in, Adaptor op) {
  std::optional<int64_t> stages;
  if (std::optional<uint32_t> given = op.getStages()) {
    stages = static_cast<int32_t>(*given);
    if (*stages <= 0)
      return in.refused("MmaMakeFragmentOp", "stages must be positive, got " + Twine(*stages), 159);
  }
  auto tiled = cast<TiledMmaType>(op.getTiledMma().getType());
  layout::Result<layout::Layout> fragment = layout::fragmentLayout(
      tiled.getGeometry(), operandOf(op.getOperandId()), in.linear(op.getInput()), stages);
  if (!fragment)
    return in.fail(fragment.reason());
  return in.giveMemRef(tiled.getAtom().getValType(op.getOperandId().getValue()),
                       AddressSpaceAttr::get(in.context(), AddressSpace::Register), *fragment);
}

} // namespace mlir::fly
