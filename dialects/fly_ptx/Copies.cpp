// Copies: vectorised loads and stores, ldmatrix, stmatrix, cp.async (fly-ptx 6 and 7).
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/FlyOps.h"
#include "dialects/fly_ptx/Payloads.h"
#include "dialects/layout/Algebra.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::fly_ptx;

std::string mlir::fly_ptx::textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

LogicalResult mlir::fly_ptx::emitCoded(Location loc, int rule, const Twine &message,
                                       const Twine &fix) {
  return fly::emitRule([&] { return emitError(loc); }, rule, message, fix);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::string mlir::fly_ptx::placeOf(Type operandTy) {
  auto memRef = dyn_cast_or_null<fly::MemRefType>(operandTy);
  if (!memRef)
    return "registers";
  if (auto space = dyn_cast<fly::AddressSpaceAttr>(memRef.getAddressSpace()))
    return fly::stringifyAddressSpace(space.getValue()).str();
  std::string text;
  llvm::raw_string_ostream(text) << memRef.getAddressSpace();
  return text;
}

bool mlir::fly_ptx::inSpace(Type operandTy, fly::AddressSpace space) {
  auto memRef = dyn_cast_or_null<fly::MemRefType>(operandTy);
  return memRef && fly::isGenericAddressSpace(memRef.getAddressSpace(), space);
}

bool mlir::fly_ptx::inRegisters(Type operandTy) {
  return !isa<fly::MemRefType>(operandTy) || inSpace(operandTy, fly::AddressSpace::Register);
}

LogicalResult mlir::fly_ptx::verifyPlaces(EmitError emitError, Type payload, Type srcTy,
                                          fly::AddressSpace src, Type dstTy,
                                          fly::AddressSpace dst) {
  struct {
    const char *side;
    Type type;
    fly::AddressSpace space;
  } operands[] = {{"source", srcTy, src}, {"destination", dstTy, dst}};
  for (auto &[side, type, space] : operands) {
    if (!type)
      continue;
    bool registers = space == fly::AddressSpace::Register;
    if (registers ? inRegisters(type) : inSpace(type, space))
      continue;
    return fly::emitRule(
        emitError, 406,
        Twine(side) + " of " + textOf(payload) + " must be in " +
            (registers ? "registers" : fly::stringifyAddressSpace(space).str() + " memory") +
            ", got " + placeOf(type));
  }
  int64_t bits = cast<fly::CopyOpTypeInterface>(payload).getCopyBits();
  for (Type type : {srcTy, dstTy}) {
    auto memRef = dyn_cast_or_null<fly::MemRefType>(type);
    if (type && !memRef && !fly::isRegisterValue(type))
      return fly::emitRule(emitError, 405,
                           textOf(payload) + " moves scalars and plain vectors, got " +
                               textOf(type));
    if (!memRef)
      continue; // a value's size is checked when it is bitcast
    if (inSpace(type, fly::AddressSpace::Register)) {
      auto size = layout::size(memRef.getLayout().linear());
      if (!size || !size->isStatic())
        return fly::emitRule(emitError, 405,
                             textOf(payload) + " needs a fragment of known size, got " +
                                 textOf(type));
      if (size->value() * fly::bitWidth(memRef.getElemTy()) != bits)
        return fly::emitRule(
            emitError, 405,
            "register operand holds " + Twine(size->value() * fly::bitWidth(memRef.getElemTy())) +
                " bits, " + textOf(payload) + " moves " + Twine(bits) + " per thread");
    }
    if (std::optional<std::string> problem = fly::consecutiveProblem(memRef))
      return fly::emitRule(emitError, 405, *problem);
  }
  return success();
}

LogicalResult mlir::fly_ptx::checkAlignment(Location loc, StringRef side, Type memTy,
                                            int64_t bytes) {
  int64_t promised = fly::accessAlignment(memTy);
  if (promised >= bytes)
    return success();
  return emitCoded(loc, 407,
                   side + " needs " + Twine(bytes) + "-byte alignment, pointer promises " +
                       Twine(promised),
                   "state the alignment in the pointer type: align<" + Twine(bytes) + ">");
}

FailureOr<Value> mlir::fly_ptx::readRegister(OpBuilder &builder, Location loc, Type payload,
                                             Type operandTy, Value value, Type type) {
  if (fly::isMemory(operandTy))
    return fly::loadFrom(builder, loc, type, operandTy, value);
  int64_t have = fly::valueBits(value.getType()), need = fly::valueBits(type);
  if (have != need)
    return emitCoded(loc, 405,
                     "register operand of " + textOf(payload) + " holds " + Twine(have) +
                         " bits, the instruction takes " + Twine(need));
  return fly::bitcastTo(builder, loc, type, value);
}

FailureOr<Value> mlir::fly_ptx::writeRegister(OpBuilder &builder, Location loc, Type payload,
                                              Type resultTy, Type dstTy, Value value, Value dst) {
  if (resultTy) {
    int64_t have = fly::valueBits(value.getType()), want = fly::valueBits(resultTy);
    if (have != want)
      return emitCoded(loc, 405,
                       "result of " + textOf(payload) + " has " + Twine(have) +
                           " bits, its type holds " + Twine(want));
    return fly::bitcastTo(builder, loc, resultTy, value);
  }
  fly::storeTo(builder, loc, value, dstTy, dst);
  return Value();
}

/// The destination that `resultTy` stands for, for the check of places.
static Type destinationOf(Type resultTy, Type dstTy) { return resultTy ? resultTy : dstTy; }

static LogicalResult verifyBits(EmitError emitError, StringRef name, int bits,
                                ArrayRef<int> legal) {
  if (llvm::is_contained(legal, bits))
    return success();
  std::string list;
  for (int size : legal)
    list += (list.empty() ? "" : ", ") + std::to_string(size);
  return fly::emitRule(emitError, 434,
                       "'" + name + "' copies " + list + " bits, got " + Twine(bits));
}

/// A word of the copy's size that LLVM moves in one instruction.
static Type wordOf(MLIRContext *context, int64_t bits) {
  Type i32 = IntegerType::get(context, 32);
  return bits <= 32 ? Type(IntegerType::get(context, bits))
                    : Type(VectorType::get({bits / 32}, i32));
}

//===----------------------------------------------------------------------===//
// sm75.ld and sm75.st
//===----------------------------------------------------------------------===//

static LogicalResult verifyEvict(EmitError emitError, StringRef evict) {
  if (evict.empty() || evict == "first" || evict == "last" || evict == "unchanged" ||
      evict == "no_allocate")
    return success();
  return fly::emitRule(emitError, 411,
                       "evict is first, last, unchanged or no_allocate, got " + evict);
}

LogicalResult Sm75LdType::verify(EmitError emitError, int32_t bits, StringRef evict) {
  return failure(failed(verifyBits(emitError, "sm75.ld", bits, {8, 16, 32, 64, 128})) ||
                 failed(verifyEvict(emitError, evict)));
}

LogicalResult Sm75StType::verify(EmitError emitError, int32_t bits, StringRef evict) {
  return failure(failed(verifyBits(emitError, "sm75.st", bits, {8, 16, 32, 64, 128})) ||
                 failed(verifyEvict(emitError, evict)));
}

LogicalResult Sm75LdType::verifyCall(EmitError emitError, Type srcTy, Type dstTy) const {
  return verifyPlaces(emitError, *this, srcTy, fly::AddressSpace::Global, dstTy,
                      fly::AddressSpace::Register);
}

LogicalResult Sm75StType::verifyCall(EmitError emitError, Type srcTy, Type dstTy) const {
  return verifyPlaces(emitError, *this, srcTy, fly::AddressSpace::Register, dstTy,
                      fly::AddressSpace::Global);
}

namespace {
/// Inline PTX of a global access with an eviction priority. LLVM has no operation for it.
struct EvictAsm {
  std::string qualifier; ///< ".L1::evict_first"
  std::string suffix;    ///< ".v4.b32", ".b8"
  std::string letter;    ///< constraint of one register
  int registers;

  EvictAsm(StringRef evict, int bits) {
    qualifier = evict == "no_allocate" ? ".L1::no_allocate" : (".L1::evict_" + evict).str();
    registers = std::max(1, bits / 32);
    suffix = (registers > 1 ? ".v" + std::to_string(registers) : "") + ".b" +
             std::to_string(std::min(bits, 32));
    letter = bits <= 16 ? "h" : "r";
  }
  /// "{$0, $1}" from register `first` on.
  std::string list(int first) const {
    std::string text;
    for (int i = 0; i < registers; ++i)
      text += (i ? ", $" : "$") + std::to_string(first + i);
    return registers > 1 ? "{" + text + "}" : text;
  }
  /// The LLVM type of one register.
  Type registerType(MLIRContext *context) const {
    return IntegerType::get(context, letter == "h" ? 16 : 32);
  }
};
} // namespace

static Value inlineAsm(OpBuilder &builder, Location loc, Type result, ValueRange operands,
                       StringRef text, StringRef constraints) {
  auto op = LLVM::InlineAsmOp::create(
      builder, loc, result ? TypeRange(result) : TypeRange(), operands, text, constraints,
      /*has_side_effects=*/true, /*is_align_stack=*/false, LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT), ArrayAttr());
  return result ? op.getResult(0) : Value();
}

