#include "lsp/analysis/Limits.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace flylsp {

static std::optional<OverLimit> findLongNumber(StringRef text) {
  auto isPart = [&](size_t at) { return llvm::isAlnum(text[at]) || text[at] == '.'; };
  size_t read = 0; // up to here `inside` is known
  enum { Code, String, Comment } inside = Code;
  auto insideAt = [&](size_t at) {
    for (; read < at; ++read) {
      char c = text[read];
      if (c == '\n')
        inside = Code;
      else if (inside == String && c == '\\')
        ++read;
      else if (c == '"' && inside != Comment)
        inside = inside == Code ? String : Code;
      else if (c == '/' && inside == Code && text.substr(read + 1).starts_with("/"))
        inside = Comment;
    }
    return inside;
  };
  // A longer one covers one of these places.
  for (size_t at = 0; at < text.size();) {
    size_t begin = at, end = at;
    while (end < text.size() && isPart(end))
      ++end;
    while (end > at && begin > 0 && isPart(begin - 1))
      --begin;
    bool isName = begin > 0 && StringRef("%@#!^_$").contains(text[begin - 1]);
    if (end - begin > maxNumberLength && llvm::isDigit(text[begin]) && !isName &&
        insideAt(begin) == Code)
      return OverLimit{{uint32_t(begin), uint32_t(end)},
                       "number of " + std::to_string(end - begin) + " characters, the limit is " +
                           std::to_string(maxNumberLength)};
    at = std::max(at + maxNumberLength, end);
  }
  return std::nullopt;
}

static std::optional<OverLimit> findLongMap(StringRef text) {
  if (text.size() <= maxAffineLength)
    return std::nullopt;
  for (size_t at = 0; (at = text.find("affine_", at)) != StringRef::npos; ++at) {
    StringRef rest = text.drop_front(at);
    if (!rest.starts_with("affine_map<") && !rest.starts_with("affine_set<"))
      continue;
    // Inside of it stand comparisons and arrows, but no other angle brackets.
    size_t length = 11;
    while (length < rest.size() && (rest[length] != '>' || rest[length - 1] == '-' ||
                                    rest.substr(length + 1).starts_with("=")))
      ++length;
    if (length > maxAffineLength)
      return OverLimit{{uint32_t(at), uint32_t(at + 10)},
                       rest.take_front(10).str() + " of " + std::to_string(length) +
                           " characters, the limit is " + std::to_string(maxAffineLength)};
  }
  return std::nullopt;
}

std::optional<OverLimit> findOverLimit(std::string_view text) {
  if (std::optional<OverLimit> number = findLongNumber(text))
    return number;
  return findLongMap(text);
}

} // namespace flylsp
