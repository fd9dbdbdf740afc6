// Reads a piece although parts of it do not parse: the statements at fault are reported and read as
// stand-ins, until the rest is good.
#include "lsp/analysis/Braces.h"
#include "lsp/analysis/Scan.h"
#include "lsp/analysis/StandIns.h"
#include "lsp/analysis/Steps.h"

#include "lsp/analysis/Analyzer.h"
#include "passes/pipelines/SelfUses.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace flylsp {

namespace {

class PieceReader {
public:
  PieceReader(ListeningContext &context, const DialectRegistry &registry, PieceState &state,
              const std::vector<std::string> &brokenAliases)
      : context(context), registry(registry), state(state), brokenAliases(brokenAliases),
        text(state.text), size(uint32_t(state.text.size())), facts(*state.facts),
        misfits(findMisfits(state.text)) {}

  std::unique_ptr<Parse> read() {
    leaveOutSurplusBraces();
    renameSelfUses();
    size_t spent = 0;
    constexpr unsigned mostTries = 48;
    for (attempt = 0; attempt < mostTries; ++attempt) {
      nextTry();
      if (context.read(*parse)) {
        reportMissingBraces();
        reportRest();
        return std::move(parse);
      }
      // A budget in bytes, not in time: the same text must always give the same findings.
      spent += parse->buffer.size();
      if (spent > (size_t(4) << 20) + 3 * size_t(size) || !learn())
        break;
    }
    reportMissingBraces();
    giveUp();
    return nullptr;
  }

private:
  // --- Tries ---

  /// Puts the text of the next try together.
  void nextTry() {
    parse = std::make_unique<Parse>(state);
    for (const StandIn &standIn : standIns)
      standIn.addPatches(parse->patches);
    for (const Parse::Patch &patch : replaced)
      if (llvm::none_of(standIns, [&](const StandIn &s) {
            return s.span.begin < patch.end && patch.begin < s.span.end;
          }))
        parse->patches.push_back(patch);
    for (const MisfitBraces::Unclosed &brace : misfits.unclosed)
      if (const StandIn *around = standInAround(brace.at); !around) {
        around = standInAround(brace.end);
        bool inside = around && around->span.begin < brace.end;
        uint32_t end = inside ? around->span.end : brace.end;
        parse->patches.push_back({end, end, "\n}"});
      }
    llvm::sort(parse->patches, [](const Parse::Patch &a, const Parse::Patch &b) {
      return std::tie(a.begin, a.end, a.text) < std::tie(b.begin, b.end, b.text);
    });
  }

  const StandIn *standInAround(uint32_t at) const {
    auto it = llvm::find_if(
        standIns, [&](const StandIn &s) { return s.span.begin <= at && at < s.span.end; });
    return it == standIns.end() ? nullptr : &*it;
  }

  /// A closing brace that closes nothing would end the operation too early.
  void leaveOutSurplusBraces() {
    for (uint32_t at : misfits.surplus) {
      Finding finding;
      finding.message = "this '}' closes nothing";
      finding.span = {at, at + 1};
      facts.findings.push_back(std::move(finding));
      replaced.push_back({at, at + 1, " "});
    }
  }

  /// Takes the errors of a try as reasons for stand-ins; false when they give none.
  bool learn() {
    LineIndex lines(parse->buffer);
    bool progress = false;
    for (RawDiagnostic &raw : parse->diagnostics) {
      if (raw.severity != Severity::Error)
        continue;
      std::optional<uint32_t> at = placeOf(raw, lines);
      if (giveExpectedType(raw, at)) {
        progress = true;
        continue;
      }
      if (!at)
        continue; // in an alias: its own piece tells
      if (leaveOutSpace(raw, *at)) {
        progress = true;
        continue;
      }
      needStatements();
      if (dropTakenName(raw, *at) || defineInRegion(raw, *at)) {
        progress = true;
        continue;
      }
      uint32_t where = blamedPlace(raw, *at);
      Span token = addFinding(raw, where);
      if (defineName(raw, token, where)) {
        progress = true;
        continue;
      }
      int32_t index = innermost(where);
      if (index < 0)
        continue;
      if (where <= statements[size_t(index)].headEnd && repairHead(statements[size_t(index)])) {
        progress = true;
        continue;
      }
      if (where <= statements[size_t(index)].headEnd && leaveOutHead(statements[size_t(index)])) {
        progress = true;
        continue;
      }
      if (statements[size_t(index)].parent >= 0)
        progress |= leaveOutGuilty(raw, statements[size_t(index)], token);
    }
    llvm::sort(standIns, [](const StandIn &a, const StandIn &b) {
      return std::pair(a.span.begin, a.span.end) < std::pair(b.span.begin, b.span.end);
    });
    return progress;
  }

