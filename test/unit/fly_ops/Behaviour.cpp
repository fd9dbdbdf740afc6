// Effects, silence without a location, warnings, and builders without result types.
#include "test/unit/fly_ops/Support.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace fly_ops_test {
namespace {
using namespace mlir;

/// The first operation of a name.
Operation *find(ModuleOp module, StringRef name) {
  Operation *found = nullptr;
  module.walk([&](Operation *op) {
    if (!found && op->getName().getStringRef() == name)
      found = op;
  });
  return found;
}

TEST(Effects, AccessesReadAndWrite) {
  MLIRContext context;
  loadDialects(context);
  OwningOpRef<ModuleOp> module = parse(context, R"(
func.func @f(%m: !fly.memref<f32, global, 4:1>, %t: !fly.coord_tensor<0, 4:1>, %i: !fly.int_tuple<0>, %p: !fly.ptr<f32, global>, %v: f32) {
  %l = fly.static : !fly.layout<4:1>
  %a = fly.memref.load(%m, %i) : (!fly.memref<f32, global, 4:1>, !fly.int_tuple<0>) -> f32
  %b = fly.memref.load_vec(%t) : (!fly.coord_tensor<0, 4:1>) -> vector<4xi32>
  %c = fly.ptr.load(%p) : (!fly.ptr<f32, global>) -> f32
  fly.ptr.store(%v, %p) : (f32, !fly.ptr<f32, global>) -> ()
  %r = fly.memref.alloca(%l) : (!fly.layout<4:1>) -> !fly.memref<f32, register, 4:1>
  return
})");
  ASSERT_TRUE(module);
  EXPECT_TRUE(hasSingleEffect<MemoryEffects::Read>(find(*module, "fly.memref.load")));
  EXPECT_TRUE(isMemoryEffectFree(find(*module, "fly.memref.load_vec")));
  EXPECT_TRUE(hasSingleEffect<MemoryEffects::Read>(find(*module, "fly.ptr.load")));
  EXPECT_TRUE(hasSingleEffect<MemoryEffects::Write>(find(*module, "fly.ptr.store")));
  EXPECT_TRUE(hasSingleEffect<MemoryEffects::Allocate>(find(*module, "fly.memref.alloca")));
  EXPECT_TRUE(isOpTriviallyDead(find(*module, "fly.memref.load")));
  EXPECT_FALSE(isOpTriviallyDead(find(*module, "fly.ptr.store")));
}

TEST(Effects, AtomCalls) {
  MLIRContext context;
  loadDialects(context);
  OwningOpRef<ModuleOp> module = parse(context, R"(
func.func @f(%m: !fly.memref<f32, global, 1:1>, %r: !fly.memref<f32, register, 1:1>, %c: !fly.copy_atom<!fly.universal_copy<32>, 32>, %x: !fly.copy_atom<!fly.universal_atomic<add, f32>, 32>, %a: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %v: f32) {
  fly.copy_atom_call(%c, %m, %r) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
  fly.copy(%x, %r, %m) : (!fly.copy_atom<!fly.universal_atomic<add, f32>, 32>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, global, 1:1>) -> ()
  %d = fly.mma_atom_call_ssa(%a, %v, %v, %v) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, f32, f32, f32) -> f32
  fly.print(%v) {format = "{}"} : (f32) -> ()
  return
})");
  ASSERT_TRUE(module);
  auto effectsOn = [](Operation *op, unsigned operand) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    cast<MemoryEffectOpInterface>(op).getEffects(effects);
    std::string text;
    for (auto &effect : effects)
      if (effect.getEffectValue<OpOperand *>() == &op->getOpOperand(operand))
        text += isa<MemoryEffects::Read>(effect.getEffect()) ? "r" : "w";
    return text;
  };
  Operation *call = find(*module, "fly.copy_atom_call");
  EXPECT_EQ(effectsOn(call, 1), "r");
  EXPECT_EQ(effectsOn(call, 2), "w");
  // An atomic reads what it writes.
  EXPECT_EQ(effectsOn(find(*module, "fly.copy"), 2), "rw");
  EXPECT_TRUE(isMemoryEffectFree(find(*module, "fly.mma_atom_call_ssa")));
  EXPECT_FALSE(isOpTriviallyDead(find(*module, "fly.print")));
}

TEST(Inference, SilentWithoutLocation) {
  MLIRContext context;
  loadDialects(context);
  OwningOpRef<ModuleOp> module = parse(context, R"(
func.func @f(%a: !fly.layout<(6,9):(19,69)>, %b: !fly.layout<2:1>) {
  %r = fly.composition(%a, %b) : (!fly.layout<(6,9):(19,69)>, !fly.layout<2:1>) -> !fly.layout<2:19>
  return
})");
  ASSERT_TRUE(module);
  Operation *op = find(*module, "fly.composition");
  op->getOperand(1).setType(fly::LayoutType::get(&context, layout::Layout(4, 8)));
  Listener listener(context);
  SmallVector<Type> types;
  EXPECT_TRUE(failed(fly::CompositionOp::inferReturnTypes(&context, std::nullopt, op->getOperands(),
                                                          op->getDiscardableAttrDictionary(),
                                                          op->getPropertiesStorage(), {}, types)));
  EXPECT_EQ(listener.heard.all(), "");
  EXPECT_TRUE(failed(fly::CompositionOp::inferReturnTypes(&context, op->getLoc(), op->getOperands(),
                                                          op->getDiscardableAttrDictionary(),
                                                          op->getPropertiesStorage(), {}, types)));
  EXPECT_EQ(listener.heard.errors.size(), 1u);
  EXPECT_TRUE(listener.heard.has(listener.heard.errors, "[FLY133]")) << listener.heard.all();
}

