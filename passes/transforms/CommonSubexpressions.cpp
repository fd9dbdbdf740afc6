#include "passes/transforms/CommonSubexpressions.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/ScopedHashTable.h"

using namespace mlir;

namespace {

/// Operations by what they compute: name, operands, attributes, result types.
struct ByMeaning : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue, OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *a, const Operation *b) {
    if (a == b)
      return true;
    if (a == getTombstoneKey() || a == getEmptyKey() || b == getTombstoneKey() ||
        b == getEmptyKey())
      return false;
    return OperationEquivalence::isEquivalentTo(const_cast<Operation *>(a),
                                                const_cast<Operation *>(b),
                                                OperationEquivalence::IgnoreLocations);
  }
};

using Known = llvm::ScopedHashTable<Operation *, Operation *, ByMeaning>;

void merge(Block &block, Known &known) {
  Known::ScopeTy scope(known);
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (op.getNumRegions()) {
      if (op.hasTrait<OpTrait::IsIsolatedFromAbove>()) {
        fly::eliminateCommonSubexpressions(&op);
        continue;
      }
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          merge(inner, known);
      continue;
    }
    if (!op.getNumResults() || op.hasTrait<OpTrait::IsTerminator>() || !isMemoryEffectFree(&op))
      continue;
    if (Operation *earlier = known.lookup(&op)) {
      op.replaceAllUsesWith(earlier);
      op.erase();
    } else {
      known.insert(&op, &op);
    }
  }
}

} // namespace

void fly::eliminateCommonSubexpressions(Operation *root) {
  Known known;
  for (Region &region : root->getRegions())
    for (Block &block : region)
      merge(block, known);
}