FailureOr<Value> Sm75LdType::emitAtomCallSSA(OpBuilder &builder, Location loc, Type resultTy,
                                             fly::CopyAtomType, Type srcTy, Type dstTy, Value,
                                             Value src, Value dst) const {
  auto error = [&] { return emitError(loc); };
  int bits = getBitSize();
  if (failed(verifyCall(error, srcTy, destinationOf(resultTy, dstTy))) ||
      failed(checkAlignment(loc, "source", srcTy, bits / 8)))
    return failure();
  MLIRContext *context = builder.getContext();
  Value ptr =
      fly::applyAddressSwizzle(builder, loc, src, cast<fly::MemRefType>(srcTy).getSwizzle());
  Type word = wordOf(context, bits);
  if (getEvict().empty()) {
    auto load = LLVM::LoadOp::create(builder, loc, word, ptr, bits / 8);
    load.setInvariant(true);
    return writeRegister(builder, loc, *this, resultTy, dstTy, load, dst);
  }
  EvictAsm form(getEvict(), bits);
  std::string constraints;
  for (int i = 0; i < form.registers; ++i)
    constraints += "=" + form.letter + ",";
  Type one = form.registerType(context);
  Type result =
      form.registers == 1
          ? one
          : Type(LLVM::LLVMStructType::getLiteral(context, SmallVector<Type>(form.registers, one)));
  Value loaded = inlineAsm(builder, loc, result, ptr,
                           "ld.global.nc" + form.qualifier + form.suffix + " " + form.list(0) +
                               ", [$" + std::to_string(form.registers) + "];",
                           constraints + "l");
  if (form.registers > 1) {
    SmallVector<Value> parts;
    for (int64_t i = 0; i < form.registers; ++i)
      parts.push_back(LLVM::ExtractValueOp::create(builder, loc, loaded, ArrayRef<int64_t>{i}));
    loaded = vector::FromElementsOp::create(builder, loc, cast<VectorType>(word), parts);
  } else if (bits == 8) {
    loaded = arith::TruncIOp::create(builder, loc, word, loaded);
  }
  return writeRegister(builder, loc, *this, resultTy, dstTy, loaded, dst);
}

