// Loads and stores of views, single elements and whole vectors (passes.md 4.2, 4.3).
#include "passes/transforms/Remark.h"
#include "passes/transforms/layout_lowering/Lowering.h"

namespace mlir::fly::lowering {
namespace {

using layout::IntTuple;
using layout::Leaf;

LogicalResult ptrLoad(Lowering &l, Operation *op) {
  auto load = cast<PtrLoadOp>(op);
  // The "memory" of a coordinate is the coordinate itself.
  if (isa<IntTupleType>(load.getPtr().getType()))
    return l.replace(load.getPtr());
  return success();
}

/// The pointer of the element at a coordinate.
FailureOr<Value> elementPointer(Lowering &l, const Tensor &tensor, const IntTuple &coord) {
  FailureOr<IntTuple> index = l.check(layout::crd2idx(coord, tensor.layout));
  if (failed(index))
    return failure();
  return l.advance(tensor.pointer, *index);
}

/// The value of a coordinate tensor at a coordinate.
FailureOr<IntTuple> coordinateAt(Lowering &l, const Tensor &tensor, const IntTuple &coord) {
  FailureOr<IntTuple> value = l.check(layout::crd2idx(coord, tensor.layout));
  if (failed(value))
    return failure();
  return l.check(layout::addBasis(tensor.base, *value));
}

LogicalResult load(Lowering &l, Operation *op) {
  auto load = cast<MemRefLoadOp>(op);
  FailureOr<IntTuple> indices = l.tuple(load.getIndices());
  if (failed(indices))
    return failure();
  FailureOr<Tensor> tensor = l.tensor(load.getMemref());
  if (failed(tensor))
    return failure();
  if (tensor->isCoord()) {
    FailureOr<IntTuple> value = coordinateAt(l, *tensor, *indices);
    return failed(value) ? failure() : l.replaceWith(*value);
  }
  FailureOr<Value> pointer = elementPointer(l, *tensor, *indices);
  if (failed(pointer))
    return failure();
  return l.replace(
      PtrLoadOp::create(l.b, l.loc(), load.getResult().getType(), *pointer).getResult());
}

LogicalResult store(Lowering &l, Operation *op) {
  auto store = cast<MemRefStoreOp>(op);
  FailureOr<IntTuple> indices = l.tuple(store.getIndices());
  if (failed(indices))
    return failure();
  FailureOr<Tensor> tensor = l.tensor(store.getMemref());
  if (failed(tensor))
    return failure();
  FailureOr<Value> pointer = elementPointer(l, *tensor, *indices);
  if (failed(pointer))
    return failure();
  PtrStoreOp::create(l.b, l.loc(), store.getValue(), *pointer);
  return l.erase();
}

//===-- Whole vectors ----------------------------------------------------------------------===//

/// How a vector of all elements of a view is cut into accesses.
struct Chunks {
  SmallVector<int64_t> extents; ///< of the leaves larger than 1, in order
  std::vector<int64_t> starts;  ///< index of each chunk's first element
  std::optional<size_t> run;    ///< the leaf of stride 1, if any
  int64_t width = 1, total = 1;
};

/// The view with neighbouring modes joined where that leaves the order of its elements alone, so
/// that a run of elements is found whatever modes it is written in. Not behind a swizzle, whose
/// grain limits how long a run may be.
Tensor joined(const Tensor &tensor) {
  if (tensor.isCoord() || !tensor.layout.isPlain() || !tensor.layout.isStatic() ||
      !cast<PointerType>(tensor.pointer.getType()).getSwizzle().isTrivial())
    return tensor;
  layout::Result<layout::Layout> flat = layout::coalesce(tensor.layout.plain());
  return flat ? Lowering::withLinear(tensor, *flat) : tensor;
}

FailureOr<Chunks> chunksOf(Lowering &l, const layout::AnyLayout &whole) {
  if (!whole.isPlain()) {
    l.error() << "needs a plain layout, got " << whole.str()
              << "; take it apart with fly.decomposition or access single elements";
    return failure();
  }
  const layout::Layout &layout = whole.plain();
  if (!layout.shape().isStatic()) {
    l.error() << "needs a view of static extent, got " << layout.str();
    return failure();
  }
  Chunks chunks;
  SmallVector<Leaf> strides;
  std::vector<Leaf> shapes = layout.shape().leaves(), all = layout.stride().leaves();
  for (size_t i = 0, e = shapes.size(); i != e; ++i) {
    if (shapes[i].value() == 1)
      continue;
    if (all[i].isStaticValue(1)) {
      if (chunks.run) {
        l.error() << "cannot be lowered: two modes of " << layout.str()
                  << " have stride 1, so that elements share a place; access single elements";
        return failure();
      }
      chunks.run = chunks.extents.size();
      chunks.width = shapes[i].value();
    }
    chunks.total *= shapes[i].value();
    chunks.extents.push_back(shapes[i].value());
    strides.push_back(all[i]);
  }
  return chunks;
}

/// The coordinates of the other leaves, column-major, as flat coordinates of the view.
SmallVector<IntTuple> chunkCoordinates(const layout::Layout &layout, const Chunks &chunks) {
  // Positions of the leaves that count among all leaves.
  std::vector<Leaf> shapes = layout.shape().leaves();
  SmallVector<size_t> position;
  for (size_t i = 0, e = shapes.size(); i != e; ++i)
    if (shapes[i].value() != 1)
      position.push_back(i);
  SmallVector<int64_t> counter(shapes.size(), 0);
  SmallVector<IntTuple> result;
  for (int64_t n = chunks.total / chunks.width; n > 0; --n) {
    size_t next = 0;
    result.push_back(layout.shape().mapLeaves([&](const Leaf &) { return Leaf(counter[next++]); }));
    for (size_t k = 0, e = position.size(); k != e; ++k) {
      if (chunks.run == k)
        continue;
      if (++counter[position[k]] < chunks.extents[k])
        break;
      counter[position[k]] = 0;
    }
  }
  return result;
}

/// Whether chunks follow each other in the order of the elements.
bool inElementOrder(const Chunks &chunks) { return !chunks.run || *chunks.run == 0; }

/// Moves a vector between chunk order (the run fastest) and element order. Shapes are written with
/// the fastest extent last, as vector.shape_cast counts.
Value reorder(Lowering &l, Value value, const Chunks &chunks, bool toElements) {
  auto type = cast<VectorType>(value.getType());
  size_t rank = chunks.extents.size(), run = *chunks.run;
  // Leaf at each dimension, slowest first.
  SmallVector<size_t> elements, chunked;
  for (size_t k = rank; k-- > 0;) {
    elements.push_back(k);
    if (k != run)
      chunked.push_back(k);
  }
  chunked.push_back(run);
  ArrayRef<size_t> from = toElements ? chunked : elements, to = toElements ? elements : chunked;
  SmallVector<int64_t> shape, permutation;
  for (size_t leaf : from)
    shape.push_back(chunks.extents[leaf]);
  for (size_t leaf : to)
    permutation.push_back(llvm::find(from, leaf) - from.begin());
  Value cube = vector::ShapeCastOp::create(l.b, l.loc(),
                                           VectorType::get(shape, type.getElementType()), value);
  cube = vector::TransposeOp::create(l.b, l.loc(), cube, permutation);
  return vector::ShapeCastOp::create(l.b, l.loc(), type, cube);
}

Value zeroVector(Lowering &l, VectorType type) {
  return arith::ConstantOp::create(l.b, l.loc(), type, l.b.getZeroAttr(type));
}

void noteScalars(Lowering &l, const Chunks &chunks, const layout::AnyLayout &layout) {
  if (chunks.run || chunks.total == 1)
    return;
  ++l.counters.scalarised;
  remarkMissed(l.op(), "NotVectorised",
               "access of " + Twine(chunks.total) + " elements is not vectorised: no mode of " +
                   layout.str() + " has stride 1");
}

LogicalResult loadVec(Lowering &l, Operation *op) {
  auto load = cast<MemRefLoadVecOp>(op);
  FailureOr<Tensor> tensor = l.tensor(load.getMemref());
  if (failed(tensor))
    return failure();
  auto type = cast<VectorType>(load.getResult().getType());
  *tensor = joined(*tensor);
  FailureOr<Chunks> chunks = chunksOf(l, tensor->layout);
  if (failed(chunks))
    return failure();
  Type element = type.getElementType();

  if (tensor->isCoord()) {
    // Every coordinate is computed by itself.
    chunks->run.reset();
    chunks->width = 1;
    Value result = zeroVector(l, type);
    for (auto [i, coord] : llvm::enumerate(chunkCoordinates(tensor->layout.plain(), *chunks))) {
      FailureOr<IntTuple> at = coordinateAt(l, *tensor, coord);
      if (failed(at))
        return failure();
      FailureOr<Leaf> leaf = l.scalarLeaf(*at);
      if (failed(leaf))
        return failure();
      FailureOr<Value> value = l.leaf(*leaf, element.getIntOrFloatBitWidth());
      if (failed(value))
        return failure();
      result = vector::InsertOp::create(l.b, l.loc(), *value, result, int64_t(i));
    }
    return l.replace(result);
  }

  if (chunks->run && chunks->extents.size() == 1)
    return l.replace(PtrLoadOp::create(l.b, l.loc(), type, tensor->pointer).getResult());
  noteScalars(l, *chunks, tensor->layout);
  Value result = zeroVector(l, type);
  Type access = chunks->run ? Type(VectorType::get(chunks->width, element)) : element;
  for (auto [i, coord] : llvm::enumerate(chunkCoordinates(tensor->layout.plain(), *chunks))) {
    FailureOr<Value> pointer = elementPointer(l, *tensor, coord);
    if (failed(pointer))
      return failure();
    Value part = PtrLoadOp::create(l.b, l.loc(), access, *pointer);
    if (chunks->run)
      result = vector::InsertStridedSliceOp::create(l.b, l.loc(), part, result,
                                                    ArrayRef<int64_t>{int64_t(i) * chunks->width},
                                                    ArrayRef<int64_t>{1});
    else
      result = vector::InsertOp::create(l.b, l.loc(), part, result, int64_t(i));
  }
  if (!inElementOrder(*chunks))
    result = reorder(l, result, *chunks, /*toElements=*/true);
  return l.replace(result);
}

LogicalResult storeVec(Lowering &l, Operation *op) {
  auto store = cast<MemRefStoreVecOp>(op);
  FailureOr<Tensor> tensor = l.tensor(store.getMemref());
  if (failed(tensor))
    return failure();
  *tensor = joined(*tensor);
  FailureOr<Chunks> chunks = chunksOf(l, tensor->layout);
  if (failed(chunks))
    return failure();
  Value value = store.getVector();
  if (chunks->run && chunks->extents.size() == 1) {
    PtrStoreOp::create(l.b, l.loc(), value, tensor->pointer);
    return l.erase();
  }
  noteScalars(l, *chunks, tensor->layout);
  if (!inElementOrder(*chunks))
    value = reorder(l, value, *chunks, /*toElements=*/false);
  for (auto [i, coord] : llvm::enumerate(chunkCoordinates(tensor->layout.plain(), *chunks))) {
    Value part;
    if (chunks->run)
      part = vector::ExtractStridedSliceOp::create(
          l.b, l.loc(), value, ArrayRef<int64_t>{int64_t(i) * chunks->width},
          ArrayRef<int64_t>{chunks->width}, ArrayRef<int64_t>{1});
    else
      part = vector::ExtractOp::create(l.b, l.loc(), value, int64_t(i));
    FailureOr<Value> pointer = elementPointer(l, *tensor, coord);
    if (failed(pointer))
      return failure();
    PtrStoreOp::create(l.b, l.loc(), part, *pointer);
  }
  return l.erase();
}

} // namespace

void addMemoryHandlers(Handlers &handlers, MLIRContext *context) {
  add<PtrLoadOp>(handlers, context, ptrLoad);
  add<MemRefLoadOp>(handlers, context, load);
  add<MemRefStoreOp>(handlers, context, store);
  add<MemRefLoadVecOp>(handlers, context, loadVec);
  add<MemRefStoreVecOp>(handlers, context, storeVec);
}

} // namespace mlir::fly::lowering
