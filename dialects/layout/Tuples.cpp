// Element-wise arithmetic and reductions of integer tuples (layout-algebra 3).
#include "dialects/layout/Detail.h"

namespace layout {

using detail::fail;
using detail::shorten;
using detail::Sum;
using detail::warn;

//===----------------------------------------------------------------------===//
// Sums in coordinate space
//===----------------------------------------------------------------------===//

namespace detail {

static Reason mixedSum(const std::string &a, const std::string &b) {
  return fail(127, "cannot add a plain integer to a basis element: " + shorten(a) + " and " +
                       shorten(b) + " do not have the same structure");
}

/// Makes a tuple of at least `rank` modes of a static 0, a basis leaf or a shorter tuple.
std::optional<Reason> Sum::widen(Node &node, size_t rank) {
  if (!node.isTuple) {
    Leaf leaf = std::exchange(node.leaf, Leaf(0));
    node.isTuple = true;
    if (leaf.isBasis()) {
      if (auto bad = addAt(node, leaf.coefficient(), leaf.modes(), 0))
        return bad;
    } else if (!leaf.isStaticValue(0)) {
      return mixedSum(leaf.str(), "a coordinate of several modes");
    }
  }
  if (node.kids.size() < rank) {
    nodes_ += int64_t(rank - node.kids.size());
    if (nodes_ > int64_t(maxLeaves))
      return fail(127, "a sum of basis elements spans more than " + std::to_string(maxLeaves) +
                           " coordinates");
    node.kids.resize(rank);
  }
  return std::nullopt;
}

std::optional<Reason> Sum::addAt(Node &node, const Leaf &coefficient, const ModePath &path,
                                 size_t from) {
  Node *at = &node;
  if (from == 0) {
    int64_t extent = 0;
    for (int32_t mode : path) {
      if (mode < 0)
        return fail(122, "basis mode " + std::to_string(mode) + " is negative");
      extent += int64_t(mode) + 1;
    }
    if (extent > maxBasisExtent || path.size() > maxDepth)
      return fail(127, "basis element " + shorten(coefficient.withBasis(path).str()) +
                           " is too far out to be added: its modes span more than " +
                           std::to_string(maxBasisExtent) + " coordinates");
  }
  for (size_t i = from; i < path.size(); ++i) {
    if (auto bad = widen(*at, size_t(path[i]) + 1))
      return bad;
    at = &at->kids[size_t(path[i])];
  }
  return addTo(*at, coefficient);
}

std::optional<Reason> Sum::addTo(Node &node, const Leaf &leaf) {
  if (leaf.isInt()) {
    if (leaf.isStaticValue(0))
      return std::nullopt;
    if (node.isTuple)
      return mixedSum("a coordinate of several modes", leaf.str());
    if (node.leaf.isBasis())
      return mixedSum(node.leaf.str(), leaf.str());
    auto sum = layout::add(node.leaf, leaf);
    if (!sum)
      return sum.reason();
    node.leaf = *std::move(sum);
    return std::nullopt;
  }
  if (!node.isTuple && node.leaf.isStaticValue(0)) {
    node.leaf = leaf;
    return std::nullopt;
  }
  if (!node.isTuple && node.leaf.isInt())
    return mixedSum(node.leaf.str(), leaf.str());
  if (auto bad = widen(node, 0))
    return bad;
  return addAt(node, leaf.coefficient(), leaf.modes(), 0);
}

std::optional<Reason> Sum::addTo(Node &node, const IntTuple &t) {
  if (t.isLeaf())
    return addTo(node, t.leaf());
  if (auto bad = widen(node, t.rank()))
    return bad;
  for (size_t i = 0; i < t.rank(); ++i)
    if (auto bad = addTo(node.kids[i], t[i]))
      return bad;
  return std::nullopt;
}

std::optional<Reason> Sum::add(const Leaf &leaf) { return addTo(root_, leaf); }
std::optional<Reason> Sum::add(const IntTuple &t) { return addTo(root_, t); }

IntTuple Sum::tupleOf(const Node &node) {
  if (!node.isTuple)
    return node.leaf;
  std::vector<IntTuple> out;
  out.reserve(node.kids.size());
  for (const Node &kid : node.kids)
    out.push_back(tupleOf(kid));
  return out;
}

IntTuple Sum::result() const { return tupleOf(root_); }

static Result<ProductTree> productTreeOf(const IntTuple &t) {
  ProductTree tree;
  if (t.isLeaf()) {
    tree.value = t.leaf();
    return tree;
  }
  tree.kids.reserve(t.rank());
  for (const IntTuple &e : t.elements()) {
    LAYOUT_TRY(ProductTree kid, productTreeOf(e));
    tree.kids.push_back(std::move(kid));
  }
  tree.value = tree.kids.front().value;
  for (size_t i = 1; i < tree.kids.size(); ++i) {
    LAYOUT_TRY(tree.value, mul(tree.value, tree.kids[i].value));
  }
  return tree;
}

Result<ProductTree> productTree(const IntTuple &t) { return productTreeOf(t); }

} // namespace detail

Result<IntTuple> addBasis(const IntTuple &a, const IntTuple &b) {
  Sum sum;
  if (auto bad = sum.add(a))
    return *bad;
  if (auto bad = sum.add(b))
    return *bad;
  return sum.result();
}

//===----------------------------------------------------------------------===//
// Element-wise operations
//===----------------------------------------------------------------------===//

namespace {

using LeafOp = Result<Leaf> (*)(const Leaf &, const Leaf &);

std::optional<Reason> noNone(const char *op, const IntTuple &t) {
  if (!t.hasNone())
    return std::nullopt;
  return fail(109,
              std::string(op) + ": the none leaf '*' in " + shorten(t.str()) + " is not a number");
}

/// The scalar at every leaf of a profile.
IntTuple repeated(const IntTuple &scalar, const IntTuple &profile) {
  return detail::mapLeavesOf(profile, [&](const Leaf &) { return scalar.leaf(); });
}

struct ElementWise {
  const char *name;
  Result<IntTuple> (*leafOp)(const Leaf &, const Leaf &);
  bool surplus = false;

