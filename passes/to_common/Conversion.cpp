#include "passes/to_common/Conversion.h"

#include "dialects/fly/AtomEmission.h"
#include "dialects/fly/Diagnostics.h"
#include "passes/to_common/ConversionCheck.h"
#include "passes/to_common/TargetChip.h"
#include "passes/transforms/StepCheck.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::fly;

// --- Defaults of the target
// --------------------------------------------------------------------------

FailureOr<Value> TargetConversion::makePointer(OpBuilder &, MakePtrOp op, ValueRange) const {
  return emitRule([&] { return emitError(op.getLoc()); }, 152,
                  "'fly.make_ptr' makes pointers to register and shared memory, not to " +
                      addressSpaceName(op.getType().getAddressSpace()));
}

FailureOr<Value> TargetConversion::addOffset(OpBuilder &, AddOffsetOp op, Value, Value) const {
  return emitError(op.getLoc()) << "'fly.add_offset' on " << op.getPtr().getType()
                                << " is not supported for " << targetName() << " targets";
}

FailureOr<Value> TargetConversion::load(OpBuilder &, PtrLoadOp op, Type, Value) const {
  return emitError(op.getLoc()) << "'fly.ptr.load' from " << op.getPtr().getType()
                                << " is not supported for " << targetName() << " targets";
}

LogicalResult TargetConversion::store(OpBuilder &, PtrStoreOp op, Value, Value) const {
  return emitError(op.getLoc()) << "'fly.ptr.store' to " << op.getPtr().getType()
                                << " is not supported for " << targetName() << " targets";
}

LogicalResult fly::detail::giveUp(Operation *op, const TypeConverter &converter,
                                  ConversionState &state, ConversionPatternRewriter &rewriter) {
  state.fail();
  SmallVector<Value> poison;
  for (Type type : op->getResultTypes()) {
    Type converted = converter.convertType(type);
    poison.push_back(ub::PoisonOp::create(rewriter, op->getLoc(), converted ? converted : type));
  }
  if (op->getNumResults())
    rewriter.replaceOp(op, poison);
  else
    rewriter.eraseOp(op);
  return success();
}

// --- Types
// -------------------------------------------------------------------------------------------

/// Integer form of floats narrower than 16 bits and of vectors of them; null for other types.
static Type narrowFloatAsInteger(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  if (!element || element.getWidth() >= 16)
    return {};
  Type integer = IntegerType::get(type.getContext(), element.getWidth());
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(integer);
  return isa<FloatType>(type) ? integer : Type();
}

/// The state struct of a payload, empty for a stateless one.
static Type convertPayload(Type payload) {
  if (auto stateful = dyn_cast<StatefulOpTypeInterface>(payload))
    return stateful.getConvertedType(payload.getContext());
  return LLVM::LLVMStructType::getLiteral(payload.getContext(), {});
}

FlyTypeConverter::FlyTypeConverter(const TargetConversion &target) {
  addConversion([](Type type) { return type; });
  addConversion([](FloatType type) -> std::optional<Type> {
    if (Type integer = narrowFloatAsInteger(type))
      return integer;
    return std::nullopt;
  });
  addConversion([](VectorType type) -> std::optional<Type> {
    if (Type integer = narrowFloatAsInteger(type))
      return integer;
    return std::nullopt;
  });
  addConversion([&target](PointerType type) -> std::optional<Type> {
    return target.convertPointer(type.getContext(), type.getAddressSpace());
  });
  addConversion([&target](fly::MemRefType type) -> std::optional<Type> {
    return target.convertPointer(type.getContext(), type.getAddressSpace());
  });
  addConversion([](CopyAtomType type) { return convertPayload(type.getCopyOp()); });
  addConversion([](MmaAtomType type) { return convertPayload(type.getMmaOp()); });
  addConversion([this](TiledCopyType type) { return convertType(type.getCopyAtom()); });
  addConversion([this](TiledMmaType type) { return convertType(type.getMmaAtom()); });

  // Operations that stay keep their narrow floats; boundaries carry integers of the same bits.
  auto reinterpret = [](OpBuilder &builder, Type type, ValueRange inputs, Location loc) -> Value {
    if (inputs.size() != 1)
      return {};
    Type from = inputs.front().getType();
    if (narrowFloatAsInteger(type) == from || narrowFloatAsInteger(from) == type)
      return arith::BitcastOp::create(builder, loc, type, inputs.front());
    return UnrealizedConversionCastOp::create(builder, loc, type, inputs).getResult(0);
  };
  addSourceMaterialization(reinterpret);
  addTargetMaterialization(reinterpret);
}

// --- Helpers
// -----------------------------------------------------------------------------------------

