// Shared by the tests of the AMD payloads: a context, parsing with collected messages, and layouts
// evaluated without the library under test.
#pragma once

#include "dialects/fly/FlyDialect.h"
#include "dialects/fly_rocdl/FlyROCDLDialect.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

namespace rocdl_test {

class RocdlTest : public ::testing::Test {
protected:
  RocdlTest() {
    context.loadDialect<mlir::fly::FlyDialect, mlir::fly_rocdl::FlyROCDLDialect,
                        mlir::ROCDL::ROCDLDialect, mlir::LLVM::LLVMDialect,
                        mlir::arith::ArithDialect, mlir::scf::SCFDialect>();
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
      messages += diagnostic.str() + "\n";
      for (mlir::Diagnostic &note : diagnostic.getNotes())
        messages += "  " + note.str() + "\n";
      return mlir::success();
    });
  }

  /// The type, null after an error; `messages` holds what was said.
  mlir::Type parse(const std::string &text) {
    messages.clear();
    return mlir::parseType(text, &context);
  }
  /// Expects that the text is refused with a code and with words in the message.
  void refuse(const std::string &text, int code, std::initializer_list<const char *> words = {}) {
    EXPECT_FALSE(parse(text)) << text;
    EXPECT_NE(messages.find("[FLY" + std::to_string(code) + "]"), std::string::npos) << text << "\n"
                                                                                     << messages;
    for (const char *word : words)
      EXPECT_NE(messages.find(word), std::string::npos) << word << "\n" << messages;
  }
  /// Expects that the text is accepted and printed as written.
  mlir::Type accept(const std::string &text) {
    mlir::Type type = parse(text);
    EXPECT_TRUE(type) << text << "\n" << messages;
    if (type)
      EXPECT_EQ(print(type), text);
    return type;
  }
  static std::string print(mlir::Type type) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return text;
  }

  mlir::MLIRContext context;
  std::string messages;
};

/// A flat view of one side of a layout.
struct FlatSide {
  std::vector<int64_t> shape, stride;
  int64_t size() const {
    int64_t product = 1;
    for (int64_t extent : shape)
      product *= extent;
    return product;
  }
  /// Positions are computed once: tests ask for each of them many times.
  int64_t at(int64_t index) const { return positions[index]; }
  std::vector<int64_t> positions;

  void tabulate() {
    positions.assign(1, 0);
    for (size_t i = 0; i < shape.size(); ++i) {
      size_t inner = positions.size();
      for (int64_t k = 1; k < shape[i]; ++k)
        for (size_t j = 0; j < inner; ++j)
          positions.push_back(positions[j] + k * stride[i]);
    }
  }
};
inline FlatSide flatten(const layout::Layout &mode) {
  FlatSide side;
  mode.shape().forEachLeaf([&](const layout::Leaf &leaf) { side.shape.push_back(leaf.value()); });
  mode.stride().forEachLeaf([&](const layout::Leaf &leaf) { side.stride.push_back(leaf.value()); });
  side.tabulate();
  return side;
}
/// A (threads, values) layout as a function.
struct ThrVal {
  FlatSide threads, values;
  explicit ThrVal(const layout::Layout &layout)
      : threads(flatten(layout[0])), values(flatten(layout[1])) {}
  int64_t at(int64_t thread, int64_t value) const { return threads.at(thread) + values.at(value); }
};

} // namespace rocdl_test
