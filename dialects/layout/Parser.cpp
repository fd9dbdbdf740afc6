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
    if (missing && nodes.size() == 1)
      return error(where, 102, std::string("expected ") + missing);
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
    nodes.push_back(where);
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

  std::optional<Layout> layout(const char *what = nullptr) {
    auto shape = placedTuple(what);
    if (!shape)
      return std::nullopt;
    auto where = source.location();
    if (!source.optional(':'))
      return error(where, 102,
                   "expected ':' and a stride after the shape " +
                       detail::shorten(shape->tuple.str()));
    return strideOf(*shape);
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
      source.placed(TokenSource::Part::CoordSwizzle, IntTuple(), where);
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
      auto placedOffset = placedTuple("an offset after 'o'");
      if (!placedOffset)
        return std::nullopt;
      std::optional<IntTuple> offset = placedOffset->tuple;
      source.placed(TokenSource::Part::Offset, *offset, placedOffset->nodes.front());
      if (source.checks() && offset->hasNone()) {
        auto none = placeOf(*placedOffset, [](const Leaf &leaf) { return leaf.isNone(); });
        return error(none, 109,
                     "the none leaf '*' cannot be part of the offset " +
                         detail::shorten(offset->str()));
      }
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
    auto placedShape = placedTuple();
    if (!placedShape)
      return std::nullopt;
    std::optional<IntTuple> shape = placedShape->tuple;
    if (source.optional(':')) {
      auto element = strideOf(*placedShape);
      if (!element)
        return std::nullopt;
      if (!element->isStatic())
        return error(where, 107,
                     "tile element " + detail::shorten(element->str()) + " is not static");
      return Tile(std::move(*element));
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
    Tile element(shape->leaf());
    if (source.checks())
      if (auto bad = verify(element)) {
        source.error(where, *bad);
        return std::nullopt;
      }
    return element;
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

  /// A tuple with the place of each of its nodes: itself, then those of its elements in order.
  struct Placed {
    IntTuple tuple;
    std::vector<TokenSource::Location> nodes;
  };

  /// `what` names the tuple where nothing of it stands.
  std::optional<Placed> placedTuple(const char *what = nullptr) {
    nodes.clear();
    missing = what;
    auto tuple = intTuple();
    missing = nullptr;
    if (!tuple)
      return std::nullopt;
    return Placed{std::move(*tuple), std::move(nodes)};
  }

  template <typename Fn>
  static void visitPlaces(const IntTuple &tuple, const std::vector<TokenSource::Location> &nodes,
                          size_t &next, Fn &&visit) {
    TokenSource::Location where = nodes[next++];
    if (tuple.isLeaf()) {
      visit(tuple.leaf(), where);
      return;
    }
    for (const IntTuple &element : tuple.elements())
      visitPlaces(element, nodes, next, visit);
  }
  /// The first leaf that fits, else the whole tuple.
  template <typename Fn> static TokenSource::Location placeOf(const Placed &placed, Fn &&fits) {
    TokenSource::Location found = nullptr;
    size_t next = 0;
    visitPlaces(placed.tuple, placed.nodes, next,
                [&](const Leaf &leaf, TokenSource::Location where) {
                  if (!found && fits(leaf))
                    found = where;
                });
    return found ? found : placed.nodes.front();
  }
  /// Where the stride leaves the nesting of the shape: a surplus element, or the part that has too
  /// few or stands against a part of another kind. Null when it does not; `next` counts its nodes.
  static TokenSource::Location deviation(const IntTuple &shape, const IntTuple &stride,
                                         const std::vector<TokenSource::Location> &nodes,
                                         size_t &next) {
    TokenSource::Location where = nodes[next++];
    if (shape.isLeaf() || stride.isLeaf())
      return shape.isLeaf() == stride.isLeaf() ? nullptr : where;
    for (size_t i = 0; i < std::min(shape.rank(), stride.rank()); ++i)
      if (auto deeper = deviation(shape[i], stride[i], nodes, next))
        return deeper;
    if (stride.rank() > shape.rank())
      return nodes[next];
    return stride.rank() < shape.rank() ? where : nullptr;
  }

  /// The stride after the ':' and the layout of both.
  std::optional<Layout> strideOf(const Placed &shape) {
    auto stride = placedTuple("a stride after ':'");
    if (!stride)
      return std::nullopt;
    Layout value(shape.tuple, stride->tuple);
    size_t next = 0;
    visitPlaces(stride->tuple, stride->nodes, next,
                [&](const Leaf &leaf, TokenSource::Location where) {
                  source.placed(TokenSource::Part::Stride, IntTuple(leaf), where);
                });
    if (!source.checks())
      return value;
    if (auto bad = verify(value)) {
      source.error(guilty(shape, *stride, bad->rule), *bad);
      return std::nullopt;
    }
    Warnings weak;
    verifyWeak(value, weak);
    for (const Reason &reason : weak)
      source.warning(placeOf(shape, [](const Leaf &leaf) { return leaf.isStaticValue(0); }),
                     reason);
    return value;
  }

  static TokenSource::Location guilty(const Placed &shape, const Placed &stride, int rule) {
    size_t next = 0;
    if (rule == 104)
      if (auto where = deviation(shape.tuple, stride.tuple, stride.nodes, next))
        return where;
    if (rule == 109)
      return placeOf(stride, [](const Leaf &leaf) { return leaf.isNone(); });
    return placeOf(shape, [](const Leaf &leaf) {
      return leaf.isNone() || leaf.isBasis() || (leaf.isStatic() && leaf.value() < 0);
    });
  }

  /// A field of a swizzle with its place.
  struct Field {
    int32_t value = 0;
    TokenSource::Location where = nullptr;
    operator int32_t() const { return value; }
  };

  /// Verifies a swizzle; `fields` are its mask and bases (and shift), `paths` the places of its
  /// paths.
  template <typename S>
  bool accept(const S &swizzle, std::initializer_list<Field> fields,
              std::initializer_list<TokenSource::Location> paths) {
    if (!source.checks())
      return true;
    auto bad = verify(swizzle);
    if (!bad)
      return true;
    // A negative field, else the one that reaches furthest, unless a path is to blame.
    Field worst = *fields.begin();
    for (const Field &field : fields) {
      if (field < 0) {
        worst = field;
        break;
      }
      if (field > worst)
        worst = field;
    }
    if constexpr (std::is_same_v<S, CoordSwizzle>) {
      bool reaches = int64_t(swizzle.mask) + std::max(swizzle.baseRow, swizzle.baseCol) > 30;
      auto negative = [](const ModePath &path) {
        return std::any_of(path.begin(), path.end(), [](int32_t mode) { return mode < 0; });
      };
      bool inRow =
          negative(swizzle.modeRow) || (!negative(swizzle.modeCol) && swizzle.modeRow.empty());
      if (worst >= 0 && !reaches)
        worst.where = inRow ? *paths.begin() : *(paths.begin() + 1);
    }
    source.error(worst.where, *bad);
    return false;
  }

  std::optional<Field> field(const char *name) {
    auto where = source.location();
    auto value = source.optionalAnyInteger();
    if (!value)
      return error(where, 102,
                   std::string("expected an integer for the ") + name + " of a swizzle");
    if (*value < minStatic || *value > maxStatic)
      return error(where, 101,
                   std::string("the ") + name + " " + std::to_string(*value) +
                       " of a swizzle does not fit 32 bits");
    return Field{int32_t(*value), where};
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
    Swizzle s{*mask, *base, *shift};
    if (!accept(s, {*mask, *base, *shift}, {}))
      return std::nullopt;
    return s;
  }

  /// `where` becomes the place of the first negative mode, if there is one.
  std::optional<ModePath> path(TokenSource::Location &where) {
    where = source.location();
    bool negative = false;
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
      if (*mode < 0 && !negative) {
        negative = true;
        where = mode->where;
      }
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
    Field bases[2];
    TokenSource::Location paths[2];
    for (bool row : {true, false}) {
      auto base = field(row ? "row base" : "column base");
      if (!base || !comma())
        return std::nullopt;
      bases[!row] = *base;
      (row ? s.baseRow : s.baseCol) = *base;
      auto modes = path(paths[!row]);
      if (!modes || (row && !comma()))
        return std::nullopt;
      (row ? s.modeRow : s.modeCol) = std::move(*modes);
    }
    if (!expect('>', 102, "expected '>' after the column path of a swizzle") ||
        !accept(s, {*mask, bases[0], bases[1]}, {paths[0], paths[1]}))
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
    auto plain = layout("the outer layout after 'o'");
    if (!plain)
      return std::nullopt;
    return AnyLayout(std::move(*plain));
  }

  TokenSource &source;
  std::vector<TokenSource::Location> nodes; ///< of the tuple that is being read
  const char *missing = nullptr;            ///< what it is called where it is missing
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
