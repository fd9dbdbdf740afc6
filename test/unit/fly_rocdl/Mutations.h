// Mutation proof of the central invariants, shared by the tests of both backends: every layout of
// an instance is perturbed through a test-only payload, an independent evaluation decides which
// rules the mutant breaks, and the checker must report exactly those, with numbers that hold.
#pragma once

#include "test/unit/fly_rocdl/ThrVal.h"

#include "dialects/fly/FlyDialect.h"
#include "dialects/fly/Invariants.h"
#include "dialects/layout/Algebra.h"

#include "mlir/IR/DialectImplementation.h"

#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <regex>
#include <set>

namespace mutations {

using namespace mlir;
using layout::IntTuple;
using layout::Layout;
using rocdl_test::ThrVal;

// --- Test-only payloads -------------------------------------------------------------------------

struct MmaMutant {
  fly::MmaOpTypeInterface base;
  Layout threads, a, b, c;
};
struct CopyMutant {
  fly::CopyOpTypeInterface base;
  Layout threads, src, dst, ref;
};
inline std::vector<MmaMutant> mmaMutants;
inline std::vector<CopyMutant> copyMutants;
/// How often the checker has asked a payload for a layout.
inline int layoutQuestions = 0;

struct IndexStorage : TypeStorage {
  using KeyTy = size_t;
  explicit IndexStorage(size_t index) : index(index) {}
  bool operator==(const KeyTy &key) const { return key == index; }
  static IndexStorage *construct(TypeStorageAllocator &allocator, const KeyTy &key) {
    return new (allocator.allocate<IndexStorage>()) IndexStorage(key);
  }
  size_t index;
};

inline int64_t threadsOf(const Layout &layout) { return layout.shape().leaf().value(); }
inline SmallVector<std::string> chipsOf(Type payload) {
  return cast<fly::AtomInfoTypeInterface>(payload).getChips();
}

/// A real payload with other layouts.
class MutantMmaType
    : public Type::TypeBase<MutantMmaType, Type, IndexStorage, fly::MmaOpTypeInterface::Trait,
                            fly::AtomInfoTypeInterface::Trait> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "mutants.mma";
  const MmaMutant &mutant() const { return mmaMutants[getImpl()->index]; }
  Layout getThrLayout() const { return mutant().threads; }
  IntTuple getShapeMNK() const { return base().getShapeMNK(); }
  Type getValTypeA() const { return base().getValTypeA(); }
  Type getValTypeB() const { return base().getValTypeB(); }
  Type getValTypeC() const { return base().getValTypeC(); }
  Type getValTypeD() const { return base().getValTypeD(); }
  Layout getThrValLayoutA() const { return ++layoutQuestions, mutant().a; }
  Layout getThrValLayoutB() const { return mutant().b; }
  Layout getThrValLayoutC() const { return mutant().c; }
  int64_t getReplication(fly::MmaOperand operand) const { return base().getReplication(operand); }
  int64_t getRegisterValues(fly::MmaOperand operand) const {
    return base().getRegisterValues(operand);
  }
  SmallVector<std::string> getChips() const { return chipsOf(base()); }
  int64_t getRequiredThreads() const { return threadsOf(base().getThrLayout()); }
  FailureOr<Value> emitAtomCallSSA(OpBuilder &, Location, Type, fly::MmaAtomType, Type, Type, Type,
                                   Type, Value, Value, Value, Value, Value) const {
    return failure();
  }

private:
  fly::MmaOpTypeInterface base() const { return mutant().base; }
};

class MutantCopyType
    : public Type::TypeBase<MutantCopyType, Type, IndexStorage, fly::CopyOpTypeInterface::Trait,
                            fly::AtomInfoTypeInterface::Trait> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "mutants.copy";
  const CopyMutant &mutant() const { return copyMutants[getImpl()->index]; }
  Layout getThrLayout() const { return mutant().threads; }
  Layout getThrBitLayoutSrc() const { return ++layoutQuestions, mutant().src; }
  Layout getThrBitLayoutDst() const { return mutant().dst; }
  Layout getThrBitLayoutRef() const { return mutant().ref; }
  int64_t getCopyBits() const { return base().getCopyBits(); }
  bool isWholeTile() const { return base().isWholeTile(); }
  SmallVector<std::string> getChips() const { return chipsOf(base()); }
  int64_t getRequiredThreads() const { return threadsOf(base().getThrLayout()); }
  FailureOr<Value> emitAtomCallSSA(OpBuilder &, Location, Type, fly::CopyAtomType, Type, Type,
                                   Value, Value, Value) const {
    return failure();
  }

