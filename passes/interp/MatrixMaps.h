// Register maps of matrix instructions: which lane and value holds which element. Written from the
// vendors' published maps and compared with test/data/oracle, independently of the layouts that the
// dialects publish, so that a wrong layout there shows as a wrong number here.
#pragma once

#include "mlir/IR/BuiltinTypes.h"

#include <functional>
#include <optional>
#include <utility>

namespace mlir::fly::interp {

/// Where an operand's element (row, column) of a lane's value is; C and D are (M, N), A (M, K), B
/// (N, K). The blocks of an instruction that computes several products are stacked: block b starts
/// at row b * M of A and C and at row b * N of B.
using ElementMap = std::function<std::pair<int, int>(int lane, int value)>;

struct MatrixInstruction {
  int m, n, k;
  int lanes; ///< 64 or 32
  Type a, b; ///< element types (packed operands are unpacked by their bits)
  Type acc;  ///< accumulator element
  bool signA = true, signB = true;
  int blocks = 1;
  int valuesA, valuesB, valuesC;
  bool scaled = false; ///< every block of K columns of a row has a scale, a power of two
  ElementMap mapA, mapB, mapC;
};

/// The instruction behind an operation such as `rocdl.mfma.f32.16x16x16f16`; `aType` is the type of
/// its A operand (the RDNA 3 and RDNA 4 forms of one name differ in it). `chip` decides how 8-bit
/// floats are read: gfx942 as FNUZ, later ones as OCP. Scaled instructions name their element types
/// by format codes: 0 f8E4M3FN, 1 f8E5M2, 2 f6E2M3FN, 3 f6E3M2FN, 4 f4E2M1FN. Nothing for unknown
/// names.
std::optional<MatrixInstruction> matrixInstruction(StringRef opName, Type aType, Type accType,
                                                   StringRef chip, int formatA = 0,
                                                   int formatB = 0);

} // namespace mlir::fly::interp
