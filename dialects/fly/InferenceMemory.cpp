// Inference of slices, pointers and accesses (fly-core 7.4 slice, 7.8).
#include "dialects/fly/FlyOps.h"

#include <numeric>

namespace mlir::fly {

// --- Slice --------------------------------------------------------------------------------------

LogicalResult SliceOp::infer(Inference &in, Adaptor op) {
  Value src = op.getSrc();
  const layout::IntTuple &coord = in.tuple(op.getCoord());
  if (isa<IntTupleType>(src.getType()))
    return in.give(layout::slice(in.tuple(src), coord));

  layout::AnyLayout any = in.anyLayout(src);
  layout::Result<layout::AnyLayout> sliced = layout::slice(any, coord, in.warnings());
  if (!sliced)
    return in.fail(sliced.reason());
  // A composed layout computes the offset of the coordinate above; here only its warnings count.
  if (in.warnings() && any.isPlain())
    (void)layout::crd2idx(coord, any.plain(), in.warnings());
  if (isa<LayoutType, ComposedLayoutType>(src.getType()))
    return in.give(*sliced);

  auto memref = dyn_cast<MemRefType>(src.getType());
  if (!any.isPlain()) {
    // The offset absorbs the coordinate; the iterator stays.
    if (!memref)
      return in.rebuildAny(src, *sliced);
    return in.rebuildAdvanced(memref, *sliced, layout::Leaf(0));
  }

  layout::Result<layout::IntTuple> offset = layout::crd2idx(coord, any.plain());
  if (!offset)
    return in.fail(offset.reason());
  if (!memref) {
    layout::Result<layout::IntTuple> base =
        layout::addBasis(cast<CoordTensorType>(src.getType()).getBase(), *offset);
    return base ? in.giveCoordTensor(*base, *sliced) : in.fail(base.reason());
  }
  if (!offset->isLeaf() || !offset->leaf().isInt())
    return in.fail(144, "the coordinate " + coord.str() + " selects the offset " + offset->str() +
                            ", which is not an integer");
  return in.rebuildAdvanced(memref, *sliced, offset->leaf());
}

// --- Pointers -----------------------------------------------------------------------------------

LogicalResult GetDynSharedOp::infer(Inference &in, Adaptor) {
  return in.givePointer(IntegerType::get(in.context(), 8),
                        AddressSpaceAttr::get(in.context(), AddressSpace::Shared), 1024, {});
}

LogicalResult PtrToIntOp::infer(Inference &in, Adaptor op) {
  auto ptr = cast<PointerType>(op.getPtr().getType());
  if (isGenericAddressSpace<AddressSpace::Shared>(ptr.getAddressSpace()))
    return in.give(IntegerType::get(in.context(), 32));
  if (isGenericAddressSpace<AddressSpace::Global>(ptr.getAddressSpace()))
    return in.give(IntegerType::get(in.context(), 64));
  return in.expected("PtrToIntOp", "expected Shared or Global address space", ptr, 150);
}

LogicalResult ToLLVMPtrOp::infer(Inference &in, Adaptor op) {
  auto number = static_cast<int32_t>(op.getLlvmAddressSpace());
  if (number < 0)
    return in.refused("ToLLVMPtrOp",
                      "llvm_address_space must not be negative, got " + Twine(number), 150);
  // The other spaces are numbered by the target.
  static constexpr std::pair<AddressSpace, int32_t> numbers[] = {
      {AddressSpace::Generic, 0}, {AddressSpace::Global, 1}, {AddressSpace::Shared, 3}};
  auto ptr = cast<PointerType>(op.getPtr().getType());
  for (auto [space, expected] : numbers)
    if (isGenericAddressSpace(ptr.getAddressSpace(), space) && number != expected)
      return in.fail(150,
                     "llvm_address_space = " + Twine(number) + ", but the pointer is in " +
                         addressSpaceName(ptr.getAddressSpace()) + " memory, which is " +
                         Twine(expected),
                     "write llvm_address_space = " + std::to_string(expected) + " : i32");
  return in.give(LLVM::LLVMPointerType::get(in.context(), number));
}

LogicalResult AddOffsetOp::infer(Inference &in, Adaptor op) {
  const layout::IntTuple &offset = in.tuple(op.getOffset());
  auto ptr = dyn_cast<PointerType>(op.getPtr().getType());
  if (!ptr) {
    for (const layout::IntTuple &part : {in.tuple(op.getPtr()), offset})
      if (part.hasNone())
        return in.fail(109, "the none leaf '*' in " + part.str() + " is not a number");
    return in.give(layout::addBasis(in.tuple(op.getPtr()), offset));
  }
  if (!offset.isLeaf() || !offset.leaf().isInt() || offset.leaf().isNone())
    return in.expected("AddOffsetOp", "offset must be a scalar (leaf int) IntTuple",
                       op.getOffset().getType(), 144);
  int64_t divisibility = layout::advancedDivisibility(ptr.getValueDivisibility(), offset.leaf());
  return in.givePointer(ptr.getElemTy(), ptr.getAddressSpace(),
                        alignmentOf(ptr.getElemTy(), divisibility), ptr.getSwizzle());
}

LogicalResult ApplySwizzleOp::infer(Inference &in, Adaptor op) {
  auto ptr = cast<PointerType>(op.getPtr().getType());
  layout::Swizzle swizzle = cast<SwizzleType>(op.getSwizzle().getType()).getValue();
  if (!ptr.getSwizzle().isTrivial() && !(ptr.getSwizzle() == swizzle))
    return in.fail(145,
                   "the pointer carries the swizzle " + ptr.getSwizzle().str() +
                       ", which the swizzle " + swizzle.str() + " would replace",
                   "apply one swizzle that does both");
  int64_t divisibility = std::gcd(ptr.getValueDivisibility(), int64_t(1) << swizzle.base);
  return in.givePointer(ptr.getElemTy(), ptr.getAddressSpace(),
                        alignmentOf(ptr.getElemTy(), divisibility), swizzle);
}

LogicalResult DecompositionOp::infer(Inference &in, Adaptor op) {
  layout::AnyLayout any = in.anyLayout(op.getTensor());
  if (any.isPlain())
    return in.give(op.getTensor().getType());
  auto parts = layout::decomposition(any);
  if (!parts)
    return in.fail(parts.reason());
  const auto &[offset, linear] = *parts;
  auto memref = dyn_cast<MemRefType>(op.getTensor().getType());
  if (!memref) {
    layout::Result<layout::IntTuple> base =
        layout::addBasis(cast<CoordTensorType>(op.getTensor().getType()).getBase(), offset);
    return base ? in.giveCoordTensor(*base, linear) : in.fail(base.reason());
  }
  if (!offset.isLeaf() || !offset.leaf().isInt())
    return in.fail(144, "the layout " + any.str() + " starts at " + offset.str() +
                            ", which is not an integer");
  return in.rebuildAdvanced(memref, linear, offset.leaf());
}

// --- Accesses -----------------------------------------------------------------------------------

LogicalResult MemRefLoadOp::infer(Inference &in, Adaptor op) {
  if (in.tuple(op.getIndices()).hasNone())
    return in.fail(109,
                   "the index " + in.tuple(op.getIndices()).str() +
                       " with '*' names a whole mode, not one element",
                   "cut the mode out with fly.slice first");
  layout::Result<layout::IntTuple> index =
      layout::crd2idx(in.tuple(op.getIndices()), in.anyLayout(op.getMemref()), in.warnings());
  if (!index)
    return in.fail(index.reason());
  if (auto memref = dyn_cast<MemRefType>(op.getMemref().getType()))
    return in.give(memref.getElemTy());
  return in.give(
      layout::addBasis(cast<CoordTensorType>(op.getMemref().getType()).getBase(), *index));
}

LogicalResult MemRefLoadVecOp::infer(Inference &in, Adaptor op) {
  Type type = op.getMemref().getType();
  layout::AnyLayout any = in.anyLayout(op.getMemref());
  if (!any.isPlain())
    return in.expected("MemRefLoadVecOp",
                       isa<MemRefType>(type)
                           ? "MemRefType with ComposedLayout is not supported"
                           : "CoordTensorType with ComposedLayout is not supported",
                       type, 148);
  layout::Result<layout::Leaf> size = layout::size(any.plain());
  if (!size)
    return in.fail(size.reason());
  if (!size->isStatic() || !size->isInt())
    return in.expected("MemRefLoadVecOp", "layout size must be static and leaf int", type, 148);
  if (size->value() <= 0)
    return in.fail(148, "a vector of " + Twine(size->value()) + " elements cannot be loaded");

  Type elemTy;
  if (auto memref = dyn_cast<MemRefType>(type)) {
    elemTy = memref.getElemTy();
  } else {
    const layout::IntTuple base = cast<CoordTensorType>(type).getBase();
    if (!base.isLeaf() || !base.leaf().isInt())
      return in.fail(142, "the base " + base.str() + " of the coordinate tensor is not an integer");
    bool integers = true;
    any.plain().stride().forEachLeaf([&](const layout::Leaf &leaf) { integers &= leaf.isInt(); });
    if (!integers)
      return in.fail(142, "the strides " + any.plain().stride().str() +
                              " of the coordinate tensor are not all integers");
    layout::Result<layout::IntTuple> element =
        layout::crd2idx(layout::IntTuple(layout::Leaf::dynamic()), any.plain());
    if (element)
      element = layout::addBasis(base, *element);
    if (!element)
      return in.fail(element.reason());
    elemTy = IntegerType::get(in.context(),
                              element->isLeaf() && element->leaf().width() == 64 ? 64 : 32);
  }
  return in.give(VectorType::get({size->value()}, elemTy));
}

} // namespace mlir::fly
