#include "lsp/analysis/Braces.h"

#include "lsp/analysis/Scan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using llvm::StringRef;

namespace flylsp {

bool MisfitBraces::isSurplus(uint32_t at) const {
  return std::binary_search(surplus.begin(), surplus.end(), at);
}

const MisfitBraces::Unclosed *MisfitBraces::unclosedAt(uint32_t at) const {
  auto it = std::partition_point(unclosed.begin(), unclosed.end(),
                                 [&](const Unclosed &brace) { return brace.at < at; });
  return it != unclosed.end() && it->at == at ? &*it : nullptr;
}

namespace {

constexpr ByteSet braceBytes = byteSet("\"/{}");

/// Calls `visit` for each brace outside of strings and comments, until it returns false.
template <typename Visit> void forEachBrace(std::string_view text, Span span, Visit visit) {
  uint32_t i = span.begin;
  while ((i = skipTo(braceBytes, text.data(), i, span.end)) < span.end) {
    if (text[i] == '"') {
      i = skipString(text, i);
    } else if (text[i] == '/') {
      i = i + 1 < span.end && text[i + 1] == '/' ? lineEndAt(text, i) : i + 1;
    } else {
      if (!visit(i))
        return;
      ++i;
    }
  }
}

} // namespace

uint32_t MisfitBraces::partnerOf(std::string_view text, uint32_t open) const {
  uint32_t depth = 0, partner = UINT32_MAX;
  if (unclosedAt(open))
    return partner;
  forEachBrace(text, {open, uint32_t(text.size())}, [&](uint32_t at) {
    if (text[at] == '{')
      depth += !unclosedAt(at);
    else if (!isSurplus(at) && --depth == 0)
      partner = at;
    return partner == UINT32_MAX;
  });
  return partner;
}

namespace {

bool fit(std::string_view text, Span span) {
  int64_t depth = 0;
  forEachBrace(text, span, [&](uint32_t at) {
    depth += text[at] == '{' ? 1 : -1;
    return depth >= 0;
  });
  return depth == 0;
}

/// Pairs braces as somebody does who reads the indentation: one inside of a line belongs to another
/// of that line, one that begins a line belongs to the block that began at its own indentation.
class Pairing {
public:
  Pairing(std::string_view text, Span span, uint32_t indent)
      : text_(text), span_(span), firstIndent_(indent) {}

  MisfitBraces run() {
    forEachBrace(text_, span_, [&](uint32_t at) {
      if (text_[at] == '{')
        open(at);
      else if (!close(at))
        result_.surplus.push_back(at);
      return true;
    });
    for (const Brace &brace : stack_)
      leaveOpen(brace);
    llvm::sort(result_.unclosed, [](const auto &a, const auto &b) { return a.at < b.at; });
    return std::move(result_);
  }

private:
  struct Brace {
    uint32_t at, line;   ///< where it and its line start
    uint32_t indent;     ///< of the statement that it belongs to
    bool block = false;  ///< nothing but a comment follows on its line
    bool module = false; ///< no values live inside
  };

  uint32_t lineOf(uint32_t at) const { return std::max(span_.begin, lineStartAt(text_, at)); }
  uint32_t codeOf(uint32_t line) const { return skipBlanks(text_, line, span_.end); }
  uint32_t indentOf(uint32_t line) const {
    return line == span_.begin ? firstIndent_ : codeOf(line) - line;
  }

  /// The line that starts the statement around a line: the head of a function goes over several.
  uint32_t statementLine(uint32_t line) const {
    for (uint32_t back = line, steps = 0; steps < 64; ++steps) {
      uint32_t code = codeOf(back);
      StringRef content(text_.data() + code, lineEndAt(text_, code) - code);
      bool argument = content.starts_with("%") &&
                      content.find(':') < std::min(content.find('='), content.size());
      if (content.starts_with("}") || (startsOperation(text_, code, span_.end) && !argument))
        return back;
      if (back <= span_.begin)
        break;
      back = lineOf(back - 1);
    }
    return line;
  }

  void open(uint32_t at) {
    Brace brace;
    brace.at = at;
    brace.line = lineOf(at);
    uint32_t next = at + 1;
    while (next < span_.end && (text_[next] == ' ' || text_[next] == '\t' || text_[next] == '\r'))
      ++next;
    brace.block = next >= span_.end || text_[next] == '\n' ||
                  StringRef(text_.data() + next, span_.end - next).starts_with("//");
    uint32_t statement = statementLine(brace.line);
    brace.indent = indentOf(statement);
    StringRef word = wordAt(text_, codeOf(statement), span_.end);
    brace.module = isModule(word) || word == "gpu.module";
    stack_.push_back(brace);
  }

