// Operations that only move modes around (layout-algebra 4).
#include "dialects/layout/Detail.h"

namespace layout {

using detail::fail;
using detail::maxDepth;
using detail::maxRank;
using detail::shorten;

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

Result<IntTuple> take(const IntTuple &t, int64_t begin, int64_t end) {
  if (t.isLeaf())
    return fail(123, "take on the scalar " + t.str() + ", which has no modes to take");
  int64_t rank = int64_t(t.rank());
  int64_t last = end == -1 ? rank : end;
  if (begin < 0 || begin >= last || last > rank)
    return fail(123,
                "take range [" + std::to_string(begin) + ", " + std::to_string(last) +
                    ") is empty or outside rank " + std::to_string(rank) + " of " +
                    shorten(t.str()),
                "begin must be below end, and end at most " + std::to_string(rank) +
                    " or -1 for all the rest");
  if (last - begin == 1)
    return t[size_t(begin)];
  auto first = t.elements().begin();
  return IntTuple(std::vector<IntTuple>(first + begin, first + last));
}

Result<IntTuple> select(const IntTuple &t, const std::vector<int32_t> &indices) {
  if (t.isLeaf())
    return fail(123, "select on the scalar " + t.str() + ", which has no modes to select");
  if (indices.empty())
    return fail(123, "select needs at least one mode of " + shorten(t.str()));
  std::vector<IntTuple> out;
  out.reserve(indices.size());
  for (int32_t i : indices) {
    if (i < 0 || size_t(i) >= t.rank())
      return fail(122,
                  "select index " + std::to_string(i) + " is out of range for rank " +
                      std::to_string(t.rank()) + " of " + shorten(t.str()),
                  "the modes are 0 to " + std::to_string(t.rank() - 1));
    out.push_back(t[size_t(i)]);
  }
  if (out.size() == 1)
    return out.front();
  return IntTuple(std::move(out));
}

Result<IntTuple> group(const IntTuple &t, int64_t begin, int64_t end) {
  if (t.isLeaf())
    return t;
  int64_t rank = int64_t(t.rank());
  int64_t last = end == -1 ? rank : end;
  if (begin < 0 || begin > last || last > rank)
    return fail(123,
                "group range [" + std::to_string(begin) + ", " + std::to_string(last) +
                    ") is reversed or outside rank " + std::to_string(rank) + " of " +
                    shorten(t.str()),
                "begin must not exceed end, and end at most be " + std::to_string(rank) +
                    " or -1 for all the rest");
  if (begin == last)
    return t;
  if (t.depth() >= maxDepth)
    return fail(123, "group would nest deeper than " + std::to_string(maxDepth) +
                         ": the tuple has depth " + std::to_string(t.depth()));
  auto first = t.elements().begin();
  std::vector<IntTuple> out(first, first + begin);
  out.push_back(std::vector<IntTuple>(first + begin, first + last));
  out.insert(out.end(), first + last, t.elements().end());
  return IntTuple(std::move(out));
}

static Result<IntTuple> extend(const char *op, bool front, const IntTuple &t,
                               const IntTuple &element, std::optional<int64_t> n) {
  int64_t rank = int64_t(t.rank());
  // A leaf base counts as one mode; n = 0 on it is accepted as 1.
  int64_t target = n ? *n : rank + 1;
  if (target == 0 && t.isLeaf())
    target = 1;
  if (target < rank)
    return fail(124,
                std::string(op) + ": n = " + std::to_string(target) + " is below rank " +
                    std::to_string(rank) + " of " + shorten(t.str()),
                "write n = " + std::to_string(rank + 1) + " to add one mode");
  if (target > std::max(maxRank, rank + 1))
    return fail(124, std::string(op) + ": n = " + std::to_string(target) +
                         " exceeds the largest rank " + std::to_string(maxRank));
  if (element.leafCount() > 1 && size_t(target - rank) > detail::maxLeaves / element.leafCount())
    return fail(124, std::string(op) + ": n = " + std::to_string(target) + " copies of " +
                         shorten(element.str()) + " hold more than " +
                         std::to_string(detail::maxLeaves) + " leaves");
  if (element.depth() >= maxDepth)
    return fail(124, std::string(op) + " would nest deeper than " + std::to_string(maxDepth) +
                         ": the element has depth " + std::to_string(element.depth()));
  std::vector<IntTuple> out;
  out.reserve(size_t(target));
  if (front)
    out.assign(size_t(target - rank), element);
  if (t.isLeaf())
    out.push_back(t);
  else
    out.insert(out.end(), t.elements().begin(), t.elements().end());
  out.resize(size_t(target), element);
  return IntTuple(std::move(out));
}

Result<IntTuple> append(const IntTuple &t, const IntTuple &element, std::optional<int64_t> n) {
  return extend("append", false, t, element, n);
}

Result<IntTuple> prepend(const IntTuple &t, const IntTuple &element, std::optional<int64_t> n) {
  return extend("prepend", true, t, element, n);
}

/// Collects the subtrees of `t` under the coordinate leaves that are `*` (or are not).
static std::optional<Reason> keepModes(const char *op, bool keepNone, const IntTuple &t,
                                       const IntTuple &coord, std::vector<IntTuple> &kept) {
  if (coord.isLeaf()) {
    if (coord.leaf().isNone() == keepNone)
      kept.push_back(t);
    return std::nullopt;
  }
  if (coord.rank() != t.rank())
    return fail(125,
                std::string(op) + ": coordinate " + shorten(coord.str()) + " has rank " +
                    std::to_string(coord.rank()) + ", the tuple " + shorten(t.str()) +
                    " has rank " + std::to_string(t.rank()),
                t.isLeaf() ? "write '*' or a number for it"
                           : "write " + std::to_string(t.rank()) + " entries for " +
                                 shorten(t.str()) + ", '*' where the mode stays");
  for (size_t i = 0; i < coord.rank(); ++i)
    if (auto bad = keepModes(op, keepNone, t[i], coord[i], kept))
      return bad;
  return std::nullopt;
}

static const char *keepFix(bool keepNone) {
  return keepNone ? "write '*' for a mode to keep" : "write a number for a mode to keep";
}

static Result<IntTuple> keep(const char *op, bool keepNone, const IntTuple &t,
                             const IntTuple &coord) {
  if (coord.isLeaf()) {
    if (coord.leaf().isNone() == keepNone)
      return t;
    return fail(125,
                std::string(op) + ": coordinate " + coord.str() + " keeps no mode of " +
                    shorten(t.str()) + ", the result would be empty",
                keepFix(keepNone));
  }
  std::vector<IntTuple> kept;
  if (auto bad = keepModes(op, keepNone, t, coord, kept))
    return *bad;
  if (kept.empty())
    return fail(125,
                std::string(op) + ": coordinate " + shorten(coord.str()) + " keeps no mode of " +
                    shorten(t.str()) + ", the result would be empty",
                keepFix(keepNone));
  return unwrap(IntTuple(std::move(kept)));
}

Result<IntTuple> slice(const IntTuple &t, const IntTuple &coord) {
  return keep("slice", true, t, coord);
}

Result<IntTuple> dice(const IntTuple &t, const IntTuple &coord) {
  return keep("dice", false, t, coord);
}

Result<IntTuple> zip(const IntTuple &t) {
  if (t.isLeaf() || t[0].isLeaf())
    return t;
  for (size_t i = 1; i < t.rank(); ++i)
    if (t[i].isLeaf() || t[i].rank() != t[0].rank())
      return fail(137, "zip: mode " + std::to_string(i) + " of " + shorten(t.str()) + " has rank " +
                           std::to_string(t[i].rank()) + ", mode 0 has rank " +
                           std::to_string(t[0].rank()));
  std::vector<IntTuple> out;
  out.reserve(t[0].rank());
  for (size_t j = 0; j < t[0].rank(); ++j) {
    std::vector<IntTuple> column;
    column.reserve(t.rank());
    for (size_t i = 0; i < t.rank(); ++i)
      column.push_back(t[i][j]);
    out.push_back(std::move(column));
  }
  return IntTuple(std::move(out));
}

static Result<std::pair<IntTuple, IntTuple>> splitPairs(const IntTuple &t, const IntTuple &guide) {
  if (guide.isLeaf()) {
    if (t.isLeaf() || t.rank() != 2)
      return fail(137, "zip: terminal must have rank 2, but " + shorten(t.str()) + " has rank " +
                           std::to_string(t.rank()));
    return std::pair(t[0], t[1]);
  }
  if (guide.rank() == 1)
    return splitPairs(t, guide[0]);
  if (guide.rank() > t.rank())
    return fail(137, "zip: the guide has rank " + std::to_string(guide.rank()) + ", but " +
                         shorten(t.str()) + " only rank " + std::to_string(t.rank()));
  std::vector<IntTuple> first, second;
  first.reserve(guide.rank());
  second.reserve(t.rank());
  for (size_t i = 0; i < guide.rank(); ++i) {
    LAYOUT_TRY(auto both, splitPairs(t[i], guide[i]));
    first.push_back(std::move(both.first));
    second.push_back(std::move(both.second));
  }
  for (size_t i = guide.rank(); i < t.rank(); ++i)
    second.push_back(t[i]);
  return std::pair(IntTuple(std::move(first)), IntTuple(std::move(second)));
}

Result<std::pair<IntTuple, IntTuple>> zip2By(const IntTuple &t, const IntTuple &guide) {
  return splitPairs(t, guide);
}

IntTuple expand(const IntTuple &t, const std::vector<size_t> &modes) {
  if (t.isLeaf())
    return t;
  std::vector<IntTuple> out;
  out.reserve(t.rank());
  for (size_t i = 0; i < t.rank(); ++i) {
    if (!t[i].isLeaf() && std::find(modes.begin(), modes.end(), i) != modes.end())
      out.insert(out.end(), t[i].elements().begin(), t[i].elements().end());
    else
      out.push_back(t[i]);
  }
  if (out.size() == 1)
    return out.front();
  return out;
}

IntTuple flatten(const IntTuple &t) { return t.isLeaf() ? t : detail::tupleOf(t.leaves()); }

IntTuple unwrap(const IntTuple &t) {
  const IntTuple *inner = &t;
  while (!inner->isLeaf() && inner->rank() == 1)
    inner = &(*inner)[0];
  return *inner;
}

static IntTuple ones(const IntTuple &t) {
  return detail::mapLeavesOf(t, [](const Leaf &) { return Leaf(1); });
}

Result<IntTuple> filterZeros(const IntTuple &stride, const IntTuple &shape) {
  if (stride.isLeaf())
    return stride.isStaticValue(0) ? ones(shape) : shape;
  if (stride.rank() != shape.rank() || shape.isLeaf())
    return fail(104, "stride " + shorten(stride.str()) + " of rank " +
                         std::to_string(stride.rank()) + " does not fit shape " +
                         shorten(shape.str()) + " of rank " + std::to_string(shape.rank()));
  std::vector<IntTuple> out;
  out.reserve(shape.rank());
  for (size_t i = 0; i < shape.rank(); ++i) {
    LAYOUT_TRY(IntTuple e, filterZeros(stride[i], shape[i]));
    out.push_back(std::move(e));
  }
  return IntTuple(std::move(out));
}

//===----------------------------------------------------------------------===//
// Layouts: the same on shape and stride
//===----------------------------------------------------------------------===//

template <typename F> static Result<Layout> onBoth(const Layout &l, F &&f) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  LAYOUT_TRY(IntTuple shape, f(l.shape()));
  LAYOUT_TRY(IntTuple stride, f(l.stride()));
  return Layout(std::move(shape), std::move(stride));
}

