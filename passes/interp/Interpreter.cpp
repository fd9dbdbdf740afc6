#include "passes/interp/Interpreter.h"

#include "passes/interp/Wave.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/PostOrderIterator.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace mlir;
using namespace mlir::fly::interp;

//===----------------------------------------------------------------------===//
// Wave
//===----------------------------------------------------------------------===//

Wave::Wave(Workgroup &group, unsigned index, unsigned lanes)
    : group(group), index(index), lanes(lanes),
      mask(lanes == 64 ? ~Mask(0) : (Mask(1) << lanes) - 1), privateMemory(256, false) {}

LaneValue &Wave::get(Value value) {
  std::unique_ptr<LaneValue> &lanesOf = values[value];
  if (!lanesOf)
    lanesOf = std::make_unique<LaneValue>(lanes, std::max(1u, slotsOf(value.getType())));
  return *lanesOf;
}

LaneValue &Wave::define(Value value) { return get(value); }

void Wave::assign(Value to, const LaneValue &from) {
  LaneValue &target = get(to);
  forActive(
      [&](unsigned lane) { std::copy_n(from.lane(lane), target.getSlots(), target.lane(lane)); });
}

uint64_t Wave::uniform(Value value, unsigned slot) {
  unsigned first = mask ? llvm::countr_zero(mask) : 0;
  return get(value).at(first, slot);
}

LogicalResult Wave::fail(Operation *op, unsigned lane, const Twine &what) {
  return op->emitError() << what << " (workgroup " << group.blockId[0] << "," << group.blockId[1]
                         << "," << group.blockId[2] << ", wave " << index << ", lane " << lane
                         << ")";
}

LogicalResult Wave::load(Operation *op, unsigned lane, unsigned space, uint64_t address, Type type,
                         uint64_t *slots) {
  int64_t size = storeSize(type);
  SmallVector<uint8_t, 64> bytes(size);
  AddressSpaceMemory &memory = space == 5   ? privateMemory
                               : space == 3 ? group.shared
                                            : group.global;
  if (Fault fault = memory.read(address, bytes.data(), size, {index, group.epoch, false}))
    return fail(op, lane, *fault);
  unpackBytes(type, bytes.data(), slots);
  return success();
}

LogicalResult Wave::store(Operation *op, unsigned lane, unsigned space, uint64_t address, Type type,
                          const uint64_t *slots, bool atomic) {
  int64_t size = storeSize(type);
  SmallVector<uint8_t, 64> bytes(size);
  packBytes(type, slots, bytes.data());
  AddressSpaceMemory &memory = space == 5   ? privateMemory
                               : space == 3 ? group.shared
                                            : group.global;
  if (Fault fault = memory.write(address, bytes.data(), size, {index, group.epoch, atomic}))
    return fail(op, lane, *fault);
  return success();
}

LogicalResult Wave::barrier(Operation *op) {
  ++group.statistics.barriers;
  switch (group.waitAtBarrier(index)) {
  case Workgroup::Arrival::Passed:
    return success();
  case Workgroup::Arrival::OthersEnded:
    return op->emitError()
           << "wave " << index
           << " waits at this barrier, but another wave has ended without reaching it";
  case Workgroup::Arrival::Failed:
    return failure(); // reported by the wave that failed
  }
  llvm_unreachable("all arrivals are handled");
}

LogicalResult Wave::step(Operation *op) {
  if (++group.statistics.operations > group.options.maxSteps)
    return op->emitError() << "gave up after " << group.options.maxSteps
                           << " operations; the kernel may not terminate";
  return success();
}

LogicalResult Wave::runOperation(Operation *op) {
  if (failed(step(op)))
    return failure();
  const Handler *handler = findHandler(op->getName().getStringRef());
  if (!handler)
    return op->emitError() << "the interpreter does not know '" << op->getName() << "'";
  return (*handler)(*this, op);
}

/// Runs a region of one block for the active lanes; `results` receives the terminator's operands.
LogicalResult Wave::runRegion(Region &region, ArrayRef<Value> arguments,
                              SmallVectorImpl<LaneValue> &results) {
  for (auto [argument, value] : llvm::zip(region.getArguments(), arguments))
    assign(argument, LaneValue(get(value)));
  if (!region.hasOneBlock())
    return runGraph(region, results);
  for (Operation &op : region.front().without_terminator())
    if (failed(runOperation(&op)))
      return failure();
  results.clear();
  for (Value operand : region.front().getTerminator()->getOperands())
    results.push_back(get(operand));
  return success();
}

