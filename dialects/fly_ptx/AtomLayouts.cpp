#include "dialects/fly_ptx/AtomLayouts.h"

using layout::IntTuple;
using layout::Layout;

namespace {

/// Modes collected in order; modes of extent 1 are left out, one mode is bare, none is 1:0.
class Modes {
public:
  Modes &add(int64_t extent, int64_t stride) {
    if (extent > 1) {
      shape.push_back(extent);
      strides.push_back(stride);
    }
    return *this;
  }
  Layout build() const {
    if (shape.empty())
      return Layout(1, 0);
    if (shape.size() == 1)
      return Layout(shape[0], strides[0]);
    return Layout(IntTuple(shape), IntTuple(strides));
  }

private:
  std::vector<IntTuple> shape, strides;
};

Layout pair(const Layout &threads, const Layout &values) {
  return Layout(IntTuple::of({threads.shape(), values.shape()}),
                IntTuple::of({threads.stride(), values.stride()}));
}

/// Lanes as (t mod 4, t div 4).
Layout quads(int64_t inner, int64_t outer) {
  return Layout(IntTuple::of({4, 8}), IntTuple::of({inner, outer}));
}

} // namespace

Layout mlir::fly_ptx::fragmentA(int m, int k, int packing) {
  return pair(
      quads(packing * m, 1),
      Modes().add(packing, m).add(m / 8, 8).add(k / (4 * packing), 4 * packing * m).build());
}

Layout mlir::fly_ptx::fragmentB(int k, int packing) {
  return pair(quads(8 * packing, 1),
              Modes().add(packing, 8).add(k / (4 * packing), 32 * packing).build());
}

Layout mlir::fly_ptx::fragmentC(int m) {
  return pair(quads(2 * m, 1), Modes().add(2, m).add(m / 8, 8).build());
}

Layout mlir::fly_ptx::threadBits(int bits) {
  return Layout(IntTuple::of({1, bits}), IntTuple::of({1, 1}));
}

Layout mlir::fly_ptx::matrixMemoryBits(int num) {
  // 8 * num rows of 128 bits; 4 / num lanes share a row.
  return pair(Modes().add(8 * num, 128).add(4 / num, 32 * num).build(), Layout(32 * num, 1));
}

Layout mlir::fly_ptx::matrixRegisterBits(int num, bool trans) {
  if (!trans)
    return pair(Layout(32, 32), Modes().add(32, 1).add(num, 1024).build());
  return pair(quads(256, 16), Modes().add(16, 1).add(2, 128).add(num, 1024).build());
}
