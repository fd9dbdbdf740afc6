// Nested integer tuples: immutable, cheap to copy.
#pragma once

#include "dialects/layout/Leaf.h"

#include <functional>
#include <string>

namespace layout {

class IntTuple {
public:
  IntTuple() : IntTuple(Leaf::none()) {}
  IntTuple(Leaf leaf);
  IntTuple(int64_t value) : IntTuple(Leaf(value)) {}
  IntTuple(int value) : IntTuple(Leaf(int64_t(value))) {}
  /// A tuple; rank 1 is not the same as the bare element. `elements` must not be empty.
  IntTuple(std::vector<IntTuple> elements);
  static IntTuple of(std::initializer_list<IntTuple> elements) {
    return IntTuple(std::vector<IntTuple>(elements));
  }

  bool isLeaf() const;
  const Leaf &leaf() const;                        ///< only for leaves
  const std::vector<IntTuple> &elements() const;   ///< only for tuples
  size_t rank() const;                             ///< 1 for a leaf
  size_t depth() const;                            ///< 0 for a leaf
  /// Mode i; a leaf is its own mode 0. The caller has checked the range.
  const IntTuple &operator[](size_t i) const;
  Result<IntTuple> at(const ModePath &path) const; ///< rule 122

  bool isStatic() const;
  bool isStaticValue(int64_t k) const { return isLeaf() && leaf().isStaticValue(k); }
  size_t leafCount() const;
  size_t dynamicLeafCount() const;
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
  struct Node;
  std::shared_ptr<const Node> node_;
};

} // namespace layout
