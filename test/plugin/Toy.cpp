#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/ADT/TypeSwitch.h"

#include "test/plugin/Toy.h.inc"
#define GET_TYPEDEF_CLASSES
#include "test/plugin/ToyTypes.h.inc"
#define GET_OP_CLASSES
#include "test/plugin/ToyOps.h.inc"

#include "test/plugin/Toy.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "test/plugin/ToyTypes.cpp.inc"
#define GET_OP_CLASSES
#include "test/plugin/ToyOps.cpp.inc"

void toy::ToyDialect::initialize() {
  addTypes<BoxType>();
  addOperations<WrapOp>();
}

llvm::LogicalResult toy::BoxType::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                                         unsigned size) {
  if (size == 0)
    return emitError() << "a box of size 0 holds nothing";
  return mlir::success();
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "toy", "1.0",
          [](mlir::DialectRegistry *registry) { registry->insert<toy::ToyDialect>(); }};
}
