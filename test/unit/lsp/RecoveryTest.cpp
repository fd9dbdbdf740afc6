// What stays known about a text while a part of it is broken.
#include "lsp/analysis/Analyzer.h"
#include "lsp/analysis/Project.h"

#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

using namespace flylsp;

namespace {

class RecoveryTest : public testing::Test {
protected:
  RecoveryTest() { registerDialects(registry); }
  SnapshotRef analyze(const std::string &text) {
    return analyzer.analyze(std::make_shared<const std::string>(text), ++version, {});
  }
  /// `name: type` of every value with a layout type, as far as facts are fresh.
  static std::vector<std::string> layouts(const Snapshot &snapshot) {
    std::vector<std::string> result;
    for (const PieceView &view : snapshot.pieces)
      for (const Value &value : view.facts->values) {
        if (value.type < 0)
          continue; // nobody knows
        const TypeFact &type = *view.facts->types[size_t(value.type)];
        if (type.kind == TypeKind::Layout)
          result.push_back(snapshot.text->substr(view.piece.span.begin + value.span.begin,
                                                 value.span.end - value.span.begin) +
                           ": " + type.layout);
      }
    return result;
  }
  static std::vector<std::string> messages(const Snapshot &snapshot) {
    std::vector<std::string> result;
    for (const Finding &finding : allFindings(snapshot, {}, ""))
      result.push_back(severityName(finding.severity) + ": " + finding.message);
    return result;
  }
  mlir::DialectRegistry registry;
  Analyzer analyzer{registry};
  int64_t version = 0;
};

using Strings = std::vector<std::string>;

constexpr char early[] = "  %early = fly.static : !fly.layout<2:1>\n"
                         "  %next = fly.static : !fly.layout<3:1>\n";

TEST_F(RecoveryTest, StatementsBeforeABrokenOneHaveTheirFactsAtOnce) {
  const char *rests[] = {
      "  %m = fly.make_int_tuple(\n  return\n}\n",
      "  %m = fly.make_int_tuple(\n  fly.print(%early) {format = \"{}\"} : (!fly.layout<2:1>) -> "
      "()\n  return\n}\n",
      "  %m = fly.static : !fly.layout<(4,8\n  return\n}\n",
      "  %m = fly.\n  return\n}\n",
      "  %m = fly.make_copy_atom {valBits = 32 : i32 : !fly.copy_atom<!fly.universal_copy<64>, "
      "32>\n  return\n}\n",
      "  %c = arith.constant 1 : index\n  scf.for %i = %c to %c step %c {\n    fly.print(%early\n"
      "  }\n  return\n}\n",
      "  %c = arith.constant 1 : index\n  scf.for %i = %c to %c step %c {\n  return\n}\n",
  };
  for (const char *rest : rests) {
    SnapshotRef snapshot = analyze("func.func @f() {\n" + std::string(early) + rest);
    EXPECT_EQ(layouts(*snapshot), (Strings{"%early: 2:1", "%next: 3:1"})) << rest;
    EXPECT_GE(messages(*snapshot).size(), 1u) << rest;
    EXPECT_LE(messages(*snapshot).size(), 3u) << rest;
  }
}

TEST_F(RecoveryTest, GarbageIsNoFaultOfTheStatementsBeforeIt) {
  SnapshotRef snapshot =
      analyze("func.func @f() {\n" + std::string(early) +
              "  %i = fly.make_int_tuple() : () -> !fly.int_tuple<0>\n  %\n  return\n}\n");
  EXPECT_EQ(layouts(*snapshot), (Strings{"%early: 2:1", "%next: 3:1"}));
}

TEST_F(RecoveryTest, TheLastFunctionOfAModuleKeepsItsFacts) {
  for (const char *typed : {"  %m = fly.make_int_tuple(\n", "  %m = fly.static : !fly.tile<[\n"}) {
    SnapshotRef snapshot =
        analyze("module {\nfunc.func @f() {\n" + std::string(early) + typed + "  return\n}\n}\n");
    EXPECT_EQ(layouts(*snapshot), (Strings{"%early: 2:1", "%next: 3:1"})) << typed;
  }
}

TEST_F(RecoveryTest, ANameDefinedTwiceKeepsItsFirstMeaning) {
  SnapshotRef snapshot = analyze("func.func @f() {\n" + std::string(early) +
                                 "  %early = fly.static : !fly.layout<8:1>\n  return\n}\n");
  EXPECT_EQ(layouts(*snapshot), (Strings{"%early: 2:1", "%next: 3:1"}));
  EXPECT_EQ(messages(*snapshot), (Strings{"error: redefinition of SSA value '%early'"}));
  // The note of the parser stands at the first one.
  std::vector<Finding> findings = allFindings(*snapshot, {}, "");
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_EQ(findings[0].related.size(), 1u);
  Span first = findings[0].related[0].span;
  EXPECT_EQ(first.begin, snapshot->text->find("%early"));
  EXPECT_LT(first.end, findings[0].span.begin);
}

TEST_F(RecoveryTest, AnUnclosedAngleIsTheFaultOfItsStatement) {
  // MLIR looks for the other end through the strings and brackets of everything that follows.
  SnapshotRef snapshot =
      analyze("func.func @f(%a: !fly.layout<4:1>) {\n"
              "  %m = fly.get_shape(%a) : (!fly.layout<\n" +
              std::string(early) +
              "  fly.print(%early) {format = \"a, ({}\"} : (!fly.layout<2:1>) -> ()\n"
              "  return\n}\n");
  EXPECT_EQ(layouts(*snapshot), (Strings{"%a: 4:1", "%early: 2:1", "%next: 3:1"}));
  std::vector<Finding> findings = allFindings(*snapshot, {}, "");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(snapshot->text->find("<\n"), findings[0].span.begin) << findings[0].message;
}

TEST_F(RecoveryTest, ABrokenSignatureLeavesTheBody) {
  const char *heads[] = {"func.func @f(%n: index, %w: f32 {\n", "func.func @f(%n: index, %w) {\n",
                         "func.func @f(%n: index) -> {\n", "func.func @f(%n: !fly.nosuch<2>) {\n"};
  for (const char *head : heads) {
    SnapshotRef snapshot = analyze(std::string(head) + early + "  return\n}\n");
    EXPECT_EQ(layouts(*snapshot), (Strings{"%early: 2:1", "%next: 3:1"})) << head;
    EXPECT_EQ(messages(*snapshot).size(), 1u) << head;
  }
}

TEST_F(RecoveryTest, WhatIsTypedBehindAFunctionDoesNotBelongToIt) {
  std::string first = "func.func @a() {\n" + std::string(early) + "  return\n}\n";
  for (const char *typed : {"f", "fu", "func", "func.", "func.f", "@@ ??", "loc"}) {
    SnapshotRef snapshot = analyze(first + typed + "\n" + "func.func @b() {\n  return\n}\n");
    EXPECT_EQ(layouts(*snapshot), (Strings{"%early: 2:1", "%next: 3:1"})) << typed;
    EXPECT_GE(messages(*snapshot).size(), 1u) << typed;
  }
}

TEST_F(RecoveryTest, ATypeWithoutParametersIsNotEveryTypeOfThatName) {
  SnapshotRef snapshot = analyze("func.func @f(%x: !fly.layout<7:1>) {\n" + std::string(early) +
                                 "  %m = fly.size(%x) : (!fly.layout\n  return\n}\n");
  EXPECT_EQ(layouts(*snapshot), (Strings{"%x: 7:1", "%early: 2:1", "%next: 3:1"}));
}

TEST_F(RecoveryTest, LastGoodFactsMoveWithSeveralEdits) {
  std::string good = "func.func @f(%a: i32) {\n" + std::string(early) + "  return\n}\n";
  analyze(good);
  // A head that cannot be repaired, and blank lines further down.
  std::string broken = "func.func @(%a: i32 {\n  %early = fly.static : !fly.layout<2:1>\n\n\n"
                       "  %next = fly.static : !fly.layout<3:1>\n  return\n}\n";
  SnapshotRef snapshot = analyze(broken);
  const PieceView &view = snapshot->pieces.front();
  ASSERT_FALSE(view.facts->parsed);
  ASSERT_TRUE(view.lastGood);
  Strings kept;
  for (const Value &value : view.lastGood->values)
    if (Span span = value.span; view.fromLastGood.forward(span))
      kept.push_back(broken.substr(span.begin, span.end - span.begin));
  EXPECT_EQ(kept, (Strings{"%early", "%next"}));
}

TEST_F(RecoveryTest, UnknownDialectsAreOneCalmFinding) {
  SnapshotRef snapshot = analyze("func.func @f() {\n" + std::string(early) +
                                 "  %x = mine.op\n  %y = mine.other\n  return\n}\n"
                                 "func.func @g() {\n  \"mine.third\"() : () -> ()\n  return\n}\n");
  EXPECT_EQ(messages(*snapshot),
            (Strings{"warning: dialect 'mine' is unknown here, so 'mine.op' is left out; "
                     "everything else is analysed"}));
  EXPECT_EQ(layouts(*snapshot), (Strings{"%early: 2:1", "%next: 3:1"}));
  snapshot = analyze("func.func @f(%m: memref<4xf32, #mine.space<7>>) {\n" + std::string(early) +
                     "  %c = arith.constant 0 : index\n"
                     "  %v = memref.load %m[%c] : memref<4xf32, #mine.space<7>>\n  return\n}\n");
  ASSERT_EQ(messages(*snapshot).size(), 1u);
  EXPECT_EQ(messages(*snapshot).front().find("warning: memory space '#mine.space<7>'"), 0u);
  EXPECT_EQ(layouts(*snapshot), (Strings{"%early: 2:1", "%next: 3:1"}));
}

TEST_F(RecoveryTest, AnOperationWithoutDialectIsNoDialect) {
  SnapshotRef snapshot =
      analyze("func.func @f(%c: index) {\n  scf.for %i = %c to %c step %c {\n    return\n  }\n"
              "  return\n}\n");
  EXPECT_EQ(messages(*snapshot), (Strings{"error: 'return' is no operation here"}));
}

TEST_F(RecoveryTest, TheChipOfABrokenModuleIsKnown) {
  SnapshotRef snapshot =
      analyze("gpu.module @m [#rocdl.target<chip = \"gfx942\">] {\n  gpu.func @ {\n}\n");
  ASSERT_EQ(snapshot->pieces.size(), 1u);
  EXPECT_EQ(snapshot->pieces.front().facts->chip, "gfx942");
}

TEST_F(RecoveryTest, UsesOfSymbolsThatABrokenPieceMayDefineAreLeftAlone) {
  std::string call = "func.func @c() {\n  call @b() : () -> ()\n  call @nowhere() : () -> ()\n"
                     "  return\n}\n";
  SnapshotRef snapshot = analyze(call + "func.func @b( ) -> ( {\n  oops oops\n");
  Strings found = messages(*snapshot);
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const std::string &message) {
    return message.find("'nowhere'") != std::string::npos;
  }));
  EXPECT_TRUE(std::none_of(found.begin(), found.end(), [](const std::string &message) {
    return message.find("'b' does not") != std::string::npos;
  }));
}

