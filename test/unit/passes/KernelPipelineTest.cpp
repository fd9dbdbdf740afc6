// The named pipeline on real kernels: pass by pass equals the whole, and a caller can stop in
// between.
#include "dialects/fly/FlyTypes.h"
#include "dialects/layout/Tiled.h"
#include "passes/pipelines/Codegen.h"
#include "passes/pipelines/Register.h"
#include "passes/pipelines/Stages.h"
#include "passes/transforms/StepCheck.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::fly;
using llvm::StringRef;

namespace {

std::string kernelPath(StringRef name) {
  return std::string(FLY_TEST_DATA_DIR "/kernels/") + name.str() + ".mlir";
}

std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, OpPrintingFlags().enableDebugInfo());
  return text;
}

class KernelPipeline : public ::testing::TestWithParam<const char *> {
protected:
  static void SetUpTestSuite() { registerAllFlyPasses(); }
  void SetUp() override {
    DialectRegistry registry;
    registerAllFly(registry);
    context.appendDialectRegistry(registry);
    source = parseSourceFile<ModuleOp>(kernelPath(GetParam()), &context);
    ASSERT_TRUE(source);
    options.chip = resolveChip(*source, "", "").name;
    ASSERT_NE(options.chip, "");
  }

  OwningOpRef<ModuleOp> copy() { return OwningOpRef<ModuleOp>(source->clone()); }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> source;
  PipelineOptions options;
};

TEST_P(KernelPipeline, PassByPassEqualsTheWhole) {
  options.to = "isa";
  OwningOpRef<ModuleOp> whole = copy(), steps = copy();
  PassManager pm(&context);
  ASSERT_TRUE(succeeded(buildPipeline(pm, options)));
  ASSERT_TRUE(succeeded(pm.run(*whole)));
  ASSERT_TRUE(succeeded(runStagedPasses(*steps, options)));
  EXPECT_EQ(print(*steps), print(*whole));
}

TEST_P(KernelPipeline, TextBetweenPassesChangesNothing) {
  options.to = "isa";
  OwningOpRef<ModuleOp> whole = copy();
  ASSERT_TRUE(succeeded(runStagedPasses(*whole, options)));
  auto passes = stagedPasses(options);
  ASSERT_TRUE(succeeded(passes));
  auto plain = [](ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream os(text);
    module.print(os);
    return text;
  };
  std::string text = plain(*source);
  for (const StagedPass &pass : *passes) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << "behind " << pass.pipelineText;
    PassManager pm(&context);
    ASSERT_TRUE(succeeded(parsePassPipeline(pass.pipelineText, pm)));
    ASSERT_TRUE(succeeded(pm.run(*module))) << pass.pipelineText;
    text = plain(*module);
  }
  EXPECT_EQ(text, plain(*whole));
}

