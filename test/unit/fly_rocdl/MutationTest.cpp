// Mutation proof of the central invariants over every AMD instance: each layout is perturbed
// through a test-only payload, an independent evaluation decides which rules the mutant breaks, and
// the checker must report those and nothing else, with numbers that hold.
#include "TestSupport.h"

#include "dialects/fly/Invariants.h"
#include "dialects/layout/Algebra.h"

#include <iostream>
#include <regex>
#include <set>

using namespace mlir;
using namespace mlir::fly_rocdl;
using namespace rocdl_test;
using layout::IntTuple;
using layout::Layout;

namespace {

struct MmaMutant {
  fly::MmaOpTypeInterface base;
  Layout threads, a, b, c;
};
struct CopyMutant {
  fly::CopyOpTypeInterface base;
  Layout threads, src, dst, ref;
};
std::vector<MmaMutant> mmaMutants;
std::vector<CopyMutant> copyMutants;

struct IndexStorage : TypeStorage {
  using KeyTy = size_t;
  explicit IndexStorage(size_t index) : index(index) {}
  bool operator==(const KeyTy &key) const { return key == index; }
  static IndexStorage *construct(TypeStorageAllocator &allocator, const KeyTy &key) {
    return new (allocator.allocate<IndexStorage>()) IndexStorage(key);
  }
  size_t index;
};

/// A real payload with other layouts.
class MutantMmaType
    : public Type::TypeBase<MutantMmaType, Type, IndexStorage, fly::MmaOpTypeInterface::Trait,
                            fly::AtomInfoTypeInterface::Trait> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "rocdltest.mma";
  const MmaMutant &mutant() const { return mmaMutants[getImpl()->index]; }
  Layout getThrLayout() const { return mutant().threads; }
  IntTuple getShapeMNK() const { return base().getShapeMNK(); }
  Type getValTypeA() const { return base().getValTypeA(); }
  Type getValTypeB() const { return base().getValTypeB(); }
  Type getValTypeC() const { return base().getValTypeC(); }
  Type getValTypeD() const { return base().getValTypeD(); }
  Layout getThrValLayoutA() const { return mutant().a; }
  Layout getThrValLayoutB() const { return mutant().b; }
  Layout getThrValLayoutC() const { return mutant().c; }
  int64_t getReplication(fly::MmaOperand operand) const { return base().getReplication(operand); }
  int64_t getRegisterValues(fly::MmaOperand operand) const {
    return base().getRegisterValues(operand);
  }
  SmallVector<std::string> getChips() const {
    return cast<fly::AtomInfoTypeInterface>(Type(base())).getChips();
  }
  int64_t getRequiredThreads() const { return base().getThrLayout().shape().leaf().value(); }
  FailureOr<Value> emitAtomCallSSA(OpBuilder &, Location, Type, fly::MmaAtomType, Type, Type, Type,
                                   Type, Value, Value, Value, Value, Value) const {
    return failure();
  }

private:
  fly::MmaOpTypeInterface base() const { return mutant().base; }
};

class MutantCopyType
    : public Type::TypeBase<MutantCopyType, Type, IndexStorage, fly::CopyOpTypeInterface::Trait> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "rocdltest.copy";
  const CopyMutant &mutant() const { return copyMutants[getImpl()->index]; }
  Layout getThrLayout() const { return mutant().threads; }
  Layout getThrBitLayoutSrc() const { return mutant().src; }
  Layout getThrBitLayoutDst() const { return mutant().dst; }
  Layout getThrBitLayoutRef() const { return mutant().ref; }
  int64_t getCopyBits() const {
    fly::CopyOpTypeInterface base = mutant().base;
    return base.getCopyBits();
  }
  FailureOr<Value> emitAtomCallSSA(OpBuilder &, Location, Type, fly::CopyAtomType, Type, Type,
                                   Value, Value, Value) const {
    return failure();
  }
};

