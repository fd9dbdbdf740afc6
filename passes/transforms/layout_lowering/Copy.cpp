// fly.copy unrolled to atom calls (passes.md 4.4).
#include "passes/transforms/Remark.h"
#include "passes/transforms/layout_lowering/Lowering.h"

namespace mlir::fly::lowering {
namespace {

using layout::AnyLayout;
using layout::IntTuple;
using layout::Layout;
using layout::Leaf;

/// One copy being expanded.
class CopyExpansion {
public:
  CopyExpansion(Lowering &lowering, Value atom) : l(lowering), atom(atom) {}

  LogicalResult expand(const Tensor &src, const Tensor &dst, const std::optional<Tensor> &pred) {
    const Layout &from = src.layout.linear(), &to = dst.layout.linear();
    size_t rank = from.rank();
    if (rank != to.rank())
      return l.error() << "copies a view of rank " << rank << " to one of rank " << to.rank()
                       << " (" << from.str() << " to " << to.str() << ") [FLY155]";
    if (pred && pred->layout.linear().rank() + 1 == rank)
      return withLongerPredicate(src, dst, *pred);
    if (pred && pred->layout.linear().rank() != rank)
      return l.error() << "has a predicate of rank " << pred->layout.linear().rank()
                       << " for views of rank " << rank << " [FLY155]";
    if (rank > 1)
      return unroll(src, dst, pred);
    if (!from.isLeaf() || !to.isLeaf())
      return unwrap(src, dst, pred);
    return call(src, dst, pred);
  }

  int64_t calls() const { return emitted; }

private:
  LogicalResult withLongerPredicate(const Tensor &src, const Tensor &dst, const Tensor &pred) {
    FailureOr<Layout> longer =
        l.check(layout::prepend(pred.layout.linear(), Layout(IntTuple(1), IntTuple(0))));
    if (failed(longer))
      return failure();
    return expand(src, dst, Lowering::withLinear(pred, *longer));
  }

  /// Rank 1, but wrapped: the element of the wrapper.
  LogicalResult unwrap(const Tensor &src, const Tensor &dst, const std::optional<Tensor> &pred) {
    auto bare = [](const Tensor &tensor) {
      const Layout &linear = tensor.layout.linear();
      return linear.isLeaf() ? tensor : Lowering::withLinear(tensor, linear[0]);
    };
    return expand(bare(src), bare(dst), pred ? std::optional(bare(*pred)) : std::nullopt);
  }

  LogicalResult unroll(const Tensor &src, const Tensor &dst, const std::optional<Tensor> &pred) {
    FailureOr<Tensor> from = grouped(src);
    if (failed(from))
      return failure();
    FailureOr<Tensor> to = grouped(dst);
    if (failed(to))
      return failure();
    std::optional<Tensor> guard;
    if (pred) {
      FailureOr<Tensor> group = grouped(*pred);
      if (failed(group))
        return failure();
      guard = *group;
    }
    FailureOr<int64_t> count = restExtent(*from, "source");
    if (failed(count))
      return failure();
    FailureOr<int64_t> other = restExtent(*to, "destination");
    if (failed(other))
      return failure();
    if (*count != *other)
      return l.error() << "copies " << *count << " pieces to " << *other << " ("
                       << src.layout.linear().str() << " to " << dst.layout.linear().str()
                       << ") [FLY155]";
    if (guard) {
      FailureOr<int64_t> guards = restExtent(*guard, "predicate");
      if (failed(guards))
        return failure();
      if (*guards != *count)
        return l.error() << "has " << *guards << " predicate elements for " << *count
                         << " pieces [FLY155]";
    }
    for (int64_t i = 0; i != *count; ++i) {
      IntTuple coord = IntTuple::of({Leaf::none(), i});
      FailureOr<Tensor> fromPiece = l.slice(*from, coord);
      if (failed(fromPiece))
        return failure();
      FailureOr<Tensor> toPiece = l.slice(*to, coord);
      if (failed(toPiece))
        return failure();
      std::optional<Tensor> guardPiece;
      if (guard) {
        FailureOr<Tensor> piece = l.slice(*guard, coord);
        if (failed(piece))
          return failure();
        guardPiece = *piece;
      }
      if (failed(expand(*fromPiece, *toPiece, guardPiece)))
        return failure();
    }
    return success();
  }

  FailureOr<Tensor> grouped(const Tensor &tensor) {
    FailureOr<Layout> linear = l.check(layout::group(tensor.layout.linear(), 1, -1));
    if (failed(linear))
      return failure();
    return Lowering::withLinear(tensor, *linear);
  }

