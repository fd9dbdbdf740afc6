// Names of operations and texts of operands, as the specification's examples and case files write
// them, mapped to the library.
#pragma once

#include "dialects/layout/Algebra.h"
#include "dialects/layout/Parser.h"
#include "dialects/layout/Tiled.h"

#include <map>
#include <string>
#include <vector>

namespace layout::test {

/// A pointer as far as the algebra sees it.
struct Pointer {
  std::string element, space;
  int64_t bits = 32, alignment = 4; // bytes
  Swizzle swizzle;
  std::string str() const;
};

struct CoordTensor {
  IntTuple base;
  AnyLayout layout;
  std::string str() const { return "coord_tensor<" + base.str() + ", " + layout.str() + ">"; }
};

struct Text {
  std::string value;
};

using Value = std::variant<IntTuple, AnyLayout, Swizzle, CoordSwizzle, Tile, Pointer, CoordTensor,
                           TiledCopy, TiledMma, Text>;

std::string str(const Value &value);

/// Attributes: integers, lists of integers and words.
struct Attributes {
  std::map<std::string, std::vector<int64_t>> numbers;
  std::map<std::string, std::string> words;
  std::optional<int64_t> number(const std::string &name) const;
  std::vector<int32_t> list(const std::string &name) const;
};

/// Splits at top-level commas; `->` does not close a bracket.
std::vector<std::string> splitArguments(std::string_view text);

/// An operand: a bare value or one wrapped in `!fly.kind<...>`.
Result<Value> parseValue(std::string_view text);

/// A whole call `op(operands) {attributes}`.
struct Call {
  std::string op;
  std::vector<std::string> operands;
  Attributes attributes;
};
Call parseCall(std::string_view text);

/// The result of an operation on parsed operands; names are those of the ops without `fly.` or
/// `helper.`.
Result<Value> apply(const std::string &op, const std::vector<Value> &operands,
                    const Attributes &attributes, Warnings *warnings = nullptr);

/// Parses the operands, applies, prints; `error: ...` when there is no result.
std::string run(const Call &call, Warnings *warnings = nullptr);

} // namespace layout::test
