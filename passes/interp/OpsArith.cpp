// Elementwise arithmetic: arith, math, and the llvm and rocdl operations of the same meaning.
#include "passes/interp/Wave.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <cmath>
#include <numbers>

using namespace mlir;
using namespace mlir::fly::interp;

namespace {

/// Applies `f(slots of operands…) -> slot` to every element of the active lanes; operands of fewer
/// elements than the result are scalars and broadcast.
template <typename F> Handler elementwise(F f) {
  return [f](Wave &wave, Operation *op) -> LogicalResult {
    LaneValue &result = wave.define(op->getResult(0));
    SmallVector<LaneValue *, 3> operands;
    for (Value operand : op->getOperands())
      operands.push_back(&wave.get(operand));
    unsigned slots = result.getSlots();
    LogicalResult status = success();
    wave.forActive([&](unsigned lane) {
      for (unsigned s = 0; s < slots && succeeded(status); ++s) {
        uint64_t in[3] = {};
        for (unsigned i = 0; i < operands.size() && i < 3; ++i)
          in[i] = operands[i]->at(lane, operands[i]->getSlots() == 1 ? 0 : s);
        status = f(wave, op, lane, in, result.at(lane, s));
      }
    });
    return status;
  };
}

Type operandElement(Operation *op, unsigned i = 0) {
  return elementOf(op->getOperand(i).getType());
}
unsigned operandBits(Operation *op) { return bitsOf(operandElement(op)); }

template <typename F> Handler integer(F f) { // unsigned patterns in, truncated out
  return elementwise([f](Wave &, Operation *op, unsigned, const uint64_t *in, uint64_t &out) {
    unsigned bits = bitsOf(elementOf(op->getResult(0).getType()));
    out = truncated(f(in[0], in[1], bits), bits);
    return success();
  });
}

/// Two results from two operands: the low part, and the carry or high part.
template <typename F> Handler extended(F f) {
  return [f](Wave &wave, Operation *op) -> LogicalResult {
    LaneValue a = wave.get(op->getOperand(0)), b = wave.get(op->getOperand(1));
    LaneValue &low = wave.define(op->getResult(0)), &high = wave.define(op->getResult(1));
    unsigned bits = operandBits(op), highBits = bitsOf(elementOf(op->getResult(1).getType()));
    wave.forActive([&](unsigned lane) {
      for (unsigned s = 0; s < low.getSlots(); ++s) {
        auto [first, second] = f(a.at(lane, s), b.at(lane, s), bits);
        low.at(lane, s) = truncated(first, bits);
        high.at(lane, s) = truncated(second, highBits);
      }
    });
    return success();
  };
}

template <typename F> Handler signedInteger(F f) {
  return elementwise([f](Wave &, Operation *op, unsigned, const uint64_t *in, uint64_t &out) {
    unsigned bits = operandBits(op);
    out = truncated(uint64_t(f(signExtended(in[0], bits), signExtended(in[1], bits))), bits);
    return success();
  });
}

template <typename F> Handler division(bool isSigned, F f) {
  return elementwise([=](Wave &wave, Operation *op, unsigned lane, const uint64_t *in,
                         uint64_t &out) -> LogicalResult {
    unsigned bits = operandBits(op);
    if (truncated(in[1], bits) == 0)
      return wave.fail(op, lane, "division by zero");
    if (isSigned) {
      int64_t a = signExtended(in[0], bits), b = signExtended(in[1], bits);
      if (b == -1 && a == INT64_MIN)
        return wave.fail(op, lane, "signed division overflows");
      out = truncated(uint64_t(f(a, b)), bits);
    } else {
      out = truncated(uint64_t(f(in[0], in[1])), bits);
    }
    return success();
  });
}

/// Float operations compute in the precision of the element: f32 and narrower in float, f64 in
/// double.
template <typename F> Handler floating(F f) {
  return elementwise([f](Wave &, Operation *op, unsigned, const uint64_t *in, uint64_t &out) {
    auto type = cast<FloatType>(operandElement(op));
    double a = toNumber(in[0], type), b = 0, c = 0;
    if (op->getNumOperands() > 1 && isa<FloatType>(operandElement(op, 1)))
      b = toNumber(in[1], type);
    if (op->getNumOperands() > 2)
      c = toNumber(in[2], type);
    double number = type.getWidth() == 64 ? f(a, b, c) : double(f(float(a), float(b), float(c)));
    out = toPattern(number, type);
    return success();
  });
}

template <typename T> T maximumOf(T a, T b) {
  return std::isnan(a) || std::isnan(b) ? T(NAN) : std::max(a, b);
}
template <typename T> T minimumOf(T a, T b) {
  return std::isnan(a) || std::isnan(b) ? T(NAN) : std::min(a, b);
}

bool compareIntegers(int64_t predicate, uint64_t a, uint64_t b, unsigned bits) {
  int64_t sa = signExtended(a, bits), sb = signExtended(b, bits);
  switch (arith::CmpIPredicate(predicate)) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
    return sa < sb;
  case arith::CmpIPredicate::sle:
    return sa <= sb;
  case arith::CmpIPredicate::sgt:
    return sa > sb;
  case arith::CmpIPredicate::sge:
    return sa >= sb;
  case arith::CmpIPredicate::ult:
    return a < b;
  case arith::CmpIPredicate::ule:
    return a <= b;
  case arith::CmpIPredicate::ugt:
    return a > b;
  case arith::CmpIPredicate::uge:
    return a >= b;
  }
  llvm_unreachable("all predicates are handled");
}

