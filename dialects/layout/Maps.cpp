// Sizes, extents and the maps between coordinates and indices (layout-algebra 5 and 6).
#include "dialects/layout/Detail.h"

#include <unordered_set>

namespace layout {

using detail::fail;
using detail::ProductTree;
using detail::shorten;
using detail::Sum;
using detail::warn;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

Result<Leaf> size(const Layout &l) { return product(l.shape()); }

static IntTuple zeros(const IntTuple &t) {
  return detail::mapLeavesOf(t, [](const Leaf &) { return Leaf(0); });
}

Result<IntTuple> coprofile(const Layout &l) {
  // The profile of integer strides is a scalar whatever their sum is, even one beyond 32 bits.
  if (!l.stride().hasBasis())
    return IntTuple(0);
  LAYOUT_TRY(IntTuple total, sum(l.stride()));
  return zeros(total);
}

Result<IntTuple> coshape(const Layout &l) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  Sum total;
  std::vector<Leaf> shape = l.shape().leaves(), stride = l.stride().leaves();
  for (size_t i = 0; i < shape.size(); ++i) {
    LAYOUT_TRY(Leaf last, sub(shape[i], Leaf(1)));
    // A mode that runs backwards spans as many indices as one that runs forwards (D-63).
    Leaf d = stride[i];
    if (d.kind() == Leaf::Kind::Static && d.value() < 0) {
      Leaf magnitude(-d.value());
      d = d.isBasis() ? magnitude.withBasis(d.modes()) : magnitude;
    }
    LAYOUT_TRY(Leaf term, mul(last, d));
    if (auto bad = total.add(term))
      return *bad;
  }
  IntTuple last = total.result();
  if (last.isLeaf() && last.leaf().isBasis())
    return fail(127, "coshape of " + shorten(l.str()) +
                         ": the largest coordinate is the bare basis "
                         "element " +
                         last.str() + ", to which 1 cannot be added");
  std::optional<Reason> bad;
  IntTuple extent = detail::mapLeavesOf(last, [&](const Leaf &leaf) {
    auto sum = add(leaf, Leaf(1));
    if (!sum) {
      bad = sum.reason();
      return leaf;
    }
    return *sum;
  });
  if (bad)
    return *bad;
  return extent;
}

Result<Leaf> cosize(const Layout &l) {
  LAYOUT_TRY(IntTuple extent, coshape(l));
  return product(extent);
}

Result<std::pair<int64_t, int64_t>> indexRange(const Layout &l) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  if (!l.isStatic() || l.stride().hasBasis())
    return fail(163, "index range of " + shorten(l.str()) + " needs static integer strides");
  std::vector<Leaf> shape = l.shape().leaves(), stride = l.stride().leaves();
  __int128 first = 0, last = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i].value() <= 0)
      return std::pair<int64_t, int64_t>(0, 0);
    __int128 reach = __int128(shape[i].value() - 1) * stride[i].value();
    (reach < 0 ? first : last) += reach;
    if (first < INT64_MIN || last > INT64_MAX)
      return fail(130, "index range of " + shorten(l.str()) + " exceeds 64 bits");
  }
  return std::pair(int64_t(first), int64_t(last));
}

//===----------------------------------------------------------------------===//
// Coordinate to index
//===----------------------------------------------------------------------===//

namespace {

/// Adds the terms of crd2idx in order. Products of shapes are computed once for the whole layout,
/// and only where a scalar coordinate is split.
class CoordinateWalk {
public:
  CoordinateWalk(const IntTuple &whole, Warnings *warnings) : whole(whole), warnings(warnings) {}

