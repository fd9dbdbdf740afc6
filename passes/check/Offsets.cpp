// Where offsets lead (D-66, D-75, D-76, D-77).
#include "passes/check/Checks.h"

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::check;

// --- Decomposition
// ------------------------------------------------------------------------------------

/// Views with more elements are not enumerated.
static constexpr int64_t maxViewElements = 16384;

namespace {
/// How a split of a view into a start and a linear layout differs from the view.
struct SplitFault {
  int64_t different = 0, elements = 0;
  std::string first; ///< "element 9 (index 73, not 65)"
};
} // namespace

/// Compares every element; nothing where that cannot be done.
static std::optional<SplitFault> compareSplit(const layout::AnyLayout &view) {
  const layout::Layout &linear = view.linear();
  layout::Result<layout::Leaf> size = layout::size(linear);
  if (!view.isStatic() || !size || !size->isStatic() || !size->isInt() ||
      size->value() > maxViewElements)
    return std::nullopt;
  auto parts = layout::decomposition(view);
  if (!parts)
    return std::nullopt;
  SplitFault fault;
  fault.elements = size->value();
  for (int64_t i = 0; i < fault.elements; ++i) {
    layout::Result<layout::IntTuple> exact = layout::crd2idx(layout::IntTuple(i), view);
    layout::Result<layout::IntTuple> step = layout::crd2idx(layout::IntTuple(i), parts->second);
    if (!exact || !step)
      return std::nullopt;
    layout::Result<layout::IntTuple> split = layout::addBasis(parts->first, *step);
    if (!split)
      return std::nullopt;
    if (*split == *exact)
      continue;
    if (fault.different++ == 0)
      fault.first = "element " + std::to_string(i) + " (index " + exact->str() + ", not " +
                    split->str() + ")";
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
        period / step > maxViewElements / std::max<int64_t>(size->value(), 1))
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
              ": " + std::to_string(fault->different) + " of " +
              counted(fault->elements, "element") + " differ, first " + fault->first);
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
