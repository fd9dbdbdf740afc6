// Dialects of other projects, from shared libraries that the user names.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::fly {

/// Loads a dialect plugin (mlir/Tools/Plugins/DialectPlugin.h) for the rest of the process;
/// `registerAllFly` registers its dialects besides its own from then on. Returns why it cannot be
/// used, if so. To be called before there are other threads.
std::optional<std::string> loadDialectPlugin(llvm::StringRef file);

/// The absolute paths of the plugins loaded so far.
llvm::ArrayRef<std::string> dialectPlugins();

} // namespace mlir::fly