  std::optional<Reason> walk(const IntTuple &c, const IntTuple &shape, const IntTuple &stride) {
    if (c.isLeaf()) {
      checkRange(c.leaf(), shape);
      if (shape.isLeaf())
        return term(c.leaf(), stride.leaf());
      auto products = detail::productTree(shape);
      if (!products)
        return splitWithoutTotal(c.leaf(), shape, stride);
      return split(c.leaf(), shape, stride, *products);
    }
    if (c.rank() != shape.rank())
      return fail(131,
                  "coordinate " + shorten(c.str()) + " has rank " + std::to_string(c.rank()) +
                      ", the shape " + shorten(shape.str()) + " has rank " +
                      std::to_string(shape.rank()),
                  shape.isLeaf() ? "write one number"
                                 : "write " + std::to_string(shape.rank()) +
                                       " coordinates, one per mode, or one number for all");
    for (size_t i = 0; i < c.rank(); ++i) {
      path.push_back(i);
      if (auto bad = walk(c[i], shape[i], stride[i]))
        return bad;
      path.pop_back();
    }
    return std::nullopt;
  }

  IntTuple result() const { return total.result(); }

private:
  std::optional<Reason> term(const Leaf &c, const Leaf &d) {
    auto product = mul(c, d);
    return product ? total.add(*product) : product.reason();
  }

  void checkRange(const Leaf &c, const IntTuple &shape) {
    if (!warnings || c.kind() != Leaf::Kind::Static || !shape.isStatic() || c.isBasis())
      return;
    auto extent = product(shape);
    if (!extent || (c.value() >= 0 && c.value() < extent->value()))
      return;
    std::string where = path.empty() ? " of the shape " : " of mode ";
    for (size_t i = 0; i < path.size(); ++i)
      where += (i ? "," : "") + std::to_string(path[i]);
    if (!path.empty())
      where += " of the shape ";
    warn(warnings, 131,
         "coordinate " + c.str() + " is outside the extent " + extent->str() + where +
             shorten(whole.str()),
         extent->value() > 0 ? "the last one is " + std::to_string(extent->value() - 1) : "");
  }

  /// Column-major split; the last mode receives the whole rest.
  std::optional<Reason> split(const Leaf &c, const IntTuple &shape, const IntTuple &stride,
                              const ProductTree &products) {
    Leaf rest = c;
    for (size_t i = 0; i < shape.rank(); ++i) {
      Leaf part = rest;
      if (i + 1 < shape.rank()) {
        auto digit = mod(rest, products.kids[i].value);
        if (!digit)
          return digit.reason();
        auto next = div(rest, products.kids[i].value);
        if (!next)
          return next.reason();
        part = *std::move(digit);
        rest = *std::move(next);
      }
      auto bad = shape[i].isLeaf() ? term(part, stride[i].leaf())
                                   : split(part, shape[i], stride[i], products.kids[i]);
      if (bad)
        return bad;
    }
    return std::nullopt;
  }

  /// The same when the size of the whole shape does not fit 32 bits, which only the last mode,
  /// whose size is never needed, may cause.
  std::optional<Reason> splitWithoutTotal(const Leaf &c, const IntTuple &shape,
                                          const IntTuple &stride) {
    if (shape.isLeaf())
      return term(c, stride.leaf());
    Leaf rest = c;
    for (size_t i = 0; i + 1 < shape.rank(); ++i) {
      auto products = detail::productTree(shape[i]);
      if (!products)
        return products.reason();
      auto digit = mod(rest, products->value);
      if (!digit)
        return digit.reason();
      auto next = div(rest, products->value);
      if (!next)
        return next.reason();
      rest = *std::move(next);
      auto bad = shape[i].isLeaf() ? term(*digit, stride[i].leaf())
                                   : split(*digit, shape[i], stride[i], *products);
      if (bad)
        return bad;
    }
    size_t last = shape.rank() - 1;
    return splitWithoutTotal(rest, shape[last], stride[last]);
  }

  Sum total;
  const IntTuple &whole;
  Warnings *warnings;
  std::vector<size_t> path; // of the mode being walked
};

} // namespace

Result<IntTuple> crd2idx(const IntTuple &coord, const Layout &l, Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  CoordinateWalk walk(l.shape(), warnings);
  if (auto bad = walk.walk(coord, l.shape(), l.stride()))
    return *bad;
  return walk.result();
}

