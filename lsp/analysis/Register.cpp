#include "lsp/analysis/Analyzer.h"

#include "dialects/fly/TypeTexts.h"
#include "passes/pipelines/Register.h"

namespace flylsp {

void registerDialects(mlir::DialectRegistry &registry) {
  mlir::fly::registerAllFly(registry);
  // A document spells the same types at every statement and is read at every edit.
  mlir::fly::rememberTypeTexts(registry);
}

} // namespace flylsp
