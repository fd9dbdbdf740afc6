// One implementation serves static, abstract and symbolic leaves. For every operation: the symbolic
// result without its expressions is the abstract result, its expressions evaluate to what the
// static computation gives, and every divisibility that it claims holds.
#include "test/unit/layout/Lifting.h"
#include "test/unit/layout/Operations.h"

#include <functional>
#include <gtest/gtest.h>

using namespace layout;
using namespace layout::test;
using Strides = Random::Strides;

namespace {

constexpr int trials = 300; // for each operation

enum class Compare {
  Exact,    // tuples and profiles agree
  Sizes,    // the products of each mode agree
  Function, // layouts agree as functions: static modes may have been merged or dropped
  None      // the definition depends on what is static (skipped modes, order of run-time keys)
};

/// Strides with basis elements are compared leaf by leaf, so they need no function.
bool sameLayout(const Layout &a, const Layout &b) {
  if (a.stride().hasBasis() || b.stride().hasBasis()) {
    auto x = coalesce(a), y = coalesce(b);
    return x && y && x->str() == y->str();
  }
  if (Plain(a).size() > 8192)
    return Plain(a).size() == Plain(b).size();
  return sameFunction(a, b);
}

bool sameLayout(const AnyLayout &a, const AnyLayout &b) {
  if (a.isPlain() != b.isPlain())
    return false;
  if (a.isPlain())
    return sameLayout(a.plain(), b.plain());
  const ComposedLayout &x = a.composed(), &y = b.composed();
  return x.inner() == y.inner() && x.offset() == y.offset() && sameLayout(x.outer(), y.outer());
}

/// What an operation takes and gives.
struct Values {
  std::vector<IntTuple> tuples;
  std::vector<AnyLayout> layouts;
};

struct Operation {
  const char *name;
  Compare compare;
  /// Static operands; `lift` says of each whether its leaves may become run-time values.
  std::function<Values(Random &)> generate;
  std::function<Result<Values>(const Values &)> apply;
  bool liftShapes = true, liftStrides = true, liftTuples = true;
  /// A static extent 1 is dropped before modes are sorted or divided, a run-time one cannot be.
  bool liftOnes = true;
  /// Whether the formula, which checks static facts only, promises the right run-time value.
  std::function<bool(const Values &)> applies = [](const Values &) { return true; };
};

Result<Values> out(Result<IntTuple> r) { return r ? Result<Values>(Values{{*r}, {}}) : r.reason(); }
Result<Values> out(Result<Leaf> r) { return r ? Result<Values>(Values{{*r}, {}}) : r.reason(); }
Result<Values> out(Result<Layout> r) {
  return r ? Result<Values>(Values{{}, {AnyLayout(*r)}}) : r.reason();
}
Result<Values> out(Result<AnyLayout> r) {
  return r ? Result<Values>(Values{{}, {*r}}) : r.reason();
}
Result<Values> out(Result<Partition> r) {
  return r ? Result<Values>(Values{{r->offset}, {AnyLayout(r->layout)}}) : r.reason();
}

void PrintTo(const Operation &op, std::ostream *os) { *os << op.name; }

class Symbolic : public testing::TestWithParam<Operation> {};

TEST_P(Symbolic, AgreesWithStaticAndAbstract) {
  const Operation &op = GetParam();
  uint64_t seed = 1000;
  for (const char *c = op.name; *c; ++c)
    seed = seed * 31 + uint64_t(*c);
  Random random(seed);
  int reached = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Values in = op.generate(random);
    Lifter lifter{random, trial % 3 == 0 ? 1.0 : 0.4, op.liftOnes, {}};
    Values symbolic = in, abstract;
    if (op.liftTuples)
      for (IntTuple &t : symbolic.tuples)
        t = lifter.lift(t);
    for (AnyLayout &l : symbolic.layouts) {
      l = l.withLinear(lifter.lift(l.linear(), op.liftShapes, op.liftStrides));
      if (!l.isPlain())
        l = ComposedLayout(l.composed().inner(), lifter.lift(l.composed().offset()),
                           l.composed().outer());
    }
    for (const IntTuple &t : symbolic.tuples)
      abstract.tuples.push_back(t.abstracted());
    for (const AnyLayout &l : symbolic.layouts)
      abstract.layouts.push_back(l.abstracted());

    std::string context = op.name;
    for (const IntTuple &t : symbolic.tuples)
      context += " " + t.str();
    for (const AnyLayout &l : symbolic.layouts)
      context += " " + l.str();
    for (const IntTuple &t : in.tuples)
      context += " | " + t.str();
    for (const AnyLayout &l : in.layouts)
      context += " | " + l.str();
    SCOPED_TRACE(context);

    auto s = op.apply(symbolic), a = op.apply(abstract), c = op.apply(in);
    ASSERT_EQ(bool(s), bool(a)) << (s ? a : s).reason().message;
    if (!s) {
      EXPECT_EQ(s.reason().rule, a.reason().rule);
      EXPECT_FALSE(s.reason().message.empty());
      continue;
    }
    ASSERT_EQ(s->tuples.size(), a->tuples.size());
    ASSERT_EQ(s->layouts.size(), a->layouts.size());
    for (size_t i = 0; i < s->tuples.size(); ++i)
      EXPECT_EQ(s->tuples[i].abstracted().str(), a->tuples[i].str());
    for (size_t i = 0; i < s->layouts.size(); ++i)
      EXPECT_EQ(s->layouts[i].abstracted().str(), a->layouts[i].str());
    if (!c || op.compare == Compare::None || !op.applies(in))
      continue;
    ++reached;
    for (size_t i = 0; i < s->tuples.size(); ++i) {
      IntTuple value = valueOf(s->tuples[i], lifter.inputs), expected = c->tuples[i];
      if (op.compare == Compare::Sizes) {
        value = *productEach(value);
        expected = *productEach(expected);
      }
      EXPECT_EQ(value.str(), expected.str());
    }
    for (size_t i = 0; i < s->layouts.size(); ++i) {
      AnyLayout value = valueOf(s->layouts[i], lifter.inputs);
      if (op.compare == Compare::Exact)
        EXPECT_EQ(value.str(), c->layouts[i].str());
      else
        EXPECT_TRUE(sameLayout(value, c->layouts[i]))
            << value.str() << " is not " << c->layouts[i].str() << " from " << s->layouts[i].str();
    }
    if (HasFailure())
      return;
  }
  if (op.compare != Compare::None) {
    EXPECT_GT(reached, trials / 10);
  }
}

