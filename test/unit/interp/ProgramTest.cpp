// Small programs with results known by hand: arithmetic, divergence, LDS, barriers, races, buffers,
// cross-lane operations, matrix products.

#include "passes/interp/Interpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <random>

using namespace mlir;
using namespace mlir::fly::interp;

namespace {

/// Runs a kernel body given as text; diagnostics are collected.
class Program : public testing::Test {
protected:
  Program() {
    context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect, gpu::GPUDialect,
                        LLVM::LLVMDialect, ROCDL::ROCDLDialect, math::MathDialect, scf::SCFDialect,
                        ub::UBDialect, vector::VectorDialect>();
    context.getDiagEngine().registerHandler([this](Diagnostic &d) {
      message += d.str() + "\n";
      return success();
    });
  }

  bool run(std::string arguments, std::string body, std::vector<Argument> values,
           std::string globals = "") {
    module = parseSourceString<ModuleOp>("gpu.module @m {\n" + globals + "\ngpu.func @k(" +
                                             arguments + ") kernel {\n" + body + "\n} }",
                                         &context);
    if (!module) {
      ADD_FAILURE() << message;
      return false;
    }
    gpu::GPUFuncOp kernel;
    module->walk([&](gpu::GPUFuncOp function) { kernel = function; });
    return succeeded(runKernel(kernel, values, options, &statistics));
  }

  template <typename T> static std::vector<uint8_t> bytes(const std::vector<T> &values) {
    std::vector<uint8_t> result(values.size() * sizeof(T));
    std::memcpy(result.data(), values.data(), result.size());
    return result;
  }
  template <typename T> static std::vector<T> numbers(const std::vector<uint8_t> &data) {
    std::vector<T> result(data.size() / sizeof(T));
    std::memcpy(result.data(), data.data(), data.size());
    return result;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  LaunchOptions options;
  Statistics statistics;
  std::string message;
};

const char *threadIndex = R"(
  %x = gpu.thread_id x
  %t = arith.index_cast %x : index to i32
)";

TEST_F(Program, ThreadsAddNumbers) {
  options.grid = {2, 1, 1};
  std::vector<uint8_t> out(128 * 4);
  ASSERT_TRUE(run("%p: !llvm.ptr<1>", std::string(threadIndex) + R"(
    %b = gpu.block_id x
    %bi = arith.index_cast %b : index to i32
    %c64 = arith.constant 64 : i32
    %base = arith.muli %bi, %c64 : i32
    %i = arith.addi %base, %t : i32
    %a = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %v = arith.muli %i, %i : i32
    llvm.store %v, %a {alignment = 4 : i64} : i32, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(out)}))
      << message;
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ(numbers<int32_t>(out)[i], i * i);
}

TEST_F(Program, DivergentLoopsAndBranchesKeepEachLanesValues) {
  std::vector<uint8_t> out(64 * 4);
  ASSERT_TRUE(run("%p: !llvm.ptr<1>", std::string(threadIndex) + R"(
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %sum = scf.for %j = %c0 to %t step %c1 iter_args(%s = %c0) -> (i32) : i32 {
      %r = arith.remui %j, %c2 : i32
      %odd = arith.cmpi eq, %r, %c1 : i32
      %n = scf.if %odd -> (i32) {
        %q = arith.addi %s, %j : i32
        scf.yield %q : i32
      } else {
        scf.yield %s : i32
      }
      scf.yield %n : i32
    }
    %a = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %sum, %a : i32, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(out)}))
      << message;
  for (int t = 0; t < 64; ++t) {
    int sum = 0;
    for (int j = 1; j < t; j += 2)
      sum += j;
    EXPECT_EQ(numbers<int32_t>(out)[t], sum) << t;
  }
}

TEST_F(Program, ControlFlowGraphsBringLanesTogetherAgain) {
  std::vector<uint8_t> out(64 * 4);
  ASSERT_TRUE(run("%p: !llvm.ptr<1>", std::string(threadIndex) + R"(
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    cf.br ^head(%t, %c0 : i32, i32)
  ^head(%n: i32, %steps: i32):
    %more = arith.cmpi sgt, %n, %c0 : i32
    cf.cond_br %more, ^body, ^exit
  ^body:
    %half = arith.shrui %n, %c1 : i32
    %next = arith.addi %steps, %c1 : i32
    cf.br ^head(%half, %next : i32, i32)
  ^exit:
    %a = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %steps, %a : i32, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(out)}))
      << message;
  for (int t = 0; t < 64; ++t)
    EXPECT_EQ(numbers<int32_t>(out)[t], t == 0 ? 0 : 32 - __builtin_clz(t)) << t;
}

const char *sharedGlobal =
    R"(llvm.mlir.global external @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1024 x i8>)";

