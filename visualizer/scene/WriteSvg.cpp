#include "visualizer/scene/WriteDrawing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace scene {

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.2f", value);
  std::string s = text;
  s.erase(s.find_last_not_of('0') + 1);
  if (s.back() == '.')
    s.pop_back();
  return s == "-0" ? "0" : s;
}

std::vector<std::string> wrap(const std::string &text, size_t width) {
  std::vector<std::string> lines;
  width = std::max<size_t>(width, 8);
  size_t at = 0;
  while (text.size() - at > width) {
    size_t cut = text.find_last_of(",> )", at + width - 1);
    // A break in the first half would leave ragged, short lines.
    if (cut == std::string::npos || cut < at + width / 2)
      cut = at + width - 1;
    lines.push_back(text.substr(at, cut + 1 - at));
    at = cut + 1;
    while (at < text.size() && text[at] == ' ')
      ++at;
  }
  if (at < text.size() || lines.empty())
    lines.push_back(text.substr(at));
  return lines;
}

Legend legendOf(const Picture &picture) {
  Legend legend;
  for (const Panel &panel : picture.panels) {
    if (!panel.isMap()) {
      (panel.banks ? legend.banks : legend.grids) = true;
      continue;
    }
    legend.maps = true;
    const Coverage &c = panel.map().coverage();
    legend.broadcast |= c.broadcast > 0;
    legend.overlap |= c.overlapping > 0;
    legend.empty |= c.empty > 0;
  }
  return legend;
}

int64_t coarseness(const Picture &picture, int64_t limit) {
  for (int64_t n = 1;; ++n) {
    int64_t boxes = 0;
    for (const Panel &panel : picture.panels)
      boxes += ((panel.displayRows() + n - 1) / n) * ((panel.displayCols() + n - 1) / n);
    if (boxes <= limit)
      return n;
  }
}

