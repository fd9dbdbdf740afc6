#include "passes/pipelines/Codegen.h"

#include "dialects/fly/Diagnostics.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace mlir;
using llvm::StringRef;

namespace {
/// What the code generator is working on.
struct DeviceCode {
  struct Call {
    std::string intrinsic, function, place;
  };
  std::string chip;
  std::vector<std::string> kernels;
  std::vector<Call> calls; ///< one per intrinsic, the first in the text

  const Call *find(StringRef name) const {
    const Call *best = nullptr;
    for (const Call &call : calls)
      if (name.starts_with(call.intrinsic) &&
          (!best || call.intrinsic.size() > best->intrinsic.size()))
        best = &call;
    return best;
  }
};

DeviceCode &currentCode() {
  static DeviceCode code;
  return code;
}

std::string &toolNameStorage() {
  static std::string name = "fly";
  return name;
}

[[noreturn]] void leave(StringRef message) {
  llvm::outs().flush();
  llvm::errs() << toolNameStorage() << ": error: " << fly::describeFatalError(message) << "\n";
  llvm::errs().flush();
  // Removes half-written output files; destructors of a process in this state are not to be
  // trusted.
  llvm::sys::RunInterruptHandlers();
  std::_Exit(1);
}
} // namespace

void fly::installFatalErrorHandler(StringRef toolName) {
  toolNameStorage() = toolName.str();
  llvm::install_fatal_error_handler(
      [](void *, const char *reason, bool) { leave(reason ? reason : "unknown fault"); });
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) {
    // Nothing may allocate here.
    static const char text[] = "error: out of memory\n";
    llvm::errs().write(text, sizeof(text) - 1);
    std::_Exit(1);
  });
}

std::string fly::versionText(StringRef toolName) {
  return toolName.str() +
         " " FLY_VERSION " (LLVM " LLVM_VERSION_STRING ", fly dialect of revision " +
         supportedRevision.str() + ")\n";
}

/// "FILE:LINE:COLUMN: " of the innermost place of a location, empty without one.
static std::string placeOf(Location loc) {
  std::string place;
  loc->walk([&](Location inner) {
    auto file = dyn_cast<FileLineColLoc>(inner);
    if (!file)
      return WalkResult::advance();
    place = file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" +
            std::to_string(file.getColumn()) + ": ";
    return WalkResult::interrupt();
  });
  return place;
}

void fly::rememberDeviceCode(Operation *gpuModule, StringRef chip) {
  DeviceCode &code = currentCode();
  code = DeviceCode();
  code.chip = chip.str();
  llvm::StringSet<> seen;
  gpuModule->walk([&](LLVM::LLVMFuncOp function) {
    if (function.isExternal())
      return;
    code.kernels.push_back(function.getName().str());
    function.walk([&](Operation *op) {
      std::string intrinsic;
      if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op))
        intrinsic = call.getIntrin().str();
      else if (op->getName().getDialectNamespace() == "rocdl")
        intrinsic = "llvm.amdgcn." + op->getName().stripDialect().str();
      else if (op->getName().getDialectNamespace() == "nvvm")
        intrinsic = "llvm.nvvm." + op->getName().stripDialect().str();
      if (!intrinsic.empty() && seen.insert(intrinsic).second)
        code.calls.push_back({intrinsic, function.getName().str(), placeOf(op->getLoc())});
    });
  });
}

std::string fly::describeFatalError(StringRef message) {
  const DeviceCode &code = currentCode();
  // "Cannot select: <node dump over many lines>\nIn function: NAME"
  std::string kernel, place;
  StringRef marker = "In function: ";
  if (size_t at = message.find(marker); at != StringRef::npos)
    kernel = message.substr(at + marker.size()).take_until([](char c) { return c == '\n'; }).str();
  else if (code.kernels.size() == 1)
    kernel = code.kernels.front();
  StringRef first = message.trim().take_until([](char c) { return c == '\n'; });
  std::string fault = first.str();
  if (first.consume_front("Cannot select:")) {
    size_t at = message.find("llvm.amdgcn.");
    if (at == StringRef::npos)
      at = message.find("llvm.nvvm.");
    if (at != StringRef::npos) {
      StringRef name = message.substr(at).take_while(
          [](char c) { return llvm::isAlnum(c) || c == '.' || c == '_'; });
      fault =
          (code.chip.empty() ? "the chip" : code.chip) + " has no instruction for " + name.str();
      if (const DeviceCode::Call *call = code.find(name)) {
        kernel = call->function;
        place = call->place;
      }
    } else {
      // The node's address says nothing to anybody.
      first = first.trim();
      if (first.starts_with("0x"))
        first = first.drop_until([](char c) { return c == ' '; }).trim();
      fault = "no instruction for " + first.str();
    }
  }
  std::string subject = "code generation";
  if (!kernel.empty())
    subject += " of '" + kernel + "'";
  else if (!code.kernels.empty())
    subject += " of one of '" + llvm::join(code.kernels, "', '") + "'";
  return place + subject + " failed: " + fault;
}