/// Runs a control-flow graph. Lanes may stand in different blocks; the earliest block in reverse
/// post order runs next, with the lanes that stand there, which brings diverged lanes together
/// again where the graph does.
LogicalResult Wave::runGraph(Region &region, SmallVectorImpl<LaneValue> &results) {
  llvm::ReversePostOrderTraversal<Region *> order(&region);
  std::vector<Block *> blocks(order.begin(), order.end());
  llvm::DenseMap<Block *, Mask> waiting;
  Mask all = mask;
  waiting[&region.front()] = all;
  bool returned = false;
  auto branch = [&](Block *target, OperandRange operands, Mask lanesThere) {
    // All operands are read before any block argument changes (a swap is legal).
    SmallVector<LaneValue> incoming;
    for (Value operand : operands)
      incoming.push_back(get(operand));
    Mask saved = mask;
    mask = lanesThere;
    for (auto [argument, value] : llvm::zip(target->getArguments(), incoming))
      assign(argument, value);
    mask = saved;
    waiting[target] |= lanesThere;
  };
  while (true) {
    auto next = llvm::find_if(blocks, [&](Block *block) { return waiting.lookup(block) != 0; });
    if (next == blocks.end())
      break;
    Block *block = *next;
    mask = std::exchange(waiting[block], 0);
    for (Operation &op : block->without_terminator())
      if (failed(runOperation(&op)))
        return failure();
    Operation *terminator = block->getTerminator();
    if (failed(step(terminator)))
      return failure();
    auto branchOp = dyn_cast<BranchOpInterface>(terminator);
    if (!branchOp) { // a return
      if (!returned)
        for (Value operand : terminator->getOperands())
          results.push_back(LaneValue(lanes, std::max(1u, slotsOf(operand.getType()))));
      returned = true;
      for (auto [result, operand] : llvm::zip(results, terminator->getOperands()))
        forActive([&](unsigned lane) {
          std::copy_n(get(operand).lane(lane), result.getSlots(), result.lane(lane));
        });
      continue;
    }
    if (terminator->getNumSuccessors() == 1) {
      branch(terminator->getSuccessor(0), branchOp.getSuccessorOperands(0).getForwardedOperands(),
             mask);
      continue;
    }
    if (auto choice = dyn_cast<cf::SwitchOp>(terminator)) {
      DenseMap<unsigned, Mask> going; // by successor; the first is the default
      forActive([&](unsigned lane) {
        uint64_t flag = get(choice.getFlag()).at(lane);
        unsigned successor = 0;
        if (auto values = choice.getCaseValues())
          for (auto [i, value] : llvm::enumerate(values->getValues<APInt>()))
            if (value.getZExtValue() == flag) {
              successor = unsigned(i) + 1;
              break;
            }
        going[successor] |= Mask(1) << lane;
      });
      for (auto [successor, lanesThere] : going)
        branch(terminator->getSuccessor(successor),
               branchOp.getSuccessorOperands(successor).getForwardedOperands(), lanesThere);
      continue;
    }
    if (terminator->getNumSuccessors() != 2)
      return terminator->emitError()
             << "the interpreter does not know '" << terminator->getName() << "'";
    Mask taken = 0;
    forActive(
        [&](unsigned lane) { taken |= Mask(get(terminator->getOperand(0)).at(lane) & 1) << lane; });
    Mask fallen = mask & ~taken;
    if (taken)
      branch(terminator->getSuccessor(0), branchOp.getSuccessorOperands(0).getForwardedOperands(),
             taken);
    if (fallen)
      branch(terminator->getSuccessor(1), branchOp.getSuccessorOperands(1).getForwardedOperands(),
             fallen);
  }
  mask = all;
  return success();
}

const Handler *mlir::fly::interp::findHandler(StringRef text) {
  static const Handlers handlers = [] {
    Handlers all;
    addArithHandlers(all);
    addVectorHandlers(all);
    addControlHandlers(all);
    addMemoryHandlers(all);
    addCrossLaneHandlers(all);
    return all;
  }();
  static const Handler matrix = runMatrixOperation;
  if (text.starts_with("rocdl.mfma.") || text.starts_with("rocdl.wmma."))
    return &matrix;
  auto found = handlers.find(text);
  return found == handlers.end() ? nullptr : &found->second;
}

