// Every kernel of test/data/kernels, lowered by our own pipeline, computes what its header says:
// random small integers, exact results, waves in several orders. A planted wrong layout and a
// dropped barrier must be noticed.

#include "passes/interp/Interpreter.h"
#include "passes/pipelines/Register.h"
#include "passes/pipelines/Stages.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::interp;

namespace {

class Kernels : public testing::Test {
protected:
  static void SetUpTestSuite() { registerAllFlyPasses(); }

  Kernels() {
    DialectRegistry registry;
    registerAllFly(registry);
    context.appendDialectRegistry(registry);
    context.getDiagEngine().registerHandler([this](Diagnostic &d) {
      if (d.getSeverity() == DiagnosticSeverity::Error)
        message += d.str() + "\n";
      return success();
    });
  }

  static std::string text(StringRef name) {
    std::ifstream file(FLY_TEST_DATA_DIR "/kernels/" + name.str());
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
  }

  /// Lowers a module's text to the target stage and finds the kernel.
  gpu::GPUFuncOp lower(const std::string &source, StringRef kernelName) {
    module = parseSourceString<ModuleOp>(source, &context);
    if (!module)
      return {};
    ResolvedChip chip = resolveChip(*module, "", "");
    PipelineOptions pipeline;
    pipeline.chip = chip.name;
    pipeline.to = "target";
    if (failed(runStagedPasses(*module, pipeline)))
      return {};
    const ChipInfo *info = findChip(chip.name);
    options.waveSize = info ? int(info->waveSize) : 64;
    options.chip = chip.name;
    gpu::GPUFuncOp found;
    module->walk([&](gpu::GPUFuncOp function) {
      if (function.getName() == kernelName)
        found = function;
    });
    if (found)
      if (auto known = found.getKnownBlockSize())
        llvm::copy(*known, options.block.begin());
    return found;
  }

  bool run(gpu::GPUFuncOp kernel, std::vector<Argument> arguments) {
    return succeeded(runKernel(kernel, arguments, options, nullptr));
  }

  std::vector<double> integers(size_t count) {
    std::vector<double> values(count);
    for (double &value : values)
      value = double(int(random() % 9) - 4);
    return values;
  }

  std::vector<uint8_t> store(const std::vector<double> &values, FloatType type) {
    unsigned bytes = type.getWidth() / 8;
    std::vector<uint8_t> result(values.size() * bytes);
    for (size_t i = 0; i < values.size(); ++i) {
      uint64_t pattern = toPattern(values[i], type);
      std::memcpy(&result[i * bytes], &pattern, bytes);
    }
    return result;
  }
  double load(const std::vector<uint8_t> &bytes, size_t i, FloatType type) {
    uint64_t pattern = 0;
    std::memcpy(&pattern, &bytes[i * (type.getWidth() / 8)], type.getWidth() / 8);
    return toNumber(pattern, type);
  }

  /// Runs C = A * B^T for one workgroup that covers rows [row, row + height) and columns [column,
  /// …) of C and returns the number of wrong elements there; -1 when the run failed.
  int product(gpu::GPUFuncOp kernel, int m, int n, int k, Type input, Type output, int row,
              int height, int column, int width) {
    auto in = cast<FloatType>(input), out = cast<FloatType>(output);
    std::vector<double> a = integers(size_t(m) * k), b = integers(size_t(n) * k);
    std::vector<uint8_t> ab = store(a, in), bb = store(b, in),
                         cb(size_t(m) * n * out.getWidth() / 8);
    if (!run(kernel, {Argument::memory(ab), Argument::memory(bb), Argument::memory(cb)}))
      return -1;
    int wrong = 0;
    for (int i = row; i < row + height; ++i)
      for (int j = column; j < column + width; ++j) {
        double expected = 0;
        for (int l = 0; l < k; ++l)
          expected += a[size_t(i) * k + l] * b[size_t(j) * k + l];
        wrong += load(cb, size_t(i) * n + j, out) != expected;
      }
    return wrong;
  }

public:
  int softmax(gpu::GPUFuncOp kernel);
  int sum(gpu::GPUFuncOp kernel);
  int transpose(gpu::GPUFuncOp kernel);
  int mover(gpu::GPUFuncOp kernel);
  int halfGemm(gpu::GPUFuncOp kernel);
  int oneBlock(gpu::GPUFuncOp kernel);
  int directGemm(gpu::GPUFuncOp kernel);

protected:
  std::string barriersNoticed(StringRef file, StringRef name,
                              llvm::function_ref<int(gpu::GPUFuncOp)> wrong);

