// A context with the dialect loaded, and parsing with the diagnostics at hand.
#pragma once

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/FlyTypes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

namespace flytest {

struct Heard {
  std::string message; ///< notes follow their error after a line break
  mlir::DiagnosticSeverity severity = mlir::DiagnosticSeverity::Error;
  unsigned column = 0; ///< 1-based, 0 when unknown
};

class FlyTest : public ::testing::Test {
protected:
  FlyTest() {
    context.loadDialect<mlir::fly::FlyDialect>();
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
      Heard one;
      one.severity = diagnostic.getSeverity();
      one.message = diagnostic.str();
      for (mlir::Diagnostic &note : diagnostic.getNotes())
        one.message += "\n" + note.str();
      if (auto loc = mlir::dyn_cast<mlir::FileLineColLoc>(diagnostic.getLocation()))
        one.column = loc.getColumn();
      heard.push_back(one);
    });
  }

  mlir::Type parseType(llvm::StringRef text) {
    heard.clear();
    return mlir::parseType(text, &context);
  }
  mlir::Attribute parseAttribute(llvm::StringRef text) {
    heard.clear();
    return mlir::parseAttribute(text, &context);
  }
  template <typename T> static std::string str(T value) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << value;
    return text;
  }
  std::string everythingHeard() const {
    std::string text;
    for (const Heard &one : heard)
      text += std::to_string(one.column) + ": " + one.message + "\n";
    return text;
  }
  bool heardCode(int code) const {
    for (const Heard &one : heard)
      if (one.message.find("[" + mlir::fly::codeName(code) + "]") != std::string::npos)
        return true;
    return false;
  }

  mlir::MLIRContext context;
  std::vector<Heard> heard;
};

} // namespace flytest
