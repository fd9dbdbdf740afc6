// fly.gemm unrolled to atom calls (passes.md 4.5).
#include "passes/transforms/layout_lowering/Lowering.h"

namespace mlir::fly::lowering {
namespace {

using layout::IntTuple;
using layout::Layout;
using layout::Leaf;

/// Loop extents; k is 1 in the form without K.
struct Extents {
  int64_t m = 1, n = 1, k = 1;
  int64_t operator[](char dim) const { return dim == 'm' ? m : dim == 'n' ? n : k; }
};

struct Visit {
  int64_t m = 0, n = 0, k = 0;
  int64_t &operator[](char dim) { return dim == 'm' ? m : dim == 'n' ? n : k; }
};

/// Loops from the innermost to the outermost, as the order's name lists them.
struct Order {
  char loops[3];
  bool serpentine;
};

Order orderOf(std::optional<GemmTraversalOrder> order) {
  if (!order)
    return {{'n', 'm', 'k'}, false};
  std::string name = stringifyGemmTraversalOrder(*order).str();
  return {{name[0], name[1], name[2]}, StringRef(name).ends_with("_serpentine")};
}

SmallVector<Visit> visitsByOrder(const Extents &extents, Order order, bool hasK) {
  SmallVector<Visit> visits;
  if (!hasK) {
    // Only the relative order of m and n counts.
    char inner = 'n', outer = 'm';
    if (llvm::find(order.loops, 'm') < llvm::find(order.loops, 'n'))
      std::swap(inner, outer);
    for (int64_t o = 0; o != extents[outer]; ++o)
      for (int64_t i = 0; i != extents[inner]; ++i) {
        Visit visit;
        visit[outer] = o;
        visit[inner] = order.serpentine && o % 2 ? extents[inner] - 1 - i : i;
        visits.push_back(visit);
      }
    return visits;
  }
  auto [inner, middle, outer] = order.loops;
  for (int64_t o = 0; o != extents[outer]; ++o)
    for (int64_t m = 0; m != extents[middle]; ++m) {
      bool backInner = order.serpentine && (o * extents[middle] + m) % 2;
      bool backMiddle = order.serpentine && o % 2;
      for (int64_t i = 0; i != extents[inner]; ++i) {
        Visit visit;
        visit[outer] = o;
        visit[middle] = backMiddle ? extents[middle] - 1 - m : m;
        visit[inner] = backInner ? extents[inner] - 1 - i : i;
        visits.push_back(visit);
      }
    }
  return visits;
}

class GemmExpansion {
public:
  GemmExpansion(Lowering &lowering, GemmOp op, Value atom) : l(lowering), op(op), atom(atom) {}

  LogicalResult run() {
    FailureOr<Tensor> d = l.tensor(op.getD()), a = l.tensor(op.getA()), b = l.tensor(op.getB()),
                      c = l.tensor(op.getC());
    if (failed(d) || failed(a) || failed(b) || failed(c))
      return failure();
    size_t rankD = rank(*d), rankA = rank(*a), rankB = rank(*b), rankC = rank(*c);
    if (rankD == 1 && rankA == 1 && rankB == 1 && rankC == 1) {
      call(op.getD(), op.getA(), op.getB(), op.getC());
      return success();
    }
    if (rankD != 3 || rankC != 3 || rankA != rankB || (rankA != 2 && rankA != 3))
      return l.error() << "multiplies views of ranks d " << rankD << ", a " << rankA << ", b "
                       << rankB << ", c " << rankC
                       << "; expected all 1, or d and c 3 (V,M,N) with a and b both 2 (V,M)/(V,N) "
                          "or both 3 (V,M,K)/(V,N,K) [FLY155]";
    bool hasK = rankA == 3;
    Extents extents;
    if (failed(extent("M", {&*d, 1, "d"}, {&*a, 1, "a"}, extents.m)) ||
        failed(extent("N", {&*d, 2, "d"}, {&*b, 1, "b"}, extents.n)) ||
        failed(extent("M", {&*d, 1, "d"}, {&*c, 1, "c"}, extents.m)) ||
        failed(extent("N", {&*d, 2, "d"}, {&*c, 2, "c"}, extents.n)) ||
        (hasK && failed(extent("K", {&*a, 2, "a"}, {&*b, 2, "b"}, extents.k))))
      return failure();
    if (extents.m > l.maxCalls || extents.n > l.maxCalls || extents.k > l.maxCalls ||
        extents.m * extents.n > l.maxCalls || extents.m * extents.n * extents.k > l.maxCalls)
      return l.error() << "expands to " << extents.m << " x " << extents.n << " x " << extents.k
                       << " atom calls, more than " << l.maxCalls
                       << "; multiply in a loop, or raise max-calls of fly-layout-lowering";
    FailureOr<SmallVector<Visit>> visits = traversal(extents, hasK);
    if (failed(visits))
      return failure();

    // Every piece is cut once, by coordinates of the modes behind V.
    bool inPlace = op.getD() == op.getC();
    SmallVector<Value> piecesD(extents.m * extents.n), piecesC(extents.m * extents.n),
        piecesA(extents.m * extents.k), piecesB(extents.n * extents.k);
    llvm::BitVector visited(extents.m * extents.n);
    auto piece = [&](SmallVector<Value> &pieces, const Tensor &tensor, int64_t i, int64_t extentI,
                     int64_t j, bool two) -> FailureOr<Value> {
      Value &known = pieces[i + extentI * j];
      if (known)
        return known;
      IntTuple coord = two ? IntTuple::of({Leaf::none(), i, j}) : IntTuple::of({Leaf::none(), i});
      FailureOr<Tensor> cut = l.slice(tensor, coord);
      if (failed(cut))
        return failure();
      FailureOr<Value> view = l.write(*cut);
      if (succeeded(view))
        known = *view;
      return view;
    };
    for (const Visit &v : *visits) {
      FailureOr<Value> viewD = piece(piecesD, *d, v.m, extents.m, v.n, true);
      if (failed(viewD))
        return failure();
      bool first = !visited.test(v.m + extents.m * v.n);
      visited.set(v.m + extents.m * v.n);
      FailureOr<Value> viewC = viewD;
      if (first && !inPlace)
        viewC = piece(piecesC, *c, v.m, extents.m, v.n, true);
      if (failed(viewC))
        return failure();
      FailureOr<Value> viewA = piece(piecesA, *a, v.m, extents.m, v.k, hasK);
      if (failed(viewA))
        return failure();
      FailureOr<Value> viewB = piece(piecesB, *b, v.n, extents.n, v.k, hasK);
      if (failed(viewB))
        return failure();
      call(*viewD, *viewA, *viewB, *viewC);
    }
    return success();
  }

private:
  static size_t rank(const Tensor &tensor) { return tensor.layout.linear().rank(); }

