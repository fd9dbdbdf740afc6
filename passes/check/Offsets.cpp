// Where offsets lead (D-66, D-75, D-76, D-77).
#include "passes/check/Checks.h"

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::check;

// --- Decomposition
// ------------------------------------------------------------------------------------

/// Comparisons of one split; of a longer view the first elements and a sample of the others are
/// compared.
static constexpr int64_t maxComparisons = 1 << 18;

namespace {
/// How a split of a view into a start and a linear layout differs from the view.
struct SplitFault {
  int64_t different = 0, elements = 0;
  bool partly = false; ///< not every element was compared
  std::string first;   ///< "first element 9 (index 73, not 65)"
};

/// A static view of integers, evaluated on plain numbers.
class StaticView {
public:
  static std::optional<StaticView> of(const layout::AnyLayout &view) {
    if (view.isPlain()) {
      std::optional<SmallVector<std::pair<int64_t, int64_t>>> modes = staticLeaves(view.plain());
      if (!modes || llvm::any_of(*modes, [](const auto &mode) { return mode.first < 1; }))
        return std::nullopt;
      StaticView out;
      out.modes = std::move(*modes);
      return out;
    }
    const layout::ComposedLayout &composed = view.composed();
    const layout::IntTuple &offset = composed.offset();
    std::optional<StaticView> out = of(composed.outer());
    if (!out || !offset.isLeaf() || !offset.leaf().isInt() || !offset.leaf().isStatic())
      return std::nullopt;
    Step step{offset.leaf().value(), {}, {}};
    if (const auto *swizzle = std::get_if<layout::Swizzle>(&composed.inner())) {
      step.swizzle = *swizzle;
    } else if (const auto *inner = std::get_if<layout::AnyLayout>(&composed.inner())) {
      std::optional<StaticView> map = of(*inner);
      if (!map)
        return std::nullopt;
      step.inner.push_back(std::move(*map));
    } else {
      return std::nullopt;
    }
    out->steps.push_back(std::move(step));
    return out;
  }

  /// Column-major; the last mode takes what is left. Wraps around like the addresses it stands for.
  int64_t operator()(int64_t index) const {
    uint64_t value = 0;
    for (auto [i, mode] : llvm::enumerate(modes)) {
      bool last = i + 1 == modes.size();
      value += uint64_t(last ? index : index % mode.first) * uint64_t(mode.second);
      index /= mode.first;
    }
    for (const Step &step : steps) {
      value += uint64_t(step.offset);
      if (!step.inner.empty()) {
        value = uint64_t(step.inner.front()(int64_t(value)));
        continue;
      }
      const layout::Swizzle &swizzle = step.swizzle;
      uint64_t mask = ((uint64_t(1) << swizzle.mask) - 1) << (swizzle.base + swizzle.shift);
      value ^= (value & mask) >> swizzle.shift;
    }
    return int64_t(value);
  }

private:
  struct Step {
    int64_t offset;
    layout::Swizzle swizzle;
    std::vector<StaticView> inner; ///< one or none: a layout instead of the swizzle
  };
  SmallVector<std::pair<int64_t, int64_t>> modes; ///< (extent, stride)
  std::vector<Step> steps;
};
} // namespace

/// The same for views of coordinates, through the algebra itself.
static std::optional<SplitFault> compareCoordinates(const layout::AnyLayout &view, int64_t size) {
  auto parts = layout::decomposition(view);
  if (!parts || !view.isStatic())
    return std::nullopt;
  SplitFault fault;
  fault.elements = size;
  fault.partly = size > maxComparisons / 16;
  for (int64_t i = 0; i < std::min(size, maxComparisons / 16); ++i) {
    layout::Result<layout::IntTuple> exact = layout::crd2idx(layout::IntTuple(i), view);
    layout::Result<layout::IntTuple> step = layout::crd2idx(layout::IntTuple(i), parts->second);
    if (!exact || !step)
      return std::nullopt;
    layout::Result<layout::IntTuple> split = layout::addBasis(parts->first, *step);
    if (!split)
      return std::nullopt;
    if (!(*split == *exact) && fault.different++ == 0)
      fault.first = "first element " + std::to_string(i) + " (index " + exact->str() + ", not " +
                    split->str() + ")";
  }
  return fault;
}

