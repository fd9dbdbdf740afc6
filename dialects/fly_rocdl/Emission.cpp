#include "dialects/fly_rocdl/Emission.h"

#include "dialects/fly/Diagnostics.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Intrinsics.h"

#include <algorithm>
#include <array>

using namespace mlir;
using namespace mlir::fly_rocdl;

LogicalResult mlir::fly_rocdl::emitCoded(Location loc, int rule, const Twine &message) {
  emitError(loc) << fly::withCode(message.str(), rule);
  return failure();
}

std::string mlir::fly_rocdl::textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

Value mlir::fly_rocdl::constantI32(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(value));
}

Value mlir::fly_rocdl::constantI64(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(value));
}

bool mlir::fly_rocdl::isKnownIntrinsic(StringRef name) {
  llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
  return id != llvm::Intrinsic::not_intrinsic && llvm::Intrinsic::getBaseName(id) == name;
}

FailureOr<Value> mlir::fly_rocdl::createRocdl(OpBuilder &builder, Location loc, StringRef op,
                                              TypeRange results, ValueRange operands,
                                              ArrayRef<NamedAttribute> attributes) {
  std::string name = "rocdl." + op.str();
  if (!RegisteredOperationName::lookup(name, builder.getContext()))
    return emitCoded(loc, 339, "operation " + name + " is unknown to this MLIR");
  if (std::string intrinsic = intrinsicName(op); !isKnownIntrinsic(intrinsic))
    return emitCoded(loc, 339, "intrinsic " + intrinsic + " is unknown to this LLVM");
  OperationState state(loc, name);
  state.addTypes(results);
  state.addOperands(operands);
  state.addAttributes(attributes);
  Operation *created = builder.create(state);
  return created->getNumResults() == 0 ? Value() : Value(created->getResult(0));
}

FailureOr<Value> mlir::fly_rocdl::callIntrinsic(OpBuilder &builder, Location loc, StringRef name,
                                                TypeRange results, ValueRange operands) {
  if (!isKnownIntrinsic(name))
    return emitCoded(loc, 339, "intrinsic " + name + " is unknown to this LLVM");
  Operation *call = LLVM::CallIntrinsicOp::create(
      builder, loc, results, builder.getStringAttr(name), operands, LLVM::FastmathFlagsAttr());
  return call->getNumResults() == 0 ? Value() : Value(call->getResult(0));
}

void mlir::fly_rocdl::warnOpenQuestions(OpBuilder &builder, Location loc, Type payload,
                                        StringRef op) {
  layout::Warnings warnings = openQuestions(payload);
  if (warnings.empty())
    return;
  if (Block *block = builder.getInsertionBlock()) {
    std::string name = "rocdl." + op.str();
    for (auto it = builder.getInsertionPoint(); it != block->begin();) {
      --it;
      if (it->getName().getStringRef() != name)
        continue;
      if (it->getLoc() == loc)
        return;
      break;
    }
  }
  fly::emitWarnings(loc, warnings);
}

// --- Buffer pointers ----------------------------------------------------------------------------

Type mlir::fly_rocdl::fatPointerType(MLIRContext *context) {
  return LLVM::LLVMStructType::getLiteral(
      context, {LLVM::LLVMPointerType::get(context, 8), IntegerType::get(context, 32)});
}

Value mlir::fly_rocdl::packFatPointer(OpBuilder &builder, Location loc, Value resource,
                                      Value elementOffset) {
  Value packed = LLVM::UndefOp::create(builder, loc, fatPointerType(builder.getContext()));
  packed = LLVM::InsertValueOp::create(builder, loc, packed, resource, ArrayRef<int64_t>{0});
  return LLVM::InsertValueOp::create(builder, loc, packed, elementOffset, ArrayRef<int64_t>{1});
}

Value mlir::fly_rocdl::bufferResource(OpBuilder &builder, Location loc, Value fatPointer) {
  return builder.createOrFold<LLVM::ExtractValueOp>(loc, fatPointer, ArrayRef<int64_t>{0});
}

Value mlir::fly_rocdl::bufferElementOffset(OpBuilder &builder, Location loc, Value fatPointer) {
  return builder.createOrFold<LLVM::ExtractValueOp>(loc, fatPointer, ArrayRef<int64_t>{1});
}