TEST_F(RecoveryTest, ManyFunctionsOfOneNameTakeNoLongerThanOthers) {
  std::string text;
  for (int i = 0; i < 20000; ++i)
    text += "func.func @f() {\n  return\n}\n";
  SnapshotRef first = analyze(text);
  EXPECT_EQ(first->findings.size(), 1001u); // and one that counts the rest
  SnapshotRef second = analyze(text + "// more\n");
  EXPECT_EQ(second->piecesParsed, 0u);
  EXPECT_EQ(second->findings.size(), 1001u);
  // With nothing to parse; it was far longer when pieces of one text were searched in turn.
  EXPECT_LT(second->milliseconds, first->milliseconds);
}

TEST_F(RecoveryTest, IrThatNoVerifierAcceptsIsDestroyed) {
  for (int i = 0; i < 3; ++i) {
    std::string number = std::to_string(i);
    analyze("%a = \"x.y\"() ({\n  \"x.use" + number + "\"(%later) : (i32) -> ()\n}) : () -> i32\n" +
            "%later = \"x.z\"(%a) ({\n  \"x.use\"(%a, %later) : (i32, i32) -> ()\n}) : (i32) -> "
            "i32\nfunc.func @f() {\n  \"x.use\"(%later) : (i32) -> ()\n  return\n}\n");
    analyze("func.func @f(%x: i32) {\n  cf.br ^b\n^a:\n  \"x.use" + number +
            "\"(%y) : (i32) -> ()\n  return\n^b:\n  %y = \"x.def\"() : () -> i32\n  return\n}\n");
  }
}

