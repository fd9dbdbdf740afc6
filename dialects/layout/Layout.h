// Layouts, swizzles, composed layouts and tiles: immutable values (layout-algebra.md 1, 6).
#pragma once

#include "dialects/layout/IntTuple.h"

#include <variant>

namespace layout {

/// shape : stride. The constructor does not check; `verify` does (rules 104, 105).
class Layout {
public:
  Layout() = default;
  Layout(IntTuple shape, IntTuple stride) : shape_(std::move(shape)), stride_(std::move(stride)) {}

  const IntTuple &shape() const { return shape_; }
  const IntTuple &stride() const { return stride_; }
  bool isLeaf() const { return shape_.isLeaf(); }
  size_t rank() const { return shape_.rank(); }
  size_t depth() const { return shape_.depth(); }
  bool isStatic() const { return shape_.isStatic() && stride_.isStatic(); }
  /// Mode i; the caller has checked the range.
  Layout operator[](size_t i) const { return {shape_[i], stride_[i]}; }
  Result<Layout> at(const ModePath &path) const;
  Layout abstracted() const { return {shape_.abstracted(), stride_.abstracted()}; }

  friend bool operator==(const Layout &a, const Layout &b) {
    return a.shape_ == b.shape_ && a.stride_ == b.stride_;
  }
  size_t hash() const;
  std::string str() const;

private:
  IntTuple shape_, stride_;
};

/// S<mask, base, shift>: x -> x xor ((x and (((1<<mask)-1) << (base+shift))) >> shift).
struct Swizzle {
  int32_t mask = 0, base = 0, shift = 0;
  bool isTrivial() const { return mask == 0; }
  friend bool operator==(const Swizzle &, const Swizzle &) = default;
  size_t hash() const;
  std::string str() const;
};

/// CS<mask, baseRow, [modeRow], baseCol, [modeCol]>.
struct CoordSwizzle {
  int32_t mask = 0, baseRow = 0;
  ModePath modeRow;
  int32_t baseCol = 0;
  ModePath modeCol;
  bool isTrivial() const { return mask == 0; }
  friend bool operator==(const CoordSwizzle &, const CoordSwizzle &) = default;
  size_t hash() const;
  std::string str() const;
};

class ComposedLayout;

/// A plain layout or a composed one.
class AnyLayout {
public:
  AnyLayout() : AnyLayout(Layout()) {}
  AnyLayout(Layout layout) : value_(std::move(layout)) {}
  AnyLayout(ComposedLayout composed);

  bool isPlain() const { return std::holds_alternative<Layout>(value_); }
  const Layout &plain() const { return std::get<Layout>(value_); }
  const ComposedLayout &composed() const {
    return *std::get<std::shared_ptr<const ComposedLayout>>(value_);
  }
  /// The linear layout: the one reached by following `outer` of composed layouts.
  const Layout &linear() const;
  /// The same nesting over another linear layout (fly-core D-40: every level is kept).
  AnyLayout withLinear(Layout linear) const;
  bool isStatic() const;
  AnyLayout abstracted() const;

  friend bool operator==(const AnyLayout &a, const AnyLayout &b);
  size_t hash() const;
  std::string str() const;

private:
  std::variant<Layout, std::shared_ptr<const ComposedLayout>> value_;
};

/// inner o offset o outer: c -> inner(offset + outer(c)).
class ComposedLayout {
public:
  using Inner = std::variant<Swizzle, CoordSwizzle, AnyLayout>;
  ComposedLayout() = default;
  ComposedLayout(Inner inner, IntTuple offset, AnyLayout outer)
      : inner_(std::move(inner)), offset_(std::move(offset)), outer_(std::move(outer)) {}

  const Inner &inner() const { return inner_; }
  const IntTuple &offset() const { return offset_; }
  const AnyLayout &outer() const { return outer_; }
  bool isStaticInner() const; // swizzles count as static
  bool isStatic() const { return isStaticInner() && offset_.isStatic() && outer_.isStatic(); }
  Result<ComposedLayout> at(const ModePath &path) const; ///< indexes the outer

  friend bool operator==(const ComposedLayout &a, const ComposedLayout &b) {
    return a.inner_ == b.inner_ && a.offset_ == b.offset_ && a.outer_ == b.outer_;
  }
  size_t hash() const;
  std::string str() const;

private:
  Inner inner_;
  IntTuple offset_;
  AnyLayout outer_;
};

/// Per-mode divisors: a single element (leaf form) or a list of elements.
class Tile {
public:
  Tile() : value_(Leaf::none()) {}
  Tile(Leaf leaf) : value_(std::move(leaf)) {}
  Tile(Layout layout) : value_(std::move(layout)) {}
  Tile(std::vector<Tile> elements); ///< list form; not empty

  bool isList() const;
  size_t rank() const; ///< list length, 1 in leaf form
  const std::vector<Tile> &elements() const;
  const Tile &operator[](size_t i) const { return elements()[i]; }        ///< list form only
  bool isLeafInt() const { return std::holds_alternative<Leaf>(value_); } // `*` included
  bool isNone() const { return isLeafInt() && leaf().isNone(); }
  const Leaf &leaf() const { return std::get<Leaf>(value_); }
  bool isLayout() const { return std::holds_alternative<Layout>(value_); }
  const Layout &layout() const { return std::get<Layout>(value_); }

  friend bool operator==(const Tile &a, const Tile &b);
  size_t hash() const;
  std::string str() const;

private:
  std::variant<Leaf, Layout, std::shared_ptr<const std::vector<Tile>>> value_;
};

// Structural checks; each returns the first broken rule.
std::optional<Reason> verify(const IntTuple &tuple); // 108 divisibility, width
std::optional<Reason> verify(const Layout &layout);  // 104 congruence, 105 shape leaves
/// Warns about a shape leaf 0 (rule 105).
void verifyWeak(const Layout &layout, Warnings &warnings);
std::optional<Reason> verify(const Swizzle &swizzle);      // 110
std::optional<Reason> verify(const CoordSwizzle &swizzle); // 110
std::optional<Reason> verify(const ComposedLayout &layout);
std::optional<Reason> verify(const AnyLayout &layout);
std::optional<Reason> verify(const Tile &tile); // 107

} // namespace layout
