#include "lsp/tools/Compare.h"

#include "dialects/layout/Algebra.h"
#include "dialects/layout/Parser.h"
#include "visualizer/scene/ThreadValueMap.h"

#include <algorithm>
#include <map>

namespace flylsp {

namespace {

using Verdict = Comparison::Verdict;

Comparison different(std::string text) { return {Verdict::Different, std::move(text)}; }

std::string cellText(int64_t row, int64_t col) {
  return "(" + std::to_string(row) + "," + std::to_string(col) + ")";
}

/// Tries to explain the difference of two operands by renaming columns; adds to `columns`.
bool permutesColumns(const scene::ThreadValueMap &a, const scene::ThreadValueMap &b,
                     std::map<int64_t, int64_t> &columns) {
  for (int64_t thread = 0; thread < a.threads(); ++thread)
    for (int64_t value = 0; value < a.values(); ++value) {
      scene::Cell left = a.unboundedCellOf(thread, value), right = b.unboundedCellOf(thread, value);
      if (left.row != right.row)
        return false;
      auto [it, isNew] = columns.try_emplace(left.col, right.col);
      if (!isNew && it->second != right.col)
        return false;
    }
  // One to one.
  std::map<int64_t, int64_t> back;
  for (auto [from, to] : columns)
    if (!back.try_emplace(to, from).second)
      return false;
  return true;
}

/// Paths of modes that one shape has and the other lacks, when all of them have extent 1.
std::string nestingNote(const layout::Layout &a, const layout::Layout &b) {
  std::string note;
  std::function<bool(const layout::IntTuple &, const layout::IntTuple &, const std::string &)>
      walk = [&](const layout::IntTuple &left, const layout::IntTuple &right,
                 const std::string &path) {
        if (left.isLeaf() && right.isLeaf())
          return left == right;
        std::vector<layout::IntTuple> l = left.isLeaf() ? std::vector{left} : left.elements();
        std::vector<layout::IntTuple> r = right.isLeaf() ? std::vector{right} : right.elements();
        const auto &longer = l.size() > r.size() ? l : r;
        size_t common = std::min(l.size(), r.size());
        for (size_t i = common; i < longer.size(); ++i) {
          layout::Result<layout::Leaf> product = layout::product(longer[i]);
          if (!product || !product->isStaticValue(1))
            return false;
          note += (note.empty() ? "mode " : ", ") + path + std::to_string(i) + " has extent 1";
        }
        for (size_t i = 0; i < common; ++i)
          if (!walk(l[i], r[i], path + std::to_string(i) + "."))
            return false;
        return true;
      };
  if (!walk(a.shape(), b.shape(), "") || note.empty())
    return "differ in nesting";
  return "differ in nesting (" + note + ")";
}

Comparison compareLayouts(const std::string &leftText, const std::string &rightText) {
  layout::Result<layout::AnyLayout> left = layout::parseAnyLayout(leftText);
  layout::Result<layout::AnyLayout> right = layout::parseAnyLayout(rightText);
  if (!left || !right)
    return different((left ? right : left).reason().message);
  if (*left == *right)
    return {Verdict::Equal, "equal"};
  if (!left->isStatic() || !right->isStatic())
    return different(
        "differ as texts, and layouts known only at run time are not compared further");
  layout::Result<layout::Leaf> leftSize = layout::size(left->linear());
  layout::Result<layout::Leaf> rightSize = layout::size(right->linear());
  if (!leftSize || !rightSize)
    return different((leftSize ? rightSize : leftSize).reason().message);
  int64_t size = leftSize->value();
  if (size != rightSize->value())
    return different("differ in size: " + std::to_string(size) + " and " +
                     std::to_string(rightSize->value()));
  constexpr int64_t most = int64_t(1) << 22;
  for (int64_t i = 0; i < std::min(size, most); ++i) {
    layout::Result<layout::IntTuple> l = layout::crd2idx(layout::IntTuple(i), *left);
    layout::Result<layout::IntTuple> r = layout::crd2idx(layout::IntTuple(i), *right);
    if (!l || !r)
      return different((l ? r : l).reason().message);
    if (!(*l == *r))
      return different("first difference at index " + std::to_string(i) + ": " + l->str() +
                       " and " + r->str());
  }
  return {Verdict::Equal, "equal as functions, " + nestingNote(left->linear(), right->linear())};
}

} // namespace

Comparison compareMaps(const TypeFact &a, const TypeFact &b) {
  if (a.operands.empty() != b.operands.empty())
    return different("one has operands, the other is a layout");
  if (a.operands.empty()) {
    if (a.layout.empty() || b.layout.empty())
      return different("there is no layout to compare");
    return compareLayouts(a.layout, b.layout);
  }
  bool upToK = false;
  std::map<int64_t, int64_t> columns;
  for (const OperandFact &left : a.operands) {
    auto it = std::find_if(b.operands.begin(), b.operands.end(),
                           [&](const OperandFact &right) { return right.name == left.name; });
    if (it == b.operands.end())
      return different("operand " + left.name + " exists only in the first");
    const OperandFact &right = *it;
    if (left.rows != right.rows || left.cols != right.cols)
      return different("operand " + left.name + ": tiles " + std::to_string(left.rows) + "x" +
                       std::to_string(left.cols) + " and " + std::to_string(right.rows) + "x" +
                       std::to_string(right.cols));
    if (left.threads != right.threads || left.values != right.values)
      return different("operand " + left.name + ": " + std::to_string(left.threads) +
                       " threads x " + std::to_string(left.values) + " values and " +
                       std::to_string(right.threads) + " x " + std::to_string(right.values));
    auto leftMap = scene::ThreadValueMap::create(left.name, left.rows, left.cols, left.layout);
    auto rightMap = scene::ThreadValueMap::create(right.name, right.rows, right.cols, right.layout);
    if (!leftMap || !rightMap)
      return different((leftMap ? rightMap : leftMap).reason().message);
    std::string first;
    for (int64_t thread = 0; thread < left.threads && first.empty(); ++thread)
      for (int64_t value = 0; value < left.values; ++value)
        if (leftMap->indexOf(thread, value) != rightMap->indexOf(thread, value)) {
          scene::Cell l = leftMap->unboundedCellOf(thread, value);
          scene::Cell r = rightMap->unboundedCellOf(thread, value);
          first = "operand " + left.name + ": thread " + std::to_string(thread) + " value " +
                  std::to_string(value) + " holds " + cellText(l.row, l.col) + " and " +
                  cellText(r.row, r.col);
          break;
        }
    if (first.empty()) {
      // K must stay where it is in the other operand too.
      if (left.name == "a" || left.name == "b")
        if (upToK && !permutesColumns(*leftMap, *rightMap, columns))
          return different("A and B differ by different permutations of K");
      continue;
    }
    if ((left.name == "a" || left.name == "b") && permutesColumns(*leftMap, *rightMap, columns)) {
      upToK = true;
      continue;
    }
    return different(first);
  }
  if (!upToK)
    return {Verdict::Equal, "equal"};
  // A permutation found at B must hold for A too.
  for (const char *name : {"a", "b"})
    for (const OperandFact &left : a.operands)
      for (const OperandFact &right : b.operands)
        if (left.name == name && right.name == name) {
          auto leftMap =
              scene::ThreadValueMap::create(left.name, left.rows, left.cols, left.layout);
          auto rightMap =
              scene::ThreadValueMap::create(right.name, right.rows, right.cols, right.layout);
          if (!permutesColumns(*leftMap, *rightMap, columns))
            return different("A and B differ by different permutations of K");
        }
  return {Verdict::EqualUpToK, "equal up to a permutation of K"};
}

} // namespace flylsp
