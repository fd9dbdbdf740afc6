#include "passes/fly-opt/Explain.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"
#if FLY_HAVE_DIALECT
#include "dialects/fly/Diagnostics.h"
#endif

using namespace mlir;
using llvm::StringRef;

#if FLY_HAVE_DIALECT
static StringRef severityName(const fly::RuleEntry &entry) {
  return fly::severityName(entry.severity);
}

static void print(const fly::RuleEntry &entry) {
  llvm::raw_ostream &os = llvm::outs();
  os << "## FLY" << entry.code << " " << entry.title << "\n\n";
  os << "*" << severityName(entry) << "* " << entry.rule << "\n\n";
  if (!entry.cause.empty())
    os << entry.cause << "\n\n";
  if (!entry.example.empty())
    os << "```mlir\n" << entry.example.rtrim() << "\n```\n\n";
  if (!entry.fix.empty())
    os << "**Fix:** " << entry.fix << "\n\n";
}
#endif

int fly::printExplanation(StringRef code, DialectRegistry &registry) {
#if FLY_HAVE_DIALECT
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  for (StringRef name : {"fly", "fly_rocdl", "fly_ptx"})
    context.getOrLoadDialect(name); // backends register their rules when they are loaded
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
#endif
  llvm::errs() << "fly-opt: error: unknown diagnostic code '" << code
               << "'; codes look like FLY133, 'all' prints every entry\n";
  return 1;
}

int fly::printAtoms(StringRef dialect, DialectRegistry &registry) {
  llvm::errs() << "fly-opt: error: no atoms known for dialect '" << dialect << "'\n";
  return 1;
}
