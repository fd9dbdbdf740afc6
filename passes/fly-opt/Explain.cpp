#include "passes/fly-opt/Explain.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/Instances.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using llvm::StringRef;

static StringRef severityName(fly::RuleEntry::Severity severity) {
  switch (severity) {
  case fly::RuleEntry::Severity::Error:
    return "Error";
  case fly::RuleEntry::Severity::Warning:
    return "Warning";
  case fly::RuleEntry::Severity::Remark:
    return "Remark";
  }
  return "Error";
}

static void print(const fly::RuleEntry &entry) {
  llvm::raw_ostream &os = llvm::outs();
  os << "## " << fly::codeName(entry.code) << " " << entry.title << "\n\n";
  os << "*" << severityName(entry.severity) << ".* " << entry.rule << "\n\n";
  if (!entry.cause.empty())
    os << entry.cause << "\n\n";
  if (!entry.example.empty())
    os << "```mlir\n" << entry.example.rtrim() << "\n```\n\n";
  if (!entry.fix.empty())
    os << "Fix: " << entry.fix << "\n\n";
}

/// Backends register their rules when they are loaded.
static void loadDialects(MLIRContext &context) {
  for (StringRef name : {"fly", "fly_rocdl", "fly_ptx"})
    context.getOrLoadDialect(name);
}

int fly::printExplanation(StringRef code, DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  loadDialects(context);
  if (code == "all") {
    for (const RuleEntry *entry : allRules())
      print(*entry);
    return 0;
  }
  StringRef digits = code;
  digits.consume_front_insensitive("FLY");
  int number = 0;
  if (!digits.getAsInteger(10, number))
    if (const RuleEntry *entry = findRule(number)) {
      print(*entry);
      return 0;
    }
  llvm::errs() << "fly-opt: error: unknown diagnostic code '" << code
               << "'; codes look like FLY133, 'all' prints every entry\n";
  return 1;
}

/// A cell of a Markdown table.
static std::string cell(StringRef text) {
  if (text.empty())
    return "–";
  std::string escaped;
  for (char c : text)
    escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return "`" + escaped + "`";
}

int fly::printAtoms(StringRef dialect, DialectRegistry &registry) {
  if (dialect != "fly_rocdl") {
    llvm::errs() << "fly-opt: error: no table of atoms for dialect '" << dialect
                 << "'; there is one for fly_rocdl\n";
    return 1;
  }
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  loadDialects(context);
  llvm::raw_ostream &os = llvm::outs();
  os << "| payload | (thread, value) layouts | registers | instruction | chips |\n";
  os << "|---|---|---|---|---|\n";
  for (const fly_rocdl::InstanceInfo &atom : fly_rocdl::allInstances(&context)) {
    SmallVector<std::string> layouts, registers, mnemonics;
    for (const auto &[operand, layout] : atom.layouts)
      layouts.push_back(operand + " " + cell(layout.str()));
    for (const auto &[operand, type] : atom.registers)
      registers.push_back(operand + " " + cell(type));
    for (const auto &[chip, mnemonic] : atom.mnemonics)
      if (!llvm::is_contained(mnemonics, cell(mnemonic)))
        mnemonics.push_back(cell(mnemonic));
    os << "| " << cell(atom.text) << " | " << llvm::join(layouts, "<br>") << " | "
       << llvm::join(registers, "<br>") << " | " << llvm::join(mnemonics, "<br>") << " | "
       << (atom.chips.empty() ? std::string("all") : llvm::join(atom.chips, ", "));
    if (!atom.note.empty())
      os << "<br>" << atom.note;
    os << " |\n";
  }
  return 0;
}