Result<Leaf> applySwizzle(const Leaf &x, const Swizzle &s) {
  if (s.isTrivial())
    return x;
  if (auto bad = verify(s))
    return *bad;
  if (x.isBasis())
    return fail(165, "swizzle " + s.str() + " needs an integer, got the basis element " + x.str());
  int64_t mask = ((int64_t(1) << s.mask) - 1) << (s.base + s.shift);
  if (x.isStatic())
    return Leaf(x.value() ^ ((x.value() & mask) >> s.shift));
  int width = x.width();
  int64_t divisor = gcd(x.value(), int64_t(1) << s.base);
  if (!x.expr())
    return Leaf::dynamic(width, divisor);
  auto constant = [&](int64_t v) { return std::make_shared<Expr>(ExprOp::Constant, width, v); };
  ExprRef bits = std::make_shared<Expr>(ExprOp::BitAnd, width, 0, x.expr(), constant(mask));
  bits = std::make_shared<Expr>(ExprOp::ShiftRightUnsigned, width, 0, bits, constant(s.shift));
  return Leaf::dynamic(width, divisor,
                       std::make_shared<Expr>(ExprOp::BitXor, width, 0, x.expr(), bits));
}

Result<IntTuple> crd2idx(const IntTuple &coord, const Swizzle &s) {
  if (auto bad = verify(s))
    return *bad;
  if (s.isTrivial() && coord.isLeaf() && coord.leaf().isInt())
    return coord;
  if (!coord.isLeaf() || coord.leaf().isBasis())
    return fail(165, "swizzle " + s.str() + " needs an integer, got " + shorten(coord.str()));
  LAYOUT_TRY(Leaf x, applySwizzle(coord.leaf(), s));
  return IntTuple(std::move(x));
}

static Result<Leaf> swizzleColumn(const Leaf &row, const Leaf &col, const CoordSwizzle &s) {
  int64_t mask = (int64_t(1) << s.mask) - 1;
  if (row.isStatic() && col.isStatic()) {
    int64_t x = col.value() ^ (((row.value() >> s.baseRow) & mask) << s.baseCol);
    return Leaf(x);
  }
  int width = std::max(row.width(), col.width());
  int64_t divisor = gcd(col.isNone() ? 0 : col.value(), int64_t(1) << s.baseCol);
  auto constant = [&](int64_t v) { return std::make_shared<Expr>(ExprOp::Constant, width, v); };
  ExprRef rowExpr = row.isDynamic() ? row.expr() : constant(row.value());
  ExprRef colExpr = col.isDynamic() ? col.expr() : constant(col.value());
  if (!rowExpr || !colExpr)
    return Leaf::dynamic(width, divisor);
  ExprRef bits = std::make_shared<Expr>(ExprOp::ShiftRightUnsigned, width, 0, std::move(rowExpr),
                                        constant(s.baseRow));
  bits = std::make_shared<Expr>(ExprOp::BitAnd, width, 0, std::move(bits), constant(mask));
  bits = std::make_shared<Expr>(ExprOp::ShiftLeft, width, 0, std::move(bits), constant(s.baseCol));
  return Leaf::dynamic(
      width, divisor,
      std::make_shared<Expr>(ExprOp::BitXor, width, 0, std::move(colExpr), std::move(bits)));
}

static Result<Leaf> coordinateLeaf(const IntTuple &coord, const ModePath &path,
                                   const CoordSwizzle &s, const char *what) {
  const IntTuple *t = &coord;
  for (int32_t mode : path) {
    if (t->isLeaf() || mode < 0 || size_t(mode) >= t->rank())
      return fail(165, "coordinate swizzle " + s.str() + ": integer leaf expected for the " + what +
                           ", but its path does not exist in " + shorten(coord.str()));
    t = &(*t)[size_t(mode)];
  }
  if (!t->isLeaf() || t->leaf().isBasis())
    return fail(165, "coordinate swizzle " + s.str() + ": integer leaf expected for the " + what +
                         ", but its path ends at " + shorten(t->str()) + " in " +
                         shorten(coord.str()));
  return t->leaf();
}

