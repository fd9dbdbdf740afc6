// Bank conflicts of shared-memory accesses.
#pragma once

#include "dialects/layout/Layout.h"

#include <cstdint>
#include <string>
#include <vector>

namespace flylsp {

/// How a machine's shared memory answers one access of a wave.
struct BankModel {
  std::string name;   ///< of the chips it describes
  int64_t banks = 32; ///< that work at the same time
  int64_t width = 4;  ///< bytes of a bank
  int64_t lanes = 32; ///< of a wave
  /// Lanes served together when each moves up to 4, 8 or 16 bytes.
  int64_t lanesPerPhase4 = 32, lanesPerPhase8 = 16, lanesPerPhase16 = 8;
  std::string source; ///< where the numbers come from, or 'assumed'

  int64_t lanesPerPhase(int64_t bytes) const {
    return bytes <= 4 ? lanesPerPhase4 : bytes <= 8 ? lanesPerPhase8 : lanesPerPhase16;
  }
  std::string describe() const;
};

/// The model of a chip; the generic one (32 banks of 4 bytes, 32 lanes) for none or an unknown
/// chip.
const BankModel &bankModel(const std::string &chip);
const std::vector<BankModel> &bankModels();

/// One access: every lane moves `bytes` bytes starting at its address.
struct BankReport {
  int64_t degree =
      1; ///< accesses to different words that the busiest bank serves one after the other
  int64_t phase = 0; ///< with the largest degree
  int64_t bank = 0;
  std::vector<int64_t> lanes; ///< that meet there
};
BankReport bankConflicts(const std::vector<int64_t> &addresses, int64_t bytes,
                         const BankModel &model);

} // namespace flylsp
