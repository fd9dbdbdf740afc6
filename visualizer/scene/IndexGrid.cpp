#include "visualizer/scene/IndexGrid.h"

#include "dialects/layout/Algebra.h"
#include "dialects/layout/Parser.h"
#include "visualizer/scene/Digits.h"

#include <algorithm>
#include <mutex>

namespace scene {

/// x -> inner(offset + x) for one level of a composed layout.
namespace {
struct Level {
  int64_t offset = 0;
  std::variant<layout::Swizzle, std::vector<Digit>> inner;

  int64_t apply(int64_t x) const {
    x += offset;
    if (const auto *s = std::get_if<layout::Swizzle>(&inner)) {
      if (s->isTrivial())
        return x;
      int64_t mask = (int64_t(1) << s->mask) - 1;
      return x ^ ((x & (mask << (s->base + s->shift))) >> s->shift);
    }
    return indexOf(std::get<std::vector<Digit>>(inner), x);
  }
};
} // namespace

struct IndexGrid::Data {
  std::string name;
  int64_t rows = 1, cols = 1;
  bool folded = false;
  layout::AnyLayout layout;
  // Linear part as one table per axis, then the levels around it, innermost first.
  std::vector<int64_t> rowIndex, colIndex;
  std::vector<Level> levels;
  std::vector<int64_t> offsets; // by row + col * rows; only where no closed form was found

  mutable std::once_flag once;
  mutable std::vector<int64_t> sorted;

