#include "dialects/fly_rocdl/Verify.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/layout/Algebra.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

static std::string shapeText(int32_t m, int32_t n, int32_t k) {
  return std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k);
}

LogicalResult mlir::fly_rocdl::verifyWmma(EmitError emitError, MmaPayload payload,
                                          StringRef generation, int32_t m, int32_t n, int32_t k,
                                          Type a, Type b, Type acc, bool anyFlag) {
  Elem elemA = elemOf(a), elemB = elemOf(b), elemAcc = elemOf(acc);
  if (!findMmaRow(payload, m, n, k, elemA, elemB, elemAcc))
    return fly::emitRule(
        emitError, 307,
        "no WMMA of " + generation + " computes " + shapeText(m, n, k) + " with A=" + textOf(a) +
            ", B=" + textOf(b) + ", accumulator " + textOf(acc) +
            "; nearest: " + nearestMmaRows(payload, m, n, k, elemA, elemB, elemAcc));
  if (anyFlag && elemA != Elem::I8 && elemA != Elem::I4)
    return fly::emitRule(emitError, 308,
                         "sign and clamp flags need integer operands, got " + textOf(a),
                         "set signA, signB and clamp to false");
  return success();
}

LogicalResult mlir::fly_rocdl::verifyScaled(EmitError emitError, MmaPayload payload, int32_t m,
                                            int32_t n, int32_t k, Type a, Type b, Type acc,
                                            int32_t blockSize) {
  Elem elemA = elemOf(a), elemB = elemOf(b), elemAcc = elemOf(acc);
  if (findMmaRow(payload, m, n, k, elemA, elemB, elemAcc, blockSize))
    return success();
  return fly::emitRule(emitError, 304,
                       "scaled product supports " +
                           nearestMmaRows(payload, m, n, k, elemA, elemB, elemAcc) + ", got " +
                           shapeText(m, n, k) + " (" + textOf(a) + ", " + textOf(b) + ") -> " +
                           textOf(acc),
                       "f8/f6/f4 stands for f8E4M3FN, f8E5M2, f6E2M3FN, f6E3M2FN or f4E2M1FN");
}

LogicalResult mlir::fly_rocdl::verifyRange(EmitError emitError, int rule, StringRef name,
                                           int64_t lo, int64_t hi, int64_t got) {
  if (lo <= got && got <= hi)
    return success();
  return fly::emitRule(emitError, rule,
                       name + " must lie in [" + Twine(lo) + ", " + Twine(hi) + "], got " +
                           Twine(got));
}

/// Bits of a register operand, nothing when they are not known or it cannot be one.
static std::optional<int64_t> fragmentBits(Type type) {
  auto memRef = dyn_cast_or_null<fly::MemRefType>(type);
  if (!memRef)
    return fly::isRegisterValue(type) ? std::optional(fly::valueBits(type)) : std::nullopt;
  auto size = layout::size(memRef.getLayout().linear());
  if (!size || !size->isStatic())
    return std::nullopt;
  return size->value() * fly::bitWidth(memRef.getElemTy());
}

