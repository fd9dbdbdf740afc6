#include "lsp/analysis/Pieces.h"

#include "lsp/analysis/Braces.h"
#include "lsp/analysis/Scan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace flylsp {

namespace {

/// Bytes that the scan for the end of an operation must look at; all others are skipped.
constexpr ByteSet interesting = byteSet("\n\"/()[]{}");
/// The same inside of braces, where open brackets do not matter, and lines only if they may cut.
constexpr ByteSet interestingInside = byteSet("\"/{}"), interestingLines = byteSet("\n\"/{}");

/// `#name =` or `!name =` at `at`; returns the length of the name with its sigil, 0 if it is no
/// such.
uint32_t aliasNameLength(std::string_view text, uint32_t at, uint32_t end) {
  if (at >= end || (text[at] != '#' && text[at] != '!'))
    return 0;
  uint32_t stop = at + 1;
  while (stop < end && isIdentifierByte(text[stop]))
    ++stop;
  if (stop == at + 1)
    return 0;
  uint32_t next = stop;
  while (next < end && (text[next] == ' ' || text[next] == '\t'))
    ++next;
  if (next < end && text[next] == '=' && (next + 1 >= end || text[next + 1] != '='))
    return stop - at;
  return 0;
}

/// Operations that begin a piece wherever they stand at its indentation, even inside open braces.
bool isStrongHead(StringRef word) {
  return isModule(word) || word == "func.func" || word == "gpu.module" || word == "llvm.func" ||
         word == "memref.global" || word == "llvm.mlir.global" || word == "gpu.binary";
}

std::string headName(std::string_view text, Span span) {
  uint32_t end = std::min(span.end, span.begin + 400);
  StringRef word = wordAt(text, span.begin, end);
  std::string name = word.str();
  uint32_t stop = std::min(end, lineEndAt(text, span.begin));
  for (uint32_t i = span.begin; i < stop; ++i) {
    if (text[i] == '(' || text[i] == '{')
      break;
    if (text[i] == '@') {
      uint32_t j = i + 1;
      if (j < stop && text[j] == '"')
        j = skipString(text, j);
      else
        while (j < stop && isIdentifierByte(text[j]))
          ++j;
      name += " ";
      name.append(text.substr(i, j - i));
      break;
    }
  }
  return name;
}

class Splitter {
public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<Chunk> run() {
    std::vector<Chunk> chunks;
    uint32_t begin = 0, size = uint32_t(text_.size());
    if (StringRef(text_.data(), size).starts_with("\xef\xbb\xbf"))
      begin = 3; // a byte-order mark is no part of the text
    while (true) {
      uint32_t marker = findMarker(begin);
      chunks.push_back(splitChunk({begin, marker}));
      if (marker == size)
        return chunks;
      begin = std::min(size, lineEndAt(text_, marker) + 1);
    }
  }

private:
  /// The next line that starts with `// -----`.
  uint32_t findMarker(uint32_t from) const {
    StringRef text(text_.data(), text_.size());
    size_t at = from;
    while ((at = text.find("// -----", at)) != StringRef::npos) {
      if (at == 0 || at == from || text[at - 1] == '\n')
        return uint32_t(at);
      at += 8;
    }
    return uint32_t(text.size());
  }

  Chunk splitChunk(Span span) {
    // A text whose braces fit is cut there and nowhere else, whatever its indentation.
    misfits_ = {};
    Chunk chunk = cut(span, Cut::AtBraces);
    const bool fit = fits(chunk);
    if (!fit) {
      misfits_ = findMisfits(text_, span, 0);
      chunk = cut(span, Cut::AtHeads);
    }
    // Values behind a brace too many are no values of the top level, unless the text begins with
    // such.
    for (const Piece &piece : chunk.pieces) {
      if (piece.kind != PieceKind::Operation)
        continue;
      char c = text_[piece.span.begin];
      chunk.whole = c == '%' || c == '^';
      if (chunk.whole || !fit)
        break;
    }
    if (chunk.whole) {
      Span all{skipTrivia(text_, span.begin, span.end), span.end};
      while (all.end > all.begin && isBlank(text_[all.end - 1]))
        --all.end;
      chunk.inModule = false;
      chunk.pieces.clear();
      Piece piece;
      piece.span = all;
      chunk.pieces.push_back(std::move(piece));
    }
    return chunk;
  }

  enum class Cut {
    AtBraces, ///< operations end where their braces do
    AtHeads   ///< and where the head of another one stands no further in than theirs
  };

