// mma.sync: checks, names and emission (fly-ptx 3).
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_ptx/Payloads.h"
#include "dialects/layout/Algebra.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/IR/Intrinsics.h"

using namespace mlir;
using namespace mlir::fly_ptx;

Type mlir::fly_ptx::memoryType(Type element) {
  if (element.isTF32())
    return Float32Type::get(element.getContext());
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  return element;
}

static int bitsOf(Type element) {
  return element.isTF32() ? 32 : int(element.getIntOrFloatBitWidth());
}

int mlir::fly_ptx::packing(Type element) { return std::max(1, 32 / bitsOf(element)); }

int64_t mlir::fly_ptx::registerValues(int m, int n, int k, fly::MmaOperand operand) {
  switch (operand) {
  case fly::MmaOperand::A:
    return m * k / 32;
  case fly::MmaOperand::B:
    return n * k / 32;
  default:
    return m * n / 32;
  }
}

static std::string shapeText(int m, int n, int k) {
  return std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k);
}

LogicalResult mlir::fly_ptx::verifyMma(EmitError emitError, int architecture, int m, int n, int k,
                                       Type a, Type b, Type acc, bool satfinite, bool andPopc) {
  if (!findMmaRow(architecture, m, n, k, a, b, acc))
    return fly::emitRule(emitError, 410,
                         "no mma.sync for " + shapeText(m, n, k) + " with (" + textOf(a) + ", " +
                             textOf(b) + ") -> " + textOf(acc) + " in sm" + Twine(architecture) +
                             ".mma",
                         "there are " + nearestRows(a));
  Family family = *familyOf(a);
  if (satfinite && family != Family::I8 && family != Family::I4)
    return fly::emitRule(emitError, 411,
                         "'satfinite' needs an integer accumulator, got " + textOf(acc) + " of " +
                             textOf(a),
                         "remove satfinite");
  if (andPopc && family != Family::B1)
    return fly::emitRule(emitError, 411, "'b1op' needs 1-bit elements, got " + textOf(a),
                         "remove b1op");
  return success();
}

