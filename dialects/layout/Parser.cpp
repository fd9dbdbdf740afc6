#include "dialects/layout/Parser.h"

#include "dialects/layout/Detail.h"

#include <charconv>

namespace layout {

using detail::fail;
using detail::maxDepth;

namespace {

/// The productions of fly-core 2. Each returns nothing after having reported one error.
class Grammar {
public:
  explicit Grammar(TokenSource &source) : source(source) {}

  std::optional<Leaf> integer() {
    auto where = source.location();
    if (source.optional('*'))
      return Leaf::none();
    if (source.optional('?'))
      return dynamicLeaf();
    if (auto value = source.optionalInteger()) {
      if (*value < minStatic || *value > maxStatic)
        return error(where, 101,
                     "integer " + std::to_string(*value) +
                         " does not fit the 32 bits of a static leaf");
      return Leaf(*value);
    }
    return error(where, 101, "expected an integer, '?' or '*'");
  }

  std::optional<Leaf> leaf() {
    auto where = source.location();
    auto value = integer();
    if (!value)
      return std::nullopt;
    auto suffixAt = source.location();
    auto suffix = source.optionalBasisSuffix();
    if (!suffix)
      return value;
    if (value->isNone())
      return error(where, 109,
                   "the none leaf '*' cannot be the coefficient of the basis element '" + *suffix +
                       "'");
    auto path = basisPath(*suffix, suffixAt);
    if (!path)
      return std::nullopt;
    return value->withBasis(std::move(*path));
  }

  std::optional<IntTuple> intTuple(size_t depth = 0) {
    auto where = source.location();
    if (!source.optional('(')) {
      if (startsLeaf())
        if (auto value = leaf())
          return IntTuple(std::move(*value));
      return std::nullopt;
    }
    if (depth >= maxDepth)
      return error(where, 101, "tuple is nested deeper than " + std::to_string(maxDepth));
    std::vector<IntTuple> elements;
    do {
      auto elementAt = source.location();
      if (source.optional(')'))
        return error(elementAt, 101,
                     elements.empty() ? "a tuple needs at least one element, got '()'"
                                      : "expected an element after ',', got ')'");
      auto element = intTuple(depth + 1);
      if (!element)
        return std::nullopt;
      elements.push_back(std::move(*element));
    } while (source.optional(','));
    if (!expect(')', 101, "expected ',' or ')' in a tuple"))
      return std::nullopt;
    return IntTuple(std::move(elements));
  }

  std::optional<Layout> layout() {
    auto shape = intTuple();
    if (!shape)
      return std::nullopt;
    return strideOf(std::move(*shape));
  }

  std::optional<Swizzle> swizzle() {
    auto where = source.location();
    if (!source.optionalKeyword("S"))
      return error(where, 102, "expected a swizzle S<mask,base,shift>");
    return swizzleBody();
  }

  std::optional<CoordSwizzle> coordSwizzle() {
    auto where = source.location();
    if (!source.optionalKeyword("CS"))
      return error(where, 102, "expected a coordinate swizzle CS<mask,base,[path],base,[path]>");
    return coordSwizzleBody();
  }

  /// `nested` is the number of enclosing brackets; a bare swizzle has no domain and is refused.
  std::optional<AnyLayout> composed(size_t nested = 0) {
    auto where = source.location();
    std::optional<ComposedLayout::Inner> head;
    bool isSwizzle = true;
    if (source.optionalKeyword("S")) {
      if (auto s = swizzleBody())
        head = *s;
    } else if (source.optionalKeyword("CS")) {
      if (auto s = coordSwizzleBody())
        head = *s;
    } else {
      isSwizzle = false;
      if (auto l = layout())
        head = AnyLayout(std::move(*l));
    }
    if (!head)
      return std::nullopt;
    size_t length = 0;
    while (source.optionalKeyword("o")) {
      if (++length > maxDepth)
        return error(where, 101,
                     "more than " + std::to_string(maxDepth) + " compositions in a row");
      auto offset = intTuple();
      if (!offset)
        return std::nullopt;
      auto separator = source.location();
      if (!source.optionalKeyword("o"))
        return error(separator, 102,
                     "expected 'o' and the outer layout after the offset " +
                         detail::shorten(offset->str()));
      auto outer = outerPart(nested);
      if (!outer)
        return std::nullopt;
      head = AnyLayout(ComposedLayout(std::move(*head), std::move(*offset), std::move(*outer)));
      isSwizzle = false;
    }
    if (isSwizzle)
      return error(where, nested ? 102 : 103,
                   "expected a layout or a composed layout, got a bare swizzle: it has no shape",
                   "compose it: S<..> o 0 o shape:stride");
    return std::move(std::get<AnyLayout>(*head));
  }