/// The integer that an int-tuple leaf stands for: a constant, or the operand of its
/// `make_int_tuple`.
static FailureOr<Value> leafValue(OpBuilder &builder, Location loc, Value tuple) {
  const layout::IntTuple &value = cast<IntTupleType>(tuple.getType()).getValue();
  if (value.isStatic()) {
    auto attr = builder.getI32IntegerAttr(static_cast<int32_t>(value.leaf().value()));
    return Value(arith::ConstantOp::create(builder, loc, attr));
  }
  auto make = tuple.getDefiningOp<MakeIntTupleOp>();
  if (!make || make->getNumOperands() != 1)
    return failure();
  return make->getOperand(0);
}

/// What a payload sees as the type of an operand: the memref for memory, else the converted type.
static Type operandType(Value original, Value converted) {
  if (!original)
    return {};
  if (isa<fly::MemRefType>(original.getType()))
    return original.getType();
  return converted.getType();
}

static std::string byteCount(int64_t bits) {
  return bits % 8 ? std::to_string(bits) + "-bit" : std::to_string(bits / 8) + "-byte";
}

/// Rule D-74: a vector access through a swizzled pointer follows the swizzle at its start only.
static LogicalResult checkGrain(Operation *op, PointerType pointer, Type valueTy) {
  auto vector = dyn_cast<VectorType>(valueTy);
  if (!vector || pointer.getSwizzle().isTrivial())
    return success();
  int64_t bits = valueBits(valueTy), grain = int64_t(8) << pointer.getSwizzle().base;
  if (grain % bits == 0)
    return success();
  emitRule([&] { return emitError(op->getLoc()); }, 174,
           "'" + op->getName().getStringRef() + "': a " + byteCount(bits) +
               " access through the swizzle " + pointer.getSwizzle().str() +
               " does not fit its grain of " + std::to_string(grain / 8) + " bytes",
           "access at most " + std::to_string(grain / 8) +
               " bytes at once, or use a swizzle with a larger base");
  return failure();
}

namespace {

// --- Pointers
// ----------------------------------------------------------------------------------------

struct ConvertMakePtr : FlyPattern<MakePtrOp> {
  using FlyPattern::FlyPattern;

  LogicalResult matchAndRewrite(MakePtrOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    PointerType type = op.getType();
    FailureOr<Value> pointer = failure();
    if (isGenericAddressSpace(type.getAddressSpace(), AddressSpace::Register))
      pointer = makeRegister(op, rewriter);
    else if (isGenericAddressSpace(type.getAddressSpace(), AddressSpace::Shared))
      pointer = makeShared(op, rewriter);
    else if (convert(op, type))
      pointer = target.makePointer(rewriter, op, adaptor.getArgs());
    if (failed(pointer))
      return giveUp(op, rewriter);
    rewriter.replaceOp(op, *pointer);
    return success();
  }

  std::optional<int64_t> entry(MakePtrOp op, StringRef key) const {
    if (DictionaryAttr dictionary = op.getDictAttrsAttr())
      if (auto value = dictionary.getAs<IntegerAttr>(key))
        return value.getInt();
    return std::nullopt;
  }

  LogicalResult missing(MakePtrOp op, StringRef space, StringRef keys) const {
    return emitRule([&] { return emitError(op.getLoc()); }, 152,
                    "'fly.make_ptr' in " + space + " memory needs a positive " + keys +
                        " in dictAttrs");
  }

  FailureOr<Value> makeRegister(MakePtrOp op, ConversionPatternRewriter &rewriter) const {
    std::optional<int64_t> count = entry(op, "allocSize");
    if (!count || *count <= 0)
      return missing(op, "register", "allocSize");
    ++state.counts.registerAllocas;
    Location loc = op.getLoc();
    Type pointer = LLVM::LLVMPointerType::get(getContext(), target.registerSpace());
    Value size = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(),
                                          rewriter.getI64IntegerAttr(*count));
    Type element = llvmCompatibleElement(op.getType().getElemTy());
    return Value(LLVM::AllocaOp::create(rewriter, loc, pointer, element, size,
                                        /*alignment=*/accessAlignment(op.getType())));
  }

  FailureOr<Value> makeShared(MakePtrOp op, ConversionPatternRewriter &rewriter) const {
    std::optional<int64_t> bytes = entry(op, "allocBytes"), align = entry(op, "allocAlign");
    if (!bytes || !align || *bytes <= 0 || *align <= 0)
      return missing(op, "shared", "allocBytes and allocAlign");
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    if (!module)
      return emitRule([&] { return emitError(op.getLoc()); }, 152,
                      "'fly.make_ptr' in shared memory must be inside a gpu.module");
    ++state.counts.sharedAllocations;
    auto global =
        makeGlobal(rewriter, op.getLoc(), module, "__shared_alloc_", state.sharedCounter[module],
                   *bytes, *align, target.definesSharedGlobals());
    return Value(LLVM::AddressOfOp::create(rewriter, op.getLoc(), global));
  }

