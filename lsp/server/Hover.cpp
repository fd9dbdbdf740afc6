// textDocument/hover
#include "lsp/server/Markdown.h"
#include "lsp/server/Pictures.h"
#include "lsp/server/Server.h"

#include "lsp/analysis/Checks.h"
#include "lsp/analysis/Instructions.h"
#include "lsp/analysis/TypeFacts.h"

#include "dialects/fly/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

namespace flylsp {

// --- Pictures ------------------------------------------------------------------------------------

/// The map of a type as Markdown; empty when there is none or it would be too large for a hover.
static std::string drawMarkdown(const TypeFact &type, PictureStyle style) {
  // What is larger takes longer to evaluate than a hover may, also for a small grid.
  if (int64_t elements = elementsOf(type); elements > scene::maxSvgCells)
    return "\n\na map of " + std::to_string(elements) + " elements, too many to draw in a hover";
  layout::Result<scene::Picture> picture = pictureOf(type);
  // One element in each panel shows nothing.
  if (!picture || picture->cells() <= int64_t(picture->panels.size()))
    return {};
  if (style == PictureStyle::Grid)
    return "\n\n```text\n" + smallGrid(*picture) + "```";
  // VS Code cuts a hover at 100,000 characters, and base64 takes a third more.
  constexpr size_t most = 60000;
  std::string svg =
      hoverSvg(*picture, type.kind == TypeKind::Swizzle ? "index" : "offset in elements", most);
  return "\n\n![thread-value map](data:image/svg+xml;base64," + llvm::encodeBase64(svg) + ")";
}

/// The same, drawn once: a text has the same few types in many places.
static std::string pictureMarkdown(const TypeFact &type, PictureStyle style) {
  if (style == PictureStyle::None || (type.operands.empty() && type.layout.empty()))
    return {};
  // Partitions draw other operands than their type has.
  std::string key = std::to_string(int(style)) + type.text + "\n" + type.layout;
  for (const OperandFact &operand : type.operands)
    key += "\n" + operand.name + " " + std::to_string(operand.rows) + " " +
           std::to_string(operand.cols) + " " + operand.layout;
  static std::mutex mutex;
  static llvm::StringMap<std::string> drawn;
  static size_t bytes = 0;
  {
    std::lock_guard lock(mutex);
    if (auto found = drawn.find(key); found != drawn.end())
      return found->second;
  }
  std::string picture = drawMarkdown(type, style);
  std::lock_guard lock(mutex);
  if (bytes > (size_t(8) << 20)) {
    drawn.clear();
    bytes = 0;
  }
  bytes += key.size() + picture.size();
  drawn[key] = picture;
  return picture;
}

// --- What stands at a place ----------------------------------------------------------------------

/// How far a literal, name or type may reach from the place that is asked about.
static constexpr uint32_t reach = 2000;

/// The end of the line at an offset, or what is in reach of it: a text may be one long line.
static size_t lineEndAt(StringRef text, size_t offset) {
  StringRef rest = text.substr(offset, reach);
  return offset + std::min(rest.find('\n'), rest.size());
}

/// A layout, swizzle or tile written out in the text around an offset, such as `(4,8):(1,4)` inside
/// of a type.
static std::optional<std::pair<Span, TypeFact>> literalAt(StringRef text, uint32_t offset) {
  // From the innermost bracket or comma outwards: the longest stretch that reads as one.
  size_t from = offset > reach ? offset - reach : 0;
  size_t lineStart = text.slice(from, offset).rfind('\n');
  lineStart = lineStart == StringRef::npos ? from : from + lineStart + 1;
  StringRef line = text.slice(lineStart, lineEndAt(text, offset));
  size_t at = offset - lineStart;
  constexpr size_t longest = 400;
  std::optional<std::string> best;
  Span where;
  size_t tries = 0;
  for (size_t begin = at + 1; begin-- > 0 && at - begin < longest && tries < 24;) {
    char c = begin < line.size() ? line[begin] : 0;
    if (!(llvm::isDigit(c) || c == '(' || c == '[' || c == 'S' || c == 'C' || c == '?'))
      continue;
    char before = begin ? line[begin - 1] : '<';
    if (before != '<' && before != ' ' && before != ',' && before != '|' && before != '[')
      continue;
    // To the end of what brackets allow.
    int depth = 0;
    size_t end = begin;
    for (; end < line.size() && end - begin < 2 * longest; ++end) {
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
    StringRef candidate = line.slice(begin, end).trim();
    bool swizzle = candidate.starts_with("S<") || candidate.starts_with("CS<");
    if (end < at || candidate.size() < 3 ||
        !(candidate.contains(':') || swizzle ||
          (candidate.starts_with("[") && (candidate.contains('|') || before == '<'))))
      continue;
    ++tries;
    if (!describesLiteral(candidate.str()))
      continue;
    best = candidate.str();
    where = {uint32_t(lineStart + begin), uint32_t(lineStart + begin + candidate.size())};
  }
  if (!best)
    return std::nullopt;
  std::optional<TypeFact> fact = describeLiteral(*best);
  if (!fact)
    return std::nullopt;
  return std::pair(where, std::move(*fact));
}

/// The innermost `!type<…>` or `#attribute<…>` around an offset; empty when there is none. One that
/// is not closed reaches to the end of its line.
static Span literalTypeAt(StringRef text, uint32_t offset) {
  uint32_t least = offset > reach ? offset - reach : 0;
  unsigned tries = 0;
  for (uint32_t at = std::min<uint32_t>(offset, uint32_t(text.size())) + 1; at-- > least;) {
    if (at >= text.size())
      continue;
    char c = text[at];
    if (c == '%' || c == '@' || (c == '\n' && at < offset))
      return {};
    if ((c != '!' && c != '#') || at + 1 >= text.size() || !llvm::isAlpha(text[at + 1]))
      continue;
    if (c == '#' && at > 0 && isIdentifierByte(text[at - 1]))
      continue; // %value#1
    Span token = tokenAt(text, at);
    if (!token.touches(offset) && token.end < text.size() && text[token.end] == '<') {
      size_t end = lineEndAt(text, token.end);
      token.end = uint32_t(token.end + text.slice(token.end, end).rtrim().size());
    }
    if (token.touches(offset))
      return token;
    if (++tries > 32)
      return {};
  }
  return {};
}

/// The dotted name (`rocdl.mfma.f32.16x16x4f32`) at an offset.
static Span wordAt(StringRef text, uint32_t offset) {
  uint32_t begin = std::min<uint32_t>(offset, uint32_t(text.size())), end = begin;
  while (begin > 0 && offset - begin < reach && isIdentifierByte(text[begin - 1]))
    --begin;
  while (end < text.size() && end - offset < reach && isIdentifierByte(text[end]))
    ++end;
  return {begin, end};
}

/// The text of a statement, at most some lines of it.
static StringRef headOf(StringRef text, Span scope) {
  return text.slice(scope.begin, scope.end).take_front(4 * reach);
}

/// The string at the start of `asm` operations or of calls: the first one in a statement.
static StringRef firstString(StringRef statement, StringRef start = "") {
  for (size_t at = statement.find('"'); at != StringRef::npos; at = statement.find('"', at + 1)) {
    size_t end = at + 1;
    while (end < statement.size() && statement[end] != '"')
      end += statement[end] == '\\' ? 2 : 1;
    StringRef inside = statement.slice(at + 1, std::min(end, statement.size()));
    if (inside.starts_with(start))
      return inside;
    at = end;
    if (at >= statement.size())
      break;
  }
  return {};
}

// --- Instructions --------------------------------------------------------------------------------

/// The instruction of an operation or intrinsic, and the payload that makes it; empty when nothing
/// is known. `picture` gets the map of that payload.
static std::string instructionMarkdown(StringRef name, StringRef statement, StringRef chip,
                                       PictureStyle style, std::string &picture) {
  Instructions &instructions = Instructions::get();
  std::vector<const Instance *> makers = instructions.makersOf(name, statement, chip);
  if (makers.size() == 1)
    if (TypeRef payload = instructions.read(makers.front()->payload))
      picture = pictureMarkdown(*payload, style);
  if (!makers.empty())
    return makersMarkdown(makers, chip);
  std::string text;
  if (StringRef other = Instructions::otherInstruction(name); !other.empty())
    text += "instruction " + code(other);
  if (std::string intrinsic = Instructions::intrinsicOf(name); !intrinsic.empty())
    text += (text.empty() ? "" : "\n\n") + ("intrinsic " + code(intrinsic));
  if (name.contains(".mfma.") || name.contains(".wmma.") || name.contains(".smfmac.") ||
      name.contains(".swmmac.") || name.starts_with("llvm.nvvm.mma."))
    text += std::string(text.empty() ? "" : "\n\n") + "no fly payload makes this instruction";
  return text;
}

/// Every instruction of a text of inline PTX, with the payload that makes it.
static std::string ptxMarkdown(StringRef assembly) {
  std::string text;
  llvm::SmallVector<StringRef> statements;
  assembly.split(statements, ';');
  for (StringRef statement : statements) {
    // `\0A` is how MLIR prints a line break.
    statement = statement.trim(" \t\n{}");
    while (statement.consume_front("\\0A") || statement.consume_front("\\09") ||
           statement.consume_front("\\n") || statement.consume_front("\\t"))
      statement = statement.ltrim();
    if (statement.starts_with("@")) // guarded by a predicate
      statement = statement.split(' ').second.ltrim();
    StringRef name = statement.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '.' || c == '_' || c == ':'; });
    if (name.empty() || name.ends_with(":") || name.starts_with(".") || !name.contains('.'))
      continue;
    std::vector<const Instance *> makers = Instructions::get().makersOfPtx(name);
    text += (text.empty() ? "" : "\n\n") + ("instruction " + code(name));
    if (makers.size() == 1)
      text += ", chips " + code(chipsText(makers.front()->chips)) + ", made by " +
              code(makers.front()->payload);
    else if (!makers.empty())
      text += "\n\n" + makersMarkdown(makers, "");
    if (text.size() > 8000)
      break;
  }
  return text;
}

