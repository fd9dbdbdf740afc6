#include "lsp/analysis/Analyzer.h"

#include "passes/pipelines/Register.h"

namespace flylsp {

void registerDialects(mlir::DialectRegistry &registry) { mlir::fly::registerAllFly(registry); }

} // namespace flylsp
