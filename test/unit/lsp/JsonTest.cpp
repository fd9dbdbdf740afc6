#include "lsp/server/Json.h"
#include "lsp/server/Protocol.h"

#include <gtest/gtest.h>

#include <random>

using namespace flylsp;

namespace {

/// As LLVM's own parser reads it, "refused" if it does not.
std::string show(llvm::Expected<llvm::json::Value> value) {
  if (!value) {
    llvm::consumeError(value.takeError());
    return "refused";
  }
  std::string text;
  llvm::raw_string_ostream(text) << *value;
  return text;
}

TEST(Json, ReadsWhatLlvmReads) {
  for (llvm::StringRef text :
       {"null", " true ", "[false, -1, 0, 1.5, 1e3, -2.5E-2]", "9223372036854775807",
        "18446744073709551615", "123456789012345678901234567890", "-9223372036854775808", "{}",
        "[ ]", R"({"a": {"b": [1, "x"]}, "a": 2})", R"("\"\\\/\b\f\n\r\t")", R"("\u00e9\u20AC")",
        R"("\ud83d\ude00")", R"("\ud83d")", R"("\ude00 \ud83d\u0041")", "\"\xf0\x9f\x98\x80\"",
        R"("long enough for a stretch of eight, \n twice")"})
    EXPECT_EQ(show(parseJson(text)), show(llvm::json::parse(text))) << text.str();
}

TEST(Json, RefusesWhatLlvmRefuses) {
  for (llvm::StringRef text :
       {"",       " ",           "{",    "[1",  "[1 2]",  "[1,]",      "{\"a\"}", "{\"a\":}",
        "{a: 1}", "{\"a\": 1,}", "nul",  "\"",  "\"\\\"", "\"\\u12\"", "\"\\x\"", "\"\n\"",
        "1 2",    "-",           "0x10", "nan", "[]]",    "\"\xff\"",  "\"\xc3\""}) {
    EXPECT_EQ(show(llvm::json::parse(text)), "refused") << text.str();
    EXPECT_EQ(show(parseJson(text)), "refused") << text.str();
  }
}

TEST(Json, SaysWhere) {
  EXPECT_EQ(llvm::toString(parseJson("{\"a\": 1 2}").takeError()), "expected ',' or '}' at byte 8");
}

TEST(Json, DeepNesting) {
  auto nested = [](size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_NE(show(parseJson(nested(maxMessageDepth))), "refused");
  EXPECT_EQ(llvm::toString(parseJson(nested(1000000)).takeError()),
            "brackets are nested more than 200 deep at byte 201");
}

TEST(Json, MutatedMessages) {
  const std::string message =
      R"({"jsonrpc":"2.0","id":12,"method":"textDocument/didOpen","params":{"textDocument":)"
      R"({"uri":"file:///a.mlir","version":-3,"text":"func.func @f() {\n  \"x\"() \ud83d\ude00\n}"}}})";
  std::mt19937 random(5);
  const std::string bytes = "{}[]\",:\\/u0d8e-+. \n\x01\xc3\xa9";
  int read = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = message;
    for (unsigned edits = 1 + random() % 3; edits; --edits) {
      size_t at = random() % text.size();
      if (random() % 2)
        text.erase(at, 1 + random() % 4);
      else
        text.insert(at, 1, bytes[random() % bytes.size()]);
    }
    std::string ours = show(parseJson(text));
    if (ours == "refused")
      continue;
    ++read;
    EXPECT_EQ(ours, show(llvm::json::parse(text))) << text;
  }
  EXPECT_GT(read, 4000);
}

TEST(Json, NumbersOfOtherLanguages) {
  for (llvm::StringRef text : {"+1", ".5", "0x10", "1.5x", "1e", "infinity"})
    EXPECT_EQ(show(parseJson(text)), "refused") << text.str();
}

TEST(Json, QuotedTextsReadBack) {
  std::mt19937 random(7);
  std::vector<std::string> texts = {"", "\"", "\\", "plain", std::string(1, '\0')};
  for (int i = 0; i < 300; ++i) {
    std::string text;
    for (size_t length = random() % 40; length > 0; --length)
      if (random() % 8 == 0)
        text += "\u00e9";
      else
        text += char(random() % 128);
    texts.push_back(text);
  }
  for (const std::string &text : texts) {
    llvm::Expected<llvm::json::Value> read = llvm::json::parse(jsonString(text));
    ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
    EXPECT_EQ(read->getAsString(), llvm::StringRef(text));
  }
}

} // namespace