TEST_F(RecoveryTest, HugeAndStrangeTextsAreSurvived) {
  std::string line = "// " + std::string(10 << 20, 'x') + "\nfunc.func @f() {\n" + early;
  EXPECT_EQ(layouts(*analyze(line + "  return\n}\n")), (Strings{"%early: 2:1", "%next: 3:1"}));
  std::string wide = "func.func @f() attributes {a = \"" + std::string(10 << 20, 'x') + "\"} {\n" +
                     std::string(early) + "  oops\n  return\n}\n";
  SnapshotRef snapshot = analyze(wide);
  EXPECT_EQ(layouts(*snapshot), (Strings{"%early: 2:1", "%next: 3:1"}));
  // All on one line: places are counted from its start each time.
  std::string flat = "func.func @f() { ";
  for (int i = 0; i < 20000; ++i)
    flat += "\"x.y\"() : () -> () ";
  analyze(flat + "oops }");
  EXPECT_FALSE(messages(*analyze(std::string(900, '(') + "\n" + std::string(900, '{'))).empty());
}

TEST_F(RecoveryTest, OperandsThatTheirOwnRegionDefines) {
  const std::string before = "func.func @f(%a: i32, %b: index) {\n"
                             "  %l = fly.static : !fly.layout<4:1>\n",
                    after = "  %m = fly.static : !fly.layout<8:1>\n  return\n}\n";
  for (const auto &[name, statement] : std::vector<std::pair<std::string, std::string>>{
           {"%c", "  scf.if %c {\n    %c = arith.cmpi eq, %a, %a : i32\n  }\n"},
           {"%c", "  scf.if %c { %c = arith.cmpi eq, %a, %a : i32 }\n"},
           {"%c", "  scf.if %c {\n  } else {\n    %c = arith.cmpi eq, %a, %a : i32\n  }\n"},
           {"%c", "  scf.if %c {\n    scf.if %c {\n      %d, %c = \"x.y\"() : () -> (i1, i1)\n    "
                  "}\n  }\n"},
           // The name is an argument of another function.
           {"%b", "  return\n}\nfunc.func @g(%c: index) {\n  scf.parallel (%i) = (%c) to (%b) step "
                  "(%c) {\n"
                  "    %b = arith.constant 1 : index\n  }\n"},
           {"%lo", "  scf.for %i = %lo to %b step %b {\n    %lo = arith.constant 0 : index\n  }\n"},
           {"%v", "  %r = scf.for %i = %b to %b step %b iter_args(%x = %v) -> (i32) {\n"
                  "    %v = arith.addi %a, %a : i32\n    scf.yield %v : i32\n  }\n"},
           {"%v", "  %r = scf.while (%x = %v) : (i32) -> i32 {\n    %v = arith.constant true\n"
                  "    scf.condition(%v) %x : i32\n  } do {\n  ^bb0(%y: i32):\n    scf.yield %y : "
                  "i32\n  }\n"},
           {"%n", "  gpu.launch blocks(%x, %y, %z) in (%gx = %n, %gy = %n, %gz = %n)\n"
                  "      threads(%tx, %ty, %tz) in (%bx = %b, %by = %b, %bz = %b) {\n"
                  "    %n = arith.constant 1 : index\n    gpu.terminator\n  }\n"}}) {
    SnapshotRef snapshot = analyze(before + statement + after);
    EXPECT_EQ(layouts(*snapshot), (std::vector<std::string>{"%l: 4:1", "%m: 8:1"})) << statement;
    std::vector<std::string> found = messages(*snapshot);
    ASSERT_FALSE(found.empty()) << statement;
    EXPECT_EQ(found.front(), "error: operand '" + name + "' is defined inside of this operation")
        << statement;
    for (const std::string &message : found)
      EXPECT_EQ(message.find("fly_broken"), std::string::npos) << message;
  }
  EXPECT_EQ(messages(*analyze("func.func @f(%a: i32, %b: i1) {\n  %l = arith.addi %y, %a : i32\n"
                              "  scf.if %b {\n    %y = arith.constant 1 : i32\n    cf.br ^x\n  }\n"
                              "  return\n}\n"))
                .front(),
            "error: operand '%y' is defined in a region that is not around it");
  // What is defined before, or later outside, is no such operand.
  for (const std::string &statement :
       {"  %c = arith.cmpi eq, %a, %a : i32 scf.if %c { %d = arith.addi %a, %a : i32 "
        "%e = arith.addi %d, %d : i32 scf.if %c { %g = arith.addi %e, %d : i32 } }\n",
        "  %c = arith.cmpi eq, %a, %a : i32\n  scf.if %c {\n    %d = arith.cmpi eq, %a, %a : i32\n "
        " }\n",
        "  %r = scf.for %i = %b to %b step %b iter_args(%x = %a) -> (i32) {\n"
        "    %v = arith.addi %x, %a : i32\n    scf.yield %v : i32\n  }\n"
        "  %s = scf.for %i = %b to %b step %b iter_args(%x = %r) -> (i32) {\n"
        "    %v = arith.addi %x, %a : i32\n    scf.yield %v : i32\n  }\n"})
    EXPECT_EQ(messages(*analyze(before + statement + after)), std::vector<std::string>{})
        << statement;
}

