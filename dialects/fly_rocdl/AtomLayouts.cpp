#include "dialects/fly_rocdl/AtomLayouts.h"

using layout::IntTuple;
using layout::Layout;
using layout::Reason;
using layout::Result;

namespace {
IntTuple tuple(IntTuple a, IntTuple b) { return IntTuple::of({std::move(a), std::move(b)}); }
std::string text(int64_t value) { return std::to_string(value); }
} // namespace

Result<Layout> mlir::fly_rocdl::mfmaFactor(int64_t x, int64_t k) {
  if (x < 1 || 64 % x != 0)
    return Reason{301, text(x) + " rows do not divide the 64 lanes of a wave", ""};
  int64_t groups = 64 / x;
  if (k < groups || k % groups != 0)
    return Reason{
        301, "K = " + text(k) + " cannot be split over " + text(groups) + " groups of lanes", ""};
  int64_t perLane = k / groups;
  return Layout(tuple(tuple(x, groups), perLane), tuple(tuple(1, x * perLane), x));
}

Result<Layout> mlir::fly_rocdl::mfmaAccumulator(int64_t m, int64_t n) {
  if (n < 1 || 64 % n != 0)
    return Reason{301, text(n) + " columns do not divide the 64 lanes of a wave", ""};
  int64_t groups = 64 / n;
  if (m < 4 * groups || m % (4 * groups) != 0)
    return Reason{301, text(m) + " rows cannot be split into " + text(groups) + " groups of 4 rows",
                  ""};
  return Layout(tuple(tuple(n, groups), tuple(4, m / (4 * groups))),
                tuple(tuple(m, 4), tuple(1, 4 * groups)));
}

Layout mlir::fly_rocdl::wmmaGfx11Factor(int64_t k) {
  return Layout(tuple(tuple(16, 2), k), tuple(tuple(1, 0), 16));
}

Layout mlir::fly_rocdl::wmmaGfx11Accumulator() {
  return Layout(tuple(tuple(16, 2), 8), tuple(tuple(16, 1), 2));
}

Result<Layout> mlir::fly_rocdl::wmmaGfx12Factor(int64_t k, int64_t bits) {
  if (bits >= 32) {
    if (k < 2 || k % 2 != 0)
      return Reason{307, "K = " + text(k) + " cannot be split over two half waves", ""};
    return Layout(tuple(tuple(16, 2), k / 2), tuple(tuple(1, 8 * k), 16));
  }
  if (k < 16 || k % 16 != 0)
    return Reason{307, "K = " + text(k) + " is no multiple of the 16-column block", ""};
  if (k == 16)
    return Layout(tuple(tuple(16, 2), 8), tuple(tuple(1, 128), 16));
  return Layout(tuple(tuple(16, 2), tuple(8, k / 16)), tuple(tuple(1, 128), tuple(16, 256)));
}

Layout mlir::fly_rocdl::wmmaGfx12Accumulator() {
  return Layout(tuple(tuple(16, 2), 8), tuple(tuple(16, 8), 1));
}

Layout mlir::fly_rocdl::wmmaScale32Factor() { return Layout(tuple(32, 128), tuple(1, 32)); }

Layout mlir::fly_rocdl::wmmaScale32Accumulator() {
  return Layout(tuple(tuple(16, 2), tuple(8, 2)), tuple(tuple(32, 8), tuple(1, 16)));
}

Layout mlir::fly_rocdl::threadBits(int64_t bits) { return Layout(tuple(1, bits), tuple(1, 1)); }

Layout mlir::fly_rocdl::transposedReadSrc(int64_t bits) {
  return Layout(tuple(16, bits), tuple(bits, 1));
}

Layout mlir::fly_rocdl::transposedReadDst(int64_t granularity, int64_t bits) {
  return Layout(tuple(16, tuple(granularity, bits / granularity)),
                tuple(granularity, tuple(1, 16 * granularity)));
}
