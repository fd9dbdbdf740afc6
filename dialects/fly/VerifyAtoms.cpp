// Verifiers and memory effects of atoms and their calls (fly-core 7.9; D-53, D-54, D-56, D-57).
#include "dialects/fly/Invariants.h"
#include "dialects/fly/VerifyOps.h"

namespace mlir::fly {

LogicalResult MakeMmaAtomOp::verify() { return verifyAtomsOf(*this); }

LogicalResult MakeCopyAtomOp::verify() {
  if (failed(verifyAtomsOf(*this)))
    return failure();
  auto declared = static_cast<int32_t>(getValBits());
  int32_t own = getResult().getType().getValBits();
  if (declared != own)
    return refuseShown(*this, 157,
                       "valBits = " + Twine(declared) + ", but the type says " + Twine(own),
                       "write valBits = " + Twine(own) + " : i32");
  return success();
}

// --- State --------------------------------------------------------------------------------------

/// The payload of an atom, or of the atom inside a tiled operation; null for other types.
static Type payloadOf(Type type) {
  if (auto tiled = dyn_cast<TiledCopyType>(type))
    type = tiled.getCopyAtom();
  else if (auto tiled = dyn_cast<TiledMmaType>(type))
    type = tiled.getMmaAtom();
  if (auto atom = dyn_cast<CopyAtomType>(type))
    return atom.getCopyOp();
  if (auto atom = dyn_cast<MmaAtomType>(type))
    return atom.getMmaOp();
  return Type();
}

LogicalResult AtomSetValueOp::verify() {
  if (failed(verifyAtomsOf(*this)))
    return failure();
  Type type = getAtom().getType();
  Type payload = payloadOf(type);
  if (!payload)
    return noteOperand(
        refuse(*this, 156, "the first operand is " + Twine(debugString(type)) + ", not an atom"),
        "the operand", getAtom());
  auto stateful = dyn_cast<StatefulOpTypeInterface>(payload);
  if (!stateful)
    return noteOperand(refuse(*this, 156,
                              "atom " + Twine(debugString(type)) + " has no state field \"" +
                                  getField() + "\": it has no state"),
                       "the atom", getAtom());
  std::optional<unsigned> index = stateful.getFieldIndex(getField());
  if (!index) {
    std::string names = llvm::join(stateful.getFieldNames(), ", ");
    return refuseShown(*this, 156,
                       "atom " + Twine(debugString(type)) + " has no state field \"" + getField() +
                           "\"",
                       "its fields are " + names);
  }
  Type value = getValue().getType();
  if (!stateful.acceptsFieldValue(getField(), value)) {
    auto state = dyn_cast_or_null<LLVM::LLVMStructType>(stateful.getConvertedType(getContext()));
    std::string expected = state && *index < state.getBody().size()
                               ? debugString(state.getBody()[*index])
                               : std::string("another type");
    return noteOperand(
        refuse(*this, 156,
               "field \"" + getField() + "\" expects " + expected + ", got " + debugString(value)),
        "the value", getValue());
  }
  return success();
}

// --- Copy calls ---------------------------------------------------------------------------------

/// Element type of a memory view or register value; null when it has none.
static Type elementOf(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.getElemTy();
  if (!isRegisterValue(type))
    return Type();
  return getElementTypeOrSelf(type);
}

/// Universal atoms are plain loads, stores and arithmetic: they reach no memory behind a
/// descriptor.
static LogicalResult verifyPlainMemory(Operation *op, Type payload, const Twine &name, Type type,
                                       int rule) {
  auto view = dyn_cast_or_null<MemRefType>(type);
  if (!view || isa<AddressSpaceAttr>(view.getAddressSpace()) ||
      !isa<UniversalCopyType, UniversalAtomicType, UniversalFmaType>(payload))
    return success();
  return refuseShown(op, rule,
                     name + " is in " + addressSpaceName(view.getAddressSpace()) +
                         " memory, which a universal atom does not reach",
                     "use the copy atom of the target for this address space");
}

LogicalResult verifyCopyElements(Operation *op, CopyAtomType atom, Type src, Type dst) {
  if (atom.getPayload().isWholeTile())
    return success();
  if (failed(verifyPlainMemory(op, atom.getCopyOp(), "the source", src, 153)) ||
      failed(verifyPlainMemory(op, atom.getCopyOp(), "the destination", dst, 153)))
    return failure();
  Type srcElem = src ? elementOf(src) : Type(), dstElem = dst ? elementOf(dst) : Type();
  if (src && !srcElem)
    return refuseShown(op, 153,
                       "the source " + Twine(debugString(src)) +
                           " is neither a memory view nor a register value");
  if (dst && !dstElem)
    return refuseShown(op, 153,
                       "the destination " + Twine(debugString(dst)) +
                           " is neither a memory view nor a register value");
  if (srcElem && dstElem && llvmCompatibleElement(srcElem) != llvmCompatibleElement(dstElem))
    return refuseShown(op, 153,
                       "the source has elements of type " + Twine(debugString(srcElem)) +
                           ", the destination of type " + debugString(dstElem),
                       "recast one of the pointers (fly.recast_iter), or convert the values");
  int64_t values = atom.getValBits();
  for (Type elem : {srcElem, dstElem}) {
    if (!elem || values <= 0)
      continue;
    int64_t bits = bitWidth(elem);
    if (std::max(bits, values) % std::min(bits, values) != 0)
      return refuseShown(op, 153,
                         "elements of " + Twine(bits) + " bits and atom values of " +
                             Twine(values) + " bits: neither width divides the other");
  }
  return success();
}

LogicalResult verifyCopyCount(Operation *op, CopyAtomType atom, layout::CopySide side, Type elem,
                              int64_t count) {
  // Where the widths differ the call moves other elements than the view claims (D-78): reported by
  // fly-check, which sees whether the view is left.
  if (atom.getPayload().isWholeTile() || bitWidth(elem) != atom.getValBits())
    return success();
  FailureOr<layout::CopyAtomLayouts> layouts = atom.getLayouts();
  if (failed(layouts))
    return success(); // the type's verifier has spoken
  const layout::Layout &threadValue = side == layout::CopySide::Src ? layouts->src : layouts->dst;
  if (threadValue.rank() != 2)
    return success();
  std::optional<int64_t> values = staticSize(threadValue[1]);
  if (values && *values != count)
    return refuseShown(op, 153,
                       Twine("the ") + (side == layout::CopySide::Src ? "source" : "destination") +
                           " of one call holds " + Twine(count) + " elements, but the atom moves " +
                           Twine(*values) + " values of " + Twine(atom.getValBits()) + " bits");
  return success();
}

/// Elements of a view or value, when known.
static std::optional<int64_t> countOf(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return staticSize(memref.getLayout().linear());
  return elementCount(type);
}

/// Universal instructions move what lies one after the other from the pointer of a view on. In
/// memory another view is refused; registers that are left out cost nothing but the intention.
static LogicalResult verifyConsecutive(Operation *op, Type payload, StringRef name, Type type,
                                       int rule, int64_t count = 0) {
  auto view = dyn_cast_or_null<MemRefType>(type);
  if (!view || !isa<UniversalCopyType, UniversalAtomicType, UniversalFmaType>(payload))
    return success();
  std::optional<std::string> problem = consecutiveProblem(view, count);
  if (!problem)
    return success();
  const char *fix = view.getLayout().isPlain() ? "use an atom of one element, or a view of stride 1"
                                               : "split the view with fly.decomposition first";
  std::string message = name.str() + ": " + *problem;
  if (!isGenericAddressSpace<AddressSpace::Register>(view.getAddressSpace()))
    return refuseShown(op, rule, message, fix);
  warn(op, rule, message, fix);
  return success();
}

LogicalResult verifyConsecutiveCopy(Operation *op, CopyAtomType atom, layout::CopySide side,
                                    MemRefType view) {
  return verifyConsecutive(op, atom.getCopyOp(),
                           side == layout::CopySide::Src ? "the source" : "the destination", view,
                           153);
}

static LogicalResult verifyOneCopy(Operation *op, CopyAtomType atom, Type src, Type dst) {
  if (failed(verifyCopyElements(op, atom, src, dst)))
    return failure();
  for (auto [type, side] :
       {std::pair(src, layout::CopySide::Src), std::pair(dst, layout::CopySide::Dst)})
    if (type && !atom.getPayload().isWholeTile())
      if (std::optional<int64_t> count = countOf(type))
        if (failed(verifyCopyCount(op, atom, side, elementOf(type), *count)))
          return failure();
  for (auto [type, side] :
       {std::pair(src, layout::CopySide::Src), std::pair(dst, layout::CopySide::Dst)})
    if (auto view = dyn_cast_or_null<MemRefType>(type))
      if (failed(verifyConsecutiveCopy(op, atom, side, view)))
        return failure();
  return atom.getPayload().verifyCall([op] { return shownError(op); }, src, dst);
}

/// A predicate in memory is one i1.
static LogicalResult verifyPredicate(Operation *op, Value pred) {
  if (!pred)
    return success();
  auto memref = dyn_cast<MemRefType>(pred.getType());
  if (memref && !isa<AddressSpaceAttr>(memref.getAddressSpace()))
    return noteOperand(refuse(op, 153,
                              "the predicate is in " + addressSpaceName(memref.getAddressSpace()) +
                                  " memory, which no plain load reads",
                              "load it into a register first"),
                       "the predicate", pred);
  if (memref ? memref.getElemTy().isInteger(1) &&
                   staticSize(memref.getLayout().linear()) == std::optional<int64_t>(1)
             : pred.getType().isInteger(1))
    return success();
  return noteOperand(
      refuse(op, 153, "the predicate " + Twine(debugString(pred.getType())) + " is not one i1"),
      "the predicate", pred);
}

LogicalResult CopyAtomCallOp::verify() {
  if (failed(verifyAtomsOf(*this)))
    return failure();
  if (failed(verifyPredicate(*this, getPred())))
    return failure();
  return verifyOneCopy(*this, getCopyAtom().getType(), getSrc().getType(), getDst().getType());
}

LogicalResult CopyAtomCallSSAOp::verify() {
  if (failed(verifyAtomsOf(*this)))
    return failure();
  if (getNumResults() > 1)
    return refuseShown(*this, 153,
                       Twine(getNumResults()) + " results, but one call has one destination");
  if (failed(verifyPredicate(*this, getPred())))
    return failure();
  CopyAtomType atom = getCopyAtom().getType();
  Type src = getSrc().getType();
  if (getNumResults() == 0) {
    if (!getDst())
      return refuseShown(*this, 153, "neither a destination in memory nor a result");
    if (!isa<MemRefType>(getDst().getType()))
      return noteOperand(refuse(*this, 153,
                                "the destination " + Twine(debugString(getDst().getType())) +
                                    " is a register value, which must be the result"),
                         "the destination", getDst());
    return verifyOneCopy(*this, atom, src, getDst().getType());
  }
  Type result = getResult(0).getType();
  if (getDst()) {
    if (isa<MemRefType>(getDst().getType()))
      return refuseShown(*this, 153, "both a destination in memory and a result");
    if (!getPred())
      return refuseShown(*this, 153, "an old value without a predicate that could keep it");
    if (getDst().getType() != result)
      return noteOperand(refuse(*this, 153,
                                "the old value is " + Twine(debugString(getDst().getType())) +
                                    ", but the result is " + debugString(result)),
                         "the old value", getDst());
  } else if (getPred()) {
    return refuseShown(*this, 153,
                       "a predicated result without the old value that it keeps when the "
                       "predicate is false");
  }
  if (isa<MemRefType>(result))
    return refuseShown(*this, 153,
                       "the result " + Twine(debugString(result)) +
                           " is a memory view, not a register value");
  return verifyOneCopy(*this, atom, src, result);
}

// --- Matrix calls -------------------------------------------------------------------------------

LogicalResult verifyMmaOperand(Operation *op, MmaAtomType atom, MmaOperand operand, StringRef name,
                               Type type, bool count) {
  Type want = atom.getValType(operand), have = elementOf(type);
  if (!have)
    return refuseShown(op, 154,
                       "operand " + name + " of type " + debugString(type) +
                           " is neither a memory view nor a register value");
  if (failed(verifyPlainMemory(op, atom.getMmaOp(), "operand " + name, type, 154)))
    return failure();
  std::optional<int64_t> values = staticSize(atom.getThrValLayout(operand)[1]);
  std::optional<int64_t> elements = countOf(type);
  bool packed = isa<IntegerType>(have) && isa<VectorType, IntegerType>(type) && values &&
                *values * bitWidth(want) == *elements * bitWidth(have);
  // The signedness of an integer belongs to the payload; views and registers may leave it out.
  bool sameInteger =
      isa<IntegerType>(want) && isa<IntegerType>(have) && bitWidth(want) == bitWidth(have);
  if (!isElement(want, have) && !sameInteger && !packed)
    return refuseShown(op, 154,
                       "operand " + name + " has elements of type " + debugString(have) +
                           ", but the atom multiplies " + debugString(want));
  if (!count || !values || !elements || packed)
    return success();
  // Zero register values: the operand is a descriptor or lies in memory that all threads name.
  if (atom.getPayload().getRegisterValues(operand) == 0)
    return success();
  if (*elements < *values)
    return refuseShown(op, 154,
                       "operand " + name + " needs " + Twine(*values) + " x " + debugString(want) +
                           ", but has " + Twine(*elements));
  return success();
}

static LogicalResult verifyOneProduct(Operation *op, MmaAtomType atom, Type d, Type a, Type b,
                                      Type c) {
  if (failed(verifyMmaOperand(op, atom, MmaOperand::D, "d", d, true)) ||
      failed(verifyMmaOperand(op, atom, MmaOperand::A, "a", a, true)) ||
      failed(verifyMmaOperand(op, atom, MmaOperand::B, "b", b, true)) ||
      failed(verifyMmaOperand(op, atom, MmaOperand::C, "c", c, true)))
    return failure();
  for (auto [name, type] : {std::pair("operand d", d), std::pair("operand a", a),
                            std::pair("operand b", b), std::pair("operand c", c)})
    if (failed(verifyConsecutive(op, atom.getMmaOp(), name, type, 154, 1)))
      return failure();
  return atom.getPayload().verifyCall([op] { return shownError(op); }, d, a, b, c);
}

LogicalResult MmaAtomCallOp::verify() {
  if (failed(verifyAtomsOf(*this)))
    return failure();
  return verifyOneProduct(*this, getMmaAtom().getType(), getD().getType(), getA().getType(),
                          getB().getType(), getC().getType());
}

LogicalResult MmaAtomCallSSAOp::verify() {
  if (failed(verifyAtomsOf(*this)))
    return failure();
  if (getNumResults() > 1)
    return refuseShown(*this, 154, Twine(getNumResults()) + " results, but one call has one d");
  if (getNumResults() == 0) {
    if (!getD())
      return refuseShown(*this, 154, "neither d in memory nor a result");
    if (!isa<MemRefType>(getD().getType()))
      return noteOperand(refuse(*this, 154,
                                "operand d of type " + Twine(debugString(getD().getType())) +
                                    " is a register value, which must be the result"),
                         "operand d", getD());
  } else if (getD()) {
    return refuseShown(*this, 154, "both d in memory and a result");
  }
  Type d = getD() ? getD().getType() : getResult(0).getType();
  if (!getD() && isa<MemRefType>(d))
    return refuseShown(*this, 154,
                       "the result " + Twine(debugString(d)) +
                           " is a memory view, not a register value");
  return verifyOneProduct(*this, getMmaAtom().getType(), d, getA().getType(), getB().getType(),
                          getC().getType());
}

// --- Effects ------------------------------------------------------------------------------------

/// Operands in memory are read, the destination is written; a destination that the payload may also
/// read (an atomic) counts as both.
static void addCopyEffects(Effects &effects, CopyAtomType atom, OpOperand &src, OpOperand *dst,
                           OpOperand *pred) {
  if (isa<MemRefType>(src.get().getType()))
    addRead(effects, src);
  if (pred && isa<MemRefType>(pred->get().getType()))
    addRead(effects, *pred);
  if (!dst || !isa<MemRefType>(dst->get().getType()))
    return;
  if (!isa<UniversalCopyType>(atom.getCopyOp()))
    addRead(effects, *dst);
  addWrite(effects, *dst);
}

/// The operand that holds an optional value; null when it is absent.
static OpOperand *operandFor(Operation *op, Value value, unsigned index) {
  return value ? &op->getOpOperand(index) : nullptr;
}

void CopyAtomCallOp::getEffects(Effects &effects) {
  addCopyEffects(effects, getCopyAtom().getType(), getSrcMutable(), &getDstMutable(),
                 operandFor(*this, getPred(), 3));
}

void CopyAtomCallSSAOp::getEffects(Effects &effects) {
  addCopyEffects(effects, getCopyAtom().getType(), getSrcMutable(), operandFor(*this, getDst(), 2),
                 operandFor(*this, getPred(), getDst() ? 3 : 2));
}

void MmaAtomCallOp::getEffects(Effects &effects) {
  addRead(effects, getAMutable());
  addRead(effects, getBMutable());
  addRead(effects, getCMutable());
  addWrite(effects, getDMutable());
}

void MmaAtomCallSSAOp::getEffects(Effects &effects) {
  for (OpOperand *operand : {&getAMutable(), &getBMutable(), &getCMutable()})
    if (isa<MemRefType>(operand->get().getType()))
      addRead(effects, *operand);
  if (getD())
    addWrite(effects, getOperation()->getOpOperand(1));
}

} // namespace mlir::fly
