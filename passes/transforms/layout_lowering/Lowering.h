// What the operation families of fly-layout-lowering share: layout values read from normal forms
// with leaves that know their SSA values, and normal forms written from layout values.
//
// The algebra itself is dialects/layout, the library that type inference calls with the same values
// minus the expressions; so what is computed at run time is what the types promise.
#pragma once

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/FlyOps.h"
#include "dialects/fly/FlyTypes.h"
#include "dialects/layout/Algebra.h"
#include "dialects/layout/Tiled.h"
#include "passes/transforms/Passes.h"

namespace mlir::fly::lowering {

/// A view: where it starts (a pointer, or the base tuple of a coordinate tensor) and its layout.
struct Tensor {
  Value pointer; ///< null for a coordinate tensor
  layout::IntTuple base;
  layout::AnyLayout layout;

  bool isCoord() const { return !pointer; }
};

struct Counters {
  int64_t lowered = 0, copyCalls = 0, mmaCalls = 0, scalarised = 0;
};

/// State of one run of the pass. Every operation of the fly dialect is lowered once, after what it
/// uses; a family's function is called with the builder in front of the operation.
class Lowering {
public:
  Lowering(MLIRContext *context, int64_t maxCalls) : b(context), maxCalls(maxCalls) {}

  OpBuilder b;
  const int64_t maxCalls;
  Counters counters;

  MLIRContext *context() const { return b.getContext(); }
  Operation *op() const { return current; }
  Location loc() const { return current->getLoc(); }

  /// Starts work on an operation.
  void begin(Operation *op);
  /// Whether an operand comes from an operation that already failed: then nothing is reported
  /// again.
  bool dependsOnFailure(Operation *op) const;
  void markFailed(Operation *op) { failedOps.insert(op); }

  //===-- Diagnostics ----------------------------------------------------------------------===//

  InFlightDiagnostic error() { return current->emitOpError(); }
  LogicalResult fail(const layout::Reason &reason);
  /// Unwraps a result of the layout library; reports the reason of a failure.
  template <typename T> FailureOr<T> check(layout::Result<T> result) {
    if (result)
      return *std::move(result);
    return fail(result.reason());
  }

  //===-- Reading --------------------------------------------------------------------------===//

  FailureOr<layout::IntTuple> tuple(Value value);
  FailureOr<layout::Layout> layout(Value value);
  /// A layout or a composed layout.
  FailureOr<layout::AnyLayout> anyLayout(Value value);
  FailureOr<Tensor> tensor(Value value);
  /// The layout of a layout, composed layout or tensor.
  FailureOr<layout::AnyLayout> layoutOf(Value value);
  /// The leaf of a scalar tuple, rank-1 wrappers looked through.
  FailureOr<layout::Leaf> scalarLeaf(const layout::IntTuple &tuple);

  //===-- Writing --------------------------------------------------------------------------===//

  /// The SSA value of a leaf (of a basis leaf: of its coefficient), as an integer of `width` bits
  /// or of the leaf's own width.
  FailureOr<Value> leaf(const layout::Leaf &leaf, unsigned width = 0);
  /// The i1 truth value of a comparison.
  FailureOr<Value> truth(const layout::Leaf &leaf);
  Value constant(int64_t value, unsigned width);

  FailureOr<Value> write(const layout::IntTuple &tuple);
  FailureOr<Value> write(const layout::AnyLayout &layout);
  FailureOr<Value> write(const Tensor &tensor);

  Type typeOf(const layout::AnyLayout &layout) const;
  Type typeOf(const Tensor &tensor) const;

