// Banks of shared memory over a layout grid: which bank an element falls into, and how many
// accesses one column or row of lanes needs. The model is data that the caller chooses; every text
// names it.
#pragma once

#include "visualizer/scene/IndexGrid.h"

namespace scene {

/// `banks` banks of `width` bytes each, serving `lanes` lanes at a time.
struct BankModel {
  std::string name = "generic";
  int64_t banks = 32;
  int64_t width = 4; ///< bytes
  int64_t lanes = 32;
  std::string source = "assumed";
  friend bool operator==(const BankModel &, const BankModel &) = default;
  std::string describe() const; ///< "generic: 32 banks of 4 bytes, 32 lanes at a time (assumed)"
};

/// A model applied to elements of `elementBits` bits.
struct BankView {
  BankModel model;
  int64_t elementBits = 32;
  friend bool operator==(const BankView &, const BankView &) = default;
};

/// Bank of the first byte of the element at `offset` (in elements).
int64_t bankOf(const BankView &view, int64_t offset);

/// Lane i reads the element at offsets[i]; lanes go in groups of `model.lanes`. Returns how many
/// different words the busiest bank serves one after the other: 1 is free of conflicts. Lanes that
/// read the same word are served together.
int64_t conflictDegree(const BankView &view, const std::vector<int64_t> &offsets);

/// Degrees over a whole grid: the worst column (lanes down the rows) and the worst row (lanes along
/// the columns). Nothing above 1,048,576 elements.
struct BankSummary {
  int64_t worstColumn = 1, column = 0; ///< degree, and the first column that has it
  int64_t worstRow = 1, row = 0;
};
std::optional<BankSummary> summarize(const BankView &view, const IndexGrid &grid);

/// "lanes down a column: up to 32-way (column 0); lanes along a row: no conflict; <model>"
std::string bankText(const BankView &view, const IndexGrid &grid);

} // namespace scene