Value mlir::fly_rocdl::elementsToBytes(OpBuilder &builder, Location loc, Value elements,
                                       Type elemTy) {
  int64_t bits = fly::bitWidth(elemTy);
  if (bits == 8)
    return elements;
  if (bits % 8 == 0)
    return builder.createOrFold<arith::MulIOp>(loc, elements, constantI32(builder, loc, bits / 8));
  Value total = builder.createOrFold<arith::MulIOp>(loc, elements, constantI32(builder, loc, bits));
  return builder.createOrFold<arith::DivUIOp>(loc, total, constantI32(builder, loc, 8));
}

Value mlir::fly_rocdl::bufferByteOffset(OpBuilder &builder, Location loc, Value fatPointer,
                                        Type elemTy, layout::Swizzle swizzle) {
  Value offset = bufferElementOffset(builder, loc, fatPointer);
  offset = elementsToBytes(builder, loc, offset, elemTy);
  if (swizzle.isTrivial())
    return offset;
  int64_t mask = ((int64_t(1) << swizzle.mask) - 1) << (swizzle.base + swizzle.shift);
  Value bits =
      builder.createOrFold<arith::AndIOp>(loc, offset, constantI32(builder, loc, int32_t(mask)));
  bits = builder.createOrFold<arith::ShRUIOp>(loc, bits, constantI32(builder, loc, swizzle.shift));
  return builder.createOrFold<arith::XOrIOp>(loc, offset, bits);
}

// --- Atom state ---------------------------------------------------------------------------------

Type mlir::fly_rocdl::stateType(MLIRContext *context, ArrayRef<StateField> fields) {
  SmallVector<Type> types;
  for (const StateField &field : fields)
    types.push_back(IntegerType::get(context, field.bits));
  return LLVM::LLVMStructType::getLiteral(context, types);
}

Value mlir::fly_rocdl::defaultState(OpBuilder &builder, Location loc, ArrayRef<StateField> fields) {
  Value state = LLVM::UndefOp::create(builder, loc, stateType(builder.getContext(), fields));
  for (auto [slot, field] : llvm::enumerate(fields)) {
    Value value = field.bits == 64 ? constantI64(builder, loc, field.initial)
                                   : constantI32(builder, loc, field.initial);
    state =
        LLVM::InsertValueOp::create(builder, loc, state, value, ArrayRef<int64_t>{int64_t(slot)});
  }
  return state;
}

std::optional<unsigned> mlir::fly_rocdl::stateIndex(ArrayRef<StateField> fields, StringRef field) {
  for (auto [slot, candidate] : llvm::enumerate(fields))
    if (!candidate.name.empty() && candidate.name == field)
      return unsigned(slot);
  return std::nullopt;
}

SmallVector<StringRef> mlir::fly_rocdl::stateNames(ArrayRef<StateField> fields) {
  SmallVector<StringRef> names;
  for (const StateField &field : fields)
    if (!field.name.empty())
      names.push_back(field.name);
  return names;
}

bool mlir::fly_rocdl::stateAccepts(ArrayRef<StateField> fields, StringRef field, Type type) {
  std::optional<unsigned> slot = stateIndex(fields, field);
  if (!slot)
    return false;
  const StateField &info = fields[*slot];
  if (type.isIndex() || type.isSignlessInteger(info.bits))
    return true;
  if (info.reinterpret)
    return fly::isRegisterValue(type) && getElementTypeOrSelf(type).isSignlessIntOrFloat() &&
           fly::valueBits(type) == info.bits;
  return type.isSignlessInteger() && type.getIntOrFloatBitWidth() < unsigned(info.bits);
}

Value mlir::fly_rocdl::setState(OpBuilder &builder, Location loc, Type payload,
                                ArrayRef<StateField> fields, Value atomStruct, StringRef field,
                                Value value) {
  std::optional<unsigned> slot = stateIndex(fields, field);
  if (!slot) {
    (void)emitCoded(loc, 331,
                    "atom " + textOf(payload) + " has no state field \"" + field +
                        "\"; it has: " + llvm::join(stateNames(fields), ", "));
    return {};
  }
  const StateField &info = fields[*slot];
  Type wanted = builder.getIntegerType(info.bits), got = value.getType();
  if (!stateAccepts(fields, field, got)) {
    std::string others = info.reinterpret
                             ? " or another value of " + std::to_string(info.bits) + " bits"
                             : std::string();
    (void)emitCoded(loc, 331,
                    "field \"" + field + "\" expects " + textOf(wanted) + others + ", got " +
                        textOf(got));
    return {};
  }
  // Folded, so that a constant stays one.
  if (got.isIndex())
    value = builder.createOrFold<arith::IndexCastOp>(loc, wanted, value);
  else if (fly::valueBits(got) < info.bits)
    value = builder.createOrFold<arith::ExtSIOp>(loc, wanted, value);
  else
    value = fly::bitcastTo(builder, loc, wanted, value);
  return LLVM::InsertValueOp::create(builder, loc, atomStruct, value,
                                     ArrayRef<int64_t>{int64_t(*slot)});
}

