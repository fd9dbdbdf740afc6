// textDocument/hover
#include "lsp/server/Markdown.h"
#include "lsp/server/Pictures.h"
#include "lsp/server/Server.h"

#include "lsp/analysis/TypeFacts.h"

#include "dialects/fly/Diagnostics.h"

#include "llvm/Support/Base64.h"

namespace flylsp {

/// The picture of a map: an image for clients that show Markdown, else rows of text; empty when
/// there is none or it would be too large for a hover.
static std::string pictureMarkdown(const TypeFact &type, bool image) {
  layout::Result<scene::Picture> picture = pictureOf(type);
  if (!picture)
    return {};
  int64_t cells = picture->cells();
  if (image && cells <= 16384) {
    // VS Code cuts a hover at 100,000 characters: with labels while they fit, else colours alone.
    constexpr size_t most = 60000; // bytes, a third more as text
    scene::WriteOptions options;
    options.tooltips = false;
    options.heading = false;
    options.cellSize = 26;
    std::string svg;
    if (cells <= 600)
      if (layout::Result<std::string> labelled = scene::writeSvg(*picture, options);
          labelled && labelled->size() < most)
        svg = *labelled;
    if (svg.empty())
      svg = compactSvg(*picture);
    if (svg.size() < most)
      return "\n\n![thread-value map](data:image/svg+xml;base64," + llvm::encodeBase64(svg) + ")";
  }
  if (cells > 768)
    return {};
  if (layout::Result<std::string> text = scene::writeText(*picture); text && text->size() < 12000)
    return "\n\n```text\n" + *text + "\n```";
  return {};
}

/// A layout written out in the text around an offset, such as `(4,8):(1,4)` inside of a type.
static std::optional<std::pair<Span, TypeFact>> layoutTextAt(StringRef text, uint32_t offset) {
  // From the innermost bracket or comma outwards: the longest stretch that reads as a layout.
  size_t lineStart = text.rfind('\n', offset == 0 ? 0 : offset - 1);
  lineStart = lineStart == StringRef::npos ? 0 : lineStart + 1;
  size_t lineEnd = std::min(text.find('\n', offset), text.size());
  StringRef line = text.slice(lineStart, lineEnd);
  size_t at = offset - lineStart;
  constexpr size_t reach = 400;
  std::optional<std::pair<Span, TypeFact>> best;
  size_t tries = 0;
  for (size_t begin = at + 1; begin-- > 0 && at - begin < reach;) {
    char c = begin < line.size() ? line[begin] : 0;
    if (!(llvm::isDigit(c) || c == '(' || c == 'S' || c == 'C' || c == '?'))
      continue;
    char before = begin ? line[begin - 1] : '<';
    if (before != '<' && before != ' ' && before != ',' && before != '|' && before != '[')
      continue;
    // To the end of what brackets allow.
    int depth = 0;
    size_t end = begin;
    for (; end < line.size() && end - begin < 2 * reach; ++end) {
      char d = line[end];
      if (d == '(' || d == '[' || d == '{' || (d == '<' && end > begin))
        ++depth;
      else if (d == ')' || d == ']' || d == '}' || d == '>') {
        if (depth-- == 0)
          break;
      } else if ((d == ',' || d == '|') && depth == 0) {
        break;
      }
    }
    if (end < at || !line.slice(begin, end).contains(':') || ++tries > 24)
      continue;
    std::string candidate = line.slice(begin, end).trim().str();
    if (std::optional<TypeFact> fact = describeLayoutText(candidate))
      best = {Span{uint32_t(lineStart + begin), uint32_t(lineStart + end)}, std::move(*fact)};
  }
  return best;
}

std::string Server::hoverOf(const Document &document, uint32_t offset, std::optional<Span> &range) {
  const std::string &text = *document.snapshot->text;
  std::string chipLine;
  {
    int32_t index = document.snapshot->pieceAt(offset);
    Object chip;
    addChip(chip, document, index < 0 ? nullptr : &document.snapshot->pieces[size_t(index)]);
    if (std::optional<StringRef> name = chip.getString("chip"))
      chipLine =
          "\n\nchip in force: " + code(*name) + " (" + chip.getString("chipSource")->str() + ")";
  }
  bool image = client_.hoverMarkdown && settings_.hoverPicture;
  auto at = factsAt(document, offset);
  if (at) {
    auto &[view, inside] = *at;
    const PieceFacts &facts = *view.facts;
    Span occurrence;
    if (int32_t index = facts.valueAt(inside, &occurrence); index >= 0) {
      const Value &value = facts.values[size_t(index)];
      TypeRef described = facts.describedType(value);
      if (!described)
        return {};
      const TypeFact &type = *described;
      range = view.absolute(occurrence);
      StringRef operation;
      if (value.operation >= 0)
        operation = facts.names[facts.operations[size_t(value.operation)].nameId];
      std::string markdown = "```mlir\n";
      if (std::optional<Span> definition = view.absolute(value.span))
        markdown += text.substr(definition->begin, definition->end - definition->begin);
      markdown += " : " + type.text + "\n```\n\n";
      markdown += typeMarkdown(type, operation, view.stale);
      if (value.argument)
        markdown += "\n\nargument of " + code(operation);
      if (!type.chips.empty())
        markdown += chipLine;
      return markdown + pictureMarkdown(type, image);
    }
    int32_t index = facts.operationAt(inside);
    if (index >= 0) {
      const Operation &op = facts.operations[size_t(index)];
      StringRef name = facts.names[op.nameId];
      if (!name.empty() && op.name.touches(inside)) {
        range = view.absolute(op.name);
        std::string markdown = "**" + name.str() + "**", picture;
        if (StringRef summary = operationSummary(name); !summary.empty())
          markdown += ": " + summary.str();
        for (uint32_t i = 0; i < op.valueCount; ++i) {
          TypeRef described = facts.describedType(facts.values[op.firstValue + i]);
          if (!described)
            continue;
          const TypeFact &type = *described;
          markdown += "\n\n```mlir\n-> " + type.text + "\n```";
          if (type.kind != TypeKind::Other) {
            markdown += "\n\n" + typeMarkdown(type, "", view.stale);
            if (picture.empty())
              picture = pictureMarkdown(type, image);
          }
        }
        if (StringRef docs = operationDocs(name); !docs.empty())
          markdown += "\n\n---\n\n" + docs.str();
        return markdown + chipLine + picture;
      }
    }
    for (const auto &[span, name] : facts.aliasUses)
      if (span.touches(inside)) {
        range = view.absolute(span);
        for (const PieceView &piece : document.snapshot->pieces)
          if (piece.piece.kind == PieceKind::Alias && piece.piece.name == name)
            return "```mlir\n" +
                   text.substr(piece.piece.span.begin,
                               piece.piece.span.end - piece.piece.span.begin) +
                   "\n```";
      }
    for (const SymbolUse &use : facts.symbolUses)
      if (use.span.touches(inside)) {
        // The head of the operation that has this name.
        for (const PieceView &piece : document.snapshot->pieces)
          for (const FactsView &other : factsOf(document, piece))
            for (const Symbol &symbol : other.facts->symbols)
              if (symbol.name == use.name) {
                range = view.absolute(use.span);
                std::optional<Span> scope =
                    other.absolute(other.facts->operations[symbol.operation].scope);
                if (!scope)
                  continue;
                StringRef head = StringRef(text).slice(scope->begin, scope->end);
                head = head.take_front(std::min<size_t>(head.find('\n'), 600)).rtrim(" {");
                return "```mlir\n" + head.str() + "\n```";
              }
      }
    // A type that is written out.
    Span token = tokenAt(text, offset);
    for (uint32_t back = offset; back > 0 && offset - back < 400; --back)
      if (text[back] == '!' && text[back - 1] != '\n') {
        Span candidate = tokenAt(text, back);
        if (candidate.touches(offset))
          token = candidate;
        break;
      }
    std::string spelled = text.substr(token.begin, token.end - token.begin);
    for (const TypeRef &type : facts.types)
      if (type->text == spelled && type->kind != TypeKind::Other) {
        range = token;
        return "```mlir\n" + spelled + "\n```\n\n" + typeMarkdown(*type, "", view.stale) +
               pictureMarkdown(*type, image);
      }
  }
  if (auto found = layoutTextAt(text, offset)) {
    range = found->first;
    return typeMarkdown(found->second, "", false) + pictureMarkdown(found->second, image);
  }
  // A suppressed or mentioned code in a comment.
  Span token = tokenAt(text, offset);
  if (int codeNumber =
          parseCode(std::string_view(text).substr(token.begin, token.end - token.begin)))
    if (StringRef(text).substr(token.begin).starts_with("FLY"))
      if (const mlir::fly::RuleEntry *rule = mlir::fly::findRule(codeNumber)) {
        range = token;
        return "**" + mlir::fly::codeName(codeNumber) + "** " + rule->title.str() + "\n\n" +
               rule->rule.str();
      }
  return {};
}

void Server::hover(const Json &params, const Reply &reply) {
  std::lock_guard lock(mutex_);
  DocumentRef document = documentOf(params, reply);
  if (!document)
    return;
  withSnapshot(document, reply, [=, this] {
    std::optional<uint32_t> offset = offsetOf(*document, params);
    if (!offset)
      return reply(invalidParams("'position' is missing"));
    std::optional<Span> span;
    std::string markdown = hoverOf(*document, *offset, span);
    if (markdown.empty())
      return reply(Json(nullptr));
    Object hover{{"contents", Object{{"kind", client_.hoverMarkdown ? "markdown" : "plaintext"},
                                     {"value", llvm::json::fixUTF8(markdown)}}}};
    if (std::optional<Json> range = rangeOf(*document, span))
      hover["range"] = std::move(*range);
    reply(Json(std::move(hover)));
  });
}

} // namespace flylsp
