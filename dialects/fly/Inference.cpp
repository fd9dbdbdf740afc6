// What every inference shares: operand access, result types, reporting.
#include "dialects/fly/Inference.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectInterface.h"

#include <atomic>

namespace mlir::fly {

// --- Operand values -----------------------------------------------------------------------------

const layout::IntTuple &Inference::tuple(Value v) const {
  return cast<IntTupleType>(v.getType()).getValue();
}
const layout::Layout &Inference::layout(Value v) const {
  return cast<LayoutType>(v.getType()).getValue();
}
const layout::Tile &Inference::tile(Value v) const {
  return cast<TileType>(v.getType()).getValue();
}
const layout::ComposedLayout &Inference::composed(Value v) const {
  return cast<ComposedLayoutType>(v.getType()).getValue().composed();
}
layout::AnyLayout Inference::anyLayout(Value v) const { return *getLayoutOf(v.getType()); }
layout::Layout Inference::linear(Value v) const { return linearLayoutOf(v.getType()); }
layout::Divisor Inference::divisor(Value v) const {
  if (isTile(v))
    return tile(v);
  return layout(v);
}

// --- Results ------------------------------------------------------------------------------------

LogicalResult Inference::give(Type type) {
  results_.push_back(type);
  return success();
}
LogicalResult Inference::giveTuple(const layout::IntTuple &t) {
  return giveChecked(IntTupleType::getChecked(emitter(), context_, t));
}
LogicalResult Inference::giveLayout(const layout::Layout &l) {
  return giveChecked(LayoutType::getChecked(emitter(), context_, l));
}
LogicalResult Inference::giveAnyLayout(const layout::AnyLayout &l) {
  if (l.isPlain())
    return giveLayout(l.plain());
  return giveChecked(ComposedLayoutType::getChecked(emitter(), context_, l));
}
LogicalResult Inference::giveComposed(const layout::ComposedLayout &l) {
  return giveAnyLayout(layout::AnyLayout(l));
}
LogicalResult Inference::give(const layout::Result<layout::Leaf> &leaf) {
  return leaf ? giveTuple(*leaf) : fail(leaf.reason());
}
LogicalResult Inference::give(const layout::Result<layout::IntTuple> &tuple) {
  return tuple ? giveTuple(*tuple) : fail(tuple.reason());
}
LogicalResult Inference::give(const layout::Result<layout::Layout> &layout) {
  return layout ? giveLayout(*layout) : fail(layout.reason());
}
LogicalResult Inference::give(const layout::Result<layout::AnyLayout> &layout) {
  return layout ? giveAnyLayout(*layout) : fail(layout.reason());
}
LogicalResult Inference::giveTruth(const layout::Result<layout::Leaf> &truth) {
  if (!truth)
    return fail(truth.reason());
  return give(IntegerType::get(context_, 1));
}
LogicalResult Inference::giveMemRef(Type elemTy, Attribute space, const layout::AnyLayout &layout,
                                    int32_t alignment, layout::Swizzle swizzle) {
  return giveChecked(MemRefType::getChecked(emitter(), elemTy, space, layout, alignment, swizzle));
}
LogicalResult Inference::givePointer(Type elemTy, Attribute space, int32_t alignment,
                                     layout::Swizzle swizzle) {
  return giveChecked(PointerType::getChecked(emitter(), elemTy, space, alignment, swizzle));
}
LogicalResult Inference::giveCoordTensor(const layout::IntTuple &base,
                                         const layout::AnyLayout &layout) {
  return giveChecked(CoordTensorType::getChecked(emitter(), context_, base, layout));
}

LogicalResult Inference::rebuild(Value like, const layout::Result<layout::Layout> &linear) {
  if (!linear)
    return fail(linear.reason());
  if (isa<LayoutType>(like.getType()))
    return giveLayout(*linear);
  return rebuildAny(like, anyLayout(like).withLinear(*linear));
}

LogicalResult Inference::rebuildAny(Value like, const layout::AnyLayout &layout) {
  if (auto memref = dyn_cast<MemRefType>(like.getType()))
    return giveMemRef(memref.getElemTy(), memref.getAddressSpace(), layout, memref.getAlignment(),
                      memref.getSwizzle());
  if (auto tensor = dyn_cast<CoordTensorType>(like.getType()))
    return giveCoordTensor(tensor.getBase(), layout);
  return giveAnyLayout(layout);
}

int32_t alignmentOf(Type elemTy, int64_t divisibility) {
  int64_t bytes = (bitWidth(elemTy) * std::max<int64_t>(divisibility, 1) + 7) / 8;
  return static_cast<int32_t>(std::min<int64_t>(bytes, INT32_MAX));
}

LogicalResult Inference::rebuildAdvanced(MemRefType memref, const layout::AnyLayout &layout,
                                         const layout::Leaf &offset) {
  int64_t divisibility = layout::advancedDivisibility(memref.getValueDivisibility(), offset);
  return giveMemRef(memref.getElemTy(), memref.getAddressSpace(), layout,
                    alignmentOf(memref.getElemTy(), divisibility), memref.getSwizzle());
}

// --- Failures -----------------------------------------------------------------------------------

/// A diagnostic that swallows what is written to it: inference without a location stays silent.
static InFlightDiagnostic silentDiagnostic(MLIRContext *context) {
  InFlightDiagnostic diagnostic = mlir::emitError(UnknownLoc::get(context));
  diagnostic.abandon();
  return diagnostic;
}

InFlightDiagnostic Inference::emitError() const {
  if (!location_)
    return silentDiagnostic(context_);
  return mlir::emitError(*location_) << "'" << name_ << "' op ";
}

/// The operation stands between its operands: each of them is shown where it comes from.
void Inference::attachOperands(InFlightDiagnostic &diagnostic) const {
  for (auto [index, operand] : llvm::enumerate(operands_.take_front(8)))
    if (operand && operand.getLoc() != *location_)
      diagnostic.attachNote(operand.getLoc())
          << "operand #" << index << " of type " << operand.getType() << " comes from here";
}

InFlightDiagnostic Inference::shownError() const {
  InFlightDiagnostic diagnostic = emitError();
  if (location_)
    attachOperands(diagnostic);
  return diagnostic;
}

LogicalResult Inference::fail(const layout::Reason &reason) const {
  if (!location_)
    return failure();
  InFlightDiagnostic diagnostic = emitRule([this] { return emitError(); }, reason);
  attachOperands(diagnostic);
  return failure();
}

LogicalResult Inference::fail(int rule, const Twine &message, StringRef fix) const {
  if (!location_)
    return failure();
  return fail(layout::Reason{rule, message.str(), fix.str()});
}

LogicalResult Inference::expected(StringRef opClass, const Twine &message, Type got,
                                  int rule) const {
  if (!location_)
    return failure();
  std::string type;
  llvm::raw_string_ostream(type) << got;
  return refused(opClass, message + ", got '" + type + "'", rule);
}

LogicalResult Inference::refused(StringRef opClass, const Twine &message, int rule,
                                 StringRef fix) const {
  if (!location_)
    return failure();
  InFlightDiagnostic diagnostic =
      emitRule([this] { return mlir::emitError(*location_); }, rule, opClass + ": " + message, fix);
  attachOperands(diagnostic);
  return failure();
}

/// What the reference infers in the places where it loses or confuses something (fly-core 12.4),
/// when that is what the text declares.
static std::optional<layout::Reason> referenceResult(StringRef name, ValueRange operands,
                                                     Type inferred, Type declared) {
  auto composed = dyn_cast<ComposedLayoutType>(inferred);
  auto shorter = dyn_cast<ComposedLayoutType>(declared);
  if (composed && shorter) {
    const layout::ComposedLayout &all = composed.getValue().composed();
    const layout::ComposedLayout &some = shorter.getValue().composed();
    if (!all.outer().isPlain() && some.outer().isPlain() && all.inner() == some.inner() &&
        all.offset() == some.offset())
      return layout::Reason{140,
                            "the declared outer layout " + some.outer().str() +
                                " drops levels of [" + all.outer().str() + "]",
                            ""};
  }
  std::optional<layout::AnyLayout> layout =
      operands.empty() ? std::nullopt : getLayoutOf(operands.front().getType());
  if (!layout)
    return std::nullopt;
  const layout::IntTuple &stride = layout->linear().stride();
  if (name == "fly.coalesce" && stride.hasBasis())
    return layout::Reason{
        134, "modes that step along different basis paths are not merged: " + stride.str(), ""};
  if (name == "fly.cosize" || name == "fly.coshape") {
    bool negative = false;
    stride.forEachLeaf(
        [&](const layout::Leaf &leaf) { negative |= leaf.isStatic() && leaf.value() < 0; });
    if (negative)
      return layout::Reason{
          163, "with the negative strides of " + stride.str() + " the index range counts", ""};
  }
  auto tensor = dyn_cast<CoordTensorType>(inferred);
  auto other = dyn_cast<CoordTensorType>(declared);
  if (name == "fly.get" && tensor && other && tensor.getLayout() == other.getLayout())
    return layout::Reason{141,
                          "a mode of a coordinate tensor keeps the whole base " +
                              tensor.getBase().str() + ", the declared one is " +
                              other.getBase().str(),
                          ""};
  return std::nullopt;
}

LogicalResult Inference::compare(ArrayRef<Type> declared) const {
  if (results() == declared) {
    reportWarnings();
    return success();
  }
  if (!location_)
    return failure();
  InFlightDiagnostic diagnostic = mlir::emitError(*location_)
                                  << "'" << name_ << "' op inferred type(s) "
                                  << TypeRange(results())
                                  << " are incompatible with return type(s) of operation "
                                  << TypeRange(declared);
  if (results().size() == 1 && declared.size() == 1)
    if (std::optional<layout::Reason> why =
            referenceResult(name_, operands_, results().front(), declared.front()))
      diagnostic.attachNote() << withCode(why->message, why->rule);
  attachOperands(diagnostic);
  return failure();
}

// --- Warnings -----------------------------------------------------------------------------------

namespace {
/// Holds the switch of `setVerifierWarnings`; registered with the dialect's operations.
class VerifierWarnings : public DialectInterface::Base<VerifierWarnings> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifierWarnings)
  explicit VerifierWarnings(Dialect *dialect) : Base(dialect) {}
  mutable std::atomic<bool> enabled = true;
};

