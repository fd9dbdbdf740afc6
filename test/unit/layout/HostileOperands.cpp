// Every operation on operands that nobody would write: extremes, basis elements and none leaves in
// odd places, incongruent layouts. Nothing may crash or run for long; every refusal has a reason.
#include "test/unit/layout/Operations.h"
#include "test/unit/layout/Random.h"

#include <cstdlib>
#include <gtest/gtest.h>

using namespace layout;
using namespace layout::test;

namespace {

class OddValues {
public:
  explicit OddValues(uint64_t seed) : random(seed) {}

  Leaf leaf() {
    switch (random.in(0, 11)) {
    case 0:
      return Leaf::none();
    case 1:
      return Leaf::dynamic(random.chance(0.5) ? 32 : 64,
                           random.pick<int64_t>({1, 2, 8, maxStatic}));
    case 2:
      return Leaf(random.pick<int64_t>({minStatic, maxStatic, -1, 0, 1 << 30, 65536}));
    case 3:
      return Leaf(random.in(-9, 9));
    case 4:
      return (random.chance(0.3) ? Leaf::dynamic() : Leaf(random.in(-2, 5)))
          .withBasis({int32_t(random.in(0, 3))});
    case 5:
      return (random.chance(0.3) ? Leaf::dynamic() : Leaf(random.in(-2, 5)))
          .withBasis({int32_t(random.in(0, 2)), int32_t(random.in(0, 2))});
    case 6:
      return Leaf(1).withBasis({random.chance(0.5) ? int32_t(maxStatic) : -1});
    default:
      return Leaf(random.in(0, 9));
    }
  }

  IntTuple tuple(int depth = 3) {
    if (depth == 0 || random.chance(0.4))
      return leaf();
    std::vector<IntTuple> out;
    for (int64_t n = random.in(1, 3); n > 0; --n)
      out.push_back(tuple(depth - 1));
    return out;
  }

  Layout layout() {
    if (random.chance(0.15))
      return {tuple(), tuple()};
    IntTuple shape = tuple();
    bool plain = random.chance(0.6);
    auto fresh = [&](const Leaf &) {
      return plain ? Leaf(random.pick<int64_t>({0, 1, 2, 3, 4, 8, 16, 64})) : leaf();
    };
    if (plain)
      shape = shape.mapLeaves([&](const Leaf &) { return Leaf(random.extent()); });
    return {shape, shape.mapLeaves(fresh)};
  }

  AnyLayout any(int depth = 2) {
    if (depth == 0 || random.chance(0.7))
      return layout();
    ComposedLayout::Inner inner = any(depth - 1);
    if (random.chance(0.4))
      inner = swizzle();
    else if (random.chance(0.4))
      inner = coordSwizzle();
    return ComposedLayout(inner, tuple(1), any(depth - 1));
  }

  int32_t field() {
    return random.chance(0.1) ? int32_t(random.pick<int64_t>({minStatic, maxStatic, -1, 31, 40}))
                              : int32_t(random.in(0, 5));
  }
  ModePath path() {
    ModePath out;
    for (int64_t n = random.in(0, 3); n > 0; --n)
      out.push_back(random.chance(0.1) ? field() : int32_t(random.in(0, 2)));
    return out;
  }
  Swizzle swizzle() { return {field(), field(), field()}; }
  CoordSwizzle coordSwizzle() { return {field(), field(), path(), field(), path()}; }

  Tile tile(int depth = 2) {
    if (depth == 0 || random.chance(0.5))
      return random.chance(0.2) ? Tile(layout()) : Tile(leaf());
    std::vector<Tile> out;
    for (int64_t n = random.in(1, 3); n > 0; --n)
      out.push_back(tile(depth - 1));
    return Tile(out);
  }

  TiledCopy copy() {
    TiledCopy c;
    c.atom = {layout(), layout(), layout()};
    c.threadValue = layout();
    c.tile = tile();
    if (random.chance(0.6)) { // sound enough to reach the later steps
      c.atom.src = c.atom.dst = c.atom.ref = Layout(IntTuple::of({1, 4}), IntTuple::of({1, 1}));
      if (random.chance(0.5))
        c.threadValue = *parseLayout(std::string_view("((4,16),4):((64,1),16)"));
    }
    return c;
  }

