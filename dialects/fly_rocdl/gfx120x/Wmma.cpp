// gfx120x.wmma: WMMA of RDNA4.
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Verify.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

LogicalResult Gfx120xWmmaType::verify(EmitError emitError, int32_t m, int32_t n, int32_t k,
                                      Type elemA, Type elemB, Type elemAcc, bool signA, bool signB,
                                      bool clamp) {
  return verifyWmma(emitError, MmaPayload::WmmaGfx120x, "gfx120x", m, n, k, elemA, elemB, elemAcc,
                    signA || signB || clamp);
}

FailureOr<Value> Gfx120xWmmaType::emitAtomCallSSA(OpBuilder &builder, Location loc, Type resultTy,
                                                  fly::MmaAtomType, Type dTy, Type aTy, Type bTy,
                                                  Type cTy, Value, Value d, Value a, Value b,
                                                  Value c) const {
  MmaCall call(builder, loc, *this, *getRow());
  if (failed(call.read(aTy, bTy, cTy, a, b, c)))
    return failure();
  return call.finish({call.a, call.b, call.c}, {}, resultTy, dTy, d);
}