LogicalResult mlir::fly_ptx::verifyMmaCall(EmitError emitError, Type payload, Type dTy, Type aTy,
                                           Type bTy, Type cTy) {
  auto mma = cast<fly::MmaOpTypeInterface>(payload);
  struct {
    const char *name;
    fly::MmaOperand operand;
    Type type, element;
  } operands[] = {{"D", fly::MmaOperand::D, dTy, mma.getValTypeD()},
                  {"A", fly::MmaOperand::A, aTy, mma.getValTypeA()},
                  {"B", fly::MmaOperand::B, bTy, mma.getValTypeB()},
                  {"C", fly::MmaOperand::C, cTy, mma.getValTypeC()}};
  for (auto &[name, operand, type, element] : operands) {
    if (!type)
      continue;
    if (!inRegisters(type))
      return fly::emitRule(emitError, 406,
                           "operand " + Twine(name) + " of " + textOf(payload) +
                               " must be in registers, got " + placeOf(type));
    int64_t needed = mma.getRegisterValues(operand);
    auto memRef = dyn_cast<fly::MemRefType>(type);
    if (!memRef && !fly::isRegisterValue(type))
      return fly::emitRule(emitError, 405,
                           "operand " + Twine(name) + " must be a scalar or a plain vector, got " +
                               textOf(type));
    if (!memRef)
      continue; // a value's size is checked when it is bitcast
    Type got = memRef.getElemTy();
    if (got != element && !(isa<IntegerType>(got) && fly::bitWidth(got) == fly::bitWidth(element)))
      return fly::emitRule(emitError, 405,
                           "operand " + Twine(name) + " has elements of " + textOf(got) +
                               ", atom expects " + textOf(element));
    auto size = layout::size(memRef.getLayout().linear());
    if (!size || !size->isStatic())
      return fly::emitRule(emitError, 405,
                           "operand " + Twine(name) + " needs a fragment of known size, got " +
                               textOf(type));
    if (size->value() != needed)
      return fly::emitRule(emitError, 405,
                           "operand " + Twine(name) + " has " + Twine(size->value()) +
                               " values per thread, atom expects " + Twine(needed));
    if (std::optional<std::string> problem = fly::consecutiveProblem(memRef))
      return fly::emitRule(emitError, 405,
                           "operand " + Twine(name) + " is not compact in value order: " + *problem,
                           "make it with fly.mma.make_fragment");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// PTX's word for an element type.
static std::string ptxName(Type element) {
  if (isa<Float8E4M3FNType>(element))
    return "e4m3";
  if (isa<Float8E5M2Type>(element))
    return "e5m2";
  if (auto integer = dyn_cast<IntegerType>(element)) {
    if (integer.getWidth() == 1)
      return "b1";
    return (integer.isUnsigned() ? "u" : "s") + std::to_string(integer.getWidth());
  }
  return textOf(element);
}

static std::string accName(Type acc) { return acc.isInteger(32) ? "s32" : textOf(acc); }

std::string mlir::fly_ptx::mmaInstruction(int m, int n, int k, Type a, Type b, Type acc,
                                          bool satfinite, bool andPopc) {
  std::string text = "mma.sync.aligned.m" + std::to_string(m) + "n" + std::to_string(n) + "k" +
                     std::to_string(k) + ".row.col";
  if (satfinite)
    text += ".satfinite";
  text += "." + accName(acc) + "." + ptxName(a) + "." + ptxName(b) + "." + accName(acc);
  if (a.isInteger(1))
    text += andPopc ? ".and.popc" : ".xor.popc";
  return text;
}

std::string mlir::fly_ptx::mmaIntrinsic(int m, int n, int k, Type a, Type b, Type acc,
                                        bool satfinite, bool andPopc) {
  std::string shape = "m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k);
  std::string text = "llvm.nvvm.mma.";
  Family family = *familyOf(a);
  if (family == Family::B1)
    return text + (andPopc ? "and" : "xor") + ".popc." + shape + ".row.col.b1";
  text += shape + ".row.col";
  switch (family) {
  case Family::F16:
    return text + "." + accName(acc) + "." + accName(acc);
  case Family::I8:
  case Family::I4:
    text += satfinite ? ".satfinite" : "";
    return text + "." + ptxName(a) + (a == b ? "" : "." + ptxName(b));
  case Family::F8:
    return text + "." + accName(acc) + "." + ptxName(a) + "." + ptxName(b) + "." + accName(acc);
  default:
    return text + "." + ptxName(a);
  }
}

Type mlir::fly_ptx::mmaType(MLIRContext *context, int architecture, int m, int n, int k, Type a,
                            Type b, Type acc, bool satfinite, bool andPopc) {
  switch (architecture) {
  case 75:
    return Sm75MmaType::get(context, m, n, k, a, b, acc, satfinite, andPopc);
  case 80:
    return Sm80MmaType::get(context, m, n, k, a, b, acc, satfinite, andPopc);
  case 89:
    return Sm89MmaType::get(context, m, n, k, a, b, acc, satfinite, andPopc);
  default:
    return Sm90MmaType::get(context, m, n, k, a, b, acc, satfinite, andPopc);
  }
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

namespace {

/// The registers of one operand: `count` values of `type`, of `bits` bits each.
struct Containers {
  Type type;
  int bits;
  int count;
};

Containers containersOf(MLIRContext *context, Type element, int64_t values) {
  if (element.isF64())
    return {element, 64, int(values)};
  int count = int(values * bitsOf(element) / 32);
  if (element.isF32() || element.isInteger(32))
    return {element, 32, count};
  Type i32 = IntegerType::get(context, 32);
  if (element.isF16())
    return {VectorType::get({2}, element), 32, count};
  return {i32, 32, count};
}

/// An operand as its registers, in order.
FailureOr<SmallVector<Value>> split(OpBuilder &builder, Location loc, Type payload, Type operandTy,
                                    Value value, Containers containers) {
  Type word = IntegerType::get(builder.getContext(), containers.bits);
  bool direct = !isa<VectorType>(containers.type);
  Type unit = direct ? containers.type : word;
  Type whole = containers.count == 1 ? unit : VectorType::get({containers.count}, unit);
  FailureOr<Value> read = readRegister(builder, loc, payload, operandTy, value, whole);
  if (failed(read))
    return failure();
  SmallVector<Value> parts;
  for (int i = 0; i < containers.count; ++i) {
    Value part = containers.count == 1
                     ? *read
                     : Value(vector::ExtractOp::create(builder, loc, *read, int64_t(i)));
    parts.push_back(fly::bitcastTo(builder, loc, containers.type, part));
  }
  return parts;
}

/// The registers of a result struct as one value.
Value join(OpBuilder &builder, Location loc, Value structure, Containers containers) {
  Type word = IntegerType::get(builder.getContext(), containers.bits);
  Type unit = isa<VectorType>(containers.type) ? word : containers.type;
  SmallVector<Value> parts;
  for (int64_t i = 0; i < containers.count; ++i) {
    Value part = LLVM::ExtractValueOp::create(builder, loc, structure, ArrayRef<int64_t>{i});
    parts.push_back(fly::bitcastTo(builder, loc, unit, part));
  }
  return vector::FromElementsOp::create(builder, loc, VectorType::get({containers.count}, unit),
                                        parts);
}

NVVM::MMATypes nvvmType(Type element) {
  switch (*familyOf(element)) {
  case Family::F16:
    return NVVM::MMATypes::f16;
  case Family::BF16:
    return NVVM::MMATypes::bf16;
  case Family::TF32:
    return NVVM::MMATypes::tf32;
  case Family::F64:
    return NVVM::MMATypes::f64;
  case Family::I8:
    return element.isUnsignedInteger() ? NVVM::MMATypes::u8 : NVVM::MMATypes::s8;
  case Family::I4:
    return element.isUnsignedInteger() ? NVVM::MMATypes::u4 : NVVM::MMATypes::s4;
  default:
    return NVVM::MMATypes::b1;
  }
}

} // namespace

FailureOr<Value> mlir::fly_ptx::emitMma(OpBuilder &builder, Location loc, Type payload,
                                        std::array<int, 3> shape, Type elemA, Type elemB,
                                        Type elemAcc, bool satfinite, bool andPopc,
                                        MmaEmission emission, Type resultTy, Type dTy, Type aTy,
                                        Type bTy, Type cTy, Value d, Value a, Value b, Value c) {
  MLIRContext *context = builder.getContext();
  auto [m, n, k] = shape;
  Containers inA = containersOf(context, elemA, registerValues(m, n, k, fly::MmaOperand::A));
  Containers inB = containersOf(context, elemB, registerValues(m, n, k, fly::MmaOperand::B));
  Containers inC = containersOf(context, elemAcc, registerValues(m, n, k, fly::MmaOperand::C));
  auto partsA = split(builder, loc, payload, aTy, a, inA);
  auto partsB = split(builder, loc, payload, bTy, b, inB);
  auto partsC = split(builder, loc, payload, cTy, c, inC);
  if (failed(partsA) || failed(partsB) || failed(partsC))
    return failure();
  Type structType =
      LLVM::LLVMStructType::getLiteral(context, SmallVector<Type>(inC.count, inC.type));
  Value result;
  Family family = *familyOf(elemA);
  if (emission == MmaEmission::Operation) {
    std::optional<NVVM::MMAB1Op> b1op;
    std::optional<NVVM::MMAIntOverflow> overflow;
    std::optional<std::array<NVVM::MMATypes, 2>> types;
    if (family == Family::B1)
      b1op = andPopc ? NVVM::MMAB1Op::and_popc : NVVM::MMAB1Op::xor_popc;
    if (family == Family::I8 || family == Family::I4)
      overflow = satfinite ? NVVM::MMAIntOverflow::satfinite : NVVM::MMAIntOverflow::wrapped;
    if (family != Family::F16 && family != Family::F64) // told by the operands otherwise
      types = {nvvmType(elemA), nvvmType(elemB)};
    result = NVVM::MmaOp::create(builder, loc, structType, *partsA, *partsB, *partsC, {m, n, k},
                                 b1op, overflow, types,
                                 std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
  } else {
    std::string name = mmaIntrinsic(m, n, k, elemA, elemB, elemAcc, satfinite, andPopc);
    if (llvm::Intrinsic::lookupIntrinsicID(name) == llvm::Intrinsic::not_intrinsic)
      return emitCoded(loc, 433,
                       "intrinsic " + name + " of " + textOf(payload) + " is unknown to this LLVM");
    SmallVector<Value> operands(*partsA);
    operands.append(*partsB);
    operands.append(*partsC);
    result = LLVM::CallIntrinsicOp::create(builder, loc, structType, builder.getStringAttr(name),
                                           operands, LLVM::FastmathFlagsAttr())
                 .getResult(0);
  }
  return writeRegister(builder, loc, payload, resultTy, dTy, join(builder, loc, result, inC), d);
}
