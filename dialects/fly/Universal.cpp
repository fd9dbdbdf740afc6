// The payloads that every target has: plain copy, atomic update, scalar multiply-add.
#include "dialects/fly/AtomEmission.h"
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/FlyTypes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fly;

static std::string textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

static layout::Layout oneThread() { return {layout::IntTuple(1), layout::IntTuple(1)}; }

/// (1, n):(1, 1): one thread holds n bits or values in order.
static layout::Layout oneThreadOf(int64_t n) {
  return {layout::IntTuple::of({1, layout::IntTuple(n)}), layout::IntTuple::of({1, 1})};
}

static InFlightDiagnostic failAt(Location loc, int rule, const Twine &message,
                                 const Twine &fix = {}) {
  return emitRule([&] { return emitError(loc); }, rule, message, fix);
}

/// A memory operand of a universal atom is named by a plain LLVM pointer.
static LogicalResult requirePointer(Location loc, StringRef operand, Type memTy, Value ptr) {
  if (ptr && isa<LLVM::LLVMPointerType>(ptr.getType()))
    return success();
  failAt(loc, 153,
         "universal atom needs the " + operand + " '" + textOf(memTy) +
             "' to be plain memory, not a buffer descriptor",
         "use the copy atom of the target for this address space");
  return failure();
}

// --- universal_copy
// --------------------------------------------------------------------------------

Type UniversalCopyType::parse(AsmParser &parser) {
  SMLoc loc;
  int64_t bits = 0;
  if (parser.parseLess() || parser.getCurrentLocation(&loc) || parser.parseInteger(bits))
    return {};
  int32_t narrow = static_cast<int32_t>(std::clamp<int64_t>(bits, INT32_MIN, INT32_MAX));
  auto type = getChecked([&] { return parser.emitError(loc); }, parser.getContext(), narrow);
  if (!type || parser.parseGreater())
    return {};
  return type;
}

void UniversalCopyType::print(AsmPrinter &printer) const { printer << '<' << getBitSize() << '>'; }

LogicalResult UniversalCopyType::verify(function_ref<InFlightDiagnostic()> emitError,
                                        int32_t bitSize) {
  if (bitSize > 0 && bitSize % 8 == 0)
    return success();
  emitRule(emitError, 116,
           "copy width must be a positive multiple of 8 bits, got " + Twine(bitSize));
  return failure();
}

bool UniversalCopyType::isStatic() const { return true; }
layout::Layout UniversalCopyType::getThrLayout() const { return oneThread(); }
layout::Layout UniversalCopyType::getThrBitLayoutSrc() const { return oneThreadOf(getBitSize()); }
layout::Layout UniversalCopyType::getThrBitLayoutDst() const { return oneThreadOf(getBitSize()); }
layout::Layout UniversalCopyType::getThrBitLayoutRef() const { return oneThreadOf(getBitSize()); }
int64_t UniversalCopyType::getCopyBits() const { return getBitSize(); }

/// A value of `bits` bits that LLVM moves in one piece; integers of odd widths do not reach every
/// backend.
static Type transferType(MLIRContext *context, int64_t bits) {
  if (llvm::isPowerOf2_64(static_cast<uint64_t>(bits)))
    return IntegerType::get(context, static_cast<unsigned>(bits));
  unsigned lane = bits % 32 == 0 ? 32 : 8;
  return VectorType::get({bits / lane}, IntegerType::get(context, lane));
}

FailureOr<Value> UniversalCopyType::emitAtomCallSSA(OpBuilder &builder, Location loc, Type resultTy,
                                                    CopyAtomType atomTy, Type srcTy, Type dstTy,
                                                    Value atomVal, Value src, Value dst) const {
  int64_t bits = getBitSize();
  auto requireWidth = [&](StringRef operand, Type type) -> LogicalResult {
    if (valueBits(type) == bits)
      return success();
    failAt(loc, 153,
           operand + " '" + textOf(type) + "' holds " + Twine(valueBits(type)) + " bits, but the " +
               "copy moves " + Twine(bits));
    return failure();
  };
  if (resultTy && failed(requireWidth("result", resultTy)))
    return failure();

  Value value = src;
  if (isMemory(srcTy)) {
    if (failed(requirePointer(loc, "source", srcTy, src)))
      return failure();
    value =
        loadFrom(builder, loc, resultTy ? resultTy : transferType(getContext(), bits), srcTy, src);
  } else if (failed(requireWidth("source", src.getType()))) {
    return failure();
  }
  if (resultTy)
    return bitcastTo(builder, loc, resultTy, value);
  if (!isMemory(dstTy)) {
    failAt(loc, 153, "copy without a result needs a destination in memory");
    return failure();
  }
  if (failed(requirePointer(loc, "destination", dstTy, dst)))
    return failure();
  storeTo(builder, loc, value, dstTy, dst);
  return value;
}

// --- universal_atomic
// ------------------------------------------------------------------------------

