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
  int64_t rows = 1, columns = 0;
  for (const scene::Panel &panel : picture.panels) {
    rows = std::max(rows, panel.displayRows());
    columns += panel.displayCols();
  }
  int64_t cell = std::clamp<int64_t>(720 / std::max<int64_t>({rows, columns, 1}), 2, 16);
  constexpr int64_t gap = 12, heading = 18;
  int64_t width = gap, height = rows * cell + heading + gap;
  std::string body;
  for (const scene::Panel &panel : picture.panels) {
    int64_t panelRows = panel.displayRows(), panelColumns = panel.displayCols();
    std::string at = std::to_string(width);
    body += "<text x=\"" + at + "\" y=\"13\">" + panel.title + "</text>";
    // Cells by colour; neighbours in a row of one colour become one rectangle.
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
                       std::to_string(end - column) + "v1H" + std::to_string(column) + "z";
        column = end;
      }
    body += "<g transform=\"translate(" + at + " " + std::to_string(heading) + ") scale(" +
            std::to_string(cell) + ")\">";
    for (const auto &[fill, path] : paths)
      body += "<path fill=\"" + fill + "\" d=\"" + path + "\"/>";
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

} // namespace flylsp
