// What the user points at, and which elements that lights up in every operand.
#pragma once

#include "visualizer/scene/Picture.h"

namespace scene {

/// Nothing, a thread, a value index, a thread and a value, or an element with all its owners.
struct Selection {
  std::optional<int64_t> thread, value;
  std::optional<Hit> element; ///< wins over thread and value

  bool empty() const { return !thread && !value && !element; }
  friend bool operator==(const Selection &, const Selection &) = default;

  static Selection ofThread(int64_t thread) { return {thread, {}, {}}; }
  static Selection ofValue(int64_t value) { return {{}, value, {}}; }
  static Selection ofElement(Hit hit) { return {{}, {}, hit}; }
};

/// A selection resolved against a picture, for drawing.
class Highlight {
public:
  Highlight() = default;
  Highlight(const Picture &picture, const Selection &selection);

  bool active() const { return active_; }
  /// True for the elements of the selection. An element selects itself and, in the other panels,
  /// everything its owners' threads hold.
  bool covers(const Picture &picture, size_t panel, Cell element) const;
  /// Threads that are lit, ascending; empty when all are (a value index alone).
  const std::vector<int64_t> &threads() const { return threads_; }

private:
  bool active_ = false;
  std::optional<int64_t> value_;
  std::optional<Hit> element_;
  std::vector<int64_t> threads_;
};

/// One line per operand: name, value index and element of a thread.
struct FootprintRow {
  std::string operand;
  int64_t value = 0;
  Cell element;
  bool inside = true; ///< false: the index lies outside the tile
};
/// Everything a thread holds in all operands of a picture, by operand, then value.
std::vector<FootprintRow> footprint(const Picture &picture, int64_t thread);

/// "T3 V1", "T3 T67 V1 +2 more": the owners of an element in one line; "" for none.
std::string ownersText(const ThreadValueMap &map, Cell element, size_t most = 8);

} // namespace scene
