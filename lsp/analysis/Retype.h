// Changing the type of a value together with all types that follow from it.
#pragma once

#include "lsp/analysis/Facts.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace flylsp {

/// The types that an operation's operands and attributes lead to; nothing when they lead nowhere or
/// the operation does not infer.
std::optional<llvm::SmallVector<mlir::Type>> inferredTypes(mlir::Operation *op);

/// A change is tried on the IR itself, which is as it was afterwards: types are inferred anew from
/// the values that change, every operation that sees one is verified, and each spelling in the text
/// becomes an edit. `pointers` is parallel to the operations of the facts.
class Retyper {
public:
  Retyper(llvm::ArrayRef<mlir::Operation *> pointers, llvm::StringRef text,
          const PieceFacts &facts);
  ~Retyper() { restore(); }

  /// Also changes an attribute for the trial; the caller edits its text.
  void setAttribute(mlir::Operation *op, llvm::StringRef name, mlir::Attribute value);
  /// Gives a value a type and follows it. False when the text or an operation does not go along.
  /// Everything on the way has verified so far, but for `guilty`.
  bool change(mlir::Value value, mlir::Type type, mlir::Operation *guilty);
  /// Whether every operation that sees a change verifies.
  bool verifies();
  /// The operations that see a change.
  const llvm::SetVector<mlir::Operation *> &touched() const { return touched_; }
  const std::vector<TextEdit> &edits() const { return edits_; }
  void restore();

private:
  Span spelledResult(mlir::Value value) const;
  Span spelledArgument(mlir::BlockArgument argument) const;
  Span spelledOperand(mlir::Operation *op, unsigned number) const;
  bool addEdit(Span span, mlir::Type old, mlir::Type now);

  llvm::ArrayRef<mlir::Operation *> pointers_;
  llvm::StringRef text_;
  const PieceFacts &facts_;
  llvm::DenseMap<mlir::Operation *, uint32_t> indices_;
  std::vector<std::pair<mlir::Value, mlir::Type>> former_;
  std::vector<std::tuple<mlir::Operation *, std::string, mlir::Attribute>> attributes_;
  llvm::DenseSet<mlir::Value> changed_;
  llvm::SetVector<mlir::Operation *> touched_;
  std::vector<TextEdit> edits_;
  llvm::DenseMap<uint32_t, uint32_t> places_; ///< start of an edit to its index
};

} // namespace flylsp
