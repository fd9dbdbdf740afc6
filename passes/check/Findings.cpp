#include "passes/check/Checks.h"

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::check;

// --- Shared
// -------------------------------------------------------------------------------------------

bool check::isRegister(Attribute space) {
  return isGenericAddressSpace(space, AddressSpace::Register);
}

std::string check::counted(int64_t n, StringRef unit) {
  return std::to_string(n) + " " + unit.str() + (n == 1 ? "" : "s");
}

std::string check::widthText(int64_t bits) {
  return bits % 8 ? counted(bits, "bit") : counted(bits / 8, "byte");
}

StringRef check::sideName(layout::CopySide side) {
  return side == layout::CopySide::Src ? "source" : "destination";
}

Value check::viewedFrom(Value view) {
  Operation *op = view.getDefiningOp();
  if (!op)
    return {};
  for (Value operand : op->getOperands())
    if (isa<fly::MemRefType, CoordTensorType>(operand.getType()))
      return operand;
  return {};
}

std::optional<SmallVector<std::pair<int64_t, int64_t>>>
check::staticLeaves(const layout::Layout &layout) {
  if (!layout.isStatic() || layout.stride().hasBasis() || layout.shape().hasBasis())
    return std::nullopt;
  std::vector<layout::Leaf> shape = layout.shape().leaves(), stride = layout.stride().leaves();
  if (shape.size() != stride.size())
    return std::nullopt;
  SmallVector<std::pair<int64_t, int64_t>> leaves;
  for (auto [extent, step] : llvm::zip(shape, stride))
    leaves.emplace_back(extent.value(), step.value());
  return leaves;
}

std::optional<int64_t> check::largestIndex(const layout::Layout &layout) {
  auto leaves = staticLeaves(layout);
  if (!leaves)
    return std::nullopt;
  int64_t last = 0;
  for (auto [extent, stride] : *leaves)
    if (llvm::AddOverflow(last, std::max<int64_t>(extent - 1, 0) * std::abs(stride), last))
      return std::nullopt;
  return last;
}

static Use strongest(Use a, Use b) { return std::max(a, b); }

/// Whether the payload of an atom combines with what is in memory instead of replacing it.
static bool isAtomicAtom(Type type) {
  if (auto tiled = dyn_cast<TiledCopyType>(type))
    type = tiled.getCopyAtom();
  auto atom = dyn_cast<CopyAtomType>(type);
  auto info = atom ? dyn_cast<AtomInfoTypeInterface>(atom.getCopyOp()) : AtomInfoTypeInterface();
  return isa_and_nonnull<UniversalAtomicType>(atom ? atom.getCopyOp() : Type()) ||
         (info && info.getMnemonic().contains("atomic"));
}

/// How one operation writes through a view that it takes as `operand`.
static Use writesHere(OpOperand &operand) {
  Operation *op = operand.getOwner();
  Value view = operand.get();
  auto copies = [&](Value atom, Value dst) {
    if (dst != view)
      return Use::None;
    return isAtomicAtom(atom.getType()) ? Use::Atomic : Use::Written;
  };
  if (auto copy = dyn_cast<CopyOp>(op))
    return copies(copy.getCopyAtom(), copy.getDst());
  if (auto copy = dyn_cast<CopyAtomCallOp>(op))
    return copies(copy.getCopyAtom(), copy.getDst());
  if (auto copy = dyn_cast<CopyAtomCallSSAOp>(op))
    return copies(copy.getCopyAtom(), copy.getDst());
  bool writes = false;
  if (auto product = dyn_cast<GemmOp>(op))
    writes = product.getD() == view;
  else if (auto product = dyn_cast<MmaAtomCallOp>(op))
    writes = product.getD() == view;
  else if (auto product = dyn_cast<MmaAtomCallSSAOp>(op))
    writes = product.getD() == view;
  else if (auto store = dyn_cast<MemRefStoreOp>(op))
    writes = store.getMemref() == view;
  else if (auto store = dyn_cast<MemRefStoreVecOp>(op))
    writes = store.getMemref() == view;
  else if (auto store = dyn_cast<PtrStoreOp>(op))
    writes = store.getPtr() == view;
  return writes ? Use::Written : Use::None;
}

