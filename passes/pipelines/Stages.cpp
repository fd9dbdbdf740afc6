#include "passes/pipelines/Stages.h"
#include "passes/pipelines/FailureMessages.h"

#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::fly;
using llvm::StringRef;

llvm::ArrayRef<Stage> fly::stages() {
  static const Stage table[] = {
      {"source", {}, "as written, verified"},
      {"signature", {}, "fly types gone from function, launch and scf boundaries; normal form"},
      {"layout", {}, "layout algebra, tiled ops, copy and gemm expanded"},
      {"ssa", {}, "value-based atom calls, registers promoted"},
      {"target", {"rocdl", "nvvm"}, "no fly op left"},
      {"llvm", {}, "llvm dialect only"},
      {"llvm-ir", {}, "LLVM IR text"},
      {"isa", {"ptx"}, "assembly text"},
      {"obj", {"hsaco", "cubin"}, "linked code object"},
  };
  return table;
}

int fly::stageIndex(StringRef nameOrAlias) {
  for (auto [index, stage] : llvm::enumerate(stages()))
    if (stage.name == nameOrAlias || llvm::is_contained(stage.aliases, nameOrAlias))
      return static_cast<int>(index);
  return -1;
}

const Stage *fly::findStage(StringRef nameOrAlias) {
  int index = stageIndex(nameOrAlias);
  return index < 0 ? nullptr : &stages()[index];
}

std::string fly::unknownStageMessage(StringRef name) {
  std::string text = "unknown stage '" + name.str() + "'; stages are ";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(stages(), os, [&](const Stage &stage) {
    os << stage.name;
    if (!stage.aliases.empty())
      os << " (" << llvm::join(stage.aliases, ", ") << ")";
  });
  return text;
}

Backend fly::backendOf(const PipelineOptions &options) {
  if (options.backend != Backend::None)
    return options.backend;
  if (const ChipInfo *chip = findChip(options.chip))
    return chip->backend;
  if (options.to == "nvvm" || options.to == "ptx" || options.to == "cubin")
    return Backend::Ptx;
  return Backend::Rocdl;
}

/// The PTX version that every atom of a chip can be emitted with (fly-ptx 13.3); a version below
/// what an atom needs ends in a fatal error of the code generator.
static StringRef recommendedPtx(StringRef chip) {
  unsigned number = 0;
  chip.drop_front(3).take_while(llvm::isDigit).getAsInteger(10, number);
  // Chips for which LLVM 22 asks for more than their neighbours need.
  if (number == 110 || number == 88)
    return "+ptx90";
  if (number == 87)
    return "+ptx74";
  if (number >= 100)
    return "+ptx88";
  if (number >= 90)
    return "+ptx86";
  if (number >= 89)
    return "+ptx87";
  if (number >= 80)
    return "+ptx71";
  return "+ptx65";
}

/// What `convert-gpu-to-rocdl` takes as chipset: it reads numbers, so that a generic chip goes by
/// the first chip of its family.
static StringRef chipsetOf(StringRef chip) {
  return llvm::StringSwitch<StringRef>(chip)
      .Case("gfx9-generic", "gfx900")
      .Case("gfx9-4-generic", "gfx942")
      .Case("gfx10-1-generic", "gfx1010")
      .Case("gfx10-3-generic", "gfx1030")
      .Case("gfx11-generic", "gfx1100")
      .Case("gfx12-generic", "gfx1200")
      .Default(chip);
}

/// A string as the value of a pass option.
static std::string flag(bool value) { return value ? "true" : "false"; }

static bool isRegistered(StringRef pass) { return PassInfo::lookup(pass) != nullptr; }

namespace {
class PipelineWriter {
public:
  PipelineWriter(const PipelineOptions &options, llvm::SmallVector<StagedPass> &passes)
      : options(options), passes(passes), last(stageIndex(options.to)) {}

  void write() {
    front();
    if (backendOf(options) == Backend::Ptx)
      ptx();
    else
      rocdl();
  }

private:
  void add(StringRef stage, std::string text) {
    if (stageIndex(stage) <= last)
      passes.push_back({findStage(stage)->name, std::move(text)});
  }

  std::string level(int usual) const {
    return std::to_string(options.optLevel < 0 ? usual : options.optLevel);
  }

  /// A pass over every gpu.module, one entry each, so that steppers see them apart.
  void device(const std::string &pass) { add("llvm", "gpu.module(" + pass + ")"); }

