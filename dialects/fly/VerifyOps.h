// Helpers of the operation verifiers; private to this folder.
#pragma once

#include "dialects/fly/AtomEmission.h"
#include "dialects/fly/FlyOps.h"

#include "mlir/Support/DebugStringHelper.h"

namespace mlir::fly {

using Effects = SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// An error at the operation with a code and, where there is one, the fix as a note.
inline InFlightDiagnostic refuse(Operation *op, int rule, const Twine &message,
                                 const Twine &fix = {}) {
  return emitRule([op] { return op->emitOpError(); }, rule, message, fix);
}
inline InFlightDiagnostic refuse(Operation *op, const layout::Reason &reason) {
  return emitRule([op] { return op->emitOpError(); }, reason);
}
/// Shows where the operands come from, at most eight of them.
inline void noteOperands(InFlightDiagnostic &diagnostic, Operation *op) {
  for (auto [index, operand] : llvm::enumerate(op->getOperands().take_front(8)))
    if (operand.getLoc() != op->getLoc())
      diagnostic.attachNote(operand.getLoc())
          << "operand #" << index << " of type " << operand.getType() << " comes from here";
}
/// An error at the operation whose notes show every operand.
inline InFlightDiagnostic shownError(Operation *op) {
  InFlightDiagnostic diagnostic = op->emitOpError();
  noteOperands(diagnostic, op);
  return diagnostic;
}
/// `refuse` for conflicts in which every operand has a part.
inline InFlightDiagnostic refuseShown(Operation *op, int rule, const Twine &message,
                                      const Twine &fix = {}) {
  InFlightDiagnostic diagnostic = refuse(op, rule, message, fix);
  noteOperands(diagnostic, op);
  return diagnostic;
}
/// A warning likewise, unless the tool has turned warnings off.
inline void warn(Operation *op, int rule, const Twine &message, const Twine &fix = {}) {
  // Not through the operation: its emitWarning may print the operation, which verifies it first.
  if (!verifierWarningsEnabled(op->getContext()))
    return;
  InFlightDiagnostic diagnostic =
      emitRule([op] { return emitWarning(op->getLoc()) << "'" << op->getName() << "' op "; }, rule,
               message, fix);
  noteOperands(diagnostic, op);
}
/// Shows where the other party of a conflict comes from.
InFlightDiagnostic &&noteOperand(InFlightDiagnostic &&diagnostic, StringRef name, Value operand);

/// Whether `type` is `elem`, or the integer of the same width that stands for a narrow float in
/// registers.
bool isElement(Type elem, Type type);
/// Whether a value of `type` can be read from memory of `elem`: an element or a rank-1 vector of
/// them.
bool isElementOrVector(Type elem, Type type);
/// Elements of a scalar or vector value.
int64_t elementCount(Type type);
/// Elements of a view when they are known.
std::optional<int64_t> staticSize(const layout::Layout &layout);

/// What a copy atom is applied to (FLY153): element types and widths of source and destination,
/// memory views or register values. Types that are absent are null.
LogicalResult verifyCopyElements(Operation *op, CopyAtomType atom, Type src, Type dst);
/// That an operand of one call holds as many elements as the call moves, where elements are the
/// atom's values.
LogicalResult verifyCopyCount(Operation *op, CopyAtomType atom, layout::CopySide side, Type elem,
                              int64_t count);
/// That the view of one call of a universal copy is what lies consecutively at its pointer
/// (FLY153).
LogicalResult verifyConsecutiveCopy(Operation *op, CopyAtomType atom, layout::CopySide side,
                                    MemRefType view);
/// Element type of one operand of a product (FLY154), and with `count` the number of its elements.
LogicalResult verifyMmaOperand(Operation *op, MmaAtomType atom, MmaOperand operand, StringRef name,
                               Type type, bool count);

void addRead(Effects &effects, OpOperand &operand);
void addWrite(Effects &effects, OpOperand &operand);

} // namespace mlir::fly
