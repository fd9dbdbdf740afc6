// The grammar of fly-core 2: what is read, how it is printed, and what is said about the rest.
#include "dialects/layout/Algebra.h"
#include "dialects/layout/Parser.h"

#include <gtest/gtest.h>

using namespace layout;

namespace {

template <typename T> std::string canonical(Result<T> value) {
  return value ? value->str()
               : "error " + std::to_string(value.reason().rule) + ": " + value.reason().message;
}

std::string tuple(std::string_view text) { return canonical(parseIntTuple(text)); }
std::string layoutText(std::string_view text) { return canonical(parseLayout(text)); }
std::string any(std::string_view text) { return canonical(parseAnyLayout(text)); }
std::string tile(std::string_view text) { return canonical(parseTile(text)); }
std::string swizzle(std::string_view text) { return canonical(parseSwizzle(text)); }
std::string coordSwizzle(std::string_view text) { return canonical(parseCoordSwizzle(text)); }

void expectError(const std::string &got, int rule, int column, const char *part = "") {
  std::string start = "error " + std::to_string(rule) + ": column " + std::to_string(column) + ": ";
  EXPECT_EQ(got.substr(0, start.size()), start) << got;
  EXPECT_NE(got.find(part), std::string::npos) << got;
}

TEST(Parsing, Leaves) {
  EXPECT_EQ(tuple("4"), "4");
  EXPECT_EQ(tuple("-3"), "-3");
  EXPECT_EQ(tuple("*"), "*");
  EXPECT_EQ(tuple("?"), "?");
  EXPECT_EQ(tuple("?{}"), "?");
  EXPECT_EQ(tuple("?{i32}"), "?");
  EXPECT_EQ(tuple("?{div=1}"), "?");
  EXPECT_EQ(tuple("?{i32 div=8}"), "?{div=8}");
  EXPECT_EQ(tuple("?{ i64  div = 8 }"), "?{i64 div=8}");
  EXPECT_EQ(tuple("? { i64 }"), "?{i64}");
  EXPECT_EQ(tuple("1E0"), "1E0");
  EXPECT_EQ(tuple("1 E0"), "1E0");
  EXPECT_EQ(tuple("?{div=4}E1"), "?{div=4}E1");
  EXPECT_EQ(tuple("-3E2E10"), "-3E2E10");
  EXPECT_EQ(tuple("2147483647"), "2147483647");
  EXPECT_EQ(tuple("-2147483648"), "-2147483648");
}

TEST(Parsing, Values) {
  EXPECT_EQ(tuple("( 4 , ( 2, ? ) )"), "(4,(2,?))");
  EXPECT_EQ(tuple("(1E0, 48 E1)"), "(1E0,48E1)");
  EXPECT_EQ(tuple("(4)"), "(4)");
  EXPECT_EQ(layoutText("(4, (2, 2)) : (1, (4, 8))"), "(4,(2,2)):(1,(4,8))");
  EXPECT_EQ(swizzle("S < 3 , 3 , 3 >"), "S<3,3,3>");
  EXPECT_EQ(swizzle("S<0x3,-1,0x1f>"), "S<3,-1,31>");
  EXPECT_EQ(coordSwizzle("CS<3,0,[1,0],0,[2]>"), "CS<3,0,[1, 0],0,[2]>");
  EXPECT_EQ(coordSwizzle("CS<0,0,[],0,[]>"), "CS<0,0,[],0,[]>");
  EXPECT_EQ(any("(4,8):(1,4)"), "(4,8):(1,4)");
  EXPECT_EQ(any("S<3,3,3> o 0 o (8,64):(64,1)"), "S<3,3,3> o 0 o (8,64):(64,1)");
  EXPECT_EQ(any("32:2 o 0 o [32:1 o 0 o (4,8):(1,4)]"), "32:2 o 0 o [32:1 o 0 o (4,8):(1,4)]");
  EXPECT_EQ(any("4:1 o 0 o [4:1]"), "4:1 o 0 o 4:1");
  EXPECT_EQ(any("4:1 o 0 o [[4:1]]").substr(0, 9), "error 101");
  const char *flat = "CS<3,0,[1],0,[2]> o (0,0,0) o (4,8,8):(1E0,1E1,1E2) o (1,2,3) o "
                     "(2,4,8):(1E0,1E1,1E2)";
  EXPECT_EQ(any(flat), flat);
  // A flat chain associates to the left: its inner part is a composed layout.
  AnyLayout chain = *parseAnyLayout(std::string_view("8:1 o 1 o 4:2 o 2 o 2:1"));
  EXPECT_EQ(chain.composed().offset().str(), "2");
  EXPECT_EQ(std::get<AnyLayout>(chain.composed().inner()).str(), "8:1 o 1 o 4:2");
  EXPECT_EQ(chain.linear().str(), "2:1");
  EXPECT_EQ(tile("[4|8]"), "[4|8]");
  EXPECT_EQ(tile(" [ 2:7 | (3,6) : (1,3) ] "), "[2:7|(3,6):(1,3)]");
  EXPECT_EQ(tile("[[2|4]|8]"), "[[2|4]|8]");
  EXPECT_EQ(tile("4"), "4");
  EXPECT_EQ(tile("4:1"), "4:1");
  EXPECT_EQ(tile("*"), "*");
  EXPECT_EQ(tile("[*|8]"), "[*|8]");
}

TEST(Parsing, D01_MalformedLeaves) {
  expectError(tuple("()"), 101, 2);
  expectError(tuple("(4,)"), 101, 4);
  expectError(tuple("(4,8"), 101, 5);
  expectError(tuple("abc"), 101, 1);
  expectError(tuple(""), 101, 1);
  expectError(tuple("?{i16}"), 101, 3, "'}'");
  expectError(tuple("?{div=}"), 101, 7);
  expectError(tuple("?{div 8}"), 101, 7, "'='");
  expectError(tuple("?{div=8 i64}"), 101, 9, "'}'");
  expectError(tuple("(4,2147483648)"), 101, 4, "2147483648");
  expectError(tuple("-2147483649"), 101, 1);
  expectError(tuple("99999999999999999999999"), 101, 1);
  expectError(tuple("-99999999999999999999999"), 101, 1);
  expectError(tuple("(4,8) 3"), 101, 7, "unexpected");
  expectError(tuple("0x10"), 101, 2);
  expectError(tuple("E0"), 101, 1);
  expectError(tuple("1E99999999999"), 101, 2);
  expectError(tuple("1E0x"), 101, 2);
  expectError(tuple("1E0E"), 101, 2);
  expectError(tuple("- 3"), 101, 1);
  expectError(tile("[]"), 101, 2);
  expectError(tile("[4|]"), 101, 4);
  expectError(tile("[4,8]"), 101, 3);
  expectError(tile("[4"), 101, 3);
}

TEST(Parsing, D02_MissingParts) {
  expectError(layoutText("(4,8)"), 102, 6, "stride");
  expectError(any("(4,8)"), 102, 6, "stride");
  expectError(tile("(4,8)"), 102, 1, "stride");
  expectError(tile("[4|(4,8)]"), 102, 4);
  expectError(tile("[1E0]"), 102, 2, "basis");
  expectError(any("4:1 o 0 o [S<1,1,1>]"), 102, 12);
  expectError(any("4:1 o 0 o S<1,1,1>"), 102, 11);
  expectError(any("4:1 o 0 4:1"), 102, 9, "'o'");
  expectError(any("4:1 o 0"), 102, 8);
  expectError(any("4:1 o 0 o [4:1"), 102, 15);
  expectError(swizzle("S<1,2>"), 102, 6);
  expectError(swizzle("4"), 102, 1);
  expectError(swizzle("S 1"), 102, 3);
  expectError(coordSwizzle("CS<1,2,3,4,5>"), 102, 8, "'['");
  expectError(coordSwizzle("CS<1,2,[0],4,[5]"), 102, 17);
}

TEST(Parsing, D03_BareSwizzle) {
  expectError(any("S<3,3,3>"), 103, 1, "composed layout");
  expectError(any("CS<0,0,[],0,[]>"), 103, 1);
  EXPECT_FALSE(parseAnyLayout(std::string_view("S<3,3,3>")).reason().fix.empty());
}

TEST(Parsing, D07_DynamicTileElement) {
  expectError(tile("[?|4]"), 107, 2, "?");
  expectError(tile("[4|?:1]"), 107, 4);
}

TEST(Parsing, D08_WrittenDivisibility) {
  expectError(tuple("?{div=0}"), 108, 7, "0");
  expectError(tuple("(1,?{div=-4})"), 108, 10, "-4");
  expectError(tuple("?{div=2147483648}"), 108, 7);
  EXPECT_EQ(parseIntTuple(std::string_view("?{div=-4}")).reason().fix, "write div=4");
}

TEST(Parsing, D09_NoneCoefficient) { expectError(tuple("(1,*E0)"), 109, 4); }

TEST(Parsing, DoesNotVerify) {
  EXPECT_EQ(layoutText("(4,8):1"), "(4,8):1");
  EXPECT_EQ(layoutText("-4:1"), "-4:1");
  EXPECT_EQ(swizzle("S<-1,40,3>"), "S<-1,40,3>");
}

TEST(Parsing, Hashes) {
  auto hash = [](const char *text) { return parseAnyLayout(std::string_view(text))->hash(); };
  EXPECT_EQ(hash("S<3,3,3> o 0 o 8:1"), hash("S<3,3,3>  o 0  o 8:1"));
  EXPECT_NE(hash("S<3,3,3> o 0 o 8:1"), hash("S<3,3,2> o 0 o 8:1"));
  EXPECT_NE(hash("(4,8):(1,4)"), hash("(8,4):(1,4)"));
  EXPECT_NE(parseIntTuple(std::string_view("((1,2),3)"))->hash(),
            parseIntTuple(std::string_view("(1,(2,3))"))->hash());
}

//===----------------------------------------------------------------------===//
// Hostile input
//===----------------------------------------------------------------------===//

std::string repeated(const std::string &text, size_t n) {
  std::string out;
  out.reserve(text.size() * n);
  for (size_t i = 0; i < n; ++i)
    out += text;
  return out;
}

TEST(Hostile, DeepNesting) {
  std::string deep = repeated("(", 1000) + "1" + repeated(")", 1000);
  auto t = parseIntTuple(std::string_view(deep));
  ASSERT_TRUE(t) << t.reason().message;
  EXPECT_EQ(t->depth(), 1000u);
  EXPECT_EQ(t->str(), deep);
  EXPECT_EQ(unwrap(*t).str(), "1");
  Layout l(*t, *t);
  EXPECT_FALSE(verify(l));
  EXPECT_EQ(coalesce(l)->str(), "1:0");
  EXPECT_EQ(canonicalize(l).str(), "1:0");
  EXPECT_EQ(crd2idx(IntTuple(0), l)->str(), "0");
  EXPECT_TRUE(logicalProduct(l, l));
  EXPECT_EQ(group(*t, 0, 1).reason().rule, 123);
  EXPECT_EQ(append(*t, *t).reason().rule, 124);
  expectError(tuple(repeated("(", 1001) + "1" + repeated(")", 1001)), 101, 1001);
  expectError(tuple(repeated("(", 1000000)), 101, 1001);
  expectError(tile(repeated("[", 1000000)), 101, 1001);
  expectError(any(repeated("4:1 o 0 o [", 100000)), 101, 11011);
  expectError(any("4:1" + repeated(" o 0 o 4:1", 5000)), 101, 1);
  expectError(tuple("1" + repeated("E0", 100000)), 101, 2);
}

TEST(Hostile, ManyModes) {
  const size_t n = 1000000;
  IntTuple ones(std::vector<IntTuple>(n, IntTuple(1)));
  std::vector<IntTuple> dynamics;
  for (size_t i = 0; i < n; ++i)
    dynamics.push_back(Leaf::symbolic(int64_t(i)));
  IntTuple symbols(dynamics);
  Layout l(ones, ones), s(symbols, ones);
  EXPECT_FALSE(verify(l));
  EXPECT_EQ(coalesce(l)->str(), "1:0");
  EXPECT_EQ(coalesce(s)->rank(), n);
  EXPECT_EQ(size(l)->value(), 1);
  {
    auto product = size(s); // a chain of a million factors, released without recursion
    ASSERT_TRUE(product && product->expr());
    EXPECT_EQ(evaluate(*product->expr(), std::vector<int64_t>(n, 1)), 1);
  }
  EXPECT_EQ(cosize(l)->value(), 1);
  EXPECT_TRUE(crd2idx(IntTuple(0), l));
  EXPECT_TRUE(crd2idx(ones, l));
  EXPECT_TRUE(idx2crd(IntTuple(0), l));
  EXPECT_TRUE(makeOrderedLayout(ones, ones));
  EXPECT_TRUE(rightInverse(l));
  EXPECT_TRUE(complement(l));
  EXPECT_TRUE(composition(l, l));
  // Run-time modes cannot be merged: these two would compose to 10^10 modes.
  IntTuple some = *take(symbols, 0, 100000), someOnes = *take(ones, 0, 100000);
  EXPECT_EQ(composition(Layout(some, someOnes), Layout(some, some)).reason().rule, 133);
  EXPECT_TRUE(logicalDivide(l, Layout(2, 1)));
  EXPECT_TRUE(blockedProduct(l, l));
  EXPECT_TRUE(recast(l, 8, 16));
  std::string text = repeated("(", 1) + repeated("1,", n - 1) + "1)";
  EXPECT_EQ(parseIntTuple(std::string_view(text))->rank(), n);
}

TEST(Hostile, LargeNumbers) {
  const Leaf big(maxStatic), small(minStatic);
  Layout l(IntTuple::of({big, big}), IntTuple::of({big, small}));
  EXPECT_TRUE(coalesce(l));
  EXPECT_EQ(size(l).reason().rule, 130);
  EXPECT_EQ(cosize(l).reason().rule, 130);
  EXPECT_EQ(composition(l, Layout(big, big))->str(), "2147483647:-2147483648");
  EXPECT_FALSE(complement(l));
  EXPECT_FALSE(leftInverse(l));
  EXPECT_TRUE(rightInverse(l));
  EXPECT_FALSE(recast(l, 1, maxStatic));
  EXPECT_FALSE(recast(l, maxStatic, 1));
  EXPECT_FALSE(logicalDivide(l, Layout(2, 1)));
  EXPECT_FALSE(isInjective(Layout(IntTuple::of({big, big}), IntTuple::of({1, 1}))));
  EXPECT_FALSE(isBijectiveOnto(l, maxStatic));
  // Basis elements far out do not allocate what they span.
  Leaf far = Leaf(1).withBasis({maxStatic, maxStatic});
  EXPECT_EQ(addBasis(far, Leaf(1).withBasis({0})).reason().rule, 127);
  EXPECT_EQ(coprofile(Layout(IntTuple::of({2, 2}), IntTuple::of({far, far}))).reason().rule, 127);
  EXPECT_EQ(coshape(Layout(IntTuple::of({2, 2}), IntTuple::of({far, far}))).reason().rule, 127);
  std::vector<IntTuple> spread;
  for (int32_t i = 0; i < 1000; ++i)
    spread.push_back(Leaf(1).withBasis({i, 60000}));
  EXPECT_EQ(sum(IntTuple(spread)).reason().rule, 127);
}

} // namespace
