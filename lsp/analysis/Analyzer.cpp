#include "lsp/analysis/Analyzer.h"

#include "lsp/analysis/Checks.h"
#include "lsp/analysis/TypeFacts.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"

#include <chrono>
#include <deque>
#include <unordered_map>

using namespace mlir;

namespace flylsp {

// --- State ---------------------------------------------------------------------------------------

/// A diagnostic as it came, before it is known where in the text it belongs.
struct Analyzer::RawDiagnostic {
  Severity severity = Severity::Error;
  std::string message;
  unsigned id = 0; ///< of the buffer, 0 for a place outside of the document
  uint32_t line = 0, column = 0;
  std::string file;
  mlir::Operation *op = nullptr; ///< that was being verified on its own
  std::vector<RawDiagnostic> notes;
};

struct Analyzer::PieceState {
  ~PieceState() = default;

  unsigned id = 0;
  /// The buffer has a name of its own in locations. Otherwise pieces share the locations that have
  /// the same line and column, which saves most of them.
  bool ownLocations = false;
  uint64_t hash = 0;
  uint64_t headerHash = 0; ///< of the module around it, which verifiers look at
  std::string text, prefix;
  /// Aliases; only looked for where the document defines any.
  std::optional<std::vector<std::string>> mentions;
  std::shared_ptr<PieceFacts> facts;
  std::vector<mlir::Operation *> ops;      ///< in the root of its chunk
  std::vector<mlir::Operation *> pointers; ///< parallel to facts->operations
  std::vector<uint32_t> users;             ///< operations that name symbols of the root, as indices
  std::string key;                         ///< finds its earlier self when the text changed
  std::shared_ptr<const PieceFacts> lastGood;
  std::shared_ptr<const std::string> lastGoodText;
  bool used = false;
};

struct Analyzer::ChunkState {
  OwningOpRef<ModuleOp> root;
  uint64_t headerHash = 0;
  std::vector<Finding> headerFindings; ///< offsets from the start of the header
  std::vector<std::shared_ptr<PieceState>> pieces;
  std::vector<uint32_t> offsets; ///< of the pieces in the text
  bool verified = false;         ///< the root with these pieces was verified and is good
};

/// One try at a text, with the stand-ins for what does not parse.
struct Analyzer::Parse {
  /// Bytes [begin, end) of the piece are read as `text`.
  struct Patch {
    uint32_t begin = 0, end = 0;
    std::string text;
  };

  const PieceState &state;
  std::vector<Patch> patches; ///< by place, disjoint
  std::string buffer;
  Block block;
  AsmParserState asmState;
  std::vector<RawDiagnostic> diagnostics;

  explicit Parse(const PieceState &state) : state(state) {}

  void build() {
    buffer = state.prefix;
    uint32_t at = 0;
    for (const Patch &patch : patches) {
      buffer.append(state.text, at, patch.begin - at);
      buffer += patch.text;
      at = patch.end;
    }
    buffer.append(state.text, at, std::string::npos);
  }

  /// Place in the piece of a place in the buffer; nothing for the prefix.
  std::optional<uint32_t> toPiece(uint32_t at) const {
    if (at < state.prefix.size())
      return std::nullopt;
    at -= uint32_t(state.prefix.size());
    if (patches.empty())
      return at;
    int64_t delta = 0; // buffer minus piece
    for (const Patch &patch : patches) {
      int64_t begin = int64_t(patch.begin) + delta;
      if (at < begin)
        break;
      if (at < begin + int64_t(patch.text.size()))
        return patch.begin;
      delta += int64_t(patch.text.size()) - int64_t(patch.end - patch.begin);
    }
    return uint32_t(std::min<int64_t>(int64_t(at) - delta, int64_t(state.text.size())));
  }
  std::optional<uint32_t> toPiece(SMLoc loc) const {
    if (!loc.isValid() || loc.getPointer() < buffer.data() ||
        loc.getPointer() > buffer.data() + buffer.size())
      return std::nullopt;
    return toPiece(uint32_t(loc.getPointer() - buffer.data()));
  }
  Span toPiece(SMRange range) const {
    std::optional<uint32_t> begin = toPiece(range.Start), end = toPiece(range.End);
    if (!begin || !end)
      return {};
    return {*begin, std::max(*begin, *end)};
  }
};

int takeCode(std::string &message) {
  StringRef text = StringRef(message).rtrim();
  if (!text.ends_with("]"))
    return 0;
  size_t open = text.rfind(" [FLY");
  if (open == StringRef::npos)
    return 0;
  int code = 0;
  if (text.slice(open + 5, text.size() - 1).getAsInteger(10, code))
    return 0;
  message.resize(open);
  return code;
}

Analyzer::Analyzer(const DialectRegistry &registry)
    : registry_(registry), partitions_(std::make_unique<PartitionCache>()) {}

Analyzer::~Analyzer() {
  // Operations go before their context.
  for (auto &chunk : chunks_)
    chunk->root = {};
  chunks_.clear();
  spare_.clear();
}

void Analyzer::startContext() {
  if (context_) {
    describe();
    // The facts of pieces outlive the context; their operations do not.
    for (auto &piece : spare_) {
      piece->ops.clear();
      piece->pointers.clear();
      piece->users.clear();
      piece->hash = 0;
    }
    for (auto &chunk : chunks_) {
      for (auto &piece : chunk->pieces) {
        piece->ops.clear();
        piece->pointers.clear();
        piece->users.clear();
        piece->hash = 0; // parse again
        spare_.push_back(piece);
      }
      chunk->root = {};
    }
    chunks_.clear();
    typeFacts_.clear();
    partitions_ = std::make_unique<PartitionCache>();
  }
  checked_ = std::make_unique<fly::check::Cache>();
  context_ = std::make_unique<MLIRContext>(registry_, MLIRContext::Threading::DISABLED);
  context_->allowUnregisteredDialects();
  context_->printOpOnDiagnostic(false);
  context_->getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    collect(diagnostic);
    return success();
  });
  parsedBytes_ = 0;
}

// --- Diagnostics ---------------------------------------------------------------------------------

/// The place of a location in the document (a buffer of ours) and one outside of it.
static void findPlaces(Location loc, std::optional<FileLineColLoc> &inside,
                       std::optional<FileLineColLoc> &outside) {
  loc->walk([&](Location part) {
    if (auto file = dyn_cast<FileLineColLoc>(part)) {
      if (file.getFilename().strref().starts_with("fly-piece:")) {
        if (!inside)
          inside = file;
      } else if (!outside) {
        outside = file;
      }
    }
    return WalkResult::advance();
  });
}

void Analyzer::collect(Diagnostic &diagnostic) {
  if (!sink_)
    return;
  auto convert = [&](Diagnostic &from) {
    RawDiagnostic to;
    switch (from.getSeverity()) {
    case DiagnosticSeverity::Error:
      to.severity = Severity::Error;
      break;
    case DiagnosticSeverity::Warning:
      to.severity = Severity::Warning;
      break;
    default:
      to.severity = Severity::Information;
      break;
    }
    to.message = from.str();
    std::optional<FileLineColLoc> inside, outside;
    findPlaces(from.getLocation(), inside, outside);
    if (inside) {
      inside->getFilename().strref().drop_front(10).getAsInteger(10, to.id);
      if (to.id == 0)
        to.id = currentId_;
      to.line = inside->getLine();
      to.column = inside->getColumn();
    } else if (outside) {
      to.file = outside->getFilename().str();
      to.line = outside->getLine();
      to.column = outside->getColumn();
    }
    to.op = verified_;
    return to;
  };
  RawDiagnostic raw = convert(diagnostic);
  for (Diagnostic &note : diagnostic.getNotes())
    raw.notes.push_back(convert(note));
  sink_->push_back(std::move(raw));
}

// --- Parsing -------------------------------------------------------------------------------------

bool Analyzer::parseOnce(Parse &parse) {
  parse.build();
  parse.diagnostics.clear();
  llvm::SourceMgr sources;
  unsigned name = parse.state.ownLocations ? parse.state.id : 0;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(parse.buffer, "fly-piece:" + std::to_string(name)), SMLoc());
  sink_ = &parse.diagnostics;
  currentId_ = parse.state.id;
  ParserConfig config(context_.get(), /*verifyAfterParse=*/false);
  LogicalResult result = parseAsmSourceFile(sources, &parse.block, config, &parse.asmState);
  sink_ = nullptr;
  parsedBytes_ += parse.buffer.size();
  return succeeded(result);
}