  // --- Stand-ins ---

  /// A value of a stand-in gets the type that its use expects.
  bool giveExpectedType(const RawDiagnostic &raw, std::optional<uint32_t> at) {
    std::optional<std::string> type = expectedType(raw.message);
    if (!type)
      return false;
    StringRef name =
        StringRef(raw.message).drop_front(14).take_until([](char c) { return c == '\''; });
    unsigned number = 0;
    if (at) {
      StringRef rest = StringRef(text).drop_front(*at);
      if (rest.consume_front(name) && rest.consume_front("#"))
        rest.take_while(llvm::isDigit).getAsInteger(10, number);
    }
    for (StandIn &standIn : standIns) {
      bool found = false;
      unsigned first = 0;
      for (const ResultName &result : standIn.results) {
        if (result.name == name && first + number < standIn.types.size() &&
            standIn.types[first + number] == StandIn::unknownType) {
          standIn.types[first + number] = *type;
          found = true;
        }
        first += result.count;
      }
      if (found)
        return true;
    }
    return false;
  }

  /// A stand-in gives up a name that is taken already.
  bool dropTakenName(RawDiagnostic &raw, uint32_t at) {
    StringRef message = raw.message;
    if (!message.consume_front("redefinition of SSA value '"))
      return false;
    StringRef name = message.take_until([](char c) { return c == '\''; });
    for (StandIn &standIn : standIns) {
      if (standIn.undeclared || !standIn.between.empty() || !standIn.whole.touches(at))
        continue;
      size_t first = 0; // of the types
      for (auto it = standIn.results.begin(); it != standIn.results.end(); first += it++->count) {
        if (it->name != name)
          continue;
        if (!standIn.named)
          addFinding(raw, at); // else nobody has written it like that
        standIn.named = true;
        standIn.span = standIn.whole;
        standIn.own -= standIn.region && size_t(it - standIn.results.begin()) < standIn.own;
        standIn.types.erase(standIn.types.begin() + ptrdiff_t(first),
                            standIn.types.begin() + ptrdiff_t(first + it->count));
        standIn.results.erase(it);
        return true;
      }
    }
    return false;
  }

  /// A memory space that nobody here knows is read as the default one.
  bool leaveOutSpace(const RawDiagnostic &raw, uint32_t at) {
    Span space = foreignMemorySpace(text, raw.message, at, registry);
    if (space.empty())
      return false;
    StringRef spelled = StringRef(text).slice(space.begin, space.end);
    for (size_t i = text.find(spelled); i != std::string::npos;
         i = text.find(spelled, i + spelled.size()))
      if (text[i + spelled.size()] == '>')
        replaced.push_back({uint32_t(i), uint32_t(i + spelled.size()), ""});
    Finding finding;
    finding.severity = Severity::Warning;
    StringRef attribute = spelled.ltrim(", \t");
    finding.message = "memory space '" + attribute.str() +
                      "' is of a dialect that is unknown here and is left out; everything "
                      "else is analysed";
    finding.span = {space.end - uint32_t(attribute.size()), space.end};
    facts.findings.push_back(std::move(finding));
    return true;
  }

