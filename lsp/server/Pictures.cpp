#include "lsp/server/Pictures.h"

#include "dialects/layout/Algebra.h"
#include "dialects/layout/Parser.h"
#include "visualizer/scene/CellLook.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <map>

using llvm::StringRef;

namespace flylsp {

layout::Result<scene::Picture> pictureOf(const TypeFact &type) {
  if (!type.operands.empty()) {
    std::vector<scene::ThreadValueMap> maps;
    for (const OperandFact &operand : type.operands) {
      LAYOUT_TRY(
          scene::ThreadValueMap map,
          scene::ThreadValueMap::create(operand.name, operand.rows, operand.cols, operand.layout));
      maps.push_back(std::move(map));
    }
    return scene::arrange(type.text, std::move(maps));
  }
  if (type.layout.empty())
    return layout::Reason{0, "this type has no layout", {}};
  LAYOUT_TRY(layout::AnyLayout layout, layout::parseAnyLayout(type.layout));
  LAYOUT_TRY(scene::Picture picture, scene::layoutPicture(layout));
  picture.type = type.text;
  return picture;
}

int64_t elementsOf(const TypeFact &type) {
  int64_t sum = 0;
  for (const OperandFact &operand : type.operands)
    sum += operand.rows * operand.cols;
  if (!type.operands.empty() || type.layout.empty())
    return sum;
  layout::Result<layout::AnyLayout> parsed = layout::parseAnyLayout(type.layout);
  if (!parsed || !parsed->isStatic())
    return 0;
  layout::Result<layout::Leaf> size = layout::size(parsed->linear());
  return size ? size->value() : 0;
}

// --- Drawing -------------------------------------------------------------------------------------

namespace {

/// A panel as a hover draws it: what is one long row or column is cut into several.
class Grid {
public:
  explicit Grid(const scene::Panel &panel)
      : panel(&panel), title(panel.title), rows_(panel.displayRows()), cols_(panel.displayCols()) {
    constexpr int64_t longest = 32;
    wrapsRow_ = rows_ == 1 && cols_ > longest;
    wrapsColumn_ = cols_ == 1 && rows_ > longest;
  }

  int64_t rows() const {
    return wrapsRow_ ? (cols_ + line - 1) / line : wrapsColumn_ ? line : rows_;
  }
  int64_t cols() const {
    return wrapsColumn_ ? (rows_ + line - 1) / line : wrapsRow_ ? line : cols_;
  }
  /// What the axes count at a row or column of the drawing.
  int64_t rowNumber(int64_t row) const { return wrapsRow_ ? row * line : row; }
  int64_t colNumber(int64_t col) const { return wrapsColumn_ ? col * line : col; }

  /// The element drawn at a place; nothing behind the end of what is cut.
  std::optional<scene::Cell> elementAt(int64_t row, int64_t col) const {
    if (wrapsRow_)
      col += row * line, row = 0;
    if (wrapsColumn_)
      row += col * line, col = 0;
    if (row >= rows_ || col >= cols_)
      return std::nullopt;
    return panel->toElement({row, col});
  }

  const scene::Panel *panel;
  std::string title;

private:
  static constexpr int64_t line = 16;
  int64_t rows_, cols_;
  bool wrapsRow_ = false, wrapsColumn_ = false;
};

/// Where the grids stand, in pixels, and how large an element is.
struct Placement {
  int64_t cell = 0, width = 0, height = 0;
  std::vector<std::pair<int64_t, int64_t>> origins;
};

/// What cells may say; they say less where it does not fit.
enum class Labels { None, Short, Full };

class HoverDrawing {
public:
  HoverDrawing(const scene::Picture &picture, StringRef unit)
      : painter_(picture, scene::Scheme::Safe, scene::Theme::Light), unit_(unit) {
    for (const scene::Panel &panel : picture.panels) {
      // Source and destination are mostly the same map: drawn once, with both names.
      auto same = std::find_if(grids_.begin(), grids_.end(), [&](const Grid &other) {
        return panel.isMap() && other.panel->isMap() &&
               panel.transposed == other.panel->transposed &&
               panel.map().rows() == other.panel->map().rows() &&
               panel.map().cols() == other.panel->map().cols() &&
               panel.map().layout() == other.panel->map().layout();
      });
      if (picture.kind == scene::PictureKind::Mma || same == grids_.end())
        grids_.emplace_back(panel);
      else
        same->title += ", " + panel.title;
    }
    isMma_ = picture.kind == scene::PictureKind::Mma && grids_.size() == 3;
  }

  /// Elements drawn.
  int64_t cells() const {
    int64_t sum = 0;
    for (const Grid &grid : grids_)
      sum += grid.rows() * grid.cols();
    return sum;
  }

