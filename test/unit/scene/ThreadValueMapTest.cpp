#include "visualizer/scene/ThreadValueMap.h"

#include <gtest/gtest.h>

using namespace scene;

static ThreadValueMap make(const char *name, int64_t rows, int64_t cols, const char *layout) {
  auto map = ThreadValueMap::create(name, rows, cols, layout);
  if (!map)
    throw std::runtime_error(map.reason().message);
  return *map;
}

static std::string whyNot(int64_t rows, int64_t cols, const char *layout) {
  auto map = ThreadValueMap::create("a", rows, cols, layout);
  return map ? "" : map.reason().message;
}

// mfma 16x16x16: lane l holds A(l mod 16, 4 (l div 16) + v) and C(4 (l div 16) + v, l mod 16). The
// formulas are those of the instruction, not of the layouts.
TEST(ThreadValueMap, MfmaOperandsFollowTheInstruction) {
  ThreadValueMap a = make("a", 16, 16, "((16,4),4):((1,64),16)"),
                 c = make("c", 16, 16, "((16,4),4):((16,4),1)");
  ASSERT_EQ(a.threads(), 64);
  ASSERT_EQ(a.values(), 4);
  for (int64_t lane = 0; lane < 64; ++lane)
    for (int64_t v = 0; v < 4; ++v) {
      EXPECT_EQ(a.cellOf(lane, v), (Cell{lane % 16, 4 * (lane / 16) + v}));
      EXPECT_EQ(c.cellOf(lane, v), (Cell{4 * (lane / 16) + v, lane % 16}));
    }
}

TEST(ThreadValueMap, OwnersAreTheInverse) {
  ThreadValueMap a = make("a", 16, 16, "((16,4),4):((1,64),16)");
  for (int64_t r = 0; r < 16; ++r)
    for (int64_t c = 0; c < 16; ++c) {
      auto owners = a.ownersOf({r, c});
      ASSERT_EQ(owners.size(), 1u);
      EXPECT_EQ(owners[0], (Owner{r + 16 * (c / 4), c % 4}));
      EXPECT_EQ(a.firstOwner({r, c}), owners[0]);
      EXPECT_EQ(a.sharingOf({r, c}), Sharing::None);
    }
  EXPECT_EQ(a.coverage().covered, 256);
  EXPECT_EQ(a.coverage().mostOwners, 1);
  EXPECT_EQ(a.coverageText(), "every element has one owner");
}

TEST(ThreadValueMap, CellsOfAThreadFollowItsValues) {
  ThreadValueMap c = make("c", 16, 16, "((16,4),4):((16,4),1)");
  EXPECT_EQ(c.cellsOfThread(17), (std::vector<Cell>{{4, 1}, {5, 1}, {6, 1}, {7, 1}}));
  EXPECT_TRUE(c.cellsOfThread(64).empty());
}

// Operand A of the one-block kernel: waves 2 and 3 read what waves 0 and 1 read.
TEST(ThreadValueMap, BroadcastKeepsAllOwners) {
  ThreadValueMap a = make("a", 32, 4, "((16,4,2,2),(1,(1,1))):((1,32,16,0),(0,(0,0)))");
  EXPECT_EQ(a.threads(), 256);
  EXPECT_EQ(a.values(), 1);
  for (int64_t r = 0; r < 32; ++r)
    for (int64_t c = 0; c < 4; ++c) {
      int64_t thread = r % 16 + 16 * c + 64 * (r / 16);
      EXPECT_EQ(a.ownersOf({r, c}), (std::vector<Owner>{{thread, 0}, {thread + 128, 0}}));
      EXPECT_EQ(a.sharingOf({r, c}), Sharing::Broadcast);
    }
  EXPECT_EQ(a.coverage().broadcast, 128);
  EXPECT_EQ(a.coverage().overlapping, 0);
  EXPECT_EQ(a.coverageText(), "every element is held 2 times (broadcast)");
}

TEST(ThreadValueMap, OverlapIsNotBroadcast) {
  // Values step by 1, threads by 2, four values: neighbours meet in two elements.
  ThreadValueMap map = make("a", 1, 10, "(4,4):(2,1)");
  EXPECT_EQ(map.ownersOf({0, 2}), (std::vector<Owner>{{0, 2}, {1, 0}}));
  EXPECT_EQ(map.sharingOf({0, 2}), Sharing::Overlap);
  EXPECT_EQ(map.sharingOf({0, 0}), Sharing::None);
  EXPECT_EQ(map.coverage().overlapping, 6);
  EXPECT_NE(map.coverageText().find("overlap"), std::string::npos);
}

