#include "dialects/fly/AsmTokens.h"

#include "dialects/fly/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fly;

static SMLoc toSMLoc(const char *where) { return SMLoc::getFromPointer(where); }

layout::TokenSource::Location AsmTokens::location() {
  return parser_.getCurrentLocation().getPointer();
}

bool AsmTokens::optional(char punctuation) {
  switch (punctuation) {
  case '(':
    return succeeded(parser_.parseOptionalLParen());
  case ')':
    return succeeded(parser_.parseOptionalRParen());
  case '[':
    return succeeded(parser_.parseOptionalLSquare());
  case ']':
    return succeeded(parser_.parseOptionalRSquare());
  case '{':
    return succeeded(parser_.parseOptionalLBrace());
  case '}':
    return succeeded(parser_.parseOptionalRBrace());
  case '<':
    return succeeded(parser_.parseOptionalLess());
  case '>':
    if (failed(parser_.parseOptionalGreater()))
      return false;
    inSwizzle_ = false;
    return true;
  case ',':
    return succeeded(parser_.parseOptionalComma());
  case ':':
    return succeeded(parser_.parseOptionalColon());
  case '|':
    return succeeded(parser_.parseOptionalVerticalBar());
  case '*':
    return succeeded(parser_.parseOptionalStar());
  case '?':
    return succeeded(parser_.parseOptionalQuestion());
  case '=':
    return succeeded(parser_.parseOptionalEqual());
  case '-':
    return succeeded(parser_.parseOptionalMinus());
  default:
    return false;
  }
}

bool AsmTokens::optionalKeyword(std::string_view keyword) {
  if (failed(parser_.parseOptionalKeyword(StringRef(keyword))))
    return false;
  inSwizzle_ = keyword == "S" || keyword == "CS";
  return true;
}

std::optional<std::string> AsmTokens::optionalBasisSuffix() {
  // The lexer has no look-ahead of its own, but the text behind the current token is at hand and
  // ends with a NUL.
  const char *text = location();
  if (!text || text[0] != 'E' || !llvm::isDigit(text[1]))
    return std::nullopt;
  StringRef word;
  if (failed(parser_.parseOptionalKeyword(&word)))
    return std::nullopt;
  return word.str();
}

std::optional<int64_t> AsmTokens::optionalInteger() {
  const char *where = location();
  if (where && *where == '-') {
    const char *next = where + 1;
    while (llvm::isSpace(*next))
      ++next;
    if (!llvm::isDigit(*next)) {
      error(where, {101, "expected an integer after '-'", ""});
      return 0;
    }
  }
  APInt value;
  OptionalParseResult result =
      inSwizzle_ ? parser_.parseOptionalInteger(value) : parser_.parseOptionalDecimalInteger(value);
  if (!result.has_value())
    return std::nullopt;
  if (failed(*result)) {
    reported_ = true;
    return 0;
  }
  if (value.getSignificantBits() > 64) {
    error(where, {101, "integer does not fit 64 bits", ""});
    return 0;
  }
  return value.getSExtValue();
}

void AsmTokens::error(Location where, const layout::Reason &reason) {
  // The first error is the cause; what follows it is noise.
  if (reported_)
    return;
  reported_ = true;
  emitRule([&] { return parser_.emitError(toSMLoc(where)); }, reason);
}

void AsmTokens::warning(Location where, const layout::Reason &reason) {
  if (reported_)
    return;
  mlir::Location loc = parser_.getEncodedSourceLoc(toSMLoc(where));
  emitRule([&] { return emitWarning(loc); }, reason);
}

void AsmTokens::placed(Part part, const layout::IntTuple &value, Location where) {
  if (!places_)
    return;
  switch (part) {
  case Part::Stride:
    places_->strides.emplace_back(value.leaf(), toSMLoc(where));
    break;
  case Part::Offset:
    places_->offsets.emplace_back(value, toSMLoc(where));
    break;
  case Part::CoordSwizzle:
    if (!places_->coordSwizzle.isValid())
      places_->coordSwizzle = toSMLoc(where);
    break;
  }
}