static std::string chipOf(Attribute target) {
  if (auto rocdl = dyn_cast<ROCDL::ROCDLTargetAttr>(target))
    return rocdl.getChip().str();
  if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(target))
    return nvvm.getChip().str();
  return "";
}

/// The triple of the first target, empty without one.
static StringRef tripleOf(gpu::GPUModuleOp module) {
  if (ArrayAttr targets = module.getTargetsAttr())
    for (Attribute target : targets) {
      if (auto rocdl = dyn_cast<ROCDL::ROCDLTargetAttr>(target))
        return rocdl.getTriple();
      if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(target))
        return nvvm.getTriple();
    }
  return "";
}

llvm::SmallVector<fly::DeviceObject> fly::deviceObjects(ModuleOp module) {
  llvm::SmallVector<DeviceObject> result;
  module.walk([&](gpu::BinaryOp binary) {
    for (Attribute attribute : binary.getObjects())
      if (auto object = dyn_cast<gpu::ObjectAttr>(attribute))
        result.push_back({binary.getName().str(), chipOf(object.getTarget()),
                          object.getObject().getValue().str()});
  });
  return result;
}

std::string fly::assemblyText(ModuleOp module) {
  llvm::SmallVector<DeviceObject> objects = deviceObjects(module);
  std::string text;
  for (const DeviceObject &object : objects) {
    StringRef comment = StringRef(object.chip).starts_with("sm_") ? "//" : ";";
    if (objects.size() > 1)
      text += comment.str() + " gpu.module @" + object.module + " for " + object.chip + "\n";
    // PTX objects end with a NUL for the driver.
    text += StringRef(object.data).rtrim('\0').str();
    if (!text.empty() && text.back() != '\n')
      text += '\n';
  }
  return text;
}

FailureOr<std::string> fly::llvmIRText(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  bool failed = false;
  module.walk([&](gpu::GPUModuleOp kernels) {
    if (failed)
      return;
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> ir = translateModuleToLLVMIR(kernels, context, kernels.getName());
    if (!ir) {
      kernels.emitError("gpu.module @") << kernels.getName() << " has no LLVM IR form";
      failed = true;
      return;
    }
    ir->setTargetTriple(llvm::Triple(tripleOf(kernels)));
    ir->print(os, nullptr);
  });
  if (failed)
    return failure();
  return text;
}

FailureOr<std::string> fly::hostLLVMIRText(ModuleOp module) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> ir = translateModuleToLLVMIR(module, context, "host");
  if (!ir)
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  ir->print(os, nullptr);
  return text;
}

std::string fly::findAmdToolkit(std::string *problem) {
  // LLVM of the same release only: an older lld does not know the code object version.
  std::string versioned = "ld.lld-" + std::to_string(LLVM_VERSION_MAJOR);
  llvm::ErrorOr<std::string> linker = llvm::sys::findProgramByName(versioned);
  if (!linker)
    linker = llvm::sys::findProgramByName("ld.lld", {FLY_LLVM_BIN_DIR});
  if (!linker) {
    if (problem)
      *problem = "linking needs " + versioned + " (package lld-" +
                 std::to_string(LLVM_VERSION_MAJOR) + "), which was not found";
    return "";
  }
  llvm::SmallString<128> root;
  if (std::error_code error = llvm::sys::fs::createUniqueDirectory("fly-toolkit", root)) {
    if (problem)
      *problem = "cannot make a folder for the linker: " + error.message();
    return "";
  }
  llvm::SmallString<128> bin(root);
  llvm::sys::path::append(bin, "llvm", "bin");
  std::error_code error = llvm::sys::fs::create_directories(bin);
  if (!error) {
    llvm::sys::path::append(bin, "ld.lld");
    error = llvm::sys::fs::create_link(*linker, bin);
  }
  if (error) {
    if (problem)
      *problem = "cannot make a folder for the linker: " + error.message();
    return "";
  }
  return root.str().str();
}
