// The normal-form operation of every static type (fly-core 5.2, 10).
#include "dialects/fly/FlyOps.h"

using namespace mlir;
using namespace mlir::fly;

/// The operation that defines `value`, null for a block argument or no value: neither is in normal
/// form.
template <typename OpT> static OpT definedBy(Value value) {
  return value ? dyn_cast_or_null<OpT>(value.getDefiningOp()) : OpT();
}

template <typename OpT>
static Value make(OpBuilder &builder, Location loc, Type type, ValueRange operands = {},
                  ArrayRef<NamedAttribute> attributes = {}) {
  return OpT::create(builder, loc, TypeRange(type), operands, attributes)->getResult(0);
}

static bool isNormalTuple(Value value) { return bool(definedBy<MakeIntTupleOp>(value)); }

static bool isNormalLayout(Value value) {
  auto op = definedBy<MakeLayoutOp>(value);
  return op && isNormalTuple(op.getShape()) && isNormalTuple(op.getStride());
}

static bool isNormalComposed(Value value) {
  auto op = definedBy<MakeComposedLayoutOp>(value);
  if (!op || !isNormalTuple(op.getOffset()))
    return false;
  auto isNormal = [](Value part) {
    return isa<SwizzleType, CoordSwizzleType>(part.getType()) || isNormalLayout(part) ||
           isNormalComposed(part);
  };
  return isNormal(op.getInner()) && isNormal(op.getOuter());
}

static Value rebuildTuple(OpBuilder &builder, Location loc, const layout::IntTuple &tuple) {
  return make<MakeIntTupleOp>(builder, loc, IntTupleType::get(builder.getContext(), tuple));
}

static Value rebuildLayout(OpBuilder &builder, Location loc, const layout::Layout &value) {
  Value shape = rebuildTuple(builder, loc, value.shape());
  Value stride = rebuildTuple(builder, loc, value.stride());
  return make<MakeLayoutOp>(builder, loc, LayoutType::get(builder.getContext(), value),
                            {shape, stride});
}

static Value rebuildAny(OpBuilder &builder, Location loc, const layout::AnyLayout &value) {
  if (value.isPlain())
    return rebuildLayout(builder, loc, value.plain());
  MLIRContext *context = builder.getContext();
  const layout::ComposedLayout &composed = value.composed();
  Value inner;
  if (const auto *swizzle = std::get_if<layout::Swizzle>(&composed.inner()))
    inner = make<StaticOp>(builder, loc, SwizzleType::get(context, *swizzle));
  else if (const auto *coords = std::get_if<layout::CoordSwizzle>(&composed.inner()))
    inner = make<StaticOp>(builder, loc, CoordSwizzleType::get(context, *coords));
  else
    inner = rebuildAny(builder, loc, std::get<layout::AnyLayout>(composed.inner()));
  Value offset = rebuildTuple(builder, loc, composed.offset());
  Value outer = rebuildAny(builder, loc, composed.outer());
  return make<MakeComposedLayoutOp>(builder, loc, ComposedLayoutType::get(context, value),
                                    {inner, offset, outer});
}

/// A part of a static type, which is static itself; null when it cannot be rebuilt.
static Value rebuildPart(OpBuilder &builder, Location loc, Type type) {
  auto part = dyn_cast<MayStaticTypeInterface>(type);
  return part && part.isStatic() ? part.rebuildStaticValue(builder, loc, Value()) : Value();
}

Value BasisType::rebuildStaticValue(OpBuilder &, Location, Value) const { return {}; }

Value IntTupleType::rebuildStaticValue(OpBuilder &builder, Location loc, Value current) const {
  if (!isStatic() || isNormalTuple(current))
    return {};
  return rebuildTuple(builder, loc, getValue());
}

Value LayoutType::rebuildStaticValue(OpBuilder &builder, Location loc, Value current) const {
  if (!isStatic() || isNormalLayout(current))
    return {};
  return rebuildLayout(builder, loc, getValue());
}

Value SwizzleType::rebuildStaticValue(OpBuilder &builder, Location loc, Value current) const {
  return current ? Value() : make<StaticOp>(builder, loc, *this);
}