/// Compares every element; nothing where that cannot be done.
static std::optional<SplitFault> compareSplit(const layout::AnyLayout &view) {
  layout::Result<layout::Leaf> size = layout::size(view.linear());
  if (!size || !size->isStatic() || !size->isInt())
    return std::nullopt;
  std::optional<StaticView> exact = StaticView::of(view), linear = StaticView::of(view.linear());
  if (!exact || !linear)
    return compareCoordinates(view, size->value());
  SplitFault fault;
  fault.elements = size->value();
  fault.partly = fault.elements > maxComparisons;
  int64_t start = (*exact)(0);
  // An odd step visits every mode at changing coordinates.
  int64_t step = fault.elements / maxComparisons * 2 | 1;
  for (int64_t k = 0; k < std::min(fault.elements, maxComparisons); ++k) {
    bool sampled = fault.partly && k >= maxComparisons / 2;
    int64_t i = sampled ? (k - maxComparisons / 2) * step % fault.elements : k;
    int64_t is = (*exact)(i), split = start + (*linear)(i);
    if (is != split && fault.different++ == 0)
      fault.first = (sampled ? "such as element " : "first element ") + std::to_string(i) +
                    " (index " + std::to_string(is) + ", not " + std::to_string(split) + ")";
  }
  return fault;
}

/// The view with the run-time offset of its outermost level replaced by a number.
static layout::AnyLayout withOffset(const layout::AnyLayout &view, int64_t offset) {
  const layout::ComposedLayout &composed = view.composed();
  return layout::ComposedLayout(composed.inner(), layout::IntTuple(offset), composed.outer());
}

void Checker::checkDecomposition(DecompositionOp op) {
  std::optional<layout::AnyLayout> view = getLayoutOf(op.getTensor().getType());
  if (!view || view->isPlain())
    return;
  std::optional<SplitFault> fault;
  std::string when;
  if (view->isStatic()) {
    fault = compareSplit(*view);
  } else {
    // An offset known only by its divisor: the caller promises that it suits. Only a view that no
    // such offset suits is reported; the bits that a swizzle looks at repeat after its period.
    const layout::ComposedLayout &composed = view->composed();
    const auto *swizzle = std::get_if<layout::Swizzle>(&composed.inner());
    if (!swizzle || !composed.outer().isPlain() || !composed.offset().isLeaf())
      return;
    int64_t step = std::max<int64_t>(composed.offset().leaf().divisibility(), 1);
    int64_t period = int64_t(1) << (swizzle->mask + swizzle->base + swizzle->shift);
    layout::Result<layout::Leaf> size = layout::size(composed.outer().linear());
    if (!size || !size->isStatic() || !size->isInt() ||
        period / step > maxComparisons / std::max<int64_t>(size->value(), 1))
      return;
    for (int64_t offset = 0; offset < std::max(period, int64_t(1)); offset += step) {
      std::optional<SplitFault> found = compareSplit(withOffset(*view, offset));
      if (!found || found->different == 0)
        return;
      if (!fault) {
        fault = found;
        when = " whatever the offset; at offset 0";
      }
    }
  }
  if (!fault || fault->different == 0)
    return;
  Finding &finding =
      add(op, 175, Severity::Warning,
          "the split of " + view->str() + " into a start and a plain layout is not exact" + when +
              (fault->partly ? ": at least " : ": ") + std::to_string(fault->different) + " of " +
              counted(fault->elements, "element") + " differ, " + fault->first);
  finding.notes.push_back({op.getTensor().getLoc(), "the view comes from here"});
}

// --- 32 bits
// ------------------------------------------------------------------------------------------

namespace {
/// What an offset can be, in 64 bits; unknown parts count as 0.
struct OffsetRange {
  int64_t low = 0, high = 0;
  bool wide = false; ///< computed in 64 bits at run time

  void add(int64_t a, int64_t b) {
    // Saturated: far beyond 32 bits either way.
    if (llvm::AddOverflow(low, std::min(a, b), low))
      low = INT64_MIN / 2;
    if (llvm::AddOverflow(high, std::max(a, b), high))
      high = INT64_MAX / 2;
  }
};
} // namespace