TEST_F(RecoveryTest, AliasesAreFoundWhereTheParserFindsThem) {
  const std::string function = "func.func @f() attributes {x = #a} {\n"
                               "  %l = fly.static : !fly.layout<4:1>\n  return\n}\n";
  EXPECT_EQ(messages(*analyze("#a = 1 : i32\n" + function)), std::vector<std::string>{});
  EXPECT_EQ(messages(*analyze(function + "#a = 1 : i32\n")),
            std::vector<std::string>{"error: undefined symbol alias id 'a'"});
  EXPECT_EQ(messages(*analyze("#b = [#a]\n#a = 1 : i32\n")),
            std::vector<std::string>{"error: undefined symbol alias id 'a'"});
  SnapshotRef late = analyze("func.func @f() -> !t {\n  %l = fly.static : !fly.layout<4:1>\n"
                             "  %0 = arith.constant 0 : i32\n  return %0 : !t\n}\n!t = i32\n");
  EXPECT_EQ(messages(*late), std::vector<std::string>{"error: undefined symbol alias id 't'"});
  EXPECT_EQ(layouts(*late), std::vector<std::string>{"%l: 4:1"});
  // Locations are looked up at the end.
  EXPECT_EQ(messages(*analyze("func.func @f() {\n  return loc(#l)\n} loc(#m)\n#l = loc(\"x\":1:1)\n"
                              "#m = loc(callsite(#l at #l))\n")),
            std::vector<std::string>{});
  SnapshotRef inside = analyze("module {\n  #a = 1 : i32\n  " + function + "}\n");
  EXPECT_EQ(messages(*inside),
            std::vector<std::string>{
                "error: aliases are defined at the top level, not inside of a module"});
  EXPECT_EQ(layouts(*inside), std::vector<std::string>{"%l: 4:1"});
  // An error at the end of a piece is not lost among the aliases behind it.
  EXPECT_FALSE(messages(*analyze("func.func private @f() attributes {x = #a, y = \n#a = 1 : i32\n"))
                   .empty());
}

