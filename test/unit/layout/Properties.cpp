// Laws of the algebra on random static layouts. Seeds are fixed; each test states its number of
// trials.
#include "dialects/layout/Parser.h"
#include "test/unit/layout/Random.h"

#include <gtest/gtest.h>
#include <set>

using namespace layout;
using namespace layout::test;
using Strides = Random::Strides;

static constexpr int trials = 4000;

/// Fails the test when fewer than this part of the trials reached the law.
static void expectReached(int reached, double part) { EXPECT_GE(reached, int(trials * part)); }

TEST(Properties, CompositionIsPointwise) {
  Random random(1);
  int reached = 0, warned = 0, warnedRightly = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout a = random.anyLayout(), b = random.innerFor(a);
    Warnings warnings;
    auto r = composition(a, b, &warnings);
    if (!r)
      continue;
    Plain outer(a), inner(b), result(*r);
    ASSERT_EQ(result.size(), inner.size()) << a.str() << " o " << b.str();
    bool same = true;
    for (int64_t i = 0; i < inner.size(); ++i)
      same &= result(i) == outer(inner(i));
    if (warnings.empty()) {
      ++reached;
      ASSERT_TRUE(same) << a.str() << " o " << b.str() << " = " << r->str();
    } else {
      ++warned;
      warnedRightly += !same;
    }
  }
  expectReached(reached, 0.4);
  EXPECT_GT(warned, 50);
  // The warning is exact: where it is given, the function does differ.
  EXPECT_EQ(warnedRightly, warned);
}

TEST(Properties, CompositionErrsOnlyWhereNoLayoutIsExact) {
  // One leaf against two modes, small enough to try every layout of at most two modes.
  for (int64_t a0 = 2; a0 <= 6; ++a0)
    for (int64_t s = 1; s <= 8; ++s)
      for (int64_t d = 1; d <= 8; ++d) {
        Layout a(IntTuple::of({a0, 7}), IntTuple::of({100, 1}));
        auto r = composition(a, Layout(s, d));
        Plain outer(a);
        if (r) {
          Plain result(*r);
          for (int64_t i = 0; i < s; ++i)
            EXPECT_EQ(result(i), outer(i * d)) << a.str() << " o " << s << ":" << d;
        } else {
          EXPECT_EQ(r.reason().rule, 133);
        }
      }
}

TEST(Properties, CompositionByTileComposesEachMode) {
  Random random(2);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout a = random.anyLayout();
    if (a.isLeaf())
      continue;
    std::vector<Tile> tile;
    for (size_t i = 0; i < a.rank(); ++i)
      tile.push_back(random.chance(0.3) ? Tile() : Tile(Leaf(random.extent())));
    auto r = composition(a, Tile(tile));
    if (!r || r->rank() != a.rank())
      continue;
    ++reached;
    for (size_t i = 0; i < a.rank(); ++i) {
      if (tile[i].isNone()) {
        EXPECT_TRUE(sameFunction((*r)[i], a[i]));
        continue;
      }
      Plain mode(a[i]), result((*r)[i]);
      ASSERT_EQ(result.size(), tile[i].leaf().value());
      for (int64_t x = 0; x < result.size(); ++x)
        EXPECT_EQ(result(x), mode(x)) << a.str() << " by " << Tile(tile).str();
    }
  }
  expectReached(reached, 0.2);
}

TEST(Properties, CoalescePreservesTheFunction) {
  Random random(3);
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.chance(0.2) ? random.layout(Strides::Negative) : random.anyLayout();
    auto flat = coalesce(l);
    ASSERT_TRUE(flat);
    EXPECT_TRUE(sameFunction(*flat, l)) << l.str() << " -> " << flat->str();
    auto again = coalesce(*flat);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->str(), flat->str());
    auto byMode = coalesce(l, IntTuple::of({1, 1}));
    ASSERT_TRUE(byMode);
    EXPECT_TRUE(sameFunction(*byMode, l)) << l.str() << " -> " << byMode->str();
  }
}

TEST(Properties, CanonicalizePreservesTheFunctionOnItsDomain) {
  Random random(4);
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.anyLayout(), c = canonicalize(l);
    EXPECT_TRUE(sameFunction(c, l)) << l.str();
    EXPECT_EQ(canonicalize(c).str(), c.str());
  }
}

