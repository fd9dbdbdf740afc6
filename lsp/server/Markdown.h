// Facts as Markdown, for hovers and tooltips.
#pragma once

#include "lsp/analysis/Facts.h"

#include "llvm/ADT/StringRef.h"

namespace flylsp {

/// Everything about a type: its title, text, layouts and facts. `operation` may be empty.
std::string typeMarkdown(const TypeFact &type, llvm::StringRef operation, bool stale);

/// The documentation of an operation from its definition, as Markdown; empty when there is none.
llvm::StringRef operationDocs(llvm::StringRef name);
/// One line about an operation.
llvm::StringRef operationSummary(llvm::StringRef name);

/// Text in back quotes.
std::string code(llvm::StringRef text);

} // namespace flylsp
