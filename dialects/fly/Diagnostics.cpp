#include "dialects/fly/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <mutex>
#include <shared_mutex>

using namespace mlir;
using namespace mlir::fly;

namespace {
struct Registry {
  std::shared_mutex mutex;
  std::map<int, const RuleEntry *> byCode;

  void add(ArrayRef<RuleEntry> rules) {
    std::unique_lock lock(mutex);
    for (const RuleEntry &rule : rules)
      byCode.emplace(rule.code, &rule);
  }
};

Registry &registry() {
  static Registry instance;
  static std::once_flag filled;
  std::call_once(filled, [] { instance.add(coreRules()); });
  return instance;
}
} // namespace

void mlir::fly::registerRules(ArrayRef<RuleEntry> rules) { registry().add(rules); }

const RuleEntry *mlir::fly::findRule(int code) {
  Registry &all = registry();
  std::shared_lock lock(all.mutex);
  auto it = all.byCode.find(code);
  return it == all.byCode.end() ? nullptr : it->second;
}

std::vector<const RuleEntry *> mlir::fly::allRules() {
  Registry &all = registry();
  std::shared_lock lock(all.mutex);
  std::vector<const RuleEntry *> rules;
  for (const auto &entry : all.byCode)
    rules.push_back(entry.second);
  return rules;
}

std::string mlir::fly::codeName(int rule) { return "FLY" + std::to_string(rule); }

std::string mlir::fly::withCode(StringRef message, int rule) {
  if (rule == 0)
    return message.str();
  return (message + " [" + codeName(rule) + "]").str();
}

std::optional<int> mlir::fly::codeOf(StringRef message) {
  message = message.rtrim();
  if (!message.consume_back("]"))
    return std::nullopt;
  size_t start = message.rfind("[FLY");
  if (start == StringRef::npos)
    return std::nullopt;
  int code = 0;
  if (message.substr(start + 4).getAsInteger(10, code))
    return std::nullopt;
  return code;
}

InFlightDiagnostic mlir::fly::emitRule(function_ref<InFlightDiagnostic()> emit,
                                       const layout::Reason &reason) {
  return emitRule(emit, reason.rule, reason.message, reason.fix);
}

InFlightDiagnostic mlir::fly::emitRule(function_ref<InFlightDiagnostic()> emit, int rule,
                                       const Twine &message, const Twine &fix) {
  InFlightDiagnostic diagnostic = emit();
  diagnostic << withCode(message.str(), rule);
  // Custom emitters may drop the diagnostic; a note can only hang on a live one.
  std::string note = fix.str();
  if (!note.empty() && diagnostic.getUnderlyingDiagnostic())
    diagnostic.attachNote() << note;
  return diagnostic;
}

void mlir::fly::emitWarnings(Location loc, const layout::Warnings &warnings) {
  for (const layout::Reason &reason : warnings)
    emitRule([&] { return emitWarning(loc); }, reason);
}

std::string mlir::fly::unknownMessage(StringRef what, StringRef name, StringRef dialect) {
  return (what + " '" + name + "' is unknown to revision " + supportedRevision + " of the " +
          dialect + " dialect")
      .str();
}
