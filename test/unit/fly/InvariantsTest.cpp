// Mutations of sound atoms: every broken layout is reported with the code of the rule it breaks.
#include "Support.h"

#include "dialects/fly/Invariants.h"

#include "dialects/layout/Parser.h"

using namespace mlir;
using namespace mlir::fly;

namespace {

layout::Layout text(const char *value) { return *layout::parseLayout(std::string_view(value)); }

struct MmaRow {
  int64_t m, n, k, threads;
  const char *a, *b, *c;
  unsigned bits;
  int64_t valuesA, valuesB, valuesC, replication;
  const char *chip;
};

/// Rows that test types point to by index; grown by the tests before the types are made.
std::vector<MmaRow> &mmaRows() {
  static std::vector<MmaRow> rows;
  return rows;
}

struct CopyRow {
  int64_t threads, bits;
  const char *src, *dst, *ref;
};

std::vector<CopyRow> &copyRows() {
  static std::vector<CopyRow> rows;
  return rows;
}

struct IndexStorage : TypeStorage {
  using KeyTy = unsigned;
  explicit IndexStorage(unsigned index) : index(index) {}
  bool operator==(const KeyTy &key) const { return key == index; }
  static IndexStorage *construct(TypeStorageAllocator &allocator, const KeyTy &key) {
    return new (allocator.allocate<IndexStorage>()) IndexStorage(key);
  }
  unsigned index;
};

class TestMmaType : public Type::TypeBase<TestMmaType, Type, IndexStorage,
                                          MmaOpTypeInterface::Trait, AtomInfoTypeInterface::Trait> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "flytest.mma";
  const MmaRow &row() const { return mmaRows()[getImpl()->index]; }
  layout::Layout getThrLayout() const { return layout::Layout(layout::IntTuple(row().threads), 1); }
  layout::IntTuple getShapeMNK() const { return layout::IntTuple::of({row().m, row().n, row().k}); }
  Type getValTypeA() const { return IntegerType::get(getContext(), row().bits); }
  Type getValTypeB() const { return getValTypeA(); }
  Type getValTypeC() const { return Float32Type::get(getContext()); }
  Type getValTypeD() const { return getValTypeC(); }
  layout::Layout getThrValLayoutA() const { return text(row().a); }
  layout::Layout getThrValLayoutB() const { return text(row().b); }
  layout::Layout getThrValLayoutC() const { return text(row().c); }
  int64_t getReplication(MmaOperand operand) const {
    return operand == MmaOperand::C ? 1 : row().replication;
  }
  int64_t getRegisterValues(MmaOperand operand) const {
    return operand == MmaOperand::A   ? row().valuesA
           : operand == MmaOperand::B ? row().valuesB
                                      : row().valuesC;
  }
  SmallVector<std::string> getChips() const {
    return row().chip ? SmallVector<std::string>{row().chip} : SmallVector<std::string>{};
  }
  int64_t getRequiredThreads() const {
    return row().chip && StringRef(row().chip) == "gfx942" ? 64 : 0;
  }
  FailureOr<Value> emitAtomCallSSA(OpBuilder &, Location, Type, MmaAtomType, Type, Type, Type, Type,
                                   Value, Value, Value, Value, Value) const {
    return failure();
  }
};

class TestCopyType
    : public Type::TypeBase<TestCopyType, Type, IndexStorage, CopyOpTypeInterface::Trait> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "flytest.copy";
  const CopyRow &row() const { return copyRows()[getImpl()->index]; }
  layout::Layout getThrLayout() const { return layout::Layout(layout::IntTuple(row().threads), 1); }
  layout::Layout getThrBitLayoutSrc() const { return text(row().src); }
  layout::Layout getThrBitLayoutDst() const { return text(row().dst); }
  layout::Layout getThrBitLayoutRef() const { return text(row().ref); }
  int64_t getCopyBits() const { return row().bits; }
  FailureOr<Value> emitAtomCallSSA(OpBuilder &, Location, Type, CopyAtomType, Type, Type, Value,
                                   Value, Value) const {
    return failure();
  }
};

