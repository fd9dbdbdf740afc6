// Structured control flow, calls, ids and barriers.
#include "passes/interp/Wave.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::fly::interp;

namespace {

LogicalResult runFor(Wave &wave, Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  Mask entered = wave.mask;
  // Loop-carried values live in the region's arguments; a lane that has left keeps its own.
  for (auto [argument, init] : llvm::zip(loop.getRegionIterArgs(), loop.getInitArgs()))
    wave.assign(argument, LaneValue(wave.get(init)));
  LaneValue upper = wave.get(loop.getUpperBound()), step = wave.get(loop.getStep());
  LaneValue induction = wave.get(loop.getLowerBound());
  unsigned bits = bitsOf(loop.getInductionVar().getType());
  while (true) {
    Mask inside = 0;
    wave.forActive([&](unsigned lane) {
      inside |= Mask(signExtended(induction.at(lane), bits) < signExtended(upper.at(lane), bits))
                << lane;
    });
    wave.mask = inside;
    if (!inside)
      break;
    if (failed(wave.step(op)))
      return failure();
    wave.assign(loop.getInductionVar(), induction);
    SmallVector<LaneValue> yielded;
    for (Operation &inner : loop.getBody()->without_terminator())
      if (failed(wave.runOperation(&inner)))
        return failure();
    for (Value value : loop.getBody()->getTerminator()->getOperands())
      yielded.push_back(wave.get(value));
    for (auto [argument, value] : llvm::zip(loop.getRegionIterArgs(), yielded))
      wave.assign(argument, value);
    LogicalResult status = success();
    wave.forActive([&](unsigned lane) {
      if (signExtended(step.at(lane), bits) <= 0)
        status = wave.fail(
            op, lane, "loop step " + Twine(signExtended(step.at(lane), bits)) + " is not positive");
      induction.at(lane) = truncated(induction.at(lane) + step.at(lane), bits);
    });
    if (failed(status))
      return failure();
  }
  wave.mask = entered;
  for (auto [result, argument] : llvm::zip(loop.getResults(), loop.getRegionIterArgs()))
    wave.assign(result, LaneValue(wave.get(argument)));
  return success();
}

LogicalResult runIf(Wave &wave, Operation *op) {
  auto branch = cast<scf::IfOp>(op);
  Mask entered = wave.mask, taken = 0;
  LaneValue &condition = wave.get(branch.getCondition());
  wave.forActive([&](unsigned lane) { taken |= Mask(condition.at(lane) & 1) << lane; });
  for (auto [region, lanes] : {std::pair(&branch.getThenRegion(), taken),
                               std::pair(&branch.getElseRegion(), entered & ~taken)}) {
    if (!lanes || region->empty())
      continue;
    wave.mask = lanes;
    SmallVector<LaneValue> yielded;
    if (failed(wave.runRegion(*region, {}, yielded)))
      return failure();
    for (auto [result, value] : llvm::zip(branch.getResults(), yielded))
      wave.assign(result, value);
  }
  wave.mask = entered;
  return success();
}

LogicalResult runWhile(Wave &wave, Operation *op) {
  auto loop = cast<scf::WhileOp>(op);
  Mask entered = wave.mask;
  for (auto [argument, init] : llvm::zip(loop.getBeforeArguments(), loop.getInits()))
    wave.assign(argument, LaneValue(wave.get(init)));
  while (wave.mask) {
    if (failed(wave.step(op)))
      return failure();
    for (Operation &inner : loop.getBeforeBody()->without_terminator())
      if (failed(wave.runOperation(&inner)))
        return failure();
    scf::ConditionOp condition = loop.getConditionOp();
    Mask going = 0;
    LaneValue &flag = wave.get(condition.getCondition());
    wave.forActive([&](unsigned lane) { going |= Mask(flag.at(lane) & 1) << lane; });
    // A lane's results are the values it forwards when it leaves; later rounds do not touch them.
    for (auto [result, value] : llvm::zip(loop.getResults(), condition.getArgs()))
      wave.assign(result, LaneValue(wave.get(value)));
    wave.mask = going;
    for (auto [argument, value] : llvm::zip(loop.getAfterArguments(), condition.getArgs()))
      wave.assign(argument, LaneValue(wave.get(value)));
    for (Operation &inner : loop.getAfterBody()->without_terminator())
      if (failed(wave.runOperation(&inner)))
        return failure();
    SmallVector<LaneValue> yielded;
    for (Value value : loop.getAfterBody()->getTerminator()->getOperands())
      yielded.push_back(wave.get(value));
    for (auto [argument, value] : llvm::zip(loop.getBeforeArguments(), yielded))
      wave.assign(argument, value);
  }
  wave.mask = entered;
  return success();
}

LogicalResult runIndexSwitch(Wave &wave, Operation *op) {
  auto choice = cast<scf::IndexSwitchOp>(op);
  Mask entered = wave.mask, rest = entered;
  LaneValue value = wave.get(choice.getArg());
  auto run = [&](Region &region, Mask lanes) -> LogicalResult {
    if (!lanes)
      return success();
    wave.mask = lanes;
    SmallVector<LaneValue> yielded;
    if (failed(wave.runRegion(region, {}, yielded)))
      return failure();
    for (auto [result, number] : llvm::zip(choice.getResults(), yielded))
      wave.assign(result, number);
    return success();
  };
  for (auto [number, region] : llvm::zip(choice.getCases(), choice.getCaseRegions())) {
    Mask taken = 0;
    for (unsigned lane = 0; lane < wave.lanes; ++lane)
      taken |= Mask((rest >> lane & 1) && int64_t(value.at(lane)) == number) << lane;
    rest &= ~taken;
    if (failed(run(region, taken)))
      return failure();
  }
  if (failed(run(choice.getDefaultRegion(), rest)))
    return failure();
  wave.mask = entered;
  return success();
}

LogicalResult call(Wave &wave, Operation *op) {
  auto callee = op->getAttrOfType<FlatSymbolRefAttr>("callee");
  Operation *target = callee ? SymbolTable::lookupNearestSymbolFrom(op, callee) : nullptr;
  if (!target || target->getNumRegions() == 0 || target->getRegion(0).empty())
    return op->emitError() << "the interpreter cannot call a function without body";
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp())
    if (parent == target)
      return op->emitError("the interpreter does not run recursive calls");
  SmallVector<LaneValue> arguments, results;
  for (Value operand : op->getOperands())
    arguments.push_back(wave.get(operand));
  for (auto [argument, value] : llvm::zip(target->getRegion(0).getArguments(), arguments))
    wave.assign(argument, value);
  if (failed(wave.runRegion(target->getRegion(0), {}, results)))
    return failure();
  for (auto [result, value] : llvm::zip(op->getResults(), results))
    wave.assign(result, value);
  return success();
}

