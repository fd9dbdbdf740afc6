// MLIR's own language server with the fly dialects registered: what `mlir-lsp-server` would be for
// kernels in these dialects, and what test/lsp/bench.py measures fly-lsp-server against on them.
#include "passes/pipelines/Register.h"

#include "mlir/Support/LLVM.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::fly::registerAllFly(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
