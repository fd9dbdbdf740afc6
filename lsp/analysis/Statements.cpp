// Operations inside of a piece, found by their looks.
#include "lsp/analysis/Braces.h"
#include "lsp/analysis/Pieces.h"
#include "lsp/analysis/Scan.h"

#include "llvm/ADT/SmallVector.h"

using llvm::StringRef;

namespace flylsp {

bool startsOperation(std::string_view text, uint32_t at, uint32_t end) {
  char c = text[at];
  if (c == '%' || c == '"' || c == '^')
    return true;
  if (!isLetter(c))
    return false;
  StringRef word = wordAt(text, at, end);
  if (word == "module" || word == "return" || word == "call" || word == "func" || word == "yield")
    return true;
  auto [dialect, rest] = word.split('.');
  return !rest.empty() && isLetter(rest.front());
}

bool continuesOperation(std::string_view text, uint32_t at, uint32_t end) {
  if (StringRef(":,-=<>({[)]").contains(text[at]))
    return true;
  StringRef word = wordAt(text, at, end);
  return StringRef(text.data() + at, end - at).starts_with("loc(") || word == "else" ||
         word == "do" || word == "attributes";
}

std::vector<Statement> findStatements(std::string_view text) {
  std::vector<Statement> result;
  const MisfitBraces misfits = findMisfits(text);
  struct Region {
    int32_t statement;
    uint32_t end; ///< of one that nothing closes
  };
  std::vector<Region> open; // with what they belong to
  int32_t last = -1;        // latest statement at the present level
  uint32_t lastIndent = 0;
  std::vector<char> brackets; // ( and [ and braces that are no regions, of the latest statement
  uint32_t end = uint32_t(text.size()), i = 0;
  bool lineStart = true;

  auto finish = [&](int32_t index, uint32_t at) {
    if (index < 0)
      return;
    while (at > result[index].span.begin + 1 && isBlank(text[at - 1]))
      --at;
    result[index].span.end = at;
    if (result[index].headEnd == 0)
      result[index].headEnd = at;
  };
  auto closeBracket = [&](char opener) {
    for (size_t depth = brackets.size(); depth-- > 0;) {
      if (brackets[depth] == opener) {
        brackets.resize(depth);
        return true;
      }
      if (brackets[depth] == '{')
        break; // braces hold brackets, not the other way round
    }
    return false;
  };

  auto closeRegion = [&](uint32_t at) {
    brackets.clear(); // forgotten ones
    finish(last, at);
    last = open.back().statement;
    lastIndent = indentation(text, result[size_t(last)].span.begin);
    open.pop_back();
  };

  while (i < end) {
    while (!open.empty() && open.back().end <= i)
      closeRegion(i);
    if (lineStart) {
      i = skipBlanks(text, i, end);
      if (i >= end)
        break;
      lineStart = false;
      bool operation = startsOperation(text, i, end);
      // Block labels are no statements, but end the one before them.
      if (operation && text[i] == '^') {
        if (brackets.empty()) {
          finish(last, i);
          last = -1;
        }
      } else if (operation) {
        // A line that starts with a result name or, not further in than the statement before it,
        // with an operation is a statement even inside forgotten brackets. An operand that was
        // wrapped is none.
        uint32_t indent = indentation(text, i);
        bool starts = brackets.empty() || indent <= lastIndent;
        if (text[i] == '%') {
          StringRef line(text.data() + i, lineEndAt(text, i) - i);
          size_t equals = line.find('=');
          starts = equals != StringRef::npos &&
                   (brackets.empty() ||
                    line.take_front(equals).find_first_of("({<[") == StringRef::npos);
        }
        if (starts) {
          finish(last, i);
          brackets.clear();
          Statement statement;
          statement.span = {i, end};
          statement.parent = open.empty() ? -1 : open.back().statement;
          last = int32_t(result.size());
          lastIndent = indent;
          result.push_back(statement);
        }
      }
    }
    char c = text[i];
    switch (c) {
    case '\n':
      lineStart = true;
      break;
    case '"':
      i = skipString(text, i);
      continue;
    case '/':
      if (i + 1 < end && text[i + 1] == '/') {
        i = lineEndAt(text, i);
        continue;
      }
      break;
    case '(':
    case '[':
      brackets.push_back(c);
      break;
    case ')':
    case ']':
      closeBracket(c == ')' ? '(' : '[');
      break;
    case '{': {
      const MisfitBraces::Unclosed *unclosed = misfits.unclosedAt(i);
      uint32_t next = i + 1;
      while (next < end && (text[next] == ' ' || text[next] == '\t' || text[next] == '\r'))
        ++next;
      bool region = next >= end || text[next] == '\n' ||
                    (next + 1 < end && text[next] == '/' && text[next + 1] == '/');
      // The one of an unclosed `?{div=8}` stands right behind it.
      region &= i == 0 || isBlank(text[i - 1]) || StringRef("(),").contains(text[i - 1]);
      if (region && last >= 0) {
        if (result[last].headEnd == 0)
          result[last].headEnd = i;
        open.push_back({last, unclosed ? unclosed->end : UINT32_MAX});
        last = -1;
        brackets.clear();
      } else {
        brackets.push_back(c);
      }
      break;
    }
    case '}':
      if (!misfits.isSurplus(i) && !closeBracket('{') && !open.empty())
        closeRegion(i);
      break;
    default:
      break;
    }
    ++i;
  }
  finish(last, end);
  while (!open.empty()) {
    finish(open.back().statement, end);
    open.pop_back();
  }
  return result;
}

std::vector<ResultName> resultNames(std::string_view statement, bool *wellFormed) {
  std::vector<ResultName> result;
  bool good = true;
  StringRef text(statement.data(), statement.size());
  if (text.starts_with("%") && text.contains('=')) {
    llvm::SmallVector<StringRef> parts;
    text.take_front(text.find('=')).split(parts, ',');
    for (StringRef part : parts) {
      part = part.trim();
      for (; part.starts_with("%%"); part = part.drop_front())
        good = false;
      size_t stop = part.empty() ? 0 : 1;
      while (stop < part.size() && isIdentifierByte(part[stop]))
        ++stop;
      StringRef name = part.take_front(stop);
      ResultName entry;
      entry.name = name.str();
      StringRef rest = part.drop_front(name.size()).ltrim();
      if (rest.consume_front(":")) {
        rest = rest.ltrim();
        if (rest.consumeInteger(10, entry.count) || entry.count == 0 || entry.count > 999) {
          entry.count = 1;
          good = false;
        }
      }
      good &= rest.empty();
      // What begins like a name is one, so that its uses mean something.
      if (name.size() > 1 && name.front() == '%')
        result.push_back(std::move(entry));
      else
        good = false;
    }
  }
  if (wellFormed)
    *wellFormed = good;
  return result;
}

} // namespace flylsp
