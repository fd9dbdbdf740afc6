// fly-run: runs a kernel on the CPU, lane by lane, for users without the GPU.

#include "passes/interp/Interpreter.h"
#include "passes/interp/Npy.h"
#include "passes/pipelines/Codegen.h"
#include "passes/pipelines/InputScan.h"
#include "passes/pipelines/ParserMessages.h"
#include "passes/pipelines/Register.h"
#include "passes/pipelines/Stages.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <random>
#include <set>

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::interp;
namespace cl = llvm::cl;

static cl::OptionCategory category("fly-run options");
static cl::opt<std::string> input(cl::Positional, cl::desc("<kernel.mlir>"), cl::Required,
                                  cl::cat(category));
static cl::opt<std::string> kernelName("kernel",
                                       cl::desc("kernel to run, NAME or MODULE::NAME (default: the "
                                                "only one)"),
                                       cl::cat(category));
static cl::opt<std::string> grid("grid", cl::desc("workgroups as X[,Y[,Z]]"), cl::init("1"),
                                 cl::cat(category));
static cl::opt<std::string>
    block("block",
          cl::desc("threads of a workgroup as X[,Y[,Z]] (default: the kernel's known_block_size)"),
          cl::cat(category));
static cl::opt<std::string> only("only",
                                 cl::desc("run this workgroup of the grid alone, X[,Y[,Z]] from 0"),
                                 cl::cat(category));
static cl::list<std::string> arguments(
    "arg",
    cl::desc("one per kernel argument: FILE.npy, a buffer such as 64x16xf32 (zeros), "
             "64x16xf32=random or =iota, "
             "or a number; FILE.npy:OUT.npy writes the buffer afterwards, ...:- prints it"),
    cl::cat(category));
static cl::opt<std::string> chip("chip", cl::desc("chip, when the module names none"),
                                 cl::cat(category));
static cl::opt<uint64_t> seed("seed",
                              cl::desc("order of waves between barriers, and of random buffers"),
                              cl::cat(category));
static cl::opt<uint64_t> dynamicShared("dynamic-lds", cl::desc("bytes of dynamic LDS"),
                                       cl::cat(category));
static cl::opt<bool> noRaces("no-race-check", cl::desc("do not report waves that race"),
                             cl::cat(category));
static cl::opt<bool>
    check("check", cl::desc("run nothing; list the operations of the kernels that cannot be run"),
          cl::cat(category));
static cl::opt<bool> verbose("v", cl::desc("say what was executed"), cl::cat(category));

static int fail(const Twine &what) {
  llvm::errs() << "fly-run: error: " << what << "\n";
  return 1;
}

static bool parseExtents(StringRef text, std::array<int64_t, 3> &extents, int64_t least = 1) {
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  if (parts.empty() || parts.size() > 3)
    return false;
  extents = {least, least, least};
  for (auto [i, part] : llvm::enumerate(parts))
    if (part.getAsInteger(10, extents[i]) || extents[i] < least)
      return false;
  return true;
}

namespace {

/// A buffer argument and what becomes of it afterwards.
struct Buffer {
  NpyArray array;
  std::string target;
};

} // namespace

static std::string dtypeOf(Type element) {
  unsigned bytes = bitsOf(element) / 8;
  return (isa<FloatType>(element) && bytes >= 2 && !element.isBF16() ? "f"
          : bytes == 1                                               ? "u"
                                                                     : "i") +
         std::to_string(bytes);
}