  /// A byte array in shared memory at the start of the module, under the next free name.
  static LLVM::GlobalOp makeGlobal(ConversionPatternRewriter &rewriter, Location loc,
                                   gpu::GPUModuleOp module, StringRef prefix, unsigned &counter,
                                   int64_t bytes, int64_t alignment, bool define) {
    std::string name;
    do
      name = (prefix + llvm::Twine(counter++)).str();
    while (SymbolTable::lookupSymbolIn(module, name));
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMArrayType::get(rewriter.getI8Type(), bytes);
    auto global = LLVM::GlobalOp::create(rewriter, loc, type, /*isConstant=*/false,
                                         define ? LLVM::Linkage::Internal : LLVM::Linkage::External,
                                         name, /*value=*/Attribute(), alignment, /*addrSpace=*/3,
                                         /*dsoLocal=*/true);
    if (define) {
      rewriter.createBlock(&global.getInitializerRegion());
      Value undef = LLVM::UndefOp::create(rewriter, loc, type);
      LLVM::ReturnOp::create(rewriter, loc, undef);
    }
    return global;
  }
};

struct ConvertGetDynShared : FlyPattern<GetDynSharedOp> {
  using FlyPattern::FlyPattern;

  static constexpr StringRef prefix = "__dynamic_shared_";

  LogicalResult matchAndRewrite(GetDynSharedOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    if (!module) {
      emitRule([&] { return emitError(loc); }, 152,
               "'fly.get_dyn_shared' must be inside a gpu.module");
      return giveUp(op, rewriter);
    }
    LLVM::GlobalOp global;
    for (auto candidate : module.getOps<LLVM::GlobalOp>()) {
      auto array = dyn_cast<LLVM::LLVMArrayType>(candidate.getType());
      if (candidate.getAddrSpace() == 3 && array && array.getNumElements() == 0 &&
          candidate.getSymName().starts_with(prefix)) {
        global = candidate;
        break;
      }
    }
    if (!global)
      global = ConvertMakePtr::makeGlobal(rewriter, loc, module, prefix,
                                          state.dynamicCounter[module], /*bytes=*/0,
                                          /*alignment=*/1024, /*define=*/false);
    Value base = LLVM::AddressOfOp::create(rewriter, loc, global);
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(op, base.getType(), rewriter.getI8Type(), base,
                                             ArrayRef<LLVM::GEPArg>{0});
    return success();
  }
};

struct ConvertIntToPtr : FlyPattern<IntToPtrOp> {
  using FlyPattern::FlyPattern;
  LogicalResult matchAndRewrite(IntToPtrOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    Type type = convert(op, op.getType());
    if (!isa_and_nonnull<LLVM::LLVMPointerType>(type)) {
      if (type)
        emitRule([&] { return emitError(op.getLoc()); }, 150,
                 "'fly.inttoptr' makes bare pointers, not pointers to " +
                     addressSpaceName(op.getType().getAddressSpace()));
      return giveUp(op, rewriter);
    }
    rewriter.replaceOpWithNewOp<LLVM::IntToPtrOp>(op, type, adaptor.getSrc());
    return success();
  }
};

struct ConvertPtrToInt : FlyPattern<PtrToIntOp> {
  using FlyPattern::FlyPattern;
  LogicalResult matchAndRewrite(PtrToIntOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    rewriter.replaceOpWithNewOp<LLVM::PtrToIntOp>(op, op.getType(), adaptor.getPtr());
    return success();
  }
};

struct ConvertToLLVMPtr : FlyPattern<ToLLVMPtrOp> {
  using FlyPattern::FlyPattern;
  LogicalResult matchAndRewrite(ToLLVMPtrOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    auto type = dyn_cast<LLVM::LLVMPointerType>(adaptor.getPtr().getType());
    if (!type) {
      emitRule([&] { return emitError(op.getLoc()); }, 150,
               "'fly.to_llvm_ptr' of a pointer to " +
                   addressSpaceName(op.getPtr().getType().getAddressSpace()) +
                   ", which is not a bare pointer");
      return giveUp(op, rewriter);
    }
    if (type != op.getType()) {
      emitRule([&] { return emitError(op.getLoc()); }, 150,
               "'fly.to_llvm_ptr' asks for address space " +
                   std::to_string(op.getLlvmAddressSpace()) + ", but " +
                   addressSpaceName(op.getPtr().getType().getAddressSpace()) + " is " +
                   std::to_string(type.getAddressSpace()));
      return giveUp(op, rewriter);
    }
    rewriter.replaceOp(op, adaptor.getPtr());
    return success();
  }
};

