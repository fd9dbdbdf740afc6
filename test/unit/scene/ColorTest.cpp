#include "visualizer/scene/Color.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

using namespace scene;

TEST(Color, KnownValues) {
  EXPECT_EQ((Rgb{1, 171, 255}.hex()), "#01abff");
  EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21.0, 1e-6);
  EXPECT_NEAR(colorDistance({0, 0, 0}, {255, 255, 255}), 1.0, 1e-3);
  EXPECT_EQ(mix({10, 20, 30}, {200, 100, 50}, 0), (Rgb{10, 20, 30}));
  EXPECT_EQ(mix({10, 20, 30}, {200, 100, 50}, 1), (Rgb{200, 100, 50}));
}

class Palettes : public testing::TestWithParam<std::tuple<Scheme, Theme>> {};

TEST_P(Palettes, NoTwoThreadsShareAColour) {
  auto [scheme, theme] = GetParam();
  for (int64_t threads : {1, 8, 32, 64, 100, 256, 1024, 4096}) {
    if (scheme == Scheme::Gray)
      threads = std::min<int64_t>(threads, 64);
    ThreadPalette palette(threads, scheme, theme);
    std::set<uint32_t> seen;
    for (int64_t t = 0; t < threads; ++t)
      EXPECT_TRUE(seen.insert(palette.color(t).argb()).second)
          << "thread " << t << " of " << threads;
  }
}

TEST_P(Palettes, LabelsReadOnEveryColour) {
  auto [scheme, theme] = GetParam();
  ThreadPalette palette(256, scheme, theme);
  for (int64_t t = 0; t < 256; ++t)
    EXPECT_GE(contrast(palette.color(t), labelColor(palette.color(t))), 4.5);
}

INSTANTIATE_TEST_SUITE_P(All, Palettes,
                         testing::Combine(testing::Values(Scheme::Safe, Scheme::Hues, Scheme::Gray),
                                          testing::Values(Theme::Light, Theme::Dark)));

// 64 threads of a wave: any two differ visibly, also for people who lack one kind of cone.
TEST(Color, SafeSchemeStaysApartWithoutRedOrGreen) {
  for (Theme theme : {Theme::Light, Theme::Dark}) {
    ThreadPalette palette(64, Scheme::Safe, theme);
    for (Deficiency deficiency : {Deficiency::Deuteranopia, Deficiency::Protanopia}) {
      double smallest = 1;
      for (int64_t a = 0; a < 64; ++a)
        for (int64_t b = 0; b < a; ++b)
          smallest = std::min(smallest, colorDistance(simulate(palette.color(a), deficiency),
                                                      simulate(palette.color(b), deficiency)));
      EXPECT_GE(smallest, 0.011);
      // The eight that follow each other, which CuTe's palettes repeat, are far apart.
      for (int64_t t = 0; t + 8 < 64; ++t)
        EXPECT_GE(colorDistance(simulate(palette.color(t), deficiency),
                                simulate(palette.color(t + 8), deficiency)),
                  0.02);
    }
  }
}

TEST(Color, RampIsMonotonicInLightness) {
  for (Theme theme : {Theme::Light, Theme::Dark}) {
    double last = -1;
    for (int i = 0; i <= 20; ++i) {
      double light = contrast(rampColor(i / 20.0, theme), {0, 0, 0});
      if (last >= 0)
        EXPECT_TRUE(theme == Theme::Light ? light < last : light > last) << i;
      last = light;
    }
  }
}
