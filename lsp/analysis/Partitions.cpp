// The complete view behind a partition: which thread owns which element of the tensor that it cuts.
#include "lsp/analysis/Checks.h"

#include "dialects/fly/FlyOps.h"
#include "dialects/layout/Tiled.h"

#include "mlir/IR/Operation.h"

using namespace mlir;

namespace flylsp {

namespace {

constexpr int64_t maxPairs = 65536;

int64_t staticSize(const layout::IntTuple &tuple) {
  layout::Result<layout::Leaf> product = layout::product(tuple);
  return product && !product->isDynamic() ? product->value() : -1;
}

std::string extents(const layout::IntTuple &shape) {
  std::string text;
  for (const layout::Leaf &leaf : shape.leaves())
    text += (text.empty() ? "" : "x") + layout::IntTuple(leaf).str();
  return text;
}

/// Rows and columns that a tensor is drawn with: its first mode, and all others.
std::optional<std::pair<int64_t, int64_t>> tensorExtent(const layout::Layout &tensor) {
  if (!tensor.shape().isStatic())
    return std::nullopt;
  int64_t size = staticSize(tensor.shape());
  int64_t rows = tensor.isLeaf() ? 1 : staticSize(tensor[0].shape());
  if (size <= 0 || rows <= 0 || size > maxPairs)
    return std::nullopt;
  return std::pair(rows, size / rows);
}

/// The index of every coordinate of a static layout with integer strides, column-major.
std::optional<std::vector<int64_t>> allIndices(const layout::Layout &layout) {
  std::vector<layout::Leaf> shape = layout.shape().leaves(), stride = layout.stride().leaves();
  if (shape.size() != stride.size())
    return std::nullopt;
  std::vector<int64_t> indices{0};
  for (size_t mode = 0; mode < shape.size(); ++mode) {
    if (stride[mode].isBasis() || stride[mode].isDynamic())
      return std::nullopt;
    size_t count = indices.size();
    for (int64_t i = 1; i < shape[mode].value(); ++i)
      for (size_t j = 0; j < count; ++j)
        indices.push_back(indices[j] + i * stride[mode].value());
  }
  return indices;
}

/// Puts the view of all threads together; `view` maps (thread, values, rest…) to elements numbered
/// column-major.
std::optional<OperationExtra> describe(std::string name, const layout::Layout &view,
                                       std::pair<int64_t, int64_t> extent, bool splitRest) {
  if (view.isLeaf() || view.rank() < 2 || !view.isStatic())
    return std::nullopt;
  int64_t threads = staticSize(view[0].shape());
  int64_t values = staticSize(view[1].shape());
  int64_t rest = 1;
  std::string restText;
  if (splitRest) {
    for (size_t i = 2; i < view.rank(); ++i) {
      rest *= staticSize(view[i].shape());
      restText += (restText.empty() ? "" : "x") + extents(view[i].shape());
    }
  } else if (!view[1].isLeaf() && view[1].rank() == 2) {
    // (fragment values, (rest, rest…))
    layout::IntTuple inner = view[1].shape();
    values = staticSize(inner[0]);
    rest = staticSize(inner[1]);
    restText = extents(inner[1]);
  }
  if (threads <= 0 || values <= 0 || rest <= 0 || threads * values * rest > maxPairs)
    return std::nullopt;
  layout::Result<layout::Layout> flat = view.rank() > 2
                                            ? layout::group(view, 1, int64_t(view.rank()))
                                            : layout::Result<layout::Layout>(view);
  if (!flat)
    return std::nullopt;

  OperandFact operand;
  operand.name = std::move(name);
  operand.rows = extent.first;
  operand.cols = extent.second;
  operand.threads = threads;
  operand.values = values * rest;
  operand.layout = flat->str();

  int64_t size = extent.first * extent.second, covered = 0, most = 0, outside = 0;
  std::vector<int32_t> owners(static_cast<size_t>(size));
  std::optional<std::vector<int64_t>> ofThread = allIndices((*flat)[0]),
                                      ofValue = allIndices((*flat)[1]);
  if (!ofThread || !ofValue)
    return std::nullopt;
  for (int64_t start : *ofThread)
    for (int64_t step : *ofValue) {
      int64_t at = start + step;
      if (at < 0 || at >= size) {
        ++outside;
        continue;
      }
      covered += owners[size_t(at)] == 0;
      most = std::max<int64_t>(most, ++owners[size_t(at)]);
    }
  OperationExtra extra;
  extra.title = "partition among " + std::to_string(threads) + " threads";
  extra.facts.push_back({"view", std::to_string(threads) + " threads, " + std::to_string(values) +
                                     " values, " + (restText.empty() ? "1" : restText) +
                                     " repetitions"});
  std::string coverage = std::to_string(covered) + " of " + std::to_string(size) +
                         " elements covered" + (most <= 1 ? " once" : "");
  if (most > 1)
    coverage += ", up to " + std::to_string(most) + " owners each";
  if (outside)
    coverage += ", " + std::to_string(outside) + " places outside of the tensor";
  extra.facts.push_back({"coverage", coverage});
  extra.operands.push_back(std::move(operand));
  return extra;
}

std::optional<OperationExtra> describeCopy(Type copyType, Type tensorType, layout::CopySide side) {
  auto copy = dyn_cast<fly::TiledCopyType>(copyType);
  std::optional<layout::AnyLayout> tensor = fly::getLayoutOf(tensorType);
  if (!copy || !tensor)
    return std::nullopt;
  FailureOr<layout::TiledCopy> geometry = copy.getGeometry();
  std::optional<std::pair<int64_t, int64_t>> extent = tensorExtent(tensor->linear());
  layout::Result<layout::IntTuple> compact =
      extent ? layout::compact(tensor->linear().shape())
             : layout::Result<layout::IntTuple>(layout::Reason{});
  if (failed(geometry) || !extent || !compact)
    return std::nullopt;
  layout::Result<layout::Layout> view =
      layout::threadValueView(*geometry, side, layout::Layout(tensor->linear().shape(), *compact));
  if (!view)
    return std::nullopt;
  return describe(side == layout::CopySide::Src ? "src" : "dst", *view, *extent, true);
}

std::optional<OperationExtra> describeProduct(Type mmaType, Type tensorType, fly::MmaOperand id) {
  auto mma = dyn_cast<fly::TiledMmaType>(mmaType);
  std::optional<layout::AnyLayout> tensor = fly::getLayoutOf(tensorType);
  if (!mma || !tensor)
    return std::nullopt;
  std::optional<std::pair<int64_t, int64_t>> extent = tensorExtent(tensor->linear());
  layout::Result<layout::IntTuple> compact =
      extent ? layout::compact(tensor->linear().shape())
             : layout::Result<layout::IntTuple>(layout::Reason{});
  if (!extent || !compact)
    return std::nullopt;
  layout::MmaOperand operand = id == fly::MmaOperand::A   ? layout::MmaOperand::A
                               : id == fly::MmaOperand::B ? layout::MmaOperand::B
                                                          : layout::MmaOperand::C;
  layout::Result<layout::Layout> view = layout::threadValueView(
      mma.getGeometry(), operand, layout::Layout(tensor->linear().shape(), *compact));
  if (!view)
    return std::nullopt;
  const char *name = id == fly::MmaOperand::A ? "a" : id == fly::MmaOperand::B ? "b" : "c";
  return describe(name, *view, *extent, false);
}

} // namespace

void describePartitions(ArrayRef<mlir::Operation *> pointers, PartitionCache &cache,
                        PieceFacts &facts) {
  for (auto [index, op] : llvm::enumerate(pointers)) {
    std::optional<OperationExtra> extra;
    // Operands by number: the operation may not have verified.
    if (op->getNumOperands() < 2)
      continue;
    Type tiled = op->getOperand(0).getType(), tensor = op->getOperand(1).getType();
    auto product = dyn_cast<fly::TiledMmaPartitionOp>(op);
    unsigned which;
    if (isa<fly::TiledCopyPartitionSrcOp>(op))
      which = 0;
    else if (isa<fly::TiledCopyPartitionDstOp>(op))
      which = 1;
    else if (product && product.getOperandIdAttr())
      which = 2 + unsigned(product.getOperandId().getValue());
    else
      continue;
    auto [known, isNew] = cache.views.try_emplace({{tiled, tensor}, which});
    if (isNew)
      known->second =
          product ? describeProduct(tiled, tensor, product.getOperandId().getValue())
                  : describeCopy(tiled, tensor,
                                 which == 0 ? layout::CopySide::Src : layout::CopySide::Dst);
    extra = known->second;
    if (!extra)
      continue;
    extra->operation = uint32_t(index);
    facts.extras.push_back(std::move(*extra));
  }
}

} // namespace flylsp
