// Runs the lowered IR of one workgroup on the CPU: waves in lockstep, lanes masked by control flow,
// registers, LDS, buffers with bounds, matrix instructions, cross-lane operations, barriers.
//
// Input is the IR that `fly-compile --emit target` leaves: arith, math, vector, scf, cf, gpu, llvm
// and rocdl operations inside a `gpu.func`. Waves run in any order between barriers (the seed
// chooses one), and two waves that touch the same byte between two barriers, one of them writing,
// are reported.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

#include "passes/interp/Values.h"

#include <array>
#include <optional>

namespace mlir::fly::interp {

struct LaunchOptions {
  std::array<int64_t, 3> grid = {1, 1, 1};
  std::array<int64_t, 3> block = {64, 1, 1};
  std::optional<std::array<int64_t, 3>> only; ///< run this workgroup of the grid alone
  int waveSize = 64;
  std::string chip;                ///< decides how 8-bit floats are read
  uint64_t dynamicShared = 0;      ///< bytes behind the dynamic LDS global
  uint64_t seed = 0;               ///< order of waves between barriers
  uint64_t maxSteps = 200'000'000; ///< operations per workgroup before giving up
  bool checkRaces = true;
};

/// A kernel argument: a buffer in global memory (read and written back), or the slots of a scalar
/// or struct.
struct Argument {
  std::vector<uint8_t> *buffer = nullptr;
  std::vector<uint64_t> slots;

  static Argument memory(std::vector<uint8_t> &bytes) { return {&bytes, {}}; }
  static Argument scalar(uint64_t value) { return {nullptr, {value}}; }
};

/// Counts of what was executed, summed over waves.
struct Statistics {
  uint64_t operations = 0, matrixOperations = 0, barriers = 0;
};

/// Operations below `root` that the interpreter would refuse, without running anything.
llvm::SmallVector<Operation *> unknownOperations(Operation *root);

/// Runs every workgroup of the grid, one after another. Faults (out of bounds, races, unsupported
/// operations, barriers that only some waves reach) are errors at the operation, with the lane
/// named.
LogicalResult runKernel(gpu::GPUFuncOp kernel, MutableArrayRef<Argument> arguments,
                        const LaunchOptions &options, Statistics *statistics = nullptr);

} // namespace mlir::fly::interp
