// The interpreter's register maps against the vendors' tables.

#include "passes/interp/MatrixMaps.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>

using namespace mlir;
using namespace mlir::fly::interp;

namespace {

struct Row {
  const char *file, *op, *a, *acc, *chip;
};

// One row per table that this LLVM has an operation for.
const Row rows[] = {
    {"cdna3/v_mfma_f32_16x16x4_f32", "rocdl.mfma.f32.16x16x4f32", "f32", "vector<4xf32>", "gfx942"},
    {"cdna3/v_mfma_f32_16x16x16_f16", "rocdl.mfma.f32.16x16x16f16", "vector<4xf16>",
     "vector<4xf32>", "gfx942"},
    {"cdna3/v_mfma_f32_32x32x8_f16", "rocdl.mfma.f32.32x32x8f16", "vector<4xf16>", "vector<16xf32>",
     "gfx942"},
    {"cdna3/v_mfma_f32_32x32x8_bf16", "rocdl.mfma.f32.32x32x8bf16.1k", "vector<4xi16>",
     "vector<16xf32>", "gfx942"},
    {"cdna3/v_mfma_f32_16x16x32_fp8_fp8", "rocdl.mfma.f32.16x16x32.fp8.fp8", "i64", "vector<4xf32>",
     "gfx942"},
    {"cdna3/v_mfma_f32_16x16x32_fp8_bf8", "rocdl.mfma.f32.16x16x32.fp8.bf8", "i64", "vector<4xf32>",
     "gfx942"},
    {"cdna3/v_mfma_f32_32x32x16_fp8_fp8", "rocdl.mfma.f32.32x32x16.fp8.fp8", "i64",
     "vector<16xf32>", "gfx942"},
    {"cdna3/v_mfma_i32_32x32x16_i8", "rocdl.mfma.i32.32x32x16.i8", "i64", "vector<16xi32>",
     "gfx942"},
    {"cdna3/v_mfma_f32_16x16x32_bf8_bf8", "rocdl.mfma.f32.16x16x32.bf8.bf8", "i64", "vector<4xf32>",
     "gfx942"},
    {"cdna3/v_mfma_f32_32x32x16_bf8_fp8", "rocdl.mfma.f32.32x32x16.bf8.fp8", "i64",
     "vector<16xf32>", "gfx942"},
    {"cdna3/v_mfma_f32_32x32x1_2b_f32", "rocdl.mfma.f32.32x32x1f32", "f32", "vector<32xf32>",
     "gfx942"},
    {"cdna3/v_mfma_f32_16x16x1_4b_f32", "rocdl.mfma.f32.16x16x1f32", "f32", "vector<16xf32>",
     "gfx942"},
    {"cdna3/v_mfma_f32_4x4x1_16b_f32", "rocdl.mfma.f32.4x4x1f32", "f32", "vector<4xf32>", "gfx942"},
    {"cdna3/v_mfma_f32_32x32x4_2b_f16", "rocdl.mfma.f32.32x32x4f16", "vector<4xf16>",
     "vector<32xf32>", "gfx942"},
    {"cdna3/v_mfma_f32_16x16x4_4b_f16", "rocdl.mfma.f32.16x16x4f16", "vector<4xf16>",
     "vector<16xf32>", "gfx942"},
    {"cdna3/v_mfma_f32_4x4x4_16b_f16", "rocdl.mfma.f32.4x4x4f16", "vector<4xf16>", "vector<4xf32>",
     "gfx942"},
    {"cdna2/v_mfma_f32_32x32x2bf16", "rocdl.mfma.f32.32x32x2bf16", "vector<2xi16>",
     "vector<32xf32>", "gfx908"},
    {"cdna2/v_mfma_f32_16x16x2bf16", "rocdl.mfma.f32.16x16x2bf16", "vector<2xi16>",
     "vector<16xf32>", "gfx908"},
    {"cdna2/v_mfma_f32_4x4x2bf16", "rocdl.mfma.f32.4x4x2bf16", "vector<2xi16>", "vector<4xf32>",
     "gfx908"},
    {"cdna2/v_mfma_f32_32x32x4bf16", "rocdl.mfma.f32.32x32x4bf16", "vector<2xi16>",
     "vector<16xf32>", "gfx908"},
    {"cdna4/v_mfma_scale_f32_32x32x64_f8f6f4.fp8_fp8", "rocdl.mfma.scale.f32.32x32x64.f8f6f4",
     "vector<8xi32>", "vector<16xf32>", "gfx950"},
    {"cdna4/v_mfma_f32_16x16x32_f16", "rocdl.mfma.f32.16x16x32.f16", "vector<8xf16>",
     "vector<4xf32>", "gfx950"},
    {"cdna4/v_mfma_f32_32x32x16_bf16", "rocdl.mfma.f32.32x32x16.bf16", "vector<8xbf16>",
     "vector<16xf32>", "gfx950"},
    {"rdna3/v_wmma_f32_16x16x16_f16", "rocdl.wmma.f32.16x16x16.f16", "vector<16xf16>",
     "vector<8xf32>", "gfx1100"},
    {"rdna3/v_wmma_i32_16x16x16_iu8", "rocdl.wmma.i32.16x16x16.iu8", "vector<4xi32>",
     "vector<8xi32>", "gfx1100"},
    {"rdna4/v_wmma_f32_16x16x16_f16", "rocdl.wmma.f32.16x16x16.f16", "vector<8xf16>",
     "vector<8xf32>", "gfx1201"},
    {"rdna4/v_wmma_i32_16x16x16_iu8", "rocdl.wmma.i32.16x16x16.iu8", "vector<2xi32>",
     "vector<8xi32>", "gfx1201"},
    {"rdna4/v_wmma_i32_16x16x32_iu4", "rocdl.wmma.i32.16x16x32.iu4", "vector<2xi32>",
     "vector<8xi32>", "gfx1201"},
    {"rdna4/v_wmma_f16_16x16x16_f16", "rocdl.wmma.f16.16x16x16.f16", "vector<8xf16>",
     "vector<8xf16>", "gfx1201"},
    {"rdna4/v_wmma_f32_16x16x16_fp8_bf8", "rocdl.wmma.f32.16x16x16.fp8_bf8", "vector<2xi32>",
     "vector<8xf32>", "gfx1201"},
    {"gfx1250/v_wmma_f32_16x16x64_fp8_fp8", "rocdl.wmma.f32.16x16x64.fp8_fp8", "vector<8xi32>",
     "vector<8xf32>", "gfx1250"},
    {"gfx1250/v_wmma_f16_16x16x64_fp8_fp8", "rocdl.wmma.f16.16x16x64.fp8_fp8", "vector<8xi32>",
     "vector<8xf16>", "gfx1250"},
    {"gfx1250/v_wmma_f32_16x16x32_bf16", "rocdl.wmma.f32.16x16x32.bf16", "vector<16xbf16>",
     "vector<8xf32>", "gfx1250"},
    {"gfx1250/v_wmma_f32_16x16x4_f32", "rocdl.wmma.f32.16x16x4.f32", "vector<2xf32>",
     "vector<8xf32>", "gfx1250"},
    {"gfx1250/v_wmma_f32_16x16x32_f16", "rocdl.wmma.f32.16x16x32.f16", "vector<16xf16>",
     "vector<8xf32>", "gfx1250"},
    {"gfx1250/v_wmma_f16_16x16x32_f16", "rocdl.wmma.f16.16x16x32.f16", "vector<16xf16>",
     "vector<8xf16>", "gfx1250"},
    {"gfx1250/v_wmma_f32_16x16x128_fp8_fp8", "rocdl.wmma.f32.16x16x128.fp8_fp8", "vector<16xi32>",
     "vector<8xf32>", "gfx1250"},
};

/// The row of an entry [row, column, block]: blocks are stacked.
int stackedRow(const nlohmann::json &entry, int rows) {
  return entry[0].get<int>() + (entry.size() > 2 ? entry[2].get<int>() * rows : 0);
}

/// Columns of A and B may be permuted alike: a product does not change. Returns false when the
/// table is not such a permutation of the map.
bool sameUpToColumns(const ElementMap &map, const nlohmann::json &operand, int rows,
                     std::map<int, int> &permutation) {
  for (size_t lane = 0; lane < operand["table"].size(); ++lane)
    for (size_t v = 0; v < operand["table"][lane].size(); ++v) {
      auto [row, column] = map(int(lane), int(v));
      const auto &entry = operand["table"][lane][v];
      if (row != stackedRow(entry, rows))
        return false;
      auto [found, fresh] = permutation.try_emplace(column, entry[1].get<int>());
      if (found->second != entry[1].get<int>())
        return false;
    }
  return true;
}

class MatrixMaps : public testing::TestWithParam<Row> {};

TEST_P(MatrixMaps, AgreeWithTheVendorsTable) {
  const Row &row = GetParam();
  MLIRContext context;
  std::ifstream file(std::string(FLY_TEST_DATA_DIR "/oracle/amd/") + row.file + ".json");
  ASSERT_TRUE(file) << row.file;
  nlohmann::json table = nlohmann::json::parse(file);
  auto instruction =
      matrixInstruction(row.op, parseType(row.a, &context), parseType(row.acc, &context), row.chip);
  ASSERT_TRUE(instruction);
  EXPECT_EQ(instruction->m, table["m"].get<int>());
  EXPECT_EQ(instruction->n, table["n"].get<int>());
  EXPECT_EQ(instruction->k, table["k"].get<int>());
  EXPECT_EQ(instruction->lanes, table["wave"].get<int>());
  EXPECT_EQ(instruction->blocks, table.value("blocks", 1));
  EXPECT_EQ(instruction->valuesA, table["operands"]["A"]["vals"].get<int>());
  EXPECT_EQ(instruction->valuesC, table["operands"]["C"]["vals"].get<int>());
  std::map<int, int> columns; // one permutation for both
  EXPECT_TRUE(sameUpToColumns(instruction->mapA, table["operands"]["A"], instruction->m, columns))
      << "A";
  EXPECT_TRUE(sameUpToColumns(instruction->mapB, table["operands"]["B"], instruction->n, columns))
      << "B";
  const auto &c = table["operands"]["C"]["table"];
  for (size_t lane = 0; lane < c.size(); ++lane)
    for (size_t v = 0; v < c[lane].size(); ++v)
      EXPECT_EQ(instruction->mapC(int(lane), int(v)),
                std::pair(stackedRow(c[lane][v], instruction->m), c[lane][v][1].get<int>()))
          << "C lane " << lane << " value " << v;
}

INSTANTIATE_TEST_SUITE_P(Oracle, MatrixMaps, testing::ValuesIn(rows), [](const auto &info) {
  std::string name = info.param.file;
  for (char &c : name)
    c = isalnum(c) ? c : '_';
  return name;
});

TEST(MatrixMapsNames, UnknownNamesGiveNothing) {
  MLIRContext context;
  Type a = parseType("vector<4xf16>", &context), c = parseType("vector<4xf32>", &context);
  for (StringRef name :
       {"rocdl.mfma.f32.16x16x16f64", "rocdl.mfma.f32.16x16", "rocdl.wmma.", "arith.addf",
        "rocdl.mfma.scale.f32.16x16x128.f8", "rocdl.wmma.f32.16x16x16.f16"})
    EXPECT_FALSE(matrixInstruction(name, a, c, "gfx942")) << name.str();
}

} // namespace
