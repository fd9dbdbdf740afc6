#include "visualizer/scene/CellLook.h"
#include "visualizer/scene/Selection.h"

#include "dialects/layout/Parser.h"

#include <gtest/gtest.h>

using namespace scene;

static ThreadValueMap make(const char *name, int64_t rows, int64_t cols, const char *layout) {
  auto map = ThreadValueMap::create(name, rows, cols, layout);
  if (!map)
    throw std::runtime_error(map.reason().message);
  return *map;
}

static Picture mfma() {
  return arrange("mfma 16x16x4", {make("a", 16, 4, "((16,4),1):((1,16),0)"),
                                  make("b", 16, 4, "((16,4),1):((1,16),0)"),
                                  make("c", 16, 16, "((16,4),4):((16,4),1)")});
}

TEST(Picture, MmaHasBAboveCAndALeftOfC) {
  Picture picture = mfma();
  EXPECT_EQ(picture.kind, PictureKind::Mma);
  Sheet sheet = layOut(picture, 20);
  auto [a, b, c] = std::tuple(sheet.origins[0], sheet.origins[1], sheet.origins[2]);
  EXPECT_EQ(a.y, c.y);          // same rows
  EXPECT_EQ(b.x, c.x);          // same columns
  EXPECT_GE(c.x, a.x + 4 * 20); // A is left of C
  EXPECT_GE(c.y, b.y + 4 * 20); // B, k x n as drawn, is above C
  EXPECT_EQ(picture.panels[1].displayRows(), 4);
  EXPECT_EQ(picture.panels[1].displayCols(), 16);
  EXPECT_EQ(picture.panels[1].elementRowAxis(), "n");
  EXPECT_GE(sheet.width, c.x + 16 * 20);
  EXPECT_GE(sheet.height, c.y + 16 * 20);
}

TEST(Picture, OrderOfOperandsDoesNotMatter) {
  Picture picture = arrange("x", {make("c", 16, 16, "((16,4),4):((16,4),1)"),
                                  make("b", 16, 4, "((16,4),1):((1,16),0)"),
                                  make("a", 16, 4, "((16,4),1):((1,16),0)")});
  Sheet sheet = layOut(picture, 20);
  EXPECT_EQ(sheet.origins[2].y, sheet.origins[0].y);
  EXPECT_EQ(sheet.origins[1].x, sheet.origins[0].x);
}

TEST(Picture, CopyStandsSideBySide) {
  Picture picture =
      arrange("copy", {make("src", 4, 4, "(4,4):(1,4)"), make("dst", 4, 4, "(4,4):(4,1)")});
  EXPECT_EQ(picture.kind, PictureKind::Copy);
  Sheet sheet = layOut(picture, 10);
  EXPECT_EQ(sheet.origins[0].y, sheet.origins[1].y);
  EXPECT_GT(sheet.origins[1].x, sheet.origins[0].x + 40);
}

TEST(Picture, HitTestIsTheInverseOfPlacing) {
  Picture picture = mfma();
  for (double cell : {0.25, 1.0, 7.0, 33.0}) {
    Sheet sheet = layOut(picture, cell);
    for (size_t p = 0; p < 3; ++p) {
      const Panel &panel = picture.panels[p];
      for (int64_t r = 0; r < panel.map().rows(); ++r)
        for (int64_t c = 0; c < panel.map().cols(); ++c) {
          Cell at = panel.toDisplay({r, c});
          auto hit = sheet.hitTest(picture, sheet.origins[p].x + (double(at.col) + 0.5) * cell,
                                   sheet.origins[p].y + (double(at.row) + 0.5) * cell);
          ASSERT_TRUE(hit);
          EXPECT_EQ(*hit, (Hit{p, {r, c}}));
        }
    }
  }
}

TEST(Picture, HitTestMissesTheMargins) {
  Picture picture = mfma();
  Sheet sheet = layOut(picture, 20);
  EXPECT_FALSE(sheet.hitTest(picture, 0, 0));
  EXPECT_FALSE(sheet.hitTest(picture, -5, 1e9));
  auto [x, y] = sheet.origins[2];
  EXPECT_FALSE(sheet.hitTest(picture, x - 0.01, y + 5));
  EXPECT_TRUE(sheet.hitTest(picture, x, y));
  EXPECT_FALSE(sheet.hitTest(picture, x + 16 * 20, y));
}

TEST(Picture, OnlyKeepsOnePanel) {
  Picture picture = mfma();
  auto alone = picture.only("b");
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->panels.size(), 1u);
  EXPECT_TRUE(alone->panels[0].transposed);
  EXPECT_FALSE(picture.only("nothing"));
  EXPECT_EQ(picture.threads(), 64);
  EXPECT_EQ(picture.values(), 4);
}