struct ConvertExtractAlignedPointer : FlyPattern<ExtractAlignedPointerAsIndexOp> {
  using FlyPattern::FlyPattern;
  LogicalResult matchAndRewrite(ExtractAlignedPointerAsIndexOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    Value pointer = adaptor.getSource();
    Type type = op.getType();
    if (pointer.getType() != type) {
      if (!isa<LLVM::LLVMPointerType>(pointer.getType()) || !isa<LLVM::LLVMPointerType>(type)) {
        emitRule([&] { return emitError(op.getLoc()); }, 150,
                 "'fly.extract_aligned_pointer_as_index' yields an LLVM pointer");
        return giveUp(op, rewriter);
      }
      pointer = LLVM::AddrSpaceCastOp::create(rewriter, op.getLoc(), type, pointer);
    }
    rewriter.replaceOp(op, pointer);
    return success();
  }
};

/// Operations that leave the address alone: the swizzle lives in the type and acts at the access.
template <typename OpT> struct ForwardFirst : FlyPattern<OpT> {
  using FlyPattern<OpT>::FlyPattern;
  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    rewriter.replaceOp(op, adaptor.getOperands().front());
    return success();
  }
};

struct ConvertAddOffset : FlyPattern<AddOffsetOp> {
  using FlyPattern::FlyPattern;

  LogicalResult matchAndRewrite(AddOffsetOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    auto type = cast<PointerType>(op.getPtr().getType());
    Type element = llvmCompatibleElement(type.getElemTy());
    Value pointer = adaptor.getPtr();
    const layout::IntTuple &known = cast<IntTupleType>(op.getOffset().getType()).getValue();
    bool ownMemory = target.hasOwnMemory(type.getAddressSpace());
    // LLVM steps over an element of fewer than eight bits as over a whole byte, but memory holds
    // such elements packed: the step is counted in bytes then.
    int64_t bits = bitWidth(type.getElemTy());
    // A predicate (i1) in registers is a byte of its own: packed, scalar stores would overwrite
    // their neighbours.
    bool predicate =
        bits == 1 && isGenericAddressSpace(type.getAddressSpace(), AddressSpace::Register);
    bool packed = bits % 8 != 0 && !predicate && !ownMemory;
    if (known.isStatic() && packed) {
      rewriter.replaceOpWithNewOp<LLVM::GEPOp>(
          op, pointer.getType(), rewriter.getI8Type(), pointer,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(known.leaf().value() * bits / 8)});
      return success();
    }
    if (known.isStatic() && !ownMemory) {
      rewriter.replaceOpWithNewOp<LLVM::GEPOp>(
          op, pointer.getType(), element, pointer,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(known.leaf().value())});
      return success();
    }
    FailureOr<Value> offset = leafValue(rewriter, loc, op.getOffset());
    if (failed(offset)) {
      emitError(loc) << "'fly.add_offset': the offset is not a 'fly.make_int_tuple'; "
                        "'fly-layout-lowering' must run before '"
                     << target.passName() << "'";
      return giveUp(op, rewriter);
    }
    if (ownMemory) {
      FailureOr<Value> moved = target.addOffset(rewriter, op, pointer, *offset);
      if (failed(moved))
        return giveUp(op, rewriter);
      rewriter.replaceOp(op, *moved);
      return success();
    }
    if (packed) {
      Type width = offset->getType();
      auto constant = [&](int64_t value) -> Value {
        return arith::ConstantOp::create(rewriter, loc, rewriter.getIntegerAttr(width, value));
      };
      Value total = arith::MulIOp::create(rewriter, loc, *offset, constant(bits));
      Value bytes = arith::ShRSIOp::create(rewriter, loc, total, constant(3));
      rewriter.replaceOpWithNewOp<LLVM::GEPOp>(op, pointer.getType(), rewriter.getI8Type(), pointer,
                                               ArrayRef<LLVM::GEPArg>{bytes});
      return success();
    }
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(op, pointer.getType(), element, pointer,
                                             ArrayRef<LLVM::GEPArg>{*offset});
    return success();
  }
};

struct ConvertMakeView : FlyPattern<MakeViewOp> {
  using FlyPattern::FlyPattern;
  LogicalResult matchAndRewrite(MakeViewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    // The check before the conversion made sure that a coordinate tensor is unused here.
    if (isa<CoordTensorType>(op.getType()))
      rewriter.eraseOp(op);
    else
      rewriter.replaceOp(op, adaptor.getIter());
    return success();
  }
};

// --- Accesses
// ----------------------------------------------------------------------------------------

