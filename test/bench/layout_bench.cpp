// Time of each algebra operation by number of leaves. Inference runs these on every op of a file.
#include "dialects/layout/Algebra.h"
#include "dialects/layout/Parser.h"
#include "dialects/layout/Tiled.h"

#include <benchmark/benchmark.h>

using namespace layout;

namespace {

/// (2,2,...,2) with column-major strides and gaps, so that nothing merges.
Layout padded(int64_t leaves) {
  std::vector<IntTuple> shape, stride;
  for (int64_t i = 0, d = 1; i<leaves; ++i, d = d>(1 << 26) ? d : d * 3) {
    shape.push_back(2);
    stride.push_back(d);
  }
  if (leaves == 1)
    return {shape[0], stride[0]};
  return {shape, stride};
}

/// The same with run-time extents and strides.
Layout dynamicLayout(int64_t leaves) {
  Layout l = padded(leaves);
  auto lift = [](const Leaf &leaf) { return Leaf::dynamic(32, leaf.value()); };
  return {l.shape().mapLeaves(lift), l.stride().mapLeaves(lift)};
}

Layout symbolicLayout(int64_t leaves) {
  Layout l = padded(leaves);
  int64_t next = 0;
  auto lift = [&](const Leaf &leaf) { return Leaf::symbolic(next++, 32, leaf.value()); };
  return {l.shape().mapLeaves(lift), l.stride().mapLeaves(lift)};
}

template <typename F> void overLeaves(benchmark::State &state, F &&f) {
  for (auto _ : state)
    benchmark::DoNotOptimize(f());
  state.counters["leaves"] = double(state.range(0));
}

#define LAYOUT_BENCH(name, setup, expr)                                                            \
  void name(benchmark::State &state) {                                                             \
    int64_t n = state.range(0);                                                                    \
    setup;                                                                                         \
    overLeaves(state, [&] { return expr; });                                                       \
  }                                                                                                \
  BENCHMARK(name)->Arg(1)->Arg(2)->Arg(4)->Arg(8)->Arg(16)

LAYOUT_BENCH(Parse, std::string text = padded(n).str(), parseLayout(std::string_view(text)));
LAYOUT_BENCH(Print, Layout l = padded(n), l.str());
LAYOUT_BENCH(Verify, Layout l = padded(n), verify(l));
LAYOUT_BENCH(Hash, Layout l = padded(n), l.hash());
LAYOUT_BENCH(Copy, Layout l = padded(n), Layout(l));
LAYOUT_BENCH(Add, Layout l = padded(n), add(l.shape(), l.stride()));
LAYOUT_BENCH(Size, Layout l = padded(n), size(l));
LAYOUT_BENCH(Cosize, Layout l = padded(n), cosize(l));
LAYOUT_BENCH(Crd2IdxOfIndex, Layout l = padded(n), crd2idx(IntTuple(1), l));
LAYOUT_BENCH(Crd2IdxDynamic, Layout l = padded(n), crd2idx(IntTuple(Leaf::dynamic()), l));
LAYOUT_BENCH(Crd2IdxSymbolic, Layout l = padded(n), crd2idx(IntTuple(Leaf::symbolic(0)), l));
LAYOUT_BENCH(Idx2Crd, Layout l = padded(n), idx2crd(IntTuple(1), l));
LAYOUT_BENCH(Coalesce, Layout l = padded(n), coalesce(l));
LAYOUT_BENCH(CoalesceDynamic, Layout l = dynamicLayout(n), coalesce(l));
LAYOUT_BENCH(Composition, Layout l = padded(n), composition(l, Layout(2, 1)));
LAYOUT_BENCH(CompositionManyInner, Layout l = padded(n), composition(Layout(1 << 20, 1), l));
LAYOUT_BENCH(CompositionDynamic, Layout l = dynamicLayout(n), composition(l, Layout(2, 1)));
LAYOUT_BENCH(CompositionSymbolic, Layout l = symbolicLayout(n), composition(l, Layout(2, 1)));
LAYOUT_BENCH(Complement, Layout l = padded(n), complement(l));
LAYOUT_BENCH(RightInverse, Layout l = padded(n), rightInverse(l));
LAYOUT_BENCH(LeftInverse, Layout l = padded(n), leftInverse(l));
LAYOUT_BENCH(Recast, Layout l = padded(n), recast(l, 16, 8));
LAYOUT_BENCH(LogicalDivide, Layout l = padded(n), logicalDivide(l, Layout(2, 1)));
LAYOUT_BENCH(LogicalProduct, Layout l = padded(n), logicalProduct(Layout(2, 1), l));
LAYOUT_BENCH(MakeOrderedLayout, Layout l = padded(n), makeOrderedLayout(l.shape(), l.stride()));
LAYOUT_BENCH(MakeLayoutLike, Layout l = padded(n), makeLayoutLike(l));

Layout text(const char *layout) { return *parseLayout(std::string_view(layout)); }

void ZippedDivideByTile(benchmark::State &state) {
  Layout l = text("(128,64):(64,1)");
  Divisor tile = *parseTile(std::string_view("[32|16]"));
  for (auto _ : state)
    benchmark::DoNotOptimize(zippedDivide(l, tile));
}
BENCHMARK(ZippedDivideByTile);

void TiledCopyPartition(benchmark::State &state) {
  TiledCopy copy;
  copy.atom.src = copy.atom.dst = copy.atom.ref = text("(1,4):(1,1)");
  copy.threadValue = text("((4,16),4):((64,1),16)");
  copy.tile = *parseTile(std::string_view("[16|16]"));
  Layout l = text("(32,32):(32,1)");
  for (auto _ : state)
    benchmark::DoNotOptimize(partition(copy, CopySide::Src, l, IntTuple(Leaf::dynamic())));
}
BENCHMARK(TiledCopyPartition);

void TiledMmaPartition(benchmark::State &state) {
  TiledMma mma;
  mma.atom.shapeMNK = IntTuple::of({16, 16, 16});
  mma.atom.threads = text("64:1");
  mma.atom.a = mma.atom.b = text("((16,4),4):((1,64),16)");
  mma.atom.c = text("((16,4),(4,1)):((16,4),(1,16))");
  mma.atomLayout = text("(2,2,1):(1,2,0)");
  mma.permutation = *parseTile(std::string_view("[*|*|*]"));
  Layout l = text("(128,64):(64,1)");
  for (auto _ : state)
    benchmark::DoNotOptimize(partition(mma, MmaOperand::A, l, IntTuple(Leaf::dynamic())));
}
BENCHMARK(TiledMmaPartition);

} // namespace

BENCHMARK_MAIN();
