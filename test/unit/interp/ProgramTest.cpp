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

#include <cstring>
#include <random>

using namespace mlir;
using namespace mlir::fly::interp;

namespace {

/// Runs a kernel body given as text; diagnostics are collected.
class Program : public testing::Test {
protected:
  Program() {
    context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect, gpu::GPUDialect, LLVM::LLVMDialect,
                        ROCDL::ROCDLDialect, math::MathDialect, scf::SCFDialect, ub::UBDialect,
                        vector::VectorDialect>();
    context.getDiagEngine().registerHandler([this](Diagnostic &d) {
      message += d.str() + "\n";
      return success();
    });
  }

  bool run(std::string arguments, std::string body, std::vector<Argument> values, std::string globals = "") {
    module = parseSourceString<ModuleOp>("gpu.module @m {\n" + globals + "\ngpu.func @k(" + arguments +
                                             ") kernel {\n" + body + "\n} }",
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
    gpu.return)", {Argument::memory(out)})) << message;
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
    gpu.return)", {Argument::memory(out)})) << message;
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
    gpu.return)", {Argument::memory(out)})) << message;
  for (int t = 0; t < 64; ++t)
    EXPECT_EQ(numbers<int32_t>(out)[t], t == 0 ? 0 : 32 - __builtin_clz(t)) << t;
}

const char *sharedGlobal = R"(llvm.mlir.global external @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1024 x i8>)";

/// Every thread writes its number to LDS and reads that of its mirror image in the workgroup.
std::string mirror(bool barrier) {
  return std::string(threadIndex) + R"(
    %l = llvm.mlir.addressof @lds : !llvm.ptr<3>
    %w = llvm.getelementptr %l[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %w : i32, !llvm.ptr<3>
)" + (barrier ? "gpu.barrier\n" : "") + R"(
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
    ASSERT_TRUE(run("%p: !llvm.ptr<1>", mirror(true), {Argument::memory(out)}, sharedGlobal)) << message;
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
    gpu.return)", {}));
  EXPECT_NE(message.find("another wave has ended without reaching it"), std::string::npos) << message;
}

TEST_F(Program, AccessesOutsideOfABufferAreReportedWithTheLane) {
  std::vector<uint8_t> out(63 * 4);
  EXPECT_FALSE(run("%p: !llvm.ptr<1>", std::string(threadIndex) + R"(
    %a = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %t, %a : i32, !llvm.ptr<1>
    gpu.return)", {Argument::memory(out)}));
  EXPECT_NE(message.find("write of 4 bytes at offset 252 of argument 0, which has 252 bytes"), std::string::npos)
      << message;
  EXPECT_NE(message.find("lane 63"), std::string::npos) << message;
}

TEST_F(Program, AnAccessBelowItsStatedAlignmentIsReported) {
  std::vector<uint8_t> out(64);
  EXPECT_FALSE(run("%p: !llvm.ptr<1>", R"(
    %c4 = arith.constant 4 : i32
    %a = llvm.getelementptr %p[%c4] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
    %v = llvm.load %a {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
    gpu.return)", {Argument::memory(out)}));
  EXPECT_NE(message.find("is not a multiple of the stated alignment 16"), std::string::npos) << message;
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
    gpu.return)", {Argument::memory(in), Argument::memory(out)})) << message;
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
    gpu.return)", {Argument::memory(out)})) << message;
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
    gpu.return)", {Argument::memory(out)})) << message;
  for (int t = 0; t < 64; ++t) {
    EXPECT_EQ(numbers<int32_t>(out)[t], t % 16 == 0 ? -1 : t - 1);      // row_shr:1
    EXPECT_EQ(numbers<int32_t>(out)[64 + t], t / 16 * 16 + 15 - t % 16); // row_mirror
  }
}

TEST_F(Program, MatrixInstructionMultiplies) {
  // 16x16x4 f32: each lane loads one element of A and of B by the published map and stores four of C.
  std::mt19937 random(1);
  std::vector<float> a(64), b(64), c(256);
  for (float &x : a) x = float(int(random() % 9) - 4);
  for (float &x : b) x = float(int(random() % 9) - 4);
  std::vector<uint8_t> ab = bytes(a), bb = bytes(b), cb = bytes(c);
  ASSERT_TRUE(run("%pa: !llvm.ptr<1>, %pb: !llvm.ptr<1>, %pc: !llvm.ptr<1>", std::string(threadIndex) + R"(
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
    gpu.return)", {Argument::memory(ab), Argument::memory(bb), Argument::memory(cb)})) << message;
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

TEST_F(Program, ALoopThatNeverEndsIsGivenUp) {
  options.maxSteps = 1000;
  EXPECT_FALSE(run("", R"(
    %true = arith.constant true
    scf.while : () -> () { scf.condition(%true) } do { scf.yield }
    gpu.return)", {}));
  EXPECT_NE(message.find("gave up after 1000 operations"), std::string::npos) << message;
}

TEST_F(Program, UnknownOperationsAreNamed) {
  EXPECT_FALSE(run("%q: i32", R"(
    %d = llvm.intr.bitreverse(%q) : (i32) -> i32
    gpu.return)", {Argument::scalar(0)}));
  EXPECT_NE(message.find("does not know 'llvm.intr.bitreverse'"), std::string::npos) << message;
}

TEST_F(Program, DivisionByZeroIsReported) {
  EXPECT_FALSE(run("", std::string(threadIndex) + R"(
    %c = arith.constant 8 : i32
    %d = arith.divsi %c, %t : i32
    gpu.return)", {}));
  EXPECT_NE(message.find("division by zero"), std::string::npos) << message;
  EXPECT_NE(message.find("lane 0"), std::string::npos) << message;
}

} // namespace