class TestDialect : public Dialect {
public:
  explicit TestDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<TestDialect>()) {
    addTypes<TestMmaType, TestCopyType>();
  }
  static StringRef getDialectNamespace() { return "flytest"; }
  void printType(Type, DialectAsmPrinter &printer) const override { printer << "payload"; }
};

class InvariantsTest : public flytest::FlyTest {
protected:
  InvariantsTest() { context.loadDialect<TestDialect>(); }

  MmaOpTypeInterface mma(MmaRow row) {
    mmaRows().push_back(row);
    return cast<MmaOpTypeInterface>(
        Type(TestMmaType::get(&context, static_cast<unsigned>(mmaRows().size() - 1))));
  }
  CopyOpTypeInterface copy(CopyRow row) {
    copyRows().push_back(row);
    return cast<CopyOpTypeInterface>(
        Type(TestCopyType::get(&context, static_cast<unsigned>(copyRows().size() - 1))));
  }

  static std::string texts(ArrayRef<layout::Reason> found) {
    std::string all;
    for (const layout::Reason &reason : found)
      all += withCode(reason.message, reason.rule) + "\n";
    return all;
  }
  static bool has(ArrayRef<layout::Reason> found, int rule) {
    return llvm::any_of(found, [&](const layout::Reason &reason) { return reason.rule == rule; });
  }
  void expectMma(MmaRow row, int rule) {
    SmallVector<layout::Reason> found = mmaInvariants(mma(row));
    EXPECT_TRUE(has(found, rule)) << "expected FLY" << rule << ", found\n" << texts(found);
  }
};

// A 16x16x16 product of 64 threads with four 16-bit values each, as on gfx942.
const MmaRow sound = {16,
                      16,
                      16,
                      64,
                      "((16,4),4):((1,64),16)",
                      "((16,4),4):((1,64),16)",
                      "((16,4),(4,1)):((16,4),(1,16))",
                      16,
                      4,
                      4,
                      4,
                      1,
                      "gfx942"};

TEST_F(InvariantsTest, SoundAtomsPass) {
  EXPECT_TRUE(mmaInvariants(mma(sound)).empty()) << texts(mmaInvariants(mma(sound)));
  // 16 lanes, each element of A and B in two of them.
  MmaRow replicated = {16,
                       16,
                       16,
                       32,
                       "((16,2),16):((1,0),16)",
                       "((16,2),16):((1,0),16)",
                       "((16,2),8):((16,1),2)",
                       16,
                       16,
                       16,
                       8,
                       2,
                       "gfx11"};
  EXPECT_TRUE(mmaInvariants(mma(replicated)).empty()) << texts(mmaInvariants(mma(replicated)));
  // 16x8x16 of 32 threads: A and B have different numbers of values.
  MmaRow narrow = {16,
                   8,
                   16,
                   32,
                   "((4,8),(2,2,2)):((32,1),(16,8,128))",
                   "((4,8),(2,2)):((16,1),(8,64))",
                   "((4,8),(2,2)):((32,1),(16,8))",
                   16,
                   8,
                   4,
                   4,
                   1,
                   "sm_80"};
  EXPECT_TRUE(mmaInvariants(mma(narrow)).empty()) << texts(mmaInvariants(mma(narrow)));
  // Operands behind descriptors: every thread names the whole tile.
  MmaRow descriptors = {64,
                        8,
                        16,
                        128,
                        "(128,(64,16)):(0,(1,64))",
                        "(128,(8,16)):(0,(1,8))",
                        "((4,8,4),(2,2)):((128,1,16),(64,8))",
                        16,
                        0,
                        0,
                        4,
                        128,
                        nullptr};
  EXPECT_TRUE(mmaInvariants(mma(descriptors)).empty()) << texts(mmaInvariants(mma(descriptors)));
}

