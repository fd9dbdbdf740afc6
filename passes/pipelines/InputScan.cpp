#include "passes/pipelines/InputScan.h"

#include "passes/pipelines/SelfUses.h"

#include "llvm/ADT/StringExtras.h"

#include <array>

using namespace mlir::fly;
using llvm::StringRef;

std::string ScanError::format(StringRef file) const {
  return file.str() + ":" + std::to_string(line) + ":" + std::to_string(column) +
         ": error: " + message;
}

StringRef mlir::fly::withoutByteOrderMark(StringRef text) {
  text.consume_front("\xEF\xBB\xBF");
  return text;
}

bool mlir::fly::isBytecodeText(StringRef text) { return text.starts_with("ML\xEFR"); }

/// Length of the UTF-8 sequence at `text`, 0 when it is not a valid one (overlong forms, surrogates
/// and values above U+10FFFF included).
static size_t utf8Length(StringRef text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  auto follows = [&](size_t i) { return i < text.size() && (byte(i) & 0xC0) == 0x80; };
  unsigned char lead = byte(0);
  if (lead < 0x80)
    return 1;
  if (lead >= 0xC2 && lead <= 0xDF)
    return follows(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (!follows(1) || !follows(2))
      return 0;
    if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F))
      return 0;
    return 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (!follows(1) || !follows(2) || !follows(3))
      return 0;
    if ((lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F))
      return 0;
    return 4;
  }
  return 0;
}

std::optional<ScanError> mlir::fly::scanInput(StringRef text, bool allowEmpty, size_t sizeLimit) {
  if (text.size() > sizeLimit)
    return ScanError{1, 1,
                     "input has " + std::to_string(text.size()) + " bytes, the limit is " +
                         std::to_string(sizeLimit)};
  text = withoutByteOrderMark(text);
  if (!allowEmpty && text.trim().empty() && !text.contains('\0'))
    return ScanError{1, 1, "input is empty"};

  // Most bytes of most texts mean nothing here.
  static constexpr std::array<bool, 256> special = [] {
    std::array<bool, 256> table{};
    for (unsigned char c : {'\n', '\0', '"', '\\', '/', '<', '(', '[', '{', '>', ')', ']', '}'})
      table[c] = true;
    for (size_t c = 0x80; c < table.size(); ++c)
      table[c] = true;
    return table;
  }();
  size_t lineStart = 0, depth = 0;
  unsigned line = 1;
  enum { Code, String, Comment } state = Code;
  auto fault = [&](size_t at, std::string message) {
    return ScanError{line, static_cast<unsigned>(at - lineStart + 1), std::move(message)};
  };
  for (size_t i = 0; i < text.size();) {
    char c = text[i];
    if (!special[static_cast<unsigned char>(c)]) {
      ++i;
      continue;
    }
    if (c == '\n') {
      // Strings end at the line's end; the parser reports the missing quote.
      state = Code;
      lineStart = ++i;
      ++line;
      continue;
    }
    if (c == '\0')
      return fault(i, "input holds a NUL byte");
    if (static_cast<unsigned char>(c) >= 0x80) {
      size_t length = utf8Length(text.substr(i));
      if (length == 0)
        return fault(i, "input is not valid UTF-8 (byte 0x" +
                            llvm::utohexstr(static_cast<unsigned char>(c)) + ")");
      i += length;
      continue;
    }
    switch (state) {
    case Comment:
      break;
    case String:
      if (c == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\'))
        ++i;
      else if (c == '"')
        state = Code;
      break;
    case Code:
      switch (c) {
      case '"':
        state = String;
        break;
      case '/':
        if (text.substr(i).starts_with("//"))
          state = Comment;
        break;
      case '<':
        if (text.substr(i).starts_with("<="))
          break; // a comparison in an affine set
        [[fallthrough]];
      case '(':
      case '[':
      case '{':
        if (++depth > maxBracketDepth)
          return fault(i, "brackets are nested more than " + std::to_string(maxBracketDepth) +
                              " deep");
        break;
      case '>':
        // The head of an arrow and comparisons close nothing.
        if ((i > 0 && text[i - 1] == '-') || text.substr(i).starts_with(">="))
          break;
        [[fallthrough]];
      case ')':
      case ']':
      case '}':
        if (depth > 0)
          --depth;
        break;
      default:
        break;
      }
      break;
    }
    ++i;
  }
  return std::nullopt;
}

std::optional<ScanError> mlir::fly::scanProgram(StringRef text, size_t sizeLimit) {
  if (std::optional<ScanError> fault = scanInput(text, /*allowEmpty=*/false, sizeLimit))
    return fault;
  text = withoutByteOrderMark(text);
  std::vector<SelfUse> uses = findSelfUses(text);
  if (uses.empty())
    return std::nullopt;
  StringRef before = text.take_front(uses.front().use);
  StringRef name = text.drop_front(before.size()).take_while([](char c) {
    return c == '%' || c == '_' || c == '.' || c == '$' || c == '-' || llvm::isAlnum(c);
  });
  return ScanError{unsigned(before.count('\n')) + 1,
                   unsigned(before.size() - (before.rfind('\n') + 1)) + 1,
                   "operand '" + name.str() + "' is defined inside of this operation"};
}
