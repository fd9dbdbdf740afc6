#include "lsp/analysis/Analyzer.h"
#include "lsp/analysis/Project.h"
#include "lsp/analysis/TypeFacts.h"
#include "lsp/tools/Banks.h"
#include "lsp/tools/Compare.h"

#include <gtest/gtest.h>

#include <atomic>

using namespace flylsp;

namespace {

class AnalyzerTest : public testing::Test {
protected:
  AnalyzerTest() { registerDialects(registry); }
  SnapshotRef analyze(Analyzer &analyzer, const std::string &text) {
    return analyzer.analyze(std::make_shared<const std::string>(text), ++version, {});
  }
  mlir::DialectRegistry registry;
  int64_t version = 0;
};

std::string function(int number, const std::string &operation = "arith.addi") {
  std::string name = std::to_string(number);
  return "func.func @f" + name + "(%a: i32) -> i32 {\n  %b = " + operation +
         " %a, %a : i32\n  return %b : i32\n}\n";
}

TEST_F(AnalyzerTest, AnEditCostsOnePiece) {
  Analyzer analyzer(registry);
  std::string text;
  for (int i = 0; i < 50; ++i)
    text += function(i);
  EXPECT_EQ(analyze(analyzer, text)->piecesParsed, 50u);
  std::string other = text;
  other.replace(other.find("addi"), 4, "muli");
  EXPECT_EQ(analyze(analyzer, other)->piecesParsed, 1u);
  EXPECT_EQ(analyze(analyzer, "// moved\n" + other)->piecesParsed, 0u);
  EXPECT_EQ(analyze(analyzer, other + function(99))->piecesParsed, 1u);
  EXPECT_EQ(analyze(analyzer, text)->piecesParsed, 1u);
}

TEST_F(AnalyzerTest, SymbolsAreCheckedAcrossPiecesWithoutParsingThemAgain) {
  Analyzer analyzer(registry);
  std::string call =
      "func.func @c(%a: i32) -> i32 {\n  %b = call @f1(%a) : (i32) -> i32\n  return %b "
      ": i32\n}\n";
  EXPECT_TRUE(analyze(analyzer, function(1) + call)->findings.empty());
  SnapshotRef missing = analyze(analyzer, function(2) + call);
  EXPECT_EQ(missing->piecesParsed, 1u);
  ASSERT_EQ(missing->findings.size(), 1u);
  EXPECT_TRUE(analyze(analyzer, function(1) + call)->findings.empty());
}

TEST_F(AnalyzerTest, AStoppedAnalysisKeepsItsPieces) {
  Analyzer analyzer(registry);
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += function(i);
  int asked = 0;
  auto content = std::make_shared<const std::string>(text);
  EXPECT_EQ(analyzer.analyze(content, 1, {}, [&] { return ++asked > 10; }), nullptr);
  SnapshotRef whole = analyzer.analyze(content, 2, {});
  ASSERT_NE(whole, nullptr);
  EXPECT_EQ(whole->piecesParsed, 10u);
  EXPECT_TRUE(whole->findings.empty());
}

TEST_F(AnalyzerTest, LongSessionsStartAFreshContext) {
  Analyzer analyzer(registry);
  // Each round parses more than 2 MB; the limit lies near 60.
  std::string filler(1 << 21, ' ');
  for (int i = 0; i < 60; ++i) {
    SnapshotRef snapshot = analyze(analyzer, function(i, i % 2 ? "arith.muli" : "arith.addi") +
                                                 "func.func @filler() {" + filler + "return\n}\n" +
                                                 "// " + std::to_string(i));
    ASSERT_TRUE(snapshot->findings.empty());
    for (const PieceView &view : snapshot->pieces)
      ASSERT_TRUE(view.facts->parsed && view.facts->findings.empty());
    filler[size_t(i)] = '\n';
  }
}

TEST_F(AnalyzerTest, SuppressionsAndSeverities) {
  Analyzer analyzer(registry);
  std::string warning =
      "%x = fly.crd2idx(%c, %l) : (!fly.int_tuple<(9,9)>, !fly.layout<(4,8):(1,4)>) -> "
      "!fly.int_tuple<45>\n";
  std::string head = "func.func @f(%l: !fly.layout<(4,8):(1,4)>, %c: !fly.int_tuple<(9,9)>) {\n";
  auto count = [&](const std::string &body, const Project &project = {}) {
    SnapshotRef snapshot = analyze(analyzer, head + body + "return\n}\n");
    return allFindings(*snapshot, project, "a.mlir").size();
  };
  size_t loud = count(warning);
  EXPECT_GE(loud, 1u);
  EXPECT_EQ(count("// fly-lint: allow FLY131\n" + warning), 0u);
  EXPECT_EQ(count("// fly-lint: allow FLY172, FLY131 because\n// more\n" + warning), 0u);
  EXPECT_EQ(count("// fly-lint: allow FLY172\n" + warning), loud);
  Project off = parseProject(R"({"severity": {"FLY131": "off"}})");
  EXPECT_EQ(count(warning, off), 0u);
  EXPECT_FALSE(parseProject("{").problems.empty());
  EXPECT_FALSE(parseProject("[]").problems.empty());
  EXPECT_FALSE(parseProject(R"({"severity": {"FLY131": "loud"}})").problems.empty());
}

TEST(TypeFacts, LabelsAreCutByCharacters) {
  EXPECT_EQ(cutLabel("short", 10), "short");
  EXPECT_EQ(cutLabel("abcdef", 4), "abc…");
  EXPECT_EQ(cutLabel("üüüüü", 3), "üü…");
}

TEST(TypeFacts, LayoutText) {
  std::optional<TypeFact> fact = describeLayoutText("(4,8):(1,4)");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->layout, "(4,8):(1,4)");
  EXPECT_FALSE(describeLayoutText("(4,8)"));
  EXPECT_FALSE(describeLayoutText(""));
  EXPECT_TRUE(describeLayoutText("S<3,3,3> o 0 o (8,64):(64,1)"));
}

