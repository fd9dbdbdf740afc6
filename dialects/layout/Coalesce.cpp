// Coalesce (layout-algebra 7.1).
#include "dialects/layout/Detail.h"

namespace layout {

using namespace detail;

/// Whether mode (s:d) continues into a mode of stride `next`: all static, same basis path, s*d =
/// next.
static bool continues(const Leaf &s, const Leaf &d, const Leaf &nextShape, const Leaf &next) {
  if (s.kind() != Leaf::Kind::Static || d.kind() != Leaf::Kind::Static ||
      nextShape.kind() != Leaf::Kind::Static || next.kind() != Leaf::Kind::Static)
    return false;
  return d.modes() == next.modes() && __int128(s.value()) * d.value() == next.value();
}

Result<Layout> detail::coalesceFlat(const Layout &l, bool keepBoundary) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  FlatLayout leaves = flat(l);
  size_t n = leaves.size();
  if (n == 1) {
    if (leaves.shape[0].isStaticValue(1))
      return keepBoundary ? Layout(2, leaves.stride[0]) : Layout(1, 0);
    return l;
  }
  Leaf s = leaves.shape[n - 1], d = leaves.stride[n - 1];
  if (keepBoundary && s.isStaticValue(1))
    s = Leaf(2);
  std::vector<IntTuple> shape, stride; // back to front
  for (size_t i = n - 1; i-- > 0;) {
    const Leaf &si = leaves.shape[i], &di = leaves.stride[i];
    if (si.isStaticValue(1))
      continue;
    if (s.isStaticValue(1)) {
      s = si;
      d = di;
    } else if (continues(si, di, s, d)) {
      LAYOUT_TRY(s, mul(si, s));
      d = di;
    } else {
      shape.push_back(std::move(s));
      stride.push_back(std::move(d));
      s = si;
      d = di;
    }
  }
  if (shape.empty()) {
    if (s.isStaticValue(1))
      return Layout(1, 0);
    return Layout(std::move(s), std::move(d));
  }
  shape.push_back(std::move(s));
  stride.push_back(std::move(d));
  std::reverse(shape.begin(), shape.end());
  std::reverse(stride.begin(), stride.end());
  return Layout(std::move(shape), std::move(stride));
}

Result<Layout> detail::coalesceBy(const Layout &l, const IntTuple &profile, bool keepBoundary) {
  if (profile.isLeaf())
    return coalesceFlat(l, keepBoundary);
  std::vector<IntTuple> shape, stride;
  shape.reserve(l.rank());
  stride.reserve(l.rank());
  for (size_t i = 0; i < l.rank(); ++i) {
    Layout mode = l[i];
    if (i < profile.rank()) {
      LAYOUT_TRY(mode, coalesceBy(mode, profile[i], keepBoundary));
    }
    shape.push_back(mode.shape());
    stride.push_back(mode.stride());
  }
  return Layout(std::move(shape), std::move(stride));
}

Result<Layout> coalesce(const Layout &l) { return coalesceFlat(l, false); }

Result<Layout> coalesce(const Layout &l, const IntTuple &profile) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  return coalesceBy(l, profile, false);
}

} // namespace layout
