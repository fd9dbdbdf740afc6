// Checks of payload parameters that several payloads share (P1 to P14).
#pragma once

#include "dialects/fly_rocdl/FlyROCDLDialect.h"

namespace mlir::fly_rocdl {

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

/// FLY307 for a WMMA tuple that is no row, FLY308 for sign and clamp flags on other than integers.
LogicalResult verifyWmma(EmitError emitError, MmaPayload payload, llvm::StringRef generation,
                         int32_t m, int32_t n, int32_t k, Type a, Type b, Type acc, bool anyFlag);
/// FLY304 for a scaled product that is no row.
LogicalResult verifyScaled(EmitError emitError, MmaPayload payload, int32_t m, int32_t n, int32_t k,
                           Type a, Type b, Type acc, int32_t blockSize);
/// FLY305: `name` must lie in [lo, hi].
LogicalResult verifyRange(EmitError emitError, int rule, llvm::StringRef name, int64_t lo,
                          int64_t hi, int64_t got);
/// From where to where a copy payload copies.
enum class Route : uint8_t {
  BufferRegisters, // either way
  BufferToShared,
  RegistersToBuffer,
  SharedToRegisters,
  GlobalToShared,
  GlobalShared, // either way
};
/// FLY333 when the operands lie elsewhere, FLY334 when the register side does not hold the
/// payload's bits, FLY348 when a view is not what lies consecutively at its pointer. A null type is
/// a value in registers that the call returns.
LogicalResult verifyCopyCall(EmitError emitError, Type payload, Route route, Type srcTy,
                             Type dstTy);
/// FLY335 unless every operand is in registers with the payload's element type and at least as many
/// values as the instruction holds, FLY348 unless they lie there in order. Null types are not
/// checked.
LogicalResult verifyMmaCall(EmitError emitError, Type payload, Type dTy, Type aTy, Type bTy,
                            Type cTy);
/// The bits of the rows, for messages: "32, 96, 128".
std::string bitsOfRows(ArrayRef<CopyRow> rows);
const CopyRow *findCopyRow(ArrayRef<CopyRow> rows, int64_t bits);

} // namespace mlir::fly_rocdl
