// fly-lower: the pipeline up to a stage as one pass.
#include "passes/pipelines/Codegen.h"
#include "passes/pipelines/Passes.h"
#include "passes/pipelines/Stages.h"

#include "llvm/Support/FileSystem.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYLOWER
#include "passes/pipelines/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;
using llvm::StringRef;

namespace {
/// `fly-lower`: the whole pipeline as one pass, because the chip is known only once there is a
/// module.
struct LowerPass : fly::impl::FlyLowerBase<LowerPass> {
  using FlyLowerBase::FlyLowerBase;
  // For readPipelineOptions.
  using FlyLowerBase::chip, FlyLowerBase::to, FlyLowerBase::optLevel, FlyLowerBase::debugInfo,
      FlyLowerBase::fastMath, FlyLowerBase::unsafeMath, FlyLowerBase::wavesPerEu,
      FlyLowerBase::maxVgprs, FlyLowerBase::ptxFeatures, FlyLowerBase::libraries,
      FlyLowerBase::toolkit;

  void getDependentDialects(DialectRegistry &registry) const final {
    // The nested pipeline may load nothing that this pass did not announce. Both backends are
    // asked, because the chip may come from the module.
    for (StringRef standIn : {"gfx942", "sm_90a"}) {
      PipelineOptions nested = readPipelineOptions(*this);
      nested.chip = standIn;
      nested.to = stages()[std::max(0, stageIndex(to))].name;
      OpPassManager pm(ModuleOp::getOperationName());
      if (succeeded(buildPipeline(pm, nested, [](const llvm::Twine &) { return failure(); })))
        pm.getDependentDialects(registry);
    }
  }

  void runOnOperation() final {
    ModuleOp module = getOperation();
    PipelineOptions nested = readPipelineOptions(*this);
    std::string path, conflict;
    if (auto file = dyn_cast<FileLineColLoc>(module.getLoc()))
      path = file.getFilename().str();
    nested.chip = resolveChip(module, chip, path, &conflict).name;
    // Also where the file's own target wins.
    if (!chip.empty() && !findChip(chip))
      conflict = unknownChipMessage(chip);
    if (!conflict.empty()) {
      emitError(conflictLocation(module), conflict);
      return signalPassFailure();
    }
    std::string madeToolkit, problem;
    if (nested.toolkit.empty() && stageIndex(to) == stageIndex("obj") &&
        backendOf(nested) == Backend::Rocdl) {
      madeToolkit = nested.toolkit = findAmdToolkit(&problem);
      if (madeToolkit.empty()) {
        emitError(module.getLoc(), problem);
        return signalPassFailure();
      }
    }
    OpPassManager pm(ModuleOp::getOperationName());
    if (failed(buildPipeline(pm, nested,
                             [&](const llvm::Twine &message) -> LogicalResult {
                               return emitError(module.getLoc(), message);
                             })) ||
        failed(runPipeline(pm, module)))
      signalPassFailure();
    if (!madeToolkit.empty())
      llvm::sys::fs::remove_directories(madeToolkit);
  }
};
} // namespace
