// cdna4.mfma_scale: block-scaled MFMA of gfx950.
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Verify.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

LogicalResult Cdna4MfmaScaleType::verify(EmitError emitError, int32_t m, int32_t n, int32_t k,
                                         Type elemA, Type elemB, Type elemAcc, int32_t opselA,
                                         int32_t opselB) {
  return failure(
      failed(verifyScaled(emitError, MmaPayload::MfmaScale, m, n, k, elemA, elemB, elemAcc, 0)) ||
      failed(verifyRange(emitError, 305, "opselA", 0, 3, opselA)) ||
      failed(verifyRange(emitError, 305, "opselB", 0, 3, opselB)));
}

FailureOr<Value> Cdna4MfmaScaleType::emitAtomCallSSA(OpBuilder &builder, Location loc,
                                                     Type resultTy, fly::MmaAtomType, Type dTy,
                                                     Type aTy, Type bTy, Type cTy, Value atomVal,
                                                     Value d, Value a, Value b, Value c) const {
  MmaCall call(builder, loc, *this, *getRow());
  if (failed(call.read(aTy, bTy, cTy, a, b, c)))
    return failure();
  Value formatA = call.constant(formatCode(elemOf(getElemA())));
  Value formatB = call.constant(formatCode(elemOf(getElemB())));
  Value scaleA = readState(builder, loc, atomVal, 0);
  Value scaleB = readState(builder, loc, atomVal, 1);
  return call.finish({call.a, call.b, call.c, formatA, formatB, call.constant(getOpselA()), scaleA,
                      call.constant(getOpselB()), scaleB},
                     {}, resultTy, dTy, d);
}
