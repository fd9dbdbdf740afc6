// Where a text spells the parts of a type or of a statement.
#pragma once

#include "lsp/analysis/Text.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir {
class Type;
}

namespace flylsp {

/// Behind the bracket that opens at `at`; npos when it does not close on its line.
size_t closing(llvm::StringRef text, size_t at);

/// Looks at each byte outside of strings with its place and the bracket depth in front of it, until
/// `at` says stop.
void scanText(llvm::StringRef text, size_t from,
              llvm::function_ref<bool(char c, size_t place, int depth)> at);

// A statement starts at the name of its operation. Spans count from there.

/// The names of the operands in order: what stands in front of the types, outside of strings.
std::vector<Span> operandNames(llvm::StringRef statement);
/// `name = value` among the attributes of a statement; empty when it is not there.
Span attributeIn(llvm::StringRef statement, llvm::StringRef name);
/// The type of an operand, or of the only result; empty where the statement spells none.
Span operandTypeIn(llvm::StringRef statement, unsigned number);
Span resultTypeIn(llvm::StringRef statement);
/// The type that starts at `from`, behind blanks.
Span typeFrom(llvm::StringRef text, size_t from);

/// A span that counts from `base`, in the text around; an empty one stays empty.
inline Span movedBy(Span span, uint32_t base) {
  return span.empty() ? span : Span{span.begin + base, span.end + base};
}

/// The type as the parser and messages print it.
std::string typeText(mlir::Type type);

} // namespace flylsp
