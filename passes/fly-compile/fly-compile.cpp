// The driver that people type: a file of fly kernels and a chip in, the IR of any stage, assembly
// or a code object out.
#include "passes/pipelines/Chips.h"
#include "passes/pipelines/Codegen.h"
#include "passes/pipelines/InputScan.h"
#include "passes/pipelines/ParserMessages.h"
#include "passes/pipelines/Register.h"
#include "passes/pipelines/Stages.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

#include <chrono>
#include <csignal>
#include <ctime>
#include <unistd.h>

using namespace mlir;
using llvm::StringRef;
namespace cl = llvm::cl;

namespace {

cl::OptionCategory category("Options of fly-compile");

cl::opt<std::string> inputName(cl::Positional, cl::desc("FILE"), cl::init("-"), cl::cat(category));

/// What fly-lower has too, under the same names.
struct {
  cl::opt<std::string> chip{"chip", cl::value_desc("gfx942"), cl::cat(category),
                            cl::desc("Chip of gpu.modules that have no target (--list-chips)")};
  cl::opt<std::string> to{"emit", cl::value_desc("stage"), cl::init("isa"), cl::cat(category),
                          cl::desc("What to write: source, signature, layout, ssa, target, llvm, "
                                   "llvm-ir, isa, obj (default isa)")};
  cl::opt<bool> debugInfo{"g", cl::cat(category),
                          cl::desc("Keep source lines: locations in IR, .loc in assembly")};
  cl::opt<int> optLevel{"O",
                        cl::Prefix,
                        cl::init(-1),
                        cl::cat(category),
                        cl::value_desc("n"),
                        cl::desc("Optimisation level of LLVM, 0 to 3 (default 2, NVIDIA 3)")};
  cl::opt<bool> fastMath{"fast-math", cl::cat(category), cl::desc("The hint fast_fp_math")};
  cl::opt<bool> unsafeMath{"unsafe-math", cl::cat(category), cl::desc("The hint unsafe_fp_math")};
  cl::opt<int> wavesPerEu{"waves-per-eu", cl::init(0), cl::value_desc("n"), cl::cat(category),
                          cl::desc("Waves per execution unit that the register allocator aims at")};
  cl::opt<int> maxVgprs{"max-vgprs", cl::init(0), cl::value_desc("n"), cl::cat(category),
                        cl::desc("Limit of vector registers")};
  cl::opt<std::string> ptxFeatures{"ptx-features", cl::value_desc("+ptx86"), cl::cat(category),
                                   cl::desc("PTX version (default: the recommended one)")};
  cl::list<std::string> libraries{"link", cl::value_desc("file.bc"), cl::cat(category),
                                  cl::desc("Bitcode library to link; may be repeated")};
  cl::opt<std::string> toolkit{"toolkit", cl::value_desc("folder"), cl::cat(category),
                               cl::desc("Folder with llvm/bin/ld.lld (AMD) or bin/ptxas (NVIDIA)")};
} flags;

cl::opt<std::string> outputName("o", cl::value_desc("file"), cl::init("-"), cl::cat(category),
                                cl::desc("Output file (default: standard output)"));
cl::opt<bool> hostCode("host", cl::cat(category),
                       cl::desc("With --emit llvm-ir: the host functions, kernels embedded"));
cl::opt<bool> showTime("time", cl::cat(category),
                       cl::desc("Print the time of every pass to standard error"));
cl::opt<bool> verbose("v", cl::cat(category),
                      cl::desc("Print the chip in force and where it came from"));
cl::opt<unsigned> timeLimit("time-limit", cl::init(0), cl::value_desc("seconds"), cl::cat(category),
                            cl::desc("Give up after so many seconds"));
cl::opt<size_t> maxInputSize("max-input-size", cl::value_desc("bytes"), cl::cat(category),
                             cl::desc("Refuse larger inputs (default 32 MiB)"),
                             cl::init(fly::maxInputBytes));
cl::opt<bool> noVerify("no-verify", cl::cat(category),
                       cl::desc("Do not verify the IR behind every pass"));
cl::opt<bool> printPipeline("print-pipeline", cl::cat(category),
                            cl::desc("Print the passes by stage and exit"));
cl::opt<bool> listStages("list-stages", cl::cat(category),
                         cl::desc("Print the stage table and exit"));
cl::opt<bool> listChips("list-chips", cl::cat(category),
                        cl::desc("Print the known chips and exit"));

int fail(const llvm::Twine &message) {
  llvm::errs() << "fly-compile: error: " << message << "\n";
  return 1;
}

void printStages() {
  for (const fly::Stage &stage : fly::stages()) {
    std::string aliases = llvm::join(stage.aliases, ", ");
    llvm::outs() << llvm::formatv("{0,-10} {1,-14} {2}\n", stage.name, aliases, stage.contents);
  }
}

void printChips() {
  for (const fly::ChipInfo &chip : fly::knownChips())
    llvm::outs() << llvm::formatv("{0,-20} {1,-7} wave {2}\n", chip.name,
                                  fly::backendName(chip.backend), chip.waveSize);
}

void printPasses(ArrayRef<fly::StagedPass> passes) {
  StringRef stage;
  for (const fly::StagedPass &pass : passes) {
    if (pass.stage != stage)
      llvm::outs() << pass.stage << ":\n";
    stage = pass.stage;
    llvm::outs() << "  " << pass.pipelineText << "\n";
  }
}

/// Ends the process from a signal handler: only calls that are safe there.
void onAlarm(int) {
  static const char text[] = "fly-compile: error: time limit reached\n";
  [[maybe_unused]] ssize_t written = ::write(STDERR_FILENO, text, sizeof(text) - 1);
  ::_exit(1);
}

/// Time and change of every pass, for --time.
struct PassTime {
  std::string stage, text;
  double seconds, processor; ///< by the clock, and of the processor (all threads)
};

void printTimes(ArrayRef<PassTime> times) {
  double total = 0, processor = 0;
  for (const PassTime &time : times) {
    total += time.seconds;
    processor += time.processor;
  }
  for (const PassTime &time : times)
    llvm::errs() << llvm::format("%9.3f ms %9.3f ms cpu %5.1f %%  ", time.seconds * 1e3,
                                 time.processor * 1e3, total > 0 ? 100 * time.seconds / total : 0.0)
                 << llvm::formatv("{0,-10} {1}\n", time.stage, time.text);
  llvm::errs() << llvm::format("%9.3f ms %9.3f ms cpu  total\n", total * 1e3, processor * 1e3);
}

int writeResult(ModuleOp module, StringRef stage, llvm::raw_ostream &os) {
  if (stage == "isa" || stage == "llvm-ir" || stage == "obj") {
    bool any = false;
    module.walk([&](gpu::GPUModuleOp) { any = true; });
    module.walk([&](gpu::BinaryOp) { any = true; });
    if (!any && !hostCode) {
      bool inlined = false;
      module.walk([&](gpu::LaunchOp launch) {
        emitError(launch.getLoc(), "'gpu.launch' holds a kernel that is not outlined; "
                                   "'gpu-kernel-outlining' must run before code generation");
        inlined = true;
      });
      if (inlined)
        return 1;
      emitError(module.getLoc(), "the file has no gpu.module, so there is no device code to write");
      return 1;
    }
  }
  if (stage == "llvm-ir") {
    FailureOr<std::string> text = hostCode ? fly::hostLLVMIRText(module) : fly::llvmIRText(module);
    if (failed(text))
      return 1;
    os << *text;
  } else if (stage == "isa") {
    os << fly::assemblyText(module);
  } else if (stage == "obj") {
    SmallVector<fly::DeviceObject> objects = fly::deviceObjects(module);
    if (objects.size() != 1) {
      emitError(module.getLoc(), "the file has ")
          << objects.size()
          << " kernel modules; a code object holds one, so compile them one at a "
             "time";
      return 1;
    }
    os << objects.front().data;
  } else {
    OpPrintingFlags printing;
    if (flags.debugInfo)
      printing.enableDebugInfo();
    module.print(os, printing);
    os << "\n";
  }
  return 0;
}

int compile() {
  // Also where the file's own target would win: a slip of the keyboard must not pass unnoticed.
  if (!flags.chip.empty() && !fly::findChip(flags.chip))
    return fail(fly::unknownChipMessage(flags.chip));
  if (timeLimit) {
    std::signal(SIGALRM, onAlarm);
    ::alarm(timeLimit);
  }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> input =
      llvm::MemoryBuffer::getFileOrSTDIN(inputName);
  if (!input)
    return fail("cannot open '" + inputName + "': " + input.getError().message());
  StringRef text = (*input)->getBuffer();
  std::string shownName = inputName == "-" ? std::string("<stdin>") : inputName.getValue();
  if (!fly::isBytecodeText(text)) {
    if (std::optional<fly::ScanError> fault = fly::scanProgram(text, maxInputSize)) {
      llvm::errs() << fault->format(shownName) << "\n";
      return 1;
    }
    text = fly::withoutByteOrderMark(text);
  }

  DialectRegistry registry;
  fly::registerAllFly(registry);
  fly::registerAllFlyPasses();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, shownName,
                                                              /*RequiresNullTerminator=*/false),
                             llvm::SMLoc());
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  OwningOpRef<ModuleOp> module;
  {
    fly::ParserMessageHandler words(&context, text);
    module = parseSourceFile<ModuleOp>(sources, &context);
  }
  if (!module)
    return 1;

  std::string conflict;
  fly::ResolvedChip chip = fly::resolveChip(*module, flags.chip, inputName, &conflict);
  if (!conflict.empty()) {
    emitError(fly::conflictLocation(*module), conflict);
    return 1;
  }
  if (chip.name.empty()) {
    // A project file that cannot be read must not look like one that names no chip.
    std::string project = fly::findProjectFile(inputName), problem;
    if (!project.empty() && !fly::projectChip(project, &problem) && !problem.empty())
      llvm::errs() << "fly-compile: warning: the project file cannot be read: " << problem << "\n";
  }
  if (verbose)
    llvm::errs() << "chip: " << chip.describe() << "\n";
  if (chip.source == fly::ChipSource::Target && !flags.chip.empty() && chip.name != flags.chip)
    llvm::errs() << "fly-compile: warning: --chip " << flags.chip
                 << " is ignored: " << chip.describe() << " is in force\n";

  fly::PipelineOptions options = fly::readPipelineOptions(flags);
  options.chip = chip.name;
  int stage = fly::stageIndex(flags.to);
  StringRef stageName = stage < 0 ? StringRef() : fly::stages()[stage].name;
  // The text is made from the modules in the llvm dialect; behind it they are objects, which the
  // host functions embed.
  if (hostCode && stageName != "llvm-ir")
    return fail("--host goes with --emit llvm-ir, not with --emit " + flags.to);
  if (stageName == "llvm-ir")
    options.to = hostCode ? "obj" : "llvm";

  std::string error;
  FailureOr<SmallVector<fly::StagedPass>> passes = fly::stagedPasses(options, &error);
  if (failed(passes))
    return fail(error);
  if (printPipeline) {
    printPasses(*passes);
    return 0;
  }

  struct Toolkit {
    std::string folder;
    ~Toolkit() {
      if (!folder.empty())
        llvm::sys::fs::remove_directories(folder);
    }
  } made;
  if (options.to == "obj" && options.toolkit.empty() &&
      fly::backendOf(options) == fly::Backend::Rocdl) {
    made.folder = options.toolkit = fly::findAmdToolkit(&error);
    if (made.folder.empty())
      return fail(error);
  }

  SmallVector<PassTime> times;
  PassTime verifier{"", "(verifier behind every pass)", 0, 0};
  bool valid = true;
  auto start = std::chrono::steady_clock::now();
  std::clock_t processorStart = std::clock();
  // Adds what has passed since the last call.
  auto account = [&](PassTime &time) {
    auto now = std::chrono::steady_clock::now();
    std::clock_t processorNow = std::clock();
    time.seconds += std::chrono::duration<double>(now - start).count();
    time.processor += double(processorNow - processorStart) / CLOCKS_PER_SEC;
    start = now;
    processorStart = processorNow;
  };
  LogicalResult done = fly::runStagedPasses(
      *module, options,
      [&](const fly::StagedPass &pass) {
        account(times.emplace_back(PassTime{pass.stage.str(), pass.pipelineText, 0, 0}));
        if (noVerify)
          return true;
        valid = succeeded(verify(*module));
        account(verifier);
        return valid;
      },
      // Verified here, so that its time is told apart.
      [](PassManager &pm) { pm.enableVerifier(false); });
  if (!noVerify)
    times.push_back(verifier);
  if (showTime)
    printTimes(times);
  if (failed(done) || !valid)
    return 1;

  std::unique_ptr<llvm::ToolOutputFile> output = openOutputFile(outputName, &error);
  if (!output)
    return fail(error);
  if (stageName == "obj" && outputName == "-" && llvm::sys::Process::StandardOutIsDisplayed())
    return fail("a code object is binary; name a file with -o");
  if (int status = writeResult(*module, stageName, output->os()))
    return status;
  output->keep();
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  fly::installFatalErrorHandler("fly-compile");
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << fly::versionText("fly-compile"); });
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "fly-compile: lower fly kernels to a stage\n\n"
          "  fly-compile kernel.mlir --chip gfx942 --emit isa -o kernel.s\n",
          &llvm::errs()))
    return 1;
  if (listStages) {
    printStages();
    return 0;
  }
  if (listChips) {
    printChips();
    return 0;
  }
  return compile();
}