static bool injective(const Plain &p) {
  std::set<int64_t> seen;
  for (int64_t i = 0; i < p.size(); ++i)
    if (!seen.insert(p(i)).second)
      return false;
  return true;
}

TEST(Properties, InjectiveAgreesWithEnumeration) {
  Random random(5);
  int yes = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.chance(0.2) ? random.layout(Strides::Negative) : random.anyLayout();
    Plain p(l);
    bool expected = injective(p);
    yes += expected;
    EXPECT_EQ(isInjective(l), expected) << l.str();
    std::set<int64_t> image;
    for (int64_t i = 0; i < p.size(); ++i)
      image.insert(p(i));
    bool onto = expected && *image.begin() == 0 && *image.rbegin() == p.size() - 1;
    EXPECT_EQ(isBijectiveOnto(l, p.size()), onto) << l.str();
    EXPECT_FALSE(isBijectiveOnto(l, p.size() + 1));
  }
  EXPECT_GT(yes, trials / 4);
  EXPECT_LT(yes, trials);
}

TEST(Properties, InjectiveOfBasisStrides) {
  EXPECT_TRUE(isInjective(makeIdentityLayout(IntTuple::of({4, IntTuple::of({2, 8})}))));
  auto e = [](int64_t c, int32_t mode) { return IntTuple(Leaf(c).withBasis({mode})); };
  EXPECT_FALSE(isInjective(Layout(IntTuple::of({4, 8}), IntTuple::of({e(1, 0), e(1, 0)}))));
  EXPECT_TRUE(isInjective(Layout(IntTuple::of({4, 8}), IntTuple::of({e(1, 0), e(4, 0)}))));
  EXPECT_TRUE(
      isInjective(Layout(IntTuple::of({4, 8, 3}), IntTuple::of({e(1, 0), e(4, 0), e(5, 1)}))));
  EXPECT_FALSE(isInjective(Layout(IntTuple::of({4, 8}), IntTuple::of({e(0, 0), e(1, 1)}))));
  // Large but decided without enumeration.
  EXPECT_TRUE(isInjective(Layout(IntTuple::of({1 << 20, 1 << 10}), IntTuple::of({1, 1 << 20}))));
}

TEST(Properties, IndexRangeIsTight) {
  Random random(6);
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.layout(random.chance(0.5) ? Strides::Negative : Strides::Any);
    Plain p(l);
    int64_t low = 0, high = 0;
    for (int64_t i = 0; i < p.size(); ++i) {
      low = std::min(low, p(i));
      high = std::max(high, p(i));
    }
    auto range = indexRange(l);
    ASSERT_TRUE(range);
    EXPECT_EQ(range->first, low) << l.str();
    EXPECT_EQ(range->second, high) << l.str();
    auto extent = cosize(l);
    ASSERT_TRUE(extent);
    EXPECT_EQ(extent->value(), high - low + 1) << l.str();
  }
}

TEST(Properties, ComplementIsDisjointAndCovers) {
  Random random(7);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.layout(random.chance(0.5) ? Strides::Padded : Strides::Any, 64);
    int64_t n = cosize(l)->value() * random.in(1, 4);
    if (n > 2048)
      continue;
    Warnings warnings;
    auto c = complement(l, IntTuple(n), &warnings);
    if (!c || !warnings.empty())
      continue;
    // Zero strides are filtered first: they repeat indices by design.
    auto shape = filterZeros(l.stride(), l.shape());
    Plain a(Layout(*shape, l.stride())), b(*c);
    ASSERT_GE(a.size() * b.size(), n) << l.str();
    std::vector<int64_t> seen;
    for (int64_t i = 0; i < a.size(); ++i)
      for (int64_t j = 0; j < b.size(); ++j)
        seen.push_back(a(i) + b(j));
    std::sort(seen.begin(), seen.end());
    ASSERT_TRUE(std::adjacent_find(seen.begin(), seen.end()) == seen.end())
        << l.str() << " with " << c->str();
    // Every index below n is reached.
    auto below = std::lower_bound(seen.begin(), seen.end(), n) - seen.begin();
    ASSERT_EQ(below, n) << l.str() << " with " << c->str();
    ++reached;
  }
  expectReached(reached, 0.3);
}