struct ConvertPtrLoad : FlyPattern<PtrLoadOp> {
  using FlyPattern::FlyPattern;
  LogicalResult matchAndRewrite(PtrLoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    auto pointer = cast<PointerType>(op.getPtr().getType());
    Type type = convert(op, op.getType());
    if (!type || failed(checkGrain(op, pointer, type)))
      return giveUp(op, rewriter);
    FailureOr<Value> value =
        target.hasOwnMemory(pointer.getAddressSpace())
            ? target.load(rewriter, op, type, adaptor.getPtr())
            : FailureOr<Value>(loadFrom(rewriter, op.getLoc(), type, pointer, adaptor.getPtr()));
    if (failed(value))
      return giveUp(op, rewriter);
    rewriter.replaceOp(op, *value);
    return success();
  }
};

struct ConvertPtrStore : FlyPattern<PtrStoreOp> {
  using FlyPattern::FlyPattern;
  LogicalResult matchAndRewrite(PtrStoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    auto pointer = cast<PointerType>(op.getPtr().getType());
    Value value = adaptor.getValue();
    if (failed(checkGrain(op, pointer, value.getType())))
      return giveUp(op, rewriter);
    if (target.hasOwnMemory(pointer.getAddressSpace())) {
      if (failed(target.store(rewriter, op, value, adaptor.getPtr())))
        return giveUp(op, rewriter);
    } else {
      storeTo(rewriter, op.getLoc(), value, pointer, adaptor.getPtr());
    }
    rewriter.eraseOp(op);
    return success();
  }
};

// --- Atoms
// -------------------------------------------------------------------------------------------

Value defaultAtom(OpBuilder &builder, Location loc, Type payload, Type converted) {
  if (auto stateful = dyn_cast<StatefulOpTypeInterface>(payload))
    return stateful.getDefaultState(builder, loc);
  return LLVM::UndefOp::create(builder, loc, converted);
}

Type payloadOf(Type atom) {
  if (auto copy = dyn_cast<CopyAtomType>(atom))
    return copy.getCopyOp();
  if (auto mma = dyn_cast<MmaAtomType>(atom))
    return mma.getMmaOp();
  if (auto tiled = dyn_cast<TiledCopyType>(atom))
    return payloadOf(tiled.getCopyAtom());
  if (auto tiled = dyn_cast<TiledMmaType>(atom))
    return payloadOf(tiled.getMmaAtom());
  return {};
}

template <typename OpT> struct ConvertMakeAtom : FlyPattern<OpT> {
  using FlyPattern<OpT>::FlyPattern;
  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    Type type = op->getResult(0).getType();
    rewriter.replaceOp(op, defaultAtom(rewriter, op.getLoc(), payloadOf(type),
                                       this->getTypeConverter()->convertType(type)));
    return success();
  }
};

struct ConvertAtomSetValue : FlyPattern<AtomSetValueOp> {
  using FlyPattern::FlyPattern;
  LogicalResult matchAndRewrite(AtomSetValueOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    Type payload = payloadOf(op.getAtom().getType());
    auto stateful = dyn_cast_or_null<StatefulOpTypeInterface>(payload);
    if (!stateful) {
      emitRule([&] { return emitError(op.getLoc()); }, 331,
               "atom " + describe(op.getAtom().getType()) + " has no state field \"" +
                   op.getField().str() + "\"");
      return giveUp(op, rewriter);
    }
    unsigned errors = state.errors;
    Value updated = stateful.setAtomState(rewriter, op.getLoc(), adaptor.getAtom(), op.getField(),
                                          adaptor.getValue());
    if (!updated) {
      if (state.errors == errors)
        emitRule([&] { return emitError(op.getLoc()); }, 331,
                 "field \"" + op.getField().str() + "\" of " + describe(op.getAtom().getType()) +
                     " cannot be set to " + describe(op.getValue().getType()));
      return giveUp(op, rewriter);
    }
    rewriter.replaceOp(op, updated);
    return success();
  }

  static std::string describe(Type type) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << type;
    return text;
  }
};

/// Base of the four call patterns: a failed emission is reported even when the payload forgot to.
template <typename OpT> struct ConvertCall : FlyPattern<OpT> {
  using FlyPattern<OpT>::FlyPattern;
  using Adaptor = typename OpT::Adaptor;

  LogicalResult matchAndRewrite(OpT op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    unsigned errors = this->state.errors;
    FailureOr<Value> result = failure();
    {
      OpBuilder::InsertionGuard guard(rewriter);
      result = emit(op, adaptor, rewriter);
    }
    if (failed(result)) {
      if (this->state.errors == errors)
        emitRule([&] { return emitError(op.getLoc()); }, 338,
                 "'" + op->getName().getStringRef() + "': the payload " +
                     ConvertAtomSetValue::describe(payloadOf(op->getOperand(0).getType())) +
                     " cannot be emitted for these operands");
      return this->giveUp(op, rewriter);
    }
    ++this->state.counts.atomCalls;
    if (op->getNumResults())
      rewriter.replaceOp(op, *result);
    else
      rewriter.eraseOp(op);
    return success();
  }

  virtual FailureOr<Value> emit(OpT op, Adaptor adaptor, OpBuilder &builder) const = 0;

  LogicalResult notAPayload(OpT op, StringRef kind) const {
    return emitRule([&] { return emitError(op.getLoc()); }, 314,
                    ConvertAtomSetValue::describe(payloadOf(op->getOperand(0).getType())) +
                        " is not " + kind);
  }
};

