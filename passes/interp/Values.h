// Run-time values of the interpreter: one SSA value across the lanes of a wave.
//
// A value is a list of 64-bit slots per lane. An element of up to 64 bits takes one slot (integers
// zero-extended from their width, floats as their bit pattern), a wider integer as many as it
// needs; vectors and structs are the slots of their parts in order. A pointer is one slot, a buffer
// resource
// (`!llvm.ptr<8>`) three: base, number of records, stride and flags.
#pragma once

#include "mlir/IR/BuiltinTypes.h"

#include <cstdint>
#include <vector>

namespace mlir::fly::interp {

/// Slots that a value of `type` takes per lane; 0 for types the interpreter does not know.
unsigned slotsOf(Type type);
/// The element of a vector, the type itself otherwise.
Type elementOf(Type type);
/// Elements of a vector (1 for a scalar).
int64_t elementCount(Type type);
/// Bits of one element: integers and floats their width, index and pointers 64, LDS and private
/// pointers 32.
unsigned bitsOf(Type element);
/// Bytes that a load or store of `type` touches.
int64_t storeSize(Type type);

class LaneValue {
public:
  LaneValue() = default;
  LaneValue(unsigned lanes, unsigned slots) : slots(slots), data(size_t(lanes) * slots) {}

  uint64_t &at(unsigned lane, unsigned slot = 0) { return data[size_t(lane) * slots + slot]; }
  uint64_t at(unsigned lane, unsigned slot = 0) const { return data[size_t(lane) * slots + slot]; }
  const uint64_t *lane(unsigned lane) const { return data.data() + size_t(lane) * slots; }
  uint64_t *lane(unsigned lane) { return data.data() + size_t(lane) * slots; }
  unsigned getSlots() const { return slots; }

private:
  unsigned slots = 0;
  std::vector<uint64_t> data;
};

/// Lowest `bits` bits of x, and the same read as a signed number.
uint64_t truncated(uint64_t x, unsigned bits);
int64_t signExtended(uint64_t x, unsigned bits);

/// The number that a bit pattern of the float type stands for, and the nearest pattern of a number
/// (round to nearest even).
double toNumber(uint64_t pattern, FloatType type);
uint64_t toPattern(double number, FloatType type);

/// Packs the slots of one lane into little-endian bytes as memory holds them (elements of fewer
/// than eight bits are packed densely), and back.
void packBytes(Type type, const uint64_t *slots, uint8_t *bytes);
void unpackBytes(Type type, const uint8_t *bytes, uint64_t *slots);
/// Reinterprets the bits of one lane as another type of the same size.
void bitcastLane(Type from, const uint64_t *source, Type to, uint64_t *target);

} // namespace mlir::fly::interp
