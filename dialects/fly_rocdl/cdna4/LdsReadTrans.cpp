// cdna4.lds_read_trans: transposing reads of shared memory on gfx950.
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Verify.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

static const TransRow *findTransRow(int32_t granularity, int32_t bits) {
  for (const TransRow &row : transRows())
    if (row.granularity == granularity && row.bits == bits)
      return &row;
  return nullptr;
}

const TransRow *Cdna4LdsReadTransType::getRow() const {
  return findTransRow(getGranularity(), getBitSize());
}

LogicalResult Cdna4LdsReadTransType::verify(EmitError emitError, int32_t granularity,
                                            int32_t bitSize) {
  if (findTransRow(granularity, bitSize))
    return success();
  std::string legal;
  for (const TransRow &row : transRows())
    legal += (legal.empty() ? "" : ", ") + std::to_string(row.granularity) + "b with " +
             std::to_string(row.bits);
  return fly::emitRule(emitError, 312,
                       "no transposing LDS read for granularity " + Twine(granularity) + " and " +
                           Twine(bitSize) + " bits; use " + legal);
}

FailureOr<Value> Cdna4LdsReadTransType::emitAtomCallSSA(OpBuilder &builder, Location loc,
                                                        Type resultTy, fly::CopyAtomType,
                                                        Type srcTy, Type dstTy, Value, Value src,
                                                        Value dst) const {
  if (failed(checkPlaces(loc, *this, resultTy, srcTy, dstTy)))
    return failure();
  const TransRow *row = getRow();
  warnOpenQuestions(builder, loc, *this, row->op);
  auto memory = cast<fly::MemRefType>(srcTy);
  Value address = fly::applyAddressSwizzle(builder, loc, src, memory.getSwizzle());
  FailureOr<Value> value = createRocdl(
      builder, loc, row->op, registerType(row->reg, Elem::None, 0, builder.getContext()), address);
  if (failed(value))
    return failure();
  return writeRegister(builder, loc, *this, resultTy, dstTy, *value, dst);
}
