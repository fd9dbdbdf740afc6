#include "dialects/fly/AtomEmission.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/layout/Algebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::fly;
using FlyMemRef = mlir::fly::MemRefType;

int64_t mlir::fly::valueBits(Type type) {
  if (auto vector = dyn_cast_or_null<VectorType>(type))
    return vector.getNumElements() * bitWidth(vector.getElementType());
  return bitWidth(type);
}

bool mlir::fly::isRegisterValue(Type type) {
  auto vector = dyn_cast_or_null<VectorType>(type);
  if (vector && (vector.getRank() != 1 || vector.isScalable()))
    return false;
  Type element = vector ? vector.getElementType() : type;
  return element && element.isIntOrFloat();
}

std::optional<std::string> mlir::fly::consecutiveProblem(FlyMemRef type, int64_t count) {
  const layout::AnyLayout &view = type.getLayout();
  const layout::Layout &linear = view.linear();
  if (view.isPlain()) {
    // What nearly every call has.
    if (linear.isLeaf() && linear.stride().isStaticValue(1))
      return std::nullopt;
    layout::Result<layout::Layout> flat = layout::coalesce(linear);
    if (!flat || !flat->isStatic() ||
        (flat->isLeaf() && (flat->stride().isStaticValue(1) || flat->shape().isStaticValue(1))))
      return std::nullopt;
  } else if (!view.composed().offset().isStatic()) {
    return "the view " + view.str() + " has an offset that its pointer has not taken";
  } else if (!view.isStatic()) {
    return std::nullopt;
  }
  layout::Result<layout::Leaf> size = layout::size(linear);
  if (!size || !size->isStatic())
    return std::nullopt;
  // No instruction moves more than a few dozen elements of one thread.
  int64_t limit =
      std::min<int64_t>(count > 0 ? std::min(count, size->value()) : size->value(), 1024);
  for (int64_t i = 0; i < limit; ++i) {
    layout::Result<layout::IntTuple> index = layout::crd2idx(layout::IntTuple(i), view);
    if (!index || !index->isLeaf() || !index->leaf().isStatic() || !index->leaf().isInt())
      return std::nullopt;
    if (int64_t at = index->leaf().value(); at != i)
      return "element " + std::to_string(i) + " of the view " + view.str() + " is at position " +
             std::to_string(at) + " from its pointer, the instruction moves position " +
             std::to_string(i);
  }
  return std::nullopt;
}

/// The type that LLVM accepts for a value of this type: narrow floats become integers.
static Type llvmValueType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return VectorType::get(vector.getShape(), llvmCompatibleElement(vector.getElementType()));
  return llvmCompatibleElement(type);
}

Value mlir::fly::bitcastTo(OpBuilder &builder, Location loc, Type type, Value value) {
  if (value.getType() == type)
    return value;
  // arith.bitcast changes elements in place; llvm.bitcast changes the shape of LLVM's own types.
  Type from = llvmValueType(value.getType()), to = llvmValueType(type);
  if (from != value.getType())
    value = arith::BitcastOp::create(builder, loc, from, value);
  if (from != to)
    value = LLVM::BitcastOp::create(builder, loc, to, value);
  if (to != type)
    value = arith::BitcastOp::create(builder, loc, type, value);
  return value;
}

static Value constant64(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                  builder.getI64IntegerAttr(value));
}

Value mlir::fly::applyAddressSwizzle(OpBuilder &builder, Location loc, Value ptr,
                                     layout::Swizzle swizzle) {
  if (swizzle.isTrivial())
    return ptr;
  Value address = LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), ptr);
  int64_t bits = ((int64_t(1) << swizzle.mask) - 1) << (swizzle.base + swizzle.shift);
  // In arith, so that the mask folds with the rest of the index arithmetic.
  auto constant = [&](int64_t value) {
    return arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(value));
  };
  Value row = arith::AndIOp::create(builder, loc, address, constant(bits));
  Value moved = arith::ShRUIOp::create(builder, loc, row, constant(swizzle.shift));
  Value swizzled = arith::XOrIOp::create(builder, loc, address, moved);
  return LLVM::IntToPtrOp::create(builder, loc, ptr.getType(), swizzled);
}

