// fly-convert-atom-call-to-ssa-form: atom calls on register memory become value-based (passes.md
// 6).
#include "dialects/fly/FlyOps.h"
#include "passes/transforms/Passes.h"
#include "passes/transforms/Promotable.h"
#include "passes/transforms/StepCheck.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYCONVERTATOMCALLTOSSAFORMPASS
#include "passes/transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {

/// Reads and writes the promotable operands of one call.
class Call {
public:
  explicit Call(Operation *op) : op(op), b(op) {}

  /// The pointer behind a promotable view; null after having reported that there is none.
  Value pointer(Value view, StringRef name) {
    auto make = view.getDefiningOp<MakeViewOp>();
    if (make && isa<PointerType>(make.getIter().getType()))
      return make.getIter();
    InFlightDiagnostic diag = op->emitOpError();
    diag << "cannot become value-based: its " << name << " of type " << view.getType() << " is ";
    if (Operation *def = view.getDefiningOp())
      diag << "the result of '" << def->getName() << "'";
    else
      diag << "a block argument";
    diag << " and not of 'fly.make_view'; run fly-layout-lowering before "
            "fly-convert-atom-call-to-ssa-form";
    return {};
  }

  /// A value for an input: read if promotable, the operand itself if not.
  FailureOr<Value> input(Value operand, StringRef name) {
    Type type = promotedType(operand.getType());
    if (!type)
      return operand;
    Value from = pointer(operand, name);
    if (!from)
      return failure();
    return PtrLoadOp::create(b, op->getLoc(), type, from).getResult();
  }

  Operation *op;
  OpBuilder b;
};

LogicalResult convert(CopyAtomCallOp op) {
  Call call(op);
  Type resultType = promotedType(op.getDst().getType());
  FailureOr<Value> src = call.input(op.getSrc(), "source");
  if (failed(src))
    return failure();
  Value pred;
  if (op.getPred()) {
    FailureOr<Value> value = call.input(op.getPred(), "predicate");
    if (failed(value))
      return failure();
    pred = *value;
  }
  Value dst = op.getDst(), target;
  if (resultType) {
    target = call.pointer(dst, "destination");
    if (!target)
      return failure();
    // The old content is what stays where the predicate is false.
    dst = pred ? PtrLoadOp::create(call.b, op.getLoc(), resultType, target).getResult() : Value();
  }
  auto ssa = CopyAtomCallSSAOp::create(call.b, op.getLoc(),
                                       resultType ? TypeRange(resultType) : TypeRange(),
                                       op.getCopyAtom(), *src, dst, pred);
  ssa->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  if (resultType)
    PtrStoreOp::create(call.b, op.getLoc(), ssa->getResult(0), target);
  op.erase();
  return success();
}

LogicalResult convert(MmaAtomCallOp op) {
  Call call(op);
  Type resultType = promotedType(op.getD().getType());
  FailureOr<Value> a = call.input(op.getA(), "operand a");
  if (failed(a))
    return failure();
  FailureOr<Value> b = call.input(op.getB(), "operand b");
  if (failed(b))
    return failure();
  FailureOr<Value> c = call.input(op.getC(), "operand c");
  if (failed(c))
    return failure();
  Value d = op.getD(), target;
  if (resultType) {
    target = call.pointer(d, "operand d");
    if (!target)
      return failure();
    d = {};
  }
  auto ssa = MmaAtomCallSSAOp::create(call.b, op.getLoc(),
                                      resultType ? TypeRange(resultType) : TypeRange(),
                                      op.getMmaAtom(), d, *a, *b, *c);
  ssa->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  if (resultType)
    PtrStoreOp::create(call.b, op.getLoc(), ssa->getResult(0), target);
  op.erase();
  return success();
}

struct ConvertAtomCallToSSAForm
    : fly::impl::FlyConvertAtomCallToSSAFormPassBase<ConvertAtomCallToSSAForm> {
  void runOnOperation() override {
    bool good = true;
    getOperation()->walk([&](Operation *op) {
      bool promotable = llvm::any_of(op->getOperandTypes(),
                                     [](Type type) { return Type(promotedType(type)) != Type(); });
      if (!promotable || !isa<CopyAtomCallOp, MmaAtomCallOp>(op))
        return;
      Step step(getArgument(), op);
      if (auto copy = dyn_cast<CopyAtomCallOp>(op)) {
        good &= succeeded(convert(copy));
        ++numCopies;
      } else {
        good &= succeeded(convert(cast<MmaAtomCallOp>(op)));
        ++numMmas;
      }
      good &= succeeded(step.done());
    });
    if (!good)
      signalPassFailure();
  }
};

} // namespace