TEST(Inference, WarnsWhenVerifiedUnlessTurnedOff) {
  MLIRContext context;
  loadDialects(context);
  const char *text = R"(
func.func @f(%a: !fly.int_tuple<(4,8)>, %b: !fly.int_tuple<2>) {
  %r = fly.int_tuple_add(%a, %b) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<2>) -> !fly.int_tuple<(6,8)>
  return
})";
  {
    Listener listener(context);
    ASSERT_TRUE(parse(context, text));
    EXPECT_EQ(listener.heard.warnings.size(), 1u) << listener.heard.all();
    EXPECT_TRUE(listener.heard.has(listener.heard.warnings, "'fly.int_tuple_add' op "));
    EXPECT_TRUE(listener.heard.has(listener.heard.warnings, "[FLY126]"));
  }
  fly::setVerifierWarnings(&context, false);
  EXPECT_FALSE(fly::verifierWarningsEnabled(&context));
  {
    Listener listener(context);
    ASSERT_TRUE(parse(context, text));
    EXPECT_EQ(listener.heard.all(), "");
  }
  fly::setVerifierWarnings(&context, true);
}

TEST(Inference, BuildersInferTheirTypes) {
  MLIRContext context;
  loadDialects(context);
  OpBuilder b(&context);
  Location loc = b.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  b.setInsertionPointToEnd(module->getBody());
  auto tuple = [&](layout::IntTuple t) -> Value {
    return fly::MakeIntTupleOp::create(b, loc, fly::IntTupleType::get(&context, t), ValueRange());
  };
  Value shape = tuple(layout::IntTuple::of({4, 8})), stride = tuple(layout::IntTuple::of({8, 1}));
  Value l = fly::MakeLayoutOp::create(b, loc, shape, stride);
  EXPECT_EQ(print(l.getType()), "!fly.layout<(4,8):(8,1)>");
  Value taken = fly::TakeOp::create(b, loc, l, 1, -1);
  EXPECT_EQ(print(taken.getType()), "!fly.layout<8:1>");
  Value index = fly::Crd2IdxOp::create(b, loc, tuple(layout::IntTuple::of({2, 3})), l);
  EXPECT_EQ(print(index.getType()), "!fly.int_tuple<19>");
  EXPECT_TRUE(succeeded(verify(*module)));
}

#ifdef __GLIBC__
/// Inference works on plain values: verifying a module, whose result types exist already, puts
/// nothing into the context. What a context stores is never given back, so the heap would grow:
/// 1,000 divides and slices of different layouts would leave hundreds of kilobytes.
TEST(Inference, LeavesNothingInTheContext) {
  std::string text;
  {
    MLIRContext context;
    loadDialects(context);
    OpBuilder b(&context);
    Location loc = b.getUnknownLoc();
    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    b.setInsertionPointToEnd(module->getBody());
    Value tile = fly::StaticOp::create(
        b, loc,
        fly::TileType::get(&context, layout::Tile({layout::Tile(layout::Leaf(4)),
                                                   layout::Tile(layout::Leaf(8))})));
    Value coord = fly::MakeIntTupleOp::create(
        b, loc, fly::IntTupleType::get(&context, layout::IntTuple::of({layout::Leaf::none(), 0})),
        ValueRange());
    for (int64_t i = 1; i <= 500; ++i) {
      layout::Layout wide(layout::IntTuple::of({4 * i, 64}), layout::IntTuple::of({1, 4 * i}));
      Value l = fly::StaticOp::create(b, loc, fly::LayoutType::get(&context, wide));
      Value divided = fly::ZippedDivideOp::create(b, loc, l, tile);
      fly::SliceOp::create(b, loc, divided, coord);
    }
    text = print(*module);
  }
  MLIRContext context(MLIRContext::Threading::DISABLED);
  loadDialects(context);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, ParserConfig(&context, /*verifyAfterParse=*/false));
  ASSERT_TRUE(module);
  size_t before = mallinfo2().uordblks;
  EXPECT_TRUE(succeeded(verify(*module)));
  // A little slack for what the allocator keeps at hand.
  EXPECT_LE(mallinfo2().uordblks, before + 16384);
}
#endif

/// An expression that a symbolic leaf carries must never reach the context: two inferences over
/// leaves that differ in their expressions only give the same type.
TEST(Inference, TypesHoldNoExpressions) {
  MLIRContext context;
  loadDialects(context);
  Type a = fly::IntTupleType::get(&context, layout::IntTuple(layout::Leaf::symbolic(0)));
  Type b = fly::IntTupleType::get(&context, layout::IntTuple(layout::Leaf::symbolic(1)));
  EXPECT_EQ(a, b);
  EXPECT_EQ(cast<fly::IntTupleType>(a).getValue().leaf().expr(), nullptr);
}

} // namespace
} // namespace fly_ops_test