class MutantDialect : public Dialect {
public:
  explicit MutantDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<MutantDialect>()) {
    addTypes<MutantMmaType, MutantCopyType>();
  }
  static StringRef getDialectNamespace() { return "rocdltest"; }
  void printType(Type, DialectAsmPrinter &printer) const override { printer << "mutant"; }
};

// --- Perturbations ------------------------------------------------------------------------------

/// A tuple with its leaf number `at` replaced; `next` counts leaves.
IntTuple replaceLeaf(const IntTuple &tuple, size_t at, int64_t value, size_t &next) {
  if (tuple.isLeaf())
    return next++ == at ? IntTuple(value) : tuple;
  std::vector<IntTuple> elements;
  for (const IntTuple &element : tuple.elements())
    elements.push_back(replaceLeaf(element, at, value, next));
  return IntTuple(std::move(elements));
}
IntTuple replaceLeaf(const IntTuple &tuple, size_t at, int64_t value) {
  size_t next = 0;
  return replaceLeaf(tuple, at, value, next);
}
std::vector<int64_t> leavesOf(const IntTuple &tuple) {
  std::vector<int64_t> values;
  tuple.forEachLeaf([&](const layout::Leaf &leaf) { values.push_back(leaf.value()); });
  return values;
}
IntTuple pairOf(IntTuple a, IntTuple b) { return IntTuple::of({std::move(a), std::move(b)}); }

struct Mutation {
  std::string name;
  Layout layout;
};

/// All perturbations of one (threads, values) layout over a tile of rows x cols; cols 0 for copies.
std::vector<Mutation> mutationsOf(const Layout &sound, int64_t rows, int64_t cols, int64_t bits) {
  std::vector<Mutation> all;
  const IntTuple &shape = sound.shape(), &stride = sound.stride();
  std::vector<int64_t> extents = leavesOf(shape), strides = leavesOf(stride);
  size_t threadLeaves = shape[0].leafCount();

  all.push_back({"swapped modes", {pairOf(shape[1], shape[0]), pairOf(stride[1], stride[0])}});
  all.push_back({"flattened rank", {layout::flatten(shape), layout::flatten(stride)}});
  if (all.back().layout.rank() == 2 && all.back().layout == sound)
    all.pop_back(); // two flat modes are flat already
  all.push_back(
      {"extra nesting",
       {IntTuple(std::vector<IntTuple>{shape}), IntTuple(std::vector<IntTuple>{stride})}});
  all.push_back({"third mode",
                 {IntTuple::of({shape[0], shape[1], 1}), IntTuple::of({stride[0], stride[1], 0})}});
  all.push_back({"incongruent", {shape, pairOf(stride[0], IntTuple::of({1, 1, 1}))}});
  all.push_back({"empty mode", {pairOf(shape[0], 0), pairOf(stride[0], 1)}});
  all.push_back({"thread count doubled",
                 {pairOf(pairOf(shape[0], 2), shape[1]), pairOf(pairOf(stride[0], 0), stride[1])}});
  all.push_back({"value count doubled",
                 {pairOf(shape[0], pairOf(shape[1], 2)), pairOf(stride[0], pairOf(stride[1], 0))}});
  for (size_t i = 0; i < extents.size(); ++i)
    if (extents[i] % 2 == 0)
      all.push_back({i < threadLeaves ? "thread count halved" : "value count halved",
                     {replaceLeaf(shape, i, extents[i] / 2), stride}});
  if (bits > 1)
    all.push_back(
        {"bits for values",
         {pairOf(shape[0], pairOf(bits, shape[1])), pairOf(stride[0], pairOf(0, stride[1]))}});
  for (size_t i = 0; i < extents.size(); ++i) {
    all.push_back({"stride off by one", {shape, replaceLeaf(stride, i, strides[i] + 1)}});
    if (strides[i] != 0)
      all.push_back({"stride one short", {shape, replaceLeaf(stride, i, strides[i] - 1)}});
    if (strides[i] != 0)
      all.push_back({"duplicated element", {shape, replaceLeaf(stride, i, 0)}});
  }
  if (cols > 0) {
    // Row-major: position r + rows*c becomes c + cols*r.
    auto transposed = [&](const IntTuple &tuple) {
      return tuple.mapLeaves([&](const layout::Leaf &leaf) {
        int64_t value = leaf.value();
        return layout::Leaf(value / rows + value % rows * cols);
      });
    };
    all.push_back({"row-major", {shape, transposed(stride)}});
  }
  return all;
}

