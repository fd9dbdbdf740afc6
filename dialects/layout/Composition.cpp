// Composition (layout-algebra 7.2).
#include "dialects/layout/Detail.h"

namespace layout {

using namespace detail;

namespace {

/// One composition: the outer layout flattened, and what the inner modes reach in each of its
/// modes.
class Composer {
public:
  Composer(const Layout &outer, const Layout &inner, Warnings *warnings)
      : outer(outer), inner(inner), warnings(warnings) {}

  Result<Layout> run() {
    LAYOUT_TRY(IntTuple profile, coprofile(inner));
    LAYOUT_TRY(Layout merged, coalesceBy(outer, profile, true));
    Layout modes(unwrap(merged.shape()), unwrap(merged.stride()));
    nested = modes.shape().depth() > 1;
    modesOfOuter = flat(modes);
    limit = std::max(maxLeaves / 16, modesOfOuter.size() + inner.shape().leafCount());
    if (warnings && inner.shape().leafCount() > 1)
      reach.assign(modesOfOuter.size(), 0);
    LAYOUT_TRY(Layout result, compose(inner.shape(), inner.stride()));
    warnCarry();
    return canonicalize(result);
  }

private:
  Result<Layout> compose(const IntTuple &s, const IntTuple &d) {
    if (s.isLeaf())
      return composeLeaf(s.leaf(), d.leaf());
    std::vector<IntTuple> shape, stride;
    shape.reserve(s.rank());
    stride.reserve(s.rank());
    for (size_t i = 0; i < s.rank(); ++i) {
      LAYOUT_TRY(Layout mode, compose(s[i], d[i]));
      shape.push_back(mode.shape());
      stride.push_back(mode.stride());
    }
    return Layout(std::move(shape), std::move(stride));
  }

  Result<Layout> composeLeaf(const Leaf &s, const Leaf &d) {
    const std::vector<Leaf> &a = modesOfOuter.shape, &e = modesOfOuter.stride;
    if (d.isStaticValue(0))
      return Layout(s, d);
    if (a.size() == 1) {
      LAYOUT_TRY(Leaf stride, mul(e[0], d));
      return canonicalize(Layout(s, std::move(stride)));
    }
    if (d.isBasis() || nested)
      return fail(180, "composition: the inner stride " + d.str() + " of " + shorten(inner.str()) +
                           " is a basis element, integer leaf expected: the "
                           "outer layout " +
                           shorten(outer.str()) + " has " + std::to_string(a.size()) +
                           " modes there, not one");
    if (s.isStaticValue(1))
      return Layout(1, 0); // contributes nothing, whatever its stride is
    if (s.isStaticValue(0))
      return fail(128, "composition: inner mode 0:" + d.str() + " of " + shorten(inner.str()) +
                           " is empty, its extent 0 cannot be divided over the " +
                           std::to_string(a.size()) + " modes of " + shorten(outer.str()));
    if (s.isStatic() && s.value() < 0)
      return fail(105, "composition: extent " + s.str() + " of the inner layout " +
                           shorten(inner.str()) + " is negative");
    if (d.isStatic() && d.value() < 0)
      return fail(133, "composition: the inner stride " + d.str() + " of " + shorten(inner.str()) +
                           " is negative, the outer layout " + shorten(outer.str()) + " with its " +
                           std::to_string(a.size()) + " modes is only defined for indices from 0");

    std::vector<IntTuple> shape, stride;
    Leaf rs = s, rd = d;
    size_t last = a.size() - 1;
    for (size_t i = 0; i < last && !rs.isStaticValue(1); ++i) {
      if (a[i].isStatic() && rd.isStatic()) {
        int64_t extent = a[i].value(), step = rd.value();
        if (extent < 0)
          return fail(105, "composition: extent " + a[i].str() + " of the outer layout " +
                               shorten(outer.str()) + " is negative");
        if (extent == 0)
          return fail(128, "composition: mode " + std::to_string(i) + " of the outer layout " +
                               shorten(outer.str()) + " is empty, division by its extent 0");
        if (step >= extent && step % extent != 0)
          return fail(133,
                      strideText(step, s, d) + " is not a multiple of the extent " +
                          std::to_string(extent) + " of outer mode " + std::to_string(i) +
                          modeText(),
                      nearStrides(step, extent, d));
        if (step < extent && extent % step != 0 && rs.isStatic() &&
            rs.value() > (extent + step - 1) / step)
          return fail(133,
                      strideText(step, s, d) + " does not divide the extent " +
                          std::to_string(extent) + " of outer mode " + std::to_string(i) +
                          modeText() + ", and its " + rs.str() + " steps run past that mode",
                      "at most " + std::to_string((extent + step - 1) / step) +
                          " steps of this stride stay inside the mode");
      }
      LAYOUT_TRY(Leaf ns, ceilDiv(a[i], rd));
      LAYOUT_TRY(Leaf nd, ceilDiv(rd, a[i]));
      if (!ns.isStaticValue(1)) {
        LAYOUT_TRY(Leaf t, min(ns, rs));
        if (t.isStatic() && rs.isStatic() && (t.value() == 0 || rs.value() % t.value() != 0))
          return fail(133,
                      "composition: extent " + rs.str() + " of inner mode " + s.str() + ":" +
                          d.str() + " is not a multiple of the " + t.str() +
                          " steps that fit outer mode " + std::to_string(i) + modeText(),
                      t.value() > 0
                          ? "use an extent that " + t.str() + " divides, or at most " + t.str()
                          : "");
        note(i, t, rd);
        LAYOUT_TRY(Leaf step, mul(rd, e[i]));
        shape.push_back(t);
        stride.push_back(std::move(step));
        if (++emitted > limit)
          return fail(133, "composition of " + shorten(outer.str()) + " and " +
                               shorten(inner.str()) + " has more than " + std::to_string(limit) +
                               " modes");
        LAYOUT_TRY(rs, div(rs, t));
      }
      rd = std::move(nd);
    }
    if (shape.empty() || !rs.isStaticValue(1)) {
      LAYOUT_TRY(Leaf step, mul(rd, e[last]));
      shape.push_back(std::move(rs));
      stride.push_back(std::move(step));
    }
    if (shape.size() == 1)
      return canonicalize(Layout(shape[0], stride[0]));
    return canonicalize(Layout(std::move(shape), std::move(stride)));
  }

