// The findings as data, as the editor and fly-lint take them.
#include "passes/check/Findings.h"

#include "dialects/fly/FlyDialect.h"
#include "dialects/fly_rocdl/FlyROCDLDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

namespace {
using namespace mlir;
using fly::check::Finding;
using fly::check::Severity;

struct Findings : testing::Test {
  MLIRContext context;
  OwningOpRef<ModuleOp> module;

  Findings() {
    context.loadDialect<fly::FlyDialect, fly_rocdl::FlyROCDLDialect, func::FuncDialect>();
  }
  SmallVector<Finding> of(StringRef text, bool remarks = false) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return fly::check::collectFindings(*module, {remarks});
  }
};

constexpr StringLiteral twoFaults = R"(
func.func @f(%p: !fly.ptr<f16, shared, align<2>>, %q: !fly.ptr<f16, shared, align<32>, S<3,3,3>>) {
  %v = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<2>>) -> vector<4xf16>
  %w = fly.ptr.load(%q) : (!fly.ptr<f16, shared, align<32>, S<3,3,3>>) -> vector<8xf16>
  return
})";

TEST_F(Findings, AreDataInTheOrderOfTheText) {
  SmallVector<Finding> found = of(twoFaults);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].rule, 172);
  EXPECT_EQ(found[0].severity, Severity::Warning);
  EXPECT_EQ(found[0].op->getName().getStringRef(), "fly.ptr.load");
  EXPECT_EQ(found[0].location, found[0].op->getLoc());
  EXPECT_EQ(found[0].message,
            "an access of 8 bytes through a pointer that is known to be aligned to 2 bytes");
  ASSERT_EQ(found[0].notes.size(), 1u);
  EXPECT_EQ(found[1].rule, 174);
  EXPECT_EQ(found[1].severity, Severity::Error);
}

TEST_F(Findings, RemarksComeOnRequest) {
  SmallVector<Finding> found = of(twoFaults, true);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[1].rule, 173);
  EXPECT_EQ(found[1].severity, Severity::Remark);
}

TEST_F(Findings, AreReportedWithNameAndCode) {
  SmallVector<Finding> found = of(twoFaults);
  std::string text;
  ScopedDiagnosticHandler handler(&context,
                                  [&](Diagnostic &diagnostic) { text = diagnostic.str(); });
  ASSERT_EQ(found.size(), 2u);
  fly::check::report(found[0]);
  EXPECT_EQ(text, "'fly.ptr.load' op an access of 8 bytes through a pointer that is known to be "
                  "aligned to 2 bytes [FLY172]");
}

TEST_F(Findings, CountFromAnyRoot) {
  of(twoFaults);
  EXPECT_TRUE(fly::check::collectFindings(&module->getBody()->front()).size() == 2);
  EXPECT_TRUE(of("func.func private @g()").empty());
}

} // namespace