// --- From geometry
// --------------------------------------------------------------------------------

static layout::Layout parsed(const char *text) { return *layout::parseLayout(text); }

static layout::MmaAtomLayouts mfma16x16x4() {
  return {layout::IntTuple::of({16, 16, 4}), parsed("64:1"), parsed("((16,4),1):((1,16),0)"),
          parsed("((16,4),1):((1,16),0)"), parsed("((16,4),4):((16,4),1)")};
}

TEST(Picture, FromMmaAtom) {
  auto picture = mmaPicture("atom", mfma16x16x4());
  ASSERT_TRUE(picture) << picture.reason().message;
  EXPECT_EQ(picture->panels[1].map().rows(), 16);
  EXPECT_EQ(picture->panels[1].map().cols(), 4);
}

// The tiled MMA of the one-block kernel, four waves 2 x 2: tile (32,32,4), A and B read by two
// waves each.
TEST(Picture, FromTiledMma) {
  layout::TiledMma mma{mfma16x16x4(), parsed("(2,2,1):(1,2,0)"), *layout::parseTile("[*|*|*]")};
  auto picture = mmaPicture("tiled", mma);
  ASSERT_TRUE(picture) << picture.reason().message;
  const ThreadValueMap &a = picture->panels[0].map(), &b = picture->panels[1].map(),
                       &c = picture->panels[2].map();
  EXPECT_EQ(a.rows(), 32);
  EXPECT_EQ(a.cols(), 4);
  EXPECT_EQ(a.threads(), 256);
  EXPECT_EQ(c.rows(), 32);
  EXPECT_EQ(c.cols(), 32);
  for (int64_t t = 0; t < 256; ++t) {
    int64_t lane = t % 64, m = t / 64 % 2, n = t / 128;
    EXPECT_EQ(a.cellOf(t, 0), (Cell{16 * m + lane % 16, lane / 16}));
    EXPECT_EQ(b.cellOf(t, 0), (Cell{16 * n + lane % 16, lane / 16}));
    for (int64_t v = 0; v < 4; ++v)
      EXPECT_EQ(c.cellOf(t, v), (Cell{16 * m + 4 * (lane / 16) + v, 16 * n + lane % 16}));
  }
  EXPECT_EQ(a.coverage().broadcast, a.cells());
  EXPECT_EQ(c.coverage().mostOwners, 1);
}

TEST(Picture, FromTiledCopy) {
  layout::CopyAtomLayouts atom{parsed("(1,4):(1,1)"), parsed("(1,4):(1,1)"), parsed("(1,4):(1,1)")};
  auto picture = copyPicture("copy", layout::TiledCopy{atom, parsed("((4,16),4):((64,1),16)"),
                                                       *layout::parseTile("[16|16]")});
  ASSERT_TRUE(picture) << picture.reason().message;
  ASSERT_EQ(picture->panels.size(), 2u);
  const ThreadValueMap &src = picture->panels[0].map();
  EXPECT_EQ(src.threads(), 64);
  EXPECT_EQ(src.values(), 4);
  // Thread (1,5) of the worked trace starts at row 5, column 4.
  EXPECT_EQ(src.cellOf(21, 0), (Cell{5, 4}));
  EXPECT_EQ(src.coverage().covered, 256);
}

TEST(Picture, FromCopyAtom) {
  layout::CopyAtomLayouts atom{parsed("(1,4):(1,1)"), parsed("(1,4):(1,1)"), parsed("(1,4):(1,1)")};
  auto picture = copyPicture("copy", atom);
  ASSERT_TRUE(picture) << picture.reason().message;
  EXPECT_EQ(picture->panels.size(), 3u);
  EXPECT_EQ(picture->panels[0].map().coverage().covered, 4);
}

TEST(Picture, SwizzledLayoutStandsBesideItsLinearOne) {
  auto picture = layoutPicture(*layout::parseAnyLayout("S<3,0,3> o 0 o (8,8):(8,1)"));
  ASSERT_TRUE(picture) << picture.reason().message;
  ASSERT_EQ(picture->panels.size(), 2u);
  EXPECT_EQ(picture->panels[0].grid().offsetOf({1, 0}), 8);
  EXPECT_EQ(picture->panels[1].grid().offsetOf({1, 0}), 9);
  EXPECT_EQ(picture->kind, PictureKind::Layout);
}

// --- Selection
// ------------------------------------------------------------------------------------