struct ConvertCopyCall : ConvertCall<CopyAtomCallOp> {
  using ConvertCall::ConvertCall;
  FailureOr<Value> emit(CopyAtomCallOp op, Adaptor adaptor, OpBuilder &builder) const final {
    auto atom = cast<CopyAtomType>(op.getCopyAtom().getType());
    auto payload = dyn_cast<CopyOpTypeInterface>(atom.getCopyOp());
    if (!payload)
      return notAPayload(op, "a copy operation");
    auto src = cast<fly::MemRefType>(op.getSrc().getType());
    auto dst = cast<fly::MemRefType>(op.getDst().getType());
    if (src.getElemTy() != dst.getElemTy())
      return emitRule([&] { return emitError(op.getLoc()); }, 153,
                      "'fly.copy_atom_call' copies between equal element types, got " +
                          ConvertAtomSetValue::describe(src.getElemTy()) + " and " +
                          ConvertAtomSetValue::describe(dst.getElemTy()));
    LogicalResult done =
        op.getPred()
            ? payload.emitAtomCallPred(builder, op.getLoc(), atom, src, dst, adaptor.getCopyAtom(),
                                       adaptor.getSrc(), adaptor.getDst(), op.getPred().getType(),
                                       adaptor.getPred())
            : payload.emitAtomCall(builder, op.getLoc(), atom, src, dst, adaptor.getCopyAtom(),
                                   adaptor.getSrc(), adaptor.getDst());
    if (failed(done))
      return failure();
    return Value();
  }
};

struct ConvertCopyCallSSA : ConvertCall<CopyAtomCallSSAOp> {
  using ConvertCall::ConvertCall;
  FailureOr<Value> emit(CopyAtomCallSSAOp op, Adaptor adaptor, OpBuilder &builder) const final {
    Location loc = op.getLoc();
    auto atom = cast<CopyAtomType>(op.getCopyAtom().getType());
    auto payload = dyn_cast<CopyOpTypeInterface>(atom.getCopyOp());
    if (!payload)
      return notAPayload(op, "a copy operation");
    Type resultTy;
    if (op->getNumResults()) {
      resultTy = convert(op, op->getResult(0).getType());
      if (!resultTy)
        return failure();
    }
    Type srcTy = operandType(op.getSrc(), adaptor.getSrc());
    Type dstTy = operandType(op.getDst(), adaptor.getDst());
    if (!op.getPred())
      return payload.emitAtomCallSSA(builder, loc, resultTy, atom, srcTy, dstTy,
                                     adaptor.getCopyAtom(), adaptor.getSrc(), adaptor.getDst());
    Value pred = adaptor.getPred();
    if (isMemory(op.getPred().getType()) && !isa<LLVM::LLVMPointerType>(pred.getType()))
      return emitRule([&] { return emitError(loc); }, 153,
                      "'fly.copy_atom_call_ssa': the predicate cannot be read from " +
                          ConvertAtomSetValue::describe(op.getPred().getType()),
                      "keep predicates in registers");
    if (isMemory(op.getPred().getType()))
      pred = loadFrom(builder, loc, builder.getI1Type(), op.getPred().getType(), pred);
    // With a result the operand `dst` is the value that stays when the predicate is false.
    Value memory = resultTy ? Value() : adaptor.getDst();
    Value old = resultTy ? adaptor.getDst() : Value();
    return payload.emitAtomCallPredSSA(builder, loc, resultTy, atom, srcTy,
                                       resultTy ? Type() : dstTy, adaptor.getCopyAtom(),
                                       adaptor.getSrc(), memory, pred, old);
  }
};

