// Every static type knows the operation that produces its value.
#include "Support.h"

#include "dialects/fly/FlyOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::fly;
using flytest::FlyTest;

namespace {

TEST_F(FlyTest, StaticValuesAreRebuilt) {
  context.loadDialect<func::FuncDialect>();
  struct Case {
    const char *type, *operation;
  } cases[] = {
      {"!fly.int_tuple<(4,8)>", "fly.make_int_tuple"},
      {"!fly.layout<(4,8):(1,4)>", "fly.make_layout"},
      {"!fly.swizzle<S<3,3,3>>", "fly.static"},
      {"!fly.coord_swizzle<CS<3,0,[1],0,[2]>>", "fly.static"},
      {"!fly.tile<[4|8]>", "fly.static"},
      {"!fly.composed_layout<S<3,3,3> o 0 o 8:1>", "fly.make_composed_layout"},
      {"!fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>", "fly.make_composed_layout"},
      {"!fly.composed_layout<CS<3,0,[0],0,[1]> o (0,0) o (8,8):(1E0,1E1)>",
       "fly.make_composed_layout"},
      {"!fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>", "fly.make_view"},
      {"!fly.coord_tensor<0, S<3,3,3> o 0 o 64:1>", "fly.make_view"},
      {"!fly.copy_atom<!fly.universal_copy<64>, 16>", "fly.make_copy_atom"},
      {"!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>", "fly.make_mma_atom"},
      {"!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,8):(8,1)>, <[4|8]>>",
       "fly.make_tiled_copy"},
      {"!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, "
       "<(16,16,1):(1,16,0)>>",
       "fly.make_tiled_mma"}};
  OpBuilder builder(&context);
  Location loc = UnknownLoc::get(&context);
  for (const Case &one : cases) {
    Type type = parseType(one.type);
    ASSERT_TRUE(type) << everythingHeard();
    auto mayBeStatic = cast<MayStaticTypeInterface>(type);
    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    builder.setInsertionPointToEnd(module->getBody());
    auto func = func::FuncOp::create(builder, loc, "f", builder.getFunctionType({type}, {}));
    Block *body = func.addEntryBlock();
    builder.setInsertionPointToEnd(body);
    // A block argument is not in normal form; swizzles and tiles are whatever defines them.
    bool anyValueIsNormal = isa<SwizzleType, CoordSwizzleType, TileType>(type);
    Value fromArgument = mayBeStatic.rebuildStaticValue(builder, loc, body->getArgument(0));
    EXPECT_EQ(bool(fromArgument), !anyValueIsNormal) << one.type;
    Value rebuilt = mayBeStatic.rebuildStaticValue(builder, loc, Value());
    ASSERT_TRUE(rebuilt) << one.type;
    EXPECT_EQ(rebuilt.getType(), type);
    EXPECT_EQ(rebuilt.getDefiningOp()->getName().getStringRef(), one.operation);
    EXPECT_FALSE(mayBeStatic.rebuildStaticValue(builder, loc, rebuilt)) << one.type;
    func::ReturnOp::create(builder, loc);
    EXPECT_TRUE(succeeded(verify(*module))) << everythingHeard();
  }
  for (const char *text : {"!fly.int_tuple<?>", "!fly.layout<?:1>",
                           "!fly.composed_layout<S<3,3,3> o ? o 8:1>", "!fly.basis<1E0>"})
    EXPECT_FALSE(
        cast<MayStaticTypeInterface>(parseType(text)).rebuildStaticValue(builder, loc, Value()))
        << text;
}

} // namespace
