#include "lsp/tools/Banks.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <map>
#include <set>

namespace flylsp {

std::string BankModel::describe() const {
  return name + ": " + std::to_string(banks) + " banks of " + std::to_string(width) + " bytes, " +
         std::to_string(lanes) + " lanes, " + std::to_string(lanesPerPhase4) + "/" +
         std::to_string(lanesPerPhase8) + "/" + std::to_string(lanesPerPhase16) +
         " lanes per phase at 4/8/16 bytes (" + source + ")";
}

const std::vector<BankModel> &bankModels() {
  // docs/memory-models.md repeats this table and says where the numbers come from.
  static const std::vector<BankModel> models = {
      {"generic", 32, 4, 32, 32, 16, 8, "assumed"},
      {"gfx9", 32, 4, 64, 32, 16, 8, "assumed"},
      {"gfx950", 64, 4, 64, 64, 32, 16, "assumed"},
      {"gfx10", 32, 4, 32, 32, 16, 8, "assumed"},
      {"gfx11", 32, 4, 32, 32, 16, 8, "assumed"},
      {"gfx12", 64, 4, 32, 32, 32, 16, "assumed"},
      {"sm_", 32, 4, 32, 32, 16, 8, "vendor's programming guide"},
  };
  return models;
}

const BankModel &bankModel(const std::string &chip) {
  const BankModel *best = &bankModels().front();
  for (const BankModel &model : bankModels())
    if (llvm::StringRef(chip).starts_with(model.name) &&
        (best->name == "generic" || model.name.size() > best->name.size()))
      best = &model;
  return *best;
}

BankReport bankConflicts(const std::vector<int64_t> &addresses, int64_t bytes,
                         const BankModel &model) {
  BankReport report;
  int64_t perPhase = model.lanesPerPhase(bytes);
  for (size_t first = 0; first < addresses.size(); first += size_t(perPhase)) {
    // Words by bank; lanes that read the same word are served together.
    std::map<int64_t, std::map<int64_t, std::set<int64_t>>> words;
    size_t last = std::min(addresses.size(), first + size_t(perPhase));
    for (size_t lane = first; lane < last; ++lane) {
      int64_t begin = addresses[lane], end = begin + std::max<int64_t>(bytes, 1);
      for (int64_t word = begin / model.width; word * model.width < end; ++word)
        words[((word % model.banks) + model.banks) % model.banks][word].insert(int64_t(lane));
    }
    for (const auto &[bank, byWord] : words)
      if (int64_t(byWord.size()) > report.degree) {
        report.degree = int64_t(byWord.size());
        report.phase = int64_t(first) / perPhase;
        report.bank = bank;
        report.lanes.clear();
        for (const auto &[word, lanes] : byWord)
          report.lanes.push_back(*lanes.begin());
      }
  }
  return report;
}

} // namespace flylsp
