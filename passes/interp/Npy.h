// Arrays in NumPy's .npy format, the form in which fly-run reads and writes buffers.
#pragma once

#include "mlir/Support/LLVM.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::fly::interp {

struct NpyArray {
  std::string dtype; ///< NumPy's descr without byte order: f4, f2, f8, i4, u1, b1 …
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes; ///< C order, little endian

  int64_t elements() const;
  unsigned elementBytes() const;
};

/// Reads a file of format version 1 or 2; Fortran order and big-endian data are refused with a
/// message.
FailureOr<NpyArray> readNpy(StringRef path, std::string &error);
LogicalResult writeNpy(StringRef path, const NpyArray &array, std::string &error);

} // namespace mlir::fly::interp
