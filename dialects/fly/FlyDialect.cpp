#include "dialects/fly/FlyDialect.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/FlyTypes.h"
#include "dialects/fly/InvariantCache.h"

using namespace mlir;
using namespace mlir::fly;

#include "dialects/fly/FlyDialect.cpp.inc"

void FlyDialect::initialize() {
  invariantCache = std::make_shared<InvariantCache>();
  registerAttributes();
  registerTypes();
  registerOps();
}

static ParseResult parseUnknownOperation(OpAsmParser &parser, OperationState &state) {
  return parser.emitError(parser.getNameLoc(),
                          unknownMessage("operation", state.name.getStringRef(),
                                         FlyDialect::getDialectNamespace()));
}

std::optional<Dialect::ParseOpHook> FlyDialect::getParseOperationHook(StringRef opName) const {
  // Only asked for names without a registered operation.
  return ParseOpHook(parseUnknownOperation);
}
