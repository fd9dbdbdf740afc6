// Pass driver: every upstream pass and dialect, the fly dialects and passes, and `--fly-lower`.
#include "passes/fly-opt/Explain.h"
#include "passes/pipelines/Codegen.h"
#include "passes/pipelines/FailureMessages.h"
#include "passes/pipelines/InputScan.h"
#include "passes/pipelines/ParserMessages.h"
#include "passes/pipelines/Register.h"
#include "passes/transforms/StepCheck.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using llvm::StringRef;

namespace {
llvm::cl::OptionCategory category("Fly options");
llvm::cl::opt<std::string> explain("explain", llvm::cl::value_desc("FLY133|all"),
                                   llvm::cl::desc("Print the entry of a diagnostic code and exit"),
                                   llvm::cl::cat(category));
llvm::cl::opt<std::string> listAtoms("list-atoms", llvm::cl::value_desc("fly|fly_rocdl|fly_ptx"),
                                     llvm::cl::desc("Print a table of a dialect's atoms and exit"),
                                     llvm::cl::cat(category));
llvm::cl::opt<size_t> maxInputSize("max-input-size", llvm::cl::value_desc("bytes"),
                                   llvm::cl::desc("Refuse larger inputs (default 32 MiB)"),
                                   llvm::cl::init(fly::maxInputBytes), llvm::cl::cat(category));
llvm::cl::opt<bool>
    verifySteps("fly-verify-steps",
                llvm::cl::desc("Verify the IR after every rewrite of a fly pass, not only after "
                               "every pass (quadratic: for tests)"),
                llvm::cl::cat(category));

/// Puts the checks of device code before every `gpu-module-to-binary` of a pipeline that was
/// written pass by pass: LLVM would abort the process there, or fail without a place.
LogicalResult guardedPipeline(const MlirOptMainConfig &config, PassManager &pm) {
  fly::addFailureMessages(pm); // every pipeline goes through here
  PassManager probe(pm.getContext(), pm.getOpAnchorName());
  if (failed(config.setupPassPipeline(probe)))
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  probe.printAsTextualPipeline(os);
  StringRef rest = text;
  if (!rest.contains("gpu-module-to-binary") || !rest.consume_front("builtin.module(") ||
      !rest.consume_back(")"))
    return config.setupPassPipeline(pm);
  std::string guarded;
  for (StringRef name = "gpu-module-to-binary"; !rest.empty();) {
    size_t at = rest.find(name);
    guarded += rest.take_front(at);
    if (at == StringRef::npos)
      break;
    guarded += "fly-check-lowered,fly-check-device-code,";
    guarded += name;
    rest = rest.drop_front(at + name.size());
  }
  OpPassManager parsed(ModuleOp::getOperationName());
  if (failed(parsePassPipeline(guarded, parsed, llvm::nulls())))
    return config.setupPassPipeline(pm);
  return parsePassPipeline(guarded, pm);
}

int run(int argc, char **argv) {
  fly::installFatalErrorHandler("fly-opt");
  DialectRegistry registry;
  fly::registerAllFly(registry);
  fly::registerAllFlyPasses();
  std::string help = registerCLIOptions("Fly pass driver", registry);
  // One line per error: the operation is in the source, a dump of it is rarely what one wants.
  if (auto *option = static_cast<llvm::cl::opt<bool> *>(
          llvm::cl::getRegisteredOptions().lookup("mlir-print-op-on-diagnostic")))
    option->setInitialValue(false);
  auto [inputFilename, outputFilename] = parseCLIOptions(argc, argv, help);
  if (explain.getNumOccurrences())
    return fly::printExplanation(explain);
  if (listAtoms.getNumOccurrences())
    return fly::printAtoms(listAtoms, registry);

  fly::setVerifySteps(verifySteps);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return failed(MlirOptMain(argc, argv, inputFilename, outputFilename, registry));

  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> input =
      llvm::MemoryBuffer::getFileOrSTDIN(inputFilename, /*IsText=*/false,
                                         /*RequiresNullTerminator=*/true);
  if (!input) {
    llvm::errs() << "fly-opt: error: cannot open '" << inputFilename
                 << "': " << input.getError().message() << "\n";
    return 1;
  }
  StringRef text = (*input)->getBuffer();
  if (!fly::isBytecodeText(text)) {
    if (std::optional<fly::ScanError> fault = fly::scanProgram(text, maxInputSize)) {
      llvm::errs() << fault->format(inputFilename) << "\n";
      return 1;
    }
    if (fly::withoutByteOrderMark(text).size() != text.size())
      *input = llvm::MemoryBuffer::getMemBufferCopy(fly::withoutByteOrderMark(text), inputFilename);
    // MLIR's driver parses where no handler can be put in between.
    if (!config.shouldAllowUnregisteredDialects() && !config.shouldVerifyDiagnostics() &&
        config.inputSplitMarker().empty() &&
        fly::reportUnknownDialect((*input)->getBuffer(), inputFilename, registry))
      return 1;
  }

  std::string error;
  std::unique_ptr<llvm::ToolOutputFile> output = openOutputFile(outputFilename, &error);
  if (!output) {
    llvm::errs() << "fly-opt: error: " << error << "\n";
    return 1;
  }
  MlirOptMainConfig base = config;
  config.setPassPipelineSetupFn([base](PassManager &pm) { return guardedPipeline(base, pm); });
  if (failed(MlirOptMain(output->os(), std::move(*input), registry, config)))
    return 1;
  output->keep();
  return 0;
}
} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << fly::versionText("fly-opt"); });
  return run(argc, argv);
}
