#include "visualizer/scene/WriteDrawing.h"

#include "dialects/layout/Parser.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace scene;

static ThreadValueMap make(const char *name, int64_t rows, int64_t cols, const char *layout) {
  auto map = ThreadValueMap::create(name, rows, cols, layout);
  if (!map)
    throw std::runtime_error(map.reason().message);
  return *map;
}

static Picture small() {
  return arrange("!fly.tiled<\"small\" & more>",
                 {make("src", 2, 2, "(2,2):(1,2)"), make("dst", 2, 2, "(2,2):(2,1)")});
}

static std::string written(const Picture &picture, Format format,
                           const WriteOptions &options = {}) {
  auto text = write(picture, format, options);
  EXPECT_TRUE(text) << text.reason().message;
  return text ? *text : "";
}

static int occurrences(const std::string &text, const std::string &part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

TEST(Writers, FormatsHaveNames) {
  for (const char *name : {"text", "csv", "json", "svg", "tikz", "typst"}) {
    auto format = parseFormat(name);
    ASSERT_TRUE(format) << name;
    EXPECT_EQ(formatName(*format), name);
  }
  EXPECT_FALSE(parseFormat("png"));
}

TEST(Writers, Text) {
  EXPECT_EQ(written(small(), Format::Text), "!fly.tiled<\"small\" & more>\n"
                                            "\n"
                                            "source 2 x 2, 2 threads x 2 values: (2,2):(1,2)\n"
                                            "every element has one owner\n"
                                            "   0     1\n"
                                            "0  T0V0  T0V1\n"
                                            "1  T1V0  T1V1\n"
                                            "\n"
                                            "destination 2 x 2, 2 threads x 2 values: (2,2):(2,1)\n"
                                            "every element has one owner\n"
                                            "   0     1\n"
                                            "0  T0V0  T1V0\n"
                                            "1  T0V1  T1V1\n");
}

TEST(Writers, TextShowsAllOwnersAndHoles) {
  std::string text = written(arrange("x", {make("a", 1, 2, "(3,1):(0,0)")}), Format::Text);
  EXPECT_NE(text.find("m0  T0V0/T1V0/T2V0  -"), std::string::npos) << text;
  EXPECT_NE(
      text.find("1 element is held several times (broadcast, up to 3), 1 element has no owner"),
      std::string::npos)
      << text;
}

TEST(Writers, TextOfAGridIsRightAligned) {
  auto picture = layoutPicture(*layout::parseAnyLayout("(2,3):(1,10)"));
  ASSERT_TRUE(picture);
  EXPECT_NE(written(*picture, Format::Text).find("0  0  10  20\n1  1  11  21\n"),
            std::string::npos);
}

TEST(Writers, Csv) {
  EXPECT_EQ(written(*small().only("dst"), Format::Csv), "operand,thread,value,row,col\n"
                                                        "dst,0,0,0,0\n"
                                                        "dst,0,1,1,0\n"
                                                        "dst,1,0,0,1\n"
                                                        "dst,1,1,1,1\n");
}

TEST(Writers, JsonHasExactlyTheAgreedMembers) {
  auto json = nlohmann::json::parse(written(small(), Format::Json));
  EXPECT_EQ(json["type"], "!fly.tiled<\"small\" & more>");
  EXPECT_EQ(json.size(), 2u);
  ASSERT_EQ(json["operands"].size(), 2u);
  const auto &src = json["operands"][0];
  const char *expected = R"json({"name": "src", "tile": [2, 2], "threads": 2, "values": 2,
    "layout": "(2,2):(1,2)", "owners": [[0,0,0,0],[0,1,0,1],[1,0,1,0],[1,1,1,1]]})json";
  EXPECT_EQ(src, nlohmann::json::parse(expected));
}

TEST(Writers, JsonKeepsPairsOutsideTheTile) {
  auto json =
      nlohmann::json::parse(written(arrange("x", {make("a", 2, 1, "(3,1):(1,0)")}), Format::Json));
  EXPECT_EQ(json["operands"][0]["owners"],
            nlohmann::json::parse("[[0,0,0,0],[1,0,1,0],[2,0,0,1]]"));
}

TEST(Writers, JsonLeavesOwnersOutAboveTheLimit) {
  Picture picture = arrange("x", {make("c", 512, 256, "(512,256):(1,512)")});
  auto json = nlohmann::json::parse(written(picture, Format::Json));
  EXPECT_FALSE(json["operands"][0].contains("owners"));
  EXPECT_EQ(json["operands"][0]["layout"], "(512,256):(1,512)");
  auto full = nlohmann::json::parse(written(picture, Format::Json, {.full = true}));
  EXPECT_EQ(full["operands"][0]["owners"].size(), 512u * 256u);
}

