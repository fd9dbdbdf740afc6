#include "visualizer/scene/IndexGrid.h"

#include <gtest/gtest.h>

using namespace scene;

static IndexGrid make(const char *layout) {
  auto grid = IndexGrid::create("layout", layout);
  if (!grid)
    throw std::runtime_error(grid.reason().message);
  return *grid;
}

TEST(IndexGrid, PlainLayoutIsStrideTimesCoordinate) {
  IndexGrid grid = make("(8,4):(4,1)");
  EXPECT_EQ(grid.rows(), 8);
  EXPECT_EQ(grid.cols(), 4);
  for (int64_t r = 0; r < 8; ++r)
    for (int64_t c = 0; c < 4; ++c)
      EXPECT_EQ(grid.offsetOf({r, c}), 4 * r + c);
  EXPECT_TRUE(grid.injective());
  EXPECT_EQ(grid.coverageText(), "offsets 0 to 31, each at most once");
}

TEST(IndexGrid, RankOneIsOneRow) {
  IndexGrid grid = make("6:3");
  EXPECT_EQ(grid.rows(), 1);
  EXPECT_EQ(grid.cols(), 6);
  EXPECT_EQ(grid.offsetOf({0, 5}), 15);
}

TEST(IndexGrid, HierarchicalModesSplitColumnMajor) {
  IndexGrid grid = make("((2,4),8):((16,4),1)");
  EXPECT_EQ(grid.rows(), 8);
  EXPECT_EQ(grid.offsetOf({3, 5}), 1 * 16 + 1 * 4 + 5);
}

TEST(IndexGrid, FurtherModesFoldIntoColumns) {
  IndexGrid grid = make("(2,3,4):(12,4,1)");
  EXPECT_TRUE(grid.foldedModes());
  EXPECT_EQ(grid.cols(), 12);
  EXPECT_EQ(grid.offsetOf({1, 5}), 12 + 2 * 4 + 1);
}

// S<3,0,3> on a row-major 8 x 8: column c of row r moves to c xor r.
TEST(IndexGrid, SwizzleXorsRowIntoColumn) {
  IndexGrid grid = make("S<3,0,3> o 0 o (8,8):(8,1)");
  for (int64_t r = 0; r < 8; ++r)
    for (int64_t c = 0; c < 8; ++c)
      EXPECT_EQ(grid.offsetOf({r, c}), 8 * r + (c ^ r));
  EXPECT_TRUE(grid.injective());
}

TEST(IndexGrid, OffsetIsAddedBeforeTheSwizzle) {
  IndexGrid grid = make("S<2,0,2> o 5 o 8:1");
  for (int64_t c = 0; c < 8; ++c) {
    int64_t x = 5 + c;
    EXPECT_EQ(grid.offsetOf({0, c}), x ^ ((x & 12) >> 2));
  }
}

TEST(IndexGrid, LayoutsCompose) {
  // 32:2 o 5 o [32:1 o 7 o (4,8):(1,4)] of layout-algebra.md 6: 2 (5 + 7 + x).
  IndexGrid grid = make("32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]");
  for (int64_t r = 0; r < 4; ++r)
    for (int64_t c = 0; c < 8; ++c)
      EXPECT_EQ(grid.offsetOf({r, c}), 2 * (5 + 7 + r + 4 * c));
}

TEST(IndexGrid, CountsRepeatedOffsets) {
  IndexGrid grid = make("(4,8):(1,0)");
  EXPECT_FALSE(grid.injective());
  EXPECT_EQ(grid.multiplicity({2, 3}), 8);
  EXPECT_NE(grid.coverageText().find("some more than once"), std::string::npos);
}

TEST(IndexGrid, RefusesWhatYieldsNoIntegers) {
  for (const char *layout : {"(4,?):(1,4)", "(4,8):(1E0,1E1)", "(65536,65536):(1,65536)"}) {
    auto grid = IndexGrid::create("layout", layout);
    ASSERT_FALSE(grid) << layout;
    EXPECT_FALSE(grid.reason().message.empty());
  }
}