LogicalResult mlir::fly_rocdl::verifyCopyCall(EmitError emitError, Type payload, Route route,
                                              Type srcTy, Type dstTy) {
  StringRef from, to;
  bool fits = false;
  switch (route) {
  case Route::BufferRegisters:
    fits = (inBuffer(srcTy) && inRegisters(dstTy)) || (inRegisters(srcTy) && inBuffer(dstTy));
    break;
  case Route::BufferToShared:
    from = "a buffer", to = "shared memory";
    fits = inBuffer(srcTy) && inShared(dstTy);
    break;
  case Route::RegistersToBuffer:
    from = "registers", to = "a buffer";
    fits = inRegisters(srcTy) && inBuffer(dstTy);
    break;
  case Route::SharedToRegisters:
    from = "shared memory", to = "registers";
    fits = inShared(srcTy) && inRegisters(dstTy);
    break;
  case Route::GlobalToShared:
    from = "global memory", to = "shared memory";
    fits = inGlobal(srcTy) && inShared(dstTy);
    break;
  case Route::GlobalShared:
    fits = (inGlobal(srcTy) && inShared(dstTy)) || (inShared(srcTy) && inGlobal(dstTy));
    break;
  }
  if (!fits) {
    std::string places = route == Route::BufferRegisters ? "between a buffer and registers"
                         : route == Route::GlobalShared  ? "between global and shared memory"
                                                         : (from + " to " + to).str();
    return fly::emitRule(emitError, 333,
                         textOf(payload) + " copies " + places + "; operands are " +
                             placeOf(srcTy) + " and " + placeOf(dstTy));
  }
  if (route == Route::GlobalShared)
    return success(); // a whole tile, whose strides the descriptor holds
  int64_t bits = cast<fly::CopyOpTypeInterface>(payload).getCopyBits();
  for (Type type : {srcTy, dstTy}) {
    if (inRegisters(type)) {
      std::optional<int64_t> got = fragmentBits(type);
      if (!got)
        return fly::emitRule(emitError, 334,
                             "a " + Twine(bits) + "-bit copy needs a fragment of known size, got " +
                                 textOf(type));
      if (*got != bits)
        return fly::emitRule(emitError, 334,
                             "fragment of " + Twine(*got) + " bits for a " + Twine(bits) +
                                 "-bit copy");
    }
    auto view = dyn_cast<fly::MemRefType>(type);
    if (std::optional<std::string> problem = view ? fly::consecutiveProblem(view) : std::nullopt)
      return fly::emitRule(emitError, 348, *problem);
  }
  return success();
}

LogicalResult mlir::fly_rocdl::verifyMmaCall(EmitError emitError, Type payload, Type dTy, Type aTy,
                                             Type bTy, Type cTy) {
  auto mma = cast<fly::MmaOpTypeInterface>(payload);
  struct {
    fly::MmaOperand operand;
    Type type, elem;
  } operands[] = {{fly::MmaOperand::D, dTy, mma.getValTypeD()},
                  {fly::MmaOperand::A, aTy, mma.getValTypeA()},
                  {fly::MmaOperand::B, bTy, mma.getValTypeB()},
                  {fly::MmaOperand::C, cTy, mma.getValTypeC()}};
  for (auto &[operand, type, elem] : operands) {
    if (!type)
      continue;
    auto memRef = dyn_cast<fly::MemRefType>(type);
    Type got = memRef ? memRef.getElemTy() : getElementTypeOrSelf(type);
    int64_t bits = fly::bitWidth(elem);
    // The converted forms of narrow floats and of signed integers have the width only.
    bool sameElem = got == elem || (isa<IntegerType>(got) && fly::bitWidth(got) == bits);
    std::optional<int64_t> have = fragmentBits(type);
    int64_t need = mma.getRegisterValues(operand);
    bool enough = have && (memRef ? *have >= need * bits : *have == need * bits);
    if (inRegisters(type) && sameElem && enough) {
      if (std::optional<std::string> problem =
              memRef ? fly::consecutiveProblem(memRef, need) : std::nullopt)
        return fly::emitRule(emitError, 348,
                             "operand " + fly::stringifyMmaOperand(operand).upper() + ": " +
                                 *problem);
      continue;
    }
    return fly::emitRule(emitError, 335,
                         "operand " + fly::stringifyMmaOperand(operand).upper() + " needs " +
                             Twine(need) + " x " + textOf(elem) + " in registers, got " +
                             textOf(type));
  }
  return success();
}

std::string mlir::fly_rocdl::bitsOfRows(ArrayRef<CopyRow> rows) {
  std::string text;
  for (const CopyRow &row : rows)
    text += (text.empty() ? "" : ", ") + std::to_string(row.bits);
  return text;
}

const CopyRow *mlir::fly_rocdl::findCopyRow(ArrayRef<CopyRow> rows, int64_t bits) {
  for (const CopyRow &row : rows)
    if (row.bits == bits)
      return &row;
  return nullptr;
}