  /// The pointer advanced by an integer leaf; itself for a static 0.
  FailureOr<Value> advance(Value pointer, const layout::IntTuple &offset);
  /// A tensor advanced by what a layout yields: pointer, base, or the innermost offset when
  /// composed.
  FailureOr<Tensor> advance(const Tensor &tensor, const layout::IntTuple &offset,
                            layout::Layout linear);
  /// The modes that a coordinate keeps, with the start moved to it.
  FailureOr<Tensor> slice(const Tensor &tensor, const layout::IntTuple &coord);
  /// The same start seen through another linear layout.
  static Tensor withLinear(const Tensor &tensor, layout::Layout linear) {
    return {tensor.pointer, tensor.base, tensor.layout.withLinear(std::move(linear))};
  }
  /// A new register allocation for a layout.
  FailureOr<Tensor> allocate(PointerType pointer, const layout::AnyLayout &layout);

  //===-- Finishing ------------------------------------------------------------------------===//

  /// Replaces the current op; the type must be the one it had.
  LogicalResult replace(Value value);
  LogicalResult replace(FailureOr<Value> value) {
    return failed(value) ? failure() : replace(*value);
  }
  template <typename T> LogicalResult replaceWith(const T &layoutValue) {
    return replace(write(layoutValue));
  }
  /// The same for a result of the layout library.
  template <typename T> LogicalResult give(layout::Result<T> result) {
    if (!result)
      return fail(result.reason());
    if constexpr (std::is_same_v<T, layout::Layout>)
      return replaceWith(layout::AnyLayout(*result));
    else if constexpr (std::is_same_v<T, layout::Leaf>)
      return replaceWith(layout::IntTuple(*result));
    else
      return replaceWith(*result);
  }
  /// Erases the current op, whose results have no uses left.
  LogicalResult erase();

private:
  /// Values that are the same wherever they stand: kept once, at the start of the function.
  struct Scope {
    Block *entry = nullptr;
    Operation *last = nullptr;
    DenseMap<Type, Value> fixed;
    DenseMap<std::pair<int64_t, unsigned>, Value> constants;
  };
  Scope &scope();
  /// Runs `create` at the start of the function.
  Value atStart(function_ref<Value(OpBuilder &)> create);
  Value fixed(Type type);
  Value fixedTuple(const layout::IntTuple &tuple);
  Value fixedLayout(const layout::AnyLayout &layout);

  int64_t input(Value value);
  FailureOr<Value> emit(const layout::ExprRef &expr);
  FailureOr<Value> emitAs(const layout::ExprRef &expr, unsigned width);
  FailureOr<Value> emitTruth(const layout::ExprRef &expr);
  Value resize(Value value, unsigned width);
  FailureOr<layout::IntTuple> notNormal(Value value, StringRef what);

  Operation *current = nullptr;
  Scope *currentScope = nullptr;
  DenseMap<Operation *, Scope> scopes;
  SmallVector<Value> inputs;
  DenseMap<Value, int64_t> inputIndex;
  DenseMap<const layout::Expr *, Value> emitted;
  SmallVector<layout::ExprRef> alive; // keeps the keys of `emitted` unique
  DenseSet<Operation *> failedOps;
};

using Handler = LogicalResult (*)(Lowering &, Operation *);
using Handlers = DenseMap<OperationName, Handler>;

template <typename... Ops> void add(Handlers &handlers, MLIRContext *context, Handler handler) {
  (handlers.insert({OperationName(Ops::getOperationName(), context), handler}), ...);
}

// One function per family; each enters its operations.
void addTupleHandlers(Handlers &handlers, MLIRContext *context);
void addStructureHandlers(Handlers &handlers, MLIRContext *context);
void addAlgebraHandlers(Handlers &handlers, MLIRContext *context);
void addViewHandlers(Handlers &handlers, MLIRContext *context);
void addMemoryHandlers(Handlers &handlers, MLIRContext *context);
void addTiledHandlers(Handlers &handlers, MLIRContext *context);
void addCopyHandlers(Handlers &handlers, MLIRContext *context);
void addGemmHandlers(Handlers &handlers, MLIRContext *context);
void addPrintHandlers(Handlers &handlers, MLIRContext *context);

} // namespace mlir::fly::lowering
