// What one access needs of its address and of its view (D-72, D-73, D-74, D-78).
#include "passes/check/Checks.h"

#include "dialects/fly/AtomEmission.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::check;

namespace {

/// The part of a view that one call moves, and the leaves that lead from call to call.
struct CallView {
  layout::Layout call;
  SmallVector<std::pair<layout::Leaf, layout::Leaf>> steps; ///< (extent, stride)
};

/// Walks a view as the expansion of `fly.copy` does: modes 1 to the last make calls, mode 0 is
/// walked in turn until a leaf is reached.
CallView callView(layout::Layout layout, bool walk) {
  CallView view;
  while (walk && !layout.isLeaf()) {
    for (size_t i = 1; i < layout.rank(); ++i) {
      std::vector<layout::Leaf> shape = layout[i].shape().leaves(),
                                stride = layout[i].stride().leaves();
      for (size_t j = 0; j < std::min(shape.size(), stride.size()); ++j)
        view.steps.emplace_back(shape[j], stride[j]);
    }
    layout = layout[0];
  }
  view.call = layout;
  return view;
}

/// Bits that one thread's call moves on one side, 0 when the payload does not say.
int64_t callBits(CopyAtomType atom, layout::CopySide side) {
  CopyOpTypeInterface payload = atom.getPayload();
  if (payload.isWholeTile())
    return 0;
  layout::Layout bits =
      side == layout::CopySide::Src ? payload.getThrBitLayoutSrc() : payload.getThrBitLayoutDst();
  if (bits.rank() != 2 || bits.isLeaf())
    return 0;
  layout::Result<layout::Leaf> size = layout::size(bits[1]);
  return size && size->isStatic() ? size->value() : 0;
}

CopyAtomType atomOf(Type type) {
  if (auto tiled = dyn_cast<TiledCopyType>(type))
    type = tiled.getCopyAtom();
  return dyn_cast<CopyAtomType>(type);
}

/// Bits within which a swizzle of the view's layout keeps elements together; 0 when there is no
/// swizzle, nothing when the inner maps say too little.
std::optional<int64_t> layoutGrain(const layout::AnyLayout &any, int64_t elemBits) {
  int64_t grain = 0;
  for (layout::AnyLayout level = any; !level.isPlain();) {
    const layout::ComposedLayout composed = level.composed();
    const auto *swizzle = std::get_if<layout::Swizzle>(&composed.inner());
    if (!swizzle)
      return std::nullopt;
    if (!swizzle->isTrivial()) {
      int64_t own = elemBits << swizzle->base;
      grain = grain ? std::min(grain, own) : own;
    }
    level = composed.outer();
  }
  return grain;
}

} // namespace

void Checker::remarkAlignment(Operation *op, Type memory, Value operand) {
  if (!options.remarks)
    return;
  int64_t claimed = 0;
  if (auto view = dyn_cast<fly::MemRefType>(memory))
    claimed = view.getAlignment();
  else
    claimed = cast<PointerType>(memory).getAlignment();
  int64_t kept = accessAlignment(memory);
  if (kept >= claimed)
    return;
  Finding &finding = add(op, 173, Severity::Remark,
                         "an alignment of " + counted(claimed, "byte") + " is claimed, of which " +
                             counted(kept, "byte") + (kept == 1 ? " remains" : " remain"));
  finding.notes.push_back({operand.getLoc(), "the operand comes from here"});
}

// --- Atom calls
// ---------------------------------------------------------------------------------------