  FailureOr<int64_t> restExtent(const Tensor &tensor, StringRef what) {
    FailureOr<Leaf> size = l.check(layout::size(tensor.layout.linear()[1]));
    if (failed(size))
      return failure();
    if (!size->isStatic()) {
      l.error() << "cannot be unrolled: the " << what << " " << tensor.layout.linear().str()
                << " has a number of pieces that is only known at run time [FLY155]";
      return failure();
    }
    return size->value();
  }

  /// A plain view: the offset of a composed layout moves into the pointer.
  FailureOr<Value> decomposed(const Tensor &tensor) {
    if (tensor.layout.isPlain())
      return l.write(tensor);
    auto split = l.check(layout::decomposition(tensor.layout));
    if (failed(split))
      return failure();
    Tensor plain{tensor.pointer, tensor.base, AnyLayout(split->second)};
    FailureOr<Tensor> moved = l.advance(plain, split->first, split->second);
    if (failed(moved))
      return failure();
    return l.write(*moved);
  }

  LogicalResult call(const Tensor &src, const Tensor &dst, const std::optional<Tensor> &pred) {
    if (++emitted > l.maxCalls)
      return l.error() << "expands to more than " << l.maxCalls
                       << " atom calls; copy in a loop, or raise max-calls of fly-layout-lowering";
    FailureOr<Value> from = decomposed(src);
    if (failed(from))
      return failure();
    FailureOr<Value> to = decomposed(dst);
    if (failed(to))
      return failure();
    Value guard;
    if (pred) {
      FailureOr<Value> view = decomposed(*pred);
      if (failed(view))
        return failure();
      guard = *view;
    }
    CopyAtomCallOp::create(l.b, l.loc(), atom, *from, *to, guard);
    return success();
  }

  Lowering &l;
  Value atom;
  int64_t emitted = 0;
};

/// "(4,2)": what one call of an atom leaves to be walked.
std::string modesBehindFirst(const layout::IntTuple &whole) {
  layout::IntTuple shape = layout::unwrap(whole);
  std::string text;
  for (size_t i = 1, e = shape.rank(); i < e; ++i)
    text += (i > 1 ? "," : "") + shape[i].str();
  return "(" + text + ")";
}

LogicalResult copy(Lowering &l, Operation *op) {
  auto copy = cast<CopyOp>(op);
  Value atom = copy.getCopyAtom();
  if (isa<TiledCopyType>(atom.getType())) {
    auto make = atom.getDefiningOp<MakeTiledCopyOp>();
    if (!make)
      return l.error() << "cannot be lowered: its tiled copy is not the result of "
                          "fly.make_tiled_copy; run fly-rewrite-func-signature and "
                          "fly-canonicalize before fly-layout-lowering";
    atom = make.getCopyAtom();
  }
  auto type = dyn_cast<CopyAtomType>(atom.getType());
  if (!type)
    return l.error() << "needs a copy atom or a tiled copy, got " << atom.getType() << " [FLY155]";

  if (type.getPayload().isWholeTile()) {
    CopyAtomCallOp::create(l.b, l.loc(), atom, copy.getSrc(), copy.getDst(), copy.getPred());
    ++l.counters.copyCalls;
    return l.erase();
  }
  FailureOr<Tensor> src = l.tensor(copy.getSrc());
  if (failed(src))
    return failure();
  FailureOr<Tensor> dst = l.tensor(copy.getDst());
  if (failed(dst))
    return failure();
  std::optional<Tensor> pred;
  if (copy.getPred()) {
    FailureOr<Tensor> tensor = l.tensor(copy.getPred());
    if (failed(tensor))
      return failure();
    pred = *tensor;
  }
  CopyExpansion expansion(l, atom);
  if (failed(expansion.expand(*src, *dst, pred)))
    return failure();
  l.counters.copyCalls += expansion.calls();
  if (expansion.calls() > 1)
    remarkAnalysis(op, "CopySplit",
                   "copy is split into " + Twine(expansion.calls()) +
                       " atom calls: one call moves the first mode of its views, and the modes "
                       "behind it have the shape " +
                       modesBehindFirst(src->layout.linear().shape()));
  return l.erase();
}

} // namespace

void addCopyHandlers(Handlers &handlers, MLIRContext *context) {
  add<CopyOp>(handlers, context, copy);
}

} // namespace mlir::fly::lowering
