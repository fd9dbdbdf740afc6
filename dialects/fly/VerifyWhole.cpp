// Verifiers and memory effects of tiled copies, whole copies and products (fly-core 7.10, 7.11;
// D-55, D-70).
#include "dialects/fly/Invariants.h"
#include "dialects/fly/VerifyOps.h"

namespace mlir::fly {

LogicalResult MakeTiledMmaOp::verify() { return verifyAtomsOf(*this); }

LogicalResult MakeTiledCopyOp::verify() {
  if (failed(verifyAtomsOf(*this)))
    return failure();
  // Whether the copy writes memory is known where it is used: ownership is a warning here.
  for (const Finding &finding : tiledCopyFindings(getResult().getType(), /*writesMemory=*/false)) {
    if (finding.severity == RuleEntry::Severity::Error)
      return noteOperand(
          noteOperand(refuse(*this, finding.reason), "the thread-value layout", getLayoutThrVal()),
          "the atom", getCopyAtom());
    warn(*this, finding.reason.rule, finding.reason.message, finding.reason.fix);
  }
  return success();
}

// --- Copy ---------------------------------------------------------------------------------------

/// Size of modes 1 to the last, when it is static.
static std::optional<int64_t> restSize(const layout::Layout &layout) {
  int64_t size = 1;
  for (size_t i = 1; i < layout.rank(); ++i) {
    std::optional<int64_t> mode = staticSize(layout[i]);
    if (!mode || (*mode != 0 && size > INT64_MAX / *mode))
      return std::nullopt;
    size *= *mode;
  }
  return size;
}

namespace {
/// Walks the views of a copy as its expansion does: modes 1 to the last become calls, mode 0 is
/// walked in turn until a leaf is reached, which one call moves.
struct CopyWalk {
  CopyOp op;
  layout::Layout src, dst;
  std::optional<layout::Layout> pred;

  LogicalResult run() {
    while (!src.isLeaf() || !dst.isLeaf())
      if (failed(step()))
        return failure();
    if (pred && staticSize(*pred) != std::optional<int64_t>(1))
      return refusePredicate("the predicate " + pred->str() + " of one call is not one i1");
    return success();
  }

private:
  LogicalResult step() {
    if (src.rank() != dst.rank())
      return noteOperand(refuse(op, 155,
                                "the source " + src.str() + " has rank " + Twine(src.rank()) +
                                    ", the destination " + dst.str() + " has rank " +
                                    Twine(dst.rank())),
                         "the destination", op.getDst());
    if (pred && pred->rank() != src.rank() && pred->rank() + 1 != src.rank())
      return refusePredicate("the predicate " + pred->str() + " has rank " + Twine(pred->rank()) +
                             ", but views of rank " + Twine(src.rank()) + " take rank " +
                             Twine(src.rank()) + " or one less");
    if (src.rank() > 1 && failed(calls()))
      return failure();
    bool shorter = pred && pred->rank() + 1 == src.rank();
    src = bare(src);
    dst = bare(dst);
    if (pred)
      pred = shorter ? layout::Layout(1, 0) : bare(*pred);
    return success();
  }

  LogicalResult calls() {
    std::optional<int64_t> srcCalls = restSize(src), dstCalls = restSize(dst);
    if (!srcCalls || !dstCalls)
      return refuseShown(op, 155,
                         Twine("the modes after the first of the ") +
                             (srcCalls ? "destination " : "source ") +
                             (srcCalls ? dst : src).str() +
                             " have no static size, so the number of calls is not known");
    if (*srcCalls != *dstCalls)
      return noteOperand(refuse(op, 155,
                                "the source " + src.str() + " needs " + Twine(*srcCalls) +
                                    " calls, the destination " + dst.str() + " needs " +
                                    Twine(*dstCalls)),
                         "the destination", op.getDst());
    if (!pred)
      return success();
    std::optional<int64_t> predCalls =
        pred->rank() == src.rank() ? restSize(*pred) : staticSize(*pred);
    if (predCalls != srcCalls)
      return refusePredicate("the predicate " + pred->str() + " guards " +
                             (predCalls ? Twine(*predCalls) : Twine("?")) +
                             " calls, but there are " + Twine(*srcCalls));
    return success();
  }

  LogicalResult refusePredicate(const Twine &message) {
    return noteOperand(refuse(op, 155, message), "the predicate", op.getPred());
  }

