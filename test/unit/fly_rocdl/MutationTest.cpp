// The central invariants, proven by mutating every AMD instance (Mutations.h); where they are
// checked, and that they are checked once per type.
#include "Mutations.h"
#include "TestSupport.h"

#include "dialects/fly/FlyOps.h"
#include "dialects/fly/InvariantCache.h"
#include "dialects/layout/Parser.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::fly_rocdl;
using namespace mutations;

namespace {

class MutationTest : public rocdl_test::RocdlTest {
protected:
  MutationTest() { context.loadDialect<MutantDialect>(); }

  std::vector<Instance> instances() {
    std::vector<Instance> all;
    for (const InstanceInfo &info : allInstances(&context))
      all.push_back({info.text, info.payload, info.valBits});
    return all;
  }
  /// A 16x16x16 product whose A holds one element twice, and the sound one.
  MutantMmaType product(bool sound) {
    auto base =
        cast<fly::MmaOpTypeInterface>(parse("!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>"));
    Layout a = base.getThrValLayoutA();
    if (!sound)
      a = Layout(a.shape(), replaceLeaf(a.stride(), 1, 0));
    return mmaMutant(
        &context, {base, base.getThrLayout(), a, base.getThrValLayoutB(), base.getThrValLayoutC()});
  }
  MutantCopyType copy(bool sound) {
    auto base = cast<fly::CopyOpTypeInterface>(parse("!fly_rocdl.cdna3.buffer_copy<64>"));
    Layout bits = base.getThrBitLayoutSrc();
    Layout src = sound ? bits : Layout(bits.shape(), replaceLeaf(bits.stride(), 1, 2));
    return copyMutant(&context, {base, base.getThrLayout(), src, bits, bits});
  }
  bool said(const std::string &words) const { return messages.find(words) != std::string::npos; }
};

TEST_F(MutationTest, EveryMmaInstance) {
  expectStated(prove(context, instances(), /*mma=*/true), "AMD products");
}

TEST_F(MutationTest, EveryCopyInstance) {
  expectStated(prove(context, instances(), /*mma=*/false), "AMD copies");
}

// The result is kept per type (and value width): the second question asks no layout.
TEST_F(MutationTest, FindingsAreComputedOncePerType) {
  auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
  for (bool sound : {true, false}) {
    Type mma = product(sound), copied = copy(sound);
    std::string first;
    for (int time = 0; time < 3; ++time) {
      messages.clear();
      int before = layoutQuestions;
      EXPECT_EQ(succeeded(fly::verifyMmaAtom(emit, mma)), sound);
      EXPECT_EQ(layoutQuestions - before, time == 0 ? 1 : 0);
      before = layoutQuestions;
      EXPECT_EQ(succeeded(fly::verifyCopyAtom(emit, copied, 32)), sound);
      EXPECT_EQ(layoutQuestions - before, time == 0 ? 1 : 0);
      // What is found is said every time.
      if (time == 0)
        first = messages;
      EXPECT_EQ(messages, first);
      EXPECT_EQ(said("[FLY207]"), !sound) << messages;
    }
    // Another value width is another question.
    int before = layoutQuestions;
    EXPECT_EQ(succeeded(fly::verifyCopyAtom(emit, copied, 16)), sound);
    EXPECT_EQ(layoutQuestions - before, 1);
  }
}

// The wrappers refuse a broken payload. Tiled types and operations check the atoms that they are
// given as well: here the atoms were sound when they were made, and their payloads change later.
TEST_F(MutationTest, WrappersTiledTypesAndOperationsCheck) {
  Location loc = UnknownLoc::get(&context);
  auto emit = [&] { return emitError(loc); };
  auto text = [](const char *layout) { return *layout::parseLayout(std::string_view(layout)); };
  auto leaves = [](int64_t count) {
    return layout::Tile(std::vector<layout::Tile>(size_t(count), layout::Tile(layout::Leaf(8))));
  };
  for (bool sound : {true, false}) {
    auto check = [&](bool passed, const std::string &what) {
      EXPECT_EQ(passed, sound) << what << "\n" << messages;
      EXPECT_EQ(said("[FLY207]"), !sound) << what << "\n" << messages;
      messages.clear();
    };
    messages.clear();
    check(bool(fly::MmaAtomType::getChecked(emit, Type(product(sound)))), "mma_atom");
    check(bool(fly::CopyAtomType::getChecked(emit, Type(copy(sound)), 32)), "copy_atom");

    auto mmaAtom = fly::MmaAtomType::get(product(true));
    auto copyAtom = fly::CopyAtomType::get(copy(true), 32);
    Type tiledMma = fly::TiledMmaType::getChecked(
        emit, mmaAtom, cast<fly::LayoutType>(parse("!fly.layout<(1,1,1):(0,0,0)>")),
        cast<fly::TileType>(parse("!fly.tile<[*|*|*]>")));
    Type tiledCopy = fly::TiledCopyType::getChecked(
        emit, copyAtom, cast<fly::LayoutType>(parse("!fly.layout<(4,2):(2,1)>")),
        cast<fly::TileType>(parse("!fly.tile<[8]>")));
    ASSERT_TRUE(tiledMma && tiledCopy) << messages;
    messages.clear();
    if (!sound) {
      (void)product(false), (void)copy(false);
      mmaMutants[mmaMutants.size() - 2] = mmaMutants.back();
      copyMutants[copyMutants.size() - 2] = copyMutants.back();
      context.getLoadedDialect<fly::FlyDialect>()->invariantCache->findings.clear();
    }
    for (const std::optional<layout::Reason> &problem :
         {fly::tiledCopyStructure(copyAtom, text("(4,2):(2,1)"), leaves(1)),
          fly::tiledMmaStructure(mmaAtom, text("(1,1,1):(0,0,0)"), leaves(3))}) {
      EXPECT_EQ(problem.has_value(), !sound) << (problem ? problem->message : "");
      if (problem)
        EXPECT_EQ(problem->rule, 207) << problem->message;
    }
    // Making an atom, tiling it, setting it and calling it.
    OpBuilder builder(&context);
    Block block;
    builder.setInsertionPointToStart(&block);
    Type layoutTy = parse("!fly.layout<(4,2):(2,1)>"), tileTy = parse("!fly.tile<[8]>"),
         atomsTy = parse("!fly.layout<(1,1,1):(0,0,0)>"), half4 = parse("vector<4xf16>"),
         acc = parse("vector<4xf32>"), pair = parse("vector<2xf32>"),
         buffer = parse("!fly.memref<f32, #fly_rocdl.buffer_desc, 2:1>");
    auto verifies = [&](const char *name, TypeRange operands, TypeRange results,
                        ArrayRef<int32_t> segments = {}) {
      OperationState state(loc, name);
      for (Type type : operands)
        state.addOperands(block.addArgument(type, loc));
      state.addTypes(results);
      if (StringRef(name) == "fly.make_copy_atom")
        state.addAttribute("valBits", builder.getI32IntegerAttr(32));
      if (!segments.empty())
        state.addAttribute("operandSegmentSizes", builder.getDenseI32ArrayAttr(segments));
      Operation *op = builder.create(state);
      messages.clear();
      bool both = succeeded(mlir::verify(op));
      std::string said = messages;
      messages.clear();
      EXPECT_EQ(succeeded(fly::verifyAtomsOf(op)), both) << name << said;
      messages = said;
      check(both, name);
      op->erase();
    };
    verifies("fly.make_mma_atom", {}, mmaAtom);
    verifies("fly.make_copy_atom", {}, copyAtom);
    verifies("fly.mma_atom_call_ssa", {mmaAtom, half4, half4, acc}, acc, {1, 0, 1, 1, 1});
    verifies("fly.copy_atom_call_ssa", {copyAtom, buffer}, pair, {1, 1, 0, 0});
    verifies("fly.make_tiled_mma", {mmaAtom, atomsTy}, tiledMma);
    verifies("fly.make_tiled_copy", {copyAtom, layoutTy, tileTy}, tiledCopy);
  }
}

} // namespace