// --- The rules, evaluated independently ----------------------------------------------------------

bool sameNesting(const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf() || b.isLeaf())
    return a.isLeaf() && b.isLeaf();
  if (a.rank() != b.rank())
    return false;
  for (size_t i = 0; i < a.rank(); ++i)
    if (!sameNesting(a[i], b[i]))
      return false;
  return true;
}

/// 201 or 202 for a layout that is no pair of modes, 0 for one that is.
int structureRule(const Layout &layout) {
  if (!sameNesting(layout.shape(), layout.stride()) || layout.shape().isLeaf() ||
      layout.shape().rank() != 2)
    return 201;
  for (int64_t extent : leavesOf(layout.shape()))
    if (extent < 1)
      return 202;
  return 0;
}

struct Expected {
  std::set<int> mandatory; // one entry per broken rule; 207 stands for 208 too, 209 for 212
  std::set<int> allowed;   // what may be said beside it
};

struct Facts {
  const char *name;
  Layout layout;
  int64_t rows, cols, copies, registers, bits;
};

std::vector<int64_t> ownersOf(const ThrVal &map, int64_t positions, bool &outside) {
  std::vector<int64_t> owners(positions, 0);
  for (int64_t t = 0; t < map.threads.size(); ++t)
    for (int64_t v = 0; v < map.values.size(); ++v) {
      int64_t position = map.at(t, v);
      if (position < 0 || position >= positions)
        outside = true;
      else
        ++owners[position];
    }
  return owners;
}

Expected expectedOf(const Facts (&facts)[3], int64_t threads, int64_t wave) {
  Expected expected;
  auto must = [&](int rule) {
    expected.mandatory.insert(rule);
    expected.allowed.insert(rule);
  };
  if (threads != wave)
    must(204);
  bool sized[3] = {};
  for (int i = 0; i < 3; ++i) {
    const Facts &operand = facts[i];
    if (int rule = structureRule(operand.layout)) {
      must(rule);
      continue;
    }
    ThrVal map(operand.layout);
    int64_t t = map.threads.size(), v = map.values.size();
    bool fits = true;
    if (t != threads)
      must(203), fits = false;
    if (t * v != operand.rows * operand.cols * operand.copies)
      must(205), fits = false;
    if (v != operand.registers)
      must(206);
    // Neighbours in a register that are neighbours along the rows.
    if (i < 2 && operand.bits < 32 && v > 1 && map.at(0, 1) - map.at(0, 0) == 1 &&
        operand.rows > 1) {
      if (fits)
        must(209);
      else
        expected.allowed.insert(209);
    }
    if (!fits)
      continue;
    sized[i] = true;
    bool outside = false;
    for (int64_t count : ownersOf(map, operand.rows * operand.cols, outside))
      outside |= count != operand.copies;
    if (outside)
      must(207);
  }
  // The order of K is compared where A and B have as many rows and values.
  const Facts &a = facts[0], &b = facts[1];
  if (sized[0] && sized[1] && a.rows == b.rows) {
    ThrVal mapA(a.layout), mapB(b.layout);
    if (mapA.values.size() == mapB.values.size()) {
      bool differs = false;
      for (int64_t t = 0; t < mapA.threads.size(); ++t)
        for (int64_t v = 0; v < mapA.values.size(); ++v)
          differs |= mapA.at(t, v) / a.rows != mapB.at(t, v) / b.rows;
      // Together with broken coverage the order of K may or may not be worth a line.
      if (differs && !expected.mandatory.count(207))
        must(209);
      else if (differs)
        expected.allowed.insert(209);
    }
  }
  return expected;
}

