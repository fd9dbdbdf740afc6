// Nested integer tuples: immutable, cheap to copy.
#pragma once

#include "dialects/layout/Leaf.h"

#include <functional>
#include <string>

namespace layout {

class IntTuple {
public:
  IntTuple() = default; // the none leaf `*`
  IntTuple(Leaf leaf) : leaf_(std::move(leaf)) {}
  IntTuple(int64_t value) : IntTuple(Leaf(value)) {}
  IntTuple(int value) : IntTuple(Leaf(int64_t(value))) {}
  /// A tuple; rank 1 is not the same as the bare element. There is no empty tuple: no elements make
  /// the none leaf.
  IntTuple(std::vector<IntTuple> elements);
  static IntTuple of(std::initializer_list<IntTuple> elements) {
    return IntTuple(std::vector<IntTuple>(elements));
  }

  bool isLeaf() const { return !node_; }
  const Leaf &leaf() const { return leaf_; }                                ///< only for leaves
  const std::vector<IntTuple> &elements() const { return node_->elements; } ///< only for tuples
  size_t rank() const { return node_ ? node_->elements.size() : 1; }        ///< 1 for a leaf
  size_t depth() const { return node_ ? node_->depth : 0; }                 ///< 0 for a leaf
  /// Mode i; a leaf is its own mode 0. The caller has checked the range.
  const IntTuple &operator[](size_t i) const { return node_ ? node_->elements[i] : *this; }
  Result<IntTuple> at(const ModePath &path) const; ///< rule 122

  bool isStatic() const { return dynamicLeafCount() == 0; }
  bool isStaticValue(int64_t k) const { return isLeaf() && leaf_.isStaticValue(k); }
  size_t leafCount() const { return node_ ? node_->leafCount : 1; }
  size_t dynamicLeafCount() const { return node_ ? node_->dynamicCount : leaf_.isDynamic(); }
  bool hasBasis() const { return node_ ? node_->hasBasis : leaf_.isBasis(); }
  bool hasNone() const { return node_ ? node_->hasNone : leaf_.isNone(); }
  std::vector<Leaf> leaves() const; ///< depth first, left to right
  /// Visits the leaves in order.
  void forEachLeaf(const std::function<void(const Leaf &)> &visit) const;
  /// The same profile with every leaf replaced.
  IntTuple mapLeaves(const std::function<Leaf(const Leaf &)> &map) const;
  IntTuple abstracted() const; ///< without expressions

  friend bool operator==(const IntTuple &a, const IntTuple &b);
  size_t hash() const;
  std::string str() const; ///< canonical text

private:
  // A leaf lives inside the handle, so that it costs no allocation; a tuple is one shared node that
  // knows the facts every algorithm asks for.
  struct Node {
    std::vector<IntTuple> elements;
    size_t depth = 1, leafCount = 0, dynamicCount = 0;
    bool hasBasis = false, hasNone = false, hasExpr = false;
  };
  Leaf leaf_;
  std::shared_ptr<const Node> node_;
};

} // namespace layout