  void call(Value d, Value a, Value b, Value c) {
    MmaAtomCallOp::create(l.b, l.loc(), atom, d, a, b, c);
    ++l.counters.mmaCalls;
  }

  struct Mode {
    const Tensor *tensor;
    size_t index;
    StringRef operand;
  };

  LogicalResult extent(StringRef dim, Mode first, Mode second, int64_t &result) {
    int64_t sizes[2];
    for (auto [i, mode] : llvm::enumerate(std::array{first, second})) {
      const Layout &linear = mode.tensor->layout.linear();
      FailureOr<Leaf> size = l.check(layout::size(linear[mode.index]));
      if (failed(size))
        return failure();
      if (!size->isStatic())
        return l.error() << "cannot be unrolled: extent " << dim << " of operand " << mode.operand
                         << " (" << linear.str() << ") is only known at run time [FLY155]";
      sizes[i] = size->value();
    }
    if (sizes[0] != sizes[1])
      return l.error() << "has extent " << dim << " " << sizes[0] << " in operand " << first.operand
                       << " and " << sizes[1] << " in operand " << second.operand << " [FLY155]";
    result = sizes[0];
    return success();
  }

  FailureOr<SmallVector<Visit>> traversal(const Extents &extents, bool hasK) {
    std::optional<GemmTraversalOrder> order;
    if (GemmTraversalOrderAttr attr = op.getTraversalOrderAttr())
      order = attr.getValue();
    if (!op.getTraversalLayout())
      return visitsByOrder(extents, orderOf(order), hasK);

    const Layout &layout = cast<LayoutType>(op.getTraversalLayout().getType()).getValue();
    int64_t steps = extents.m * extents.n * extents.k;
    if (!layout.isStatic()) {
      l.error() << "needs a static traversal layout, got " << layout.str() << " [FLY155]";
      return failure();
    }
    FailureOr<Leaf> cosize = l.check(layout::cosize(layout));
    if (failed(cosize))
      return failure();
    if (!cosize->isStaticValue(steps)) {
      l.error() << "has a traversal layout of cosize " << cosize->value() << " for " << steps
                << " steps [FLY155]";
      return failure();
    }
    IntTuple shape = hasK ? IntTuple::of({extents.m, extents.n, extents.k})
                          : IntTuple::of({extents.m, extents.n});
    SmallVector<Visit> visits;
    for (int64_t i = 0; i != steps; ++i) {
      FailureOr<IntTuple> index = l.check(layout::crd2idx(IntTuple(i), layout));
      if (failed(index))
        return failure();
      FailureOr<IntTuple> coord = l.check(layout::idx2crdColMajor(*index, shape));
      if (failed(coord))
        return failure();
      Visit visit{(*coord)[0].leaf().value(), (*coord)[1].leaf().value(),
                  hasK ? (*coord)[2].leaf().value() : 0};
      if (visit.m >= extents.m || visit.n >= extents.n || visit.k >= extents.k) {
        l.error() << "has a traversal layout that leaves the product at step " << i << " [FLY155]";
        return failure();
      }
      visits.push_back(visit);
    }
    return visits;
  }

  Lowering &l;
  GemmOp op;
  Value atom;
};

LogicalResult gemm(Lowering &l, Operation *op) {
  auto gemm = cast<GemmOp>(op);
  Value atom = gemm.getMmaAtom();
  if (isa<TiledMmaType>(atom.getType())) {
    auto make = atom.getDefiningOp<MakeTiledMmaOp>();
    if (!make)
      return l.error() << "cannot be lowered: its tiled product is not the result of "
                          "fly.make_tiled_mma; run fly-rewrite-func-signature and "
                          "fly-canonicalize before fly-layout-lowering";
    atom = make.getMmaAtom();
  }
  if (!isa<MmaAtomType>(atom.getType()))
    return l.error() << "needs an MMA atom or a tiled MMA, got " << atom.getType() << " [FLY155]";
  if (failed(GemmExpansion(l, gemm, atom).run()))
    return failure();
  return l.erase();
}

} // namespace

void addGemmHandlers(Handlers &handlers, MLIRContext *context) {
  add<GemmOp>(handlers, context, gemm);
}

} // namespace mlir::fly::lowering