const VerifierWarnings *warningsOf(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<FlyDialect>();
  return dialect ? dialect->getRegisteredInterface<VerifierWarnings>() : nullptr;
}
} // namespace

void setVerifierWarnings(MLIRContext *context, bool enabled) {
  if (!context->getLoadedDialect<FlyDialect>())
    context->loadDialect<FlyDialect>();
  if (const VerifierWarnings *warnings = warningsOf(context))
    warnings->enabled = enabled;
}

bool verifierWarningsEnabled(MLIRContext *context) {
  const VerifierWarnings *warnings = warningsOf(context);
  return !warnings || warnings->enabled;
}

void registerVerifierWarnings(Dialect *dialect) {
  dialect->addInterface(std::make_unique<VerifierWarnings>(dialect));
}

void Inference::reportWarnings() const {
  if (!warnings_ || warnings_->empty() || !location_ || !verifierWarningsEnabled(context_))
    return;
  for (const layout::Reason &warning : *warnings_) {
    InFlightDiagnostic diagnostic = emitRule(
        [this] { return mlir::emitWarning(*location_) << "'" << name_ << "' op "; }, warning);
    attachOperands(diagnostic);
  }
}

// --- Composed layouts ---------------------------------------------------------------------------

layout::Result<layout::AnyLayout> withOffsetAdded(const layout::AnyLayout &layout,
                                                  const layout::IntTuple &offset) {
  if (layout.isPlain())
    return layout;
  const layout::ComposedLayout &composed = layout.composed();
  if (composed.outer().isPlain()) {
    LAYOUT_TRY(layout::IntTuple sum, layout::addBasis(composed.offset(), offset));
    return layout::AnyLayout(layout::ComposedLayout(composed.inner(), sum, composed.outer()));
  }
  LAYOUT_TRY(layout::AnyLayout outer, withOffsetAdded(composed.outer(), offset));
  return layout::AnyLayout(layout::ComposedLayout(composed.inner(), composed.offset(), outer));
}

} // namespace mlir::fly