Result<Layout> take(const Layout &l, int64_t begin, int64_t end) {
  return onBoth(l, [&](const IntTuple &t) { return take(t, begin, end); });
}

Result<Layout> select(const Layout &l, const std::vector<int32_t> &indices) {
  return onBoth(l, [&](const IntTuple &t) { return select(t, indices); });
}

Result<Layout> group(const Layout &l, int64_t begin, int64_t end) {
  return onBoth(l, [&](const IntTuple &t) { return group(t, begin, end); });
}

static Result<Layout> extend(const char *op, bool front, const Layout &l, const Layout &element,
                             std::optional<int64_t> n) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  LAYOUT_REQUIRE_CONGRUENT(element);
  LAYOUT_TRY(IntTuple shape, extend(op, front, l.shape(), element.shape(), n));
  LAYOUT_TRY(IntTuple stride, extend(op, front, l.stride(), element.stride(), n));
  return Layout(std::move(shape), std::move(stride));
}

Result<Layout> append(const Layout &l, const Layout &element, std::optional<int64_t> n) {
  return extend("append", false, l, element, n);
}

Result<Layout> prepend(const Layout &l, const Layout &element, std::optional<int64_t> n) {
  return extend("prepend", true, l, element, n);
}

Result<Layout> slice(const Layout &l, const IntTuple &coord) {
  return onBoth(l, [&](const IntTuple &t) { return slice(t, coord); });
}

