#include "visualizer/scene/CellLook.h"

#include <algorithm>

namespace scene {

static std::string label(const Owner &owner) {
  return "T" + std::to_string(owner.thread) + "V" + std::to_string(owner.value);
}

Rgb Painter::gridColor(const Panel &panel, Cell element) const {
  const IndexGrid &grid = panel.grid();
  if (panel.banks)
    return palette_.color(bankOf(*panel.banks, grid.offsetOf(element)));
  auto low = double(grid.minOffset()), high = double(grid.maxOffset());
  return rampColor(high > low ? (double(grid.offsetOf(element)) - low) / (high - low) : 0.0,
                   theme_);
}

CellLook Painter::look(const Panel &panel, Cell element) const {
  CellLook look;
  if (!panel.isMap()) {
    look.fills = {gridColor(panel, element)};
    look.first = std::to_string(panel.grid().offsetOf(element));
    if (panel.banks) {
      look.second = "b" + std::to_string(bankOf(*panel.banks, panel.grid().offsetOf(element)));
      return look;
    }
    if (int64_t times = panel.grid().multiplicity(element); times > 1) {
      look.second = "x" + std::to_string(times);
      look.sharing = Sharing::Broadcast;
    }
    return look;
  }
  const ThreadValueMap &map = panel.map();
  std::vector<Owner> owners = map.ownersOf(element);
  if (owners.empty())
    return look;
  look.sharing = map.sharingOf(element);
  for (size_t i = 0; i < owners.size() && i < 4; ++i) {
    look.threads.push_back(owners[i].thread);
    look.fills.push_back(palette_.color(owners[i].thread));
  }
  if (owners.size() == 1) {
    look.first = "T" + std::to_string(owners[0].thread);
    look.second = "V" + std::to_string(owners[0].value);
  } else {
    look.first = label(owners[0]);
    look.second = owners.size() == 2 ? label(owners[1]) : "+" + std::to_string(owners.size() - 1);
  }
  return look;
}

Rgb Painter::color(const Panel &panel, Cell element) const {
  if (!panel.isMap())
    return gridColor(panel, element);
  auto owner = panel.map().firstOwner(element);
  return owner ? palette_.color(owner->thread) : themeColors(theme_).emptyCell;
}

FillBox fillBox(size_t i, size_t count) {
  if (count == 1)
    return {0, 0, 1, 1};
  if (i == 0)
    return {0, 0, 1, 0.5};
  double width = 1.0 / double(count - 1);
  return {double(i - 1) * width, 0.5, width, 0.5};
}

} // namespace scene