//===----------------------------------------------------------------------===//
// Generators
//===----------------------------------------------------------------------===//

bool composes(const Values &v) {
  return composesUnmerged(v.layouts[0].linear(), v.layouts[1].linear());
}

bool injectiveButForZeros(const Layout &l) {
  return isInjective(Layout(*filterZeros(l.stride(), l.shape()), l.stride()));
}

bool divides(const Values &v) {
  Layout l = v.layouts[0].linear(), t = v.layouts[1].linear();
  auto rest = complement(t, IntTuple(*size(l)));
  return rest && injectiveButForZeros(t) &&
         composesUnmerged(l, Layout(IntTuple::of({t.shape(), rest->shape()}),
                                    IntTuple::of({t.stride(), rest->stride()})));
}

bool multiplies(const Values &v) {
  Layout a = v.layouts[0].linear(), b = v.layouts[1].linear();
  auto rest = complement(a, IntTuple(*mul(*size(a), *cosize(b))));
  return rest && composesUnmerged(*rest, b);
}

IntTuple numbers(Random &r, const IntTuple &profile, int64_t low, int64_t high) {
  return profile.mapLeaves([&](const Leaf &) { return Leaf(r.in(low, high)); });
}

std::function<Values(Random &)> twoTuples(int64_t low, int64_t high) {
  return [=](Random &r) {
    IntTuple profile = r.shape(512, 3);
    return Values{{numbers(r, profile, 0, 20), numbers(r, profile, low, high)}, {}};
  };
}

Values basisTuples(Random &r) {
  auto basis = [&](std::initializer_list<int32_t> path) {
    return IntTuple(Leaf(r.in(1, 9)).withBasis(path));
  };
  std::vector<IntTuple> some{basis({0}),
                             basis({1}),
                             basis({2}),
                             basis({0, 1}),
                             basis({1, 1}),
                             IntTuple(0),
                             IntTuple::of({r.in(0, 5), IntTuple::of({1, r.in(0, 5)})})};
  return Values{{r.pick(some), r.pick(some)}, {}};
}