//===----------------------------------------------------------------------===//
// Workgroup
//===----------------------------------------------------------------------===//

/// Each wave has a thread of its own, because it must be able to pause at a barrier in the middle
/// of nested control flow; only the holder of the baton runs, so that a run depends on the seed
/// alone.
struct Workgroup::Baton {
  enum class State { Ready, AtBarrier, Done };
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<State> states;
  unsigned holder = 0;
  bool failed = false, missed = false;
  std::mt19937_64 random;

  /// Picks the next wave; the mutex is held.
  void pass(Workgroup &group) {
    SmallVector<unsigned> ready;
    bool anyWaiting = false, anyDone = false;
    for (auto [i, state] : llvm::enumerate(states)) {
      if (state == State::Ready)
        ready.push_back(i);
      anyWaiting |= state == State::AtBarrier;
      anyDone |= state == State::Done;
    }
    if (ready.empty() && anyWaiting) {
      if (anyDone)
        failed = missed = true;
      ++group.epoch;
      for (auto [i, state] : llvm::enumerate(states))
        if (state == State::AtBarrier) {
          state = State::Ready;
          ready.push_back(i);
        }
    }
    if (!ready.empty())
      holder = ready[random() % ready.size()];
    changed.notify_all();
  }
};

Workgroup::Workgroup(const LaunchOptions &options, std::array<int64_t, 3> blockId,
                     AddressSpaceMemory &global)
    : options(options), blockId(blockId), global(global), shared(1024, options.checkRaces) {}

Workgroup::Arrival Workgroup::waitAtBarrier(unsigned wave) {
  std::unique_lock lock(baton->mutex);
  baton->states[wave] = Baton::State::AtBarrier;
  baton->pass(*this);
  baton->changed.wait(lock, [&] {
    return baton->failed || (baton->holder == wave && baton->states[wave] == Baton::State::Ready);
  });
  if (!baton->failed)
    return Arrival::Passed;
  // One wave reports a barrier that others never reach.
  return std::exchange(baton->missed, false) ? Arrival::OthersEnded : Arrival::Failed;
}

void Workgroup::finish(unsigned wave, bool failed) {
  std::unique_lock lock(baton->mutex);
  baton->states[wave] = Baton::State::Done;
  baton->failed |= failed;
  baton->pass(*this);
}

LogicalResult Workgroup::run(gpu::GPUFuncOp kernel, ArrayRef<std::vector<uint64_t>> arguments) {
  int64_t threads = options.block[0] * options.block[1] * options.block[2];
  unsigned waves = (threads + options.waveSize - 1) / options.waveSize;
  baton = std::make_shared<Baton>();
  baton->states.assign(waves, Baton::State::Ready);
  baton->random.seed(options.seed);
  baton->holder = baton->random() % waves;
  std::vector<std::thread> pool;
  for (unsigned w = 0; w < waves; ++w) {
    pool.emplace_back([&, w] {
      {
        std::unique_lock lock(baton->mutex);
        baton->changed.wait(lock, [&] { return baton->failed || baton->holder == w; });
        if (baton->failed)
          return;
      }
      unsigned lanes = std::min<int64_t>(options.waveSize, threads - int64_t(w) * options.waveSize);
      Wave wave(*this, w, lanes);
      for (auto [argument, slots] : llvm::zip(kernel.getArguments(), arguments)) {
        LaneValue value(lanes, slots.size());
        for (unsigned lane = 0; lane < lanes; ++lane)
          std::copy(slots.begin(), slots.end(), value.lane(lane));
        wave.set(argument, std::move(value));
      }
      SmallVector<LaneValue> results;
      bool failedHere = failed(wave.runRegion(kernel.getBody(), {}, results));
      finish(w, failedHere);
    });
  }
  for (std::thread &thread : pool)
    thread.join();
  return failure(baton->failed);
}

