// The tokens of layout::TokenSource read from MLIR's parser, and the layout grammar over them.
// Errors point at the guilty token and carry their code.
#pragma once

#include "dialects/layout/Parser.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::fly {

/// Where the parts of a layout stand in the text, for rules of the type that holds it.
struct LayoutPlaces {
  SmallVector<std::pair<layout::Leaf, SMLoc>> strides;     ///< leaf by leaf
  SmallVector<std::pair<layout::IntTuple, SMLoc>> offsets; ///< of composed layouts
  SMLoc coordSwizzle;                                      ///< the first one
};

class AsmTokens : public layout::TokenSource {
public:
  explicit AsmTokens(AsmParser &parser, LayoutPlaces *places = nullptr)
      : parser_(parser), places_(places) {}

  Location location() override;
  bool optional(char punctuation) override;
  bool optionalKeyword(std::string_view keyword) override;
  std::optional<std::string> optionalBasisSuffix() override;
  std::optional<int64_t> optionalInteger() override;
  void error(Location where, const layout::Reason &reason) override;
  bool checks() const override { return true; }
  void warning(Location where, const layout::Reason &reason) override;
  void placed(Part part, const layout::IntTuple &value, Location where) override;
  /// Whether an error has been reported.
  bool reported() const { return reported_; }

private:
  AsmParser &parser_;
  LayoutPlaces *places_;
  bool reported_ = false;
  bool inSwizzle_ = false; ///< fields of a swizzle may be hexadecimal
};

/// Reports text of a dialect symbol that its parser did not read; MLIR would drop it silently.
ParseResult expectSymbolEnd(DialectAsmParser &parser);

/// First character of the next token, NUL at the end of the text. Used to choose a production.
char peekToken(AsmParser &parser);

// Each parses one production and checks the structural rules of its value; errors and warnings
// stand at the guilty token. Failure has been reported.
FailureOr<layout::Leaf> parseLeaf(AsmParser &parser);
FailureOr<layout::Leaf> parseBasis(AsmParser &parser);
FailureOr<layout::IntTuple> parseIntTuple(AsmParser &parser);
FailureOr<layout::Layout> parseLayout(AsmParser &parser);
FailureOr<layout::Swizzle> parseSwizzle(AsmParser &parser);
FailureOr<layout::CoordSwizzle> parseCoordSwizzle(AsmParser &parser);
/// A plain or composed layout; a lone swizzle is an error.
FailureOr<layout::AnyLayout> parseAnyLayout(AsmParser &parser);
FailureOr<layout::AnyLayout> parseAnyLayout(AsmParser &parser, LayoutPlaces &places);
/// A composed layout; a text without `o` is an error.
FailureOr<layout::AnyLayout> parseComposedLayout(AsmParser &parser);
FailureOr<layout::Tile> parseTile(AsmParser &parser);

} // namespace mlir::fly
