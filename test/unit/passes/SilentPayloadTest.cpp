// A payload of another author that gives up without a word: the conversion says so (FLY338).
#include "passes/pipelines/Register.h"

#include "dialects/fly/FlyTypes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::fly;

namespace {

/// One thread moves 32 bits, in theory.
class SilentCopyType
    : public Type::TypeBase<SilentCopyType, Type, TypeStorage, CopyOpTypeInterface::Trait> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "flytest.silent";
  layout::Layout getThrLayout() const { return layout::Layout(layout::IntTuple(1), 1); }
  layout::Layout getThrBitLayoutSrc() const {
    return {layout::IntTuple::of({1, 32}), layout::IntTuple::of({1, 1})};
  }
  layout::Layout getThrBitLayoutDst() const { return getThrBitLayoutSrc(); }
  layout::Layout getThrBitLayoutRef() const { return getThrBitLayoutSrc(); }
  int64_t getCopyBits() const { return 32; }
  FailureOr<Value> emitAtomCallSSA(OpBuilder &, Location, Type, CopyAtomType, Type, Type, Value,
                                   Value, Value) const {
    return failure();
  }
};

class TestDialect : public Dialect {
public:
  explicit TestDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<TestDialect>()) {
    addTypes<SilentCopyType>();
  }
  static StringRef getDialectNamespace() { return "flytest"; }
  Type parseType(DialectAsmParser &parser) const override {
    StringRef keyword;
    return parser.parseKeyword(&keyword) ? Type() : SilentCopyType::get(getContext());
  }
  void printType(Type, DialectAsmPrinter &printer) const override { printer << "silent"; }
};

TEST(SilentPayload, IsToldByBothConversions) {
  DialectRegistry registry;
  registerAllFly(registry);
  registry.insert<TestDialect>();
  registerAllFlyPasses();
  const char *text = R"(
func.func @f(%s: !fly.memref<f32, global, 1:1>) -> f32 {
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!flytest.silent, 32>
  %r = fly.copy_atom_call_ssa(%a, %s) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!flytest.silent, 32>, !fly.memref<f32, global, 1:1>) -> f32
  return %r : f32
}
)";
  for (StringRef pipeline : {"convert-fly-to-rocdl", "convert-fly-to-ptx"}) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    std::string heard;
    ScopedDiagnosticHandler record(&context, [&](Diagnostic &diagnostic) {
      heard += diagnostic.str() + "\n";
      return success();
    });
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << heard;
    PassManager passes(&context);
    ASSERT_TRUE(succeeded(parsePassPipeline(pipeline, passes)));
    EXPECT_TRUE(failed(passes.run(*module))) << pipeline.str();
    EXPECT_NE(heard.find("'fly.copy_atom_call_ssa': the payload "), std::string::npos) << heard;
    EXPECT_NE(heard.find(" cannot be emitted for these operands [FLY338]"), std::string::npos)
        << heard;
  }
}

} // namespace
