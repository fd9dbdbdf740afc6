#include "passes/pipelines/Register.h"

#include "passes/pipelines/Passes.h"
#include "passes/to_common/Passes.h"
#if FLY_HAVE_DIALECT
#include "dialects/fly/FlyDialect.h"
#endif
#if FLY_HAVE_ROCDL_DIALECT
#include "dialects/fly_rocdl/FlyROCDLDialect.h"
#endif
#if FLY_HAVE_PTX_DIALECT
#include "dialects/fly_ptx/FlyPTXDialect.h"
#endif
#if FLY_HAVE_TRANSFORMS
#include "passes/transforms/Passes.h"
#endif
#if FLY_HAVE_TO_ROCDL
#include "passes/to_rocdl/Passes.h"
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
#if FLY_HAVE_DIALECT
  registry.insert<fly::FlyDialect>();
#endif
#if FLY_HAVE_ROCDL_DIALECT
  registry.insert<fly_rocdl::FlyROCDLDialect>();
#endif
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
#if FLY_HAVE_TRANSFORMS
  registerFlyTransformsPasses();
#endif
  registerFlyToCommonPasses();
#if FLY_HAVE_TO_ROCDL
  registerFlyToROCDLPasses();
#endif
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
