// One type inference at work: operand values in, result types out, reasons reported at the
// operation.
#pragma once

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/FlyTypes.h"

#include "mlir/IR/OperationSupport.h"

namespace mlir::fly {

/// State of one call of an operation's `infer`.
///
/// Inference runs when an operation is built (no warnings wanted, often no location) and when it is
/// verified (errors and warnings are reported). All results are computed by dialects/layout on
/// plain values; only the finished result types enter the context.
class Inference {
public:
  /// `warnings` is null unless weak results are to be reported.
  Inference(MLIRContext *context, std::optional<Location> location, StringRef name,
            ValueRange operands, SmallVectorImpl<Type> &results,
            layout::Warnings *warnings = nullptr)
      : context_(context), location_(location), name_(name), operands_(operands), results_(results),
        warnings_(warnings) {}

  MLIRContext *context() const { return context_; }
  layout::Warnings *warnings() const { return warnings_; }

  // Operand values. The operand has been verified to have the type asked for.
  const layout::IntTuple &tuple(Value v) const;
  const layout::Layout &layout(Value v) const;
  const layout::Tile &tile(Value v) const;
  const layout::ComposedLayout &composed(Value v) const;
  layout::AnyLayout anyLayout(Value v) const; ///< of any type that has a layout
  layout::Layout linear(Value v) const;
  layout::Divisor divisor(Value v) const;
  static bool isTile(Value v) { return isa<TileType>(v.getType()); }

  // Results. Each appends one result type or reports why there is none.
  LogicalResult give(Type type);
  LogicalResult give(const layout::Result<layout::Leaf> &leaf);
  LogicalResult give(const layout::Result<layout::IntTuple> &tuple);
  LogicalResult give(const layout::Result<layout::Layout> &layout);
  LogicalResult give(const layout::Result<layout::AnyLayout> &layout);
  // A finished value; overloads keep the conversions above from being ambiguous.
  LogicalResult give(const layout::IntTuple &t) { return giveTuple(t); }
  LogicalResult give(const layout::Layout &l) { return giveLayout(l); }
  LogicalResult give(const layout::AnyLayout &l) { return giveAnyLayout(l); }
  /// An i1, once the comparison is known to be defined.
  LogicalResult giveTruth(const layout::Result<layout::Leaf> &truth);
  LogicalResult giveMemRef(Type elemTy, Attribute space, const layout::AnyLayout &layout,
                           int32_t alignment = 0, layout::Swizzle swizzle = {});
  LogicalResult givePointer(Type elemTy, Attribute space, int32_t alignment,
                            layout::Swizzle swizzle);
  LogicalResult giveCoordTensor(const layout::IntTuple &base, const layout::AnyLayout &layout);
  LogicalResult giveComposed(const layout::ComposedLayout &layout);

  /// The type of `like` over another linear layout; every composed level, the iterator and its
  /// facts stay (fly-core 7.0, D-40).
  LogicalResult rebuild(Value like, const layout::Result<layout::Layout> &linear);
  /// The type of the tensor `like` over another layout.
  LogicalResult rebuildAny(Value like, const layout::AnyLayout &layout);
  /// The memory `memref` over another layout, its pointer advanced by `offset` (an integer leaf).
  LogicalResult rebuildAdvanced(MemRefType memref, const layout::AnyLayout &layout,
                                const layout::Leaf &offset);
  /// Applies a mode function to a tuple, or to the linear layout of a layout or tensor.
  template <typename Fn> LogicalResult modes(Value v, Fn &&fn) {
    if (isa<IntTupleType>(v.getType()))
      return give(fn(tuple(v)));
    return rebuild(v, fn(linear(v)));
  }

  // Failures.
  LogicalResult fail(const layout::Reason &reason) const;
  LogicalResult fail(int rule, const Twine &message, StringRef fix = {}) const;
  /// The form that FlyDSL's users know: `AddOffsetOp: message, got 'type'` (fly-core 12.2).
  LogicalResult expected(StringRef opClass, const Twine &message, Type got, int rule = 0) const;
  LogicalResult refused(StringRef opClass, const Twine &message, int rule = 0,
                        StringRef fix = {}) const;
  /// Where a type's verifier reports to.
  auto emitter() const {
    return [this] { return shownError(); };
  }
  /// Wraps a `getChecked` result.
  LogicalResult giveChecked(Type type) {
    if (!type)
      return failure();
    return give(type);
  }

  /// Ends the verification: the declared types must equal the inferred ones. Reports warnings.
  LogicalResult compare(ArrayRef<Type> declared) const;
  ArrayRef<Type> results() const { return results_; }
  void reportWarnings() const;

private:
  InFlightDiagnostic emitError() const;
  InFlightDiagnostic shownError() const; ///< its notes show the operands
  void attachOperands(InFlightDiagnostic &diagnostic) const;
  LogicalResult giveTuple(const layout::IntTuple &t);
  LogicalResult giveLayout(const layout::Layout &l);
  LogicalResult giveAnyLayout(const layout::AnyLayout &l);

  MLIRContext *context_;
  std::optional<Location> location_;
  StringRef name_;
  ValueRange operands_;
  SmallVectorImpl<Type> &results_;
  layout::Warnings *warnings_;
};

/// Whether the verifier reports weak results as warnings in this context; on at first. A tool that
/// has verified its input turns it off before it runs passes, whose verifications would repeat
/// them.
void setVerifierWarnings(MLIRContext *context, bool enabled);
bool verifierWarningsEnabled(MLIRContext *context);

/// Bytes of alignment of a pointer whose index is a multiple of `divisibility` elements.
int32_t alignmentOf(Type elemTy, int64_t divisibility);

/// The same levels with `offset` added to the innermost offset (fly-core 7.4 slice, 8.1).
layout::Result<layout::AnyLayout> withOffsetAdded(const layout::AnyLayout &layout,
                                                  const layout::IntTuple &offset);

} // namespace mlir::fly