  /// A name that is nowhere defined gets a definition of some type, before the outermost statement
  /// around the use that is still inside the function.
  bool defineName(const RawDiagnostic &raw, Span token, uint32_t at) {
    if (!StringRef(raw.message).starts_with("use of undeclared SSA value name"))
      return false;
    StringRef name =
        StringRef(text).slice(token.begin, token.end).take_until([](char c) { return c == '#'; });
    for (const StandIn &standIn : standIns)
      for (const ResultName &result : standIn.results)
        if (result.name == name)
          return false;
    if (!name.starts_with("%") || !defineBefore(name, at))
      return false;
    facts.broken.push_back(token); // what it was before is known, if anything
    return true;
  }

  /// Defines a name before the outermost statement around an offset that is still inside of the
  /// function.
  bool defineBefore(StringRef name, uint32_t at) {
    int32_t index = innermost(at);
    while (index >= 0 && statements[size_t(index)].parent >= 0) {
      const Statement &around = statements[size_t(statements[size_t(index)].parent)];
      if (headOf(around).take_front(40).contains("func"))
        break;
      index = statements[size_t(index)].parent;
    }
    if (index < 0 || statements[size_t(index)].parent < 0)
      return false;
    StandIn standIn;
    standIn.undeclared = true;
    uint32_t before = statements[size_t(index)].span.begin;
    standIn.span = {before, before};
    standIn.results = {{name.str(), 1}};
    standIn.types = {StandIn::unknownType.str()};
    standIns.push_back(std::move(standIn));
    return true;
  }

  /// An operand that is defined in a region that is not around it is read as another value.
  void renameSelfUses() {
    for (const fly::SelfUse &self : fly::findSelfUses(text)) {
      needStatements();
      Finding finding;
      finding.span = tokenAt(text, self.use);
      std::string name = text.substr(self.use, finding.span.end - self.use);
      finding.message =
          "operand '" + name + "' is defined " +
          (self.own ? "inside of this operation" : "in a region that is not around it");
      Related related;
      related.message = "defined here";
      related.span = tokenAt(text, self.definition);
      finding.related.push_back(std::move(related));
      facts.findings.push_back(std::move(finding));
      std::string other = "%fly_broken." + std::to_string(replaced.size());
      replaced.push_back({self.use, self.use + uint32_t(name.size()), other});
      defineBefore(other, self.use);
    }
  }

  /// The statements of a function stay although its head does not parse.
  bool repairHead(const Statement &function) {
    Span span{function.span.begin, function.headEnd};
    bool known = llvm::any_of(standIns, [&](const StandIn &s) {
      return s.span.begin < span.end && span.begin < s.span.end;
    });
    if (known || span.end >= function.span.end || text[span.end] != '{')
      return false;
    std::vector<RawDiagnostic> ignored;
    ListeningContext::Listener listener(context, ignored, state.id);
    std::optional<StandIn> standIn = repairedHead(text, span, context.get());
    if (!standIn)
      return false;
    facts.broken.push_back(span);
    standIns.push_back(std::move(*standIn));
    return true;
  }

  /// What stands in the regions of a statement stays although its head does not parse.
  bool leaveOutHead(const Statement &statement) {
    Span span{statement.span.begin, statement.headEnd + 1};
    bool known = llvm::any_of(standIns, [&](const StandIn &s) {
      return s.span.begin < span.end && span.begin < s.span.end;
    });
    if (known || statement.parent < 0 || span.end >= statement.span.end ||
        text[statement.headEnd] != '{')
      return false;
    // Its regions, with `else` or `do` between them.
    std::vector<Parse::Patch> ends;
    for (uint32_t open = statement.headEnd; open != UINT32_MAX;) {
      uint32_t close = misfits.partnerOf(text, open), next = close + 1;
      if (close >= statement.span.end)
        return false;
      while (next < size && (llvm::isAlpha(text[next]) || text[next] == ' '))
        ++next;
      if (next < statement.span.end && text[next] == '{') {
        ends.push_back({close, next + 1, "}, {"});
        open = next;
      } else {
        ends.push_back({close, statement.span.end, "}) : () -> ()"});
        open = UINT32_MAX;
      }
    }
    llvm::append_range(replaced, ends);
    StandIn standIn;
    standIn.region = standIn.named = true;
    standIn.results = resultNames(std::string_view(text).substr(span.begin, span.end - span.begin));
    standIn.own = standIn.results.size();
    for (const ResultName &result : standIn.results)
      standIn.types.insert(standIn.types.end(), result.count, StandIn::unknownType.str());
    standIn.span = standIn.whole = span;
    standIn.attempt = attempt;
    facts.broken.push_back(span);
    standIns.push_back(std::move(standIn));
    return true;
  }