/// A value per lane computed from its index in the workgroup.
template <typename F> Handler perLane(F f) {
  return [f](Wave &wave, Operation *op) {
    LaneValue &result = wave.define(op->getResult(0));
    wave.forActive([&](unsigned lane) {
      uint64_t linear = uint64_t(wave.index) * wave.group.options.waveSize + lane;
      result.at(lane) = truncated(f(wave, op, linear), bitsOf(op->getResult(0).getType()));
    });
    return success();
  };
}

int dimensionOf(Operation *op) {
  if (auto attribute = op->getAttr("dimension"))
    return int(cast<gpu::DimensionAttr>(attribute).getValue());
  return op->getName().getStringRef().back() - 'x'; // rocdl.workitem.id.x
}

} // namespace

void mlir::fly::interp::addControlHandlers(Handlers &h) {
  h["scf.for"] = runFor;
  h["scf.if"] = runIf;
  h["scf.while"] = runWhile;
  h["scf.index_switch"] = runIndexSwitch;
  h["func.call"] = h["llvm.call"] = Handler(call);

  auto threadId = [](Wave &wave, Operation *op, uint64_t linear) {
    auto [x, y, z] = wave.group.options.block;
    return dimensionOf(op) == 0   ? linear % x
           : dimensionOf(op) == 1 ? linear / x % y
                                  : linear / (x * y);
  };
  h["gpu.thread_id"] = h["rocdl.workitem.id.x"] = h["rocdl.workitem.id.y"] =
      h["rocdl.workitem.id.z"] = perLane(threadId);
  h["gpu.block_id"] = h["rocdl.workgroup.id.x"] = h["rocdl.workgroup.id.y"] =
      h["rocdl.workgroup.id.z"] = perLane(
          [](Wave &wave, Operation *op, uint64_t) { return wave.group.blockId[dimensionOf(op)]; });
  h["gpu.block_dim"] = h["rocdl.workgroup.dim.x"] = h["rocdl.workgroup.dim.y"] =
      h["rocdl.workgroup.dim.z"] = perLane([](Wave &wave, Operation *op, uint64_t) {
        return wave.group.options.block[dimensionOf(op)];
      });
  h["gpu.grid_dim"] = h["rocdl.grid.dim.x"] = h["rocdl.grid.dim.y"] = h["rocdl.grid.dim.z"] =
      perLane([](Wave &wave, Operation *op, uint64_t) {
        return wave.group.options.grid[dimensionOf(op)];
      });
  h["gpu.global_id"] = perLane([=](Wave &wave, Operation *op, uint64_t linear) {
    int d = dimensionOf(op);
    return wave.group.blockId[d] * wave.group.options.block[d] + threadId(wave, op, linear);
  });
  h["gpu.lane_id"] = perLane([](Wave &wave, Operation *, uint64_t linear) {
    return linear % wave.group.options.waveSize;
  });
  h["gpu.subgroup_id"] = perLane([](Wave &wave, Operation *, uint64_t) { return wave.index; });
  h["gpu.subgroup_size"] = h["rocdl.wavefrontsize"] =
      perLane([](Wave &wave, Operation *, uint64_t) { return wave.group.options.waveSize; });
  h["gpu.num_subgroups"] = perLane([](Wave &wave, Operation *, uint64_t) {
    auto [x, y, z] = wave.group.options.block;
    return (x * y * z + wave.group.options.waveSize - 1) / wave.group.options.waveSize;
  });

  Handler barrier = [](Wave &wave, Operation *op) { return wave.barrier(op); };
  h["gpu.barrier"] = h["rocdl.barrier"] = h["rocdl.s.barrier"] = h["rocdl.s.barrier.wait"] =
      Handler(barrier);
  // Scheduling, waiting and printing do not change values.
  Handler nothing = [](Wave &, Operation *) { return success(); };
  for (StringRef name :
       {"rocdl.s.barrier.signal", "rocdl.s.waitcnt", "rocdl.s.sleep", "rocdl.s.nop",
        "rocdl.s.setprio", "rocdl.s.wait.dscnt", "rocdl.s.wait.loadcnt", "rocdl.s.wait.storecnt",
        "rocdl.s.wait.expcnt", "rocdl.s.wait.asynccnt", "rocdl.s.wait.tensorcnt",
        "rocdl.sched.barrier", "rocdl.sched.group.barrier", "rocdl.iglp.opt", "gpu.printf",
        "llvm.fence", "llvm.intr.assume"})
    h[name] = nothing;
}