Value mlir::fly_rocdl::readState(OpBuilder &builder, Location loc, Value atomStruct, int64_t slot) {
  return builder.createOrFold<LLVM::ExtractValueOp>(loc, atomStruct, ArrayRef<int64_t>{slot});
}

FailureOr<Value> mlir::fly_rocdl::readConstantState(OpBuilder &builder, Location loc,
                                                    Value atomStruct, int64_t slot,
                                                    StringRef field) {
  Value value = readState(builder, loc, atomStruct, slot);
  APInt constant;
  std::optional<int64_t> bytes;
  if (matchPattern(value, m_ConstantInt(&constant)))
    bytes = constant.getSExtValue();
  if (std::optional<layout::Reason> problem = immediateProblem(field, bytes))
    return fly::emitRule([&] { return emitError(loc); }, *problem);
  return constantI32(builder, loc, *bytes);
}

// --- Matrix instructions ------------------------------------------------------------------------

MmaCall::MmaCall(OpBuilder &builder, Location loc, Type payload, const MmaRow &row)
    : builder(builder), loc(loc), payload(payload), row(row) {}

NamedAttribute MmaCall::flag(StringRef name, bool value) {
  return builder.getNamedAttr(name, builder.getBoolAttr(value));
}

NamedAttribute MmaCall::immediate(StringRef name, int bits, int64_t value) {
  return builder.getNamedAttr(name, builder.getIntegerAttr(builder.getIntegerType(bits), value));
}

FailureOr<Value> MmaCall::readOperand(fly::MmaOperand operand, Type type, Value value) {
  auto mma = cast<fly::MmaOpTypeInterface>(payload);
  Type elem = operand == fly::MmaOperand::A   ? mma.getValTypeA()
              : operand == fly::MmaOperand::B ? mma.getValTypeB()
                                              : mma.getValTypeC();
  Type wanted = registerTypeOf(row, elemOf(mma.getValTypeA()), elemOf(mma.getValTypeB()), operand,
                               builder.getContext());
  auto wrong = [&] {
    return emitCoded(loc, 335,
                     "operand " + fly::stringifyMmaOperand(operand).upper() + " needs " +
                         Twine(mma.getRegisterValues(operand)) + " x " + textOf(elem) + ", got " +
                         textOf(type));
  };
  if (fly::isMemory(type)) {
    if (!inRegisters(type))
      return wrong();
    Type whole = fly::registerSSAType(cast<fly::MemRefType>(type), true);
    if (!whole || fly::valueBits(whole) < fly::valueBits(wanted) ||
        fly::consecutiveProblem(cast<fly::MemRefType>(type), mma.getRegisterValues(operand)))
      return wrong();
    return fly::loadFrom(builder, loc, wanted, type, value);
  }
  if (!fly::isRegisterValue(value.getType()) ||
      fly::valueBits(value.getType()) != fly::valueBits(wanted))
    return wrong();
  return fly::bitcastTo(builder, loc, wanted, value);
}

LogicalResult MmaCall::read(Type aTy, Type bTy, Type cTy, Value aVal, Value bVal, Value cVal) {
  FailureOr<Value> aReg = readOperand(fly::MmaOperand::A, aTy, aVal);
  FailureOr<Value> bReg = readOperand(fly::MmaOperand::B, bTy, bVal);
  FailureOr<Value> cReg = readOperand(fly::MmaOperand::C, cTy, cVal);
  if (failed(aReg) || failed(bReg) || failed(cReg))
    return failure();
  a = *aReg;
  b = *bReg;
  c = *cReg;
  return success();
}