int classOf(int rule) { return rule == 208 ? 207 : rule == 212 ? 209 : rule; }

std::vector<int64_t> numbersIn(const std::string &text) {
  std::vector<int64_t> numbers;
  static const std::regex number("-?[0-9]+");
  for (std::sregex_iterator it(text.begin(), text.end(), number), end; it != end; ++it)
    numbers.push_back(std::stoll(it->str()));
  return numbers;
}

/// Whether the numbers of a message about a (threads, values) layout hold.
void checkNumbers(const layout::Reason &reason, const Facts (&facts)[3], int64_t threads,
                  int64_t wave, const std::string &what) {
  const Facts *operand = nullptr;
  for (const Facts &candidate : facts)
    if (reason.message.find(std::string("operand ") + candidate.name) != std::string::npos)
      operand = &candidate;
  std::vector<int64_t> n = numbersIn(reason.message);
  auto expect = [&](std::vector<int64_t> expected) {
    EXPECT_EQ(n, expected) << what << ": " << reason.message;
  };
  if (reason.rule == 204) {
    ASSERT_GE(n.size(), 2u);
    EXPECT_EQ(n[n.size() - 2], wave) << reason.message;
    EXPECT_EQ(n[n.size() - 1], threads) << reason.message;
    return;
  }
  if (reason.rule == 209) {
    // "thread t, value v is k = x of A and k = y of B"
    ASSERT_EQ(n.size(), 4u) << reason.message;
    EXPECT_EQ(ThrVal(facts[0].layout).at(n[0], n[1]) / facts[0].rows, n[2]) << reason.message;
    EXPECT_EQ(ThrVal(facts[1].layout).at(n[0], n[1]) / facts[1].rows, n[3]) << reason.message;
    EXPECT_NE(n[2], n[3]) << reason.message;
    return;
  }
  if (reason.rule == 201 || reason.rule == 202) {
    ASSERT_TRUE(operand) << what << ": " << reason.message;
    EXPECT_NE(reason.message.find(operand->layout.str()), std::string::npos) << reason.message;
    return;
  }
  if (reason.rule == 212)
    return;
  ASSERT_TRUE(operand) << what << ": " << reason.message;
  ThrVal map(operand->layout);
  int64_t t = map.threads.size(), v = map.values.size();
  bool outside = false;
  std::vector<int64_t> owners = ownersOf(map, operand->rows * operand->cols, outside);
  switch (reason.rule) {
  case 203:
    expect({t, threads});
    break;
  case 205:
    if (operand->copies == 1)
      expect({t, v, operand->rows, operand->cols});
    else
      expect({t, v, operand->rows, operand->cols, operand->copies});
    break;
  case 206:
    expect({v, operand->registers});
    break;
  case 207:
    if (reason.message.find("sends thread") != std::string::npos) {
      ASSERT_EQ(n.size(), 4u) << reason.message;
      EXPECT_EQ(map.at(n[0], n[1]), n[2]) << reason.message;
      EXPECT_EQ(n[3], operand->rows * operand->cols) << reason.message;
      EXPECT_TRUE(n[2] < 0 || n[2] >= n[3]) << reason.message;
    } else {
      ASSERT_GE(n.size(), 2u) << reason.message;
      int64_t count = owners[n[0] + operand->rows * n[1]];
      if (n.size() == 2) {
        EXPECT_EQ(count, 0) << reason.message; // unassigned
        break;
      }
      // "assigns element (r,c) x times and others y times"
      ASSERT_EQ(n.size(), 4u) << reason.message;
      EXPECT_EQ(count, n[2]) << reason.message;
      EXPECT_NE(std::find(owners.begin(), owners.end(), n[3]), owners.end()) << reason.message;
      EXPECT_NE(n[2], n[3]) << reason.message;
    }
    break;
  case 208: {
    // "gives element (r,c) to thread t, value v and to thread t2, value v2"
    ASSERT_EQ(n.size(), 6u) << reason.message;
    int64_t position = n[0] + operand->rows * n[1];
    EXPECT_EQ(map.at(n[2], n[3]), position) << reason.message;
    EXPECT_EQ(map.at(n[4], n[5]), position) << reason.message;
    EXPECT_TRUE(n[2] != n[4] || n[3] != n[5]) << reason.message;
    break;
  }
  default:
    break;
  }
}