TEST(Properties, RightInverse) {
  Random random(8);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.anyLayout();
    auto r = rightInverse(l);
    ASSERT_TRUE(r) << l.str();
    Plain f(l), inverse(*r);
    for (int64_t x = 0; x < inverse.size(); ++x)
      ASSERT_EQ(f(inverse(x)), x) << l.str() << " with " << r->str();
    reached += inverse.size() > 1;
    if (isBijectiveOnto(l, f.size())) {
      EXPECT_EQ(inverse.size(), f.size()) << l.str();
    }
  }
  expectReached(reached, 0.5);
}

TEST(Properties, LeftInverse) {
  Random random(9);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.layout(random.chance(0.7) ? Strides::Padded : Strides::Any);
    auto r = leftInverse(l);
    Plain f(l);
    if (!r || !injective(f))
      continue;
    Plain inverse(*r);
    for (int64_t x = 0; x < f.size(); ++x)
      ASSERT_EQ(inverse(f(x)), x) << l.str() << " with " << r->str();
    ++reached;
  }
  expectReached(reached, 0.5);
}

TEST(Properties, DivideRegroupsTheLayout) {
  Random random(10);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.anyLayout(128);
    Layout t = random.layout(random.chance(0.5) ? Strides::Compact : Strides::Padded, 8);
    Warnings warnings;
    auto r = logicalDivide(l, t, &warnings);
    if (!r || !warnings.empty())
      continue;
    ASSERT_EQ(r->rank(), 2u);
    Plain f(l), tile(t), part((*r)[0]), rest((*r)[1]);
    auto c = complement(t, IntTuple(size(*coalesce(l)).operator*()));
    ASSERT_TRUE(c);
    Plain repeat(*c);
    if (part.size() * rest.size() > 4096)
      continue;
    for (int64_t i = 0; i < part.size(); ++i)
      for (int64_t j = 0; j < rest.size(); ++j)
        ASSERT_EQ(part(i) + rest(j), f(tile(i) + repeat(j))) << l.str() << " by " << t.str();
    ++reached;
    auto zipped = zippedDivide(l, t), tiled = tiledDivide(l, t), flat = flatDivide(l, t);
    ASSERT_TRUE(zipped && tiled && flat);
    EXPECT_EQ(zipped->str(), r->str());
    EXPECT_TRUE(sameFunction(*tiled, *zipped));
    EXPECT_TRUE(sameFunction(*flat, *zipped));
  }
  expectReached(reached, 0.25);
}

TEST(Properties, DivideByTileKeepsTheElements) {
  Random random(11);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<IntTuple> shape;
    std::vector<Tile> tile;
    for (int64_t i = random.in(2, 3); i > 0; --i) {
      int64_t t = random.extent();
      shape.push_back(t * random.in(1, 4));
      tile.push_back(Leaf(t));
    }
    Layout l = random.layoutOn(IntTuple(shape), Strides::Padded);
    auto r = zippedDivide(l, Tile(tile));
    ASSERT_TRUE(r) << l.str();
    auto tiled = tiledDivide(l, Tile(tile)), flat = flatDivide(l, Tile(tile));
    ASSERT_TRUE(tiled && flat);
    EXPECT_TRUE(sameFunction(*tiled, *r));
    EXPECT_TRUE(sameFunction(*flat, *r));
    // Element (i, j) of the zipped view is element tile*j + i of each mode.
    Plain f(l);
    if (f.size() > 4096)
      continue;
    std::vector<int64_t> before, after;
    Plain g(*r);
    ASSERT_EQ(f.size(), g.size());
    for (int64_t x = 0; x < f.size(); ++x) {
      before.push_back(f(x));
      after.push_back(g(x));
    }
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    EXPECT_EQ(before, after) << l.str() << " by " << Tile(tile).str();
    ++reached;
  }
  expectReached(reached, 0.7);
}

