// fly-layout-lowering: the walk over the module, chains of pointer offsets, and clean-up.
#include "passes/transforms/CommonSubexpressions.h"
#include "passes/transforms/StepCheck.h"
#include "passes/transforms/layout_lowering/Lowering.h"

#include "mlir/IR/Iterators.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYLAYOUTLOWERINGPASS
#include "passes/transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::lowering;

namespace {

/// At most add_offset(add_offset(p, dynamic), static): equal kinds fuse, a static link below a
/// dynamic one moves out if nothing else uses it (passes.md 4.2).
class OffsetChains {
public:
  explicit OffsetChains(MLIRContext *context) : b(context) {}

  void simplify(AddOffsetOp op) {
    auto pointer = dyn_cast<PointerType>(op.getPtr().getType());
    if (!pointer)
      return;
    auto inner = op.getPtr().getDefiningOp<AddOffsetOp>();
    if (!inner)
      return;
    b.setInsertionPoint(op);
    loc = op.getLoc();
    Value result = advance(op.getPtr(), op.getOffset());
    if (!result || result.getType() != op.getResult().getType())
      return; // merging would change a declared alignment
    op.getResult().replaceAllUsesWith(result);
    op.erase();
  }

private:
  static const layout::Leaf *leafOf(Value offset) {
    const layout::IntTuple &tuple = cast<IntTupleType>(offset.getType()).getValue();
    return tuple.isLeaf() && tuple.leaf().isInt() ? &tuple.leaf() : nullptr;
  }

  /// The integer behind a dynamic offset.
  static Value integerOf(Value offset) {
    auto make = offset.getDefiningOp<MakeIntTupleOp>();
    return make ? make.getDyncElems().front() : Value();
  }

  Value extend(Value value, unsigned width) {
    if (value.getType().getIntOrFloatBitWidth() >= width)
      return value;
    return arith::ExtSIOp::create(b, loc, b.getIntegerType(width), value);
  }

  Type advanced(Value pointer, const layout::Leaf &by) {
    auto type = cast<PointerType>(pointer.getType());
    return type.withDivisibility(layout::advancedDivisibility(type.getValueDivisibility(), by));
  }

  Value offsetTuple(const layout::Leaf &leaf, Value integer) {
    return MakeIntTupleOp::create(b, loc, IntTupleType::get(b.getContext(), leaf.abstracted()),
                                  integer ? ValueRange(integer) : ValueRange());
  }

  /// pointer + offset with the links below merged in; null where nothing can be merged without
  /// changing the type.
  Value advance(Value pointer, Value offset) {
    const layout::Leaf *outer = leafOf(offset);
    auto inner = pointer.getDefiningOp<AddOffsetOp>();
    if (!outer || (outer->isDynamic() && !integerOf(offset)))
      return {};
    if (!inner)
      return AddOffsetOp::create(b, loc, advanced(pointer, *outer), pointer, offset);
    const layout::Leaf *below = leafOf(inner.getOffset());
    Type declared = advanced(pointer, *outer);
    if (!below || (below->isDynamic() && !integerOf(inner.getOffset())))
      return {};
    if (below->isDynamic() == outer->isDynamic()) {
      layout::Result<layout::Leaf> sum = layout::add(*below, *outer);
      if (!sum || advanced(inner.getPtr(), *sum) != declared)
        return {};
      Value integer;
      if (sum->isDynamic()) {
        unsigned width = sum->width();
        integer = arith::AddIOp::create(b, loc, extend(integerOf(inner.getOffset()), width),
                                        extend(integerOf(offset), width));
      }
      Value fused = offsetTuple(*sum, integer);
      Value merged = advance(inner.getPtr(), fused);
      if (merged && merged.getType() == declared)
        return merged;
      return AddOffsetOp::create(b, loc, declared, inner.getPtr(), fused);
    }
    // Dynamic below static is the final form.
    if (below->isDynamic() || !inner->hasOneUse())
      return {};
    Value moved = advance(inner.getPtr(), offset);
    if (!moved)
      moved = AddOffsetOp::create(b, loc, advanced(inner.getPtr(), *outer), inner.getPtr(), offset);
    if (advanced(moved, *below) != declared)
      return {};
    return AddOffsetOp::create(b, loc, declared, moved, inner.getOffset());
  }

  OpBuilder b;
  Location loc = UnknownLoc::get(b.getContext());
};

struct LayoutLowering : fly::impl::FlyLayoutLoweringPassBase<LayoutLowering> {
  using Base::Base;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    Handlers handlers;
    addTupleHandlers(handlers, context);
    addStructureHandlers(handlers, context);
    addAlgebraHandlers(handlers, context);
    addViewHandlers(handlers, context);
    addMemoryHandlers(handlers, context);
    addTiledHandlers(handlers, context);
    addCopyHandlers(handlers, context);
    addGemmHandlers(handlers, context);
    addPrintHandlers(handlers, context);

    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder, ForwardDominanceIterator<>>([&](Operation *op) {
      if (handlers.contains(op->getName()))
        ops.push_back(op);
    });

    Lowering lowering(context, maxCalls);
    bool allLowered = true;
    for (Operation *op : ops) {
      if (lowering.dependsOnFailure(op)) {
        lowering.markFailed(op);
        continue;
      }
      lowering.begin(op);
      Step step(getArgument(), op);
      if (failed(handlers.lookup(op->getName())(lowering, op)) || failed(step.done())) {
        lowering.markFailed(op);
        allLowered = false;
      }
    }
    numLowered += lowering.counters.lowered;
    numCopyCalls += lowering.counters.copyCalls;
    numMmaCalls += lowering.counters.mmaCalls;
    numScalarised += lowering.counters.scalarised;
    if (!allLowered)
      return signalPassFailure();

    eraseDead();
    SmallVector<AddOffsetOp> offsets;
    getOperation()->walk<WalkOrder::PreOrder, ForwardDominanceIterator<>>(
        [&](AddOffsetOp op) { offsets.push_back(op); });
    OffsetChains chains(context);
    for (AddOffsetOp op : offsets) {
      Step step(getArgument(), op);
      chains.simplify(op);
      if (failed(step.done()))
        return signalPassFailure();
    }
    eraseDead();

    eliminateCommonSubexpressions(getOperation());
  }

  /// Users come before what they use in this order, so one sweep is enough.
  void eraseDead() {
    getOperation()->walk<WalkOrder::PostOrder, ReverseDominanceIterator<>>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }
};

} // namespace