  Type f16() { return Float16Type::get(&context); }
  FloatType f32() { return Float32Type::get(&context); }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  LaunchOptions options;
  std::mt19937_64 random{7};
  std::string message;
};

TEST_F(Kernels, MmaBlockF32) {
  gpu::GPUFuncOp kernel = lower(text("mma_block_f32.mlir"), "one_block_0");
  ASSERT_TRUE(kernel) << message;
  EXPECT_EQ(oneBlock(kernel), 0) << message;
}

TEST_F(Kernels, GemmF16Gfx942) {
  gpu::GPUFuncOp kernel = lower(text("gemm_f16_gfx942.mlir"), "half_gemm_0");
  ASSERT_TRUE(kernel) << message;
  options.seed = 3;
  EXPECT_EQ(halfGemm(kernel), 0) << message;
}

TEST_F(Kernels, WmmaF16Gfx1100) {
  gpu::GPUFuncOp kernel = lower(text("wmma_f16_gfx1100.mlir"), "direct_gemm_0");
  ASSERT_TRUE(kernel) << message;
  EXPECT_EQ(directGemm(kernel), 0) << message;
}

TEST_F(Kernels, WmmaTdmGfx1250) {
  gpu::GPUFuncOp kernel = lower(text("wmma_tdm_gfx1250.mlir"), "mover_gemm_0");
  ASSERT_TRUE(kernel) << message;
  EXPECT_EQ(mover(kernel), 0) << message;
}

TEST_F(Kernels, TileTranspose) {
  gpu::GPUFuncOp kernel = lower(text("tile_transpose.mlir"), "flip_tile_0");
  ASSERT_TRUE(kernel) << message;
  EXPECT_EQ(transpose(kernel), 0) << message;
}

TEST_F(Kernels, VectorAdd) {
  gpu::GPUFuncOp kernel = lower(text("vector_add.mlir"), "guarded_sum_0");
  ASSERT_TRUE(kernel) << message;
  options.grid = {12, 32, 1};
  std::vector<double> a = integers(192 * 1000), b = integers(192 * 1000);
  std::vector<uint8_t> ab = store(a, f32()), bb = store(b, f32()), cb(ab.size());
  // Workgroup (x, y) has rows 16 x… and columns 32 y…; the last ones reach past column 1000.
  for (auto [x, y] : {std::pair(0, 0), std::pair(5, 13), std::pair(11, 31), std::pair(0, 31)}) {
    options.only = {x, y, 0};
    ASSERT_TRUE(run(kernel, {Argument::memory(ab), Argument::memory(bb), Argument::memory(cb)}))
        << message;
    for (int i = 16 * x; i < 16 * x + 16; ++i)
      for (int j = 32 * y; j < std::min(1000, 32 * y + 32); ++j)
        ASSERT_EQ(load(cb, i * 1000 + j, f32()), a[i * 1000 + j] + b[i * 1000 + j])
            << i << "," << j;
  }
}

/// Number of wrong elements, -1 when the run failed; the same for the functions below.
int Kernels::softmax(gpu::GPUFuncOp kernel) {
  options.grid = {3, 1, 1};
  std::vector<double> in = integers(3 * 1024);
  std::vector<uint8_t> x = store(in, f32()), y(x.size());
  if (!run(kernel,
           {Argument::memory(x), Argument::scalar(3), Argument::memory(y), Argument::scalar(3)}))
    return -1;
  int wrong = 0;
  for (int row = 0; row < 3; ++row) {
    double largest = *std::max_element(&in[row * 1024], &in[row * 1024] + 1024), sum = 0;
    for (int i = 0; i < 1024; ++i)
      sum += std::exp(in[row * 1024 + i] - largest);
    for (int i = 0; i < 1024; ++i) {
      double expected = std::exp(in[row * 1024 + i] - largest) / sum;
      wrong += !(std::abs(load(y, row * 1024 + i, f32()) - expected) <= 1e-5 * expected);
    }
  }
  return wrong;
}

int Kernels::sum(gpu::GPUFuncOp kernel) {
  const int length = 1500;
  options.grid = {6, 1, 1};
  options.dynamicShared = 1024;
  std::vector<double> y = integers(length);
  std::vector<uint8_t> yb = store(y, f32()), result = store({0}, f32());
  if (!run(kernel, {Argument::memory(yb), Argument::scalar(length), Argument::memory(result)}))
    return -1;
  return load(result, 0, f32()) != std::accumulate(y.begin(), y.end(), 0.0);
}

int Kernels::transpose(gpu::GPUFuncOp kernel) {
  options.grid = {8, 4, 1};
  std::vector<double> in = integers(256 * 128);
  std::vector<uint8_t> source = store(in, f32()), target(source.size());
  if (!run(kernel, {Argument::memory(source), Argument::memory(target)}))
    return -1;
  int wrong = 0;
  for (int m = 0; m < 256; ++m)
    for (int n = 0; n < 128; ++n)
      wrong += load(target, n * 256 + m, f32()) != in[m * 128 + n];
  return wrong;
}

int Kernels::mover(gpu::GPUFuncOp kernel) {
  options.grid = {8, 4, 1};
  options.only = {1, 2, 0};
  return product(kernel, 512, 256, 384, f16(), f32(), 64, 64, 128, 64);
}

int Kernels::halfGemm(gpu::GPUFuncOp kernel) {
  options.grid = {8, 12, 1};
  options.only = {3, 5, 0};
  // Products of up to 16 times 512 terms stay below 2048, where f16 holds every integer, with
  // values this small.
  return product(kernel, 1024, 768, 512, f16(), f16(), 3 * 128, 128, 5 * 64, 64);
}

int Kernels::oneBlock(gpu::GPUFuncOp kernel) {
  return product(kernel, 64, 96, 16, f32(), f32(), 0, 64, 0, 96);
}

int Kernels::directGemm(gpu::GPUFuncOp kernel) {
  options.grid = {4, 2, 1};
  options.only = {2, 1, 0};
  return product(kernel, 256, 192, 160, f16(), f32(), 2 * 64, 64, 96, 96);
}

TEST_F(Kernels, SoftmaxRow) {
  gpu::GPUFuncOp kernel = lower(text("softmax_row.mlir"), "row_softmax_0");
  ASSERT_TRUE(kernel) << message;
  EXPECT_EQ(softmax(kernel), 0) << message;
}

TEST_F(Kernels, LaunchToken) {
  gpu::GPUFuncOp kernel = lower(text("launch_token.mlir"), "negate_0");
  ASSERT_TRUE(kernel) << message;
  std::vector<double> in = integers(64 * 32);
  std::vector<uint8_t> x = store(in, f32());
  ASSERT_TRUE(run(kernel, {Argument::memory(x)})) << message;
  for (size_t i = 0; i < in.size(); ++i)
    ASSERT_EQ(load(x, i, f32()), -in[i]) << i;
}

TEST_F(Kernels, HostPipelineAxpy) {
  gpu::GPUFuncOp kernel = lower(text("host_pipeline.mlir"), "axpy_0");
  ASSERT_TRUE(kernel) << message;
  const int length = 1500;
  options.grid = {2, 1, 1};
  std::vector<double> x = integers(length), y = integers(length);
  std::vector<uint8_t> xb = store(x, f32()), yb = store(y, f32());
  ASSERT_TRUE(run(kernel, {Argument::memory(xb), Argument::scalar(length), Argument::memory(yb),
                           Argument::scalar(length), Argument::scalar(toPattern(3, f32()))}))
      << message;
  for (int i = 0; i < length; ++i)
    ASSERT_EQ(load(yb, i, f32()), 3 * x[i] + y[i]) << i;
}

TEST_F(Kernels, HostPipelineSum) {
  gpu::GPUFuncOp kernel = lower(text("host_pipeline.mlir"), "sum_0");
  ASSERT_TRUE(kernel) << message;
  EXPECT_EQ(sum(kernel), 0) << message;
}

TEST_F(Kernels, DynamicCopy) {
  gpu::GPUFuncOp kernel = lower(text("dynamic_copy.mlir"), "pitched_copy_0");
  ASSERT_TRUE(kernel) << message;
  const int rows = 70, columns = 80, pitchIn = 128, pitchOut = 96;
  options.grid = {3, 2, 1};
  auto half = cast<FloatType>(f16());
  std::vector<double> in = integers(rows * pitchIn);
  std::vector<uint8_t> source = store(in, half);
  std::vector<uint8_t> target = store(std::vector<double>(rows * pitchOut, 99), half);
  auto numbers = [](std::vector<uint64_t> slots) { return Argument{nullptr, std::move(slots)}; };
  ASSERT_TRUE(run(kernel, {Argument::memory(source), numbers({rows, columns, pitchIn}),
                           Argument::memory(target), numbers({rows, columns, pitchOut}),
                           numbers({rows, columns}), Argument::scalar(0)}))
      << message;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < pitchOut; ++j)
      ASSERT_EQ(load(target, i * pitchOut + j, half), j < columns ? in[i * pitchIn + j] : 99)
          << i << "," << j;
}

