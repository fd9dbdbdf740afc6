#include "lsp/server/Json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

#include <cstring>

using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace flylsp {

namespace {

/// Whether one of eight bytes ends a plain stretch of a string: a quote, a backslash or a control
/// character.
bool endsPlain(uint64_t bytes) {
  constexpr uint64_t ones = 0x0101010101010101, high = 0x8080808080808080;
  auto below = [](uint64_t x, uint64_t limit) { return (x - ones * limit) & ~x; };
  return ((below(bytes ^ ones * '"', 1) | below(bytes ^ ones * '\\', 1) | below(bytes, 0x20)) &
          high) != 0;
}

class Reader {
public:
  explicit Reader(StringRef text) : text(text) {}

  llvm::Expected<Value> read() {
    Value result = nullptr;
    if (value(result, 0) && !next().empty())
      fail("expected the end of the message");
    if (!problem.empty())
      return llvm::createStringError(problem);
    return result;
  }

private:
  bool fail(const llvm::Twine &what) {
    problem = (what + " at byte " + llvm::Twine(at)).str();
    return false;
  }

  /// What follows behind white space.
  StringRef next() {
    at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    return text.drop_front(at);
  }

  bool take(char c) {
    if (!next().starts_with(StringRef(&c, 1)))
      return false;
    ++at;
    return true;
  }

  bool value(Value &result, unsigned depth) {
    StringRef rest = next();
    if (depth > maxMessageDepth)
      return fail("brackets are nested more than " + llvm::Twine(maxMessageDepth) + " deep");
    if (rest.empty())
      return fail("expected a value");
    switch (rest.front()) {
    case '{':
      return object(result, depth);
    case '[':
      return array(result, depth);
    case '"': {
      std::string content;
      if (!string(content))
        return false;
      result = std::move(content);
      return true;
    }
    default:
      break;
    }
    StringRef word = rest.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '+' || c == '-' || c == '.'; });
    if (word == "null")
      result = nullptr;
    else if (word == "true" || word == "false")
      result = word == "true";
    else if (!number(word, result))
      return fail("expected a value");
    at += word.size();
    return true;
  }

  static bool number(StringRef word, Value &result) {
    StringRef digits = word;
    digits.consume_front("-");
    if (digits.empty() || !llvm::isDigit(digits.front()))
      return false;
    int64_t integer;
    uint64_t natural;
    double real;
    if (!word.getAsInteger(10, integer))
      result = integer;
    else if (!word.getAsInteger(10, natural))
      result = natural;
    else if (!digits.contains_insensitive('x') && llvm::to_float(word, real))
      result = real;
    else
      return false;
    return true;
  }

  bool array(Value &result, unsigned depth) {
    Array list;
    ++at;
    if (!take(']'))
      do {
        Value element = nullptr;
        if (!value(element, depth + 1))
          return false;
        list.push_back(std::move(element));
        if (take(']'))
          break;
        if (!take(','))
          return fail("expected ',' or ']'");
      } while (true);
    result = std::move(list);
    return true;
  }

  bool object(Value &result, unsigned depth) {
    Object members;
    ++at;
    if (!take('}'))
      do {
        std::string key;
        if (!next().starts_with("\""))
          return fail("expected a name");
        if (!string(key))
          return false;
        if (!take(':'))
          return fail("expected ':'");
        if (!value(members[std::move(key)], depth + 1))
          return false;
        if (take('}'))
          break;
        if (!take(','))
          return fail("expected ',' or '}'");
      } while (true);
    result = std::move(members);
    return true;
  }

  bool string(std::string &content) {
    ++at;
    size_t start = at;
    uint64_t seen = 0;
    while (true) {
      size_t from = at;
      uint64_t eight;
      while (at + 8 <= text.size()) {
        memcpy(&eight, text.data() + at, 8);
        if (endsPlain(eight))
          break;
        seen |= eight;
        at += 8;
      }
      for (; at < text.size() && text[at] != '"' && text[at] != '\\' && uint8_t(text[at]) >= 0x20;
           ++at)
        seen |= uint8_t(text[at]);
      content.append(text.data() + from, at - from);
      if (at == text.size())
        return fail("a string has no end");
      if (text[at] == '"') {
        ++at;
        constexpr uint64_t high = 0x8080808080808080;
        if ((seen & high) && !llvm::json::isUTF8(text.slice(start, at)))
          return fail("the string that ends is not valid UTF-8");
        return true;
      }
      if (text[at] != '\\')
        return fail("a control character stands in a string");
      ++at;
      if (!escape(content))
        return false;
    }
  }

  bool escape(std::string &content) {
    constexpr StringRef letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    char c = at < text.size() ? text[at] : '\0';
    if (size_t known = letters.find(c); known != StringRef::npos) {
      content += meanings[known];
      ++at;
      return true;
    }
    // Halves of a character beyond 16 bits come in pairs; one that is alone has no meaning.
    constexpr unsigned none = 0xfffd;
    unsigned unit, second;
    if (!hex(unit))
      return fail("expected an escape sequence");
    bool leads = unit >= 0xd800 && unit < 0xdc00, trails = unit >= 0xdc00 && unit < 0xe000;
    if (leads && text.drop_front(at).starts_with("\\u")) {
      size_t behind = at++;
      if (!hex(second))
        return fail("expected an escape sequence");
      if (second >= 0xdc00 && second < 0xe000) {
        append(content, 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00));
        return true;
      }
      at = behind; // a character of its own
    }
    append(content, leads || trails ? none : unit);
    return true;
  }

  /// `uXXXX`
  bool hex(unsigned &unit) {
    StringRef digits = text.substr(at, 5);
    if (digits.size() != 5 || digits[0] != 'u' ||
        !llvm::all_of(digits.drop_front(), llvm::isHexDigit))
      return false;
    digits.drop_front().getAsInteger(16, unit);
    at += 5;
    return true;
  }

  static void append(std::string &content, unsigned character) {
    char bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT], *end = bytes;
    if (llvm::ConvertCodePointToUTF8(character, end))
      content.append(bytes, end);
  }

  StringRef text;
  size_t at = 0;
  std::string problem;
};

} // namespace

llvm::Expected<Value> parseJson(StringRef text) { return Reader(text).read(); }

} // namespace flylsp