static IntTuple replaced(const IntTuple &t, const ModePath &path, size_t from, const Leaf &leaf) {
  if (from == path.size())
    return leaf;
  std::vector<IntTuple> out = t.elements();
  IntTuple &mode = out[size_t(path[from])];
  mode = replaced(mode, path, from + 1, leaf);
  return out;
}

Result<IntTuple> crd2idx(const IntTuple &coord, const CoordSwizzle &s) {
  if (auto bad = verify(s))
    return *bad;
  if (s.isTrivial())
    return coord;
  LAYOUT_TRY(Leaf row, coordinateLeaf(coord, s.modeRow, s, "row"));
  LAYOUT_TRY(Leaf col, coordinateLeaf(coord, s.modeCol, s, "column"));
  LAYOUT_TRY(Leaf swizzled, swizzleColumn(row, col, s));
  return replaced(coord, s.modeCol, 0, swizzled);
}

/// The inner part of a composed layout at x.
static Result<IntTuple> applyInner(const ComposedLayout::Inner &inner, const IntTuple &x) {
  if (const auto *swizzle = std::get_if<Swizzle>(&inner))
    return crd2idx(x, *swizzle);
  if (const auto *coordSwizzle = std::get_if<CoordSwizzle>(&inner))
    return crd2idx(x, *coordSwizzle);
  return crd2idx(x, std::get<AnyLayout>(inner));
}

Result<IntTuple> crd2idx(const IntTuple &coord, const AnyLayout &l, Warnings *warnings) {
  if (l.isPlain())
    return crd2idx(coord, l.plain(), warnings);
  const ComposedLayout &c = l.composed();
  LAYOUT_TRY(IntTuple x, crd2idx(coord, c.outer(), warnings));
  LAYOUT_TRY(x, addBasis(c.offset(), x));
  return applyInner(c.inner(), x);
}

Result<std::pair<IntTuple, Layout>> decomposition(const AnyLayout &l) {
  if (l.isPlain())
    return std::pair(IntTuple(0), l.plain());
  const ComposedLayout &c = l.composed();
  LAYOUT_TRY(auto inner, decomposition(c.outer()));
  LAYOUT_TRY(IntTuple x, addBasis(c.offset(), inner.first));
  LAYOUT_TRY(IntTuple start, applyInner(c.inner(), x));
  return std::pair(std::move(start), std::move(inner.second));
}

//===----------------------------------------------------------------------===//
// Index to coordinate
//===----------------------------------------------------------------------===//

static Result<IntTuple> indexToCoord(const IntTuple &index, const IntTuple &shape,
                                     const IntTuple &stride) {
  if (shape.isLeaf() && index.isLeaf()) {
    if (shape.isStaticValue(1))
      return IntTuple(0);
    const Leaf &d = stride.leaf();
    if (d.isBasis() || d.isStaticValue(0))
      return fail(132,
                  "idx2crd: stride " + d.str() + " under extent " + shape.str() +
                      " has no inverse, a non-zero integer is needed",
                  "take the coordinate from a layout that is one-to-one");
    LAYOUT_TRY(Leaf q, div(index.leaf(), d));
    LAYOUT_TRY(Leaf c, mod(q, shape.leaf()));
    return IntTuple(std::move(c));
  }
  if (!index.isLeaf() && index.rank() != shape.rank())
    return fail(131, "idx2crd: index " + shorten(index.str()) + " has rank " +
                         std::to_string(index.rank()) + ", the shape " + shorten(shape.str()) +
                         " has rank " + std::to_string(shape.rank()));
  if (shape.isLeaf()) // a rank-1 wrapper around the index of a leaf
    return indexToCoord(index[0], shape, stride);
  std::vector<IntTuple> out;
  out.reserve(shape.rank());
  for (size_t i = 0; i < shape.rank(); ++i) {
    LAYOUT_TRY(IntTuple c, indexToCoord(index.isLeaf() ? index : index[i], shape[i], stride[i]));
    out.push_back(std::move(c));
  }
  return IntTuple(std::move(out));
}