bool compareFloats(int64_t predicate, double a, double b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  switch (arith::CmpFPredicate(predicate)) {
  case arith::CmpFPredicate::AlwaysFalse:
    return false;
  case arith::CmpFPredicate::OEQ:
    return a == b;
  case arith::CmpFPredicate::OGT:
    return a > b;
  case arith::CmpFPredicate::OGE:
    return a >= b;
  case arith::CmpFPredicate::OLT:
    return a < b;
  case arith::CmpFPredicate::OLE:
    return a <= b;
  case arith::CmpFPredicate::ONE:
    return !unordered && a != b;
  case arith::CmpFPredicate::ORD:
    return !unordered;
  case arith::CmpFPredicate::UEQ:
    return unordered || a == b;
  case arith::CmpFPredicate::UGT:
    return unordered || a > b;
  case arith::CmpFPredicate::UGE:
    return unordered || a >= b;
  case arith::CmpFPredicate::ULT:
    return unordered || a < b;
  case arith::CmpFPredicate::ULE:
    return unordered || a <= b;
  case arith::CmpFPredicate::UNE:
    return unordered || a != b;
  case arith::CmpFPredicate::UNO:
    return unordered;
  case arith::CmpFPredicate::AlwaysTrue:
    return true;
  }
  llvm_unreachable("all predicates are handled");
}

Handler convert(bool fromSigned, bool toSigned) {
  return elementwise([=](Wave &, Operation *op, unsigned, const uint64_t *in, uint64_t &out) {
    Type from = operandElement(op), to = elementOf(op->getResult(0).getType());
    auto fromFloat = dyn_cast<FloatType>(from);
    auto toFloat = dyn_cast<FloatType>(to);
    if (fromFloat && toFloat)
      out = toPattern(toNumber(in[0], fromFloat), toFloat);
    else if (fromFloat)
      out = truncated(toSigned ? uint64_t(int64_t(toNumber(in[0], fromFloat)))
                               : uint64_t(toNumber(in[0], fromFloat)),
                      bitsOf(to));
    else if (toFloat)
      out = toPattern(fromSigned ? double(signExtended(in[0], bitsOf(from))) : double(in[0]),
                      toFloat);
    else
      out = truncated(fromSigned ? uint64_t(signExtended(in[0], bitsOf(from))) : in[0], bitsOf(to));
    return success();
  });
}

