// Register maps of matrix instructions: which lane and value holds which element. Written from the
// vendors' published maps and compared with test/data/oracle, independently of the layouts that the
// dialects publish, so that a wrong layout there shows as a wrong number here.
#pragma once

#include "mlir/IR/BuiltinTypes.h"

#include <functional>
#include <optional>
#include <utility>

namespace mlir::fly::interp {

/// Where an operand's element (row, column) of a lane's value is; C and D are (M, N), A (M, K), B (N, K).
using ElementMap = std::function<std::pair<int, int>(int lane, int value)>;

struct MatrixInstruction {
  int m, n, k;
  int lanes;   ///< 64 or 32
  Type a, b;   ///< element types (packed operands are unpacked by their bits)
  Type acc;    ///< accumulator element
  bool signA = true, signB = true;
  int valuesAB, valuesC;
  ElementMap mapA, mapB, mapC;
};

/// The instruction behind an operation such as `rocdl.mfma.f32.16x16x16f16`; `aType` is the type of its A
/// operand (the RDNA 3 and RDNA 4 forms of one name differ in it). `chip` decides how 8-bit floats are
/// read: gfx942 as FNUZ, later ones as OCP. Nothing for unknown names.
std::optional<MatrixInstruction> matrixInstruction(StringRef opName, Type aType, Type accType,
                                                   StringRef chip);

} // namespace mlir::fly::interp