  static layout::Layout bare(const layout::Layout &layout) {
    return layout.isLeaf() ? layout : layout[0];
  }
};
} // namespace

LogicalResult CopyOp::verify() {
  if (failed(verifyAtomsOf(*this)))
    return failure();
  Type first = getCopyAtom().getType();
  if (auto tiled = dyn_cast<TiledCopyType>(first))
    first = tiled.getCopyAtom();
  auto atom = dyn_cast<CopyAtomType>(first);
  if (!atom)
    return noteOperand(refuse(*this, 155,
                              "the first operand is " + Twine(debugString(first)) +
                                  ", neither a copy atom nor a tiled copy"),
                       "the operand", getCopyAtom());
  MemRefType srcTy = getSrc().getType(), dstTy = getDst().getType();
  if (failed(verifyCopyElements(*this, atom, srcTy, dstTy)))
    return failure();
  if (atom.getPayload().isWholeTile())
    return atom.getPayload().verifyCall([this] { return shownError(*this); }, srcTy, dstTy);

  if (getPred() && !isa<AddressSpaceAttr>(getPred().getType().getAddressSpace()))
    return noteOperand(refuse(*this, 155,
                              "the predicate is in " +
                                  addressSpaceName(getPred().getType().getAddressSpace()) +
                                  " memory, which no plain load reads",
                              "load it into registers first"),
                       "the predicate", getPred());
  if (getPred() && !getPred().getType().getElemTy().isInteger(1))
    return noteOperand(refuse(*this, 155,
                              "the predicate has elements of type " +
                                  Twine(debugString(getPred().getType().getElemTy())) +
                                  ", but must have i1"),
                       "the predicate", getPred());
  CopyWalk walk{*this, srcTy.getLayout().linear(), dstTy.getLayout().linear(), std::nullopt};
  if (getPred())
    walk.pred = getPred().getType().getLayout().linear();
  if (failed(walk.run()))
    return failure();
  for (auto [leaf, type, side] : {std::tuple(walk.src, srcTy, layout::CopySide::Src),
                                  std::tuple(walk.dst, dstTy, layout::CopySide::Dst)}) {
    if (failed(verifyConsecutiveCopy(*this, atom, side, type.withLayout(leaf))))
      return failure();
    if (std::optional<int64_t> count = staticSize(leaf))
      if (failed(verifyCopyCount(*this, atom, side, type.getElemTy(), *count)))
        return failure();
  }
  // Each call gets a plain view: what comes before it has moved into the pointer.
  return atom.getPayload().verifyCall([this] { return shownError(*this); },
                                      srcTy.withLayout(walk.src), dstTy.withLayout(walk.dst));
}

void CopyOp::getEffects(Effects &effects) {
  addRead(effects, getSrcMutable());
  if (getPred())
    addRead(effects, getOperation()->getOpOperand(3));
  Type atom = getCopyAtom().getType();
  if (auto tiled = dyn_cast<TiledCopyType>(atom))
    atom = tiled.getCopyAtom();
  auto copy = dyn_cast<CopyAtomType>(atom);
  // A payload other than the universal copy may be an atomic, which also reads.
  if (!copy || !isa<UniversalCopyType>(copy.getCopyOp()))
    addRead(effects, getDstMutable());
  addWrite(effects, getDstMutable());
}

// --- Gemm ---------------------------------------------------------------------------------------

/// One comparison of the expansion's loop extents.
static LogicalResult sameExtent(Operation *op, StringRef loop, StringRef nameA,
                                const layout::Layout &a, StringRef nameB, const layout::Layout &b) {
  std::optional<int64_t> extentA = staticSize(a), extentB = staticSize(b);
  if (!extentA || !extentB)
    return refuseShown(op, 155,
                       "the extent of " + loop + " in " + (extentA ? nameB : nameA) + " is " +
                           (extentA ? b : a).shape().str() + ", which is not static");
  if (*extentA != *extentB)
    return refuseShown(op, 155,
                       "the extent of " + loop + " is " + Twine(*extentA) + " in " + nameA +
                           " and " + Twine(*extentB) + " in " + nameB);
  return success();
}

LogicalResult GemmOp::verify() {
  if (failed(verifyAtomsOf(*this)))
    return failure();
  Type first = getMmaAtom().getType();
  if (auto tiled = dyn_cast<TiledMmaType>(first))
    first = tiled.getMmaAtom();
  auto atom = dyn_cast<MmaAtomType>(first);
  if (!atom)
    return noteOperand(refuse(*this, 155,
                              "the first operand is " + Twine(debugString(first)) +
                                  ", neither a matrix atom nor a tiled product"),
                       "the operand", getMmaAtom());
  struct Part {
    StringRef name;
    MmaOperand operand;
    MemRefType type;
    layout::Layout layout;
  };
  Part parts[] = {{"d", MmaOperand::D, getD().getType(), {}},
                  {"a", MmaOperand::A, getA().getType(), {}},
                  {"b", MmaOperand::B, getB().getType(), {}},
                  {"c", MmaOperand::C, getC().getType(), {}}};
  for (Part &part : parts) {
    part.layout = part.type.getLayout().linear();
    if (failed(verifyMmaOperand(*this, atom, part.operand, part.name, part.type, false)))
      return failure();
  }
  auto ofOneCall = [](const Part &part) -> Type {
    return part.type.withLayout(part.layout.rank() > 1 ? part.layout[0] : part.layout);
  };
  if (failed(atom.getPayload().verifyCall([this] { return shownError(*this); }, ofOneCall(parts[0]),
                                          ofOneCall(parts[1]), ofOneCall(parts[2]),
                                          ofOneCall(parts[3]))))
    return failure();
  const auto &[d, a, b, c] = parts;
  if (getTraversalLayout() && getTraversalOrderAttr())
    return refuseShown(*this, 155, "both traversalLayout and traversalOrder say how to loop",
                       "keep one of them");

  auto ranks = [&] {
    return "d, a, b and c have ranks " + std::to_string(d.layout.rank()) + ", " +
           std::to_string(a.layout.rank()) + ", " + std::to_string(b.layout.rank()) + " and " +
           std::to_string(c.layout.rank());
  };
  bool single = llvm::all_of(parts, [](const Part &part) { return part.layout.rank() == 1; });
  bool looped = d.layout.rank() == 3 && c.layout.rank() == 3 &&
                a.layout.rank() == b.layout.rank() &&
                (a.layout.rank() == 2 || a.layout.rank() == 3);
  if (!single && !looped)
    return refuseShown(*this, 155,
                       ranks() + ", but a product takes 1, 1, 1 and 1, or 3 with a and b "
                                 "both 2 or both 3");
  int64_t iterations = 1;
  if (looped) {
    if (failed(sameExtent(*this, "M", "a", a.layout[1], "d", d.layout[1])) ||
        failed(sameExtent(*this, "N", "b", b.layout[1], "d", d.layout[2])) ||
        failed(sameExtent(*this, "M", "c", c.layout[1], "d", d.layout[1])) ||
        failed(sameExtent(*this, "N", "c", c.layout[2], "d", d.layout[2])))
      return failure();
    iterations = *staticSize(d.layout[1]) * *staticSize(d.layout[2]);
    if (a.layout.rank() == 3) {
      if (failed(sameExtent(*this, "K", "a", a.layout[2], "b", b.layout[2])))
        return failure();
      iterations *= *staticSize(a.layout[2]);
    }
  }
  if (!getTraversalLayout())
    return success();
  const layout::Layout &order = getTraversalLayout().getType().getValue();
  if (!order.isStatic())
    return noteOperand(refuse(*this, 155, "the traversal layout " + order.str() + " is not static"),
                       "the layout", getTraversalLayout());
  layout::Result<layout::Leaf> cosize = layout::cosize(order);
  std::optional<int64_t> size = staticSize(order);
  if (!cosize || !cosize->isStaticValue(iterations))
    return noteOperand(refuse(*this, 155,
                              "the traversal layout " + order.str() + " spans " +
                                  (cosize ? Twine(cosize->value()) : Twine("?")) +
                                  " iterations, but there are " + Twine(iterations)),
                       "the layout", getTraversalLayout());
  if (size && *size != iterations)
    return noteOperand(refuse(*this, 155,
                              "the traversal layout " + order.str() + " makes " + Twine(*size) +
                                  " steps for " + Twine(iterations) + " iterations"),
                       "the layout", getTraversalLayout());
  return success();
}

void GemmOp::getEffects(Effects &effects) {
  addRead(effects, getAMutable());
  addRead(effects, getBMutable());
  addRead(effects, getCMutable());
  // Of several products of one element all but the first add to d.
  addRead(effects, getDMutable());
  addWrite(effects, getDMutable());
}

} // namespace mlir::fly