FailureOr<Value> Sm75StType::emitAtomCallSSA(OpBuilder &builder, Location loc, Type,
                                             fly::CopyAtomType, Type srcTy, Type dstTy, Value,
                                             Value src, Value dst) const {
  auto error = [&] { return emitError(loc); };
  int bits = getBitSize();
  if (failed(verifyCall(error, srcTy, dstTy)) ||
      failed(checkAlignment(loc, "destination", dstTy, bits / 8)))
    return failure();
  MLIRContext *context = builder.getContext();
  FailureOr<Value> word = readRegister(builder, loc, *this, srcTy, src, wordOf(context, bits));
  if (failed(word))
    return failure();
  Value ptr =
      fly::applyAddressSwizzle(builder, loc, dst, cast<fly::MemRefType>(dstTy).getSwizzle());
  if (getEvict().empty()) {
    LLVM::StoreOp::create(builder, loc, *word, ptr, bits / 8);
    return Value();
  }
  EvictAsm form(getEvict(), bits);
  SmallVector<Value> operands = {ptr};
  std::string constraints = "l";
  for (int i = 0; i < form.registers; ++i) {
    Value part = form.registers == 1
                     ? *word
                     : Value(vector::ExtractOp::create(builder, loc, *word, int64_t(i)));
    if (bits == 8)
      part = arith::ExtUIOp::create(builder, loc, form.registerType(context), part);
    operands.push_back(part);
    constraints += "," + form.letter;
  }
  inlineAsm(builder, loc, {}, operands,
            "st.global" + form.qualifier + form.suffix + " [$0], " + form.list(1) + ";",
            constraints);
  return Value();
}

