// The laws of Properties.cpp where extents, strides or numbers arrive at run time: leaves of random
// static layouts become run-time leaves, the operation computes expressions, and their values must
// keep the law. Seeds are fixed; each test makes `trials` trials and fails when too few of them
// reach the law.
#include "test/unit/layout/Lifting.h"

#include <set>

using namespace layout;
using namespace layout::test;
using Strides = Random::Strides;

namespace {

constexpr int trials = 1500;

void expectReached(int reached, double part) { EXPECT_GE(reached, int(trials * part)); }

bool anyRunTime(const Layout &l) { return !l.isStatic(); }

} // namespace

TEST(DynamicProperties, CompositionIsPointwise) {
  Random random(101);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout a = random.anyLayout(), b = random.innerFor(a);
    Warnings warnings;
    // What a run-time leaf hides cannot be warned about, so the static case tells where the law
    // holds.
    if (!composition(a, b, &warnings) || !warnings.empty() || !composesUnmerged(a, b))
      continue;
    Lifter lifter{random, 0.4, false, {}};
    Layout outer = lifter.lift(a, true, true), inner = lifter.lift(b, true, true);
    auto r = composition(outer, inner);
    if (!r || (!anyRunTime(outer) && !anyRunTime(inner)))
      continue;
    ++reached;
    Plain f(a), g(b), result(valueOf(*r, lifter.inputs));
    ASSERT_EQ(result.size(), g.size()) << outer.str() << " o " << inner.str() << " = " << r->str();
    for (int64_t i = 0; i < g.size(); ++i)
      ASSERT_EQ(result(i), f(g(i))) << outer.str() << " o " << inner.str() << " = " << r->str();
  }
  expectReached(reached, 0.2);
}

TEST(DynamicProperties, CoalescePreservesTheFunction) {
  Random random(102);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.anyLayout();
    Lifter lifter{random, 0.4, true, {}};
    Layout lifted = lifter.lift(l, true, true);
    reached += anyRunTime(lifted);
    for (auto r : {coalesce(lifted), coalesce(lifted, IntTuple::of({1, 1})),
                   Result<Layout>(canonicalize(lifted))}) {
      ASSERT_TRUE(r) << r.reason().message;
      EXPECT_TRUE(sameFunction(valueOf(*r, lifter.inputs), l))
          << lifted.str() << " -> " << r->str();
    }
  }
  expectReached(reached, 0.6);
}

TEST(DynamicProperties, ComplementIsDisjointAndCovers) {
  Random random(103);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.layout(random.chance(0.5) ? Strides::Padded : Strides::Compact, 64);
    int64_t n = cosize(l)->value() * random.in(1, 4);
    Warnings warnings;
    if (n > 2048 || !complement(l, IntTuple(n), &warnings) || !warnings.empty())
      continue;
    // Strides of several modes must be static, else they could not be sorted.
    Lifter lifter{random, 0.5, false, {}};
    Layout lifted = lifter.lift(l, true, l.shape().leafCount() == 1);
    IntTuple codomain = lifter.lift(IntTuple(n));
    auto c = complement(lifted, codomain);
    if (!c || (!anyRunTime(lifted) && codomain.isStatic()))
      continue;
    Plain a(l), b(valueOf(*c, lifter.inputs));
    std::set<int64_t> seen;
    for (int64_t i = 0; i < a.size(); ++i)
      for (int64_t j = 0; j < b.size(); ++j)
        ASSERT_TRUE(seen.insert(a(i) + b(j)).second) << lifted.str() << " with " << c->str();
    for (int64_t x = 0; x < n; ++x)
      ASSERT_TRUE(seen.count(x)) << x << " of " << lifted.str() << " with " << c->str();
    ++reached;
  }
  expectReached(reached, 0.3);
}

TEST(DynamicProperties, LeftInverse) {
  Random random(104);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.layout(random.chance(0.5) ? Strides::Padded : Strides::Compact);
    if (!leftInverse(l) || !isInjective(l))
      continue;
    Lifter lifter{random, 0.4, false, {}};
    Layout lifted = lifter.lift(l, true, false);
    auto r = leftInverse(lifted);
    if (!r || !anyRunTime(lifted))
      continue;
    ++reached;
    Plain f(l), inverse(valueOf(*r, lifter.inputs));
    for (int64_t x = 0; x < f.size(); ++x)
      ASSERT_EQ(inverse(f(x)), x) << lifted.str() << " with " << r->str();
  }
  expectReached(reached, 0.4);
}

TEST(DynamicProperties, RightInverse) {
  Random random(105);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.layout(Strides::Compact);
    Lifter lifter{random, 0.3, true, {}};
    Layout lifted = lifter.lift(l, true, true);
    auto r = rightInverse(lifted);
    ASSERT_TRUE(r);
    Plain f(l), inverse(valueOf(*r, lifter.inputs));
    for (int64_t x = 0; x < inverse.size(); ++x)
      ASSERT_EQ(f(inverse(x)), x) << lifted.str() << " with " << r->str();
    reached += anyRunTime(lifted) && inverse.size() > 1;
  }
  expectReached(reached, 0.2);
}

