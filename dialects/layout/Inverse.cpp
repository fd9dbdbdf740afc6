// Complement and inverses (layout-algebra 7.3 and 7.4).
#include "dialects/layout/Detail.h"

namespace layout {

using namespace detail;

static std::string modeText(const Leaf &s, const Leaf &d) { return s.str() + ":" + d.str(); }

/// Reason when the layout has a basis stride, which has no place in a one-dimensional order.
static std::optional<Reason> noBasis(const char *op, int rule, const Layout &l) {
  if (!l.stride().hasBasis())
    return std::nullopt;
  std::string which;
  visitLeaves(l.stride(), [&](const Leaf &d) {
    if (which.empty() && d.isBasis())
      which = d.str();
  });
  return fail(rule, std::string(op) + " of " + shorten(l.str()) + ": stride " + which +
                        " is a basis element, integer strides are needed");
}

//===----------------------------------------------------------------------===//
// Complement
//===----------------------------------------------------------------------===//

/// The integer that was probably meant by a codomain that is a tuple.
static std::string codomainFix(const IntTuple &codomain) {
  if (codomain.hasBasis() || codomain.hasNone() || !codomain.isStatic())
    return "";
  auto size = product(codomain);
  return size ? "write its size, " + size->str() : "";
}

Result<Layout> complement(const Layout &l, std::optional<IntTuple> codomain, Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  if (auto bad = noBasis("complement", 135, l))
    return *bad;
  if (codomain && (!codomain->isLeaf() || codomain->leaf().isBasis()))
    return fail(135,
                "complement of " + shorten(l.str()) + ": tuple codomain unsupported, " +
                    shorten(codomain->str()) + " is not a scalar integer",
                codomainFix(*codomain));
  if (codomain && codomain->leaf().isNone())
    return fail(109, "complement: the none leaf '*' is not a codomain size");
  LAYOUT_TRY(IntTuple shape, filterZeros(l.stride(), l.shape()));
  LAYOUT_TRY(Layout filtered, coalesce(Layout(std::move(shape), l.stride())));
  Leaf n;
  if (codomain) {
    n = codomain->leaf();
  } else {
    LAYOUT_TRY(n, cosize(filtered));
  }
  FlatLayout modes = flat(filtered);
  if (modes.size() == 1 && modes.stride[0].isStaticValue(0))
    return Layout(n, 1);

  for (size_t i = 0; i < modes.size(); ++i) {
    if (modes.stride[i].isDynamic() && modes.size() > 1)
      return fail(135,
                  "complement of " + shorten(l.str()) + ": mode " +
                      modeText(modes.shape[i], modes.stride[i]) + " has a dynamic stride beside " +
                      std::to_string(modes.size() - 1) +
                      " other modes, so the modes cannot be sorted",
                  "give every mode a static stride");
    if (modes.stride[i].isStatic() && modes.stride[i].value() < 0)
      return fail(135, "complement of " + shorten(l.str()) + ": stride " + modes.stride[i].str() +
                           " is negative, the codomain starts at 0");
  }
  std::vector<size_t> order = sortedIndices(modes.size(), [&](size_t a, size_t b) {
    return modes.stride[a].value() < modes.stride[b].value();
  });

  std::vector<IntTuple> outShape, outStride{IntTuple(1)};
  Leaf last(1);
  bool warned = !warnings;
  for (size_t k = 0; k < order.size(); ++k) {
    const Leaf &s = modes.shape[order[k]], &d = modes.stride[order[k]];
    if (!warned && d.isStatic() && last.isStatic() && last.value() != 0 &&
        (d.value() < last.value() || d.value() % last.value() != 0)) {
      const size_t before = order[k ? k - 1 : 0];
      warned = true;
      const char *fault = d.value() < last.value()
                              ? " overlaps mode "
                              : " leaves indices that no copy reaches behind mode ";
      warn(warnings, 135,
           "complement of " + shorten(l.str()) + ": mode " + modeText(s, d) + fault +
               modeText(modes.shape[before], modes.stride[before]) + ", which ends at " +
               last.str() + "; the result is not a true complement");
    }
    LAYOUT_TRY(Leaf gap, div(d, last));
    outShape.push_back(std::move(gap));
    LAYOUT_TRY(last, mul(d, s));
    outStride.push_back(last);
  }
  LAYOUT_TRY(Leaf rest, ceilDiv(n, last));
  outShape.push_back(std::move(rest));
  return coalesce(Layout(std::move(outShape), std::move(outStride)));
}

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//

namespace {

/// Coalesced modes with the size of everything before each, and the static-stride ones by stride.
struct Sorted {
  FlatLayout modes;
  std::vector<size_t> order;