static std::string escape(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      // Control characters are not allowed in XML.
      out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

namespace {

class SvgWriter {
public:
  SvgWriter(const Picture &picture, const WriteOptions &options)
      : picture_(picture), options_(options), painter_(picture, options.scheme, options.theme),
        theme_(themeColors(options.theme)), highlight_(picture, options.selection) {}

  std::string run();

private:
  void text(double x, double y, std::string_view cssClass, std::string_view words);
  void rect(double x, double y, double w, double h, std::string_view rest);
  void panel(size_t index, const Sheet &sheet, double top, int64_t step);
  void cell(size_t index, Cell element, double x, double y, double edge);
  double heading(double width);
  double legend(double y);

  const Picture &picture_;
  const WriteOptions &options_;
  Painter painter_;
  ThemeColors theme_;
  Highlight highlight_;
  bool labels_ = true, tooltips_ = false;
  std::string body_;
};

} // namespace

void SvgWriter::text(double x, double y, std::string_view cssClass, std::string_view words) {
  body_ += "<text class=\"" + std::string(cssClass) + "\" x=\"" + number(x) + "\" y=\"" +
           number(y) + "\">" + escape(words) + "</text>\n";
}

void SvgWriter::rect(double x, double y, double w, double h, std::string_view rest) {
  body_ += "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(w) +
           "\" height=\"" + number(h) + "\" " + std::string(rest) + "/>";
}

void SvgWriter::cell(size_t index, Cell element, double x, double y, double edge) {
  const Panel &panel = picture_.panels[index];
  CellLook look = painter_.look(panel, element);
  const bool lit = highlight_.covers(picture_, index, element);
  const bool dim = highlight_.active() && !lit;
  auto shade = [&](Rgb color) { return dim ? mix(color, theme_.background, 0.78) : color; };
  const bool group = tooltips_ || panel.isMap();
  if (group)
    body_ += "<g class=\"cell\" data-row=\"" + std::to_string(element.row) + "\" data-col=\"" +
             std::to_string(element.col) + "\">";
  if (tooltips_) {
    std::string tip = panel.title + " (" + std::to_string(element.row) + ", " +
                      std::to_string(element.col) + "): ";
    if (panel.isMap()) {
      std::string owners = ownersText(panel.map(), element);
      tip += owners.empty() ? "no owner" : owners;
    } else {
      tip += "offset " + look.first;
    }
    body_ += "<title>" + escape(tip) + "</title>";
  }
  const double inset = edge > 6 ? 0.5 : 0; // leaves a line of background between cells
  double x0 = x + inset, y0 = y + inset, size = edge - 2 * inset;
  if (look.fills.empty())
    rect(x0, y0, size, size, "class=\"empty\"");
  for (size_t i = 0; i < look.fills.size(); ++i) {
    FillBox box = fillBox(i, look.fills.size());
    std::string rest = "fill=\"" + shade(look.fills[i]).hex() + "\"";
    if (i < look.threads.size())
      rest += " class=\"t" + std::to_string(look.threads[i]) + "\"";
    rect(x0 + box.x * size, y0 + box.y * size, box.width * size, box.height * size, rest);
  }
  if (look.sharing == Sharing::Overlap)
    rect(x + 1.5, y + 1.5, edge - 3, edge - 3, "class=\"overlap\"");
  if (lit)
    rect(x + 1, y + 1, edge - 2, edge - 2, "class=\"lit\"");
  if (labels_ && !look.first.empty()) {
    Rgb ink = labelColor(look.fills.empty() ? theme_.emptyCell : look.fills[0]);
    if (dim)
      ink = mix(theme_.mutedText, theme_.background, 0.5);
    std::string color = "\" fill=\"" + ink.hex();
    // Long labels ("T1023V15") shrink to the cell.
    auto fits = [&](const std::string &words) {
      return double(words.size()) * 0.62 * 0.27 <= 0.94 ? std::string("l") : std::string("s");
    };
    double cx = x + edge / 2;
    if (look.second.empty()) {
      text(cx, y + edge * 0.6, fits(look.first) + color, look.first);
    } else {
      text(cx, y + edge * 0.42, fits(look.first) + color, look.first);
      text(cx, y + edge * 0.82, fits(look.second) + color, look.second);
    }
  }
  body_ += group ? "</g>\n" : "\n";
}

void SvgWriter::panel(size_t index, const Sheet &sheet, double top, int64_t step) {
  const Panel &panel = picture_.panels[index];
  const double x = sheet.origins[index].x, y = sheet.origins[index].y + top,
               edge = sheet.cell * double(step);
  body_ += "<g class=\"panel\" data-operand=\"" + escape(panel.name()) + "\">\n";
  std::string size =
      panel.isMap()
          ? std::to_string(panel.map().rows()) + " \u00d7 " + std::to_string(panel.map().cols())
          : std::to_string(panel.grid().rows()) + " \u00d7 " + std::to_string(panel.grid().cols());
  body_ += "<text class=\"title\" x=\"" + number(x) + "\" y=\"" + number(y - 24) + "\">" +
           escape(panel.title) + "</text>\n";
  text(x + 8.6 * double(panel.title.size()) + 8, y - 24, "size",
       panel.rowAxis.empty()
           ? size
           : panel.elementRowAxis() + " \u00d7 " + panel.elementColAxis() + " = " + size);
  // Numbers along the edges, thinned so that they never touch.
  auto every = [&](double room) {
    int64_t n = 1;
    while (double(n) * edge < room)
      n *= 2;
    return n;
  };
  const int64_t rows = (panel.displayRows() + step - 1) / step,
                cols = (panel.displayCols() + step - 1) / step;
  const double digits = double(std::to_string(panel.displayCols()).size());
  for (int64_t c = 0, n = every(digits * 5.6 + 8); c < cols; c += n)
    text(x + (double(c) + 0.5) * edge, y - 6, "rule", std::to_string(c * step));
  for (int64_t r = 0, n = every(11); r < rows; r += n)
    text(x - 6, y + (double(r) + 0.5) * edge + 3.2, "rule end", std::to_string(r * step));
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < cols; ++c)
      cell(index, panel.toElement({r * step, c * step}), x + double(c) * edge, y + double(r) * edge,
           edge);
  body_ += "</g>\n";
}

double SvgWriter::heading(double width) {
  if (!options_.heading)
    return 0;
  double y = 26;
  auto columns = size_t((width - 24) / 7.3);
  for (const std::string &line : wrap(picture_.type, columns)) {
    text(12, y, "type", line);
    y += 17;
  }
  y += 5;
  for (const Panel &panel : picture_.panels) {
    for (const std::string &line :
         wrap(panel.summary() + ": " + panel.layoutText(), size_t((width - 24) / 6.7))) {
      text(12, y, "layout", line);
      y += 15;
    }
    for (const std::string &line : wrap(panel.coverageText(), size_t((width - 24) / 6.2))) {
      text(12, y, "note", line);
      y += 15;
    }
    y += 3;
  }
  return y;
}