TEST_F(RecoveryTest, TypesThatAreKnownByTheirText) {
  const std::string statement = "  %l = fly.static : !fly.layout<(4,8):(1,4)>\n";
  for (int again = 0; again < 2; ++again) {
    SnapshotRef snapshot =
        analyze("func.func @f" + std::to_string(again) + "() {\n" + statement + "  return\n}\n");
    const PieceFacts &facts = *snapshot->pieces.front().facts;
    ASSERT_EQ(facts.operations.size(), 3u);
    Span scope = facts.operations[1].scope;
    EXPECT_EQ(snapshot->text->substr(scope.begin, scope.end - scope.begin),
              statement.substr(2, statement.size() - 3));
  }
  // What is warned about is warned about everywhere; an alias may mean something else next time.
  auto function = [](const std::string &name, const std::string &type) {
    return "func.func private @" + name + "(" + type + ")\n";
  };
  const std::string odd = "!fly.ptr<f32, global, S<0,4,3>>";
  EXPECT_EQ(messages(*analyze(function("a", odd) + function("b", odd))).size(), 2u);
  for (const std::string &element : {"f32", "f16"}) {
    SnapshotRef snapshot =
        analyze("!e = " + element + "\nfunc.func @f(%p: !fly.ptr<!e, global>) {\n  return\n}\n");
    ASSERT_EQ(snapshot->pieces.back().facts->types.size(), 1u);
    EXPECT_EQ(snapshot->pieces.back().facts->types.front()->text,
              "!fly.ptr<" + element + ", global>");
  }
}