  Result<IntTuple> operator()(const IntTuple &a, const IntTuple &b) {
    if (a.isLeaf()) {
      if (!b.isLeaf())
        return fail(126,
                    std::string(name) + " of the scalar " + shorten(a.str()) + " and the tuple " +
                        shorten(b.str()) + " of rank " + std::to_string(b.rank()) +
                        ": a scalar has no modes to combine",
                    "write the scalar once per mode: " + shorten(repeated(a, b).str()));
      return leafOp(a.leaf(), b.leaf());
    }
    size_t common = std::min(a.rank(), b.rank());
    surplus |= a.rank() != b.rank();
    std::vector<IntTuple> out;
    out.reserve(std::max(a.rank(), b.rank()));
    for (size_t i = 0; i < common; ++i) {
      LAYOUT_TRY(IntTuple element, (*this)(a[i], b[i]));
      out.push_back(std::move(element));
    }
    for (size_t i = common; i < a.rank(); ++i)
      out.push_back(a[i]);
    for (size_t i = common; i < b.rank(); ++i)
      out.push_back(b[i]);
    return IntTuple(std::move(out));
  }
};

template <LeafOp op> Result<IntTuple> lifted(const Leaf &a, const Leaf &b) {
  LAYOUT_TRY(Leaf leaf, op(a, b));
  return IntTuple(std::move(leaf));
}

Result<IntTuple> addLeaves(const Leaf &a, const Leaf &b) {
  if (a.isInt() && b.isInt())
    return lifted<&add>(a, b);
  return addBasis(a, b);
}

Result<IntTuple> elementWise(const char *name, Result<IntTuple> (*op)(const Leaf &, const Leaf &),
                             const IntTuple &a, const IntTuple &b, Warnings *warnings) {
  if (auto bad = noNone(name, a))
    return *bad;
  if (auto bad = noNone(name, b))
    return *bad;
  ElementWise walk{name, op};
  LAYOUT_TRY(IntTuple result, walk(a, b));
  if (walk.surplus && warnings)
    warn(warnings, 126,
         std::string(name) + " of " + shorten(a.str()) + " and " + shorten(b.str()) +
             ": ranks differ, the surplus modes pass through unchanged",
         !a.isLeaf() && b.isLeaf() ? "to reach every mode write " + shorten(repeated(b, a).str())
                                   : "");
  return result;
}

} // namespace

Result<IntTuple> add(const IntTuple &a, const IntTuple &b, Warnings *warnings) {
  if ((a.isLeaf() && a.leaf().isBasis()) || (b.isLeaf() && b.leaf().isBasis())) {
    for (const IntTuple *t : {&a, &b})
      if (auto bad = noNone("sum", *t))
        return *bad;
    return addBasis(a, b);
  }
  return elementWise("sum", addLeaves, a, b, warnings);
}
Result<IntTuple> sub(const IntTuple &a, const IntTuple &b, Warnings *warnings) {
  return elementWise("difference", lifted<&sub>, a, b, warnings);
}
Result<IntTuple> mul(const IntTuple &a, const IntTuple &b, Warnings *warnings) {
  return elementWise("product", lifted<&mul>, a, b, warnings);
}
Result<IntTuple> div(const IntTuple &a, const IntTuple &b, Warnings *warnings) {
  return elementWise("quotient", lifted<&div>, a, b, warnings);
}
Result<IntTuple> mod(const IntTuple &a, const IntTuple &b, Warnings *warnings) {
  return elementWise("remainder", lifted<&mod>, a, b, warnings);
}
Result<IntTuple> min(const IntTuple &a, const IntTuple &b, Warnings *warnings) {
  return elementWise("minimum", lifted<&min>, a, b, warnings);
}
Result<IntTuple> max(const IntTuple &a, const IntTuple &b, Warnings *warnings) {
  return elementWise("maximum", lifted<&max>, a, b, warnings);
}

//===----------------------------------------------------------------------===//
// Division of shapes
//===----------------------------------------------------------------------===//

static Result<Leaf> productOf(const IntTuple &t) {
  if (t.isLeaf())
    return t.leaf();
  LAYOUT_TRY(Leaf result, productOf(t[0]));
  for (size_t i = 1; i < t.rank(); ++i) {
    LAYOUT_TRY(Leaf factor, productOf(t[i]));
    LAYOUT_TRY(result, mul(result, factor));
  }
  return result;
}

/// Divides the leaves of `a` in order by what remains of `carry`.
static Result<IntTuple> divideFold(LeafOp op, const IntTuple &a, Leaf &carry) {
  if (a.isLeaf()) {
    LAYOUT_TRY(Leaf quotient, op(a.leaf(), carry));
    LAYOUT_TRY(carry, op(carry, a.leaf()));
    return IntTuple(std::move(quotient));
  }
  std::vector<IntTuple> out;
  out.reserve(a.rank());
  for (const IntTuple &e : a.elements()) {
    LAYOUT_TRY(IntTuple quotient, divideFold(op, e, carry));
    out.push_back(std::move(quotient));
  }
  return IntTuple(std::move(out));
}

static Result<IntTuple> divideShape(LeafOp op, const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf()) {
    LAYOUT_TRY(Leaf divisor, productOf(b));
    LAYOUT_TRY(Leaf quotient, op(a.leaf(), divisor));
    return IntTuple(std::move(quotient));
  }
  if (b.isLeaf()) {
    Leaf carry = b.leaf();
    return divideFold(op, a, carry);
  }
  size_t common = std::min(a.rank(), b.rank());
  std::vector<IntTuple> out;
  out.reserve(a.rank());
  for (size_t i = 0; i < common; ++i) {
    LAYOUT_TRY(IntTuple quotient, divideShape(op, a[i], b[i]));
    out.push_back(std::move(quotient));
  }
  for (size_t i = common; i < a.rank(); ++i)
    out.push_back(a[i]);
  return IntTuple(std::move(out));
}

