// What the emission of the payloads shares: creating rocdl operations that are known to exist,
// buffer addresses, atom state, and the operands of a matrix instruction.
#pragma once

#include "dialects/fly/AtomEmission.h"
#include "dialects/fly_rocdl/FlyROCDLDialect.h"

namespace mlir::fly_rocdl {

/// Reports `message [FLYnnn]` at `loc`.
LogicalResult emitCoded(Location loc, int rule, const llvm::Twine &message);
std::string textOf(Type type);
Value constantI32(OpBuilder &builder, Location loc, int64_t value);
Value constantI64(OpBuilder &builder, Location loc, int64_t value);

/// Whether the linked LLVM has an intrinsic of exactly this name. A name that merely extends an
/// overloaded one does not count: LLVM would take it for an overload, or for an external function.
bool isKnownIntrinsic(llvm::StringRef name);
/// Creates `rocdl.<op>`; FLY339 when the operation or its intrinsic is unknown. The value is the
/// result, null without one.
FailureOr<Value> createRocdl(OpBuilder &builder, Location loc, llvm::StringRef op,
                             TypeRange results, ValueRange operands,
                             ArrayRef<NamedAttribute> attributes = {});
/// Calls an intrinsic by name; FLY339 when it is unknown.
FailureOr<Value> callIntrinsic(OpBuilder &builder, Location loc, llvm::StringRef name,
                               TypeRange results, ValueRange operands);

/// Emits the payload's open questions as warnings at `loc`, unless the closest operation named `op`
/// before the insertion point is of the same place: an unrolled loop warns once.
void warnOpenQuestions(OpBuilder &builder, Location loc, Type payload, llvm::StringRef op);

// --- Buffer pointers ----------------------------------------------------------------------------
// A pointer in #fly_rocdl.buffer_desc is the struct {resource, offset in elements} (6.2).

/// `!llvm.struct<(ptr<8>, i32)>`.
Type fatPointerType(MLIRContext *context);
Value packFatPointer(OpBuilder &builder, Location loc, Value resource, Value elementOffset);
Value bufferResource(OpBuilder &builder, Location loc, Value fatPointer);
Value bufferElementOffset(OpBuilder &builder, Location loc, Value fatPointer);
/// An i32 count of elements in bytes: as is for 8 bits, times the bytes for whole bytes, else times
/// the bits and an unsigned division by 8.
Value elementsToBytes(OpBuilder &builder, Location loc, Value elements, Type elemTy);
/// The swizzled byte offset of a fat pointer. The swizzle does not see the base address.
Value bufferByteOffset(OpBuilder &builder, Location loc, Value fatPointer, Type elemTy,
                       layout::Swizzle swizzle);

// --- Atom state ---------------------------------------------------------------------------------

/// Fields of a state struct, in order; an empty name is a slot that cannot be set.
struct StateField {
  llvm::StringRef name;
  int bits; // integer width
  int64_t initial;
  bool reinterpret = false; // accepts any integer or vector of as many bits
};
Type stateType(MLIRContext *context, ArrayRef<StateField> fields);
Value defaultState(OpBuilder &builder, Location loc, ArrayRef<StateField> fields);
/// `fly.atom.set_value`: FLY331 for an unknown field or a value that does not convert (null).
Value setState(OpBuilder &builder, Location loc, Type payload, ArrayRef<StateField> fields,
               Value atomStruct, llvm::StringRef field, Value value);
std::optional<unsigned> stateIndex(ArrayRef<StateField> fields, llvm::StringRef field);
SmallVector<llvm::StringRef> stateNames(ArrayRef<StateField> fields);
/// Whether a value converts to the field: the same type, an index, a narrower integer
/// (sign-extended); for fields that reinterpret, any value of as many bits instead of a narrower
/// one.
bool stateAccepts(ArrayRef<StateField> fields, llvm::StringRef field, Type type);
Value readState(OpBuilder &builder, Location loc, Value atomStruct, int64_t slot);
/// A field that the instruction encodes in 12 bits: FLY332 unless it is such a constant here.
FailureOr<Value> readConstantState(OpBuilder &builder, Location loc, Value atomStruct, int64_t slot,
                                   llvm::StringRef field);

// --- Matrix instructions ------------------------------------------------------------------------

/// One matrix instruction being emitted: operands in the instruction's registers, result back.
class MmaCall {
public:
  MmaCall(OpBuilder &builder, Location loc, Type payload, const MmaRow &row);
  /// Loads operands that are in memory and bitcasts to the register types; FLY335 on a wrong size.
  LogicalResult read(Type aTy, Type bTy, Type cTy, Value aVal, Value bVal, Value cVal);
  /// Creates the instruction and returns D as `resultTy`, or stores it to `d`.
  FailureOr<Value> finish(ValueRange operands, ArrayRef<NamedAttribute> attributes, Type resultTy,
                          Type dTy, Value d);
  /// The same for a WMMA: signs and saturation where the row has integers. The float forms take
  /// modifiers of C and reuse flags too; their defaults are what these payloads mean.
  FailureOr<Value> finishWmma(bool signA, bool signB, bool clamp, Type resultTy, Type dTy, Value d);
  Value constant(int64_t value) { return constantI32(builder, loc, value); }
  NamedAttribute flag(llvm::StringRef name, bool value);
  NamedAttribute immediate(llvm::StringRef name, int bits, int64_t value);

