// The layout algebra: one pattern for all of it. The linear layouts of the operands go into the
// library function that inferred the type, and the result is put back (passes.md 4.2).
#include "passes/transforms/layout_lowering/Lowering.h"

namespace mlir::fly::lowering {
namespace {

using layout::AnyLayout;
using layout::IntTuple;
using layout::Layout;
using layout::Result;

/// Replaces the linear layout of a layout or tensor by what `function` makes of it.
template <typename F> LogicalResult rebuild(Lowering &l, Value source, F function) {
  if (isa<LayoutType, ComposedLayoutType>(source.getType())) {
    FailureOr<AnyLayout> whole = l.anyLayout(source);
    if (failed(whole))
      return failure();
    FailureOr<Layout> linear = l.check(function(whole->linear()));
    return failed(linear) ? failure() : l.replaceWith(whole->withLinear(*linear));
  }
  FailureOr<Tensor> tensor = l.tensor(source);
  if (failed(tensor))
    return failure();
  FailureOr<Layout> linear = l.check(function(tensor->layout.linear()));
  return failed(linear) ? failure() : l.replaceWith(Lowering::withLinear(*tensor, *linear));
}

template <typename F> LogicalResult query(Lowering &l, Operation *op, F function) {
  FailureOr<AnyLayout> layout = l.layoutOf(op->getOperand(0));
  return failed(layout) ? failure() : l.give(function(layout->linear()));
}

template <typename F> LogicalResult divide(Lowering &l, Operation *op, F function) {
  layout::Divisor divisor;
  if (auto tile = dyn_cast<TileType>(op->getOperand(1).getType())) {
    divisor = tile.getValue();
  } else {
    FailureOr<Layout> layout = l.layout(op->getOperand(1));
    if (failed(layout))
      return failure();
    divisor = *layout;
  }
  return rebuild(l, op->getOperand(0),
                 [&](const Layout &linear) { return function(linear, divisor); });
}

template <typename F> LogicalResult product(Lowering &l, Operation *op, F function) {
  FailureOr<Layout> tile = l.layout(op->getOperand(1));
  if (failed(tile))
    return failure();
  return rebuild(l, op->getOperand(0),
                 [&](const Layout &linear) { return function(linear, *tile); });
}

LogicalResult size(Lowering &l, Operation *op) {
  if (isa<IntTupleType>(op->getOperand(0).getType())) {
    FailureOr<IntTuple> tuple = l.tuple(op->getOperand(0));
    return failed(tuple) ? failure() : l.give(layout::product(*tuple));
  }
  return query(l, op, [](const Layout &linear) { return layout::size(linear); });
}

LogicalResult coalesce(Lowering &l, Operation *op) {
  auto coalesce = cast<CoalesceOp>(op);
  if (!coalesce.getPattern())
    return rebuild(l, coalesce.getLayout(),
                   [](const Layout &linear) { return layout::coalesce(linear); });
  FailureOr<IntTuple> pattern = l.tuple(coalesce.getPattern());
  if (failed(pattern))
    return failure();
  return rebuild(l, coalesce.getLayout(),
                 [&](const Layout &linear) { return layout::coalesce(linear, *pattern); });
}

LogicalResult composition(Lowering &l, Operation *op) {
  auto composition = cast<CompositionOp>(op);
  if (auto tile = dyn_cast<TileType>(composition.getInner().getType()))
    return rebuild(l, composition.getOuter(), [&](const Layout &linear) {
      return layout::composition(linear, tile.getValue());
    });
  FailureOr<Layout> inner = l.layout(composition.getInner());
  if (failed(inner))
    return failure();
  return rebuild(l, composition.getOuter(),
                 [&](const Layout &linear) { return layout::composition(linear, *inner); });
}

LogicalResult complement(Lowering &l, Operation *op) {
  auto complement = cast<ComplementOp>(op);
  std::optional<IntTuple> codomain;
  if (complement.getCodomainSize()) {
    FailureOr<IntTuple> size = l.tuple(complement.getCodomainSize());
    if (failed(size))
      return failure();
    codomain = *size;
  }
  return rebuild(l, complement.getLayout(),
                 [&](const Layout &linear) { return layout::complement(linear, codomain); });
}

LogicalResult recast(Lowering &l, Operation *op) {
  auto recast = cast<RecastLayoutOp>(op);
  FailureOr<AnyLayout> source = l.anyLayout(recast.getSrc());
  if (failed(source))
    return failure();
  return l.give(layout::recast(*source, static_cast<int32_t>(recast.getOldTypeBits()),
                               static_cast<int32_t>(recast.getNewTypeBits())));
}

LogicalResult tileToShape(Lowering &l, Operation *op) {
  auto tile = cast<TileToShapeOp>(op);
  FailureOr<IntTuple> target = l.tuple(tile.getTrgShape());
  if (failed(target))
    return failure();
  FailureOr<IntTuple> order = l.tuple(tile.getOrdShape());
  if (failed(order))
    return failure();
  return rebuild(l, tile.getBlock(), [&](const Layout &linear) {
    return layout::tileToShape(linear, *target, *order);
  });
}

LogicalResult makeOrderedLayout(Lowering &l, Operation *op) {
  auto make = cast<MakeOrderedLayoutOp>(op);
  FailureOr<IntTuple> shape = l.tuple(make.getShape());
  if (failed(shape))
    return failure();
  FailureOr<IntTuple> order = l.tuple(make.getOrder());
  return failed(order) ? failure() : l.give(layout::makeOrderedLayout(*shape, *order));
}

LogicalResult makeLayoutLike(Lowering &l, Operation *op) {
  return query(l, op, [](const Layout &linear) { return layout::makeLayoutLike(linear); });
}

LogicalResult makeIdentityLayout(Lowering &l, Operation *op) {
  FailureOr<IntTuple> shape = l.tuple(op->getOperand(0));
  if (failed(shape))
    return failure();
  return l.replaceWith(AnyLayout(layout::makeIdentityLayout(*shape)));
}

LogicalResult makeFragmentLayoutLike(Lowering &l, Operation *op) {
  return query(l, op, [](const Layout &linear) { return layout::makeFragmentLayoutLike(linear); });
}

//===-- Coordinates ------------------------------------------------------------------------===//

LogicalResult crd2idx(Lowering &l, Operation *op) {
  auto crd2idx = cast<Crd2IdxOp>(op);
  FailureOr<IntTuple> coord = l.tuple(crd2idx.getCoord());
  if (failed(coord))
    return failure();
  Type type = crd2idx.getLayout().getType();
  if (auto swizzle = dyn_cast<SwizzleType>(type))
    return l.give(layout::crd2idx(*coord, swizzle.getValue()));
  if (auto swizzle = dyn_cast<CoordSwizzleType>(type))
    return l.give(layout::crd2idx(*coord, swizzle.getValue()));
  FailureOr<AnyLayout> layout = l.anyLayout(crd2idx.getLayout());
  return failed(layout) ? failure() : l.give(layout::crd2idx(*coord, *layout));
}

template <typename F> LogicalResult coordinate(Lowering &l, Operation *op, F function) {
  FailureOr<IntTuple> index = l.tuple(op->getOperand(0));
  if (failed(index))
    return failure();
  FailureOr<Layout> layout = l.layout(op->getOperand(1));
  return failed(layout) ? failure() : l.give(function(*index, *layout));
}

} // namespace

#define FLY_DIVIDE(OP, FUNCTION)                                                                   \
  add<OP>(handlers, context, [](Lowering &l, Operation *op) {                                      \
    return divide(l, op, [](auto &a, auto &d) { return layout::FUNCTION(a, d); });                 \
  })
#define FLY_PRODUCT(OP, FUNCTION)                                                                  \
  add<OP>(handlers, context, [](Lowering &l, Operation *op) {                                      \
    return product(l, op, [](auto &a, auto &t) { return layout::FUNCTION(a, t); });                \
  })
#define FLY_QUERY(OP, FUNCTION)                                                                    \
  add<OP>(handlers, context, [](Lowering &l, Operation *op) {                                      \
    return query(l, op, [](const Layout &linear) { return layout::FUNCTION(linear); });            \
  })
#define FLY_INVERSE(OP, FUNCTION)                                                                  \
  add<OP>(handlers, context, [](Lowering &l, Operation *op) {                                      \
    return rebuild(l, op->getOperand(0),                                                           \
                   [](const Layout &linear) { return layout::FUNCTION(linear); });                 \
  })
#define FLY_COORDINATE(OP, FUNCTION)                                                               \
  add<OP>(handlers, context, [](Lowering &l, Operation *op) {                                      \
    return coordinate(l, op, [](auto &i, auto &a) { return layout::FUNCTION(i, a); });             \
  })

void addAlgebraHandlers(Handlers &handlers, MLIRContext *context) {
  add<SizeOp>(handlers, context, size);
  FLY_QUERY(CoprofileOp, coprofile);
  FLY_QUERY(CoshapeOp, coshape);
  FLY_QUERY(CosizeOp, cosize);
  add<CoalesceOp>(handlers, context, coalesce);
  add<CompositionOp>(handlers, context, composition);
  add<ComplementOp>(handlers, context, complement);
  FLY_INVERSE(RightInverseOp, rightInverse);
  FLY_INVERSE(LeftInverseOp, leftInverse);
  add<RecastLayoutOp>(handlers, context, recast);
  add<TileToShapeOp>(handlers, context, tileToShape);
  FLY_DIVIDE(LogicalDivideOp, logicalDivide);
  FLY_DIVIDE(ZippedDivideOp, zippedDivide);
  FLY_DIVIDE(TiledDivideOp, tiledDivide);
  FLY_DIVIDE(FlatDivideOp, flatDivide);
  FLY_PRODUCT(LogicalProductOp, logicalProduct);
  FLY_PRODUCT(ZippedProductOp, zippedProduct);
  FLY_PRODUCT(TiledProductOp, tiledProduct);
  FLY_PRODUCT(FlatProductOp, flatProduct);
  FLY_PRODUCT(BlockedProductOp, blockedProduct);
  FLY_PRODUCT(RakedProductOp, rakedProduct);
  add<MakeOrderedLayoutOp>(handlers, context, makeOrderedLayout);
  add<MakeLayoutLikeOp>(handlers, context, makeLayoutLike);
  add<MakeIdentityLayoutOp>(handlers, context, makeIdentityLayout);
  add<MakeFragmentLayoutLikeOp>(handlers, context, makeFragmentLayoutLike);
  add<Crd2IdxOp>(handlers, context, crd2idx);
  FLY_COORDINATE(Idx2CrdOp, idx2crd);
  FLY_COORDINATE(GetFlatCoordOp, getFlatCoord);
  FLY_COORDINATE(Get1DCoordOp, get1dCoord);
}

} // namespace mlir::fly::lowering