/// What the `.expected.json` beside a kernel says about the source: entry points, sizes, and the
/// tiled operations as (thread, value) layouts. kernel_facts.py checks what it says about lowering.
TEST_P(KernelPipeline, FactsOfTheSource) {
  std::string path = kernelPath(GetParam());
  StringRef stem = StringRef(path).drop_back(strlen(".mlir"));
  auto file = llvm::MemoryBuffer::getFile(stem.str() + ".expected.json");
  ASSERT_TRUE(bool(file));
  llvm::Expected<llvm::json::Value> json = llvm::json::parse((*file)->getBuffer());
  ASSERT_TRUE(bool(json));
  const llvm::json::Object &facts = *json->getAsObject();

  EXPECT_EQ(options.chip, facts.getString("chip")->str());
  ASSERT_TRUE(findChip(options.chip));
  EXPECT_EQ(int64_t(findChip(options.chip)->waveSize), *facts.getInteger("wavefront"));
  llvm::json::Array kernels, hosts;
  llvm::json::Object blocks;
  llvm::DenseSet<Type> types;
  source->walk([&](Operation *op) {
    if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op); kernel && kernel.isKernel()) {
      kernels.push_back(kernel.getName().str());
      llvm::json::Array block;
      if (auto known = kernel.getKnownBlockSize())
        for (int32_t extent : *known)
          block.push_back(extent);
      blocks[kernel.getName()] = std::move(block);
    }
    if (auto host = dyn_cast<func::FuncOp>(op); host && op->getParentOp() == *source)
      hosts.push_back(host.getName().str());
    types.insert(op->getOperandTypes().begin(), op->getOperandTypes().end());
    types.insert(op->getResultTypes().begin(), op->getResultTypes().end());
  });
  EXPECT_EQ(llvm::json::Value(std::move(kernels)), *facts.get("kernels"));
  EXPECT_EQ(llvm::json::Value(std::move(hosts)), *facts.get("host_functions"));
  EXPECT_EQ(llvm::json::Value(std::move(blocks)), *facts.get("block"));

  auto text = [](const llvm::json::Value &entry, StringRef key) {
    return entry.getAsObject()->getString(key)->str();
  };
  auto layoutOf = [&](const std::string &name) {
    return cast<LayoutType>(parseType("!fly.layout<" + name + ">", &context)).getValue();
  };
  if (const llvm::json::Object *copies = facts.getObject("tiled_copy"))
    for (const auto &[name, entry] : *copies) {
      auto type = dyn_cast_or_null<TiledCopyType>(
          parseType("!fly.tiled_copy<" + text(entry, "atom") + ", !fly.layout<" +
                        text(entry, "thr_val") + ">, !fly.tile<" + text(entry, "tile") + ">>",
                    &context));
      ASSERT_TRUE(type) << name.str();
      EXPECT_TRUE(types.contains(type)) << name.str();
    }
  if (const llvm::json::Object *products = facts.getObject("tiled_mma"))
    for (const auto &[name, entry] : *products) {
      auto type = dyn_cast_or_null<TiledMmaType>(parseType(
          "!fly.tiled_mma<" + text(entry, "atom") + ", !fly.layout<" + text(entry, "atom_layout") +
              ">, !fly.tile<" + text(entry, "permutation") + ">>",
          &context));
      ASSERT_TRUE(type) << name.str();
      EXPECT_TRUE(types.contains(type)) << name.str();
      layout::TiledMma geometry = type.getGeometry();
      layout::Result<layout::IntTuple> tile = layout::tileMNK(geometry);
      ASSERT_TRUE(bool(tile));
      EXPECT_EQ(tile->str(), text(entry, "tile_mnk"));
      for (auto [operand, key] : {std::pair(layout::MmaOperand::A, "tiled_thr_val_a"),
                                  std::pair(layout::MmaOperand::B, "tiled_thr_val_b"),
                                  std::pair(layout::MmaOperand::C, "tiled_thr_val_c")}) {
        layout::Result<layout::Layout> found = layout::tiledThreadValue(geometry, operand);
        ASSERT_TRUE(bool(found));
        layout::Layout wanted = layoutOf(text(entry, key));
        // As functions of (thread, value); how the modes are nested is a matter of taste.
        auto values = [](const layout::Layout &l) {
          std::vector<int64_t> all;
          int64_t size = layout::size(l)->value();
          for (int64_t i = 0; i != size; ++i)
            all.push_back(layout::crd2idx(layout::IntTuple(i), l)->leaf().value());
          return all;
        };
        EXPECT_EQ(values(*found), values(wanted)) << name.str() << " " << key;
      }
    }
}

/// Every fly pass of the pipeline changes nothing where it has just run, locations included.
TEST_P(KernelPipeline, RunningAPassAgainChangesNothing) {
  options.to = "llvm";
  unsigned tried = 0;
  OwningOpRef<ModuleOp> module = copy();
  ASSERT_TRUE(succeeded(runStagedPasses(*module, options, [&](const StagedPass &pass) {
    if (!StringRef(pass.pipelineText).contains("fly"))
      return true;
    ++tried;
    OwningOpRef<ModuleOp> again(module->clone());
    PassManager pm(&context);
    EXPECT_TRUE(succeeded(parsePassPipeline(pass.pipelineText, pm)));
    EXPECT_TRUE(succeeded(pm.run(*again))) << pass.pipelineText;
    EXPECT_EQ(print(*again), print(*module)) << pass.pipelineText;
    return true;
  })));
  EXPECT_GE(tried, 9u);
}

/// The verifier is content after every single rewrite, and every fly pass that changes something
/// takes part in that check.
TEST_P(KernelPipeline, EveryRewriteLeavesValidIR) {
  options.to = "llvm";
  OwningOpRef<ModuleOp> module = copy();
  std::string before = print(*module);
  uint64_t steps = numVerifiedSteps();
  setVerifySteps(true);
  EXPECT_TRUE(succeeded(runStagedPasses(*module, options, [&](const StagedPass &pass) {
    std::string after = print(*module);
    if (StringRef(pass.pipelineText).contains("fly-") && after != before)
      EXPECT_GT(numVerifiedSteps(), steps) << pass.pipelineText;
    before = std::move(after);
    steps = numVerifiedSteps();
    return true;
  })));
  setVerifySteps(false);
}

/// Places of the source that an operation's location names.
void collectPlaces(Location loc, llvm::DenseSet<Attribute> &places) {
  loc->walk([&](Location part) {
    if (isa<FileLineColLoc>(part))
      places.insert(part);
    return WalkResult::advance();
  });
}

/// Behind every pass each operation names a place of the source, and none that was made up. Only
/// constants lose theirs in `canonicalize`: upstream's folder merges them under an unknown place.
TEST_P(KernelPipeline, LocationsSurviveEveryPass) {
  options.to = "llvm";
  options.debugInfo = true;
  OwningOpRef<ModuleOp> module = copy();
  llvm::DenseSet<Attribute> known;
  module->walk([&](Operation *op) {
    collectPlaces(op->getLoc(), known);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          collectPlaces(argument.getLoc(), known);
  });
  bool folded = false;
  ASSERT_TRUE(succeeded(runStagedPasses(*module, options, [&](const StagedPass &pass) {
    folded |= pass.pipelineText == "canonicalize";
    module->walk([&](Operation *op) {
      if (folded && op->hasTrait<OpTrait::ConstantLike>())
        return;
      llvm::DenseSet<Attribute> places;
      collectPlaces(op->getLoc(), places);
      EXPECT_FALSE(places.empty()) << pass.pipelineText << " made '"
                                   << op->getName().getStringRef().str() << "' without a place";
      for (Attribute place : places)
        EXPECT_TRUE(known.contains(place)) << pass.pipelineText;
    });
    return !::testing::Test::HasFailure();
  })));
}