TEST(Properties, ProductsPlaceDisjointCopies) {
  Random random(12);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    // Outer wrappers of rank 1 would vanish in the product, and with them the modes to pair.
    Layout a = random.layout(Strides::Compact, 16), b = random.layout(Strides::Padded, 8);
    a = Layout(unwrap(a.shape()), unwrap(a.stride()));
    b = Layout(unwrap(b.shape()), unwrap(b.stride()));
    Warnings warnings;
    auto r = logicalProduct(a, b, &warnings);
    if (!r || !warnings.empty())
      continue;
    ++reached;
    Plain first((*r)[0]), copies((*r)[1]), block(a);
    ASSERT_TRUE(sameFunction((*r)[0], a));
    std::set<int64_t> seen;
    for (int64_t j = 0; j < copies.size(); ++j)
      for (int64_t i = 0; i < block.size(); ++i)
        ASSERT_TRUE(seen.insert(first(i) + copies(j)).second) << a.str() << " x " << b.str();
    for (auto *interleave : {&blockedProduct, &rakedProduct}) {
      auto mixed = interleave(a, b, nullptr);
      ASSERT_TRUE(mixed) << a.str() << " x " << b.str() << ": " << mixed.reason().message;
      std::set<int64_t> image;
      Plain p(*mixed);
      for (int64_t x = 0; x < p.size(); ++x)
        image.insert(p(x));
      EXPECT_EQ(image, seen) << a.str() << " x " << b.str();
    }
    auto tiled = tiledProduct(a, b), flat = flatProduct(a, b);
    ASSERT_TRUE(tiled && flat);
    EXPECT_TRUE(sameFunction(*tiled, *r));
    EXPECT_TRUE(sameFunction(*flat, *r));
  }
  expectReached(reached, 0.4);
}

TEST(Properties, RecastUpAndDown) {
  Random random(13);
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.chance(0.3) ? random.layout(Strides::Negative) : random.anyLayout();
    int64_t factor = random.pick<int64_t>({2, 3, 4, 8});
    auto down = recast(l, 8 * factor, 8);
    ASSERT_TRUE(down);
    auto up = recast(*down, 8, 8 * factor);
    ASSERT_TRUE(up) << l.str() << ": " << up.reason().message;
    EXPECT_EQ(up->str(), l.str());
    EXPECT_EQ(recast(l, 16, 16)->str(), l.str());
  }
}

TEST(Properties, SwizzleLaws) {
  Random random(14);
  for (int trial = 0; trial < trials; ++trial) {
    Swizzle s{int32_t(random.in(0, 4)), int32_t(random.in(0, 4)), int32_t(random.in(0, 5))};
    int64_t period = int64_t(1) << (s.mask + s.base + s.shift);
    int64_t x = random.in(0, 2 * period - 1), k = random.in(0, 5);
    int64_t y = applySwizzle(Leaf(x), s)->value();
    int64_t mask = ((int64_t(1) << s.mask) - 1) << (s.base + s.shift);
    EXPECT_EQ(y, x ^ ((x & mask) >> s.shift));
    EXPECT_EQ(applySwizzle(Leaf(x + period * k), s)->value(), y + period * k);
    if (s.shift >= s.mask) { // row bits are untouched, so applying it twice undoes it
      EXPECT_EQ(applySwizzle(Leaf(y), s)->value(), x);
    }
    if (s.mask == 0) {
      EXPECT_EQ(y, x);
    }
  }
}

TEST(Properties, SwizzlesArePermutations) {
  for (int32_t mask = 0; mask <= 3; ++mask)
    for (int32_t base = 0; base <= 2; ++base)
      for (int32_t shift = mask; shift <= 4; ++shift) {
        int64_t period = int64_t(1) << (mask + base + shift);
        std::set<int64_t> seen;
        for (int64_t x = 0; x < period; ++x)
          seen.insert(applySwizzle(Leaf(x), Swizzle{mask, base, shift})->value());
        EXPECT_EQ(int64_t(seen.size()), period);
        EXPECT_EQ(*seen.rbegin(), period - 1);
      }
}

TEST(Properties, CoordSwizzleIsAnInvolution) {
  Random random(15);
  for (int trial = 0; trial < trials; ++trial) {
    CoordSwizzle s{
        int32_t(random.in(0, 4)), int32_t(random.in(0, 3)), {0}, int32_t(random.in(0, 3)), {1, 0}};
    IntTuple c = IntTuple::of({random.in(0, 63), IntTuple::of({random.in(0, 63), 5})});
    auto once = crd2idx(c, s);
    ASSERT_TRUE(once);
    auto twice = crd2idx(*once, s);
    ASSERT_TRUE(twice);
    EXPECT_EQ(*twice, c) << s.str();
  }
}