//===----------------------------------------------------------------------===//
// ldmatrix and stmatrix
//===----------------------------------------------------------------------===//

static LogicalResult verifyNum(EmitError emitError, StringRef name, int num) {
  if (num == 1 || num == 2 || num == 4)
    return success();
  return fly::emitRule(emitError, 434,
                       "'" + name + "' moves x1, x2 or x4 matrices, got x" + Twine(num));
}

LogicalResult Sm75LdMatrixType::verify(EmitError emitError, int32_t num, bool) {
  return verifyNum(emitError, "sm75.ldmatrix", num);
}

LogicalResult Sm90StMatrixType::verify(EmitError emitError, int32_t num, bool) {
  return verifyNum(emitError, "sm90.stmatrix", num);
}

LogicalResult Sm75LdMatrixType::verifyCall(EmitError emitError, Type srcTy, Type dstTy) const {
  return verifyPlaces(emitError, *this, srcTy, fly::AddressSpace::Shared, dstTy,
                      fly::AddressSpace::Register);
}

LogicalResult Sm90StMatrixType::verifyCall(EmitError emitError, Type srcTy, Type dstTy) const {
  return verifyPlaces(emitError, *this, srcTy, fly::AddressSpace::Register, dstTy,
                      fly::AddressSpace::Shared);
}

std::string mlir::fly_ptx::matrixIntrinsic(StringRef name, int num, bool trans) {
  return ("llvm.nvvm." + name + ".sync.aligned.m8n8.x" + Twine(num) + (trans ? ".trans" : "") +
          ".b16.p3")
      .str();
}

/// The row address of a lane. With fewer than four matrices the surplus lanes point inside a row,
/// and sm_75 wants a valid row from them too.
static Value rowAddress(OpBuilder &builder, Location loc, Type memTy, Value ptr, int num) {
  ptr = fly::applyAddressSwizzle(builder, loc, ptr, cast<fly::MemRefType>(memTy).getSwizzle());
  if (num == 4)
    return ptr;
  Type i64 = builder.getI64Type();
  Value address = LLVM::PtrToIntOp::create(builder, loc, i64, ptr);
  Value mask = arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(-16));
  address = arith::AndIOp::create(builder, loc, address, mask);
  return LLVM::IntToPtrOp::create(builder, loc, ptr.getType(), address);
}

namespace {
struct MatrixForm {
  NVVM::MMALayout layout;
  NVVM::LdStMatrixShapeAttr shape;
  NVVM::LdStMatrixEltType element;

  MatrixForm(MLIRContext *context, bool trans)
      : layout(trans ? NVVM::MMALayout::col : NVVM::MMALayout::row),
        shape(NVVM::LdStMatrixShapeAttr::get(context, 8, 8)),
        element(NVVM::LdStMatrixEltType::B16) {}
};
} // namespace