TEST_P(KernelPipeline, StopsWhereTheCallerSays) {
  options.to = "llvm";
  OwningOpRef<ModuleOp> module = copy();
  unsigned seen = 0;
  ASSERT_TRUE(
      succeeded(runStagedPasses(*module, options, [&](const StagedPass &) { return ++seen < 3; })));
  EXPECT_EQ(seen, 3u);
  EXPECT_NE(print(*module).find("fly."), std::string::npos);
}

/// Behind gpu-to-llvm every launch still names a stream (G4).
TEST_P(KernelPipeline, LaunchesKeepTheirStream) {
  options.to = "llvm";
  OwningOpRef<ModuleOp> module = copy();
  unsigned before = 0, after = 0;
  module->walk([&](gpu::LaunchFuncOp launch) {
    before += launch.getAsyncObject() || !launch.getAsyncDependencies().empty();
  });
  ASSERT_TRUE(succeeded(runStagedPasses(*module, options)));
  module->walk([&](gpu::LaunchFuncOp launch) {
    Value stream = launch.getAsyncObject();
    ASSERT_TRUE(stream);
    // It is the host function's argument, not a null or made-up stream.
    EXPECT_TRUE(isa<BlockArgument>(stream));
    ++after;
  });
  EXPECT_EQ(after, before);
  EXPECT_GT(after, 0u);
}

class StepCheck : public testing::Test {
protected:
  void SetUp() override {
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      messages.push_back(diagnostic.str());
      return success();
    });
    module = parseSourceString<ModuleOp>(R"(
      func.func @f(%a: i32, %b: i64) -> i32 {
        %c = arith.addi %a, %a : i32
        return %c : i32
      })",
                                         &context);
    ASSERT_TRUE(module);
  }
  static DialectRegistry allFly() {
    DialectRegistry registry;
    registerAllFly(registry);
    return registry;
  }
  MLIRContext context{allFly(), MLIRContext::Threading::DISABLED};
  std::vector<std::string> messages;
  OwningOpRef<ModuleOp> module;
};

/// A rewrite that breaks the function around it is reported with the pass and the operation.
TEST_F(StepCheck, NamesPassAndOperation) {
  Operation *add = nullptr;
  module->walk([&](arith::AddIOp op) { add = op; });
  ASSERT_TRUE(add);
  auto breakIt = [&] {
    Step step("some-pass", add);
    add->setOperand(0, add->getParentRegion()->getArgument(1));
    return step.done();
  };
  EXPECT_TRUE(succeeded(breakIt())); // off by default
  setVerifySteps(true);
  EXPECT_TRUE(failed(breakIt()));
  setVerifySteps(false);
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[1], "'some-pass' left invalid IR behind where it rewrote 'arith.addi'");
}

/// Counts for a dialect conversion as well, where the patterns are upstream's driver's to call.
TEST_F(StepCheck, ListenerSeesWhatAPatternMade) {
  /// Makes an addition of two widths.
  struct Wrong : OpConversionPattern<arith::AddIOp> {
    using OpConversionPattern::OpConversionPattern;
    LogicalResult matchAndRewrite(arith::AddIOp op, OpAdaptor,
                                  ConversionPatternRewriter &rewriter) const final {
      OperationState state(op.getLoc(), "arith.muli");
      state.addOperands({op->getOperand(0), op->getParentRegion()->getArgument(1)});
      state.addTypes(op.getType());
      rewriter.replaceOp(op, rewriter.create(state)->getResults());
      return success();
    }
  };
  RewritePatternSet patterns(&context);
  patterns.add<Wrong>(&context);
  ConversionTarget target(context);
  target.addIllegalOp<arith::AddIOp>();
  target.addLegalOp<arith::MulIOp>();
  StepListener listener("some-conversion");
  ConversionConfig config;
  config.allowPatternRollback = false;
  config.listener = &listener;
  EXPECT_TRUE(succeeded(
      applyPartialConversion(module->getOperation(), target, std::move(patterns), config)));
  EXPECT_TRUE(listener.failed());
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(StringRef(messages[1]).starts_with("'some-conversion' made an invalid 'arith.muli'"),
            true)
      << messages[1];
}

INSTANTIATE_TEST_SUITE_P(All, KernelPipeline,
                         ::testing::Values("dynamic_copy", "gemm_f16_gfx942", "host_pipeline",
                                           "launch_token", "mma_block_f32", "softmax_row",
                                           "tile_transpose", "vector_add", "wmma_f16_gfx1100",
                                           "wmma_tdm_gfx1250"),
                         [](const auto &info) { return std::string(info.param); });

} // namespace