Values oneTuple(Random &r) { return Values{{r.shape()}, {}}; }
Values oneLayout(Random &r) { return Values{{}, {AnyLayout(r.anyLayout())}}; }

Values layoutAndIndex(Random &r) {
  Layout l = r.layout(Strides::Compact);
  return Values{{IntTuple(r.in(0, Plain(l).size() - 1))}, {AnyLayout(l)}};
}

Values layoutAndCoord(Random &r) {
  Layout l = r.anyLayout();
  IntTuple c = *idx2crdColMajor(IntTuple(r.in(0, Plain(l).size() - 1)), l.shape());
  return Values{{c}, {AnyLayout(l)}};
}

Values composedAndIndex(Random &r) {
  Layout l = r.anyLayout();
  AnyLayout view = ComposedLayout(Swizzle{int32_t(r.in(0, 3)), int32_t(r.in(0, 3)), 3},
                                  IntTuple(r.in(0, 99)), l);
  return Values{{IntTuple(r.in(0, Plain(l).size() - 1))}, {view}};
}

Values identityAndCoord(Random &r) {
  std::vector<IntTuple> shape;
  for (int64_t n = r.in(2, 4); n > 0; --n)
    shape.push_back(r.shape(16, 1));
  Layout l = makeIdentityLayout(IntTuple(shape));
  return Values{{IntTuple(r.in(0, Plain(l).size() - 1))}, {AnyLayout(l)}};
}

Values matrixCoord(Random &r) {
  Layout l = makeIdentityLayout(IntTuple::of({r.extent(), r.extent()}));
  return Values{{IntTuple(r.in(0, Plain(l).size() - 1))}, {AnyLayout(l)}};
}

Values outerAndInner(Random &r) {
  Layout a = r.anyLayout();
  return Values{{}, {AnyLayout(a), AnyLayout(r.innerFor(a))}};
}

Values paddedPair(Random &r) {
  Layout a = r.layout(Strides::Compact, 32), b = r.layout(Strides::Padded, 16);
  // Outer wrappers of rank 1 would vanish in the product, and with them the modes to pair.
  return Values{{},
                {AnyLayout(Layout(unwrap(a.shape()), unwrap(a.stride()))),
                 AnyLayout(Layout(unwrap(b.shape()), unwrap(b.stride())))}};
}

Values flatTensor(Random &r) {
  std::vector<IntTuple> shape;
  for (int64_t n = r.in(2, 3); n > 0; --n)
    shape.push_back(4 * r.in(1, 4));
  return Values{
      {},
      {AnyLayout(r.layoutOn(IntTuple(shape), r.chance(0.5) ? Strides::Compact : Strides::Padded))}};
}

//===----------------------------------------------------------------------===//
// Tiled operations
//===----------------------------------------------------------------------===//

Layout text(const char *layout) { return *parseLayout(std::string_view(layout)); }

TiledCopy someCopy() {
  TiledCopy copy;
  copy.atom.src = copy.atom.dst = copy.atom.ref = text("(1,4):(1,1)");
  copy.threadValue = text("((4,16),4):((64,1),16)");
  copy.tile = *parseTile(std::string_view("[16|16]"));
  return copy;
}

TiledMma someMma(int variant) {
  TiledMma mma;
  mma.atom.shapeMNK = IntTuple::of({16, 16, 16});
  mma.atom.threads = text("64:1");
  mma.atom.a = mma.atom.b = text("((16,4),4):((1,64),16)");
  mma.atom.c = text("((16,4),(4,1)):((16,4),(1,16))");
  static const char *atomLayouts[] = {"(1,1,1):(0,0,0)", "(2,2,1):(1,2,0)", "(2,2,1):(2,1,0)",
                                      "(1,4,1):(0,1,0)"};
  mma.atomLayout = text(atomLayouts[variant % 4]);
  mma.permutation = *parseTile(std::string_view(variant < 4 ? "[*|*|*]" : "[*|*|(4,4,2):(1,8,4)]"));
  return mma;
}

