// The layout invariants of atoms, FLY201 to FLY212 (I1 to I12; R1 to R8 are the same rules),
// checked once for every payload of every backend through its interface.
#pragma once

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/FlyTypes.h"

namespace mlir::fly {

/// Tiles with more elements are not enumerated; only sizes and structure are checked then.
inline constexpr int64_t maxEnumeratedElements = 65536;

/// Everything that is wrong with a payload; empty for a sound one. Not cached.
SmallVector<layout::Reason> mmaInvariants(MmaOpTypeInterface payload);
SmallVector<layout::Reason> copyInvariants(CopyOpTypeInterface payload, int32_t valBits);

/// Reports the broken invariants, one error each. The findings are computed once per type and
/// context; safe to call from several threads.
LogicalResult verifyMmaAtom(function_ref<InFlightDiagnostic()> emitError, Type payload);
LogicalResult verifyCopyAtom(function_ref<InFlightDiagnostic()> emitError, Type payload,
                             int32_t valBits);

/// The same for every atom among the operands and results of an operation, plain or tiled; one that
/// occurs several times is reported once.
LogicalResult verifyAtomsOf(Operation *op);

/// Structure of tiled types (rule 119). `tileGuilty` says whether the tile is to blame rather than
/// the layout.
std::optional<layout::Reason> tiledCopyStructure(Type atom, const layout::Layout &threadValue,
                                                 const layout::Tile &tile,
                                                 bool *tileGuilty = nullptr);
std::optional<layout::Reason> tiledMmaStructure(Type atom, const layout::Layout &atomLayout,
                                                const layout::Tile &permutation);

/// A finding that is an error in one place and a warning in another.
struct Finding {
  layout::Reason reason;
  RuleEntry::Severity severity;
};

/// What a tiled copy promises and its layout refutes: rule 170 (values per thread) and rule 171
/// (two threads own one element, or none does). Ownership is an error when the tiled operand is
/// memory that is written, else a warning; threads that differ only in stride-0 modes are an
/// intended broadcast of an operand that is read.
SmallVector<Finding> tiledCopyFindings(TiledCopyType type, bool writesMemory);

/// Name of an operand in messages: A, B, C or D.
StringRef operandName(MmaOperand operand);

} // namespace mlir::fly