/// Every thread writes its number to LDS and reads that of its mirror image in the workgroup.
std::string mirror(bool barrier) {
  return std::string(threadIndex) + R"(
    %l = llvm.mlir.addressof @lds : !llvm.ptr<3>
    %w = llvm.getelementptr %l[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %w : i32, !llvm.ptr<3>
)" + (barrier ? "gpu.barrier\n" : "") +
         R"(
    %last = arith.constant 255 : i32
    %m = arith.subi %last, %t : i32
    %r = llvm.getelementptr %l[%m] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %v = llvm.load %r : !llvm.ptr<3> -> i32
    %a = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %a : i32, !llvm.ptr<1>
    gpu.return)";
}

TEST_F(Program, BarriersOrderWavesForEverySeed) {
  options.block = {256, 1, 1};
  for (options.seed = 0; options.seed < 8; ++options.seed) {
    std::vector<uint8_t> out(256 * 4);
    ASSERT_TRUE(run("%p: !llvm.ptr<1>", mirror(true), {Argument::memory(out)}, sharedGlobal))
        << message;
    for (int t = 0; t < 256; ++t)
      EXPECT_EQ(numbers<int32_t>(out)[t], 255 - t);
  }
  EXPECT_EQ(statistics.barriers, 8u * 4);
}

TEST_F(Program, AMissingBarrierIsReportedForEverySeed) {
  options.block = {256, 1, 1};
  for (options.seed = 0; options.seed < 8; ++options.seed) {
    message.clear();
    std::vector<uint8_t> out(256 * 4);
    EXPECT_FALSE(run("%p: !llvm.ptr<1>", mirror(false), {Argument::memory(out)}, sharedGlobal));
    EXPECT_NE(message.find("since the last barrier"), std::string::npos) << message;
  }
}

TEST_F(Program, ABarrierThatSomeWavesSkipIsReported) {
  options.block = {128, 1, 1};
  EXPECT_FALSE(run("", std::string(threadIndex) + R"(
    %c64 = arith.constant 64 : i32
    %first = arith.cmpi slt, %t, %c64 : i32
    scf.if %first { gpu.barrier }
    gpu.return)",
                   {}));
  EXPECT_NE(message.find("another wave has ended without reaching it"), std::string::npos)
      << message;
}

TEST_F(Program, AccessesOutsideOfABufferAreReportedWithTheLane) {
  std::vector<uint8_t> out(63 * 4);
  EXPECT_FALSE(run("%p: !llvm.ptr<1>", std::string(threadIndex) + R"(
    %a = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %t, %a : i32, !llvm.ptr<1>
    gpu.return)",
                   {Argument::memory(out)}));
  EXPECT_NE(message.find("write of 4 bytes at offset 252 of argument 0, which has 252 bytes"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("lane 63"), std::string::npos) << message;
}

TEST_F(Program, AnAccessBelowItsStatedAlignmentIsReported) {
  std::vector<uint8_t> out(64);
  EXPECT_FALSE(run("%p: !llvm.ptr<1>", R"(
    %c4 = arith.constant 4 : i32
    %a = llvm.getelementptr %p[%c4] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
    %v = llvm.load %a {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
    gpu.return)",
                   {Argument::memory(out)}));
  EXPECT_NE(message.find("is not a multiple of the stated alignment 16"), std::string::npos)
      << message;
}

TEST_F(Program, BuffersReadZeroAndDropWritesPastTheirSize) {
  std::vector<uint8_t> in = bytes<int32_t>(std::vector<int32_t>(64, 7)), out(64 * 4);
  ASSERT_TRUE(run("%p: !llvm.ptr<1>, %q: !llvm.ptr<1>", std::string(threadIndex) + R"(
    %stride = arith.constant 0 : i16
    %size = arith.constant 128 : i64
    %flags = arith.constant 159744 : i32
    %zero = arith.constant 0 : i32
    %c4 = arith.constant 4 : i32
    %r = rocdl.make.buffer.rsrc %p, %stride, %size, %flags : !llvm.ptr<1> to !llvm.ptr<8>
    %off = arith.muli %t, %c4 : i32
    %v = rocdl.raw.ptr.buffer.load %r, %off, %zero, %zero : i32
    %a = llvm.getelementptr %q[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %a : i32, !llvm.ptr<1>
    rocdl.raw.ptr.buffer.store %t, %r, %off, %zero, %zero : i32
    gpu.return)",
                  {Argument::memory(in), Argument::memory(out)}))
      << message;
  for (int t = 0; t < 64; ++t) {
    EXPECT_EQ(numbers<int32_t>(out)[t], t < 32 ? 7 : 0);
    EXPECT_EQ(numbers<int32_t>(in)[t], t < 32 ? t : 7);
  }
}

