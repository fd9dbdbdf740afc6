// The examples in the operations' descriptions parse, verify, are written canonically and survive
// the generic form and bytecode.
#include "test/unit/fly_ops/Support.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Dialect.h"
#include "llvm/Support/Regex.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace fly_ops_test {
namespace {
using namespace mlir;

/// The code lines of every `mlir` fence in the operations' TableGen files.
std::vector<std::string> exampleLines() {
  static const char *const families[] = {"Construction", "Extraction",  "Arithmetic", "Modes",
                                         "Algebra",      "Coordinates", "Memory",     "Atoms",
                                         "Tiled",        "Whole",       "Misc"};
  std::vector<std::string> lines;
  for (const char *family : families) {
    std::string text =
        readFile(std::string(FLY_SOURCE_DIR) + "/dialects/fly/FlyOps" + family + ".td");
    bool inside = false;
    SmallVector<StringRef> rows;
    StringRef(text).split(rows, '\n');
    for (StringRef row : rows) {
      row = row.trim();
      if (row.starts_with("```"))
        inside = row == "```mlir";
      else if (inside && !row.empty())
        lines.push_back(row.str());
    }
  }
  return lines;
}

/// Numbers the values of a line by first appearance, so that names do not count.
std::string withoutNames(StringRef line) {
  std::map<std::string, size_t> numbers;
  std::string out;
  for (size_t i = 0; i < line.size();) {
    if (line[i] != '%') {
      out += line[i++];
      continue;
    }
    size_t end = i + 1;
    while (end < line.size() && (llvm::isAlnum(line[end]) || line[end] == '_'))
      ++end;
    auto [it, fresh] = numbers.try_emplace(line.slice(i, end).str(), numbers.size());
    out += "%" + std::to_string(it->second);
    i = end;
  }
  return out;
}

/// The line as the body of a function that takes its operands.
std::string wrap(StringRef line) {
  StringRef call = line;
  if (size_t eq = call.find(" = fly."); eq != StringRef::npos)
    call = call.drop_front(eq + 3);
  // Operands: every value between the operation's name and the last top-level colon.
  std::vector<std::string> names, types;
  size_t colon = StringRef::npos;
  int depth = 0;
  for (size_t i = 0; i < call.size(); ++i) {
    char c = call[i];
    if (StringRef("([{<").contains(c))
      ++depth;
    else if (StringRef(")]}").contains(c) || (c == '>' && call[i - 1] != '-'))
      --depth;
    else if (c == ':' && depth == 0 && call.slice(i - 1, i + 2) == " : ") {
      colon = i;
      break;
    }
  }
  StringRef head = call.take_front(colon), tail = call.drop_front(colon + 1).trim();
  llvm::Regex value("%[a-z0-9_]+");
  SmallVector<StringRef> found;
  while (value.match(head, &found)) {
    names.push_back(found[0].str());
    head = head.drop_front(head.find(found[0]) + found[0].size());
  }
  if (tail.starts_with("(")) {
    int open = 0;
    size_t end = 0;
    do {
      if (tail[end] == '(')
        ++open;
      if (tail[end] == ')')
        --open;
      ++end;
    } while (open);
    types = splitTopLevel(tail.slice(1, end - 1));
  } else if (tail.starts_with("<")) {
    types = {"!fly.memref" + tail.take_front(tail.find(" ->")).str()};
  }
  std::string text = "func.func @f(";
  std::set<std::string> seen;
  for (size_t i = 0; i < std::min(names.size(), types.size()); ++i)
    if (seen.insert(names[i]).second)
      text += (i ? ", " : "") + names[i] + ": " + types[i];
  return text + ") {\n  " + line.str() + "\n  return\n}\n";
}

TEST(Examples, ParseVerifyAndPrintCanonically) {
  MLIRContext context;
  loadDialects(context);
  std::set<std::string> covered;
  for (const std::string &line : exampleLines()) {
    SCOPED_TRACE(line);
    Listener listener(context);
    OwningOpRef<ModuleOp> module = parse(context, wrap(line));
    if (!module) {
      ADD_FAILURE() << listener.heard.all() << wrap(line);
      continue;
    }
    EXPECT_TRUE(listener.heard.warnings.empty()) << listener.heard.all();
    Operation *op = &(*module->getOps().begin()->getRegion(0).op_begin());
    covered.insert(op->getName().getStringRef().str());
    // Compare the printed line, names aside.
    std::string printed = print(*module);
    SmallVector<StringRef> rows;
    StringRef(printed).split(rows, '\n');
    std::string own;
    for (StringRef row : rows)
      if (row.contains("fly.") && !row.contains("func.func"))
        own = row.trim().str();
    EXPECT_EQ(withoutNames(own), withoutNames(line));
    // The generic form and bytecode carry the same operation.
    std::string bytecode;
    llvm::raw_string_ostream os(bytecode);
    ASSERT_TRUE(succeeded(writeBytecodeToFile(*module, os)));
    for (const std::string &form : {print(*module, /*generic=*/true), bytecode}) {
      OwningOpRef<ModuleOp> again = parse(context, form);
      ASSERT_TRUE(again) << listener.heard.all();
      EXPECT_EQ(print(*again), printed);
    }
  }
  size_t operations = 0;
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    if (name.getDialectNamespace() != "fly")
      continue;
    ++operations;
    EXPECT_TRUE(covered.count(name.getStringRef().str()))
        << name.getStringRef().str() << " has no example";
  }
  EXPECT_EQ(operations, 103u);
}

} // namespace
} // namespace fly_ops_test
