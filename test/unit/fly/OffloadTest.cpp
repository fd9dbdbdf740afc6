// Host code of `#fly.explicit_module`.
#include "Support.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using flytest::FlyTest;

namespace {

class OffloadTest : public FlyTest {
protected:
  OffloadTest() {
    DialectRegistry registry;
    registerAllToLLVMIRTranslations(registry);
    registry.insert<ROCDL::ROCDLDialect, gpu::GPUDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }
  std::string translate(const std::string &object, const std::string &launch = "") {
    std::string text = R"(module attributes {gpu.container_module} {
      gpu.binary @kernels <#fly.explicit_module> [)" +
                       object + R"(]
      llvm.func @host(%p: !llvm.ptr, %n: i32, %g: i64) {
        )" + launch + R"(
        llvm.return
      }
    })";
    heard.clear();
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << everythingHeard();
    if (!module)
      return "";
    llvm::LLVMContext llvmContext;
    std::unique_ptr<llvm::Module> translated = translateModuleToLLVMIR(*module, llvmContext);
    if (!translated)
      return "";
    std::string ir;
    llvm::raw_string_ostream stream(ir);
    translated->print(stream, nullptr);
    return ir;
  }
};

TEST_F(OffloadTest, BinaryAndLaunch) {
  std::string ir = translate(
      R"(#gpu.object<#rocdl.target<chip = "gfx942">, properties = {section = ".hsaco"}, bin = "ELF">)",
      "gpu.launch_func @kernels::@run blocks in (%g, %g, %g) threads in (%g, %g, %g) : i64 "
      "args(%p : !llvm.ptr, %n : i32)");
  auto has = [&](const char *text) { EXPECT_NE(ir.find(text), std::string::npos) << text << ir; };
  has("@kernels_binary = private constant [3 x i8] c\"ELF\", section \".hsaco\", align 8");
  has("@kernels_module = private global ptr null");
  has("define void @flydsl_gpu_module_init(ptr %0, ptr %1)");
  has("define void @flydsl_gpu_module_load_to_device(ptr %0, ptr %1)");
  has("call ptr @mgpuModuleLoad(ptr @kernels_binary, i64 3)");
  has("select i1 %3, i32 -1, i32 0");
  has("call ptr @mgpuModuleGetFunction(");
  has("call void @mgpuLaunchKernel(ptr ");
  has("ptr null, i64 2)");
}

TEST_F(OffloadTest, AssemblyIsLoadedThroughTheJit) {
  std::string ir = translate(R"(#gpu.object<#rocdl.target<chip = "gfx942">, assembly = "text">)");
  EXPECT_NE(ir.find("[5 x i8] c\"text\\00\""), std::string::npos) << ir;
  EXPECT_NE(ir.find("@mgpuModuleLoadJIT(ptr @kernels_binary, i32 0)"), std::string::npos) << ir;
}

} // namespace
