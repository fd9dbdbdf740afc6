// cdna3.buffer_copy: one thread's bits between a buffer and registers.
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/AtomLayouts.h"
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Verify.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

LogicalResult Cdna3BufferCopyType::verify(EmitError emitError, int32_t bitSize, int32_t cache) {
  if (!findCopyRow(bufferCopyRows(), bitSize))
    return fly::emitRule(emitError, 309,
                         "buffer copy of " + Twine(bitSize) +
                             " bits is not a machine transfer size; use " +
                             bitsOfRows(bufferCopyRows()));
  return verifyRange(emitError, 309, "cache", 0, 31, cache);
}

FailureOr<Value> Cdna3BufferCopyType::emitAtomCallSSA(OpBuilder &builder, Location loc,
                                                      Type resultTy, fly::CopyAtomType, Type srcTy,
                                                      Type dstTy, Value atomVal, Value src,
                                                      Value dst) const {
  if (failed(checkPlaces(loc, *this, resultTy, srcTy, dstTy)))
    return failure();
  bool stores = inRegisters(srcTy);
  auto memory = cast<fly::MemRefType>(stores ? dstTy : srcTy);
  Value pointer = stores ? dst : src;
  Type wordTy = transferType(builder.getContext(), getBitSize());
  Value data;
  if (stores) {
    FailureOr<Value> value = readRegister(builder, loc, *this, srcTy, src, wordTy);
    if (failed(value))
      return failure();
    data = *value;
  }
  Value resource = bufferResource(builder, loc, pointer);
  Value offset = bufferByteOffset(builder, loc, pointer, memory.getElemTy(), memory.getSwizzle());
  Value soffset =
      elementsToBytes(builder, loc, readState(builder, loc, atomVal, 0), memory.getElemTy());
  Value aux = constantI32(builder, loc, getCache());
  if (stores)
    return createRocdl(builder, loc, "raw.ptr.buffer.store", {},
                       {data, resource, offset, soffset, aux});
  FailureOr<Value> value =
      createRocdl(builder, loc, "raw.ptr.buffer.load", wordTy, {resource, offset, soffset, aux});
  if (failed(value))
    return failure();
  return writeRegister(builder, loc, *this, resultTy, dstTy, *value, dst);
}
