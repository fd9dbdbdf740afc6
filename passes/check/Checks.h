// What the checks share; private to this folder.
#pragma once

#include "passes/check/Findings.h"

#include "dialects/fly/FlyOps.h"
#include "dialects/fly/Invariants.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fly::check {

/// The checks of one walk with what they remember.
class Checker {
public:
  explicit Checker(const Options &options)
      : options(options), cache(options.cache ? *options.cache : own) {}
  void visit(Operation *op);
  SmallVector<Finding> take() { return std::move(findings); }

private:
  // Ownership.cpp (170, 171)
  void checkTiledCopyUse(Operation *op, TiledCopyType type, Value made, bool writes);
  void checkDestination(TiledCopyPartitionDstOp op);
  void checkProductPartition(TiledMmaPartitionOp op);
  void checkCopyOwnership(CopyOp op);
  void checkBlock(Operation *op, const layout::Layout &threads, Value made);
  // Access.cpp (172, 173, 174, 178)
  void checkCall(Operation *op, Type atom, Value operand, layout::CopySide side, bool walk);
  void checkValueWidth(Operation *op, TiledCopyType type, Value tensor, Value result,
                       layout::CopySide side);
  void checkPointerAccess(Operation *op, Value pointer, Type valueTy);
  void checkVectorAccess(Operation *op, MemRefType view, Value operand);
  void remarkAlignment(Operation *op, Type memory, Value operand);
  // Offsets.cpp (166, 175, 176, 177)
  void checkDecomposition(DecompositionOp op);
  void checkRange(Operation *op, const layout::IntTuple &coord, const layout::AnyLayout &layout);
  void checkByte(Operation *op, Type elemTy, Attribute space, const layout::Leaf &offset,
                 Value operand);
  void checkPitch(Operation *op, MemRefType view, Value operand);
  void checkDivide(Operation *op, Value layout, Value divisor);
  void remarkRegisters(SliceOp op, fly::MemRefType view);
  // Allocation.cpp (152)
  void checkAllocation(MakeViewOp op);
  // Registers.cpp (181)
  void checkRetile(TiledCopyRetileOp op);
  // Scales.cpp (179)
  void checkScales(Operation *op, Value atom);

  Finding &add(Operation *op, int rule, Severity severity, std::string message);

  const Options &options;
  SmallVector<Finding> findings;
  Cache own;
  Cache &cache;
  /// Partitions whose value width was reported: their calls are not reported again.
  llvm::DenseSet<Value> wrongWidth;
};

/// Whether a memory type or space is private registers.
bool isRegister(Attribute space);
/// `1 byte`, `2 bytes`.
std::string counted(int64_t n, StringRef unit);
/// A number of bits as bytes where they are whole.
std::string widthText(int64_t bits);
/// "source" or "destination".
StringRef sideName(layout::CopySide side);
/// The operation that a view was cut from, one step; null at its origin.
Value viewedFrom(Value view);

/// The leaves of a static integer layout as (extent, stride); nothing for others.
std::optional<SmallVector<std::pair<int64_t, int64_t>>> staticLeaves(const layout::Layout &layout);
/// Largest index of a static integer layout with strides counted by their absolute value.
std::optional<int64_t> largestIndex(const layout::Layout &layout);

/// How a view is written by the operations that use it.
enum class Use { None, Atomic, Written };
Use writesThrough(Value view);

} // namespace mlir::fly::check
