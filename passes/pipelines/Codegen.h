// Help around LLVM's code generation: its fatal errors, and the texts that come out of it.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::fly {

/// Installs handlers for LLVM's fatal errors and for running out of memory: one line on stderr that
/// names the tool and the kernel, exit status 1. Call first in `main`.
void installFatalErrorHandler(llvm::StringRef toolName);

/// "fly-opt 0.1.0 (LLVM 22.1.8, fly dialect of revision …)".
std::string versionText(llvm::StringRef toolName);

/// Remembers what the kernels of a gpu.module in the llvm dialect call and where, so that a fatal
/// error of the code generator, which names neither, can be led back to a kernel and a line.
void rememberDeviceCode(Operation *gpuModule, llvm::StringRef chip);

/// "kernel 'k': cannot select intrinsic %llvm.amdgcn.x" out of LLVM's many-line message.
std::string describeFatalError(llvm::StringRef message);

/// What one kernel module became.
struct DeviceObject {
  std::string module; ///< symbol of the gpu.module
  std::string chip;
  std::string data; ///< assembly text, LLVM bitcode or code object
};

/// The objects of all gpu.binary operations in a module, in order.
llvm::SmallVector<DeviceObject> deviceObjects(ModuleOp module);

/// The assembly texts of all objects; with several, each under a comment line that names its
/// module.
std::string assemblyText(ModuleOp module);

/// The LLVM IR of every gpu.module that is in the llvm dialect, as text. Nothing is optimised.
FailureOr<std::string> llvmIRText(ModuleOp module);

/// The LLVM IR of the host functions with the kernel binaries embedded, as text.
FailureOr<std::string> hostLLVMIRText(ModuleOp module);

/// A folder of the shape that `gpu-module-to-binary` wants as `toolkit` (llvm/bin/ld.lld inside),
/// made below the temporary folder, when an lld of LLVM's own version is found; empty otherwise.
std::string findAmdToolkit(std::string *problem = nullptr);

} // namespace mlir::fly
