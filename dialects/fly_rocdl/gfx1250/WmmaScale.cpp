// gfx1250.wmma_scale: block-scaled WMMA of gfx1250.
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Verify.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

LogicalResult Gfx1250WmmaScaleType::verify(EmitError emitError, int32_t m, int32_t n, int32_t k,
                                           Type elemA, Type elemB, Type elemAcc, int32_t opselA,
                                           int32_t opselB, int32_t modC, bool reuseA, bool reuseB,
                                           int32_t blockSize) {
  if (blockSize != 16 && blockSize != 32)
    return fly::emitRule(emitError, 305, "blockSize must be 16 or 32, got " + Twine(blockSize));
  bool isShape32 = m == 32 && n == 16 && k == 128;
  if (isShape32 && isF8F6F4(elemOf(elemA)) && isF8F6F4(elemOf(elemB)) &&
      (elemOf(elemA) != Elem::E2M1 || elemOf(elemB) != Elem::E2M1))
    return fly::emitRule(emitError, 306,
                         "32x16x128 takes 4-bit operands only, got " + textOf(elemA) + " and " +
                             textOf(elemB),
                         "use f4E2M1FN for both, or 16x16x128");
  return failure(failed(verifyScaled(emitError, MmaPayload::WmmaScale, m, n, k, elemA, elemB,
                                     elemAcc, blockSize)) ||
                 failed(verifyRange(emitError, 305, "opselA", 0, 1, opselA)) ||
                 failed(verifyRange(emitError, 305, "opselB", 0, 1, opselB)) ||
                 failed(verifyRange(emitError, 305, "modC", 0, 3, modC)));
}

FailureOr<Value> Gfx1250WmmaScaleType::emitAtomCallSSA(OpBuilder &builder, Location loc,
                                                       Type resultTy, fly::MmaAtomType, Type dTy,
                                                       Type aTy, Type bTy, Type cTy, Value atomVal,
                                                       Value d, Value a, Value b, Value c) const {
  MmaCall call(builder, loc, *this, *getRow());
  if (failed(call.read(aTy, bTy, cTy, a, b, c)))
    return failure();
  SmallVector<NamedAttribute> immediates = {
      call.immediate("modC", 16, getModC()), call.immediate("scaleAType", 32, getOpselA()),
      call.immediate("scaleBType", 32, getOpselB()),
      // E8M0 scales.
      call.immediate("fmtScaleA", 32, 0), call.immediate("fmtScaleB", 32, 0),
      call.flag("reuseA", getReuseA()), call.flag("reuseB", getReuseB())};
  if (getRow()->form == MmaForm::WmmaScale) {
    immediates.push_back(call.immediate("fmtA", 32, formatCode(elemOf(getElemA()))));
    immediates.push_back(call.immediate("fmtB", 32, formatCode(elemOf(getElemB()))));
  }
  Value scaleA = readState(builder, loc, atomVal, 0);
  Value scaleB = readState(builder, loc, atomVal, 1);
  return call.finish({call.a, call.b, call.c, scaleA, scaleB}, immediates, resultTy, dTy, d);
}
