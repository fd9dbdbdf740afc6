#include "lsp/analysis/Analyzer.h"

#include "lsp/analysis/Checks.h"
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

void Analyzer::parsePiece(PieceState &state, const Piece &piece,
                          const std::vector<std::string> &brokenAliases) {
  ++piecesParsed_;
  state.id = nextId_++;
  state.facts = std::make_shared<PieceFacts>();
  if (piece.kind == PieceKind::Resources) {
    state.facts->parsed = true;
    return;
  }
  std::unique_ptr<Parse> parse = readPiece(*context_, registry_, state, piece, brokenAliases);
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

void Analyzer::parseHeader(const std::string &header, const std::string &aliases,
                           ChunkState &state) {
  state.headerFindings.clear();
  state.root = ModuleOp::create(UnknownLoc::get(context_->get()));
  if (header == "module {")
    return; // as nearly always
  PieceState shell;
  shell.id = nextId_++;
  shell.prefix = aliases;
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

void Analyzer::fillRoot(const Chunk &chunk, std::string_view text, const std::string &aliases,
                        ChunkState &state, Snapshot &snapshot) {
  if (!chunk.inModule) {
    if (!state.root || state.headerHash != 0) {
      state.root = ModuleOp::create(UnknownLoc::get(context_->get()));
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
          verifyPiece(*context_, now);
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
    verifyRoot(*context_, *chunk, *snapshot);
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