  void front() {
    if (options.wavesPerEu > 0 && backendOf(options) == Backend::Rocdl)
      add("signature",
          "fly-rocdl-kernel-hints{waves-per-eu=" + std::to_string(options.wavesPerEu) + "}");
    add("signature", "fly-rewrite-func-signature");
    add("signature", "fly-canonicalize");
    add("layout", "fly-layout-lowering");
    add("layout", "fly-int-swizzle-simplify");
    add("layout", "canonicalize");
    add("ssa", "fly-convert-atom-call-to-ssa-form");
    if (isRegistered("fly-plan-group-reduce") && isRegistered("fly-lower-group-reduce")) {
      // The plan weighs instructions of one chip.
      std::string chip = options.chip.empty() ? "" : "{chip=" + options.chip + "}";
      add("ssa", "fly-plan-group-reduce" + chip);
      add("ssa", "fly-lower-group-reduce" + chip);
    }
    add("ssa", "fly-promote-regmem-to-vectorssa");
  }

  /// What both backends do to the host side.
  void host() {
    add("llvm", "convert-scf-to-cf");
    add("llvm", "convert-cf-to-llvm");
    add("llvm", "fly-async-launch");
    add("llvm", "gpu-to-llvm{use-bare-pointers-for-host=true use-bare-pointers-for-kernels=true}");
    add("llvm", "convert-vector-to-llvm");
    add("llvm", "convert-arith-to-llvm");
    add("llvm", "convert-func-to-llvm");
    add("llvm", "reconcile-unrealized-casts");
    add("llvm", "fly-check-lowered");
    if (options.debugInfo)
      add("llvm", "ensure-debug-info-scope-on-llvm-func{emission-kind=LineTablesOnly}");
  }

  void binary(StringRef backendOptions) {
    add("llvm-ir", options.toolkit.empty()
                       ? "fly-check-device-code"
                       : "fly-check-device-code{toolkit=" + options.toolkit + "}");
    // One of the three forms of the device code; they do not follow from each other.
    StringRef stage = stages()[last].name;
    std::string common;
    if (!options.toolkit.empty())
      common += " toolkit=" + options.toolkit;
    if (!backendOptions.empty())
      common += " opts=\"" + backendOptions.str() + "\"";
    if (stage == "llvm-ir")
      add("llvm-ir", "gpu-module-to-binary{format=llvm" + common + "}");
    else if (stage == "isa")
      add("isa", "gpu-module-to-binary{format=isa" + common + "}");
    else if (stage == "obj")
      add("obj", "gpu-module-to-binary{format=bin" + common + "}");
  }

  void rocdl() {
    const std::string &chip = options.chip;
    std::string chipOption = chip.empty() ? "" : "{chip=" + chip + "}";
    add("target", "convert-fly-to-rocdl" + chipOption);
    add("target", "canonicalize");

    const ChipInfo *info = findChip(chip);
    bool wave64 = options.wave64 && (!info || info->waveSize == 64);
    device("fly-rocdl-native-math");
    device("fly-scf-to-cf");
    device("convert-scf-to-cf");
    device("cse");
    device("convert-gpu-to-rocdl{chipset=" + chipsetOf(chip).str() +
           " index-bitwidth=0 runtime=HIP use-bare-ptr-memref-call-conv=true}");
    device("fly-rocdl-cluster-attr");
    std::string libraries;
    for (const std::string &library : options.libraries)
      libraries += " l=" + library;
    add("llvm", "rocdl-attach-target{O=" + level(2) + " abi=600 chip=" + chip +
                    " correct-sqrt=true daz=false fast=" + flag(options.fastMath) +
                    " features= finite-only=false" + libraries +
                    " module= triple=amdgcn-amd-amdhsa unsafe-math=" + flag(options.unsafeMath) +
                    " wave64=" + flag(wave64) + "}");
    add("llvm", "fly-merge-targets");
    host();

    std::string backendOptions;
    auto append = [&](std::string text) {
      backendOptions += (backendOptions.empty() ? "" : " ") + text;
    };
    if (options.debugInfo)
      append("-g");
    if (options.wavesPerEu > 0)
      append("--amdgpu-waves-per-eu=" + std::to_string(options.wavesPerEu));
    if (options.maxVgprs > 0)
      append("--amdgpu-num-vgpr=" + std::to_string(options.maxVgprs));
    binary(backendOptions);
  }

  void ptx() {
    const std::string &chip = options.chip;
    std::string features = options.ptxFeatures;
    if (features.empty() && !chip.empty())
      features = recommendedPtx(chip);
    // Attached early: the verifiers of the nvvm dialect then check the chip.
    if (!chip.empty()) {
      std::string libraries;
      for (const std::string &library : options.libraries)
        libraries += " l=" + library;
      add("target", "nvvm-attach-target{O=" + level(3) + " chip=" + chip + " fast=" +
                        flag(options.fastMath) + " features=" + features + libraries + "}");
      add("target", "fly-merge-targets");
    }
    std::string chipOption;
    if (!chip.empty())
      chipOption = "{chip=" + chip + " ptx=" + StringRef(features).drop_front(4).str() + "}";
    add("target", "convert-fly-to-ptx" + chipOption);
    add("target", "canonicalize");
    device("fly-scf-to-cf");
    device("convert-scf-to-cf");
    device("cse");
    device("convert-gpu-to-nvvm{index-bitwidth=0 use-bare-ptr-memref-call-conv=true}");
    device("fly-ptx-kernel-attrs");
    device("convert-nvvm-to-llvm");
    host();
    binary(options.debugInfo ? "-g" : "");
  }

