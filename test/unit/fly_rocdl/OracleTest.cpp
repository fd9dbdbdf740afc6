// Published layouts against the facts of test/data/oracle/amd, as functions.
#include "TestSupport.h"

#include "dialects/fly_rocdl/AtomLayouts.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <functional>
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::fly_rocdl;
using namespace rocdl_test;

namespace {

/// Exchange of two weights of the column number.
std::function<int64_t(int64_t)> exchange(int64_t a, int64_t b) {
  return [a, b](int64_t column) {
    int64_t rest = column & ~(a | b);
    return rest | (column & a ? b : 0) | (column & b ? a : 0);
  };
}

/// The only files in which A and B agree up to a permutation of K, with that permutation
/// (fly-rocdl 4.2 and 4.4).
const std::map<std::string, std::function<int64_t(int64_t)>> permutedFiles = {
    {"rdna4/v_wmma_f32_16x16x16_f16.json", exchange(4, 8)},
    {"rdna4/v_wmma_f16_16x16x16_f16.json", exchange(4, 8)},
    {"rdna4/v_wmma_i32_16x16x32_iu4.json", exchange(8, 16)},
    {"cdna4/v_mfma_scale_f32_32x32x64_f8f6f4.fp8_fp8.json", exchange(16, 32)},
};

struct OperandFacts {
  int64_t rows, cols, bits, values;
  std::vector<std::vector<std::pair<int64_t, int64_t>>> table; // lane, value -> row, column
};

struct File {
  std::string name, arch;
  int64_t wave, m, n, k, blocks;
  std::vector<std::string> payloads;
  std::map<std::string, OperandFacts> operands;
};

File read(const std::string &root, const std::string &name) {
  File file;
  file.name = name;
  auto buffer = llvm::MemoryBuffer::getFile(root + "/" + name);
  EXPECT_TRUE(bool(buffer)) << name;
  llvm::Expected<llvm::json::Value> json = llvm::json::parse((*buffer)->getBuffer());
  EXPECT_TRUE(bool(json)) << name;
  const llvm::json::Object &top = *json->getAsObject();
  file.arch = top.getString("arch")->str();
  file.wave = *top.getInteger("wave");
  file.m = *top.getInteger("m");
  file.n = *top.getInteger("n");
  file.k = *top.getInteger("k");
  file.blocks = *top.getInteger("blocks");
  for (const llvm::json::Value &payload : *top.getArray("payloads"))
    file.payloads.push_back(payload.getAsString()->str());
  for (const char *operandName : {"A", "B", "C"}) {
    const llvm::json::Object &from = *top.getObject("operands")->getObject(operandName);
    OperandFacts facts{*from.getInteger("rows"),
                       *from.getInteger("cols"),
                       *from.getInteger("elemBits"),
                       *from.getInteger("vals"),
                       {}};
    // No lane and no value is missing, and value v sits at bit v * width of the registers.
    EXPECT_EQ(int64_t(from.getArray("table")->size()), file.wave) << name;
    EXPECT_EQ(int64_t(from.getArray("slots")->size()), facts.values) << name;
    int64_t bit = 0;
    for (const llvm::json::Value &slot : *from.getArray("slots")) {
      const llvm::json::Array &place = *slot.getAsArray();
      EXPECT_EQ(*place[0].getAsInteger() * 32 + *place[1].getAsInteger(), bit) << name;
      EXPECT_EQ(*place[2].getAsInteger(), facts.bits) << name;
      bit += facts.bits;
    }
    for (const llvm::json::Value &lane : *from.getArray("table")) {
      EXPECT_EQ(int64_t(lane.getAsArray()->size()), facts.values) << name;
      auto &row = facts.table.emplace_back();
      for (const llvm::json::Value &element : *lane.getAsArray())
        row.push_back({*(*element.getAsArray())[0].getAsInteger(),
                       *(*element.getAsArray())[1].getAsInteger()});
    }
    file.operands[operandName] = std::move(facts);
  }
  return file;
}

std::vector<std::string> allFiles(const std::string &root) {
  std::vector<std::string> names;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator it(root, error), end; it != end && !error;
       it.increment(error))
    if (StringRef(it->path()).ends_with(".json"))
      names.push_back(StringRef(it->path()).drop_front(root.size() + 1).str());
  std::sort(names.begin(), names.end());
  return names;
}

class OracleTest : public RocdlTest {
protected:
  const std::string root = std::string(FLY_TEST_DATA_DIR) + "/oracle/amd";