static std::pair<int64_t, layout::Swizzle> alignmentAndSwizzle(Type memTy) {
  if (auto memref = dyn_cast<FlyMemRef>(memTy))
    return {memref.getAlignment(), memref.getSwizzle()};
  auto pointer = cast<PointerType>(memTy);
  return {pointer.getAlignment(), pointer.getSwizzle()};
}

int64_t mlir::fly::accessAlignment(Type memTy) {
  auto [alignment, swizzle] = alignmentAndSwizzle(memTy);
  // LLVM takes powers of two only.
  int64_t bytes = alignment & -alignment;
  if (!swizzle.isTrivial())
    bytes = std::min(bytes, int64_t(1) << swizzle.base);
  return bytes;
}

/// Bytes of one piece of an access of `bytes`, and the number of pieces. A swizzle keeps bytes
/// together only within its grain; an access that is not known to start on a grain may cross one at
/// any multiple of its alignment.
static std::pair<int64_t, int64_t> pieces(Type memTy, int64_t bytes) {
  layout::Swizzle swizzle = alignmentAndSwizzle(memTy).second;
  int64_t grain = accessAlignment(memTy);
  if (swizzle.isTrivial() || bytes <= grain || bytes == 0)
    return {bytes, 1};
  int64_t piece = std::gcd(bytes, grain);
  return {piece, bytes / piece};
}

static Value pieceAddress(OpBuilder &builder, Location loc, Value ptr, int64_t offset,
                          layout::Swizzle swizzle) {
  if (offset != 0)
    ptr = LLVM::GEPOp::create(builder, loc, ptr.getType(), builder.getI8Type(), ptr,
                              ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  return applyAddressSwizzle(builder, loc, ptr, swizzle);
}

/// Vectors of elements narrower than a byte travel as one integer: LLVM takes other vectors of them
/// apart through the stack.
static Type accessType(Type valueTy) {
  Type type = llvmValueType(valueTy);
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.getElementTypeBitWidth() % 8 == 0)
    return type;
  int64_t bits = valueBits(type);
  if (bits <= 64)
    return IntegerType::get(type.getContext(), bits);
  return bits % 32 ? type
                   : Type(VectorType::get({bits / 32}, IntegerType::get(type.getContext(), 32)));
}

Value mlir::fly::loadFrom(OpBuilder &builder, Location loc, Type valueTy, Type memTy, Value ptr) {
  Type loadTy = accessType(valueTy);
  layout::Swizzle swizzle = alignmentAndSwizzle(memTy).second;
  unsigned alignment = static_cast<unsigned>(accessAlignment(memTy));
  auto [piece, count] = pieces(memTy, llvm::divideCeil(valueBits(valueTy), 8));
  if (count == 1) {
    Value address = applyAddressSwizzle(builder, loc, ptr, swizzle);
    Value loaded = LLVM::LoadOp::create(builder, loc, loadTy, address, alignment);
    return bitcastTo(builder, loc, valueTy, loaded);
  }
  Type pieceTy = builder.getIntegerType(static_cast<unsigned>(piece * 8));
  auto piecesTy = VectorType::get({count}, pieceTy);
  Value all = LLVM::PoisonOp::create(builder, loc, piecesTy);
  for (int64_t i = 0; i < count; ++i) {
    Value address = pieceAddress(builder, loc, ptr, i * piece, swizzle);
    Value loaded =
        LLVM::LoadOp::create(builder, loc, pieceTy, address, static_cast<unsigned>(piece));
    all = LLVM::InsertElementOp::create(builder, loc, all, loaded, constant64(builder, loc, i));
  }
  return bitcastTo(builder, loc, valueTy, all);
}

