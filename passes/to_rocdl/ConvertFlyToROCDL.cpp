// convert-fly-to-rocdl: what differs between AMD targets and the shared conversion (passes.md 8).
#include "dialects/fly/AtomEmission.h"
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/Chips.h"
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/FlyROCDLDialect.h"
#include "passes/to_common/Conversion.h"
#include "passes/to_rocdl/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::fly {
#define GEN_PASS_DEF_CONVERTFLYTOROCDL
#include "passes/to_rocdl/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {

struct ConvertGetBufferRsrc : FlyPattern<fly_rocdl::GetBufferRsrcOp> {
  using FlyPattern::FlyPattern;
  LogicalResult matchAndRewrite(fly_rocdl::GetBufferRsrcOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    Value fat = adaptor.getOperands().front();
    if (fat.getType() != fly_rocdl::fatPointerType(getContext())) {
      emitError(op.getLoc())
          << "'fly_rocdl.get_buffer_rsrc' takes a pointer to buffer_desc memory, got "
          << op->getOperand(0).getType();
      return giveUp(op, rewriter);
    }
    rewriter.replaceOp(op, fly_rocdl::bufferResource(rewriter, op.getLoc(), fat));
    return success();
  }
};

class ROCDLConversion final : public TargetConversion {
public:
  StringRef passName() const override { return "convert-fly-to-rocdl"; }
  StringRef targetName() const override { return "AMD"; }
  StringRef ownDialect() const override { return "fly_rocdl"; }
  unsigned registerSpace() const override { return 5; }

  Type convertPointer(MLIRContext *context, Attribute space) const override {
    if (fly_rocdl::isBufferSpace(space))
      return fly_rocdl::fatPointerType(context);
    auto generic = dyn_cast<AddressSpaceAttr>(space);
    if (!generic)
      return {};
    switch (generic.getValue()) {
    case AddressSpace::Generic:
      return LLVM::LLVMPointerType::get(context, 0);
    case AddressSpace::Global:
      return LLVM::LLVMPointerType::get(context, 1);
    case AddressSpace::Shared:
      return LLVM::LLVMPointerType::get(context, 3);
    case AddressSpace::Register:
      return LLVM::LLVMPointerType::get(context, 5);
    default:
      return {};
    }
  }

  bool hasOwnMemory(Attribute space) const override { return fly_rocdl::isBufferSpace(space); }

  FailureOr<Value> makePointer(OpBuilder &builder, MakePtrOp op, ValueRange args) const override {
    if (!fly_rocdl::isBufferSpace(op.getType().getAddressSpace()))
      return TargetConversion::makePointer(builder, op, args);
    Location loc = op.getLoc();
    auto space = cast<fly_rocdl::BufferDescAttr>(op.getType().getAddressSpace());
    if (failed(space.verifyMakePtr([&] { return emitError(loc); }, args.getTypes())))
      return failure();
    Value resource = ROCDL::MakeBufferRsrcOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext(), 8), args[0], args[1],
        args[2], args[3]);
    Value zero = fly_rocdl::constantI32(builder, loc, 0);
    return fly_rocdl::packFatPointer(builder, loc, resource, zero);
  }

  FailureOr<Value> addOffset(OpBuilder &builder, AddOffsetOp op, Value ptr,
                             Value offset) const override {
    Location loc = op.getLoc();
    Type i32 = builder.getI32Type();
    if (offset.getType().isIndex())
      offset = arith::IndexCastOp::create(builder, loc, i32, offset);
    else if (offset.getType().getIntOrFloatBitWidth() > 32)
      offset = arith::TruncIOp::create(builder, loc, i32, offset);
    else if (offset.getType().getIntOrFloatBitWidth() < 32)
      offset = arith::ExtSIOp::create(builder, loc, i32, offset);
    Value moved = arith::AddIOp::create(builder, loc,
                                        fly_rocdl::bufferElementOffset(builder, loc, ptr), offset);
    return fly_rocdl::packFatPointer(builder, loc, fly_rocdl::bufferResource(builder, loc, ptr),
                                     moved);
  }

  FailureOr<Value> load(OpBuilder &builder, PtrLoadOp op, Type resultTy, Value ptr) const override {
    auto type = cast<PointerType>(op.getPtr().getType());
    Location loc = op.getLoc();
    Type moved = transferType(op, resultTy);
    if (!moved)
      return failure();
    Value zero = fly_rocdl::constantI32(builder, loc, 0);
    FailureOr<Value> value = fly_rocdl::createRocdl(
        builder, loc, "raw.ptr.buffer.load", moved,
        {fly_rocdl::bufferResource(builder, loc, ptr),
         fly_rocdl::bufferByteOffset(builder, loc, ptr, type.getElemTy(), type.getSwizzle()), zero,
         zero});
    if (failed(value))
      return failure();
    return bitcastTo(builder, loc, resultTy, *value);
  }

  LogicalResult store(OpBuilder &builder, PtrStoreOp op, Value value, Value ptr) const override {
    auto type = cast<PointerType>(op.getPtr().getType());
    Location loc = op.getLoc();
    Type moved = transferType(op, value.getType());
    if (!moved)
      return failure();
    Value zero = fly_rocdl::constantI32(builder, loc, 0);
    return fly_rocdl::createRocdl(
        builder, loc, "raw.ptr.buffer.store", {},
        {bitcastTo(builder, loc, moved, value), fly_rocdl::bufferResource(builder, loc, ptr),
         fly_rocdl::bufferByteOffset(builder, loc, ptr, type.getElemTy(), type.getSwizzle()), zero,
         zero});
  }

  LogicalResult checkPayload(Operation *user, Type payload, StringRef chip) const override {
    return fly_rocdl::checkChip(user, chip);
  }

  bool converts(Operation *op) const override { return isa<fly_rocdl::GetBufferRsrcOp>(op); }

  void populate(const TypeConverter &converter, RewritePatternSet &patterns,
                ConversionTarget &legality, ConversionState &state) const override {
    patterns.add<ConvertGetBufferRsrc>(converter, patterns.getContext(), *this, state);
    legality.addIllegalDialect<fly_rocdl::FlyROCDLDialect>();
  }

private:
  /// The type in which a buffer instruction moves a value: the value's own where the instruction
  /// exists for it, `vector<3xi32>` for 96 bits. Null with an error for sizes without an
  /// instruction.
  static Type transferType(Operation *op, Type type) {
    int64_t bits = valueBits(type);
    if (std::optional<layout::Reason> problem = fly_rocdl::transferProblem(bits)) {
      emitRule([&] { return emitError(op->getLoc()); }, problem->rule,
               "'" + op->getName().getStringRef() + "': " + problem->message, problem->fix);
      return {};
    }
    auto vector = dyn_cast<VectorType>(type);
    // Vectors of elements that the instruction does not know travel as words of the same bits.
    bool direct = !vector || (vector.getElementTypeBitWidth() >= 16 && bits != 96);
    if (direct && bits != 96)
      return type;
    return fly_rocdl::transferType(op->getContext(), bits);
  }
};

struct ConvertFlyToROCDL : fly::impl::ConvertFlyToROCDLBase<ConvertFlyToROCDL> {
  using ConvertFlyToROCDLBase::ConvertFlyToROCDLBase;

  void runOnOperation() final {
    ROCDLConversion target;
    target.chip = chip;
    ConversionCounts counts;
    if (failed(convertFlyModule(getOperation(), target, &counts)))
      signalPassFailure();
    atomCalls += counts.atomCalls;
    registerAllocas += counts.registerAllocas;
    sharedAllocations += counts.sharedAllocations;
  }
};
} // namespace
