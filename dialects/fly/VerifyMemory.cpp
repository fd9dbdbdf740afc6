// Verifiers and memory effects of pointers and accesses (fly-core 7.8; D-45 to D-52).
#include "dialects/fly/VerifyOps.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::fly {

InFlightDiagnostic &&noteOperand(InFlightDiagnostic &&diagnostic, StringRef name, Value operand) {
  diagnostic.attachNote(operand.getLoc())
      << name << " of type " << operand.getType() << " comes from here";
  return std::move(diagnostic);
}

bool isElement(Type elem, Type type) { return type == elem || type == llvmCompatibleElement(elem); }

bool isElementOrVector(Type elem, Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getRank() == 1 && !vector.isScalable() &&
           isElement(elem, vector.getElementType());
  return isElement(elem, type);
}

int64_t elementCount(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

std::optional<int64_t> staticSize(const layout::Layout &layout) {
  layout::Result<layout::Leaf> size = layout::size(layout);
  if (!size || !size->isStatic())
    return std::nullopt;
  return size->value();
}

void addRead(Effects &effects, OpOperand &operand) {
  effects.emplace_back(MemoryEffects::Read::get(), &operand, SideEffects::DefaultResource::get());
}
void addWrite(Effects &effects, OpOperand &operand) {
  effects.emplace_back(MemoryEffects::Write::get(), &operand, SideEffects::DefaultResource::get());
}
static void addAlloc(Effects &effects, OpResult result) {
  effects.emplace_back(MemoryEffects::Allocate::get(), result, SideEffects::DefaultResource::get());
}

// --- Pointers -----------------------------------------------------------------------------------

/// A positive integer of the dictionary, or nothing after having reported why not.
static std::optional<int64_t> positiveEntry(MakePtrOp op, StringRef name, StringRef space) {
  DictionaryAttr dict = op.getDictAttrsAttr();
  auto entry = dict ? dict.getAs<IntegerAttr>(name) : IntegerAttr();
  if (!entry) {
    refuse(op, 152,
           Twine("a pointer in ") + space + " memory needs the integer " + name + " in dictAttrs",
           Twine("write {dictAttrs = {") + name + " = N : i64}}");
    return std::nullopt;
  }
  if (entry.getValue().getSignificantBits() > 64) {
    refuse(op, 152, name + " does not fit 64 bits");
    return std::nullopt;
  }
  int64_t value = entry.getValue().getSExtValue();
  if (value <= 0) {
    refuse(op, 152, name + " = " + Twine(value) + " must be positive");
    return std::nullopt;
  }
  return value;
}

LogicalResult MakePtrOp::verify() {
  Attribute space = getResult().getType().getAddressSpace();
  auto generic = dyn_cast<AddressSpaceAttr>(space);
  if (!generic) {
    // The target knows what its pointers are made of.
    auto memory = dyn_cast<MemorySpaceAttrInterface>(space);
    if (memory &&
        failed(memory.verifyMakePtr([this] { return shownError(*this); }, getArgs().getTypes())))
      return failure();
    auto base = getArgs().empty() ? PointerType() : dyn_cast<PointerType>(getArgs()[0].getType());
    if (base && getResult().getType().getAlignment() > base.getAlignment())
      warn(*this, 150,
           "claims an alignment of " + Twine(getResult().getType().getAlignment()) +
               " bytes, the pointer that it is made of promises " + Twine(base.getAlignment()));
    return success();
  }
  switch (generic.getValue()) {
  case AddressSpace::Register:
  case AddressSpace::Shared:
    break;
  case AddressSpace::Generic:
  case AddressSpace::Global:
    return refuseShown(*this, 152,
                       "no pointer in " + addressSpaceName(space) +
                           " memory can be made: its memory is not the kernel's to allocate",
                       "take the pointer as an argument, or use fly.inttoptr");
  case AddressSpace::Tensor:
  case AddressSpace::SharedCluster:
    return success();
  }
  if (!getArgs().empty())
    return refuseShown(*this, 152,
                       Twine(getArgs().size()) + " operands, but a pointer in " +
                           addressSpaceName(space) + " memory is made of none");
  if (generic.getValue() == AddressSpace::Register)
    return success(positiveEntry(*this, "allocSize", "register").has_value());
  std::optional<int64_t> bytes = positiveEntry(*this, "allocBytes", "shared");
  if (!bytes)
    return failure();
  std::optional<int64_t> align = positiveEntry(*this, "allocAlign", "shared");
  if (!align)
    return failure();
  if ((*align & (*align - 1)) != 0)
    return refuseShown(*this, 152, "allocAlign = " + Twine(*align) + " is not a power of two",
                       "the next one is " + Twine(llvm::PowerOf2Ceil(*align)));
  int64_t claimed = getResult().getType().getAlignment();
  if (*align % claimed != 0)
    warn(*this, 152,
         "the result claims an alignment of " + Twine(claimed) + " bytes, but allocAlign is " +
             Twine(*align),
         llvm::isPowerOf2_64(claimed) ? "write allocAlign = " + Twine(claimed) : Twine());
  return success();
}

void MakePtrOp::getEffects(Effects &effects) {
  // Only the register and shared forms allocate; target descriptors are values.
  if (isa<AddressSpaceAttr>(getResult().getType().getAddressSpace()))
    addAlloc(effects, getOperation()->getOpResult(0));
}

LogicalResult IntToPtrOp::verify() {
  Attribute space = getResult().getType().getAddressSpace();
  unsigned width = getSrc().getType().getIntOrFloatBitWidth();
  unsigned expected = 0;
  if (isGenericAddressSpace<AddressSpace::Shared>(space))
    expected = 32;
  else if (isGenericAddressSpace<AddressSpace::Global>(space) ||
           isGenericAddressSpace<AddressSpace::Generic>(space))
    expected = 64;
  if (expected && width != expected)
    return refuseShown(*this, 150,
                       "the address has " + Twine(width) + " bits, but pointers in " +
                           addressSpaceName(space) + " memory have " + Twine(expected),
                       "take an address of type i" + Twine(expected));
  return success();
}

LogicalResult RecastIterOp::verify() {
  PointerType from = getSrc().getType(), to = getResult().getType();
  if (from.getAddressSpace() != to.getAddressSpace())
    return refuseShown(*this, 150,
                       "changes the address space from " +
                           addressSpaceName(from.getAddressSpace()) + " to " +
                           addressSpaceName(to.getAddressSpace()));
  if (!(from.getSwizzle() == to.getSwizzle()) &&
      !(from.getSwizzle().isTrivial() && to.getSwizzle().isTrivial()))
    return refuseShown(*this, 150,
                       "changes the swizzle from " + from.getSwizzle().str() + " to " +
                           to.getSwizzle().str() + ", and with it the addresses",
                       "keep the swizzle of the operand");
  if (to.getAlignment() > from.getAlignment() || from.getAlignment() % to.getAlignment() != 0)
    return refuseShown(*this, 150,
                       "raises the alignment from " + Twine(from.getAlignment()) + " to " +
                           Twine(to.getAlignment()) + " bytes",
                       "take the operand from where it is known to be aligned");
  return success();
}

// --- Single accesses ----------------------------------------------------------------------------

LogicalResult PtrLoadOp::verify() {
  Type type = getResult().getType();
  if (auto tuple = dyn_cast<IntTupleType>(getPtr().getType())) {
    if (type != tuple)
      return noteOperand(
          refuse(*this, 149,
                 "yields the integer tuple itself, but the result is " + Twine(debugString(type))),
          "the iterator", getPtr());
    return success();
  }
  Type elem = cast<PointerType>(getPtr().getType()).getElemTy();
  if (!isElementOrVector(elem, type))
    return noteOperand(refuse(*this, 149,
                              "the result " + Twine(debugString(type)) + " is neither " +
                                  debugString(elem) + " nor a vector of it"),
                       "the pointer", getPtr());
  return success();
}

void PtrLoadOp::getEffects(Effects &effects) {
  if (isa<PointerType>(getPtr().getType()))
    addRead(effects, getPtrMutable());
}

LogicalResult PtrStoreOp::verify() {
  Type elem = getPtr().getType().getElemTy();
  if (!isElementOrVector(elem, getValue().getType()))
    return noteOperand(refuse(*this, 149,
                              "the value " + Twine(debugString(getValue().getType())) +
                                  " is neither " + debugString(elem) + " nor a vector of it"),
                       "the pointer", getPtr());
  return success();
}

void PtrStoreOp::getEffects(Effects &effects) { addWrite(effects, getPtrMutable()); }

LogicalResult MemRefAllocaOp::verify() {
  MemRefType type = getResult().getType();
  const layout::Layout &operand = getLayout().getType().getValue();
  if (!isGenericAddressSpace<AddressSpace::Register>(type.getAddressSpace()))
    return refuseShown(*this, 151,
                       "allocates in " + addressSpaceName(type.getAddressSpace()) +
                           " memory, but only register memory is allocated here",
                       "use fly.make_ptr and fly.make_view for shared memory");
  if (!type.getLayout().isPlain())
    return refuseShown(*this, 151,
                       "the result has the composed layout " + type.getLayout().str() +
                           ", but the operand is plain");
  if (!(type.getLayout().plain() == operand))
    return noteOperand(refuse(*this, 151,
                              "the result has the layout " + type.getLayout().str() +
                                  ", but the operand is " + operand.str()),
                       "the layout", getLayout());
  if (layout::Result<layout::Leaf> size = layout::cosize(operand); !size)
    return refuseShown(*this, size.reason().rule, size.reason().message, size.reason().fix);
  if (!operand.isStatic())
    return refuseShown(*this, 151,
                       "the layout " + operand.str() +
                           " is not static: registers have no run-time extent");
  return success();
}

void MemRefAllocaOp::getEffects(Effects &effects) {
  addAlloc(effects, getOperation()->getOpResult(0));
}

/// The first static coordinate outside its extent, as (index, extent).
static std::optional<std::pair<int64_t, int64_t>> outOfBounds(const layout::IntTuple &coord,
                                                              const layout::IntTuple &shape) {
  if (coord.isLeaf()) {
    layout::Result<layout::Leaf> extent = layout::product(shape);
    const layout::Leaf &index = coord.leaf();
    if (!extent || !extent->isStatic() || !index.isStatic() || !index.isInt())
      return std::nullopt;
    if (index.value() >= 0 && index.value() < extent->value())
      return std::nullopt;
    return std::pair(index.value(), extent->value());
  }
  for (size_t i = 0; i < std::min(coord.rank(), shape.rank()); ++i)
    if (auto found = outOfBounds(coord[i], shape[i]))
      return found;
  return std::nullopt;
}

/// A fragment has a fixed number of registers: an index past them names none (D-31).
static LogicalResult verifyRegisterIndex(Operation *op, MemRefType type,
                                         const layout::IntTuple &indices) {
  if (!isGenericAddressSpace<AddressSpace::Register>(type.getAddressSpace()))
    return success();
  if (auto found = outOfBounds(indices, type.getLayout().linear().shape()))
    return refuseShown(op, 131,
                       "the index " + Twine(found->first) + " is outside the extent " +
                           Twine(found->second) + " of the register fragment " +
                           type.getLayout().str(),
                       "the last one is " + Twine(found->second - 1));
  return success();
}

LogicalResult MemRefLoadOp::verify() {
  auto type = dyn_cast<MemRefType>(getMemref().getType());
  return type ? verifyRegisterIndex(*this, type, getIndices().getType().getValue()) : success();
}

void MemRefLoadOp::getEffects(Effects &effects) {
  if (isa<MemRefType>(getMemref().getType()))
    addRead(effects, getMemrefMutable());
}

LogicalResult MemRefStoreOp::verify() {
  MemRefType type = getMemref().getType();
  const layout::IntTuple &indices = getIndices().getType().getValue();
  if (!isElement(type.getElemTy(), getValue().getType()))
    return noteOperand(refuse(*this, 147,
                              "stores " + Twine(debugString(getValue().getType())) +
                                  " to elements of type " + debugString(type.getElemTy())),
                       "the view", getMemref());
  if (indices.hasNone())
    return refuseShown(
        *this, 109, "the index " + indices.str() + " with '*' names a whole mode, not one element",
        "cut the mode out with fly.slice first");
  layout::Warnings warnings;
  layout::Result<layout::IntTuple> index = layout::crd2idx(indices, type.getLayout(), &warnings);
  if (!index)
    return noteOperand(refuse(*this, index.reason()), "the view", getMemref());
  if (failed(verifyRegisterIndex(*this, type, indices)))
    return failure();
  for (const layout::Reason &warning : warnings)
    warn(*this, warning.rule, warning.message, warning.fix);
  return success();
}

void MemRefStoreOp::getEffects(Effects &effects) { addWrite(effects, getMemrefMutable()); }

void MemRefLoadVecOp::getEffects(Effects &effects) {
  if (isa<MemRefType>(getMemref().getType()))
    addRead(effects, getMemrefMutable());
}

LogicalResult MemRefStoreVecOp::verify() {
  MemRefType type = getMemref().getType();
  auto vector = dyn_cast<VectorType>(getVector().getType());
  if (!vector || vector.getRank() != 1 || vector.isScalable())
    return refuseShown(*this, 148,
                       "stores " + Twine(debugString(getVector().getType())) +
                           ", which is not a vector of rank 1");
  if (!type.getLayout().isPlain())
    return refuseShown(*this, 148,
                       "the view has the composed layout " + type.getLayout().str() +
                           ", but whole views are stored through plain layouts only");
  std::optional<int64_t> size = staticSize(type.getLayout().plain());
  if (!size)
    return refuseShown(*this, 148, "the view " + type.getLayout().str() + " has no static size");
  if (*size != vector.getNumElements())
    return noteOperand(refuse(*this, 148,
                              "the vector has " + Twine(vector.getNumElements()) +
                                  " elements, but the view has " + Twine(*size)),
                       "the view", getMemref());
  if (!isElement(type.getElemTy(), vector.getElementType()))
    return noteOperand(refuse(*this, 148,
                              "stores elements of type " +
                                  Twine(debugString(vector.getElementType())) +
                                  " to elements of type " + debugString(type.getElemTy())),
                       "the view", getMemref());
  return success();
}

void MemRefStoreVecOp::getEffects(Effects &effects) { addWrite(effects, getMemrefMutable()); }

} // namespace mlir::fly
