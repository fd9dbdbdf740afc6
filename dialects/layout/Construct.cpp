// Constructors of layouts (layout-algebra 11).
#include "dialects/layout/Detail.h"

namespace layout {

using namespace detail;

namespace {

/// Column-major strides from a running product; the product beyond the last leaf is never formed,
/// so that it need not fit 32 bits.
class Compact {
public:
  explicit Compact(Leaf start) : current(std::move(start)) {}

  Result<IntTuple> strides(const IntTuple &shape) {
    if (shape.isLeaf()) {
      if (pending) {
        LAYOUT_TRY(current, mul(current, *pending));
      }
      pending = shape.leaf();
      return IntTuple(current);
    }
    std::vector<IntTuple> out;
    out.reserve(shape.rank());
    for (const IntTuple &e : shape.elements()) {
      LAYOUT_TRY(IntTuple stride, strides(e));
      out.push_back(std::move(stride));
    }
    return IntTuple(std::move(out));
  }

private:
  Leaf current;
  std::optional<Leaf> pending;
};

std::optional<Reason> noNone(const char *op, const IntTuple &t) {
  if (!t.hasNone())
    return std::nullopt;
  return fail(109,
              std::string(op) + ": the none leaf '*' in " + shorten(t.str()) + " is not a number");
}

std::optional<Reason> noBasis(const char *op, const IntTuple &t) {
  if (!t.hasBasis())
    return std::nullopt;
  return fail(105, std::string(op) +
                       ": a shape holds integers, not basis elements: " + shorten(t.str()));
}

/// Subtrees of the shape under the leaves of the order.
void collect(const IntTuple &shape, const IntTuple &order, std::vector<const IntTuple *> &blocks,
             std::vector<const Leaf *> &keys) {
  if (order.isLeaf()) {
    blocks.push_back(&shape);
    keys.push_back(&order.leaf());
    return;
  }
  for (size_t i = 0; i < order.rank(); ++i)
    collect(shape[i], order[i], blocks, keys);
}

IntTuple rebuild(const IntTuple &order, const std::vector<IntTuple> &strides, size_t &next) {
  if (order.isLeaf())
    return strides[next++];
  std::vector<IntTuple> out;
  out.reserve(order.rank());
  for (const IntTuple &e : order.elements())
    out.push_back(rebuild(e, strides, next));
  return out;
}

Result<IntTuple> ordered(const IntTuple &shape, const IntTuple &order, Warnings *warnings) {
  if (order.isLeaf())
    return compact(shape);
  if (!weaklyCongruent(order, shape))
    return fail(138,
                "order " + shorten(order.str()) + " does not match shape " + shorten(shape.str()) +
                    ": every order leaf needs one mode of the shape",
                shape.isLeaf() ? "write one key without brackets"
                               : "write " + std::to_string(shape.rank()) + " keys, one per mode");
  if (order.hasBasis())
    return fail(138, "order " + shorten(order.str()) +
                         " holds basis elements, which have no order; integers are needed");
  if (auto bad = noNone("make_ordered_layout", order))
    return *bad;
  std::vector<const IntTuple *> blocks;
  std::vector<const Leaf *> keys;
  collect(shape, order, blocks, keys);
  std::vector<size_t> sequence = sortedIndices(keys.size(), [&](size_t a, size_t b) {
    if (keys[a]->isStatic() != keys[b]->isStatic())
      return keys[a]->isStatic();
    return keys[a]->isStatic() && keys[a]->value() < keys[b]->value();
  });

  // Blocks with equal static keys start at the same stride.
  std::vector<IntTuple> strides(keys.size());
  Leaf start(1);
  bool warned = !warnings;
  for (size_t k = 0; k < sequence.size();) {
    size_t end = k + 1;
    const Leaf &key = *keys[sequence[k]];
    while (end < sequence.size() && key.isStatic() && keys[sequence[end]]->isStatic() &&
           keys[sequence[end]]->value() == key.value())
      ++end;
    const IntTuple *previous = nullptr;
    for (size_t i = k; i < end; ++i) {
      const IntTuple &block = *blocks[sequence[i]];
      LAYOUT_TRY(strides[sequence[i]], compact(block, start));
      if (warned)
        continue;
      auto extent = product(block);
      if (extent && extent->isStaticValue(1))
        continue;
      if (previous) {
        warned = true;
        warn(warnings, 138,
             "make_ordered_layout: modes " + shorten(previous->str()) + " and " +
                 shorten(block.str()) + " of " + shorten(shape.str()) +
                 " have the same order key " + key.str() + ", so both start at stride " +
                 start.str() + " and overlap",
             "give each its own key");
      }
      previous = &block;
    }
    if (end < sequence.size())
      for (size_t i = k; i < end; ++i) {
        LAYOUT_TRY(Leaf extent, product(*blocks[sequence[i]]));
        LAYOUT_TRY(start, mul(start, extent));
      }
    k = end;
  }
  size_t next = 0;
  return rebuild(order, strides, next);
}

} // namespace

Result<IntTuple> compact(const IntTuple &shape, const Leaf &start) {
  if (auto bad = noNone("compact", shape))
    return *bad;
  if (auto bad = noBasis("compact", shape))
    return *bad;
  return Compact(start).strides(shape);
}

Result<Layout> makeOrderedLayout(const IntTuple &shape, const IntTuple &order, Warnings *warnings) {
  LAYOUT_TRY(IntTuple stride, ordered(shape, order, warnings));
  return Layout(shape, std::move(stride));
}

Result<Layout> makeLayoutLike(const Layout &l, Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  LAYOUT_TRY(IntTuple filtered, filterZeros(l.stride(), l.shape()));
  LAYOUT_TRY(IntTuple stride, ordered(filtered, l.stride(), warnings));
  if (warnings) {
    std::vector<Leaf> shape = l.shape().leaves(), from = l.stride().leaves(), to = stride.leaves();
    for (size_t i = 0; i < shape.size(); ++i)
      if (from[i].isStaticValue(0) && !shape[i].isStaticValue(1)) {
        Layout like(l.shape(), stride);
        bool overlaps = like.isStatic() && !isInjective(like, size_t(1) << 16);
        warn(warnings, 138,
             "make_layout_like of " + shorten(l.str()) + ": mode " + shape[i].str() +
                 ":0 gets the stride " + to[i].str() +
                 (overlaps ? ", where it overlaps other modes"
                           : ", so that it no longer repeats one element"));
        break;
      }
  }
  return Layout(l.shape(), std::move(stride));
}

static IntTuple basisLike(const IntTuple &t, ModePath &path) {
  if (t.isLeaf())
    return path.empty() ? IntTuple(1) : IntTuple(Leaf(1).withBasis(path));
  std::vector<IntTuple> out;
  out.reserve(t.rank());
  for (size_t i = 0; i < t.rank(); ++i) {
    path.push_back(int32_t(i));
    out.push_back(basisLike(t[i], path));
    path.pop_back();
  }
  return out;
}

Layout makeIdentityLayout(const IntTuple &shape) {
  ModePath path;
  return {shape, basisLike(shape, path)};
}

Result<Layout> makeFragmentLayoutLike(const Layout &l, Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  if (!l.shape().isStatic())
    return fail(159, "make_fragment_layout_like: fragment source shape must be static, got " +
                         shorten(l.shape().str()));
  if (l.rank() <= 1) {
    LAYOUT_TRY(IntTuple stride, compact(l.shape()));
    return Layout(l.shape(), std::move(stride));
  }
  LAYOUT_TRY(IntTuple filtered, filterZeros(l.stride()[0], l.shape()[0]));
  LAYOUT_TRY(IntTuple first, compact(filtered));
  LAYOUT_TRY(IntTuple restShape, take(l.shape(), 1, -1));
  LAYOUT_TRY(IntTuple restOrder, take(l.stride(), 1, -1));
  LAYOUT_TRY(Layout rest, makeOrderedLayout(restShape, restOrder));
  LAYOUT_TRY(Layout fragment, tiledProduct(Layout(l.shape()[0], std::move(first)), rest, warnings));
  if (warnings && warnings->empty() && fragment.isStatic() &&
      !isInjective(fragment, size_t(1) << 16))
    warn(warnings, 138,
         "make_fragment_layout_like of " + shorten(l.str()) + ": modes of the fragment " +
             shorten(fragment.str()) + " overlap, because modes of the source have equal strides",
         "give the modes of the source strides of their own");
  return fragment;
}

Result<Layout> tileToShape(const Layout &block, const IntTuple &target, const IntTuple &order,
                           Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(block);
  Layout padded = padTo(block, target.rank());
  LAYOUT_TRY(IntTuple targetSizes, productEach(target));
  LAYOUT_TRY(IntTuple blockSizes, productEach(padded.shape()));
  LAYOUT_TRY(IntTuple copies, ceilDiv(targetSizes, blockSizes));
  LAYOUT_TRY(Layout grid, makeOrderedLayout(copies, order, warnings));
  return blockedProduct(padded, grid, warnings);
}

} // namespace layout
