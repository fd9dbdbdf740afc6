// gfx1250.wmma: WMMA of gfx1250.
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Verify.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

LogicalResult Gfx1250WmmaType::verify(EmitError emitError, int32_t m, int32_t n, int32_t k,
                                      Type elemA, Type elemB, Type elemAcc, bool signA, bool signB,
                                      bool clamp) {
  return verifyWmma(emitError, MmaPayload::WmmaGfx1250, "gfx1250", m, n, k, elemA, elemB, elemAcc,
                    signA || signB || clamp);
}

FailureOr<Value> Gfx1250WmmaType::emitAtomCallSSA(OpBuilder &builder, Location loc, Type resultTy,
                                                  fly::MmaAtomType, Type dTy, Type aTy, Type bTy,
                                                  Type cTy, Value, Value d, Value a, Value b,
                                                  Value c) const {
  MmaCall call(builder, loc, *this, *getRow());
  if (failed(call.read(aTy, bTy, cTy, a, b, c)))
    return failure();
  // The float forms take modifiers too; their defaults are what this payload means.
  SmallVector<NamedAttribute> flags;
  if (MmaForm form = getRow()->form; form == MmaForm::WmmaInt || form == MmaForm::WmmaIntReuse)
    flags = {call.flag("signA", getSignA()), call.flag("signB", getSignB()),
             call.flag("clamp", getClamp())};
  return call.finish({call.a, call.b, call.c}, flags, resultTy, dTy, d);
}