Values tensorAndThread(Random &r, int64_t threads) {
  Layout l = r.layoutOn(IntTuple::of({32 * r.in(1, 3), 32 * r.in(1, 3)}),
                        r.chance(0.5) ? Strides::Compact : Strides::Padded);
  if (r.chance(0.2))
    l = makeIdentityLayout(l.shape());
  return Values{{IntTuple(r.in(0, threads - 1))}, {AnyLayout(l)}};
}

std::vector<Operation> operations() {
  std::vector<Operation> ops;
  auto tuples2 = [&](const char *name, auto f, int64_t low, int64_t high) {
    ops.push_back({name, Compare::Exact, twoTuples(low, high),
                   [=](const Values &v) { return out(f(v.tuples[0], v.tuples[1])); }});
  };
  using T = const IntTuple &;
  using L = const Layout &;
  tuples2("add", [](T a, T b) { return add(a, b); }, 0, 20);
  tuples2("sub", [](T a, T b) { return sub(a, b); }, 0, 20);
  tuples2("mul", [](T a, T b) { return mul(a, b); }, 0, 20);
  tuples2("div", [](T a, T b) { return div(a, b); }, 1, 5);
  tuples2("mod", [](T a, T b) { return mod(a, b); }, 1, 5);
  tuples2("min", [](T a, T b) { return min(a, b); }, 0, 20);
  tuples2("max", [](T a, T b) { return max(a, b); }, 0, 20);
  tuples2("ceilDiv", [](T a, T b) { return ceilDiv(a, b); }, 1, 5);
  tuples2("shapeDiv", [](T a, T b) { return shapeDiv(a, b); }, 1, 2);
  tuples2("elemLess", [](T a, T b) { return elemLess(a, b); }, 10, 30);
  tuples2("equal", [](T a, T b) { return equal(a, b); }, 0, 2);
  tuples2("equalToItself", [](T a, T) { return equal(a, a); }, 0, 2);
  tuples2("innerProduct", [](T a, T b) { return innerProduct(a, b); }, 0, 9);
  tuples2("productLike", [](T a, T b) { return productLike(a, b); }, 0, 9);
  ops.push_back({"basisAdd", Compare::Exact, basisTuples,
                 [](const Values &v) { return out(add(v.tuples[0], v.tuples[1])); }});
  auto tuple1 = [&](const char *name, auto f) {
    ops.push_back(
        {name, Compare::Exact, oneTuple, [=](const Values &v) { return out(f(v.tuples[0])); }});
  };
  tuple1("product", [](T t) { return product(t); });
  tuple1("productEach", [](T t) { return productEach(t); });
  tuple1("sum", [](T t) { return sum(t); });
  tuple1("ceilDivFold", [](T t) { return ceilDiv(t, IntTuple(7)); });
  tuple1("ceilDivProduct", [](T t) { return ceilDiv(IntTuple(100), t); });
  tuple1("take", [](T t) { return take(t, 0, -1); });
  tuple1("select", [](T t) { return select(t, {0, 0}); });
  tuple1("group", [](T t) { return group(t, 0, 1); });
  tuple1("append", [](T t) { return append(t, IntTuple(3), 5); });
  tuple1("prepend", [](T t) { return prepend(t, t); });
  tuple1("zip", [](T t) { return zip(IntTuple::of({t, t})); });
  tuple1("compact", [](T t) { return compact(t); });
  tuple1("identity", [](T t) { return Result<Layout>(makeIdentityLayout(t)); });
  tuple1("orderedByLeaf", [](T t) { return makeOrderedLayout(t, IntTuple(0)); });
  tuple1("ordered", [](T t) {
    int64_t key = 100;
    return makeOrderedLayout(t,
                             t.mapLeaves([&](const Leaf &) { return Leaf(key = key * 7 % 101); }));
  });
  ops.push_back({"orderedByRunTimeKeys", Compare::None, twoTuples(0, 9),
                 [](const Values &v) { return out(makeOrderedLayout(v.tuples[0], v.tuples[1])); }});

  auto layout1 = [&](const char *name, Compare compare, auto f, bool strides = true) {
    Operation op{name, compare, oneLayout,
                 [=](const Values &v) { return out(f(v.layouts[0].linear())); }};
    op.liftStrides = strides;
    ops.push_back(op);
  };
  layout1("size", Compare::Exact, [](L l) { return size(l); });
  layout1("coprofile", Compare::Exact, [](L l) { return coprofile(l); });
  layout1("coshape", Compare::Exact, [](L l) { return coshape(l); });
  layout1("cosize", Compare::Exact, [](L l) { return cosize(l); });
  layout1("coalesce", Compare::Function, [](L l) { return coalesce(l); });
  layout1("coalesceByMode", Compare::Function,
          [](L l) { return coalesce(l, IntTuple::of({1, 1})); });
  layout1("canonicalize", Compare::Function, [](L l) { return Result<Layout>(canonicalize(l)); });
  layout1("complement", Compare::Function, [](L l) { return complement(l); });
  layout1("complementIn", Compare::Function, [](L l) { return complement(l, IntTuple(4096)); });
  layout1("rightInverse", Compare::None, [](L l) { return rightInverse(l); });
  layout1("leftInverse", Compare::Function, [](L l) { return leftInverse(l); }, false);
  layout1("leftInverseOfRunTimeStrides", Compare::None, [](L l) { return leftInverse(l); });
  layout1("layoutLike", Compare::Exact, [](L l) { return makeLayoutLike(l); }, false);
  layout1("layoutLikeRunTimeStrides", Compare::None, [](L l) { return makeLayoutLike(l); });
  layout1("upcast", Compare::Function, [](L l) { return recast(l, 8, 16); });
  layout1("downcast", Compare::Function, [](L l) { return recast(l, 32, 8); });
  layout1("recast", Compare::Function, [](L l) { return recast(l, 16, 24); });
  layout1("getMode", Compare::Exact, [](L l) { return l.at({0}); });
  for (Operation &op : ops) {
    std::string name = op.name;
    if (name == "complement" || name == "complementIn") {
      op.liftOnes = false;
      op.applies = [](const Values &v) { return injectiveButForZeros(v.layouts[0].linear()); };
    }
    if (name == "leftInverse")
      op.liftOnes = false;
    if (name == "recast")
      op.liftStrides = false; // a stride that becomes 1 half-way is cast by its extent
  }
  Operation fragment{"fragmentLike", Compare::None, oneLayout, [](const Values &v) {
                       return out(makeFragmentLayoutLike(v.layouts[0].linear()));
                     }};
  fragment.liftShapes = false;
  ops.push_back(fragment);

  auto mapped = [&](const char *name, std::function<Values(Random &)> generate, auto f) {
    ops.push_back({name, Compare::Exact, generate,
                   [=](const Values &v) { return out(f(v.tuples[0], v.layouts[0])); }});
  };
  using A = const AnyLayout &;
  mapped("crd2idxOfIndex", layoutAndIndex, [](T t, A l) { return crd2idx(t, l); });
  mapped("crd2idxOfCoord", layoutAndCoord, [](T t, A l) { return crd2idx(t, l); });
  mapped("crd2idxComposed", composedAndIndex, [](T t, A l) { return crd2idx(t, l); });
  mapped("crd2idxIdentity", identityAndCoord, [](T t, A l) { return crd2idx(t, l); });
  mapped("crd2idxCoordSwizzle", matrixCoord, [](T t, A l) -> Result<IntTuple> {
    return crd2idx(t, AnyLayout(ComposedLayout(CoordSwizzle{2, 0, {0}, 1, {1}}, IntTuple(0), l)));
  });
  mapped("idx2crd", layoutAndIndex, [](T t, A l) { return idx2crd(t, l.linear()); });
  mapped("getFlatCoord", layoutAndIndex, [](T t, A l) { return getFlatCoord(t, l.linear()); });
  mapped("get1dCoord", layoutAndIndex, [](T t, A l) { return get1dCoord(t, l.linear()); });
  mapped("crd2idxColMajor", layoutAndCoord,
         [](T t, A l) { return crd2idxColMajor(t, l.linear().shape()); });
  mapped("idx2crdColMajor", layoutAndIndex,
         [](T t, A l) { return idx2crdColMajor(t, l.linear().shape()); });
  ops.push_back({"slice", Compare::Exact, flatTensor, [](const Values &v) {
                   Layout l = v.layouts[0].linear();
                   std::vector<IntTuple> c(l.rank());
                   c[0] = 1;
                   return out(slice(l, IntTuple(c)));
                 }});
  ops.push_back({"dice", Compare::Exact, flatTensor, [](const Values &v) {
                   Layout l = v.layouts[0].linear();
                   std::vector<IntTuple> c(l.rank());
                   c[0] = 1;
                   return out(dice(l, IntTuple(c)));
                 }});
  ops.push_back({"sliceComposed", Compare::Exact,
                 [](Random &r) {
                   Values v = flatTensor(r);
                   v.layouts[0] =
                       ComposedLayout(Swizzle{2, 1, 3}, IntTuple(r.in(0, 9)), v.layouts[0]);
                   v.tuples.push_back(r.in(0, 3));
                   return v;
                 },
                 [](const Values &v) {
                   std::vector<IntTuple> c(v.layouts[0].linear().rank());
                   c[0] = v.tuples[0];
                   return out(slice(v.layouts[0], IntTuple(c)));
                 }});
  ops.push_back(
      {"decomposition", Compare::Exact, composedAndIndex, [](const Values &v) -> Result<Values> {
         auto r = decomposition(v.layouts[0]);
         return r ? Result<Values>(Values{{r->first}, {AnyLayout(r->second)}}) : r.reason();
       }});
  ops.push_back({"recastComposed", Compare::Function,
                 [](Random &r) {
                   Values v = flatTensor(r);
                   v.layouts[0] =
                       ComposedLayout(Swizzle{2, 3, 3}, IntTuple(2 * r.in(0, 9)), v.layouts[0]);
                   return v;
                 },
                 [](const Values &v) { return out(recast(v.layouts[0], 8, 16)); }});

  std::function<bool(const Values &)> applies = composes;
  auto layouts2 = [&](const char *name, std::function<Values(Random &)> generate, auto f) {
    ops.push_back({name, Compare::Function, generate, [=](const Values &v) {
                     return out(f(v.layouts[0].linear(), v.layouts[1].linear()));
                   }});
    ops.back().liftOnes = false;
    ops.back().applies = applies;
  };
  layouts2("composition", outerAndInner, [](L a, L b) { return composition(a, b); });
  applies = divides;
  layouts2("logicalDivide", outerAndInner, [](L a, L b) { return logicalDivide(a, b); });
  layouts2("zippedDivide", outerAndInner, [](L a, L b) { return zippedDivide(a, b); });
  layouts2("tiledDivide", outerAndInner, [](L a, L b) { return tiledDivide(a, b); });
  layouts2("flatDivide", outerAndInner, [](L a, L b) { return flatDivide(a, b); });
  applies = multiplies;
  layouts2("logicalProduct", paddedPair, [](L a, L b) { return logicalProduct(a, b); });
  layouts2("zippedProduct", paddedPair, [](L a, L b) { return zippedProduct(a, b); });
  layouts2("tiledProduct", paddedPair, [](L a, L b) { return tiledProduct(a, b); });
  layouts2("flatProduct", paddedPair, [](L a, L b) { return flatProduct(a, b); });
  layouts2("blockedProduct", paddedPair, [](L a, L b) { return blockedProduct(a, b); });
  layouts2("rakedProduct", paddedPair, [](L a, L b) { return rakedProduct(a, b); });

  auto tiled = [&](const char *name, auto f) {
    ops.push_back({name, Compare::Function, flatTensor,
                   [=](const Values &v) { return out(f(v.layouts[0].linear())); }});
  };
  Tile tile = *parseTile(std::string_view("[4|2]"));
  tiled("compositionByTile", [=](L l) { return composition(l, tile); });
  tiled("logicalDivideByTile", [=](L l) { return logicalDivide(l, tile); });
  tiled("zippedDivideByTile", [=](L l) { return zippedDivide(l, tile); });
  tiled("tiledDivideByTile", [=](L l) { return tiledDivide(l, tile); });
  tiled("flatDivideByTile", [=](L l) { return flatDivide(l, tile); });
  tiled("logicalDivideByLeafTile", [](L l) { return logicalDivide(l, Tile(Leaf(4))); });
  ops.push_back({"tileToShape", Compare::Function,
                 [](Random &r) {
                   Values v{{IntTuple::of({8 * r.in(1, 3), 8 * r.in(1, 3)})},
                            {AnyLayout(r.layoutOn(IntTuple::of({4, 8}), Strides::Compact))}};
                   return v;
                 },
                 [](const Values &v) {
                   return out(
                       tileToShape(v.layouts[0].linear(), v.tuples[0], IntTuple::of({1, 0})));
                 }});

  // A tensor divided by run-time extents still maps the same elements.
  TiledCopy copy = someCopy();
  auto copyTensor = [](Random &r) { return tensorAndThread(r, 64); };
  ops.push_back({"tiledCopyView", Compare::Function, copyTensor, [=](const Values &v) {
                   return out(threadValueView(copy, CopySide::Src, v.layouts[0].linear()));
                 }});
  ops.push_back({"tiledCopyPartition", Compare::Function, copyTensor, [=](const Values &v) {
                   return out(partition(copy, CopySide::Dst, v.layouts[0].linear(), v.tuples[0]));
                 }});
  ops.push_back({"tiledCopyRetile", Compare::Function,
                 [](Random &r) {
                   return Values{{},
                                 {AnyLayout(r.layoutOn(IntTuple::of({4, r.in(1, 4), r.in(1, 4)}),
                                                       Strides::Compact))}};
                 },
                 [=](const Values &v) -> Result<Values> {
                   return out(retile(copy, v.layouts[0].linear()));
                 }});
  ops.back().liftShapes = false;
  static const char *viewNames[] = {"tiledMmaView0", "tiledMmaView1", "tiledMmaView2",
                                    "tiledMmaView3", "tiledMmaView4", "tiledMmaView5",
                                    "tiledMmaView6", "tiledMmaView7"};
  static const char *partNames[] = {
      "tiledMmaPartition0", "tiledMmaPartition1", "tiledMmaPartition2", "tiledMmaPartition3",
      "tiledMmaPartition4", "tiledMmaPartition5", "tiledMmaPartition6", "tiledMmaPartition7"};
  for (int variant = 0; variant < 8; ++variant) {
    TiledMma mma = someMma(variant);
    int64_t threads = 64 * Plain(mma.atomLayout).size();
    auto tensor = [=](Random &r) {
      Values v = tensorAndThread(r, threads);
      // The permutation and four atoms along N need multiples of 64.
      Layout l = v.layouts[0].linear();
      if (!l.stride().hasBasis())
        v.layouts[0] =
            r.layoutOn(IntTuple::of({64 * r.in(1, 2), 32 * r.in(1, 3)}), Strides::Compact);
      return v;
    };
    MmaOperand operand = MmaOperand(variant % 3);
    ops.push_back({viewNames[variant], Compare::Function, tensor, [=](const Values &v) {
                     return out(threadValueView(mma, operand, v.layouts[0].linear()));
                   }});
    ops.push_back({partNames[variant], Compare::Function, tensor, [=](const Values &v) {
                     return out(partition(mma, operand, v.layouts[0].linear(), v.tuples[0]));
                   }});
  }
  ops.push_back(
      {"tiledMmaPartitionShape", Compare::Sizes,
       [](Random &r) { return Values{{IntTuple::of({32 * r.in(1, 4), 32 * r.in(1, 4)})}, {}}; },
       [](const Values &v) {
         return out(partitionShape(someMma(1), MmaOperand::A, v.tuples[0]));
       }});
  ops.push_back({"tiledMmaFragment", Compare::None, flatTensor, [](const Values &v) {
                   return out(fragmentLayout(someMma(0), MmaOperand::A, v.layouts[0].linear()));
                 }});
  return ops;
}

INSTANTIATE_TEST_SUITE_P(Algebra, Symbolic, testing::ValuesIn(operations()),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(SymbolicInverse, RightInverseOfRunTimeExtentsIsOne) {
  Random random(77);
  for (int trial = 0; trial < 1000; ++trial) {
    Layout l = random.layout(Strides::Compact);
    Lifter lifter{random, 0.3, true, {}};
    Layout symbolic = lifter.lift(l, true, true);
    auto r = rightInverse(symbolic);
    ASSERT_TRUE(r);
    Plain f(l), inverse(valueOf(*r, lifter.inputs));
    for (int64_t x = 0; x < inverse.size(); ++x)
      ASSERT_EQ(f(inverse(x)), x) << symbolic.str() << " with " << r->str();
  }
}

} // namespace