  bool fits(const Chunk &chunk) const {
    if (chunk.inModule && chunk.close == UINT32_MAX)
      return false;
    return llvm::all_of(chunk.pieces, [&](const Piece &piece) {
      return piece.closed && !StringRef(")]}").contains(text_[piece.span.begin]);
    });
  }

  /// What is inside of the module at the top level.
  struct Module {
    size_t index = SIZE_MAX; ///< of its piece, SIZE_MAX for none
    Span header;
    uint32_t close = UINT32_MAX;
    std::vector<Piece> pieces;
  };

  Chunk cut(Span span, Cut how) const {
    Chunk chunk;
    chunk.span = span;
    Module module;
    chunk.pieces = items(span, how, &module);
    size_t operations = size_t(llvm::count_if(
        chunk.pieces, [](const Piece &piece) { return piece.kind == PieceKind::Operation; }));
    if (module.index == SIZE_MAX || operations != 1)
      return chunk;
    // What follows the closing brace on its line (a location) is left to the module.
    chunk.inModule = true;
    chunk.header = module.header;
    chunk.close = module.close;
    auto place = chunk.pieces.erase(chunk.pieces.begin() + int64_t(module.index));
    chunk.pieces.insert(place, std::make_move_iterator(module.pieces.begin()),
                        std::make_move_iterator(module.pieces.end()));
    return chunk;
  }

  /// Also one whose keyword has a slip of the pen: nothing else looks like it and holds functions.
  bool looksLikeModule(uint32_t at, uint32_t end) const {
    if (isModule(wordAt(text_, at, end)))
      return true;
    StringRef line(text_.data() + at, lineEndAt(text_, at) - at);
    StringRef word = line.take_until([](char c) { return c == ' '; });
    if (word.size() < 5 || word.size() > 8 || word.edit_distance("module", true, 1) > 1 ||
        !line.rtrim().ends_with("{"))
      return false;
    uint32_t next = skipTrivia(text_, at + uint32_t(line.size()), end);
    return next < end && isStrongHead(wordAt(text_, next, end));
  }

  /// The brace that opens the body of a module, UINT32_MAX if the header is not complete.
  uint32_t moduleBrace(Span span) const {
    uint32_t brace = wellFormedModuleBrace(span);
    if (brace != UINT32_MAX)
      return brace;
    // Whatever is wrong in the header stands on its line.
    uint32_t stop = lineEndAt(text_, span.begin);
    while (stop > span.begin && isBlank(text_[stop - 1]))
      --stop;
    return stop > span.begin && text_[stop - 1] == '{' ? stop - 1 : UINT32_MAX;
  }

  uint32_t wellFormedModuleBrace(Span span) const {
    uint32_t end = span.end;
    uint32_t at = span.begin + uint32_t(wordAt(text_, span.begin, end).size());
    at = skipTrivia(text_, at, end);
    if (at < end && text_[at] == '@') {
      ++at;
      if (at < end && text_[at] == '"')
        at = skipString(text_, at);
      else
        while (at < end && isIdentifierByte(text_[at]))
          ++at;
      at = skipTrivia(text_, at, end);
    }
    if (wordAt(text_, at, end) == "attributes") {
      at = skipTrivia(text_, at + 10, end);
      if (at >= end || text_[at] != '{')
        return UINT32_MAX;
      uint32_t depth = 0;
      for (; at < end; ++at) {
        if (text_[at] == '"') {
          at = skipString(text_, at) - 1;
        } else if (text_[at] == '/' && at + 1 < end && text_[at + 1] == '/') {
          at = std::min(end, lineEndAt(text_, at)) - 1;
        } else if (text_[at] == '{') {
          ++depth;
        } else if (text_[at] == '}' && --depth == 0) {
          ++at;
          break;
        }
      }
      at = skipTrivia(text_, at, end);
    }
    return at < end && text_[at] == '{' ? at : UINT32_MAX;
  }

  /// The pieces of a stretch at the top level. The first operation that is a module with a complete
  /// header is opened as well: `module`.
  std::vector<Piece> items(Span span, Cut how, Module *module) const {
    std::vector<Piece> result;
    uint32_t at = span.begin, end = span.end;
    while ((at = skipTrivia(text_, at, end)) < end) {
      Piece piece;
      uint32_t open = UINT32_MAX;
      if (!otherThanOperation(at, end, piece)) {
        if (module && module->index == SIZE_MAX && looksLikeModule(at, end))
          open = moduleBrace({at, end});
        if (open == UINT32_MAX || how == Cut::AtHeads)
          piece = operation(at, open == UINT32_MAX ? at : open, end, how);
        if (open != UINT32_MAX) {
          module->index = result.size();
          module->header = {at, open + 1};
          uint32_t stop = how == Cut::AtHeads ? piece.span.end : end;
          module->pieces = body({open + 1, stop}, how, module->close);
          if (how == Cut::AtBraces) {
            piece = operation(at, std::min(module->close, end - 1) + 1, end, how);
            piece.closed &= module->close != UINT32_MAX;
            stop = piece.span.end;
          }
          piece.kind = PieceKind::Operation; // whatever its first word looks like
          addBehind(*module, stop);
        }
      }
      at = piece.span.end;
      trim(piece.span);
      result.push_back(std::move(piece));
    }
    return result;
  }