FailureOr<Value> MmaCall::finish(ValueRange operands, ArrayRef<NamedAttribute> attributes,
                                 Type resultTy, Type dTy, Value d) {
  warnOpenQuestions(builder, loc, payload, row.op);
  FailureOr<Value> result = createRocdl(builder, loc, row.op, c.getType(), operands, attributes);
  if (failed(result))
    return failure();
  if (resultTy) {
    if (fly::valueBits(resultTy) != fly::valueBits(c.getType()))
      return emitCoded(loc, 335,
                       "result D holds " + Twine(fly::valueBits(c.getType())) + " bits, got " +
                           textOf(resultTy));
    return fly::bitcastTo(builder, loc, resultTy, *result);
  }
  if (!d || !fly::isMemory(dTy) || !inRegisters(dTy))
    return emitCoded(loc, 335,
                     "operand D must be in register memory, got " +
                         (dTy ? textOf(dTy) : std::string("nothing")));
  fly::storeTo(builder, loc, *result, dTy, d);
  return Value();
}

FailureOr<Value> MmaCall::finishWmma(bool signA, bool signB, bool clamp, Type resultTy, Type dTy,
                                     Value d) {
  SmallVector<NamedAttribute> flags;
  if (row.form == MmaForm::WmmaInt || row.form == MmaForm::WmmaIntReuse)
    flags = {flag("signA", signA), flag("signB", signB), flag("clamp", clamp)};
  return finish({a, b, c}, flags, resultTy, dTy, d);
}

// --- Copies -------------------------------------------------------------------------------------

std::string mlir::fly_rocdl::placeOf(Type operandTy) {
  auto memRef = dyn_cast_or_null<fly::MemRefType>(operandTy);
  if (!memRef)
    return "registers";
  if (auto space = dyn_cast<fly::AddressSpaceAttr>(memRef.getAddressSpace()))
    return space.getValue() == fly::AddressSpace::Register
               ? "registers"
               : fly::stringifyAddressSpace(space.getValue()).str() + " memory";
  if (isBufferSpace(memRef.getAddressSpace()))
    return "a buffer";
  std::string text;
  llvm::raw_string_ostream(text) << memRef.getAddressSpace();
  return text;
}

bool mlir::fly_rocdl::inBuffer(Type operandTy) { return placeOf(operandTy) == "a buffer"; }
bool mlir::fly_rocdl::inShared(Type operandTy) { return placeOf(operandTy) == "shared memory"; }
bool mlir::fly_rocdl::inGlobal(Type operandTy) { return placeOf(operandTy) == "global memory"; }
bool mlir::fly_rocdl::inRegisters(Type operandTy) { return placeOf(operandTy) == "registers"; }

LogicalResult mlir::fly_rocdl::checkPlaces(Location loc, Type payload, Type resultTy, Type srcTy,
                                           Type dstTy) {
  return cast<fly::CopyOpTypeInterface>(payload).verifyCall([&] { return emitError(loc); }, srcTy,
                                                            resultTy ? resultTy : dstTy);
}

FailureOr<Value> mlir::fly_rocdl::readRegister(OpBuilder &builder, Location loc, Type payload,
                                               Type operandTy, Value value, Type wordTy) {
  int64_t bits = fly::valueBits(wordTy);
  if (fly::isMemory(operandTy))
    return fly::loadFrom(builder, loc, wordTy, operandTy, value);
  if (int64_t got = fly::valueBits(value.getType()); got != bits)
    return emitCoded(loc, 334,
                     "fragment of " + Twine(got) + " bits for a " + Twine(bits) + "-bit copy");
  return fly::bitcastTo(builder, loc, wordTy, value);
}

FailureOr<Value> mlir::fly_rocdl::writeRegister(OpBuilder &builder, Location loc, Type payload,
                                                Type resultTy, Type dstTy, Value value, Value dst) {
  int64_t bits = fly::valueBits(value.getType());
  if (!resultTy) {
    fly::storeTo(builder, loc, value, dstTy, dst);
    return Value();
  }
  if (int64_t got = fly::valueBits(resultTy); got != bits)
    return emitCoded(loc, 334,
                     "fragment of " + Twine(got) + " bits for a " + Twine(bits) + "-bit copy");
  return fly::bitcastTo(builder, loc, resultTy, value);
}

Type mlir::fly_rocdl::transferType(MLIRContext *context, int64_t bits) {
  if (bits == 96)
    return VectorType::get({3}, IntegerType::get(context, 32));
  return IntegerType::get(context, bits);
}

ArrayRef<StateField> mlir::fly_rocdl::offsetState() {
  static const StateField fields[] = {{"soffset", 32, 0}};
  return fields;
}

ArrayRef<StateField> mlir::fly_rocdl::ldsState() {
  static const StateField fields[] = {{"soffset", 32, 0}, {"imm_offset", 32, 0}};
  return fields;
}

