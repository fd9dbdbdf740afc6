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

static std::string digitsOf(StringRef word) {
  std::string digits;
  llvm::copy_if(word, std::back_inserter(digits), llvm::isDigit);
  return digits;
}

/// Two words that differ in two exchanged neighbours.
static bool areExchanged(StringRef a, StringRef b) {
  if (a.size() != b.size())
    return false;
  size_t at = 0;
  while (at < a.size() && a[at] == b[at])
    ++at;
  return at + 1 < a.size() && a[at] == b[at + 1] && a[at + 1] == b[at] &&
         a.drop_front(at + 2) == b.drop_front(at + 2);
}

StringRef mlir::fly::nearestWord(StringRef word, ArrayRef<StringRef> known) {
  // One slip in a short word, two in a long one.
  unsigned least = word.size() < 8 ? 2 : 3;
  StringRef best;
  std::string digits = digitsOf(word);
  for (StringRef candidate : known) {
    unsigned distance = areExchanged(word, candidate)
                            ? 1
                            : word.edit_distance(candidate, /*AllowReplacements=*/true, least);
    if (distance < least && digitsOf(candidate) == digits) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

UnknownName mlir::fly::describeUnknown(StringRef what, StringRef dialect, StringRef name,
                                       ArrayRef<StringRef> known) {
  StringRef near = nearestWord(name, known);
  if (near.empty())
    return {(what + " '" + (what == "operation" ? dialect + "." : "") + name +
             "' is unknown to revision " + supportedRevision + " of the " + dialect + " dialect")
                .str(),
            ""};
  StringRef sigil = what == "type" ? "!" : what == "attribute" ? "#" : "";
  return {("unknown " + what + " '" + sigil + dialect + "." + name + "'").str(),
          ("did you mean '" + sigil + dialect + "." + near + "'?").str()};
}

InFlightDiagnostic mlir::fly::emitUnknown(function_ref<InFlightDiagnostic()> emit,
                                          const UnknownName &unknown) {
  return emitRule(emit, 0, unknown.message, unknown.note);
}

std::vector<StringRef> mlir::fly::operationNames(MLIRContext *context, StringRef dialect) {
  std::vector<StringRef> names;
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (name.getDialectNamespace() == dialect)
      names.push_back(name.stripDialect());
  return names;
}

ParseResult mlir::fly::parseUnknownOperation(OpAsmParser &parser, OperationState &state) {
  StringRef dialect = state.name.getDialectNamespace();
  // Not through the parser, which would put "custom op 'fly.x'" in front of the message.
  Location loc = parser.getEncodedSourceLoc(parser.getNameLoc());
  (void)emitUnknown([&] { return mlir::emitError(loc); },
                    describeUnknown("operation", dialect, state.name.stripDialect(),
                                    operationNames(parser.getContext(), dialect)));
  return failure();
}
