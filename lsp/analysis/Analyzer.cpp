#include "lsp/analysis/Analyzer.h"

#include "lsp/analysis/Checks.h"
#include "lsp/analysis/Limits.h"
#include "lsp/analysis/Steps.h"
#include "lsp/analysis/TypeFacts.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <chrono>
#include <deque>
#include <unordered_map>

using namespace mlir;

namespace flylsp {

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
  context_ = std::make_unique<ListeningContext>(registry_);
}

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

void Analyzer::parsePiece(PieceState &state, const std::vector<std::string> &brokenAliases,
                          std::optional<OverLimit> over) {
  ++piecesParsed_;
  state.id = nextId_++;
  state.facts = std::make_shared<PieceFacts>();
  if (!over)
    over = findOverLimit(state.text);
  if (over) {
    Finding finding;
    finding.message = over->message;
    finding.span = over->span;
    state.facts->findings.push_back(std::move(finding));
    return;
  }
  std::unique_ptr<Parse> parse = readPiece(*context_, registry_, state, brokenAliases);
  if (!parse)
    return;
  state.facts->parsed = true;
  extractFacts(state, *parse, [this](Type type) { return typeFact(type); });
  // The operations move to the root of the chunk.
  for (mlir::Operation &op : parse->block)
    state.ops.push_back(&op);
  for (mlir::Operation *op : state.ops)
    op->remove();
}

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