TEST(Banks, DegreesOfTheKnownCase) {
  // 32 lanes read column 0 of a 32x32 tile of f32.
  const BankModel &model = bankModel("");
  auto degree = [&](auto index) {
    std::vector<int64_t> addresses;
    for (int64_t lane = 0; lane < 32; ++lane)
      addresses.push_back(4 * index(lane));
    return bankConflicts(addresses, 4, model).degree;
  };
  EXPECT_EQ(degree([](int64_t lane) { return lane * 32; }), 32);
  EXPECT_EQ(degree([](int64_t lane) { return lane * 33; }), 1);
  EXPECT_EQ(degree([](int64_t lane) { return lane * 32 ^ lane; }), 1);
  EXPECT_EQ(degree([](int64_t lane) { return lane * 32 ^ (lane % 8); }), 4);
  EXPECT_EQ(degree([](int64_t) { return int64_t(7); }), 1); // one word for all
}

TEST(Compare, LayoutsAsFunctions) {
  auto compare = [](const char *a, const char *b) {
    return compareMaps(*describeLayoutText(a), *describeLayoutText(b));
  };
  EXPECT_EQ(compare("(4,8):(1,4)", "(4,8):(1,4)").text, "equal");
  Comparison nesting =
      compare("((4,8,4),(2,2)):((128,1,16),(64,8))", "((4,8,4),(2,2,1)):((128,1,16),(64,8,512))");
  EXPECT_EQ(nesting.verdict, Comparison::Verdict::Equal);
  EXPECT_EQ(nesting.text, "equal as functions, differ in nesting (mode 1.2 has extent 1)");
  EXPECT_EQ(compare("(4,8):(1,4)", "(4,8):(8,1)").verdict, Comparison::Verdict::Different);
}

} // namespace
