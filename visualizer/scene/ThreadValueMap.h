// Who holds what: the map of one operand of an atom or tiled operation.
#pragma once

#include "dialects/layout/Layout.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scene {

/// An element of a tile, counted from 0. `row` runs along the first mode of the tile (m or n),
/// `col` along the second (k or n).
struct Cell {
  int64_t row = 0, col = 0;
  friend bool operator==(const Cell &, const Cell &) = default;
};

/// One thread-value pair. `value` counts the elements of a thread's fragment, not bytes.
struct Owner {
  int64_t thread = 0, value = 0;
  friend bool operator==(const Owner &, const Owner &) = default;
};

/// Why an element has more than one owner.
enum class Sharing {
  None,      ///< at most one owner
  Broadcast, ///< the owners differ only along stride-0 modes: the same datum, meant to be
             ///< replicated
  Overlap    ///< different coordinates of the layout meet: aliasing, mostly a mistake
};

/// Totals over a whole map.
struct Coverage {
  int64_t covered = 0;     ///< elements with at least one owner
  int64_t empty = 0;       ///< elements without owner
  int64_t broadcast = 0;   ///< elements with Sharing::Broadcast
  int64_t overlapping = 0; ///< elements with Sharing::Overlap
  int64_t mostOwners = 0;  ///< largest number of owners of one element
  int64_t outside = 0;     ///< thread-value pairs whose index lies outside the tile
  /// The first such pair and its index.
  std::optional<std::pair<Owner, int64_t>> firstOutside;
};

/// A layout (threads, values) -> column-major index in a tile of rows x cols elements.
///
/// Cheap to copy. `cellOf` is a sum of two table entries; the inverse (who owns an element) is
/// built at the first question about it, 4 bytes per pair and 4 per element, and is safe to ask
/// from several threads.
class ThreadValueMap {
public:
  /// Most elements, and most thread-value pairs, of a map.
  static constexpr int64_t maxCells = int64_t(1) << 25;

  /// Fails when the layout is not static, has basis strides or not exactly two modes, when the tile
  /// is empty or when there are more than `maxCells` elements or pairs. A map that does not cover
  /// the tile or leaves it is accepted: `coverage` tells.
  static layout::Result<ThreadValueMap> create(std::string name, int64_t rows, int64_t cols,
                                               const layout::Layout &layout);
  static layout::Result<ThreadValueMap> create(std::string name, int64_t rows, int64_t cols,
                                               std::string_view layoutText);

  /// Lower-case operand name: a, b, c, d, src, dst, ref …
  const std::string &name() const;
  int64_t rows() const;
  int64_t cols() const;
  int64_t cells() const { return rows() * cols(); }
  int64_t threads() const;
  int64_t values() const; ///< per thread
  int64_t pairs() const { return threads() * values(); }
  const layout::Layout &layout() const;
  /// Canonical text of the layout.
  std::string layoutText() const { return layout().str(); }

  /// Column-major index of a pair; may lie outside the tile. The pair must be in range.
  int64_t indexOf(int64_t thread, int64_t value) const;
  /// Nothing for a pair outside the tile or out of range.
  std::optional<Cell> cellOf(int64_t thread, int64_t value) const;
  /// Row and column also for an index beyond the tile (the column then is not below `cols`).
  Cell unboundedCellOf(int64_t thread, int64_t value) const;

  /// All owners of an element, by thread, then value; none for an element out of range.
  std::vector<Owner> ownersOf(Cell cell) const;
  int64_t ownerCount(Cell cell) const;
  /// The owner with the lowest thread, then value.
  std::optional<Owner> firstOwner(Cell cell) const;
  Sharing sharingOf(Cell cell) const;
  /// Elements of one thread in order of its values; values outside the tile are left out.
  std::vector<Cell> cellsOfThread(int64_t thread) const;
  const Coverage &coverage() const;

  /// One sentence on coverage, such as "every element is held by 2 threads (broadcast)".
  std::string coverageText() const;

private:
  struct Data;
  explicit ThreadValueMap(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data &inverse() const;
  std::shared_ptr<const Data> data_;
};

} // namespace scene