private:
  fly::CopyOpTypeInterface base() const { return mutant().base; }
};

class MutantDialect : public Dialect {
public:
  explicit MutantDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<MutantDialect>()) {
    addTypes<MutantMmaType, MutantCopyType>();
  }
  static StringRef getDialectNamespace() { return "mutants"; }
  void printType(Type, DialectAsmPrinter &printer) const override { printer << "mutant"; }
};

inline MutantMmaType mmaMutant(MLIRContext *context, MmaMutant mutant) {
  mmaMutants.push_back(std::move(mutant));
  return MutantMmaType::get(context, mmaMutants.size() - 1);
}
inline MutantCopyType copyMutant(MLIRContext *context, CopyMutant mutant) {
  copyMutants.push_back(std::move(mutant));
  return MutantCopyType::get(context, copyMutants.size() - 1);
}

// --- Perturbations ------------------------------------------------------------------------------

/// A tuple with its leaf number `at` replaced; `next` counts leaves.
inline IntTuple replaceLeaf(const IntTuple &tuple, size_t at, int64_t value, size_t &next) {
  if (tuple.isLeaf())
    return next++ == at ? IntTuple(value) : tuple;
  std::vector<IntTuple> elements;
  for (const IntTuple &element : tuple.elements())
    elements.push_back(replaceLeaf(element, at, value, next));
  return IntTuple(std::move(elements));
}
inline IntTuple replaceLeaf(const IntTuple &tuple, size_t at, int64_t value) {
  size_t next = 0;
  return replaceLeaf(tuple, at, value, next);
}
inline std::vector<int64_t> leavesOf(const IntTuple &tuple) {
  std::vector<int64_t> values;
  tuple.forEachLeaf([&](const layout::Leaf &leaf) { values.push_back(leaf.value()); });
  return values;
}
inline IntTuple pairOf(IntTuple a, IntTuple b) {
  return IntTuple::of({std::move(a), std::move(b)});
}

struct Mutation {
  std::string kind;
  Layout layout;
};

/// Kinds that every instance has; those that follow exist where they differ from the sound layout.
inline const std::set<std::string> commonKinds = {
    "swapped modes", "wrong thread count", "wrong value count",  "flattened rank",
    "extra nesting", "off-by-one stride",  "duplicated element", "third mode",
    "incongruent",   "empty mode"};

