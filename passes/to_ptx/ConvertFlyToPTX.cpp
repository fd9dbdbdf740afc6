// convert-fly-to-ptx: what differs between NVIDIA targets and the shared conversion (fly-ptx 12 and
// 13).
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_ptx/FlyPTXDialect.h"
#include "dialects/fly_ptx/Payloads.h"
#include "passes/to_common/Conversion.h"
#include "passes/to_ptx/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::fly {
#define GEN_PASS_DEF_CONVERTFLYTOPTX
#include "passes/to_ptx/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {

struct ConvertMapCta : FlyPattern<fly_ptx::MapCtaOp> {
  using FlyPattern::FlyPattern;
  LogicalResult matchAndRewrite(fly_ptx::MapCtaOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    Type type = convert(op, op.getResult().getType());
    if (!type)
      return giveUp(op, rewriter);
    rewriter.replaceOpWithNewOp<NVVM::MapaOp>(op, type, adaptor.getPtr(), adaptor.getRank());
    return success();
  }
};

class PTXConversion final : public TargetConversion {
public:
  int ptx = 0; ///< option of the pass

  StringRef passName() const override { return "convert-fly-to-ptx"; }
  StringRef targetName() const override { return "NVIDIA"; }
  StringRef ownDialect() const override { return "fly_ptx"; }
  // An alloca in space 5 makes LLVM 22 store through a generic address as if it were a local one.
  unsigned registerSpace() const override { return 0; }
  bool definesSharedGlobals() const override { return true; }

  Type convertPointer(MLIRContext *context, Attribute space) const override {
    auto generic = dyn_cast<AddressSpaceAttr>(space);
    if (!generic)
      return {};
    unsigned number = 0;
    switch (generic.getValue()) {
    case AddressSpace::Generic:
    case AddressSpace::Register:
      number = 0;
      break;
    case AddressSpace::Global:
      number = 1;
      break;
    case AddressSpace::Shared:
      number = 3;
      break;
    case AddressSpace::Tensor:
      number = 6;
      break;
    case AddressSpace::SharedCluster:
      number = 7;
      break;
    }
    return LLVM::LLVMPointerType::get(context, number);
  }

  bool hasOwnMemory(Attribute space) const override {
    return isGenericAddressSpace(space, AddressSpace::Tensor);
  }

  /// The unit of a tensor address is one 32-bit column.
  FailureOr<Value> addOffset(OpBuilder &builder, AddOffsetOp op, Value ptr,
                             Value offset) const override {
    Location loc = op.getLoc();
    int64_t bits = bitWidth(cast<PointerType>(op.getPtr().getType()).getElemTy());
    auto constant = offset.getDefiningOp<arith::ConstantOp>();
    if (auto value = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr())
      if (std::optional<layout::Reason> problem = fly_ptx::columnProblem(value.getInt(), bits))
        return emitRule([&] { return emitError(loc); }, *problem);
    auto scaled = [&](int64_t factor, bool multiply) -> Value {
      Value by =
          arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(offset.getType(), factor));
      return multiply ? Value(arith::MulIOp::create(builder, loc, offset, by))
                      : Value(arith::DivSIOp::create(builder, loc, offset, by));
    };
    Value columns = bits == 32  ? offset
                    : bits > 32 ? scaled(bits / 32, true)
                                : scaled(32 / bits, false);
    return LLVM::GEPOp::create(builder, loc, ptr.getType(), builder.getI8Type(), ptr,
                               ArrayRef<LLVM::GEPArg>{columns})
        .getResult();
  }

  FailureOr<Value> load(OpBuilder &, PtrLoadOp op, Type, Value) const override {
    return refuseTensor(op);
  }
  LogicalResult store(OpBuilder &, PtrStoreOp op, Value, Value) const override {
    return refuseTensor(op);
  }

  LogicalResult checkPayload(Operation *user, Type payload, StringRef chip) const override {
    return fly_ptx::checkTarget(user, payload, chip, ptx ? ptx : fly_ptx::statedPtx(user));
  }

  bool converts(Operation *op) const override { return isa<fly_ptx::MapCtaOp>(op); }

  void populate(const TypeConverter &converter, RewritePatternSet &patterns,
                ConversionTarget &legality, ConversionState &state) const override {
    patterns.add<ConvertMapCta>(converter, patterns.getContext(), *this, state);
    legality.addIllegalDialect<fly_ptx::FlyPTXDialect>();
  }

private:
  static LogicalResult refuseTensor(Operation *op) {
    return emitRule([&] { return emitError(op->getLoc()); }, fly_ptx::tensorAccessProblem());
  }
};

struct ConvertFlyToPTX : fly::impl::ConvertFlyToPTXBase<ConvertFlyToPTX> {
  using ConvertFlyToPTXBase::ConvertFlyToPTXBase;

  void runOnOperation() final {
    PTXConversion target;
    target.chip = chip;
    target.ptx = ptx;
    ConversionCounts counts;
    if (failed(convertFlyModule(getOperation(), target, &counts)))
      signalPassFailure();
    atomCalls += counts.atomCalls;
    registerAllocas += counts.registerAllocas;
    sharedAllocations += counts.sharedAllocations;
  }
};
} // namespace