//===----------------------------------------------------------------------===//
// Planted faults
//===----------------------------------------------------------------------===//

/// A barrier as an operation on a line of its own; the header comments name it too.
const std::string barrier = " gpu.barrier\n";

/// Which barriers of a kernel are noticed when they are missing, one at a time: as a race or as a
/// wrong number. '1' noticed, '0' not.
std::string Kernels::barriersNoticed(StringRef file, StringRef name,
                                     llvm::function_ref<int(gpu::GPUFuncOp)> wrong) {
  std::string source = text(file), noticed;
  for (size_t at = source.find(barrier); at != std::string::npos;
       at = source.find(barrier, at + 1)) {
    std::string without = source;
    without.erase(at, barrier.size());
    options = LaunchOptions();
    gpu::GPUFuncOp kernel = lower(without, name);
    if (!kernel)
      return message;
    // In any order of the waves between barriers.
    options.seed = noticed.size();
    message.clear();
    int result = wrong(kernel);
    if (result < 0 && message.find("since the last barrier") == std::string::npos)
      return message;
    noticed += result == 0 ? '0' : '1';
  }
  return noticed;
}

/// Every barrier that matters. The others order only lanes of one wave (the sum's tree from stride
/// 32 down), or stand behind the last access to LDS (softmax).
TEST_F(Kernels, EveryBarrierThatMattersIsMissed) {
  auto noticed = [&](StringRef file, StringRef name, int (Kernels::*wrong)(gpu::GPUFuncOp)) {
    return barriersNoticed(file, name,
                           [&](gpu::GPUFuncOp kernel) { return (this->*wrong)(kernel); });
  };
  EXPECT_EQ(noticed("tile_transpose.mlir", "flip_tile_0", &Kernels::transpose), "1");
  EXPECT_EQ(noticed("gemm_f16_gfx942.mlir", "half_gemm_0", &Kernels::halfGemm), "111");
  EXPECT_EQ(noticed("wmma_tdm_gfx1250.mlir", "mover_gemm_0", &Kernels::mover), "111");
  EXPECT_EQ(noticed("softmax_row.mlir", "row_softmax_0", &Kernels::softmax), "1110");
  EXPECT_EQ(noticed("host_pipeline.mlir", "sum_0", &Kernels::sum), "110000000");
}