double SvgWriter::legend(double y) {
  Legend legend = legendOf(picture_);
  if (!options_.heading || !(legend.maps || legend.grids || legend.banks))
    return y;
  y += 10;
  auto line = [&](std::string_view words) {
    text(34, y + 10, "note", words);
    y += 19;
  };
  if (legend.maps) {
    rect(12, y, 14, 14, "fill=\"" + painter_.palette().color(0).hex() + "\"");
    line("one owner: T thread, V value of that thread; one colour per thread");
  }
  if (legend.broadcast || legend.overlap) {
    // Any second colour will do; half way through the threads is a clearly different one.
    int64_t other = std::max<int64_t>(picture_.threads() / 2, 1);
    rect(12, y, 14, 7, "fill=\"" + painter_.palette().color(0).hex() + "\"");
    rect(12, y + 7, 14, 7, "fill=\"" + painter_.palette().color(other).hex() + "\"");
    line("split: held by several threads or values; +n counts the owners without a label");
  }
  if (legend.overlap) {
    rect(12, y, 14, 14, "fill=\"" + painter_.palette().color(0).hex() + "\"");
    rect(13.5, y + 1.5, 11, 11, "class=\"overlap\"");
    line("overlap: different coordinates of the layout reach this element");
  }
  if (legend.empty) {
    rect(12, y, 14, 14, "class=\"empty\"");
    line("no owner");
  }
  if (legend.banks) {
    rect(12, y, 14, 14, "fill=\"" + painter_.palette().color(0).hex() + "\"");
    line("offset in elements, bN: bank of its first byte; one colour per bank");
  }
  if (legend.grids) {
    rect(12, y, 5, 14, "fill=\"" + rampColor(0, options_.theme).hex() + "\"");
    rect(17, y, 4, 14, "fill=\"" + rampColor(0.5, options_.theme).hex() + "\"");
    rect(21, y, 5, 14, "fill=\"" + rampColor(1, options_.theme).hex() + "\"");
    line("offset in elements, from the lowest to the highest; xN: N coordinates yield it");
  }
  return y;
}

std::string SvgWriter::run() {
  const int64_t step = options_.full ? 1 : coarseness(picture_, maxSvgCells);
  double edge = std::clamp(options_.cellSize, 2.0, 200.0);
  if (step > 1)
    edge = std::min(edge, 6.0) / double(step);
  labels_ = step == 1 && edge >= 20;
  tooltips_ = options_.tooltips && picture_.cells() <= 4096;

  Sheet sheet = layOut(picture_, edge);
  double width = options_.heading ? std::max(sheet.width, 560.0) : sheet.width;
  double top = heading(width);
  if (step > 1) {
    for (const std::string &line :
         wrap("coarsened: one box stands for " + std::to_string(step) + " x " +
                  std::to_string(step) + " elements and shows the first of them; " +
                  std::to_string(picture_.cells()) + " elements are more than the " +
                  std::to_string(maxSvgCells) + " drawn one by one",
              size_t((width - 24) / 6.2))) {
      text(12, top + 12, "note warn", line);
      top += 16;
    }
    top += 8;
  }
  for (size_t i = 0; i < picture_.panels.size(); ++i)
    panel(i, sheet, top, step);
  double height = legend(top + sheet.height) + (options_.heading ? 8 : 0);

  std::string head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(std::ceil(width)) +
      "\" height=\"" + number(std::ceil(height)) + "\" viewBox=\"0 0 " + number(std::ceil(width)) +
      " " + number(std::ceil(height)) +
      "\" class=\"fly\" font-family=\"DejaVu Sans, Segoe UI, Helvetica, Arial, sans-serif\">\n"
      "<title>" +
      escape(picture_.type) + "</title>\n<style>\n";
  head += ".fly .type,.fly .layout{font-family:DejaVu Sans Mono,Menlo,Consolas,monospace;fill:" +
          theme_.text.hex() + "}\n";
  head += ".fly .type{font-size:12px}\n.fly .layout{font-size:11px}\n";
  head += ".fly .note,.fly .size{font-size:11px;fill:" + theme_.mutedText.hex() + "}\n";
  head += ".fly .warn{fill:" + theme_.danger.hex() + "}\n";
  head += ".fly .title{font-size:13px;font-weight:bold;fill:" + theme_.text.hex() + "}\n";
  head += ".fly .rule{font-size:9px;fill:" + theme_.mutedText.hex() +
          ";text-anchor:middle}\n.fly .end{text-anchor:end}\n";
  head += ".fly .l,.fly .s{text-anchor:middle}\n.fly .l{font-size:" + number(edge * 0.27) +
          "px}\n.fly .s{font-size:" + number(edge * 0.2) + "px}\n";
  head += ".fly .empty{fill:" + theme_.emptyCell.hex() + "}\n";
  head += ".fly .overlap{fill:none;stroke:" + theme_.danger.hex() + ";stroke-width:2px}\n";
  head += ".fly .lit{fill:none;stroke:" + theme_.text.hex() + ";stroke-width:1.6px}\n</style>\n";
  head += "<rect x=\"0\" y=\"0\" width=\"" + number(std::ceil(width)) + "\" height=\"" +
          number(std::ceil(height)) + "\" fill=\"" + theme_.background.hex() + "\"/>\n";
  return head + body_ + "</svg>\n";
}

layout::Result<std::string> writeSvg(const Picture &picture, const WriteOptions &options) {
  return SvgWriter(picture, options).run();
}

} // namespace scene
