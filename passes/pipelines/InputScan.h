// A look at a text before MLIR's parser sees it: what the parser would crash on is rejected with a
// place. See also design rule "Input": invalid UTF-8, NUL bytes, deep nesting, byte-order marks.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::fly {

/// Deepest nesting of ( [ { < that is accepted; MLIR's parser recurses and overflows the stack.
inline constexpr size_t maxBracketDepth = 1000;
/// A stack that the parser does not overflow on what `scanInput` lets through, in any build; for
/// threads that parse, whatever limit the environment sets for the stack of the main thread.
inline constexpr unsigned parserStackBytes = 64u << 20;
/// Largest input in bytes that tools accept unless told otherwise.
inline constexpr size_t maxInputBytes = 32u << 20;

struct ScanError {
  unsigned line = 1;   ///< from 1
  unsigned column = 1; ///< from 1, in bytes as MLIR counts
  std::string message; ///< lower case, one line
  /// "FILE:LINE:COLUMN: error: MESSAGE".
  std::string format(llvm::StringRef file) const;
};

/// The first fault of a text, none when it may be parsed. Brackets inside strings and comments do
/// not count. An empty text is a fault (there is nothing to compile); `allowEmpty` accepts it.
std::optional<ScanError> scanInput(llvm::StringRef text, bool allowEmpty = false,
                                   size_t sizeLimit = maxInputBytes);

/// The same for a text that is parsed as it stands: also an operand that the operation's own region
/// defines is a fault, which the parser would use after it was freed.
std::optional<ScanError> scanProgram(llvm::StringRef text, size_t sizeLimit = maxInputBytes);

/// The text without a leading byte-order mark.
llvm::StringRef withoutByteOrderMark(llvm::StringRef text);

/// True when a text is MLIR bytecode, which is not scanned.
bool isBytecodeText(llvm::StringRef text);

} // namespace mlir::fly