Type UniversalAtomicType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  SMLoc opLoc = parser.getCurrentLocation();
  std::string word;
  if (parser.parseOptionalKeywordOrString(&word)) {
    failAt(parser.getEncodedSourceLoc(opLoc), 117, "expected an atomic operation");
    return {};
  }
  std::optional<AtomicOp> op = symbolizeAtomicOp(word);
  if (!op) {
    emitRule([&] { return parser.emitError(opLoc); }, 117,
             "expected the atomic operation to be one of: add, max, min, and, or, inc, dec, got '" +
                 word + "'");
    return {};
  }
  if (parser.parseComma())
    return {};
  SMLoc typeLoc = parser.getCurrentLocation();
  Type type;
  std::string scope;
  if (parser.parseType(type))
    return {};
  if (succeeded(parser.parseOptionalComma()) && parser.parseString(&scope))
    return {};
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(typeLoc); }, *op, type, StringRef(scope));
}

void UniversalAtomicType::print(AsmPrinter &printer) const {
  printer << '<' << stringifyAtomicOp(getAtomicOp()) << ", " << getValType();
  if (!getSyncscope().empty()) {
    printer << ", ";
    printer.printString(getSyncscope());
  }
  printer << '>';
}

LogicalResult UniversalAtomicType::verify(function_ref<InFlightDiagnostic()> emitError, AtomicOp op,
                                          Type type, StringRef) {
  if (!isa<IntegerType, FloatType>(type) || bitWidth(type) == 0) {
    emitRule(emitError, 117,
             "atomic value must be an integer or a float, got '" + textOf(type) + "'");
    return failure();
  }
  bool floats = op == AtomicOp::Add || op == AtomicOp::Max || op == AtomicOp::Min;
  if (isa<FloatType>(type) && !floats) {
    emitRule(emitError, 117,
             "atomic '" + stringifyAtomicOp(op) + "' is not defined on the float type '" +
                 textOf(type) + "'",
             "floats have add, max and min");
    return failure();
  }
  return success();
}

bool UniversalAtomicType::isStatic() const { return true; }
layout::Layout UniversalAtomicType::getThrLayout() const { return oneThread(); }
layout::Layout UniversalAtomicType::getThrBitLayoutSrc() const {
  return oneThreadOf(getCopyBits());
}
layout::Layout UniversalAtomicType::getThrBitLayoutDst() const {
  return oneThreadOf(getCopyBits());
}
layout::Layout UniversalAtomicType::getThrBitLayoutRef() const {
  return oneThreadOf(getCopyBits());
}
int64_t UniversalAtomicType::getCopyBits() const { return bitWidth(getValType()); }

static LLVM::AtomicBinOp binaryOperation(AtomicOp op, bool isFloat) {
  switch (op) {
  case AtomicOp::Add:
    return isFloat ? LLVM::AtomicBinOp::fadd : LLVM::AtomicBinOp::add;
  case AtomicOp::Max:
    return isFloat ? LLVM::AtomicBinOp::fmax : LLVM::AtomicBinOp::max;
  case AtomicOp::Min:
    return isFloat ? LLVM::AtomicBinOp::fmin : LLVM::AtomicBinOp::min;
  case AtomicOp::And:
    return LLVM::AtomicBinOp::_and;
  case AtomicOp::Or:
    return LLVM::AtomicBinOp::_or;
  case AtomicOp::Inc:
    return LLVM::AtomicBinOp::uinc_wrap;
  case AtomicOp::Dec:
    return LLVM::AtomicBinOp::udec_wrap;
  }
  llvm_unreachable("every operation is handled");
}

FailureOr<Value> UniversalAtomicType::emitAtomCallSSA(OpBuilder &builder, Location loc,
                                                      Type resultTy, CopyAtomType atomTy,
                                                      Type srcTy, Type dstTy, Value atomVal,
                                                      Value src, Value dst) const {
  Type type = getValType();
  int64_t bits = bitWidth(type);
  if (!isMemory(dstTy)) {
    failAt(loc, 153, "atomic update needs a destination in memory, not in registers");
    return failure();
  }
  // LLVM updates whole bytes of a power of two, and floats that it knows.
  if (bits < 8 || !llvm::isPowerOf2_64(static_cast<uint64_t>(bits)) ||
      llvmCompatibleElement(type) != type) {
    failAt(loc, 117, "no atomic update exists on '" + textOf(type) + "'",
           "use a float of at least 16 bits or an integer of 8, 16, 32 or 64 bits");
    return failure();
  }
  if (failed(requirePointer(loc, "destination", dstTy, dst)))
    return failure();
  Value value = src;
  if (isMemory(srcTy)) {
    if (failed(requirePointer(loc, "source", srcTy, src)))
      return failure();
    value = loadFrom(builder, loc, type, srcTy, src);
  } else if (valueBits(src.getType()) != bits) {
    failAt(loc, 153,
           "source '" + textOf(src.getType()) + "' holds " + Twine(valueBits(src.getType())) +
               " bits, but the update takes " + Twine(bits));
    return failure();
  }
  value = bitcastTo(builder, loc, type, value);
  Value address =
      applyAddressSwizzle(builder, loc, dst, cast<mlir::fly::MemRefType>(dstTy).getSwizzle());
  LLVM::AtomicRMWOp::create(builder, loc, binaryOperation(getAtomicOp(), isa<FloatType>(type)),
                            address, value, LLVM::AtomicOrdering::monotonic, getSyncscope());
  return resultTy ? bitcastTo(builder, loc, resultTy, src) : src;
}