  Value a, b, c;

private:
  FailureOr<Value> readOperand(fly::MmaOperand operand, Type type, Value value);

  OpBuilder &builder;
  Location loc;
  Type payload;
  const MmaRow &row;
};

// --- Copies -------------------------------------------------------------------------------------

/// Names a copy operand's place: an address space, or "registers".
std::string placeOf(Type operandTy);
bool inBuffer(Type operandTy);
bool inShared(Type operandTy);
bool inGlobal(Type operandTy);
/// A value in registers, or a memref in register memory.
bool inRegisters(Type operandTy);
/// The bits of a register operand, loading it when it is a memref: as `wordTy` (FLY334 on another
/// size).
FailureOr<Value> readRegister(OpBuilder &builder, Location loc, Type payload, Type operandTy,
                              Value value, Type wordTy);
/// `verifyCall` at `loc`: the places of the operands, the result standing for the destination.
LogicalResult checkPlaces(Location loc, Type payload, Type resultTy, Type srcTy, Type dstTy);
/// Hands `value` back as `resultTy`, or stores it to the register memref `dst`.
FailureOr<Value> writeRegister(OpBuilder &builder, Location loc, Type payload, Type resultTy,
                               Type dstTy, Value value, Value dst);
/// i<bits>, as `vector<3xi32>` for 96 bits: i96 makes the backend fail.
Type transferType(MLIRContext *context, int64_t bits);
/// The copy of cdna3.buffer_copy_lds and its asynchronous form; the places have been checked.
FailureOr<Value> emitBufferToLds(OpBuilder &builder, Location loc, Type payload, int64_t bits,
                                 Type srcTy, Type dstTy, Value atomVal, Value src, Value dst);
/// {soffset}; {soffset, imm_offset}; {scale_a, scale_b} of 32 or 64 bits; the slots of a tile
/// transfer of `rank` dimensions.
ArrayRef<StateField> offsetState();
ArrayRef<StateField> ldsState();
ArrayRef<StateField> scaleState(int bits);
ArrayRef<StateField> tdmState(int rank);
/// Stride that no program sets: the layout's own stride holds (D21).
inline constexpr int64_t unsetStride = INT64_MIN;

/// The representative mnemonic of a row: that of the oldest generation that has it.
std::string instructionOf(const CopyRow *row);
std::string instructionOf(const AtomicRow *row);
std::string instructionOf(const TransRow *row);

/// `fly.make_mma_atom` or `fly.make_copy_atom` of a stateless payload; null when `current` is one.
Value rebuildMmaAtom(OpBuilder &builder, Location loc, Type payload, Value current);
Value rebuildCopyAtom(OpBuilder &builder, Location loc, Type payload, int32_t valBits,
                      Value current);

} // namespace mlir::fly_rocdl