  /// A name without a definition that stands in a head left out is an argument of its region.
  bool defineInRegion(const RawDiagnostic &raw, uint32_t at) {
    if (!StringRef(raw.message).starts_with("use of undeclared SSA value name"))
      return false;
    Span token = tokenAt(text, at);
    std::string name = StringRef(text).slice(token.begin, token.end).split('#').first.str();
    for (int32_t i = innermost(at); i >= 0; i = statements[size_t(i)].parent) {
      const Statement &around = statements[size_t(i)];
      auto standIn = llvm::find_if(standIns, [&](const StandIn &s) {
        return s.region && s.span.begin == around.span.begin;
      });
      if (standIn == standIns.end() || !headOf(around).contains(name) ||
          llvm::any_of(standIn->results, [&](const ResultName &r) { return r.name == name; }))
        continue;
      standIn->results.push_back({name, 1});
      standIn->types.push_back(StandIn::unknownType.str());
      return true;
    }
    return false;
  }

  /// The statement does not take part; false when a part of it already does not.
  bool leaveOut(const RawDiagnostic &raw, Span span) {
    for (StandIn &standIn : standIns)
      if (!standIn.undeclared && standIn.span.begin < span.end && span.begin < standIn.span.end)
        return false;
    StandIn standIn;
    StringRef statement = StringRef(text).slice(span.begin, span.end);
    bool wellFormed = true;
    standIn.results = resultNames(statement.ltrim("<>(){}[],:#!@\""), &wellFormed);
    standIn.named = !wellFormed || !statement.starts_with("%");
    // A name that is taken keeps its first meaning.
    if (StringRef(raw.message).starts_with("redefinition of SSA value")) {
      StringRef name = StringRef(raw.message).split('\'').second.split('\'').first;
      standIn.named |=
          llvm::any_of(standIn.results, [&](const ResultName &r) { return r.name == name; });
      llvm::erase_if(standIn.results, [&](const ResultName &r) { return r.name == name; });
    }
    for (const ResultName &result : standIn.results)
      standIn.types.insert(standIn.types.end(), result.count, StandIn::unknownType.str());
    standIn.span = standIn.whole = span;
    standIn.attempt = attempt;
    if (!standIn.results.empty() && !standIn.named)
      standIn.span.begin += uint32_t(statement.find('=') + 1);
    facts.broken.push_back(span);
    standIns.push_back(std::move(standIn));
    return true;
  }

  bool leaveOutGuilty(const RawDiagnostic &raw, const Statement &statement, Span token) {
    bool progress = false;
    Span guilty = guiltyPart(statement, token);
    // Stand-ins for statements inside of it are no longer needed.
    auto nested = [&](const StandIn &s) {
      return guilty.begin <= s.span.begin && s.span.end <= guilty.end && !(s.whole == guilty) &&
             !s.undeclared && !(s.region && s.attempt == attempt);
    };
    if (llvm::any_of(standIns, nested)) {
      llvm::erase_if(standIns, nested);
      progress = true;
    }
    bool justLeftOut = llvm::any_of(standIns, [&](const StandIn &s) {
      return s.attempt == attempt && !s.undeclared && s.span.begin < guilty.end &&
             guilty.begin < s.span.end;
    });
    // A second error of one parse about the same text changes nothing.
    if (!justLeftOut)
      progress |= leaveOut(raw, guilty) || leaveOutBefore(raw, statement, guilty);
    return leaveOutSpellings(raw, token) || progress;
  }

