#include "passes/pipelines/Register.h"

#include "dialects/fly/FlyDialect.h"
#include "dialects/fly_rocdl/FlyROCDLDialect.h"
#include "passes/check/Passes.h"
#include "passes/pipelines/Passes.h"
#include "passes/to_common/Passes.h"
#include "passes/to_rocdl/Passes.h"
#include "passes/transforms/Passes.h"
#if FLY_HAVE_PTX_DIALECT
#include "dialects/fly_ptx/FlyPTXDialect.h"
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
  registry.insert<fly::FlyDialect, fly_rocdl::FlyROCDLDialect>();
#if FLY_HAVE_PTX_DIALECT
  registry.insert<fly_ptx::FlyPTXDialect>();
#endif
}

void fly::registerAllFly(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  registerFlyDialects(registry);
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
