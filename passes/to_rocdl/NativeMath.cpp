// fly-rocdl-native-math: f32 instructions in place of device-library calls (passes.md, gap G7).
#include "passes/to_rocdl/Passes.h"
#include "passes/transforms/StepCheck.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

#include <numbers>

namespace mlir::fly {
#define GEN_PASS_DEF_FLYROCDLNATIVEMATH
#include "passes/to_rocdl/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using mlir::fly::Step;

namespace {

/// Emits one scalar; the caller takes vectors apart.
using Emit = llvm::function_ref<Value(OpBuilder &, Location, Value)>;

bool isF32(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return getElementTypeOrSelf(type).isF32() && (!vector || !vector.isScalable());
}

bool allows(Operation *op, arith::FastMathFlags flag) {
  auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
  return fast && fast.getFastMathFlagsAttr() &&
         arith::bitEnumContainsAll(fast.getFastMathFlagsAttr().getValue(), flag);
}

Value constant(OpBuilder &builder, Location loc, double value) {
  return arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(value));
}

template <typename OpT> Value native(OpBuilder &builder, Location loc, Value x) {
  return OpT::create(builder, loc, x.getType(), x);
}

Value intrinsic(OpBuilder &builder, Location loc, StringRef name, Value x) {
  return LLVM::CallIntrinsicOp::create(builder, loc, x.getType(), builder.getStringAttr(name),
                                       ValueRange{x})
      .getResult(0);
}

/// v_sin_f32 and v_cos_f32 take turns and are exact only near the first one.
Value turns(OpBuilder &builder, Location loc, Value x) {
  Value scaled =
      arith::MulFOp::create(builder, loc, x, constant(builder, loc, 0.5 / std::numbers::pi));
  return intrinsic(builder, loc, "llvm.amdgcn.fract.f32", scaled);
}

struct NativeMath : fly::impl::FlyROCDLNativeMathBase<NativeMath> {
  void runOnOperation() final {
    SmallVector<Operation *> candidates;
    getOperation().walk([&](Operation *op) {
      if (op->getNumResults() == 1 && isF32(op->getResult(0).getType()))
        candidates.push_back(op);
    });
    for (Operation *op : candidates) {
      Step step(getArgument(), op);
      rewrite(op);
      if (failed(step.done()))
        return signalPassFailure();
    }
  }

  void rewrite(Operation *op) {
    if (auto div = dyn_cast<arith::DivFOp>(op)) {
      if (allows(op, arith::FastMathFlags::arcp) && matchPattern(div.getLhs(), m_OneFloat()))
        replace(op, div.getRhs(), native<ROCDL::ROCDLRcp>);
      return;
    }
    if (!allows(op, arith::FastMathFlags::afn) || op->getNumOperands() != 1)
      return;
    Value x = op->getOperand(0);
    // v_log_f32 is the binary logarithm whatever the operation's name says.
    auto scaledLog = [](double factor) {
      return [factor](OpBuilder &builder, Location loc, Value value) -> Value {
        Value log = native<ROCDL::ROCDLLog>(builder, loc, value);
        return arith::MulFOp::create(builder, loc, log, constant(builder, loc, factor));
      };
    };
    if (isa<math::Exp2Op>(op))
      replace(op, x, native<ROCDL::ROCDLExp2>);
    else if (isa<math::ExpOp>(op))
      replace(op, x, [](OpBuilder &builder, Location loc, Value value) {
        Value scaled =
            arith::MulFOp::create(builder, loc, value, constant(builder, loc, std::numbers::log2e));
        return native<ROCDL::ROCDLExp2>(builder, loc, scaled);
      });
    else if (isa<math::Log2Op>(op))
      replace(op, x, native<ROCDL::ROCDLLog>);
    else if (isa<math::LogOp>(op))
      replace(op, x, scaledLog(std::numbers::ln2));
    else if (isa<math::Log10Op>(op))
      replace(op, x, scaledLog(std::numbers::ln2 / std::numbers::ln10));
    else if (isa<math::SqrtOp>(op))
      replace(op, x, native<ROCDL::ROCDLSqrt>);
    else if (isa<math::RsqrtOp>(op))
      replace(op, x, [](OpBuilder &builder, Location loc, Value value) {
        return intrinsic(builder, loc, "llvm.amdgcn.rsq.f32", value);
      });
    else if (isa<math::SinOp>(op))
      replace(op, x, [](OpBuilder &builder, Location loc, Value value) {
        return native<ROCDL::ROCDLSin>(builder, loc, turns(builder, loc, value));
      });
    else if (isa<math::CosOp>(op))
      replace(op, x, [](OpBuilder &builder, Location loc, Value value) {
        return native<ROCDL::ROCDLCos>(builder, loc, turns(builder, loc, value));
      });
  }

  void replace(Operation *op, Value x, Emit emit) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Value result;
    if (auto vector = dyn_cast<VectorType>(x.getType())) {
      result = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector));
      // The instructions are scalar; the code generator would split a vector the same way.
      SmallVector<int64_t> index(vector.getRank(), 0);
      for (int64_t i = 0; i < vector.getNumElements(); ++i) {
        int64_t rest = i;
        for (int64_t d = vector.getRank(); d-- > 0;) {
          index[d] = rest % vector.getDimSize(d);
          rest /= vector.getDimSize(d);
        }
        Value element = vector::ExtractOp::create(builder, loc, x, index);
        result = vector::InsertOp::create(builder, loc, emit(builder, loc, element), result, index);
      }
    } else {
      result = emit(builder, loc, x);
    }
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
    ++replaced;
  }
};
} // namespace