TEST(Properties, CoordinatesAndIndices) {
  Random random(16);
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.layout(Strides::Compact);
    Plain p(l);
    int64_t x = random.in(0, p.size() - 1);
    auto index = crd2idx(IntTuple(x), l);
    ASSERT_TRUE(index);
    EXPECT_EQ(index->leaf().value(), p(x)) << l.str();
    auto coord = idx2crd(*index, l);
    ASSERT_TRUE(coord);
    EXPECT_TRUE(congruent(*coord, l.shape()));
    EXPECT_EQ(*crd2idx(*coord, l), *index) << l.str();
    EXPECT_EQ(get1dCoord(*index, l)->leaf().value(), x) << l.str();
    EXPECT_EQ(crd2idxColMajor(*coord, l.shape())->leaf().value(), x);
    EXPECT_EQ(*idx2crdColMajor(IntTuple(x), l.shape()), *coord);
    auto flat = getFlatCoord(*index, l);
    ASSERT_TRUE(flat);
    EXPECT_EQ(*crd2idx(*flat, l), *index) << l.str();
  }
}

/// A coordinate for slicing: some leaves or subtrees fixed, the rest kept; `full` is the same with
/// 0s.
static IntTuple sliceCoord(Random &random, const IntTuple &shape, IntTuple &full) {
  if (shape.isLeaf() || random.chance(0.3)) {
    if (random.chance(0.5)) {
      full = 0;
      return IntTuple();
    }
    full = random.in(0, product(shape)->value() - 1);
    return full;
  }
  std::vector<IntTuple> out, fulls;
  for (const IntTuple &e : shape.elements()) {
    IntTuple part;
    out.push_back(sliceCoord(random, e, part));
    fulls.push_back(part);
  }
  full = fulls;
  return out;
}

TEST(Properties, SliceAndDiceSplitTheLayout) {
  Random random(17);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.anyLayout(64);
    IntTuple full, coord = sliceCoord(random, l.shape(), full);
    auto kept = slice(l, coord), dropped = dice(l, coord);
    if (!kept || !dropped || coord.isLeaf())
      continue;
    ++reached;
    EXPECT_EQ(size(*kept)->value() * size(*dropped)->value(), size(l)->value());
    // `*` counts as 0 in crd2idx, so the start of the slice is the index of the fixed part.
    EXPECT_EQ(*crd2idx(coord, l), *crd2idx(full, l)) << l.str() << " at " << coord.str();
    // All elements at the fixed coordinates, as a set.
    std::multiset<int64_t> expected, got;
    Plain rest(*kept);
    int64_t start = crd2idx(coord, l)->leaf().value();
    for (int64_t x = 0; x < rest.size(); ++x)
      got.insert(start + rest(x));
    for (int64_t x = 0; x < size(l)->value(); ++x) {
      IntTuple c = *idx2crdColMajor(IntTuple(x), l.shape());
      std::function<bool(const IntTuple &, const IntTuple &, const IntTuple &)> matches =
          [&](const IntTuple &want, const IntTuple &have, const IntTuple &shape) {
            if (want.isLeaf())
              return want.leaf().isNone() ||
                     crd2idxColMajor(have, shape)->leaf().value() == want.leaf().value();
            for (size_t i = 0; i < want.rank(); ++i)
              if (!matches(want[i], have[i], shape[i]))
                return false;
            return true;
          };
      if (matches(coord, c, l.shape()))
        expected.insert(crd2idx(c, l)->leaf().value());
    }
    EXPECT_EQ(got, expected) << l.str() << " at " << coord.str();
  }
  expectReached(reached, 0.3);
}

