// Every legal instance: round trip, invariants, registers, chips, intrinsics.
#include "TestSupport.h"

#include "dialects/fly/Invariants.h"
#include "dialects/fly_rocdl/Chips.h"
#include "dialects/fly_rocdl/Emission.h"

#include <map>
#include <set>

using namespace mlir;
using namespace mlir::fly_rocdl;
using namespace rocdl_test;

namespace {

class InstancesTest : public RocdlTest {
protected:
  std::vector<InstanceInfo> instances = allInstances(&context);
};

// Which instances there are is compared with an independent list in
// test/lit/fly_rocdl/instances.test; here, that no payload has lost its own.
TEST_F(InstancesTest, CountsByPayload) {
  std::map<std::string, int> counts;
  for (const InstanceInfo &info : instances)
    ++counts[StringRef(info.text).take_until([](char c) { return c == '<'; }).str()];
  const std::map<std::string, int> least = {
      {"!fly_rocdl.cdna3.mfma", 30},       // 10 f32, f16 and bf16, 16 of 8-bit floats, 4 of i8
      {"!fly_rocdl.cdna4.mfma_scale", 50}, // 2 shapes of 25 pairs
      {"!fly_rocdl.gfx11.wmma", 4},
      {"!fly_rocdl.gfx120x.wmma", 2},
      {"!fly_rocdl.gfx1250.wmma", 23},
      {"!fly_rocdl.gfx1250.wmma_scale", 52}, // 2 block sizes of 25 pairs and 32x16x128
      {"!fly_rocdl.cdna3.buffer_copy", 6},
      {"!fly_rocdl.cdna3.buffer_copy_lds", 2},
      {"!fly_rocdl.cdna3.buffer_atomic", 26},
      {"!fly_rocdl.cdna4.lds_read_trans", 4},
      {"!fly_rocdl.cdna4.buffer_load_async_lds", 3},
      {"!fly_rocdl.cdna4.global_load_async_lds", 3},
      {"!fly_rocdl.gfx1250.tdm", 5},
  };
  EXPECT_EQ(counts.size(), least.size());
  for (const auto &[payload, count] : least)
    EXPECT_GE(counts[payload], count) << payload;
}

TEST_F(InstancesTest, TextRoundTripsAndIsUnique) {
  std::set<std::string> texts;
  for (const InstanceInfo &info : instances) {
    EXPECT_TRUE(texts.insert(info.text).second) << info.text;
    EXPECT_EQ(accept(info.text), info.payload);
  }
}

TEST_F(InstancesTest, KeepTheCentralInvariants) {
  for (const InstanceInfo &info : instances) {
    SmallVector<layout::Reason> broken =
        info.isMma
            ? fly::mmaInvariants(cast<fly::MmaOpTypeInterface>(info.payload))
            : fly::copyInvariants(cast<fly::CopyOpTypeInterface>(info.payload), info.valBits);
    for (const layout::Reason &reason : broken)
      ADD_FAILURE() << info.text << ": " << reason.message << " [" << reason.rule << "]";
  }
}

// The tile is covered and its elements are spread evenly; written without the checker.
TEST_F(InstancesTest, CoverTheirTiles) {
  for (const InstanceInfo &info : instances) {
    auto mma = dyn_cast<fly::MmaOpTypeInterface>(info.payload);
    if (!mma)
      continue;
    layout::IntTuple shape = mma.getShapeMNK();
    int64_t m = shape[0].leaf().value(), n = shape[1].leaf().value(), k = shape[2].leaf().value();
    struct {
      layout::Layout map;
      int64_t rows, cols;
      fly::MmaOperand operand;
    } operands[] = {{mma.getThrValLayoutA(), m, k, fly::MmaOperand::A},
                    {mma.getThrValLayoutB(), n, k, fly::MmaOperand::B},
                    {mma.getThrValLayoutC(), m, n, fly::MmaOperand::C}};
    for (auto &[layout, rows, cols, operand] : operands) {
      ThrVal map(layout);
      std::vector<int64_t> owners(rows * cols, 0);
      for (int64_t t = 0; t < map.threads.size(); ++t)
        for (int64_t v = 0; v < map.values.size(); ++v) {
          int64_t position = map.at(t, v);
          ASSERT_LT(position, rows * cols) << info.text;
          ++owners[position];
        }
      for (int64_t count : owners)
        ASSERT_EQ(count, mma.getReplication(operand)) << info.text;
      EXPECT_EQ(map.values.size(), mma.getRegisterValues(operand)) << info.text;
      EXPECT_EQ(std::to_string(map.threads.size()) + ":1", mma.getThrLayout().str());
    }
  }
}

// The layouts that the specification prints, as text.
TEST_F(InstancesTest, PublishTheSpecifiedLayouts) {
  auto check = [&](const char *text, const char *a, const char *b, const char *c) {
    auto payload = cast<fly::MmaOpTypeInterface>(accept(text));
    EXPECT_EQ(payload.getThrValLayoutA().str(), a) << text;
    EXPECT_EQ(payload.getThrValLayoutB().str(), b) << text;
    EXPECT_EQ(payload.getThrValLayoutC().str(), c) << text;
  };
  const char *c16 = "((16,4),(4,1)):((16,4),(1,16))", *c32 = "((32,2),(4,4)):((32,4),(1,8))";
  auto mfma = [&](const char *text, const char *factor, const char *c) {
    check(text, factor, factor, c);
  };
  mfma("!fly_rocdl.cdna3.mfma<32x32x2, (f32, f32) -> f32>", "((32,2),1):((1,32),32)", c32);
  mfma("!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>", "((16,4),1):((1,16),16)", c16);
  mfma("!fly_rocdl.cdna3.mfma<32x32x8, (bf16, bf16) -> f32>", "((32,2),4):((1,128),32)", c32);
  mfma("!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>", "((16,4),4):((1,64),16)", c16);
  mfma("!fly_rocdl.cdna3.mfma<16x16x32, (f16, f16) -> f32>", "((16,4),8):((1,128),16)", c16);
  mfma("!fly_rocdl.cdna3.mfma<32x32x16, (i8, i8) -> i32>", "((32,2),8):((1,256),32)", c32);
  mfma(
      "!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0>",
      "((16,4),32):((1,512),16)", c16);
  mfma("!fly_rocdl.cdna4.mfma_scale<32x32x64, (f6E2M3FN, f8E5M2) -> f32, opselA = 3, opselB = 1>",
       "((32,2),32):((1,1024),32)", c32);
  const char *flags = ", signA = false, signB = false, clamp = false>";
  auto wmma = [&](const std::string &text, const char *factor, const char *c) {
    check((text + flags).c_str(), factor, factor, c);
  };
  wmma("!fly_rocdl.gfx11.wmma<16x16x16, (i4, i4) -> i32", "((16,2),16):((1,0),16)",
       "((16,2),8):((16,1),2)");
  const char *c12 = "((16,2),8):((16,8),1)";
  wmma("!fly_rocdl.gfx120x.wmma<16x16x16, (bf16, bf16) -> f32", "((16,2),8):((1,128),16)", c12);
  wmma("!fly_rocdl.gfx1250.wmma<16x16x4, (f32, f32) -> f32", "((16,2),2):((1,32),16)", c12);
  wmma("!fly_rocdl.gfx1250.wmma<16x16x32, (bf16, bf16) -> bf16",
       "((16,2),(8,2)):((1,128),(16,256))", c12);
  wmma("!fly_rocdl.gfx1250.wmma<16x16x64, (i8, i8) -> i32", "((16,2),(8,4)):((1,128),(16,256))",
       c12);
  wmma("!fly_rocdl.gfx1250.wmma<16x16x128, (f8E5M2, f8E4M3FN) -> f16",
       "((16,2),(8,8)):((1,128),(16,256))", c12);
  check("!fly_rocdl.gfx1250.wmma_scale<32x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB "
        "= 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>",
        "(32,128):(1,32)", "((16,2),(8,8)):((1,128),(16,256))", "((16,2),(8,2)):((32,8),(1,16))");
}

TEST_F(InstancesTest, PublishTheSpecifiedCopyLayouts) {
  auto check = [&](const char *text, const char *threads, const char *src, const char *dst) {
    auto payload = cast<fly::CopyOpTypeInterface>(accept(text));
    EXPECT_EQ(payload.getThrLayout().str(), threads) << text;
    EXPECT_EQ(payload.getThrBitLayoutSrc().str(), src) << text;
    EXPECT_EQ(payload.getThrBitLayoutDst().str(), dst) << text;
    EXPECT_EQ(payload.getThrBitLayoutRef().str(), dst) << text;
  };
  check("!fly_rocdl.cdna3.buffer_copy<128, cache = 2>", "1:1", "(1,128):(1,1)", "(1,128):(1,1)");
  check("!fly_rocdl.cdna3.buffer_copy_lds<32>", "1:1", "(1,32):(1,1)", "(1,32):(1,1)");
  check("!fly_rocdl.cdna3.buffer_atomic<add, vector<2xbf16>>", "1:1", "(1,32):(1,1)",
        "(1,32):(1,1)"); // D15
  check("!fly_rocdl.cdna4.lds_read_trans<trans = 4b, 64>", "16:1", "(16,64):(64,1)",
        "(16,(4,16)):(4,(1,64))");
  check("!fly_rocdl.cdna4.lds_read_trans<trans = 8b, 64>", "16:1", "(16,64):(64,1)",
        "(16,(8,8)):(8,(1,128))");
  check("!fly_rocdl.cdna4.lds_read_trans<trans = 6b, 96>", "16:1", "(16,96):(96,1)",
        "(16,(6,16)):(6,(1,96))");
  check("!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>", "16:1", "(16,64):(64,1)",
        "(16,(16,4)):(16,(1,256))");
  check("!fly_rocdl.gfx1250.tdm<rank = 2, warps = 4, pad = 64, 8, cache = 0, barrier = false, "
        "timeout = false>",
        "1:1", "(1,1):(1,1)", "(1,1):(1,1)");
}

// A payload has exactly one of {MayStatic, Stateful} and exactly one of {MmaOp, CopyOp}; whole
// tiles are copies.
TEST_F(InstancesTest, CombineInterfacesRightly) {
  for (const InstanceInfo &info : instances) {
    EXPECT_NE(isa<fly::MayStaticTypeInterface>(info.payload),
              isa<fly::StatefulOpTypeInterface>(info.payload))
        << info.text;
    EXPECT_NE(isa<fly::MmaOpTypeInterface>(info.payload),
              isa<fly::CopyOpTypeInterface>(info.payload))
        << info.text;
    EXPECT_TRUE(isa<fly::AtomInfoTypeInterface>(info.payload)) << info.text;
    if (auto stateful = dyn_cast<fly::StatefulOpTypeInterface>(info.payload)) {
      auto type = cast<LLVM::LLVMStructType>(stateful.getConvertedType(&context));
      for (StringRef field : stateful.getFieldNames())
        EXPECT_LT(stateful.getFieldIndex(field).value_or(99), type.getBody().size());
      EXPECT_FALSE(stateful.getFieldIndex("no such field"));
      EXPECT_FALSE(stateful.getFieldIndex(""));
    }
  }
}

TEST_F(InstancesTest, NameKnownIntrinsicsAndChips) {
  for (const InstanceInfo &info : instances) {
    auto facts = cast<fly::AtomInfoTypeInterface>(info.payload);
    EXPECT_TRUE(isKnownIntrinsic(facts.getIntrinsic())) << info.text << facts.getIntrinsic();
    EXPECT_FALSE(info.mnemonics.empty()) << info.text;
    EXPECT_FALSE(info.chips.empty()) << info.text;
    for (auto &[chip, mnemonic] : info.mnemonics)
      EXPECT_FALSE(chipProblem(info.payload, chip)) << info.text << chip;
    EXPECT_EQ(!info.note.empty(), !facts.getWarnings().empty()) << info.text;
  }
}

// U9: names that merely extend a known one are unknown.
TEST_F(InstancesTest, UnknownIntrinsics) {
  EXPECT_TRUE(isKnownIntrinsic("llvm.amdgcn.raw.ptr.buffer.load"));
  EXPECT_TRUE(isKnownIntrinsic("llvm.amdgcn.wave.id"));
  EXPECT_FALSE(isKnownIntrinsic("llvm.amdgcn.raw.ptr.buffer.load.async.lds"));
  EXPECT_FALSE(isKnownIntrinsic("llvm.amdgcn.global.load.async.lds"));
  EXPECT_FALSE(isKnownIntrinsic("llvm.amdgcn.asyncmark"));
  EXPECT_FALSE(isKnownIntrinsic("llvm.amdgcn.no.such.thing"));
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, loc);
  builder.setInsertionPointToStart(module->getBody());
  EXPECT_TRUE(failed(createRocdl(builder, loc, "global.load.async.lds", {}, {})));
  EXPECT_NE(messages.find("[FLY339]"), std::string::npos);
  messages.clear();
  EXPECT_TRUE(failed(callIntrinsic(builder, loc, "llvm.amdgcn.asyncmark", {}, {})));
  EXPECT_NE(messages.find("llvm.amdgcn.asyncmark is unknown to this LLVM [FLY339]"),
            std::string::npos);
}

