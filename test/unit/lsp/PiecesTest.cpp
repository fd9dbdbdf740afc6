#include "lsp/analysis/Pieces.h"

#include <gtest/gtest.h>

#include <random>

using namespace flylsp;

namespace {

std::string cut(const std::string &text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

/// Names of the pieces of each chunk.
std::vector<std::vector<std::string>> names(const std::string &text) {
  std::vector<std::vector<std::string>> result;
  for (const Chunk &chunk : splitDocument(text)) {
    result.emplace_back();
    for (const Piece &piece : chunk.pieces)
      result.back().push_back(piece.name + (piece.closed ? "" : "!"));
  }
  return result;
}

using Names = std::vector<std::vector<std::string>>;

TEST(Pieces, FunctionsAndAliases) {
  EXPECT_EQ(names("#a = 1 : i32\n!t = i32\nfunc.func @f() {\n  return\n}\n"
                  "func.func private @g(!t)\ngpu.module @m {\n}\n"),
            (Names{{"#a", "!t", "func.func @f", "func.func @g", "gpu.module @m"}}));
}

TEST(Pieces, AModuleIsOpened) {
  std::string text = "module attributes {a = \"}\"} {\n  func.func @f() {\n    return\n  }\n  "
                     "func.func @g() {\n    return\n  }\n} loc(#l)\n#l = loc(\"x\":1:2)\n";
  std::vector<Chunk> chunks = splitDocument(text);
  ASSERT_EQ(chunks.size(), 1u);
  EXPECT_TRUE(chunks[0].inModule);
  EXPECT_EQ(cut(text, chunks[0].header), "module attributes {a = \"}\"} {");
  EXPECT_EQ(text[chunks[0].close], '}');
  EXPECT_EQ(names(text), (Names{{"func.func @f", "func.func @g", "#l"}}));
}

TEST(Pieces, MarkersOnlyAtTheStartOfALine) {
  EXPECT_EQ(names("func.func private @a()\n// -----\nfunc.func private @b()\n"),
            (Names{{"func.func @a"}, {"func.func @b"}}));
  EXPECT_EQ(names("func.func private @a() attributes {s = \"// -----\"}\n").size(), 1u);
  EXPECT_EQ(names("").size(), 1u);
}

TEST(Pieces, MissingAndSurplusBraces) {
  EXPECT_EQ(names("func.func @f() {\n  return\n\nfunc.func @g() {\n  return\n}\n"),
            (Names{{"func.func @f!", "func.func @g"}}));
  EXPECT_EQ(names("func.func @f() {\n  return\n}\n}\nfunc.func @g() {\n  return\n}\n"),
            (Names{{"func.func @f", "", "func.func @g"}}));
  // An unterminated string ends with its line.
  EXPECT_EQ(names("func.func @f() {\n  \"oops\n}\nfunc.func private @g()\n"),
            (Names{{"func.func @f", "func.func @g"}}));
}

TEST(Pieces, ValuesAtTheTopKeepTheChunkWhole) {
  std::vector<Chunk> chunks =
      splitDocument("%0 = arith.constant 1 : i32\nfunc.func private @f()\n");
  EXPECT_TRUE(chunks[0].whole);
  EXPECT_EQ(chunks[0].pieces.size(), 1u);
}

TEST(Pieces, NothingIsLostAndNothingOverlaps) {
  const std::string base =
      "#a = 1\nmodule @m {\n  func.func @f(%x: i32) {\n    %y = \"a.b\"() : () -> i32\n"
      "    return\n  }\n  gpu.module @k {\n  }\n}\n// -----\nfunc.func private @g()\n";
  const std::string snippets[] = {"{",          "}", "\"",         "\n", "(",  ")",
                                  "// -----\n", "#", "module {\n", "%a", "{-#"};
  std::mt19937 random(11);
  for (int round = 0; round < 5000; ++round) {
    std::string text = base;
    for (int i = 0; i < 4; ++i)
      text.insert(random() % (text.size() + 1), snippets[random() % std::size(snippets)]);
    std::vector<char> seen(text.size());
    auto mark = [&](Span span) {
      ASSERT_LE(span.begin, span.end);
      ASSERT_LE(span.end, text.size());
      for (uint32_t i = span.begin; i < span.end; ++i) {
        ASSERT_FALSE(seen[i]) << text;
        seen[i] = 1;
      }
    };
    for (const Chunk &chunk : splitDocument(text)) {
      if (chunk.inModule) {
        mark(chunk.header);
        if (chunk.close != UINT32_MAX)
          mark({chunk.close, chunk.close + 1});
      }
      for (const Piece &piece : chunk.pieces)
        mark(piece.span);
    }
  }
}

TEST(Statements, RegionsNest) {
  std::string text =
      "func.func @f(%a: i32) {\n  %b, %c:2 = foo.op %a {x = 1} : i32\n  scf.for %i = %a to %a "
      "{\n    %d = foo.bar(%a,\n      %b) : i32\n  }\n  return\n}";
  std::vector<Statement> statements = findStatements(text);
  ASSERT_EQ(statements.size(), 5u);
  EXPECT_EQ(statements[0].parent, -1);
  EXPECT_EQ(statements[1].parent, 0);
  EXPECT_EQ(statements[3].parent, 2);
  EXPECT_EQ(cut(text, statements[3].span), "%d = foo.bar(%a,\n      %b) : i32");
  EXPECT_EQ(statements[4].parent, 0);
  EXPECT_EQ(cut(text, statements[4].span), "return");
}

TEST(Statements, ResultNames) {
  std::vector<ResultName> names = resultNames("%b, %c:2 = foo.op %a");
  ASSERT_EQ(names.size(), 2u);
  EXPECT_EQ(names[0].name, "%b");
  EXPECT_EQ(names[1].count, 2u);
  EXPECT_TRUE(resultNames("foo.op %a").empty());
  EXPECT_TRUE(resultNames("%x").empty());
}

TEST(Aliases, Mentions) {
  EXPECT_EQ(mentionedAliases("!t, #m, #m, !fly.layout<#a>, \"#no\" // #no\n #b->"),
            (std::vector<std::string>{"!t", "#m", "#a", "#b"}));
}

} // namespace