struct ConvertMmaCall : ConvertCall<MmaAtomCallOp> {
  using ConvertCall::ConvertCall;
  FailureOr<Value> emit(MmaAtomCallOp op, Adaptor adaptor, OpBuilder &builder) const final {
    auto atom = cast<MmaAtomType>(op.getMmaAtom().getType());
    auto payload = dyn_cast<MmaOpTypeInterface>(atom.getMmaOp());
    if (!payload)
      return notAPayload(op, "an MMA operation");
    auto memory = [](Value value) { return cast<fly::MemRefType>(value.getType()); };
    if (failed(payload.emitAtomCall(builder, op.getLoc(), atom, memory(op.getD()),
                                    memory(op.getA()), memory(op.getB()), memory(op.getC()),
                                    adaptor.getMmaAtom(), adaptor.getD(), adaptor.getA(),
                                    adaptor.getB(), adaptor.getC())))
      return failure();
    return Value();
  }
};

struct ConvertMmaCallSSA : ConvertCall<MmaAtomCallSSAOp> {
  using ConvertCall::ConvertCall;
  FailureOr<Value> emit(MmaAtomCallSSAOp op, Adaptor adaptor, OpBuilder &builder) const final {
    auto atom = cast<MmaAtomType>(op.getMmaAtom().getType());
    auto payload = dyn_cast<MmaOpTypeInterface>(atom.getMmaOp());
    if (!payload)
      return notAPayload(op, "an MMA operation");
    Type resultTy;
    if (op->getNumResults()) {
      resultTy = convert(op, op->getResult(0).getType());
      if (!resultTy)
        return failure();
    }
    return payload.emitAtomCallSSA(
        builder, op.getLoc(), resultTy, atom, operandType(op.getD(), adaptor.getD()),
        operandType(op.getA(), adaptor.getA()), operandType(op.getB(), adaptor.getB()),
        operandType(op.getC(), adaptor.getC()), adaptor.getMmaAtom(), adaptor.getD(),
        adaptor.getA(), adaptor.getB(), adaptor.getC());
  }
};

// --- Values and boundaries of other dialects
// -----------------------------------------------------------

struct ConvertStatic : FlyPattern<StaticOp> {
  using FlyPattern::FlyPattern;
  LogicalResult matchAndRewrite(StaticOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const final {
    Type type = op->getResult(0).getType();
    rewriter.replaceOp(op, defaultAtom(rewriter, op.getLoc(), payloadOf(type),
                                       getTypeConverter()->convertType(type)));
    return success();
  }
};

struct ConvertPoison : OpConversionPattern<ub::PoisonOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(ub::PoisonOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const final {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!type)
      return failure();
    rewriter.replaceOpWithNewOp<ub::PoisonOp>(op, type);
    return success();
  }
};

struct ConvertSelect : OpConversionPattern<arith::SelectOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(arith::SelectOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, adaptor.getCondition(), adaptor.getTrueValue(),
                                                 adaptor.getFalseValue());
    return success();
  }
};

struct ConvertGpuFunc : OpConversionPattern<gpu::GPUFuncOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(gpu::GPUFuncOp func, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const final {
    FunctionType type = func.getFunctionType();
    SmallVector<Type> inputs, results;
    if (failed(getTypeConverter()->convertTypes(type.getInputs(), inputs)) ||
        failed(getTypeConverter()->convertTypes(type.getResults(), results)))
      return failure();
    if (!func.isExternal()) {
      // Workgroup and private attributions follow the arguments and keep their types.
      Block &entry = func.getBody().front();
      TypeConverter::SignatureConversion signature(entry.getNumArguments());
      for (unsigned i = 0; i < entry.getNumArguments(); ++i)
        signature.addInputs(i, i < inputs.size() ? inputs[i] : entry.getArgument(i).getType());
      if (failed(rewriter.convertRegionTypes(&func.getBody(), *getTypeConverter(), &signature)))
        return failure();
    }
    rewriter.modifyOpInPlace(
        func, [&] { func.setFunctionType(FunctionType::get(getContext(), inputs, results)); });
    return success();
  }
};

/// Replaces the operands in place; results keep their types.
template <typename OpT> struct ConvertOperands : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(adaptor.getOperands()); });
    return success();
  }
};