/// Two tuples of different rank, somewhere.
static bool ranksDiffer(const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf() || b.isLeaf())
    return false;
  if (a.rank() != b.rank())
    return true;
  for (size_t i = 0; i < a.rank(); ++i)
    if (ranksDiffer(a[i], b[i]))
      return true;
  return false;
}

static void warnSurplus(const char *op, const IntTuple &a, const IntTuple &b, Warnings *warnings) {
  if (warnings && ranksDiffer(a, b))
    warn(warnings, 126,
         std::string(op) + " of " + shorten(a.str()) + " by " + shorten(b.str()) +
             ": ranks differ, surplus modes are " +
             (a.rank() > b.rank() ? "passed through undivided" : "not used"));
}

Result<IntTuple> ceilDiv(const IntTuple &a, const IntTuple &b, Warnings *warnings) {
  if (auto bad = noNone("ceil_div", a))
    return *bad;
  if (b.isLeaf() && b.leaf().isNone())
    return fail(128, "ceil_div of " + shorten(a.str()) + " by the none leaf '*'");
  if (auto bad = noNone("ceil_div", b))
    return *bad;
  warnSurplus("ceil_div", a, b, warnings);
  return divideShape(&ceilDiv, a, b);
}

Result<IntTuple> shapeDiv(const IntTuple &a, const IntTuple &b, Warnings *warnings) {
  if (auto bad = noNone("shape_div", a))
    return *bad;
  if (b.isLeaf() && b.leaf().isNone())
    return fail(128, "shape_div of " + shorten(a.str()) + " by the none leaf '*'");
  if (auto bad = noNone("shape_div", b))
    return *bad;
  warnSurplus("shape_div", a, b, warnings);
  return divideShape(&shapeDiv, a, b);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Result<IntTuple> sum(const IntTuple &t) {
  Sum total;
  std::optional<Reason> bad;
  detail::visitLeaves(t, [&](const Leaf &leaf) {
    if (!bad)
      bad = total.add(leaf);
  });
  if (bad)
    return *bad;
  return total.result();
}

Result<Leaf> product(const IntTuple &t) {
  if (auto bad = noNone("size", t))
    return *bad;
  return productOf(t);
}

Result<IntTuple> productEach(const IntTuple &t) {
  if (auto bad = noNone("product of each mode", t))
    return *bad;
  if (t.isLeaf())
    return t;
  std::vector<IntTuple> out;
  out.reserve(t.rank());
  for (const IntTuple &e : t.elements()) {
    LAYOUT_TRY(Leaf leaf, productOf(e));
    out.push_back(std::move(leaf));
  }
  return IntTuple(std::move(out));
}

Result<IntTuple> productLike(const IntTuple &t, const IntTuple &guide, Warnings *warnings) {
  if (guide.isLeaf()) {
    LAYOUT_TRY(Leaf leaf, product(t));
    return IntTuple(std::move(leaf));
  }
  if (t.isLeaf())
    return fail(122, "product_like: index into scalar " + t.str() + ", the guide " +
                         shorten(guide.str()) + " has rank " + std::to_string(guide.rank()));
  if (guide.rank() > t.rank())
    return fail(122, "product_like: the guide " + shorten(guide.str()) + " has rank " +
                         std::to_string(guide.rank()) + ", the tuple " + shorten(t.str()) +
                         " only rank " + std::to_string(t.rank()));
  if (guide.rank() < t.rank())
    warn(warnings, 126,
         "product_like: the guide " + shorten(guide.str()) + " has rank " +
             std::to_string(guide.rank()) + ", the tuple " + shorten(t.str()) + " rank " +
             std::to_string(t.rank()) + "; its surplus modes are dropped");
  std::vector<IntTuple> out;
  out.reserve(guide.rank());
  for (size_t i = 0; i < guide.rank(); ++i) {
    LAYOUT_TRY(IntTuple e, productLike(t[i], guide[i], warnings));
    out.push_back(std::move(e));
  }
  return IntTuple(std::move(out));
}

static std::optional<Reason> addProducts(Sum &total, const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf() && b.isLeaf()) {
    auto term = mul(a.leaf(), b.leaf());
    return term ? total.add(*term) : term.reason();
  }
  if (a.isLeaf() != b.isLeaf() || a.rank() != b.rank())
    return fail(131, "inner product of " + shorten(a.str()) + " and " + shorten(b.str()) +
                         ": ranks " + std::to_string(a.rank()) + " and " +
                         std::to_string(b.rank()) + " do not match");
  for (size_t i = 0; i < a.rank(); ++i)
    if (auto bad = addProducts(total, a[i], b[i]))
      return bad;
  return std::nullopt;
}