/// Writes an attribute's elements as slots; false for attributes that are no numbers.
bool slotsOfAttribute(Attribute attribute, Type type, uint64_t *slots) {
  if (auto elements = dyn_cast<DenseElementsAttr>(attribute)) {
    int64_t i = 0;
    if (isa<FloatType>(elements.getElementType()))
      for (const APFloat &value : elements.getValues<APFloat>())
        slots[i++] = value.bitcastToAPInt().getZExtValue();
    else
      for (const APInt &value : elements.getValues<APInt>())
        slots[i++] = value.getZExtValue();
    return true;
  }
  if (auto value = dyn_cast<IntegerAttr>(attribute)) {
    APInt bits = value.getValue().zextOrTrunc(64 * std::max(1u, slotsOf(type)));
    for (unsigned i = 0; i < slotsOf(type); ++i)
      slots[i] = bits.getRawData()[i];
    return true;
  }
  if (auto value = dyn_cast<FloatAttr>(attribute)) {
    slots[0] = value.getValue().bitcastToAPInt().getZExtValue();
    return true;
  }
  if (auto value = dyn_cast<BoolAttr>(attribute)) {
    slots[0] = value.getValue();
    return true;
  }
  return false;
}

LogicalResult constant(Wave &wave, Operation *op) {
  LaneValue &result = wave.define(op->getResult(0));
  SmallVector<uint64_t> slots(result.getSlots());
  if (!slotsOfAttribute(op->getAttr("value"), op->getResult(0).getType(), slots.data()))
    return op->emitError("the interpreter cannot read this constant");
  wave.forActive([&](unsigned lane) { llvm::copy(slots, result.lane(lane)); });
  return success();
}

LogicalResult bitcast(Wave &wave, Operation *op) {
  Value from = op->getOperand(0), to = op->getResult(0);
  LaneValue &source = wave.get(from), &result = wave.define(to);
  wave.forActive([&](unsigned lane) {
    bitcastLane(from.getType(), source.lane(lane), to.getType(), result.lane(lane));
  });
  return success();
}

LogicalResult selectOf(Wave &wave, Operation *op) {
  LaneValue &condition = wave.get(op->getOperand(0));
  LaneValue &yes = wave.get(op->getOperand(1)), &no = wave.get(op->getOperand(2));
  LaneValue &result = wave.define(op->getResult(0));
  wave.forActive([&](unsigned lane) {
    for (unsigned s = 0; s < result.getSlots(); ++s)
      result.at(lane, s) =
          (condition.at(lane, condition.getSlots() == 1 ? 0 : s) & 1 ? yes : no).at(lane, s);
  });
  return success();
}

LogicalResult compareI(Wave &wave, Operation *op) {
  int64_t predicate = cast<IntegerAttr>(op->getAttr("predicate")).getInt();
  unsigned bits = operandBits(op);
  return elementwise([=](Wave &, Operation *, unsigned, const uint64_t *in, uint64_t &out) {
    out = compareIntegers(predicate, in[0], in[1], bits);
    return success();
  })(wave, op);
}

LogicalResult compareF(Wave &wave, Operation *op) {
  int64_t predicate = cast<IntegerAttr>(op->getAttr("predicate")).getInt();
  auto type = cast<FloatType>(operandElement(op));
  return elementwise([=](Wave &, Operation *, unsigned, const uint64_t *in, uint64_t &out) {
    out = compareFloats(predicate, toNumber(in[0], type), toNumber(in[1], type));
    return success();
  })(wave, op);
}

} // namespace

