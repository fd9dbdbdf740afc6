// What the payload types share: checks, facts, and the emission of matrix products.
#pragma once

#include "dialects/fly/AtomEmission.h"
#include "dialects/fly_ptx/FlyPTXDialect.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>

namespace mlir::fly_ptx {

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

std::string textOf(Type type);
/// Reports `message [FLYnnn]` at `loc`.
LogicalResult emitCoded(Location loc, int rule, const llvm::Twine &message,
                        const llvm::Twine &fix = "");

// --- Targets
// --------------------------------------------------------------------------------------

/// What a payload needs: the first architecture (80 for sm_80) and PTX version times ten.
struct Requirement {
  int architecture;
  int ptx;
};
std::optional<Requirement> requirementOf(Type payload);
/// Chips of LLVM from this architecture on, as prefixes (`sm_90` stands for sm_90a too).
SmallVector<std::string> chipsFrom(int architecture);
/// 90 of "sm_90a", 0 for a text of another form.
int architectureOf(llvm::StringRef chip);
/// PTX version times ten that the targets of the module around `op`, or of `op` itself, state; 0
/// for none.
int statedPtx(Operation *op);
/// Reports D01 (401) at `user` when the payload is newer than the chip, or than the PTX version (0:
/// unknown).
LogicalResult checkTarget(Operation *user, Type payload, llvm::StringRef chip, int ptx);

// --- Tensor memory
// --------------------------------------------------------------------------------

/// Rule 408: no load or store reaches tensor memory.
layout::Reason tensorAccessProblem();
/// Rule 429 for a static offset in elements of so many bits that ends inside a column.
std::optional<layout::Reason> columnProblem(int64_t offset, int64_t bits);

// --- mma.sync
// -------------------------------------------------------------------------------------

/// Element type of a memref that holds such elements: f32 for tf32, signless integers.
Type memoryType(Type element);
/// Elements in one 32-bit register; 1 for tf32 and f64.
int packing(Type element);
/// Elements that a lane holds of an operand.
int64_t registerValues(int m, int n, int k, fly::MmaOperand operand);
LogicalResult verifyMma(EmitError emitError, int architecture, int m, int n, int k, Type a, Type b,
                        Type acc, bool satfinite, bool andPopc);
LogicalResult verifyMmaCall(EmitError emitError, Type payload, Type dTy, Type aTy, Type bTy,
                            Type cTy);
/// "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", as PTX spells it.
std::string mmaInstruction(int m, int n, int k, Type a, Type b, Type acc, bool satfinite,
                           bool andPopc);
/// "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32".
std::string mmaIntrinsic(int m, int n, int k, Type a, Type b, Type acc, bool satfinite,
                         bool andPopc);
template <typename T> std::string instructionOf(T type) {
  return mmaInstruction(type.getM(), type.getN(), type.getK(), type.getElemA(), type.getElemB(),
                        type.getElemAcc(), type.getSatfinite(), type.getAndPopc());
}
template <typename T> std::string intrinsicOf(T type) {
  return mmaIntrinsic(type.getM(), type.getN(), type.getK(), type.getElemA(), type.getElemB(),
                      type.getElemAcc(), type.getSatfinite(), type.getAndPopc());
}
/// The payload type of an architecture.
Type mmaType(MLIRContext *context, int architecture, int m, int n, int k, Type a, Type b, Type acc,
             bool satfinite, bool andPopc);
FailureOr<Value> emitMma(OpBuilder &builder, Location loc, Type payload, std::array<int, 3> shape,
                         Type elemA, Type elemB, Type elemAcc, bool satfinite, bool andPopc,
                         MmaEmission emission, Type resultTy, Type dTy, Type aTy, Type bTy,
                         Type cTy, Value d, Value a, Value b, Value c);

// --- Copies
// ---------------------------------------------------------------------------------------

/// "global", "shared", …, or "registers" for a value.
std::string placeOf(Type operandTy);
bool inSpace(Type operandTy, fly::AddressSpace space);
/// A value in registers, or a memref in register memory.
bool inRegisters(Type operandTy);
/// D06: both operands (null where absent) are where the payload wants them.
LogicalResult verifyPlaces(EmitError emitError, Type payload, Type srcTy, fly::AddressSpace src,
                           Type dstTy, fly::AddressSpace dst);
/// D07: the pointer of a memory operand promises `bytes` of alignment.
LogicalResult checkAlignment(Location loc, llvm::StringRef side, Type memTy, int64_t bytes);
/// A register operand as a value of `type`, loaded when it is in memory; D05 on another size.
FailureOr<Value> readRegister(OpBuilder &builder, Location loc, Type payload, Type operandTy,
                              Value value, Type type);
/// Hands `value` back as `resultTy`, or stores it to the register memref `dst`.
FailureOr<Value> writeRegister(OpBuilder &builder, Location loc, Type payload, Type resultTy,
                               Type dstTy, Value value, Value dst);
std::string matrixIntrinsic(llvm::StringRef name, int num, bool trans);
std::string cpAsyncIntrinsic(int bits, bool cacheGlobal, bool zfill);

/// `fly.make_mma_atom` or `fly.make_copy_atom` made anew; null when `current` is one.
Value rebuildMmaAtom(OpBuilder &builder, Location loc, Type payload, Value current);
Value rebuildCopyAtom(OpBuilder &builder, Location loc, Type payload, int32_t valBits,
                      Value current);

} // namespace mlir::fly_ptx
