// Layouts evaluated without the library under test.
#pragma once

#include "dialects/layout/Layout.h"

#include <cstdint>
#include <vector>

namespace rocdl_test {

/// A flat view of one side of a layout.
struct FlatSide {
  std::vector<int64_t> shape, stride;
  int64_t size() const {
    int64_t product = 1;
    for (int64_t extent : shape)
      product *= extent;
    return product;
  }
  /// Positions are computed once: tests ask for each of them many times.
  int64_t at(int64_t index) const { return positions[index]; }
  std::vector<int64_t> positions;

  void tabulate() {
    positions.assign(1, 0);
    for (size_t i = 0; i < shape.size(); ++i) {
      size_t inner = positions.size();
      for (int64_t k = 1; k < shape[i]; ++k)
        for (size_t j = 0; j < inner; ++j)
          positions.push_back(positions[j] + k * stride[i]);
    }
  }
};
inline FlatSide flatten(const layout::Layout &mode) {
  FlatSide side;
  mode.shape().forEachLeaf([&](const layout::Leaf &leaf) { side.shape.push_back(leaf.value()); });
  mode.stride().forEachLeaf([&](const layout::Leaf &leaf) { side.stride.push_back(leaf.value()); });
  side.tabulate();
  return side;
}
/// A (threads, values) layout as a function.
struct ThrVal {
  FlatSide threads, values;
  explicit ThrVal(const layout::Layout &layout)
      : threads(flatten(layout[0])), values(flatten(layout[1])) {}
  int64_t at(int64_t thread, int64_t value) const { return threads.at(thread) + values.at(value); }
};

} // namespace rocdl_test
