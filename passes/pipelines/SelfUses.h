// Operands that are defined inside of the operation's own region. Such a text is never valid, and
// MLIR's parser must not see it: where an operation's head is resolved before its regions are read,
// the operand is a placeholder that the definition inside frees while the head still refers to it.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <vector>

namespace mlir::fly {

struct SelfUse {
  uint32_t use = 0;        ///< offset of the name in the head of the operation
  uint32_t definition = 0; ///< offset of the name in its region
};

/// By the place of the use; works on any text, broken or not.
std::vector<SelfUse> findSelfUses(llvm::StringRef text);

} // namespace mlir::fly
