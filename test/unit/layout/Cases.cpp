// The case file and the worked examples of the specification.
#include "test/unit/layout/Operations.h"
#include "test/unit/layout/Random.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using namespace layout;
using namespace layout::test;

namespace {

Call callOf(const nlohmann::json &json) {
  Call call;
  call.op = json["op"];
  for (const auto &input : json["inputs"])
    call.operands.push_back(input);
  if (json.contains("attrs"))
    for (const auto &[name, value] : json["attrs"].items()) {
      if (value.is_array())
        call.attributes.numbers[name] = value.get<std::vector<int64_t>>();
      else if (value.is_number())
        call.attributes.numbers[name] = {value.get<int64_t>()};
      else
        call.attributes.words[name] = value;
    }
  return call;
}

} // namespace

TEST(Cases, File) {
  std::ifstream file(FLY_TEST_DATA_DIR "/layout-algebra.jsonl");
  ASSERT_TRUE(file);
  std::string line;
  int count = 0;
  while (std::getline(file, line)) {
    if (line.empty())
      continue;
    auto json = nlohmann::json::parse(line);
    Call call = callOf(json);
    std::string expected = json["expect"], got = run(call);
    if (expected == "error")
      EXPECT_EQ(got.substr(0, 6), "error:") << line << "\n got " << got;
    else
      EXPECT_EQ(got, expected) << line;
    ++count;
  }
  EXPECT_EQ(count, 727);
}

TEST(Cases, SpecExamples) {
  static const char text[] =
#include "test/unit/layout/SpecExamples.inc"
      ;
  std::istringstream lines(text);
  std::string line;
  int count = 0;
  const std::string arrow = " → ";
  while (std::getline(lines, line)) {
    if (line.empty())
      continue;
    size_t at = line.rfind(arrow);
    ASSERT_NE(at, std::string::npos) << line;
    std::string expected = line.substr(at + arrow.size());
    std::string got = run(parseCall(line.substr(0, at)));
    if (expected.rfind("error", 0) == 0)
      EXPECT_EQ(got.substr(0, 6), "error:") << line << "\n got " << got;
    else
      EXPECT_EQ(got, expected) << line;
    ++count;
  }
  EXPECT_GT(count, 400);
}

