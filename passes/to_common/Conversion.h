// The conversion of fly operations to arith, scf, vector, llvm and a target's own dialect, shared
// by the backends. A backend derives from TargetConversion, which holds all that differs: address
// spaces, memory that is not a bare pointer, payload checks and patterns for its own operations.
#pragma once

#include "dialects/fly/FlyOps.h"
#include "dialects/fly/FlyTypes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::fly {

/// What a conversion did, for the statistics of its pass.
struct ConversionCounts {
  unsigned atomCalls = 0, registerAllocas = 0, sharedAllocations = 0;
};

/// Counts what went wrong during one conversion. Patterns never fail: a pattern that cannot convert
/// its operation reports an error, replaces the results by poison and lets the pass fail at the
/// end, so that one run shows every fault and none is a bare "failed to legalize".
class ConversionState {
public:
  void fail() { failed = true; }
  bool hasFailed() const { return failed; }
  /// Errors seen by the diagnostic handler of the running conversion.
  unsigned errors = 0;
  ConversionCounts counts;
  /// Next number of a shared allocation, per gpu.module.
  llvm::DenseMap<Operation *, unsigned> sharedCounter, dynamicCounter;

private:
  bool failed = false;
};

class TargetConversion {
public:
  virtual ~TargetConversion() = default;

  /// The pass, for messages.
  virtual llvm::StringRef passName() const = 0;
  /// What the pass produces, for messages: "AMD", "NVIDIA".
  virtual llvm::StringRef targetName() const = 0;
  /// The LLVM type of a pointer to `space`; null when the target has no such memory.
  virtual Type convertPointer(MLIRContext *context, Attribute space) const = 0;
  /// LLVM address space of private memory.
  virtual unsigned registerSpace() const = 0;
  /// Whether shared allocations are definitions (internal, undef) instead of external declarations.
  virtual bool definesSharedGlobals() const { return false; }
  /// Spaces whose pointers the hooks below handle, because LLVM's own operations do not apply.
  virtual bool hasOwnMemory(Attribute space) const { return false; }

  // Hooks for such spaces, and `makePointer` for every space that is neither register nor shared.
  // They report an error at the operation before they fail.
  virtual FailureOr<Value> makePointer(OpBuilder &builder, MakePtrOp op, ValueRange args) const;
  virtual FailureOr<Value> addOffset(OpBuilder &builder, AddOffsetOp op, Value ptr,
                                     Value offset) const;
  virtual FailureOr<Value> load(OpBuilder &builder, PtrLoadOp op, Type resultTy, Value ptr) const;
  virtual LogicalResult store(OpBuilder &builder, PtrStoreOp op, Value value, Value ptr) const;

  /// Whether a payload may be used on a chip (empty: unknown chip). Reports and fails otherwise.
  virtual LogicalResult checkPayload(Operation *user, Type payload, llvm::StringRef chip) const {
    return success();
  }
  /// Marks the target's own operations and adds their patterns.
  virtual void populate(const TypeConverter &converter, RewritePatternSet &patterns,
                        ConversionTarget &target, ConversionState &state) const {}
  /// Whether an operation of the target's fly dialect has a pattern of `populate`.
  virtual bool converts(Operation *op) const { return false; }
  /// The namespace of that dialect: "fly_rocdl".
  virtual llvm::StringRef ownDialect() const = 0;

  /// Option of the pass; the target of a gpu.module goes before it.
  std::string chip;
};

/// The type mapping of passes.md 8.1.
class FlyTypeConverter : public TypeConverter {
public:
  explicit FlyTypeConverter(const TargetConversion &target);
};

/// Converts a whole module. Everything that cannot be converted is reported at its operation.
LogicalResult convertFlyModule(ModuleOp module, const TargetConversion &target,
                               ConversionCounts *counts = nullptr);

/// Base of patterns that report instead of failing.
template <typename OpT> class FlyPattern : public OpConversionPattern<OpT> {
public:
  FlyPattern(const TypeConverter &converter, MLIRContext *context, const TargetConversion &target,
             ConversionState &state)
      : OpConversionPattern<OpT>(converter, context), target(target), state(state) {}

protected:
  /// Ends an operation whose error has been reported.
  LogicalResult giveUp(Operation *op, ConversionPatternRewriter &rewriter) const;

  /// The converted type; null after having reported an error.
  Type convert(Operation *op, Type type) const {
    Type converted = this->getTypeConverter()->convertType(type);
    if (!converted)
      emitError(op->getLoc()) << "'" << op->getName() << "': " << target.targetName()
                              << " targets have no memory for " << type;
    return converted;
  }

  const TargetConversion &target;
  ConversionState &state;
};

namespace detail {
LogicalResult giveUp(Operation *op, const TypeConverter &converter, ConversionState &state,
                     ConversionPatternRewriter &rewriter);
}

template <typename OpT>
LogicalResult FlyPattern<OpT>::giveUp(Operation *op, ConversionPatternRewriter &rewriter) const {
  return detail::giveUp(op, *this->getTypeConverter(), state, rewriter);
}

} // namespace mlir::fly
