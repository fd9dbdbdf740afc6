// The NVIDIA payloads against the vendor's tables, the central invariants, and their diagnostics by
// number.

#include "dialects/fly_ptx/Payloads.h"
#include "dialects/fly/Invariants.h"
#include "dialects/fly_ptx/AtomLayouts.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Parser/Parser.h"

#include "dialects/layout/Algebra.h"

#include "llvm/IR/Intrinsics.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

using namespace mlir;
using namespace mlir::fly_ptx;

namespace {

class Ptx : public testing::Test {
protected:
  Ptx() {
    context.loadDialect<fly::FlyDialect, FlyPTXDialect>();
    context.getDiagEngine().registerHandler([this](Diagnostic &d) {
      message += d.str() + "\n";
      for (Diagnostic &note : d.getNotes())
        message += "note: " + note.str() + "\n";
      return success();
    });
  }

  Type parse(const std::string &text) { return parseType(text, &context); }
  void refuses(const std::string &text, const std::string &code, const std::string &words) {
    message.clear();
    EXPECT_FALSE(parse(text)) << text;
    EXPECT_NE(message.find(code), std::string::npos) << text << "\n" << message;
    EXPECT_NE(message.find(words), std::string::npos) << text << "\n" << message;
  }

  MLIRContext context;
  std::string message;
};

nlohmann::json read(const std::filesystem::path &path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file);
}

std::vector<std::filesystem::path> oracleFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto &entry :
       std::filesystem::recursive_directory_iterator(FLY_TEST_DATA_DIR "/oracle/nvidia"))
    if (entry.path().extension() == ".json")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

int64_t position(const layout::Layout &l, int thread, int value) {
  auto index = layout::crd2idx(layout::IntTuple::of({thread, value}), l);
  return index ? index->leaf().value() : -1;
}

/// PTX's element names as the payload writes them.
std::string elementText(const std::string &ptx) {
  static const std::map<std::string, std::string> names = {
      {"s8", "si8"}, {"u8", "ui8"},        {"s4", "si4"},      {"u4", "ui4"},
      {"b1", "i1"},  {"e4m3", "f8E4M3FN"}, {"e5m2", "f8E5M2"}, {"s32", "i32"}};
  auto found = names.find(ptx);
  return found == names.end() ? ptx : found->second;
}

TEST_F(Ptx, EveryOracleFileAgreesWithThePublishedLayouts) {
  int products = 0, copies = 0;
  for (const auto &path : oracleFiles()) {
    nlohmann::json file = read(path);
    std::string sm = file["sm"];
    if (file["kind"] == "mma") {
      for (const auto &types : file["types"]) {
        std::string text =
            "!fly_ptx." + sm + ".mma<" + std::to_string(file["shape"][0].get<int>()) + "x" +
            std::to_string(file["shape"][1].get<int>()) + "x" +
            std::to_string(file["shape"][2].get<int>()) + ", (" + elementText(types[0]) + ", " +
            elementText(types[1]) + ") -> " + elementText(types[2]) + ">";
        auto mma = dyn_cast_or_null<fly::MmaOpTypeInterface>(parse(text));
        ASSERT_TRUE(mma) << path << ": " << text << "\n" << message;
        ++products;
        for (auto [name, layout, operand] :
             {std::tuple("A", mma.getThrValLayoutA(), fly::MmaOperand::A),
              std::tuple("B", mma.getThrValLayoutB(), fly::MmaOperand::B),
              std::tuple("C", mma.getThrValLayoutC(), fly::MmaOperand::C)}) {
          const auto &table = file["operands"][name];
          EXPECT_EQ(mma.getRegisterValues(operand), table["values"].get<int>())
              << text << " " << name;
          ASSERT_EQ(table["map"].size(), 32u) << text << " " << name;
          for (const auto &lane : table["map"])
            ASSERT_EQ(lane.size(), table["values"].get<size_t>()) << text << " " << name;
          int rows = table["tile"][0];
          for (int t = 0; t < 32; ++t)
            for (int v = 0; v < table["values"].get<int>(); ++v) {
              int64_t at = position(layout, t, v);
              ASSERT_EQ(at % rows, table["map"][t][v][0].get<int>())
                  << text << " " << name << " " << t << "," << v;
              ASSERT_EQ(at / rows, table["map"][t][v][1].get<int>())
                  << text << " " << name << " " << t << "," << v;
            }
        }
      }
    } else if (file["kind"] == "matrix_copy") {
      ++copies;
      int num = file["num"];
      bool trans = file["trans"];
      EXPECT_EQ(matrixMemoryBits(num).str(), file["bit_layout_memory"].get<std::string>()) << path;
      EXPECT_EQ(matrixRegisterBits(num, trans).str(),
                file["bit_layout_register"].get<std::string>())
          << path;
      // Element by element as well: bit 128 * row + 16 * column.
      auto values = layout::recast(matrixRegisterBits(num, trans), 1, 16);
      ASSERT_TRUE(values);
      for (size_t t = 0; t < file["map"].size(); ++t)
        for (size_t v = 0; v < file["map"][t].size(); ++v)
          ASSERT_EQ(position(*values, int(t), int(v)),
                    file["map"][t][v][0].get<int>() * 8 + file["map"][t][v][1].get<int>())
              << path << " " << t << "," << v;
    } else {
      ADD_FAILURE() << path << ": unexpected kind " << file["kind"];
    }
  }
  EXPECT_EQ(oracleFiles().size(), 21u);
  EXPECT_GT(products, 20);
  EXPECT_EQ(copies, 8);
}