// --- Aliases -------------------------------------------------------------------------------------

namespace {
/// The definitions of aliases that hold at a place of a snapshot.
class Aliases {
public:
  Aliases(const Snapshot &snapshot, uint32_t offset) : snapshot_(snapshot) {
    // The chunk of the piece in front of the place.
    auto after = std::upper_bound(
        snapshot.pieces.begin(), snapshot.pieces.end(), offset,
        [](uint32_t at, const PieceView &view) { return at < view.piece.span.begin; });
    if (after != snapshot.pieces.begin())
      chunk_ = std::prev(after)->chunk;
  }

  /// `!t = !fly.layout<…>`; empty when there is none.
  StringRef definition(StringRef name) const {
    for (const PieceView &view : snapshot_.pieces)
      if (view.chunk == chunk_ && view.piece.kind == PieceKind::Alias && view.piece.name == name)
        return StringRef(*snapshot_.text).slice(view.piece.span.begin, view.piece.span.end);
    return {};
  }

  /// A text without aliases; those that are not defined stay.
  std::string expand(StringRef text, unsigned depth = 0) const {
    std::string result;
    for (size_t i = 0; i < text.size();) {
      if (text[i] == '"') {
        size_t end = std::min(text.find('"', i + 1), text.size() - 1);
        result += text.slice(i, end + 1);
        i = end + 1;
        continue;
      }
      if ((text[i] != '!' && text[i] != '#') || depth > 16 || result.size() > reach) {
        result += text[i++];
        continue;
      }
      size_t end = i + 1;
      while (end < text.size() && isIdentifierByte(text[end]) &&
             !(text[end] == '-' && text.drop_front(end).starts_with("->")))
        ++end;
      StringRef name = text.slice(i, end);
      StringRef value = name.contains('.') ? StringRef() : definition(name);
      value = value.split('=').second.trim();
      result += value.empty() ? name.str() : expand(value, depth + 1);
      i = end;
    }
    return result;
  }

private:
  const Snapshot &snapshot_;
  uint32_t chunk_ = 0;
};
} // namespace

