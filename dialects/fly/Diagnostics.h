// Coded rules: the table behind every `[FLYnnn]`, and helpers that attach a code to a message.
#pragma once

#include "dialects/layout/Result.h"

#include "mlir/IR/Diagnostics.h"
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

/// "type 'x' is unknown to revision … of the fly dialect": `what` is type, attribute or operation.
std::string unknownMessage(llvm::StringRef what, llvm::StringRef name, llvm::StringRef dialect);

} // namespace mlir::fly