  std::optional<Tile> tile(size_t depth = 0) {
    auto where = source.location();
    if (source.optional('[')) {
      if (depth >= maxDepth)
        return error(where, 101, "tile is nested deeper than " + std::to_string(maxDepth));
      std::vector<Tile> elements;
      do {
        auto elementAt = source.location();
        if (source.optional(']'))
          return error(elementAt, 101,
                       elements.empty() ? "a tile needs at least one element, got '[]'"
                                        : "expected a tile element after '|', got ']'");
        auto element = tile(depth + 1);
        if (!element)
          return std::nullopt;
        elements.push_back(std::move(*element));
      } while (source.optional('|'));
      if (!expect(']', 101, "expected '|' or ']' in a tile"))
        return std::nullopt;
      return Tile(std::move(elements));
    }
    auto shape = intTuple();
    if (!shape)
      return std::nullopt;
    if (source.optional(':')) {
      auto stride = intTuple();
      if (!stride)
        return std::nullopt;
      Layout element(std::move(*shape), std::move(*stride));
      if (!element.isStatic())
        return error(where, 107,
                     "tile element " + detail::shorten(element.str()) + " is not static");
      return Tile(std::move(element));
    }
    if (!shape->isLeaf())
      return error(where, 102,
                   "tile element " + detail::shorten(shape->str()) + " needs a stride, as in " +
                       detail::shorten(shape->str()) + ":stride");
    if (shape->leaf().isBasis())
      return error(where, 102,
                   "tile element " + shape->str() + " is a basis element, an integer is needed");
    if (shape->leaf().isDynamic())
      return error(where, 107, "tile element " + shape->str() + " is not static");
    return Tile(shape->leaf());
  }

private:
  std::nullopt_t error(TokenSource::Location where, int rule, std::string message,
                       std::string fix = {}) {
    source.error(where, fail(rule, std::move(message), std::move(fix)));
    return std::nullopt;
  }

  bool expect(char punctuation, int rule, const char *message) {
    auto where = source.location();
    if (source.optional(punctuation))
      return true;
    source.error(where, fail(rule, message));
    return false;
  }

  /// Reports words that cannot start a leaf with the part that is missing.
  bool startsLeaf() {
    auto where = source.location();
    for (const char *word : {"S", "CS"})
      if (source.optionalKeyword(word)) {
        error(where, 102,
              std::string("expected a tuple or a layout, got the swizzle '") + word +
                  "', which can only be the inner part of a composed layout");
        return false;
      }
    return true;
  }

  std::optional<Leaf> dynamicLeaf() {
    int width = 32;
    int64_t divisor = 1;
    if (source.optional('{')) {
      if (source.optionalKeyword("i64"))
        width = 64;
      else
        (void)source.optionalKeyword("i32");
      if (source.optionalKeyword("div")) {
        if (!expect('=', 101, "expected '=' after 'div'"))
          return std::nullopt;
        auto where = source.location();
        auto value = source.optionalInteger();
        if (!value)
          return error(where, 101, "expected a decimal divisor after 'div='");
        if (*value < 1 || *value > maxStatic)
          return error(
              where, 108,
              "divisibility " + std::to_string(*value) + " is not a positive 32-bit integer",
              *value < 0 && *value >= -maxStatic ? "write div=" + std::to_string(-*value) : "");
        divisor = *value;
      }
      if (!expect('}', 101,
                  "expected '}' (a run-time integer has an optional i32 or i64, then an "
                  "optional div=N)"))
        return std::nullopt;
    }
    return Leaf::dynamic(width, divisor);
  }

  std::optional<ModePath> basisPath(std::string_view suffix, TokenSource::Location where) {
    ModePath path;
    const char *at = suffix.data(), *end = at + suffix.size();
    while (at != end) {
      int32_t mode = 0;
      auto [next, status] = std::from_chars(at + 1, end, mode);
      if (*at != 'E' || status == std::errc::invalid_argument || at[1] == '-')
        return error(where, 101,
                     "malformed basis suffix '" + detail::shorten(std::string(suffix)) +
                         "', expected 'E' and a mode index, repeated");
      if (status == std::errc::result_out_of_range)
        return error(where, 101,
                     "mode index in the basis suffix '" + detail::shorten(std::string(suffix)) +
                         "' does not fit 32 bits");
      path.push_back(mode);
      if (path.size() > maxDepth)
        return error(where, 101,
                     "basis suffix has more than " + std::to_string(maxDepth) + " modes");
      at = next;
    }
    return path;
  }