FailureOr<Value> Sm75LdMatrixType::emitAtomCallSSA(OpBuilder &builder, Location loc, Type resultTy,
                                                   fly::CopyAtomType, Type srcTy, Type dstTy, Value,
                                                   Value src, Value dst) const {
  auto error = [&] { return emitError(loc); };
  // The lane's own pointer is aligned to its bits; the row that it names begins at 16 bytes.
  if (failed(verifyCall(error, srcTy, destinationOf(resultTy, dstTy))) ||
      failed(checkAlignment(loc, "source", srcTy, std::min(16, 4 * getNum()))))
    return failure();
  MLIRContext *context = builder.getContext();
  MatrixForm form(context, getTrans());
  int num = getNum();
  Type i32 = builder.getI32Type();
  Type result =
      num == 1 ? i32 : Type(LLVM::LLVMStructType::getLiteral(context, SmallVector<Type>(num, i32)));
  Value loaded =
      NVVM::LdMatrixOp::create(builder, loc, result, rowAddress(builder, loc, srcTy, src, num), num,
                               form.layout, form.shape, form.element);
  if (num > 1) {
    SmallVector<Value> parts;
    for (int64_t i = 0; i < num; ++i)
      parts.push_back(LLVM::ExtractValueOp::create(builder, loc, loaded, ArrayRef<int64_t>{i}));
    loaded = vector::FromElementsOp::create(builder, loc, VectorType::get({num}, i32), parts);
  }
  return writeRegister(builder, loc, *this, resultTy, dstTy, loaded, dst);
}

FailureOr<Value> Sm90StMatrixType::emitAtomCallSSA(OpBuilder &builder, Location loc, Type,
                                                   fly::CopyAtomType, Type srcTy, Type dstTy, Value,
                                                   Value src, Value dst) const {
  auto error = [&] { return emitError(loc); };
  if (failed(verifyCall(error, srcTy, dstTy)) ||
      failed(checkAlignment(loc, "destination", dstTy, std::min(16, 4 * getNum()))))
    return failure();
  MatrixForm form(builder.getContext(), getTrans());
  int num = getNum();
  Type i32 = builder.getI32Type();
  FailureOr<Value> words = readRegister(builder, loc, *this, srcTy, src,
                                        num == 1 ? i32 : Type(VectorType::get({num}, i32)));
  if (failed(words))
    return failure();
  SmallVector<Value> parts;
  for (int i = 0; i < num; ++i)
    parts.push_back(num == 1 ? *words
                             : Value(vector::ExtractOp::create(builder, loc, *words, int64_t(i))));
  NVVM::StMatrixOp::create(builder, loc, rowAddress(builder, loc, dstTy, dst, num), parts,
                           form.layout, form.shape, form.element);
  return Value();
}

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

LogicalResult Sm80CpAsyncType::verify(EmitError emitError, int32_t bits, bool cacheGlobal, bool) {
  if (failed(verifyBits(emitError, "sm80.cp_async", bits, {32, 64, 128})))
    return failure();
  if (cacheGlobal && bits != 128)
    return fly::emitRule(emitError, 419, "cache = cg needs 128 bits, got " + Twine(bits),
                         "use 128 bits or cache = ca");
  return success();
}

LogicalResult Sm80CpAsyncType::verifyCall(EmitError emitError, Type srcTy, Type dstTy) const {
  return verifyPlaces(emitError, *this, srcTy, fly::AddressSpace::Global, dstTy,
                      fly::AddressSpace::Shared);
}

std::string mlir::fly_ptx::cpAsyncIntrinsic(int bits, bool cacheGlobal, bool zfill) {
  return "llvm.nvvm.cp.async." + std::string(cacheGlobal ? "cg" : "ca") + ".shared.global." +
         std::to_string(bits / 8) + (zfill ? ".s" : "");
}

