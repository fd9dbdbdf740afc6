// Promises that IR makes and static facts refute (D-70 to D-79 of the core dialect, and 181): the
// analysis behind `fly-check`, the editor's findings and `fly-lint`. It names no vendor and changes
// nothing.
#pragma once

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/Invariants.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <tuple>
#include <vector>

namespace mlir::fly::check {

using Severity = RuleEntry::Severity;

struct Note {
  Location location;
  std::string message;
};

struct Finding {
  int rule; ///< 172 is shown as FLY172; 0 for a hint without a rule
  Severity severity;
  Operation *op;           ///< where it is reported
  Location location;       ///< of `op`
  std::string message;     ///< without the name of the operation and without the code
  std::vector<Note> notes; ///< the other party, and what to write instead
};

/// What was found about types, which is the same wherever they are used. Lives as long as the
/// context of the types.
struct Cache {
  llvm::DenseMap<std::pair<Type, unsigned>, SmallVector<fly::Finding>> ownership;
  /// By tiled copy, tiled product, operand and its two extents; empty where they agree (181).
  llvm::DenseMap<std::tuple<Type, Type, unsigned, int64_t, int64_t>, std::string> registers;
};

struct Options {
  /// Also what is legal but may surprise: partial tiles (166), alignments that emission reduces
  /// (173), layouts as divisors. These have severity Remark.
  bool remarks = false;
  /// Operations that are not looked at, such as those that did not verify.
  llvm::function_ref<bool(Operation *)> skip = nullptr;
  /// Kept by the caller between calls.
  Cache *cache = nullptr;
};

/// The findings of everything inside `root`, which has been verified but for the operations that
/// `options` skips, in the order of the text.
/// What the verifiers report (170, and 171 for operands that are read) is not repeated where they
/// see it.
SmallVector<Finding> collectFindings(Operation *root, const Options &options = {});

/// Reports one finding as a diagnostic: `'op' op message [FLY172]`, its notes attached.
void report(const Finding &finding);

} // namespace mlir::fly::check
