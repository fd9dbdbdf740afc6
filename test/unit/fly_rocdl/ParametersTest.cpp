// Payload parameters: every rule P1 to P14 (FLY301 to FLY314) with its code, and the defects of the
// reference that concern types (fly-rocdl 9), by number.
#include "TestSupport.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/Invariants.h"
#include "dialects/fly_rocdl/AtomLayouts.h"
#include "dialects/fly_rocdl/Chips.h"
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Rules.h"

#include <set>

using namespace mlir;
using namespace mlir::fly_rocdl;
using namespace rocdl_test;

namespace {

std::string mfma(const std::string &body) { return "!fly_rocdl.cdna3.mfma<" + body + ">"; }
std::string flagged(const std::string &generation, const std::string &body, bool signA = false,
                    bool signB = false, bool clamp = false) {
  auto word = [](bool flag) { return std::string(flag ? "true" : "false"); };
  return "!fly_rocdl." + generation + ".wmma<" + body + ", signA = " + word(signA) +
         ", signB = " + word(signB) + ", clamp = " + word(clamp) + ">";
}
std::string scaled(const std::string &body, int opselA = 0, int opselB = 0) {
  return "!fly_rocdl.cdna4.mfma_scale<" + body + ", opselA = " + std::to_string(opselA) +
         ", opselB = " + std::to_string(opselB) + ">";
}
std::string wmmaScaled(const std::string &body, int opselA = 0, int opselB = 0, int modC = 0,
                       int blockSize = 32) {
  return "!fly_rocdl.gfx1250.wmma_scale<" + body + ", opselA = " + std::to_string(opselA) +
         ", opselB = " + std::to_string(opselB) + ", modC = " + std::to_string(modC) +
         ", reuseA = false, reuseB = false, blockSize = " + std::to_string(blockSize) + ">";
}
std::string tdm(int rank, int warps, int interval, int amount, int cache = 0) {
  return "!fly_rocdl.gfx1250.tdm<rank = " + std::to_string(rank) +
         ", warps = " + std::to_string(warps) + ", pad = " + std::to_string(interval) + ", " +
         std::to_string(amount) + ", cache = " + std::to_string(cache) +
         ", barrier = false, timeout = false>";
}

class ParametersTest : public RocdlTest {};

TEST_F(ParametersTest, P1_NoSuchMfma) {
  refuse(mfma("16x16x8, (f16, f16) -> f32"), 301,
         {"no MFMA instruction computes 16x16x8 with A=f16, B=f16, accumulator f32",
          "nearest: 16x16x16 (f16, f16) -> f32"});
  refuse(mfma("16x16x16, (f16, f16) -> f16"), 301, {"accumulator f16"});
  refuse(mfma("16x16x32, (i8, i8) -> f32"), 301);
  refuse(mfma("16x16x32, (ui8, ui8) -> i32"), 301);
  refuse(mfma("16x16x4, (f64, f64) -> f32"), 301);
  refuse(mfma("16x16x4, (vector<2xf32>, f32) -> f32"), 301);
}

TEST_F(ParametersTest, P2_D2_MultiBlock) {
  struct {
    const char *body;
    const char *blocks;
  } shapes[] = {
      {"32x32x1, (f32, f32) -> f32", "2-block"},   {"16x16x1, (f32, f32) -> f32", "4-block"},
      {"4x4x1, (f32, f32) -> f32", "16-block"},    {"32x32x4, (f16, f16) -> f32", "2-block"},
      {"16x16x4, (f16, f16) -> f32", "4-block"},   {"4x4x4, (f16, f16) -> f32", "16-block"},
      {"32x32x2, (bf16, bf16) -> f32", "2-block"}, {"16x16x2, (bf16, bf16) -> f32", "4-block"},
      {"4x4x2, (bf16, bf16) -> f32", "16-block"}};
  for (auto &[body, blocks] : shapes)
    refuse(mfma(body), 302, {blocks, "a single-tile layout cannot describe it"});
}

TEST_F(ParametersTest, P3_MixedFormats) {
  refuse(mfma("16x16x32, (f8E4M3FNUZ, f8E4M3FN) -> f32"), 303,
         {"A and B mix FNUZ and OCP 8-bit formats"});
  refuse(mfma("32x32x16, (f8E5M2, f8E5M2FNUZ) -> f32"), 303);
}

TEST_F(ParametersTest, P4_ScaledProducts) {
  refuse(scaled("16x16x64, (f8E4M3FN, f8E4M3FN) -> f32"), 304,
         {"scaled product supports", "got 16x16x64"});
  refuse(scaled("16x16x128, (f8E4M3FNUZ, f8E4M3FN) -> f32"), 304);
  refuse(scaled("16x16x128, (f8E4M3FN, f16) -> f32"), 304);
  refuse(scaled("16x16x128, (f8E4M3FN, f8E4M3FN) -> f16"), 304);
  refuse(wmmaScaled("16x16x64, (f8E4M3FN, f8E4M3FN) -> f32"), 304);
  refuse(wmmaScaled("32x16x128, (f16, f16) -> f32"), 304);
}

TEST_F(ParametersTest, P5_Ranges) {
  std::string body = "16x16x128, (f8E4M3FN, f4E2M1FN) -> f32";
  refuse(scaled(body, 4, 0), 305, {"opselA must lie in [0, 3], got 4"});
  refuse(scaled(body, 0, -1), 305, {"opselB must lie in [0, 3], got -1"});
  accept(scaled(body, 3, 3));
  refuse(wmmaScaled(body, 2), 305, {"opselA must lie in [0, 1], got 2"});
  refuse(wmmaScaled(body, 0, 2), 305, {"opselB must lie in [0, 1], got 2"});
  refuse(wmmaScaled(body, 0, 0, 0, 64), 305, {"blockSize must be 16 or 32, got 64"});
  accept(wmmaScaled(body, 1, 1, 3, 16));
}

TEST_F(ParametersTest, P6_WideShapeOfFourBits) {
  refuse(wmmaScaled("32x16x128, (f8E4M3FN, f4E2M1FN) -> f32"), 306,
         {"32x16x128 takes 4-bit operands only"});
  refuse(wmmaScaled("32x16x128, (f6E2M3FN, f6E2M3FN) -> f32"), 306);
  accept(wmmaScaled("32x16x128, (f4E2M1FN, f4E2M1FN) -> f32"));
}

TEST_F(ParametersTest, P7_NoSuchWmma) {
  refuse(flagged("gfx11", "16x16x32, (f16, f16) -> f32"), 307,
         {"no WMMA of gfx11 computes 16x16x32 with A=f16, B=f16, accumulator f32",
          "nearest: 16x16x16 (f16, f16) -> f32"});
  refuse(flagged("gfx11", "16x16x16, (f16, f16) -> f16"), 307);
  // The search for the nearest shape must not overflow on any extent.
  for (const char *shape : {"16x188888886x16", "2147483647x1x2147483647", "1x1x1"})
    refuse(flagged("gfx11", std::string(shape) + ", (f16, f16) -> f32"), 307);
  refuse(flagged("gfx11", "16x16x16, (i8, i4) -> i32"), 307);
  refuse(flagged("gfx120x", "16x16x16, (i8, i8) -> i32"), 307);
  refuse(flagged("gfx1250", "16x16x16, (f16, f16) -> f32"), 307);
  refuse(flagged("gfx1250", "16x16x64, (f8E4M3FNUZ, f8E4M3FNUZ) -> f32"), 307);
}

TEST_F(ParametersTest, P8_FlagsOfIntegers) {
  for (const char *generation : {"gfx11", "gfx120x"}) {
    refuse(flagged(generation, "16x16x16, (f16, f16) -> f32", true), 308,
           {"sign and clamp flags need integer operands, got f16"});
    refuse(flagged(generation, "16x16x16, (bf16, bf16) -> f32", false, true), 308);
    refuse(flagged(generation, "16x16x16, (bf16, bf16) -> f32", false, false, true), 308);
  }
  refuse(flagged("gfx1250", "16x16x32, (f16, f16) -> f32", true), 308);
  accept(flagged("gfx11", "16x16x16, (i8, i8) -> i32", true, false, true));
  accept(flagged("gfx11", "16x16x16, (si8, ui8) -> i32", true, false));
  accept(flagged("gfx11", "16x16x16, (ui4, i4) -> i32", true, true));
  accept(flagged("gfx1250", "16x16x64, (i8, i8) -> i32", true, true, true));
}

TEST_F(ParametersTest, P9_BufferCopy) {
  for (int bits : {0, -32, 1, 24, 48, 80, 160, 256})
    refuse("!fly_rocdl.cdna3.buffer_copy<" + std::to_string(bits) + ">", 309,
           {"is not a machine transfer size; use 8, 16, 32, 64, 96, 128"});
  refuse("!fly_rocdl.cdna3.buffer_copy<32, cache = 32>", 309,
         {"cache must lie in [0, 31], got 32"});
  refuse("!fly_rocdl.cdna3.buffer_copy<32, cache = -1>", 309);
  accept("!fly_rocdl.cdna3.buffer_copy<32, cache = 31>");
  // The default is not printed.
  EXPECT_EQ(print(parse("!fly_rocdl.cdna3.buffer_copy<32, cache = 0>")),
            "!fly_rocdl.cdna3.buffer_copy<32>");
}

TEST_F(ParametersTest, P10_LdsTransfers) {
  for (const char *payload :
       {"cdna3.buffer_copy_lds", "cdna4.buffer_load_async_lds", "cdna4.global_load_async_lds"}) {
    refuse(std::string("!fly_rocdl.") + payload + "<64>", 310,
           {"LDS transfer of 64 bits does not exist; use 32, "});
    refuse(std::string("!fly_rocdl.") + payload + "<0>", 310);
    accept(std::string("!fly_rocdl.") + payload + "<32>");
    accept(std::string("!fly_rocdl.") + payload + "<128>");
  }
}

TEST_F(ParametersTest, P11_BufferAtomics) {
  refuse("!fly_rocdl.cdna3.buffer_atomic<add, f16>", 311,
         {"buffer atomic add is not available on f16; it exists for f32, vector<2xf16>"});
  refuse("!fly_rocdl.cdna3.buffer_atomic<and, f32>", 311);
  refuse("!fly_rocdl.cdna3.buffer_atomic<max, vector<2xf16>>", 311);
  refuse("!fly_rocdl.cdna3.buffer_atomic<add, i8>", 311);
  refuse("!fly_rocdl.cdna3.buffer_atomic<add, vector<2x2xf16>>", 311);
  refuse("!fly_rocdl.cdna3.buffer_atomic<add, tensor<2xf16>>", 311);
  accept("!fly_rocdl.cdna3.buffer_atomic<max, ui32>");
  accept("!fly_rocdl.cdna3.buffer_atomic<inc, ui32>");
  accept("!fly_rocdl.cdna3.buffer_atomic<add, si64>");
}

TEST_F(ParametersTest, P12_TransposingReads) {
  refuse("!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 96>", 312,
         {"no transposing LDS read for granularity 16 and 96 bits",
          "4b with 64, 8b with 64, 6b with 96, 16b with 64"});
  refuse("!fly_rocdl.cdna4.lds_read_trans<trans = 0b, 64>", 312);
  refuse("!fly_rocdl.cdna4.lds_read_trans<trans = 6b, 64>", 312);
}

TEST_F(ParametersTest, P13_TileTransfers) {
  refuse(tdm(0, 1, 0, 0), 313, {"rank must lie in [1, 5], got 0"});
  refuse(tdm(6, 1, 0, 0), 313);
  refuse(tdm(2, 3, 0, 0), 313, {"warps must be a power of two, got 3"});
  refuse(tdm(2, 0, 0, 0), 313);
  refuse(tdm(2, 1, 64, 0), 313,
         {"pad interval and pad amount must be both zero or both positive, got 64 and 0"});
  refuse(tdm(2, 1, 0, 8), 313);
  refuse(tdm(2, 1, -64, -8), 313);
  refuse(tdm(2, 1, 48, 8), 313, {"pad interval must be a power of two, got 48"});
  accept(tdm(5, 8, 64, 8, 31));
}

// What is refused is told what is legal nearby, whatever the numbers and types are.
TEST_F(ParametersTest, NearestLegalTuples) {
  refuse(mfma("16x16x17, (f16, f16) -> f32"), 301, {"nearest: 16x16x16 (f16, f16) -> f32"});
  refuse(mfma("2147483647x2147483647x2147483647, (bf16, bf16) -> f32"), 301,
         {"computes 2147483647x2147483647x2147483647", "(bf16, bf16) -> f32"});
  refuse(mfma("1x1x1, (i8, i8) -> i32"), 301, {"(i8, i8) -> i32"});
  refuse(mfma("16x16x4, (index, f32) -> f32"), 301, {"A=index", "16x16x4 (f32, f32) -> f32"});
  refuse(mfma("16x16x4, (f32, f32) -> tensor<4xf32>"), 301,
         {"accumulator tensor<4xf32>", "nearest: 16x16x4 (f32, f32) -> f32"});
  refuse(mfma("16x16x32, (i8, i8) -> si32"), 301, {"nearest: 16x16x32 (i8, i8) -> i32"});
  refuse(mfma("16x16x64, (f8E5M2, f8E5M2) -> f32"), 301,
         {"nearest: 16x16x32 (f8E5M2, f8E5M2) -> f32"});
  refuse(mfma("4x4x4, (i8, i8) -> i32"), 302, {"16-block MFMA", "use 16x16x32 (i8, i8) -> i32"});
  refuse(scaled("32x32x128, (f4E2M1FN, f8E5M2) -> f32"), 304, {"32x32x64 (f8/f6/f4, f8/f6/f4)"});
  refuse(scaled("16x16x128, (f8E4M3FN, f8E4M3FN) -> f32", INT32_MIN, INT32_MAX), 305,
         {"got -2147483648"});
  refuse(wmmaScaled("16x16x64, (f4E2M1FN, f4E2M1FN) -> f32"), 304, {"16x16x128"});
  refuse(flagged("gfx1250", "16x16x32, (i8, i8) -> i32"), 307,
         {"nearest: 16x16x64 (i8, i8) -> i32"});
  refuse(flagged("gfx1250", "16x16x128, (f8E4M3FN, f8E5M2) -> bf16"), 307,
         {"16x16x128 (f8E4M3FN, f8E5M2) -> f"});
  refuse(flagged("gfx120x", "16x16x16, (f16, f16) -> f16"), 307,
         {"nearest: 16x16x16 (f16, f16) -> f32"});
  for (const char *odd : {"vector<2x2xf16>", "vector<[2]xf16>", "vector<f16>", "tensor<2xf16>",
                          "vector<9223372036854775807xf16>", "index", "complex<f32>", "i1"})
    refuse(std::string("!fly_rocdl.cdna3.buffer_atomic<add, ") + odd + ">", 311,
           {"it exists for f32, vector<2xf16>, vector<2xbf16>, f64, i32, i64"});
  refuse("!fly_rocdl.cdna3.buffer_copy<-2147483648>", 309, {"use 8, 16, 32, 64, 96, 128"});
  refuse("!fly_rocdl.cdna4.lds_read_trans<trans = -2147483648b, 2147483647>", 312,
         {"use 4b with 64, 8b with 64, 6b with 96, 16b with 64"});
}

// P14: the wrappers refuse the other kind and what is no payload at all.
TEST_F(ParametersTest, P14_D24_WrappersCheckTheirPayload) {
  for (const char *text :
       {"!fly.mma_atom<!fly_rocdl.cdna3.buffer_copy<32>>", "!fly.mma_atom<i32>",
        "!fly.copy_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>, 32>",
        "!fly.copy_atom<f32, 32>", "!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 24>",
        "!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 0>",
        "!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 32>"}) {
    EXPECT_FALSE(parse(text)) << text;
    EXPECT_NE(messages.find("[FLY"), std::string::npos) << text << messages;
  }
  accept("!fly.copy_atom<" + tdm(2, 1, 64, 8) + ", 0>");
  accept("!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 16>");
  accept("!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>");
}

TEST_F(ParametersTest, TextForms) {
  // 0 and 1 are read as flags.
  EXPECT_EQ(print(parse("!fly_rocdl.gfx11.wmma<16x16x16, (i8, i8) -> i32, signA = 1, signB = 0, "
                        "clamp = false>")),
            flagged("gfx11", "16x16x16, (i8, i8) -> i32", true));
  // Blanks are free.
  EXPECT_EQ(print(parse("!fly_rocdl.cdna3.mfma< 16x16x4 ,(f32,f32)->f32 >")),
            mfma("16x16x4, (f32, f32) -> f32"));
  // A blank after the bracket, as the reference prints it; and a quoted operation.
  EXPECT_EQ(print(parse("!fly_rocdl.cdna3.buffer_atomic< add, f32>")),
            "!fly_rocdl.cdna3.buffer_atomic<add, f32>");
  EXPECT_EQ(print(parse("!fly_rocdl.cdna3.buffer_atomic<\"add\", f32>")),
            "!fly_rocdl.cdna3.buffer_atomic<add, f32>");
  accept("!fly.ptr<f32, #fly_rocdl.buffer_desc>");
  accept("!fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>");
  for (const char *text :
       {"!fly_rocdl.cdna3.mfma<16x16, (f32, f32) -> f32>",
        "!fly_rocdl.cdna3.mfma<16x16x4x1, (f32, f32) -> f32>",
        "!fly_rocdl.cdna3.mfma<?x16x4, (f32, f32) -> f32>",
        "!fly_rocdl.cdna3.mfma<16x16x4, (f32) -> f32>", "!fly_rocdl.cdna3.mfma<16x16x4>",
        "!fly_rocdl.cdna3.mfma", "!fly_rocdl.cdna9.mfma<16x16x4, (f32, f32) -> f32>",
        "!fly_rocdl.cdna3.mfma<99999999999999999999x1x1, (f32, f32) -> f32>",
        "!fly_rocdl.cdna3.mfma<3000000000x1x1, (f32, f32) -> f32>",
        "!fly_rocdl.cdna4.lds_read_trans<trans = 16, 64>",
        "!fly_rocdl.cdna3.buffer_atomic<xor, i32>", "!fly_rocdl.gfx1250.tdm<rank = 2>",
        "!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32>"}) {
    EXPECT_FALSE(parse(text)) << text;
    EXPECT_FALSE(messages.empty()) << text;
  }
}

// --- Defects of the reference, by number --------------------------------------------------------

TEST_F(ParametersTest, D1_SixteenBitAccumulators) {
  for (const char *body :
       {"16x16x32, (f16, f16) -> f16", "16x16x32, (bf16, bf16) -> bf16",
        "16x16x64, (f8E4M3FN, f8E5M2) -> f16", "16x16x128, (f8E5M2, f8E5M2) -> f16"}) {
    auto payload = cast<fly::MmaOpTypeInterface>(accept(flagged("gfx1250", body)));
    ThrVal map(payload.getThrValLayoutC());
    // Value v of a lane of the lower half holds row v: slot 1, the high half of register 0, row 1.
    for (int64_t v = 0; v < 8; ++v) {
      EXPECT_EQ(map.at(3, v), v + 16 * 3) << body;
      EXPECT_EQ(map.at(19, v), 8 + v + 16 * 3) << body;
    }
  }
}

TEST_F(ParametersTest, D3_AccumulatorOf32x16x128IsABijection) {
  auto payload =
      cast<fly::MmaOpTypeInterface>(accept(wmmaScaled("32x16x128, (f4E2M1FN, f4E2M1FN) -> f32")));
  ThrVal map(payload.getThrValLayoutC());
  std::set<int64_t> positions;
  for (int64_t t = 0; t < 32; ++t)
    for (int64_t v = 0; v < 16; ++v) {
      EXPECT_EQ(map.at(t, v) / 32, t % 16); // the column
      positions.insert(map.at(t, v));
    }
  EXPECT_EQ(positions.size(), 512u);
  EXPECT_EQ(*positions.rbegin(), 511);
  layout::Warnings questions = openQuestions(payload);
  ASSERT_EQ(questions.size(), 1u);
  EXPECT_EQ(questions[0].rule, 342);
}

TEST_F(ParametersTest, D4_OpenQuestionsAreSaid) {
  auto rules = [&](const std::string &text) {
    std::set<int> codes;
    for (const layout::Reason &reason : openQuestions(accept(text)))
      codes.insert(reason.rule);
    return codes;
  };
  using Codes = std::set<int>;
  EXPECT_EQ(rules(scaled("32x32x64, (f8E4M3FN, f8E5M2) -> f32")), (Codes{341}));
  EXPECT_EQ(rules(scaled("32x32x64, (f8E4M3FN, f4E2M1FN) -> f32")), (Codes{341}));
  EXPECT_EQ(rules(scaled("32x32x64, (f4E2M1FN, f4E2M1FN) -> f32")), (Codes{}));
  EXPECT_EQ(rules(scaled("32x32x64, (f6E2M3FN, f4E2M1FN) -> f32")), (Codes{344}));
  EXPECT_EQ(rules(wmmaScaled("16x16x128, (f4E2M1FN, f4E2M1FN) -> f32")), (Codes{343}));
  EXPECT_EQ(rules(wmmaScaled("16x16x128, (f6E3M2FN, f8E5M2) -> f32")), (Codes{343, 344}));
  EXPECT_EQ(rules("!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>"), (Codes{345}));
  EXPECT_EQ(rules(mfma("16x16x4, (f32, f32) -> f32")), (Codes{}));
}

TEST_F(ParametersTest, D5_NarrowTypesNeedWholeBlocks) {
  layout::Result<layout::Layout> factor = wmmaGfx12Factor(8, 16);
  ASSERT_FALSE(bool(factor));
  EXPECT_EQ(factor.reason().rule, 307);
  EXPECT_FALSE(bool(wmmaGfx12Factor(24, 8)));
  EXPECT_FALSE(bool(wmmaGfx12Factor(3, 32)));
  EXPECT_TRUE(bool(wmmaGfx12Factor(16, 8)));
}

TEST_F(ParametersTest, D6_EachFactorHasItsOwnRows) {
  // B of a product with n = 32 is laid out over 32 rows whatever m is.
  EXPECT_EQ(mfmaFactor(32, 8)->str(), "((32,2),4):((1,128),32)");
  EXPECT_EQ(mfmaFactor(16, 16)->str(), "((16,4),4):((1,64),16)");
  EXPECT_EQ(mfmaAccumulator(32, 16)->str(), "((16,4),(4,2)):((32,4),(1,16))");
  EXPECT_FALSE(bool(mfmaFactor(7, 8)));
  EXPECT_FALSE(bool(mfmaFactor(16, 2)));
  EXPECT_FALSE(bool(mfmaAccumulator(4, 4)));
  EXPECT_FALSE(bool(mfmaAccumulator(16, 0)));
}

TEST_F(ParametersTest, D7_ShapesAreChecked) {
  refuse(mfma("7x7x3, (f32, f32) -> f32"), 301, {"computes 7x7x3"});
  refuse(mfma("32x16x8, (f16, f16) -> f32"), 301);
  refuse(mfma("16x32x8, (f16, f16) -> f32"), 301);
}

TEST_F(ParametersTest, D8_FactorsOfOneType) {
  refuse(mfma("16x16x4, (f32, f16) -> f32"), 301, {"A=f32, B=f16"});
  refuse(mfma("16x16x16, (f16, bf16) -> f32"), 301);
  refuse(mfma("16x16x32, (i8, f8E4M3FN) -> i32"), 301);
}

TEST_F(ParametersTest, D9_EightBitFormatsOfBothChips) {
  accept(mfma("16x16x32, (f8E5M2, f8E4M3FN) -> f32"));
  accept(mfma("32x32x16, (f8E4M3FNUZ, f8E5M2FNUZ) -> f32"));
  refuse(mfma("16x16x16, (f8E4M3FN, f8E4M3FN) -> f32"), 301, {"(f8E4M3FN, f8E4M3FN) -> f32"});
}

TEST_F(ParametersTest, D10_LegacyBf16) {
  refuse(mfma("32x32x4, (bf16, bf16) -> f32"), 301, {"nearest: 32x32x8 (bf16, bf16) -> f32"});
  refuse(mfma("16x16x8, (bf16, bf16) -> f32"), 301, {"nearest: 16x16x16 (bf16, bf16) -> f32"});
}

TEST_F(ParametersTest, D11_IntegerShapesOfGfx950) {
  for (const char *body : {"16x16x64, (i8, i8) -> i32", "32x32x32, (i8, i8) -> i32"}) {
    Type payload = accept(mfma(body));
    EXPECT_FALSE(chipProblem(payload, "gfx950"));
    EXPECT_TRUE(chipProblem(payload, "gfx942"));
    EXPECT_TRUE(fly::mmaInvariants(cast<fly::MmaOpTypeInterface>(payload)).empty());
  }
  // xf32 has no element type of 32 bits, f64 no published map at hand: both are refused clearly.
  refuse(mfma("16x16x8, (tf32, tf32) -> f32"), 301);
  refuse(mfma("16x16x4, (f64, f64) -> f64"), 301);
}

TEST_F(ParametersTest, D12_Int4OfGfx1250) {
  Type payload = accept(flagged("gfx1250", "16x16x32, (i4, i4) -> i32"));
  EXPECT_EQ(chipProblem(payload, "gfx1250")->message,
            print(payload) + " needs gfx1200, gfx1201, module targets gfx1250");
  EXPECT_FALSE(chipProblem(payload, "gfx1201"));
}

TEST_F(ParametersTest, D13_ModifiersOfC) {
  std::string body = "16x16x128, (f8E4M3FN, f8E4M3FN) -> f32";
  refuse(wmmaScaled(body, 0, 0, 4), 305, {"modC must lie in [0, 3], got 4"});
  refuse(wmmaScaled(body, 0, 0, 65535), 305);
  refuse(wmmaScaled(body, 3, 0), 305, {"opselA must lie in [0, 1], got 3"});
}

TEST_F(ParametersTest, D14_BufferCopiesAreVerified) {
  refuse("!fly_rocdl.cdna3.buffer_copy<0>", 309);
  refuse("!fly_rocdl.cdna3.buffer_copy<256>", 309);
  accept("!fly_rocdl.cdna3.buffer_copy<96>");
}

TEST_F(ParametersTest, D15_PackedAtomicsHaveALayout) {
  auto packed =
      cast<fly::CopyOpTypeInterface>(accept("!fly_rocdl.cdna3.buffer_atomic<add, vector<2xf16>>"));
  EXPECT_EQ(packed.getThrBitLayoutRef().str(), "(1,32):(1,1)");
  EXPECT_EQ(packed.getCopyBits(), 32);
}

TEST_F(ParametersTest, D17_TileTransferBounds) {
  refuse(tdm(2, 1, 64, 513), 313, {"pad amount must lie in [0, 512], got 513"});
  refuse(tdm(2, 1, 0, 0, 32), 313, {"cache must lie in [0, 31], got 32"});
  refuse(tdm(2, 1, 0, 0, -1), 313);
}

TEST_F(ParametersTest, D18_NinetySixBits) {
  refuse("!fly_rocdl.cdna3.buffer_copy_lds<96>", 310, {"cdna4.buffer_load_async_lds<96>"});
  accept("!fly_rocdl.cdna4.buffer_load_async_lds<96>");
}

TEST_F(ParametersTest, D26_RegistersOfB) {
  auto payload =
      cast<Gfx1250WmmaScaleType>(accept(wmmaScaled("32x16x128, (f4E2M1FN, f4E2M1FN) -> f32")));
  const MmaRow &row = *payload.getRow();
  auto reg = [&](fly::MmaOperand operand) {
    return print(registerTypeOf(row, Elem::E2M1, Elem::E2M1, operand, &context));
  };
  EXPECT_EQ(reg(fly::MmaOperand::A), "vector<16xi32>");
  EXPECT_EQ(reg(fly::MmaOperand::B), "vector<8xi32>");
  EXPECT_EQ(reg(fly::MmaOperand::C), "vector<16xf32>");
}

TEST_F(ParametersTest, D28_CacheModifiersByChip) {
  Type cached = accept("!fly_rocdl.cdna3.buffer_copy<128, cache = 2>");
  EXPECT_TRUE(chipWarnings(cached, "gfx942").empty());
  layout::Warnings warnings = chipWarnings(cached, "gfx1201");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].rule, 346);
  EXPECT_NE(warnings[0].message.find("gfx1201"), std::string::npos);
  EXPECT_TRUE(chipWarnings(accept("!fly_rocdl.cdna3.buffer_copy<128>"), "gfx1201").empty());
}

// --- The rule table -----------------------------------------------------------------------------

TEST_F(ParametersTest, EveryRuleHasACompleteEntry) {
  std::set<int> codes;
  for (const fly::RuleEntry &entry : rocdlRules()) {
    EXPECT_TRUE(codes.insert(entry.code).second) << entry.code;
    EXPECT_EQ(fly::findRule(entry.code)->title, entry.title);
    for (StringRef part : {entry.title, entry.rule, entry.cause, entry.example, entry.fix})
      EXPECT_FALSE(part.empty()) << entry.code;
  }
  for (int code = 301; code <= 314; ++code)
    EXPECT_TRUE(codes.count(code)) << code;
  for (int code = 331; code <= 339; ++code)
    EXPECT_TRUE(codes.count(code)) << code;
}

} // namespace
