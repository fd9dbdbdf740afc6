// Colours of threads and of the picture around them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace scene {

struct Rgb {
  uint8_t r = 0, g = 0, b = 0;
  friend bool operator==(const Rgb &, const Rgb &) = default;
  std::string hex() const; ///< "#rrggbb"
  uint32_t argb() const { return 0xff000000u | uint32_t(r) << 16 | uint32_t(g) << 8 | b; }
};

enum class Theme { Light, Dark };

enum class Scheme {
  Safe, ///< threads differ in lightness and along blue-yellow, so that they stay apart for people
        ///< who confuse red and green
  Hues, ///< all hues; more colourful, not safe for everyone
  Gray  ///< lightness only, for print
};

/// Everything around the cells.
struct ThemeColors {
  Rgb background, surface, text, mutedText, grid, accent, danger, emptyCell;
};
ThemeColors themeColors(Theme theme);

/// One colour per thread. The colours are spaced in Oklab over the given number of threads; none
/// occurs twice among the first 4,096 (Gray: 64) threads. Deterministic.
class ThreadPalette {
public:
  ThreadPalette(int64_t threads, Scheme scheme = Scheme::Safe, Theme theme = Theme::Light);
  Rgb color(int64_t thread) const { return colors_[size_t(thread) % colors_.size()]; }
  Scheme scheme() const { return scheme_; }
  Theme theme() const { return theme_; }

private:
  std::vector<Rgb> colors_;
  Scheme scheme_;
  Theme theme_;
};

/// Sequential ramp for offsets: `position` from 0 to 1, monotonic in lightness.
Rgb rampColor(double position, Theme theme);
/// Black or white, whichever reads better on `background` (contrast at least 4.5).
Rgb labelColor(Rgb background);
/// Contrast ratio of two colours after WCAG 2, from 1 to 21.
double contrast(Rgb a, Rgb b);
/// `a` for 0, `b` for 1, in between mixed in Oklab.
Rgb mix(Rgb a, Rgb b, double amount);
/// Euclidean distance in Oklab (1 = black to white).
double colorDistance(Rgb a, Rgb b);
/// What a person without green (deuteranopia) or red (protanopia) receptors sees, after Viénot
/// 1999.
enum class Deficiency { Deuteranopia, Protanopia };
Rgb simulate(Rgb color, Deficiency deficiency);

} // namespace scene
