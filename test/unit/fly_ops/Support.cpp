#include "test/unit/fly_ops/Support.h"

#include "dialects/fly_rocdl/FlyROCDLDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace fly_ops_test {
using namespace mlir;

void loadDialects(MLIRContext &context) {
  DialectRegistry registry;
  registry.insert<fly::FlyDialect, fly_rocdl::FlyROCDLDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, func::FuncDialect, gpu::GPUDialect, LLVM::LLVMDialect,
                  ROCDL::ROCDLDialect, math::MathDialect, scf::SCFDialect, vector::VectorDialect>();
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
}

bool Heard::has(const std::vector<std::string> &list, llvm::StringRef part) const {
  return llvm::any_of(list, [&](const std::string &m) { return StringRef(m).contains(part); });
}

std::string Heard::all() const {
  std::string text;
  for (auto &[name, list] :
       {std::pair<const char *, const std::vector<std::string> &>("error", errors),
        {"warning", warnings},
        {"note", notes}})
    for (const std::string &m : list)
      text += std::string(name) + ": " + m + "\n";
  return text;
}

Listener::Listener(MLIRContext &context)
    : handler(&context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          heard.errors.push_back(diagnostic.str());
        if (diagnostic.getSeverity() == DiagnosticSeverity::Warning)
          heard.warnings.push_back(diagnostic.str());
        for (Diagnostic &note : diagnostic.getNotes())
          heard.notes.push_back(note.str());
        return success();
      }) {}

OwningOpRef<ModuleOp> parse(MLIRContext &context, StringRef text) {
  return parseSourceString<ModuleOp>(text, ParserConfig(&context));
}

std::string print(Operation *op, bool generic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  if (generic)
    flags.printGenericOpForm();
  op->print(os, flags);
  return text;
}

std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> splitTopLevel(StringRef text) {
  std::vector<std::string> parts;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (StringRef("([{<").contains(c))
      ++depth;
    else if (StringRef(")]}").contains(c) || (c == '>' && i > 0 && text[i - 1] != '-'))
      --depth;
    else if (c == ',' && depth == 0) {
      parts.push_back(text.slice(start, i).trim().str());
      start = i + 1;
    }
  }
  if (!text.drop_front(start).trim().empty())
    parts.push_back(text.drop_front(start).trim().str());
  return parts;
}

} // namespace fly_ops_test
