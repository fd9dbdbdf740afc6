// Who owns which element (D-70, D-71).
#include "passes/check/Checks.h"

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::check;

/// The operation that made a tiled operation or atom, behind state updates.
static Operation *makerOf(Value value) {
  Operation *op = value.getDefiningOp();
  for (unsigned steps = 0; op && steps < 1000; ++steps) {
    auto update = dyn_cast<AtomSetValueOp>(op);
    if (!update)
      return op;
    op = update.getAtom().getDefiningOp();
  }
  return op;
}

void Checker::checkTiledCopyUse(Operation *op, TiledCopyType type, Value made, bool writes) {
  auto [entry, isNew] = cache.ownership.try_emplace({type, writes});
  if (isNew)
    entry->second = tiledCopyFindings(type, writes);
  // `make_tiled_copy` has been verified: what holds for operands that are read was said there.
  Operation *maker = makerOf(made);
  bool verified = isa_and_nonnull<MakeTiledCopyOp>(maker);
  for (const fly::Finding &found : entry->second) {
    if (verified && (found.reason.rule == 170 || !writes))
      continue;
    Finding &finding = add(op, found.reason.rule, found.severity, found.reason.message);
    if (!found.reason.fix.empty())
      finding.notes.push_back({op->getLoc(), found.reason.fix});
    if (maker)
      finding.notes.push_back({maker->getLoc(), "the tiled copy is made here"});
  }
}

/// A mode of stride 0 through which different coordinates name one element.
static std::optional<std::string> sharedMode(const layout::Layout &layout) {
  std::vector<layout::Leaf> shape = layout.shape().leaves(), stride = layout.stride().leaves();
  for (size_t i = 0; i < std::min(shape.size(), stride.size()); ++i)
    if (stride[i].isStaticValue(0) && !(shape[i].isStatic() && shape[i].value() <= 1))
      return shape[i].str() + ":0";
  return std::nullopt;
}

void Checker::checkDestination(TiledCopyPartitionDstOp op) {
  TiledCopyType type = op.getTiledCopy().getType();
  auto view = dyn_cast<fly::MemRefType>(op.getDst().getType());
  bool memory = view && !isRegister(view.getAddressSpace());
  // A partition that nobody uses yet is meant to be written.
  bool writes = memory && writesThrough(op.getResult()) != Use::Atomic;
  checkTiledCopyUse(op, type, op.getTiledCopy(), writes);
  if (!writes)
    return;
  if (std::optional<std::string> mode = sharedMode(view.getLayout().linear())) {
    Finding &finding = add(op, 171, Severity::Error,
                           "the destination " + view.getLayout().str() + " has the mode " + *mode +
                               ", so that several threads and values own one element");
    finding.notes.push_back({op.getDst().getLoc(), "the destination comes from here"});
  }
}

void Checker::checkCopyOwnership(CopyOp op) {
  auto type = dyn_cast<TiledCopyType>(op.getCopyAtom().getType());
  if (!type || isRegister(op.getDst().getType().getAddressSpace()))
    return;
  // The partition of the destination has been looked at.
  Value view = op.getDst();
  for (unsigned steps = 0; view && steps < 1000; ++steps) {
    if (view.getDefiningOp<TiledCopyPartitionDstOp>())
      return;
    view = viewedFrom(view);
  }
  bool atomic = writesThrough(op.getDst()) == Use::Atomic;
  checkTiledCopyUse(op, type, op.getCopyAtom(), !atomic);
}

void Checker::checkProductPartition(TiledMmaPartitionOp op) {
  MmaOperand operand = op.getOperandId().getValue();
  auto view = dyn_cast<fly::MemRefType>(op.getInput().getType());
  if (!view || isRegister(view.getAddressSpace()) ||
      (operand != MmaOperand::C && operand != MmaOperand::D) ||
      writesThrough(op.getResult()) != Use::Written)
    return;
  layout::TiledMma geometry = op.getTiledMma().getType().getGeometry();
  if (geometry.atomLayout.rank() == 3) {
    layout::Result<layout::Leaf> groups = layout::size(geometry.atomLayout[2]);
    if (groups && groups->isStatic() && groups->value() > 1) {
      Finding &finding =
          add(op, 171, Severity::Error,
              "the atoms " + geometry.atomLayout.str() + " split K over " +
                  std::to_string(groups->value()) + " groups of threads, and each of them writes " +
                  "every element of the destination");
      finding.notes.push_back({op.getTiledMma().getLoc(),
                               "add up the groups' results first, or write with an atomic copy"});
    }
  }
  if (std::optional<std::string> mode = sharedMode(view.getLayout().linear())) {
    Finding &finding = add(op, 171, Severity::Error,
                           "the destination " + view.getLayout().str() + " has the mode " + *mode +
                               ", so that several threads and values own one element");
    finding.notes.push_back({op.getInput().getLoc(), "the destination comes from here"});
  }
}
