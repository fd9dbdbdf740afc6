// Drawings for typesetting: TikZ and Typst.
#include "visualizer/scene/WriteDrawing.h"

#include <map>

namespace scene {

static layout::Reason refuse(const Picture &picture, std::string_view format, int64_t limit) {
  return {0,
          "the picture has " + std::to_string(picture.cells()) + " elements, more than the " +
              std::to_string(limit) + " drawn as " + std::string(format),
          "ask for one operand, for svg, or lift the limit with --full"};
}

/// A colour used in a document, under a short name given in order of appearance.
namespace {
class ColorNames {
public:
  explicit ColorNames(std::string prefix) : prefix_(std::move(prefix)) {}
  const std::string &of(Rgb color) {
    auto [it, fresh] = names_.try_emplace(color.argb());
    if (fresh) {
      it->second = prefix_;
      // Letters only: TeX control words and Typst names both take them.
      for (size_t n = order_.size();; n = n / 26 - 1) {
        it->second.insert(it->second.begin() + ptrdiff_t(prefix_.size()), char('a' + n % 26));
        if (n < 26)
          break;
      }
      order_.push_back(color);
    }
    return it->second;
  }
  const std::vector<Rgb> &order() const { return order_; }

private:
  std::string prefix_;
  std::map<uint32_t, std::string> names_;
  std::vector<Rgb> order_;
};
} // namespace

static std::string texEscape(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
    case '\\':
      out += "\\textbackslash{}";
      break;
    case '{':
    case '}':
    case '$':
    case '&':
    case '#':
    case '%':
    case '_':
      (out += '\\') += c;
      break;
    case '^':
      out += "\\textasciicircum{}";
      break;
    case '~':
      out += "\\textasciitilde{}";
      break;
    case ',':
      out += ",\\allowbreak{}";
      break; // long types may break here
    default:
      out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

layout::Result<std::string> writeTikz(const Picture &picture, const WriteOptions &options) {
  if (!options.full && picture.cells() > maxTikzCells)
    return refuse(picture, "tikz", maxTikzCells);
  Painter painter(picture, options.scheme, options.theme);
  ThemeColors theme = themeColors(options.theme);
  Highlight highlight(picture, options.selection);
  ColorNames names("flyc");
  // Units of the sheet are px of 1/96 inch, y downwards.
  Sheet sheet = layOut(picture, options.cellSize);
  const double edge = options.cellSize;
  std::string body;
  auto point = [](double x, double y) { return "(" + number(x) + "," + number(y) + ")"; };
  for (size_t i = 0; i < picture.panels.size(); ++i) {
    const Panel &panel = picture.panels[i];
    auto [x0, y0] = sheet.origins[i];
    body += "% " + panel.summary() + "\n";
    body += "\\node[title] at " + point(x0, y0 - 30) + " {" + texEscape(panel.title) + "};\n";
    for (int64_t c = 0; c < panel.displayCols(); ++c)
      body += "\\node[rule] at " + point(x0 + (double(c) + 0.5) * edge, y0 - 8) + " {" +
              std::to_string(c) + "};\n";
    for (int64_t r = 0; r < panel.displayRows(); ++r)
      body += "\\node[rule] at " + point(x0 - 12, y0 + (double(r) + 0.5) * edge) + " {" +
              std::to_string(r) + "};\n";
    for (int64_t r = 0; r < panel.displayRows(); ++r)
      for (int64_t c = 0; c < panel.displayCols(); ++c) {
        Cell element = panel.toElement({r, c});
        CellLook look = painter.look(panel, element);
        bool dim = highlight.active() && !highlight.covers(picture, i, element);
        double x = x0 + double(c) * edge, y = y0 + double(r) * edge;
        auto fill = [&](Rgb color, FillBox box) {
          body += "\\fill[" + names.of(dim ? mix(color, theme.background, 0.78) : color) + "] " +
                  point(x + box.x * edge, y + box.y * edge) + " rectangle " +
                  point(x + (box.x + box.width) * edge, y + (box.y + box.height) * edge) + ";";
        };
        if (look.fills.empty())
          fill(theme.emptyCell, {0, 0, 1, 1});
        for (size_t f = 0; f < look.fills.size(); ++f)
          fill(look.fills[f], fillBox(f, look.fills.size()));
        body += std::string("\\draw[") + (look.sharing == Sharing::Overlap ? "overlap" : "edge") +
                "] " + point(x, y) + " rectangle " + point(x + edge, y + edge) + ";";
        if (!look.first.empty()) {
          Rgb ink = labelColor(look.fills[0]);
          std::string style = "\\node[cell,text=" + names.of(ink) + "] at ";
          if (look.second.empty())
            body += style + point(x + edge / 2, y + edge / 2) + " {" + look.first + "};";
          else
            body.append(style)
                .append(point(x + edge / 2, y + edge * 0.27) + " {" + look.first + "};")
                .append(style)
                .append(point(x + edge / 2, y + edge * 0.73) + " {" + look.second + "};");
        }
        body += "\n";
      }
  }
  // The default fonts at any size, as outlines, and nothing beyond a basic TeX. Their typewriter
  // face has < > | in place.
  std::string out = "\\RequirePackage{fix-cm}\n\\documentclass[tikz,border=4mm]{standalone}\n";
  std::string colors;
  for (Rgb color : names.order()) {
    std::string hex = color.hex().substr(1);
    for (char &c : hex)
      c = char(std::toupper(static_cast<unsigned char>(c)));
    colors += "\\definecolor{" + names.of(color) + "}{HTML}{" + hex + "}\n";
  }
  auto html = [](Rgb color) {
    std::string hex = color.hex().substr(1);
    for (char &c : hex)
      c = char(std::toupper(static_cast<unsigned char>(c)));
    return hex;
  };
  out += colors + "\\definecolor{flypage}{HTML}{" + html(theme.background) +
         "}\n\\definecolor{flyink}{HTML}{" + html(theme.text) +
         "}\n\\definecolor{flymuted}{HTML}{" + html(theme.mutedText) +
         "}\n\\definecolor{flydanger}{HTML}{" + html(theme.danger) + "}\n";
  out += "\\begin{document}\n\\begin{tikzpicture}[x=0.0104166in,y=-0.0104166in,\n"
         "  title/.style={anchor=west,inner sep=0,font=\\sffamily\\bfseries\\small,text=flyink},\n"
         "  note/.style={anchor=north west,inner "
         "sep=0,font=\\ttfamily\\scriptsize,text=flyink,align=left},\n"
         "  rule/.style={inner sep=0,font=\\sffamily\\tiny,text=flymuted},\n"
         "  cell/.style={inner sep=0,font=\\sffamily\\fontsize{" +
         number(edge * 0.2) + "}{" + number(edge * 0.24) +
         "}\\selectfont},\n  edge/.style={draw=flypage,line width=0.4pt},\n"
         "  overlap/.style={draw=flydanger,line width=1.2pt}]\n";
  if (options.theme == Theme::Dark)
    out += "\\fill[flypage] (0,0) rectangle (" + number(sheet.width) + "," + number(sheet.height) +
           ");\n";
  out += body;
  if (options.heading) {
    std::string words = texEscape(picture.type);
    for (const Panel &panel : picture.panels)
      words += "\\\\\n" + texEscape(panel.summary() + ": " + panel.layoutText()) + "\\\\\n" +
               texEscape(panel.coverageText());
    out += "\\node[note,text width=" + number(std::max(sheet.width, 480.0) * 0.0104166) +
           "in] at " + point(8, sheet.height + 8) + " {" + words + "};\n";
  }
  return out + "\\end{tikzpicture}\n\\end{document}\n";
}

static std::string typstString(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + "\"";
}

layout::Result<std::string> writeTypst(const Picture &picture, const WriteOptions &options) {
  if (!options.full && picture.cells() > maxTypstCells)
    return refuse(picture, "typst", maxTypstCells);
  Painter painter(picture, options.scheme, options.theme);
  ThemeColors theme = themeColors(options.theme);
  Highlight highlight(picture, options.selection);
  ColorNames names("k-");
  Sheet sheet = layOut(picture, options.cellSize);
  const double edge = options.cellSize, unit = 0.75; // px to pt
  auto pt = [&](double v) { return number(v * unit) + "pt"; };
  std::string body;
  for (size_t i = 0; i < picture.panels.size(); ++i) {
    const Panel &panel = picture.panels[i];
    auto [x0, y0] = sheet.origins[i];
    body += "  // " + panel.summary() + "\n";
    body += "  put(" + pt(x0) + ", " + pt(y0 - 36) + ", text(10pt, weight: \"bold\", " +
            typstString(panel.title) + "))\n";
    for (int64_t c = 0; c < panel.displayCols(); ++c)
      body += "  rule(" + pt(x0 + double(c) * edge) + ", " + pt(y0 - 16) + ", " + pt(edge) +
              ", 12pt, \"" + std::to_string(c) + "\")\n";
    for (int64_t r = 0; r < panel.displayRows(); ++r)
      body += "  rule(" + pt(x0 - 28) + ", " + pt(y0 + double(r) * edge) + ", 20pt, " + pt(edge) +
              ", \"" + std::to_string(r) + "\")\n";
    for (int64_t r = 0; r < panel.displayRows(); ++r)
      for (int64_t c = 0; c < panel.displayCols(); ++c) {
        Cell element = panel.toElement({r, c});
        CellLook look = painter.look(panel, element);
        bool dim = highlight.active() && !highlight.covers(picture, i, element);
        double x = x0 + double(c) * edge, y = y0 + double(r) * edge;
        if (look.fills.empty())
          look.fills.push_back(theme.emptyCell);
        for (size_t f = 0; f < look.fills.size(); ++f) {
          FillBox box = fillBox(f, look.fills.size());
          Rgb color = dim ? mix(look.fills[f], theme.background, 0.78) : look.fills[f];
          body += "  box-at(" + pt(x + box.x * edge) + ", " + pt(y + box.y * edge) + ", " +
                  pt(box.width * edge) + ", " + pt(box.height * edge) + ", " + names.of(color) +
                  ")\n";
        }
        body += "  cell(" + pt(x) + ", " + pt(y) + ", " + names.of(labelColor(look.fills[0])) +
                ", " + (look.sharing == Sharing::Overlap ? "overlap" : "edge") + ", \"" +
                look.first + "\", \"" + look.second + "\")\n";
      }
  }
  double width = std::max(sheet.width, 480.0);
  std::string out = "#set page(width: auto, height: auto, margin: 4mm, fill: rgb(\"" +
                    theme.background.hex() + "\"))\n#set text(fill: rgb(\"" + theme.text.hex() +
                    "\"))\n";
  for (Rgb color : names.order())
    out += "#let " + names.of(color) + " = rgb(\"" + color.hex() + "\")\n";
  out += "#let edge = 0.4pt + rgb(\"" + theme.background.hex() +
         "\")\n#let overlap = 1.2pt + rgb(\"" + theme.danger.hex() + "\")\n";
  out += "#let put(x, y, body) = place(top + left, dx: x, dy: y, body)\n"
         "#let rule(x, y, w, h, label) = put(x, y, box(width: w, height: h, align(center + "
         "horizon, text(6pt, fill: rgb(\"" +
         theme.mutedText.hex() +
         "\"), label))))\n"
         "#let box-at(x, y, w, h, color) = put(x, y, rect(width: w, height: h, fill: color, "
         "stroke: none))\n"
         "#let cell(x, y, ink, line, first, second) = put(x, y, rect(width: " +
         pt(edge) + ", height: " + pt(edge) +
         ", stroke: line, inset: 0pt, align(center + horizon, text(" + number(edge * 0.2) +
         "pt, fill: ink, if second == \"\" { first } else { first + \"\\n\" + second }))))\n";
  if (options.heading) {
    out += "#block(width: " + pt(width) + ", text(8pt, raw(" + typstString(picture.type) + ")))\n";
    for (const Panel &panel : picture.panels)
      out += "#block(width: " + pt(width) + ", text(7pt, raw(" +
             typstString(panel.summary() + ": " + panel.layoutText()) +
             ")) + linebreak() + text(7pt, " + typstString(panel.coverageText()) + "))\n";
  }
  out += "#box(width: " + pt(width) + ", height: " + pt(sheet.height) + ", {\n" + body + "})\n";
  return out;
}

} // namespace scene
