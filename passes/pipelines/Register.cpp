#include "passes/pipelines/Register.h"

#include "dialects/fly/FlyDialect.h"
#include "dialects/fly_rocdl/FlyROCDLDialect.h"
#include "dialects/fly_rocdl/Rules.h"
#include "passes/check/Passes.h"
#include "passes/pipelines/Passes.h"
#include "passes/to_common/Passes.h"
#include "passes/to_rocdl/Passes.h"
#include "passes/transforms/Passes.h"
#if FLY_HAVE_PTX_DIALECT
#include "dialects/fly_ptx/FlyPTXDialect.h"
#include "dialects/fly_ptx/Rules.h"
#endif
#if FLY_HAVE_TO_PTX
#include "passes/to_ptx/Passes.h"
#endif

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

using namespace mlir;

void fly::registerFlyDialects(DialectRegistry &registry) {
  // Codes are explained before a dialect is loaded.
  registry.insert<fly::FlyDialect, fly_rocdl::FlyROCDLDialect>();
  registerRules(fly_rocdl::rocdlRules());
#if FLY_HAVE_PTX_DIALECT
  registry.insert<fly_ptx::FlyPTXDialect>();
  registerRules(fly_ptx::ptxRules());
#endif
}

void fly::registerAllFly(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  registerFlyDialects(registry);
  registerDialectPlugins(registry);
}

void fly::registerFlyPasses() {
  registerFlyCheckPasses();
  registerFlyTransformsPasses();
  registerFlyToCommonPasses();
  registerFlyToROCDLPasses();
#if FLY_HAVE_TO_PTX
  registerFlyToPTXPasses();
#endif
  registerFlyPipelinesPasses();
}

void fly::registerAllFlyPasses() {
  [[maybe_unused]] static const bool once = [] {
    registerAllPasses();
    registerFlyPasses();
    return true;
  }();
}