class MutationTest : public RocdlTest {
protected:
  MutationTest() { context.loadDialect<MutantDialect>(); }

  std::vector<InstanceInfo> instances = allInstances(&context);
  int mutants = 0, broken = 0, reported = 0;
};

TEST_F(MutationTest, EveryMmaInstance) {
  mmaMutants.clear();
  for (const InstanceInfo &info : instances) {
    auto base = dyn_cast<fly::MmaOpTypeInterface>(info.payload);
    if (!base)
      continue;
    IntTuple shape = base.getShapeMNK();
    int64_t m = shape[0].leaf().value(), n = shape[1].leaf().value(), k = shape[2].leaf().value();
    int64_t wave = base.getThrLayout().shape().leaf().value();
    auto bitsOfType = [](Type type) { return int64_t(type.getIntOrFloatBitWidth()); };
    const Facts sound[3] = {
        {"A", base.getThrValLayoutA(), m, k, base.getReplication(fly::MmaOperand::A),
         base.getRegisterValues(fly::MmaOperand::A), bitsOfType(base.getValTypeA())},
        {"B", base.getThrValLayoutB(), n, k, base.getReplication(fly::MmaOperand::B),
         base.getRegisterValues(fly::MmaOperand::B), bitsOfType(base.getValTypeB())},
        {"C", base.getThrValLayoutC(), m, n, 1, base.getRegisterValues(fly::MmaOperand::C),
         bitsOfType(base.getValTypeC())}};

    auto judge = [&](const std::string &name, const Facts(&facts)[3], int64_t threads) {
      ++mutants;
      mmaMutants.push_back(
          {base, Layout(IntTuple(threads), 1), facts[0].layout, facts[1].layout, facts[2].layout});
      Type mutant = MutantMmaType::get(&context, mmaMutants.size() - 1);
      SmallVector<layout::Reason> found = fly::mmaInvariants(cast<fly::MmaOpTypeInterface>(mutant));
      Expected expected = expectedOf(facts, threads, wave);
      std::string what = info.text + " " + name + " " + facts[0].layout.str() + " " +
                         facts[1].layout.str() + " " + facts[2].layout.str();
      std::set<int> said;
      for (const layout::Reason &reason : found) {
        said.insert(classOf(reason.rule));
        EXPECT_TRUE(expected.allowed.count(classOf(reason.rule)))
            << what << ": not broken, but reported: " << reason.message << " [FLY" << reason.rule
            << "]";
        checkNumbers(reason, facts, threads, wave, what);
      }
      for (int rule : expected.mandatory)
        EXPECT_TRUE(said.count(rule)) << what << ": FLY" << rule << " slipped through";
      broken += !expected.mandatory.empty();
      reported += !found.empty();
    };

    for (int operand = 0; operand < 3; ++operand)
      for (const Mutation &mutation : mutationsOf(sound[operand].layout, sound[operand].rows,
                                                  sound[operand].cols, sound[operand].bits)) {
        Facts facts[3] = {sound[0], sound[1], sound[2]};
        facts[operand].layout = mutation.layout;
        judge(std::string(facts[operand].name) + " " + mutation.name, facts, wave);
      }
    // A and B row-major alike.
    Facts both[3] = {sound[0], sound[1], sound[2]};
    for (int operand = 0; operand < 2; ++operand)
      both[operand].layout = mutationsOf(sound[operand].layout, sound[operand].rows,
                                         sound[operand].cols, sound[operand].bits)
                                 .back()
                                 .layout;
    judge("A and B row-major", both, wave);
    judge("half the threads", sound, wave / 2);
    judge("twice the threads", sound, wave * 2);
    if (HasFailure())
      break; // one instance shows it
  }
  EXPECT_EQ(broken, reported);
  RecordProperty("mutants", mutants);
  std::cout << "MMA mutants: " << mutants << ", breaking a rule: " << broken
            << ", reported: " << reported << "\n";
}

