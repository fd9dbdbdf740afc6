// A document cut into pieces that can be parsed alone. Works on any text, broken or not.
#pragma once

#include "lsp/analysis/Text.h"

#include <string>
#include <string_view>
#include <vector>

namespace flylsp {

enum class PieceKind {
  Operation, ///< a function, a GPU module or any other top-level operation
  Alias,     ///< `#name = …` or `!name = …`
  Resources, ///< `{-# … #-}`
  Stray      ///< text where no operation can start
};

struct Piece {
  PieceKind kind = PieceKind::Operation;
  Span span;          ///< from its first token to the end of its last line
  std::string name;   ///< alias with its sigil, or what the head line says: `func.func @f`
  bool closed = true; ///< false: cut off because the next piece starts inside its braces
};

/// What stands between two `// -----` lines.
struct Chunk {
  Span span;
  /// The chunk is one `module { … }`: its pieces lie inside the braces.
  bool inModule = false;
  Span header;                 ///< `module … {`
  uint32_t close = UINT32_MAX; ///< offset of the closing brace of the module
  std::vector<Piece> pieces;
  /// Values or blocks at the top level tie the pieces together: `pieces` has one entry, the whole.
  bool whole = false;
};

/// Cuts at lines that start with `// -----`, as MLIR's tools do; then into operations and aliases.
/// Every byte that is neither white space nor comment is in exactly one piece, header or closing
/// brace.
std::vector<Chunk> splitDocument(std::string_view text);

/// Names of aliases (`#a`, `!t`) that a text mentions, in order, each once.
std::vector<std::string> mentionedAliases(std::string_view text);

/// An operation inside a piece, found by its looks.
struct Statement {
  Span span;            ///< with its regions
  uint32_t headEnd = 0; ///< where its first region starts, or the end
  int32_t parent = -1;  ///< index of the statement around it
};
/// Statements of a piece in order of the text; works on broken text.
std::vector<Statement> findStatements(std::string_view text);

/// Results as they stand before `=`: names with `%` and how many values each holds.
struct ResultName {
  std::string name;
  unsigned count = 1;
};
/// What is no such name is left out; then `wellFormed` becomes false.
std::vector<ResultName> resultNames(std::string_view statement, bool *wellFormed = nullptr);

} // namespace flylsp