/// The table of fly-ptx 3.2, which the formula must reproduce.
TEST_F(Ptx, TheFormulaReproducesTheTableOfLayouts) {
  const struct {
    int m, k, packing;
    const char *a, *b;
  } rows[] = {
      {16, 8, 2, "((4,8),(2,2)):((32,1),(16,8))", "((4,8),2):((16,1),8)"},
      {16, 16, 2, "((4,8),(2,2,2)):((32,1),(16,8,128))", "((4,8),(2,2)):((16,1),(8,64))"},
      {16, 4, 1, "((4,8),2):((16,1),8)", "((4,8),1):((8,1),0)"},
      {16, 8, 1, "((4,8),(2,2)):((16,1),(8,64))", "((4,8),2):((8,1),32)"},
      {8, 4, 1, "((4,8),1):((8,1),0)", "((4,8),1):((8,1),0)"},
      {16, 16, 1, "((4,8),(2,4)):((16,1),(8,64))", "((4,8),4):((8,1),32)"},
      {8, 16, 4, "((4,8),4):((32,1),8)", "((4,8),4):((32,1),8)"},
      {16, 16, 4, "((4,8),(4,2)):((64,1),(16,8))", "((4,8),4):((32,1),8)"},
      {16, 32, 4, "((4,8),(4,2,2)):((64,1),(16,8,256))", "((4,8),(4,2)):((32,1),(8,128))"},
      {8, 32, 8, "((4,8),8):((64,1),8)", "((4,8),8):((64,1),8)"},
      {16, 32, 8, "((4,8),(8,2)):((128,1),(16,8))", "((4,8),8):((64,1),8)"},
      {16, 64, 8, "((4,8),(8,2,2)):((128,1),(16,8,512))", "((4,8),(8,2)):((64,1),(8,256))"},
      {8, 128, 32, "((4,8),32):((256,1),8)", "((4,8),32):((256,1),8)"},
      {16, 128, 32, "((4,8),(32,2)):((512,1),(16,8))", "((4,8),32):((256,1),8)"},
      {16, 256, 32, "((4,8),(32,2,2)):((512,1),(16,8,2048))", "((4,8),(32,2)):((256,1),(8,1024))"},
  };
  for (const auto &row : rows) {
    EXPECT_EQ(fragmentA(row.m, row.k, row.packing).str(), row.a);
    EXPECT_EQ(fragmentB(row.k, row.packing).str(), row.b);
  }
  EXPECT_EQ(fragmentC(16).str(), "((4,8),(2,2)):((32,1),(16,8))");
  EXPECT_EQ(fragmentC(8).str(), "((4,8),2):((16,1),8)");
  EXPECT_EQ(matrixMemoryBits(1).str(), "((8,4),32):((128,32),1)");
  EXPECT_EQ(matrixMemoryBits(4).str(), "(32,128):(128,1)");
  EXPECT_EQ(matrixRegisterBits(1, false).str(), "(32,32):(32,1)");
  EXPECT_EQ(matrixRegisterBits(4, true).str(), "((4,8),(16,2,4)):((256,16),(1,128,1024))");
}

TEST_F(Ptx, EveryInstanceKeepsTheInvariantsAndRoundTrips) {
  auto all = allInstances(&context);
  EXPECT_GT(all.size(), 100u);
  for (const InstanceInfo &info : all) {
    EXPECT_EQ(parse(info.text), info.payload) << info.text;
    auto error = [&] { return emitError(UnknownLoc::get(&context)); };
    if (info.isMma)
      EXPECT_TRUE(succeeded(fly::verifyMmaAtom(error, info.payload))) << info.text << message;
    else
      EXPECT_TRUE(succeeded(fly::verifyCopyAtom(error, info.payload, info.valBits)))
          << info.text << message;
  }
}