  /// False when the brace closes nothing.
  bool close(uint32_t at) {
    if (stack_.empty())
      return false;
    uint32_t line = lineOf(at);
    StringRef before(text_.data() + line, at - line);
    if (before.find_first_not_of(" \t})]") != StringRef::npos || line == span_.begin) {
      // Inside of a line: a list of attributes, on this line or wrapped.
      if (stack_.back().line != line && stack_.back().block)
        return false;
      stack_.pop_back();
      return true;
    }
    if (goesOnDeeper(at))
      return false;
    // What was left open further in is never closed.
    const uint32_t indent = indentOf(line);
    auto partner = std::find_if(stack_.rbegin(), stack_.rend(), [&](const Brace &brace) {
      return brace.block && brace.indent <= indent;
    });
    if (partner == stack_.rend() || partner->indent < indent)
      return closeWrapped(indent);
    if (valuesFollow(at, size_t(stack_.rend() - partner) - 1))
      return false;
    for (auto it = stack_.rbegin(); it != partner; ++it)
      leaveOpen(*it);
    stack_.resize(size_t(stack_.rend() - partner) - 1);
    return true;
  }

  void leaveOpen(const Brace &brace) {
    uint32_t end = lineEndAt(text_, brace.at);
    if (brace.block && brace.line == span_.begin)
      end = span_.end;
    else if (brace.block)
      while (end < span_.end) {
        uint32_t next = skipTrivia(text_, end, span_.end);
        if (next < span_.end && indentation(text_, next) <= brace.indent)
          break;
        end = std::min(span_.end, lineEndAt(text_, next));
      }
    result_.unclosed.push_back({brace.at, std::min(end, span_.end), brace.block});
  }

  /// The end of a list of attributes over several lines.
  bool closeWrapped(uint32_t indent) {
    if (stack_.back().block && stack_.back().indent < indent)
      return false;
    stack_.pop_back();
    return true;
  }

  /// Whether the text behind a brace that begins a line still is of the block: a statement on the
  /// same line, or the next line stands further in.
  bool goesOnDeeper(uint32_t at) const {
    uint32_t stop = lineEndAt(text_, at);
    uint32_t next = at;
    while (next < stop && StringRef("})] \t\r").contains(text_[next]))
      ++next;
    if (next < stop && !StringRef(text_.data() + next, stop - next).starts_with("//"))
      return !continuesOperation(text_, next, span_.end);
    next = skipTrivia(text_, next, span_.end);
    return next < span_.end && indentation(text_, next) > indentOf(lineOf(at)) &&
           text_[next] != '}' && !continuesOperation(text_, next, span_.end);
  }

  /// Whether a brace that closes `stack_[index]` would leave values where none can live.
  bool valuesFollow(uint32_t at, size_t index) const {
    if (index > 0 && !stack_[index - 1].module)
      return false;
    uint32_t next = skipTrivia(text_, at + 1, span_.end);
    return next < span_.end && (text_[next] == '%' || text_[next] == '^');
  }

  std::string_view text_;
  Span span_;
  uint32_t firstIndent_;
  llvm::SmallVector<Brace> stack_;
  MisfitBraces result_;
};

} // namespace

MisfitBraces findMisfits(std::string_view text, Span span, uint32_t indent) {
  if (fit(text, span))
    return {};
  return Pairing(text, span, indent).run();
}

MisfitBraces findMisfits(std::string_view piece) {
  Span all{0, uint32_t(piece.size())};
  if (fit(piece, all))
    return {};
  // The first line has lost its indentation; that of the brace at the end is the same.
  uint32_t least = UINT32_MAX, ofBraces = UINT32_MAX;
  for (uint32_t line = lineEndAt(piece, 0) + 1; line < all.end; line = lineEndAt(piece, line) + 1) {
    uint32_t code = line;
    while (code < all.end && (piece[code] == ' ' || piece[code] == '\t'))
      ++code;
    if (code >= all.end || piece[code] == '\n' || piece[code] == '\r')
      continue;
    least = std::min(least, code - line);
    if (piece[code] == '}')
      ofBraces = std::min(ofBraces, code - line);
  }
  uint32_t indent = ofBraces != UINT32_MAX ? ofBraces : least;
  return Pairing(piece, all, indent == UINT32_MAX ? 0 : indent).run();
}

} // namespace flylsp