Result<IntTuple> idx2crd(const IntTuple &index, const Layout &l) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  if (index.hasNone())
    return fail(109, "idx2crd: the none leaf '*' in " + shorten(index.str()) + " is not an index");
  return indexToCoord(index, l.shape(), l.stride());
}

static Result<Leaf> linearCoord(const IntTuple &coord, const IntTuple &shape,
                                const ProductTree &products) {
  if (coord.isLeaf()) {
    if (coord.leaf().isBasis())
      return fail(127, "coordinate " + coord.str() + " is a basis element, not an integer");
    return coord.leaf();
  }
  if (coord.rank() != shape.rank())
    return fail(131, "coordinate " + shorten(coord.str()) + " has rank " +
                         std::to_string(coord.rank()) + ", the shape " + shorten(shape.str()) +
                         " has rank " + std::to_string(shape.rank()));
  if (shape.isLeaf())
    return linearCoord(coord[0], shape, products);
  size_t last = coord.rank() - 1;
  LAYOUT_TRY(Leaf result, linearCoord(coord[last], shape[last], products.kids[last]));
  for (size_t i = last; i-- > 0;) {
    LAYOUT_TRY(Leaf digit, linearCoord(coord[i], shape[i], products.kids[i]));
    LAYOUT_TRY(result, mul(products.kids[i].value, result));
    LAYOUT_TRY(result, add(digit, result));
  }
  return result;
}

Result<IntTuple> crd2idxColMajor(const IntTuple &coord, const IntTuple &shape) {
  if (coord.isLeaf())
    return coord;
  LAYOUT_TRY(ProductTree products, detail::productTree(shape));
  LAYOUT_TRY(Leaf index, linearCoord(coord, shape, products));
  return IntTuple(std::move(index));
}

static Result<IntTuple> splitIndex(const Leaf &index, const IntTuple &shape,
                                   const ProductTree &products) {
  if (shape.isLeaf())
    return IntTuple(index);
  Leaf rest = index;
  std::vector<IntTuple> out;
  out.reserve(shape.rank());
  for (size_t i = 0; i < shape.rank(); ++i) {
    Leaf part = rest;
    if (i + 1 < shape.rank()) {
      LAYOUT_TRY(part, mod(rest, products.kids[i].value));
      LAYOUT_TRY(rest, div(rest, products.kids[i].value));
    }
    LAYOUT_TRY(IntTuple c, splitIndex(part, shape[i], products.kids[i]));
    out.push_back(std::move(c));
  }
  return IntTuple(std::move(out));
}

Result<IntTuple> idx2crdColMajor(const IntTuple &index, const IntTuple &shape) {
  if (!index.isLeaf()) {
    if (index.rank() != shape.rank())
      return fail(131, "index " + shorten(index.str()) + " has rank " +
                           std::to_string(index.rank()) + ", the shape " + shorten(shape.str()) +
                           " has rank " + std::to_string(shape.rank()));
    std::vector<IntTuple> out;
    for (size_t i = 0; i < index.rank(); ++i) {
      LAYOUT_TRY(IntTuple c, idx2crdColMajor(index[i], shape[i]));
      out.push_back(std::move(c));
    }
    return IntTuple(std::move(out));
  }
  LAYOUT_TRY(ProductTree products, detail::productTree(shape));
  return splitIndex(index.leaf(), shape, products);
}

Result<IntTuple> getFlatCoord(const IntTuple &index, const Layout &l) {
  LAYOUT_TRY(IntTuple coord, idx2crd(index, l));
  if (coord.isLeaf())
    return coord;
  std::vector<IntTuple> out;
  out.reserve(coord.rank());
  for (size_t i = 0; i < coord.rank(); ++i) {
    LAYOUT_TRY(IntTuple c, crd2idxColMajor(coord[i], l.shape()[i]));
    out.push_back(std::move(c));
  }
  return IntTuple(std::move(out));
}

Result<IntTuple> get1dCoord(const IntTuple &index, const Layout &l) {
  LAYOUT_TRY(IntTuple coord, idx2crd(index, l));
  return crd2idxColMajor(coord, l.shape());
}

