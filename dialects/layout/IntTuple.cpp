#include "dialects/layout/Detail.h"

namespace layout {

IntTuple::IntTuple(std::vector<IntTuple> elements) {
  if (elements.empty())
    return;
  auto node = std::make_shared<Node>();
  for (const IntTuple &e : elements) {
    node->depth = std::max(node->depth, 1 + e.depth());
    node->leafCount += e.leafCount();
    node->dynamicCount += e.dynamicLeafCount();
    node->hasBasis |= e.hasBasis();
    node->hasNone |= e.hasNone();
    node->hasExpr |= e.node_ ? e.node_->hasExpr : e.leaf_.expr() != nullptr;
  }
  node->elements = std::move(elements);
  node_ = std::move(node);
}

static std::string pathText(const ModePath &path) {
  std::string text = "[";
  for (size_t i = 0; i < path.size(); ++i)
    text += (i ? ", " : "") + std::to_string(path[i]);
  return text + "]";
}

Result<IntTuple> IntTuple::at(const ModePath &path) const {
  const IntTuple *t = this;
  for (size_t i = 0; i < path.size(); ++i) {
    if (t->isLeaf())
      return detail::fail(122, "mode path " + pathText(path) + " has length " +
                                   std::to_string(path.size()) + " but ends at depth " +
                                   std::to_string(i) + " in " + detail::shorten(str()));
    if (path[i] < 0 || size_t(path[i]) >= t->rank())
      return detail::fail(122,
                          "mode " + std::to_string(path[i]) + " of path " + pathText(path) +
                              " is out of range for rank " + std::to_string(t->rank()) + " in " +
                              detail::shorten(str()),
                          "the modes there are 0 to " + std::to_string(t->rank() - 1));
    t = &(*t)[size_t(path[i])];
  }
  return *t;
}

void IntTuple::forEachLeaf(const std::function<void(const Leaf &)> &visit) const {
  detail::visitLeaves(*this, visit);
}

std::vector<Leaf> IntTuple::leaves() const {
  std::vector<Leaf> out;
  out.reserve(leafCount());
  detail::visitLeaves(*this, [&](const Leaf &leaf) { out.push_back(leaf); });
  return out;
}

IntTuple IntTuple::mapLeaves(const std::function<Leaf(const Leaf &)> &map) const {
  return detail::mapLeavesOf(*this, map);
}

IntTuple IntTuple::abstracted() const {
  if (isLeaf())
    return leaf_.abstracted();
  if (!node_->hasExpr)
    return *this;
  std::vector<IntTuple> out;
  out.reserve(rank());
  for (const IntTuple &e : elements())
    out.push_back(e.abstracted());
  return out;
}

bool operator==(const IntTuple &a, const IntTuple &b) {
  if (a.node_ == b.node_)
    return a.node_ || a.leaf_ == b.leaf_;
  if (!a.node_ || !b.node_ || a.node_->leafCount != b.node_->leafCount)
    return false;
  return a.node_->elements == b.node_->elements;
}

size_t IntTuple::hash() const {
  if (isLeaf())
    return leaf_.hash();
  size_t h = rank();
  for (const IntTuple &e : elements())
    h = detail::mixHash(h, e.hash());
  return h;
}

} // namespace layout
