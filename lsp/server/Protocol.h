// What llvm/Support/LSP/Protocol.h lacks: positions in other encodings than bytes, and building
// replies.
#pragma once

#include "lsp/analysis/Facts.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Protocol.h"

#include <optional>

namespace flylsp {

using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;

using Json = llvm::json::Value;

inline llvm::lsp::Position toPosition(LineColumn place) {
  return {int(place.line), int(place.column)};
}

/// An error for a reply.
inline llvm::Error requestError(llvm::lsp::ErrorCode code, const llvm::Twine &message) {
  return llvm::make_error<llvm::lsp::LSPError>(message.str(), code);
}

inline llvm::Error invalidParams(const llvm::Twine &message) {
  return requestError(llvm::lsp::ErrorCode::InvalidParams, message);
}

/// `params.a.b.c` as an object or a string; nothing when a step is missing.
const Object *getObject(const Json *value, std::initializer_list<StringRef> path);
std::optional<StringRef> getString(const Json &value, std::initializer_list<StringRef> path);
std::optional<bool> getBoolean(const Json &value, std::initializer_list<StringRef> path);
std::optional<int64_t> getInteger(const Json &value, std::initializer_list<StringRef> path);
const Json *find(const Json &value, std::initializer_list<StringRef> path);

/// `{line, character}`; negative numbers and what is no position are refused.
std::optional<LineColumn> toPlace(const Json *position);

/// Path of a `file:` URI, percent-decoded; empty for other schemes.
std::string pathOfUri(StringRef uri);
/// Writes JSON as text, value by value.
using JsonWriter = llvm::json::OStream;
/// A string as JSON, with its quotes. Plain stretches are copied whole: LLVM's writer takes a
/// picture character by character, which is most of the time of a hover. The text must be UTF-8.
std::string jsonString(StringRef text);
/// A list that `body` writes the values of.
std::string writtenList(llvm::function_ref<void(JsonWriter &)> body);
/// `"key": {"start": …, "end": …}` of the object that is being written.
void writePosition(JsonWriter &json, StringRef key, const llvm::lsp::Position &position);
void writeRange(JsonWriter &json, StringRef key, const llvm::lsp::Range &range);

/// `file:` URI of an absolute path.
std::string uriOfPath(StringRef path);

} // namespace flylsp