void mlir::fly::storeTo(OpBuilder &builder, Location loc, Value value, Type memTy, Value ptr) {
  layout::Swizzle swizzle = alignmentAndSwizzle(memTy).second;
  unsigned alignment = static_cast<unsigned>(accessAlignment(memTy));
  auto [piece, count] = pieces(memTy, llvm::divideCeil(valueBits(value.getType()), 8));
  if (count == 1) {
    Value stored = bitcastTo(builder, loc, accessType(value.getType()), value);
    Value address = applyAddressSwizzle(builder, loc, ptr, swizzle);
    LLVM::StoreOp::create(builder, loc, stored, address, alignment);
    return;
  }
  Type pieceTy = builder.getIntegerType(static_cast<unsigned>(piece * 8));
  Value all = bitcastTo(builder, loc, VectorType::get({count}, pieceTy), value);
  for (int64_t i = 0; i < count; ++i) {
    Value part = LLVM::ExtractElementOp::create(builder, loc, all, constant64(builder, loc, i));
    Value address = pieceAddress(builder, loc, ptr, i * piece, swizzle);
    LLVM::StoreOp::create(builder, loc, part, address, static_cast<unsigned>(piece));
  }
}

// --- Default bodies of the atom interfaces
// ---------------------------------------------------------

/// The value that a register operand of `bits` bits holds (0: as much as its layout reaches).
static Type registerValueType(FlyMemRef type, int64_t bits) {
  Type whole = registerSSAType(type, /*llvmCompatible=*/true);
  if (bits <= 0 || (whole && valueBits(whole) == bits))
    return whole;
  Type element = llvmCompatibleElement(type.getElemTy());
  int64_t width = bitWidth(element);
  if (width == bits)
    return element;
  if (width < bits && bits % width == 0)
    return VectorType::get({bits / width}, element);
  return IntegerType::get(type.getContext(), static_cast<unsigned>(bits));
}

static bool isRegister(FlyMemRef type) {
  return isGenericAddressSpace(type.getAddressSpace(), AddressSpace::Register);
}

static LogicalResult reportUnsized(Location loc, FlyMemRef type) {
  emitRule([&] { return emitError(loc); }, 153,
           "register operand needs a static plain layout, got " + type.getLayout().str());
  return failure();
}

LogicalResult mlir::fly::detail::emitCopyCall(Type payload, OpBuilder &builder, Location loc,
                                              CopyAtomType atomTy, FlyMemRef srcTy, FlyMemRef dstTy,
                                              Value atomVal, Value srcPtr, Value dstPtr) {
  auto copy = cast<CopyOpTypeInterface>(payload);
  int64_t bits = copy.isWholeTile() ? 0 : copy.getCopyBits();
  Value src = srcPtr;
  Type srcValueTy = srcTy;
  if (isRegister(srcTy)) {
    srcValueTy = registerValueType(srcTy, bits);
    if (!srcValueTy)
      return reportUnsized(loc, srcTy);
    src = loadFrom(builder, loc, srcValueTy, srcTy, srcPtr);
  }
  if (!isRegister(dstTy))
    return success(succeeded(copy.emitAtomCallSSA(builder, loc, Type(), atomTy, srcValueTy, dstTy,
                                                  atomVal, src, dstPtr)));
  Type resultTy = registerValueType(dstTy, bits);
  if (!resultTy)
    return reportUnsized(loc, dstTy);
  FailureOr<Value> result = copy.emitAtomCallSSA(builder, loc, resultTy, atomTy, srcValueTy, Type(),
                                                 atomVal, src, Value());
  if (failed(result))
    return failure();
  storeTo(builder, loc, *result, dstTy, dstPtr);
  return success();
}