/// `size` is the number of bytes that are really read, null for all.
static LogicalResult emitCpAsync(OpBuilder &builder, Location loc, Sm80CpAsyncType type, Type srcTy,
                                 Type dstTy, Value src, Value dst, Value size) {
  auto error = [&] { return emitError(loc); };
  int bytes = type.getBitSize() / 8;
  if (failed(type.verifyCall(error, srcTy, dstTy)) ||
      failed(checkAlignment(loc, "source", srcTy, bytes)) ||
      failed(checkAlignment(loc, "destination", dstTy, bytes)))
    return failure();
  src = fly::applyAddressSwizzle(builder, loc, src, cast<fly::MemRefType>(srcTy).getSwizzle());
  dst = fly::applyAddressSwizzle(builder, loc, dst, cast<fly::MemRefType>(dstTy).getSwizzle());
  NVVM::CpAsyncOp::create(builder, loc, dst, src, bytes,
                          type.getCacheGlobal() ? NVVM::LoadCacheModifierKind::CG
                                                : NVVM::LoadCacheModifierKind::CA,
                          size);
  return success();
}

FailureOr<Value> Sm80CpAsyncType::emitAtomCallSSA(OpBuilder &builder, Location loc, Type,
                                                  fly::CopyAtomType, Type srcTy, Type dstTy, Value,
                                                  Value src, Value dst) const {
  if (failed(emitCpAsync(builder, loc, *this, srcTy, dstTy, src, dst, Value())))
    return failure();
  return Value();
}

/// A false predicate reads no bytes, so that the destination is zeroed.
static Value readBytes(OpBuilder &builder, Location loc, int bytes, Value pred) {
  Value all = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(bytes));
  Value none = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  return arith::SelectOp::create(builder, loc, pred, all, none);
}

FailureOr<Value> Sm80CpAsyncType::emitAtomCallPredSSA(OpBuilder &builder, Location loc,
                                                      Type resultTy, fly::CopyAtomType atomTy,
                                                      Type srcTy, Type dstTy, Value atomVal,
                                                      Value src, Value dst, Value pred,
                                                      Value oldDst) const {
  if (!getZfill())
    return fly::detail::emitPredicatedCopyCallSSA(*this, builder, loc, resultTy, atomTy, srcTy,
                                                  dstTy, atomVal, src, dst, pred, oldDst);
  if (failed(emitCpAsync(builder, loc, *this, srcTy, dstTy, src, dst,
                         readBytes(builder, loc, getBitSize() / 8, pred))))
    return failure();
  return Value();
}

LogicalResult Sm80CpAsyncType::emitAtomCallPred(OpBuilder &builder, Location loc,
                                                fly::CopyAtomType atomTy, fly::MemRefType srcTy,
                                                fly::MemRefType dstTy, Value atomVal, Value srcPtr,
                                                Value dstPtr, Type predTy, Value predPtr) const {
  if (!getZfill())
    return fly::detail::emitPredicatedCopyCall(*this, builder, loc, atomTy, srcTy, dstTy, atomVal,
                                               srcPtr, dstPtr, predTy, predPtr);
  Value pred = fly::loadFrom(builder, loc, builder.getI1Type(), predTy, predPtr);
  return emitCpAsync(builder, loc, *this, srcTy, dstTy, srcPtr, dstPtr,
                     readBytes(builder, loc, getBitSize() / 8, pred));
}

//===----------------------------------------------------------------------===//
// Atoms made anew
//===----------------------------------------------------------------------===//

Value mlir::fly_ptx::rebuildMmaAtom(OpBuilder &builder, Location loc, Type payload, Value current) {
  if (current && current.getDefiningOp<fly::MakeMmaAtomOp>())
    return {};
  return fly::MakeMmaAtomOp::create(builder, loc, fly::MmaAtomType::get(payload));
}

Value mlir::fly_ptx::rebuildCopyAtom(OpBuilder &builder, Location loc, Type payload,
                                     int32_t valBits, Value current) {
  if (current && current.getDefiningOp<fly::MakeCopyAtomOp>())
    return {};
  return fly::MakeCopyAtomOp::create(builder, loc, fly::CopyAtomType::get(payload, valBits),
                                     valBits);
}
