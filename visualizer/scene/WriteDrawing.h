// What the drawn formats share: numbers, heading lines, coarsening.
#pragma once

#include "visualizer/scene/CellLook.h"
#include "visualizer/scene/Writers.h"

namespace scene {

/// Fixed-point text with at most two decimals and no trailing zeros ("12.5").
std::string number(double value);

/// `text` in lines of at most `width` characters, broken after commas, brackets and blanks where
/// possible.
std::vector<std::string> wrap(const std::string &text, size_t width);

/// Owners that have more than one element, elements with more than one owner … as legend lines.
struct Legend {
  bool broadcast = false, overlap = false, empty = false, maps = false, grids = false,
       banks = false;
};
Legend legendOf(const Picture &picture);

/// Smallest edge n so that boxes of n x n elements number at most `limit`.
int64_t coarseness(const Picture &picture, int64_t limit);

} // namespace scene
