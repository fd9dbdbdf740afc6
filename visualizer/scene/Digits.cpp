#include "visualizer/scene/Digits.h"

namespace scene {

layout::Result<std::vector<Digit>> digitsOf(const layout::Layout &mode, const std::string &what) {
  if (auto reason = layout::verify(mode))
    return *reason;
  if (!mode.isStatic())
    return layout::Reason{
        0, what + " " + mode.str() + " has run-time leaves; only a static layout can be drawn",
        "give every extent and stride a value"};
  std::vector<layout::Leaf> shape = mode.shape().leaves(), stride = mode.stride().leaves();
  std::vector<Digit> digits;
  digits.reserve(shape.size());
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i].isNone() || shape[i].isBasis() || shape[i].value() < 1)
      return layout::Reason{
          0, what + " " + mode.str() + " has an extent that is not a positive integer", ""};
    if (stride[i].isBasis())
      return layout::Reason{
          0, what + " " + mode.str() + " has basis strides; only integer strides can be drawn", ""};
    digits.push_back({shape[i].value(), stride[i].value()});
  }
  return digits;
}

std::optional<int64_t> sizeOf(const std::vector<Digit> &digits, int64_t limit) {
  int64_t size = 1;
  for (const Digit &digit : digits)
    if (__builtin_mul_overflow(size, digit.extent, &size) || size > limit)
      return std::nullopt;
  return size;
}

} // namespace scene