TEST_F(Program, ShufflesReadOtherLanes) {
  std::vector<uint8_t> out(64 * 4);
  ASSERT_TRUE(run("%p: !llvm.ptr<1>", std::string(threadIndex) + R"(
    %w = arith.constant 64 : i32
    %o = arith.constant 5 : i32
    %v, %ok = gpu.shuffle xor %t, %o, %w : i32
    %a = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %a : i32, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(out)}))
      << message;
  for (int t = 0; t < 64; ++t)
    EXPECT_EQ(numbers<int32_t>(out)[t], t ^ 5);
}

TEST_F(Program, DppRowShiftAndMirror) {
  std::vector<uint8_t> out(128 * 4);
  ASSERT_TRUE(run("%p: !llvm.ptr<1>", std::string(threadIndex) + R"(
    %old = arith.constant -1 : i32
    %v = rocdl.update.dpp %old, %t with 273, 15, 15, false : i32
    %m = rocdl.update.dpp %old, %t with 320, 15, 15, false : i32
    %c64 = arith.constant 64 : i32
    %a = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %a : i32, !llvm.ptr<1>
    %t2 = arith.addi %t, %c64 : i32
    %b = llvm.getelementptr %p[%t2] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %m, %b : i32, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(out)}))
      << message;
  for (int t = 0; t < 64; ++t) {
    EXPECT_EQ(numbers<int32_t>(out)[t], t % 16 == 0 ? -1 : t - 1);       // row_shr:1
    EXPECT_EQ(numbers<int32_t>(out)[64 + t], t / 16 * 16 + 15 - t % 16); // row_mirror
  }
}