/// Removes `'x'` style words from a message: "use of value '%x' expects different type than prior
/// uses: 'T' vs 'U'" gives T.
static std::optional<std::string> expectedType(StringRef message) {
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

namespace {
/// A statement that is read as another one, so that what follows can be parsed.
struct StandIn {
  Span span;                       ///< that is replaced; empty for a value that is nowhere defined
  Span whole;                      ///< the statement, with the names of its results
  std::vector<ResultName> results; ///< of the statement
  std::vector<std::string> types;  ///< one per value
  unsigned attempt = 0;            ///< that it was made in
  bool undeclared = false;
  std::string head;   ///< not empty: of a function, which is read like this
  bool named = false; ///< the names of the results are part of `span`

  static constexpr StringLiteral unknownType = "!fly_broken.unknown";

  std::string text() const {
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
};
} // namespace

/// Whether a message is about something that a newer or larger tool may well know: another dialect,
/// or a fly operation, type or payload that this revision lacks.
static bool isMissingDialect(StringRef message) {
  if (message.starts_with("Dialect `") || message.starts_with("Dialect '") ||
      message.contains("' is unknown to revision "))
    return true;
  if (!message.consume_front("custom op '") || !message.contains("' is unknown"))
    return false;
  auto [dialect, name] = message.take_until([](char c) { return c == '\''; }).split('.');
  return (dialect == "fly" || dialect == "fly_rocdl" || dialect == "fly_ptx") && !name.empty();
}

/// The name defined in a text that is spelled most like an undeclared one; empty when none is near.
static std::string nearestName(StringRef text, Span span) {
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

/// Where the innermost angle bracket opens that `head` never closes, beside strings, arrows and
/// comparisons; nothing if there is none.
static std::optional<uint32_t> unclosedAngle(StringRef head) {
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

/// The stretch `, #dialect.space<…>` of a builtin memref type at `at` when a message says that its
/// memory space is not supported and no dialect of that name is known; empty otherwise.
static Span foreignMemorySpace(StringRef text, StringRef message, uint32_t at,
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

/// The head of a function that does not parse, as one that does: the arguments with a type that can
/// be read keep it. Empty when it is none.
static std::string repairedHead(StringRef head, MLIRContext *context) {
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

void Analyzer::parsePiece(PieceState &state, const Piece &piece,
                          const std::vector<std::string> &brokenAliases) {
  ++piecesParsed_;
  state.id = nextId_++;
  state.facts = std::make_shared<PieceFacts>();
  PieceFacts &facts = *state.facts;
  if (piece.kind == PieceKind::Resources) {
    facts.parsed = true;
    return;
  }

  const std::string &text = state.text;
  uint32_t size = uint32_t(text.size());
  std::vector<StandIn> standIns;
  std::vector<Span> removed; // memory spaces of unknown dialects
  std::vector<Statement> statements;
  bool haveStatements = false;
  std::vector<std::pair<std::string, std::string>> reported; // message, token
  int closing = 0;

  std::unique_ptr<Parse> parse;
  // Place in the piece of what the parser says of its buffer; nothing for other places.
  auto placeOf = [&](const RawDiagnostic &raw, const LineIndex &lines) -> std::optional<uint32_t> {
    if (raw.id != state.id || raw.line == 0)
      return std::nullopt;
    uint32_t line = std::min<uint32_t>(raw.line - 1, uint32_t(lines.lineCount()) - 1);
    return parse->toPiece(std::min<uint32_t>(
        uint32_t(parse->buffer.size()), lines.lineStart(line) + (raw.column ? raw.column - 1 : 0)));
  };

  auto addFinding = [&](RawDiagnostic &raw, uint32_t offset) {
    Finding finding;
    finding.severity = raw.severity;
    finding.message = raw.message;
    finding.code = takeCode(finding.message);
    finding.span = tokenAt(text, offset);
    std::string token = text.substr(finding.span.begin, finding.span.end - finding.span.begin);
    for (auto &[message, where] : reported)
      if (message == finding.message && where == token)
        return finding.span; // the same text is wrong again
    reported.emplace_back(finding.message, token);
    bool undeclared = StringRef(finding.message).starts_with("use of undeclared SSA value name");
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
      Related related;
      related.message = note.message;
      takeCode(related.message);
      if (std::optional<uint32_t> noteAt = placeOf(note, LineIndex(parse->buffer))) {
        related.span = tokenAt(text, *noteAt);
      } else if (note.id == 0 && !note.file.empty()) {
        related.file = note.file;
        related.line = note.line;
        related.column = note.column;
      } else {
        related.span = finding.span;
      }
      finding.related.push_back(std::move(related));
    }
    Span span = finding.span;
    if (undeclared)
      if (std::string near = nearestName(text, span); !near.empty())
        finding.fixes.push_back({"Use " + near, {{span, near}}});
    facts.findings.push_back(std::move(finding));
    return span;
  };

  // How many braces are missing at the end, beside those of statements that are left out.
  auto missingBraces = [&] {
    int depth = 0;
    if (piece.closed || piece.kind != PieceKind::Operation)
      return depth;
    auto next = standIns.begin();
    for (uint32_t i = 0; i < size; ++i) {
      while (next != standIns.end() && next->span.end <= i)
        ++next;
      if (next != standIns.end() && next->span.begin <= i) {
        i = next->span.end - 1;
        continue;
      }
      char c = text[i];
      if (c == '"') {
        for (++i; i < size && text[i] != '"' && text[i] != '\n'; ++i)
          if (text[i] == '\\')
            ++i;
      } else if (c == '/' && i + 1 < size && text[i + 1] == '/') {
        while (i < size && text[i] != '\n')
          ++i;
      } else if (c == '{') {
        ++depth;
      } else if (c == '}') {
        --depth;
      }
    }
    return std::max(depth, 0);
  };

  size_t spent = 0;
  bool parsed = false;
  for (unsigned attempt = 0; attempt < 48; ++attempt) {
    parse = std::make_unique<Parse>(state);
    for (const StandIn &standIn : standIns)
      parse->patches.push_back({standIn.span.begin, standIn.span.end, standIn.text()});
    for (Span span : removed)
      if (llvm::none_of(standIns, [&](const StandIn &s) {
            return s.span.begin < span.end && span.begin < s.span.end;
          }))
        parse->patches.push_back({span.begin, span.end, ""});
    if (!removed.empty())
      llvm::sort(parse->patches, [](const Parse::Patch &a, const Parse::Patch &b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
      });
    closing = missingBraces();
    if (closing > 0)
      parse->patches.push_back({size, size, "\n" + std::string(size_t(closing), '}')});
    if (parseOnce(*parse)) {
      parsed = true;
      break;
    }
    // A budget in bytes, not in time: the same text must always give the same findings.
    spent += parse->buffer.size();
    if (spent > (size_t(4) << 20) + 3 * size_t(size))
      break;

    LineIndex lines(parse->buffer);
    bool progress = false;
    for (RawDiagnostic &raw : parse->diagnostics) {
      if (raw.severity != Severity::Error)
        continue;
      std::optional<uint32_t> at = placeOf(raw, lines);
      // A value of a stand-in gets the type that its use expects.
      if (std::optional<std::string> type = expectedType(raw.message)) {
        StringRef name =
            StringRef(raw.message).drop_front(14).take_until([](char c) { return c == '\''; });
        unsigned number = 0;
        if (at) {
          StringRef rest = StringRef(text).drop_front(*at);
          if (rest.consume_front(name) && rest.consume_front("#"))
            rest.take_while(llvm::isDigit).getAsInteger(10, number);
        }
        bool found = false;
        for (StandIn &standIn : standIns) {
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
            break;
        }
        if (found) {
          progress = true;
          continue;
        }
      }
      if (!at) {
        // In an alias: its own piece tells.
        continue;
      }
      // A memory space that nobody here knows is read as the default one.
      if (Span space = foreignMemorySpace(text, raw.message, *at, registry_); !space.empty()) {
        StringRef spelled = StringRef(text).slice(space.begin, space.end);
        for (size_t i = text.find(spelled); i != std::string::npos;
             i = text.find(spelled, i + spelled.size()))
          if (text[i + spelled.size()] == '>')
            removed.push_back({uint32_t(i), uint32_t(i + spelled.size())});
        Finding finding;
        finding.severity = Severity::Warning;
        StringRef attribute = spelled.ltrim(", \t");
        finding.message = "memory space '" + attribute.str() +
                          "' is of a dialect that is unknown here and is left out; everything "
                          "else is analysed";
        finding.span = {space.end - uint32_t(attribute.size()), space.end};
        facts.findings.push_back(std::move(finding));
        progress = true;
        continue;
      }
      if (!haveStatements) {
        statements = findStatements(text);
        haveStatements = true;
      }
      // What a statement lacks at its end is missed at the start of the next one, or at the brace.
      bool missing = StringRef(raw.message).starts_with("expected");
      if (missing && *at > 0 && (text[*at] == '%' || text[*at] == '}')) {
        const Statement *before = nullptr;
        bool starts = text[*at] == '}';
        for (const Statement &statement : statements) {
          starts |= statement.span.begin == *at;
          if (statement.span.end <= *at && statement.headEnd == statement.span.end &&
              (!before || statement.span.end > before->span.end))
            before = &statement;
        }
        if (starts && before &&
            StringRef(text).slice(before->span.end, *at).trim(" \t\r\n").empty())
          at = before->span.end;
      }
      auto innermost = [&](uint32_t offset) {
        int32_t found = -1;
        for (size_t i = 0; i < statements.size() && statements[i].span.begin <= offset; ++i)
          if (offset <= statements[i].span.end)
            found = int32_t(i);
        return found;
      };
      // An angle bracket that is left open is missed much later, where the text stops to fit.
      if (StringRef(raw.message).starts_with("unbalanced '"))
        for (const Statement &statement : statements) {
          if (statement.span.begin > *at)
            break;
          bool leftOut = llvm::any_of(standIns, [&](const StandIn &s) {
            return s.whole.begin < statement.headEnd && statement.span.begin < s.whole.end;
          });
          std::optional<uint32_t> opened =
              leftOut
                  ? std::nullopt
                  : unclosedAngle(StringRef(text).slice(statement.span.begin, statement.headEnd));
          if (opened) {
            at = statement.span.begin + *opened;
            break;
          }
        }
      // What an unclosed list of arguments lacks is missed in the body.
      for (int32_t around = innermost(*at); around >= 0;
           around = statements[size_t(around)].parent) {
        const Statement &function = statements[size_t(around)];
        StringRef head = StringRef(text).slice(function.span.begin, function.headEnd);
        bool known = llvm::any_of(standIns, [&](const StandIn &s) {
          return !s.head.empty() && s.span.begin == function.span.begin;
        });
        if (!known && head.take_front(40).contains("func") && head.count('(') > head.count(')'))
          at = function.headEnd;
      }
      Span token = addFinding(raw, *at);

      // A name that is nowhere defined gets a definition of some type, before the outermost
      // statement around the use that is still inside the function.
      if (StringRef(raw.message).starts_with("use of undeclared SSA value name")) {
        StringRef name = StringRef(text).substr(token.begin, token.end - token.begin);
        name = name.take_until([](char c) { return c == '#'; });
        bool known = false;
        for (const StandIn &standIn : standIns)
          for (const ResultName &result : standIn.results)
            known |= result.name == name;
        int32_t index = innermost(*at);
        while (index >= 0 && statements[size_t(index)].parent >= 0) {
          const Statement &around = statements[size_t(statements[size_t(index)].parent)];
          StringRef head = StringRef(text).slice(around.span.begin, around.headEnd);
          if (head.take_front(40).contains("func"))
            break;
          index = statements[size_t(index)].parent;
        }
        if (!known && index >= 0 && name.starts_with("%") &&
            statements[size_t(index)].parent >= 0) {
          StandIn standIn;
          standIn.undeclared = true;
          uint32_t before = statements[size_t(index)].span.begin;
          standIn.span = {before, before};
          standIn.results = {{name.str(), 1}};
          standIn.types = {StandIn::unknownType.str()};
          standIns.push_back(std::move(standIn));
          progress = true;
          continue;
        }
      }

      // Otherwise the statement does not take part.
      auto leaveOut = [&](Span span) {
        for (StandIn &standIn : standIns)
          if (!standIn.undeclared && standIn.span.begin < span.end && span.begin < standIn.span.end)
            return false;
        StandIn standIn;
        StringRef statement = StringRef(text).slice(span.begin, span.end);
        standIn.results = resultNames(statement);
        // A name that is taken keeps its first meaning.
        if (StringRef(raw.message).starts_with("redefinition of SSA value")) {
          StringRef name = StringRef(raw.message).split('\'').second.split('\'').first;
          standIn.named =
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
      };
      int32_t index = innermost(*at);
      // The statements of a function stay although its head does not parse.
      if (index >= 0 && *at <= statements[size_t(index)].headEnd) {
        const Statement &function = statements[size_t(index)];
        Span span{function.span.begin, function.headEnd};
        bool known = llvm::any_of(standIns, [&](const StandIn &s) {
          return s.span.begin < span.end && span.begin < s.span.end;
        });
        if (!known && span.end < function.span.end && text[span.end] == '{') {
          std::vector<RawDiagnostic> ignored;
          sink_ = &ignored;
          std::string head =
              repairedHead(StringRef(text).slice(span.begin, span.end), context_.get());
          sink_ = nullptr;
          if (!head.empty()) {
            StandIn standIn;
            standIn.span = standIn.whole = span;
            standIn.head = std::move(head);
            facts.broken.push_back(span);
            standIns.push_back(std::move(standIn));
            progress = true;
            continue;
          }
        }
      }
      if (index < 0 || statements[size_t(index)].parent < 0)
        continue;
      const Statement &statement = statements[size_t(index)];
      Span guilty = statement.span;
      // Garbage on a line of its own is not the fault of the statement before it, which is complete
      // when its brackets are.
      size_t lineBreak = StringRef(text).rfind('\n', token.begin);
      if (lineBreak != StringRef::npos && lineBreak > guilty.begin && lineBreak < guilty.end) {
        StringRef before = StringRef(text).slice(guilty.begin, lineBreak);
        if (before.count('(') == before.count(')') && before.count('[') == before.count(']') &&
            before.count('{') == before.count('}') &&
            before.count('<') + before.count("->") == before.count('>')) {
          guilty.begin = uint32_t(lineBreak) + 1;
          while (guilty.begin + 1 < guilty.end &&
                 (text[guilty.begin] == ' ' || text[guilty.begin] == '\t'))
            ++guilty.begin;
        }
      }
      // Stand-ins for statements inside of it are no longer needed.
      auto nested = [&](const StandIn &s) {
        return guilty.begin <= s.span.begin && s.span.end <= guilty.end && !(s.whole == guilty) &&
               !s.undeclared;
      };
      if (llvm::any_of(standIns, nested)) {
        llvm::erase_if(standIns, nested);
        progress = true;
      }
      bool justLeftOut = llvm::any_of(standIns, [&](const StandIn &s) {
        return s.attempt == attempt && !s.undeclared && s.span.begin < guilty.end &&
               guilty.begin < s.span.end;
      });
      if (justLeftOut) {
        // A second error of one parse about the same text.
      } else if (leaveOut(guilty)) {
        progress = true;
      } else {
        // Leaving it out did not help: the statement before it is not complete and swallows it.
        const Statement *before = nullptr;
        for (const Statement &other : statements)
          if (other.parent == statement.parent && other.span.end <= guilty.begin)
            before = &other;
        bool tried = !before || llvm::any_of(standIns, [&](const StandIn &s) {
          return before->span.begin <= s.span.begin && s.span.end <= before->span.end;
        });
        if (!tried) {
          auto inside = [&](Span span) {
            return guilty.begin <= span.begin && span.end <= guilty.end;
          };
          llvm::erase_if(standIns, [&](const StandIn &s) { return inside(s.span); });
          llvm::erase_if(facts.broken, inside);
          progress |= leaveOut(before->span);
        }
      }
      // Where a type is at fault, all statements that spell it are.
      StringRef spelled = StringRef(text).slice(token.begin, token.end);
      auto spells = [&](StringRef head) {
        for (size_t at = head.find(spelled); at != StringRef::npos;
             at = head.find(spelled, at + 1)) {
          StringRef rest = head.drop_front(at + spelled.size());
          // A longer name or a type with parameters is another one.
          if (spelled.ends_with(">") || rest.empty() ||
              !(isIdentifierByte(rest.front()) || rest.front() == '<'))
            return true;
        }
        return false;
      };
      if (spelled.starts_with("!") && spelled.size() > 8)
        for (const Statement &other : statements) {
          StringRef head = StringRef(text).slice(other.span.begin, other.headEnd);
          if (other.parent >= 0 && other.headEnd == other.span.end && spells(head))
            progress |= leaveOut(other.span);
        }
    }
    llvm::sort(standIns, [](const StandIn &a, const StandIn &b) {
      return std::pair(a.span.begin, a.span.end) < std::pair(b.span.begin, b.span.end);
    });
    if (!progress)
      break;
  }
  if (closing > 0) {
    Finding finding;
    finding.message = "expected '}' before the end of this operation";
    finding.span = tokenAt(text, size);
    Related related;
    related.message = "the operation starts here";
    related.span = {0, std::min<uint32_t>(size, uint32_t(piece.name.size()))};
    finding.related.push_back(std::move(related));
    facts.findings.push_back(std::move(finding));
  }
  if (!parsed) {
    // The chip in force can be told all the same.
    if (StringRef(text).starts_with("gpu.module")) {
      StringRef head = StringRef(text).take_front(text.find('\n'));
      if (size_t at = head.find("chip = \""); at != StringRef::npos)
        facts.chip = head.drop_front(at + 8).take_until([](char c) { return c == '"'; }).str();
    }
    // Nothing of the piece is left, so what would be a calm warning elsewhere is an error here.
    for (Finding &finding : facts.findings)
      finding.severity = Severity::Error;
    if (facts.findings.empty()) {
      // The parser said nothing that can be placed; it must not stay silent.
      Finding finding;
      finding.message = "this piece cannot be parsed";
      for (RawDiagnostic &raw : parse->diagnostics)
        if (raw.severity == Severity::Error) {
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
    return;
  }
  for (RawDiagnostic &raw : parse->diagnostics) {
    // Errors too: the parser goes on after some faults of tokens and then calls the text good.
    if (std::optional<uint32_t> at = placeOf(raw, LineIndex(parse->buffer)))
      addFinding(raw, *at);
  }
  facts.parsed = true;
  extract(state, *parse);
  // The operations move to the root of the chunk.
  for (mlir::Operation &op : parse->block)
    state.ops.push_back(&op);
  for (mlir::Operation *op : state.ops)
    op->remove();
}

// --- Facts ---------------------------------------------------------------------------------------

TypeRef Analyzer::typeFact(Type type) {
  TypeRef &fact = typeFacts_[type];
  if (!fact) {
    auto fresh = std::make_shared<TypeFact>();
    if (type.getDialect().getNamespace().starts_with("fly"))
      fresh->kind = TypeKind::Payload; // of some kind: the rest follows in `describe`
    fact = fresh;
    undescribedTypes_.emplace_back(type, std::move(fresh));
  }
  return fact;
}

void Analyzer::describe() {
  for (auto &[type, fact] : undescribedTypes_)
    *fact = describeType(type);
  undescribedTypes_.clear();
  for (auto &piece : undescribedPieces_)
    if (piece->facts->parsed && !piece->ops.empty())
      describePartitions(piece->pointers, *partitions_, *piece->facts);
  undescribedPieces_.clear();
}

/// Where the string or comment ends that covers `at`, reading from `from` on; `at` if none does.
/// Neither goes on in the next line.
static uint32_t behindText(std::string_view text, uint32_t from, uint32_t at) {
  while (from < at) {
    if (text[from] == '"') {
      for (++from; from < text.size() && text[from] != '"' && text[from] != '\n'; ++from)
        if (text[from] == '\\')
          ++from;
    } else if (text[from] == '/' && from + 1 < text.size() && text[from + 1] == '/') {
      while (from < text.size() && text[from] != '\n')
        ++from;
    }
    ++from;
  }
  return from;
}

static void findSymbolUses(std::string_view text, PieceFacts &facts) {
  uint32_t size = uint32_t(text.size());
  std::string before;
  uint32_t beforeEnd = UINT32_MAX, done = 0; // up to `done` the text is read
  for (size_t next = text.find('@'); next != std::string_view::npos; next = text.find('@', done)) {
    uint32_t i = uint32_t(next), lineStart = uint32_t(text.rfind('\n', i) + 1); // 0 for none
    done = behindText(text, std::max(done, lineStart), i);
    if (done > i)
      continue;
    uint32_t end = i + 1;
    std::string name;
    if (end < size && text[end] == '"') {
      uint32_t close = end + 1;
      while (close < size && text[close] != '"' && text[close] != '\n')
        ++close;
      name = std::string(text.substr(end + 1, close - end - 1));
      end = std::min(size, close + 1);
    } else {
      while (end < size && isIdentifierByte(text[end]))
        ++end;
      name = std::string(text.substr(i + 1, end - i - 1));
    }
    if (!name.empty()) {
      SymbolUse use;
      use.span = {i, end};
      use.name = name;
      if (beforeEnd != UINT32_MAX && text.substr(beforeEnd, i - beforeEnd) == "::")
        use.qualifier = before;
      facts.symbolUses.push_back(std::move(use));
      before = name;
      beforeEnd = end;
    }
    done = end;
  }
}

/// Behind the angle bracket that closes the one at `at`.
static uint32_t behindAngles(std::string_view text, uint32_t at) {
  uint32_t depth = 0;
  for (uint32_t i = at; i < text.size(); ++i) {
    if (text[i] == '<')
      ++depth;
    else if (text[i] == '>' && text[i - 1] != '-' && --depth == 0)
      return i + 1;
  }
  return at;
}

void Analyzer::extract(PieceState &state, Parse &parse) {
  PieceFacts &facts = *state.facts;
  const std::string &text = state.text;
  struct Name {
    uint32_t id;
    bool symbol, user; // may be a symbol, may name one
  };
  llvm::DenseMap<const void *, Name> names;
  llvm::DenseMap<Type, int32_t> types;
  llvm::DenseMap<mlir::Operation *, int32_t> containers;
  size_t lines = size_t(llvm::count(text, '\n')) + 1;
  facts.operations.reserve(lines);
  facts.values.reserve(lines);
  facts.uses.reserve(2 * lines);
  state.pointers.reserve(lines);

  Type lastType;
  int32_t lastIndex = -1;
  auto typeIndex = [&](Type type) {
    if (type == lastType)
      return lastIndex;
    auto [it, isNew] = types.try_emplace(type, int32_t(facts.types.size()));
    if (isNew)
      facts.types.push_back(typeFact(type));
    lastType = type;
    return lastIndex = it->second;
  };
  auto addValue = [&](const AsmParserState::SMDefinition &definition, Type type, int32_t operation,
                      bool argument) {
    Value value;
    value.span = parse.toPiece(definition.loc);
    if (value.span.empty())
      return;
    value.firstUse = uint32_t(facts.uses.size());
    for (SMRange use : definition.uses)
      if (Span span = parse.toPiece(use); !span.empty())
        facts.uses.push_back(span);
    value.useCount = uint32_t(facts.uses.size()) - value.firstUse;
    value.type = typeIndex(type);
    value.operation = operation;
    value.argument = argument;
    facts.values.push_back(value);
  };

  mlir::Operation *lastParent = nullptr;
  int32_t lastContainer = -1;
  auto visit = [&](mlir::Operation *op) {
    const AsmParserState::OperationDefinition *definition = parse.asmState.getOpDef(op);
    if (!definition)
      return;
    StringRef opName = op->getName().getStringRef();
    if (opName == "fly_broken.value")
      return;
    Operation record;
    record.name = parse.toPiece(definition->loc);
    record.scope = parse.toPiece(definition->scopeLoc);
    // A type that was found by its text ends for the parser with its name.
    if (record.scope.end < text.size() && text[record.scope.end] == '<')
      record.scope.end = behindAngles(text, record.scope.end);
    auto [found, isNew] = names.try_emplace(op->getName().getAsOpaquePointer());
    if (isNew) {
      bool registered = op->isRegistered();
      found->second = {uint32_t(facts.names.size()),
                       !registered || op->getName().hasInterface<SymbolOpInterface>(),
                       registered && op->getName().hasInterface<SymbolUserOpInterface>()};
      facts.names.push_back(opName.str());
    }
    const Name name = found->second;
    record.nameId = name.id;
    if (mlir::Operation *parent = op->getParentOp(); parent == lastParent) {
      record.parent = lastContainer;
    } else {
      if (auto it = containers.find(parent); it != containers.end())
        record.parent = it->second;
      lastParent = parent;
      lastContainer = record.parent;
    }
    int32_t index = int32_t(facts.operations.size());
    record.firstValue = uint32_t(facts.values.size());
    bool broken = opName == "fly_broken.statement";
    for (const auto &group : definition->resultGroups) {
      if (group.startIndex >= op->getNumResults())
        continue;
      Type type = op->getResult(group.startIndex).getType();
      addValue(group.definition, type, index, false);
      if (facts.values.size() > record.firstValue)
        record.scope.begin =
            std::min(record.scope.begin, facts.values[record.firstValue].span.begin);
    }
    record.valueCount = uint32_t(facts.values.size()) - record.firstValue;
    if (broken)
      facts.names[record.nameId] = "";
    if (op->getNumRegions()) {
      containers[op] = index;
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (const auto *blockDefinition = parse.asmState.getBlockDef(&block)) {
            Span label = parse.toPiece(blockDefinition->definition.loc);
            if (!label.empty()) {
              BlockLabel entry;
              entry.span = label;
              entry.firstUse = uint32_t(facts.uses.size());
              for (SMRange use : blockDefinition->definition.uses)
                if (Span span = parse.toPiece(use); !span.empty())
                  facts.uses.push_back(span);
              entry.useCount = uint32_t(facts.uses.size()) - entry.firstUse;
              facts.blocks.push_back(entry);
            }
            for (auto [i, argument] : llvm::enumerate(blockDefinition->arguments))
              if (i < block.getNumArguments() && argument.loc.isValid())
                addValue(argument, block.getArgument(unsigned(i)).getType(), index, true);
          }
    }
    if (name.user) {
      // Those inside of a symbol table of their own were verified with it.
      mlir::Operation *table = op->getParentOp();
      while (table && !table->hasTrait<OpTrait::SymbolTable>())
        table = table->getParentOp();
      if (!table)
        state.users.push_back(uint32_t(index));
    }
    auto symbol = name.symbol ? op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName())
                              : StringAttr();
    if (symbol) {
      size_t at = StringRef(text).find('@', record.name.end);
      if (at != StringRef::npos && at < record.scope.end) {
        Symbol entry;
        entry.name = symbol.getValue().str();
        entry.span = tokenAt(text, uint32_t(at));
        entry.operation = uint32_t(index);
        if (record.parent >= 0)
          for (const Symbol &other : facts.symbols)
            if (int32_t(other.operation) == record.parent)
              entry.parent = other.name;
        facts.symbols.push_back(std::move(entry));
      }
    }
    facts.operations.push_back(record);
    state.pointers.push_back(op);
  };
  for (mlir::Operation &top : parse.block)
    top.walk<WalkOrder::PreOrder>(visit);

  // Values in the order of the text; those of one operation stay together.
  if (!llvm::is_sorted(facts.values, [](const Value &a, const Value &b) {
        return a.span.begin < b.span.begin;
      })) {
    std::vector<uint32_t> order(facts.values.size());
    for (uint32_t i = 0; i < order.size(); ++i)
      order[i] = i;
    llvm::sort(order, [&](uint32_t a, uint32_t b) {
      return std::pair(facts.values[a].span.begin, a) < std::pair(facts.values[b].span.begin, b);
    });
    std::vector<Value> values;
    std::vector<uint32_t> place(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      values.push_back(facts.values[order[i]]);
    }
    for (Operation &op : facts.operations)
      if (op.valueCount)
        op.firstValue = place[op.firstValue];
    facts.values = std::move(values);
  }

  // References by name, found in the text so that they work across pieces.
  findSymbolUses(text, facts);
  for (const auto &alias : parse.asmState.getAttributeAliasDefs())
    for (SMRange use : alias.definition.uses)
      if (Span span = parse.toPiece(use); !span.empty())
        facts.aliasUses.emplace_back(span, "#" + alias.name.str());
  for (const auto &alias : parse.asmState.getTypeAliasDefs())
    for (SMRange use : alias.definition.uses)
      if (Span span = parse.toPiece(use); !span.empty())
        facts.aliasUses.emplace_back(span, "!" + alias.name.str());
  // The line count is a good guess for most pieces; where it is not, memory is given back.
  auto fit = [](auto &list) {
    if (list.capacity() > list.size() + list.size() / 4)
      list.shrink_to_fit();
  };
  fit(facts.values);
  fit(facts.operations);
  fit(facts.uses);
  fit(state.pointers);
}

// --- Verification --------------------------------------------------------------------------------

/// The stretch of an operation that a message speaks of: a named operand's or attribute's text when
/// the message points at one, else the name of the operation.
static Span guiltyStretch(const PieceFacts &facts, size_t operation, StringRef text,
                          StringRef message) {
  const Operation &op = facts.operations[operation];
  StringRef statement = text.slice(op.name.begin, op.scope.end);
  // "operand #1 must be …", "operand 1 …"
  size_t at = message.find("operand #");
  unsigned number = 0;
  if (at != StringRef::npos &&
      !message.drop_front(at + 9).take_while(llvm::isDigit).getAsInteger(10, number)) {
    size_t open = statement.find('(');
    if (open != StringRef::npos &&
        statement.slice(0, open).find_first_of(":\n") == StringRef::npos) {
      StringRef list = statement.drop_front(open + 1);
      unsigned seen = 0;
      for (size_t i = 0; i < list.size() && list[i] != ')' && list[i] != ':'; ++i)
        if (list[i] == '%') {
          size_t stop = i + 1;
          while (stop < list.size() && (isIdentifierByte(list[stop]) || list[stop] == '#'))
            ++stop;
          if (seen++ == number) {
            uint32_t begin = op.name.begin + uint32_t(open + 1 + i);
            return {begin, begin + uint32_t(stop - i)};
          }
          i = stop - 1;
        }
    }
  }
  // A type, layout or name that the message quotes and that stands in the statement once.
  for (size_t i = message.find('\''); i != StringRef::npos; i = message.find('\'', i + 1)) {
    size_t stop = message.find('\'', i + 1);
    if (stop == StringRef::npos)
      break;
    StringRef quoted = message.slice(i + 1, stop);
    size_t first = quoted.size() >= 4 ? statement.find(quoted) : StringRef::npos;
    if (first != StringRef::npos && first > 0 && !statement.starts_with(quoted) &&
        !quoted.starts_with(facts.names[op.nameId]) &&
        statement.find(quoted, first + 1) == StringRef::npos) {
      uint32_t begin = op.name.begin + uint32_t(first);
      uint32_t sigil = text[begin - 1] == '@' || text[begin - 1] == '%';
      return {begin - sigil, begin + uint32_t(quoted.size())};
    }
    i = stop;
  }
  return op.name;
}

/// Where a statement spells the type of its n-th operand in `(types) -> …` at its end; empty when
/// it does not.
static Span operandType(StringRef statement, unsigned number) {
  size_t start = StringRef::npos;
  // The last colon in front of a parenthesis at no depth.
  int depth = 0;
  for (size_t i = 0; i + 2 < statement.size(); ++i) {
    char c = statement[i];
    if (c == '(' || c == '[' || c == '{' || c == '<')
      ++depth;
    else if (c == ')' || c == ']' || c == '}' || (c == '>' && statement[i - 1] != '-'))
      --depth;
    else if (c == ':' && depth == 0 && statement.drop_front(i + 1).ltrim().starts_with("("))
      start = statement.find('(', i) + 1;
  }
  if (start == StringRef::npos)
    return {};
  unsigned seen = 0;
  size_t begin = start;
  depth = 0;
  for (size_t i = start; i < statement.size(); ++i) {
    char c = statement[i];
    if (c == '(' || c == '[' || c == '{' || c == '<') {
      ++depth;
    } else if (depth == 0 && (c == ',' || c == ')')) {
      if (seen++ == number) {
        StringRef type = statement.slice(begin, i).trim();
        size_t at = size_t(type.data() - statement.data());
        return {uint32_t(at), uint32_t(at + type.size())};
      }
      begin = i + 1;
      if (c == ')')
        return {};
    } else if (c == ')' || c == ']' || c == '}' || (c == '>' && statement[i - 1] != '-')) {
      --depth;
    }
  }
  return {};
}

void Analyzer::verifyPiece(PieceState &state) {
  PieceFacts &facts = *state.facts;
  std::vector<RawDiagnostic> quick;
  sink_ = &quick;
  currentId_ = state.id;
  bool good = true;
  for (mlir::Operation *op : state.ops)
    good &= succeeded(mlir::verify(op));
  sink_ = nullptr;
  if (good && quick.empty())
    return;

  // Once more one by one, so that every operation is heard and can be named.
  std::vector<RawDiagnostic> all;
  sink_ = &all;
  bool broken = !facts.broken.empty();
  for (mlir::Operation *top : state.ops)
    top->walk<WalkOrder::PreOrder>([&](mlir::Operation *op) {
      StringRef name = op->getName().getStringRef();
      if (name.starts_with("fly_broken."))
        return;
      if (broken) {
        // What a stand-in is wrong about is no finding.
        if (op->getParentOp() && op->getParentOp()->hasAttr("fly_broken.head") &&
            op->hasTrait<OpTrait::IsTerminator>())
          return;
        for (mlir::Value operand : op->getOperands())
          if (mlir::Operation *source = operand.getDefiningOp();
              source && source->getName().getStringRef().starts_with("fly_broken."))
            return;
        for (Region &region : op->getRegions())
          for (Block &block : region)
            if (!block.empty() && block.back().getName().getStringRef().starts_with("fly_broken."))
              return;
      }
      verified_ = op;
      (void)mlir::verify(op, /*verifyRecursively=*/false);
    });
  verified_ = nullptr;
  sink_ = nullptr;
  auto isError = [](const RawDiagnostic &raw) { return raw.severity == Severity::Error; };
  if (!good && !broken && llvm::none_of(all, isError))
    all.insert(all.end(), quick.begin(), quick.end()); // a rule about blocks

  std::optional<LineIndex> lines;
  llvm::DenseMap<mlir::Operation *, size_t> indices;
  for (auto [i, op] : llvm::enumerate(state.pointers))
    indices[op] = i;
  uint32_t prefixLines = uint32_t(StringRef(state.prefix).count('\n'));
  // Only valid where nothing stands in; then operations tell the place.
  auto place = [&](const RawDiagnostic &raw) -> std::optional<uint32_t> {
    if (raw.id != state.id || raw.line <= prefixLines || broken)
      return std::nullopt;
    if (!lines)
      lines.emplace(state.text);
    uint32_t line = raw.line - 1 - prefixLines;
    if (line >= lines->lineCount())
      return std::nullopt;
    return std::min<uint32_t>(uint32_t(state.text.size()),
                              lines->lineStart(line) + (raw.column ? raw.column - 1 : 0));
  };

  std::string lastMessage;
  mlir::Operation *lastOp = nullptr;
  for (RawDiagnostic &raw : all) {
    Finding finding;
    finding.severity = raw.severity;
    finding.message = raw.message;
    finding.code = takeCode(finding.message);
    // Inference says its reason first and then that it failed.
    bool echo = StringRef(finding.message).contains("failed to infer returned types");
    if (echo && raw.op && raw.op == lastOp)
      continue;
    lastOp = raw.op;
    std::optional<uint32_t> at = place(raw);
    auto known = raw.op ? indices.find(raw.op) : indices.end();
    size_t operation = SIZE_MAX;
    if (at) {
      // The operation whose name stands there, which may be nested in the one being verified.
      int32_t found = facts.operationAt(*at);
      if (found >= 0 && facts.operations[size_t(found)].name.begin == *at)
        operation = size_t(found);
    }
    if (operation == SIZE_MAX && known != indices.end() && !at)
      operation = known->second;
    if (operation != SIZE_MAX)
      finding.span = guiltyStretch(facts, operation, state.text, finding.message);
    else if (at)
      finding.span = tokenAt(state.text, *at);
    else if (known != indices.end())
      finding.span = facts.operations[known->second].name;
    else
      finding.span = tokenAt(state.text, 0);
    if (raw.op) {
      std::optional<FileLineColLoc> inside, outside;
      findPlaces(raw.op->getLoc(), inside, outside);
      if (outside) {
        Related related;
        related.message = "written by this line";
        related.file = outside->getFilename().str();
        related.line = outside->getLine();
        related.column = outside->getColumn();
        finding.related.push_back(std::move(related));
      }
    }
    for (RawDiagnostic &note : raw.notes) {
      if (StringRef(note.message).starts_with("see current operation"))
        continue;
      Related related;
      related.message = note.message;
      // A verifier of MLIR has no code of its own; the rule behind it is named by the note.
      if (int code = takeCode(related.message); finding.code == 0)
        finding.code = code;
      if (std::optional<uint32_t> noteAt = place(note)) {
        related.span = tokenAt(state.text, *noteAt);
      } else if (note.id == 0 && !note.file.empty()) {
        related.file = note.file;
        related.line = note.line;
        related.column = note.column;
      } else {
        related.span = finding.span;
      }
      finding.related.push_back(std::move(related));
    }
    // The right type is known: offer it.
    StringRef mismatch = finding.message;
    if (size_t from = mismatch.find("inferred type(s) '"); from != StringRef::npos) {
      StringRef inferred = mismatch.drop_front(from + 18);
      inferred = inferred.take_front(inferred.find("' are incompatible"));
      StringRef declared = mismatch.take_front(mismatch.rfind('\''));
      declared = declared.drop_front(declared.rfind('\'') + 1);
      size_t index = operation != SIZE_MAX    ? operation
                     : known != indices.end() ? known->second
                                              : SIZE_MAX;
      if (index != SIZE_MAX && !inferred.contains("', '")) {
        const Operation &op = facts.operations[index];
        StringRef statement = StringRef(state.text).slice(op.name.begin, op.scope.end);
        size_t place = statement.rfind(declared);
        if (!declared.empty() && place != StringRef::npos) {
          uint32_t begin = op.name.begin + uint32_t(place);
          Fix fix{"Write the inferred type " + inferred.str(),
                  {{{begin, begin + uint32_t(declared.size())}, inferred.str()}}};
          // The uses spell the type too.
          for (OpOperand &use : state.pointers[index]->getUses())
            if (auto user = indices.find(use.getOwner()); user != indices.end()) {
              const Operation &other = facts.operations[user->second];
              Span spelled =
                  operandType(StringRef(state.text).slice(other.name.begin, other.scope.end),
                              use.getOperandNumber());
              spelled.begin += other.name.begin;
              spelled.end += other.name.begin;
              if (StringRef(state.text).slice(spelled.begin, spelled.end) == declared &&
                  state.pointers[index]->getNumResults() == 1)
                fix.edits.push_back({spelled, inferred.str()});
            }
          finding.fixes.push_back(std::move(fix));
        }
      }
    }
    bool twice = llvm::any_of(facts.findings, [&](const Finding &other) {
      return other.span == finding.span && other.message == finding.message;
    });
    if (!twice)
      facts.findings.push_back(std::move(finding));
  }
}

void Analyzer::verifyRoot(ChunkState &chunk, Snapshot &snapshot) {
  if (chunk.verified)
    return;
  mlir::Operation *root = chunk.root->getOperation();
  size_t before = snapshot.findings.size();
  auto absolute = [](Span span, uint32_t offset) {
    return Span{span.begin + offset, span.end + offset};
  };

  // Names that are taken twice.
  struct Place {
    size_t piece;
    Span span;
  };
  llvm::StringMap<Place> seen;
  constexpr size_t mostTwice = 1000;
  size_t twice = 0;
  for (auto [i, piece] : llvm::enumerate(chunk.pieces))
    for (const Symbol &symbol : piece->facts->symbols) {
      if (piece->facts->operations[symbol.operation].parent >= 0)
        continue;
      auto [it, isNew] = seen.try_emplace(symbol.name, Place{i, symbol.span});
      if (isNew || ++twice > mostTwice)
        continue;
      Finding finding;
      finding.message = "redefinition of symbol named '" + symbol.name + "'";
      finding.span = absolute(symbol.span, chunk.offsets[i]);
      Related related;
      related.message = "first defined here";
      related.span = absolute(it->second.span, chunk.offsets[it->second.piece]);
      finding.related.push_back(std::move(related));
      snapshot.findings.push_back(std::move(finding));
    }
  if (twice > mostTwice) {
    Finding finding;
    finding.severity = Severity::Information;
    finding.message = std::to_string(twice - mostTwice) + " further symbols are defined twice";
    finding.span = snapshot.findings.back().span;
    snapshot.findings.push_back(std::move(finding));
  }

  // References that do not resolve. What stands in a broken piece or statement may define them.
  std::vector<StringRef> unknown;
  for (const auto &piece : chunk.pieces) {
    if (!piece->facts->parsed)
      unknown.push_back(piece->text);
    for (Span span : piece->facts->broken)
      unknown.push_back(StringRef(piece->text).slice(span.begin, span.end));
  }
  auto mayBeDefined = [&](mlir::Operation *op) {
    bool found = false;
    op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
      for (StringRef text : unknown)
        found |= text.contains(("@" + symbol.getRootReference().getValue()).str()) ||
                 text.contains(("@" + symbol.getLeafReference().getValue()).str());
    });
    return found;
  };
  SymbolTableCollection tables;
  for (auto [i, piece] : llvm::enumerate(chunk.pieces))
    for (uint32_t index : piece->users) {
      mlir::Operation *op = piece->pointers[index];
      std::vector<RawDiagnostic> raws;
      sink_ = &raws;
      currentId_ = piece->id;
      (void)cast<SymbolUserOpInterface>(op).verifySymbolUses(tables);
      sink_ = nullptr;
      if (raws.empty() || (!unknown.empty() && mayBeDefined(op)))
        continue;
      for (RawDiagnostic &raw : raws) {
        Finding finding;
        finding.severity = raw.severity;
        finding.message = raw.message;
        finding.code = takeCode(finding.message);
        finding.span = absolute(guiltyStretch(*piece->facts, index, piece->text, finding.message),
                                chunk.offsets[i]);
        snapshot.findings.push_back(std::move(finding));
      }
    }

  // Attributes of the module can speak of everything in it.
  bool incomplete =
      llvm::any_of(chunk.pieces, [](const auto &piece) { return !piece->facts->parsed; });
  std::vector<RawDiagnostic> quick;
  if (!root->getDiscardableAttrs().empty()) {
    sink_ = &quick;
    currentId_ = 0;
    (void)mlir::verify(root, /*verifyRecursively=*/false);
    sink_ = nullptr;
  }
  chunk.verified = snapshot.findings.size() == before && quick.empty();
  if (snapshot.findings.size() != before || incomplete)
    return;

  // Whatever else the module objects to.
  for (RawDiagnostic &raw : quick) {
    if (raw.severity != Severity::Error)
      continue;
    Finding finding;
    finding.message = raw.message;
    finding.code = takeCode(finding.message);
    for (auto [i, piece] : llvm::enumerate(chunk.pieces)) {
      if (piece->id != raw.id || raw.id == 0)
        continue;
      LineIndex lines(piece->text);
      uint32_t prefixLines = uint32_t(StringRef(piece->prefix).count('\n'));
      if (raw.line <= prefixLines || raw.line - 1 - prefixLines >= lines.lineCount())
        continue;
      uint32_t at = lines.lineStart(raw.line - 1 - prefixLines) + (raw.column ? raw.column - 1 : 0);
      finding.span = absolute(tokenAt(piece->text, at), chunk.offsets[i]);
    }
    if (finding.span.empty() && !chunk.offsets.empty())
      finding.span = {chunk.offsets.front(), chunk.offsets.front() + 1};
    snapshot.findings.push_back(std::move(finding));
  }
}

// --- The whole -----------------------------------------------------------------------------------

void Analyzer::release(PieceState &state) {
  // IR that no verifier accepted may use a value anywhere, so all uses go before the first
  // operation does.
  for (mlir::Operation *op : state.ops)
    op->dropAllReferences();
  for (mlir::Operation *op : llvm::reverse(state.ops)) {
    op->remove();
    op->destroy();
  }
  state.ops.clear();
  state.pointers.clear();
  state.users.clear();
}

void Analyzer::parseHeader(const std::string &header, const std::string &aliases,
                           ChunkState &state) {
  state.headerFindings.clear();
  state.root = ModuleOp::create(UnknownLoc::get(context_.get()));
  if (header == "module {")
    return; // as nearly always
  PieceState shell;
  shell.id = nextId_++;
  shell.prefix = aliases;
  shell.text = header + "}";
  Parse parse(shell);
  if (parseOnce(parse) && !parse.block.empty() && isa<ModuleOp>(parse.block.front())) {
    auto module = cast<ModuleOp>(parse.block.front());
    module->remove();
    state.root = module;
    return;
  }
  LineIndex lines(parse.buffer);
  for (RawDiagnostic &raw : parse.diagnostics) {
    if (raw.severity != Severity::Error || raw.id != shell.id || raw.line == 0)
      continue;
    uint32_t line = std::min<uint32_t>(raw.line - 1, uint32_t(lines.lineCount()) - 1);
    std::optional<uint32_t> at =
        parse.toPiece(lines.lineStart(line) + (raw.column ? raw.column - 1 : 0));
    if (!at)
      continue;
    Finding finding;
    finding.message = raw.message;
    finding.code = takeCode(finding.message);
    finding.span = tokenAt(header, *at);
    state.headerFindings.push_back(std::move(finding));
  }
}

void Analyzer::fillRoot(const Chunk &chunk, std::string_view text, const std::string &aliases,
                        ChunkState &state, Snapshot &snapshot) {
  if (!chunk.inModule) {
    if (!state.root || state.headerHash != 0) {
      state.root = ModuleOp::create(UnknownLoc::get(context_.get()));
      state.headerHash = 0;
      state.headerFindings.clear();
    }
    return;
  }
  std::string header(text.substr(chunk.header.begin, chunk.header.end - chunk.header.begin));
  uint64_t hash = textHash(aliases + header) | 1;
  if (!state.root || state.headerHash != hash) {
    state.headerHash = hash;
    parseHeader(header, aliases, state);
  }
  for (Finding finding : state.headerFindings) {
    finding.span.begin += chunk.header.begin;
    finding.span.end += chunk.header.begin;
    snapshot.findings.push_back(std::move(finding));
  }
  if (chunk.close == UINT32_MAX) {
    Finding finding;
    finding.message = "expected '}' to close this module";
    finding.span = {chunk.header.begin, chunk.header.begin + 6};
    snapshot.findings.push_back(std::move(finding));
  }
}

SnapshotRef Analyzer::analyze(std::shared_ptr<const std::string> text, int64_t version,
                              const AnalysisOptions &options, const std::function<bool()> &stop,
                              const std::function<void(const Snapshot &)> &early) {
  auto started = std::chrono::steady_clock::now();
  size_t parsedBefore = piecesParsed_;
  // A context keeps every type and attribute that it ever saw; long sessions start a fresh one.
  if (!context_ || parsedBytes_ > (size_t(48) << 20) + 6 * text->size())
    startContext();
  if (options.chip != options_.chip || options.chipOrigin != options_.chipOrigin)
    for (auto &chunk : chunks_)
      for (auto &piece : chunk->pieces)
        piece->hash = 0;
  options_ = options;

  auto snapshot = std::make_shared<Snapshot>();
  snapshot->version = version;
  snapshot->text = text;
  snapshot->lines = std::make_shared<const LineIndex>(*text);
  std::vector<Chunk> chunks = splitDocument(*text);

  // All pieces of the last analysis, by text; those of one text in their order.
  struct SameText {
    std::vector<std::shared_ptr<PieceState>> states;
    size_t first = 0; ///< all before it are used
  };
  std::unordered_map<uint64_t, SameText> pool;
  std::vector<std::shared_ptr<PieceState>> former = std::move(spare_);
  spare_.clear();
  for (auto &chunk : chunks_)
    former.insert(former.end(), chunk->pieces.begin(), chunk->pieces.end());
  for (auto &piece : former) {
    piece->used = false;
    if (piece->hash)
      pool[piece->hash].states.push_back(piece);
  }

  std::vector<std::unique_ptr<ChunkState>> oldChunks = std::move(chunks_);
  chunks_.clear();
  std::vector<std::shared_ptr<PieceState>> changed;
  bool stopped = false;
  for (auto [index, chunk] : llvm::enumerate(chunks)) {
    auto state = index < oldChunks.size() && oldChunks[index] ? std::move(oldChunks[index])
                                                              : std::make_unique<ChunkState>();
    std::vector<std::shared_ptr<PieceState>> formerPieces = std::move(state->pieces);
    state->pieces.clear();
    state->offsets.clear();

    // Aliases first: the others may need them.
    llvm::StringMap<const Piece *> aliases;
    for (const Piece &piece : chunk.pieces)
      if (piece.kind == PieceKind::Alias)
        aliases.try_emplace(piece.name, &piece);
    std::vector<std::string> brokenAliases;
    auto pieceText = [&](const Piece &piece) {
      return std::string_view(*text).substr(piece.span.begin, piece.span.end - piece.span.begin);
    };
    auto prefixFor = [&](const std::vector<std::string> &mentions, const Piece *self) {
      std::string prefix;
      if (mentions.empty())
        return prefix;
      llvm::StringSet<> needed;
      std::vector<std::string> work = mentions;
      std::vector<const Piece *> list;
      while (!work.empty()) {
        std::string name = std::move(work.back());
        work.pop_back();
        auto it = aliases.find(name);
        if (it == aliases.end() || it->second == self || !needed.insert(name).second ||
            llvm::is_contained(brokenAliases, name))
          continue;
        list.push_back(it->second);
        std::vector<std::string> more = mentionedAliases(pieceText(*it->second));
        work.insert(work.end(), more.begin(), more.end());
      }
      llvm::sort(list,
                 [](const Piece *a, const Piece *b) { return a->span.begin < b->span.begin; });
      for (const Piece *piece : list) {
        prefix += pieceText(*piece);
        prefix += '\n';
      }
      return prefix;
    };

    auto prefixOf = [&](PieceState &state, const Piece &piece) {
      if (aliases.empty())
        return std::string();
      if (!state.mentions)
        state.mentions = mentionedAliases(state.text);
      return prefixFor(*state.mentions, &piece);
    };

    std::string headerAliases;
    if (chunk.inModule && !aliases.empty())
      headerAliases = prefixFor(mentionedAliases(std::string_view(*text).substr(
                                    chunk.header.begin, chunk.header.end - chunk.header.begin)),
                                nullptr);
    OwningOpRef<ModuleOp> previous;
    {
      // Operations of former pieces stay alive when their root is replaced.
      mlir::Operation *before = state->root ? state->root->getOperation() : nullptr;
      uint64_t hash = state->headerHash;
      bool same = before &&
                  ((!chunk.inModule && hash == 0) ||
                   (chunk.inModule &&
                    hash == (textHash(headerAliases + std::string(std::string_view(*text).substr(
                                                          chunk.header.begin,
                                                          chunk.header.end - chunk.header.begin))) |
                             1)));
      state->verified &= same;
      if (before && !same)
        previous = std::move(state->root);
      fillRoot(chunk, *text, headerAliases, *state, *snapshot);
      if (previous)
        state->root->getBody()->getOperations().splice(state->root->getBody()->end(),
                                                       previous->getBody()->getOperations());
    }

    auto findState = [&](const Piece &piece) -> std::shared_ptr<PieceState> {
      std::string_view content = pieceText(piece);
      uint64_t hash = textHash(content) | 1;
      if (auto it = pool.find(hash); it != pool.end()) {
        SameText &same = it->second;
        while (same.first < same.states.size() && same.states[same.first]->used)
          ++same.first;
        for (size_t i = same.first; i < same.states.size(); ++i) {
          PieceState &candidate = *same.states[i];
          if (candidate.used || candidate.text != content ||
              candidate.headerHash != state->headerHash ||
              candidate.prefix != prefixOf(candidate, piece))
            continue;
          candidate.used = true;
          return same.states[i];
        }
      }
      auto fresh = std::make_shared<PieceState>();
      fresh->text = std::string(content);
      fresh->hash = hash;
      fresh->headerHash = state->headerHash;
      // What a module's attributes object to is found by its location.
      fresh->ownLocations = state->root && !state->root.get()->getDiscardableAttrs().empty();
      fresh->key = std::to_string(int(piece.kind)) + piece.name;
      fresh->prefix = prefixOf(*fresh, piece);
      parsePiece(*fresh, piece, brokenAliases);
      fresh->used = true;
      return fresh;
    };

    std::vector<std::shared_ptr<PieceState>> states(chunk.pieces.size());
    for (bool aliasRound : {true, false}) {
      for (auto [i, piece] : llvm::enumerate(chunk.pieces)) {
        if ((piece.kind == PieceKind::Alias) != aliasRound)
          continue;
        if (stop && stop()) {
          stopped = true;
          break;
        }
        size_t count = piecesParsed_;
        states[i] = findState(piece);
        PieceState &now = *states[i];
        for (mlir::Operation *op : now.ops)
          if (op->getBlock() != state->root->getBody()) {
            if (op->getBlock())
              op->remove();
            state->root->getBody()->push_back(op);
          }
        if (piecesParsed_ != count) {
          verifyPiece(now);
          checkPiece(now.ops, now.pointers, now.text, options_, *checked_, *now.facts);
          llvm::sort(now.facts->findings, [](const Finding &a, const Finding &b) {
            return std::tie(a.span.begin, a.span.end, a.severity, a.message) <
                   std::tie(b.span.begin, b.span.end, b.severity, b.message);
          });
          changed.push_back(states[i]);
          undescribedPieces_.push_back(states[i]);
        }
        if (aliasRound && !now.facts->parsed)
          brokenAliases.push_back(piece.name);
      }
      if (stopped)
        break;
    }
    for (auto &pieceState : states)
      if (pieceState)
        state->pieces.push_back(pieceState);
    state->verified &= !stopped && state->pieces == formerPieces;
    if (stopped) {
      chunks_.push_back(std::move(state));
      break;
    }
    for (const Piece &piece : chunk.pieces)
      state->offsets.push_back(piece.span.begin);
    for (auto [i, piece] : llvm::enumerate(chunk.pieces)) {
      PieceView view;
      view.piece = piece;
      view.facts = states[i]->facts;
      view.chunk = uint32_t(index);
      snapshot->pieces.push_back(std::move(view));
    }
    chunks_.push_back(std::move(state));
  }

  if (stopped) {
    // Everything stays for the next analysis; operations of chunks that were not reached too.
    for (auto &piece : former)
      if (!piece->used)
        spare_.push_back(piece);
    for (auto &chunk : oldChunks)
      if (chunk) {
        chunk->pieces.clear();
        chunks_.push_back(std::move(chunk));
      }
    return nullptr;
  }

  // What a broken piece was before: the former piece of its name, else the one at its place among
  // the former pieces that are gone.
  llvm::StringMap<std::deque<PieceState *>> gone;
  size_t goneCount = 0;
  PieceState *anyGone = nullptr;
  for (auto &piece : former)
    if (!piece->used) {
      gone[piece->key].push_back(piece.get());
      anyGone = piece.get();
      ++goneCount;
    }
  for (auto &piece : changed) {
    PieceState *match = nullptr;
    if (auto it = gone.find(piece->key); it != gone.end() && !it->second.empty()) {
      match = it->second.front();
      it->second.pop_front();
    }
    if (!match && changed.size() == 1 && goneCount == 1)
      match = anyGone;
    if (!match)
      continue;
    if (match->facts && match->facts->parsed && match->facts->broken.empty()) {
      piece->lastGood = match->facts;
      piece->lastGoodText = std::make_shared<const std::string>(match->text);
    } else {
      piece->lastGood = match->lastGood;
      piece->lastGoodText = match->lastGoodText;
    }
    if (piece->facts->parsed && piece->facts->broken.empty()) {
      piece->lastGood = nullptr;
      piece->lastGoodText = nullptr;
    }
  }
  size_t viewIndex = 0;
  for (auto &chunk : chunks_)
    for (auto &piece : chunk->pieces) {
      PieceView &view = snapshot->pieces[viewIndex++];
      if (piece->lastGood) {
        view.lastGood = piece->lastGood;
        view.fromLastGood = Shift(*piece->lastGoodText, piece->text);
      }
    }
  for (auto &piece : former)
    if (!piece->used)
      release(*piece);
  for (auto &chunk : chunks_)
    verifyRoot(*chunk, *snapshot);
  if (early)
    early(*snapshot);
  describe();
  snapshot->piecesParsed = piecesParsed_ - parsedBefore;
  snapshot->milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
  return snapshot;
}

TypeRef Analyzer::parseType(const std::string &text, std::string &error) {
  if (!context_)
    startContext();
  std::vector<RawDiagnostic> raws;
  sink_ = &raws;
  size_t read = 0;
  Type type = mlir::parseType(text, context_.get(), &read);
  sink_ = nullptr;
  parsedBytes_ += text.size();
  if (type && StringRef(text).drop_front(read).trim().empty()) {
    TypeRef fact = typeFact(type);
    describe();
    return fact;
  }
  for (RawDiagnostic &raw : raws)
    if (raw.severity == Severity::Error) {
      error = raw.message;
      break;
    }
  if (error.empty())
    error = type ? "text behind the type: '" + StringRef(text).drop_front(read).trim().str() + "'"
                 : "not a type";
  return nullptr;
}

} // namespace flylsp
