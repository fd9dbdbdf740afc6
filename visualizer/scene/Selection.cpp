#include "visualizer/scene/Selection.h"

#include <algorithm>

namespace scene {

Highlight::Highlight(const Picture &picture, const Selection &selection) {
  if (selection.element && selection.element->panel < picture.panels.size()) {
    active_ = true;
    element_ = selection.element;
    const Panel &panel = picture.panels[element_->panel];
    if (panel.isMap())
      for (const Owner &owner : panel.map().ownersOf(element_->element))
        threads_.push_back(owner.thread);
    std::sort(threads_.begin(), threads_.end());
    threads_.erase(std::unique(threads_.begin(), threads_.end()), threads_.end());
    return;
  }
  if (selection.thread) {
    active_ = true;
    threads_.push_back(*selection.thread);
  }
  if (selection.value) {
    active_ = true;
    value_ = selection.value;
  }
}

bool Highlight::covers(const Picture &picture, size_t panelIndex, Cell element) const {
  if (!active_)
    return false;
  const Panel &panel = picture.panels[panelIndex];
  if (element_ && element_->panel == panelIndex)
    return element_->element == element;
  if (!panel.isMap()) {
    // Grids side by side show one layout before and after a swizzle: the same coordinate lights up.
    return element_ && element_->element == element;
  }
  for (const Owner &owner : panel.map().ownersOf(element)) {
    if (value_ && owner.value != *value_)
      continue;
    if ((threads_.empty() && value_) ||
        std::binary_search(threads_.begin(), threads_.end(), owner.thread))
      return true;
  }
  return false;
}

std::vector<FootprintRow> footprint(const Picture &picture, int64_t thread) {
  std::vector<FootprintRow> rows;
  for (const Panel &panel : picture.panels) {
    if (!panel.isMap() || thread < 0 || thread >= panel.map().threads())
      continue;
    const ThreadValueMap &map = panel.map();
    for (int64_t v = 0; v < map.values(); ++v)
      rows.push_back(
          {map.name(), v, map.unboundedCellOf(thread, v), map.cellOf(thread, v).has_value()});
  }
  return rows;
}

std::string ownersText(const ThreadValueMap &map, Cell element, size_t most) {
  std::vector<Owner> owners = map.ownersOf(element);
  std::string text;
  for (size_t i = 0; i < owners.size(); ++i) {
    if (i == most)
      return text + " +" + std::to_string(owners.size() - most) + " more";
    if (i > 0)
      text += ", ";
    text += "T" + std::to_string(owners[i].thread) + " V" + std::to_string(owners[i].value);
  }
  return text;
}

} // namespace scene