// U7.
TEST_F(InstancesTest, ChipsOfPayloads) {
  auto problem = [&](const char *text, const char *chip) {
    std::optional<layout::Reason> reason = chipProblem(accept(text), chip);
    if (!reason)
      return std::string();
    EXPECT_EQ(reason->rule, 337);
    return reason->message;
  };
  const char *fnuz = "!fly_rocdl.cdna3.mfma<16x16x32, (f8E4M3FNUZ, f8E5M2FNUZ) -> f32>";
  const char *ocp = "!fly_rocdl.cdna3.mfma<16x16x32, (f8E4M3FN, f8E5M2) -> f32>";
  EXPECT_EQ(problem(fnuz, "gfx942"), "");
  EXPECT_EQ(problem(fnuz, "gfx950"), std::string(fnuz) + " needs gfx942, module targets gfx950");
  EXPECT_EQ(problem(ocp, "gfx950"), "");
  EXPECT_NE(problem(ocp, "gfx942"), "");
  EXPECT_NE(problem("!fly_rocdl.cdna3.mfma<16x16x32, (f16, f16) -> f32>", "gfx942"), "");
  EXPECT_EQ(problem("!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>", "gfx942"), "");
  EXPECT_NE(problem("!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>", "gfx1100"), "");
  EXPECT_EQ(problem("!fly_rocdl.cdna3.buffer_copy<32>", "gfx1250"), "");
  EXPECT_EQ(problem("!fly_rocdl.cdna3.buffer_copy_lds<32>", "gfx942"), "");
  EXPECT_NE(problem("!fly_rocdl.cdna3.buffer_copy_lds<128>", "gfx942"), "");
  EXPECT_NE(problem("!fly_rocdl.cdna3.buffer_copy_lds<32>", "gfx1100"), "");
  EXPECT_NE(problem("!fly_rocdl.cdna3.buffer_atomic<max, f32>", "gfx942"), "");
  EXPECT_EQ(problem("!fly_rocdl.cdna3.buffer_atomic<max, f32>", "gfx1201"), "");
  EXPECT_EQ(problem("!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = "
                    "false, clamp = false>",
                    "gfx1151"),
            "");
  EXPECT_NE(problem("!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = "
                    "false, clamp = false>",
                    "gfx1201"),
            "");
  EXPECT_NE(problem("!fly_rocdl.gfx120x.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = "
                    "false, clamp = false>",
                    "gfx1250"),
            "");
  // Without a chip nothing is said.
  EXPECT_EQ(problem(ocp, ""), "");
}

} // namespace