  int64_t offset(Cell cell) const {
    if (!offsets.empty())
      return offsets[size_t(cell.row + cell.col * rows)];
    int64_t x = rowIndex[size_t(cell.row)] + colIndex[size_t(cell.col)];
    for (const Level &level : levels)
      x = level.apply(x);
    return x;
  }
  const std::vector<int64_t> &sortedOffsets() const {
    std::call_once(once, [this] {
      sorted.reserve(size_t(rows * cols));
      for (int64_t c = 0; c < cols; ++c)
        for (int64_t r = 0; r < rows; ++r)
          sorted.push_back(offset({r, c}));
      std::sort(sorted.begin(), sorted.end());
    });
    return sorted;
  }
};

/// The levels of a composed layout around its linear layout; nothing when one of them is neither a
/// swizzle nor an integer layout on integers.
static std::optional<std::vector<Level>> levelsOf(const layout::AnyLayout &any) {
  if (any.isPlain())
    return std::vector<Level>();
  const layout::ComposedLayout &composed = any.composed();
  auto levels = levelsOf(composed.outer());
  if (!levels)
    return std::nullopt;
  const layout::IntTuple &offset = composed.offset();
  if (!offset.isLeaf() || !offset.leaf().isStatic() || offset.leaf().isBasis())
    return std::nullopt;
  int64_t add = offset.leaf().value();
  if (const auto *swizzle = std::get_if<layout::Swizzle>(&composed.inner())) {
    levels->push_back({add, *swizzle});
    return levels;
  }
  const auto *inner = std::get_if<layout::AnyLayout>(&composed.inner());
  if (!inner)
    return std::nullopt;
  // A composed inner is a chain of its own: its linear layout takes offset + x.
  auto digits = digitsOf(inner->linear(), "inner");
  auto outerLevels = levelsOf(*inner);
  if (!digits || !outerLevels)
    return std::nullopt;
  levels->push_back({add, *digits});
  levels->insert(levels->end(), outerLevels->begin(), outerLevels->end());
  return levels;
}

layout::Result<IndexGrid> IndexGrid::create(std::string name, const layout::AnyLayout &any) {
  if (auto reason = layout::verify(any))
    return *reason;
  const layout::Layout &linear = any.linear();
  if (!any.isStatic())
    return layout::Reason{
        0, "the layout " + any.str() + " has run-time leaves; only a static layout can be drawn",
        "give every extent and stride a value"};
  auto data = std::make_shared<Data>();
  data->name = std::move(name);
  data->layout = any;
  data->folded = !linear.isLeaf() && linear.rank() > 2;

  // Extents of the axes. Rank 1 is one row.
  std::vector<layout::Leaf> shape = linear.shape().leaves();
  auto extent = [](const layout::IntTuple &mode) -> std::optional<int64_t> {
    int64_t size = 1;
    for (const layout::Leaf &leaf : mode.leaves())
      if (leaf.isNone() || leaf.isBasis() || leaf.value() < 1 ||
          __builtin_mul_overflow(size, leaf.value(), &size) || size > ThreadValueMap::maxCells)
        return std::nullopt;
    return size;
  };
  const bool twoAxes = !linear.isLeaf() && linear.rank() > 1;
  std::optional<int64_t> rows = twoAxes ? extent(linear.shape()[0]) : std::optional<int64_t>(1),
                         all = extent(linear.shape());
  if (!rows || !all)
    return layout::Reason{0,
                          "the layout " + any.str() +
                              " has an extent below 1 or more coordinates than the " +
                              std::to_string(ThreadValueMap::maxCells) + " that can be drawn",
                          ""};
  data->rows = *rows;
  data->cols = *all / *rows;

  auto digits = digitsOf(linear, "the layout");
  auto levels = levelsOf(any);
  if (digits && levels) {
    size_t rowDigits = twoAxes ? linear.shape()[0].leafCount() : 0;
    std::vector<Digit> down(digits->begin(), digits->begin() + ptrdiff_t(rowDigits)),
        along(digits -> begin() + ptrdiff_t(rowDigits), digits->end());
    for (int64_t r = 0; r < data->rows; ++r)
      data->rowIndex.push_back(indexOf(down, r));
    for (int64_t c = 0; c < data->cols; ++c)
      data->colIndex.push_back(indexOf(along, c));
    data->levels = std::move(*levels);
    return IndexGrid(std::move(data));
  }

  // Coordinate swizzles and basis strides: ask the algebra, coordinate by coordinate.
  constexpr int64_t maxSlowCells = 65536;
  if (*all > maxSlowCells)
    return layout::Reason{0,
                          "the layout " + any.str() + " has " + std::to_string(*all) +
                              " coordinates; with coordinate swizzles or basis strides at most " +
                              std::to_string(maxSlowCells) + " can be drawn",
                          ""};
  data->offsets.reserve(size_t(*all));
  for (int64_t i = 0; i < *all; ++i) {
    // A scalar coordinate splits column-major over all modes, which is the order of `offsets`.
    auto coord = twoAxes ? layout::idx2crdColMajor(layout::IntTuple(i), linear.shape())
                         : layout::Result<layout::IntTuple>(layout::IntTuple(i));
    if (!coord)
      return coord.reason();
    auto index = layout::crd2idx(*coord, any);
    if (!index)
      return index.reason();
    if (!index->isLeaf() || index->leaf().isBasis())
      return layout::Reason{0,
                            "the layout " + any.str() + " yields coordinates such as " +
                                index->str() + "; only integer offsets can be drawn",
                            ""};
    data->offsets.push_back(index->leaf().value());
  }
  return IndexGrid(std::move(data));
}

layout::Result<IndexGrid> IndexGrid::create(std::string name, std::string_view layoutText) {
  auto layout = layout::parseAnyLayout(layoutText);
  if (!layout)
    return layout.reason();
  return create(std::move(name), *layout);
}

const std::string &IndexGrid::name() const { return data_->name; }
int64_t IndexGrid::rows() const { return data_->rows; }
int64_t IndexGrid::cols() const { return data_->cols; }
const layout::AnyLayout &IndexGrid::layout() const { return data_->layout; }
bool IndexGrid::foldedModes() const { return data_->folded; }
int64_t IndexGrid::offsetOf(Cell cell) const { return data_->offset(cell); }
int64_t IndexGrid::minOffset() const { return data_->sortedOffsets().front(); }
int64_t IndexGrid::maxOffset() const { return data_->sortedOffsets().back(); }

int64_t IndexGrid::multiplicity(Cell cell) const {
  const std::vector<int64_t> &sorted = data_->sortedOffsets();
  auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), offsetOf(cell));
  return last - first;
}

bool IndexGrid::injective() const {
  const std::vector<int64_t> &sorted = data_->sortedOffsets();
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

std::string IndexGrid::coverageText() const {
  std::string text =
      "offsets " + std::to_string(minOffset()) + " to " + std::to_string(maxOffset());
  text += injective() ? ", each at most once" : ", some more than once";
  if (foldedModes())
    text += "; modes 1 and up are folded into the columns";
  return text;
}

} // namespace scene
