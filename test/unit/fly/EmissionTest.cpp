// The universal atoms, in value and memory form.
#include "Support.h"

#include "dialects/fly/AtomEmission.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::fly;
using flytest::FlyTest;
using FlyMemRef = mlir::fly::MemRefType;

namespace {

class EmissionTest : public FlyTest {
protected:
  EmissionTest() : builder(&context), loc(UnknownLoc::get(&context)) {
    context.loadDialect<func::FuncDialect>();
    module = ModuleOp::create(loc);
  }

  /// A function over these types; the insertion point is its body.
  ValueRange begin(ArrayRef<Type> types) {
    builder.setInsertionPointToEnd(module->getBody());
    auto func = func::FuncOp::create(builder, loc, "f", builder.getFunctionType(types, {}));
    Block *body = func.addEntryBlock();
    builder.setInsertionPointToEnd(body);
    heard.clear();
    return body->getArguments();
  }
  std::string finish() {
    func::ReturnOp::create(builder, loc);
    EXPECT_TRUE(succeeded(verify(*module))) << everythingHeard();
    return str(*module);
  }
  Type pointer(unsigned space) { return LLVM::LLVMPointerType::get(&context, space); }
  FlyMemRef memref(StringRef text) { return cast<FlyMemRef>(parseType(text)); }
  CopyAtomType copyAtom(StringRef text) { return cast<CopyAtomType>(parseType(text)); }
  static size_t count(const std::string &text, const std::string &word) {
    size_t found = 0;
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
      ++found;
    return found;
  }

  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
};

TEST_F(EmissionTest, CopyFromMemoryToRegister) {
  CopyAtomType atom = copyAtom("!fly.copy_atom<!fly.universal_copy<64>, 16>");
  FlyMemRef src = memref("!fly.memref<f16, global, 4:1, align<8>>");
  FlyMemRef dst = memref("!fly.memref<f16, register, 4:1>");
  ValueRange args = begin({pointer(1), pointer(5)});
  ASSERT_TRUE(succeeded(
      atom.getPayload().emitAtomCall(builder, loc, atom, src, dst, Value(), args[0], args[1])));
  std::string text = finish();
  EXPECT_EQ(count(text, "llvm.load %arg0 {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xf16>"),
            1u)
      << text;
  EXPECT_EQ(count(text, "llvm.store %0, %arg1 {alignment = 2 : i64} : vector<4xf16>"), 1u) << text;
}

TEST_F(EmissionTest, NarrowFloatsTravelAsIntegers) {
  CopyAtomType atom = copyAtom("!fly.copy_atom<!fly.universal_copy<32>, 8>");
  FlyMemRef src = memref("!fly.memref<f8E4M3FN, global, 4:1, align<4>>");
  ValueRange args = begin({pointer(1)});
  FailureOr<Value> value = atom.getPayload().emitAtomCallSSA(
      builder, loc, parseType("vector<4xf8E4M3FN>"), atom, src, Type(), Value(), args[0], Value());
  ASSERT_TRUE(succeeded(value));
  std::string text = finish();
  EXPECT_EQ(count(text, "-> vector<4xi8>"), 1u) << text;
  EXPECT_EQ(count(text, "arith.bitcast"), 1u) << text;
}

TEST_F(EmissionTest, SwizzleSplitsWideAccesses) {
  // The grain of S<3,3,3> is 8 bytes, so 128 bits are two pieces.
  CopyAtomType atom = copyAtom("!fly.copy_atom<!fly.universal_copy<128>, 16>");
  FlyMemRef src = memref("!fly.memref<f16, shared, 8:1, align<16>, S<3,3,3>>");
  FlyMemRef dst = memref("!fly.memref<f16, global, 8:1, align<16>>");
  ValueRange args = begin({pointer(3), pointer(1)});
  ASSERT_TRUE(succeeded(
      atom.getPayload().emitAtomCall(builder, loc, atom, src, dst, Value(), args[0], args[1])));
  std::string text = finish();
  EXPECT_EQ(count(text, "llvm.load"), 2u) << text;
  EXPECT_EQ(count(text, "{alignment = 8 : i64} : !llvm.ptr<3> -> i64"), 2u) << text;
  EXPECT_EQ(count(text, "arith.xori"), 2u) << text;
  EXPECT_EQ(count(text, "{alignment = 16 : i64} : i128, !llvm.ptr<1>"), 1u) << text;
}

TEST_F(EmissionTest, AlignmentIsAPowerOfTwo) {
  EXPECT_EQ(accessAlignment(memref("!fly.memref<f32, global, 32:1, align<12>>")), 4);
  EXPECT_EQ(accessAlignment(memref("!fly.memref<f16, shared, 8:1, align<32>, S<3,4,3>>")), 16);
  EXPECT_EQ(accessAlignment(memref("!fly.memref<f16, shared, 8:1, align<4>, S<3,4,3>>")), 4);
  EXPECT_EQ(accessAlignment(memref("!fly.memref<f16, shared, 8:1, align<16>>")), 16);
}

TEST_F(EmissionTest, PredicateGuardsTheCopy) {
  CopyAtomType atom = copyAtom("!fly.copy_atom<!fly.universal_copy<32>, 32>");
  FlyMemRef src = memref("!fly.memref<f32, global, 1:1>");
  ValueRange args = begin({pointer(1), parseType("i1"), parseType("f32")});
  FailureOr<Value> value =
      atom.getPayload().emitAtomCallPredSSA(builder, loc, parseType("f32"), atom, src, Type(),
                                            Value(), args[0], Value(), args[1], args[2]);
  ASSERT_TRUE(succeeded(value)) << everythingHeard();
  std::string text = finish();
  EXPECT_EQ(count(text, "scf.if %arg1 -> (f32)"), 1u) << text;
  EXPECT_EQ(count(text, "scf.yield %arg2"), 1u) << text;
}

TEST_F(EmissionTest, PredicateInMemory) {
  CopyAtomType atom = copyAtom("!fly.copy_atom<!fly.universal_copy<32>, 32>");
  FlyMemRef src = memref("!fly.memref<f32, global, 1:1>");
  FlyMemRef dst = memref("!fly.memref<f32, shared, 1:1>");
  FlyMemRef pred = memref("!fly.memref<i1, register, 1:1>");
  ValueRange args = begin({pointer(1), pointer(3), pointer(5)});
  ASSERT_TRUE(succeeded(atom.getPayload().emitAtomCallPred(builder, loc, atom, src, dst, Value(),
                                                           args[0], args[1], pred, args[2])));
  std::string text = finish();
  EXPECT_EQ(count(text, "llvm.load %arg2 {alignment = 1 : i64} : !llvm.ptr<5> -> i1"), 1u) << text;
  EXPECT_EQ(count(text, "scf.if"), 1u) << text;
  EXPECT_EQ(count(text, "else"), 0u) << text;
}

TEST_F(EmissionTest, AtomicUpdate) {
  CopyAtomType atom =
      copyAtom("!fly.copy_atom<!fly.universal_atomic<add, f32, \"workgroup\">, 32>");
  FlyMemRef src = memref("!fly.memref<f32, register, 1:1>");
  FlyMemRef dst = memref("!fly.memref<f32, global, 1:1>");
  ValueRange args = begin({pointer(5), pointer(1)});
  ASSERT_TRUE(succeeded(
      atom.getPayload().emitAtomCall(builder, loc, atom, src, dst, Value(), args[0], args[1])));
  std::string text = finish();
  EXPECT_EQ(count(text, "llvm.atomicrmw fadd %arg1, %0 syncscope(\"workgroup\") monotonic"), 1u)
      << text;
}

TEST_F(EmissionTest, MultiplyAdd) {
  auto atom =
      cast<MmaAtomType>(parseType("!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>"));
  FlyMemRef reg = memref("!fly.memref<f32, register, 1:1>");
  ValueRange args = begin({pointer(5), pointer(5), pointer(5), pointer(5)});
  ASSERT_TRUE(succeeded(atom.getPayload().emitAtomCall(
      builder, loc, atom, reg, reg, reg, reg, Value(), args[0], args[1], args[2], args[3])));
  std::string text = finish();
  EXPECT_EQ(count(text, "llvm.load"), 3u) << text;
  EXPECT_EQ(count(text, "llvm.fmul"), 1u) << text;
  EXPECT_EQ(count(text, "llvm.fadd"), 1u) << text;
  EXPECT_EQ(count(text, "llvm.store"), 1u) << text;
}

TEST_F(EmissionTest, FailuresAreReported) {
  CopyAtomType atom = copyAtom("!fly.copy_atom<!fly.universal_copy<64>, 16>");
  FlyMemRef src = memref("!fly.memref<f16, global, 4:1>");
  Type fat = parseType("!llvm.struct<(ptr<8>, i32)>");
  ValueRange args = begin({pointer(1), fat, parseType("i32")});
  auto call = [&](Type result, Type srcTy, Value value) {
    heard.clear();
    return atom.getPayload().emitAtomCallSSA(builder, loc, result, atom, srcTy, Type(), Value(),
                                             value, Value());
  };
  EXPECT_TRUE(failed(call(parseType("vector<2xf16>"), src, args[0])));
  EXPECT_TRUE(heardCode(153)) << everythingHeard();
  EXPECT_TRUE(failed(call(parseType("vector<4xf16>"), src, args[1])));
  EXPECT_TRUE(heardCode(153)) << everythingHeard();
  EXPECT_TRUE(failed(call(parseType("vector<4xf16>"), parseType("i32"), args[2])));
  EXPECT_TRUE(heardCode(153)) << everythingHeard();
  EXPECT_TRUE(failed(call(Type(), src, args[0])));
  EXPECT_TRUE(heardCode(153)) << everythingHeard();
}

} // namespace
