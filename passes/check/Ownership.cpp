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

void Checker::checkBlock(Operation *op, const layout::Layout &threads, Value made) {
  // The attribute of a kernel, by its name: nothing else of its dialect matters here.
  Operation *kernel = op->getParentOp();
  while (kernel && !kernel->hasAttr("known_block_size"))
    kernel = kernel->getParentOp();
  auto block =
      kernel ? kernel->getAttrOfType<DenseI32ArrayAttr>("known_block_size") : DenseI32ArrayAttr();
  layout::Result<layout::Leaf> needed = layout::size(threads);
  if (!block || !needed || !needed->isStatic())
    return;
  int64_t have = 1;
  for (int32_t extent : block.asArrayRef())
    have *= std::max(extent, 1);
  if (needed->value() <= have)
    return;
  Finding &finding =
      add(op, 158, Severity::Warning,
          "the tile is spread over " + counted(needed->value(), "thread") + ", but a block has " +
              std::to_string(have) + ": nobody holds the rest");
  finding.notes.push_back({made.getLoc(), "the tiled operation comes from here"});
  finding.notes.push_back({kernel->getLoc(), "the block size is stated here"});
}

/// Why several coordinates of a layout name one element: a mode of stride 0, or two coordinates
/// with the same index; nothing when every element has one coordinate or the layout is not known.
static std::optional<std::string> sharedElement(const layout::Layout &layout) {
  std::vector<layout::Leaf> shape = layout.shape().leaves(), stride = layout.stride().leaves();
  for (size_t i = 0; i < std::min(shape.size(), stride.size()); ++i)
    if (stride[i].isStaticValue(0) && !(shape[i].isStatic() && shape[i].value() <= 1))
      return "the mode " + shape[i].str() + ":0";
  auto leaves = staticLeaves(layout);
  if (!leaves)
    return std::nullopt;
  // Strides that exceed everything below them keep elements apart.
  SmallVector<std::pair<int64_t, int64_t>> sorted(*leaves);
  llvm::sort(sorted, [](auto &a, auto &b) { return std::abs(a.second) < std::abs(b.second); });
  int64_t reach = 0, elements = 1;
  bool apart = true;
  for (auto [extent, step] : sorted) {
    if (extent <= 1)
      continue;
    apart &= std::abs(step) > reach;
    if (llvm::MulOverflow(elements, extent, elements) || elements > (int64_t(1) << 20))
      return std::nullopt; // too many to look at
    reach += (extent - 1) * std::abs(step);
  }
  if (apart)
    return std::nullopt;
  auto coordinate = [&](int64_t element) {
    std::string text;
    for (auto [extent, step] : *leaves) {
      text += (text.empty() ? "(" : ",") + std::to_string(element % extent);
      element /= extent;
    }
    return text + ")";
  };
  llvm::DenseMap<int64_t, int64_t> firstAt;
  for (int64_t element = 0; element < elements; ++element) {
    int64_t rest = element, index = 0;
    for (auto [extent, step] : *leaves) {
      index += rest % extent * step;
      rest /= extent;
    }
    auto [first, isNew] = firstAt.try_emplace(index, element);
    if (!isNew)
      return "index " + std::to_string(index) + " for both " + coordinate(first->second) + " and " +
             coordinate(element);
  }
  return std::nullopt;
}

void Checker::checkDestination(TiledCopyPartitionDstOp op) {
  TiledCopyType type = op.getTiledCopy().getType();
  auto view = dyn_cast<fly::MemRefType>(op.getDst().getType());
  bool memory = view && !isRegister(view.getAddressSpace());
  // A partition that nobody uses yet is meant to be written.
  bool writes = memory && writesThrough(op.getResult()) != Use::Atomic;
  size_t before = findings.size();
  checkTiledCopyUse(op, type, op.getTiledCopy(), writes);
  if (!writes)
    return;
  for (size_t i = before; i < findings.size(); ++i)
    findings[i].notes.push_back({op.getDst().getLoc(), "the destination comes from here"});
  if (std::optional<std::string> shared = sharedElement(view.getLayout().linear())) {
    Finding &finding = add(op, 171, Severity::Error,
                           "the destination " + view.getLayout().str() + " has " + *shared +
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
  if (std::optional<std::string> shared = sharedElement(view.getLayout().linear())) {
    Finding &finding = add(op, 171, Severity::Error,
                           "the destination " + view.getLayout().str() + " has " + *shared +
                               ", so that several threads and values own one element");
    finding.notes.push_back({op.getInput().getLoc(), "the destination comes from here"});
  }
}