TEST_F(Program, MatrixInstructionMultiplies) {
  // 16x16x4 f32: each lane loads one element of A and of B by the published map and stores four of
  // C.
  std::mt19937 random(1);
  std::vector<float> a(64), b(64), c(256);
  for (float &x : a)
    x = float(int(random() % 9) - 4);
  for (float &x : b)
    x = float(int(random() % 9) - 4);
  std::vector<uint8_t> ab = bytes(a), bb = bytes(b), cb = bytes(c);
  ASSERT_TRUE(run("%pa: !llvm.ptr<1>, %pb: !llvm.ptr<1>, %pc: !llvm.ptr<1>",
                  std::string(threadIndex) + R"(
    %c16 = arith.constant 16 : i32
    %c4 = arith.constant 4 : i32
    %zero = arith.constant 0 : i32
    %row = arith.remui %t, %c16 : i32
    %k = arith.divui %t, %c16 : i32
    %r4 = arith.muli %row, %c4 : i32
    %at = arith.addi %r4, %k : i32
    %ga = llvm.getelementptr %pa[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %gb = llvm.getelementptr %pb[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %va = llvm.load %ga : !llvm.ptr<1> -> f32
    %vb = llvm.load %gb : !llvm.ptr<1> -> f32
    %acc = arith.constant dense<0.0> : vector<4xf32>
    %d = rocdl.mfma.f32.16x16x4f32 %va, %vb, %acc, %zero, %zero, %zero : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    %gc = llvm.getelementptr %pc[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<4 x f32>
    llvm.store %d, %gc : vector<4xf32>, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(ab), Argument::memory(bb), Argument::memory(cb)}))
      << message;
  std::vector<float> result = numbers<float>(cb);
  for (int lane = 0; lane < 64; ++lane)
    for (int v = 0; v < 4; ++v) {
      int row = 4 * (lane / 16) + v, column = lane % 16;
      float expected = 0;
      for (int k = 0; k < 4; ++k)
        expected += a[row * 4 + k] * b[column * 4 + k];
      EXPECT_EQ(result[lane * 4 + v], expected) << lane << " " << v;
    }
  EXPECT_EQ(statistics.matrixOperations, 1u);
}

//===----------------------------------------------------------------------===//
// The operation set, against formulas
//===----------------------------------------------------------------------===//

/// Element i of the result must be the formula of element i of the operands.
struct Elementwise {
  const char *operation; ///< with %a and %b, the type is f32 or i32
  bool isFloat;
  std::function<double(double, double)> formula;
};

TEST_F(Program, ElementwiseOperationsFollowTheirFormulas) {
  const double pi = std::acos(-1.0);
  const std::vector<Elementwise> table = {
      {"arith.addf %a, %b : f32", true, [](double a, double b) { return a + b; }},
      {"arith.divf %a, %b : f32", true, [](double a, double b) { return a / b; }},
      {"arith.maximumf %a, %b : f32", true, [](double a, double b) { return std::max(a, b); }},
      {"math.exp2 %a : f32", true, [](double a, double) { return std::exp2(a); }},
      {"rocdl.exp2 %a f32 -> f32", true, [](double a, double) { return std::exp2(a); }},
      {"math.log10 %b : f32", true, [](double, double b) { return std::log10(b); }},
      {"math.log1p %b : f32", true, [](double, double b) { return std::log1p(b); }},
      {"math.expm1 %a : f32", true, [](double a, double) { return std::expm1(a); }},
      {"math.erf %a : f32", true, [](double a, double) { return std::erf(a); }},
      {"math.powf %b, %a : f32", true, [](double a, double b) { return std::pow(b, a); }},
      {"math.atan2 %a, %b : f32", true, [](double a, double b) { return std::atan2(a, b); }},
      {"math.copysign %b, %a : f32", true, [](double a, double b) { return std::copysign(b, a); }},
      {"math.trunc %a : f32", true, [](double a, double) { return std::trunc(a); }},
      {"math.round %a : f32", true, [](double a, double) { return std::round(a); }},
      {"math.roundeven %a : f32", true, [](double a, double) { return std::nearbyint(a); }},
      {"rocdl.rcp %b f32 -> f32", true, [](double, double b) { return 1 / b; }},
      {"rocdl.log %b f32 -> f32", true, [](double, double b) { return std::log2(b); }},
      {"rocdl.sqrt %b f32 -> f32", true, [](double, double b) { return std::sqrt(b); }},
      {"rocdl.sin %a f32 -> f32", true, [=](double a, double) { return std::sin(2 * pi * a); }},
      {"rocdl.cos %a f32 -> f32", true, [=](double a, double) { return std::cos(2 * pi * a); }},
      {"llvm.call_intrinsic \"llvm.amdgcn.rsq.f32\"(%b) : (f32) -> f32", true,
       [](double, double b) { return 1 / std::sqrt(b); }},
      {"llvm.call_intrinsic \"llvm.amdgcn.fract.f32\"(%a) : (f32) -> f32", true,
       [](double a, double) { return a - std::floor(a); }},
      {"llvm.freeze %a : f32", true, [](double a, double) { return a; }},
      {"math.absi %a : i32", false, [](double a, double) { return std::fabs(a); }},
      {"math.ctpop %b : i32", false,
       [](double, double b) { return __builtin_popcount(unsigned(b)); }},
      {"math.ctlz %b : i32", false, [](double, double b) { return __builtin_clz(unsigned(b)); }},
      {"math.cttz %b : i32", false, [](double, double b) { return __builtin_ctz(unsigned(b)); }},
      {"arith.ceildivsi %a, %b : i32", false, [](double a, double b) { return std::ceil(a / b); }},
      {"arith.floordivsi %a, %b : i32", false,
       [](double a, double b) { return std::floor(a / b); }},
      {"arith.remsi %a, %b : i32", false, [](double a, double b) { return std::fmod(a, b); }},
      {"arith.minsi %a, %b : i32", false, [](double a, double b) { return std::min(a, b); }},
      {"llvm.intr.smax(%a, %b) : (i32, i32) -> i32", false,
       [](double a, double b) { return std::max(a, b); }},
  };
  for (const Elementwise &row : table) {
    SCOPED_TRACE(row.operation);
    std::string type = row.isFloat ? "f32" : "i32";
    std::vector<double> a, b;
    for (int i = 0; i < 64; ++i) {
      a.push_back(row.isFloat ? (i - 30) * 0.37 : i - 30);
      b.push_back(row.isFloat ? 0.25 + i * 0.21 : i + 1);
    }
    auto stored = [&](const std::vector<double> &values) {
      return row.isFloat ? bytes(std::vector<float>(values.begin(), values.end()))
                         : bytes(std::vector<int32_t>(values.begin(), values.end()));
    };
    std::vector<uint8_t> pa = stored(a), pb = stored(b), out(64 * 4);
    ASSERT_TRUE(run(
        "%pa: !llvm.ptr<1>, %pb: !llvm.ptr<1>, %po: !llvm.ptr<1>",
        std::string(threadIndex) +
            "%ga = llvm.getelementptr %pa[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, " + type +
            "\n%gb = llvm.getelementptr %pb[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, " + type +
            "\n%go = llvm.getelementptr %po[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, " + type +
            "\n%a = llvm.load %ga : !llvm.ptr<1> -> " + type +
            "\n%b = llvm.load %gb : !llvm.ptr<1> -> " + type + "\n%r = " + row.operation +
            "\nllvm.store %r, %go : " + type + ", !llvm.ptr<1>\ngpu.return",
        {Argument::memory(pa), Argument::memory(pb), Argument::memory(out)}))
        << message;
    for (int i = 0; i < 64; ++i) {
      if (row.isFloat) {
        double x = float(a[i]), y = float(b[i]), expected = row.formula(x, y);
        EXPECT_NEAR(numbers<float>(out)[i], expected, 1e-5 * std::max(1.0, std::fabs(expected)))
            << i;
      } else {
        EXPECT_EQ(numbers<int32_t>(out)[i], int32_t(row.formula(a[i], b[i]))) << i;
      }
    }
  }
}

TEST_F(Program, ExtendedArithmeticKeepsTheHighPart) {
  std::vector<uint8_t> out(6 * 4);
  ASSERT_TRUE(run("%p: !llvm.ptr<1>, %a: i32, %b: i32", R"(
    %s, %o = arith.addui_extended %a, %b : i32, i1
    %oi = arith.extui %o : i1 to i32
    %ul, %uh = arith.mului_extended %a, %b : i32
    %sl, %sh = arith.mulsi_extended %a, %b : i32
    %v = vector.from_elements %s, %oi, %ul, %uh, %sl, %sh : vector<6xi32>
    llvm.store %v, %p : vector<6xi32>, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(out), Argument::scalar(0xFFFFFFF0u), Argument::scalar(0x20)}))
      << message;
  uint64_t a = 0xFFFFFFF0u, b = 0x20, product = a * b;
  int64_t signedProduct = int64_t(int32_t(a)) * int32_t(b);
  std::vector<uint32_t> expected = {uint32_t(a + b),         1,
                                    uint32_t(product),       uint32_t(product >> 32),
                                    uint32_t(signedProduct), uint32_t(signedProduct >> 32)};
  EXPECT_EQ(numbers<uint32_t>(out), expected);
}

TEST_F(Program, VectorOperationsMoveElements) {
  std::vector<uint8_t> out(20 * 4);
  ASSERT_TRUE(run("%p: !llvm.ptr<1>", R"(
    %a = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
    %b = arith.constant dense<[10, 11, 12, 13]> : vector<4xi32>
    %i = vector.interleave %a, %b : vector<4xi32> -> vector<8xi32>
    %even, %odd = vector.deinterleave %i : vector<8xi32> -> vector<4xi32>
    %sum = arith.addi %even, %odd : vector<4xi32>
    %step = vector.step : vector<8xindex>
    %steps = arith.index_cast %step : vector<8xindex> to vector<8xi32>
    %zero = arith.constant dense<0> : vector<20xi32>
    %0 = vector.insert_strided_slice %i, %zero {offsets = [0], strides = [1]} : vector<8xi32> into vector<20xi32>
    %1 = vector.insert_strided_slice %sum, %0 {offsets = [8], strides = [1]} : vector<4xi32> into vector<20xi32>
    %2 = vector.insert_strided_slice %steps, %1 {offsets = [12], strides = [1]} : vector<8xi32> into vector<20xi32>
    llvm.store %2, %p : vector<20xi32>, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(out)}))
      << message;
  std::vector<int32_t> expected = {0,  10, 1, 11, 2, 12, 3, 13, 10, 12,
                                   14, 16, 0, 1,  2, 3,  4, 5,  6,  7};
  EXPECT_EQ(numbers<int32_t>(out), expected);
}

