// What an analysis keeps of a document, and one try at reading a piece of it. Private to this
// folder.
#pragma once

#include "lsp/analysis/Facts.h"

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace flylsp {

/// A diagnostic as it came, before it is known where in the text it belongs.
struct RawDiagnostic {
  Severity severity = Severity::Error;
  std::string message;
  unsigned id = 0; ///< of the buffer, 0 for a place outside of the document
  uint32_t line = 0, column = 0;
  std::string file;
  mlir::Operation *op = nullptr; ///< that was being verified on its own
  std::vector<RawDiagnostic> notes;

  /// A note as related information: at its place in the document, in the file that it names, or
  /// else where its finding is.
  Related related(std::string text, std::optional<Span> place, Span findingSpan) const {
    Related result;
    result.message = std::move(text);
    if (!place && id == 0 && !file.empty()) {
      result.file = file;
      result.line = line;
      result.column = column;
    } else {
      result.span = place.value_or(findingSpan);
    }
    return result;
  }
};

/// Aliases that a piece needs, as they stand before and behind it in the document.
struct Surroundings {
  std::string before, behind;
  friend bool operator==(const Surroundings &, const Surroundings &) = default;
};

/// A piece that was read: its text, its facts and its operations.
struct PieceState {
  unsigned id = 0;
  /// The buffer has a name of its own in locations. Otherwise pieces share the locations that have
  /// the same line and column, which saves most of them.
  bool ownLocations = false;
  uint64_t hash = 0;
  uint64_t headerHash = 0; ///< of the module around it, which verifiers look at
  std::string text;
  Surroundings around;
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

/// What stands between two `// -----` lines, with the module around its operations.
struct ChunkState {
  mlir::OwningOpRef<mlir::ModuleOp> root;
  uint64_t headerHash = 0;
  std::vector<Finding> headerFindings; ///< offsets from the start of the header
  std::vector<std::shared_ptr<PieceState>> pieces;
  std::vector<uint32_t> offsets; ///< of the pieces in the text
  bool verified = false;         ///< the root with these pieces was verified and is good
};

/// One try at a text, with the stand-ins for what does not parse.
struct Parse {
  /// Bytes [begin, end) of the piece are read as `text`.
  struct Patch {
    uint32_t begin = 0, end = 0;
    std::string text;
  };

  const PieceState &state;
  std::vector<Patch> patches; ///< by place, disjoint
  std::string buffer;
  mlir::Block block;
  mlir::AsmParserState asmState;
  std::vector<RawDiagnostic> diagnostics;

  explicit Parse(const PieceState &state) : state(state) {}

  void build();
  /// Place in the piece of a place in the buffer; nothing for the aliases before it, the end of the
  /// piece for those behind it, where is missed what the piece lacks.
  std::optional<uint32_t> toPiece(uint32_t at) const;
  /// The same, but nothing for what stands behind the piece.
  std::optional<uint32_t> toPiece(llvm::SMLoc loc) const;
  Span toPiece(llvm::SMRange range) const;
};

/// An MLIR context whose diagnostics are collected while somebody listens.
class ListeningContext {
public:
  explicit ListeningContext(const mlir::DialectRegistry &registry);

  mlir::MLIRContext *get() { return &context_; }
  /// Reads the text of a try; whether it is good. Fills its block and its diagnostics.
  bool read(Parse &parse);
  /// Bytes that were read; a context never forgets a type.
  size_t bytesRead() const { return bytesRead_; }
  void addBytes(size_t count) { bytesRead_ += count; }

  /// Collects what is said about a piece for as long as it lives.
  class Listener {
  public:
    Listener(ListeningContext &context, std::vector<RawDiagnostic> &sink, unsigned id);
    ~Listener();
    Listener(const Listener &) = delete;
    Listener &operator=(const Listener &) = delete;
    /// The operation that is being verified on its own from now on.
    void about(mlir::Operation *op) { context_.about_ = op; }

  private:
    ListeningContext &context_;
  };

private:
  void collect(mlir::Diagnostic &diagnostic);

  mlir::MLIRContext context_;
  std::vector<RawDiagnostic> *sink_ = nullptr;
  mlir::Operation *about_ = nullptr;
  unsigned id_ = 0; ///< of the piece that is being read or verified
  size_t bytesRead_ = 0;
};

/// The place of a location in the document (a buffer of ours) and one outside of it.
void findPlaces(mlir::Location loc, std::optional<mlir::FileLineColLoc> &inside,
                std::optional<mlir::FileLineColLoc> &outside);

} // namespace flylsp
