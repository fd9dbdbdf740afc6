#include "dialects/fly/ExplicitModule.h"

#include "dialects/fly/FlyAttrs.h"

#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::fly;

namespace {

constexpr StringLiteral kInit = "flydsl_gpu_module_init";
constexpr StringLiteral kLoad = "flydsl_gpu_module_load_to_device";

std::string handleName(StringRef module) { return (module + "_module").str(); }

/// Host IR of one translation unit, with the types it needs at hand.
struct Host {
  explicit Host(llvm::Module &module)
      : module(module), context(module.getContext()), ptr(llvm::PointerType::getUnqual(context)),
        i32(llvm::Type::getInt32Ty(context)), i64(llvm::Type::getInt64Ty(context)),
        none(llvm::Type::getVoidTy(context)) {}

  llvm::FunctionCallee runtime(StringRef name, llvm::Type *result,
                               ArrayRef<llvm::Type *> arguments) {
    return module.getOrInsertFunction(
        name, llvm::FunctionType::get(result, arguments, /*isVarArg=*/false));
  }
  llvm::Constant *null() { return llvm::ConstantPointerNull::get(ptr); }

  llvm::Module &module;
  llvm::LLVMContext &context;
  llvm::PointerType *ptr;
  llvm::Type *i32, *i64, *none;
};

class ExplicitModuleTranslation
    : public gpu::OffloadingLLVMTranslationAttrInterface::FallbackModel<ExplicitModuleTranslation> {
public:
  LogicalResult embedBinary(Attribute, Operation *operation, llvm::IRBuilderBase &,
                            LLVM::ModuleTranslation &translation) const {
    auto binary = cast<gpu::BinaryOp>(operation);
    if (binary.getObjects().empty())
      return operation->emitError("expected at least one GPU object");
    Host host(*translation.getLLVMModule());
    if (host.module.getFunction(kInit))
      return operation->emitError("a module can embed one explicitly loaded binary only");
    auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
    StringRef bytes = object.getObject().getValue();
    bool assembly = object.getFormat() == gpu::CompilationTarget::Assembly;

    llvm::Constant *content =
        llvm::ConstantDataArray::getString(host.context, bytes, /*AddNull=*/assembly);
    auto *embedded = new llvm::GlobalVariable(host.module, content->getType(), /*isConstant=*/true,
                                              llvm::GlobalValue::PrivateLinkage, content,
                                              binary.getSymName() + "_binary");
    embedded->setAlignment(llvm::Align(8));
    if (DictionaryAttr properties = object.getProperties())
      if (auto section = properties.getAs<StringAttr>(gpu::elfSectionName))
        embedded->setSection(section.getValue());
    auto *handle = new llvm::GlobalVariable(host.module, host.ptr, /*isConstant=*/false,
                                            llvm::GlobalValue::PrivateLinkage, host.null(),
                                            handleName(binary.getSymName()));

    // void init(void **out, int32_t *error): nothing is loaded yet.
    llvm::IRBuilder<> builder(host.context);
    llvm::Function *init = beginFunction(host, builder, kInit);
    builder.CreateStore(host.null(), init->getArg(0));
    builder.CreateStore(builder.getInt32(0), init->getArg(1));
    builder.CreateRetVoid();

    // void load(void **out, int32_t *error)
    llvm::Function *load = beginFunction(host, builder, kLoad);
    llvm::Value *loaded =
        assembly
            ? builder.CreateCall(host.runtime("mgpuModuleLoadJIT", host.ptr, {host.ptr, host.i32}),
                                 {embedded, builder.getInt32(optimizationLevel(object))})
            : builder.CreateCall(host.runtime("mgpuModuleLoad", host.ptr, {host.ptr, host.i64}),
                                 {embedded, builder.getInt64(bytes.size())});
    builder.CreateStore(loaded, handle);
    builder.CreateStore(loaded, load->getArg(0));
    llvm::Value *failed = builder.CreateICmpEQ(loaded, host.null());
    builder.CreateStore(builder.CreateSelect(failed, builder.getInt32(-1), builder.getInt32(0)),
                        load->getArg(1));
    builder.CreateRetVoid();
    return success();
  }

  LogicalResult launchKernel(Attribute, Operation *operation, Operation *,
                             llvm::IRBuilderBase &builder,
                             LLVM::ModuleTranslation &translation) const {
    auto launch = cast<gpu::LaunchFuncOp>(operation);
    Host host(*translation.getLLVMModule());
    StringRef module = launch.getKernelModuleName().getValue();
    llvm::GlobalVariable *handle = host.module.getGlobalVariable(handleName(module), true);
    if (!handle)
      return operation->emitError("kernel module '") << module << "' has no embedded binary";

    auto value = [&](Value of) { return translation.lookupValue(of); };
    auto size = [&](Value of) -> llvm::Value * {
      return builder.CreateZExtOrTrunc(value(of), host.i64);
    };
    llvm::Value *loaded = builder.CreateLoad(host.ptr, handle);
    llvm::Value *name = builder.CreateGlobalString(launch.getKernelName().getValue(), "kernel_name",
                                                   0, &host.module);
    llvm::Value *function = builder.CreateCall(
        host.runtime("mgpuModuleGetFunction", host.ptr, {host.ptr, host.ptr}), {loaded, name});

    llvm::Value *parameters = packArguments(host, builder, launch, translation);
    llvm::Value *shared = launch.getDynamicSharedMemorySize()
                              ? value(launch.getDynamicSharedMemorySize())
                              : builder.getInt32(0);
    llvm::Value *stream = host.null();
    if (Value object = launch.getAsyncObject())
      stream = value(object);
    else if (!launch.getAsyncDependencies().empty())
      stream = value(launch.getAsyncDependencies().front());

    SmallVector<llvm::Value *> arguments{function};
    bool cluster = launch.hasClusterSize();
    if (cluster)
      arguments.append({size(launch.getClusterSizeX()), size(launch.getClusterSizeY()),
                        size(launch.getClusterSizeZ())});
    arguments.append({size(launch.getGridSizeX()), size(launch.getGridSizeY()),
                      size(launch.getGridSizeZ()), size(launch.getBlockSizeX()),
                      size(launch.getBlockSizeY()), size(launch.getBlockSizeZ()), shared, stream,
                      parameters, host.null()});
    if (!cluster)
      arguments.push_back(builder.getInt64(launch.getKernelOperands().size()));
    SmallVector<llvm::Type *> types;
    for (llvm::Value *argument : arguments)
      types.push_back(argument->getType());
    builder.CreateCall(
        host.runtime(cluster ? "mgpuLaunchClusterKernel" : "mgpuLaunchKernel", host.none, types),
        arguments);
    return success();
  }

private:
  static llvm::Function *beginFunction(Host &host, llvm::IRBuilder<> &builder, StringRef name) {
    auto *function = llvm::Function::Create(
        llvm::FunctionType::get(host.none, {host.ptr, host.ptr}, /*isVarArg=*/false),
        llvm::GlobalValue::ExternalLinkage, name, host.module);
    builder.SetInsertPoint(llvm::BasicBlock::Create(host.context, "entry", function));
    return function;
  }

  static int32_t optimizationLevel(gpu::ObjectAttr object) {
    if (DictionaryAttr properties = object.getProperties())
      if (auto level = properties.getAs<IntegerAttr>("O"))
        return static_cast<int32_t>(level.getInt());
    return 0;
  }

  /// An array of pointers to the kernel's arguments, which lie in one struct.
  static llvm::Value *packArguments(Host &host, llvm::IRBuilderBase &builder,
                                    gpu::LaunchFuncOp launch,
                                    LLVM::ModuleTranslation &translation) {
    SmallVector<llvm::Value *> values = translation.lookupValues(launch.getKernelOperands());
    SmallVector<llvm::Type *> types;
    for (llvm::Value *value : values)
      types.push_back(value->getType());
    auto *record = llvm::StructType::create(host.context, types);
    auto *pointers = llvm::ArrayType::get(host.ptr, values.size());
    // In the entry block, so that a launch in a loop does not grow the stack.
    llvm::Value *recordSlot, *pointerSlot;
    {
      llvm::IRBuilderBase::InsertPointGuard guard(builder);
      llvm::BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
      builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
      recordSlot = builder.CreateAlloca(record);
      pointerSlot = builder.CreateAlloca(pointers);
    }
    for (auto [index, value] : llvm::enumerate(values)) {
      llvm::Value *field = builder.CreateStructGEP(record, recordSlot, index);
      builder.CreateStore(value, field);
      builder.CreateStore(field,
                          builder.CreateConstInBoundsGEP2_64(pointers, pointerSlot, 0, index));
    }
    return pointerSlot;
  }
};

} // namespace

void mlir::fly::attachExplicitModuleTranslation(MLIRContext &context) {
  ExplicitModuleAttr::attachInterface<ExplicitModuleTranslation>(context);
}