  /// The pieces inside of a module, up to its closing brace.
  std::vector<Piece> body(Span span, Cut how, uint32_t &close) const {
    std::vector<Piece> result;
    uint32_t at = span.begin, end = span.end;
    while ((at = skipTrivia(text_, at, end)) < end) {
      if (text_[at] == '}' && !misfits_.isSurplus(at)) {
        close = at;
        break;
      }
      Piece piece;
      if (!otherThanOperation(at, end, piece))
        piece = operation(at, at, end, how);
      at = piece.span.end;
      trim(piece.span);
      result.push_back(std::move(piece));
    }
    return result;
  }

  /// Behind the brace of a module, up to the end of its piece: a location, or what belongs to
  /// nobody.
  void addBehind(Module &module, uint32_t end) const {
    if (module.close >= end)
      return;
    uint32_t at = skipTrivia(text_, module.close + 1, end);
    if (at >= end || StringRef(text_.data() + at, end - at).starts_with("loc("))
      return;
    Piece piece;
    piece.kind = PieceKind::Stray;
    piece.span = {at, end};
    trim(piece.span);
    module.pieces.push_back(std::move(piece));
  }

  /// An alias or a list of resources; false if neither starts here.
  bool otherThanOperation(uint32_t at, uint32_t end, Piece &piece) const {
    if (uint32_t length = aliasNameLength(text_, at, end)) {
      piece.kind = PieceKind::Alias;
      piece.name = std::string(text_.substr(at, length));
      piece.span = {at, aliasEnd(at, end)};
      return true;
    }
    if (StringRef(text_.data() + at, end - at).starts_with("{-#")) {
      size_t stop = StringRef(text_.data(), end).find("#-}", at);
      piece.kind = PieceKind::Resources;
      piece.span = {at, stop == StringRef::npos ? end : uint32_t(stop) + 3};
      return true;
    }
    return false;
  }

  /// What starts at `at` and is known to be balanced up to `from`.
  Piece operation(uint32_t at, uint32_t from, uint32_t end, Cut how) const {
    Piece piece;
    piece.kind = startsOperation(text_, at, end) ? PieceKind::Operation : PieceKind::Stray;
    piece.span = {at, operationEnd(at, from, end, how, piece.closed)};
    if (piece.kind == PieceKind::Operation)
      piece.name = headName(text_, piece.span);
    return piece;
  }

  void trim(Span &span) const {
    while (span.end > span.begin + 1 && isBlank(text_[span.end - 1]))
      --span.end;
  }

  /// Aliases end with the line on which all brackets, angle brackets too, are closed.
  uint32_t aliasEnd(uint32_t at, uint32_t end) const {
    int depth = 0;
    for (; at < end; ++at) {
      switch (text_[at]) {
      case '"':
        at = skipString(text_, at) - 1;
        break;
      case '(':
      case '[':
      case '{':
      case '<':
        ++depth;
        break;
      case ')':
      case ']':
      case '}':
        --depth;
        break;
      case '>':
        if (text_[at - 1] != '-')
          --depth;
        break;
      case '/':
        if (at + 1 < end && text_[at + 1] == '/')
          at = std::min(end, lineEndAt(text_, at)) - 1;
        break;
      case ' ':
        // The next one may follow on the same line.
        if (depth <= 0 &&
            (aliasNameLength(text_, at + 1, end) || isStrongHead(wordAt(text_, at + 1, end))))
          return at;
        break;
      case '\n': {
        uint32_t next = skipTrivia(text_, at, end);
        if (next >= end || aliasNameLength(text_, next, end) ||
            isStrongHead(wordAt(text_, next, end)))
          return at;
        if (depth <= 0)
          return at;
        break;
      }
      default:
        break;
      }
    }
    return end;
  }

