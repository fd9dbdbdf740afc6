// fly-int-swizzle-simplify: period-aligned addends leave XOR swizzles (passes.md 5).
#include "dialects/fly/FlyOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "passes/transforms/Passes.h"
#include "passes/transforms/StepCheck.h"

#include <numeric>

namespace mlir::fly {
#define GEN_PASS_DEF_FLYINTSWIZZLESIMPLIFYPASS
#include "passes/transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {

std::optional<uint64_t> constantOf(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)) || constant.getBitWidth() > 64)
    return std::nullopt;
  return constant.getZExtValue();
}

/// Largest known divisors of integers. 0 means that the value is 0, a multiple of everything.
class Divisors {
public:
  int64_t of(Value value, unsigned depth = 0) {
    if (auto it = known.find(value); it != known.end())
      return it->second;
    int64_t forward = depth < 64 ? compute(value, depth) : 1;
    // 0 is the largest divisor of all; otherwise the better of the two facts counts.
    int64_t result = forward == 0 ? 0 : std::max(forward, promised(value));
    return known[value] = result;
  }

private:
  static constexpr int64_t limit = int64_t(1) << 62;

  int64_t compute(Value value, unsigned depth) {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant))) {
      if (constant.getBitWidth() > 64)
        return 1;
      int64_t v = constant.getSExtValue();
      return v == INT64_MIN ? limit : v < 0 ? -v : v;
    }
    Operation *op = value.getDefiningOp();
    if (!op)
      return 1;
    if (auto add = dyn_cast<arith::AddIOp>(op))
      return std::gcd(of(add.getLhs(), depth + 1), of(add.getRhs(), depth + 1));
    if (auto select = dyn_cast<arith::SelectOp>(op))
      return std::gcd(of(select.getTrueValue(), depth + 1), of(select.getFalseValue(), depth + 1));
    if (auto mul = dyn_cast<arith::MulIOp>(op))
      return product(of(mul.getLhs(), depth + 1), of(mul.getRhs(), depth + 1));
    if (auto shift = dyn_cast<arith::ShLIOp>(op))
      if (std::optional<uint64_t> by = constantOf(shift.getRhs()); by && *by < 62)
        return product(of(shift.getLhs(), depth + 1), int64_t(1) << *by);
    return 1;
  }

  static int64_t product(int64_t a, int64_t b) {
    int64_t result;
    return llvm::MulOverflow(a, b, result) || result > limit ? limit : result;
  }

  /// What the leaves say that the value feeds.
  static int64_t promised(Value value) {
    int64_t best = 1;
    for (OpOperand &use : value.getUses()) {
      if (!isa<MakeIntTupleOp, MakeShapeOp, MakeStrideOp, MakeCoordOp>(use.getOwner()))
        continue;
      const layout::IntTuple &tuple =
          cast<IntTupleType>(use.getOwner()->getResult(0).getType()).getValue();
      unsigned index = 0;
      tuple.forEachLeaf([&](const layout::Leaf &leaf) {
        if (leaf.isDynamic() && index++ == use.getOperandNumber())
          best = std::max(best, leaf.divisibility());
      });
    }
    return best;
  }

  DenseMap<Value, int64_t> known;
};

/// `root = x xor ((x and mask) >> shift)`.
struct SwizzleMatch {
  Value x;
  uint64_t mask;
  uint64_t shift;

  /// The swizzle repeats with this period.
  int64_t period() const { return int64_t(1) << (64 - llvm::countl_zero(mask)); }
};

std::optional<SwizzleMatch> matchSwizzle(arith::XOrIOp root) {
  if (!root.getType().isInteger(32) && !root.getType().isInteger(64))
    return std::nullopt;
  for (auto [x, high] :
       {std::pair(root.getLhs(), root.getRhs()), std::pair(root.getRhs(), root.getLhs())}) {
    auto shift = high.getDefiningOp<arith::ShRUIOp>();
    if (!shift)
      continue;
    auto masked = shift.getLhs().getDefiningOp<arith::AndIOp>();
    if (!masked)
      continue;
    std::optional<uint64_t> by = constantOf(shift.getRhs()), mask;
    if (masked.getLhs() == x)
      mask = constantOf(masked.getRhs());
    else if (masked.getRhs() == x)
      mask = constantOf(masked.getLhs());
    if (!by || !mask || !llvm::isShiftedMask_64(*mask) ||
        *by > uint64_t(llvm::countr_zero(*mask)) || llvm::countl_zero(*mask) <= 2)
      continue;
    return SwizzleMatch{x, *mask, *by};
  }
  return std::nullopt;
}