ArrayRef<StateField> mlir::fly_rocdl::scaleState(int bits) {
  static const StateField narrow[] = {{"scale_a", 32, 0, true}, {"scale_b", 32, 0, true}};
  static const StateField wide[] = {{"scale_a", 64, 0, true}, {"scale_b", 64, 0, true}};
  return bits == 64 ? ArrayRef(wide) : ArrayRef(narrow);
}

ArrayRef<StateField> mlir::fly_rocdl::tdmState(int rank) {
  // Slots are fixed; a dimension that the tile lacks has no name (D21).
  using Slots = std::array<StateField, 11>;
  static const std::array<Slots, 6> byRank = [] {
    static constexpr StringLiteral extents[] = {"extent_0", "extent_1", "extent_2", "extent_3",
                                                "extent_4"};
    static constexpr StringLiteral strides[] = {"stride_0", "stride_1", "stride_2", "stride_3"};
    std::array<Slots, 6> slots;
    for (int dims = 0; dims < 6; ++dims) {
      slots[dims][0] = {"workgroup_mask", 32, 0};
      for (int i = 0; i < 5; ++i)
        slots[dims][1 + i] = {i < dims ? StringRef(extents[i]) : StringRef(), 32, INT32_MAX};
      for (int i = 0; i < 4; ++i)
        slots[dims][6 + i] = {i < dims - 1 ? StringRef(strides[i]) : StringRef(), 64, unsetStride};
      slots[dims][10] = {"imm_offset", 64, 0};
    }
    return slots;
  }();
  return byRank[std::clamp(rank, 0, 5)];
}

static std::string firstOf(std::initializer_list<const char *> names) {
  for (const char *name : names)
    if (*name)
      return name;
  return "";
}

std::string mlir::fly_rocdl::instructionOf(const CopyRow *row) {
  return firstOf({row->mnemonicGfx9, row->mnemonicGfx11});
}
std::string mlir::fly_rocdl::instructionOf(const AtomicRow *row) {
  return firstOf({row->mnemonicGfx9, row->mnemonicGfx11, row->mnemonicGfx12});
}
std::string mlir::fly_rocdl::instructionOf(const TransRow *row) { return row->mnemonic; }

FailureOr<Value> mlir::fly_rocdl::emitBufferToLds(OpBuilder &builder, Location loc, Type payload,
                                                  int64_t bits, Type srcTy, Type dstTy,
                                                  Value atomVal, Value src, Value dst) {
  auto from = cast<fly::MemRefType>(srcTy);
  auto to = cast<fly::MemRefType>(dstTy);
  FailureOr<Value> immediate = readConstantState(builder, loc, atomVal, 1, "imm_offset");
  if (failed(immediate))
    return failure();
  Value soffset =
      elementsToBytes(builder, loc, readState(builder, loc, atomVal, 0), from.getElemTy());
  Value lds = fly::applyAddressSwizzle(builder, loc, dst, to.getSwizzle());
  Value offset = bufferByteOffset(builder, loc, src, from.getElemTy(), from.getSwizzle());
  return createRocdl(builder, loc, "raw.ptr.buffer.load.lds", {},
                     {bufferResource(builder, loc, src), lds, constantI32(builder, loc, bits / 8),
                      offset, soffset, *immediate, constantI32(builder, loc, 0)});
}

namespace {
Value rebuildAtom(OpBuilder &builder, Location loc, StringRef op, Type type, Value current,
                  ArrayRef<NamedAttribute> attributes) {
  // A block argument has no defining operation and is never in normal form (D27).
  if (current && current.getDefiningOp() && current.getDefiningOp()->getName().getStringRef() == op)
    return {};
  OperationState state(loc, op);
  state.addTypes(type);
  state.addAttributes(attributes);
  return builder.create(state)->getResult(0);
}
} // namespace

Value mlir::fly_rocdl::rebuildMmaAtom(OpBuilder &builder, Location loc, Type payload,
                                      Value current) {
  return rebuildAtom(builder, loc, "fly.make_mma_atom", fly::MmaAtomType::get(payload), current,
                     {});
}

Value mlir::fly_rocdl::rebuildCopyAtom(OpBuilder &builder, Location loc, Type payload,
                                       int32_t valBits, Value current) {
  return rebuildAtom(builder, loc, "fly.make_copy_atom", fly::CopyAtomType::get(payload, valBits),
                     current, builder.getNamedAttr("valBits", builder.getI32IntegerAttr(valBits)));
}