  /// The drawing with one box for `coarse` x `coarse` elements.
  std::string draw(int64_t coarse, Labels labels) {
    coarse_ = coarse;
    letters_ = numbers_ = further_ = false;
    Placement placement = place();
    std::string body;
    for (size_t i = 0; i < grids_.size(); ++i) {
      auto [x, y] = placement.origins[i];
      body += "<g transform=\"translate(" + number(x) + " " + number(y) + ")\">" +
              heading(grids_[i], placement.cell) + boxes(grids_[i], placement.cell);
      if (labels != Labels::None)
        body += labelsOf(grids_[i], placement.cell, labels);
      body += "</g>";
    }
    body += "<text x=\"8\" y=\"" + number(placement.height - 6) + "\">" + legend() + "</text>";
    // No background and middling greys: it stands on light and dark pages.
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(placement.width) +
           "\" height=\"" + number(placement.height) +
           "\"><g font-family=\"sans-serif\" font-size=\"11\" fill=\"#808080\">" + body +
           "</g></svg>";
  }

private:
  static constexpr int64_t above = 30, left = 22, around = 8, gap = 8, below = 22;

  static std::string number(int64_t value) { return std::to_string(value); }
  static std::string number(double value) {
    std::string text = llvm::formatv("{0:f1}", value);
    return StringRef(text).ends_with(".0") ? text.substr(0, text.size() - 2) : text;
  }

  int64_t boxRows(const Grid &grid) const { return (grid.rows() + coarse_ - 1) / coarse_; }
  int64_t boxCols(const Grid &grid) const { return (grid.cols() + coarse_ - 1) / coarse_; }
  std::optional<scene::Cell> elementAt(const Grid &grid, int64_t row, int64_t col) const {
    return grid.elementAt(row * coarse_, col * coarse_);
  }

  std::string titleOf(const Grid &grid) const {
    const scene::Panel &panel = *grid.panel;
    int64_t rows = panel.isMap() ? panel.map().rows() : panel.grid().rows();
    int64_t cols = panel.isMap() ? panel.map().cols() : panel.grid().cols();
    return grid.title + " " + number(rows) + " × " + number(cols);
  }

  /// The largest cells with which everything has a place that a hover shows without scaling.
  Placement place() const {
    constexpr int64_t mostWidth = 600, mostHeight = 620, mostCell = 28;
    for (int64_t cell = mostCell; cell > 2; --cell)
      for (bool stacked : {false, true})
        if (Placement placement = place(cell, stacked);
            placement.width <= mostWidth && placement.height <= mostHeight)
          return placement;
    return place(2, false);
  }

  Placement place(int64_t cell, bool stacked) const {
    Placement result;
    result.cell = cell;
    auto width = [&](const Grid &grid) {
      // As wide as its title.
      return left + std::max(boxCols(grid) * cell, int64_t(titleOf(grid).size()) * 6);
    };
    auto height = [&](const Grid &grid) { return above + boxRows(grid) * cell; };
    if (isMma_) {
      // A left of C, B above it: rows and columns of the product meet their operands.
      int64_t x = around + width(grids_[0]) + gap, y = height(grids_[1]) + gap;
      result.origins = {{around, y}, {x, 0}, {x, y}};
    } else {
      int64_t x = around, y = 0;
      for (const Grid &grid : grids_) {
        result.origins.emplace_back(x, y);
        (stacked ? y : x) += (stacked ? height(grid) : width(grid)) + gap;
      }
    }
    for (size_t i = 0; i < grids_.size(); ++i) {
      auto &[x, y] = result.origins[i];
      result.width = std::max(result.width, x + width(grids_[i]) + around);
      result.height = std::max(result.height, y + height(grids_[i]) + below);
      x += left;
      y += above;
    }
    constexpr int64_t longestLegend = 230;
    result.width = std::max(result.width, longestLegend);
    return result;
  }

  /// Title, and numbers along the axes.
  std::string heading(const Grid &grid, int64_t cell) const {
    std::string text = "<text y=\"-18\">" + titleOf(grid) + "</text>";
    // Numbers of up to three digits need 16 pixels.
    int64_t step = 1;
    while (step * cell < 16)
      step *= 2;
    std::string columns, rows;
    for (int64_t col = 0; col < boxCols(grid); col += step)
      columns += "<tspan x=\"" + number(double(col * cell) + double(cell) / 2) + "\">" +
                 number(grid.colNumber(col * coarse_)) + "</tspan>";
    for (int64_t row = 0; row < boxRows(grid); row += step)
      rows += "<tspan x=\"-4\" y=\"" + number(double(row * cell) + double(cell) / 2 + 3) + "\">" +
              number(grid.rowNumber(row * coarse_)) + "</tspan>";
    return text + "<g font-size=\"8\"><text y=\"-4\" text-anchor=\"middle\">" + columns +
           "</text><text text-anchor=\"end\">" + rows + "</text></g>";
  }

