// Formats for machines and terminals: text, CSV, JSON.
#include "visualizer/scene/Writers.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace scene {

static layout::Reason tooLarge(const Picture &picture, std::string_view format, int64_t limit) {
  return {0,
          "the picture has " + std::to_string(picture.cells()) + " elements, more than the " +
              std::to_string(limit) + " written as " + std::string(format),
          "ask for one operand, for json, or lift the limit with --full"};
}

layout::Result<std::string> writeText(const Picture &picture, const WriteOptions &options) {
  if (!options.full && picture.cells() > maxTextCells)
    return tooLarge(picture, "text", maxTextCells);
  std::string out = picture.type + "\n";
  for (const Panel &panel : picture.panels) {
    out += "\n" + panel.summary() + ": " + panel.layoutText() + "\n" + panel.coverageText() + "\n";
    int64_t rows = panel.isMap() ? panel.map().rows() : panel.grid().rows(),
            cols = panel.isMap() ? panel.map().cols() : panel.grid().cols();
    std::vector<std::vector<std::string>> table(size_t(rows) + 1);
    table[0].push_back("");
    for (int64_t c = 0; c < cols; ++c)
      table[0].push_back(panel.elementColAxis() + std::to_string(c));
    for (int64_t r = 0; r < rows; ++r) {
      auto &line = table[size_t(r) + 1];
      line.push_back(panel.elementRowAxis() + std::to_string(r));
      for (int64_t c = 0; c < cols; ++c) {
        std::string text;
        if (panel.isMap()) {
          for (const Owner &owner : panel.map().ownersOf({r, c}))
            text += (text.empty() ? "T" : "/T") + std::to_string(owner.thread) + "V" +
                    std::to_string(owner.value);
          if (text.empty())
            text = "-";
        } else {
          text = std::to_string(panel.grid().offsetOf({r, c}));
        }
        line.push_back(std::move(text));
      }
    }
    std::vector<size_t> width(size_t(cols) + 1, 0);
    for (const auto &line : table)
      for (size_t i = 0; i < line.size(); ++i)
        width[i] = std::max(width[i], line[i].size());
    for (const auto &line : table) {
      std::string text;
      for (size_t i = 0; i < line.size(); ++i) {
        text.append(i ? 2 : 0, ' ');
        // Numbers read better to the right, names to the left.
        if (i && !panel.isMap())
          text.append(width[i] - line[i].size(), ' ');
        text += line[i];
        if (!i || panel.isMap())
          text.append(width[i] - line[i].size(), ' ');
      }
      text.erase(text.find_last_not_of(' ') + 1);
      out += text + "\n";
    }
  }
  return out;
}

layout::Result<std::string> writeCsv(const Picture &picture, const WriteOptions &options) {
  int64_t rows = 0;
  bool maps = false;
  for (const Panel &panel : picture.panels) {
    rows += panel.isMap() ? panel.map().pairs() : panel.grid().cells();
    maps |= panel.isMap();
  }
  if (!options.full && rows > maxCsvRows)
    return layout::Reason{0,
                          "the picture has " + std::to_string(rows) + " rows, more than the " +
                              std::to_string(maxCsvRows) + " written as csv",
                          "ask for one operand or lift the limit with --full"};
  std::string out = maps ? "operand,thread,value,row,col\n" : "layout,row,col,offset\n";
  auto append = [&out](int64_t n) { (out += ',') += std::to_string(n); };
  for (const Panel &panel : picture.panels) {
    if (!panel.isMap()) {
      const IndexGrid &grid = panel.grid();
      for (int64_t r = 0; r < grid.rows(); ++r)
        for (int64_t c = 0; c < grid.cols(); ++c) {
          out += grid.name();
          append(r), append(c), append(grid.offsetOf({r, c}));
          out += '\n';
        }
      continue;
    }
    const ThreadValueMap &map = panel.map();
    for (int64_t t = 0; t < map.threads(); ++t)
      for (int64_t v = 0; v < map.values(); ++v) {
        Cell cell = map.unboundedCellOf(t, v);
        out += map.name();
        append(t), append(v), append(cell.row), append(cell.col);
        out += '\n';
      }
  }
  return out;
}

layout::Result<std::string> writeJson(const Picture &picture, const WriteOptions &options) {
  using Json = nlohmann::ordered_json;
  Json operands = Json::array();
  for (const Panel &panel : picture.panels) {
    Json operand;
    operand["name"] = panel.name();
    if (panel.isMap()) {
      const ThreadValueMap &map = panel.map();
      operand["tile"] = {map.rows(), map.cols()};
      operand["threads"] = map.threads();
      operand["values"] = map.values();
      operand["layout"] = map.layoutText();
      if (options.full || map.pairs() <= maxJsonOwners) {
        Json owners = Json::array();
        for (int64_t t = 0; t < map.threads(); ++t)
          for (int64_t v = 0; v < map.values(); ++v) {
            Cell cell = map.unboundedCellOf(t, v);
            owners.push_back({t, v, cell.row, cell.col});
          }
        operand["owners"] = std::move(owners);
      }
    } else {
      const IndexGrid &grid = panel.grid();
      operand["tile"] = {grid.rows(), grid.cols()};
      operand["layout"] = grid.layoutText();
      if (options.full || grid.cells() <= maxJsonOwners) {
        Json offsets = Json::array();
        for (int64_t r = 0; r < grid.rows(); ++r)
          for (int64_t c = 0; c < grid.cols(); ++c)
            offsets.push_back({r, c, grid.offsetOf({r, c})});
        operand["offsets"] = std::move(offsets);
      }
    }
    operands.push_back(std::move(operand));
  }
  Json json;
  json["type"] = picture.type;
  json["operands"] = std::move(operands);
  // A text from a broken file may hold bytes that are no UTF-8; they must not end the program.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<Format> parseFormat(std::string_view name) {
  for (Format format :
       {Format::Text, Format::Csv, Format::Json, Format::Svg, Format::TikZ, Format::Typst})
    if (formatName(format) == name)
      return format;
  return std::nullopt;
}

std::string_view formatName(Format format) {
  switch (format) {
  case Format::Text:
    return "text";
  case Format::Csv:
    return "csv";
  case Format::Json:
    return "json";
  case Format::Svg:
    return "svg";
  case Format::TikZ:
    return "tikz";
  case Format::Typst:
    return "typst";
  }
  return "";
}

layout::Result<std::string> write(const Picture &picture, Format format,
                                  const WriteOptions &options) {
  switch (format) {
  case Format::Text:
    return writeText(picture, options);
  case Format::Csv:
    return writeCsv(picture, options);
  case Format::Json:
    return writeJson(picture, options);
  case Format::Svg:
    return writeSvg(picture, options);
  case Format::TikZ:
    return writeTikz(picture, options);
  case Format::Typst:
    return writeTypst(picture, options);
  }
  return layout::Reason{0, "unknown format", ""};
}

} // namespace scene
