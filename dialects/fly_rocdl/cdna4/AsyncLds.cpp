// cdna4.buffer_load_async_lds and cdna4.global_load_async_lds: LLVM 22 knows only the synchronous
// loads, which move the same data and wait more.
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Verify.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

static LogicalResult verifyBits(EmitError emitError, ArrayRef<CopyRow> rows, int32_t bitSize) {
  if (findCopyRow(rows, bitSize))
    return success();
  return fly::emitRule(emitError, 310,
                       "LDS transfer of " + Twine(bitSize) + " bits does not exist; use " +
                           bitsOfRows(rows));
}

static void remarkSynchronous(Location loc, Type payload) {
  if (std::optional<layout::Reason> remark = synchronousRemark(payload))
    fly::emitRule([&] { return emitRemark(loc); }, *remark);
}

LogicalResult Cdna4BufferLoadAsyncLdsType::verify(EmitError emitError, int32_t bitSize) {
  return verifyBits(emitError, bufferAsyncLdsRows(), bitSize);
}

FailureOr<Value> Cdna4BufferLoadAsyncLdsType::emitAtomCallSSA(OpBuilder &builder, Location loc,
                                                              Type resultTy, fly::CopyAtomType,
                                                              Type srcTy, Type dstTy, Value atomVal,
                                                              Value src, Value dst) const {
  if (failed(checkPlaces(loc, *this, resultTy, srcTy, dstTy)))
    return failure();
  FailureOr<Value> done =
      emitBufferToLds(builder, loc, *this, getBitSize(), srcTy, dstTy, atomVal, src, dst);
  if (succeeded(done))
    remarkSynchronous(loc, *this);
  return done;
}

LogicalResult Cdna4GlobalLoadAsyncLdsType::verify(EmitError emitError, int32_t bitSize) {
  return verifyBits(emitError, globalAsyncLdsRows(), bitSize);
}

FailureOr<Value> Cdna4GlobalLoadAsyncLdsType::emitAtomCallSSA(OpBuilder &builder, Location loc,
                                                              Type resultTy, fly::CopyAtomType,
                                                              Type srcTy, Type dstTy, Value,
                                                              Value src, Value dst) const {
  if (failed(checkPlaces(loc, *this, resultTy, srcTy, dstTy)))
    return failure();
  Value from =
      fly::applyAddressSwizzle(builder, loc, src, cast<fly::MemRefType>(srcTy).getSwizzle());
  Value to = fly::applyAddressSwizzle(builder, loc, dst, cast<fly::MemRefType>(dstTy).getSwizzle());
  NamedAttribute attributes[] = {
      builder.getNamedAttr("size", builder.getI32IntegerAttr(getBitSize() / 8)),
      builder.getNamedAttr("offset", builder.getI32IntegerAttr(0)),
      builder.getNamedAttr("aux", builder.getI32IntegerAttr(0))};
  FailureOr<Value> done = createRocdl(builder, loc, "global.load.lds", {}, {from, to}, attributes);
  if (succeeded(done))
    remarkSynchronous(loc, *this);
  return done;
}
