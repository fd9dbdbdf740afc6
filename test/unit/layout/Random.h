// Random layouts with fixed seeds, and plain reference evaluation that shares no code with the
// library.
#pragma once

#include "dialects/layout/Algebra.h"

#include <algorithm>
#include <random>

namespace layout::test {

class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}

  int64_t in(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(engine);
  }
  bool chance(double p) { return std::bernoulli_distribution(p)(engine); }
  template <typename T> const T &pick(const std::vector<T> &from) {
    return from[size_t(in(0, int64_t(from.size()) - 1))];
  }

  int64_t extent() { return pick<int64_t>({1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 8, 8}); }

  /// A nested shape of rank and depth at most 4 with at most `limit` elements.
  IntTuple shape(int64_t limit = 512, int depth = 4) {
    int64_t rest = limit;
    return shapeWithin(rest, depth, true);
  }

  /// A profile-congruent tuple with the given leaves.
  static IntTuple withLeaves(const IntTuple &profile, const std::vector<Leaf> &leaves) {
    size_t next = 0;
    return profile.mapLeaves([&](const Leaf &) { return leaves[next++]; });
  }

  enum class Strides { Compact, Padded, Any, Negative };

  /// Compact: a bijection in random mode order; Padded: injective with gaps; Any: small numbers,
  /// zero and overlapping ones included; Negative: compact with some modes running backwards.
  Layout layoutOn(const IntTuple &shape, Strides kind) {
    std::vector<Leaf> extents = shape.leaves();
    std::vector<size_t> order(extents.size());
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    std::shuffle(order.begin(), order.end(), engine);
    if (chance(0.3))
      std::sort(order.begin(), order.end());
    std::vector<Leaf> strides(extents.size());
    int64_t next = 1;
    for (size_t i : order) {
      if (kind == Strides::Any) {
        strides[i] = Leaf(pick<int64_t>({0, 1, 1, 2, 3, 4, 4, 6, 8, 12, 16, 24, 32, 64}));
        continue;
      }
      if (kind == Strides::Padded && next < 20000 && chance(0.4))
        next *= pick<int64_t>({2, 3, 4});
      strides[i] = Leaf(kind == Strides::Negative && chance(0.4) ? -next : next);
      next *= extents[i].value();
    }
    return {shape, withLeaves(shape, strides)};
  }

  Layout layout(Strides kind, int64_t limit = 512) { return layoutOn(shape(limit), kind); }

  Layout anyLayout(int64_t limit = 512) {
    return layout(pick<Strides>({Strides::Compact, Strides::Padded, Strides::Any}), limit);
  }

  /// A layout whose leaves are the extents and strides of pieces of 0..size(outer)-1, so that it
  /// often composes with `outer`.
  Layout innerFor(const Layout &outer) {
    int64_t n = 1;
    for (const Leaf &s : outer.shape().leaves())
      n *= s.value();
    IntTuple profile = shape(std::max<int64_t>(n, 2));
    std::vector<Leaf> extents = profile.leaves(), strides;
    for (size_t i = 0; i < extents.size(); ++i) {
      int64_t d = 1;
      for (const Leaf &s : outer.shape().leaves()) {
        if (chance(0.5))
          break;
        d *= chance(0.8) ? s.value() : extent();
      }
      strides.push_back(chance(0.05) ? Leaf(0) : Leaf(d));
    }
    return {profile, withLeaves(profile, strides)};
  }

  std::mt19937_64 engine;

private:
  IntTuple shapeWithin(int64_t &rest, int depth, bool top) {
    if (depth == 0 || chance(top ? 0.15 : 0.6)) {
      int64_t e = extent();
      if (e > rest)
        e = 1;
      rest /= e;
      return IntTuple(e);
    }
    std::vector<IntTuple> out;
    for (int64_t n = in(1, 4); n > 0; --n)
      out.push_back(shapeWithin(rest, depth - 1, false));
    return out;
  }
};

/// Leaves of a static layout as plain numbers.
struct Plain {
  std::vector<int64_t> shape, stride;
  explicit Plain(const Layout &l) {
    for (const Leaf &s : l.shape().leaves())
      shape.push_back(s.value());
    for (const Leaf &d : l.stride().leaves())
      stride.push_back(d.value());
  }
  int64_t size() const {
    int64_t n = 1;
    for (int64_t s : shape)
      n *= s;
    return n;
  }
  /// Index of linear coordinate x; the last mode is unbounded.
  int64_t operator()(int64_t x) const {
    int64_t index = 0;
    for (size_t i = 0; i < shape.size(); ++i) {
      bool last = i + 1 == shape.size();
      index += (last ? x : x % shape[i]) * stride[i];
      if (!last)
        x /= shape[i];
    }
    return index;
  }
};

/// Same size and same index for every coordinate.
inline bool sameFunction(const Layout &a, const Layout &b) {
  Plain x(a), y(b);
  if (x.size() != y.size())
    return false;
  for (int64_t i = 0; i < x.size(); ++i)
    if (x(i) != y(i))
      return false;
  return true;
}

} // namespace layout::test
