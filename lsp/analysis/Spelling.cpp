#include "lsp/analysis/Spelling.h"

#include "lsp/analysis/Pieces.h"

#include "mlir/IR/Types.h"

using llvm::StringRef;

namespace flylsp {

static bool opens(char c) { return c == '(' || c == '[' || c == '<' || c == '{'; }
/// The head of an arrow closes nothing.
static bool closes(StringRef text, size_t at) {
  char c = text[at];
  return c == ')' || c == ']' || c == '}' || (c == '>' && at && text[at - 1] != '-');
}

size_t closing(StringRef text, size_t at) {
  int depth = 0;
  for (size_t i = at; i < text.size() && text[i] != '\n'; ++i) {
    if (opens(text[i]))
      ++depth;
    else if (closes(text, i) && --depth == 0)
      return i + 1;
  }
  return StringRef::npos;
}

void scanText(StringRef text, size_t from,
              llvm::function_ref<bool(char c, size_t place, int depth)> at) {
  int depth = 0;
  for (size_t i = from; i < text.size(); ++i) {
    if (text[i] == '"') {
      i = text.find('"', i + 1);
      if (i == StringRef::npos)
        return;
      continue;
    }
    if (!at(text[i], i, depth))
      return;
    if (opens(text[i]))
      ++depth;
    else if (closes(text, i))
      --depth;
  }
}

std::vector<Span> operandNames(StringRef statement) {
  std::vector<Span> names;
  StringRef head = statement.take_front(statement.find(" : "));
  scanText(head, 0, [&](char c, size_t place, int) {
    if (c == '%') {
      size_t end = place + 1;
      while (end < head.size() && (isIdentifierByte(head[end]) || head[end] == '#'))
        ++end;
      names.push_back({uint32_t(place), uint32_t(end)});
    }
    return true;
  });
  return names;
}

Span attributeIn(StringRef statement, StringRef name) {
  for (size_t at = statement.find(name); at != StringRef::npos; at = statement.find(name, at + 1)) {
    size_t end = at + name.size();
    if ((at && isIdentifierByte(statement[at - 1])) || end >= statement.size() ||
        isIdentifierByte(statement[end]) || !statement.drop_front(end).ltrim().starts_with("="))
      continue;
    size_t stop = statement.size();
    scanText(statement, end, [&](char c, size_t place, int depth) {
      if (depth == 0 && (c == ',' || c == '}' || c == '>' || c == ')' || c == '\n')) {
        stop = place;
        return false;
      }
      return true;
    });
    return {uint32_t(at), uint32_t(statement.take_front(stop).rtrim().size())};
  }
  return {};
}

Span typeFrom(StringRef text, size_t from) {
  while (from < text.size() && text[from] == ' ')
    ++from;
  size_t end = text.size();
  scanText(text, from, [&](char c, size_t place, int depth) {
    if (depth == 0 && (c == ',' || c == ')' || c == '\n' ||
                       (c == ' ' && text.drop_front(place).ltrim(' ').starts_with("loc(")))) {
      end = place;
      return false;
    }
    return true;
  });
  StringRef type = text.slice(from, end).rtrim();
  return {uint32_t(from), uint32_t(from + type.size())};
}

/// Behind the colon that starts the types of a statement; npos when there is none.
static size_t typesOf(StringRef statement) {
  size_t found = StringRef::npos;
  scanText(statement, 0, [&](char c, size_t place, int depth) {
    if (c == ':' && depth == 0)
      found = place + 1;
    return c != '\n';
  });
  return found;
}

Span resultTypeIn(StringRef statement) {
  size_t types = typesOf(statement);
  if (types == StringRef::npos)
    return {};
  size_t from = types;
  scanText(statement, types, [&](char c, size_t place, int depth) {
    if (c == '-' && depth == 0 && statement.drop_front(place).starts_with("->"))
      from = place + 2;
    return c != '\n';
  });
  return typeFrom(statement, from);
}

Span operandTypeIn(StringRef statement, unsigned number) {
  size_t types = typesOf(statement);
  if (types == StringRef::npos)
    return {};
  size_t from = statement.find_first_not_of(' ', types);
  if (from == StringRef::npos)
    return {};
  if (statement[from] != '(') // one type without brackets
    return number == 0 ? typeFrom(statement, from) : Span{};
  size_t begin = from + 1;
  Span found;
  scanText(statement, from + 1, [&](char c, size_t place, int depth) {
    if (depth > 0 || (c != ',' && c != ')'))
      return true;
    if (number-- == 0) {
      StringRef type = statement.slice(begin, place).trim();
      uint32_t at = uint32_t(type.data() - statement.data());
      found = {at, at + uint32_t(type.size())};
      return false;
    }
    begin = place + 1;
    return c != ')';
  });
  return found;
}

std::string typeText(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

} // namespace flylsp
