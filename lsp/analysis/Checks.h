// Findings beyond what verifiers say: promises that a kernel makes to the chip it is compiled for.
#pragma once

#include "lsp/analysis/Analyzer.h"

namespace flylsp {

/// Adds findings about a verified piece. `pointers` is parallel to `facts.operations`; `text` is
/// the text of the piece. Also notes the chip of a gpu.module in the facts.
void checkPiece(llvm::ArrayRef<mlir::Operation *> ops, llvm::ArrayRef<mlir::Operation *> pointers,
                llvm::StringRef text, const AnalysisOptions &options, PieceFacts &facts);

/// What `fly-check` finds, remarks included: the rules FLY166 to FLY179.
void checkPromises(llvm::ArrayRef<mlir::Operation *> ops,
                   llvm::ArrayRef<mlir::Operation *> pointers, llvm::StringRef text,
                   PieceFacts &facts);

/// The complete (thread, value, rest) view of each partition.
void describePartitions(llvm::ArrayRef<mlir::Operation *> pointers, PieceFacts &facts);

/// Whether one of the names or prefixes that a payload gives fits a chip.
bool chipFits(llvm::StringRef chip, llvm::ArrayRef<std::string> patterns);

} // namespace flylsp