  /// Leaving a statement out did not help: the one before it is not complete and swallows it.
  bool leaveOutBefore(const RawDiagnostic &raw, const Statement &statement, Span guilty) {
    const Statement *before = nullptr;
    for (const Statement &other : statements)
      if (other.parent == statement.parent && other.span.end <= guilty.begin)
        before = &other;
    bool tried = !before || llvm::any_of(standIns, [&](const StandIn &s) {
      return before->span.begin <= s.span.begin && s.span.end <= before->span.end;
    });
    if (tried)
      return false;
    auto inside = [&](Span span) { return guilty.begin <= span.begin && span.end <= guilty.end; };
    llvm::erase_if(standIns, [&](const StandIn &s) { return inside(s.span); });
    llvm::erase_if(facts.broken, inside);
    return leaveOut(raw, before->span);
  }

  /// Where a type is at fault, all statements that spell it are.
  bool leaveOutSpellings(const RawDiagnostic &raw, Span token) {
    StringRef spelled = StringRef(text).slice(token.begin, token.end);
    if (!spelled.starts_with("!") || spelled.size() <= 8)
      return false;
    auto spells = [&](StringRef head) {
      for (size_t at = head.find(spelled); at != StringRef::npos; at = head.find(spelled, at + 1)) {
        StringRef rest = head.drop_front(at + spelled.size());
        // A longer name or a type with parameters is another one.
        if (spelled.ends_with(">") || rest.empty() ||
            !(isIdentifierByte(rest.front()) || rest.front() == '<'))
          return true;
      }
      return false;
    };
    bool progress = false;
    for (const Statement &other : statements)
      if (other.parent >= 0 && other.headEnd == other.span.end && spells(headOf(other)))
        progress |= leaveOut(raw, other.span);
    return progress;
  }

  // --- Places ---

  void needStatements() {
    if (!haveStatements)
      statements = findStatements(text);
    haveStatements = true;
  }

  StringRef headOf(const Statement &statement) const {
    return StringRef(text).slice(statement.span.begin, statement.headEnd);
  }

  int32_t innermost(uint32_t offset) const {
    int32_t found = -1;
    for (size_t i = 0; i < statements.size() && statements[i].span.begin <= offset; ++i)
      if (offset <= statements[i].span.end)
        found = int32_t(i);
    return found;
  }

  /// Place in the piece of what the parser says of its buffer; nothing for other places.
  std::optional<uint32_t> placeOf(const RawDiagnostic &raw, const LineIndex &lines) const {
    if (raw.id != state.id || raw.line == 0)
      return std::nullopt;
    uint32_t line = std::min<uint32_t>(raw.line - 1, uint32_t(lines.lineCount()) - 1);
    return parse->toPiece(std::min<uint32_t>(
        uint32_t(parse->buffer.size()), lines.lineStart(line) + (raw.column ? raw.column - 1 : 0)));
  }