TEST_F(InvariantsTest, MutantsAreNamed) {
  auto with = [](auto change) {
    MmaRow row = sound;
    change(row);
    return row;
  };
  // Flattened rank, extra nesting, incongruent sides.
  expectMma(with([](MmaRow &r) { r.a = "(16,4,4):(1,64,16)"; }), 201);
  expectMma(with([](MmaRow &r) { r.a = "(((16,4),4)):(((1,64),16))"; }), 201);
  expectMma(with([](MmaRow &r) { r.a = "256:1"; }), 201);
  expectMma(with([](MmaRow &r) { r.b = "((16,4),4):(1,16)"; }), 201);
  expectMma(with([](MmaRow &r) { r.b = "((16,4),?):((1,64),16)"; }), 201);
  expectMma(with([](MmaRow &r) { r.c = "((16,4),(4,0)):((16,4),(1,16))"; }), 202);
  // Swapped modes: values where threads belong.
  expectMma(with([](MmaRow &r) { r.a = "(4,(16,4)):(16,(1,64))"; }), 203);
  expectMma(with([](MmaRow &r) { r.b = "((16,2),8):((1,64),16)"; }), 203);
  // A 32-thread atom on a 64-thread machine.
  expectMma(with([](MmaRow &r) {
              r.threads = 32;
              r.a = r.b = "((16,2),8):((1,128),16)";
              r.c = "((16,2),8):((16,8),1)";
              r.valuesA = r.valuesB = r.valuesC = 8;
            }),
            204);
  // Wrong value count; bits for values.
  expectMma(with([](MmaRow &r) { r.a = "((16,4),2):((1,64),16)"; }), 205);
  expectMma(with([](MmaRow &r) { r.valuesA = 8; }), 206);
  expectMma(with([](MmaRow &r) { r.b = "((16,4),(16,4)):((1,64),(0,16))"; }), 206);
  // Off-by-one stride, an element twice, a position outside.
  expectMma(with([](MmaRow &r) { r.a = "((16,4),4):((1,65),16)"; }), 207);
  expectMma(with([](MmaRow &r) { r.a = "((16,4),4):((1,63),16)"; }), 207);
  expectMma(with([](MmaRow &r) { r.b = "((16,4),4):((1,64),0)"; }), 207);
  expectMma(with([](MmaRow &r) { r.b = "((16,4),4):((-1,64),16)"; }), 207);
  expectMma(with([](MmaRow &r) { r.c = "((16,4),4):((16,4),0)"; }), 208);
  // Another order of K in B: value-major instead of lane-major.
  expectMma(with([](MmaRow &r) { r.b = "((16,4),4):((1,16),64)"; }), 209);
  // Row-major: one operand, or both of them.
  expectMma(with([](MmaRow &r) { r.a = "((16,4),4):((16,4),1)"; }), 212);
  expectMma(with([](MmaRow &r) { r.a = r.b = "((16,4),4):((16,4),1)"; }), 212);
  expectMma(with([](MmaRow &r) {
              r.bits = 32;
              r.b = "((16,4),4):((16,4),1)";
            }),
            212);
}