void mlir::fly::interp::addArithHandlers(Handlers &h) {
  auto both = [&](StringRef name, const Handler &handler) { // the same word in arith and llvm
    h[("arith." + name + "i").str()] = handler;
    h[("llvm." + name).str()] = handler;
  };
  both("add", integer([](uint64_t a, uint64_t b, unsigned) { return a + b; }));
  both("sub", integer([](uint64_t a, uint64_t b, unsigned) { return a - b; }));
  both("mul", integer([](uint64_t a, uint64_t b, unsigned) { return a * b; }));
  both("and", integer([](uint64_t a, uint64_t b, unsigned) { return a & b; }));
  both("or", integer([](uint64_t a, uint64_t b, unsigned) { return a | b; }));
  both("xor", integer([](uint64_t a, uint64_t b, unsigned) { return a ^ b; }));
  Handler shiftLeft =
      integer([](uint64_t a, uint64_t b, unsigned bits) { return b >= bits ? 0 : a << b; });
  Handler shiftRight =
      integer([](uint64_t a, uint64_t b, unsigned bits) { return b >= bits ? 0 : a >> b; });
  Handler shiftSigned = integer([](uint64_t a, uint64_t b, unsigned bits) {
    return uint64_t(signExtended(a, bits) >> std::min<uint64_t>(b, 63));
  });
  h["arith.shli"] = h["llvm.shl"] = shiftLeft;
  h["arith.shrui"] = h["llvm.lshr"] = shiftRight;
  h["arith.shrsi"] = h["llvm.ashr"] = shiftSigned;
  h["arith.divsi"] = h["llvm.sdiv"] = division(true, [](auto a, auto b) { return a / b; });
  h["arith.remsi"] = h["llvm.srem"] = division(true, [](auto a, auto b) { return a % b; });
  h["arith.divui"] = h["llvm.udiv"] = division(false, [](auto a, auto b) { return a / b; });
  h["arith.remui"] = h["llvm.urem"] = division(false, [](auto a, auto b) { return a % b; });
  h["arith.ceildivsi"] =
      division(true, [](auto a, auto b) { return a / b + ((a % b != 0) && ((a < 0) == (b < 0))); });
  h["arith.floordivsi"] =
      division(true, [](auto a, auto b) { return a / b - ((a % b != 0) && ((a < 0) != (b < 0))); });
  h["arith.ceildivui"] = division(false, [](auto a, auto b) { return a / b + (a % b != 0); });
  h["arith.minsi"] = h["llvm.intr.smin"] =
      signedInteger([](int64_t a, int64_t b) { return std::min(a, b); });
  h["arith.maxsi"] = h["llvm.intr.smax"] =
      signedInteger([](int64_t a, int64_t b) { return std::max(a, b); });
  h["arith.minui"] = h["llvm.intr.umin"] =
      integer([](uint64_t a, uint64_t b, unsigned) { return std::min(a, b); });
  h["arith.maxui"] = h["llvm.intr.umax"] =
      integer([](uint64_t a, uint64_t b, unsigned) { return std::max(a, b); });

  h["arith.addf"] = h["llvm.fadd"] = floating([](auto a, auto b, auto) { return a + b; });
  h["arith.subf"] = h["llvm.fsub"] = floating([](auto a, auto b, auto) { return a - b; });
  h["arith.mulf"] = h["llvm.fmul"] = floating([](auto a, auto b, auto) { return a * b; });
  h["arith.divf"] = h["llvm.fdiv"] = floating([](auto a, auto b, auto) { return a / b; });
  h["arith.remf"] = h["llvm.frem"] = floating([](auto a, auto b, auto) { return std::fmod(a, b); });
  h["arith.negf"] = h["llvm.fneg"] = floating([](auto a, auto, auto) { return -a; });
  h["arith.maximumf"] = h["llvm.intr.maximum"] =
      floating([](auto a, auto b, auto) { return maximumOf(a, b); });
  h["arith.minimumf"] = h["llvm.intr.minimum"] =
      floating([](auto a, auto b, auto) { return minimumOf(a, b); });
  h["arith.maxnumf"] = h["llvm.intr.maxnum"] =
      floating([](auto a, auto b, auto) { return std::fmax(a, b); });
  h["arith.minnumf"] = h["llvm.intr.minnum"] =
      floating([](auto a, auto b, auto) { return std::fmin(a, b); });
  h["math.fma"] = h["llvm.intr.fma"] = h["llvm.intr.fmuladd"] =
      floating([](auto a, auto b, auto c) { return std::fma(a, b, c); });
  h["math.exp"] = h["llvm.intr.exp"] = floating([](auto a, auto, auto) { return std::exp(a); });
  h["math.exp2"] = h["llvm.intr.exp2"] = h["rocdl.exp2"] =
      floating([](auto a, auto, auto) { return std::exp2(a); });
  h["math.log"] = h["llvm.intr.log"] = floating([](auto a, auto, auto) { return std::log(a); });
  h["math.log2"] = h["llvm.intr.log2"] = h["rocdl.log"] =
      floating([](auto a, auto, auto) { return std::log2(a); });
  h["math.sin"] = h["llvm.intr.sin"] = floating([](auto a, auto, auto) { return std::sin(a); });
  h["math.cos"] = h["llvm.intr.cos"] = floating([](auto a, auto, auto) { return std::cos(a); });
  h["math.tanh"] = h["rocdl.tanh"] = floating([](auto a, auto, auto) { return std::tanh(a); });
  h["math.sqrt"] = h["llvm.intr.sqrt"] = h["rocdl.sqrt"] =
      floating([](auto a, auto, auto) { return std::sqrt(a); });
  h["math.rsqrt"] = h["rocdl.rsq"] =
      floating([](auto a, auto, auto) { return decltype(a)(1) / std::sqrt(a); });
  h["llvm.amdgcn.rsq.f32"] = h["math.rsqrt"];
  h["llvm.amdgcn.fract.f32"] = h["rocdl.fract"] =
      floating([](auto a, auto, auto) { return a - std::floor(a); });
  // The native sine and cosine take turns instead of radians.
  h["rocdl.sin"] = floating(
      [](auto a, auto, auto) { return decltype(a)(std::sin(2 * std::numbers::pi * double(a))); });
  h["rocdl.cos"] = floating(
      [](auto a, auto, auto) { return decltype(a)(std::cos(2 * std::numbers::pi * double(a))); });
  h["rocdl.rcp"] = floating([](auto a, auto, auto) { return decltype(a)(1) / a; });
  h["math.log10"] = h["llvm.intr.log10"] =
      floating([](auto a, auto, auto) { return std::log10(a); });
  h["math.log1p"] = floating([](auto a, auto, auto) { return std::log1p(a); });
  h["math.expm1"] = floating([](auto a, auto, auto) { return std::expm1(a); });
  h["math.erf"] = floating([](auto a, auto, auto) { return std::erf(a); });
  h["math.erfc"] = floating([](auto a, auto, auto) { return std::erfc(a); });
  h["math.tan"] = h["llvm.intr.tan"] = floating([](auto a, auto, auto) { return std::tan(a); });
  h["math.sinh"] = h["llvm.intr.sinh"] = floating([](auto a, auto, auto) { return std::sinh(a); });
  h["math.cosh"] = h["llvm.intr.cosh"] = floating([](auto a, auto, auto) { return std::cosh(a); });
  h["math.atan"] = h["llvm.intr.atan"] = floating([](auto a, auto, auto) { return std::atan(a); });
  h["math.atan2"] = h["llvm.intr.atan2"] =
      floating([](auto a, auto b, auto) { return std::atan2(a, b); });
  h["math.cbrt"] = floating([](auto a, auto, auto) { return std::cbrt(a); });
  h["math.powf"] = h["llvm.intr.pow"] =
      floating([](auto a, auto b, auto) { return std::pow(a, b); });
  h["math.copysign"] = h["llvm.intr.copysign"] =
      floating([](auto a, auto b, auto) { return std::copysign(a, b); });
  h["math.trunc"] = h["llvm.intr.trunc"] =
      floating([](auto a, auto, auto) { return std::trunc(a); });
  h["math.round"] = h["llvm.intr.round"] =
      floating([](auto a, auto, auto) { return std::round(a); });
  h["math.absi"] = h["llvm.intr.abs"] =
      elementwise([](Wave &, Operation *op, unsigned, const uint64_t *in, uint64_t &out) {
        unsigned bits = operandBits(op);
        int64_t number = signExtended(in[0], bits);
        out = truncated(number < 0 ? 0 - uint64_t(number) : uint64_t(number), bits);
        return success();
      });
  h["math.ctpop"] = h["llvm.intr.ctpop"] =
      integer([](uint64_t a, uint64_t, unsigned) { return uint64_t(llvm::popcount(a)); });
  h["math.ctlz"] = h["llvm.intr.ctlz"] = integer([](uint64_t a, uint64_t, unsigned bits) {
    return a == 0 ? uint64_t(bits) : uint64_t(llvm::countl_zero(a) - int(64 - bits));
  });
  h["math.cttz"] = h["llvm.intr.cttz"] = integer([](uint64_t a, uint64_t, unsigned bits) {
    return a == 0 ? uint64_t(bits) : uint64_t(llvm::countr_zero(a));
  });
  h["llvm.intr.bswap"] =
      integer([](uint64_t a, uint64_t, unsigned bits) { return llvm::byteswap(a) >> (64 - bits); });
  h["arith.addui_extended"] = extended([](uint64_t a, uint64_t b, unsigned bits) {
    uint64_t sum = truncated(a + b, bits);
    return std::pair(sum, uint64_t(sum < a));
  });
  h["arith.mului_extended"] = extended([](uint64_t a, uint64_t b, unsigned bits) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return std::pair(uint64_t(product), uint64_t(product >> bits));
  });
  h["arith.mulsi_extended"] = extended([](uint64_t a, uint64_t b, unsigned bits) {
    __int128 product = (__int128)signExtended(a, bits) * signExtended(b, bits);
    return std::pair(uint64_t(product), uint64_t(product >> bits));
  });
  h["math.absf"] = h["llvm.intr.fabs"] = floating([](auto a, auto, auto) { return std::fabs(a); });
  h["math.floor"] = h["llvm.intr.floor"] =
      floating([](auto a, auto, auto) { return std::floor(a); });
  h["math.ceil"] = h["llvm.intr.ceil"] = floating([](auto a, auto, auto) { return std::ceil(a); });
  h["math.roundeven"] = h["llvm.intr.roundeven"] =
      floating([](auto a, auto, auto) { return std::nearbyint(a); });

  h["arith.extf"] = h["llvm.fpext"] = h["arith.truncf"] = h["llvm.fptrunc"] = convert(true, true);
  h["arith.sitofp"] = h["llvm.sitofp"] = convert(true, true);
  h["arith.uitofp"] = h["llvm.uitofp"] = convert(false, true);
  h["arith.fptosi"] = h["llvm.fptosi"] = convert(true, true);
  h["arith.fptoui"] = h["llvm.fptoui"] = convert(true, false);
  h["arith.extsi"] = h["llvm.sext"] = h["arith.index_cast"] = convert(true, true);
  h["arith.extui"] = h["llvm.zext"] = h["arith.index_castui"] = convert(false, false);
  h["arith.trunci"] = h["llvm.trunc"] = convert(false, false);
  h["arith.cmpi"] = h["llvm.icmp"] = Handler(compareI);
  h["arith.cmpf"] = h["llvm.fcmp"] = Handler(compareF);
  h["arith.select"] = h["llvm.select"] = Handler(selectOf);
  h["arith.constant"] = h["llvm.mlir.constant"] = Handler(constant);
  h["arith.bitcast"] = h["llvm.bitcast"] = h["vector.bitcast"] = Handler(bitcast);
  h["llvm.freeze"] = Handler(bitcast);
  h["vector.fma"] = h["math.fma"];
}