/// The copy of A distributes its values by the layout meant for B: the types still verify, the
/// numbers do not. Of every kernel that multiplies matrices.
TEST_F(Kernels, AWrongThreadValueLayoutIsNoticed) {
  struct Case {
    StringRef file, name, right, wrong;
    int (Kernels::*product)(gpu::GPUFuncOp);
  };
  const Case cases[] = {
      {"mma_block_f32.mlir", "one_block_0", "((16,4,2,2),(1,(1,1))):((1,32,16,0),(0,(0,0)))",
       "((16,4,2,2),(1,(1,1))):((1,32,0,16),(0,(0,0)))", &Kernels::oneBlock},
      {"gemm_f16_gfx942.mlir", "half_gemm_0", "((16,4,2,2),(4,(1,2))):((1,256,16,0),(32,(0,128)))",
       "((16,4,2,2),(4,(1,2))):((1,256,0,16),(32,(0,128)))", &Kernels::halfGemm},
      {"wmma_f16_gfx1100.mlir", "direct_gemm_0", "((16,2,2,2),(16,(1,1))):((1,0,16,0),(32,(0,0)))",
       "((16,4,2),(16,(1,1))):((1,0,16),(32,(0,0)))", &Kernels::directGemm},
      {"wmma_tdm_gfx1250.mlir", "mover_gemm_0",
       "((16,2,2,2),((8,2),(1,1))):((1,256,16,0),((32,512),(0,0)))",
       "((16,2,2,2),((8,2),(1,1))):((1,256,0,16),((32,512),(0,0)))", &Kernels::mover}};
  for (const Case &planted : cases) {
    std::string source = text(planted.file);
    unsigned found = 0;
    for (size_t at = source.find(planted.right); at != std::string::npos;
         at = source.find(planted.right, at), ++found)
      source.replace(at, planted.right.size(), planted.wrong);
    EXPECT_GT(found, 0u) << planted.file.str();
    options = LaunchOptions();
    gpu::GPUFuncOp kernel = lower(source, planted.name);
    ASSERT_TRUE(kernel) << message;
    EXPECT_GT((this->*planted.product)(kernel), 0) << planted.file.str();
  }
}

} // namespace
