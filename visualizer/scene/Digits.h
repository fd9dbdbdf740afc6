// Static integer modes as lists of digits, so that a cell costs a few machine operations instead of
// a walk over tuples.
#pragma once

#include "dialects/layout/Layout.h"

#include <cstdint>
#include <vector>

namespace scene {

/// One leaf of a mode. A coordinate splits over the digits column-major: the first runs fastest.
struct Digit {
  int64_t extent = 1, stride = 0;
};

/// The leaves of a static integer layout in order; fails with a sentence that names `what`.
layout::Result<std::vector<Digit>> digitsOf(const layout::Layout &mode, const std::string &what);

/// Product of the extents; nothing when it exceeds `limit`.
std::optional<int64_t> sizeOf(const std::vector<Digit> &digits, int64_t limit);

/// Index of coordinate `x`: the last digit takes all that remains (layout-algebra.md 5).
inline int64_t indexOf(const std::vector<Digit> &digits, int64_t x) {
  int64_t index = 0;
  for (size_t i = 0; i + 1 < digits.size(); ++i) {
    index += x % digits[i].extent * digits[i].stride;
    x /= digits[i].extent;
  }
  return digits.empty() ? 0 : index + x * digits.back().stride;
}

} // namespace scene
