#include "lsp/analysis/StandIns.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace flylsp {

void StandIn::addPatches(std::vector<Parse::Patch> &patches) const {
  if (!between.empty()) {
    uint32_t at = span.begin;
    for (size_t i = 0; i < between.size(); ++i) {
      uint32_t end = i < kept.size() ? kept[i].begin : span.end;
      // Arguments stand behind what is kept of the keyword.
      size_t firstArgument = kept.size() - types.size();
      std::string type = i > firstArgument ? ": " + types[i - firstArgument - 1] : "";
      if (std::string text = type + between[i]; at < end || !text.empty())
        patches.push_back({at, end, std::move(text)});
      at = i < kept.size() ? kept[i].end : end;
    }
    return;
  }
  std::string text;
  auto define = [&](size_t from, size_t to) {
    size_t first = 0; // of the types
    for (size_t i = 0; i < to; first += results[i++].count) {
      if (i < from)
        continue;
      auto ofName = llvm::ArrayRef(types).slice(first, results[i].count);
      text += results[i].name + ":" + std::to_string(results[i].count) +
              " = \"fly_broken.value\"() : () -> (" + llvm::join(ofName, ", ") + ")\n";
    }
  };
  if (region) {
    define(0, own);
    text += "\"fly_broken.region\"() ({\n";
    define(own, results.size());
    patches.push_back({span.begin, span.end, std::move(text)});
    return;
  }
  if (undeclared)
    define(0, 1);
  else
    text = " \"fly_broken.statement\"() : () -> (" + llvm::join(types, ", ") + ")";
  if (named && !results.empty()) {
    std::string names;
    for (const ResultName &name : results)
      names += (names.empty() ? "" : ", ") + name.name +
               (name.count > 1 ? ":" + std::to_string(name.count) : "");
    text = names + " =" + text;
  }
  patches.push_back({span.begin, span.end, std::move(text)});
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

/// The keyword that a head starts with, also where it has a slip of the pen.
static StringRef keywordOf(StringRef head) {
  static constexpr StringLiteral keywords[] = {"func.func", "gpu.func", "gpu.module", "llvm.func"};
  StringRef written = head.take_until([](char c) { return c == ' ' || c == '\n'; });
  for (StringRef keyword : keywords)
    if (written == keyword ||
        (written.size() + 1 >= keyword.size() && written.edit_distance(keyword, true, 2) <= 2))
      return keyword;
  return {};
}

/// Takes `%name: type` at the start of a part of `text`. Returns how much of it was read.
static size_t addArgument(StringRef text, StringRef part, MLIRContext *context, StandIn &standIn) {
  auto [argument, type] = part.split(':');
  argument = argument.trim();
  type = type.trim();
  if (argument.size() < 2 || argument.front() != '%' ||
      !llvm::all_of(argument.drop_front(), isIdentifierByte))
    return part.size();
  size_t read = 0;
  bool alias = type.starts_with("!") && type.size() > 1 &&
               llvm::all_of(type.drop_front(),
                            [](char c) { return isIdentifierByte(c) && c != '.' && c != '-'; });
  bool good = !type.empty() && (alias || mlir::parseType(type, context, &read));
  uint32_t at = uint32_t(argument.data() - text.data());
  standIn.kept.push_back({at, at + uint32_t(argument.size())});
  standIn.results.push_back({argument.str(), 1});
  standIn.types.push_back(!good   ? StandIn::unknownType.str()
                          : alias ? type.str()
                                  : type.take_front(read).str());
  return good && !alias ? size_t(type.data() - part.data()) + read : part.size();
}

/// The arguments in a list that starts behind its parenthesis, with their places in `text`.
static void findArguments(StringRef text, Span list, MLIRContext *context, StandIn &standIn) {
  StringRef rest = text.slice(list.begin, list.end);
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
    // More than one where a comma is missing.
    for (StringRef part = rest.slice(begin, i); !part.empty();)
      part = part.drop_front(
          std::min(part.find('%', addArgument(text, part, context, standIn)), part.size()));
    begin = i + 1;
    if (last)
      return;
  }
}

std::optional<StandIn> repairedHead(StringRef text, Span head, MLIRContext *context) {
  StringRef written = text.slice(head.begin, head.end), keyword = keywordOf(written);
  size_t at = written.find('@');
  if (keyword.empty() || at == StringRef::npos)
    return std::nullopt;
  StringRef name = written.drop_front(at + 1).take_while(isIdentifierByte);
  if (name.empty() || name.ends_with("-"))
    return std::nullopt;
  StandIn result;
  result.span = result.whole = head;
  bool keeps = written.starts_with(keyword);
  std::string first = keeps ? "" : keyword.str();
  if (keeps) {
    result.kept.push_back({head.begin, head.begin + uint32_t(keyword.size())});
    result.between.emplace_back();
  }
  first += " @" + name.str();
  std::string last = " attributes {fly_broken.head} ";
  if (keyword == "gpu.module") {
    result.between.push_back(first + last);
    return result;
  }
  uint32_t behind = uint32_t(name.end() - text.data());
  StringRef list = text.slice(behind, head.end).ltrim();
  if (list.starts_with("("))
    findArguments(text, {uint32_t(list.data() - text.data()) + 1, head.end}, context, result);
  for (size_t i = 0; i < result.results.size(); ++i)
    result.between.push_back(i ? ", " : first + "(");
  if (keyword == "gpu.func")
    last = " kernel" + last;
  result.between.push_back((result.results.empty() ? first + "(" : "") + ")" + last);
  return result;
}

} // namespace flylsp
