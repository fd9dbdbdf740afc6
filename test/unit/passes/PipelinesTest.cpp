#include "passes/pipelines/Chips.h"
#include "passes/pipelines/Codegen.h"
#include "passes/pipelines/InputScan.h"
#include "passes/pipelines/ParserMessages.h"
#include "passes/pipelines/Register.h"
#include "passes/pipelines/Stages.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::fly;
using llvm::StringRef;

namespace {

std::string messageOf(StringRef text) {
  std::optional<ScanError> error = scanInput(text);
  return error ? error->format("f") : "";
}

TEST(InputScan, AcceptsOrdinaryText) {
  EXPECT_EQ(messageOf("module {\n}\n"), "");
  EXPECT_EQ(messageOf("// über ⟨x⟩ 𝔘\nmodule {}"), "");
  EXPECT_EQ(messageOf("\xEF\xBB\xBFmodule {}"), "");
}

TEST(InputScan, NamesThePlace) {
  EXPECT_EQ(messageOf(""), "f:1:1: error: input is empty");
  EXPECT_EQ(messageOf(" \n\t\n"), "f:1:1: error: input is empty");
  EXPECT_EQ(messageOf(StringRef("ab\n \0", 5)), "f:2:2: error: input holds a NUL byte");
  EXPECT_EQ(messageOf("x\ny\x80"), "f:2:2: error: input is not valid UTF-8 (byte 0x80)");
}

TEST(InputScan, RefusesBadUtf8) {
  for (StringRef bad :
       {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xC3", "\xF8"})
    EXPECT_NE(messageOf(bad), "") << bad.str();
}

TEST(InputScan, CountsBracketsOutsideStringsAndComments) {
  std::string deep(maxBracketDepth, '('), tooDeep(maxBracketDepth + 1, '[');
  EXPECT_EQ(messageOf(deep), "");
  EXPECT_EQ(messageOf(tooDeep), "f:1:1001: error: brackets are nested more than 1000 deep");
  EXPECT_EQ(messageOf("// " + tooDeep), "");
  EXPECT_EQ(messageOf("\"" + tooDeep + "\" x"), "");
  EXPECT_EQ(messageOf("\"\\\"" + tooDeep + "\""), "");
  EXPECT_NE(messageOf("\"a\"" + tooDeep), "");
  // Arrows and comparisons are no brackets.
  std::string arrows;
  for (int i = 0; i < 3000; ++i)
    arrows += "() -> ()\n";
  EXPECT_EQ(messageOf(arrows), "");
  std::string comparisons;
  for (int i = 0; i < 3000; ++i)
    comparisons += "x <= y\n";
  EXPECT_EQ(messageOf(comparisons), "");
}

TEST(InputScan, LimitsTheSize) {
  EXPECT_TRUE(scanInput("0123456789", false, 9));
  EXPECT_FALSE(scanInput("0123456789", false, 10));
}

/// Every sentence of the parser that names an option of mlir-opt has one of ours.
TEST(ParserMessages, NameWhatIsUnknown) {
  DialectRegistry registry;
  registerAllFly(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::vector<std::pair<std::string, std::string>> seen;
  std::vector<unsigned> columns;
  ScopedDiagnosticHandler record(&context, [&](Diagnostic &diagnostic) {
    std::string note;
    for (Diagnostic &part : diagnostic.getNotes())
      note = part.str();
    seen.emplace_back(diagnostic.str(), note);
    columns.push_back(cast<FileLineColLoc>(diagnostic.getLocation()).getColumn());
    return success();
  });
  auto first = [&](StringRef text) {
    seen.clear();
    columns.clear();
    ParserMessageHandler words(&context, text);
    parseSourceString<ModuleOp>(text, &context);
    return seen.empty() ? std::string() : seen.front().first;
  };
  EXPECT_EQ(first("module {\n  \"a.b\"() : () -> ()\n}"),
            "dialect 'a' of operation 'a.b' is unknown");
  EXPECT_EQ(columns.front(), 3u);
  EXPECT_NE(seen.front().second.find("known dialects: "), std::string::npos);
  EXPECT_NE(seen.front().second.find("fly_rocdl"), std::string::npos);
  EXPECT_EQ(first("rodcl.barrier"), "dialect 'rodcl' of operation 'rodcl.barrier' is unknown");
  EXPECT_EQ(StringRef(seen.front().second).starts_with("did you mean 'rocdl'? known dialects: "),
            true)
      << seen.front().second;
  EXPECT_EQ(first("func.func private @f(!some.t<3>)"),
            "dialect 'some' of type '!some.t' is unknown");
  EXPECT_EQ(columns.front(), 22u);
  EXPECT_EQ(first("module attributes {a = #some.t<3>} {}"),
            "dialect 'some' of attribute '#some.t' is unknown");
  EXPECT_EQ(columns.front(), 24u);
  EXPECT_EQ(first("\"fly.make_laoyut\"() : () -> ()"), "unknown operation 'fly.make_laoyut'");
  EXPECT_EQ(seen.front().second, "did you mean 'fly.make_layout'?");
  EXPECT_EQ(first("\"arith.addii\"() : () -> ()"),
            "operation 'arith.addii' is unknown to dialect 'arith'");
  EXPECT_EQ(seen.front().second, "did you mean 'arith.addi'?");
  EXPECT_EQ(StringRef(first("\"fly.frob\"() : () -> ()"))
                .starts_with("operation 'fly.frob' is unknown to revision "),
            true);
  EXPECT_EQ(first("\"arith.frob\"() : () -> ()"),
            "operation 'arith.frob' is unknown to dialect 'arith'");
  EXPECT_EQ(first("module {"), "expected operation name in quotes"); // others stay
  for (auto &[message, note] : seen)
    EXPECT_EQ(message.find("unregistered"), std::string::npos) << message;
}

TEST(Chips, ComeFromTheCodeGenerator) {
  ASSERT_TRUE(findChip("gfx942"));
  EXPECT_EQ(findChip("gfx942")->waveSize, 64u);
  EXPECT_EQ(findChip("gfx942")->backend, Backend::Rocdl);
  EXPECT_EQ(findChip("gfx1100")->waveSize, 32u);
  EXPECT_EQ(findChip("gfx1250")->waveSize, 32u);
  EXPECT_EQ(findChip("gfx9-4-generic")->waveSize, 64u);
  EXPECT_EQ(findChip("sm_90a")->backend, Backend::Ptx);
  EXPECT_EQ(findChip("gfx9421"), nullptr);
  EXPECT_EQ(findChip(""), nullptr);
  EXPECT_EQ(nearestChip("gfx9421"), "gfx942");
  EXPECT_EQ(unknownChipMessage("gfx9421"), "unknown chip 'gfx9421'; did you mean 'gfx942'?");
  EXPECT_EQ(unknownChipMessage("pentium"), "unknown chip 'pentium'");
}

class ChipPrecedence : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("fly-chip", folder));
    registerAllFly(registry);
    context.appendDialectRegistry(registry);
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string path(StringRef name) {
    llvm::SmallString<128> result(folder);
    llvm::sys::path::append(result, name);
    return result.str().str();
  }
  void write(StringRef name, StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream(path(name), error) << text;
    ASSERT_FALSE(error);
  }

  llvm::SmallString<128> folder;
  DialectRegistry registry;
  MLIRContext context{MLIRContext::Threading::DISABLED};
};

TEST_F(ChipPrecedence, TargetThenOptionThenProject) {
  write("fly.json", R"({"chip": "gfx1100"})");
  auto plain = parseSourceString<ModuleOp>("gpu.module @m {}", &context);
  auto target =
      parseSourceString<ModuleOp>("gpu.module @m [#rocdl.target<chip = \"gfx950\">] {}", &context);
  ASSERT_TRUE(plain && target);
  EXPECT_EQ(resolveChip(*target, "gfx942", path("a.mlir")).describe(),
            "gfx950 (target of gpu.module @m)");
  EXPECT_EQ(resolveChip(*plain, "gfx942", path("a.mlir")).describe(), "gfx942 (option)");
  ResolvedChip project = resolveChip(*plain, "", path("a.mlir"));
  EXPECT_EQ(project.name, "gfx1100");
  EXPECT_EQ(project.source, ChipSource::Project);
  EXPECT_EQ(StringRef(project.origin).ends_with("fly.json"), true);
  EXPECT_EQ(resolveChip(*plain, "", "").describe(), "no chip");
}

TEST_F(ChipPrecedence, ConflictingTargetsAreNamed) {
  auto module = parseSourceString<ModuleOp>(R"(
    gpu.module @a [#rocdl.target<chip = "gfx942">] {}
    gpu.module @b [#rocdl.target<chip = "gfx1100">] {})",
                                            &context);
  ASSERT_TRUE(module);
  std::string conflict;
  resolveChip(*module, "", "", &conflict);
  EXPECT_EQ(conflict,
            "gpu modules target different chips: gfx942 in @a, gfx1100 in @b; compile them "
            "one at a time");
}

TEST_F(ChipPrecedence, BadProjectFile) {
  write("fly.json", "{\"chip\": ");
  std::string problem;
  EXPECT_FALSE(projectChip(path("fly.json"), &problem));
  EXPECT_NE(problem, "");
  write("fly.json", "{\"chip\": 7}");
  EXPECT_FALSE(projectChip(path("fly.json")));
}

TEST(Stages, NamesAndAliases) {
  EXPECT_EQ(stages().size(), 9u);
  EXPECT_EQ(findStage("rocdl")->name, "target");
  EXPECT_EQ(findStage("nvvm")->name, "target");
  EXPECT_EQ(findStage("ptx")->name, "isa");
  EXPECT_EQ(findStage("hsaco")->name, "obj");
  EXPECT_EQ(findStage("cubin")->name, "obj");
  EXPECT_EQ(findStage("bogus"), nullptr);
  EXPECT_LT(stageIndex("layout"), stageIndex("ssa"));
}

PipelineOptions optionsFor(StringRef chip, StringRef to) {
  PipelineOptions options;
  options.chip = chip.str();
  options.to = to.str();
  return options;
}

std::string errorOf(const PipelineOptions &options) {
  std::string error;
  EXPECT_TRUE(failed(stagedPasses(options, &error)));
  return error;
}

TEST(Stages, PassesAreInOrderOfStages) {
  registerAllFlyPasses();
  for (StringRef chip : {"gfx942", "sm_90a"}) {
    auto passes = stagedPasses(optionsFor(chip, "isa"));
    ASSERT_TRUE(succeeded(passes));
    int last = 0;
    for (const StagedPass &pass : *passes) {
      EXPECT_GE(stageIndex(pass.stage), last);
      last = stageIndex(pass.stage);
    }
    EXPECT_EQ(passes->back().stage, "isa");
  }
  auto none = stagedPasses(optionsFor("", "source"));
  ASSERT_TRUE(succeeded(none));
  EXPECT_TRUE(none->empty());
}

TEST(Stages, EveryPrefixIsThePipelineOfItsStage) {
  registerAllFlyPasses();
  auto whole = stagedPasses(optionsFor("gfx942", "llvm"));
  ASSERT_TRUE(succeeded(whole));
  for (const Stage &stage : stages().take_front(6)) {
    auto part = stagedPasses(optionsFor("gfx942", stage.name));
    ASSERT_TRUE(succeeded(part));
    for (size_t i = 0; i < part->size(); ++i)
      EXPECT_EQ((*part)[i].pipelineText, (*whole)[i].pipelineText);
  }
}

TEST(Stages, WaveSizeFollowsTheChip) {
  registerAllFlyPasses();
  auto text = [](StringRef chip) {
    auto passes = stagedPasses(optionsFor(chip, "llvm"));
    std::string all;
    for (const StagedPass &pass : *passes)
      all += pass.pipelineText + "\n";
    return all;
  };
  EXPECT_NE(text("gfx942").find("wave64=true"), std::string::npos);
  EXPECT_NE(text("gfx1100").find("wave64=false"), std::string::npos);
}

TEST(Stages, RefusesWhatCannotWork) {
  registerAllFlyPasses();
  EXPECT_EQ(errorOf(optionsFor("gfx942", "assembly")).substr(0, 24), "unknown stage 'assembly'");
  EXPECT_EQ(errorOf(optionsFor("gfx94", "isa")).substr(0, 20), "unknown chip 'gfx94'");
  EXPECT_NE(errorOf(optionsFor("", "isa")).find("needs a chip"), std::string::npos);
  EXPECT_EQ(errorOf(optionsFor("gfx942", "ptx")),
            "stage 'ptx' belongs to NVIDIA chips, not to gfx942");
  EXPECT_EQ(errorOf(optionsFor("sm_90a", "hsaco")),
            "stage 'hsaco' belongs to AMD chips, not to sm_90a");
  PipelineOptions options = optionsFor("gfx942", "isa");
  options.optLevel = 4;
  EXPECT_EQ(errorOf(options), "optimisation level must lie in [0, 3], got 4");
  options.optLevel = 2;
  options.wavesPerEu = -1;
  EXPECT_NE(errorOf(options), "");
  options.wavesPerEu = 0;
  options.libraries.push_back("a b.bc");
  EXPECT_NE(errorOf(options).find("holds a blank"), std::string::npos);
}

TEST(Codegen, FatalErrorsBecomeOneLine) {
  EXPECT_EQ(describeFatalError("Cannot select: intrinsic %llvm.amdgcn.mfma.f32.16x16x4f32\n"
                               "In function: k\n"),
            "code generation of 'k' failed: the chip has no instruction for "
            "llvm.amdgcn.mfma.f32.16x16x4f32");
  EXPECT_EQ(describeFatalError("Cannot select: 0x55bb: ch = store<(store (s32))> 0x1\n  0x2: i64\n"
                               "In function: f"),
            "code generation of 'f' failed: no instruction for ch = store<(store (s32))> 0x1");
  EXPECT_EQ(describeFatalError("out of registers"), "code generation failed: out of registers");
}

} // namespace