void populate(const FlyTypeConverter &converter, RewritePatternSet &patterns,
              ConversionTarget &legality, const TargetConversion &target, ConversionState &state) {
  MLIRContext *context = patterns.getContext();
  patterns
      .add<ConvertMakePtr, ConvertGetDynShared, ConvertIntToPtr, ConvertPtrToInt, ConvertToLLVMPtr,
           ConvertExtractAlignedPointer, ForwardFirst<ApplySwizzleOp>, ForwardFirst<RecastIterOp>,
           ConvertAddOffset, ConvertMakeView, ConvertPtrLoad, ConvertPtrStore,
           ConvertMakeAtom<MakeCopyAtomOp>, ConvertMakeAtom<MakeMmaAtomOp>,
           ForwardFirst<MakeTiledCopyOp>, ForwardFirst<MakeTiledMmaOp>, ConvertAtomSetValue,
           ConvertCopyCall, ConvertCopyCallSSA, ConvertMmaCall, ConvertMmaCallSSA, ConvertStatic>(
          converter, context, target, state);
  patterns.add<ConvertPoison, ConvertSelect, ConvertGpuFunc, ConvertOperands<gpu::ReturnOp>,
               ConvertOperands<gpu::LaunchFuncOp>>(converter, context);
  populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns, converter);
  populateCallOpTypeConversionPattern(patterns, converter);
  populateReturnOpTypeConversionPattern(patterns, converter);
  populateBranchOpInterfaceTypeConversionPattern(patterns, converter);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns, legality);

  legality.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  legality.addIllegalDialect<FlyDialect>();
  legality.addLegalOp<MakeIntTupleOp, MakeLayoutOp, MakeComposedLayoutOp>();
  legality.addDynamicallyLegalOp<StaticOp>(
      [](StaticOp op) { return !payloadOf(op->getResult(0).getType()); });
  auto byTypes = [&converter](Operation *op) { return converter.isLegal(op); };
  legality.addDynamicallyLegalOp<ub::PoisonOp, arith::SelectOp, gpu::ReturnOp, gpu::LaunchFuncOp,
                                 func::CallOp, func::ReturnOp, cf::BranchOp, cf::CondBranchOp,
                                 cf::SwitchOp>(byTypes);
  legality.addDynamicallyLegalOp<func::FuncOp, gpu::GPUFuncOp>([&converter](Operation *op) {
    auto function = cast<FunctionOpInterface>(op);
    return converter.isSignatureLegal(cast<FunctionType>(function.getFunctionType())) &&
           converter.isLegal(&function.getFunctionBody());
  });
  target.populate(converter, patterns, legality, state);
}

} // namespace

/// Whether a pointer or one derived from it is carried on by a terminator: to the next round of a
/// loop, for example.
static bool isCarried(Value pointer) {
  SmallVector<Value> derived = {pointer};
  for (unsigned i = 0; i < derived.size(); ++i)
    for (Operation *user : derived[i].getUsers()) {
      if (user->hasTrait<OpTrait::IsTerminator>())
        return true;
      if (user->getNumRegions() != 0)
        return true; // a loop that carries it
      for (Value result : user->getResults())
        if (isa<LLVM::LLVMPointerType, LLVM::LLVMStructType>(result.getType()) &&
            !llvm::is_contained(derived, result))
          derived.push_back(result);
    }
  return false;
}

/// Moves register memory to the start of its function. LLVM turns only allocas of the entry block
/// into registers, and one behind a loop is outside of it as soon as the loop becomes branches. An
/// alloca inside a loop stays there if its pointer outlives the round.
static void hoistRegisterMemory(ModuleOp module) {
  module.walk([&](FunctionOpInterface function) {
    if (function.isExternal())
      return;
    Block &entry = function.getFunctionBody().front();
    SmallVector<LLVM::AllocaOp> allocas;
    function.walk([&](LLVM::AllocaOp op) {
      Operation *size = op.getArraySize().getDefiningOp();
      if (size && size->hasTrait<OpTrait::ConstantLike>() &&
          (op->getBlock() == &entry || !isCarried(op.getResult())))
        allocas.push_back(op);
    });
    OpBuilder builder(module.getContext());
    builder.setInsertionPointToStart(&entry);
    for (LLVM::AllocaOp op : allocas) {
      Operation *old = op.getArraySize().getDefiningOp(), *size = builder.clone(*old);
      op.getArraySizeMutable().assign(size->getResult(0));
      if (old->use_empty())
        old->erase();
      op->moveAfter(size);
      builder.setInsertionPointAfter(op);
    }
  });
}

LogicalResult fly::convertFlyModule(ModuleOp module, const TargetConversion &target,
                                    ConversionCounts *counts) {
  if (failed(checkConvertible(module, target)))
    return failure();

  MLIRContext *context = module.getContext();
  FlyTypeConverter converter(target);
  ConversionState state;
  RewritePatternSet patterns(context);
  ConversionTarget legality(*context);
  populate(converter, patterns, legality, target, state);

  ScopedDiagnosticHandler counter(context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      ++state.errors;
    return failure(); // counted only; the handler below prints
  });
  ConversionConfig config;
  config.allowPatternRollback = false; // patterns do not fail after they changed something
  StepListener steps(target.passName());
  if (verifiesSteps())
    config.listener = &steps;
  if (failed(applyPartialConversion(module, legality, std::move(patterns), config)))
    return failure();
  hoistRegisterMemory(module);
  if (counts)
    *counts = state.counts;
  return success(!state.hasFailed() && state.errors == 0 && !steps.failed());
}