//===----------------------------------------------------------------------===//
// Iterators, injectivity
//===----------------------------------------------------------------------===//

int64_t advancedDivisibility(int64_t v, const Leaf &offset) {
  if (offset.isStaticValue(0))
    return v;
  return gcd(v, offset.divisibility());
}

namespace {

/// Modes of extent above 1 with one integer stride each: basis paths are spread over disjoint
/// ranges.
struct SpreadModes {
  std::vector<std::pair<__int128, int64_t>> modes; // stride, extent
  int64_t size = 1;
  bool exact = false;
};

SpreadModes spread(const Layout &l) {
  SpreadModes out;
  std::vector<Leaf> shape = l.shape().leaves(), stride = l.stride().leaves();
  std::vector<std::pair<const ModePath *, __int128>> ranges; // extent of each path
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i].value() <= 0 || stride[i].isNone()) {
      out.size = 0;
      out.exact = true;
      return out;
    }
    if (shape[i].value() == 1)
      continue;
    if (__builtin_mul_overflow(out.size, shape[i].value(), &out.size))
      return out;
    if (!stride[i].isBasis()) {
      out.modes.emplace_back(stride[i].value(), shape[i].value());
      continue;
    }
    __int128 reach = __int128(shape[i].value() - 1) *
                     (stride[i].value() < 0 ? -stride[i].value() : stride[i].value());
    auto known = std::find_if(ranges.begin(), ranges.end(),
                              [&](const auto &range) { return *range.first == stride[i].modes(); });
    if (known == ranges.end())
      ranges.emplace_back(&stride[i].modes(), reach + 1);
    else
      known->second += reach;
    if (ranges.size() > 64)
      return out;
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i].value() == 1 || !stride[i].isBasis())
      continue;
    __int128 weight = 1;
    for (const auto &range : ranges) {
      if (*range.first == stride[i].modes())
        break;
      if (range.second == 0 || weight > (__int128(1) << 62) / range.second)
        return out;
      weight *= range.second;
    }
    out.modes.emplace_back(weight * stride[i].value(), shape[i].value());
  }
  out.exact = true;
  return out;
}

} // namespace

bool isInjective(const Layout &l, size_t budget) {
  if (detail::incongruent(l) || !l.isStatic())
    return false;
  SpreadModes spreadModes = spread(l);
  if (!spreadModes.exact)
    return false;
  if (spreadModes.size == 0)
    return true;
  auto &modes = spreadModes.modes;
  auto magnitude = [](__int128 x) { return x < 0 ? -x : x; };
  std::sort(modes.begin(), modes.end(),
            [&](const auto &a, const auto &b) { return magnitude(a.first) < magnitude(b.first); });
  // Each stride beyond everything that the smaller ones reach: no two coordinates can meet.
  __int128 reach = 0;
  bool separate = true;
  for (const auto &[stride, extent] : modes) {
    if (stride == 0)
      return false;
    separate &= magnitude(stride) > reach;
    reach += magnitude(stride) * (extent - 1);
  }
  if (separate)
    return true;
  if (reach >= INT64_MAX || size_t(spreadModes.size) > budget)
    return false;
  if (spreadModes.size > reach + 1)
    return false; // more coordinates than indices
  std::unordered_set<int64_t> seen;
  seen.reserve(size_t(spreadModes.size));
  std::vector<int64_t> digit(modes.size(), 0);
  int64_t index = 0;
  for (int64_t n = 0; n < spreadModes.size; ++n) {
    if (!seen.insert(index).second)
      return false;
    for (size_t i = 0; i < modes.size(); ++i) {
      index += int64_t(modes[i].first);
      if (++digit[i] < modes[i].second)
        break;
      index -= int64_t(modes[i].first) * modes[i].second;
      digit[i] = 0;
    }
  }
  return true;
}

bool isBijectiveOnto(const Layout &l, int64_t n, size_t budget) {
  auto range = indexRange(l);
  auto count = size(l);
  return range && count && count->value() == n && range->first == 0 && range->second == n - 1 &&
         isInjective(l, budget);
}

} // namespace layout
