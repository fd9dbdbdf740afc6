// Products (layout-algebra 10).
#include "dialects/layout/Detail.h"

namespace layout {

using namespace detail;

Result<Layout> logicalProduct(const Layout &a, const Layout &b, Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(a);
  LAYOUT_REQUIRE_CONGRUENT(b);
  LAYOUT_TRY(Leaf extent, size(a));
  LAYOUT_TRY(Leaf copies, cosize(b));
  LAYOUT_TRY(Leaf codomain, mul(extent, copies));
  LAYOUT_TRY(Layout rest, complement(a, IntTuple(std::move(codomain)), warnings));
  LAYOUT_TRY(Layout placed, composition(rest, b, warnings));
  return canonicalize(pair(a, placed));
}

Result<Layout> zippedProduct(const Layout &a, const Layout &b, Warnings *warnings) {
  return logicalProduct(a, b, warnings);
}

Result<Layout> tiledProduct(const Layout &a, const Layout &b, Warnings *warnings) {
  LAYOUT_TRY(Layout product, logicalProduct(a, b, warnings));
  return expand(product, {1});
}

Result<Layout> flatProduct(const Layout &a, const Layout &b, Warnings *warnings) {
  LAYOUT_TRY(Layout product, logicalProduct(a, b, warnings));
  return expand(product, {0, 1});
}

static Result<Layout> interleaved(const Layout &a, const Layout &b, bool blocksFirst,
                                  Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(a);
  LAYOUT_REQUIRE_CONGRUENT(b);
  size_t rank = std::max(a.rank(), b.rank());
  LAYOUT_TRY(Layout product, logicalProduct(padTo(a, rank), padTo(b, rank), warnings));
  return zip(blocksFirst ? product : pair(product[1], product[0]));
}

Result<Layout> blockedProduct(const Layout &a, const Layout &b, Warnings *warnings) {
  return interleaved(a, b, true, warnings);
}

Result<Layout> rakedProduct(const Layout &a, const Layout &b, Warnings *warnings) {
  return interleaved(a, b, false, warnings);
}

} // namespace layout
