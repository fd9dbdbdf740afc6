#include "lsp/analysis/Text.h"

#include <gtest/gtest.h>

#include <random>

using namespace flylsp;

namespace {

const std::string mixed = "ab\n\xc3\xbc\xf0\x9f\x98\x80x\r\n\rlast";

TEST(LineIndex, LinesEndAtAllThreeLineBreaks) {
  LineIndex lines(mixed);
  ASSERT_EQ(lines.lineCount(), 4u);
  EXPECT_EQ(lines.lineStart(1), 3u);
  EXPECT_EQ(lines.lineEnd(mixed, 1), 10u);
  EXPECT_EQ(lines.lineEnd(mixed, 2), lines.lineStart(2));
  EXPECT_EQ(LineIndex("").lineCount(), 1u);
}

TEST(LineIndex, ColumnsInEveryEncoding) {
  LineIndex lines(mixed);
  uint32_t x = 9; // behind u-umlaut (2 bytes) and a smiley (4 bytes, 2 units)
  EXPECT_EQ(lines.position(mixed, x, Encoding::Utf8), (LineColumn{1, 6}));
  EXPECT_EQ(lines.position(mixed, x, Encoding::Utf16), (LineColumn{1, 3}));
  EXPECT_EQ(lines.position(mixed, x, Encoding::Utf32), (LineColumn{1, 2}));
  for (Encoding encoding : {Encoding::Utf8, Encoding::Utf16, Encoding::Utf32})
    for (uint32_t at : {0u, 2u, 3u, 5u, 9u, 10u, uint32_t(mixed.size())})
      EXPECT_EQ(lines.offset(mixed, lines.position(mixed, at, encoding), encoding), at);
}

TEST(LineIndex, PlacesPastTheEndAreClamped) {
  LineIndex lines(mixed);
  EXPECT_EQ(lines.offset(mixed, {0, 99}, Encoding::Utf16), 2u);
  EXPECT_EQ(lines.offset(mixed, {99, 0}, Encoding::Utf16), mixed.size());
  EXPECT_EQ(lines.position(mixed, 9999, Encoding::Utf16).line, 3u);
  // Between the halves of a surrogate pair, and inside of a character.
  EXPECT_EQ(lines.offset(mixed, {1, 2}, Encoding::Utf16), 5u);
  EXPECT_EQ(lines.offset(mixed, {1, 1}, Encoding::Utf8), 3u);
}

// From wherever the last place was, forwards and backwards, also inside of characters and of what
// is no UTF-8, over line breaks of all three kinds.
TEST(LineIndex, AKnownPlaceChangesNoAnswer) {
  std::string text;
  std::mt19937 random(7);
  const char *parts[] = {
      "a", "\xc3\xbc", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xff", "\xf0\x9f", "\n", "\r\n", "\r"};
  for (int i = 0; i < 400; ++i)
    text += parts[i % 7 ? random() % 6 : random() % 9];
  LineIndex lines(text);
  for (Encoding encoding : {Encoding::Utf8, Encoding::Utf16, Encoding::Utf32}) {
    KnownPlace known;
    for (int i = 0; i < 4000; ++i) {
      uint32_t at = uint32_t(random() % (text.size() + 2));
      ASSERT_EQ(lines.position(text, at, encoding, &known), lines.position(text, at, encoding))
          << at << " in encoding " << int(encoding);
    }
  }
}

TEST(LineIndex, InvalidUtf8CountsByteByByte) {
  std::string bad = "\xff\xfe\xf0\x9f";
  LineIndex lines(bad);
  EXPECT_EQ(lines.position(bad, 4, Encoding::Utf16), (LineColumn{0, 4}));
}

TEST(LineIndex, EditsGiveTheSameAsAFreshIndex) {
  std::mt19937 random(7);
  const std::string pieces[] = {"\n", "\r", "\r\n", "a", "bc\n", "", "\n\n", "x\ry"};
  std::string text = "one\ntwo\r\nthree\rfour";
  LineIndex lines(text);
  for (int i = 0; i < 20000; ++i) {
    uint32_t begin = random() % (text.size() + 1);
    uint32_t end = std::min<uint32_t>(uint32_t(text.size()), begin + random() % 5);
    const std::string &inserted = pieces[random() % std::size(pieces)];
    text.replace(begin, end - begin, inserted);
    lines.replaced(text, begin, end, uint32_t(inserted.size()));
    LineIndex fresh(text);
    ASSERT_EQ(lines.lineCount(), fresh.lineCount()) << i;
    for (uint32_t line = 0; line < fresh.lineCount(); ++line)
      ASSERT_EQ(lines.lineStart(line), fresh.lineStart(line)) << i;
    if (text.size() > 200)
      text.resize(50), lines = LineIndex(text);
  }
}

TEST(Shift, FollowsOneStretch) {
  Shift shift("hello big world", "hello small world");
  Span before{0, 5}, behind{10, 15}, inside{6, 9};
  EXPECT_TRUE(shift.forward(before));
  EXPECT_EQ(before, (Span{0, 5}));
  EXPECT_TRUE(shift.forward(behind));
  EXPECT_EQ(behind, (Span{12, 17}));
  EXPECT_FALSE(shift.forward(inside));
  EXPECT_TRUE(shift.backward(behind));
  EXPECT_EQ(behind, (Span{10, 15}));
  EXPECT_TRUE(Shift("same", "same").identity());
}

TEST(Shift, WhatLiesBetweenTwoChangesMoves) {
  std::string older = "head(a)\n  one\n  two\n  three\n  four\n}\n";
  std::string newer = "head(a\n  one\n\n\n  two\n  new\n  four\n}\n";
  Shift shift(older, newer);
  for (std::string word : {"one", "two", "four"}) {
    Span span{uint32_t(older.find(word)), uint32_t(older.find(word) + word.size())};
    ASSERT_TRUE(shift.forward(span)) << word;
    EXPECT_EQ(newer.substr(span.begin, span.end - span.begin), word);
    ASSERT_TRUE(shift.backward(span));
    EXPECT_EQ(older.substr(span.begin, span.end - span.begin), word);
  }
  Span gone{uint32_t(older.find("three")), uint32_t(older.find("three") + 5)};
  EXPECT_FALSE(shift.forward(gone));
  Span fresh{uint32_t(newer.find("new")), uint32_t(newer.find("new") + 3)};
  EXPECT_FALSE(shift.backward(fresh));
}

TEST(Shift, FromTwoTextsEveryMoveKeepsTheBytes) {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    std::string older;
    for (int i = 0; i < 20; ++i)
      older += "line " + std::to_string(random() % 25) + "\n";
    std::string newer = older;
    for (int edit = 0; edit < 4; ++edit) {
      size_t begin = random() % (newer.size() + 1);
      newer.replace(begin, random() % 20, std::string(random() % 9, '\n'));
    }
    Shift shift(older, newer);
    for (uint32_t begin = 0; begin < older.size(); ++begin) {
      Span span{begin, std::min(begin + 1 + uint32_t(random() % 9), uint32_t(older.size()))};
      Span moved = span;
      if (shift.forward(moved)) {
        ASSERT_EQ(newer.substr(moved.begin, moved.end - moved.begin),
                  older.substr(span.begin, span.end - span.begin));
        ASSERT_TRUE(shift.backward(moved));
        ASSERT_EQ(moved, span);
      }
      ASSERT_LE(shift.forward(begin), newer.size());
    }
    for (uint32_t at = 0; at <= newer.size(); ++at)
      ASSERT_LE(shift.backward(at), older.size());
  }
}

TEST(Shift, SeveralEditsStayApart) {
  std::string text = "aaaa bbbb cccc";
  Shift shift;
  shift.edit(0, 4, 6);   // "xxxxxx bbbb cccc"
  shift.edit(12, 16, 1); // "xxxxxx bbbb y"
  Span span{5, 9};
  ASSERT_TRUE(shift.forward(span));
  EXPECT_EQ(span, (Span{7, 11}));
  Span first{0, 4}, last{10, 14};
  EXPECT_FALSE(shift.forward(first));
  EXPECT_FALSE(shift.forward(last));
}

TEST(Shift, SeveralEditsFormAHull) {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    std::string older, text;
    for (int i = 0; i < 60; ++i)
      older += char('0' + i);
    text = older;
    Shift shift;
    for (int edit = 0; edit < 3; ++edit) {
      uint32_t begin = random() % (text.size() + 1);
      uint32_t end = std::min<uint32_t>(uint32_t(text.size()), begin + random() % 6);
      std::string inserted(random() % 4, '#');
      text.replace(begin, end - begin, inserted);
      shift.edit(begin, end, uint32_t(inserted.size()));
    }
    // Whatever is said to have moved is the same byte; bytes are all different.
    for (uint32_t at = 0; at < older.size(); ++at) {
      Span span{at, at + 1};
      if (shift.forward(span)) {
        ASSERT_EQ(text[span.begin], older[at]);
        ASSERT_TRUE(shift.backward(span));
        ASSERT_EQ(span.begin, at);
      }
      ASSERT_LE(shift.forward(at), text.size());
    }
  }
}

TEST(TokenAt, FindsWhatToUnderline) {
  std::string text = "%a = fly.make \"s t\" : !fly.layout<(4,8):(1,4)>, @f #m -> 48  ";
  auto token = [&](const char *needle, size_t shift = 0) {
    Span span = tokenAt(text, uint32_t(text.find(needle) + shift));
    return text.substr(span.begin, span.end - span.begin);
  };
  EXPECT_EQ(token("%a"), "%a");
  EXPECT_EQ(token("fly.make"), "fly.make");
  EXPECT_EQ(token("\"s"), "\"s t\"");
  EXPECT_EQ(token("!fly"), "!fly.layout<(4,8):(1,4)>");
  EXPECT_EQ(token("@f"), "@f");
  EXPECT_EQ(token("->"), "->");
  EXPECT_EQ(token("48"), "48");
  EXPECT_EQ(token("48", 3), "48"); // in the gap behind it
  EXPECT_EQ(tokenAt("", 0), (Span{0, 0}));
  EXPECT_EQ(tokenAt("   ", 1), (Span{0, 1}));
}

} // namespace
