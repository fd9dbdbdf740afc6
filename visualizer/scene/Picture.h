// Whole pictures: several operands arranged on one sheet, without any drawing code.
#pragma once

#include "dialects/layout/Tiled.h"
#include "visualizer/scene/IndexGrid.h"
#include "visualizer/scene/ThreadValueMap.h"

#include <variant>

namespace scene {

/// One grid on the sheet. Lengths are in cells: 1.0 is the edge of a cell, y runs downwards.
struct Panel {
  std::variant<ThreadValueMap, IndexGrid> content;
  std::string title;                ///< such as "A"
  std::string rowAxis, colAxis;     ///< names of the display axes, such as "m" and "k"; may be empty
  bool transposed = false;          ///< B is drawn with k downwards and n to the right
  double x = 0, y = 0;              ///< top left corner of cell (0, 0)

  bool isMap() const { return std::holds_alternative<ThreadValueMap>(content); }
  const ThreadValueMap &map() const { return std::get<ThreadValueMap>(content); }
  const IndexGrid &grid() const { return std::get<IndexGrid>(content); }
  const std::string &name() const;
  std::string layoutText() const;
  std::string coverageText() const;

  int64_t displayRows() const;
  int64_t displayCols() const;
  /// From the place on the screen to the element and back.
  Cell toElement(Cell display) const { return transposed ? Cell{display.col, display.row} : display; }
  Cell toDisplay(Cell element) const { return transposed ? Cell{element.col, element.row} : element; }
  /// The element under a point of the sheet.
  std::optional<Cell> elementAt(double sheetX, double sheetY) const;
};

/// An element of one panel.
struct Hit {
  size_t panel = 0;
  Cell element;
  friend bool operator==(const Hit &, const Hit &) = default;
};

enum class PictureKind { Mma, Copy, Layout, Other };

struct Picture {
  std::string type; ///< text of the type or layout that is drawn
  PictureKind kind = PictureKind::Other;
  std::vector<Panel> panels;
  double width = 0, height = 0; ///< of the sheet, margins included, in cells

  /// Most threads of any operand (palettes are made for it); 0 for a picture of layouts alone.
  int64_t threads() const;
  int64_t values() const;
  int64_t cells() const;
  const Panel *find(std::string_view name) const;
  std::optional<Hit> hitTest(double sheetX, double sheetY) const;
  /// The same picture with the panels of that name alone; nothing when there is none.
  std::optional<Picture> only(std::string_view name) const;
};

// --- Arranging maps that are already there --------------------------------------------------------

/// Arranges by operand names: a, b, c (or d) as an MMA with B above C and A left of C; src, dst and
/// ref side by side; anything else side by side.
Picture arrange(std::string type, std::vector<ThreadValueMap> operands);
/// Grids side by side (one layout, or before and after a swizzle).
Picture arrange(std::string type, std::vector<IndexGrid> grids);

// --- From geometry ---------------------------------------------------------------------------------

/// Tile shapes: A (m,k), B (n,k), C (m,n), all column-major.
layout::Result<Picture> mmaPicture(std::string type, const layout::MmaAtomLayouts &atom);
layout::Result<Picture> mmaPicture(std::string type, const layout::TiledMma &mma);
/// src, dst and ref over a tile of one row per thread group: rows = 1, cols = largest cosize.
layout::Result<Picture> copyPicture(std::string type, const layout::CopyAtomLayouts &atom);
/// src and dst over the tile of the copy.
layout::Result<Picture> copyPicture(std::string type, const layout::TiledCopy &copy);
/// The offsets of a layout; a swizzled or composed one is drawn beside its linear layout.
layout::Result<Picture> layoutPicture(const layout::AnyLayout &layout);

} // namespace scene