Result<IntTuple> innerProduct(const IntTuple &a, const IntTuple &b) {
  Sum total;
  if (auto bad = addProducts(total, a, b))
    return *bad;
  return total.result();
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static Result<Leaf> allLess(const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf() && b.isLeaf())
    return compare(Compare::Lt, a.leaf(), b.leaf());
  if (a.rank() > b.rank())
    return Leaf(0);
  Leaf all(1);
  for (size_t i = 0; i < a.rank(); ++i) {
    LAYOUT_TRY(Leaf less, allLess(a[i], b[i]));
    if (all.isStaticValue(1))
      all = std::move(less);
    else if (!less.isStaticValue(1)) {
      LAYOUT_TRY(all, logicalAnd(all, less));
    }
  }
  return all;
}

static Result<Leaf> allEqual(const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf() && b.isLeaf())
    return compare(Compare::Eq, a.leaf(), b.leaf());
  if (a.isLeaf() != b.isLeaf() || a.rank() != b.rank())
    return Leaf(0);
  Leaf all(1);
  for (size_t i = 0; i < a.rank(); ++i) {
    LAYOUT_TRY(Leaf same, allEqual(a[i], b[i]));
    if (all.isStaticValue(1))
      all = std::move(same);
    else if (!same.isStaticValue(1)) {
      LAYOUT_TRY(all, logicalAnd(all, same));
    }
  }
  return all;
}

Result<Leaf> elemLess(const IntTuple &a, const IntTuple &b) {
  for (const IntTuple *t : {&a, &b})
    if (auto bad = noNone("elem_less", *t))
      return *bad;
  return allLess(a, b);
}

Result<Leaf> equal(const IntTuple &a, const IntTuple &b) {
  for (const IntTuple *t : {&a, &b})
    if (auto bad = noNone("equal", *t))
      return *bad;
  return allEqual(a, b);
}

bool congruent(const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf() || b.isLeaf())
    return a.isLeaf() && b.isLeaf();
  if (a.rank() != b.rank())
    return false;
  for (size_t i = 0; i < a.rank(); ++i)
    if (!congruent(a[i], b[i]))
      return false;
  return true;
}

bool weaklyCongruent(const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf())
    return true;
  if (b.isLeaf() || a.rank() != b.rank())
    return false;
  for (size_t i = 0; i < a.rank(); ++i)
    if (!weaklyCongruent(a[i], b[i]))
      return false;
  return true;
}

} // namespace layout