static LogicalResult layOutShared(gpu::GPUFuncOp kernel, Workgroup &group, uint64_t dynamicBytes) {
  auto module = kernel->getParentOfType<gpu::GPUModuleOp>();
  if (!module)
    return success();
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (global.getAddrSpace() != 3)
      continue;
    auto array = dyn_cast<LLVM::LLVMArrayType>(global.getGlobalType());
    uint64_t size = array ? array.getNumElements() * storeSize(array.getElementType())
                          : storeSize(global.getGlobalType());
    if (size == 0)
      size = dynamicBytes;
    uint64_t alignment = global.getAlignment().value_or(16);
    group.sharedGlobals[global.getSymName()] =
        group.shared.allocate(("LDS global " + global.getSymName()).str(), size, alignment);
  }
  return success();
}

llvm::SmallVector<Operation *> mlir::fly::interp::unknownOperations(Operation *root) {
  // Executed by their parents.
  auto implied = [](Operation *op) {
    return op->hasTrait<OpTrait::IsTerminator>() ||
           isa<FunctionOpInterface, gpu::GPUModuleOp>(op) ||
           isa<LLVM::GlobalOp>(op->getParentOp()) || isa<LLVM::GlobalOp>(op);
  };
  llvm::SmallVector<Operation *> unknown;
  root->walk([&](Operation *op) {
    if (op == root || implied(op))
      return;
    if (!findHandler(op->getName().getStringRef())) {
      unknown.push_back(op);
      return;
    }
    if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op))
      if (!findHandler(call.getIntrin()))
        unknown.push_back(op);
    StringRef name = op->getName().getStringRef();
    if (name.starts_with("rocdl.mfma.") || name.starts_with("rocdl.wmma."))
      if (!hasRegisterMap(op))
        unknown.push_back(op);
  });
  return unknown;
}

LogicalResult mlir::fly::interp::runKernel(gpu::GPUFuncOp kernel,
                                           MutableArrayRef<Argument> arguments,
                                           const LaunchOptions &options, Statistics *statistics) {
  if (arguments.size() != kernel.getNumArguments())
    return kernel.emitError() << "kernel takes " << kernel.getNumArguments() << " arguments, but "
                              << arguments.size() << " are given";
  int64_t threads = options.block[0] * options.block[1] * options.block[2];
  if (options.waveSize != 32 && options.waveSize != 64)
    return kernel.emitError() << "wave size must be 32 or 64, got " << options.waveSize;
  if (threads < 1 || threads > 1024)
    return kernel.emitError() << "a workgroup has 1 to 1024 threads, got " << threads;

  // Buffers are watched within one workgroup only; different workgroups write different parts.
  AddressSpaceMemory global(uint64_t(1) << 32, options.checkRaces);
  std::vector<std::vector<uint64_t>> slots;
  std::vector<uint64_t> bases;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Type type = kernel.getArgument(i).getType();
    if (!argument.buffer) {
      if (argument.slots.size() != slotsOf(type))
        return kernel.emitError() << "argument " << i << " of type " << type << " needs "
                                  << slotsOf(type) << " values, got " << argument.slots.size();
      slots.push_back(argument.slots);
      bases.push_back(0);
      continue;
    }
    if (!isa<LLVM::LLVMPointerType>(type))
      return kernel.emitError() << "argument " << i << " has type " << type
                                << ", but a buffer is given for it";
    uint64_t base = global.allocate("argument " + std::to_string(i), argument.buffer->size());
    llvm::copy(*argument.buffer, global.find(base)->bytes.begin());
    bases.push_back(base);
    slots.push_back({base});
  }
  LogicalResult result = success();
  uint32_t epoch = 0;
  for (int64_t z = 0; z < options.grid[2] && succeeded(result); ++z)
    for (int64_t y = 0; y < options.grid[1] && succeeded(result); ++y)
      for (int64_t x = 0; x < options.grid[0] && succeeded(result); ++x) {
        if (options.only && *options.only != std::array{x, y, z})
          continue;
        Workgroup group(options, {x, y, z}, global);
        group.epoch = epoch; // an epoch of its own for each workgroup
        if (failed(layOutShared(kernel, group, options.dynamicShared)))
          return failure();
        result = group.run(kernel, slots);
        epoch = group.epoch + 1;
        if (statistics) {
          statistics->operations += group.statistics.operations;
          statistics->matrixOperations += group.statistics.matrixOperations;
          statistics->barriers += group.statistics.barriers;
        }
      }
  for (auto [argument, base] : llvm::zip(arguments, bases))
    if (argument.buffer)
      *argument.buffer = global.find(base)->bytes;
  return result;
}
