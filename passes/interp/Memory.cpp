#include "passes/interp/Memory.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir::fly::interp;

Allocation::Allocation(std::string name, uint64_t base, size_t size, bool watched)
    : name(std::move(name)), base(base), bytes(size), marks(watched ? size : 0) {}

Fault Allocation::touch(uint64_t offset, int64_t size, unsigned wave, uint32_t epoch, bool write,
                        bool atomic) {
  if (marks.empty())
    return std::nullopt;
  uint32_t now = epoch + 1;
  for (int64_t i = 0; i < size; ++i) {
    Mark &mark = marks[offset + i];
    bool written = mark.writeEpoch == now && mark.writer != wave && !(mark.atomic && atomic);
    bool read = write && mark.readEpoch == now && (mark.readers & ~(uint64_t(1) << wave));
    if (written || read) {
      unsigned other =
          written ? mark.writer : llvm::countr_zero(mark.readers & ~(uint64_t(1) << wave));
      return ("wave " + llvm::Twine(wave) + (write ? " writes" : " reads") + " byte " +
              llvm::Twine(offset + i) + " of " + name + ", which wave " + llvm::Twine(other) +
              (written ? " wrote" : " read") + " since the last barrier")
          .str();
    }
    if (write) {
      mark.writeEpoch = now;
      mark.writer = uint16_t(wave);
      mark.atomic = atomic;
    } else {
      if (mark.readEpoch != now)
        mark.readers = 0;
      mark.readEpoch = now;
      mark.readers |= uint64_t(1) << wave;
    }
  }
  return std::nullopt;
}

uint64_t AddressSpaceMemory::allocate(std::string name, size_t size, uint64_t alignment) {
  uint64_t base = llvm::alignTo(next, alignment);
  allocations.emplace(base, Allocation(std::move(name), base, size, watched));
  next = base + size + 256; // a gap, so that running past the end is noticed
  return base;
}

Allocation *AddressSpaceMemory::find(uint64_t address) {
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin())
    return nullptr;
  Allocation &allocation = std::prev(after)->second;
  return address <= allocation.base + allocation.bytes.size() ? &allocation : nullptr;
}

Fault AddressSpaceMemory::locate(uint64_t address, int64_t size, const char *verb,
                                 Allocation *&allocation) {
  allocation = find(address);
  if (!allocation)
    return (llvm::Twine(verb) + " of " + llvm::Twine(size) + " bytes at address " +
            llvm::Twine(address) + ", which belongs to no allocation")
        .str();
  uint64_t offset = address - allocation->base;
  if (offset + size > allocation->bytes.size())
    return (llvm::Twine(verb) + " of " + llvm::Twine(size) + " bytes at offset " +
            llvm::Twine(offset) + " of " + allocation->name + ", which has " +
            llvm::Twine(allocation->bytes.size()) + " bytes")
        .str();
  return std::nullopt;
}

Fault AddressSpaceMemory::read(uint64_t address, uint8_t *bytes, int64_t size,
                               const Access &access) {
  Allocation *allocation;
  if (Fault fault = locate(address, size, "read", allocation))
    return fault;
  uint64_t offset = address - allocation->base;
  if (Fault fault =
          allocation->touch(offset, size, access.wave, access.epoch, false, access.atomic))
    return fault;
  std::memcpy(bytes, allocation->bytes.data() + offset, size);
  return std::nullopt;
}

Fault AddressSpaceMemory::write(uint64_t address, const uint8_t *bytes, int64_t size,
                                const Access &access) {
  Allocation *allocation;
  if (Fault fault = locate(address, size, "write", allocation))
    return fault;
  uint64_t offset = address - allocation->base;
  if (Fault fault = allocation->touch(offset, size, access.wave, access.epoch, true, access.atomic))
    return fault;
  std::memcpy(allocation->bytes.data() + offset, bytes, size);
  return std::nullopt;
}