  /// The strides next to one that leaves the extent of an outer mode.
  static std::string nearStrides(int64_t step, int64_t extent, const Leaf &d) {
    if (!d.isStaticValue(step)) // what is left of the stride says nothing about the whole
      return "";
    int64_t below = step / extent * extent;
    return "multiples of " + std::to_string(extent) + " nearby are " + std::to_string(below) +
           " and " + std::to_string(below + extent);
  }

  /// The stride of an inner mode, or what is left of it behind the outer modes that it skips.
  static std::string strideText(int64_t step, const Leaf &s, const Leaf &d) {
    std::string text =
        "composition: stride " + d.str() + " of inner mode " + s.str() + ":" + d.str();
    if (!d.isStaticValue(step))
      text += ", which is " + std::to_string(step) + " behind the outer modes that it skips,";
    return text;
  }
  std::string modeText() const { return " in " + shorten(outer.str()); }

  /// Remembers how far the digit of outer mode i goes when every inner mode is at its end.
  void note(size_t i, const Leaf &t, const Leaf &step) {
    if (reach.empty() || !t.isStatic() || !step.isStatic())
      return;
    if (t.value() > 0)
      reach[i] += __int128(t.value() - 1) * step.value();
  }

  void warnCarry() {
    for (size_t i = 0; i + 1 < reach.size(); ++i) {
      const Leaf &a = modesOfOuter.shape[i];
      const Leaf &e = modesOfOuter.stride[i], &next = modesOfOuter.stride[i + 1];
      if (!a.isStatic() || reach[i] < a.value())
        continue;
      // Where the next mode continues this one (kept apart by a dynamic extent) a carry is
      // harmless.
      if (e.isStatic() && next.isStatic() && e.modes() == next.modes() &&
          __int128(a.value()) * e.value() == next.value())
        continue;
      std::string digit =
          reach[i] > INT64_MAX ? "a very large value" : std::to_string(int64_t(reach[i]));
      warn(warnings, 133,
           "composition: the modes of " + shorten(inner.str()) + " carry out of outer mode " +
               std::to_string(i) + " of " + shorten(outer.str()) + ": together they reach " +
               digit + " where its extent is " + a.str() +
               ", so the mode-by-mode result differs from the composed function");
      return;
    }
  }

  const Layout &outer, &inner;
  Warnings *warnings;
  FlatLayout modesOfOuter;
  bool nested = false;
  std::vector<__int128> reach;
  size_t emitted = 0, limit = 0;
};

} // namespace

Result<Layout> composition(const Layout &outer, const Layout &inner, Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(outer);
  LAYOUT_REQUIRE_CONGRUENT(inner);
  return Composer(outer, inner, warnings).run();
}

Result<Layout> detail::tileElement(const Tile &element, const char *op) {
  if (element.isLayout()) {
    if (!element.layout().isStatic())
      return fail(107, std::string(op) + ": static tile expected, element " +
                           shorten(element.layout().str()) + " is dynamic");
    return element.layout();
  }
  const Leaf &leaf = element.leaf();
  if (leaf.isNone())
    return fail(128, std::string(op) + " by the tile '*', which has no size");
  if (leaf.isDynamic() || leaf.isBasis())
    return fail(107, std::string(op) + ": static tile expected, element " + leaf.str() + " is " +
                         (leaf.isBasis() ? "a basis element" : "dynamic"));
  if (leaf.value() <= 0)
    return fail(107, std::string(op) + ": tile element " + leaf.str() + " is not positive");
  return Layout(leaf, 1);
}

static Result<Layout> composeModes(const Layout &outer, const Tile &tile, Warnings *warnings) {
  if (tile.rank() > outer.rank())
    warn(warnings, 137,
         "composition: the tile " + shorten(tile.str()) + " has " + std::to_string(tile.rank()) +
             " elements, the layout " + shorten(outer.str()) + " only " +
             std::to_string(outer.rank()) + " modes; the surplus elements are ignored");
  std::vector<IntTuple> shape, stride;
  for (size_t i = 0; i < outer.rank(); ++i) {
    Layout mode = outer[i];
    if (i < tile.rank() && !tile[i].isNone()) {
      if (tile[i].isList()) {
        LAYOUT_TRY(mode, composeModes(mode, tile[i], warnings));
      } else {
        LAYOUT_TRY(Layout element, tileElement(tile[i], "composition"));
        LAYOUT_TRY(mode, composition(mode, element, warnings));
      }
    }
    shape.push_back(mode.shape());
    stride.push_back(mode.stride());
  }
  return canonicalize(Layout(std::move(shape), std::move(stride)));
}

Result<Layout> composition(const Layout &outer, const Tile &inner, Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(outer);
  if (!inner.isList())
    return fail(137,
                "composition: the tile " + shorten(inner.str()) +
                    " is a single element, a list with one element per mode of " +
                    shorten(outer.str()) + " is needed",
                "write [" + shorten(inner.str()) + "]");
  return composeModes(outer, inner, warnings);
}

} // namespace layout
