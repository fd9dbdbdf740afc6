// Reading, verifying and inferring generated functions of 1k, 10k and 100k fly operations, and what
// an operation costs in memory. test/bench/run.py computes the slopes.
#include "dialects/fly/FlyDialect.h"
#include "dialects/fly/FlyOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <benchmark/benchmark.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <map>

using namespace mlir;

namespace {

void load(MLIRContext &context) { context.loadDialect<fly::FlyDialect, func::FuncDialect>(); }

/// A function of `count` fly operations: what a kernel does to its tensors (a view, a tile, the
/// slice of this workgroup, the coordinate of this thread), over and over on `distinct` different
/// shapes.
OwningOpRef<ModuleOp> generate(MLIRContext &context, int64_t count, int64_t distinct = 97) {
  using layout::IntTuple;
  using layout::Layout;
  using layout::Leaf;
  OpBuilder b(&context);
  Location loc = b.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  b.setInsertionPointToEnd(module->getBody());
  Type pointer = fly::PointerType::get(
      b.getF16Type(), fly::AddressSpaceAttr::get(&context, fly::AddressSpace::Global), 16);
  auto function = func::FuncOp::create(
      b, loc, "f", b.getFunctionType({pointer, b.getI32Type(), b.getI32Type()}, {}));
  Block *block = function.addEntryBlock();
  b.setInsertionPointToEnd(block);
  Value p = block->getArgument(0), bid = block->getArgument(1), tid = block->getArgument(2);

  auto tupleType = [&](const IntTuple &t) { return fly::IntTupleType::get(&context, t); };
  for (int64_t made = 0, round = 0; made < count; made += 10, ++round) {
    int64_t rows = 64 * (1 + round % distinct);
    Value shape = fly::MakeIntTupleOp::create(
        b, loc, tupleType(IntTuple::of({rows, Leaf::dynamic()})), ValueRange(tid));
    Value stride =
        fly::MakeIntTupleOp::create(b, loc, tupleType(IntTuple::of({1, rows})), ValueRange());
    Value lay = fly::MakeLayoutOp::create(b, loc, shape, stride);
    Value view = fly::MakeViewOp::create(b, loc, p, lay);
    Value tile = fly::StaticOp::create(
        b, loc,
        fly::TileType::get(&context,
                           layout::Tile({layout::Tile(Leaf(16)), layout::Tile(Leaf(32))})));
    Value tiles = fly::ZippedDivideOp::create(b, loc, view, tile);
    Value which = fly::MakeIntTupleOp::create(
        b, loc, tupleType(IntTuple::of({Leaf::none(), Leaf::dynamic()})), ValueRange(bid));
    Value mine = fly::SliceOp::create(b, loc, tiles, which);
    Value part = fly::GetLayoutOp::create(b, loc, mine);
    fly::SizeOp::create(b, loc, part);
  }
  func::ReturnOp::create(b, loc);
  return module;
}

std::string text(int64_t count) {
  static std::map<int64_t, std::string> texts;
  std::string &text = texts[count];
  if (text.empty()) {
    MLIRContext context(MLIRContext::Threading::DISABLED);
    load(context);
    OwningOpRef<ModuleOp> module = generate(context, count);
    if (failed(verify(*module)))
      abort();
    llvm::raw_string_ostream out(text);
    module->print(out);
  }
  return text;
}

size_t heap() {
#ifdef __GLIBC__
  return mallinfo2().uordblks + mallinfo2().hblkhd;
#else
  return 0;
#endif
}

/// Reads `source` in a context of its own, which is made and destroyed outside of the measured
/// time.
struct Reading {
  explicit Reading(bool verify) : verify(verify) { load(context); }
  void read(StringRef source) {
    module = parseSourceString<ModuleOp>(source, ParserConfig(&context, verify));
    if (!module)
      abort();
  }
  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  bool verify;
};

void report(benchmark::State &state) {
  state.counters["ns/op"] = benchmark::Counter(double(state.range(0)) * 1e-9,
                                               benchmark::Counter::kIsIterationInvariantRate |
                                                   benchmark::Counter::kInvert);
}

/// What a tool does first: parse, infer and verify.
void ParseVerifyInfer(benchmark::State &state) {
  std::string source = text(state.range(0));
  size_t bytes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    auto reading = std::make_unique<Reading>(/*verify=*/true);
    size_t before = heap();
    state.ResumeTiming();
    reading->read(source);
    state.PauseTiming();
    bytes = heap() - before;
    reading.reset();
    state.ResumeTiming();
  }
  report(state);
  state.counters["bytes/op"] = double(bytes) / double(state.range(0));
  state.counters["text/op"] = double(source.size()) / double(state.range(0));
}

void Parse(benchmark::State &state) {
  std::string source = text(state.range(0));
  for (auto _ : state) {
    state.PauseTiming();
    auto reading = std::make_unique<Reading>(/*verify=*/false);
    state.ResumeTiming();
    reading->read(source);
    state.PauseTiming();
    reading.reset();
    state.ResumeTiming();
  }
  report(state);
}

/// Verification alone, which infers every result type again and compares.
void Verify(benchmark::State &state) {
  Reading reading(/*verify=*/false);
  reading.read(text(state.range(0)));
  for (auto _ : state)
    if (failed(verify(*reading.module)))
      abort();
  report(state);
}

/// Inference alone: the result types of every operation that has any to infer.
void Infer(benchmark::State &state) {
  Reading reading(/*verify=*/false);
  reading.read(text(state.range(0)));
  SmallVector<InferTypeOpInterface> ops;
  reading.module->walk([&](InferTypeOpInterface op) { ops.push_back(op); });
  for (auto _ : state)
    for (InferTypeOpInterface op : ops) {
      SmallVector<Type> types;
      if (failed(op.inferReturnTypes(&reading.context, op->getLoc(), op->getOperands(),
                                     op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
                                     op->getRegions(), types)))
        abort();
    }
  report(state);
}

/// Building with inferred types, as a front end does.
void Build(benchmark::State &state) {
  for (auto _ : state) {
    state.PauseTiming();
    auto reading = std::make_unique<Reading>(false);
    state.ResumeTiming();
    reading->module = generate(reading->context, state.range(0));
    state.PauseTiming();
    reading.reset();
    state.ResumeTiming();
  }
  report(state);
}

void Print(benchmark::State &state) {
  Reading reading(/*verify=*/false);
  reading.read(text(state.range(0)));
  for (auto _ : state) {
    std::string out;
    llvm::raw_string_ostream stream(out);
    reading.module->print(stream, OpPrintingFlags().useLocalScope());
    benchmark::DoNotOptimize(out);
  }
  report(state);
}

#define OVER_SIZES(name)                                                                           \
  BENCHMARK(name)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond)
OVER_SIZES(ParseVerifyInfer);
OVER_SIZES(Parse);
OVER_SIZES(Verify);
OVER_SIZES(Infer);
OVER_SIZES(Build);
OVER_SIZES(Print);

} // namespace

BENCHMARK_MAIN();