TEST(ThreadValueMap, OverlapBesideBroadcastIsStillOverlap) {
  // Threads 0 and 1 replicate, values 0 and 1 collide over a non-zero stride of extent 2 and its
  // twin.
  ThreadValueMap map = make("a", 1, 3, "(2,(2,2)):(0,(1,1))");
  EXPECT_EQ(map.sharingOf({0, 1}), Sharing::Overlap);
  EXPECT_EQ(map.sharingOf({0, 0}), Sharing::Broadcast);
}

TEST(ThreadValueMap, CountsWhatIsMissingAndWhatLeavesTheTile) {
  ThreadValueMap map = make("a", 4, 2, "(4,1):(3,0)"); // indices 0 3 6 9
  EXPECT_EQ(map.coverage().covered, 3);
  EXPECT_EQ(map.coverage().empty, 5);
  EXPECT_EQ(map.coverage().outside, 1);
  ASSERT_TRUE(map.coverage().firstOutside);
  EXPECT_EQ(map.coverage().firstOutside->first, (Owner{3, 0}));
  EXPECT_EQ(map.coverage().firstOutside->second, 9);
  EXPECT_FALSE(map.cellOf(3, 0));
  EXPECT_EQ(map.unboundedCellOf(3, 0), (Cell{1, 2}));
  EXPECT_EQ(map.coverageText(), "3 elements have one owner, 5 elements have no owner, 1 pair "
                                "leaves the tile (first T3 V0 at index 9)");
}

TEST(ThreadValueMap, NegativeStridesAreOutsideNotACrash) {
  ThreadValueMap map = make("a", 4, 1, "(4,1):(-1,0)");
  EXPECT_EQ(map.coverage().covered, 1);
  EXPECT_EQ(map.coverage().outside, 3);
  EXPECT_EQ(map.unboundedCellOf(1, 0), (Cell{3, -1}));
}

TEST(ThreadValueMap, OutOfRangeQuestionsHaveEmptyAnswers) {
  ThreadValueMap map = make("a", 4, 4, "(4,4):(1,4)");
  for (Cell cell : {Cell{-1, 0}, Cell{0, -1}, Cell{4, 0}, Cell{0, 4}}) {
    EXPECT_TRUE(map.ownersOf(cell).empty());
    EXPECT_EQ(map.ownerCount(cell), 0);
    EXPECT_FALSE(map.firstOwner(cell));
  }
  EXPECT_FALSE(map.cellOf(-1, 0));
  EXPECT_FALSE(map.cellOf(0, 4));
}

TEST(ThreadValueMap, RefusesWithBothNumbers) {
  EXPECT_NE(whyNot(4, 4, "(4,?):(1,4)").find("run-time leaves"), std::string::npos);
  EXPECT_NE(whyNot(4, 4, "(4,4):(1E0,1E1)").find("basis strides"), std::string::npos);
  EXPECT_NE(whyNot(4, 4, "(4,2,2):(1,4,8)").find("has rank 3, expected 2"), std::string::npos);
  EXPECT_NE(whyNot(4, 4, "16:1").find("has rank 1, expected 2"), std::string::npos);
  EXPECT_NE(whyNot(0, 4, "(4,4):(1,4)").find("0 x 4"), std::string::npos);
  EXPECT_NE(whyNot(100000, 100000, "(4,4):(1,4)").find("100000 x 100000"), std::string::npos);
  EXPECT_NE(whyNot(4, 4, "(65536,65536):(1,4)").find("more thread-value pairs"), std::string::npos);
  EXPECT_NE(whyNot(4, 4, "((65536,65536,65536,65536,65536),4):((1,1,1,1,1),4)"), "");
  EXPECT_NE(whyNot(4, 4, "(4,4:"), "");
}

TEST(ThreadValueMap, MillionsOfElements) {
  // 2048 x 2048, 1024 threads of 4096 values: 4.2 M pairs.
  ThreadValueMap map = make("c", 2048, 2048, "((32,32),(64,64)):((1,131072),(32,2048))");
  EXPECT_EQ(map.pairs(), int64_t(1) << 22);
  EXPECT_EQ(map.coverage().covered, int64_t(1) << 22);
  EXPECT_EQ(map.coverageText(), "every element has one owner");
}
