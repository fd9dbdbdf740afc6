// The grammar of fly-core 2, written once over an abstract source of tokens: plain text here,
// MLIR's AsmParser in dialects/fly.
#pragma once

#include "dialects/layout/Layout.h"

#include <string_view>

namespace layout {

/// Where tokens come from. Locations are opaque to the grammar.
class TokenSource {
public:
  using Location = const char *;
  virtual ~TokenSource() = default;

  virtual Location location() = 0; ///< of the next token
  /// Consumes `punctuation` (one of ( ) [ ] { } < > , : | * ? = -) if it comes next.
  virtual bool optional(char punctuation) = 0;
  /// Consumes a bare identifier if it equals `keyword`.
  virtual bool optionalKeyword(std::string_view keyword) = 0;
  /// Consumes a bare identifier that starts with `E` and a digit; returns its text.
  virtual std::optional<std::string> optionalBasisSuffix() = 0;
  /// Consumes a decimal integer with optional minus. A literal beyond 64 bits is reported by
  /// `error` and yields 0.
  virtual std::optional<int64_t> optionalInteger() = 0;
  /// The same where hexadecimal is accepted as well (fields of swizzles).
  virtual std::optional<int64_t> optionalAnyInteger() { return optionalInteger(); }
  /// Reports an error at a place; parsing stops.
  virtual void error(Location where, const Reason &reason) = 0;

  /// Whether values are verified while the places of their parts are known (`verify`, rules 104 to
  /// 110). Without it the caller verifies the whole value.
  virtual bool checks() const { return false; }
  /// Reports a value that is kept although it is weak, at the place of its guilty part. Only called
  /// where `checks` says so.
  virtual void warning(Location /*where*/, const Reason & /*reason*/) {}
  /// Says where a part of a layout stands, for rules of the type around it: each leaf of a stride,
  /// each offset and each coordinate swizzle of a composed layout.
  enum class Part { Stride, Offset, CoordSwizzle };
  virtual void placed(Part /*part*/, const IntTuple & /*value*/, Location /*where*/) {}
};

// Each returns nothing after having reported an error through the source.
std::optional<IntTuple> parseIntTuple(TokenSource &source);
std::optional<Layout> parseLayout(TokenSource &source);
std::optional<Swizzle> parseSwizzle(TokenSource &source);
std::optional<CoordSwizzle> parseCoordSwizzle(TokenSource &source);
/// A composed layout or, with no `o`, a plain one.
std::optional<AnyLayout> parseAnyLayout(TokenSource &source);
std::optional<Tile> parseTile(TokenSource &source);
/// An integer leaf as it stands in a tile or a standalone `int` attribute.
std::optional<Leaf> parseLeaf(TokenSource &source);

// The same from a whole text; the reason starts with the column (1-based) of the guilty token, as
// in "column 4: expected ...".
Result<IntTuple> parseIntTuple(std::string_view text);
Result<Layout> parseLayout(std::string_view text);
Result<Swizzle> parseSwizzle(std::string_view text);
Result<CoordSwizzle> parseCoordSwizzle(std::string_view text);
Result<AnyLayout> parseAnyLayout(std::string_view text);
Result<Tile> parseTile(std::string_view text);
Result<Leaf> parseLeaf(std::string_view text);

} // namespace layout