TEST_F(Program, SwitchesSendEachLaneItsWay) {
  std::vector<uint8_t> out(64 * 8);
  ASSERT_TRUE(run("%p: !llvm.ptr<1>", std::string(threadIndex) + R"(
    %c4 = arith.constant 4 : i32
    %r = arith.remui %t, %c4 : i32
    %ri = arith.index_cast %r : i32 to index
    %c10 = arith.constant 10 : i32
    %c20 = arith.constant 20 : i32
    %c30 = arith.constant 30 : i32
    %s = scf.index_switch %ri -> i32
    case 1 { scf.yield %c10 : i32 }
    case 3 { scf.yield %c30 : i32 }
    default { scf.yield %t : i32 }
    cf.switch %r : i32, [ default: ^join(%c20 : i32), 0: ^zero, 2: ^join(%c10 : i32) ]
  ^zero:
    %u = arith.addi %t, %c30 : i32
    cf.br ^join(%u : i32)
  ^join(%v: i32):
    %pair = vector.from_elements %s, %v : vector<2xi32>
    %a = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<2 x i32>
    llvm.store %pair, %a : vector<2xi32>, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(out)}))
      << message;
  for (int t = 0; t < 64; ++t) {
    EXPECT_EQ(numbers<int32_t>(out)[2 * t], t % 4 == 1 ? 10 : t % 4 == 3 ? 30 : t) << t;
    EXPECT_EQ(numbers<int32_t>(out)[2 * t + 1], t % 4 == 0 ? t + 30 : t % 4 == 2 ? 10 : 20) << t;
  }
}