void Checker::checkCall(Operation *op, Type atomTy, Value operand, layout::CopySide side,
                        bool walk) {
  CopyAtomType atom = atomOf(atomTy);
  auto type = dyn_cast<fly::MemRefType>(operand.getType());
  if (!atom || !type)
    return;
  int64_t moved = callBits(atom, side), elemBits = bitWidth(type.getElemTy());
  if (moved <= 0 || elemBits <= 0)
    return;
  std::string name = "the " + sideName(side).str();
  bool registers = isRegister(type.getAddressSpace());
  CallView view = callView(type.getLayout().linear(), walk);
  auto noteOperand = [&](Finding &finding) {
    finding.notes.push_back({operand.getLoc(), name + " comes from here"});
  };

  // 178: the view counts elements, the atom values.
  int64_t values = atom.getValBits();
  layout::Result<layout::Leaf> size = layout::size(view.call);
  if (values > 0 && values != elemBits && size && size->isStatic() && size->isInt()) {
    int64_t claimed = size->value(), elements = llvm::divideCeil(moved, elemBits);
    Value origin = operand;
    for (unsigned steps = 0; origin && !wrongWidth.contains(origin) && steps < 1000; ++steps)
      origin = viewedFrom(origin);
    bool reported = origin && wrongWidth.contains(origin);
    // Registers end with the view; other memory goes on around it. Registers are one value per
    // call, which must have the bits that the call moves.
    std::optional<int64_t> last = largestIndex(type.getLayout().linear());
    std::optional<int64_t> inCall = largestIndex(view.call);
    bool leaves = registers && last && inCall && *last - *inCall + elements > *last + 1;
    bool refused = registers && claimed * elemBits != moved;
    if (claimed != elements && (leaves || refused || !reported)) {
      std::string message = "the atom has values of " + counted(values, "bit") + ", but " + name +
                            " has elements of " + counted(elemBits, "bit") + ": one call claims " +
                            counted(claimed, "element") + " and moves " + std::to_string(elements);
      if (leaves)
        message += ", past the end: the view ends at element " + std::to_string(*last);
      Finding &finding =
          add(op, 178, leaves || refused ? Severity::Error : Severity::Warning, std::move(message));
      noteOperand(finding);
      finding.notes.push_back(
          {op->getOperand(0).getLoc(), "make the atom with valBits = " + std::to_string(elemBits)});
      return; // the accesses are not those that were meant
    }
  }
  if (registers || elemBits == 1)
    return;
  remarkAlignment(op, type, operand);

  // 174: parts of one access on both sides of a border of the swizzle's grain.
  std::optional<int64_t> inLayout = layoutGrain(type.getLayout(), elemBits);
  int64_t grain = inLayout.value_or(0);
  std::string whose;
  if (grain)
    whose = type.getLayout().str();
  layout::Swizzle swizzle = type.getSwizzle();
  if (!swizzle.isTrivial() && (!grain || (int64_t(8) << swizzle.base) < grain)) {
    grain = int64_t(8) << swizzle.base;
    whose = "the swizzle " + swizzle.str();
  }
  bool crosses = grain && grain % moved != 0;
  if (crosses) {
    Finding &finding = add(op, 174, Severity::Warning,
                           "one call moves " + widthText(moved) + " of " + name + ", but " + whose +
                               " keeps only " + widthText(grain) + " together");
    noteOperand(finding);
    finding.notes.push_back({op->getLoc(), "use a copy of at most " + widthText(grain) +
                                               ", or a swizzle with a larger base"});
  }

  // 172: the start of the view, then every step from call to call.
  if (!inLayout)
    return;
  auto largestPower = [](int64_t n) { return n & -n; };
  int64_t start = largestPower(int64_t(type.getAlignment()) * 8), known = start;
  std::string cause;
  for (layout::AnyLayout level = type.getLayout(); !level.isPlain();) {
    const layout::ComposedLayout composed = level.composed();
    if (composed.offset().isLeaf() && !composed.offset().leaf().isStaticValue(0)) {
      int64_t offset = std::abs(composed.offset().leaf().divisibility()) * elemBits;
      if (int64_t with = std::gcd(known, offset); with < known) {
        known = with;
        cause = "its offset is " + composed.offset().str();
      }
    }
    level = composed.outer();
  }
  for (const auto &[extent, stride] : view.steps) {
    if (!stride.isInt() || stride.isStaticValue(0) || (extent.isStatic() && extent.value() <= 1))
      continue;
    int64_t step = std::abs(stride.divisibility()) * elemBits;
    if (int64_t with = std::gcd(known, step); with < known) {
      known = with;
      cause = "calls are " + stride.str() + " elements apart";
    }
  }
  known = largestPower(known);
  if (grain && !crosses)
    known = std::min(known, largestPower(grain));
  if (known >= moved)
    return;
  Finding &finding = add(op, 172, Severity::Warning,
                         "one call moves " + widthText(moved) + " of " + name +
                             ", which is known to be aligned to " + widthText(known) +
                             (cause.empty() ? "" : ": " + cause));
  noteOperand(finding);
}

// --- Partitions
// ---------------------------------------------------------------------------------------

