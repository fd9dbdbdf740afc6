// What the server knows about a document, as plain data: nothing here refers to MLIR's objects, so
// answers are given on one thread while another analyses the next text.
#pragma once

#include "lsp/analysis/Pieces.h"
#include "lsp/analysis/Text.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace flylsp {

// --- Types ---------------------------------------------------------------------------------------

enum class TypeKind {
  Other,
  MmaAtom,
  CopyAtom,
  TiledMma,
  TiledCopy,
  Payload, ///< the instruction inside an atom
  Layout,
  ComposedLayout,
  MemRef,
  CoordTensor,
  Pointer,
  IntTuple,
  Tile,
  Swizzle
};

/// The (threads, values) layout of an operand over its column-major tile.
struct OperandFact {
  std::string name; ///< a b c src dst ref
  int64_t rows = 0, cols = 0, threads = 0, values = 0;
  std::string layout;
};

struct NamedText {
  std::string name, value;
};

struct TypeFact {
  std::string text; ///< canonical, such as `!fly.layout<4:1>`
  TypeKind kind = TypeKind::Other;
  std::string title;  ///< "mma atom 16x16x4"
  std::string label;  ///< of the inlay hint; the most important first; empty: none
  std::string layout; ///< of layouts, memrefs and coordinate tensors
  std::vector<OperandFact> operands;
  std::vector<NamedText> facts; ///< size, cosize, injective, element, alignment …
  std::string instruction;      ///< mnemonic of the atom's payload
  std::string payload;          ///< text of the atom's payload type
  std::vector<std::string> chips;
};
using TypeRef = std::shared_ptr<const TypeFact>;

// --- Findings ------------------------------------------------------------------------------------

enum class Severity { Error, Warning, Information, Hint };

/// A note at another place, in the document or (file set) outside of it.
struct Related {
  std::string message;
  Span span;
  std::string file;
  uint32_t line = 0, column = 0; ///< from 1, of `file`
};

struct TextEdit {
  Span span;
  std::string text;
};

/// Edits that repair a finding.
struct Fix {
  std::string title;
  std::vector<TextEdit> edits;
};

struct Finding {
  Severity severity = Severity::Error;
  int code = 0; ///< 133 for FLY133, 0 for none
  std::string message;
  Span span;
  std::vector<Related> related;
  std::vector<Fix> fixes;
  /// Of the findings of a document with the same text here only the first is shown.
  std::string once;
  bool onRequest = false; ///< shown only where the project file gives its code a severity
};

// --- A piece -------------------------------------------------------------------------------------
// Offsets count from the start of the piece.

struct Operation {
  Span scope, name;
  uint32_t nameId = 0;                     ///< index into PieceFacts::names
  int32_t parent = -1;                     ///< index of the operation around it
  uint32_t firstValue = 0, valueCount = 0; ///< its result groups in PieceFacts::values
};

/// A group of results or a block argument.
struct Value {
  Span span;                           ///< the name where it is defined
  uint32_t firstUse = 0, useCount = 0; ///< in PieceFacts::uses
  int32_t type = -1;                   ///< of the first value; index into PieceFacts::types
  int32_t operation = -1;              ///< that defines it, or whose block it is an argument of
  bool argument = false;
};

struct BlockLabel {
  Span span;
  uint32_t firstUse = 0, useCount = 0;
};

/// An operation with a symbol name.
struct Symbol {
  std::string name; ///< without @
  Span span;        ///< of the name with @
  uint32_t operation = 0;
  std::string parent; ///< symbol around it inside the piece; empty at the top
};

/// A mention of a symbol, `@a` or one step of `@a::@b`.
struct SymbolUse {
  Span span;
  std::string name, qualifier; ///< qualifier: the step before, empty for the first
};

/// What an operation says beyond the types of its results: a partition's view of all threads.
struct OperationExtra {
  uint32_t operation = 0;
  std::string title;
  std::vector<OperandFact> operands;
  std::vector<NamedText> facts;
};

struct PieceFacts {
  std::vector<std::string> names; ///< operation names
  std::vector<TypeRef> types;
  std::vector<Operation> operations; ///< by their place in the text, outer before inner
  std::vector<Value> values;         ///< by their place in the text
  std::vector<Span> uses;
  std::vector<BlockLabel> blocks;
  std::vector<Symbol> symbols;
  std::vector<SymbolUse> symbolUses;
  std::vector<std::pair<Span, std::string>> aliasUses; ///< name with its sigil
  std::vector<Finding> findings;
  std::vector<OperationExtra> extras; ///< by operation
  std::vector<Span> broken;           ///< statements left out because they do not parse
  std::string chip;                   ///< of its gpu.module target; empty for none
  bool parsed = false;                ///< false: nothing but findings here

  /// Index of the value whose name, at its definition or a use, touches the offset; -1 for none.
  int32_t valueAt(uint32_t offset, Span *occurrence = nullptr) const;
  /// The type of a value together with what its operation adds; null for a value without a type.
  TypeRef describedType(const Value &value) const;
  /// Index of the innermost operation around an offset, -1 for none.
  int32_t operationAt(uint32_t offset) const;
};

// --- A document ----------------------------------------------------------------------------------

struct PieceView {
  Piece piece; ///< where it stands in the text of the snapshot
  std::shared_ptr<const PieceFacts> facts;
  /// For a piece that is broken right now: what it was before, and how to get there. Offsets count
  /// from the starts of both pieces.
  std::shared_ptr<const PieceFacts> lastGood;
  Shift fromLastGood;
  uint32_t chunk = 0;
};

/// Everything known about one text.
struct Snapshot {
  int64_t version = 0;
  std::shared_ptr<const std::string> text;
  std::shared_ptr<const LineIndex> lines;
  std::vector<PieceView> pieces; ///< by their place
  std::vector<Finding> findings; ///< of the document as a whole; absolute offsets
  std::vector<std::string> projectNotes;
  double milliseconds = 0;
  size_t piecesParsed = 0; ///< of this analysis, not taken over

  /// Index of the piece around an offset (or directly before it), -1 for none.
  int32_t pieceAt(uint32_t offset) const;
};
using SnapshotRef = std::shared_ptr<const Snapshot>;

} // namespace flylsp