/// Every lane applies an atomic operation with its own number to one word of a buffer.
TEST_F(Program, BufferAtomicsCombineWithWhatIsThere) {
  struct Row {
    const char *name;
    int32_t start;
    std::function<int32_t(int32_t, int32_t)> formula;
  };
  const Row table[] = {
      {"add", 5, [](int32_t old, int32_t v) { return old + v; }},
      {"smin", 7, [](int32_t old, int32_t v) { return std::min(old, v); }},
      {"umax", 7,
       [](int32_t old, int32_t v) { return int32_t(std::max(uint32_t(old), uint32_t(v))); }},
      {"and", -1, [](int32_t old, int32_t v) { return old & v; }},
      {"or", 8, [](int32_t old, int32_t v) { return old | v; }},
      {"inc", 3, [](int32_t old, int32_t v) { return uint32_t(old) >= uint32_t(v) ? 0 : old + 1; }},
      {"dec", 3,
       [](int32_t old, int32_t v) {
         return old == 0 || uint32_t(old) > uint32_t(v) ? v : old - 1;
       }},
  };
  for (const Row &row : table) {
    SCOPED_TRACE(row.name);
    std::vector<uint8_t> word = bytes<int32_t>({row.start});
    ASSERT_TRUE(
        run("%p: !llvm.ptr<1>",
            std::string(threadIndex) + R"(
      %stride = arith.constant 0 : i16
      %size = arith.constant 4 : i64
      %flags = arith.constant 159744 : i32
      %zero = arith.constant 0 : i32
      %c3 = arith.constant 3 : i32
      %v = arith.addi %t, %c3 : i32
      %r = rocdl.make.buffer.rsrc %p, %stride, %size, %flags : !llvm.ptr<1> to !llvm.ptr<8>
      %old = llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.atomic.)" +
                row.name +
                R"("(%v, %r, %zero, %zero, %zero) : (i32, !llvm.ptr<8>, i32, i32, i32) -> i32
      gpu.return)",
            {Argument::memory(word)}))
        << message;
    int32_t expected = row.start;
    for (int t = 0; t < 64; ++t)
      expected = row.formula(expected, t + 3);
    EXPECT_EQ(numbers<int32_t>(word)[0], expected);
  }
}

TEST_F(Program, LdsLoadsPutLanesBehindEachOther) {
  std::vector<int32_t> source(256);
  for (int i = 0; i < 256; ++i)
    source[i] = 1000 + i;
  std::vector<uint8_t> in = bytes(source), out(64 * 4);
  // Lane t fetches word 3 t; LDS holds what the lanes fetched in lane order.
  ASSERT_TRUE(run("%p: !llvm.ptr<1>, %q: !llvm.ptr<1>", std::string(threadIndex) + R"(
    %c3 = arith.constant 3 : i32
    %i = arith.muli %t, %c3 : i32
    %g = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %l = llvm.mlir.addressof @lds : !llvm.ptr<3>
    rocdl.global.load.lds %g, %l, 4, 0, 0
    %m = llvm.getelementptr %l[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %v = llvm.load %m : !llvm.ptr<3> -> i32
    %a = llvm.getelementptr %q[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %a : i32, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(in), Argument::memory(out)}, sharedGlobal))
      << message;
  for (int t = 0; t < 64; ++t)
    EXPECT_EQ(numbers<int32_t>(out)[t], 1000 + 3 * t);
}

TEST_F(Program, TransposingReadsGiveColumns) {
  // 16 lanes address the rows of a 16 x 4 matrix of 16-bit numbers in row order; lane i gets column
  // elements 16 j + i of that memory.
  std::vector<uint8_t> out(64 * 8);
  ASSERT_TRUE(run("%q: !llvm.ptr<1>", std::string(threadIndex) + R"(
    %l = llvm.mlir.addressof @lds : !llvm.ptr<3>
    %c4 = arith.constant 4 : i32
    %first = arith.muli %t, %c4 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %n1 = arith.addi %first, %c1 : i32
    %n2 = arith.addi %first, %c2 : i32
    %n3 = arith.addi %first, %c3 : i32
    %w = vector.from_elements %first, %n1, %n2, %n3 : vector<4xi32>
    %h = arith.trunci %w : vector<4xi32> to vector<4xi16>
    %m = llvm.getelementptr %l[%first] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i16
    llvm.store %h, %m : vector<4xi16>, !llvm.ptr<3>
    %r = rocdl.ds.read.tr16.b64 %m : !llvm.ptr<3> -> vector<4xi16>
    %a = llvm.getelementptr %q[%first] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i16
    llvm.store %r, %a : vector<4xi16>, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(out)}, sharedGlobal))
      << message;
  for (int t = 0; t < 64; ++t)
    for (int j = 0; j < 4; ++j)
      EXPECT_EQ(numbers<int16_t>(out)[4 * t + j], t / 16 * 64 + 16 * j + t % 16) << t << " " << j;
}