  std::optional<Layout> strideOf(IntTuple shape) {
    auto where = source.location();
    if (!source.optional(':'))
      return error(where, 102,
                   "expected ':' and a stride after the shape " + detail::shorten(shape.str()));
    auto stride = intTuple();
    if (!stride)
      return std::nullopt;
    return Layout(std::move(shape), std::move(*stride));
  }

  std::optional<int32_t> field(const char *name) {
    auto where = source.location();
    auto value = source.optionalAnyInteger();
    if (!value)
      return error(where, 102,
                   std::string("expected an integer for the ") + name + " of a swizzle");
    if (*value < minStatic || *value > maxStatic)
      return error(where, 101,
                   std::string("the ") + name + " " + std::to_string(*value) +
                       " of a swizzle does not fit 32 bits");
    return int32_t(*value);
  }

  bool comma() { return expect(',', 102, "expected ',' between the fields of a swizzle"); }

  std::optional<Swizzle> swizzleBody() {
    if (!expect('<', 102, "expected '<' after 'S'"))
      return std::nullopt;
    auto mask = field("mask");
    if (!mask || !comma())
      return std::nullopt;
    auto base = field("base");
    if (!base || !comma())
      return std::nullopt;
    auto shift = field("shift");
    if (!shift || !expect('>', 102, "expected '>' after the shift of a swizzle"))
      return std::nullopt;
    return Swizzle{*mask, *base, *shift};
  }

  std::optional<ModePath> path() {
    if (!expect('[', 102, "expected '[' before a mode path of a swizzle"))
      return std::nullopt;
    ModePath out;
    if (source.optional(']'))
      return out;
    do {
      auto mode = field("mode");
      if (!mode)
        return std::nullopt;
      out.push_back(*mode);
      if (out.size() > maxDepth)
        return error(source.location(), 101,
                     "mode path is longer than " + std::to_string(maxDepth));
    } while (source.optional(','));
    if (!expect(']', 102, "expected ',' or ']' in a mode path of a swizzle"))
      return std::nullopt;
    return out;
  }

  std::optional<CoordSwizzle> coordSwizzleBody() {
    if (!expect('<', 102, "expected '<' after 'CS'"))
      return std::nullopt;
    CoordSwizzle s;
    auto mask = field("mask");
    if (!mask || !comma())
      return std::nullopt;
    s.mask = *mask;
    for (bool row : {true, false}) {
      auto base = field(row ? "row base" : "column base");
      if (!base || !comma())
        return std::nullopt;
      (row ? s.baseRow : s.baseCol) = *base;
      auto modes = path();
      if (!modes || (row && !comma()))
        return std::nullopt;
      (row ? s.modeRow : s.modeCol) = std::move(*modes);
    }
    if (!expect('>', 102, "expected '>' after the column path of a swizzle"))
      return std::nullopt;
    return s;
  }

  std::optional<AnyLayout> outerPart(size_t nested) {
    auto where = source.location();
    if (source.optional('[')) {
      if (nested >= maxDepth)
        return error(where, 101,
                     "composed layouts are nested deeper than " + std::to_string(maxDepth));
      auto outer = composed(nested + 1);
      if (!outer || !expect(']', 102, "expected ']' after a composed outer layout"))
        return std::nullopt;
      return outer;
    }
    auto plain = layout();
    if (!plain)
      return std::nullopt;
    return AnyLayout(std::move(*plain));
  }

  TokenSource &source;
};

} // namespace

std::optional<IntTuple> parseIntTuple(TokenSource &source) { return Grammar(source).intTuple(); }
std::optional<Layout> parseLayout(TokenSource &source) { return Grammar(source).layout(); }
std::optional<Swizzle> parseSwizzle(TokenSource &source) { return Grammar(source).swizzle(); }
std::optional<CoordSwizzle> parseCoordSwizzle(TokenSource &source) {
  return Grammar(source).coordSwizzle();
}
std::optional<AnyLayout> parseAnyLayout(TokenSource &source) { return Grammar(source).composed(); }
std::optional<Tile> parseTile(TokenSource &source) { return Grammar(source).tile(); }
std::optional<Leaf> parseLeaf(TokenSource &source) { return Grammar(source).integer(); }

//===----------------------------------------------------------------------===//
// Plain text
//===----------------------------------------------------------------------===//

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isWord(char c) { return isWordStart(c) || isDigit(c) || c == '$' || c == '.'; }

class TextSource final : public TokenSource {
public:
  explicit TextSource(std::string_view text)
      : begin(text.data()), at(begin), end(begin + text.size()) {}