Result<Layout> dice(const Layout &l, const IntTuple &coord) {
  return onBoth(l, [&](const IntTuple &t) { return dice(t, coord); });
}

Result<Layout> zip(const Layout &l) {
  return onBoth(l, [](const IntTuple &t) { return zip(t); });
}

Result<std::pair<Layout, Layout>> detail::zip2By(const Layout &l, const IntTuple &guide) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  LAYOUT_TRY(auto shapes, layout::zip2By(l.shape(), guide));
  LAYOUT_TRY(auto strides, layout::zip2By(l.stride(), guide));
  return std::pair(Layout(std::move(shapes.first), std::move(strides.first)),
                   Layout(std::move(shapes.second), std::move(strides.second)));
}

Layout expand(const Layout &l, const std::vector<size_t> &modes) {
  return {expand(l.shape(), modes), expand(l.stride(), modes)};
}

Layout canonicalize(const Layout &l) {
  if (l.isLeaf() || l.stride().isLeaf()) {
    if (l.shape().isStaticValue(1) && l.shape().leaf().kind() == Leaf::Kind::Static)
      return {l.shape(), IntTuple(0)};
    return l;
  }
  if (l.rank() == 1)
    return canonicalize(l[0]);
  size_t rank = std::min(l.shape().rank(), l.stride().rank());
  std::vector<IntTuple> shape, stride;
  shape.reserve(rank);
  stride.reserve(rank);
  for (size_t i = 0; i < rank; ++i) {
    Layout mode = canonicalize(l[i]);
    shape.push_back(mode.shape());
    stride.push_back(mode.stride());
  }
  return {std::move(shape), std::move(stride)};
}

