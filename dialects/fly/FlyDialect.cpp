#include "dialects/fly/FlyDialect.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/ExplicitModule.h"
#include "dialects/fly/FlyTypes.h"
#include "dialects/fly/InvariantCache.h"

using namespace mlir;
using namespace mlir::fly;

#include "dialects/fly/FlyDialect.cpp.inc"

void FlyDialect::initialize() {
  invariantCache = std::make_shared<InvariantCache>();
  registerAttributes();
  registerTypes();
  attachExplicitModuleTranslation(*getContext());
  registerOps();
}

std::optional<Dialect::ParseOpHook> FlyDialect::getParseOperationHook(StringRef opName) const {
  // Only asked for names without a registered operation.
  return ParseOpHook(parseUnknownOperation);
}
