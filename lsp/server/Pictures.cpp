#include "lsp/server/Pictures.h"

#include "dialects/layout/Parser.h"

#include <algorithm>
#include <cmath>
#include <map>

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

std::string compactSvg(const scene::Picture &picture) {
  // Panels side by side; cells small enough that all fit into a hover.
  // Source and destination are mostly the same map: drawn once, with both names.
  std::vector<std::pair<const scene::Panel *, std::string>> panels;
  for (const scene::Panel &panel : picture.panels) {
    auto same = std::find_if(panels.begin(), panels.end(), [&](const auto &other) {
      return panel.isMap() && other.first->isMap() && panel.transposed == other.first->transposed &&
             panel.map().rows() == other.first->map().rows() &&
             panel.map().cols() == other.first->map().cols() &&
             panel.map().layout() == other.first->map().layout();
    });
    if (same == panels.end())
      panels.emplace_back(&panel, panel.title);
    else
      same->second += ", " + panel.title;
  }
  int64_t rows = 1, columns = 0;
  for (const auto &[drawn, title] : panels) {
    const scene::Panel &panel = *drawn;
    rows = std::max(rows, panel.displayRows());
    columns += panel.displayCols();
  }
  int64_t cell = std::clamp<int64_t>(720 / std::max<int64_t>({rows, columns, 1}), 2, 16);
  constexpr int64_t gap = 12, heading = 18;
  int64_t width = gap, height = rows * cell + heading + gap;
  std::string body;
  for (const auto &[drawn, title] : panels) {
    const scene::Panel &panel = *drawn;
    int64_t panelRows = panel.displayRows(), panelColumns = panel.displayCols();
    std::string at = std::to_string(width);
    body += "<text x=\"" + at + "\" y=\"13\">" + title + "</text>";
    // Cells by colour; neighbours in a row of one colour become one stroke as wide as a row.
    std::map<std::string, std::string> paths;
    scene::ThreadPalette palette(std::max<int64_t>(1, panel.isMap() ? panel.map().threads() : 1));
    double range =
        panel.isMap()
            ? 1
            : double(std::max<int64_t>(1, panel.grid().maxOffset() - panel.grid().minOffset()));
    auto color = [&](int64_t row, int64_t column) -> std::string {
      scene::Cell element = panel.toElement({row, column});
      if (panel.isMap()) {
        std::optional<scene::Owner> owner = panel.map().firstOwner(element);
        return owner ? palette.color(owner->thread).hex() : "#ffffff";
      }
      double part = double(panel.grid().offsetOf(element) - panel.grid().minOffset()) / range;
      // Few shades, so that the picture stays small.
      return scene::rampColor(std::round(part * 63) / 63, scene::Theme::Light).hex();
    };
    for (int64_t row = 0; row < panelRows; ++row)
      for (int64_t column = 0; column < panelColumns;) {
        std::string fill = color(row, column);
        int64_t end = column + 1;
        while (end < panelColumns && color(row, end) == fill)
          ++end;
        paths[fill] += "M" + std::to_string(column) + " " + std::to_string(row) + "h" +
                       std::to_string(end - column);
        column = end;
      }
    body += "<g transform=\"translate(" + at + " " + std::to_string(heading) + ") scale(" +
            std::to_string(cell) + ")\"><g transform=\"translate(0 .5)\">";
    for (const auto &[fill, path] : paths)
      body += "<path stroke=\"" + fill + "\" d=\"" + path + "\"/>";
    body += "</g>";
    // The grid lines.
    std::string lines;
    for (int64_t row = 0; row <= panelRows; ++row)
      lines += "M0 " + std::to_string(row) + "h" + std::to_string(panelColumns);
    for (int64_t column = 0; column <= panelColumns; ++column)
      lines += "M" + std::to_string(column) + " 0v" + std::to_string(panelRows);
    body +=
        "<path fill=\"none\" stroke=\"#00000040\" stroke-width=\".06\" d=\"" + lines + "\"/></g>";
    width += panelColumns * cell + gap;
  }
  std::string size = std::to_string(width) + "\" height=\"" + std::to_string(height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\"><rect width=\"" + size +
         "\" fill=\"#fff\"/><g font-family=\"sans-serif\" font-size=\"12\">" + body + "</g></svg>";
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