  /// The boxes, one stroked path for each colour: a box is a stroke as wide as it is long, and
  /// neighbours of one colour are one stroke. Along rows or down columns, whichever is shorter.
  std::string boxes(const Grid &grid, int64_t cell) const {
    int64_t rows = boxRows(grid), cols = boxCols(grid);
    std::vector<std::optional<uint32_t>> colors;
    colors.reserve(size_t(rows * cols));
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t col = 0; col < cols; ++col)
        colors.push_back(colorAt(grid, row, col));
    auto strokes = [&](bool down) {
      std::map<uint32_t, std::string> paths;
      int64_t lines = down ? cols : rows, length = down ? rows : cols;
      for (int64_t line = 0; line < lines; ++line)
        for (int64_t at = 0; at < length;) {
          auto color = [&](int64_t place) {
            return colors[size_t(down ? place * cols + line : line * cols + place)];
          };
          int64_t end = at + 1;
          while (end < length && color(end) == color(at))
            ++end;
          if (color(at))
            paths[*color(at)] += "M" + number(down ? line : at) + " " + number(down ? at : line) +
                                 (down ? "v" : "h") + number(end - at);
          at = end;
        }
      std::string text = "<g transform=\"translate(" + std::string(down ? ".5 0" : "0 .5") + ")\">";
      for (const auto &[color, path] : paths)
        text += "<path stroke=\"#" + llvm::utohexstr(color, /*LowerCase=*/true, 6) + "\" d=\"" +
                path + "\"/>";
      return text + "</g>";
    };
    std::string along = strokes(false), down = strokes(true);
    std::string text = "<g transform=\"scale(" + number(cell) +
                       ")\" shape-rendering=\"crispEdges\">" +
                       (down.size() < along.size() ? down : along) + "</g>";
    if (cell < 4)
      return text;
    std::string lines;
    for (int64_t row = 0; row <= rows; ++row)
      lines += "M0 " + number(row * cell) + "h" + number(cols * cell);
    for (int64_t col = 0; col <= cols; ++col)
      lines += "M" + number(col * cell) + " 0v" + number(rows * cell);
    return text + "<path stroke=\"#00000040\" d=\"" + lines + "\"/>";
  }

  /// Nothing for an element without an owner.
  std::optional<uint32_t> colorAt(const Grid &grid, int64_t row, int64_t col) const {
    std::optional<scene::Cell> element = elementAt(grid, row, col);
    if (!element || (grid.panel->isMap() && !grid.panel->map().firstOwner(*element)))
      return std::nullopt;
    return painter_.color(*grid.panel, *element).argb() & 0xffffff;
  }

  /// Thread and value in two lines, the thread alone, or nothing, as it fits; offsets in one.
  std::string labelsOf(const Grid &grid, int64_t cell, Labels labels) {
    std::vector<scene::CellLook> looks;
    size_t longest = 1, longestNumber = 1;
    bool isMap = grid.panel->isMap(), shared = false;
    auto numberOf = [](const scene::CellLook &look) {
      return look.threads.empty() ? look.first : number(look.threads.front());
    };
    for (int64_t row = 0; row < grid.rows(); ++row)
      for (int64_t col = 0; col < grid.cols(); ++col) {
        std::optional<scene::Cell> element = grid.elementAt(row, col);
        const scene::CellLook &look =
            looks.emplace_back(element ? painter_.look(*grid.panel, *element) : scene::CellLook());
        longest = std::max({longest, look.first.size(), look.second.size()});
        longestNumber = std::max(longestNumber, numberOf(look).size());
        shared |= look.threads.size() > 1;
      }
    auto fontFor = [&](size_t length, double most) {
      return std::min(most, double(cell) * 0.94 / (0.6 * double(length)));
    };
    constexpr double smallest = 6;
    double font = fontFor(longest, double(cell) * 0.38);
    bool twoLines = isMap && labels == Labels::Full && font >= smallest;
    if (!twoLines)
      font = fontFor(longestNumber, std::min(10.0, double(cell) * 0.6));
    if (font < smallest)
      return {};
    (twoLines ? letters_ : numbers_) = true;
    further_ |= shared && !twoLines;
    std::string text =
        "<g font-size=\"" + number(font) + "\" fill=\"#000\" text-anchor=\"middle\">";
    for (int64_t row = 0; row < grid.rows(); ++row) {
      std::string first, second;
      for (int64_t col = 0; col < grid.cols(); ++col) {
        const scene::CellLook &look = looks[size_t(row * grid.cols() + col)];
        if (look.fills.empty())
          continue;
        std::string start = "<tspan x=\"" + number(double(col * cell) + double(cell) / 2) + "\"" +
                            (scene::labelColor(look.fills.front()).r ? " fill=\"#fff\">" : ">");
        first += start + (twoLines ? look.first : numberOf(look)) + "</tspan>";
        if (twoLines)
          second += start + look.second + "</tspan>";
      }
      double middle = double(row * cell) + double(cell) / 2;
      text += "<text y=\"" + number(twoLines ? middle - 1 : middle + font * 0.36) + "\">" + first +
              "</text>";
      if (twoLines)
        text += "<text y=\"" + number(middle + font) + "\">" + second + "</text>";
    }
    return text + "</g>";
  }