ParseResult mlir::fly::expectSymbolEnd(DialectAsmParser &parser) {
  const char *end = parser.getFullSymbolSpec().end();
  SMLoc loc = parser.getCurrentLocation();
  if (loc.getPointer() >= end)
    return success();
  StringRef rest(loc.getPointer(), end - loc.getPointer());
  emitRule([&] { return parser.emitError(loc); }, 101,
           "unexpected '" + rest.rtrim() + "' after the end of the value");
  return failure();
}

char mlir::fly::peekToken(AsmParser &parser) {
  const char *text = parser.getCurrentLocation().getPointer();
  return text ? *text : '\0';
}

// --- Values -------------------------------------------------------------------------------------

/// Runs one production and the structural checks of its value.
template <typename T>
static FailureOr<T> parseValue(AsmParser &parser,
                               std::optional<T> (*production)(layout::TokenSource &),
                               LayoutPlaces *places = nullptr) {
  AsmTokens tokens(parser, places);
  layout::TokenSource::Location start = tokens.location();
  std::optional<T> value = production(tokens);
  if (!value || tokens.reported()) {
    // A production without a value has reported why; keep the promise even if it did not.
    if (!tokens.reported())
      tokens.error(start, {101, "text cannot be read as an integer tuple, layout or tile", ""});
    return failure();
  }
  // The grammar checks what it can place; the rest is said of the whole.
  if constexpr (!std::is_same_v<T, layout::Leaf>) {
    if (std::optional<layout::Reason> reason = layout::verify(*value)) {
      tokens.error(start, *reason);
      return failure();
    }
  }
  return *value;
}

FailureOr<layout::Leaf> mlir::fly::parseLeaf(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<layout::Leaf> leaf = parseValue<layout::Leaf>(parser, layout::parseLeaf);
  if (failed(leaf))
    return failure();
  if (auto reason = layout::verify(layout::IntTuple(*leaf))) {
    emitRule([&] { return parser.emitError(loc); }, *reason);
    return failure();
  }
  return leaf;
}

FailureOr<layout::Leaf> mlir::fly::parseBasis(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<layout::IntTuple> tuple = parseIntTuple(parser);
  if (failed(tuple))
    return failure();
  if (!tuple->isLeaf() || !tuple->leaf().isBasis()) {
    emitRule([&] { return parser.emitError(loc); }, 102,
             "basis element needs a mode, got '" + tuple->str() + "'",
             "write a mode after the number, for example 1E0");
    return failure();
  }
  return tuple->leaf();
}

FailureOr<layout::IntTuple> mlir::fly::parseIntTuple(AsmParser &parser) {
  return parseValue<layout::IntTuple>(parser, layout::parseIntTuple);
}

FailureOr<layout::Layout> mlir::fly::parseLayout(AsmParser &parser) {
  return parseValue<layout::Layout>(parser, layout::parseLayout);
}

FailureOr<layout::Swizzle> mlir::fly::parseSwizzle(AsmParser &parser) {
  return parseValue<layout::Swizzle>(parser, layout::parseSwizzle);
}

FailureOr<layout::CoordSwizzle> mlir::fly::parseCoordSwizzle(AsmParser &parser) {
  return parseValue<layout::CoordSwizzle>(parser, layout::parseCoordSwizzle);
}

FailureOr<layout::AnyLayout> mlir::fly::parseAnyLayout(AsmParser &parser) {
  return parseValue<layout::AnyLayout>(parser, layout::parseAnyLayout);
}

FailureOr<layout::AnyLayout> mlir::fly::parseAnyLayout(AsmParser &parser, LayoutPlaces &places) {
  return parseValue<layout::AnyLayout>(parser, layout::parseAnyLayout, &places);
}

FailureOr<layout::AnyLayout> mlir::fly::parseComposedLayout(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<layout::AnyLayout> value = parseAnyLayout(parser);
  if (succeeded(value) && value->isPlain()) {
    emitRule([&] { return parser.emitError(loc); }, 102,
             "invalid kind of attribute specified: expected a composed layout with an 'o', got the "
             "plain layout " +
                 value->str(),
             "use !fly.layout for a plain layout");
    return failure();
  }
  return value;
}

FailureOr<layout::Tile> mlir::fly::parseTile(AsmParser &parser) {
  return parseValue<layout::Tile>(parser, layout::parseTile);
}
