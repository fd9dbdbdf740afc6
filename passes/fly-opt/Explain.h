// The tables inside the dialects as text: rules and atoms.
#pragma once

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::fly {

/// Prints the entry of a code (FLY133 or 133), or of all codes in Markdown for "all". Returns the
/// exit status: 1 with one line on stderr for an unknown code.
int printExplanation(llvm::StringRef code);

/// Prints a Markdown table of the atoms of a dialect. Returns the exit status.
int printAtoms(llvm::StringRef dialect, DialectRegistry &registry);

} // namespace mlir::fly