TEST(Selection, ThreadLightsUpEveryOperand) {
  Picture picture = mfma();
  Highlight highlight(picture, Selection::ofThread(17));
  EXPECT_TRUE(highlight.covers(picture, 0, {1, 1}));
  EXPECT_TRUE(highlight.covers(picture, 1, {1, 1}));
  EXPECT_TRUE(highlight.covers(picture, 2, {4, 1}));
  EXPECT_TRUE(highlight.covers(picture, 2, {7, 1}));
  EXPECT_FALSE(highlight.covers(picture, 2, {8, 1}));
}

TEST(Selection, ValueNarrowsAThread) {
  Picture picture = mfma();
  Selection selection{17, 2, {}};
  Highlight highlight(picture, selection);
  EXPECT_TRUE(highlight.covers(picture, 2, {6, 1}));
  EXPECT_FALSE(highlight.covers(picture, 2, {4, 1}));
  EXPECT_FALSE(highlight.covers(picture, 0, {1, 1})); // A has value 0 alone
}

TEST(Selection, ValueAloneLightsUpAllThreads) {
  Picture picture = mfma();
  Highlight highlight(picture, Selection::ofValue(1));
  int lit = 0;
  for (int64_t r = 0; r < 16; ++r)
    for (int64_t c = 0; c < 16; ++c)
      lit += highlight.covers(picture, 2, {r, c});
  EXPECT_EQ(lit, 64);
}

TEST(Selection, ElementLightsUpItselfAndWhatItsOwnersHold) {
  Picture picture = mfma();
  Highlight highlight(picture, Selection::ofElement({2, {6, 1}})); // T17 V2
  EXPECT_EQ(highlight.threads(), std::vector<int64_t>{17});
  EXPECT_TRUE(highlight.covers(picture, 2, {6, 1}));
  EXPECT_FALSE(highlight.covers(picture, 2, {7, 1}));
  EXPECT_TRUE(highlight.covers(picture, 0, {1, 1}));
}

TEST(Selection, NonsenseSelectsNothing) {
  Picture picture = mfma();
  for (const Selection &selection : {Selection{}, Selection::ofElement({9, {0, 0}})})
    EXPECT_FALSE(Highlight(picture, selection).covers(picture, 0, {0, 0}));
  EXPECT_FALSE(Highlight(picture, Selection::ofThread(9999)).covers(picture, 0, {0, 0}));
  EXPECT_FALSE(Highlight(picture, Selection::ofElement({0, {99, 99}})).covers(picture, 0, {0, 0}));
}

TEST(Selection, FootprintListsEveryValue) {
  std::vector<FootprintRow> rows = footprint(mfma(), 17);
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows[0].operand, "a");
  EXPECT_EQ(rows[2].operand, "c");
  EXPECT_EQ(rows[5].value, 3);
  EXPECT_EQ(rows[5].element, (Cell{7, 1}));
  EXPECT_TRUE(footprint(mfma(), 64).empty());
}

TEST(Selection, OwnersTextCountsWhatItLeavesOut) {
  ThreadValueMap map = make("a", 1, 1, "(20,1):(0,0)");
  EXPECT_EQ(ownersText(map, {0, 0}, 2), "T0 V0, T1 V0 +18 more");
  EXPECT_EQ(ownersText(map, {1, 0}), "");
}

// --- Looks
// ----------------------------------------------------------------------------------------

TEST(CellLook, NoOwnerIsHidden) {
  Picture picture = arrange("x", {make("a", 1, 1, "(2,1):(0,0)"), make("b", 1, 1, "(7,1):(0,0)"),
                                  make("e", 1, 2, "(1,1):(0,0)")});
  Painter painter(picture, Scheme::Safe, Theme::Light);
  CellLook two = painter.look(picture.panels[0], {0, 0});
  EXPECT_EQ(two.fills.size(), 2u);
  EXPECT_EQ(two.first, "T0V0");
  EXPECT_EQ(two.second, "T1V0");
  CellLook seven = painter.look(picture.panels[1], {0, 0});
  EXPECT_EQ(seven.fills.size(), 4u);
  EXPECT_EQ(seven.second, "+6");
  EXPECT_TRUE(painter.look(picture.panels[2], {0, 1}).fills.empty());
}

TEST(CellLook, FillsTileTheCell) {
  for (size_t count = 1; count <= 4; ++count) {
    double area = 0;
    for (size_t i = 0; i < count; ++i) {
      FillBox box = fillBox(i, count);
      area += box.width * box.height;
      EXPECT_GE(box.x, 0);
      EXPECT_LE(box.x + box.width, 1 + 1e-9);
      EXPECT_LE(box.y + box.height, 1 + 1e-9);
    }
    EXPECT_NEAR(area, 1, 1e-9);
  }
}
