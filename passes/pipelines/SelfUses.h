// Operands that are defined in a region that is not around them: one of the operation itself or of
// a later one. Such a text is never valid, and MLIR's parser must not see it: it takes the value
// for theirs, frees the placeholder that the head of the operation still refers to, or the region
// when it fails.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <vector>

namespace mlir::fly {

struct SelfUse {
  uint32_t use = 0;        ///< offset of the name in the head of the operation
  uint32_t definition = 0; ///< offset of the name in the region
  bool own = true;         ///< the region is one of the operation itself
};

/// By the place of the use; works on any text. In one that is known to be `broken` a function may
/// not end where its braces say, so that its values count for those behind it as well.
std::vector<SelfUse> findSelfUses(llvm::StringRef text, bool broken = false);

} // namespace mlir::fly