TEST(Writers, JsonSurvivesBytesThatAreNoUtf8) {
  Picture picture = small();
  picture.type = "bad \xff\xfe text";
  EXPECT_TRUE(nlohmann::json::accept(written(picture, Format::Json)));
}

TEST(Writers, SvgDrawsEveryElementOnce) {
  std::string svg = written(small(), Format::Svg);
  EXPECT_EQ(occurrences(svg, "<g class=\"cell\""), 8);
  EXPECT_NE(svg.find("!fly.tiled&lt;&quot;small&quot; &amp; more&gt;"), std::string::npos);
  EXPECT_NE(svg.find("<title>source (1, 0): T1 V0</title>"), std::string::npos);
  EXPECT_EQ(svg.find("coarsened"), std::string::npos);
}

TEST(Writers, SvgShowsBroadcastAndOverlap) {
  std::string svg = written(arrange("x", {make("a", 1, 10, "(4,4):(2,1)")}), Format::Svg);
  EXPECT_EQ(occurrences(svg, "class=\"overlap\""), 6 + 1); // the legend has one
  EXPECT_NE(svg.find("overlap: different coordinates"), std::string::npos);
}

TEST(Writers, SvgLightsUpTheSelection) {
  std::string svg = written(small(), Format::Svg, {.selection = Selection::ofThread(1)});
  EXPECT_EQ(occurrences(svg, "class=\"lit\""), 4);
}

TEST(Writers, SvgCoarsensLargePicturesAndSaysSo) {
  std::string svg =
      written(arrange("x", {make("c", 1024, 1024, "((32,32),(32,32)):((1,32768),(32,1024))")}),
              Format::Svg);
  EXPECT_NE(svg.find("coarsened: one box stands for 4 x 4 elements"), std::string::npos);
  EXPECT_NE(svg.find("1048576"), std::string::npos);
  EXPECT_EQ(occurrences(svg, "<g class=\"cell\""), 65536);
  EXPECT_LT(svg.size(), 20u << 20);
}

TEST(Writers, OthersRefuseLargePicturesWithBothNumbers) {
  Picture picture = arrange("x", {make("c", 512, 512, "(512,512):(1,512)")});
  for (auto [format, limit] : {std::pair(Format::Text, "65536"), std::pair(Format::TikZ, "16384"),
                               std::pair(Format::Typst, "16384")}) {
    auto text = write(picture, format);
    ASSERT_FALSE(text);
    EXPECT_NE(text.reason().message.find("262144"), std::string::npos);
    EXPECT_NE(text.reason().message.find(limit), std::string::npos);
    EXPECT_NE(text.reason().fix.find("--full"), std::string::npos);
  }
}

TEST(Writers, TikzIsOneDocument) {
  std::string tex = written(small(), Format::TikZ);
  EXPECT_EQ(occurrences(tex, "\\begin{tikzpicture}"), 1);
  EXPECT_EQ(occurrences(tex, "\\end{document}"), 1);
  EXPECT_NE(tex.find("!fly.tiled<\"small\" \\& more>"), std::string::npos);
  EXPECT_NE(tex.find("{fix-cm}"), std::string::npos);
  int open = occurrences(tex, "{"), close = occurrences(tex, "}");
  EXPECT_EQ(open, close);
}

TEST(Writers, TypstIsOneDocument) {
  std::string typ = written(small(), Format::Typst);
  EXPECT_NE(typ.find("#set page("), std::string::npos);
  EXPECT_NE(typ.find("raw(\"!fly.tiled<\\\"small\\\" & more>\")"), std::string::npos);
  EXPECT_EQ(occurrences(typ, "  cell("), 8);
  EXPECT_EQ(occurrences(typ, "("), occurrences(typ, ")"));
}

TEST(Writers, AreDeterministic) {
  for (Format format :
       {Format::Text, Format::Csv, Format::Json, Format::Svg, Format::TikZ, Format::Typst})
    EXPECT_EQ(written(small(), format), written(small(), format)) << formatName(format);
}

TEST(Writers, DarkDiffersFromLight) {
  EXPECT_NE(written(small(), Format::Svg), written(small(), Format::Svg, {.theme = Theme::Dark}));
}

TEST(Writers, Numbers) {
  EXPECT_EQ(number(12.5), "12.5");
  EXPECT_EQ(number(12), "12");
  EXPECT_EQ(number(-0.001), "0");
  EXPECT_EQ(number(0.126), "0.13");
}

TEST(Writers, WrapBreaksAfterCommas) {
  EXPECT_EQ(wrap("aaaa,bbbb,cccc", 10), (std::vector<std::string>{"aaaa,bbbb,", "cccc"}));
  EXPECT_EQ(wrap("", 10), std::vector<std::string>{""});
  std::string joined;
  for (const std::string &line : wrap(std::string(1000, 'x'), 30)) {
    EXPECT_LE(line.size(), 30u);
    joined += line;
  }
  EXPECT_EQ(joined.size(), 1000u);
}