/// What the compiler would refuse with FLY433 where this LLVM were older.
TEST_F(Ptx, D33_EveryIntrinsicIsKnownToThisLLVM) {
  unsigned intrinsics = 0;
  for (const InstanceInfo &info : allInstances(&context)) {
    if (!StringRef(info.operation).starts_with("llvm."))
      continue;
    ++intrinsics;
    EXPECT_NE(llvm::Intrinsic::lookupIntrinsicID(info.operation), llvm::Intrinsic::not_intrinsic)
        << info.text << ": " << info.operation;
  }
  EXPECT_GT(intrinsics, 10u);
}

TEST_F(Ptx, D10_TuplesWithoutInstruction) {
  refuses("!fly_ptx.sm80.mma<16x8x16, (f16, bf16) -> f32>", "FLY410",
          "no mma.sync for 16x8x16 with (f16, bf16) -> f32");
  refuses("!fly_ptx.sm80.mma<16x8x16, (bf16, bf16) -> f16>", "FLY410", "no mma.sync");
  refuses("!fly_ptx.sm80.mma<16x8x32, (si8, si4) -> i32>", "FLY410", "no mma.sync");
  refuses("!fly_ptx.sm89.mma<16x8x8, (f8E4M3FN, f8E5M2) -> f32>", "FLY410", "16x8x8");
  refuses("!fly_ptx.sm75.mma<16x8x16, (f16, f16) -> f32>", "FLY410", "sm80.mma<16x8x16>");
  refuses("!fly_ptx.sm80.mma<0x8x16, (f16, f16) -> f32>", "", "");
}

TEST_F(Ptx, D11_OptionsWithoutMeaning) {
  refuses("!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32, satfinite>", "FLY411",
          "'satfinite' needs an integer accumulator");
  refuses("!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32, b1op = and_popc>", "FLY411",
          "'b1op' needs 1-bit elements");
  refuses("!fly_ptx.sm75.ld<128, evict = never>", "FLY411", "got never");
}

TEST_F(Ptx, D12_ValueWidthOfMatrixCopies) {
  refuses("!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x2, trans>, 32>", "FLY2", "32");
  EXPECT_TRUE(parse("!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x2, trans>, 16>")) << message;
  EXPECT_TRUE(parse("!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 32>")) << message;
}

TEST_F(Ptx, D19_CacheGlobalNeeds128Bits) {
  refuses("!fly_ptx.sm80.cp_async<64, cache = cg>", "FLY419", "cache = cg needs 128 bits, got 64");
  refuses("!fly_ptx.sm80.cp_async<96>", "FLY434", "got 96");
  refuses("!fly_ptx.sm75.ldmatrix<x3>", "FLY434", "got x3");
}

TEST_F(Ptx, D01_TargetsAndVersions) {
  auto check = [&](const std::string &payload, StringRef chip, int ptx) {
    message.clear();
    OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
    return succeeded(checkTarget(*module, parse(payload), chip, ptx));
  };
  EXPECT_TRUE(check("!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>", "sm_80", 70));
  EXPECT_TRUE(check("!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>", "sm_90a", 0));
  EXPECT_TRUE(check("!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>", "", 0));
  EXPECT_FALSE(check("!fly_ptx.sm89.mma<16x8x32, (f8E4M3FN, f8E5M2) -> f32>", "sm_80", 71));
  EXPECT_NE(message.find("'sm89.mma' requires sm_89 (PTX 8.4), target is sm_80 (PTX 7.1)"),
            std::string::npos)
      << message;
  EXPECT_FALSE(check("!fly_ptx.sm80.mma<16x8x256, (i1, i1) -> i32, b1op = and_popc>", "sm_80", 70));
  EXPECT_FALSE(check("!fly_ptx.sm90.stmatrix<x1>", "sm_89", 87));
}

TEST_F(Ptx, D06_OperandsInTheWrongMemory) {
  Type payload = parse("!fly_ptx.sm80.cp_async<128>");
  auto copy = cast<fly::CopyOpTypeInterface>(payload);
  auto error = [&] { return emitError(UnknownLoc::get(&context)); };
  Type shared = parse("!fly.memref<f16, shared, 8:1, align<16>>"),
       global = parse("!fly.memref<f16, global, 8:1, align<16>>");
  EXPECT_TRUE(succeeded(copy.verifyCall(error, global, shared)));
  message.clear();
  EXPECT_TRUE(failed(copy.verifyCall(error, shared, shared)));
  EXPECT_NE(message.find("must be in global memory, got shared"), std::string::npos) << message;
}

