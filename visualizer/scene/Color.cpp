#include "visualizer/scene/Color.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <unordered_set>

namespace scene {

namespace {

struct Lab {
  double l, a, b;
};
struct Linear {
  double r, g, b;
};

double toLinear(uint8_t v) {
  double c = v / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

uint8_t toByte(double c) {
  c = std::clamp(c, 0.0, 1.0);
  c = c <= 0.0031308 ? c * 12.92 : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return uint8_t(std::lround(std::clamp(c, 0.0, 1.0) * 255));
}

// Oklab after Björn Ottosson, "A perceptual color space for image processing", 2020.
Lab toLab(Linear c) {
  double l = std::cbrt(0.4122214708 * c.r + 0.5363325363 * c.g + 0.0514459929 * c.b);
  double m = std::cbrt(0.2119034982 * c.r + 0.6806995451 * c.g + 0.1073969566 * c.b);
  double s = std::cbrt(0.0883024619 * c.r + 0.2817188376 * c.g + 0.6299787005 * c.b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Linear fromLab(Lab lab) {
  double l = lab.l + 0.3963377774 * lab.a + 0.2158037573 * lab.b;
  double m = lab.l - 0.1055613458 * lab.a - 0.0638541728 * lab.b;
  double s = lab.l - 0.0894841775 * lab.a - 1.2914855480 * lab.b;
  l = l * l * l, m = m * m * m, s = s * s * s;
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

Rgb toRgb(Linear c) { return {toByte(c.r), toByte(c.g), toByte(c.b)}; }
Rgb toRgb(Lab lab) { return toRgb(fromLab(lab)); }

Lab labOf(Rgb c) { return toLab({toLinear(c.r), toLinear(c.g), toLinear(c.b)}); }

bool inGamut(Linear c) {
  auto ok = [](double v) { return v >= -1e-4 && v <= 1 + 1e-4; };
  return ok(c.r) && ok(c.g) && ok(c.b);
}

/// Largest factor in [0, 1] that keeps at(factor) in the sRGB gamut.
template <typename At> double largestInGamut(At at) {
  if (inGamut(at(1.0)))
    return 1.0;
  double low = 0, high = 1;
  for (int i = 0; i < 20; ++i) {
    double middle = (low + high) / 2;
    (inGamut(at(middle)) ? low : high) = middle;
  }
  return low;
}

double luminance(Rgb c) {
  return 0.2126 * toLinear(c.r) + 0.7152 * toLinear(c.g) + 0.0722 * toLinear(c.b);
}

/// Numbers of lightness levels and of columns (blue-yellow places or hues) that hold `count`
/// colours with the largest smallest step, given the length of both axes.
std::pair<int64_t, int64_t> splitLevels(int64_t count, double lightnessSpan, double columnSpan) {
  std::pair<int64_t, int64_t> best{1, count};
  double bestStep = -1;
  // Powers of two, so that the steps fall where lanes, rows of lanes and waves begin.
  for (int64_t levels = 1; levels <= 64 && levels <= count; levels *= 2) {
    int64_t columns = (count + levels - 1) / levels;
    double step = std::min(levels > 1 ? lightnessSpan / double(levels - 1) : 1.0,
                           columns > 1 ? columnSpan / double(columns - 1) : 1.0);
    if (step > bestStep + 1e-9) {
      bestStep = step;
      best = {levels, columns};
    }
  }
  return best;
}

/// The nearest colour (by one channel, then the next) that is not taken yet.
Rgb firstFree(Rgb c, std::unordered_set<uint32_t> &taken) {
  for (int reach = 0; reach < 64; ++reach)
    for (int dg = -reach; dg <= reach; ++dg)
      for (int dr = -reach; dr <= reach; ++dr) {
        int r = c.r + dr, g = c.g + dg;
        if (std::max(std::abs(dr), std::abs(dg)) != reach || r < 0 || r > 255 || g < 0 || g > 255)
          continue;
        Rgb candidate{uint8_t(r), uint8_t(g), c.b};
        if (taken.insert(candidate.argb()).second)
          return candidate;
      }
  return c;
}

} // namespace

std::string Rgb::hex() const {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", r, g, b);
  return text;
}

ThemeColors themeColors(Theme theme) {
  if (theme == Theme::Light)
    return {{255, 255, 255}, {245, 246, 248}, {27, 31, 36},  {91, 100, 112},
            {255, 255, 255}, {11, 95, 204},   {200, 30, 30}, {232, 234, 238}};
  return {{24, 27, 32}, {32, 36, 43},    {232, 235, 240}, {160, 168, 180},
          {24, 27, 32}, {110, 170, 255}, {255, 110, 100}, {44, 49, 57}};
}

ThreadPalette::ThreadPalette(int64_t threads, Scheme scheme, Theme theme)
    : scheme_(scheme), theme_(theme) {
  const bool light = theme == Theme::Light;
  const double low = light ? 0.66 : 0.45, high = light ? 0.90 : 0.74;
  const int64_t count = std::clamp<int64_t>(threads, 1, scheme == Scheme::Gray ? 64 : 4096);
  colors_.reserve(size_t(count));
  if (scheme == Scheme::Gray) {
    for (int64_t i = 0; i < count; ++i) {
      double at = count > 1 ? double(i) / double(count - 1) : 1.0;
      colors_.push_back(toRgb(Lab{light ? 0.52 + 0.46 * at : 0.30 + 0.45 * at, 0, 0}));
    }
    return;
  }
  const double blueYellow = 0.26, wheel = 0.6; // lengths of the second axis in Oklab
  auto [levels, columns] =
      splitLevels(count, high - low, scheme == Scheme::Safe ? blueYellow : wheel);
  std::unordered_set<uint32_t> taken;
  for (int64_t i = 0; i < count; ++i) {
    int64_t level = i % levels, column = i / levels;
    // From light to dark within a column, so that thread 0 starts light.
    double l =
        levels > 1 ? high - (high - low) * double(level) / double(levels - 1) : (low + high) / 2;
    double at = columns > 1 ? double(column) / double(columns - 1) : 0.15;
    Linear color;
    if (scheme == Scheme::Safe) {
      // Blue to yellow by column, as far as the screen can show either at this lightness.
      double blue = -0.12 * largestInGamut([&](double f) { return fromLab({l, 0, f * -0.12}); });
      double yellow = 0.14 * largestInGamut([&](double f) { return fromLab({l, 0, f * 0.14}); });
      Linear base = fromLab({l, 0, blue + (yellow - blue) * at});
      // Along this direction of linear RGB (a column of the inverse matrix in `simulate`) colours
      // look alike without green receptors, and nearly so without red ones. It alternates between
      // columns, which makes the picture livelier for everybody else and costs nobody anything.
      const double step = (column % 2 == 0 ? 1 : -1) * (light ? 0.25 : 0.20) * l * l;
      auto shifted = [&](double f) {
        return Linear{base.r - 0.9234 * f * step, base.g + 0.3822 * f * step,
                      base.b - 0.0292 * f * step};
      };
      color = shifted(largestInGamut(shifted));
    } else {
      double hue = 2 * M_PI * double(column) / double(columns) + 0.4;
      double chroma = column % 2 == 0 ? 0.12 : 0.08;
      auto at = [&](double f) {
        return fromLab({l, f * chroma * std::cos(hue), f * chroma * std::sin(hue)});
      };
      color = at(largestInGamut(at));
    }
    colors_.push_back(firstFree(toRgb(color), taken));
  }
}

Rgb rampColor(double position, Theme theme) {
  position = std::clamp(position, 0.0, 1.0);
  // Pale yellow over green-blue to deep blue; darker throughout on a dark page.
  static constexpr std::array<Lab, 3> light{
      {{0.97, -0.02, 0.06}, {0.80, -0.07, -0.01}, {0.55, -0.03, -0.12}}};
  static constexpr std::array<Lab, 3> dark{
      {{0.34, -0.01, -0.06}, {0.50, -0.06, -0.03}, {0.74, -0.06, 0.09}}};
  const auto &stops = theme == Theme::Light ? light : dark;
  double at = position * 2;
  size_t i = at < 1 ? 0 : 1;
  double f = at - double(i);
  const Lab &p = stops[i], &q = stops[i + 1];
  return toRgb(Lab{p.l + (q.l - p.l) * f, p.a + (q.a - p.a) * f, p.b + (q.b - p.b) * f});
}

double contrast(Rgb a, Rgb b) {
  double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

Rgb labelColor(Rgb background) {
  constexpr Rgb black{0, 0, 0}, white{255, 255, 255};
  return contrast(background, black) >= contrast(background, white) ? black : white;
}

Rgb mix(Rgb a, Rgb b, double amount) {
  Lab p = labOf(a), q = labOf(b);
  return toRgb(
      Lab{p.l + (q.l - p.l) * amount, p.a + (q.a - p.a) * amount, p.b + (q.b - p.b) * amount});
}

double colorDistance(Rgb a, Rgb b) {
  Lab p = labOf(a), q = labOf(b);
  return std::hypot(p.l - q.l, p.a - q.a, p.b - q.b);
}

Rgb simulate(Rgb color, Deficiency deficiency) {
  // Viénot, Brettel, Mollon 1999: linear RGB to LMS, drop one cone, and back.
  double r = toLinear(color.r), g = toLinear(color.g), b = toLinear(color.b);
  double l = 17.8824 * r + 43.5161 * g + 4.11935 * b;
  double m = 3.45565 * r + 27.1554 * g + 3.86714 * b;
  double s = 0.0299566 * r + 0.184309 * g + 1.46709 * b;
  if (deficiency == Deficiency::Protanopia)
    l = 2.02344 * m - 2.52581 * s;
  else
    m = 0.494207 * l + 1.24827 * s;
  return {toByte(0.080944 * l - 0.130504 * m + 0.116721 * s),
          toByte(-0.0102485 * l + 0.0540194 * m - 0.113615 * s),
          toByte(-0.000365294 * l - 0.00412163 * m + 0.693513 * s)};
}

} // namespace scene