/// A type or attribute as it is written: facts, the payload's instances, or the documentation of
/// its name. Empty when nothing is known about it.
static std::string writtenMarkdown(const std::string &expanded, StringRef chip, bool atName,
                                   PictureStyle style) {
  Instructions &instructions = Instructions::get();
  StringRef name = StringRef(expanded).take_while(
      [](char c) { return isIdentifierByte(c) || c == '!' || c == '#'; });
  TypeRef fact = expanded.size() <= 4 * reach ? instructions.read(expanded) : nullptr;
  // `#fly<layout …>` is what other dialects would write `#fly.layout<…>`.
  std::string documented = name.str();
  if (StringRef keyword = StringRef(expanded).drop_front(name.size());
      !name.contains('.') && keyword.consume_front("<"))
    documented += "." + keyword.take_while(isIdentifierByte).str();
  StringRef docs = docsOf(documented), summary = summaryOf(documented);
  if (const Family *family = instructions.family(name)) {
    StringRef parameters = StringRef(expanded).drop_front(name.size());
    if (parameters.consume_front("<"))
      parameters.consume_back(">");
    // One spelling for all: the canonical text of a type that parses.
    std::string canonical;
    if (fact) {
      canonical = tidyPayload(fact->text);
      canonical.erase(0, name.size() + 1);
      if (!canonical.empty())
        canonical.pop_back();
      parameters = canonical;
    }
    return payloadMarkdown(*family, parameters, fact.get(), chip) +
           (atName && !docs.empty() ? "\n\n---\n\n" + docs.str() : std::string()) +
           (fact ? pictureMarkdown(*fact, style) : "");
  }
  std::string text;
  if (fact && !fact->title.empty())
    text = typeMarkdown(*fact, "", false, chip);
  else if (!summary.empty() || (atName && !docs.empty()))
    text = "**" + documented + "**" + (summary.empty() ? "" : ": " + summary.str());
  else if (fact && name.contains('.'))
    text = "**" + documented + "**: " + (name.starts_with("!") ? "a type" : "an attribute") +
           " of the dialect " + code(name.drop_front().split('.').first);
  if (atName && !docs.empty())
    text += (text.empty() ? "" : "\n\n---\n\n") + docs.str();
  return text + (fact ? pictureMarkdown(*fact, style) : "");
}