TEST_F(Ptx, D05_RegisterOperandsOfTheWrongSizeOrOrder) {
  auto mma = cast<fly::MmaOpTypeInterface>(parse("!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>"));
  auto error = [&] { return emitError(UnknownLoc::get(&context)); };
  auto memref = [&](const std::string &element, const std::string &layout) {
    return parse("!fly.memref<" + element + ", register, " + layout + ">");
  };
  EXPECT_TRUE(succeeded(mma.verifyCall(error, memref("f32", "(2,2):(1,2)"),
                                       memref("f16", "(2,2,2):(1,2,4)"), memref("f16", "4:1"),
                                       memref("f32", "4:1"))))
      << message;
  message.clear();
  EXPECT_TRUE(failed(mma.verifyCall(error, memref("f32", "4:1"), memref("f16", "8:1"),
                                    memref("f16", "4:1"), memref("f32", "8:1"))));
  EXPECT_NE(message.find("operand C has 8 values per thread, atom expects 4"), std::string::npos)
      << message;
  message.clear();
  EXPECT_TRUE(failed(mma.verifyCall(error, memref("f32", "4:1"), memref("f16", "(4,2):(2,1)"),
                                    memref("f16", "4:1"), memref("f32", "4:1"))));
  EXPECT_NE(message.find("not compact in value order"), std::string::npos) << message;
}

// Both sides of every copy are consecutive from their pointers on, fragments of known size,
// register values scalars or plain vectors.
TEST_F(Ptx, D05_EveryCopyTakesConsecutiveViews) {
  auto error = [&] { return emitError(UnknownLoc::get(&context)); };
  for (const InstanceInfo &info : allInstances(&context)) {
    auto copy = dyn_cast<fly::CopyOpTypeInterface>(info.payload);
    if (!copy)
      continue;
    bool toShared = isa<Sm80CpAsyncType>(info.payload),
         loads = toShared || isa<Sm75LdType, Sm75LdMatrixType>(info.payload),
         matrix = isa<Sm75LdMatrixType, Sm90StMatrixType>(info.payload);
    std::string memory = matrix ? "shared" : "global", other = toShared ? "shared" : "register";
    std::string n = std::to_string(copy.getCopyBits() / 8);
    auto call = [&](const std::string &memoryLayout, const std::string &otherLayout) {
      Type a = parse("!fly.memref<i8, " + memory + ", " + memoryLayout + ", align<16>>");
      Type b = parse("!fly.memref<i8, " + other + ", " + otherLayout + ">");
      EXPECT_TRUE(a && b) << message;
      message.clear();
      return succeeded(copy.verifyCall(error, loads ? a : b, loads ? b : a));
    };
    std::string plain = n + ":1";
    EXPECT_TRUE(call(plain, "(1," + n + "):(0,1)")) << info.text << message;
    EXPECT_EQ(call(plain, "?:1"), toShared) << info.text;
    for (const std::string &layout : {n + ":2", "S<1,2,3> o 36 o " + plain}) {
      if (n == "1" && layout == "1:2")
        continue;
      EXPECT_FALSE(call(layout, plain)) << info.text << layout;
      EXPECT_NE(message.find("[FLY405]"), std::string::npos) << message;
      EXPECT_FALSE(call(plain, layout)) << info.text << layout;
      EXPECT_NE(message.find("[FLY405]"), std::string::npos) << message;
    }
    if (toShared)
      continue;
    Type a = parse("!fly.memref<i8, " + memory + ", " + plain + ", align<16>>");
    for (const std::string &odd : {"vector<[" + n + "]xi8>", "vector<1x" + n + "xi8>"}) {
      message.clear();
      Type b = parse(odd);
      EXPECT_TRUE(failed(copy.verifyCall(error, loads ? a : b, loads ? b : a))) << odd;
      EXPECT_NE(message.find("[FLY405]"), std::string::npos) << message;
    }
  }
}

// Types that no instruction multiplies are answered with those that were meant.
TEST_F(Ptx, D10_NearestTuples) {
  refuses("!fly_ptx.sm80.mma<16x8x32, (i8, i8) -> i32>", "FLY410", "of si8|ui8 -> i32");
  refuses("!fly_ptx.sm80.mma<16x8x8, (f32, f32) -> f32>", "FLY410", "of tf32 -> f32");
  refuses("!fly_ptx.sm80.mma<2147483647x8x16, (f16, f16) -> f32>", "FLY410", "sm80.mma<16x8x16>");
}

} // namespace
