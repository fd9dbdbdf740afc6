// Shared by the tests of the AMD payloads: a context, and parsing with collected messages.
#pragma once

#include "test/unit/fly_rocdl/ThrVal.h"

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

} // namespace rocdl_test
