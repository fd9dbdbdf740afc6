#include "passes/fly-opt/Explain.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/FlyTypes.h"
#include "dialects/fly_ptx/Instances.h"
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

static void loadDialects(MLIRContext &context) {
  for (StringRef name : {"fly", "fly_rocdl", "fly_ptx"})
    context.getOrLoadDialect(name);
}

int fly::printExplanation(StringRef code) {
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

/// One instance of a payload.
static void printRow(StringRef payload, ArrayRef<std::string> layouts,
                     ArrayRef<std::string> registers, ArrayRef<std::string> mnemonics,
                     StringRef chips, StringRef note) {
  llvm::outs() << "| " << cell(payload) << " | " << llvm::join(layouts, "<br>") << " | "
               << llvm::join(registers, "<br>") << " | " << llvm::join(mnemonics, "<br>") << " | "
               << chips << (note.empty() ? "" : "<br>") << note << " |\n";
}

static void printRocdlAtoms(MLIRContext &context) {
  for (const fly_rocdl::InstanceInfo &atom : fly_rocdl::allInstances(&context)) {
    SmallVector<std::string> layouts, registers, mnemonics;
    for (const auto &[operand, layout] : atom.layouts)
      layouts.push_back(operand + " " + cell(layout.str()));
    for (const auto &[operand, type] : atom.registers)
      registers.push_back(operand + " " + cell(type));
    for (const auto &[chip, mnemonic] : atom.mnemonics)
      if (!llvm::is_contained(mnemonics, cell(mnemonic)))
        mnemonics.push_back(cell(mnemonic));
    for (const auto &[chip, mnemonic] : atom.storeMnemonics)
      if (!llvm::is_contained(mnemonics, cell(mnemonic)))
        mnemonics.push_back(cell(mnemonic));
    printRow(atom.text, layouts, registers, mnemonics,
             atom.chips.empty() ? std::string("all") : llvm::join(atom.chips, ", "), atom.note);
  }
}

static void printPtxAtoms(MLIRContext &context) {
  for (const fly_ptx::InstanceInfo &atom : fly_ptx::allInstances(&context)) {
    SmallVector<std::string> layouts, registers;
    auto operand = [&](StringRef name, const layout::Layout &layout) {
      layouts.push_back((name + " " + cell(layout.str())).str());
    };
    if (auto mma = dyn_cast<fly::MmaOpTypeInterface>(atom.payload)) {
      operand("A", mma.getThrValLayoutA());
      operand("B", mma.getThrValLayoutB());
      operand("C", mma.getThrValLayoutC());
      for (auto [name, which] :
           {std::pair("A", fly::MmaOperand::A), std::pair("B", fly::MmaOperand::B),
            std::pair("C", fly::MmaOperand::C)})
        registers.push_back(name + std::string(" ") + std::to_string(mma.getRegisterValues(which)) +
                            " values");
    } else if (auto copy = dyn_cast<fly::CopyOpTypeInterface>(atom.payload)) {
      operand("src", copy.getThrBitLayoutSrc());
      operand("dst", copy.getThrBitLayoutDst());
      registers.push_back(std::to_string(copy.getCopyBits()) + " bits");
    }
    printRow(atom.text, layouts, registers, {cell(atom.instruction)},
             "sm_" + std::to_string(atom.architecture) + " and later",
             "PTX " + std::to_string(atom.ptx / 10) + "." + std::to_string(atom.ptx % 10));
  }
}

int fly::printAtoms(StringRef dialect, DialectRegistry &registry) {
  if (dialect != "fly_rocdl" && dialect != "fly_ptx") {
    llvm::errs() << "fly-opt: error: no table of atoms for dialect '" << dialect
                 << "'; there are fly_rocdl and fly_ptx\n";
    return 1;
  }
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  loadDialects(context);
  llvm::outs() << "| payload | (thread, value) layouts | registers | instruction | chips |\n"
               << "|---|---|---|---|---|\n";
  if (dialect == "fly_rocdl")
    printRocdlAtoms(context);
  else
    printPtxAtoms(context);
  return 0;
}