FailureOr<Value> mlir::fly::detail::emitPredicatedCopyCallSSA(Type payload, OpBuilder &builder,
                                                              Location loc, Type resultTy,
                                                              CopyAtomType atomTy, Type srcTy,
                                                              Type dstTy, Value atomVal, Value src,
                                                              Value dst, Value pred, Value oldDst) {
  auto copy = cast<CopyOpTypeInterface>(payload);
  if (resultTy && !oldDst) {
    emitRule([&] { return emitError(loc); }, 153,
             "predicated copy into a register needs the register's old value");
    return failure();
  }
  OpBuilder::InsertionGuard guard(builder);
  auto branch = resultTy ? scf::IfOp::create(builder, loc, TypeRange(resultTy), pred, true)
                         : scf::IfOp::create(builder, loc, TypeRange(), pred, false);
  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  FailureOr<Value> result =
      copy.emitAtomCallSSA(builder, loc, resultTy, atomTy, srcTy, dstTy, atomVal, src, dst);
  if (!resultTy)
    return result;
  // The region needs its terminators even when the call failed, so that the IR stays printable.
  scf::YieldOp::create(builder, loc, succeeded(result) ? *result : oldDst);
  builder.setInsertionPointToStart(&branch.getElseRegion().front());
  scf::YieldOp::create(builder, loc, oldDst);
  if (failed(result))
    return failure();
  return branch.getResult(0);
}

LogicalResult mlir::fly::detail::emitPredicatedCopyCall(Type payload, OpBuilder &builder,
                                                        Location loc, CopyAtomType atomTy,
                                                        FlyMemRef srcTy, FlyMemRef dstTy,
                                                        Value atomVal, Value srcPtr, Value dstPtr,
                                                        Type predTy, Value predPtr) {
  auto copy = cast<CopyOpTypeInterface>(payload);
  if (!isa<LLVM::LLVMPointerType>(predPtr.getType())) {
    std::string text;
    llvm::raw_string_ostream(text) << predTy;
    emitRule([&] { return emitError(loc); }, 153,
             "the predicate " + text + " is in memory that a plain load does not reach",
             "keep it in registers");
    return failure();
  }
  Value pred = loadFrom(builder, loc, builder.getI1Type(), predTy, predPtr);
  OpBuilder::InsertionGuard guard(builder);
  auto branch = scf::IfOp::create(builder, loc, TypeRange(), pred, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  return copy.emitAtomCall(builder, loc, atomTy, srcTy, dstTy, atomVal, srcPtr, dstPtr);
}

LogicalResult mlir::fly::detail::emitMmaCall(Type payload, OpBuilder &builder, Location loc,
                                             MmaAtomType atomTy, FlyMemRef dTy, FlyMemRef aTy,
                                             FlyMemRef bTy, FlyMemRef cTy, Value atomVal,
                                             Value dPtr, Value aPtr, Value bPtr, Value cPtr) {
  auto mma = cast<MmaOpTypeInterface>(payload);
  struct Operand {
    FlyMemRef memTy;
    Value value;
    Type type;
    MmaOperand which;
  };
  Operand operands[] = {{aTy, aPtr, aTy, MmaOperand::A},
                        {bTy, bPtr, bTy, MmaOperand::B},
                        {cTy, cPtr, cTy, MmaOperand::C}};
  for (Operand &operand : operands) {
    if (!isRegister(operand.memTy))
      continue; // a descriptor or tensor-memory operand stays in memory
    int64_t values = mma.getRegisterValues(operand.which);
    operand.type = registerValueType(operand.memTy, values * bitWidth(operand.memTy.getElemTy()));
    if (!operand.type)
      return reportUnsized(loc, operand.memTy);
    operand.value = loadFrom(builder, loc, operand.type, operand.memTy, operand.value);
  }
  auto call = [&](Type resultTy, Type resultMemTy, Value d) {
    return mma.emitAtomCallSSA(builder, loc, resultTy, atomTy, resultMemTy, operands[0].type,
                               operands[1].type, operands[2].type, atomVal, d, operands[0].value,
                               operands[1].value, operands[2].value);
  };
  if (!isRegister(dTy))
    return success(succeeded(call(Type(), dTy, dPtr)));
  int64_t values = mma.getRegisterValues(MmaOperand::D);
  Type resultTy = registerValueType(dTy, values * bitWidth(dTy.getElemTy()));
  if (!resultTy)
    return reportUnsized(loc, dTy);
  FailureOr<Value> result = call(resultTy, Type(), Value());
  if (failed(result))
    return failure();
  storeTo(builder, loc, *result, dTy, dPtr);
  return success();
}
