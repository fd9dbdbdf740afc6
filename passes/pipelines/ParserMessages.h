// MLIR's parser reports an unknown dialect with a sentence about options of another tool. Said here
// in this project's words, at the name, with what is known instead.
#pragma once

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::fly {

/// A message of the parser in other words.
struct ParserMessage {
  std::string text;    ///< "dialect 'x' of operation 'x.y' is unknown"
  std::string note;    ///< the dialects that are known, or the nearest name
  unsigned column = 0; ///< from 1, where the name begins; 0: where the parser said
};

/// What to say instead of `message`, which the parser reported in `line` at `column` (from 1).
/// Nothing for messages that are not about an unknown dialect or operation of a known one.
std::optional<ParserMessage> rewordParserMessage(llvm::StringRef message, llvm::StringRef line,
                                                 unsigned column, MLIRContext *context);

/// Rewords the parser's messages while it lives; made behind the handler that prints. `text` is
/// what is being parsed.
class ParserMessageHandler : public ScopedDiagnosticHandler {
public:
  ParserMessageHandler(MLIRContext *context, llvm::StringRef text);
};

/// The first unknown dialect of a text as one diagnostic on `stderr`; false when there is none. For
/// tools whose parsing cannot be watched. Costs a look at the text, and parsing it only where a
/// name in it is no dialect of the registry.
bool reportUnknownDialect(llvm::StringRef text, llvm::StringRef fileName,
                          const DialectRegistry &registry);

} // namespace mlir::fly