Use check::writesThrough(Value view) {
  // Views and iterators derived from this one; enough for kernels, bounded for the rest.
  SmallVector<Value> work{view};
  llvm::DenseSet<Value> seen{view};
  Use found = Use::None;
  while (!work.empty() && found != Use::Written && seen.size() < 256) {
    Value next = work.pop_back_val();
    for (OpOperand &operand : next.getUses()) {
      found = strongest(found, writesHere(operand));
      for (Value result : operand.getOwner()->getResults())
        if (isa<fly::MemRefType, PointerType>(result.getType()) && seen.insert(result).second)
          work.push_back(result);
    }
  }
  return found;
}

// --- The walk
// -----------------------------------------------------------------------------------------

check::Finding &Checker::add(Operation *op, int rule, Severity severity, std::string message) {
  return findings.emplace_back(Finding{rule, severity, op, op->getLoc(), std::move(message), {}});
}

void Checker::visit(Operation *op) {
  using layout::CopySide;
  if (auto part = dyn_cast<TiledCopyPartitionSrcOp>(op)) {
    checkTiledCopyUse(op, part.getTiledCopy().getType(), part.getTiledCopy(), false);
    checkBlock(op, part.getTiledCopy().getType().getLayoutThrVal().getValue()[0],
               part.getTiledCopy());
    checkValueWidth(op, part.getTiledCopy().getType(), part.getSrc(), part.getResult(),
                    CopySide::Src);
  } else if (auto part = dyn_cast<TiledCopyPartitionDstOp>(op)) {
    checkDestination(part);
    checkBlock(op, part.getTiledCopy().getType().getLayoutThrVal().getValue()[0],
               part.getTiledCopy());
    checkValueWidth(op, part.getTiledCopy().getType(), part.getDst(), part.getResult(),
                    CopySide::Dst);
  } else if (auto part = dyn_cast<TiledMmaPartitionOp>(op)) {
    checkProductPartition(part);
    if (layout::Result<layout::Layout> threads =
            layout::threadsVMNK(part.getTiledMma().getType().getGeometry()))
      checkBlock(op, *threads, part.getTiledMma());
  } else if (auto retile = dyn_cast<TiledCopyRetileOp>(op)) {
    checkRetile(retile);
  } else if (auto copy = dyn_cast<CopyOp>(op)) {
    checkCopyOwnership(copy);
    checkCall(op, copy.getCopyAtom().getType(), copy.getSrc(), CopySide::Src, true);
    checkCall(op, copy.getCopyAtom().getType(), copy.getDst(), CopySide::Dst, true);
  } else if (auto copy = dyn_cast<CopyAtomCallOp>(op)) {
    checkCall(op, copy.getCopyAtom().getType(), copy.getSrc(), CopySide::Src, false);
    checkCall(op, copy.getCopyAtom().getType(), copy.getDst(), CopySide::Dst, false);
  } else if (auto copy = dyn_cast<CopyAtomCallSSAOp>(op)) {
    checkCall(op, copy.getCopyAtom().getType(), copy.getSrc(), CopySide::Src, false);
    if (copy.getDst())
      checkCall(op, copy.getCopyAtom().getType(), copy.getDst(), CopySide::Dst, false);
  } else if (auto load = dyn_cast<PtrLoadOp>(op)) {
    checkPointerAccess(op, load.getPtr(), load.getResult().getType());
  } else if (auto store = dyn_cast<PtrStoreOp>(op)) {
    checkPointerAccess(op, store.getPtr(), store.getValue().getType());
  } else if (auto load = dyn_cast<MemRefLoadVecOp>(op)) {
    if (auto view = dyn_cast<fly::MemRefType>(load.getMemref().getType()))
      checkVectorAccess(op, view, load.getMemref());
  } else if (auto store = dyn_cast<MemRefStoreVecOp>(op)) {
    checkVectorAccess(op, store.getMemref().getType(), store.getMemref());
  } else if (auto load = dyn_cast<MemRefLoadOp>(op)) {
    if (auto view = dyn_cast<fly::MemRefType>(load.getMemref().getType()))
      checkRange(op, load.getIndices().getType().getValue(), view.getLayout());
  } else if (auto store = dyn_cast<MemRefStoreOp>(op)) {
    checkRange(op, store.getIndices().getType().getValue(),
               store.getMemref().getType().getLayout());
  } else if (auto split = dyn_cast<DecompositionOp>(op)) {
    checkDecomposition(split);
  } else if (auto index = dyn_cast<Crd2IdxOp>(op)) {
    if (std::optional<layout::AnyLayout> layout = getLayoutOf(index.getLayout().getType()))
      checkRange(op, index.getCoord().getType().getValue(), *layout);
  } else if (auto slice = dyn_cast<SliceOp>(op)) {
    std::optional<layout::AnyLayout> layout = getLayoutOf(slice.getSrc().getType());
    const layout::IntTuple &coord = slice.getCoord().getType().getValue();
    if (layout && isa<fly::MemRefType, CoordTensorType>(slice.getSrc().getType()))
      checkRange(op, coord, *layout);
    auto view = dyn_cast<fly::MemRefType>(slice.getSrc().getType());
    if (view && view.getLayout().isPlain())
      if (auto offset = layout::crd2idx(coord, view.getLayout().plain());
          offset && offset->isLeaf())
        checkByte(op, view.getElemTy(), view.getAddressSpace(), offset->leaf(), slice.getSrc());
    if (auto cut = dyn_cast<fly::MemRefType>(slice.getResult().getType()))
      checkPitch(op, cut, slice.getSrc());
    if (view && isRegister(view.getAddressSpace()))
      remarkRegisters(slice, view);
  } else if (auto made = dyn_cast<MakeViewOp>(op)) {
    checkAllocation(made);
  } else if (auto advance = dyn_cast<AddOffsetOp>(op)) {
    const layout::IntTuple &offset = advance.getOffset().getType().getValue();
    if (auto pointer = dyn_cast<PointerType>(advance.getPtr().getType());
        pointer && offset.isLeaf())
      checkByte(op, pointer.getElemTy(), pointer.getAddressSpace(), offset.leaf(),
                advance.getPtr());
  } else if (auto product = dyn_cast<GemmOp>(op)) {
    checkScales(op, product.getMmaAtom());
  } else if (auto product = dyn_cast<MmaAtomCallOp>(op)) {
    checkScales(op, product.getMmaAtom());
  } else if (auto product = dyn_cast<MmaAtomCallSSAOp>(op)) {
    checkScales(op, product.getMmaAtom());
  } else if (options.remarks &&
             isa<LogicalDivideOp, ZippedDivideOp, TiledDivideOp, FlatDivideOp>(op)) {
    checkDivide(op, op->getOperand(0), op->getOperand(1));
  }
}

SmallVector<check::Finding> check::collectFindings(Operation *root, const Options &options) {
  Checker checker(options);
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa_and_nonnull<FlyDialect>(op->getDialect()) && !(options.skip && options.skip(op)))
      checker.visit(op);
  });
  return checker.take();
}

void check::report(const Finding &finding) {
  auto emit = [&]() -> InFlightDiagnostic {
    switch (finding.severity) {
    case Severity::Error:
      return emitError(finding.location);
    case Severity::Warning:
      return emitWarning(finding.location);
    case Severity::Remark:
      break;
    }
    return emitRemark(finding.location);
  };
  // Not through the operation: it would print and verify it.
  InFlightDiagnostic diagnostic = emitRule(
      emit, finding.rule, "'" + finding.op->getName().getStringRef() + "' op " + finding.message);
  for (const Note &note : finding.notes)
    diagnostic.attachNote(note.location) << note.message;
}
