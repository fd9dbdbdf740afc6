// Copies into the registers of products (181), for every product of every vendor: a copy that is
// made after the product's own map is right, and one after another arrangement of the waves is not.
#include "passes/check/Findings.h"

#include "dialects/fly/FlyDialect.h"
#include "dialects/fly/FlyTypes.h"
#include "dialects/fly_rocdl/FlyROCDLDialect.h"
#include "dialects/fly_rocdl/Instances.h"
#include "dialects/layout/Tiled.h"
#if FLY_HAVE_PTX_DIALECT
#include "dialects/fly_ptx/FlyPTXDialect.h"
#include "dialects/fly_ptx/Instances.h"
#endif

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

namespace {
using namespace mlir;

struct Registers : testing::Test {
  MLIRContext context;
  unsigned compared = 0;

  Registers() {
    context.loadDialect<fly::FlyDialect, fly_rocdl::FlyROCDLDialect, func::FuncDialect>();
#if FLY_HAVE_PTX_DIALECT
    context.loadDialect<fly_ptx::FlyPTXDialect>();
#endif
  }

  static std::string textOf(Type type) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return text;
  }

  /// The product of four waves, two of which lie along M and two along N, in either order.
  fly::TiledMmaType product(const std::string &payload, bool swapped) {
    return dyn_cast_or_null<fly::TiledMmaType>(
        parseType("!fly.tiled_mma<!fly.mma_atom<" + payload +
                      ">, !fly.layout<(2,2,1):" + (swapped ? "(2,1,0)" : "(1,2,0)") + ">>",
                  &context));
  }

  /// What is said about a copy after the map of `copied` into the registers of `product`, of an
  /// operand of two by two tiles.
  std::vector<std::string> findings(fly::TiledMmaType product, fly::TiledMmaType copied,
                                    layout::MmaOperand operand, Type element) {
    layout::TiledMma geometry = product.getGeometry();
    auto map = layout::tiledThreadValue(copied.getGeometry(), operand);
    auto tile = layout::tileExtent(geometry, operand);
    EXPECT_TRUE(map && tile) << textOf(product);
    if (!map || !tile)
      return {};
    int64_t rows = 2 * tile->first, columns = 2 * tile->second;
    layout::Layout tensor(layout::IntTuple::of({layout::IntTuple(rows), layout::IntTuple(columns)}),
                          layout::IntTuple::of({1, layout::IntTuple(rows)}));
    std::string width = std::to_string(fly::bitWidth(element)), elem = textOf(element);
    std::string copyText = "!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<" + width + ">, " +
                           width + ">, !fly.layout<" + map->str() + ">, !fly.tile<[" +
                           std::to_string(tile->first) + "|" + std::to_string(tile->second) + "]>>";
    auto copy = dyn_cast_or_null<fly::TiledCopyType>(parseType(copyText, &context));
    auto fragment = layout::fragmentLayout(geometry, operand, tensor);
    FailureOr<layout::TiledCopy> copyGeometry =
        copy ? copy.getGeometry() : FailureOr<layout::TiledCopy>(failure());
    EXPECT_TRUE(copy && succeeded(copyGeometry) && fragment) << copyText;
    if (failed(copyGeometry) || !fragment)
      return {};
    auto retiled = layout::retile(*copyGeometry, *fragment);
    EXPECT_TRUE(bool(retiled)) << copyText;
    if (!retiled)
      return {};
    std::string name(1, "abcd"[unsigned(operand)]);
    std::string view = "!fly.memref<" + elem + ", global, " + tensor.str() + ">",
                registers = "!fly.memref<" + elem + ", register, " + fragment->str() + ">",
                seen = "!fly.memref<" + elem + ", register, " + retiled->str() + ">",
                productText = textOf(product);
    auto module = parseSourceString<ModuleOp>(
        "func.func @f(%c: " + copyText + ", %m: " + productText + ", %x: " + view + ") {\n" +
            "%f = fly.mma.make_fragment(" + name + ", %m, %x) : (" + productText + ", " + view +
            ") -> " + registers + "\n%r = fly.tiled_copy.retile(%c, %f) : (" + copyText + ", " +
            registers + ") -> " + seen + "\nreturn\n}\n",
        &context);
    EXPECT_TRUE(module) << copyText << " for " << productText;
    std::vector<std::string> said;
    if (module)
      for (const fly::check::Finding &finding : fly::check::collectFindings(*module))
        said.push_back(finding.message);
    return said;
  }

  void compare(const std::string &payload) {
    fly::TiledMmaType right = product(payload, false), swapped = product(payload, true);
    ASSERT_TRUE(right && swapped) << payload;
    auto atom = cast<fly::MmaAtomType>(right.getMmaAtom());
    for (fly::MmaOperand operand : {fly::MmaOperand::A, fly::MmaOperand::B, fly::MmaOperand::C}) {
      Type element = atom.getValType(operand);
      if (fly::bitWidth(element) % 8) // no plain copy moves one
        continue;
      auto id = layout::MmaOperand(operand);
      SCOPED_TRACE(payload + " operand " + fly::stringifyMmaOperand(operand).str());
      EXPECT_EQ(findings(right, right, id, element), std::vector<std::string>());
      std::vector<std::string> said = findings(right, swapped, id, element);
      ASSERT_EQ(said.size(), 1u);
      EXPECT_NE(said[0].find("of operand '" + fly::stringifyMmaOperand(operand).str() +
                             "', but the product takes "),
                std::string::npos)
          << said[0];
      ++compared;
    }
  }
};

TEST_F(Registers, AfterTheMapOfEveryAmdProduct) {
  for (const fly_rocdl::InstanceInfo &info : fly_rocdl::allInstances(&context))
    if (info.isMma)
      compare(textOf(info.payload));
  EXPECT_GT(compared, 100u);
}

#if FLY_HAVE_PTX_DIALECT
TEST_F(Registers, AfterTheMapOfEveryNvidiaProduct) {
  for (const fly_ptx::InstanceInfo &info : fly_ptx::allInstances(&context))
    if (info.isMma)
      compare(textOf(info.payload));
  EXPECT_GT(compared, 100u);
}
#endif

} // namespace