  const PipelineOptions &options;
  llvm::SmallVector<StagedPass> &passes;
  int last;
};
} // namespace

FailureOr<llvm::SmallVector<StagedPass>> fly::stagedPasses(const PipelineOptions &options,
                                                           std::string *error) {
  auto fail = [&](const llvm::Twine &message) {
    if (error)
      *error = message.str();
    return failure();
  };
  int last = stageIndex(options.to);
  if (last < 0)
    return fail(unknownStageMessage(options.to));
  const ChipInfo *chip = findChip(options.chip);
  if (!options.chip.empty() && !chip)
    return fail(unknownChipMessage(options.chip));
  if (options.chip.empty() && last >= stageIndex("llvm"))
    return fail(
        "stage '" + options.to +
        "' needs a chip: a target on the gpu.module, the chip option, or \"chip\" in fly.json");
  Backend backend = backendOf(options);
  if (chip && chip->backend != backend)
    return fail("chip " + chip->name + " is an " + backendName(chip->backend) + " chip, not " +
                backendName(backend));
  if (options.to != stages()[last].name) {
    bool nvidia = options.to == "nvvm" || options.to == "ptx" || options.to == "cubin";
    if (nvidia != (backend == Backend::Ptx))
      return fail("stage '" + options.to + "' belongs to " + (nvidia ? "NVIDIA" : "AMD") +
                  " chips, not to " + (chip ? chip->name : backendName(backend).str()));
  }
  if (options.optLevel < -1 || options.optLevel > 3)
    return fail("optimisation level must lie in [0, 3], got " + llvm::Twine(options.optLevel));
  if (options.wavesPerEu < 0)
    return fail("waves per execution unit must be positive, got " +
                llvm::Twine(options.wavesPerEu));
  if (options.maxVgprs < 0)
    return fail("the register limit must be positive, got " + llvm::Twine(options.maxVgprs));
  auto writable = [](StringRef path) {
    return path.find_first_of(" \t\n,{}\"'") == StringRef::npos;
  };
  for (const std::string &library : options.libraries)
    if (library.empty() || !writable(library))
      return fail("library path '" + library +
                  "' holds a blank, comma, brace or quote and cannot be passed to the linker");
  if (!writable(options.toolkit))
    return fail("toolkit path '" + options.toolkit + "' holds a blank, comma, brace or quote");
  if (!options.libraries.empty() && last < stageIndex("llvm"))
    return fail("libraries are linked behind stage 'llvm', but the pipeline ends at '" +
                options.to + "'");

  llvm::SmallVector<StagedPass> passes;
  PipelineWriter(options, passes).write();
  return passes;
}

LogicalResult fly::buildPipeline(OpPassManager &pm, const PipelineOptions &options,
                                 llvm::function_ref<LogicalResult(const llvm::Twine &)> emitError) {
  std::string error;
  FailureOr<llvm::SmallVector<StagedPass>> passes = stagedPasses(options, &error);
  if (failed(passes))
    return emitError(error);
  for (const StagedPass &pass : *passes) {
    std::string message;
    llvm::raw_string_ostream os(message);
    if (failed(parsePassPipeline(pass.pipelineText, pm, os)))
      return emitError("cannot build '" + pass.pipelineText + "': " + StringRef(message).trim());
  }
  return success();
}

LogicalResult fly::buildPipeline(OpPassManager &pm, const PipelineOptions &options) {
  return buildPipeline(pm, options, [](const llvm::Twine &message) {
    llvm::errs() << "error: " << message << "\n";
    return failure();
  });
}

LogicalResult fly::runStagedPasses(ModuleOp module, const PipelineOptions &options,
                                   llvm::function_ref<bool(const StagedPass &)> after,
                                   llvm::function_ref<void(PassManager &)> configure) {
  std::string error;
  FailureOr<llvm::SmallVector<StagedPass>> passes = stagedPasses(options, &error);
  if (failed(passes))
    return emitError(module.getLoc(), error);
  for (const StagedPass &pass : *passes) {
    PassManager pm(module.getContext(), ModuleOp::getOperationName());
    std::string message;
    llvm::raw_string_ostream os(message);
    if (failed(parsePassPipeline(pass.pipelineText, pm, os)))
      return emitError(module.getLoc(),
                       "cannot build '" + pass.pipelineText + "': " + StringRef(message).trim());
    addFailureMessages(pm);
    if (configure)
      configure(pm);
    if (failed(pm.run(module)))
      return failure();
    if (after && !after(pass))
      return success();
  }
  return success();
}
