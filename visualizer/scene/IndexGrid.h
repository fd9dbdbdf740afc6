// A plain, swizzled or composed layout as a grid of the offsets it yields.
#pragma once

#include "visualizer/scene/ThreadValueMap.h"

namespace scene {

/// Offsets of a static layout over its coordinates: mode 0 runs down the rows, all further modes
/// run column-major along the columns; a layout of rank 1 is one row. Cheap to copy.
class IndexGrid {
public:
  /// Fails when the layout is not static, does not yield integers, or has more than
  /// ThreadValueMap::maxCells coordinates.
  static layout::Result<IndexGrid> create(std::string name, const layout::AnyLayout &layout);
  static layout::Result<IndexGrid> create(std::string name, std::string_view layoutText);

  const std::string &name() const;
  int64_t rows() const;
  int64_t cols() const;
  int64_t cells() const { return rows() * cols(); }
  const layout::AnyLayout &layout() const;
  std::string layoutText() const { return layout().str(); }
  /// True when more than two modes were folded into the columns.
  bool foldedModes() const;

  /// Offset in elements. The cell must be in range.
  int64_t offsetOf(Cell cell) const;
  int64_t minOffset() const;
  int64_t maxOffset() const;
  /// Number of coordinates that yield the same offset as this one (1 everywhere: injective).
  int64_t multiplicity(Cell cell) const;
  bool injective() const;
  /// One sentence on range and injectivity.
  std::string coverageText() const;

private:
  struct Data;
  explicit IndexGrid(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

} // namespace scene
