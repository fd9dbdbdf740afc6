// Inference of construction, extraction, mode and coordinate operations
// (fly-core 7.1, 7.2, 7.4, 7.5, 7.7) that is more than one call of the algebra.
#include "dialects/fly/OpsShard.h"

namespace mlir::fly {

// --- Construction -------------------------------------------------------------------------------

LogicalResult MakeLayoutOp::infer(Inference &in, Adaptor op) {
  layout::Layout result(in.tuple(op.getShape()), in.tuple(op.getStride()));
  if (std::optional<layout::Reason> reason = layout::verify(result))
    return in.fail(*reason);
  return in.give(result);
}

LogicalResult MakeComposedLayoutOp::infer(Inference &in, Adaptor op) {
  layout::ComposedLayout::Inner inner;
  Type innerTy = op.getInner().getType();
  if (auto swizzle = dyn_cast<SwizzleType>(innerTy))
    inner = swizzle.getValue();
  else if (auto swizzle = dyn_cast<CoordSwizzleType>(innerTy))
    inner = swizzle.getValue();
  else
    inner = in.anyLayout(op.getInner());
  return in.giveComposed(layout::ComposedLayout(std::move(inner), in.tuple(op.getOffset()),
                                                in.anyLayout(op.getOuter())));
}

LogicalResult MakeViewOp::infer(Inference &in, Adaptor op) {
  layout::AnyLayout layout = in.anyLayout(op.getLayout());
  if (isa<IntTupleType>(op.getIter().getType()))
    return in.giveCoordTensor(in.tuple(op.getIter()), layout);
  auto ptr = cast<PointerType>(op.getIter().getType());
  return in.giveMemRef(ptr.getElemTy(), ptr.getAddressSpace(), layout, ptr.getAlignment(),
                       ptr.getSwizzle());
}

LogicalResult MakeFragmentLikeOp::infer(Inference &in, Adaptor op) {
  Type elemTy = op.getDtype().value_or(Type());
  if (!elemTy) {
    auto memref = dyn_cast<MemRefType>(op.getSrc().getType());
    if (!memref)
      return in.expected("MakeFragmentLikeOp", "dtype is required when input is not MemRefType",
                         op.getSrc().getType(), 159);
    elemTy = memref.getElemTy();
  }
  layout::Result<layout::Layout> fragment =
      layout::makeFragmentLayoutLike(in.linear(op.getSrc()), in.warnings());
  if (!fragment)
    return in.fail(fragment.reason());
  return in.giveMemRef(elemTy, AddressSpaceAttr::get(in.context(), AddressSpace::Register),
                       *fragment);
}

// --- Extraction ---------------------------------------------------------------------------------

/// Integer type of a leaf read as a value.
static Type integerOf(MLIRContext *context, const layout::Leaf &leaf) {
  return IntegerType::get(context, std::max(32, leaf.width()));
}

LogicalResult GetScalarOp::infer(Inference &in, Adaptor op) {
  layout::IntTuple scalar = layout::unwrap(in.tuple(op.getIntTuple()));
  if (!scalar.isLeaf())
    return in.expected("GetScalarOp", "expected a scalar IntTuple", op.getIntTuple().getType());
  if (scalar.leaf().isNone())
    return in.fail(109, "the leaf '*' of the operand has no integer value");
  return in.give(integerOf(in.context(), scalar.leaf()));
}

LogicalResult GetLeavesOp::infer(Inference &in, Adaptor op) {
  if (!op.getDynamicOnly() && in.tuple(op.getInput()).hasNone())
    return in.fail(109, "a leaf '*' of " + in.tuple(op.getInput()).str() + " has no integer value",
                   "take the run-time leaves alone with {dynamicOnly = true}");
  in.tuple(op.getInput()).forEachLeaf([&](const layout::Leaf &leaf) {
    if (!op.getDynamicOnly() || leaf.isDynamic())
      (void)in.give(integerOf(in.context(), leaf));
  });
  return success();
}

LogicalResult GetStrideOp::infer(Inference &in, Adaptor op) {
  Type type = op.getLayout().getType();
  layout::AnyLayout layout = in.anyLayout(op.getLayout());
  if (layout.isPlain())
    return in.give(layout.plain().stride());
  if (isa<ComposedLayoutType>(type))
    return in.expected("GetStrideOp", "unsupported ComposedLayoutType", type);
  return in.expected("GetStrideOp",
                     isa<MemRefType>(type) ? "unsupported MemRefType with ComposedLayout"
                                           : "unsupported CoordTensorType with ComposedLayout",
                     type);
}

LogicalResult GetIterOp::infer(Inference &in, Adaptor op) {
  if (auto tensor = dyn_cast<CoordTensorType>(op.getMemref().getType()))
    return in.give(tensor.getBase());
  return in.give(cast<MemRefType>(op.getMemref().getType()).getPointerType());
}

LogicalResult ComposedGetInnerOp::infer(Inference &in, Adaptor op) {
  const layout::ComposedLayout::Inner &inner = in.composed(op.getInput()).inner();
  if (auto *swizzle = std::get_if<layout::Swizzle>(&inner))
    return in.give(SwizzleType::get(in.context(), *swizzle));
  if (auto *swizzle = std::get_if<layout::CoordSwizzle>(&inner))
    return in.give(CoordSwizzleType::get(in.context(), *swizzle));
  return in.give(std::get<layout::AnyLayout>(inner));
}

// --- Modes --------------------------------------------------------------------------------------

LogicalResult GetOp::infer(Inference &in, Adaptor op) {
  layout::ModePath path(op.getMode().begin(), op.getMode().end());
  Value input = op.getInput();
  size_t depth =
      isa<IntTupleType>(input.getType()) ? in.tuple(input).depth() : in.linear(input).depth();
  if (path.size() > depth)
    return in.expected("GetOp",
                       "mode length " + Twine(path.size()) + " exceeds input depth " + Twine(depth),
                       input.getType(), 122);
  if (path.empty())
    return in.give(input.getType());
  if (isa<IntTupleType>(input.getType()))
    return in.give(in.tuple(input).at(path));
  return in.rebuild(input, in.linear(input).at(path));
}

/// The reference indexes the base of a coordinate tensor with the path as well. Text that declares
/// that type means the same value when every dropped leaf of the base is 0 (D-41).
static bool isReferenceGet(CoordTensorType input, ArrayRef<int32_t> mode, Type inferred,
                           Type declared) {
  auto want = dyn_cast<CoordTensorType>(declared);
  auto have = dyn_cast<CoordTensorType>(inferred);
  if (!want || !have || !(want.getLayout() == have.getLayout()))
    return false;
  layout::IntTuple base = input.getBase();
  for (int32_t index : mode) {
    if (index < 0 || size_t(index) >= base.rank())
      return false;
    for (size_t i = 0; i < base.rank(); ++i) {
      if (int32_t(i) == index)
        continue;
      bool zero = true;
      base[i].forEachLeaf([&](const layout::Leaf &leaf) { zero &= leaf.isStaticValue(0); });
      if (!zero)
        return false;
    }
    base = layout::IntTuple(base[index]);
  }
  return base == want.getBase();
}

template <>
bool acceptsDeclared<GetOp>(GetOp::Adaptor op, ArrayRef<Type> inferred, ArrayRef<Type> declared) {
  auto tensor = dyn_cast<CoordTensorType>(op.getInput().getType());
  return tensor && declared.size() == 1 &&
         isReferenceGet(tensor, op.getMode(), inferred.front(), declared.front());
}

LogicalResult SelectOp::infer(Inference &in, Adaptor op) {
  std::vector<int32_t> indices(op.getIndices().begin(), op.getIndices().end());
  return in.modes(op.getTuple(), [&](const auto &t) { return layout::select(t, indices); });
}

template <typename Op, typename Fn>
static LogicalResult inferExtend(Inference &in, Op op, StringRef opClass, Fn &&extend) {
  std::optional<int64_t> n;
  if (std::optional<uint32_t> given = op.getN())
    n = static_cast<int32_t>(*given);
  Type tuple = op.getTuple().getType(), elem = op.getElem().getType();
  if (isa<ComposedLayoutType>(tuple) && !isa<LayoutType>(elem))
    return in.expected(opClass, "elem must be LayoutType when tuple is ComposedLayout", elem, 124);
  if (isa<IntTupleType>(tuple) != isa<IntTupleType>(elem))
    return in.expected(opClass, "tuple and elem must be the same category", elem, 124);
  if (isa<IntTupleType>(tuple))
    return in.give(extend(in.tuple(op.getTuple()), in.tuple(op.getElem()), n));
  return in.rebuild(op.getTuple(), extend(in.linear(op.getTuple()), in.layout(op.getElem()), n));
}

LogicalResult AppendOp::infer(Inference &in, Adaptor op) {
  return inferExtend(in, op, "AppendOp",
                     [](const auto &t, const auto &e, auto n) { return layout::append(t, e, n); });
}

LogicalResult PrependOp::infer(Inference &in, Adaptor op) {
  return inferExtend(in, op, "PrependOp",
                     [](const auto &t, const auto &e, auto n) { return layout::prepend(t, e, n); });
}

// --- Queries and algebra ------------------------------------------------------------------------

LogicalResult SizeOp::infer(Inference &in, Adaptor op) {
  if (isa<IntTupleType>(op.getInput().getType()))
    return in.give(layout::product(in.tuple(op.getInput())));
  return in.give(layout::size(in.linear(op.getInput())));
}

LogicalResult CoalesceOp::infer(Inference &in, Adaptor op) {
  if (op.getPattern())
    return in.rebuild(op.getLayout(),
                      layout::coalesce(in.linear(op.getLayout()), in.tuple(op.getPattern())));
  return in.rebuild(op.getLayout(), layout::coalesce(in.linear(op.getLayout())));
}

LogicalResult ComplementOp::infer(Inference &in, Adaptor op) {
  std::optional<layout::IntTuple> codomain;
  if (op.getCodomainSize())
    codomain = in.tuple(op.getCodomainSize());
  return in.rebuild(op.getLayout(),
                    layout::complement(in.linear(op.getLayout()), codomain, in.warnings()));
}

LogicalResult RecastLayoutOp::infer(Inference &in, Adaptor op) {
  int64_t oldBits = static_cast<int32_t>(op.getOldTypeBits());
  int64_t newBits = static_cast<int32_t>(op.getNewTypeBits());
  return in.give(layout::recast(in.anyLayout(op.getSrc()), oldBits, newBits, in.warnings()));
}

LogicalResult Crd2IdxOp::infer(Inference &in, Adaptor op) {
  const layout::IntTuple &coord = in.tuple(op.getCoord());
  Type map = op.getLayout().getType();
  if (auto swizzle = dyn_cast<SwizzleType>(map))
    return in.give(layout::crd2idx(coord, swizzle.getValue()));
  if (auto swizzle = dyn_cast<CoordSwizzleType>(map))
    return in.give(layout::crd2idx(coord, swizzle.getValue()));
  return in.give(layout::crd2idx(coord, in.anyLayout(op.getLayout()), in.warnings()));
}

} // namespace mlir::fly
