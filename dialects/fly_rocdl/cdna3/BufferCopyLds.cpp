// cdna3.buffer_copy_lds: a buffer straight into shared memory.
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/AtomLayouts.h"
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Verify.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

LogicalResult Cdna3BufferCopyLdsType::verify(EmitError emitError, int32_t bitSize) {
  if (findCopyRow(bufferCopyLdsRows(), bitSize))
    return success();
  return fly::emitRule(emitError, 310,
                       "LDS transfer of " + Twine(bitSize) + " bits does not exist; use " +
                           bitsOfRows(bufferCopyLdsRows()),
                       bitSize == 96 ? "cdna4.buffer_load_async_lds<96> moves 96 bits on gfx950"
                                     : "");
}

FailureOr<Value> Cdna3BufferCopyLdsType::emitAtomCallSSA(OpBuilder &builder, Location loc,
                                                         Type resultTy, fly::CopyAtomType,
                                                         Type srcTy, Type dstTy, Value atomVal,
                                                         Value src, Value dst) const {
  if (failed(checkPlaces(loc, *this, resultTy, srcTy, dstTy)))
    return failure();
  return emitBufferToLds(builder, loc, *this, getBitSize(), srcTy, dstTy, atomVal, src, dst);
}
