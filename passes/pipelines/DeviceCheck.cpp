// fly-check-device-code: what would make LLVM abort the process is an error before it starts.
#include "passes/pipelines/Chips.h"
#include "passes/pipelines/Codegen.h"
#include "passes/pipelines/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVM/ROCDL/Utils.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYCHECKDEVICECODE
#include "passes/pipelines/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {

/// Where a device-library function lives and what its caller most likely wrote.
struct LibraryFunction {
  StringRef library;
  std::string origin;
};

/// "__ocml_exp_f32" is exp on f32 of ocml.bc; nothing for functions of no device library.
std::optional<LibraryFunction> libraryFunction(StringRef name) {
  StringRef rest = name;
  if (rest.consume_front("__ocml_")) {
    auto [function, type] = rest.rsplit('_');
    return LibraryFunction{"ocml.bc", ("math." + function + " on " + type).str()};
  }
  if (name.starts_with("__ockl_printf"))
    return LibraryFunction{"ockl.bc", "fly.print or gpu.printf"};
  if (name.starts_with("__ockl_"))
    return LibraryFunction{"ockl.bc", ""};
  if (rest.consume_front("__nv_"))
    return LibraryFunction{"libdevice.10.bc", ("math." + rest).str()};
  return std::nullopt;
}

/// Functions of ocml that `fly-rocdl-native-math` can replace by one instruction on f32.
bool hasNativeForm(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"__ocml_exp_f32", "__ocml_exp2_f32", "__ocml_log_f32", "__ocml_log2_f32",
              "__ocml_log10_f32", "__ocml_sin_f32", "__ocml_cos_f32", "__ocml_sqrt_f32",
              "__ocml_rsqrt_f32"},
             true)
      .Default(false);
}

/// Whether the linked LLVM has this intrinsic. A name that merely extends an overloaded one by
/// something else than type suffixes does not count: LLVM would take it for an overload that does
/// not exist.
bool isKnownIntrinsic(StringRef name) {
  llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
  if (id == llvm::Intrinsic::not_intrinsic)
    return false;
  StringRef rest = name.drop_front(llvm::Intrinsic::getBaseName(id).size());
  if (!rest.empty() && !llvm::Intrinsic::isOverloaded(id))
    return false;
  SmallVector<StringRef> suffixes;
  rest.split(suffixes, '.', -1, /*KeepEmpty=*/false);
  return llvm::all_of(suffixes, [](StringRef suffix) {
    return llvm::any_of(suffix, llvm::isDigit) || suffix == "isVoid" || suffix == "Metadata";
  });
}

bool hasLibraries(gpu::GPUModuleOp module) {
  for (Attribute target : module.getTargetsAttr()) {
    if (auto rocdl = dyn_cast<ROCDL::ROCDLTargetAttr>(target))
      if (rocdl.getLink() && !rocdl.getLink().empty())
        return true;
    if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(target))
      if (nvvm.getLink() && !nvvm.getLink().empty())
        return true;
  }
  return false;
}

/// Whether a folder has the device libraries of ROCm; LLVM then links them by itself.
bool hasDeviceLibraries(StringRef folder) {
  if (folder.empty())
    return false;
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, "amdgcn", "bitcode");
  return llvm::sys::fs::is_directory(path);
}

struct CheckDeviceCode : fly::impl::FlyCheckDeviceCodeBase<CheckDeviceCode> {
  using FlyCheckDeviceCodeBase::FlyCheckDeviceCodeBase;

  void runOnOperation() final {
    bool failed = false;
    getOperation().walk([&](gpu::GPUModuleOp module) {
      if (module.getTargets())
        failed |= !check(module);
      return WalkResult::skip();
    });
    if (failed)
      signalPassFailure();
    markAllAnalysesPreserved();
  }

  bool check(gpu::GPUModuleOp module) {
    bool good = true;
    for (Attribute target : module.getTargetsAttr()) {
      StringRef chip;
      Backend backend = Backend::None;
      if (auto rocdl = dyn_cast<ROCDL::ROCDLTargetAttr>(target)) {
        chip = rocdl.getChip();
        backend = Backend::Rocdl;
      } else if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(target)) {
        chip = nvvm.getChip();
        backend = Backend::Ptx;
      } else {
        continue;
      }
      rememberDeviceCode(module, chip);
      const ChipInfo *known = findChip(chip);
      if (!known || known->backend != backend) {
        emitError(module.getLoc(), unknownChipMessage(chip))
            << " in the target of gpu.module @" << module.getName();
        good = false;
      }
    }
    bool linked = hasLibraries(module) || hasDeviceLibraries(toolkit) ||
                  hasDeviceLibraries(ROCDL::getROCMPath());
    SymbolTable symbols(module);
    module.walk([&](Operation *op) {
      calls += isa<LLVM::CallIntrinsicOp, LLVM::CallOp>(op);
      if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op)) {
        good &= checkIntrinsic(op, call.getIntrin());
      } else if (auto call = dyn_cast<LLVM::CallOp>(op)) {
        if (!call.getCallee())
          return;
        StringRef name = *call.getCallee();
        if (name.starts_with("llvm."))
          good &= checkIntrinsic(op, name);
        else if (!linked)
          good &= checkCall(op, name, symbols.lookup<LLVM::LLVMFuncOp>(name));
      }
    });
    return good;
  }

  bool checkIntrinsic(Operation *op, StringRef name) {
    if (isKnownIntrinsic(name))
      return true;
    emitError(op->getLoc(), "intrinsic ") << name << " is unknown to this LLVM [FLY339]";
    return false;
  }

  bool checkCall(Operation *op, StringRef name, LLVM::LLVMFuncOp callee) {
    if (callee && !callee.isExternal())
      return true;
    std::optional<LibraryFunction> function = libraryFunction(name);
    if (!function) {
      emitError(op->getLoc(), "function '")
          << name << "' is declared but not defined in this gpu.module";
      return false;
    }
    InFlightDiagnostic error = emitError(op->getLoc());
    error << "'" << name << "'";
    if (!function->origin.empty())
      error << " (from " << function->origin << ")";
    error << " needs the device library " << function->library << ", and none is linked";
    if (hasNativeForm(name))
      error.attachNote() << "with fastmath<afn> on the operation 'fly-rocdl-native-math' uses the "
                            "chip's own instruction instead";
    error.attachNote() << "link it with the option l=PATH of 'fly-lower' (--link of fly-compile)";
    return false;
  }
};
} // namespace
