// cdna3.buffer_atomic: read-modify-write into a buffer.
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/AtomLayouts.h"
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Verify.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

static const AtomicRow *findAtomicRow(fly::AtomicOp op, Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (vector && (vector.getRank() != 1 || vector.isScalable()))
    return nullptr;
  Type element = vector ? vector.getElementType() : type;
  int64_t lanes = vector ? vector.getNumElements() : 1;
  bool isUnsigned = element.isUnsignedInteger();
  Elem elem = elemOf(element);
  if (element.isInteger(32))
    elem = Elem::I32;
  else if (element.isInteger(64))
    elem = Elem::I64;
  // Sign matters for the order only; the wrapping counters are unsigned for every integer.
  bool ordered = op == fly::AtomicOp::Max || op == fly::AtomicOp::Min;
  for (const AtomicRow &row : atomicRows())
    if (row.op == int(op) && row.elem == elem && row.lanes == lanes &&
        row.isUnsigned == (ordered && isUnsigned))
      return &row;
  return nullptr;
}

static std::string typesOf(fly::AtomicOp op) {
  SmallVector<std::string> names;
  for (const AtomicRow &row : atomicRows()) {
    if (row.op != int(op))
      continue;
    std::string name = nameOf(row.elem);
    if (row.isUnsigned)
      name = "u" + name;
    if (row.lanes > 1)
      name = "vector<" + std::to_string(row.lanes) + "x" + name + ">";
    names.push_back(name);
  }
  return llvm::join(names, ", ");
}

const AtomicRow *Cdna3BufferAtomicType::getRow() const {
  return findAtomicRow(getAtomicOp(), getValType());
}

int64_t Cdna3BufferAtomicType::getValueBits() const {
  auto vector = dyn_cast<VectorType>(getValType());
  if (!vector)
    return getValType().getIntOrFloatBitWidth();
  return vector.getNumElements() * vector.getElementTypeBitWidth();
}

LogicalResult Cdna3BufferAtomicType::verify(EmitError emitError, fly::AtomicOp atomicOp,
                                            Type valType) {
  if (findAtomicRow(atomicOp, valType))
    return success();
  return fly::emitRule(emitError, 311,
                       "buffer atomic " + fly::stringifyAtomicOp(atomicOp) +
                           " is not available on " + textOf(valType) + "; it exists for " +
                           typesOf(atomicOp));
}

FailureOr<Value> Cdna3BufferAtomicType::emitAtomCallSSA(OpBuilder &builder, Location loc,
                                                        Type resultTy, fly::CopyAtomType,
                                                        Type srcTy, Type dstTy, Value atomVal,
                                                        Value src, Value dst) const {
  // The instruction returns nothing: with a result there would be no old value to give back (D22).
  if (failed(checkPlaces(loc, *this, resultTy, srcTy, dstTy)))
    return failure();
  auto memory = cast<fly::MemRefType>(dstTy);
  const AtomicRow *row = getRow();
  Type wordTy = typeOf(row->elem, builder.getContext());
  if (row->lanes > 1)
    wordTy = VectorType::get({row->lanes}, wordTy);
  FailureOr<Value> data = readRegister(builder, loc, *this, srcTy, src, wordTy);
  if (failed(data))
    return failure();
  Value offset = bufferByteOffset(builder, loc, dst, memory.getElemTy(), memory.getSwizzle());
  Value soffset =
      elementsToBytes(builder, loc, readState(builder, loc, atomVal, 0), memory.getElemTy());
  Value operands[] = {*data, bufferResource(builder, loc, dst), offset, soffset,
                      constantI32(builder, loc, 0)};
  std::string name = std::string("raw.ptr.buffer.atomic.") + row->name;
  FailureOr<Value> done =
      row->hasRocdlOp ? createRocdl(builder, loc, name, {}, operands)
                      : callIntrinsic(builder, loc, "llvm.amdgcn." + name, wordTy, operands);
  if (failed(done))
    return failure();
  return Value();
}
