// Attributes and types have no bytecode encoding of their own; they travel as text inside it.
#include "Support.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using flytest::FlyTest;

namespace {

TEST_F(FlyTest, BytecodeKeepsEverything) {
  StringRef text = R"(module attributes {
    fly.a = #fly<int_tuple ((2,4),?{i64})>, fly.b = #fly<swizzle S<3,3,3>>, fly.c = #fly<tile [4|*]>,
    fly.d = #fly<layout (4,8):(1E0,1E1)>, fly.e = #fly<int 4>, fly.f = #fly<mma_operand b>,
    fly.g = #fly<align align<16>>, fly.h = #fly.explicit_module, fly.i = #fly<basis 2E1>,
    fly.j = #fly<composed_layout 32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>,
    fly.k = #fly<coord_swizzle CS<3,0,[1, 0],0,[2]>>,
    fly.l = !fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>,
    fly.m = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,8):(8,1)>, <[4|8]>>,
    fly.n = !fly.coord_tensor<(0,?), (4,8):(1E0,1E1)>,
    fly.o = !fly.ptr<f16, shared, align<16>, S<3,3,3>>,
    fly.p = !fly.universal_atomic<add, f32, "workgroup">
  } {})";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module) << everythingHeard();
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  ASSERT_TRUE(succeeded(writeBytecodeToFile(*module, stream)));

  // A fresh context shows that nothing but the bytes carries the values.
  MLIRContext other;
  other.loadDialect<fly::FlyDialect>();
  OwningOpRef<ModuleOp> again = parseSourceString<ModuleOp>(bytes, &other);
  ASSERT_TRUE(again);
  EXPECT_EQ(str(*module), str(*again));
}

TEST_F(FlyTest, UnknownOperationNamesTheRevision) {
  heard.clear();
  EXPECT_FALSE(parseSourceString<ModuleOp>("fly.telepathy()", &context));
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard[0].message,
            "operation 'fly.telepathy' is unknown to revision 11c4174d82b7 of the "
            "fly dialect");
}

} // namespace
