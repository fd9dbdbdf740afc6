// Memory of one workgroup: global buffers, LDS and private memory, with bounds, and with a record
// of which wave touched a byte since the last barrier.
#pragma once

#include "mlir/Support/LLVM.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlir::fly::interp {

/// What went wrong with an access; one lower-case sentence.
using Fault = std::optional<std::string>;

/// One allocation: bytes, and per byte who touched it since the last barrier.
class Allocation {
public:
  Allocation(std::string name, uint64_t base, size_t size, bool watched);

  std::string name;
  uint64_t base;
  std::vector<uint8_t> bytes;

  /// Records an access by a wave in an epoch (the number of barriers passed). Two waves that touch
  /// a byte in one epoch, one of them writing and not both atomically, race: their order is
  /// undefined.
  Fault touch(uint64_t offset, int64_t size, unsigned wave, uint32_t epoch, bool write,
              bool atomic);

private:
  struct Mark {
    uint32_t writeEpoch = 0, readEpoch = 0; // epoch + 1; 0 is never
    uint16_t writer = 0;
    bool atomic = false;
    uint64_t readers = 0; // one bit per wave
  };
  std::vector<Mark> marks;
};

/// Who accesses: which wave, in which epoch.
struct Access {
  unsigned wave = 0;
  uint32_t epoch = 0;
  bool atomic = false;
};

/// A space of addresses holding allocations; accesses outside of every allocation are faults.
class AddressSpaceMemory {
public:
  explicit AddressSpaceMemory(uint64_t firstBase, bool watched)
      : next(firstBase), watched(watched) {}

  /// Adds `size` bytes (zero), aligned to `alignment`; returns the address.
  uint64_t allocate(std::string name, size_t size, uint64_t alignment = 256);
  Allocation *find(uint64_t address);

  Fault read(uint64_t address, uint8_t *bytes, int64_t size, const Access &access);
  Fault write(uint64_t address, const uint8_t *bytes, int64_t size, const Access &access);

private:
  Fault locate(uint64_t address, int64_t size, const char *verb, Allocation *&allocation);

  std::map<uint64_t, Allocation> allocations; // by base
  uint64_t next;
  bool watched;
};

} // namespace mlir::fly::interp