/// A scaled 16x16x128 product of 4-bit floats: row r of A has a scale for each 32 columns.
class Scaled : public Program {
protected:
  std::vector<int> codes(size_t count) {
    std::vector<int> result(count);
    for (int &code : result)
      code = int(random() % 16);
    return result;
  }
  /// f4E2M1FN: sign, two exponent bits of bias 1, one mantissa bit.
  static double f4(int code) {
    const double magnitudes[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
    return (code & 8 ? -1 : 1) * magnitudes[code & 7];
  }
  std::mt19937 random{3};
};

TEST_F(Scaled, MfmaOfFourBitFloats) {
  options.chip = "gfx950";
  std::vector<int> a = codes(16 * 128), b = codes(16 * 128);
  std::vector<uint8_t> pa(64 * 16), pb(64 * 16), sa(64 * 4), sb(64 * 4), out(64 * 16);
  std::vector<int> scaleA(64), scaleB(64);
  for (int lane = 0; lane < 64; ++lane) {
    for (int v = 0; v < 32; ++v) {
      int at = lane % 16 * 128 + 32 * (lane / 16) + v;
      pa[lane * 16 + v / 2] |= uint8_t(a[at] << 4 * (v % 2));
      pb[lane * 16 + v / 2] |= uint8_t(b[at] << 4 * (v % 2));
    }
    scaleA[lane] = int(random() % 5) - 2;
    scaleB[lane] = int(random() % 5) - 2;
    sa[lane * 4 + 2] = uint8_t(127 + scaleA[lane]); // byte 2 of the register
    sb[lane * 4 + 1] = uint8_t(127 + scaleB[lane]); // byte 1
  }
  ASSERT_TRUE(run("%pa: !llvm.ptr<1>, %pb: !llvm.ptr<1>, %psa: !llvm.ptr<1>, %psb: !llvm.ptr<1>, "
                  "%po: !llvm.ptr<1>",
                  std::string(threadIndex) + R"(
    %ga = llvm.getelementptr %pa[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<4 x i32>
    %gb = llvm.getelementptr %pb[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<4 x i32>
    %gsa = llvm.getelementptr %psa[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %gsb = llvm.getelementptr %psb[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %a = llvm.load %ga : !llvm.ptr<1> -> vector<4xi32>
    %b = llvm.load %gb : !llvm.ptr<1> -> vector<4xi32>
    %sa = llvm.load %gsa : !llvm.ptr<1> -> i32
    %sb = llvm.load %gsb : !llvm.ptr<1> -> i32
    %acc = arith.constant dense<1.0> : vector<4xf32>
    %f4 = arith.constant 4 : i32
    %byteA = arith.constant 2 : i32
    %byteB = arith.constant 1 : i32
    %d = rocdl.mfma.scale.f32.16x16x128.f8f6f4 %a, %b, %acc, %f4, %f4, %byteA, %sa, %byteB, %sb : (vector<4xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32, i32, i32, i32) -> vector<4xf32>
    %go = llvm.getelementptr %po[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<4 x f32>
    llvm.store %d, %go : vector<4xf32>, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(pa), Argument::memory(pb), Argument::memory(sa),
                   Argument::memory(sb), Argument::memory(out)}))
      << message;
  for (int lane = 0; lane < 64; ++lane)
    for (int v = 0; v < 4; ++v) {
      int row = 4 * (lane / 16) + v, column = lane % 16;
      double expected = 1;
      for (int k = 0; k < 128;
           ++k) // the scale of columns 32 j … of a row is that of lane 16 j + row
        expected += f4(a[row * 128 + k]) * std::exp2(scaleA[k / 32 * 16 + row]) *
                    f4(b[column * 128 + k]) * std::exp2(scaleB[k / 32 * 16 + column]);
      EXPECT_EQ(numbers<float>(out)[lane * 4 + v], float(expected)) << lane << " " << v;
    }
}

/// The scales of one row: equal ones, and one that differs.
const char *scaledWmma = R"(
    %one = arith.constant dense<0x38383838> : vector<16xi32>
    %acc = arith.constant dense<-2.0> : vector<8xf32>
    %d = rocdl.wmma.scale.f32.16x16x128.f8f6f4 %one, %one, %acc, %sa, %sb {modC = 3 : i16} : (vector<16xi32>, vector<16xi32>, vector<8xf32>, i32, i32) -> vector<8xf32>
    %go = llvm.getelementptr %po[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<8 x f32>
    llvm.store %d, %go : vector<8xf32>, !llvm.ptr<1>
    gpu.return)";

TEST_F(Scaled, WmmaWithEqualScalesOfARow) {
  options.chip = "gfx1250";
  options.waveSize = 32;
  options.block = {32, 1, 1};
  std::vector<uint8_t> out(32 * 32);
  // All elements are 1; scales of A are 4, those of B 1/2; C is -|-2|.
  ASSERT_TRUE(
      run("%po: !llvm.ptr<1>, %sa: i32, %sb: i32", std::string(threadIndex) + scaledWmma,
          {Argument::memory(out), Argument::scalar(0x81818181), Argument::scalar(0x7E7E7E7E)}))
      << message;
  for (float number : numbers<float>(out))
    EXPECT_EQ(number, 128 * 4 * 0.5f - 2);
}

TEST_F(Scaled, AnUnpublishedAssignmentOfScalesIsReported) {
  options.chip = "gfx1250";
  options.waveSize = 32;
  options.block = {32, 1, 1};
  std::vector<uint8_t> out(32 * 32);
  EXPECT_FALSE(
      run("%po: !llvm.ptr<1>, %sa: i32, %sb: i32", std::string(threadIndex) + scaledWmma,
          {Argument::memory(out), Argument::scalar(0x81818180), Argument::scalar(0x7E7E7E7E)}));
  EXPECT_NE(message.find("row 0 of A has different scales"), std::string::npos) << message;
}

TEST_F(Program, BlocksOfAMatrixInstructionAreProductsOfTheirOwn) {
  // 4x4x1, 16 blocks: lane l holds row l % 4 of block l / 4; C holds column l % 4.
  std::vector<float> a(64), b(64);
  std::mt19937 random(5);
  for (int i = 0; i < 64; ++i) {
    a[i] = float(int(random() % 9) - 4);
    b[i] = float(int(random() % 9) - 4);
  }
  std::vector<uint8_t> pa = bytes(a), pb = bytes(b), out(64 * 16);
  ASSERT_TRUE(run("%pa: !llvm.ptr<1>, %pb: !llvm.ptr<1>, %po: !llvm.ptr<1>",
                  std::string(threadIndex) + R"(
    %ga = llvm.getelementptr %pa[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %gb = llvm.getelementptr %pb[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = llvm.load %ga : !llvm.ptr<1> -> f32
    %b = llvm.load %gb : !llvm.ptr<1> -> f32
    %acc = arith.constant dense<0.0> : vector<4xf32>
    %zero = arith.constant 0 : i32
    %d = rocdl.mfma.f32.4x4x1f32 %a, %b, %acc, %zero, %zero, %zero : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    %go = llvm.getelementptr %po[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<4 x f32>
    llvm.store %d, %go : vector<4xf32>, !llvm.ptr<1>
    gpu.return)",
                  {Argument::memory(pa), Argument::memory(pb), Argument::memory(out)}))
      << message;
  for (int lane = 0; lane < 64; ++lane)
    for (int row = 0; row < 4; ++row)
      EXPECT_EQ(numbers<float>(out)[lane * 4 + row], a[lane / 4 * 4 + row] * b[lane])
          << lane << " " << row;
}

TEST_F(Program, OperationsThatCannotRunAreListedBeforehand) {
  module = parseSourceString<ModuleOp>(R"(gpu.module @m { gpu.func @k(%x: i32) kernel {
    %a = llvm.intr.bitreverse(%x) : (i32) -> i32
    %b = llvm.call_intrinsic "llvm.amdgcn.nowhere"(%x) : (i32) -> i32
    %c = arith.addi %a, %b : i32
    gpu.return
  } })",
                                       &context);
  ASSERT_TRUE(module) << message;
  llvm::SmallVector<Operation *> unknown = unknownOperations(*module);
  ASSERT_EQ(unknown.size(), 2u);
  EXPECT_EQ(unknown[0]->getName().getStringRef(), "llvm.intr.bitreverse");
  EXPECT_EQ(unknown[1]->getName().getStringRef(), "llvm.call_intrinsic");
}

TEST_F(Program, ALoopThatNeverEndsIsGivenUp) {
  options.maxSteps = 1000;
  EXPECT_FALSE(run("", R"(
    %true = arith.constant true
    scf.while : () -> () { scf.condition(%true) } do { scf.yield }
    gpu.return)",
                   {}));
  EXPECT_NE(message.find("gave up after 1000 operations"), std::string::npos) << message;
}

TEST_F(Program, UnknownOperationsAreNamed) {
  EXPECT_FALSE(run("%q: i32", R"(
    %d = llvm.intr.bitreverse(%q) : (i32) -> i32
    gpu.return)",
                   {Argument::scalar(0)}));
  EXPECT_NE(message.find("does not know 'llvm.intr.bitreverse'"), std::string::npos) << message;
}

TEST_F(Program, DivisionByZeroIsReported) {
  EXPECT_FALSE(run("", std::string(threadIndex) + R"(
    %c = arith.constant 8 : i32
    %d = arith.divsi %c, %t : i32
    gpu.return)",
                   {}));
  EXPECT_NE(message.find("division by zero"), std::string::npos) << message;
  EXPECT_NE(message.find("lane 0"), std::string::npos) << message;
}

} // namespace
