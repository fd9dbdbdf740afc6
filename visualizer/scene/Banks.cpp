#include "visualizer/scene/Banks.h"

#include <algorithm>

namespace scene {

std::string BankModel::describe() const {
  return name + ": " + std::to_string(banks) + " banks of " + std::to_string(width) + " bytes, " +
         std::to_string(lanes) + " lanes at a time (" + source + ")";
}

/// Rounds towards minus infinity, since offsets may be negative.
static int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static int64_t wordOf(const BankView &view, int64_t bits) {
  return floorDiv(bits, std::max<int64_t>(view.model.width, 1) * 8);
}

static int64_t bankOfWord(const BankView &view, int64_t word) {
  int64_t banks = std::max<int64_t>(view.model.banks, 1);
  return (word % banks + banks) % banks;
}

int64_t bankOf(const BankView &view, int64_t offset) {
  return bankOfWord(view, wordOf(view, offset * view.elementBits));
}

int64_t conflictDegree(const BankView &view, const std::vector<int64_t> &offsets) {
  int64_t degree = offsets.empty() ? 0 : 1;
  const auto group = size_t(std::max<int64_t>(view.model.lanes, 1));
  std::vector<std::pair<int64_t, int64_t>> words; // (bank, word)
  for (size_t first = 0; first < offsets.size(); first += group) {
    words.clear();
    for (size_t i = first; i < std::min(offsets.size(), first + group); ++i) {
      int64_t begin = offsets[i] * view.elementBits;
      int64_t last = wordOf(view, begin + std::max<int64_t>(view.elementBits, 1) - 1);
      for (int64_t word = wordOf(view, begin); word <= last; ++word)
        words.emplace_back(bankOfWord(view, word), word);
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    for (size_t i = 0, start = 0; i < words.size(); ++i) {
      if (words[i].first != words[start].first)
        start = i;
      degree = std::max(degree, int64_t(i - start + 1));
    }
  }
  return degree;
}

std::optional<BankSummary> summarize(const BankView &view, const IndexGrid &grid) {
  if (grid.cells() > (1 << 20))
    return std::nullopt;
  BankSummary summary;
  std::vector<int64_t> offsets;
  for (int64_t c = 0; c < grid.cols(); ++c) {
    offsets.clear();
    for (int64_t r = 0; r < grid.rows(); ++r)
      offsets.push_back(grid.offsetOf({r, c}));
    if (int64_t degree = conflictDegree(view, offsets); degree > summary.worstColumn) {
      summary.worstColumn = degree;
      summary.column = c;
    }
  }
  for (int64_t r = 0; r < grid.rows(); ++r) {
    offsets.clear();
    for (int64_t c = 0; c < grid.cols(); ++c)
      offsets.push_back(grid.offsetOf({r, c}));
    if (int64_t degree = conflictDegree(view, offsets); degree > summary.worstRow) {
      summary.worstRow = degree;
      summary.row = r;
    }
  }
  return summary;
}

static std::string degreeText(int64_t degree, const char *noun, int64_t which) {
  if (degree <= 1)
    return "no conflict";
  return "up to " + std::to_string(degree) + "-way (" + noun + " " + std::to_string(which) + ")";
}

std::string bankText(const BankView &view, const IndexGrid &grid) {
  auto summary = summarize(view, grid);
  if (!summary)
    return "too large for conflict degrees; " + view.model.describe();
  return "lanes down a column: " + degreeText(summary->worstColumn, "column", summary->column) +
         ", along a row: " + degreeText(summary->worstRow, "row", summary->row) + "; " +
         std::to_string(view.elementBits) + "-bit elements, " + view.model.describe();
}

} // namespace scene
