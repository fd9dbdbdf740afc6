// Leaves of random static values made run-time ones, and the values that results of them stand for.
#pragma once

#include "test/unit/layout/Random.h"

#include <gtest/gtest.h>

namespace layout::test {

/// Chooses which leaves become run-time values.
struct Lifter {
  Random &random;
  double part;
  bool liftOnes; // extents 1 as well
  std::vector<int64_t> inputs;

  Leaf lift(const Leaf &leaf, bool stride) {
    if (leaf.isNone() || !random.chance(part))
      return leaf;
    int64_t v = leaf.value();
    if (stride && (v == 0 || v == 1 || v == -1))
      return leaf; // zero filters and recasts look at these values
    if (!stride && v == 1 && !liftOnes)
      return leaf;
    std::vector<int64_t> divisors{1};
    for (int64_t d = 2; d <= std::abs(v); ++d)
      if (v % d == 0)
        divisors.push_back(d);
    inputs.push_back(v);
    Leaf out = Leaf::symbolic(int64_t(inputs.size()) - 1, random.chance(0.2) ? 64 : 32,
                              random.pick(divisors));
    return leaf.isBasis() ? out.withBasis(leaf.modes()) : out;
  }
  IntTuple lift(const IntTuple &t, bool stride = false) {
    return t.mapLeaves([&](const Leaf &leaf) { return lift(leaf, stride); });
  }
  Layout lift(const Layout &l, bool shapes, bool strides) {
    return {shapes ? lift(l.shape()) : l.shape(), strides ? lift(l.stride(), true) : l.stride()};
  }
};

/// The static leaf that a symbolic one stands for; checks that the claimed divisor divides it.
inline Leaf valueOf(const Leaf &leaf, const std::vector<int64_t> &inputs) {
  if (!leaf.isDynamic())
    return leaf;
  if (!leaf.expr()) {
    ADD_FAILURE() << "dynamic leaf " << leaf.str() << " without expression";
    return leaf;
  }
  int64_t v = evaluate(*leaf.expr(), inputs);
  EXPECT_EQ(v % leaf.divisibility(), 0) << v << " is not a multiple as " << leaf.str() << " claims";
  Leaf out(v);
  return leaf.isBasis() ? out.withBasis(leaf.modes()) : out;
}

inline IntTuple valueOf(const IntTuple &t, const std::vector<int64_t> &inputs) {
  return t.mapLeaves([&](const Leaf &leaf) { return valueOf(leaf, inputs); });
}
inline Layout valueOf(const Layout &l, const std::vector<int64_t> &inputs) {
  return {valueOf(l.shape(), inputs), valueOf(l.stride(), inputs)};
}

inline AnyLayout valueOf(const AnyLayout &l, const std::vector<int64_t> &inputs) {
  if (l.isPlain())
    return valueOf(l.plain(), inputs);
  const ComposedLayout &c = l.composed();
  ComposedLayout::Inner inner = c.inner();
  if (auto *layout = std::get_if<AnyLayout>(&inner))
    *layout = valueOf(*layout, inputs);
  return ComposedLayout(inner, valueOf(c.offset(), inputs), valueOf(c.outer(), inputs));
}

/// Run-time modes cannot be merged, so the divisibility that composition needs must hold for each
/// mode as written; strides that never continue each other tell.
inline bool composesUnmerged(const Layout &outer, const Layout &inner) {
  int64_t stride = 1;
  IntTuple generic = outer.stride().mapLeaves([&](const Leaf &) {
    stride = stride * 31 % 100003;
    return Leaf(stride);
  });
  return bool(composition(Layout(outer.shape(), generic), inner));
}

} // namespace layout::test