Value CoordSwizzleType::rebuildStaticValue(OpBuilder &builder, Location loc, Value current) const {
  return current ? Value() : make<StaticOp>(builder, loc, *this);
}

Value TileType::rebuildStaticValue(OpBuilder &builder, Location loc, Value current) const {
  return current ? Value() : make<StaticOp>(builder, loc, *this);
}

Value ComposedLayoutType::rebuildStaticValue(OpBuilder &builder, Location loc,
                                             Value current) const {
  if (!isStatic() || isNormalComposed(current))
    return {};
  return rebuildAny(builder, loc, getValue());
}

Value CoordTensorType::rebuildStaticValue(OpBuilder &builder, Location loc, Value current) const {
  auto view = definedBy<MakeViewOp>(current);
  if (!isStatic() ||
      (view && (isNormalLayout(view.getLayout()) || isNormalComposed(view.getLayout()))))
    return {};
  Value base = rebuildTuple(builder, loc, getBase());
  Value layout = rebuildAny(builder, loc, getLayout());
  return make<MakeViewOp>(builder, loc, *this, {base, layout});
}

static Value makeCopyAtom(OpBuilder &builder, Location loc, CopyAtomType type) {
  NamedAttribute width(builder.getStringAttr("valBits"),
                       builder.getI32IntegerAttr(type.getValBits()));
  return make<MakeCopyAtomOp>(builder, loc, type, {}, width);
}

Value CopyAtomType::rebuildStaticValue(OpBuilder &builder, Location loc, Value current) const {
  if (!isStatic() || definedBy<MakeCopyAtomOp>(current))
    return {};
  return makeCopyAtom(builder, loc, *this);
}

Value MmaAtomType::rebuildStaticValue(OpBuilder &builder, Location loc, Value current) const {
  if (!isStatic() || definedBy<MakeMmaAtomOp>(current))
    return {};
  return make<MakeMmaAtomOp>(builder, loc, *this);
}

Value TiledCopyType::rebuildStaticValue(OpBuilder &builder, Location loc, Value current) const {
  if (!isStatic() || definedBy<MakeTiledCopyOp>(current))
    return {};
  Value atom = rebuildPart(builder, loc, getCopyAtom());
  Value layout = rebuildPart(builder, loc, getLayoutThrVal());
  Value tile = rebuildPart(builder, loc, getTileMN());
  if (!atom || !layout || !tile)
    return {};
  return make<MakeTiledCopyOp>(builder, loc, *this, {atom, layout, tile});
}

Value TiledMmaType::rebuildStaticValue(OpBuilder &builder, Location loc, Value current) const {
  if (!isStatic() || definedBy<MakeTiledMmaOp>(current))
    return {};
  Value atom = rebuildPart(builder, loc, getMmaAtom());
  Value layout = rebuildPart(builder, loc, getAtomLayout());
  Value permutation = rebuildPart(builder, loc, getPermutation());
  if (!atom || !layout || !permutation)
    return {};
  return make<MakeTiledMmaOp>(builder, loc, *this, {atom, layout, permutation});
}

// A payload stands for the atom that holds it alone.

static Value rebuildCopyPayload(OpBuilder &builder, Location loc, Value current, Type payload,
                                int64_t bits) {
  if (definedBy<MakeCopyAtomOp>(current))
    return {};
  return makeCopyAtom(builder, loc, CopyAtomType::get(payload, static_cast<int32_t>(bits)));
}

Value UniversalCopyType::rebuildStaticValue(OpBuilder &builder, Location loc, Value current) const {
  return rebuildCopyPayload(builder, loc, current, *this, getCopyBits());
}

Value UniversalAtomicType::rebuildStaticValue(OpBuilder &builder, Location loc,
                                              Value current) const {
  return rebuildCopyPayload(builder, loc, current, *this, getCopyBits());
}

Value UniversalFmaType::rebuildStaticValue(OpBuilder &builder, Location loc, Value current) const {
  if (definedBy<MakeMmaAtomOp>(current))
    return {};
  return make<MakeMmaAtomOp>(builder, loc, MmaAtomType::get(*this));
}
