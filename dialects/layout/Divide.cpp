// Divides (layout-algebra 9).
#include "dialects/layout/Detail.h"

namespace layout {

using namespace detail;

static Result<Layout> divideByLayout(const Layout &l, const Layout &divisor, Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  LAYOUT_REQUIRE_CONGRUENT(divisor);
  LAYOUT_TRY(Layout merged, coalesce(l));
  LAYOUT_TRY(Leaf extent, size(merged));
  LAYOUT_TRY(Layout rest, complement(divisor, IntTuple(std::move(extent)), warnings));
  return composition(l, pair(divisor, rest), warnings);
}

static Result<Layout> divideByTile(const Layout &l, const Tile &tile, Warnings *warnings) {
  if (!tile.isList()) {
    LAYOUT_TRY(Layout divisor, tileElement(tile, "divide"));
    return divideByLayout(l, divisor, warnings);
  }
  if (tile.rank() > l.rank())
    warn(warnings, 137,
         "divide: the tile " + shorten(tile.str()) + " has " + std::to_string(tile.rank()) +
             " elements, the layout " + shorten(l.str()) + " only " + std::to_string(l.rank()) +
             " modes; the surplus elements are ignored");
  std::vector<IntTuple> shape, stride;
  shape.reserve(l.rank());
  stride.reserve(l.rank());
  for (size_t i = 0; i < l.rank(); ++i) {
    Layout mode = l[i];
    if (i < tile.rank() && !tile[i].isNone()) {
      LAYOUT_TRY(mode, divideByTile(mode, tile[i], warnings));
    }
    shape.push_back(mode.shape());
    stride.push_back(mode.stride());
  }
  return Layout(std::move(shape), std::move(stride));
}

Result<Layout> logicalDivide(const Layout &l, const Divisor &d, Warnings *warnings) {
  if (const auto *divisor = std::get_if<Layout>(&d))
    return divideByLayout(l, *divisor, warnings);
  LAYOUT_REQUIRE_CONGRUENT(l);
  return divideByTile(l, std::get<Tile>(d), warnings);
}

/// Tiles that the pairing of zipped divides reads in a surprising way (D-37).
static std::optional<Reason> checkZipTile(const Layout &l, const Tile &tile, Warnings *warnings) {
  if (tile.rank() > l.rank())
    return fail(137,
                "divide: the tile " + shorten(tile.str()) + " has rank " +
                    std::to_string(tile.rank()) + ", the layout " + shorten(l.str()) +
                    " only rank " + std::to_string(l.rank()),
                l.rank() == 1 ? "write one element without brackets"
                              : "write " + std::to_string(l.rank()) + " elements");
  if (tile.rank() == 1 && l.rank() != 2)
    return fail(137,
                "divide: zip: terminal must have rank 2: the tile " + shorten(tile.str()) +
                    " has one element, the layout " + shorten(l.str()) + " has rank " +
                    std::to_string(l.rank()),
                l.rank() == 1 && !tile[0].isList()
                    ? "write the element without brackets: " + shorten(tile[0].str())
                    : "");
  if (tile.rank() == 1)
    warn(warnings, 137,
         "divide: the tile " + shorten(tile.str()) + " has one element but the layout " +
             shorten(l.str()) + " has rank " + std::to_string(l.rank()) +
             ", so its modes are taken for the pair (tile, rest)",
         "write [" + shorten(tile[0].str()) + "|*] or one element per mode");
  for (size_t i = 0; i < tile.rank() && tile.rank() > 1; ++i) {
    if (tile[i].isNone() && l[i].rank() != 2)
      return fail(137,
                  "divide: zip: terminal must have rank 2: element " + std::to_string(i) +
                      " of the tile " + shorten(tile.str()) + " is '*' and mode " +
                      shorten(l[i].str()) + " has rank " + std::to_string(l[i].rank()),
                  l[i].isLeaf() && l[i].shape().isStatic()
                      ? "write its extent " + l[i].shape().str() + " to keep the mode whole"
                      : "");
    if (warnings && (tile[i].isNone() || tile[i].isList()))
      warn(warnings, 137,
           "divide: element " + shorten(tile[i].str()) + " of the tile " + shorten(tile.str()) +
               " makes the two parts of mode " + std::to_string(i) +
               " count as the pair (tile, rest)");
  }
  return std::nullopt;
}

static Result<std::pair<Layout, Layout>> dividePairs(const Layout &l, const Divisor &d,
                                                     Warnings *warnings) {
  const Tile *tile = std::get_if<Tile>(&d);
  if (tile && tile->isList()) {
    LAYOUT_REQUIRE_CONGRUENT(l);
    if (auto bad = checkZipTile(l, *tile, warnings))
      return *bad;
  }
  LAYOUT_TRY(Layout divided, logicalDivide(l, d, warnings));
  IntTuple guide;
  if (tile && tile->isList())
    guide = IntTuple(std::vector<IntTuple>(tile->rank()));
  return zip2By(divided, guide);
}

Result<Layout> zippedDivide(const Layout &l, const Divisor &d, Warnings *warnings) {
  LAYOUT_TRY(auto parts, dividePairs(l, d, warnings));
  return pair(parts.first, parts.second);
}

Result<Layout> tiledDivide(const Layout &l, const Divisor &d, Warnings *warnings) {
  LAYOUT_TRY(Layout zipped, zippedDivide(l, d, warnings));
  return expand(zipped, {1});
}

Result<Layout> flatDivide(const Layout &l, const Divisor &d, Warnings *warnings) {
  LAYOUT_TRY(Layout zipped, zippedDivide(l, d, warnings));
  return expand(zipped, {0, 1});
}

} // namespace layout
