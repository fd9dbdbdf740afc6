// Pictures as text, tables, JSON, SVG, TikZ and Typst. The same picture always gives the same
// bytes.
#pragma once

#include "visualizer/scene/Color.h"
#include "visualizer/scene/Selection.h"

namespace scene {

enum class Format { Text, Csv, Json, Svg, TikZ, Typst };

/// "text", "csv", "json", "svg", "tikz", "typst".
std::optional<Format> parseFormat(std::string_view name);
std::string_view formatName(Format format);

struct WriteOptions {
  Theme theme = Theme::Light;
  Scheme scheme = Scheme::Safe;
  Selection selection;  ///< lit in the drawn formats
  bool full = false;    ///< lifts the limits below
  bool heading = true;  ///< type and layout texts above the drawing (drawn formats)
  double cellSize = 34; ///< edge of a cell in px (SVG), 1/96 inch (TikZ, Typst)
  bool tooltips = true; ///< SVG: a title per element, left out above 4,096 elements
};

/// Limits of a picture without `full`, in elements over all panels (JSON: owners per operand).
/// SVG draws larger pictures coarsened, one box for several elements, and says so in the picture;
/// JSON then leaves `owners` out; the others refuse with a reason that names both numbers.
inline constexpr int64_t maxTextCells = 65536, maxCsvRows = 4194304, maxJsonOwners = 65536,
                         maxSvgCells = 65536, maxTikzCells = 16384, maxTypstCells = 16384;

layout::Result<std::string> write(const Picture &picture, Format format,
                                  const WriteOptions &options = {});

/// Rows of elements, each the owners of that element; one block per operand.
layout::Result<std::string> writeText(const Picture &picture, const WriteOptions &options = {});
/// operand,thread,value,row,col (maps) or layout,row,col,offset (grids); one header line.
layout::Result<std::string> writeCsv(const Picture &picture, const WriteOptions &options = {});
/// {"type", "operands": [{"name", "tile": [rows, cols], "threads", "values", "layout",
///   "owners": [[thread, value, row, col], …]}]}; owners by thread, then value. Layout grids carry
/// "offsets": [[row, col, offset], …] in place of threads, values and owners.
layout::Result<std::string> writeJson(const Picture &picture, const WriteOptions &options = {});
layout::Result<std::string> writeSvg(const Picture &picture, const WriteOptions &options = {});
/// A standalone LaTeX document.
layout::Result<std::string> writeTikz(const Picture &picture, const WriteOptions &options = {});
/// A Typst document on built-in functions alone.
layout::Result<std::string> writeTypst(const Picture &picture, const WriteOptions &options = {});

} // namespace scene