void Analyzer::parseHeader(const std::string &header, const Surroundings &aliases,
                           ChunkState &state) {
  state.headerFindings.clear();
  state.root = ModuleOp::create(UnknownLoc::get(context_->get()));
  if (header.empty() || header == "module {")
    return; // as nearly always
  if (std::optional<OverLimit> over = findOverLimit(header)) {
    Finding finding;
    finding.message = over->message;
    finding.span = over->span;
    state.headerFindings.push_back(std::move(finding));
    return;
  }
  PieceState shell;
  shell.id = nextId_++;
  shell.around = aliases;
  shell.text = header + "}";
  Parse parse(shell);
  if (context_->read(parse) && !parse.block.empty() && isa<ModuleOp>(parse.block.front())) {
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

void Analyzer::fillRoot(const Chunk &chunk, std::string_view text, const Surroundings &aliases,
                        ChunkState &state, Snapshot &snapshot) {
  std::string header(text.substr(chunk.header.begin, chunk.header.end - chunk.header.begin));
  uint64_t hash = chunk.inModule ? textHash(aliases.before + header + aliases.behind) | 1 : 0;
  if (!state.root || state.headerHash != hash) {
    OwningOpRef<ModuleOp> previous = std::move(state.root);
    state.headerHash = hash;
    state.verified = false;
    parseHeader(header, aliases, state);
    // Operations of former pieces stay alive when their root is replaced.
    if (previous)
      state.root->getBody()->getOperations().splice(state.root->getBody()->end(),
                                                    previous->getBody()->getOperations());
  }
  if (!chunk.inModule)
    return;
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

namespace {

std::string_view cut(std::string_view text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

/// The aliases of a chunk.
class Aliases {
public:
  Aliases(const Chunk &chunk, std::string_view text) : text(text) {
    for (const Piece &piece : chunk.pieces)
      if (piece.kind == PieceKind::Alias)
        aliases.try_emplace(piece.name, Entry{&piece, writtenOut(piece)});
  }

  bool empty() const { return aliases.empty(); }
  const std::vector<std::string> &brokenNames() const { return broken; }
  void isBroken(const std::string &name) { broken.push_back(name); }

  /// What is wrong about an alias that stands for much more than its text says.
  std::optional<OverLimit> overLimit(const Piece &piece) const {
    uint64_t length = writtenOut(piece);
    if (!isOver(piece, length))
      return std::nullopt;
    return OverLimit{{0, uint32_t(piece.name.size())},
                     "alias '" + piece.name + "' stands for " + std::to_string(length) +
                         " characters with all aliases written out, the limit is " +
                         std::to_string(maxAliasGrowth) + " more than its own text"};
  }

  /// What the stretch at `at` needs to be read alone: the aliases that it mentions and that these
  /// mention. `self` is the alias that it defines.
  Surroundings around(const std::vector<std::string> &mentions, uint32_t at,
                      const Piece *self = nullptr) const {
    Surroundings result;
    llvm::StringSet<> needed;
    std::vector<std::string> work = mentions;
    std::vector<const Piece *> list;
    while (!work.empty()) {
      std::string name = std::move(work.back());
      work.pop_back();
      auto it = aliases.find(name);
      if (it == aliases.end() || it->second.piece == self || llvm::is_contained(broken, name) ||
          !needed.insert(name).second)
        continue;
      list.push_back(it->second.piece);
      std::vector<std::string> more = mentionedAliases(cut(text, it->second.piece->span));
      work.insert(work.end(), more.begin(), more.end());
    }
    llvm::sort(list, [](const Piece *a, const Piece *b) { return a->span.begin < b->span.begin; });
    for (const Piece *piece : list)
      if (piece->span.begin < at)
        ((result.before += cut(text, piece->span)) += '\n');
      else
        ((result.behind += '\n') += cut(text, piece->span));
    return result;
  }

  Surroundings around(PieceState &state, const Piece &piece) const {
    if (empty())
      return {};
    if (!state.mentions)
      state.mentions = mentionedAliases(state.text);
    return around(*state.mentions, piece.span.begin, &piece);
  }

private:
  struct Entry {
    const Piece *piece;
    uint64_t length; ///< written out
  };

  static bool isOver(const Piece &piece, uint64_t length) {
    return length > maxAliasGrowth + (piece.span.end - piece.span.begin);
  }

  /// The length of an alias with the aliases that it mentions written out, but for those that are
  /// over the limit themselves and those behind it, which the parser refuses.
  uint64_t writtenOut(const Piece &piece) const {
    StringRef content = cut(text, piece.span);
    uint64_t length = content.size();
    if (content.find_first_of("#!", 1) == StringRef::npos)
      return length;
    for (const std::string &name : mentionedAliases(content)) {
      auto it = aliases.find(name);
      if (it == aliases.end() || it->second.piece->span.begin >= piece.span.begin ||
          isOver(*it->second.piece, it->second.length))
        continue;
      for (size_t at = content.find(name); at != StringRef::npos;
           at = content.find(name, at + name.size()))
        if (at + name.size() == content.size() || !isIdentifierByte(content[at + name.size()]))
          length += it->second.length;
    }
    return length;
  }

  std::string_view text;
  llvm::StringMap<Entry> aliases;
  std::vector<std::string> broken; ///< do not parse themselves
};

/// A chunk whose pieces are not taken apart.
Chunk asOnePiece(const Chunk &chunk) {
  Chunk result;
  result.span = chunk.span;
  result.whole = true;
  Piece piece;
  piece.span = {chunk.pieces.front().span.begin, chunk.pieces.back().span.end};
  if (chunk.inModule) {
    piece.span.begin = std::min(piece.span.begin, chunk.header.begin);
    if (chunk.close != UINT32_MAX)
      piece.span.end = std::max(piece.span.end, chunk.close + 1);
  }
  result.pieces.push_back(std::move(piece));
  return result;
}

} // namespace

/// The pieces of the analysis before.
class Analyzer::Former {
public:
  explicit Former(std::vector<std::shared_ptr<PieceState>> states) : states(std::move(states)) {
    for (auto &state : this->states) {
      state->used = false;
      if (state->hash)
        pool[state->hash].states.push_back(state);
    }
  }

  /// One of a hash that fits and is not taken yet; null for none. Those of one text are taken in
  /// their order.
  std::shared_ptr<PieceState> take(uint64_t hash, function_ref<bool(PieceState &)> fits) {
    auto it = pool.find(hash);
    if (it == pool.end())
      return nullptr;
    SameText &same = it->second;
    while (same.first < same.states.size() && same.states[same.first]->used)
      ++same.first;
    for (size_t i = same.first; i < same.states.size(); ++i)
      if (!same.states[i]->used && fits(*same.states[i])) {
        same.states[i]->used = true;
        return same.states[i];
      }
    return nullptr;
  }

  /// Those that were not taken.
  std::vector<std::shared_ptr<PieceState>> left() const {
    std::vector<std::shared_ptr<PieceState>> result;
    llvm::copy_if(states, std::back_inserter(result),
                  [](const auto &state) { return !state->used; });
    return result;
  }

private:
  struct SameText {
    std::vector<std::shared_ptr<PieceState>> states;
    size_t first = 0; ///< all before it are taken
  };
  std::unordered_map<uint64_t, SameText> pool; ///< by hash
  std::vector<std::shared_ptr<PieceState>> states;
};

SnapshotRef Analyzer::analyze(std::shared_ptr<const std::string> text, int64_t version,
                              const AnalysisOptions &options, const std::function<bool()> &stop,
                              const std::function<void(const Snapshot &)> &early) {
  auto started = std::chrono::steady_clock::now();
  size_t parsedBefore = piecesParsed_;
  // A context keeps every type and attribute that it ever saw; long sessions start a fresh one.
  if (!context_ || context_->bytesRead() > (size_t(48) << 20) + 6 * text->size())
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

  std::vector<std::shared_ptr<PieceState>> states = std::move(spare_);
  spare_.clear();
  for (auto &chunk : chunks_)
    states.insert(states.end(), chunk->pieces.begin(), chunk->pieces.end());
  Former former(std::move(states));
  std::vector<std::unique_ptr<ChunkState>> oldChunks = std::move(chunks_);
  chunks_.clear();
  std::vector<std::shared_ptr<PieceState>> changed;
  for (auto [index, chunk] : llvm::enumerate(chunks)) {
    bool known = index < oldChunks.size();
    chunks_.push_back(known ? std::move(oldChunks[index]) : std::make_unique<ChunkState>());
    if (analyzeChunk(chunk, uint32_t(index), *chunks_.back(), former, stop, changed, *snapshot))
      continue;
    // Stopped. Everything stays for the next analysis; operations of chunks that were not reached
    // too.
    spare_ = former.left();
    for (size_t rest = index + 1; rest < oldChunks.size(); ++rest) {
      oldChunks[rest]->pieces.clear();
      chunks_.push_back(std::move(oldChunks[rest]));
    }
    return nullptr;
  }

  rememberLastGood(former, changed, *snapshot);
  for (auto &piece : former.left())
    release(*piece);
  for (auto &chunk : chunks_)
    verifyRoot(*context_, *chunk, *snapshot);
  if (early)
    early(*snapshot);
  describe();
  snapshot->piecesParsed = piecesParsed_ - parsedBefore;
  snapshot->milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
  return snapshot;
}

bool Analyzer::analyzeChunk(const Chunk &chunk, uint32_t index, ChunkState &state, Former &former,
                            const std::function<bool()> &stop,
                            std::vector<std::shared_ptr<PieceState>> &changed, Snapshot &snapshot) {
  std::string_view text = *snapshot.text;
  size_t findingsBefore = snapshot.findings.size();
  Aliases aliases(chunk, text);
  Surroundings ofHeader;
  if (chunk.inModule && !aliases.empty())
    ofHeader = aliases.around(mentionedAliases(cut(text, chunk.header)), chunk.header.begin);
  fillRoot(chunk, text, ofHeader, state, snapshot);

  const size_t most = (size_t(1) << 20) + 4 * size_t(chunk.span.end - chunk.span.begin);
  size_t readAround = 0; // bytes of aliases
  auto read = [&](const Piece &piece) {
    std::string_view content = cut(text, piece.span);
    uint64_t hash = textHash(content) | 1;
    std::shared_ptr<PieceState> result = former.take(hash, [&](PieceState &candidate) {
      return candidate.text == content && candidate.headerHash == state.headerHash &&
             candidate.around == aliases.around(candidate, piece);
    });
    if (!result) {
      result = std::make_shared<PieceState>();
      result->text = std::string(content);
      result->hash = hash;
      result->headerHash = state.headerHash;
      // What a module's attributes object to is found by its location.
      result->ownLocations = !state.root.get()->getDiscardableAttrs().empty();
      result->key = std::to_string(int(piece.kind)) + piece.name;
      result->around = aliases.around(*result, piece);
      std::optional<OverLimit> over = aliases.overLimit(piece);
      if (options_.leftOut.count(textHash(content)))
        over = OverLimit{{0, uint32_t(std::max<size_t>(piece.name.size(), 1))},
                         "this operation takes too long to read and is left out"};
      parsePiece(*result, aliases.brokenNames(), over);
      result->used = true;
      changed.push_back(result);
      readAround += result->around.before.size() + result->around.behind.size();
    }
    Block *body = state.root->getBody();
    for (mlir::Operation *op : result->ops)
      if (op->getBlock() != body) {
        if (op->getBlock())
          op->remove();
        body->push_back(op);
      }
    return result;
  };

  std::vector<std::shared_ptr<PieceState>> pieces(chunk.pieces.size());
  bool stopped = false;
  // Aliases first: the others may need them.
  for (bool aliasRound : {true, false})
    for (auto [i, piece] : llvm::enumerate(chunk.pieces)) {
      if ((piece.kind == PieceKind::Alias) != aliasRound)
        continue;
      stopped = stopped || (stop && stop()) || (readAround > most && !chunk.whole);
      if (stopped)
        break;
      size_t before = changed.size();
      reading_ = uint64_t(piece.span.begin) << 32 | piece.span.end;
      pieces[i] = read(piece);
      PieceFacts &facts = *pieces[i]->facts;
      if (changed.size() != before) {
        verifyPiece(*context_, *pieces[i]);
        checkPiece(pieces[i]->ops, pieces[i]->pointers, pieces[i]->text, options_, *checked_, facts,
                   pieces[i]->around.before + "\n" + pieces[i]->around.behind);
        llvm::sort(facts.findings, [](const Finding &a, const Finding &b) {
          return std::tie(a.span.begin, a.span.end, a.severity, a.message) <
                 std::tie(b.span.begin, b.span.end, b.severity, b.message);
        });
        undescribedPieces_.push_back(pieces[i]);
      }
      reading_ = 0;
      if (!aliasRound)
        continue;
      if (!facts.parsed)
        aliases.isBroken(piece.name);
      if (chunk.inModule && chunk.header.end <= piece.span.begin &&
          piece.span.begin < chunk.close) {
        Finding finding;
        finding.message = "aliases are defined at the top level, not inside of a module";
        finding.span = {piece.span.begin, piece.span.begin + uint32_t(piece.name.size())};
        snapshot.findings.push_back(std::move(finding));
      }
    }

  // Where pieces need more and more aliases they are read in one go, as the parser does.
  if (readAround > most && !chunk.whole) {
    for (auto &piece : pieces)
      if (piece) {
        release(*piece);
        piece->hash = 0;
        llvm::erase(changed, piece);
        llvm::erase(undescribedPieces_, piece);
      }
    snapshot.findings.resize(findingsBefore);
    state.pieces.clear();
    return analyzeChunk(asOnePiece(chunk), index, state, former, stop, changed, snapshot);
  }

  if (stopped) {
    llvm::erase(pieces, nullptr);
    state.verified = false;
    state.pieces = std::move(pieces);
    return false;
  }
  state.verified &= pieces == state.pieces;
  state.pieces = std::move(pieces);
  state.offsets.clear();
  for (auto [piece, pieceState] : llvm::zip_equal(chunk.pieces, state.pieces)) {
    state.offsets.push_back(piece.span.begin);
    PieceView view;
    view.piece = piece;
    view.facts = pieceState->facts;
    view.chunk = index;
    snapshot.pieces.push_back(std::move(view));
  }
  return true;
}

void Analyzer::rememberLastGood(const Former &former,
                                const std::vector<std::shared_ptr<PieceState>> &changed,
                                Snapshot &snapshot) {
  // The former piece of its name, else the one at its place among the former pieces that are gone.
  std::vector<std::shared_ptr<PieceState>> gone = former.left();
  llvm::StringMap<std::deque<PieceState *>> byKey;
  for (auto &piece : gone)
    byKey[piece->key].push_back(piece.get());
  for (auto &piece : changed) {
    PieceState *match = nullptr;
    if (auto it = byKey.find(piece->key); it != byKey.end() && !it->second.empty()) {
      match = it->second.front();
      it->second.pop_front();
    }
    if (!match && gone.size() == 1) // it may have fallen into several
      match = gone.front().get();
    if (!match || (piece->facts->parsed && piece->facts->broken.empty()))
      continue;
    if (match->facts && match->facts->parsed && match->facts->broken.empty()) {
      piece->lastGood = match->facts;
      piece->lastGoodText = std::make_shared<const std::string>(match->text);
    } else {
      piece->lastGood = match->lastGood;
      piece->lastGoodText = match->lastGoodText;
    }
  }
  size_t viewIndex = 0;
  for (auto &chunk : chunks_)
    for (auto &piece : chunk->pieces) {
      PieceView &view = snapshot.pieces[viewIndex++];
      if (piece->lastGood) {
        view.lastGood = piece->lastGood;
        view.fromLastGood = Shift(*piece->lastGoodText, piece->text);
      }
    }
}

TypeRef Analyzer::parseType(const std::string &text, std::string &error) {
  if (!context_)
    startContext();
  std::vector<RawDiagnostic> raws;
  size_t read = 0;
  Type type;
  {
    ListeningContext::Listener listener(*context_, raws, 0);
    type = mlir::parseType(text, context_->get(), &read);
  }
  context_->addBytes(text.size());
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