static void addWhole(const layout::IntTuple &shape, const layout::IntTuple &stride,
                     OffsetRange &range) {
  if (!shape.isLeaf() || !stride.isLeaf()) {
    for (size_t i = 0; i < std::min(shape.rank(), stride.rank()); ++i)
      if (!shape.isLeaf() && !stride.isLeaf())
        addWhole(shape[i], stride[i], range);
    return;
  }
  const layout::Leaf &extent = shape.leaf(), &step = stride.leaf();
  range.wide |= step.isDynamic() && step.width() == 64;
  if (extent.isDynamic() || step.isDynamic() || !step.isInt() || extent.value() <= 1)
    return;
  range.add(0, (extent.value() - 1) * step.value());
}

static void addCoord(const layout::IntTuple &coord, const layout::IntTuple &shape,
                     const layout::IntTuple &stride, OffsetRange &range) {
  if (coord.isLeaf()) {
    const layout::Leaf &leaf = coord.leaf();
    if (leaf.isNone())
      return;
    if (leaf.isDynamic()) {
      range.wide |= leaf.width() == 64;
      addWhole(shape, stride, range);
      return;
    }
    layout::Result<layout::IntTuple> index = layout::crd2idx(coord, layout::Layout(shape, stride));
    if (index && index->isLeaf() && index->leaf().isStatic() && index->leaf().isInt())
      range.add(std::min<int64_t>(index->leaf().value(), 0),
                std::max<int64_t>(index->leaf().value(), 0));
    return;
  }
  if (shape.isLeaf() || stride.isLeaf())
    return;
  for (size_t i = 0; i < std::min({coord.rank(), shape.rank(), stride.rank()}); ++i)
    addCoord(coord[i], shape[i], stride[i], range);
}

void Checker::checkRange(Operation *op, const layout::IntTuple &coord,
                         const layout::AnyLayout &layout) {
  if (coord.isStatic())
    return; // inference works in 64 bits and says so
  const layout::Layout &linear = layout.linear();
  OffsetRange range;
  addCoord(coord, linear.shape(), linear.stride(), range);
  if (range.wide || (range.high <= INT32_MAX && range.low >= INT32_MIN))
    return;
  Finding &finding = add(op, 176, Severity::Warning,
                         "the offset of " + coord.str() + " in " + linear.str() + " reaches " +
                             std::to_string(range.high > INT32_MAX ? range.high : range.low) +
                             ", but is computed in 32 bits");
  finding.notes.push_back({op->getLoc(), "make the coordinate of i64 values, '?{i64}'"});
  for (Value operand : op->getOperands())
    if (getLayoutOf(operand.getType()))
      finding.notes.push_back(
          {operand.getLoc(), isa<LayoutType, ComposedLayoutType>(operand.getType())
                                 ? "the layout comes from here"
                                 : "the view comes from here"});
}

// --- Bytes
// --------------------------------------------------------------------------------------------

/// Elements of i1 take a byte each; the others below a byte are packed.
static bool isPacked(Type elemTy, Attribute space) {
  return bitWidth(elemTy) % 8 != 0 && bitWidth(elemTy) > 1 && !isRegister(space);
}

void Checker::checkByte(Operation *op, Type elemTy, Attribute space, const layout::Leaf &offset,
                        Value operand) {
  if (!isPacked(elemTy, space) || !offset.isInt() || offset.isNone() || offset.isStaticValue(0))
    return;
  int64_t bits = bitWidth(elemTy), distance = std::abs(offset.divisibility());
  if (distance * bits % 8 == 0)
    return;
  std::string message = "the offset " + offset.str() + " in elements of " + counted(bits, "bit");
  message += offset.isStatic() ? " ends inside a byte" : " can end inside a byte";
  Finding &finding = add(op, 177, Severity::Warning, std::move(message));
  finding.notes.push_back({operand.getLoc(), "the operand comes from here"});
  int64_t whole = 8 / layout::gcd(8, bits);
  finding.notes.push_back({op->getLoc(), "advance by a multiple of " + counted(whole, "element")});
}

void Checker::checkPitch(Operation *op, fly::MemRefType view, Value operand) {
  if (!isPacked(view.getElemTy(), view.getAddressSpace()))
    return;
  int64_t bits = bitWidth(view.getElemTy());
  std::vector<layout::Leaf> shape = view.getLayout().linear().shape().leaves(),
                            stride = view.getLayout().linear().stride().leaves();
  for (size_t i = 0; i < std::min(shape.size(), stride.size()); ++i) {
    if (!stride[i].isInt() || (shape[i].isStatic() && shape[i].value() <= 1) ||
        stride[i].isStaticValue(0) || stride[i].isStaticValue(1) || stride[i].isStaticValue(-1) ||
        std::abs(stride[i].divisibility()) * bits % 8 == 0)
      continue;
    Finding &finding = add(op, 177, Severity::Warning,
                           "a pitch of " + stride[i].str() + " elements of " +
                               counted(bits, "bit") + " is not a whole number of bytes");
    finding.notes.push_back({operand.getLoc(), "the operand comes from here"});
    return;
  }
}