TEST(Properties, OrderedLayoutsFollowTheirKeys) {
  Random random(18);
  for (int trial = 0; trial < trials; ++trial) {
    IntTuple shape = random.shape();
    std::vector<Leaf> keys;
    for (size_t i = 0; i < shape.leafCount(); ++i)
      keys.push_back(Leaf(int64_t(i) * 3 - 5));
    std::shuffle(keys.begin(), keys.end(), random.engine);
    Warnings warnings;
    auto l = makeOrderedLayout(shape, Random::withLeaves(shape, keys), &warnings);
    ASSERT_TRUE(l);
    EXPECT_TRUE(warnings.empty());
    EXPECT_TRUE(isBijectiveOnto(*l, size(*l)->value())) << l->str();
    // A layout like it has the same strides, as far as size-1 modes allow.
    auto like = makeLayoutLike(*l, &warnings);
    ASSERT_TRUE(like);
    EXPECT_TRUE(sameFunction(*like, *l)) << l->str() << " like " << like->str();
  }
}

TEST(Properties, FragmentsArePackedBijections) {
  Random random(19);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.layout(Strides::Padded);
    auto f = makeFragmentLayoutLike(l);
    if (!f)
      continue;
    ++reached;
    EXPECT_EQ(size(*f)->value(), size(l)->value());
    EXPECT_TRUE(isBijectiveOnto(*f, size(*f)->value())) << l.str() << " -> " << f->str();
  }
  expectReached(reached, 0.9);
}

TEST(Properties, TileToShapeCoversTheTarget) {
  Random random(20);
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<IntTuple> block, target, order;
    for (int64_t i = 0, n = random.in(1, 3); i < n; ++i) {
      int64_t b = random.extent();
      block.push_back(b);
      target.push_back(b * random.in(1, 4));
      order.push_back(i);
    }
    std::shuffle(order.begin(), order.end(), random.engine);
    Layout b = random.layoutOn(IntTuple(block), Strides::Compact);
    auto r = tileToShape(b, IntTuple(target), IntTuple(order));
    ASSERT_TRUE(r) << b.str() << ": " << r.reason().message;
    EXPECT_EQ(size(*r)->value(), product(IntTuple(target))->value());
    EXPECT_TRUE(isBijectiveOnto(*r, size(*r)->value())) << b.str() << " -> " << r->str();
  }
}

TEST(Properties, DecompositionIsTheValueAtZero) {
  Random random(21);
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.anyLayout();
    AnyLayout view = ComposedLayout(Swizzle{2, 1, 3}, IntTuple(random.in(0, 255)), l);
    if (random.chance(0.5))
      view = ComposedLayout(AnyLayout(Layout(256, 3)), IntTuple(random.in(0, 9)), view);
    auto parts = decomposition(view);
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->second, l);
    EXPECT_EQ(parts->first, *crd2idx(IntTuple(0), view)) << view.str();
  }
}

TEST(Properties, SliceOfAComposedLayoutIsTheSameFunction) {
  Random random(22);
  for (int trial = 0; trial < trials; ++trial) {
    int64_t m = random.pick<int64_t>({2, 4, 8}), n = random.pick<int64_t>({2, 4, 8});
    Layout l = random.layoutOn(IntTuple::of({m, n}), Strides::Padded);
    AnyLayout view = ComposedLayout(Swizzle{2, 0, 3}, IntTuple(random.in(0, 31)), l);
    int64_t row = random.in(0, m - 1);
    auto part = slice(view, IntTuple::of({row, IntTuple()}));
    ASSERT_TRUE(part);
    for (int64_t j = 0; j < n; ++j)
      EXPECT_EQ(*crd2idx(IntTuple(j), *part), *crd2idx(IntTuple::of({row, j}), view)) << view.str();
  }
}

TEST(Properties, TextRoundTrips) {
  Random random(23);
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.layout(Strides::Negative);
    std::vector<Leaf> leaves = l.shape().leaves();
    for (Leaf &leaf : leaves)
      if (random.chance(0.3))
        leaf =
            Leaf::dynamic(random.chance(0.5) ? 64 : 32, random.chance(0.5) ? 1 : random.in(2, 9));
    l = Layout(Random::withLeaves(l.shape(), leaves), l.stride());
    auto again = parseLayout(l.str());
    ASSERT_TRUE(again) << l.str() << ": " << again.reason().message;
    EXPECT_EQ(*again, l);
    EXPECT_EQ(again->hash(), l.hash());
  }
}
