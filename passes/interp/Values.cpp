#include "passes/interp/Values.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "llvm/ADT/APFloat.h"

#include <bit>
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::fly;

unsigned interp::slotsOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * slotsOf(vector.getElementType());
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type)) {
    unsigned slots = 0;
    for (Type part : structure.getBody())
      slots += slotsOf(part);
    return slots;
  }
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return array.getNumElements() * slotsOf(array.getElementType());
  if (auto pointer = dyn_cast<LLVM::LLVMPointerType>(type))
    return pointer.getAddressSpace() == 8 ? 3 : 1;
  if (type.isIntOrIndexOrFloat())
    return (bitsOf(type) + 63) / 64;
  return 0;
}

Type interp::elementOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getElementType() : type;
}

int64_t interp::elementCount(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

unsigned interp::bitsOf(Type element) {
  if (element.isIntOrFloat())
    return element.getIntOrFloatBitWidth();
  if (auto pointer = dyn_cast<LLVM::LLVMPointerType>(element)) {
    unsigned space = pointer.getAddressSpace();
    return space == 3 || space == 5 ? 32 : 64;
  }
  return 64; // index
}

int64_t interp::storeSize(Type type) {
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type)) {
    int64_t size = 0;
    for (Type part : structure.getBody())
      size += storeSize(part);
    return size;
  }
  return (elementCount(type) * bitsOf(elementOf(type)) + 7) / 8;
}

uint64_t interp::truncated(uint64_t x, unsigned bits) {
  return bits >= 64 ? x : x & ((uint64_t(1) << bits) - 1);
}

int64_t interp::signExtended(uint64_t x, unsigned bits) {
  if (bits >= 64)
    return int64_t(x);
  uint64_t sign = uint64_t(1) << (bits - 1);
  return int64_t((truncated(x, bits) ^ sign) - sign);
}

double interp::toNumber(uint64_t pattern, FloatType type) {
  if (type.isF32())
    return std::bit_cast<float>(uint32_t(pattern));
  if (type.isF64())
    return std::bit_cast<double>(pattern);
  if (type.isBF16())
    return std::bit_cast<float>(uint32_t(pattern) << 16);
  if (type.isF16())
    return double(std::bit_cast<_Float16>(uint16_t(pattern)));
  llvm::APFloat number(type.getFloatSemantics(), llvm::APInt(type.getWidth(), pattern));
  bool lost;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
  return number.convertToDouble();
}

uint64_t interp::toPattern(double number, FloatType type) {
  if (type.isF32())
    return std::bit_cast<uint32_t>(float(number));
  if (type.isF64())
    return std::bit_cast<uint64_t>(number);
  if (type.isF16())
    return std::bit_cast<uint16_t>(_Float16(number));
  llvm::APFloat value(number);
  bool lost;
  value.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &lost);
  return value.bitcastToAPInt().getZExtValue();
}

namespace {

/// Appends or reads bit fields of a little-endian byte string.
class BitCursor {
public:
  explicit BitCursor(uint8_t *bytes) : bytes(bytes) {}

  void put(uint64_t value, unsigned bits) {
    for (unsigned i = 0; i < bits; ++i, ++position) {
      uint8_t mask = uint8_t(1u << (position % 8));
      if (value >> i & 1)
        bytes[position / 8] |= mask;
      else
        bytes[position / 8] &= uint8_t(~mask);
    }
  }
  uint64_t get(unsigned bits) {
    uint64_t value = 0;
    for (unsigned i = 0; i < bits; ++i, ++position)
      value |= uint64_t(bytes[position / 8] >> (position % 8) & 1) << i;
    return value;
  }

private:
  uint8_t *bytes;
  uint64_t position = 0;
};

} // namespace

void interp::packBytes(Type type, const uint64_t *slots, uint8_t *bytes) {
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type)) {
    for (Type part : structure.getBody()) {
      packBytes(part, slots, bytes);
      slots += slotsOf(part);
      bytes += storeSize(part);
    }
    return;
  }
  unsigned bits = bitsOf(elementOf(type));
  int64_t count = elementCount(type);
  if (bits % 8 == 0) {
    unsigned perElement = (bits + 63) / 64;
    for (int64_t i = 0; i < count; ++i)
      std::memcpy(bytes + i * (bits / 8), slots + i * perElement, bits / 8);
    return;
  }
  BitCursor cursor(bytes);
  for (int64_t i = 0; i < count; ++i)
    cursor.put(slots[i], bits);
  // The rest of the last byte is zero, as a scalar i1 in memory is.
  if (unsigned rest = count * bits % 8)
    cursor.put(0, 8 - rest);
}

void interp::unpackBytes(Type type, const uint8_t *bytes, uint64_t *slots) {
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type)) {
    for (Type part : structure.getBody()) {
      unpackBytes(part, bytes, slots);
      slots += slotsOf(part);
      bytes += storeSize(part);
    }
    return;
  }
  unsigned bits = bitsOf(elementOf(type));
  int64_t count = elementCount(type);
  if (bits % 8 == 0) {
    unsigned perElement = (bits + 63) / 64;
    for (int64_t i = 0; i < count; ++i) {
      std::memset(slots + i * perElement, 0, perElement * 8);
      std::memcpy(slots + i * perElement, bytes + i * (bits / 8), bits / 8);
    }
    return;
  }
  BitCursor cursor(const_cast<uint8_t *>(bytes));
  for (int64_t i = 0; i < count; ++i)
    slots[i] = cursor.get(bits);
}

void interp::bitcastLane(Type from, const uint64_t *source, Type to, uint64_t *target) {
  std::vector<uint8_t> bytes(std::max(storeSize(from), storeSize(to)));
  packBytes(from, source, bytes.data());
  unpackBytes(to, bytes.data(), target);
}
