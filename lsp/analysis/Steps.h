// The steps of an analysis between the cut of a document into pieces and their checks. Private to
// this folder; Analyzer.cpp calls them in this order.
#pragma once

#include "lsp/analysis/State.h"

namespace flylsp {

/// Reads a piece. Statements that do not parse are reported and left out; null when nothing of the
/// piece can be kept. `brokenAliases` do not parse themselves, which is reported where they are.
std::unique_ptr<Parse> readPiece(ListeningContext &context, const mlir::DialectRegistry &registry,
                                 PieceState &state, const std::vector<std::string> &brokenAliases);

/// Fills the facts of a piece, except for findings, from a try that is good.
void extractFacts(PieceState &state, Parse &parse,
                  llvm::function_ref<TypeRef(mlir::Type)> typeFact);

/// Adds what verifiers say about the operations of a piece.
void verifyPiece(ListeningContext &context, PieceState &state);

/// Adds what only shows with all pieces of a module: names taken twice, references to nothing.
void verifyRoot(ListeningContext &context, ChunkState &chunk, Snapshot &snapshot);

} // namespace flylsp
