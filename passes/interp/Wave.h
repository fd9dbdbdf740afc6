// One wave at work: its lanes' values, its mask, and what operations may ask of their surroundings.
#pragma once

#include "passes/interp/Interpreter.h"
#include "passes/interp/Memory.h"

#include <functional>
#include <random>

namespace mlir::fly::interp {

class Workgroup;

/// A set of lanes.
using Mask = uint64_t;

class Wave {
public:
  Wave(Workgroup &group, unsigned index, unsigned lanes);

  Workgroup &group;
  const unsigned index;
  const unsigned lanes;
  Mask mask; ///< active lanes
  AddressSpaceMemory privateMemory;

  LaneValue &get(Value value);
  /// A fresh value for the result; lanes outside of the mask keep what an earlier iteration left
  /// there.
  LaneValue &define(Value value);
  void set(Value value, LaneValue lanes) { get(value) = std::move(lanes); }
  /// Copies the active lanes of `from` into `to`.
  void assign(Value to, const LaneValue &from);

  bool active(unsigned lane) const { return mask >> lane & 1; }
  template <typename F> void forActive(F &&f) {
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (active(lane))
        f(lane);
  }
  /// The value of a wave-uniform operand: that of the first active lane.
  uint64_t uniform(Value value, unsigned slot = 0);

  LogicalResult runRegion(Region &region, ArrayRef<Value> blockArguments,
                          SmallVectorImpl<LaneValue> &results);
  LogicalResult runOperation(Operation *op);
  /// Counts one step at `op`; an error when the workgroup has used them up.
  LogicalResult step(Operation *op);

  /// Memory by LLVM address space. Faults are reported at `op` and name the lane.
  LogicalResult load(Operation *op, unsigned lane, unsigned space, uint64_t address, Type type,
                     uint64_t *slots);
  LogicalResult store(Operation *op, unsigned lane, unsigned space, uint64_t address, Type type,
                      const uint64_t *slots, bool atomic = false);
  LogicalResult fail(Operation *op, unsigned lane, const Twine &what);
  LogicalResult barrier(Operation *op);

private:
  LogicalResult runGraph(Region &region, SmallVectorImpl<LaneValue> &results);

  llvm::DenseMap<Value, std::unique_ptr<LaneValue>> values; // references must outlive insertions
};

/// Executes one operation for the active lanes.
using Handler = std::function<LogicalResult(Wave &, Operation *)>;
using Handlers = llvm::StringMap<Handler>;

void addArithHandlers(Handlers &handlers);
void addVectorHandlers(Handlers &handlers);
void addControlHandlers(Handlers &handlers);
void addMemoryHandlers(Handlers &handlers);
void addCrossLaneHandlers(Handlers &handlers);
/// Any `rocdl.mfma.*` or `rocdl.wmma.*`: D = A * B^T + C by the register maps of MatrixMaps.h.
LogicalResult runMatrixOperation(Wave &wave, Operation *op);
/// Whether the map of such an operation is known.
bool hasRegisterMap(Operation *op);
/// The handler of an operation or intrinsic, or null.
const Handler *findHandler(StringRef name);

/// What the waves of one workgroup share.
class Workgroup {
public:
  Workgroup(const LaunchOptions &options, std::array<int64_t, 3> blockId,
            AddressSpaceMemory &global);

  const LaunchOptions &options;
  const std::array<int64_t, 3> blockId;
  AddressSpaceMemory &global;
  AddressSpaceMemory shared;
  llvm::StringMap<uint64_t> sharedGlobals; ///< address of each LDS global
  uint32_t epoch = 0;                      ///< barriers passed
  Statistics statistics;

  LogicalResult run(gpu::GPUFuncOp kernel, ArrayRef<std::vector<uint64_t>> arguments);

  enum class Arrival { Passed, OthersEnded, Failed };
  /// Called by a wave; returns when all waves have arrived or the workgroup has failed.
  Arrival waitAtBarrier(unsigned wave);
  void finish(unsigned wave, bool failed);

private:
  struct Baton;
  std::shared_ptr<Baton> baton;
};

} // namespace mlir::fly::interp