  /// Where the fault is that the parser notices at `at`, which may be much later.
  uint32_t blamedPlace(const RawDiagnostic &raw, uint32_t at) const {
    StringRef message = raw.message;
    // What a statement lacks at its end is missed at the start of the next one, or at the brace.
    if (message.starts_with("expected") && at > 0 && (text[at] == '%' || text[at] == '}')) {
      const Statement *before = nullptr;
      bool starts = text[at] == '}';
      for (const Statement &statement : statements) {
        starts |= statement.span.begin == at;
        if (statement.span.end <= at && statement.headEnd == statement.span.end &&
            (!before || statement.span.end > before->span.end))
          before = &statement;
      }
      if (starts && before && skipTrivia(text, before->span.end, at) == at)
        at = before->span.end;
    }
    // Comments between the two belong to neither. One behind a statement may hide a part of it.
    if (message.starts_with("expected"))
      at = behindCode(text, at);
    // A string that is left open is missed at the end of its line.
    if (message.starts_with("expected '\"' in string literal"))
      for (uint32_t i = lineStartAt(text, at); i < at; ++i)
        if (text[i] == '"') {
          uint32_t behind = skipString(text, i);
          if (behind == i + 1)
            return i;
          i = behind - 1;
        }
    // An angle bracket that is left open is missed much later, where the text stops to fit.
    if (message.starts_with("unbalanced '"))
      for (const Statement &statement : statements) {
        if (statement.span.begin > at)
          break;
        bool leftOut = llvm::any_of(standIns, [&](const StandIn &s) {
          return s.whole.begin < statement.headEnd && statement.span.begin < s.whole.end;
        });
        if (leftOut)
          continue;
        if (std::optional<uint32_t> opened = unclosedAngle(headOf(statement))) {
          at = statement.span.begin + *opened;
          break;
        }
      }
    // What an unclosed list of arguments lacks is missed in the body.
    for (int32_t around = innermost(at); around >= 0; around = statements[size_t(around)].parent) {
      const Statement &function = statements[size_t(around)];
      StringRef head = headOf(function);
      bool known = llvm::any_of(standIns, [&](const StandIn &s) {
        return !s.between.empty() && s.span.begin == function.span.begin;
      });
      if (!known && head.take_front(40).contains("func") && head.count('(') > head.count(')'))
        at = function.headEnd;
    }
    return at;
  }

  /// Garbage on a line of its own is not the fault of the statement before it, which is complete
  /// when its brackets are.
  Span guiltyPart(const Statement &statement, Span token) const {
    Span guilty = statement.span;
    // In a region it is no part of the operation around, and least of all are its braces.
    if (statement.headEnd < token.begin && token.begin < guilty.end) {
      Span rest{std::max(lineStartAt(text, token.begin), statement.headEnd + 1),
                std::min(guilty.end, lineEndAt(text, token.begin))};
      rest.begin = skipBlanks(text, rest.begin, token.begin);
      int depth = 0;
      for (uint32_t i = rest.begin; i < rest.end; ++i)
        if (text[i] == '{')
          ++depth;
        else if (text[i] == '}' && depth-- == 0)
          rest.end = i;
      if (rest.begin <= token.begin && token.begin < rest.end)
        return rest;
    }
    size_t lineBreak = StringRef(text).rfind('\n', token.begin);
    if (lineBreak == StringRef::npos || lineBreak <= guilty.begin || lineBreak >= guilty.end)
      return guilty;
    StringRef before = StringRef(text).slice(guilty.begin, lineBreak);
    if (before.count('(') != before.count(')') || before.count('[') != before.count(']') ||
        before.count('{') != before.count('}') ||
        before.count('<') + before.count("->") != before.count('>'))
      return guilty;
    guilty.begin = uint32_t(lineBreak) + 1;
    while (guilty.begin + 1 < guilty.end &&
           (text[guilty.begin] == ' ' || text[guilty.begin] == '\t'))
      ++guilty.begin;
    return guilty;
  }

  // --- Findings ---

  Span addFinding(RawDiagnostic &raw, uint32_t offset) {
    Finding finding;
    finding.severity = raw.severity;
    finding.message = raw.message;
    finding.code = takeCode(finding.message);
    finding.span = tokenAt(text, offset);
    if (StandIn::isAbout(finding.message))
      return finding.span; // what it stands for is reported
    std::string token = text.substr(finding.span.begin, finding.span.end - finding.span.begin);
    for (auto &[message, where] : reported)
      if (message == finding.message && where == token)
        return finding.span; // the same text is wrong again
    reported.emplace_back(finding.message, token);
    StringRef message = finding.message; // until it is put in other words
    if (message.consume_front("undefined symbol alias id '") && message.consume_back("'"))
      for (const std::string &name : brokenAliases)
        if (StringRef(name).drop_front() == message)
          return finding.span; // its definition is reported
    bool noDialect =
        StringRef(finding.message).starts_with("Dialect") && token.find('.') == std::string::npos;
    if (noDialect) {
      finding.message = "'" + token + "' is no operation here";
    } else if (isMissingDialect(finding.message) && finding.severity == Severity::Error) {
      finding.severity = Severity::Warning;
      StringRef dialect = StringRef(token).split('.').first;
      if (StringRef(finding.message).starts_with("Dialect"))
        finding.once = "dialect " + dialect.str();
      if (!finding.once.empty())
        finding.message = "dialect '" + dialect.str() + "' is unknown here, so '" + token +
                          "' is left out; everything else is analysed";
      raw.notes.clear();
    }
    for (RawDiagnostic &note : raw.notes) {
      if (StandIn::isAbout(note.message))
        continue;
      std::string said = note.message;
      takeCode(said);
      std::optional<Span> place;
      if (std::optional<uint32_t> noteAt = placeOf(note, LineIndex(parse->buffer)))
        place = tokenAt(text, *noteAt);
      finding.related.push_back(note.related(std::move(said), place, finding.span));
    }
    Span span = finding.span;
    facts.findings.push_back(std::move(finding));
    return span;
  }

