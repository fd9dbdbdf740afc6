#include "visualizer/scene/Picture.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace scene {

const std::string &Panel::name() const { return isMap() ? map().name() : grid().name(); }
std::string Panel::layoutText() const { return isMap() ? map().layoutText() : grid().layoutText(); }
std::string Panel::coverageText() const {
  if (isMap())
    return map().coverageText();
  return banks ? bankText(*banks, grid()) + "; " + grid().coverageText() : grid().coverageText();
}

int64_t Panel::displayRows() const {
  return isMap() ? (transposed ? map().cols() : map().rows()) : grid().rows();
}
int64_t Panel::displayCols() const {
  return isMap() ? (transposed ? map().rows() : map().cols()) : grid().cols();
}

static std::string counted(int64_t n, const char *noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

std::string Panel::summary() const {
  std::string text = title + " ";
  if (isMap())
    return text + std::to_string(map().rows()) + " x " + std::to_string(map().cols()) + ", " +
           counted(map().threads(), "thread") + " x " + counted(map().values(), "value");
  return text + std::to_string(grid().rows()) + " x " + std::to_string(grid().cols());
}

void Picture::showBanks(const std::optional<BankView> &view) {
  for (Panel &panel : panels)
    if (!panel.isMap())
      panel.banks = view;
}

int64_t Picture::banks() const {
  int64_t most = 0;
  for (const Panel &panel : panels)
    if (panel.banks)
      most = std::max(most, panel.banks->model.banks);
  return most;
}

int64_t Picture::threads() const {
  int64_t most = 0;
  for (const Panel &panel : panels)
    if (panel.isMap())
      most = std::max(most, panel.map().threads());
  return most;
}

int64_t Picture::values() const {
  int64_t most = 0;
  for (const Panel &panel : panels)
    if (panel.isMap())
      most = std::max(most, panel.map().values());
  return most;
}

int64_t Picture::cells() const {
  int64_t sum = 0;
  for (const Panel &panel : panels)
    sum += panel.displayRows() * panel.displayCols();
  return sum;
}

const Panel *Picture::find(std::string_view name) const {
  for (const Panel &panel : panels)
    if (panel.name() == name)
      return &panel;
  return nullptr;
}

/// Indices of a, b and c (or d); nothing unless all three are there.
static std::optional<std::array<size_t, 3>> mmaPanels(const Picture &picture) {
  std::array<size_t, 3> found{SIZE_MAX, SIZE_MAX, SIZE_MAX};
  for (size_t i = picture.panels.size(); i-- > 0;) {
    const std::string &name = picture.panels[i].name();
    if (name == "a")
      found[0] = i;
    else if (name == "b")
      found[1] = i;
    else if (name == "c" || (name == "d" && found[2] == SIZE_MAX))
      found[2] = i;
  }
  if (*std::max_element(found.begin(), found.end()) == SIZE_MAX)
    return std::nullopt;
  return found;
}

Sheet layOut(const Picture &picture, double cell, const Margins &m) {
  Sheet sheet;
  sheet.cell = cell;
  sheet.origins.resize(picture.panels.size());
  auto width = [&](size_t i) {
    return std::max(double(picture.panels[i].displayCols()) * cell, m.minPanel);
  };
  auto height = [&](size_t i) { return double(picture.panels[i].displayRows()) * cell; };
  double x = m.left, y = m.above;
  auto mma = picture.kind == PictureKind::Mma ? mmaPanels(picture) : std::nullopt;
  if (mma) {
    auto [a, b, c] = *mma;
    double right = m.left + width(a) + m.gap + m.left,
           below = m.above + height(b) + m.gap + m.above;
    sheet.origins[a] = {m.left, below};
    sheet.origins[b] = {right, m.above};
    sheet.origins[c] = {right, below};
    // Anything beyond a, b and c goes to the right of C.
    x = right + std::max(width(b), width(c)) + m.gap + m.left;
    y = below;
  }
  for (size_t i = 0; i < picture.panels.size(); ++i) {
    if (!mma || std::find(mma->begin(), mma->end(), i) == mma->end()) {
      sheet.origins[i] = {x, y};
      x += width(i) + m.gap + m.left;
    }
    sheet.width = std::max(sheet.width, sheet.origins[i].x + width(i) + m.around);
    sheet.height = std::max(sheet.height, sheet.origins[i].y + height(i) + m.around);
  }
  return sheet;
}

std::optional<Hit> Sheet::hitTest(const Picture &picture, double x, double y) const {
  for (size_t i = 0; i < picture.panels.size() && i < origins.size(); ++i) {
    const Panel &panel = picture.panels[i];
    double col = std::floor((x - origins[i].x) / cell), row = std::floor((y - origins[i].y) / cell);
    if (col >= 0 && row >= 0 && col < double(panel.displayCols()) &&
        row < double(panel.displayRows()))
      return Hit{i, panel.toElement({int64_t(row), int64_t(col)})};
  }
  return std::nullopt;
}

static std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::optional<Picture> Picture::only(std::string_view name) const {
  Picture picture;
  picture.type = type;
  picture.kind = kind;
  for (const Panel &panel : panels)
    if (panel.name() == name)
      picture.panels.push_back(panel);
  if (picture.panels.empty())
    return std::nullopt;
  return picture;
}

Picture arrange(std::string type, std::vector<ThreadValueMap> operands) {
  Picture picture;
  picture.type = std::move(type);
  for (ThreadValueMap &map : operands) {
    Panel panel{std::move(map), "", "", "", false};
    const std::string &name = panel.name();
    if (name == "a")
      panel.title = "A", panel.rowAxis = "m", panel.colAxis = "k";
    else if (name == "b")
      panel.title = "B", panel.rowAxis = "k", panel.colAxis = "n", panel.transposed = true;
    else if (name == "c" || name == "d")
      panel.title = upper(name), panel.rowAxis = "m", panel.colAxis = "n";
    else if (name == "src")
      panel.title = "source";
    else if (name == "dst")
      panel.title = "destination";
    else if (name == "ref")
      panel.title = "reference";
    else
      panel.title = name;
    picture.panels.push_back(std::move(panel));
  }
  if (mmaPanels(picture))
    picture.kind = PictureKind::Mma;
  else if (picture.find("src") || picture.find("dst"))
    picture.kind = PictureKind::Copy;
  return picture;
}

Picture arrange(std::string type, std::vector<IndexGrid> grids) {
  Picture picture;
  picture.type = std::move(type);
  picture.kind = PictureKind::Layout;
  for (IndexGrid &grid : grids) {
    std::string title = grid.name();
    picture.panels.push_back({std::move(grid), std::move(title), "", "", false});
  }
  return picture;
}

/// Maps of one MMA, or the first reason why one cannot be drawn.
static layout::Result<Picture>
mmaFrom(std::string type,
        const std::vector<std::tuple<const char *, int64_t, int64_t, layout::Layout>> &parts) {
  std::vector<ThreadValueMap> maps;
  for (const auto &[name, rows, cols, threadValue] : parts) {
    LAYOUT_TRY(ThreadValueMap map, ThreadValueMap::create(name, rows, cols, threadValue));
    maps.push_back(std::move(map));
  }
  return arrange(std::move(type), std::move(maps));
}

layout::Result<Picture> mmaPicture(std::string type, const layout::MmaAtomLayouts &atom) {
  const layout::IntTuple &mnk = atom.shapeMNK;
  int64_t extent[3] = {0, 0, 0};
  for (size_t i = 0; i < 3; ++i) {
    if (mnk.isLeaf() || mnk.rank() != 3 || !mnk[i].isLeaf() || !mnk[i].leaf().isStatic())
      return layout::Reason{0, "the shape " + mnk.str() + " is not a static (m,n,k)", ""};
    extent[i] = mnk[i].leaf().value();
  }
  auto [m, n, k] = extent;
  return mmaFrom(std::move(type), {{"a", m, k, atom.a}, {"b", n, k, atom.b}, {"c", m, n, atom.c}});
}

layout::Result<Picture> mmaPicture(std::string type, const layout::TiledMma &mma) {
  std::vector<std::tuple<const char *, int64_t, int64_t, layout::Layout>> parts;
  for (auto [operand, name] :
       {std::pair(layout::MmaOperand::A, "a"), std::pair(layout::MmaOperand::B, "b"),
        std::pair(layout::MmaOperand::C, "c")}) {
    LAYOUT_TRY(auto extent, layout::tileExtent(mma, operand));
    LAYOUT_TRY(layout::Layout threadValue, layout::tiledThreadValue(mma, operand));
    parts.emplace_back(name, extent.first, extent.second, std::move(threadValue));
  }
  return mmaFrom(std::move(type), parts);
}

layout::Result<std::pair<int64_t, int64_t>> copyAtomTile(const layout::CopyAtomLayouts &atom) {
  int64_t most = 1;
  for (const layout::Layout *side : {&atom.src, &atom.dst, &atom.ref}) {
    LAYOUT_TRY(layout::Leaf size, layout::cosize(*side));
    if (!size.isStatic() || size.isBasis())
      return layout::Reason{0, "the layout " + side->str() + " has no static size", ""};
    most = std::max(most, size.value());
  }
  if (atom.ref.isLeaf() || atom.ref.rank() != 2)
    return std::pair<int64_t, int64_t>(1, most);
  LAYOUT_TRY(layout::Leaf values, layout::size(atom.ref[1]));
  int64_t v = values.isStatic() ? values.value() : 1;
  return v > 0 && most % v == 0 ? std::pair(v, most / v) : std::pair<int64_t, int64_t>(1, most);
}

layout::Result<Picture> copyPicture(std::string type, const layout::CopyAtomLayouts &atom) {
  LAYOUT_TRY(auto tile, copyAtomTile(atom));
  LAYOUT_TRY(auto src, ThreadValueMap::create("src", tile.first, tile.second, atom.src));
  LAYOUT_TRY(auto dst, ThreadValueMap::create("dst", tile.first, tile.second, atom.dst));
  LAYOUT_TRY(auto ref, ThreadValueMap::create("ref", tile.first, tile.second, atom.ref));
  return arrange(std::move(type), std::vector{src, dst, ref});
}

layout::Result<Picture> copyPicture(std::string type, const layout::TiledCopy &copy) {
  LAYOUT_TRY(auto extent, layout::tileExtent(copy));
  auto [rows, cols] = extent;
  layout::Layout tile(layout::IntTuple::of({rows, cols}), layout::IntTuple::of({1, rows}));
  std::vector<ThreadValueMap> maps;
  for (auto [side, name] :
       {std::pair(layout::CopySide::Src, "src"), std::pair(layout::CopySide::Dst, "dst")}) {
    LAYOUT_TRY(layout::Layout view, layout::threadValueView(copy, side, tile));
    LAYOUT_TRY(layout::Layout threadValue, layout::take(view, 0, 2));
    LAYOUT_TRY(ThreadValueMap map, ThreadValueMap::create(name, rows, cols, threadValue));
    maps.push_back(std::move(map));
  }
  return arrange(std::move(type), std::move(maps));
}

layout::Result<Picture> layoutPicture(const layout::AnyLayout &layout) {
  LAYOUT_TRY(IndexGrid grid, IndexGrid::create("layout", layout));
  std::vector<IndexGrid> grids{grid};
  if (!layout.isPlain()) {
    // Basis strides yield coordinates, not offsets; then there is no "before".
    if (auto linear = IndexGrid::create("linear", layout::AnyLayout(layout.linear())))
      grids.insert(grids.begin(), *linear);
  }
  return arrange(layout.str(), std::move(grids));
}

} // namespace scene
