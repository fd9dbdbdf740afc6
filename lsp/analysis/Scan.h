// Small steps over the bytes of a text, broken or not. Private to this folder.
#pragma once

#include "lsp/analysis/Text.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace flylsp {

inline bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

using ByteSet = std::array<bool, 256>;

constexpr ByteSet byteSet(std::string_view bytes) {
  ByteSet set{};
  for (char c : bytes)
    set[uint8_t(c)] = true;
  return set;
}

/// The first byte of a set at or behind `at`, or the end.
inline uint32_t skipTo(const ByteSet &set, const char *data, uint32_t at, uint32_t end) {
  auto has = [&](uint32_t i) { return int(set[uint8_t(data[i])]); };
  while (at + 4 <= end && !(has(at) | has(at + 1) | has(at + 2) | has(at + 3)))
    at += 4;
  while (at < end && !set[uint8_t(data[at])])
    ++at;
  return at;
}

/// Behind the string that starts at `at`. Strings end on their line: a quote without another one
/// hides nothing of the rest.
inline uint32_t skipString(std::string_view text, uint32_t at) {
  for (uint32_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] != '\n')
      ++i;
    else if (text[i] == '"')
      return i + 1;
  }
  return at + 1;
}

inline uint32_t lineEndAt(std::string_view text, uint32_t at) {
  const void *hit = memchr(text.data() + at, '\n', text.size() - at);
  return hit ? uint32_t(static_cast<const char *>(hit) - text.data()) : uint32_t(text.size());
}

inline uint32_t lineStartAt(std::string_view text, uint32_t at) {
  while (at > 0 && text[at - 1] != '\n')
    --at;
  return at;
}

inline uint32_t skipBlanks(std::string_view text, uint32_t at, uint32_t end) {
  while (at < end && isBlank(text[at]))
    ++at;
  return at;
}

/// Skips white space and comments.
inline uint32_t skipTrivia(std::string_view text, uint32_t at, uint32_t end) {
  while (true) {
    at = skipBlanks(text, at, end);
    if (at + 1 < end && text[at] == '/' && text[at + 1] == '/')
      at = std::min(end, lineEndAt(text, at));
    else
      return at;
  }
}

/// For a place in a comment that has its line for itself, or in white space behind one, the end of
/// the text in front of it; else the place itself.
inline uint32_t behindCode(std::string_view text, uint32_t at) {
  while (at > 0) {
    uint32_t last = std::min(at, uint32_t(text.size()) - 1);
    while (last > 0 && isBlank(text[last]))
      --last;
    uint32_t comment = skipBlanks(text, lineStartAt(text, last), last);
    if (!llvm::StringRef(text).substr(comment).starts_with("//"))
      break;
    at = comment;
    while (at > 0 && isBlank(text[at - 1]))
      --at;
  }
  return at;
}

inline llvm::StringRef wordAt(std::string_view text, uint32_t at, uint32_t end) {
  uint32_t stop = at;
  while (stop < end && (isLetter(text[stop]) || (text[stop] >= '0' && text[stop] <= '9') ||
                        text[stop] == '.' || text[stop] == '$'))
    ++stop;
  return llvm::StringRef(text.data() + at, stop - at);
}

inline uint32_t indentation(std::string_view text, uint32_t at) {
  return at - lineStartAt(text, at);
}

inline bool isModule(llvm::StringRef word) { return word == "module" || word == "builtin.module"; }

/// Whether an operation can start with the token at `at`, the first of its line.
bool startsOperation(std::string_view text, uint32_t at, uint32_t end);

/// Whether the line that starts at `at` can go on with an operation that could be complete.
bool continuesOperation(std::string_view text, uint32_t at, uint32_t end);

} // namespace flylsp