  /// Whether the head of another operation, no further in, ends the one that starts at `at`. What
  /// holds functions may be written without indentation; then it tells nothing.
  bool endsAtHeads(uint32_t at, uint32_t end, uint32_t indent) const {
    StringRef word = wordAt(text_, at, end);
    if (!isModule(word) && word != "gpu.module")
      return true;
    uint32_t next = skipTrivia(text_, std::min(end, lineEndAt(text_, at)), end);
    return next >= end || indentation(text_, next) > indent;
  }

  /// Where the operation that starts at `at` and is balanced up to `from` ends.
  uint32_t operationEnd(uint32_t at, uint32_t from, uint32_t end, Cut how, bool &closed) const {
    const uint32_t indent = indentation(text_, at);
    // Brackets that are left open inside of braces end with these.
    llvm::SmallVector<int> braces; // brackets that were open around each
    int brackets = 0;
    auto outside = [&] { return braces.empty() && brackets == 0; };
    const char *data = text_.data();
    // A stray closing bracket is a piece of its own.
    if (from == at && (data[at] == '}' || data[at] == ')' || data[at] == ']'))
      return at + 1;
    const bool atHeads = how == Cut::AtHeads && endsAtHeads(at, end, indent);
    const ByteSet &inside = atHeads ? interestingLines : interestingInside;
    uint32_t i = from;
    while ((i = skipTo(braces.empty() ? interesting : inside, data, i, end)) < end) {
      switch (data[i]) {
      case '"':
        i = skipString(text_, i);
        continue;
      case '/':
        if (i + 1 < end && data[i + 1] == '/')
          i = std::min(end, lineEndAt(text_, i));
        else
          ++i;
        continue;
      case '(':
      case '[':
        ++brackets;
        break;
      case ')':
      case ']':
        if (brackets > 0)
          --brackets;
        break;
      case '{':
        // One that nothing closes holds nothing, unless it opens the operation itself.
        if (const auto *unclosed = misfits_.unclosedAt(i);
            unclosed && (!unclosed->block || !braces.empty()))
          break;
        braces.push_back(brackets);
        brackets = 0;
        break;
      case '}':
        if (misfits_.isSurplus(i))
          break;
        if (braces.empty()) {
          closed = brackets == 0;
          return i; // of the module around, or stray
        }
        brackets = braces.pop_back_val();
        break;
      case '\n': {
        uint32_t next = skipBlanks(text_, i, end);
        if (next >= end) {
          closed = outside();
          return end;
        }
        if (outside()) {
          if (data[next] == '/')
            next = skipTrivia(text_, next, end);
          if (next >= end)
            return i;
          if (startsOperation(text_, next, end) || aliasNameLength(text_, next, end) ||
              data[next] == '}' || StringRef(data + next, end - next).starts_with("{-#"))
            return i;
          // What cannot go on with a complete operation does not belong to it, such as the first
          // letters of the next one.
          uint32_t last = i;
          while (last > at && isBlank(data[last - 1]))
            --last;
          if ((data[last - 1] == '}' || indentation(text_, next) <= indent) &&
              !continuesOperation(text_, next, end))
            return i;
        } else if (atHeads && isLetter(data[next]) && indentation(text_, next) <= indent &&
                   isStrongHead(wordAt(text_, next, end))) {
          closed = false;
          return i;
        }
        i = next;
        continue;
      }
      default:
        break;
      }
      ++i;
    }
    closed = outside();
    return end;
  }

  std::string_view text_;
  MisfitBraces misfits_; ///< of the present chunk; none while it is cut at braces alone
};

} // namespace

std::vector<Chunk> splitDocument(std::string_view text) { return Splitter(text).run(); }

std::vector<std::string> mentionedAliases(std::string_view text) {
  std::vector<std::string> result;
  llvm::StringSet<> seen;
  uint32_t end = uint32_t(text.size());
  static constexpr ByteSet special = byteSet("\"/#!");
  for (uint32_t i = 0; (i = skipTo(special, text.data(), i, end)) < end; ++i) {
    char c = text[i];
    if (c == '"') {
      i = skipString(text, i) - 1;
    } else if (c == '/' && i + 1 < end && text[i + 1] == '/') {
      i = lineEndAt(text, i) - 1;
    } else if (c == '#' || c == '!') {
      uint32_t stop = i + 1;
      while (stop < end && isIdentifierByte(text[stop]) &&
             !(text[stop] == '-' && stop + 1 < end && text[stop + 1] == '>'))
        ++stop;
      std::string_view name = text.substr(i, stop - i);
      // A dot makes it a type or attribute of a dialect.
      if (name.size() > 1 && name.find('.') == std::string_view::npos && seen.insert(name).second)
        result.emplace_back(name);
      i = stop - 1;
    }
  }
  return result;
}

} // namespace flylsp