// --- Hover ---------------------------------------------------------------------------------------

/// Values that an operation's head names, in order, each once.
static std::vector<uint32_t> operandsOf(const PieceFacts &facts, uint32_t index) {
  const Operation &op = facts.operations[index];
  uint32_t end = op.scope.end;
  if (index + 1 < facts.operations.size() && facts.operations[index + 1].parent == int32_t(index))
    end = std::min(end, facts.operations[index + 1].scope.begin);
  std::vector<std::pair<uint32_t, uint32_t>> found;
  for (uint32_t v = 0; v < facts.values.size(); ++v) {
    const Value &value = facts.values[v];
    for (uint32_t use = value.firstUse; use < value.firstUse + value.useCount; ++use)
      if (facts.uses[use].begin >= op.name.end && facts.uses[use].end <= end) {
        found.emplace_back(facts.uses[use].begin, v);
        break;
      }
  }
  std::sort(found.begin(), found.end());
  std::vector<uint32_t> values;
  for (const auto &[place, value] : found)
    values.push_back(value);
  return values;
}

/// The label of the block that a value is an argument of; nothing for regions without labels.
static std::optional<StringRef> labelOf(StringRef text, const FactsView &view, const Value &value) {
  const BlockLabel *last = nullptr;
  for (const BlockLabel &block : view.facts->blocks)
    if (block.span.end <= value.span.begin && (!last || last->span.begin < block.span.begin))
      last = &block;
  std::optional<Span> label = last ? view.absolute(last->span) : std::nullopt;
  std::optional<Span> name = label ? view.absolute(value.span) : std::nullopt;
  if (!name || name->begin - label->end > reach)
    return std::nullopt;
  // `^bb1(%a: …, %b`: the bracket behind the label is open.
  int depth = 0;
  for (char c : text.slice(label->end, name->begin)) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth == 0)
      return std::nullopt;
  }
  return text.slice(label->begin, label->end);
}