TEST_F(InvariantsTest, CopyMutantsAreNamed) {
  auto found = [&](CopyRow row, int32_t valBits) { return copyInvariants(copy(row), valBits); };
  auto expect = [&](CopyRow row, int32_t valBits, int rule) {
    SmallVector<layout::Reason> reasons = found(row, valBits);
    EXPECT_TRUE(has(reasons, rule)) << "expected FLY" << rule << ", found\n" << texts(reasons);
  };
  const char *plain = "(1,64):(1,1)";
  CopyRow sound = {1, 64, plain, plain, plain};
  EXPECT_TRUE(found(sound, 16).empty()) << texts(found(sound, 16));
  // A transposing read: 16 threads exchange pieces of 16 bits.
  CopyRow transposing = {16, 64, "(16,64):(64,1)", "((4,4),(16,4)):((16,256),(1,64))",
                         "((4,4),(16,4)):((16,256),(1,64))"};
  EXPECT_TRUE(found(transposing, 16).empty()) << texts(found(transposing, 16));
  // Uniform memory side of a tensor-memory load.
  CopyRow uniform = {32, 64, "(32,64):(0,1)", "(32,64):(64,1)", "(32,64):(64,1)"};
  EXPECT_TRUE(found(uniform, 32).empty()) << texts(found(uniform, 32));

  expect({1, 64, "64:1", plain, plain}, 16, 201);
  expect({1, 64, plain, "(1,8,8):(1,1,8)", plain}, 16, 201);
  expect({1, 64, plain, plain, "(1,0):(1,1)"}, 16, 202);
  expect({1, 64, "(1,4):(1,1)", plain, plain}, 16, 210);
  expect({2, 64, plain, plain, plain}, 16, 210);
  expect({1, 64, "(1,32):(1,1)", plain, plain}, 16, 210);
  expect({1, 64, "(1,64):(1,2)", plain, plain}, 16, 207);
  expect({1, 64, "(1,64):(1,0)", plain, plain}, 16, 207);
  expect({16, 64, "(16,64):(65,1)", transposing.dst, transposing.ref}, 16, 207);
  expect({16, 64, "(16,64):(32,1)", transposing.dst, transposing.ref}, 16, 207);
  expect(transposing, 32, 211);
}

TEST_F(InvariantsTest, VerifierReportsEveryFindingOnce) {
  MmaRow row = sound;
  row.a = "((16,4),2):((1,64),16)";
  Type payload = mma(row);
  for (int time = 0; time < 2; ++time) {
    heard.clear();
    EXPECT_FALSE(
        MmaAtomType::getChecked([&] { return emitError(UnknownLoc::get(&context)); }, payload));
    EXPECT_EQ(heard.size(), 2u) << everythingHeard(); // cover and register
    EXPECT_TRUE(heardCode(205) && heardCode(206)) << everythingHeard();
    EXPECT_NE(everythingHeard().find("operand A: 64 threads x 2 values do not cover 16x16"),
              std::string::npos)
        << everythingHeard();
  }
}

TEST_F(InvariantsTest, HugeExtentsDoNotOverflow) {
  MmaRow row = sound;
  row.c = "((2147483647,2147483647),2147483647):((1,1),1)";
  SmallVector<layout::Reason> found = mmaInvariants(mma(row));
  EXPECT_TRUE(has(found, 203)) << texts(found);
}

TEST_F(InvariantsTest, TiledCopyPromises) {
  auto findings = [&](StringRef type, bool writes) {
    auto tiled = dyn_cast_or_null<TiledCopyType>(parseType(type));
    EXPECT_TRUE(tiled) << everythingHeard();
    SmallVector<int> codes;
    if (tiled)
      for (const Finding &finding : tiledCopyFindings(tiled, writes))
        codes.push_back(finding.severity == RuleEntry::Severity::Error ? -finding.reason.rule
                                                                       : finding.reason.rule);
    return codes;
  };
  using Codes = SmallVector<int>;
  EXPECT_EQ(findings("!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, "
                     "<(4,8):(8,1)>, <[4|8]>>",
                     true),
            Codes{});
  EXPECT_EQ(findings("!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, "
                     "<(16,2):(2,1)>, <[4|8]>>",
                     false),
            Codes{-170});
  EXPECT_EQ(findings("!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, "
                     "<((4,8),4):((16,1),4)>, <[8|16]>>",
                     false),
            Codes{171});
  EXPECT_EQ(findings("!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, "
                     "<((4,8),4):((16,1),4)>, <[8|16]>>",
                     true),
            Codes{-171});
  // Two waves share the tile: fine for a source, wrong for a destination.
  StringRef broadcast = "!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, "
                        "<((4,2),8):((8,0),1)>, <[4|8]>>";
  EXPECT_EQ(findings(broadcast, false), Codes{});
  EXPECT_EQ(findings(broadcast, true), Codes{-171});
  EXPECT_EQ(findings("!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, "
                     "<(4,4):(8,1)>, <[4|8]>>",
                     false),
            Codes{171});
}

} // namespace
