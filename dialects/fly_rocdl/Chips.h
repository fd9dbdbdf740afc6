// Which chips have an instruction (U7).
#pragma once

#include "dialects/layout/Result.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"

#include <optional>
#include <string>

namespace mlir::fly_rocdl {

/// Whether a chip name is one of the patterns: an exact name or a prefix such as "gfx11".
bool chipMatches(llvm::StringRef chip, llvm::ArrayRef<std::string> patterns);

/// Rule 337 with a message when the payload does not exist on the chip; nothing when it does, when
/// the payload runs everywhere or does not say.
std::optional<layout::Reason> chipProblem(Type payload, llvm::StringRef chip);

/// What means something else on this chip than on gfx9: cache modifiers (346).
layout::Warnings chipWarnings(Type payload, llvm::StringRef chip);

/// The payload of an atom operand of `op` (plain or tiled), null when it has none.
Type payloadOf(Operation *op);

/// Checks an atom call (or an operation that makes an atom) against a chip: an error at `op` when
/// the chip lacks the instruction, warnings where it means something else. An empty chip passes.
LogicalResult checkChip(Operation *op, llvm::StringRef chip);
/// The same for a payload alone; warnings are not given.
LogicalResult checkChip(llvm::function_ref<InFlightDiagnostic()> emitError, Type payload,
                        llvm::StringRef chip);

} // namespace mlir::fly_rocdl
