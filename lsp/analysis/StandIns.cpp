#include "lsp/analysis/StandIns.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace flylsp {

std::string StandIn::text() const {
  std::string result;
  if (!head.empty())
    result = head;
  else if (undeclared)
    result = results.front().name + " = \"fly_broken.value\"() : () -> " + types.front() + "\n";
  else
    result = " \"fly_broken.statement\"() : () -> (" + llvm::join(types, ", ") + ")";
  if (named && !results.empty()) {
    std::string names;
    for (const ResultName &name : results)
      names += (names.empty() ? "" : ", ") + name.name +
               (name.count > 1 ? ":" + std::to_string(name.count) : "");
    result = names + " =" + result;
  }
  return result;
}

std::optional<std::string> expectedType(StringRef message) {
  constexpr StringLiteral middle = " expects different type than prior uses: '";
  size_t at = message.find(middle);
  if (!message.starts_with("use of value '") || at == StringRef::npos)
    return std::nullopt;
  StringRef rest = message.drop_front(at + middle.size());
  size_t stop = rest.rfind("' vs '");
  if (stop == StringRef::npos)
    return std::nullopt;
  return rest.take_front(stop).str();
}

bool isMissingDialect(StringRef message) {
  if (message.starts_with("Dialect `") || message.starts_with("Dialect '") ||
      message.contains("' is unknown to revision "))
    return true;
  if (!message.consume_front("custom op '") || !message.contains("' is unknown"))
    return false;
  auto [dialect, name] = message.take_until([](char c) { return c == '\''; }).split('.');
  return (dialect == "fly" || dialect == "fly_rocdl" || dialect == "fly_ptx") && !name.empty();
}

std::string nearestName(StringRef text, Span span) {
  StringRef wanted = text.slice(span.begin, span.end).take_until([](char c) { return c == '#'; });
  std::string best;
  unsigned least = std::max<unsigned>(1, unsigned(wanted.size()) / 3) + 1;
  for (size_t at = text.find('%'); at != StringRef::npos; at = text.find('%', at + 1)) {
    size_t end = at + 1;
    while (end < text.size() && isIdentifierByte(text[end]))
      ++end;
    StringRef name = text.slice(at, end), after = text.drop_front(end).ltrim(' ');
    if (name == wanted ||
        !(after.starts_with("=") || after.starts_with(":") || after.starts_with(",")))
      continue;
    unsigned distance = wanted.edit_distance(name, /*AllowReplacements=*/true, least);
    if (distance < least) {
      least = distance;
      best = name.str();
    }
  }
  return best;
}

std::optional<uint32_t> unclosedAngle(StringRef head) {
  SmallVector<uint32_t> open;
  bool quoted = false;
  for (uint32_t i = 0; i < head.size(); ++i) {
    char c = head[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else
        quoted = c != '"';
      continue;
    }
    if (c == '"')
      quoted = true;
    else if (c == '<' && !head.drop_front(i + 1).starts_with("="))
      open.push_back(i);
    else if (c == '>' && (i == 0 || head[i - 1] != '-') &&
             !head.drop_front(i + 1).starts_with("=") && !open.empty())
      open.pop_back();
  }
  return open.empty() ? std::nullopt : std::optional<uint32_t>(open.back());
}

Span foreignMemorySpace(StringRef text, StringRef message, uint32_t at,
                        const DialectRegistry &registry) {
  if (message != "unsupported memory space Attribute" ||
      !text.drop_front(at).starts_with("memref<"))
    return {};
  int depth = 0;
  uint32_t comma = 0, i = at + 6;
  for (; i < text.size() && text[i] != '\n'; ++i) {
    char c = text[i];
    if (c == '<' || c == '(' || c == '[' || c == '{')
      ++depth;
    else if (c == ')' || c == ']' || c == '}' || (c == '>' && text[i - 1] != '-')) {
      if (--depth == 0)
        break;
    } else if (c == ',' && depth == 1) {
      comma = i;
    }
  }
  StringRef space = text.slice(comma, i).ltrim(", \t");
  if (!comma || i >= text.size() || !space.consume_front("#"))
    return {};
  StringRef dialect = space.take_while([](char c) { return c != '.' && c != '<'; });
  if (dialect.size() == space.size() || registry.getDialectAllocator(dialect))
    return {};
  return {comma, i};
}

std::string repairedHead(StringRef head, MLIRContext *context) {
  StringRef keyword =
      head.take_while([](char c) { return llvm::isAlnum(c) || c == '.' || c == '_'; });
  if (keyword != "func.func" && keyword != "gpu.func" && keyword != "llvm.func")
    return {};
  size_t at = head.find('@');
  if (at == StringRef::npos)
    return {};
  StringRef rest = head.drop_front(at + 1);
  StringRef name = rest.take_while(isIdentifierByte);
  if (name.empty() || name.ends_with("-"))
    return {};
  rest = rest.drop_front(name.size()).ltrim();
  std::string arguments;
  if (rest.consume_front("(")) {
    int depth = 0;
    size_t begin = 0;
    for (size_t i = 0; i <= rest.size(); ++i) {
      char c = i < rest.size() ? rest[i] : ',';
      bool closes = c == ')' || c == ']' || c == '}' || (c == '>' && i && rest[i - 1] != '-');
      if (c == '(' || c == '[' || c == '{' || c == '<')
        ++depth;
      bool last = i == rest.size() || (closes && depth == 0);
      if (closes && depth > 0)
        --depth;
      if (!last && (c != ',' || depth > 0))
        continue;
      auto [argument, type] = rest.slice(begin, i).split(':');
      argument = argument.trim();
      type = type.trim();
      begin = i + 1;
      if (argument.consume_front("%") && !argument.empty() &&
          llvm::all_of(argument, isIdentifierByte)) {
        size_t read = 0;
        bool alias =
            type.starts_with("!") && type.size() > 1 && llvm::all_of(type.drop_front(), [](char c) {
              return isIdentifierByte(c) && c != '.' && c != '-';
            });
        bool good = !type.empty() && (alias || mlir::parseType(type, context, &read));
        arguments += (arguments.empty() ? "%" : ", %") + argument.str() + ": " +
                     (!good   ? StandIn::unknownType.str()
                      : alias ? type.str()
                              : type.take_front(read).str());
      }
      if (last)
        break;
    }
  }
  return keyword.str() + " @" + name.str() + "(" + arguments + ")" +
         (keyword == "gpu.func" ? " kernel" : "") + " attributes {fly_broken.head} ";
}

} // namespace flylsp