// What the tables and the specification's examples keep although it is not what its definition says
// carries a warning, and only that does: every static line against its definition, element by
// element.
namespace {

/// The static integer layout of an operand or result, if it is one.
std::optional<Layout> plainOf(const std::string &text) {
  auto value = parseValue(text);
  if (!value)
    return std::nullopt;
  auto *any = std::get_if<AnyLayout>(&*value);
  if (!any || !any->isPlain() || !any->plain().isStatic() || any->plain().stride().hasBasis())
    return std::nullopt;
  auto n = size(any->plain());
  if (!n || n->value() > (1 << 16))
    return std::nullopt;
  return any->plain();
}

/// Whether the result of a call is what the definition says; nothing where this test knows none.
std::optional<bool> asDefined(const Call &call, const Layout &result) {
  std::string op = call.op.substr(call.op.find('.') + 1);
  std::optional<Layout> a = plainOf(call.operands[0]);
  std::optional<Layout> b = call.operands.size() > 1 ? plainOf(call.operands[1]) : std::nullopt;
  if (!a)
    return std::nullopt;
  Plain f(*a), r(result);
  if (op == "composition" && b) {
    Plain g(*b);
    if (r.size() != g.size())
      return false;
    for (int64_t i = 0; i < g.size(); ++i)
      if (r(i) != f(g(i)))
        return false;
    return true;
  }
  if (op == "coalesce")
    return sameFunction(result, *a);
  if (op == "complement") {
    auto shape = filterZeros(a->stride(), a->shape());
    Plain filtered(Layout(*shape, a->stride()));
    std::set<int64_t> seen;
    for (int64_t i = 0; i < filtered.size(); ++i)
      for (int64_t j = 0; j < r.size(); ++j)
        if (!seen.insert(filtered(i) + r(j)).second)
          return false;
    // Every index of the codomain is reached.
    int64_t n = cosize(*a)->value();
    if (call.operands.size() > 1) {
      auto given = parseValue(call.operands[1]);
      auto *tuple = given ? std::get_if<IntTuple>(&*given) : nullptr;
      if (!tuple || !tuple->isLeaf() || !tuple->isStatic())
        return std::nullopt;
      n = tuple->leaf().value();
    }
    for (int64_t x = 0; x < n; ++x)
      if (!seen.count(x))
        return false;
    return true;
  }
  if ((op == "logical_divide" || op == "zipped_divide") && b) {
    auto rest = complement(*b, IntTuple(f.size()));
    if (!rest || r.size() > 1 << 16)
      return std::nullopt;
    Plain tile(*b), repeat(*rest), inTile(result[0]), restOf(result[1]);
    auto covers = asDefined({"complement", {b->str(), std::to_string(f.size())}, {}}, *rest);
    if (!covers || !*covers || inTile.size() != tile.size() || restOf.size() != repeat.size())
      return false;
    for (int64_t i = 0; i < tile.size(); ++i)
      for (int64_t j = 0; j < repeat.size(); ++j)
        if (inTile(i) + restOf(j) != f(tile(i) + repeat(j)))
          return false;
    return true;
  }
  if ((op == "logical_product" || op == "zipped_product") && b) {
    // Copies of the block, disjoint unless the layout of the copies repeats itself.
    Plain block(result[0]), copies(result[1]), wanted(*b);
    if (!sameFunction(canonicalize(*a), result[0]) || copies.size() != wanted.size())
      return false;
    std::set<int64_t> starts, seen;
    auto shape = filterZeros(a->stride(), a->shape());
    Plain once(Layout(*shape, a->stride()));
    for (int64_t j = 0; j < copies.size(); ++j)
      if (starts.insert(copies(j)).second)
        for (int64_t i = 0; i < once.size(); ++i)
          if (!seen.insert(once(i) + copies(j)).second)
            return false;
    return true;
  }
  if (op == "right_inverse") {
    for (int64_t x = 0; x < r.size(); ++x)
      if (f(r(x)) != x)
        return false;
    return true;
  }
  if (op == "left_inverse") {
    // Indices that repeat (stride 0) belong to the first coordinate of each.
    std::set<int64_t> seen;
    for (int64_t x = 0; x < f.size(); ++x)
      if (seen.insert(f(x)).second && r(f(x)) != x)
        return false;
    return true;
  }
  // A mode of stride 0 is not kept, even where it meets no other mode (D-38).
  if (op == "make_layout_like")
    for (size_t i = 0; i < f.stride.size(); ++i)
      if (f.stride[i] == 0 && f.shape[i] > 1)
        return false;
  if (op == "make_ordered_layout" || op == "make_layout_like" ||
      op == "make_fragment_layout_like" || op == "tile_to_shape")
    return isInjective(result);
  return std::nullopt;
}

} // namespace

TEST(Cases, WeakLinesAndNoOthersWarn) {
  std::ifstream file(FLY_TEST_DATA_DIR "/layout-algebra.jsonl");
  ASSERT_TRUE(file);
  std::string line;
  int checked = 0, weak = 0;
  while (std::getline(file, line)) {
    if (line.empty())
      continue;
    auto json = nlohmann::json::parse(line);
    if (json["expect"] == "error")
      continue;
    Call call = callOf(json);
    auto result = plainOf(json["expect"]);
    if (!result)
      continue;
    std::optional<bool> right = asDefined(call, *result);
    if (!right)
      continue;
    ++checked;
    weak += !*right;
    Warnings warnings;
    run(call, &warnings);
    EXPECT_EQ(warnings.empty(), *right)
        << line << (warnings.empty() ? "" : "\n" + warnings[0].message);
  }
  EXPECT_GT(checked, 100);
  EXPECT_GT(weak, 3);
}
