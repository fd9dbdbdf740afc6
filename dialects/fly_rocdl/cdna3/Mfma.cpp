// cdna3.mfma: what is legal and what it becomes.
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Verify.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

LogicalResult Cdna3MfmaType::verify(EmitError emitError, int32_t m, int32_t n, int32_t k,
                                    Type elemA, Type elemB, Type elemAcc) {
  Elem a = elemOf(elemA), b = elemOf(elemB), acc = elemOf(elemAcc);
  // Signed and unsigned integers have no MFMA: the product is signed.
  bool hasSign = !elemA.isSignlessIntOrFloat() || !elemB.isSignlessIntOrFloat();
  if (!hasSign && findMmaRow(MmaPayload::Mfma, m, n, k, a, b, acc))
    return success();
  std::string shape = std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k);
  if (int blocks = mfmaBlocks(m, n, k, a); blocks > 1 && a == b)
    return fly::emitRule(emitError, 302,
                         shape + " on " + textOf(elemA) + " is a " + Twine(blocks) +
                             "-block MFMA; a single-tile layout cannot describe it",
                         "use " + nearestMmaRows(MmaPayload::Mfma, m, n, k, a, b, acc));
  if ((isFnuz(a) && isOcp8(b)) || (isOcp8(a) && isFnuz(b)))
    return fly::emitRule(emitError, 303,
                         "A and B mix FNUZ and OCP 8-bit formats: A=" + textOf(elemA) +
                             ", B=" + textOf(elemB),
                         "gfx942 reads FNUZ, gfx950 OCP formats; convert one operand");
  return fly::emitRule(emitError, 301,
                       "no MFMA instruction computes " + shape + " with A=" + textOf(elemA) +
                           ", B=" + textOf(elemB) + ", accumulator " + textOf(elemAcc) +
                           "; nearest: " + nearestMmaRows(MmaPayload::Mfma, m, n, k, a, b, acc));
}

FailureOr<Value> Cdna3MfmaType::emitAtomCallSSA(OpBuilder &builder, Location loc, Type resultTy,
                                                fly::MmaAtomType, Type dTy, Type aTy, Type bTy,
                                                Type cTy, Value, Value d, Value a, Value b,
                                                Value c) const {
  MmaCall call(builder, loc, *this, *getRow());
  if (failed(call.read(aTy, bTy, cTy, a, b, c)))
    return failure();
  Value zero = call.constant(0); // cbsz, abid, blgp
  return call.finish({call.a, call.b, call.c, zero, zero, zero}, {}, resultTy, dTy, d);
}
