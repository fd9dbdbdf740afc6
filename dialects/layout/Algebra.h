// The layout algebra: every operation of layout-algebra.md 3 to 11, once, for static, dynamic and
// symbolic leaves alike. Failing functions return the broken rule; weak results that are kept add
// to `warnings` when it is given.
#pragma once

#include "dialects/layout/Layout.h"

namespace layout {

// --- Tuples (section 3) -------------------------------------------------------------------------
Result<IntTuple> add(const IntTuple &a, const IntTuple &b, Warnings *warnings = nullptr);
Result<IntTuple> sub(const IntTuple &a, const IntTuple &b, Warnings *warnings = nullptr);
Result<IntTuple> mul(const IntTuple &a, const IntTuple &b, Warnings *warnings = nullptr);
Result<IntTuple> div(const IntTuple &a, const IntTuple &b, Warnings *warnings = nullptr);
Result<IntTuple> mod(const IntTuple &a, const IntTuple &b, Warnings *warnings = nullptr);
Result<IntTuple> min(const IntTuple &a, const IntTuple &b, Warnings *warnings = nullptr);
Result<IntTuple> max(const IntTuple &a, const IntTuple &b, Warnings *warnings = nullptr);
Result<IntTuple> ceilDiv(const IntTuple &a, const IntTuple &b, Warnings *warnings = nullptr);
Result<IntTuple> shapeDiv(const IntTuple &a, const IntTuple &b, Warnings *warnings = nullptr);
/// Basis addition: like `add`, but static 0 is neutral whatever the other operand's structure is.
/// This is how an offset meets an index (composed layouts, coordinate tensors).
Result<IntTuple> addBasis(const IntTuple &a, const IntTuple &b);
Result<IntTuple> sum(const IntTuple &t); // a basis sum is a tuple
Result<Leaf> product(const IntTuple &t);
Result<IntTuple> productEach(const IntTuple &t);
Result<IntTuple> productLike(const IntTuple &t, const IntTuple &guide,
                             Warnings *warnings = nullptr);
Result<IntTuple> innerProduct(const IntTuple &a, const IntTuple &b);
Result<Leaf> elemLess(const IntTuple &a, const IntTuple &b); // truth value, width 32
Result<Leaf> equal(const IntTuple &a, const IntTuple &b);
bool congruent(const IntTuple &a, const IntTuple &b);
bool weaklyCongruent(const IntTuple &a, const IntTuple &b);

// --- Structure (section 4) ----------------------------------------------------------------------
Result<IntTuple> take(const IntTuple &t, int64_t begin, int64_t end);
Result<IntTuple> select(const IntTuple &t, const std::vector<int32_t> &indices);
Result<IntTuple> group(const IntTuple &t, int64_t begin, int64_t end);
Result<IntTuple> append(const IntTuple &t, const IntTuple &element, std::optional<int64_t> n = {});
Result<IntTuple> prepend(const IntTuple &t, const IntTuple &element, std::optional<int64_t> n = {});
Result<IntTuple> slice(const IntTuple &t, const IntTuple &coord);
Result<IntTuple> dice(const IntTuple &t, const IntTuple &coord);
Result<IntTuple> zip(const IntTuple &t);
Result<std::pair<IntTuple, IntTuple>> zip2By(const IntTuple &t, const IntTuple &guide);
IntTuple expand(const IntTuple &t, const std::vector<size_t> &modes);
IntTuple flatten(const IntTuple &t);
IntTuple unwrap(const IntTuple &t);
Result<IntTuple> filterZeros(const IntTuple &stride, const IntTuple &shape);

Result<Layout> take(const Layout &l, int64_t begin, int64_t end);
Result<Layout> select(const Layout &l, const std::vector<int32_t> &indices);
Result<Layout> group(const Layout &l, int64_t begin, int64_t end);
Result<Layout> append(const Layout &l, const Layout &element, std::optional<int64_t> n = {});
Result<Layout> prepend(const Layout &l, const Layout &element, std::optional<int64_t> n = {});
Result<Layout> slice(const Layout &l, const IntTuple &coord);
Result<Layout> dice(const Layout &l, const IntTuple &coord);
Result<Layout> zip(const Layout &l);
Layout expand(const Layout &l, const std::vector<size_t> &modes);
Layout canonicalize(const Layout &l);
/// The composed form: the innermost offset absorbs crd2idx(coord, linear).
Result<AnyLayout> slice(const AnyLayout &l, const IntTuple &coord, Warnings *warnings = nullptr);

// --- Queries and maps (section 5) ---------------------------------------------------------------
Result<Leaf> size(const Layout &l);
Result<IntTuple> coprofile(const Layout &l);
Result<IntTuple> coshape(const Layout &l);
Result<Leaf> cosize(const Layout &l);
/// First and last index that a static integer layout reaches (both 0 for size 1); fly-core D-63.
Result<std::pair<int64_t, int64_t>> indexRange(const Layout &l);
Result<IntTuple> crd2idx(const IntTuple &coord, const Layout &l, Warnings *warnings = nullptr);
Result<IntTuple> crd2idx(const IntTuple &coord, const AnyLayout &l, Warnings *warnings = nullptr);
Result<IntTuple> crd2idx(const IntTuple &coord, const Swizzle &s);
Result<IntTuple> crd2idx(const IntTuple &coord, const CoordSwizzle &s);
Result<IntTuple> idx2crd(const IntTuple &index, const Layout &l);
Result<IntTuple> getFlatCoord(const IntTuple &index, const Layout &l);
Result<IntTuple> get1dCoord(const IntTuple &index, const Layout &l);
Result<IntTuple> crd2idxColMajor(const IntTuple &coord, const IntTuple &shape);
Result<IntTuple> idx2crdColMajor(const IntTuple &index, const IntTuple &shape);
Result<Leaf> applySwizzle(const Leaf &x, const Swizzle &s);
/// Exact view split (section 6): the offset to add to the iterator, and the linear layout.
Result<std::pair<IntTuple, Layout>> decomposition(const AnyLayout &l);

// --- Coalesce, composition, complement, inverses (section 7) ------------------------------------
Result<Layout> coalesce(const Layout &l);
Result<Layout> coalesce(const Layout &l, const IntTuple &profile);
Result<Layout> composition(const Layout &outer, const Layout &inner, Warnings *warnings = nullptr);
Result<Layout> composition(const Layout &outer, const Tile &inner, Warnings *warnings = nullptr);
Result<Layout> complement(const Layout &l, std::optional<IntTuple> codomain = {},
                          Warnings *warnings = nullptr);
Result<Layout> rightInverse(const Layout &l, Warnings *warnings = nullptr);
Result<Layout> leftInverse(const Layout &l, Warnings *warnings = nullptr);

// --- Recast, divides, products (sections 8 to 10) -----------------------------------------------
Result<Layout> recast(const Layout &l, int64_t oldBits, int64_t newBits,
                      Warnings *warnings = nullptr);
Result<AnyLayout> recast(const AnyLayout &l, int64_t oldBits, int64_t newBits,
                         Warnings *warnings = nullptr);
Result<Layout> upcast(const Layout &l, int64_t factor);
Result<Layout> downcast(const Layout &l, int64_t factor);

/// Divisor of the divide operations: a layout or a tile.
using Divisor = std::variant<Layout, Tile>;
Result<Layout> logicalDivide(const Layout &l, const Divisor &d, Warnings *warnings = nullptr);
Result<Layout> zippedDivide(const Layout &l, const Divisor &d, Warnings *warnings = nullptr);
Result<Layout> tiledDivide(const Layout &l, const Divisor &d, Warnings *warnings = nullptr);
Result<Layout> flatDivide(const Layout &l, const Divisor &d, Warnings *warnings = nullptr);
Result<Layout> logicalProduct(const Layout &a, const Layout &b, Warnings *warnings = nullptr);
Result<Layout> zippedProduct(const Layout &a, const Layout &b, Warnings *warnings = nullptr);
Result<Layout> tiledProduct(const Layout &a, const Layout &b, Warnings *warnings = nullptr);
Result<Layout> flatProduct(const Layout &a, const Layout &b, Warnings *warnings = nullptr);
Result<Layout> blockedProduct(const Layout &a, const Layout &b, Warnings *warnings = nullptr);
Result<Layout> rakedProduct(const Layout &a, const Layout &b, Warnings *warnings = nullptr);

// --- Constructors (section 11) ------------------------------------------------------------------
Result<IntTuple> compact(const IntTuple &shape, const Leaf &start = Leaf(1));
Result<Layout> makeOrderedLayout(const IntTuple &shape, const IntTuple &order,
                                 Warnings *warnings = nullptr);
Result<Layout> makeLayoutLike(const Layout &l, Warnings *warnings = nullptr);
Layout makeIdentityLayout(const IntTuple &shape);
Result<Layout> makeFragmentLayoutLike(const Layout &l, Warnings *warnings = nullptr);
Result<Layout> tileToShape(const Layout &block, const IntTuple &target, const IntTuple &order,
                           Warnings *warnings = nullptr);

// --- Iterators (section 12) ---------------------------------------------------------------------
/// Value divisibility after advancing a pointer of value divisibility `v` by `offset` (an int
/// leaf): v for a static 0, else gcd(v, |offset|) or gcd(v, div(offset)).
int64_t advancedDivisibility(int64_t v, const Leaf &offset);

// --- Facts about static layouts, for pictures and invariants ------------------------------------
/// Whether no two coordinates share an index (basis strides: a coordinate). False as well when the
/// layout is not static, or when it would take more than `budget` coordinates to decide.
bool isInjective(const Layout &l, size_t budget = size_t(1) << 24);
/// Whether the indices are exactly 0 to n-1, each once.
bool isBijectiveOnto(const Layout &l, int64_t n, size_t budget = size_t(1) << 24);

} // namespace layout