  TiledMma mma() {
    TiledMma m;
    m.atom.shapeMNK = random.chance(0.7) ? IntTuple::of({16, 16, 16}) : tuple();
    m.atom.threads = random.chance(0.7) ? Layout(64, 1) : layout();
    Layout a = *parseLayout(std::string_view("((16,4),4):((1,64),16)"));
    m.atom.a = random.chance(0.7) ? a : layout();
    m.atom.b = random.chance(0.7) ? a : layout();
    m.atom.c = random.chance(0.7) ? a : layout();
    m.atomLayout =
        random.chance(0.7) ? Layout(IntTuple::of({2, 2, 1}), IntTuple::of({1, 2, 0})) : layout();
    m.permutation = random.chance(0.7) ? Tile(std::vector<Tile>(3, Tile())) : tile();
    return m;
  }

  Random random;
};

/// Kinds of operands: t(uple), l(ayout), d(ivisor), s(licable), x (index map), o(ptional tuple).
struct Operation {
  const char *name, *operands;
};

const Operation operations[] = {{"int_tuple_add", "tt"},
                                {"int_tuple_sub", "tt"},
                                {"int_tuple_mul", "tt"},
                                {"int_tuple_div", "tt"},
                                {"int_tuple_mod", "tt"},
                                {"min", "tt"},
                                {"max", "tt"},
                                {"int_tuple_product", "t"},
                                {"size", "s"},
                                {"shape_div", "tt"},
                                {"int_tuple_product_each", "t"},
                                {"int_tuple_product_like", "tt"},
                                {"ceil_div", "tt"},
                                {"elem_less", "tt"},
                                {"equal", "tt"},
                                {"congruent", "tt"},
                                {"weakly_congruent", "tt"},
                                {"get", "s"},
                                {"take", "s"},
                                {"group", "s"},
                                {"select", "s"},
                                {"append", "tt"},
                                {"append", "ll"},
                                {"prepend", "tt"},
                                {"prepend", "ll"},
                                {"slice", "st"},
                                {"dice", "tt"},
                                {"dice", "lt"},
                                {"zip", "t"},
                                {"zip2by", "tt"},
                                {"filter_zeros", "tt"},
                                {"coprofile", "l"},
                                {"coshape", "l"},
                                {"cosize", "l"},
                                {"crd2idx", "tx"},
                                {"idx2crd", "tl"},
                                {"get_flat_coord", "tl"},
                                {"get_1d_coord", "tl"},
                                {"coalesce", "lo"},
                                {"canonicalize", "l"},
                                {"composition", "ld"},
                                {"complement", "lo"},
                                {"right_inverse", "l"},
                                {"left_inverse", "l"},
                                {"recast_layout", "l"},
                                {"logical_divide", "ld"},
                                {"zipped_divide", "ld"},
                                {"tiled_divide", "ld"},
                                {"flat_divide", "ld"},
                                {"logical_product", "ll"},
                                {"zipped_product", "ll"},
                                {"tiled_product", "ll"},
                                {"flat_product", "ll"},
                                {"blocked_product", "ll"},
                                {"raked_product", "ll"},
                                {"compact", "t"},
                                {"make_ordered_layout", "tt"},
                                {"make_layout_like", "l"},
                                {"make_identity_layout", "t"},
                                {"make_fragment_layout_like", "l"},
                                {"tile_to_shape", "ltt"},
                                {"decomposition", "v"},
                                {"tiled_copy_thrval_view", "cl"},
                                {"tiled_copy.partition_src", "clt"},
                                {"tiled_copy.retile", "cl"},
                                {"tiled_mma_thrval_view", "ml"},
                                {"tiled_mma.partition", "mlt"},
                                {"tiled_mma.partition_shape", "mt"},
                                {"mma.make_fragment", "ml"}};

Value operand(OddValues &h, char kind) {
  switch (kind) {
  case 'l':
    return h.random.chance(0.8) ? AnyLayout(h.layout()) : h.any();
  case 'd':
    return h.random.chance(0.5) ? Value(AnyLayout(h.layout())) : Value(h.tile());
  case 's':
    return h.random.chance(0.5) ? Value(h.tuple()) : Value(h.any());
  case 'x':
    return h.random.chance(0.6)   ? Value(h.any())
           : h.random.chance(0.5) ? Value(h.swizzle())
                                  : Value(h.coordSwizzle());
  case 'v':
    return CoordTensor{h.tuple(), h.any()};
  case 'c':
    return h.copy();
  case 'm':
    return h.mma();
  default:
    return h.tuple();
  }
}

TEST(Hostile, OddOperands) {
  // FLY_HOSTILE_TRIALS raises the number for a longer hunt under sanitizers.
  const char *wanted = std::getenv("FLY_HOSTILE_TRIALS");
  const int trials = wanted ? std::atoi(wanted) : 1500;
  uint64_t seed = 4711 + 1000 * uint64_t(trials);
  for (const Operation &op : operations) {
    OddValues h(++seed);
    int kept = 0;
    for (int trial = 0; trial < trials; ++trial) {
      std::vector<Value> operands;
      for (const char *kind = op.operands; *kind; ++kind)
        if (*kind != 'o' || h.random.chance(0.5))
          operands.push_back(operand(h, *kind == 'o' ? 't' : *kind));
      Attributes attributes;
      ModePath path = h.path();
      attributes.numbers = {
          {"mode", {path.begin(), path.end()}},
          {"indices", {path.begin(), path.end()}},
          {"begin", {h.field()}},
          {"end", {h.random.in(-1, 4)}},
          {"old_type_bits", {h.random.pick<int64_t>({8, 16, 32, 12, 0, maxStatic})}},
          {"new_type_bits", {h.random.pick<int64_t>({8, 16, 32, 24, -1, maxStatic})}}};
      if (h.random.chance(0.3))
        attributes.numbers["n"] = {h.field()};
      if (h.random.chance(0.3))
        attributes.numbers["stages"] = {h.field()};
      Warnings warnings;
      auto result = apply(op.name, operands, attributes, &warnings);
      if (result) {
        ++kept;
        EXPECT_FALSE(str(*result).empty());
      } else {
        EXPECT_NE(result.reason().rule, 1) << result.reason().message;
        EXPECT_FALSE(result.reason().message.empty());
      }
      for (const Reason &warning : warnings)
        EXPECT_NE(warning.rule, 0) << warning.message;
    }
    EXPECT_GT(kept, 0) << op.name;
  }
}

TEST(Hostile, OddText) {
  OddValues h(99);
  auto check = [](std::string_view text) {
    for (const auto &reason :
         {parseIntTuple(text) ? std::optional<Reason>() : parseIntTuple(text).reason(),
          parseAnyLayout(text) ? std::optional<Reason>() : parseAnyLayout(text).reason(),
          parseTile(text) ? std::optional<Reason>() : parseTile(text).reason(),
          parseSwizzle(text) ? std::optional<Reason>() : parseSwizzle(text).reason(),
          parseCoordSwizzle(text) ? std::optional<Reason>() : parseCoordSwizzle(text).reason()})
      if (reason) {
        EXPECT_NE(reason->rule, 0) << text;
        EXPECT_EQ(reason->message.substr(0, 7), "column ") << text;
      }
  };
  const std::string alphabet = "()[]<>{},:|*?=-0123456789ESCo idv x";
  for (int trial = 0; trial < 20000; ++trial) {
    std::string text = trial % 2 ? h.any().str() : h.tile().str();
    for (int64_t edits = h.random.in(0, 3); edits > 0 && !text.empty(); --edits) {
      size_t at = size_t(h.random.in(0, int64_t(text.size()) - 1));
      if (h.random.chance(0.4))
        text.erase(at, size_t(h.random.in(1, 4)));
      else
        text.insert(at, 1, alphabet[size_t(h.random.in(0, int64_t(alphabet.size()) - 1))]);
    }
    check(text);
  }
}

/// What prints also reads back, equal.
TEST(Hostile, PrintedValuesReadBack) {
  OddValues h(7);
  for (int trial = 0; trial < 5000; ++trial) {
    AnyLayout l = h.any();
    if (auto again = parseAnyLayout(l.str())) {
      EXPECT_EQ(*again, l) << l.str();
      EXPECT_EQ(again->hash(), l.hash()) << l.str();
    } else {
      // Only a none coefficient has a text of its own that is refused.
      EXPECT_TRUE(verify(l)) << l.str() << ": " << again.reason().message;
    }
  }
}

} // namespace
