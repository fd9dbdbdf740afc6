// The stages of lowering and the passes that lead from one to the next, as data. `fly-opt
// --fly-lower`, `fly-compile`, the server and both steppers read this one table.
#pragma once

#include "passes/pipelines/Chips.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>

namespace mlir::fly {

/// One row of the stage table; `contents` says what the IR of that stage is.
struct Stage {
  llvm::StringRef name;
  llvm::SmallVector<llvm::StringRef> aliases;
  llvm::StringRef contents;
};

/// All stages in order: source signature layout ssa target llvm llvm-ir isa obj.
llvm::ArrayRef<Stage> stages();

/// The stage of that name or alias, or null.
const Stage *findStage(llvm::StringRef nameOrAlias);

/// Position in `stages()`, -1 for an unknown name.
int stageIndex(llvm::StringRef nameOrAlias);

/// "unknown stage 'x'; stages are source, signature, …".
std::string unknownStageMessage(llvm::StringRef name);

/// What a pipeline is built from.
struct PipelineOptions {
  std::string chip;                ///< empty: none; stages up to `target` need none
  std::string to = "isa";          ///< stage name or alias
  Backend backend = Backend::None; ///< None: from the chip, else from an alias in `to`, else AMD
  int optLevel = -1;       ///< of LLVM, 0 to 3; -1: the backend's usual one (AMD 2, NVIDIA 3)
  bool debugInfo = false;  ///< line tables down to the assembly
  bool fastMath = false;   ///< the hint fast_fp_math
  bool unsafeMath = false; ///< the hint unsafe_fp_math
  bool wave64 = true;      ///< only for chips whose default is 64; see waveSize in Chips.h
  int wavesPerEu = 0;      ///< positive: hint on every kernel and back-end option
  int maxVgprs = 0;        ///< positive: back-end option
  std::string ptxFeatures; ///< such as "+ptx86"; empty: the recommended version of the chip
  llvm::SmallVector<std::string> libraries; ///< bitcode files to link
  std::string toolkit; ///< folder with llvm/bin/ld.lld (AMD) or bin/ptxas (NVIDIA)
};

/// What users may set, read from a struct with members of these names: the options of `fly-lower`
/// and those of fly-compile.
template <typename Source> PipelineOptions readPipelineOptions(const Source &from) {
  PipelineOptions options;
  options.chip = from.chip;
  options.to = from.to;
  options.optLevel = from.optLevel;
  options.debugInfo = from.debugInfo;
  options.fastMath = from.fastMath;
  options.unsafeMath = from.unsafeMath;
  options.wavesPerEu = from.wavesPerEu;
  options.maxVgprs = from.maxVgprs;
  options.ptxFeatures = from.ptxFeatures;
  options.libraries.assign(from.libraries.begin(), from.libraries.end());
  options.toolkit = from.toolkit;
  return options;
}

/// One pass with its options, as text of a pipeline over builtin.module, and the stage that it
/// belongs to.
struct StagedPass {
  llvm::StringRef stage;
  std::string pipelineText;
};

/// The backend that the options select.
Backend backendOf(const PipelineOptions &options);

/// The passes from the source to `options.to`, in order. Fails with a message for an unknown stage
/// or chip, a stage that needs a chip without one, a bad optimisation level, or a library path that
/// cannot be written into a pipeline.
FailureOr<llvm::SmallVector<StagedPass>> stagedPasses(const PipelineOptions &options,
                                                      std::string *error = nullptr);

/// Adds the same passes to a pass manager over builtin.module.
LogicalResult buildPipeline(OpPassManager &pm, const PipelineOptions &options,
                            llvm::function_ref<LogicalResult(const llvm::Twine &)> emitError);
LogicalResult buildPipeline(OpPassManager &pm, const PipelineOptions &options);

/// Runs the passes of `options` one after the other on `module`, each with its own pass manager,
/// and calls `after` behind every one; the run stops when it returns false (the result is then
/// success). `configure` may add instrumentations or switch verification off.
LogicalResult runStagedPasses(ModuleOp module, const PipelineOptions &options,
                              llvm::function_ref<bool(const StagedPass &)> after = {},
                              llvm::function_ref<void(PassManager &)> configure = {});

} // namespace mlir::fly
