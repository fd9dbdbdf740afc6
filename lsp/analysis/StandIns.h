// What is read instead of a statement that does not parse, so that everything else can be.
#pragma once

#include "lsp/analysis/Pieces.h"
#include "lsp/analysis/State.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"

#include <optional>

namespace flylsp {

/// A statement that is read as another one, so that what follows can be parsed.
struct StandIn {
  Span span;                       ///< that is replaced; empty for a value that is nowhere defined
  Span whole;                      ///< the statement, with the names of its results
  std::vector<ResultName> results; ///< of the statement; of the head of a function its arguments
  std::vector<std::string> types;  ///< one per value
  unsigned attempt = 0;            ///< that it was made in
  bool undeclared = false;
  bool named = false; ///< the names of the results are part of `span`
  /// A head whose region stays: the first `results` are its own, the others live in the region.
  bool region = false;
  size_t own = 0;

  /// Of a head that is read as a simpler one: stretches that stay, and the text in front of each
  /// and behind the last one. Behind each but the first the type of an argument follows.
  std::vector<Span> kept;
  std::vector<std::string> between;

  static constexpr llvm::StringLiteral unknownType = "!fly_broken.unknown";

  /// Whether a message speaks of a stand-in, which nobody has written.
  static bool isAbout(llvm::StringRef message) { return message.contains("fly_broken"); }

  /// What the parser reads instead of stretches of the piece.
  void addPatches(std::vector<Parse::Patch> &patches) const;
};

/// Removes `'x'` style words from a message: "use of value '%x' expects different type than prior
/// uses: 'T' vs 'U'" gives T.
std::optional<std::string> expectedType(llvm::StringRef message);

/// Whether a message is about something that a newer or larger tool may well know: another dialect,
/// or a fly operation, type or payload that this revision lacks.
bool isMissingDialect(llvm::StringRef message);

/// Where the innermost angle bracket opens that `head` never closes, beside strings, arrows and
/// comparisons; nothing if there is none.
std::optional<uint32_t> unclosedAngle(llvm::StringRef head);

/// The stretch `, #dialect.space<…>` of a builtin memref type at `at` when a message says that its
/// memory space is not supported and no dialect of that name is known; empty otherwise.
Span foreignMemorySpace(llvm::StringRef text, llvm::StringRef message, uint32_t at,
                        const mlir::DialectRegistry &registry);

/// The head of a function or GPU module that does not parse, as one that does: the arguments with a
/// type that can be read keep it. Nothing when it is neither.
std::optional<StandIn> repairedHead(llvm::StringRef text, Span head, mlir::MLIRContext *context);

} // namespace flylsp
