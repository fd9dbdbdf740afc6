// Findings beyond what verifiers say: promises that a kernel makes to the chip it is compiled for.
#pragma once

#include "lsp/analysis/Analyzer.h"
#include "passes/check/Findings.h"

#include "llvm/ADT/DenseSet.h"

namespace flylsp {

/// Completes the findings of a piece: adds those of a verified one, places them, offers fixes.
/// `pointers` is parallel to `facts.operations`; `text` is the text of the piece, which may have
/// failed to parse; `aliases` are the definitions around it that it uses. Also notes the chip of a
/// gpu.module in the facts.
void checkPiece(llvm::ArrayRef<mlir::Operation *> ops, llvm::ArrayRef<mlir::Operation *> pointers,
                llvm::StringRef text, const AnalysisOptions &options,
                mlir::fly::check::Cache &cache, PieceFacts &facts, llvm::StringRef aliases = {});

/// Operations with an error of their own: nothing can be relied on.
using Unsound = llvm::DenseSet<mlir::Operation *>;

/// What `fly-check` finds, remarks included: the rules FLY166 to FLY179.
void checkPromises(llvm::ArrayRef<mlir::Operation *> ops,
                   llvm::ArrayRef<mlir::Operation *> pointers, llvm::StringRef text,
                   const Unsound &unsound, mlir::fly::check::Cache &cache, PieceFacts &facts);

/// What the chip in force lacks, and what the backends refuse whatever the chip.
void checkTargets(llvm::ArrayRef<mlir::Operation *> pointers, llvm::StringRef text,
                  const AnalysisOptions &options, const Unsound &unsound, PieceFacts &facts);

/// The line of another file, such as the Python source, that a location leads to.
std::optional<Related> lineOf(mlir::Location location, std::string message);
/// Names the line that an operation was written by, where that is not in the document.
void noteSource(mlir::Operation *op, Finding &finding);
/// Moves a finding, with the notes that stand where it does.
void moveFinding(Finding &finding, Span span);
/// Widens findings at a bare bracket or at the head of a swizzle to the whole of it.
void widenPlaces(llvm::StringRef text, PieceFacts &facts);
/// Narrows findings that stand at the name of an operation to the operand, attribute or type that
/// they are about.
void refinePlaces(llvm::ArrayRef<mlir::Operation *> pointers, llvm::StringRef text,
                  PieceFacts &facts);

/// Quick fixes where the right value follows from the rule.
void offerFixes(llvm::ArrayRef<mlir::Operation *> pointers, llvm::StringRef text,
                PieceFacts &facts);

/// Views by tiled operation, tensor and operand or side; as long-lived as the types' context.
struct PartitionCache {
  llvm::DenseMap<std::pair<std::pair<mlir::Type, mlir::Type>, unsigned>,
                 std::optional<OperationExtra>>
      views;
};

/// The complete (thread, value, rest) view of each partition.
void describePartitions(llvm::ArrayRef<mlir::Operation *> pointers, PartitionCache &cache,
                        PieceFacts &facts);

/// Whether one of the names or prefixes that a payload gives fits a chip.
bool chipFits(llvm::StringRef chip, llvm::ArrayRef<std::string> patterns);

} // namespace flylsp