// --- universal_fma
// ---------------------------------------------------------------------------------

Type UniversalFmaType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  SMLoc dimsLoc = parser.getCurrentLocation();
  SmallVector<int64_t> dims;
  if (parseMNKDimensionList(parser, dims))
    return {};
  if (dims != SmallVector<int64_t>{1, 1, 1}) {
    emitRule([&] { return parser.emitError(dimsLoc); }, 118,
             "expected 1x1x1 dimensions for universal FMA, got " + Twine(dims[0]) + "x" +
                 Twine(dims[1]) + "x" + Twine(dims[2]));
    return {};
  }
  SMLoc typeLoc, bLoc, cLoc;
  Type a, b, c;
  if (parser.parseComma() || parser.parseLParen() || parser.getCurrentLocation(&typeLoc) ||
      parser.parseType(a) || parser.parseComma() || parser.getCurrentLocation(&bLoc) ||
      parser.parseType(b) || parser.parseRParen() || parser.parseArrow() ||
      parser.getCurrentLocation(&cLoc) || parser.parseType(c) || parser.parseGreater())
    return {};
  if (a != b || a != c) {
    emitRule([&] { return parser.emitError(a != b ? bLoc : cLoc); }, 118,
             "expected all element types to be the same for universal FMA, got '" + textOf(a) +
                 "' and '" + textOf(a != b ? b : c) + "'");
    return {};
  }
  return getChecked([&] { return parser.emitError(typeLoc); }, a);
}

void UniversalFmaType::print(AsmPrinter &printer) const {
  printer << "<1x1x1, (" << getElemTy() << ", " << getElemTy() << ") -> " << getElemTy() << '>';
}

LogicalResult UniversalFmaType::verify(function_ref<InFlightDiagnostic()> emitError, Type elemTy) {
  if (isa<FloatType>(elemTy))
    return success();
  emitRule(emitError, 118,
           "universal FMA needs a float element type, got '" + textOf(elemTy) + "'");
  return failure();
}

bool UniversalFmaType::isStatic() const { return true; }
layout::Layout UniversalFmaType::getThrLayout() const { return oneThread(); }
layout::IntTuple UniversalFmaType::getShapeMNK() const { return layout::IntTuple::of({1, 1, 1}); }
Type UniversalFmaType::getValTypeA() const { return getElemTy(); }
Type UniversalFmaType::getValTypeB() const { return getElemTy(); }
Type UniversalFmaType::getValTypeC() const { return getElemTy(); }
Type UniversalFmaType::getValTypeD() const { return getElemTy(); }
layout::Layout UniversalFmaType::getThrValLayoutA() const { return oneThreadOf(1); }
layout::Layout UniversalFmaType::getThrValLayoutB() const { return oneThreadOf(1); }
layout::Layout UniversalFmaType::getThrValLayoutC() const { return oneThreadOf(1); }
int64_t UniversalFmaType::getRegisterValues(MmaOperand) const { return 1; }

FailureOr<Value> UniversalFmaType::emitAtomCallSSA(OpBuilder &builder, Location loc, Type resultTy,
                                                   MmaAtomType atomTy, Type dTy, Type aTy, Type bTy,
                                                   Type cTy, Value atomVal, Value d, Value a,
                                                   Value b, Value c) const {
  Type type = getElemTy();
  if (llvmCompatibleElement(type) != type) {
    failAt(loc, 118, "no multiply-add exists on '" + textOf(type) + "'",
           "convert to a float of at least 16 bits first");
    return failure();
  }
  struct Operand {
    StringRef name;
    Type type;
    Value value;
  };
  Operand operands[] = {{"A", aTy, a}, {"B", bTy, b}, {"C", cTy, c}};
  for (Operand &operand : operands) {
    if (isMemory(operand.type)) {
      if (failed(
              requirePointer(loc, ("operand " + operand.name).str(), operand.type, operand.value)))
        return failure();
      operand.value = loadFrom(builder, loc, type, operand.type, operand.value);
    } else if (valueBits(operand.value.getType()) != bitWidth(type)) {
      failAt(loc, 154,
             "operand " + operand.name + " '" + textOf(operand.value.getType()) + "' holds " +
                 Twine(valueBits(operand.value.getType())) + " bits, but '" + textOf(type) +
                 "' has " + Twine(bitWidth(type)));
      return failure();
    }
    operand.value = bitcastTo(builder, loc, type, operand.value);
  }
  Value product = LLVM::FMulOp::create(builder, loc, type, operands[0].value, operands[1].value);
  Value result = LLVM::FAddOp::create(builder, loc, type, product, operands[2].value);
  if (isMemory(dTy) && d) {
    if (failed(requirePointer(loc, "operand D", dTy, d)))
      return failure();
    storeTo(builder, loc, result, dTy, d);
  }
  return resultTy ? bitcastTo(builder, loc, resultTy, result) : result;
}
