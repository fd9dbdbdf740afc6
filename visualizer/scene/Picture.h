// Whole pictures: several operands arranged on one sheet, without any drawing code.
#pragma once

#include "dialects/layout/Tiled.h"
#include "visualizer/scene/Banks.h"
#include "visualizer/scene/ThreadValueMap.h"

#include <variant>

namespace scene {

/// One grid of a picture.
struct Panel {
  std::variant<ThreadValueMap, IndexGrid> content;
  std::string title;            ///< such as "A"
  std::string rowAxis, colAxis; ///< names of the display axes, such as "m" and "k"; may be empty
  bool transposed = false;      ///< B is drawn with k downwards and n to the right
  /// Of a grid: cells are coloured by bank, and the coverage text tells the conflict degrees.
  std::optional<BankView> banks = {};

  bool isMap() const { return std::holds_alternative<ThreadValueMap>(content); }
  const ThreadValueMap &map() const { return std::get<ThreadValueMap>(content); }
  const IndexGrid &grid() const { return std::get<IndexGrid>(content); }
  const std::string &name() const;
  std::string layoutText() const;
  std::string coverageText() const;

  int64_t displayRows() const;
  int64_t displayCols() const;
  /// From the place on the screen to the element and back.
  Cell toElement(Cell display) const {
    return transposed ? Cell{display.col, display.row} : display;
  }
  Cell toDisplay(Cell element) const {
    return transposed ? Cell{element.col, element.row} : element;
  }
  /// Names of the axes of the tile itself: rows, then columns.
  const std::string &elementRowAxis() const { return transposed ? colAxis : rowAxis; }
  const std::string &elementColAxis() const { return transposed ? rowAxis : colAxis; }
  /// "A 32 x 4, 256 threads x 1 value".
  std::string summary() const;
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

  /// Colours the grids by bank; without a view by offset again.
  void showBanks(const std::optional<BankView> &view);
  /// Most banks of any panel, 0 when none is coloured by bank.
  int64_t banks() const;
  /// Most threads of any operand (palettes are made for it); 0 for a picture of layouts alone.
  int64_t threads() const;
  int64_t values() const;
  int64_t cells() const;
  const Panel *find(std::string_view name) const;
  /// The same picture with the panels of that name alone; nothing when there is none.
  std::optional<Picture> only(std::string_view name) const;
};

/// Room around the grids, in the unit of the sheet (pixels, mostly).
struct Margins {
  double above = 44;     ///< title and column numbers
  double left = 34;      ///< row numbers
  double gap = 26;       ///< between panels, beyond the above
  double around = 12;    ///< right and bottom edge
  double minPanel = 120; ///< a panel takes at least this width, for its title
};

/// Where the panels of a picture stand: an MMA has B above C and A left of C, everything else
/// stands side by side. y runs downwards; the unit is that of `cell`, the edge of an element.
struct Sheet {
  double cell = 1, width = 0, height = 0;
  struct Point {
    double x = 0, y = 0;
  };
  std::vector<Point> origins; ///< top left corner of the element displayed at (0, 0), per panel

  /// The element under a point.
  std::optional<Hit> hitTest(const Picture &picture, double x, double y) const;
};
Sheet layOut(const Picture &picture, double cell, const Margins &margins = {});

// --- Arranging maps that are already there
// --------------------------------------------------------

/// The kind follows from the operand names: a, b and c (or d) are an MMA, src and dst a copy.
Picture arrange(std::string type, std::vector<ThreadValueMap> operands);
/// Grids side by side (one layout, or before and after a swizzle).
Picture arrange(std::string type, std::vector<IndexGrid> grids);

// --- From geometry
// ---------------------------------------------------------------------------------

/// Tile shapes: A (m,k), B (n,k), C (m,n), all column-major.
layout::Result<Picture> mmaPicture(std::string type, const layout::MmaAtomLayouts &atom);
layout::Result<Picture> mmaPicture(std::string type, const layout::TiledMma &mma);
/// The tile that a copy atom alone is drawn on: as many rows as a thread has values, so that values
/// that follow each other run down one column; one row when that does not divide the elements.
layout::Result<std::pair<int64_t, int64_t>> copyAtomTile(const layout::CopyAtomLayouts &atom);
/// src, dst and ref over `copyAtomTile`.
layout::Result<Picture> copyPicture(std::string type, const layout::CopyAtomLayouts &atom);
/// src and dst over the tile of the copy.
layout::Result<Picture> copyPicture(std::string type, const layout::TiledCopy &copy);
/// The offsets of a layout; a swizzled or composed one is drawn beside its linear layout.
layout::Result<Picture> layoutPicture(const layout::AnyLayout &layout);

} // namespace scene
