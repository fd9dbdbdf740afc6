// Element and register kinds as plain data, so that the instance tables need no MLIR context.
#pragma once

#include "mlir/IR/Types.h"

#include <cstdint>
#include <string>

namespace mlir::fly_rocdl {

/// The element types that AMD matrix instructions read and write.
enum class Elem : uint8_t {
  None,
  F64,
  F32,
  F16,
  BF16,
  I64,
  I32,
  I16,
  I8,
  I4,
  E4M3FNUZ, // FP8 of gfx942
  E5M2FNUZ, // BF8 of gfx942
  E4M3FN,   // OCP FP8
  E5M2,     // OCP BF8
  E2M3,
  E3M2,
  E2M1,
  F8F6F4, // wildcard of the scaled instructions: any OCP format of 8, 6 or 4 bits
};

/// The kind of an element type, None if no matrix instruction knows it. Integers of 8 and 4 bits
/// may be signless, signed or unsigned; wider ones must be signless.
Elem elemOf(Type type);
Type typeOf(Elem elem, MLIRContext *context);
int bitsOf(Elem elem);
/// As MLIR prints it; "f8/f6/f4" for the wildcard.
const char *nameOf(Elem elem);
/// E4M3FN, E5M2, E2M3, E3M2, E2M1.
bool isF8F6F4(Elem elem);
bool isFnuz(Elem elem);
bool isOcp8(Elem elem);
/// Format code of the scaled instructions (cbsz, blgp, matrix_fmt): 0 to 4.
int formatCode(Elem elem);

/// The type of an instruction's register operand: a scalar when count is 0.
struct Reg {
  int count = 0;
  Elem elem = Elem::None;
};
constexpr Reg vec(int count, Elem elem) { return {count, elem}; }
constexpr Reg scalar(Elem elem) { return {0, elem}; }
/// As many 32-bit words as the lane's values fill; resolved from the element width.
constexpr Reg words() { return {0, Elem::None}; }

} // namespace mlir::fly_rocdl