  /// Of statements that are left out the braces are as well.
  void reportMissingBraces() {
    for (const MisfitBraces::Unclosed &brace : misfits.unclosed) {
      if (standInAround(brace.at))
        continue;
      Finding finding;
      finding.message = "expected '}' before the end of this operation";
      finding.span = tokenAt(text, brace.end);
      finding.related.emplace_back();
      finding.related.back().message = "opened here";
      finding.related.back().span = {brace.at, brace.at + 1};
      facts.findings.push_back(std::move(finding));
    }
  }

  /// What was said in the good try. Errors too: the parser goes on after some faults of tokens and
  /// then calls the text good.
  void reportRest() {
    for (RawDiagnostic &raw : parse->diagnostics)
      if (std::optional<uint32_t> at = placeOf(raw, LineIndex(parse->buffer)))
        addFinding(raw, *at);
  }

  /// Nothing of the piece can be kept.
  void giveUp() {
    // The chip in force can be told all the same.
    if (StringRef(text).starts_with("gpu.module")) {
      StringRef head = StringRef(text).take_front(text.find('\n'));
      if (size_t at = head.find("chip = \""); at != StringRef::npos)
        facts.chip = head.drop_front(at + 8).take_until([](char c) { return c == '"'; }).str();
    }
    // What would be a calm warning elsewhere is an error here, except for what another tool may
    // know.
    for (Finding &finding : facts.findings)
      if (finding.once.empty())
        finding.severity = Severity::Error;
    if (!facts.findings.empty())
      return;
    // The parser said nothing that can be placed; it must not stay silent.
    Finding finding;
    finding.message = "this piece cannot be parsed";
    for (RawDiagnostic &raw : parse->diagnostics)
      if (raw.severity == Severity::Error && !StandIn::isAbout(raw.message)) {
        finding.message = raw.message;
        finding.code = takeCode(finding.message);
        break;
      }
    bool consequence = StringRef(finding.message).starts_with("undefined symbol alias id") &&
                       !brokenAliases.empty();
    finding.span = tokenAt(text, 0);
    if (!consequence)
      facts.findings.push_back(std::move(finding));
  }

  ListeningContext &context;
  const DialectRegistry &registry;
  PieceState &state;
  const std::vector<std::string> &brokenAliases;
  const std::string &text;
  const uint32_t size;
  PieceFacts &facts;

  std::unique_ptr<Parse> parse; ///< the latest try
  unsigned attempt = 0;         ///< its number
  std::vector<StandIn> standIns;
  /// Memory spaces of unknown dialects, operands that the parser must not see.
  std::vector<Parse::Patch> replaced;
  const MisfitBraces misfits;
  std::vector<Statement> statements;
  bool haveStatements = false;
  std::vector<std::pair<std::string, std::string>> reported; ///< message, token
};

} // namespace

std::unique_ptr<Parse> readPiece(ListeningContext &context, const DialectRegistry &registry,
                                 PieceState &state, const std::vector<std::string> &brokenAliases) {
  return PieceReader(context, registry, state, brokenAliases).read();
}

} // namespace flylsp
