#include "visualizer/scene/Banks.h"
#include "visualizer/scene/CellLook.h"
#include "visualizer/scene/Writers.h"

#include "dialects/layout/Parser.h"

#include <gtest/gtest.h>

using namespace scene;

static IndexGrid make(const char *layout) {
  auto grid = IndexGrid::create("layout", layout);
  if (!grid)
    throw std::runtime_error(grid.reason().message);
  return *grid;
}

static int64_t columnDegree(const char *layout, int64_t column, BankView view = {}) {
  IndexGrid grid = make(layout);
  std::vector<int64_t> offsets;
  for (int64_t r = 0; r < grid.rows(); ++r)
    offsets.push_back(grid.offsetOf({r, column}));
  return conflictDegree(view, offsets);
}

// 32 lanes read column 0 of a 32 x 32 tile of f32, 32 banks of 4 bytes: known answers for a plain
// tile, a full swizzle, a swizzle that is too narrow, and padding by one.
TEST(Banks, KnownDegreesOfAColumn) {
  EXPECT_EQ(columnDegree("(32,32):(32,1)", 0), 32);
  EXPECT_EQ(columnDegree("S<5,0,5> o 0 o (32,32):(32,1)", 0), 1);
  EXPECT_EQ(columnDegree("S<3,0,5> o 0 o (32,32):(32,1)", 0), 4);
  EXPECT_EQ(columnDegree("(32,32):(33,1)", 0), 1);
}

TEST(Banks, SameWordIsServedOnce) {
  EXPECT_EQ(conflictDegree({}, std::vector<int64_t>(32, 7)), 1);
  BankView half;
  half.elementBits = 16; // two elements share a word
  EXPECT_EQ(conflictDegree(half, {0, 1, 2, 3}), 1);
  EXPECT_EQ(conflictDegree(half, {0, 64}), 2);
}

TEST(Banks, WideElementsTouchSeveralBanks) {
  BankView wide;
  wide.elementBits = 64;
  EXPECT_EQ(bankOf(wide, 1), 2);
  EXPECT_EQ(conflictDegree(wide, {0, 16}), 2);
  EXPECT_EQ(conflictDegree(wide, {0, 15}), 1);
}

TEST(Banks, LanesGoInGroups) {
  BankView view;
  view.model.lanes = 2;
  EXPECT_EQ(conflictDegree(view, {0, 1, 32, 33}), 1);
  view.model.lanes = 4;
  EXPECT_EQ(conflictDegree(view, {0, 1, 32, 33}), 2);
  EXPECT_EQ(conflictDegree(view, {}), 0);
}

TEST(Banks, NegativeOffsetsHaveABank) {
  EXPECT_EQ(bankOf({}, -1), 31);
  EXPECT_EQ(bankOf({}, -33), 31);
}

TEST(Banks, SummaryNamesTheWorstAndTheModel) {
  IndexGrid grid = make("(32,32):(32,1)");
  auto summary = summarize({}, grid);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->worstColumn, 32);
  EXPECT_EQ(summary->worstRow, 1);
  EXPECT_EQ(bankText({}, grid),
            "lanes down a column: up to 32-way (column 0), along a row: no conflict; 32-bit "
            "elements, generic: 32 banks of 4 bytes, 32 lanes at a time (assumed)");
  EXPECT_FALSE(summarize({}, make("(2048,2048):(2048,1)")));
}

TEST(Banks, PicturesAreColouredByBank) {
  auto made = layoutPicture(*layout::parseAnyLayout("(4,32):(32,1)"));
  ASSERT_TRUE(made);
  Picture picture = *made;
  picture.showBanks(BankView{});
  EXPECT_EQ(picture.banks(), 32);
  Painter painter(picture, Scheme::Safe, Theme::Light);
  const Panel &panel = picture.panels[0];
  EXPECT_EQ(painter.color(panel, {0, 5}), painter.color(panel, {3, 5})); // same bank
  EXPECT_NE(painter.color(panel, {0, 5}), painter.color(panel, {0, 6}));
  EXPECT_EQ(painter.look(panel, {3, 5}).first, "101");
  EXPECT_EQ(painter.look(panel, {3, 5}).second, "b5");
  auto svg = writeSvg(picture);
  ASSERT_TRUE(svg);
  EXPECT_NE(svg->find("bank of its first byte"), std::string::npos);
  EXPECT_NE(svg->find("32 banks of 4 bytes"), std::string::npos);
  picture.showBanks({});
  EXPECT_EQ(picture.banks(), 0);
}
