#include "dialects/layout/Detail.h"

namespace layout {

using detail::fail;
using detail::mixHash;
using detail::shorten;

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

Result<Layout> Layout::at(const ModePath &path) const {
  LAYOUT_REQUIRE_CONGRUENT(*this);
  LAYOUT_TRY(IntTuple s, shape_.at(path));
  LAYOUT_TRY(IntTuple d, stride_.at(path));
  return Layout(std::move(s), std::move(d));
}

size_t Layout::hash() const { return mixHash(shape_.hash(), stride_.hash()); }

/// A stride that the shape could have.
static std::string exampleStride(const IntTuple &shape) {
  if (!shape.isStatic() || shape.hasBasis() || shape.hasNone())
    return "";
  auto stride = compact(shape);
  return stride ? "a stride for it would be " + shorten(stride->str()) : "";
}

std::optional<Reason> detail::incongruent(const Layout &l) {
  if (congruent(l.shape(), l.stride()))
    return std::nullopt;
  return fail(104,
              "shape " + shorten(l.shape().str()) + " and stride " + shorten(l.stride().str()) +
                  " are not congruent: each mode needs exactly one stride",
              exampleStride(l.shape()));
}

detail::FlatLayout detail::flat(const Layout &l) {
  FlatLayout out;
  out.shape = l.shape().leaves();
  out.stride = l.stride().leaves();
  return out;
}

IntTuple detail::tupleOf(const std::vector<Leaf> &leaves) {
  return IntTuple(std::vector<IntTuple>(leaves.begin(), leaves.end()));
}

Layout detail::pair(const Layout &a, const Layout &b) {
  return {IntTuple::of({a.shape(), b.shape()}), IntTuple::of({a.stride(), b.stride()})};
}

//===----------------------------------------------------------------------===//
// Swizzles
//===----------------------------------------------------------------------===//

size_t Swizzle::hash() const { return mixHash(mixHash(size_t(mask), size_t(base)), size_t(shift)); }

size_t CoordSwizzle::hash() const {
  size_t h = mixHash(mixHash(size_t(mask), size_t(baseRow)), size_t(baseCol));
  for (int32_t mode : modeRow)
    h = mixHash(h, size_t(mode));
  h = mixHash(h, modeRow.size());
  for (int32_t mode : modeCol)
    h = mixHash(h, size_t(mode));
  return h;
}

//===----------------------------------------------------------------------===//
// Composed layouts
//===----------------------------------------------------------------------===//

AnyLayout::AnyLayout(ComposedLayout composed)
    : value_(std::make_shared<const ComposedLayout>(std::move(composed))) {}

const Layout &AnyLayout::linear() const {
  const AnyLayout *l = this;
  while (!l->isPlain())
    l = &l->composed().outer();
  return l->plain();
}

AnyLayout AnyLayout::withLinear(Layout linear) const {
  if (isPlain())
    return linear;
  const ComposedLayout &c = composed();
  return ComposedLayout(c.inner(), c.offset(), c.outer().withLinear(std::move(linear)));
}

bool AnyLayout::isStatic() const { return isPlain() ? plain().isStatic() : composed().isStatic(); }

AnyLayout AnyLayout::abstracted() const {
  if (isPlain())
    return plain().abstracted();
  const ComposedLayout &c = composed();
  ComposedLayout::Inner inner = c.inner();
  if (auto *layout = std::get_if<AnyLayout>(&inner))
    *layout = layout->abstracted();
  return ComposedLayout(std::move(inner), c.offset().abstracted(), c.outer().abstracted());
}

bool operator==(const AnyLayout &a, const AnyLayout &b) {
  if (a.isPlain() != b.isPlain())
    return false;
  if (a.isPlain())
    return a.plain() == b.plain();
  return &a.composed() == &b.composed() || a.composed() == b.composed();
}

size_t AnyLayout::hash() const { return isPlain() ? plain().hash() : composed().hash(); }

bool ComposedLayout::isStaticInner() const {
  const auto *layout = std::get_if<AnyLayout>(&inner_);
  return !layout || layout->isStatic();
}

Result<ComposedLayout> ComposedLayout::at(const ModePath &path) const {
  LAYOUT_TRY(Layout linear, outer_.linear().at(path));
  return ComposedLayout(inner_, offset_, outer_.withLinear(std::move(linear)));
}

size_t ComposedLayout::hash() const {
  size_t h = std::visit([](const auto &inner) { return inner.hash(); }, inner_);
  return mixHash(mixHash(h * 4 + inner_.index(), offset_.hash()), outer_.hash());
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

Tile::Tile(std::vector<Tile> elements)
    : value_(std::make_shared<const std::vector<Tile>>(std::move(elements))) {}

bool Tile::isList() const {
  return std::holds_alternative<std::shared_ptr<const std::vector<Tile>>>(value_);
}

size_t Tile::rank() const { return isList() ? elements().size() : 1; }

const std::vector<Tile> &Tile::elements() const {
  return *std::get<std::shared_ptr<const std::vector<Tile>>>(value_);
}

bool operator==(const Tile &a, const Tile &b) {
  if (a.value_.index() != b.value_.index())
    return false;
  if (a.isList())
    return a.elements() == b.elements();
  return a.isLeafInt() ? a.leaf() == b.leaf() : a.layout() == b.layout();
}

size_t Tile::hash() const {
  if (isLeafInt())
    return leaf().hash();
  if (isLayout())
    return mixHash(1, layout().hash());
  size_t h = rank();
  for (const Tile &e : elements())
    h = mixHash(h, e.hash());
  return h;
}

//===----------------------------------------------------------------------===//
// Structural checks
//===----------------------------------------------------------------------===//

static std::optional<Reason> verifyLeaf(const Leaf &leaf) {
  if (leaf.isNone() && leaf.isBasis())
    return fail(109, "the none leaf '*' cannot be the coefficient of a basis element");
  if (leaf.kind() == Leaf::Kind::Static && (leaf.value() < minStatic || leaf.value() > maxStatic))
    return fail(130, "integer " + leaf.str() + " is outside the 32 bits of a static leaf");
  if (leaf.isDynamic()) {
    if (leaf.value() < 1 || leaf.value() > maxStatic)
      return fail(
          108, "divisibility " + std::to_string(leaf.value()) + " is not a positive 32-bit integer",
          leaf.value() < 0 && leaf.value() >= -maxStatic
              ? "write div=" + std::to_string(-leaf.value())
              : "");
    if (leaf.width() != 32 && leaf.width() != 64)
      return fail(108, "width " + std::to_string(leaf.width()) +
                           " of a run-time integer is neither 32 nor 64");
  }
  for (int32_t mode : leaf.modes())
    if (mode < 0)
      return fail(122, "basis mode " + std::to_string(mode) + " is negative");
  return std::nullopt;
}

std::optional<Reason> verify(const IntTuple &tuple) {
  std::optional<Reason> bad;
  if (tuple.depth() > detail::maxDepth)
    return fail(101, "tuple is nested " + std::to_string(tuple.depth()) + " deep, more than " +
                         std::to_string(detail::maxDepth));
  detail::visitLeaves(tuple, [&](const Leaf &leaf) {
    if (!bad)
      bad = verifyLeaf(leaf);
  });
  return bad;
}

std::optional<Reason> verify(const Layout &layout) {
  if (auto bad = verify(layout.shape()))
    return bad;
  if (auto bad = verify(layout.stride()))
    return bad;
  if (auto bad = detail::incongruent(layout))
    return bad;
  std::optional<Reason> bad;
  detail::visitLeaves(layout.shape(), [&](const Leaf &leaf) {
    if (bad)
      return;
    if (leaf.isNone() || leaf.isBasis())
      bad = fail(105, "shape leaf " + leaf.str() + " in " + shorten(layout.str()) +
                          " is not an integer");
    else if (leaf.isStatic() && leaf.value() < 0)
      bad = fail(105, "shape leaf " + leaf.str() + " in " + shorten(layout.str()) + " is negative",
                 "write " + std::to_string(-leaf.value()) +
                     " and negate the stride if the mode runs "
                     "backwards");
  });
  if (bad)
    return bad;
  if (layout.stride().hasNone())
    return fail(109, "the none leaf '*' cannot be a stride in " + shorten(layout.str()));
  return std::nullopt;
}

void verifyWeak(const Layout &layout, Warnings &warnings) {
  bool found = false;
  detail::visitLeaves(layout.shape(), [&](const Leaf &leaf) {
    if (leaf.kind() == Leaf::Kind::Static && leaf.isStaticValue(0) && !found) {
      found = true;
      detail::warn(&warnings, 105,
                   "layout " + shorten(layout.str()) + " has an extent of 0 and holds no element");
    }
  });
}

static std::optional<Reason> verifyFields(const std::string &text, int64_t mask,
                                          std::initializer_list<int64_t> others, int64_t total) {
  for (int64_t field : others)
    if (field < 0)
      return fail(110, "field " + std::to_string(field) + " of swizzle " + text + " is negative");
  if (mask < 0)
    return fail(110, "mask width " + std::to_string(mask) + " of swizzle " + text + " is negative");
  if (total > 30)
    return fail(110, "swizzle " + text + " reaches bit " + std::to_string(total) +
                         ", more than the 30 that a static index has");
  return std::nullopt;
}

std::optional<Reason> verify(const Swizzle &s) {
  return verifyFields(s.str(), s.mask, {s.base, s.shift}, int64_t(s.mask) + s.base + s.shift);
}

std::optional<Reason> verify(const CoordSwizzle &s) {
  if (auto bad = verifyFields(s.str(), s.mask, {s.baseRow, s.baseCol},
                              int64_t(s.mask) + std::max(s.baseRow, s.baseCol)))
    return bad;
  for (const ModePath *path : {&s.modeRow, &s.modeCol})
    for (int32_t mode : *path)
      if (mode < 0)
        return fail(110, "mode " + std::to_string(mode) + " of swizzle " + shorten(s.str()) +
                             " is negative");
  if (s.isTrivial())
    return std::nullopt;
  if (s.modeRow.empty() || s.modeCol.empty())
    return fail(110, "swizzle " + s.str() + " needs a mode path for its " +
                         (s.modeRow.empty() ? "row" : "column"));
  size_t common = std::min(s.modeRow.size(), s.modeCol.size());
  if (std::equal(s.modeRow.begin(), s.modeRow.begin() + ptrdiff_t(common), s.modeCol.begin()))
    return fail(110, "row and column of swizzle " + shorten(s.str()) + " overlap");
  return std::nullopt;
}

std::optional<Reason> verify(const ComposedLayout &layout) {
  if (auto bad = std::visit([](const auto &inner) { return verify(inner); }, layout.inner()))
    return bad;
  if (auto bad = verify(layout.offset()))
    return bad;
  if (layout.offset().hasNone())
    return fail(109,
                "the none leaf '*' cannot be part of the offset " + shorten(layout.offset().str()));
  return verify(layout.outer());
}

std::optional<Reason> verify(const AnyLayout &layout) {
  return layout.isPlain() ? verify(layout.plain()) : verify(layout.composed());
}

std::optional<Reason> verify(const Tile &tile) {
  if (tile.isLeafInt()) {
    const Leaf &leaf = tile.leaf();
    if (leaf.isBasis())
      return fail(107, "tile element " + leaf.str() + " is a basis element, not an integer");
    if (leaf.isDynamic())
      return fail(107, "tile element " + leaf.str() + " is not static");
    if (!leaf.isNone() && leaf.value() <= 0)
      return fail(107, "tile element " + leaf.str() + " is not positive");
    return verifyLeaf(leaf);
  }
  if (tile.isLayout()) {
    if (!tile.layout().isStatic())
      return fail(107, "tile element " + shorten(tile.layout().str()) + " is not static");
    return verify(tile.layout());
  }
  if (tile.rank() == 0)
    return fail(101, "a tile needs at least one element");
  for (const Tile &e : tile.elements())
    if (auto bad = verify(e))
      return bad;
  return std::nullopt;
}

} // namespace layout