TEST_F(RecoveryTest, ResourcesAreRead) {
  const std::string good =
                        "{-#\n  dialect_resources: {\n    builtin: {\n      r: \"0x0400000001\"\n"
                        "    }\n  },\n  external_resources: {\n    tool: { a: true }\n  }\n#-}\n",
                    function = "func.func @f() {\n  return\n}\n";
  EXPECT_EQ(messages(*analyze(function + good)), std::vector<std::string>{});
  for (const char *broken :
       {"{-#\n  dialect_resources: {\n    builtin: {\n      r: \"0x04\n    }\n  }\n#-}\n",
        "{-#\n  dialect_resources: {", "{-#", "{-#\n  a b\n#-}\n"}) {
    SnapshotRef snapshot = analyze(function + broken);
    EXPECT_FALSE(messages(*snapshot).empty()) << broken;
    EXPECT_TRUE(snapshot->pieces.front().facts->findings.empty()) << broken;
  }
}

TEST_F(RecoveryTest, WhatTheParserWouldTakeMinutesForIsRefused) {
  std::string digits(300000, '7'), doubled = "!a0 = tuple<i32, i32>\n#b0 = [1, 2]\n", dims, sum;
  for (int i = 1; i < 40; ++i) {
    std::string now = std::to_string(i), before = std::to_string(i - 1);
    doubled += "!a" + now + " = tuple<!a" + before + ", !a" + before + ">\n#b" + now + " = [#b" +
               before + ", #b" + before + "]\n";
  }
  for (int i = 0; i < 20000; ++i) {
    dims += (i ? ", d" : "d") + std::to_string(i);
    sum += (i ? " + d" : "d") + std::to_string(i);
  }
  const std::string healthy =
      "func.func @f() {\n  %l = fly.static : !fly.layout<4:1>\n  return\n}\n";
  for (const auto &[text, message] : std::vector<std::pair<std::string, std::string>>{
           {"func.func @g() {\n  %c = arith.constant " + digits + " : i32\n  return\n}\n",
            "number of 300000 characters, the limit is 4096"},
           {"func.func @g() {\n  %c = arith.constant 0x" + digits + " : i1200000\n  return\n}\n",
            "number of 300002 characters, the limit is 4096"},
           {"func.func @g() {\n  %c = arith.constant dense<[1." + digits +
                "]> : tensor<1xf32>\n  return\n}\n",
            "number of 300002 characters, the limit is 4096"},
           {"module attributes {a = " + digits + " : i32} {\n}\n",
            "number of 300000 characters, the limit is 4096"},
           {"func.func private @g() attributes {m = affine_map<(" + dims + ") -> (" + sum + ")>}\n",
            "affine_map of 317794 characters, the limit is 65536"},
           {doubled + "func.func @g(%x: !a39) {\n  %y = arith.addi %x, %x : i32\n  return\n}\n" +
                "func.func private @h() attributes {b = #b39}\n",
            "alias '!a15' stands for 1376360 characters with all aliases written out, the limit is "
            "1048576 more than its own text"}}) {
    auto start = std::chrono::steady_clock::now();
    SnapshotRef snapshot =
        analyze(text + (text.starts_with("module") ? "// -----\n" : "") + healthy);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10)) << message;
    std::vector<std::string> found = messages(*snapshot);
    EXPECT_TRUE(llvm::is_contained(found, "error: " + message)) << llvm::join(found, "\n");
    EXPECT_LE(found.size(), 4u) << llvm::join(found, "\n");
    EXPECT_EQ(layouts(*snapshot), std::vector<std::string>{"%l: 4:1"}) << message;
  }
  // Long, but no number: elements as a string, a name, a comment.
  EXPECT_EQ(messages(*analyze("// " + digits + "\nfunc.func private @g" + digits + "()\n" +
                              "func.func @h() {\n  %c = arith.constant dense<\"0x" +
                              std::string(80000, 'a') + "\"> : tensor<10000xi32>\n  return\n}\n")),
            std::vector<std::string>{});
}

