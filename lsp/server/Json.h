// Reads the JSON of messages. A message is mostly one long string, the text of a document, which
// llvm::json::parse takes byte by byte; this reader takes it in stretches.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace flylsp {

/// Deepest nesting of brackets in a message.
inline constexpr unsigned maxMessageDepth = 200;

/// The value that a text spells, or an error with the byte where it goes wrong.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text);

} // namespace flylsp
