// Everything a tool of this project registers before it reads a file.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace mlir::fly {

/// The fly dialects with the external models of attributes; none is loaded until a text names it.
void registerFlyDialects(DialectRegistry &registry);

/// Those of the plugins loaded so far (Plugins.h).
void registerDialectPlugins(DialectRegistry &registry);

/// All upstream dialects, extensions and LLVM IR translations, the fly dialects, and those of
/// plugins.
void registerAllFly(DialectRegistry &registry);

/// The fly passes and `fly-lower`. Call once per process.
void registerFlyPasses();

/// All upstream passes and the fly passes. Safe to call more than once.
void registerAllFlyPasses();

} // namespace mlir::fly