  /// Size of the modes before mode i; computed where it is used, so that it need not fit otherwise.
  Result<Leaf> prefix(size_t i) {
    while (known.size() <= i) {
      LAYOUT_TRY(Leaf next, mul(known.back(), modes.shape[known.size() - 1]));
      known.push_back(std::move(next));
    }
    return known[i];
  }

private:
  std::vector<Leaf> known{Leaf(1)};
};

Result<Sorted> sortModes(const Layout &l) {
  LAYOUT_TRY(Layout merged, coalesce(l));
  Sorted out;
  out.modes = flat(merged);
  const std::vector<Leaf> &stride = out.modes.stride;
  for (size_t i : sortedIndices(stride.size(), [&](size_t a, size_t b) {
         return stride[a].value() < stride[b].value();
       }))
    if (stride[i].kind() == Leaf::Kind::Static)
      out.order.push_back(i);
  return out;
}

void warnIgnored(const char *op, const Layout &l, const Leaf &s, const Leaf &d, const char *what,
                 Warnings *warnings) {
  warn(warnings, 136,
       std::string(op) + " of " + shorten(l.str()) + " ignores mode " + modeText(s, d) +
           ", whose " + what + " is dynamic");
}

void warnDynamicStrides(const char *op, const Layout &l, const FlatLayout &modes,
                        Warnings *warnings) {
  if (!warnings)
    return;
  for (size_t i = 0; i < modes.size(); ++i)
    if (modes.stride[i].isDynamic()) {
      warnIgnored(op, l, modes.shape[i], modes.stride[i], "stride", warnings);
      return;
    }
}

} // namespace

Result<Layout> rightInverse(const Layout &l, Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  if (auto bad = noBasis("right_inverse", 136, l))
    return *bad;
  LAYOUT_TRY(Sorted sorted, sortModes(l));
  warnDynamicStrides("right_inverse", l, sorted.modes, warnings);
  std::vector<IntTuple> shape{IntTuple(1)}, stride{IntTuple(0)};
  __int128 expected = 1;
  for (size_t i : sorted.order) {
    const Leaf &s = sorted.modes.shape[i], &d = sorted.modes.stride[i];
    if (d.value() != expected)
      continue;
    if (s.isDynamic()) {
      warnIgnored("right_inverse", l, s, d, "extent", warnings);
      continue;
    }
    LAYOUT_TRY(Leaf before, sorted.prefix(i));
    shape.push_back(s);
    stride.push_back(std::move(before));
    expected = __int128(s.value()) * d.value();
  }
  return coalesce(Layout(std::move(shape), std::move(stride)));
}

Result<Layout> leftInverse(const Layout &l, Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  if (auto bad = noBasis("left_inverse", 136, l))
    return *bad;
  LAYOUT_TRY(Sorted sorted, sortModes(l));
  warnDynamicStrides("left_inverse", l, sorted.modes, warnings);
  std::vector<IntTuple> shape, stride{IntTuple(0)};
  Leaf lastShape(1);
  const Leaf *lastStride = nullptr;
  for (size_t i : sorted.order) {
    const Leaf &s = sorted.modes.shape[i], &d = sorted.modes.stride[i];
    if (d.isStaticValue(0))
      continue;
    if (d.value() < 0)
      return fail(136, "left_inverse of " + shorten(l.str()) + ": stride " + d.str() +
                           " is negative, indices must start at 0");
    int64_t before = lastStride ? lastStride->value() : 1;
    if (d.value() % before != 0)
      return fail(136, "left_inverse of " + shorten(l.str()) + ": stride " + d.str() +
                           " is not a multiple of the next smaller stride " +
                           std::to_string(before));
    if (lastStride && lastShape.isStatic() && __int128(before) * lastShape.value() > d.value())
      return fail(136, "left_inverse of " + shorten(l.str()) + ": mode " + modeText(s, d) +
                           " overlaps mode " + modeText(lastShape, *lastStride) +
                           ", so indices repeat");
    shape.push_back(IntTuple(Leaf(d.value() / before)));
    LAYOUT_TRY(Leaf prefix, sorted.prefix(i));
    stride.push_back(std::move(prefix));
    lastShape = s;
    lastStride = &d;
  }
  shape.push_back(lastShape);
  return coalesce(Layout(std::move(shape), std::move(stride)));
}

} // namespace layout