TEST_F(MutationTest, EveryCopyInstance) {
  copyMutants.clear();
  for (const InstanceInfo &info : instances) {
    auto base = dyn_cast<fly::CopyOpTypeInterface>(info.payload);
    if (!base || base.isWholeTile())
      continue;
    int64_t wave = base.getThrLayout().shape().leaf().value(), bits = base.getCopyBits();
    const Layout sound[3] = {base.getThrBitLayoutSrc(), base.getThrBitLayoutDst(),
                             base.getThrBitLayoutRef()};
    auto judge = [&](const std::string &name, const Layout(&sides)[3], int64_t threads) {
      ++mutants;
      copyMutants.push_back({base, Layout(IntTuple(threads), 1), sides[0], sides[1], sides[2]});
      Type mutant = MutantCopyType::get(&context, copyMutants.size() - 1);
      SmallVector<layout::Reason> found =
          fly::copyInvariants(cast<fly::CopyOpTypeInterface>(mutant), info.valBits);
      std::set<int> expected;
      for (const Layout &side : sides) {
        if (int rule = structureRule(side)) {
          expected.insert(rule);
          continue;
        }
        ThrVal map(side);
        if (map.threads.size() != threads || map.values.size() != bits) {
          expected.insert(210);
          continue;
        }
        // A thread holds a position once, and the threads reach 0, 1, 2, ... equally often.
        std::map<int64_t, int64_t> hits;
        bool sound = true;
        for (int64_t t = 0; t < threads; ++t) {
          std::set<int64_t> own;
          for (int64_t v = 0; v < bits; ++v) {
            sound &= own.insert(map.at(t, v)).second;
            ++hits[map.at(t, v)];
          }
        }
        int64_t next = 0;
        for (auto [position, count] : hits)
          sound &= position == next++ && count == hits.begin()->second;
        if (!sound)
          expected.insert(207);
        // Runs of consecutive bits that a value would cut.
        int64_t run = 1;
        while (run < bits && map.at(0, run) == map.at(0, 0) + run)
          ++run;
        if (run % info.valBits != 0)
          expected.insert(211);
      }
      std::set<int> said;
      std::string what = info.text + " " + name + " " + sides[0].str() + " " + sides[1].str();
      for (const layout::Reason &reason : found) {
        said.insert(reason.rule);
        EXPECT_FALSE(numbersIn(reason.message).empty()) << reason.message;
        // A value may also fail to count bits that the coverage rule has named.
        if (reason.rule == 211 && said.count(207))
          continue;
        EXPECT_TRUE(expected.count(reason.rule))
            << what << ": not broken, but reported: " << reason.message;
      }
      for (int rule : expected)
        EXPECT_TRUE(said.count(rule)) << what << ": FLY" << rule << " slipped through";
      broken += !expected.empty();
      reported += !found.empty();
    };
    for (int side = 0; side < 3; ++side)
      for (const Mutation &mutation : mutationsOf(sound[side], 0, 0, info.valBits)) {
        Layout sides[3] = {sound[0], sound[1], sound[2]};
        sides[side] = mutation.layout;
        judge(mutation.name, sides, wave);
      }
    judge("twice the threads", sound, wave * 2);
    if (HasFailure())
      break;
  }
  EXPECT_EQ(broken, reported);
  RecordProperty("mutants", mutants);
  std::cout << "copy mutants: " << mutants << ", breaking a rule: " << broken
            << ", reported: " << reported << "\n";
}

} // namespace