  /// What colours and labels mean.
  std::string legend() const {
    bool maps = !grids_.empty() && grids_.front().panel->isMap();
    std::string text;
    auto say = [&](bool holds, const std::string &what) {
      if (holds)
        text += (text.empty() ? "" : ", ") + what;
    };
    say(letters_, "T: thread, V: value");
    say(numbers_, maps ? "numbers: threads" : "numbers: " + unit_);
    say(further_, "of several owners the first");
    say(!letters_ && !numbers_, maps ? "one colour per thread" : "darker: larger " + unit_);
    say(coarse_ > 1, "one box for " + number(coarse_) + " × " + number(coarse_) + " elements");
    return text;
  }

  scene::Painter painter_;
  std::string unit_;
  std::vector<Grid> grids_;
  bool isMma_ = false;
  int64_t coarse_ = 1;
  bool letters_ = false, numbers_ = false, further_ = false; ///< among the labels drawn
};

} // namespace

std::string hoverSvg(const scene::Picture &picture, StringRef unit, size_t most) {
  HoverDrawing drawing(picture, unit);
  constexpr int64_t mostLabels = 2048;
  for (Labels labels : {Labels::Full, Labels::Short})
    if (drawing.cells() <= mostLabels)
      if (std::string svg = drawing.draw(1, labels); svg.size() < most)
        return svg;
  // Smaller boxes could not be told apart, and take their time.
  constexpr int64_t mostBoxes = 16384;
  for (int64_t coarse = 1;; coarse *= 2) {
    int64_t boxes = drawing.cells() / (coarse * coarse);
    if (boxes > mostBoxes)
      continue;
    if (std::string svg = drawing.draw(coarse, Labels::None); svg.size() < most || boxes <= 1)
      return svg;
  }
}

std::string smallGrid(const scene::Picture &picture) {
  const scene::Panel *panel = nullptr;
  for (std::string_view name : {"d", "c", "dst", "layout"})
    if (!panel)
      panel = picture.find(name);
  if (!panel && !picture.panels.empty())
    panel = &picture.panels.back();
  if (!panel)
    return {};
  constexpr int64_t mostRows = 20, mostColumns = 16;
  int64_t rows = panel->displayRows(), columns = panel->displayCols();
  int64_t shownRows = std::min(rows, mostRows), shownColumns = std::min(columns, mostColumns);
  auto cell = [&](int64_t row, int64_t column) -> std::string {
    scene::Cell element = panel->toElement({row, column});
    if (!panel->isMap())
      return std::to_string(panel->grid().offsetOf(element));
    std::optional<scene::Owner> owner = panel->map().firstOwner(element);
    if (!owner)
      return ".";
    std::string text = "T" + std::to_string(owner->thread) + "V" + std::to_string(owner->value);
    // More threads hold it, too.
    return panel->map().ownerCount(element) > 1 ? text + "+" : text;
  };
  std::vector<std::vector<std::string>> cells(static_cast<size_t>(shownRows));
  std::vector<size_t> widths(static_cast<size_t>(shownColumns), 1);
  for (int64_t row = 0; row < shownRows; ++row)
    for (int64_t column = 0; column < shownColumns; ++column) {
      std::string text = cell(row, column);
      widths[size_t(column)] = std::max(widths[size_t(column)], text.size());
      cells[size_t(row)].push_back(std::move(text));
    }
  std::string text = panel->summary() + "\n";
  for (const std::vector<std::string> &row : cells) {
    std::string line;
    for (size_t column = 0; column < row.size(); ++column) {
      if (column)
        line += std::string(1 + widths[column - 1] - row[column - 1].size(), ' ');
      line += row[column];
    }
    text += line + (shownColumns < columns ? " …" : "") + "\n";
  }
  auto more = [](int64_t count, const char *what) {
    return std::to_string(count) + " more " + what + (count == 1 ? "" : "s");
  };
  if (shownRows < rows)
    text += "… " + more(rows - shownRows, "row") +
            (shownColumns < columns ? ", " + more(columns - shownColumns, "column") : "") + "\n";
  else if (shownColumns < columns)
    text += "… " + more(columns - shownColumns, "column") + "\n";
  return text;
}

} // namespace flylsp
