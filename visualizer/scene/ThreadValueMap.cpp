#include "visualizer/scene/ThreadValueMap.h"

#include "dialects/layout/Parser.h"
#include "visualizer/scene/Digits.h"

#include <algorithm>
#include <mutex>

namespace scene {

struct ThreadValueMap::Data {
  std::string name;
  int64_t rows = 0, cols = 0;
  layout::Layout layout;
  // A layout is linear in its coordinates, so the index of a pair is the sum of two entries.
  std::vector<int64_t> threadIndex, valueIndex;
  // The coordinate with all stride-0 digits set to 0: equal for pairs that replicate one datum.
  std::vector<uint32_t> threadOrigin, valueOrigin;

  // The inverse, built once: owners of element i (column-major) are pairs[begin[i]] …
  // pairs[begin[i+1]-1], a pair being thread * values + value.
  mutable std::once_flag once;
  mutable std::vector<uint32_t> begin, pairs;
  mutable Coverage coverage;

  int64_t threads() const { return int64_t(threadIndex.size()); }
  int64_t values() const { return int64_t(valueIndex.size()); }
  uint64_t origin(uint32_t pair) const {
    auto v = uint32_t(values());
    return uint64_t(threadOrigin[pair / v]) << 32 | valueOrigin[pair % v];
  }
  bool overlaps(size_t element) const {
    for (uint32_t i = begin[element] + 1; i < begin[element + 1]; ++i)
      if (origin(pairs[i]) != origin(pairs[begin[element]]))
        return true;
    return false;
  }
  void build() const;
};

void ThreadValueMap::Data::build() const {
  const int64_t cells = rows * cols;
  begin.assign(size_t(cells) + 1, 0);
  for (int64_t t = 0; t < threads(); ++t)
    for (int64_t v = 0; v < values(); ++v) {
      int64_t index = threadIndex[size_t(t)] + valueIndex[size_t(v)];
      if (index >= 0 && index < cells) {
        ++begin[size_t(index) + 1];
      } else if (coverage.outside++ == 0) {
        coverage.firstOutside = {{t, v}, index};
      }
    }
  for (size_t i = 1; i < begin.size(); ++i)
    begin[i] += begin[i - 1];
  pairs.resize(begin.back());
  std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
  uint32_t pair = 0;
  for (int64_t t = 0; t < threads(); ++t)
    for (int64_t v = 0; v < values(); ++v, ++pair) {
      int64_t index = threadIndex[size_t(t)] + valueIndex[size_t(v)];
      if (index >= 0 && index < cells)
        pairs[next[size_t(index)]++] = pair;
    }
  for (size_t i = 0; i < size_t(cells); ++i) {
    int64_t count = begin[i + 1] - begin[i];
    coverage.mostOwners = std::max(coverage.mostOwners, count);
    if (count == 0) {
      ++coverage.empty;
      continue;
    }
    ++coverage.covered;
    if (count > 1)
      ++(overlaps(i) ? coverage.overlapping : coverage.broadcast);
  }
}

/// Indices and origins of all coordinates of a mode.
static void tabulate(const std::vector<Digit> &digits, int64_t size, std::vector<int64_t> &index,
                     std::vector<uint32_t> &origin) {
  index.resize(size_t(size));
  origin.resize(size_t(size));
  for (int64_t x = 0; x < size; ++x) {
    int64_t rest = x, place = 1, at = 0, from = 0;
    for (const Digit &digit : digits) {
      int64_t d = rest % digit.extent;
      rest /= digit.extent;
      at += d * digit.stride;
      if (digit.stride != 0)
        from += d * place;
      place *= digit.extent;
    }
    index[size_t(x)] = at;
    origin[size_t(x)] = uint32_t(from);
  }
}

layout::Result<ThreadValueMap> ThreadValueMap::create(std::string name, int64_t rows, int64_t cols,
                                                      const layout::Layout &layout) {
  const std::string what = "the layout of operand " + name;
  if (rows < 1 || cols < 1)
    return layout::Reason{0,
                          "the tile of operand " + name + " is " + std::to_string(rows) + " x " +
                              std::to_string(cols) + "; both must be at least 1",
                          ""};
  int64_t cells;
  if (__builtin_mul_overflow(rows, cols, &cells) || cells > maxCells)
    return layout::Reason{0,
                          "the tile of operand " + name + " has " + std::to_string(rows) + " x " +
                              std::to_string(cols) + " elements, more than the " +
                              std::to_string(maxCells) + " that can be drawn",
                          ""};
  if (auto reason = layout::verify(layout))
    return *reason;
  if (layout.isLeaf() || layout.rank() != 2)
    return layout::Reason{0,
                          what + " " + layout.str() + " has rank " +
                              std::to_string(layout.isLeaf() ? 1 : layout.rank()) +
                              ", expected 2: (threads, values)",
                          ""};
  auto threadDigits = digitsOf(layout[0], "the thread mode of operand " + name);
  if (!threadDigits)
    return threadDigits.reason();
  auto valueDigits = digitsOf(layout[1], "the value mode of operand " + name);
  if (!valueDigits)
    return valueDigits.reason();
  std::optional<int64_t> threads = sizeOf(*threadDigits, maxCells),
                         values = sizeOf(*valueDigits, maxCells);
  if (!threads || !values || *threads * *values > maxCells)
    return layout::Reason{0,
                          what + " " + layout.str() + " has more thread-value pairs than the " +
                              std::to_string(maxCells) + " that can be drawn",
                          ""};
  auto data = std::make_shared<Data>();
  data->name = std::move(name);
  data->rows = rows;
  data->cols = cols;
  data->layout = layout;
  tabulate(*threadDigits, *threads, data->threadIndex, data->threadOrigin);
  tabulate(*valueDigits, *values, data->valueIndex, data->valueOrigin);
  return ThreadValueMap(std::move(data));
}

layout::Result<ThreadValueMap> ThreadValueMap::create(std::string name, int64_t rows, int64_t cols,
                                                      std::string_view layoutText) {
  auto layout = layout::parseLayout(layoutText);
  if (!layout)
    return layout.reason();
  return create(std::move(name), rows, cols, *layout);
}

const ThreadValueMap::Data &ThreadValueMap::inverse() const {
  std::call_once(data_->once, [this] { data_->build(); });
  return *data_;
}

const std::string &ThreadValueMap::name() const { return data_->name; }
int64_t ThreadValueMap::rows() const { return data_->rows; }
int64_t ThreadValueMap::cols() const { return data_->cols; }
int64_t ThreadValueMap::threads() const { return data_->threads(); }
int64_t ThreadValueMap::values() const { return data_->values(); }
const layout::Layout &ThreadValueMap::layout() const { return data_->layout; }

int64_t ThreadValueMap::indexOf(int64_t thread, int64_t value) const {
  return data_->threadIndex[size_t(thread)] + data_->valueIndex[size_t(value)];
}

std::optional<Cell> ThreadValueMap::cellOf(int64_t thread, int64_t value) const {
  if (thread < 0 || thread >= threads() || value < 0 || value >= values())
    return std::nullopt;
  int64_t index = indexOf(thread, value);
  if (index < 0 || index >= cells())
    return std::nullopt;
  return Cell{index % rows(), index / rows()};
}

Cell ThreadValueMap::unboundedCellOf(int64_t thread, int64_t value) const {
  int64_t index = indexOf(thread, value);
  int64_t row = (index % rows() + rows()) % rows(); // also for negative strides
  return {row, (index - row) / rows()};
}

static bool contains(const ThreadValueMap &map, Cell cell) {
  return cell.row >= 0 && cell.row < map.rows() && cell.col >= 0 && cell.col < map.cols();
}

std::vector<Owner> ThreadValueMap::ownersOf(Cell cell) const {
  std::vector<Owner> owners;
  if (!contains(*this, cell))
    return owners;
  const Data &data = inverse();
  auto index = size_t(cell.row + cell.col * rows());
  for (uint32_t i = data.begin[index]; i < data.begin[index + 1]; ++i)
    owners.push_back({data.pairs[i] / values(), data.pairs[i] % values()});
  return owners;
}

int64_t ThreadValueMap::ownerCount(Cell cell) const {
  if (!contains(*this, cell))
    return 0;
  const Data &data = inverse();
  auto index = size_t(cell.row + cell.col * rows());
  return data.begin[index + 1] - data.begin[index];
}

std::optional<Owner> ThreadValueMap::firstOwner(Cell cell) const {
  if (ownerCount(cell) == 0)
    return std::nullopt;
  uint32_t pair = data_->pairs[data_->begin[size_t(cell.row + cell.col * rows())]];
  return Owner{pair / values(), pair % values()};
}

Sharing ThreadValueMap::sharingOf(Cell cell) const {
  if (ownerCount(cell) < 2)
    return Sharing::None;
  return data_->overlaps(size_t(cell.row + cell.col * rows())) ? Sharing::Overlap
                                                               : Sharing::Broadcast;
}

std::vector<Cell> ThreadValueMap::cellsOfThread(int64_t thread) const {
  std::vector<Cell> found;
  for (int64_t v = 0; v < values(); ++v)
    if (auto cell = cellOf(thread, v))
      found.push_back(*cell);
  return found;
}

const Coverage &ThreadValueMap::coverage() const { return inverse().coverage; }

static std::string count(int64_t n, const char *one, const char *many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::string ThreadValueMap::coverageText() const {
  const Coverage &c = coverage();
  std::string text;
  if (c.overlapping > 0)
    text = count(c.overlapping, "element is", "elements are") +
           " reached over different coordinates (overlap, up to " + std::to_string(c.mostOwners) +
           " owners)";
  else if (c.broadcast == cells())
    text = "every element is held " + std::to_string(c.mostOwners) + " times (broadcast)";
  else if (c.broadcast > 0)
    text = count(c.broadcast, "element is", "elements are") +
           " held several times (broadcast, up to " + std::to_string(c.mostOwners) + ")";
  else if (c.empty == 0)
    text = "every element has one owner";
  else
    text = count(c.covered, "element has", "elements have") + " one owner";
  if (c.empty > 0)
    text += ", " + count(c.empty, "element has", "elements have") + " no owner";
  if (c.outside > 0) {
    const auto &[owner, index] = *c.firstOutside;
    text += ", " + count(c.outside, "pair leaves", "pairs leave") + " the tile (first T" +
            std::to_string(owner.thread) + " V" + std::to_string(owner.value) + " at index " +
            std::to_string(index) + ")";
  }
  return text;
}

} // namespace scene