TEST(DynamicProperties, DivideRegroupsTheLayout) {
  Random random(106);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<IntTuple> shape;
    std::vector<Tile> tile;
    for (int64_t i = random.in(2, 4); i > 0; --i) {
      int64_t t = random.extent();
      shape.push_back(t * random.in(1, 3));
      tile.push_back(Leaf(t));
    }
    Layout l = random.layoutOn(IntTuple(shape), Strides::Padded);
    if (Plain(l).size() > 4096)
      continue;
    Lifter lifter{random, 0.5, true, {}};
    Layout lifted = lifter.lift(l, true, true);
    auto r = zippedDivide(lifted, Tile(tile));
    ASSERT_TRUE(r) << r.reason().message;
    auto back = zippedDivide(l, Tile(tile));
    ASSERT_TRUE(back);
    reached += anyRunTime(lifted);
    // Tile by tile the elements of the layout, in the order of the static division.
    Plain f(valueOf(*r, lifter.inputs)), g(*back);
    ASSERT_EQ(f.size(), g.size()) << lifted.str();
    std::vector<int64_t> divided, whole;
    Plain original(l);
    for (int64_t x = 0; x < f.size(); ++x) {
      EXPECT_EQ(f(x), g(x)) << lifted.str() << " by " << Tile(tile).str();
      divided.push_back(f(x));
      whole.push_back(original(x));
    }
    std::sort(divided.begin(), divided.end());
    std::sort(whole.begin(), whole.end());
    EXPECT_EQ(divided, whole) << lifted.str() << " by " << Tile(tile).str();
  }
  expectReached(reached, 0.5);
}

TEST(DynamicProperties, ProductsPlaceDisjointCopies) {
  Random random(107);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout a = random.layout(Strides::Compact, 16), b = random.layout(Strides::Padded, 8);
    Warnings warnings;
    if (!logicalProduct(a, b, &warnings) || !warnings.empty())
      continue;
    auto rest = complement(a, IntTuple(size(a)->value() * cosize(b)->value()));
    if (!rest || !composesUnmerged(*rest, b))
      continue;
    Lifter lifter{random, 0.4, false, {}};
    Layout block = lifter.lift(a, true, false), copies = lifter.lift(b, true, true);
    auto r = logicalProduct(block, copies);
    if (!r || (!anyRunTime(block) && !anyRunTime(copies)) || r->rank() != 2)
      continue;
    ++reached;
    Layout value = valueOf(*r, lifter.inputs);
    Plain first(value[0]), starts(value[1]);
    std::set<int64_t> seen;
    for (int64_t j = 0; j < starts.size(); ++j)
      for (int64_t i = 0; i < first.size(); ++i)
        ASSERT_TRUE(seen.insert(first(i) + starts(j)).second)
            << block.str() << " x " << copies.str() << " = " << r->str();
    EXPECT_EQ(int64_t(seen.size()), Plain(a).size() * Plain(b).size());
  }
  expectReached(reached, 0.2);
}

TEST(DynamicProperties, RecastDownAndUp) {
  Random random(108);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Layout l = random.chance(0.3) ? random.layout(Strides::Negative) : random.anyLayout();
    int64_t factor = random.pick<int64_t>({2, 3, 4, 8});
    Lifter lifter{random, 0.5, true, {}};
    Layout lifted = lifter.lift(l, true, true);
    auto down = recast(lifted, 8 * factor, 8);
    ASSERT_TRUE(down) << down.reason().message;
    auto up = recast(*down, 8, 8 * factor);
    ASSERT_TRUE(up) << lifted.str() << ": " << up.reason().message;
    EXPECT_EQ(valueOf(*up, lifter.inputs).str(), l.str()) << lifted.str();
    reached += anyRunTime(lifted);
  }
  expectReached(reached, 0.6);
}

TEST(DynamicProperties, SwizzleLaws) {
  Random random(109);
  for (int trial = 0; trial < trials; ++trial) {
    Swizzle s{int32_t(random.in(0, 4)), int32_t(random.in(0, 4)), int32_t(random.in(4, 6))};
    int64_t x = random.in(0, 1 << 12);
    Leaf leaf = Leaf::symbolic(0, random.chance(0.5) ? 32 : 64, x % 4 == 0 && x > 0 ? 4 : 1);
    auto once = applySwizzle(leaf, s);
    ASSERT_TRUE(once);
    EXPECT_EQ(valueOf(*once, {x}).value(), applySwizzle(Leaf(x), s)->value()) << s.str();
    // Row bits are untouched, so applying it twice undoes it.
    auto twice = applySwizzle(*once, s);
    ASSERT_TRUE(twice);
    EXPECT_EQ(valueOf(*twice, {x}).value(), x) << s.str();
  }
}