/// "64x16xf32=random" as an array; false when the text is no shape.
static bool makeBuffer(StringRef text, MLIRContext *context, std::mt19937_64 &random,
                       NpyArray &array, std::string &error) {
  auto [shapeText, fill] = text.split('=');
  SmallVector<StringRef> parts;
  shapeText.split(parts, 'x');
  Type element = parts.size() < 2 ? Type() : parseType(parts.back(), context);
  if (!element || !element.isIntOrFloat() || bitsOf(element) % 8) {
    error = "'" + shapeText.str() + "' is neither a file nor a shape such as 64x16xf32";
    return false;
  }
  for (StringRef part : ArrayRef(parts).drop_back()) {
    int64_t extent;
    if (part.getAsInteger(10, extent) || extent < 1) {
      error = "extent '" + part.str() + "' is not a positive number";
      return false;
    }
    array.shape.push_back(extent);
  }
  array.dtype = dtypeOf(element);
  unsigned bytes = bitsOf(element) / 8;
  int64_t count = array.elements();
  if (count > (int64_t(1) << 30)) {
    error = "a buffer of " + std::to_string(count) + " elements is larger than this tool runs";
    return false;
  }
  array.bytes.resize(size_t(count) * bytes);
  if (fill.empty())
    return true;
  if (fill != "random" && fill != "iota") {
    error = "unknown fill '" + fill.str() + "'; known: random (small integers), iota";
    return false;
  }
  for (int64_t i = 0; i < count; ++i) {
    int64_t number = fill == "iota" ? i : int64_t(random() % 9) - 4;
    auto floating = dyn_cast<FloatType>(element);
    uint64_t pattern = floating ? toPattern(double(number), floating) : uint64_t(number);
    std::memcpy(&array.bytes[i * bytes], &pattern, bytes);
  }
  return true;
}

static void print(const NpyArray &array, Type element) {
  unsigned bytes = array.elementBytes();
  int64_t row = array.shape.empty() ? 1 : array.shape.back();
  auto floating = dyn_cast_or_null<FloatType>(element);
  for (int64_t i = 0, n = array.elements(); i < n; ++i) {
    uint64_t pattern = 0;
    std::memcpy(&pattern, &array.bytes[i * bytes], bytes);
    if (floating)
      llvm::outs() << llvm::format("%g", toNumber(pattern, floating));
    else
      llvm::outs() << signExtended(pattern, bytes * 8);
    llvm::outs() << ((i + 1) % row == 0 ? "\n" : " ");
  }
}