  /// Every (lane, value) holds the element of the table, with the column mapped.
  void compare(const File &file, const std::string &operand, const layout::Layout &published,
               const std::function<int64_t(int64_t)> &column) {
    const OperandFacts &facts = file.operands.at(operand);
    ThrVal map(published);
    ASSERT_EQ(map.threads.size(), file.wave) << file.name << " " << operand;
    ASSERT_EQ(map.values.size(), facts.values) << file.name << " " << operand;
    for (int64_t lane = 0; lane < file.wave; ++lane)
      for (int64_t value = 0; value < facts.values; ++value) {
        int64_t position = map.at(lane, value);
        std::pair<int64_t, int64_t> got{position % facts.rows, column(position / facts.rows)};
        ASSERT_EQ(got, facts.table[lane][value])
            << file.name << " " << operand << " lane " << lane << " value " << value;
      }
  }

  void compareAll(const File &file, const layout::Layout &a, const layout::Layout &b,
                  const layout::Layout &c) {
    auto identity = [](int64_t column) { return column; };
    auto permuted = permutedFiles.find(file.name);
    std::function<int64_t(int64_t)> column =
        permuted == permutedFiles.end() ? identity : permuted->second;
    compare(file, "A", a, column);
    compare(file, "B", b, column);
    compare(file, "C", c, identity);
  }
};

TEST_F(OracleTest, EveryFileAgrees) {
  std::vector<std::string> names = allFiles(root);
  ASSERT_EQ(names.size(), 39u);
  for (const std::string &name : names) {
    File file = read(root, name);
    if (file.blocks > 1) {
      // Several products in one register file: the payload must be refused (D2, D10).
      ASSERT_EQ(file.payloads.size(), 1u);
      refuse(file.payloads[0], 302, {"-block MFMA"});
      continue;
    }
    if (file.arch == "cdna2") {
      // Executed by gfx90a only (D10); the formula agrees nevertheless.
      ASSERT_EQ(file.payloads.size(), 1u);
      refuse(file.payloads[0], 301, {"nearest: "});
      auto a = mfmaFactor(file.m, file.k), b = mfmaFactor(file.n, file.k);
      auto c = mfmaAccumulator(file.m, file.n);
      ASSERT_TRUE(a && b && c);
      compareAll(file, *a, *b, *c);
      continue;
    }
    if (file.payloads.empty()) {
      // Instructions of RDNA4 without a payload: the formula of the generation.
      ASSERT_EQ(file.arch, "rdna4") << name;
      auto a = wmmaGfx12Factor(file.k, file.operands["A"].bits);
      auto b = wmmaGfx12Factor(file.k, file.operands["B"].bits);
      ASSERT_TRUE(a && b) << name;
      compareAll(file, *a, *b, wmmaGfx12Accumulator());
      continue;
    }
    for (const std::string &text : file.payloads) {
      auto payload = dyn_cast_or_null<fly::MmaOpTypeInterface>(accept(text));
      ASSERT_TRUE(payload) << text;
      EXPECT_EQ(payload.getThrLayout().str(), std::to_string(file.wave) + ":1");
      EXPECT_EQ(payload.getShapeMNK().str(), "(" + std::to_string(file.m) + "," +
                                                 std::to_string(file.n) + "," +
                                                 std::to_string(file.k) + ")");
      compareAll(file, payload.getThrValLayoutA(), payload.getThrValLayoutB(),
                 payload.getThrValLayoutC());
      // The register holds the table's slots: values times width.
      for (auto [operand, key] : {std::pair(fly::MmaOperand::A, "A"),
                                  {fly::MmaOperand::B, "B"},
                                  {fly::MmaOperand::C, "C"}})
        EXPECT_EQ(payload.getRegisterValues(operand), file.operands[key].values) << text << key;
    }
  }
}

// Up to a permutation is weaker than equal: no listed file agrees exactly, so that the list cannot
// hide a layout that was right all along.
TEST_F(OracleTest, ListedPermutationsAreNeeded) {
  for (const auto &[name, permutation] : permutedFiles) {
    File file = read(root, name);
    layout::Layout a;
    if (file.payloads.empty()) {
      auto factor = wmmaGfx12Factor(file.k, file.operands["A"].bits);
      ASSERT_TRUE(bool(factor));
      a = *factor;
    } else {
      a = cast<fly::MmaOpTypeInterface>(accept(file.payloads[0])).getThrValLayoutA();
    }
    ThrVal map(a);
    const OperandFacts &facts = file.operands["A"];
    bool exact = true;
    std::set<int64_t> columns;
    for (int64_t lane = 0; lane < file.wave; ++lane)
      for (int64_t value = 0; value < facts.values; ++value)
        exact &= map.at(lane, value) / facts.rows == facts.table[lane][value].second;
    for (int64_t column = 0; column < file.k; ++column)
      columns.insert(permutation(column));
    EXPECT_FALSE(exact) << name;
    EXPECT_EQ(int64_t(columns.size()), file.k) << name;
  }
}

} // namespace
