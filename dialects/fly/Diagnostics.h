// Coded rules: the table behind every `[FLYnnn]`, and helpers that attach a code to a message.
#pragma once

#include "dialects/layout/Result.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::fly {

/// The revision of the FlyDSL project whose text this tool reads.
inline constexpr llvm::StringLiteral supportedRevision = "11c4174d82b7";

/// One rule as `docs/diagnostics.md` shows it. `code` 133 is shown as FLY133.
struct RuleEntry {
  enum class Severity { Error, Warning, Remark };
  int code;
  llvm::StringRef title;   ///< a few words
  llvm::StringRef rule;    ///< what must hold
  llvm::StringRef cause;   ///< how it usually comes about, and what it would lead to
  llvm::StringRef example; ///< a text that breaks it
  llvm::StringRef fix;     ///< what to write instead
  Severity severity = Severity::Error;
};

/// Rules of the core dialect: FLY101 to FLY180 and FLY201 to FLY212.
llvm::ArrayRef<RuleEntry> coreRules();
/// Adds a backend's table, which must live as long as the process. Adding a table twice has no
/// effect.
void registerRules(llvm::ArrayRef<RuleEntry> rules);
/// A rule of any registered table, null when the code is unknown.
const RuleEntry *findRule(int code);
/// Every registered rule, by code.
std::vector<const RuleEntry *> allRules();

/// `FLY133`.
std::string codeName(int rule);
/// `message [FLY133]`; the bare message for rule 0.
std::string withCode(llvm::StringRef message, int rule);
/// The code at the end of a message, nothing when there is none.
std::optional<int> codeOf(llvm::StringRef message);

/// Reports a broken rule through `emit`; the fix, if any, becomes a note.
InFlightDiagnostic emitRule(llvm::function_ref<InFlightDiagnostic()> emit,
                            const layout::Reason &reason);
InFlightDiagnostic emitRule(llvm::function_ref<InFlightDiagnostic()> emit, int rule,
                            const llvm::Twine &message, const llvm::Twine &fix = {});
/// Emits each warning at `loc`.
void emitWarnings(Location loc, const layout::Warnings &warnings);

/// The word that is spelled most like an unknown one; empty when none is near. A word with other
/// digits is another thing: the payload of a newer chip is no slip of the pen.
llvm::StringRef nearestWord(llvm::StringRef word, llvm::ArrayRef<llvm::StringRef> known);

/// What is said of a name that a dialect of this project does not have.
struct UnknownName {
  std::string message; ///< "unknown operation 'fly.make_laout'" where a known name is near, else
                       ///< "operation 'x' is unknown to revision … of the fly dialect"
  std::string note;    ///< "did you mean 'fly.make_layout'?", empty when no name is near
};
/// `what` is type, attribute or operation; the names are without the dialect.
UnknownName describeUnknown(llvm::StringRef what, llvm::StringRef dialect, llvm::StringRef name,
                            llvm::ArrayRef<llvm::StringRef> known);
/// Reports it; the nearest name becomes a note.
InFlightDiagnostic emitUnknown(llvm::function_ref<InFlightDiagnostic()> emit,
                               const UnknownName &unknown);
/// The registered operations of a dialect, without its name.
std::vector<llvm::StringRef> operationNames(MLIRContext *context, llvm::StringRef dialect);
/// The mnemonics of a list of types or attributes.
template <typename... Classes> std::vector<llvm::StringRef> mnemonicsOf() {
  return {Classes::getMnemonic()...};
}
/// Reports a mnemonic that none of a dialect's types or attributes has.
template <typename... Classes>
void emitUnknownMnemonic(AsmParser &parser, SMLoc loc, llvm::StringRef what,
                         llvm::StringRef dialect, llvm::StringRef mnemonic) {
  (void)emitUnknown([&] { return parser.emitError(loc); },
                    describeUnknown(what, dialect, mnemonic, mnemonicsOf<Classes...>()));
}
/// What a dialect of this project says of an operation that it does not have.
ParseResult parseUnknownOperation(OpAsmParser &parser, OperationState &state);

} // namespace mlir::fly
