// Every kernel parses, verifies and round-trips in every form, with the inferred types that stand
// beside it.
#include "test/unit/fly_ops/Support.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

namespace fly_ops_test {
namespace {
using namespace mlir;

std::vector<std::string> kernelFiles() {
  std::vector<std::string> files;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(FLY_TEST_DATA_DIR "/kernels", error), end;
       it != end && !error; it.increment(error))
    if (StringRef(it->path()).ends_with(".mlir"))
      files.push_back(it->path());
  llvm::sort(files);
  return files;
}

/// Result types of partitions, fragments and retiles, in order of the text, as inference gives
/// them.
std::vector<std::pair<std::string, std::string>> inferredTypes(ModuleOp module) {
  std::vector<std::pair<std::string, std::string>> types;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<fly::MemRefAllocaOp>(op))
      types.emplace_back("fly.memref.alloca", print(op->getResult(0).getType()));
    if (!isa<fly::TiledCopyPartitionSrcOp, fly::TiledCopyPartitionDstOp, fly::TiledCopyRetileOp,
             fly::TiledMmaPartitionOp, fly::MmaMakeFragmentOp, fly::MakeFragmentLikeOp>(op))
      return;
    SmallVector<Type> inferred;
    ASSERT_TRUE(succeeded(cast<InferTypeOpInterface>(op).inferReturnTypes(
        op->getContext(), op->getLoc(), op->getOperands(), op->getDiscardableAttrDictionary(),
        op->getPropertiesStorage(), {}, inferred)));
    types.emplace_back(op->getName().getStringRef().str(), print(inferred.front()));
  });
  return types;
}

class Kernels : public testing::TestWithParam<std::string> {};

TEST_P(Kernels, RoundTrip) {
  MLIRContext context;
  loadDialects(context);
  Listener listener(context);
  OwningOpRef<ModuleOp> module = parse(context, readFile(GetParam()));
  ASSERT_TRUE(module) << listener.heard.all();
  EXPECT_TRUE(listener.heard.warnings.empty()) << listener.heard.all();
  std::string pretty = print(*module);

  OwningOpRef<ModuleOp> again = parse(context, pretty);
  ASSERT_TRUE(again) << listener.heard.all();
  EXPECT_EQ(print(*again), pretty);

  OwningOpRef<ModuleOp> generic = parse(context, print(*module, /*generic=*/true));
  ASSERT_TRUE(generic) << listener.heard.all();
  EXPECT_EQ(print(*generic), pretty);

  std::string bytecode;
  llvm::raw_string_ostream os(bytecode);
  ASSERT_TRUE(succeeded(writeBytecodeToFile(*module, os)));
  OwningOpRef<ModuleOp> read = parse(context, bytecode);
  ASSERT_TRUE(read) << listener.heard.all();
  EXPECT_EQ(print(*read), pretty);
}

TEST_P(Kernels, InferredTypes) {
  std::string path = GetParam();
  StringRef stem = StringRef(path).drop_back(strlen(".mlir"));
  llvm::Expected<llvm::json::Value> expected =
      llvm::json::parse(readFile(stem.str() + ".expected.json"));
  ASSERT_TRUE(bool(expected));
  const llvm::json::Value *types = expected->getAsObject()->get("inferred_types");
  ASSERT_TRUE(types);

  MLIRContext context;
  loadDialects(context);
  OwningOpRef<ModuleOp> module = parse(context, readFile(path));
  ASSERT_TRUE(module);
  std::vector<std::pair<std::string, std::string>> want;
  for (const llvm::json::Value &entry : *types->getAsArray())
    want.emplace_back(entry.getAsObject()->getString("op")->str(),
                      entry.getAsObject()->getString("type")->str());
  EXPECT_EQ(inferredTypes(*module), want);
}

std::string kernelName(const testing::TestParamInfo<std::string> &info) {
  return llvm::sys::path::stem(info.param).str();
}
INSTANTIATE_TEST_SUITE_P(All, Kernels, testing::ValuesIn(kernelFiles()), kernelName);

} // namespace
} // namespace fly_ops_test
