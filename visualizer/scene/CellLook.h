// What one cell shows: fills and label lines, the same in every drawn format and in the window.
#pragma once

#include "visualizer/scene/Color.h"
#include "visualizer/scene/Picture.h"

#include <algorithm>

namespace scene {

/// With one owner the cell has one fill; with two an upper and a lower half; with more an upper
/// half and up to three stripes below. No owner is ever left out silently: the second line then
/// counts those that have no line of their own ("+6").
struct CellLook {
  std::vector<Rgb> fills;          ///< empty for an element without owner
  std::vector<int64_t> threads;    ///< thread of each fill; empty for layout grids
  std::string first, second;       ///< label lines; `second` may be empty
  Sharing sharing = Sharing::None; ///< Overlap is marked with an edge
};

/// Colours of a picture: threads and banks by palette, offsets by ramp.
class Painter {
public:
  Painter(const Picture &picture, Scheme scheme, Theme theme)
      : palette_(std::max(picture.threads(), picture.banks()), scheme, theme), theme_(theme) {}

  CellLook look(const Panel &panel, Cell element) const;
  /// The first fill alone, for pixels; the empty colour where there is no owner.
  Rgb color(const Panel &panel, Cell element) const;
  const ThreadPalette &palette() const { return palette_; }
  Theme theme() const { return theme_; }

private:
  Rgb gridColor(const Panel &panel, Cell element) const;
  ThreadPalette palette_;
  Theme theme_;
};

/// A rectangle inside the unit cell.
struct FillBox {
  double x, y, width, height;
};
/// Where fill number `i` of `count` goes.
FillBox fillBox(size_t i, size_t count);

} // namespace scene