TEST_F(RecoveryTest, ChainsOfAliasesAreReadOnce) {
  std::string text = "#a0 = 1 : i32\n";
  for (int i = 1; i < 3000; ++i)
    text += "#a" + std::to_string(i) + " = [#a" + std::to_string(i - 1) + "]\n";
  auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(messages(*analyze(text + "func.func private @f() attributes {x = #a2999}\n")),
            std::vector<std::string>{});
  EXPECT_EQ(messages(*analyze(text + "func.func private @g() attributes {x = #a3000}\n")),
            std::vector<std::string>{"error: undefined symbol alias id 'a3000'"});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

/// Two lines change places wherever an operation with a region stands in a kernel.
TEST_F(RecoveryTest, KernelsWithTheirLinesSwapped) {
  namespace fs = std::filesystem;
  size_t swaps = 0;
  for (const auto &entry : fs::directory_iterator(FLY_TEST_DATA_DIR "/kernels")) {
    if (entry.path().extension() != ".mlir")
      continue;
    std::ifstream file(entry.path());
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
      lines.push_back(line);
    for (size_t i = 0; i + 1 < lines.size(); ++i) {
      if (!llvm::StringRef(lines[i]).ends_with("{") || lines[i].find("scf.") == std::string::npos)
        continue;
      for (size_t other : {i - 1, i + 1}) {
        std::swap(lines[i], lines[other]);
        SnapshotRef snapshot = analyze(llvm::join(lines, "\n") + "\n");
        ASSERT_TRUE(snapshot);
        for (const std::string &message : messages(*snapshot))
          EXPECT_EQ(message.find("fly_broken"), std::string::npos) << message;
        std::swap(lines[i], lines[other]);
        ++swaps;
      }
    }
    EXPECT_EQ(messages(*analyze(llvm::join(lines, "\n") + "\n")), std::vector<std::string>{})
        << entry.path();
  }
  EXPECT_GT(swaps, 20u);
}

} // namespace