// --- Divides
// ------------------------------------------------------------------------------------------

/// Elements that one element of a tile covers, when known.
static std::optional<int64_t> extentOf(const layout::Tile &tile) {
  if (tile.isList() || tile.isNone())
    return std::nullopt;
  if (tile.isLeafInt())
    return tile.leaf().isStatic() ? std::optional<int64_t>(tile.leaf().value()) : std::nullopt;
  layout::Result<layout::Leaf> size = layout::size(tile.layout());
  return size && size->isStatic() ? std::optional<int64_t>(size->value()) : std::nullopt;
}

static std::optional<int64_t> sizeOf(const layout::Layout &layout) {
  layout::Result<layout::Leaf> size = layout::size(layout);
  return size && size->isStatic() && size->isInt() ? std::optional<int64_t>(size->value())
                                                   : std::nullopt;
}

void Checker::checkDivide(Operation *op, Value divided, Value divisor) {
  std::optional<layout::AnyLayout> any = getLayoutOf(divided.getType());
  if (!any)
    return;
  const layout::Layout &layout = any->linear();
  auto partial = [&](std::optional<int64_t> have, std::optional<int64_t> tile,
                     const std::string &what) {
    if (!have || !tile || *tile <= 0 || *have % *tile == 0)
      return;
    int64_t count = llvm::divideCeil(*have, *tile);
    add(op, 166, Severity::Remark,
        "tiles of " + std::to_string(*tile) + " do not divide the " + std::to_string(*have) +
            " elements of " + what + ": " + std::to_string(count) + " tiles cover " +
            std::to_string(count * *tile) + ", so the last one needs a predicate");
  };
  if (auto type = dyn_cast<TileType>(divisor.getType())) {
    const layout::Tile &tile = type.getValue();
    if (!tile.isList()) {
      partial(sizeOf(layout), extentOf(tile), "the layout " + layout.str());
      return;
    }
    for (size_t i = 0; i < std::min(tile.rank(), layout.rank()); ++i)
      partial(sizeOf(layout[i]), extentOf(tile[i]), "mode " + std::to_string(i));
    return;
  }
  auto type = dyn_cast<LayoutType>(divisor.getType());
  if (!type)
    return;
  const layout::Layout &by = type.getValue();
  std::optional<int64_t> tile = sizeOf(by);
  partial(sizeOf(layout), tile, "the layout " + layout.str());
  // A compact layout of several modes looks like a tile per mode, but counts elements in a row.
  if (!tile || by.rank() < 2 || by.rank() != layout.rank())
    return;
  layout::Result<layout::IntTuple> compact = layout::compact(by.shape());
  if (!compact || !(*compact == by.stride()))
    return;
  std::string modes;
  for (size_t i = 0; i < by.rank(); ++i) {
    std::optional<int64_t> extent = sizeOf(by[i]);
    modes += (i ? "|" : "") + (extent ? std::to_string(*extent) : by[i].str());
  }
  Finding &finding =
      add(op, 0, Severity::Remark,
          "the divisor " + by.str() + " is compact, so that a block is " + std::to_string(*tile) +
              " consecutive elements of " + layout.str() + ", not a part of each mode");
  finding.notes.push_back({op->getLoc(), "a block per mode is the tile [" + modes + "]"});
}

void Checker::remarkRegisters(SliceOp op, fly::MemRefType view) {
  if (!options.remarks)
    return;
  layout::Result<layout::IntTuple> offset =
      layout::crd2idx(op.getCoord().getType().getValue(), view.getLayout().linear());
  std::optional<int64_t> last = largestIndex(view.getLayout().linear());
  if (!offset || offset->isStatic() || !last)
    return;
  // In the words of the pass that promotes register memory to values.
  Finding &finding = add(op, 0, Severity::Remark,
                         "register memory of " + counted(*last + 1, "element") +
                             " stays in memory: an offset into it is only known at run time");
  finding.notes.push_back({op.getSrc().getLoc(), "the memory comes from here"});
}
