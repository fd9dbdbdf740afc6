// A context with the dialects that the tests need, and small helpers over it.
#pragma once

#include "dialects/fly/FlyOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"

#include <string>
#include <vector>

namespace fly_ops_test {

/// Loads fly, fly_rocdl and the upstream dialects of kernels.
void loadDialects(mlir::MLIRContext &context);

/// A diagnostic as text: severity, line, message; notes follow their parent, indented.
struct Heard {
  std::vector<std::string> errors, warnings, notes;
  bool has(const std::vector<std::string> &list, llvm::StringRef part) const;
  std::string all() const;
};

/// Collects the diagnostics of a context while it lives.
class Listener {
public:
  explicit Listener(mlir::MLIRContext &context);
  Heard heard;

private:
  mlir::ScopedDiagnosticHandler handler;
};

/// Parses and verifies; null when either fails.
mlir::OwningOpRef<mlir::ModuleOp> parse(mlir::MLIRContext &context, llvm::StringRef text);
std::string print(mlir::Operation *op, bool generic = false);
std::string print(mlir::Type type);
std::string readFile(const std::string &path);

/// Splits at commas outside brackets of any kind; `->` is not a bracket.
std::vector<std::string> splitTopLevel(llvm::StringRef text);

} // namespace fly_ops_test
