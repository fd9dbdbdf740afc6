// Which operation a mention of a symbol means.
#pragma once

#include "lsp/analysis/Facts.h"

#include "llvm/ADT/StringSet.h"

#include <map>

namespace flylsp {

/// The symbols of one part of a document, by their path from the outermost symbol around them:
/// `kernels::copy`. What has the same path is the same symbol, whichever piece it stands in.
class SymbolPaths {
public:
  /// Takes in the symbols of a piece. `facts` must outlive this.
  void add(const PieceFacts &facts);

  /// The mention, an index of `facts.symbolUses`, that touches an offset; its size for none.
  static size_t useAt(const PieceFacts &facts, uint32_t offset);
  /// The symbol whose name stands there, where it is defined; null where it is only mentioned.
  static const Symbol *definitionAt(const PieceFacts &facts, size_t use);

  /// The path of the symbol that an operation has.
  std::string of(const PieceFacts &facts, const Symbol &symbol) const;
  /// The path of what a mention means, as MLIR looks it up: from the operation that says it
  /// outwards, and from the first step of `@a::@b` to the next. One that is nowhere defined keeps
  /// its own path.
  std::string of(const PieceFacts &facts, size_t use) const;

private:
  std::string around(const PieceFacts &facts, int32_t operation) const;

  std::map<const PieceFacts *, std::map<uint32_t, const Symbol *>> byOperation_;
  llvm::StringSet<> defined_;
};

} // namespace flylsp