int main(int argc, char **argv) {
  installFatalErrorHandler("fly-run");
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Runs a kernel on the CPU, lane by lane: usage\n"
      "  fly-run KERNEL.mlir --grid 4 --arg a.npy --arg 64x16xf32=random --arg 64x96xf32:-\n");
  // Also where the file's own target would win.
  if (!chip.empty() && !findChip(chip))
    return fail(unknownChipMessage(chip));
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!file)
    return fail("cannot read '" + input + "': " + file.getError().message());
  if (auto problem = scanProgram((*file)->getBuffer()))
    return fail(input + ":" + Twine(problem->line) + ":" + Twine(problem->column) + ": " +
                problem->message);

  DialectRegistry registry;
  registerAllFly(registry);
  registerAllFlyPasses();
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  sources.AddNewSourceBuffer(std::move(*file), llvm::SMLoc());
  OwningOpRef<ModuleOp> module;
  {
    ParserMessageHandler words(&context,
                               sources.getMemoryBuffer(sources.getMainFileID())->getBuffer());
    module = parseSourceFile<ModuleOp>(sources, &context);
  }
  if (!module)
    return 1;
  std::string conflict;
  ResolvedChip resolved = resolveChip(*module, chip, input, &conflict);
  if (!conflict.empty()) {
    emitError(conflictLocation(*module), conflict);
    return 1;
  }
  PipelineOptions options;
  options.chip = resolved.name;
  options.to = "target";
  if (failed(runStagedPasses(*module, options)))
    return 1;

  if (check) {
    unsigned unknown = 0, number = 0;
    module->walk([&](gpu::GPUFuncOp function) {
      ++number;
      for (Operation *op : unknownOperations(function)) {
        op->emitError() << "cannot be run: the interpreter does not know '" << op->getName() << "'";
        ++unknown;
      }
    });
    llvm::outs() << number << " functions, " << unknown << " operations that cannot be run\n";
    return unknown ? 1 : 0;
  }

  SmallVector<gpu::GPUFuncOp> kernels;
  auto fullName = [](gpu::GPUFuncOp function) {
    return (function->getParentOfType<gpu::GPUModuleOp>().getName() + "::" + function.getName())
        .str();
  };
  module->walk([&](gpu::GPUFuncOp function) {
    if (function.isKernel() && (kernelName.empty() || function.getName() == kernelName ||
                                fullName(function) == kernelName))
      kernels.push_back(function);
  });
  if (kernels.size() != 1) {
    std::vector<std::string> shortNames, fullNames;
    module->walk([&](gpu::GPUFuncOp function) {
      if (!function.isKernel())
        return;
      shortNames.push_back(function.getName().str());
      fullNames.push_back(fullName(function));
    });
    // Names that do not choose one are given with their module.
    bool unique =
        std::set<std::string>(shortNames.begin(), shortNames.end()).size() == shortNames.size();
    std::string names = llvm::join(unique ? shortNames : fullNames, ", ");
    return fail(names.empty()     ? "the module has no kernel"
                : kernels.empty() ? "no kernel '" + kernelName + "'; there are: " + names
                                  : "several kernels, choose one with --kernel: " + names);
  }
  gpu::GPUFuncOp kernel = kernels.front();

  LaunchOptions launch;
  if (!parseExtents(grid, launch.grid))
    return fail("--grid wants X[,Y[,Z]], got '" + grid + "'");
  if (!only.empty() && !parseExtents(only, launch.only.emplace(), 0))
    return fail("--only wants X[,Y[,Z]], got '" + only + "'");
  if (!block.empty()) {
    if (!parseExtents(block, launch.block))
      return fail("--block wants X[,Y[,Z]], got '" + block + "'");
  } else if (auto known = kernel.getKnownBlockSize()) {
    llvm::copy(*known, launch.block.begin());
  } else {
    return fail("the kernel states no known_block_size; give --block");
  }
  const ChipInfo *info = findChip(resolved.name);
  launch.waveSize = info && info->waveSize ? info->waveSize : 64;
  launch.chip = resolved.name;
  launch.dynamicShared = dynamicShared;
  launch.seed = seed;
  launch.checkRaces = !noRaces;

  if (arguments.size() != kernel.getNumArguments())
    return fail("kernel '" + kernel.getName() + "' takes " + Twine(kernel.getNumArguments()) +
                " arguments, but " + Twine(arguments.size()) + " are given with --arg");
  std::mt19937_64 random(seed);
  std::vector<Buffer> buffers(arguments.size());
  std::vector<Type> elements(arguments.size());
  std::vector<Argument> values(arguments.size());
  for (auto [i, text] : llvm::enumerate(arguments)) {
    Type type = kernel.getArgument(i).getType();
    if (!isa<LLVM::LLVMPointerType>(type)) {
      // Numbers, separated by commas, for the slots of a scalar or struct.
      SmallVector<StringRef> numbers;
      StringRef(text).split(numbers, ',');
      for (StringRef number : numbers) {
        int64_t whole;
        double fraction;
        auto floating = dyn_cast<FloatType>(type);
        if (!number.getAsInteger(0, whole) && !floating)
          values[i].slots.push_back(uint64_t(whole));
        else if (floating && !number.getAsDouble(fraction))
          values[i].slots.push_back(toPattern(fraction, floating));
        else
          return fail("argument " + Twine(i) + " is not a number: '" + number + "'");
      }
      continue;
    }
    auto [source, target] = StringRef(text).rsplit(':');
    buffers[i].target = target.str();
    std::string error;
    if (source.ends_with(".npy")) {
      FailureOr<NpyArray> array = readNpy(source, error);
      if (failed(array))
        return fail(error);
      buffers[i].array = *array;
    } else {
      if (!makeBuffer(source, &context, random, buffers[i].array, error))
        return fail("argument " + Twine(i) + ": " + error);
      elements[i] = parseType(source.split('=').first.rsplit('x').second, &context);
    }
    if (!elements[i]) {
      Builder b(&context);
      elements[i] = StringSwitch<Type>(buffers[i].array.dtype)
                        .Case("f2", b.getF16Type())
                        .Case("f4", b.getF32Type())
                        .Case("f8", b.getF64Type())
                        .Default(b.getIntegerType(buffers[i].array.elementBytes() * 8));
    }
    values[i] = Argument::memory(buffers[i].array.bytes);
  }
  Statistics statistics;
  if (failed(runKernel(kernel, values, launch, &statistics)))
    return 1;
  for (auto [i, buffer] : llvm::enumerate(buffers)) {
    std::string error;
    if (buffer.target == "-")
      print(buffer.array, elements[i]);
    else if (!buffer.target.empty() && failed(writeNpy(buffer.target, buffer.array, error)))
      return fail(error);
  }
  if (verbose)
    llvm::errs() << kernel.getName() << ": " << statistics.operations << " operations, "
                 << statistics.matrixOperations << " matrix operations, " << statistics.barriers
                 << " barriers; chip " << resolved.describe() << "\n";
  return 0;
}