struct IntSwizzleSimplify : fly::impl::FlyIntSwizzleSimplifyPassBase<IntSwizzleSimplify> {
  void runOnOperation() override {
    WalkResult walk = getOperation()->walk([&](FunctionOpInterface function) -> WalkResult {
      if (isa<gpu::GPUFuncOp>(*function) || function->getParentOfType<gpu::GPUModuleOp>())
        return simplify(function);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

  LogicalResult simplify(Operation *function) {
    SmallVector<arith::XOrIOp> roots;
    function->walk([&](arith::XOrIOp op) { roots.push_back(op); });
    // Old swizzles go last: the facts are kept by value, and a new value must not get an old
    // address.
    Divisors divisors;
    SmallVector<Operation *> replaced;
    for (arith::XOrIOp root : roots)
      if (std::optional<SwizzleMatch> match = matchSwizzle(root)) {
        Step step(getArgument(), root);
        if (!simplify(root, *match, divisors))
          continue;
        if (failed(step.done()))
          return failure();
        replaced.push_back(root);
      }
    for (Operation *root : replaced)
      eraseDeadTree(root);
    return success();
  }

  bool simplify(arith::XOrIOp root, const SwizzleMatch &match, Divisors &divisors) {
    SmallVector<Value> rest, peeled;
    collect(match, divisors, rest, peeled);
    if (peeled.empty())
      return false;
    ++numSwizzles;
    numPeeled += peeled.size();
    OpBuilder b(root);
    Location loc = root.getLoc();
    Type type = root.getType();
    auto constant = [&](uint64_t value) {
      return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value)).getResult();
    };
    auto sum = [&](Value total, ArrayRef<Value> addends) {
      for (Value addend : addends)
        total = total ? arith::AddIOp::create(b, loc, total, addend).getResult() : addend;
      return total;
    };
    Value result;
    if (rest.empty()) {
      result = sum(constant(0), peeled);
    } else {
      Value x = sum({}, rest);
      Value masked = arith::AndIOp::create(b, loc, x, constant(match.mask));
      Value shifted = arith::ShRUIOp::create(b, loc, masked, constant(match.shift));
      result = sum(arith::XOrIOp::create(b, loc, x, shifted), peeled);
    }
    root.getResult().replaceAllUsesWith(result);
    return true;
  }

  /// Splits the sum x into addends that stay and addends that are multiples of the period.
  static void collect(const SwizzleMatch &match, Divisors &divisors, SmallVectorImpl<Value> &rest,
                      SmallVectorImpl<Value> &peeled) {
    SmallVector<Value> pending{match.x};
    int64_t period = match.period();
    while (!pending.empty()) {
      Value value = pending.pop_back_val();
      int64_t divisor = divisors.of(value);
      if (divisor % period == 0) {
        peeled.push_back(value);
      } else if (auto add = value.getDefiningOp<arith::AddIOp>()) {
        pending.push_back(add.getRhs());
        pending.push_back(add.getLhs());
      } else {
        rest.push_back(value);
      }
    }
  }

  /// Erases the old swizzle; the sum below it goes as far as nothing else uses it.
  static void eraseDeadTree(Operation *root) {
    SmallVector<Operation *> pending{root};
    while (!pending.empty()) {
      Operation *op = pending.pop_back_val();
      if (!isOpTriviallyDead(op))
        continue;
      SmallVector<Operation *> operands;
      for (Value operand : op->getOperands())
        if (Operation *def = operand.getDefiningOp(); def && !llvm::is_contained(operands, def))
          operands.push_back(def);
      for (Operation *def : operands)
        llvm::erase(pending, def);
      op->erase();
      // Only arithmetic of the old form may go; constructors carry facts for others.
      for (Operation *def : operands)
        if (isa<arith::ArithDialect>(def->getDialect()))
          pending.push_back(def);
    }
  }
};

} // namespace
