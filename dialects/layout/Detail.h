// Helpers shared by the sources of this room; not part of its interface.
#pragma once

#include "dialects/layout/Algebra.h"

#include <algorithm>

namespace layout::detail {

inline Reason fail(int rule, std::string message, std::string fix = {}) {
  return Reason{rule, std::move(message), std::move(fix)};
}

inline void warn(Warnings *warnings, int rule, std::string message, std::string fix = {}) {
  if (warnings)
    warnings->push_back(fail(rule, std::move(message), std::move(fix)));
}

inline size_t mixHash(size_t h, size_t x) {
  return h ^ (x + 0x9e3779b97f4a7c15ull + (h << 6) + (h >> 2));
}

/// Ranks and nestings beyond these are refused, so that a hostile input costs bounded time and
/// memory.
inline constexpr int64_t maxRank = 1 << 20;
inline constexpr size_t maxDepth = 1000;
/// Largest sum of mode indices (plus one each) along the path of a basis leaf that is written out.
inline constexpr int64_t maxBasisExtent = 1 << 16;
/// Largest number of leaves that one result may hold beyond those of its operands.
inline constexpr size_t maxLeaves = size_t(1) << 20;

template <typename F> void visitLeaves(const IntTuple &t, F &&visit) {
  if (t.isLeaf()) {
    visit(t.leaf());
    return;
  }
  for (const IntTuple &child : t.elements())
    visitLeaves(child, visit);
}

template <typename F> IntTuple mapLeavesOf(const IntTuple &t, F &&map) {
  if (t.isLeaf())
    return IntTuple(map(t.leaf()));
  std::vector<IntTuple> out;
  out.reserve(t.rank());
  for (const IntTuple &child : t.elements())
    out.push_back(mapLeavesOf(child, map));
  return IntTuple(std::move(out));
}

/// The indices 0 to n-1 by `less`; equal ones keep their order.
template <typename Less> std::vector<size_t> sortedIndices(size_t n, Less &&less) {
  std::vector<size_t> order(n);
  for (size_t i = 0; i < n; ++i)
    order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (less(a, b))
      return true;
    return !less(b, a) && a < b;
  });
  return order;
}

/// A value's text cut to a length that suits a message.
std::string shorten(std::string text);

/// Leaves of a layout side by side. Shape and stride must be congruent.
struct FlatLayout {
  std::vector<Leaf> shape, stride;
  size_t size() const { return shape.size(); }
  void push(Leaf s, Leaf d) {
    shape.push_back(std::move(s));
    stride.push_back(std::move(d));
  }
};
FlatLayout flat(const Layout &l);
IntTuple tupleOf(const std::vector<Leaf> &leaves);

/// Reason when shape and stride are not congruent; every public layout operation starts with it.
std::optional<Reason> incongruent(const Layout &l);
#define LAYOUT_REQUIRE_CONGRUENT(l)                                                                \
  if (auto incongruentReason = ::layout::detail::incongruent(l))                                   \
  return *incongruentReason

/// Sum of leaves in coordinate space (layout-algebra 2, basis addition): an integer, a bare basis
/// leaf or a tuple. Static 0 is neutral; any other integer meets only integers.
class Sum {
public:
  std::optional<Reason> add(const Leaf &leaf);
  std::optional<Reason> add(const IntTuple &t);
  IntTuple result() const;

private:
  struct Node {
    Leaf leaf = Leaf(0);
    bool isTuple = false;
    std::vector<Node> kids;
  };
  std::optional<Reason> addTo(Node &node, const IntTuple &t);
  std::optional<Reason> addTo(Node &node, const Leaf &leaf);
  std::optional<Reason> addAt(Node &node, const Leaf &coefficient, const ModePath &path,
                              size_t from);
  std::optional<Reason> widen(Node &node, size_t rank);
  static IntTuple tupleOf(const Node &node);

  Node root_;
  int64_t nodes_ = 1;
};

/// Flat coalesce of section 7.1; `keepBoundary` lets a trailing extent 1 act as extent 2.
Result<Layout> coalesceFlat(const Layout &l, bool keepBoundary);
Result<Layout> coalesceBy(const Layout &l, const IntTuple &profile, bool keepBoundary);

/// Modes 0 and 1 of both operands paired: zip for layouts.
Result<std::pair<Layout, Layout>> zip2By(const Layout &l, const IntTuple &guide);
Layout pair(const Layout &a, const Layout &b);
Layout padTo(const Layout &l, size_t rank);

/// Integer element of a tile as a layout; checks rules 107 and 128.
Result<Layout> tileElement(const Tile &element, const char *op);

/// Product of each subtree, computed once for a whole tuple (keeps nested splits linear).
struct ProductTree {
  Leaf value;
  std::vector<ProductTree> kids;
};
Result<ProductTree> productTree(const IntTuple &t);

} // namespace layout::detail