  Location location() override {
    skipBlanks();
    return at;
  }

  bool optional(char punctuation) override {
    skipBlanks();
    if (failed || at == end || *at != punctuation)
      return false;
    ++at;
    return true;
  }

  bool optionalKeyword(std::string_view keyword) override {
    if (word() != keyword)
      return false;
    at += keyword.size();
    return true;
  }

  std::optional<std::string> optionalBasisSuffix() override {
    std::string_view next = word();
    if (next.size() < 2 || next[0] != 'E' || !isDigit(next[1]))
      return std::nullopt;
    at += next.size();
    return std::string(next);
  }

  std::optional<int64_t> optionalInteger() override { return number(false); }
  std::optional<int64_t> optionalAnyInteger() override { return number(true); }

  void error(Location where, const Reason &reason) override {
    if (failed)
      return;
    failed = reason;
    failed->message = "column " + std::to_string(where - begin + 1) + ": " + reason.message;
  }

  /// Reports whatever follows the parsed value.
  void finish() {
    skipBlanks();
    if (!failed && at != end)
      error(at, fail(101, "unexpected text '" + detail::shorten(std::string(at, end)) + "'"));
  }

  std::optional<Reason> failed;

private:
  void skipBlanks() {
    while (at != end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r'))
      ++at;
  }

  /// The identifier that comes next, not consumed.
  std::string_view word() {
    skipBlanks();
    if (failed || at == end || !isWordStart(*at))
      return {};
    const char *last = at;
    while (last != end && isWord(*last))
      ++last;
    return {at, size_t(last - at)};
  }

  std::optional<int64_t> number(bool hexadecimal) {
    skipBlanks();
    if (failed)
      return std::nullopt;
    const char *digits = at;
    bool negative = digits != end && *digits == '-';
    if (negative)
      ++digits;
    if (digits == end || !isDigit(*digits))
      return std::nullopt;
    bool hex = hexadecimal && end - digits > 2 && digits[0] == '0' && digits[1] == 'x';
    uint64_t magnitude = 0;
    auto [last, status] = std::from_chars(hex ? digits + 2 : digits, end, magnitude, hex ? 16 : 10);
    if (status == std::errc::invalid_argument)
      return std::nullopt;
    uint64_t limit = uint64_t(INT64_MAX) + (negative ? 1 : 0);
    if (status == std::errc::result_out_of_range || magnitude > limit) {
      error(at, fail(101, "integer " + detail::shorten(std::string(at, last)) +
                              " does not fit the 32 bits of a static leaf"));
      at = last;
      return 0;
    }
    at = last;
    return negative ? int64_t(0 - magnitude) : int64_t(magnitude);
  }

  const char *begin, *at, *end;
};

template <typename T, typename Parse> Result<T> parseWhole(std::string_view text, Parse &&parse) {
  TextSource source(text);
  std::optional<T> value = parse(source);
  if (value)
    source.finish();
  if (source.failed)
    return *source.failed;
  if (!value)
    return fail(101, "column 1: cannot read '" + detail::shorten(std::string(text)) + "'");
  return *std::move(value);
}

} // namespace

Result<IntTuple> parseIntTuple(std::string_view text) {
  return parseWhole<IntTuple>(text, [](TokenSource &s) { return parseIntTuple(s); });
}
Result<Layout> parseLayout(std::string_view text) {
  return parseWhole<Layout>(text, [](TokenSource &s) { return parseLayout(s); });
}
Result<Swizzle> parseSwizzle(std::string_view text) {
  return parseWhole<Swizzle>(text, [](TokenSource &s) { return parseSwizzle(s); });
}
Result<CoordSwizzle> parseCoordSwizzle(std::string_view text) {
  return parseWhole<CoordSwizzle>(text, [](TokenSource &s) { return parseCoordSwizzle(s); });
}
Result<AnyLayout> parseAnyLayout(std::string_view text) {
  return parseWhole<AnyLayout>(text, [](TokenSource &s) { return parseAnyLayout(s); });
}
Result<Tile> parseTile(std::string_view text) {
  return parseWhole<Tile>(text, [](TokenSource &s) { return parseTile(s); });
}
Result<Leaf> parseLeaf(std::string_view text) {
  return parseWhole<Leaf>(text, [](TokenSource &s) { return parseLeaf(s); });
}

} // namespace layout