/// All perturbations of one (threads, values) layout over a tile of rows x cols, cols 0 for copies;
/// `bits` of a value, 0 where values are not counted.
inline std::vector<Mutation> mutationsOf(const Layout &sound, int64_t rows, int64_t cols,
                                         int64_t bits) {
  std::vector<Mutation> all;
  const IntTuple &shape = sound.shape(), &stride = sound.stride();
  std::vector<int64_t> extents = leavesOf(shape), strides = leavesOf(stride);
  size_t threadLeaves = shape[0].leafCount();

  all.push_back({"swapped modes", {pairOf(shape[1], shape[0]), pairOf(stride[1], stride[0])}});
  int64_t total = 1;
  for (int64_t extent : extents)
    total *= extent;
  if (extents.size() > 2)
    all.push_back({"flattened rank", {layout::flatten(shape), layout::flatten(stride)}});
  all.push_back({"flattened rank", Layout(IntTuple(total), 1)});
  all.push_back(
      {"extra nesting",
       {IntTuple(std::vector<IntTuple>{shape}), IntTuple(std::vector<IntTuple>{stride})}});
  all.push_back({"third mode",
                 {IntTuple::of({shape[0], shape[1], 1}), IntTuple::of({stride[0], stride[1], 0})}});
  // One stride more than there are value modes.
  std::vector<IntTuple> ones(extents.size() - threadLeaves + 1, IntTuple(1));
  all.push_back({"incongruent", {shape, pairOf(stride[0], IntTuple(std::move(ones)))}});
  all.push_back({"empty mode", {pairOf(shape[0], 0), pairOf(stride[0], 1)}});
  all.push_back({"wrong thread count",
                 {pairOf(pairOf(shape[0], 2), shape[1]), pairOf(pairOf(stride[0], 0), stride[1])}});
  all.push_back({"wrong value count",
                 {pairOf(shape[0], pairOf(shape[1], 2)), pairOf(stride[0], pairOf(stride[1], 0))}});
  for (size_t i = 0; i < extents.size(); ++i)
    if (extents[i] % 2 == 0)
      all.push_back({i < threadLeaves ? "wrong thread count" : "wrong value count",
                     {replaceLeaf(shape, i, extents[i] / 2), stride}});
  if (bits > 1)
    all.push_back(
        {"bits for values",
         {pairOf(shape[0], pairOf(bits, shape[1])), pairOf(stride[0], pairOf(0, stride[1]))}});
  for (size_t i = 0; i < extents.size(); ++i) {
    all.push_back({"off-by-one stride", {shape, replaceLeaf(stride, i, strides[i] + 1)}});
    if (strides[i] != 0)
      all.push_back({"off-by-one stride", {shape, replaceLeaf(stride, i, strides[i] - 1)}});
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

inline bool sameNesting(const IntTuple &a, const IntTuple &b) {
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
inline int structureRule(const Layout &layout) {
  if (!sameNesting(layout.shape(), layout.stride()) || layout.shape().isLeaf() ||
      layout.shape().rank() != 2)
    return 201;
  for (int64_t extent : leavesOf(layout.shape()))
    if (extent < 1)
      return 202;
  return 0;
}

using Codes = std::multiset<int>; // one entry per finding

struct Facts {
  const char *name;
  Layout layout;
  int64_t rows, cols, copies, registers, bits;
};

/// Whether A and B name one column for every thread and value; each may be read row-major instead.
inline bool agreeOnK(const Facts &a, bool rowMajorA, const Facts &b, bool rowMajorB) {
  ThrVal mapA(a.layout), mapB(b.layout);
  for (int64_t t = 0; t < mapA.threads.size(); ++t)
    for (int64_t v = 0; v < mapA.values.size(); ++v) {
      int64_t pa = mapA.at(t, v), pb = mapB.at(t, v);
      if ((rowMajorA ? pa % a.cols : pa / a.rows) != (rowMajorB ? pb % b.cols : pb / b.rows))
        return false;
    }
  return true;
}

inline Codes expectedMma(const Facts (&facts)[3], int64_t threads, int64_t wave) {
  Codes codes;
  if (threads != wave)
    codes.insert(204);
  bool comparable[3] = {};
  for (int i = 0; i < 3; ++i) {
    const Facts &operand = facts[i];
    if (int rule = structureRule(operand.layout)) {
      codes.insert(rule);
      continue;
    }
    ThrVal map(operand.layout);
    int64_t t = map.threads.size(), v = map.values.size(), size = operand.rows * operand.cols;
    bool fits = true;
    if (t != threads)
      codes.insert(203), fits = false;
    if (t * v != size * operand.copies)
      codes.insert(205), fits = false;
    if (v != operand.registers)
      codes.insert(206);
    comparable[i] = fits;
    if (fits) {
      // Thread by thread: the first value outside, or the second owner of an element of C.
      std::vector<int64_t> owners(size, 0);
      int first = 0;
      for (int64_t thread = 0; thread < t && !first; ++thread)
        for (int64_t value = 0; value < v && !first; ++value) {
          int64_t position = map.at(thread, value);
          if (position < 0 || position >= size)
            first = 207;
          else if (++owners[position] > 1 && i == 2)
            first = 208;
        }
      for (int64_t count : owners)
        if (!first && count != operand.copies)
          first = 207;
      if (first)
        codes.insert(first);
    }
    // Neighbours in a register that are neighbours along the rows.
    if (i < 2 && operand.bits < 32 && v > 1 && operand.registers > 1 && operand.rows > 1 &&
        map.at(0, 1) - map.at(0, 0) == 1) {
      codes.insert(212);
      comparable[i] = false;
    }
  }
  // The order of K is compared where A and B have as many rows and values.
  const Facts &a = facts[0], &b = facts[1];
  if (comparable[0] && comparable[1] && a.rows == b.rows &&
      ThrVal(a.layout).values.size() == ThrVal(b.layout).values.size() &&
      !agreeOnK(a, false, b, false))
    codes.insert(agreeOnK(a, true, b, false) || agreeOnK(a, false, b, true) ? 212 : 209);
  return codes;
}

/// `optional`: rules that may be said beside the mandatory ones.
inline Codes expectedCopy(const Layout (&sides)[3], int64_t threads, int64_t wave, int64_t bits,
                          int64_t valBits, bool wholeTile, std::set<int> &optional) {
  Codes codes;
  if (threads != wave)
    codes.insert(204);
  for (const Layout &side : sides) {
    if (int rule = structureRule(side)) {
      codes.insert(rule);
      continue;
    }
    if (wholeTile)
      continue; // placeholders
    ThrVal map(side);
    bool fits = true;
    if (map.threads.size() != threads)
      codes.insert(210), fits = false;
    if (map.values.size() != bits)
      codes.insert(210), fits = false;
    if (!fits)
      continue;
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
      codes.insert(207);
    // A value must not be cut by the first run of consecutive bits; where the bits are sound, every
    // value is a run that begins at a multiple of its width.
    int64_t run = 1;
    while (run < bits && map.at(0, run) == map.at(0, 0) + run)
      ++run;
    bool whole = run % valBits == 0;
    bool misaligned = false;
    for (int64_t t = 0; t < threads; ++t)
      for (int64_t v = 0; v < bits; ++v) {
        int64_t start = map.at(t, v - v % valBits);
        misaligned |= start % valBits != 0 || map.at(t, v) != start + v % valBits;
      }
    if (whole && misaligned && !sound)
      optional.insert(211);
    else if ((!whole || misaligned) && !codes.count(211)) // said once for all sides
      codes.insert(211);
  }
  return codes;
}

// --- Numbers in messages ------------------------------------------------------------------------

inline std::vector<int64_t> numbersIn(const std::string &text) {
  std::vector<int64_t> numbers;
  static const std::regex number("-?[0-9]+");
  for (std::sregex_iterator it(text.begin(), text.end(), number), end; it != end; ++it)
    numbers.push_back(std::stoll(it->str()));
  return numbers;
}

inline bool says(const layout::Reason &reason, const std::string &words) {
  return reason.message.find(words) != std::string::npos;
}

/// Owners of each position; positions outside are left out.
inline std::vector<int64_t> ownersOf(const ThrVal &map, int64_t positions) {
  std::vector<int64_t> owners(positions, 0);
  for (int64_t t = 0; t < map.threads.size(); ++t)
    for (int64_t v = 0; v < map.values.size(); ++v)
      if (int64_t position = map.at(t, v); position >= 0 && position < positions)
        ++owners[position];
  return owners;
}

/// "must use W threads, got T"; names of chips hold numbers too.
inline void checkThreads(const layout::Reason &reason, int64_t threads, int64_t wave) {
  std::vector<int64_t> n = numbersIn(reason.message);
  ASSERT_GE(n.size(), 2u);
  EXPECT_EQ(n[n.size() - 2], wave) << reason.message;
  EXPECT_EQ(n[n.size() - 1], threads) << reason.message;
}

/// Whether the numbers of a message about a (threads, values) layout hold.
inline void checkMmaNumbers(const layout::Reason &reason, const Facts (&facts)[3], int64_t threads,
                            int64_t wave, const std::string &what) {
  const Facts *operand = nullptr;
  for (const Facts &candidate : facts)
    if (says(reason, std::string("operand ") + candidate.name))
      operand = &candidate;
  std::vector<int64_t> n = numbersIn(reason.message);
  auto expect = [&](std::vector<int64_t> expected) {
    EXPECT_EQ(n, expected) << what << ": " << reason.message;
  };
  if (reason.rule == 204)
    return checkThreads(reason, threads, wave);
  if (reason.rule == 209) {
    // "thread t, value v is k = x of A and k = y of B"
    ASSERT_EQ(n.size(), 4u) << reason.message;
    EXPECT_EQ(ThrVal(facts[0].layout).at(n[0], n[1]) / facts[0].rows, n[2]) << reason.message;
    EXPECT_EQ(ThrVal(facts[1].layout).at(n[0], n[1]) / facts[1].rows, n[3]) << reason.message;
    EXPECT_NE(n[2], n[3]) << reason.message;
    return;
  }
  if (reason.rule == 212 && !says(reason, "values 0 and 1")) {
    bool a = says(reason, "operand A"), b = says(reason, "operand B");
    EXPECT_TRUE(n.empty()) << reason.message;
    // It names the one operand whose reading mends it, or both when either does.
    EXPECT_EQ(agreeOnK(facts[0], true, facts[1], false), a || !b) << what << reason.message;
    EXPECT_EQ(agreeOnK(facts[0], false, facts[1], true), b || !a) << what << reason.message;
    return;
  }
  ASSERT_TRUE(operand) << what << ": " << reason.message;
  if (reason.rule == 201 || reason.rule == 202) {
    EXPECT_TRUE(says(reason, operand->layout.str())) << reason.message;
    return;
  }
  ThrVal map(operand->layout);
  int64_t t = map.threads.size(), v = map.values.size();
  std::vector<int64_t> owners = ownersOf(map, operand->rows * operand->cols);
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
    // The unit is named when it explains the number.
    EXPECT_EQ(!reason.fix.empty(), v == operand->registers * operand->bits) << reason.message;
    break;
  case 207:
    if (says(reason, "sends thread")) {
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
  case 212:
    expect({0, 1, 1, 1});
    EXPECT_EQ(map.at(0, 1) - map.at(0, 0), 1) << reason.message;
    EXPECT_EQ(numbersIn(reason.fix), (std::vector<int64_t>{operand->rows})) << reason.fix;
    break;
  default:
    ADD_FAILURE() << "rule " << reason.rule << " is not about matrices: " << reason.message;
  }
}

inline void checkCopyNumbers(const layout::Reason &reason, const Layout (&sides)[3],
                             int64_t threads, int64_t wave, int64_t bits, int64_t valBits,
                             const std::string &what) {
  if (reason.rule == 204)
    return checkThreads(reason, threads, wave);
  const Layout *side = nullptr;
  for (auto [i, name] : {std::pair(0, "source"), {1, "destination"}, {2, "reference"}})
    if (says(reason, name))
      side = &sides[i];
  ASSERT_TRUE(side) << what << ": " << reason.message;
  if (reason.rule == 201 || reason.rule == 202) {
    EXPECT_TRUE(says(reason, side->str())) << reason.message;
    return;
  }
  std::vector<int64_t> n = numbersIn(reason.message);
  auto expect = [&](std::vector<int64_t> expected) {
    EXPECT_EQ(n, expected) << what << ": " << reason.message;
  };
  ThrVal map(*side);
  int64_t t = map.threads.size(), v = map.values.size();
  switch (reason.rule) {
  case 210:
    if (says(reason, "spreads over")) {
      expect({threads, t});
      EXPECT_NE(threads, t) << reason.message;
    } else {
      expect({bits, v});
      EXPECT_NE(bits, v) << reason.message;
    }
    break;
  case 207: {
    std::vector<int64_t> owners = ownersOf(map, t * v);
    if (says(reason, "sends thread")) {
      ASSERT_EQ(n.size(), 4u) << reason.message;
      EXPECT_EQ(map.at(n[0], n[1]), n[2]) << reason.message;
      EXPECT_EQ(n[3], t * v) << reason.message;
      EXPECT_TRUE(n[2] < 0 || n[2] >= n[3]) << reason.message;
    } else if (says(reason, "twice")) {
      ASSERT_EQ(n.size(), 2u) << reason.message;
      int64_t own = 0;
      for (int64_t bit = 0; bit < v; ++bit)
        own += map.at(n[1], bit) == n[0];
      EXPECT_GE(own, 2) << reason.message;
    } else if (says(reason, "unassigned")) {
      ASSERT_EQ(n.size(), 2u) << reason.message;
      EXPECT_EQ(owners[n[0]], 0) << reason.message;
      EXPECT_GT(owners[n[1]], 0) << reason.message;
      EXPECT_GT(n[1], n[0]) << reason.message;
    } else {
      // "assigns position p x times and position 0 y times"
      ASSERT_EQ(n.size(), 4u) << reason.message;
      EXPECT_EQ(owners[n[0]], n[1]) << reason.message;
      EXPECT_EQ(owners[0], n[3]) << reason.message;
      EXPECT_NE(n[1], n[3]) << reason.message;
    }
    break;
  }
  case 211: {
    int64_t run = 1;
    while (run < bits && map.at(0, run) == map.at(0, 0) + run)
      ++run;
    ASSERT_FALSE(n.empty()) << reason.message;
    EXPECT_EQ(n[0], valBits) << reason.message;
    if (says(reason, "contiguous run")) {
      expect({valBits, run});
      EXPECT_NE(run % valBits, 0) << reason.message;
    }
    break;
  }
  default:
    ADD_FAILURE() << "rule " << reason.rule << " is not about copies: " << reason.message;
  }
}

// --- The proof ----------------------------------------------------------------------------------

/// An instance by its text.
struct Instance {
  std::string text;
  Type payload;
  int32_t valBits;
};

struct Proof {
  int instances = 0, mutants = 0, broken = 0;
  std::map<std::string, int> kinds;
};

inline std::string listOf(const Codes &codes) {
  std::string text;
  for (int code : codes)
    text += " FLY" + std::to_string(code);
  return text.empty() ? " nothing" : text;
}

/// One mutant: what is found is what is expected, with right numbers.
template <typename Numbers>
void judge(Proof &proof, const std::string &what, ArrayRef<layout::Reason> found,
           const Codes &expected, const std::set<int> &optional, Numbers checkNumbers) {
  ++proof.mutants;
  proof.broken += !expected.empty();
  Codes said;
  for (const layout::Reason &reason : found) {
    checkNumbers(reason, what);
    if (expected.count(reason.rule) || !optional.count(reason.rule))
      said.insert(reason.rule);
  }
  EXPECT_EQ(said, expected) << what << " breaks" << listOf(expected) << ", reported"
                            << listOf(said);
}

inline void proveMma(MLIRContext &context, const Instance &instance, Proof &proof) {
  auto base = cast<fly::MmaOpTypeInterface>(instance.payload);
  IntTuple shape = base.getShapeMNK();
  int64_t m = shape[0].leaf().value(), n = shape[1].leaf().value(), k = shape[2].leaf().value();
  int64_t wave = threadsOf(base.getThrLayout());
  auto factsOf = [&](const char *name, Layout layout, int64_t rows, int64_t cols, Type element,
                     fly::MmaOperand operand) {
    return Facts{name,
                 std::move(layout),
                 rows,
                 cols,
                 base.getReplication(operand),
                 base.getRegisterValues(operand),
                 int64_t(element.getIntOrFloatBitWidth())};
  };
  const Facts sound[3] = {
      factsOf("A", base.getThrValLayoutA(), m, k, base.getValTypeA(), fly::MmaOperand::A),
      factsOf("B", base.getThrValLayoutB(), n, k, base.getValTypeB(), fly::MmaOperand::B),
      factsOf("C", base.getThrValLayoutC(), m, n, base.getValTypeC(), fly::MmaOperand::C)};
  auto tryOne = [&](const std::string &kind, const Facts(&facts)[3], int64_t threads) {
    ++proof.kinds[kind];
    Type mutant = mmaMutant(&context, {base, Layout(IntTuple(threads), 1), facts[0].layout,
                                       facts[1].layout, facts[2].layout});
    judge(proof,
          instance.text + " " + kind + " " + facts[0].layout.str() + " " + facts[1].layout.str() +
              " " + facts[2].layout.str(),
          fly::mmaInvariants(cast<fly::MmaOpTypeInterface>(mutant)),
          expectedMma(facts, threads, wave), {},
          [&](const layout::Reason &reason, const std::string &what) {
            checkMmaNumbers(reason, facts, threads, wave, what);
          });
  };
  std::set<std::string> seen[3];
  for (int operand = 0; operand < 3; ++operand)
    for (const Mutation &mutation : mutationsOf(sound[operand].layout, sound[operand].rows,
                                                sound[operand].cols, sound[operand].bits)) {
      seen[operand].insert(mutation.kind);
      Facts facts[3] = {sound[0], sound[1], sound[2]};
      facts[operand].layout = mutation.layout;
      tryOne(mutation.kind, facts, wave);
    }
  for (int operand = 0; operand < 3; ++operand) {
    std::set<std::string> wanted = commonKinds;
    wanted.insert("row-major");
    if (sound[operand].bits > 1)
      wanted.insert("bits for values");
    EXPECT_EQ(seen[operand], wanted) << instance.text << " " << sound[operand].name;
  }
  // A and B row-major alike.
  Facts both[3] = {sound[0], sound[1], sound[2]};
  for (int operand = 0; operand < 2; ++operand)
    both[operand].layout = mutationsOf(sound[operand].layout, sound[operand].rows,
                                       sound[operand].cols, sound[operand].bits)
                               .back()
                               .layout;
  tryOne("row-major", both, wave);
  tryOne("wrong thread count", sound, wave / 2);
  tryOne("wrong thread count", sound, wave * 2);
}

inline void proveCopy(MLIRContext &context, const Instance &instance, Proof &proof) {
  auto base = cast<fly::CopyOpTypeInterface>(instance.payload);
  int64_t wave = threadsOf(base.getThrLayout()), bits = base.getCopyBits();
  const Layout sound[3] = {base.getThrBitLayoutSrc(), base.getThrBitLayoutDst(),
                           base.getThrBitLayoutRef()};
  auto tryOne = [&](const std::string &kind, const Layout(&sides)[3], int64_t threads) {
    ++proof.kinds[kind];
    Type mutant =
        copyMutant(&context, {base, Layout(IntTuple(threads), 1), sides[0], sides[1], sides[2]});
    std::set<int> optional;
    Codes expected =
        expectedCopy(sides, threads, wave, bits, instance.valBits, base.isWholeTile(), optional);
    judge(proof,
          instance.text + " " + kind + " " + sides[0].str() + " " + sides[1].str() + " " +
              sides[2].str(),
          fly::copyInvariants(cast<fly::CopyOpTypeInterface>(mutant), instance.valBits), expected,
          optional, [&](const layout::Reason &reason, const std::string &what) {
            checkCopyNumbers(reason, sides, threads, wave, bits, instance.valBits, what);
          });
  };
  for (int side = 0; side < 3; ++side) {
    std::set<std::string> seen;
    for (const Mutation &mutation : mutationsOf(sound[side], 0, 0, instance.valBits)) {
      seen.insert(mutation.kind);
      Layout sides[3] = {sound[0], sound[1], sound[2]};
      sides[side] = mutation.layout;
      tryOne(mutation.kind, sides, wave);
    }
    std::set<std::string> wanted = commonKinds;
    if (instance.valBits > 1)
      wanted.insert("bits for values");
    EXPECT_EQ(seen, wanted) << instance.text;
  }
  tryOne("wrong thread count", sound, wave * 2);
}

/// Mutates every instance; stops at the first instance that fails, which shows it.
inline Proof prove(MLIRContext &context, const std::vector<Instance> &instances, bool mma) {
  context.loadDialect<MutantDialect>();
  mmaMutants.clear();
  copyMutants.clear();
  Proof proof;
  for (const Instance &instance : instances) {
    if (isa<fly::MmaOpTypeInterface>(instance.payload) != mma)
      continue;
    ++proof.instances;
    mma ? proveMma(context, instance, proof) : proveCopy(context, instance, proof);
    if (::testing::Test::HasFailure())
      break;
  }
  return proof;
}

/// The number as the documents write it: 14,027.
inline std::string withCommas(int number) {
  std::string text = std::to_string(number);
  for (int at = int(text.size()) - 3; at > 0; at -= 3)
    text.insert(size_t(at), ",");
  return text;
}

/// That docs/testing.md states the numbers of `what`. It does so for a number of instances: after a
/// new one its statement is of the past, not wrong.
inline void expectStated(const Proof &proof, const std::string &what) {
  auto file = llvm::MemoryBuffer::getFile(std::string(FLY_SOURCE_DIR) + "/docs/testing.md");
  ASSERT_TRUE(bool(file));
  StringRef page = (*file)->getBuffer();
  std::string of = " mutants of " + std::to_string(proof.instances) + " " + what + ", ";
  std::string words = withCommas(proof.mutants) + of + withCommas(proof.broken);
  std::cout << words << " of which break a rule\n";
  EXPECT_TRUE(page.contains(" " + what + ", "));
  if (page.contains(of))
    EXPECT_TRUE(page.contains(words)) << "docs/testing.md does not say: " << words;
  for (auto &[kind, count] : proof.kinds)
    std::cout << "  " << kind << ": " << count << "\n";
}

} // namespace mutations
