// The chips that the linked LLVM can generate code for, and which of them a kernel is compiled for.
//
// The list is LLVM's own subtarget table, so it never lags behind the code generator: a chip that
// is found here does not abort it.
#pragma once

#include "passes/to_common/TargetChip.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>

namespace mlir::fly {

enum class Backend { None, Rocdl, Ptx };

/// "AMD" or "NVIDIA"; "none" without a backend.
llvm::StringRef backendName(Backend backend);

struct ChipInfo {
  std::string name;
  Backend backend = Backend::None;
  /// Lanes of a wave in the chip's default mode (gfx10 and later: 32, although 64 exists on most).
  unsigned waveSize = 0;
};

/// Every chip of the AMDGPU and NVPTX subtarget tables, AMD first, each list sorted by name.
llvm::ArrayRef<ChipInfo> knownChips();

/// The chip of that exact name, or null.
const ChipInfo *findChip(llvm::StringRef name);

/// The known chip with the closest spelling; empty when nothing is near.
llvm::StringRef nearestChip(llvm::StringRef name);

/// One sentence that says that the chip is unknown and, where there is one, which name is close.
std::string unknownChipMessage(llvm::StringRef name);

/// Where a chip in force came from, in the order of precedence.
enum class ChipSource { Target, Option, Project, None };

struct ResolvedChip {
  std::string name; ///< empty when no source names one
  ChipSource source = ChipSource::None;
  /// The symbol of the gpu.module, the option's name or the path of the project file.
  std::string origin;
  /// "gfx942 (target of gpu.module @kernels)"; "no chip" when there is none.
  std::string describe() const;
};

/// The chip in force at `op`: the target attribute of the enclosing gpu.module (or, for an
/// operation around modules, of the gpu.modules inside), else `option`, else the project file, else
/// none. When gpu.modules inside `op` target different chips, `conflict` is set to a message that
/// names two.
ResolvedChip resolveChip(Operation *op, llvm::StringRef option, llvm::StringRef sourcePath,
                         std::string *conflict = nullptr);

/// The place of the first gpu.module inside `op` that targets another chip than one before it; that
/// of `op` when all agree.
Location conflictLocation(Operation *op);

/// `fly.json` in the folder of `sourcePath` or the nearest folder above it that has one; empty if
/// none.
std::string findProjectFile(llvm::StringRef sourcePath);

/// The JSON value of a file that people write: a byte-order mark is skipped, and what the reader
/// would overflow its stack on is an error.
llvm::Expected<llvm::json::Value> parseProjectText(llvm::StringRef text);

/// The value of "chip" in a project file. An unreadable file or one without a string there gives
/// none, with the reason in `problem` when the file is at fault.
std::optional<std::string> projectChip(llvm::StringRef projectFile, std::string *problem = nullptr);

} // namespace mlir::fly