void Checker::checkValueWidth(Operation *op, TiledCopyType type, Value tensor, Value result,
                              layout::CopySide side) {
  auto view = dyn_cast<fly::MemRefType>(tensor.getType());
  if (!view)
    return;
  CopyAtomType atom = type.getAtom();
  int64_t moved = callBits(atom, side), values = atom.getValBits(),
          elemBits = bitWidth(view.getElemTy());
  if (moved <= 0 || values <= 0 || elemBits <= 0 || values == elemBits)
    return;
  int64_t claimed = moved / values, elements = llvm::divideCeil(moved, elemBits);
  std::string message = "the atom has values of " + counted(values, "bit") + ", but the " +
                        sideName(side).str() + " has elements of " + counted(elemBits, "bit") +
                        ": one call claims " + counted(claimed, "element") + " and moves " +
                        std::to_string(elements);
  // Where the last call of the last thread starts.
  bool leaves = false;
  const layout::Layout &linear = view.getLayout().linear();
  FailureOr<layout::TiledCopy> geometry = type.getGeometry();
  std::optional<int64_t> last = largestIndex(linear);
  if (succeeded(geometry) && last && elements > claimed)
    if (auto cut = layout::threadValueView(*geometry, side, linear); cut && cut->rank() == 3) {
      std::optional<int64_t> whole = largestIndex(*cut);
      const layout::Layout perThread = (*cut)[1];
      std::optional<int64_t> inCall = largestIndex(perThread.isLeaf() ? perThread : perThread[0]);
      if (whole && inCall && *whole - *inCall + elements > *last + 1) {
        leaves = true;
        message += ", past the end: the last call reaches element " +
                   std::to_string(*whole - *inCall + elements - 1) + ", the view ends at element " +
                   std::to_string(*last);
      }
    }
  Finding &finding = add(op, 178, leaves ? Severity::Error : Severity::Warning, std::move(message));
  finding.notes.push_back({tensor.getLoc(), "the " + sideName(side).str() + " comes from here"});
  finding.notes.push_back(
      {op->getOperand(0).getLoc(), "make the atom with valBits = " + std::to_string(elemBits)});
  wrongWidth.insert(result);
}

// --- Pointers and vectors
// -----------------------------------------------------------------------------

void Checker::checkPointerAccess(Operation *op, Value pointer, Type valueTy) {
  auto type = dyn_cast<PointerType>(pointer.getType());
  if (!type || isRegister(type.getAddressSpace()) || bitWidth(type.getElemTy()) == 1)
    return;
  int64_t bits = valueBits(valueTy);
  if (bits <= 0)
    return;
  remarkAlignment(op, type, pointer);
  int64_t grain = int64_t(8) << type.getSwizzle().base;
  if (isa<VectorType>(valueTy) && !type.getSwizzle().isTrivial() && grain % bits != 0) {
    Finding &finding =
        add(op, 174, Severity::Error,
            "an access of " + widthText(bits) + " through the swizzle " + type.getSwizzle().str() +
                ", which keeps only " + widthText(grain) + " together");
    finding.notes.push_back({pointer.getLoc(), "the pointer comes from here"});
    finding.notes.push_back({op->getLoc(), "access at most " + widthText(grain) +
                                               " at once, or use a swizzle with a larger base"});
    return;
  }
  int64_t known = accessAlignment(type) * 8;
  if (bits <= known)
    return;
  Finding &finding =
      add(op, 172, Severity::Warning,
          "an access of " + widthText(bits) + " through a pointer that is known to be aligned to " +
              widthText(known));
  finding.notes.push_back({pointer.getLoc(), "the pointer comes from here"});
}

void Checker::checkVectorAccess(Operation *op, fly::MemRefType view, Value operand) {
  if (isRegister(view.getAddressSpace()) || view.getSwizzle().isTrivial())
    return;
  // Lowering reads runs along the one contiguous mode and refuses those that cross the grain.
  auto leaves = staticLeaves(view.getLayout().linear());
  if (!leaves)
    return;
  int64_t run = 1;
  for (auto [extent, stride] : *leaves)
    if (stride == 1 && extent > 1)
      run = extent;
  int64_t bits = run * bitWidth(view.getElemTy()), grain = int64_t(8) << view.getSwizzle().base;
  if (run == 1 || grain % bits == 0)
    return;
  Finding &finding =
      add(op, 174, Severity::Error,
          "accesses of " + widthText(bits) + " through the swizzle " + view.getSwizzle().str() +
              ", which keeps only " + widthText(grain) + " together");
  finding.notes.push_back({operand.getLoc(), "the view comes from here"});
}
