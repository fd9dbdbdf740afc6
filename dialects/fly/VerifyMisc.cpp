// Verifiers of construction and of the miscellaneous operations (fly-core 7.1, 7.12; D-06, D-21,
// D-60, D-61).
#include "dialects/fly/VerifyOps.h"

namespace mlir::fly {

// --- Construction -------------------------------------------------------------------------------

LogicalResult StaticOp::verify() {
  Type type = getResult().getType();
  auto mayStatic = dyn_cast<MayStaticTypeInterface>(type);
  if (!mayStatic)
    return refuseShown(*this, 121,
                       "the type " + Twine(debugString(type)) +
                           " does not fix a value: only static fly types do");
  if (!mayStatic.isStatic())
    return refuseShown(
        *this, 121,
        "the type " + Twine(debugString(type)) + " has parts that are known at run time only",
        "make the value from its run-time parts, for example with fly.make_int_tuple");
  return success();
}

/// Operands are the dynamic leaves of the result in order (D-06).
static LogicalResult verifyLeaves(Operation *op, IntTupleType type) {
  const layout::IntTuple &tuple = type.getValue();
  size_t count = tuple.dynamicLeafCount();
  if (op->getNumOperands() != count)
    return refuseShown(op, 106,
                       Twine(op->getNumOperands()) + " operands, but the result " + tuple.str() +
                           " has " + Twine(count) + " dynamic leaves",
                       count == 0 ? "write no operand: static leaves are part of the type"
                                  : "give one operand per '?', from left to right");
  size_t index = 0;
  LogicalResult ok = success();
  tuple.forEachLeaf([&](const layout::Leaf &leaf) {
    if (!leaf.isDynamic() || failed(ok))
      return;
    Value operand = op->getOperand(index);
    int width = operand.getType().getIntOrFloatBitWidth();
    if (width != leaf.width())
      ok = noteOperand(refuse(op, 106,
                              "operand #" + Twine(index) + " has " + Twine(width) +
                                  " bits, but dynamic leaf " + Twine(index) + " of " + tuple.str() +
                                  " has " + Twine(leaf.width())),
                       "the operand", operand);
    ++index;
  });
  return ok;
}

LogicalResult MakeIntTupleOp::verify() { return verifyLeaves(*this, getResult().getType()); }
LogicalResult MakeShapeOp::verify() { return verifyLeaves(*this, getResult().getType()); }
LogicalResult MakeStrideOp::verify() { return verifyLeaves(*this, getResult().getType()); }
LogicalResult MakeCoordOp::verify() { return verifyLeaves(*this, getResult().getType()); }

// --- Print --------------------------------------------------------------------------------------

static bool isPrintable(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getRank() == 1 && vector.getElementType().isIntOrIndexOrFloat();
  return type.isIntOrIndexOrFloat() || isa<IntTupleType, LayoutType, ComposedLayoutType, TileType,
                                           SwizzleType, CoordSwizzleType, BasisType>(type);
}

LogicalResult PrintOp::verify() {
  StringRef format = getFormat();
  if (size_t at = format.find('%'); at != StringRef::npos)
    return refuseShown(*this, 160,
                       "the format has a '%' at position " + Twine(at) +
                           ", which printf would take for a conversion",
                       "write the word percent, or pass the sign as text around the call");
  size_t placeholders = format.count("{}");
  if (!format.empty() && placeholders != getValues().size())
    return refuseShown(*this, 160,
                       "the format has " + Twine(placeholders) + " placeholders for " +
                           Twine(getValues().size()) + " values",
                       "write one {} per value");
  for (auto [index, value] : llvm::enumerate(getValues())) {
    Type type = value.getType();
    if (isPrintable(type))
      continue;
    if (auto memref = dyn_cast<MemRefType>(type))
      return noteOperand(refuse(*this, 160,
                                "value #" + Twine(index) + " is a tensor in " +
                                    addressSpaceName(memref.getAddressSpace()) +
                                    " memory, which has no printable value",
                                "print its layout (fly.get_layout), or load elements and print "
                                "those"),
                         "the value", value);
    return noteOperand(refuse(*this, 160,
                              "value #" + Twine(index) + " of type " + debugString(type) +
                                  " has no printable value"),
                       "the value", value);
  }
  return success();
}

// --- Assume -------------------------------------------------------------------------------------

/// Why a leaf cannot be refined from `from` to `to`, if so.
static std::optional<std::string> refinement(const layout::Leaf &from, const layout::Leaf &to) {
  std::string both = layout::IntTuple(from).str() + " to " + layout::IntTuple(to).str();
  if (from.modes() != to.modes() || from.isNone() != to.isNone())
    return "changes the leaf " + both;
  if (from.isStatic())
    return from == to ? std::nullopt : std::optional("contradicts the static leaf " + both);
  if (to.isStatic()) {
    if (from.divisibility() != 0 && to.value() % from.divisibility() != 0)
      return "contradicts the known divisor " + both;
    return std::nullopt;
  }
  if (from.width() != to.width())
    return "changes the width of the leaf " + both;
  if (to.divisibility() % from.divisibility() != 0)
    return "forgets the known divisor " + both;
  return std::nullopt;
}

static std::optional<std::string> refinement(const layout::IntTuple &from,
                                             const layout::IntTuple &to) {
  if (!layout::congruent(from, to))
    return "changes the structure from " + from.str() + " to " + to.str();
  std::vector<layout::Leaf> before = from.leaves(), after = to.leaves();
  for (auto [a, b] : llvm::zip_equal(before, after))
    if (auto problem = refinement(a, b))
      return problem;
  return std::nullopt;
}

static std::optional<std::string> refinement(const layout::AnyLayout &from,
                                             const layout::AnyLayout &to) {
  if (from.isPlain() != to.isPlain())
    return "changes the layout from " + from.str() + " to " + to.str();
  if (from.isPlain()) {
    if (auto problem = refinement(from.plain().shape(), to.plain().shape()))
      return problem;
    return refinement(from.plain().stride(), to.plain().stride());
  }
  const layout::ComposedLayout &a = from.composed(), &b = to.composed();
  if (auto problem = refinement(a.offset(), b.offset()))
    return problem;
  if (auto problem = refinement(a.outer(), b.outer()))
    return problem;
  auto *innerA = std::get_if<layout::AnyLayout>(&a.inner());
  auto *innerB = std::get_if<layout::AnyLayout>(&b.inner());
  if (innerA && innerB)
    return refinement(*innerA, *innerB);
  if (a.inner() == b.inner())
    return std::nullopt;
  return "changes the inner map from " + from.str() + " to " + to.str();
}

static std::optional<std::string> refinement(Type from, Type to) {
  if (from == to)
    return std::nullopt;
  auto change = [&] {
    return "changes the type from " + debugString(from) + " to " + debugString(to);
  };
  if (from.getTypeID() != to.getTypeID())
    return change();
  if (auto a = dyn_cast<IntTupleType>(from))
    return refinement(a.getValue(), cast<IntTupleType>(to).getValue());
  if (isa<LayoutType, ComposedLayoutType>(from))
    return refinement(*getLayoutOf(from), *getLayoutOf(to));
  if (auto a = dyn_cast<CoordTensorType>(from)) {
    auto b = cast<CoordTensorType>(to);
    if (auto problem = refinement(a.getBase(), b.getBase()))
      return problem;
    return refinement(a.getLayout(), b.getLayout());
  }
  auto pointers = [&](auto a, auto b) -> std::optional<std::string> {
    if (a.getElemTy() != b.getElemTy() || a.getAddressSpace() != b.getAddressSpace() ||
        !(a.getSwizzle() == b.getSwizzle()))
      return change();
    if (b.getAlignment() % a.getAlignment() != 0)
      return "forgets the alignment: " + std::to_string(a.getAlignment()) + " bytes to " +
             std::to_string(b.getAlignment());
    return std::nullopt;
  };
  if (auto a = dyn_cast<PointerType>(from))
    return pointers(a, cast<PointerType>(to));
  if (auto a = dyn_cast<MemRefType>(from)) {
    auto b = cast<MemRefType>(to);
    if (auto problem = pointers(a, b))
      return problem;
    return refinement(a.getLayout(), b.getLayout());
  }
  return change();
}

LogicalResult AssumeOp::verify() {
  Type dst = getDst().getType(), src = getSrc().getType(), result = getResult().getType();
  if (result != dst)
    return refuseShown(*this, 161,
                       "the result " + Twine(debugString(result)) + " is not of the type of dst, " +
                           debugString(dst));
  if (std::optional<std::string> problem = refinement(src, dst))
    return noteOperand(refuse(*this, 161, *problem), "src", getSrc());
  return success();
}

} // namespace mlir::fly