static bool isUnknown(const TypeFact &type) {
  return StringRef(type.text).starts_with("!fly_broken.");
}

static void replaceWord(std::string &text, StringRef from, StringRef to) {
  if (size_t at = text.find(from.str()); at != std::string::npos)
    text.replace(at, from.size(), to.str());
}

std::string Server::hoverOf(const Document &document, uint32_t offset, std::optional<Span> &range) {
  const Snapshot &snapshot = *document.snapshot;
  const std::string &text = *snapshot.text;
  std::string chip, chipLine;
  {
    int32_t index = snapshot.pieceAt(offset);
    Object object;
    addChip(object, document, index < 0 ? nullptr : &snapshot.pieces[size_t(index)]);
    if (std::optional<StringRef> name = object.getString("chip")) {
      chip = name->str();
      chipLine =
          "\n\nchip in force: " + code(chip) + " (" + object.getString("chipSource")->str() + ")";
    }
  }
  auto chipLineFor = [&](const TypeFact &type) {
    if (chipLine.empty() || type.chips.empty())
      return std::string();
    return chipLine + (chipFits(chip, type.chips) ? "" : ", **which lacks this instruction**");
  };
  PictureStyle style =
      settings_.hoverPicture.value_or(client_.pictures ? PictureStyle::Image : PictureStyle::Grid);
  if (style == PictureStyle::Image && !client_.hoverMarkdown)
    style = PictureStyle::Grid; // plain text has no pictures
  auto at = factsAt(document, offset);
  if (at) {
    auto &[view, inside] = *at;
    const PieceFacts &facts = *view.facts;
    auto nameOf = [&](const Value &value) -> std::string {
      std::optional<Span> definition = view.absolute(value.span);
      return definition ? text.substr(definition->begin, definition->end - definition->begin)
                        : std::string();
    };
    Span occurrence;
    if (int32_t index = facts.valueAt(inside, &occurrence); index >= 0) {
      const Value &value = facts.values[size_t(index)];
      TypeRef described = facts.describedType(value);
      range = view.absolute(occurrence);
      if (!described || isUnknown(*described))
        return "```mlir\n" + nameOf(value) +
               "\n```\n\nthe type is not known while the statement is broken";
      const TypeFact &type = *described;
      StringRef operation;
      if (value.operation >= 0)
        operation = facts.names[facts.operations[size_t(value.operation)].nameId];
      std::string markdown = "```mlir\n" + nameOf(value) + " : " + type.text + "\n```\n\n" +
                             typeMarkdown(type, value.argument ? "" : operation, view.stale, chip);
      if (!value.argument && operation.empty())
        markdown += "\n\nthe statement is broken; this is the type that its uses want";
      if (value.argument)
        markdown += "\n\nargument of " + code(labelOf(text, view, value).value_or(operation));
      return markdown + chipLineFor(type) + pictureMarkdown(type, style);
    }
    int32_t index = facts.operationAt(inside);
    if (index >= 0) {
      const Operation &op = facts.operations[size_t(index)];
      StringRef name = facts.names[op.nameId];
      if (!name.empty() && op.name.touches(inside)) {
        range = view.absolute(op.name);
        std::string markdown = "**" + name.str() + "**", signature, details, picture;
        if (StringRef summary = summaryOf(name); !summary.empty())
          markdown += ": " + summary.str();
        constexpr size_t most = 12;
        TypeRef shown;
        std::vector<TypeRef> behindShown; // the operands after it
        size_t count = 0;
        for (uint32_t operand : operandsOf(facts, uint32_t(index))) {
          TypeRef type = facts.describedType(facts.values[operand]);
          if (!type || isUnknown(*type))
            continue;
          // Atoms and tiled operations tell what the operation does with the rest.
          if (!shown && (type->kind == TypeKind::MmaAtom || type->kind == TypeKind::CopyAtom ||
                         type->kind == TypeKind::TiledMma || type->kind == TypeKind::TiledCopy))
            shown = type;
          else if (shown)
            behindShown.push_back(type);
          if (count++ < most)
            signature += nameOf(facts.values[operand]) + " : " + type->text + "\n";
        }
        if (count > most)
          signature += "and " + std::to_string(count - most) + " more\n";
        for (uint32_t i = 0; i < op.valueCount; ++i) {
          TypeRef type = facts.describedType(facts.values[op.firstValue + i]);
          if (!type || isUnknown(*type))
            continue;
          signature += "-> " + type->text + "\n";
          if (type->kind != TypeKind::Other && details.empty()) {
            details = "\n\n" + typeMarkdown(*type, "", view.stale, chip);
            picture = pictureMarkdown(*type, style);
          }
        }
        if (details.empty() && shown) {
          CopyWay way = CopyWay::Both;
          if (name.starts_with("fly.copy") && !behindShown.empty())
            way = behindShown.size() > 1 ? copyWay(*behindShown[0], *behindShown[1])
                                         : copyWay(*behindShown[0], TypeFact());
          details = "\n\n" + typeMarkdown(*shown, "", view.stale, chip, way);
          picture = pictureMarkdown(*shown, style);
        }
        std::string instruction;
        std::optional<Span> scope = view.absolute(op.scope);
        StringRef statement = scope ? headOf(text, *scope) : StringRef();
        if (name.starts_with("rocdl.") || name.starts_with("nvvm."))
          instruction = instructionMarkdown(name, statement, chip, style, picture);
        else if (name == "llvm.call_intrinsic")
          instruction =
              instructionMarkdown(firstString(statement, "llvm."), statement, chip, style, picture);
        else if (name == "llvm.inline_asm")
          instruction = ptxMarkdown(firstString(statement));
        if (!instruction.empty())
          markdown += "\n\n" + instruction;
        if (!signature.empty())
          markdown += "\n\n```mlir\n" + signature + "```";
        markdown += details;
        if (StringRef docs = docsOf(name); !docs.empty())
          markdown += "\n\n---\n\n" + docs.str();
        return markdown + chipLine + picture;
      }
    }
  }

  // The names of intrinsics, wherever they stand: calls, comments, LLVM IR.
  Span word = wordAt(text, offset);
  StringRef name = StringRef(text).slice(word.begin, word.end);
  // A full stop belongs to the sentence of a comment.
  while (name.ends_with(".") || name.ends_with("-")) {
    name = name.drop_back();
    --word.end;
  }
  auto statementAround = [&]() -> StringRef {
    if (at) {
      const PieceFacts &facts = *at->first.facts;
      int32_t index = facts.operationAt(at->second);
      // Between the operations of a region stands a comment.
      bool inside = index >= 0 && size_t(index) + 1 < facts.operations.size() &&
                    facts.operations[size_t(index) + 1].parent == index;
      if (index >= 0 && !inside)
        if (std::optional<Span> scope = at->first.absolute(facts.operations[size_t(index)].scope))
          return headOf(text, *scope);
    }
    return StringRef(text).slice(word.begin, lineEndAt(text, offset));
  };
  if (name.starts_with("llvm.amdgcn.") || name.starts_with("llvm.nvvm.")) {
    std::string picture;
    std::string instruction = instructionMarkdown(name, statementAround(), chip, style, picture);
    if (!instruction.empty() || Instructions::isIntrinsic(name)) {
      range = word;
      if (instruction.empty())
        instruction = "an intrinsic of LLVM that no fly payload makes";
      return "**" + name.str() + "**\n\n" + instruction + chipLine + picture;
    }
    range = word;
    return "**" + name.str() + "**\n\nLLVM has no intrinsic of this name";
  }

  if (at) {
    auto &[view, inside] = *at;
    // A symbol: the head of the operation that has it.
    if (size_t use = SymbolPaths::useAt(*view.facts, inside); use < view.facts->symbolUses.size()) {
      uint32_t chunk = view.piece->chunk;
      SymbolPaths paths = symbolPaths(document, chunk);
      std::string path = paths.of(*view.facts, use);
      for (const PieceView &piece : snapshot.pieces)
        if (piece.chunk == chunk)
          for (const FactsView &other : factsOf(document, piece))
            for (const Symbol &symbol : other.facts->symbols)
              if (std::optional<Span> scope =
                      other.absolute(other.facts->operations[symbol.operation].scope);
                  scope && paths.of(*other.facts, symbol) == path) {
                range = view.absolute(view.facts->symbolUses[use].span);
                StringRef head = StringRef(text).slice(scope->begin, scope->end);
                head = head.take_front(std::min<size_t>(head.find('\n'), 600)).rtrim(" {");
                return "```mlir\n" + head.str() + "\n```";
              }
    }
    // A block: its label.
    for (const BlockLabel &block : view.facts->blocks) {
      Span occurrence = block.span;
      bool here = occurrence.touches(inside);
      for (uint32_t i = 0; i < block.useCount && !here; ++i) {
        occurrence = view.facts->uses[block.firstUse + i];
        here = occurrence.touches(inside);
      }
      std::optional<Span> label = here ? view.absolute(block.span) : std::nullopt;
      if (!label)
        continue;
      range = view.absolute(occurrence);
      StringRef line = StringRef(text).slice(label->begin, lineEndAt(text, label->begin));
      return "```mlir\n" + line.rtrim(" :").str() + "\n```\n\na block, entered from " +
             std::to_string(block.useCount) + (block.useCount == 1 ? " place" : " places");
    }
    // The text of inline assembly.
    if (int32_t index = view.facts->operationAt(inside); index >= 0) {
      const Operation &op = view.facts->operations[size_t(index)];
      if (view.facts->names[op.nameId] == "llvm.inline_asm")
        if (std::optional<Span> scope = view.absolute(op.scope)) {
          StringRef assembly = firstString(headOf(text, *scope));
          size_t begin = assembly.empty() ? 0 : size_t(assembly.data() - text.data());
          if (!assembly.empty() && begin <= offset && offset <= begin + assembly.size())
            if (std::string markdown = ptxMarkdown(assembly); !markdown.empty()) {
              range = Span{uint32_t(begin), uint32_t(begin + assembly.size())};
              return markdown + chipLine;
            }
        }
    }
  }

  // A type, attribute or alias that is written out, and a layout inside of it.
  auto literal = literalAt(text, offset);
  bool onPointer = false;
  if (Span token = literalTypeAt(text, offset); !token.empty()) {
    Aliases aliases(snapshot, offset);
    StringRef spelled = StringRef(text).slice(token.begin, token.end);
    StringRef alias = spelled.contains('.') || spelled.contains('<') ? StringRef() : spelled;
    std::string shown;
    if (!alias.empty()) {
      StringRef definition = aliases.definition(alias);
      if (definition.empty())
        return {};
      shown = "```mlir\n" + definition.take_front(reach).str() + "\n```";
      spelled = definition.split('=').second.trim();
    }
    // What is longer is data, not a type.
    std::string expanded = aliases.expand(spelled.take_front(4 * reach + 1));
    TypeRef fact = literal && alias.empty() ? Instructions::get().read(expanded) : nullptr;
    onPointer = fact && (fact->kind == TypeKind::Pointer || fact->kind == TypeKind::MemRef);
    // The innermost thing is meant; a type says more about the layout that it consists of.
    bool inner = literal && token.begin < literal->first.begin &&
                 (!fact || fact->layout != literal->second.layout || fact->layout.empty()) &&
                 !Instructions::get().family(StringRef(expanded).split('<').first);
    if (!inner) {
      std::string written = writtenMarkdown(
          expanded, chip, alias.empty() && offset <= token.begin + spelled.find('<'), style);
      if (!written.empty() || !shown.empty()) {
        range = token;
        return shown + (shown.empty() || written.empty() ? "" : "\n\n") + written;
      }
    }
  }
  if (literal) {
    range = literal->first;
    // On a pointer it permutes bytes, in a layout elements.
    bool alone = !StringRef(text).drop_front(literal->first.end).starts_with(" o ");
    if (onPointer && alone && literal->second.kind == TypeKind::Swizzle)
      for (NamedText &entry : literal->second.facts) {
        replaceWord(entry.value, "the index", "the byte address");
        replaceWord(entry.value, "consecutive indices", "consecutive bytes");
        replaceWord(entry.value, "indices", "bytes");
      }
    return typeMarkdown(literal->second, "", false, chip) + pictureMarkdown(literal->second, style);
  }

  // An operation in a statement that does not parse, or a module whose parts are facts of their
  // own.
  StringRef inFront = StringRef(text).take_front(word.begin);
  if (name == "module" && inFront.drop_front(inFront.rfind('\n') + 1).trim().empty())
    name = "builtin.module";
  if (StringRef docs = docsOf(name); !docs.empty() || !summaryOf(name).empty() ||
                                     name.starts_with("rocdl.") || name.starts_with("nvvm.")) {
    std::string markdown = "**" + name.str() + "**";
    if (StringRef summary = summaryOf(name); !summary.empty())
      markdown += ": " + summary.str();
    std::string picture;
    std::string instruction = instructionMarkdown(name, statementAround(), chip, style, picture);
    if (!instruction.empty())
      markdown += "\n\n" + instruction;
    else if (docs.empty() && summaryOf(name).empty())
      return {};
    range = word;
    return markdown + (docs.empty() ? "" : "\n\n---\n\n" + docs.str()) + chipLine + picture;
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
  withPlace(params, reply, [=, this](Document &document, uint32_t offset) {
    std::optional<Span> span;
    std::string markdown = hoverOf(document, offset, span);
    if (markdown.empty())
      return reply(Json(nullptr));
    // The picture is at the end, and long.
    for (size_t at = 0; (at = markdown.find("\n\n\n", at)) != std::string::npos;)
      markdown.erase(at, 1);
    if (!client_.hoverMarkdown)
      markdown = plainText(markdown);
    if (!llvm::json::isUTF8(markdown))
      markdown = llvm::json::fixUTF8(markdown);
    std::string text;
    llvm::raw_string_ostream out(text);
    JsonWriter json(out);
    json.object([&] {
      json.attributeObject("contents", [&] {
        json.attribute("kind", client_.hoverMarkdown ? "markdown" : "plaintext");
        json.attributeBegin("value");
        json.rawValue(jsonString(markdown));
        json.attributeEnd();
      });
      if (std::optional<Json> range = rangeOf(document, span))
        json.attribute("range", *range);
    });
    reply.text(text);
  });
}

} // namespace flylsp
