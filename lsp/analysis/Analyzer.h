// Analyses one document again and again as it changes; only pieces that changed are parsed.
//
// One thread at a time may use an analyzer; snapshots may be read by any.
#pragma once

#include "lsp/analysis/Facts.h"
#include "lsp/analysis/Limits.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <atomic>
#include <functional>
#include <set>

namespace mlir::fly::check {
struct Cache;
}

namespace flylsp {

/// What is set from outside of the text.
struct AnalysisOptions {
  std::string chip;       ///< for code outside of gpu.modules with a target
  std::string chipOrigin; ///< who says so: "the settings", "--chip", "fly.json"
  std::string chipFile;   ///< the project file that does; empty for others
  /// Hashes of the texts of pieces that are not read because they took too long.
  std::set<uint64_t> leftOut;
};

class ListeningContext;
struct ChunkState;
struct PartitionCache;
struct PieceState;
struct Surroundings;

class Analyzer {
public:
  explicit Analyzer(const mlir::DialectRegistry &registry);
  ~Analyzer();

  /// Analyses a text. `stop` is asked between pieces: when it says true the analysis ends without a
  /// snapshot, keeping the pieces parsed so far for the next one. `early` gets the snapshot as soon
  /// as all findings are known; types and partitions are described after it.
  SnapshotRef analyze(std::shared_ptr<const std::string> text, int64_t version,
                      const AnalysisOptions &options, const std::function<bool()> &stop = {},
                      const std::function<void(const Snapshot &)> &early = {});

  /// A type from its text; `error` gets the parser's message when there is none.
  TypeRef parseType(const std::string &text, std::string &error);

  /// The piece that is being read, of the text that is being analysed; empty between pieces. May be
  /// asked by any thread.
  Span reading() const {
    uint64_t both = reading_;
    return {uint32_t(both >> 32), uint32_t(both)};
  }

  /// Pieces that were parsed since the start, for tests.
  size_t piecesParsed() const { return piecesParsed_; }

private:
  void startContext();
  class Former;
  /// Reads the pieces of a chunk that are new and adds all to the snapshot; false when `stop` said
  /// to end. `changed` gets those that were read.
  bool analyzeChunk(const Chunk &chunk, uint32_t index, ChunkState &state, Former &former,
                    const std::function<bool()> &stop,
                    std::vector<std::shared_ptr<PieceState>> &changed, Snapshot &snapshot);
  /// Gives broken pieces what they were before.
  void rememberLastGood(const Former &former,
                        const std::vector<std::shared_ptr<PieceState>> &changed,
                        Snapshot &snapshot);
  void parseHeader(const std::string &header, const Surroundings &aliases, ChunkState &state);
  void fillRoot(const Chunk &chunk, std::string_view text, const Surroundings &aliases,
                ChunkState &state, Snapshot &snapshot);
  /// Reads a new piece; one that is over a limit is only reported.
  void parsePiece(PieceState &state, const std::vector<std::string> &brokenAliases,
                  std::optional<OverLimit> over);
  TypeRef typeFact(mlir::Type type);
  void describe();
  void release(PieceState &state);

  const mlir::DialectRegistry &registry_;
  std::unique_ptr<ListeningContext> context_;
  llvm::DenseMap<mlir::Type, TypeRef> typeFacts_;
  std::unique_ptr<mlir::fly::check::Cache> checked_; ///< of the types of this context
  /// What is not needed for findings waits until these are out.
  std::vector<std::pair<mlir::Type, std::shared_ptr<TypeFact>>> undescribedTypes_;
  std::vector<std::shared_ptr<PieceState>> undescribedPieces_;
  std::unique_ptr<PartitionCache> partitions_;
  std::vector<std::unique_ptr<ChunkState>> chunks_;
  std::vector<std::shared_ptr<PieceState>> spare_; ///< of an analysis that was stopped
  AnalysisOptions options_;
  size_t piecesParsed_ = 0;
  std::atomic<uint64_t> reading_{0};
  unsigned nextId_ = 1;
};

/// Splits a trailing ` [FLY133]` off a message; 0 when there is none.
int takeCode(std::string &message);

/// Registers every dialect that the server reads: fly, its backends and upstream's.
void registerDialects(mlir::DialectRegistry &registry);

} // namespace flylsp