Layout detail::padTo(const Layout &l, size_t rank) {
  if (l.rank() >= rank)
    return l;
  std::vector<IntTuple> shape, stride;
  shape.reserve(rank);
  stride.reserve(rank);
  for (size_t i = 0; i < l.rank(); ++i) {
    shape.push_back(l.shape()[i]);
    stride.push_back(l.stride()[i]);
  }
  shape.resize(rank, IntTuple(1));
  stride.resize(rank, IntTuple(0));
  return {std::move(shape), std::move(stride)};
}

Result<AnyLayout> slice(const AnyLayout &l, const IntTuple &coord, Warnings *warnings) {
  if (l.isPlain()) {
    LAYOUT_TRY(Layout sliced, slice(l.plain(), coord));
    return AnyLayout(std::move(sliced));
  }
  const ComposedLayout &c = l.composed();
  if (!c.outer().isPlain()) {
    LAYOUT_TRY(AnyLayout outer, slice(c.outer(), coord, warnings));
    return AnyLayout(ComposedLayout(c.inner(), c.offset(), std::move(outer)));
  }
  LAYOUT_TRY(Layout sliced, slice(c.outer().plain(), coord));
  LAYOUT_TRY(IntTuple start, crd2idx(coord, c.outer().plain(), warnings));
  LAYOUT_TRY(IntTuple offset, addBasis(c.offset(), start));
  return AnyLayout(ComposedLayout(c.inner(), std::move(offset), AnyLayout(std::move(sliced))));
}

} // namespace layout
