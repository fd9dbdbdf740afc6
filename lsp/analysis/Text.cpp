#include "lsp/analysis/Text.h"

#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cstring>

namespace flylsp {

static void addLineStarts(std::string_view text, uint32_t begin, uint32_t end,
                          std::vector<uint32_t> &starts) {
  // A "\r" right before `end` may belong to a "\r\n" that continues behind it, so the text itself
  // is asked for the next byte.
  for (uint32_t i = begin; i < end; ++i) {
    if (text[i] == '\n')
      starts.push_back(i + 1);
    else if (text[i] == '\r' && (i + 1 >= text.size() || text[i + 1] != '\n'))
      starts.push_back(i + 1);
  }
}

LineIndex::LineIndex(std::string_view text) {
  starts_.reserve(text.size() / 40 + 1);
  starts_.push_back(0);
  // Most texts have no "\r": the quick scan then is a plain memchr loop.
  if (!memchr(text.data(), '\r', text.size())) {
    const char *from = text.data(), *end = from + text.size();
    while (from < end) {
      const void *hit = memchr(from, '\n', size_t(end - from));
      if (!hit)
        break;
      from = static_cast<const char *>(hit) + 1;
      starts_.push_back(uint32_t(from - text.data()));
    }
    return;
  }
  addLineStarts(text, 0, uint32_t(text.size()), starts_);
}

uint32_t LineIndex::lineEnd(std::string_view text, uint32_t line) const {
  uint32_t end = line + 1 < starts_.size() ? starts_[line + 1] : uint32_t(text.size());
  if (line + 1 < starts_.size()) {
    if (end > starts_[line] && text[end - 1] == '\n')
      --end;
    if (end > starts_[line] && text[end - 1] == '\r')
      --end;
  }
  return end;
}

uint32_t LineIndex::lineOf(uint32_t offset) const {
  auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return uint32_t(after - starts_.begin()) - 1;
}

// Length in bytes of the character at `at`, and whether UTF-16 needs two units for it.
static uint32_t characterLength(std::string_view text, uint32_t at, bool &pair) {
  auto byte = [&](uint32_t i) { return uint8_t(text[i]); };
  uint32_t lead = byte(at), length = 1;
  pair = false;
  if (lead >= 0xf0 && lead < 0xf8)
    length = 4;
  else if (lead >= 0xe0 && lead < 0xf0)
    length = 3;
  else if (lead >= 0xc2 && lead < 0xe0)
    length = 2;
  if (at + length > text.size())
    return 1;
  for (uint32_t i = 1; i < length; ++i)
    if ((byte(at + i) & 0xc0) != 0x80)
      return 1;
  pair = length == 4;
  return length;
}

LineColumn LineIndex::position(std::string_view text, uint32_t offset, Encoding encoding) const {
  offset = std::min(offset, uint32_t(text.size()));
  uint32_t line = lineOf(offset), start = starts_[line];
  if (encoding == Encoding::Utf8)
    return {line, offset - start};
  uint32_t column = 0;
  for (uint32_t i = start; i < offset;) {
    bool pair;
    uint32_t length = characterLength(text, i, pair);
    if (i + length > offset)
      break; // inside a character: its start
    column += pair && encoding == Encoding::Utf16 ? 2 : 1;
    i += length;
  }
  return {line, column};
}

uint32_t LineIndex::offset(std::string_view text, LineColumn place, Encoding encoding) const {
  if (place.line >= starts_.size())
    return uint32_t(text.size());
  uint32_t at = starts_[place.line], end = lineEnd(text, place.line);
  if (encoding == Encoding::Utf8) {
    uint32_t result = at + std::min(place.column, end - at);
    while (result > at && result < end && (uint8_t(text[result]) & 0xc0) == 0x80)
      --result;
    return result;
  }
  uint32_t column = 0;
  while (at < end && column < place.column) {
    bool pair;
    uint32_t length = characterLength(text, at, pair);
    uint32_t units = pair && encoding == Encoding::Utf16 ? 2 : 1;
    if (column + units > place.column)
      break; // between the halves of a surrogate pair
    column += units;
    at += length;
  }
  return std::min(at, end);
}

void LineIndex::replaced(std::string_view newText, uint32_t begin, uint32_t oldEnd,
                         uint32_t inserted) {
  // A "\r" before or "\n" behind the edit can join with it, so one line more on each side is
  // redone.
  uint32_t first = lineOf(begin ? begin - 1 : 0);
  auto keepFrom = std::upper_bound(starts_.begin(), starts_.end(), oldEnd + 1);
  int64_t delta = int64_t(inserted) - int64_t(oldEnd - begin);
  std::vector<uint32_t> fresh;
  uint32_t from = starts_[first];
  uint32_t to = keepFrom == starts_.end() ? uint32_t(newText.size())
                                          : uint32_t(int64_t(*keepFrom) + delta - 1);
  addLineStarts(newText, from, to, fresh);
  for (auto it = keepFrom; it != starts_.end(); ++it)
    *it = uint32_t(int64_t(*it) + delta);
  // The start that was kept first is found anew at `to` only when its line break lies before it.
  auto eraseFrom = starts_.begin() + first + 1;
  size_t gap = size_t(eraseFrom - starts_.begin());
  size_t old = size_t(keepFrom - eraseFrom);
  if (fresh.size() <= old) {
    std::copy(fresh.begin(), fresh.end(), eraseFrom);
    starts_.erase(eraseFrom + int64_t(fresh.size()), keepFrom);
  } else {
    std::copy(fresh.begin(), fresh.begin() + int64_t(old), eraseFrom);
    starts_.insert(starts_.begin() + int64_t(gap + old), fresh.begin() + int64_t(old), fresh.end());
  }
}

Shift::Shift(std::string_view older, std::string_view newer) {
  size_t most = std::min(older.size(), newer.size()), prefix = 0;
  while (prefix < most && older[prefix] == newer[prefix])
    ++prefix;
  size_t suffix = 0;
  while (suffix < most - prefix &&
         older[older.size() - 1 - suffix] == newer[newer.size() - 1 - suffix])
    ++suffix;
  if (prefix == older.size() && prefix == newer.size())
    return;
  begin_ = uint32_t(prefix);
  oldEnd_ = uint32_t(older.size() - suffix);
  newEnd_ = uint32_t(newer.size() - suffix);
}

void Shift::edit(uint32_t begin, uint32_t oldEnd, uint32_t inserted) {
  if (identity()) {
    begin_ = begin;
    oldEnd_ = oldEnd;
    newEnd_ = begin + inserted;
    return;
  }
  // The hull of both stretches, in coordinates of the text between the two edits.
  uint32_t hullBegin = std::min(begin_, begin), hullEnd = std::max(newEnd_, oldEnd);
  uint32_t grownOld = oldEnd_ + (hullEnd - newEnd_);
  begin_ = hullBegin;
  oldEnd_ = grownOld;
  newEnd_ = uint32_t(int64_t(hullEnd) + int64_t(inserted) - int64_t(oldEnd - begin));
}

bool Shift::forward(Span &span) const {
  if (identity() || span.end <= begin_)
    return true;
  if (span.begin < oldEnd_)
    return false;
  uint32_t delta = newEnd_ - oldEnd_; // modulo 2^32
  span = {span.begin + delta, span.end + delta};
  return true;
}

bool Shift::backward(Span &span) const {
  if (identity() || span.end <= begin_)
    return true;
  if (span.begin < newEnd_)
    return false;
  uint32_t delta = oldEnd_ - newEnd_;
  span = {span.begin + delta, span.end + delta};
  return true;
}

uint32_t Shift::forward(uint32_t offset) const {
  if (identity() || offset <= begin_)
    return offset;
  return offset >= oldEnd_ ? offset + (newEnd_ - oldEnd_) : std::min(offset, newEnd_);
}

uint32_t Shift::backward(uint32_t offset) const {
  if (identity() || offset <= begin_)
    return offset;
  return offset >= newEnd_ ? offset + (oldEnd_ - newEnd_) : std::min(offset, oldEnd_);
}

static bool isSigil(char c) { return c == '%' || c == '@' || c == '#' || c == '!' || c == '^'; }
static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

Span tokenAt(std::string_view text, uint32_t offset) {
  uint32_t size = uint32_t(text.size());
  if (size == 0)
    return {0, 0};
  uint32_t at = std::min(offset, size);
  if (at == size || isBlank(text[at])) {
    // An error in a gap belongs to the token before it.
    uint32_t back = at;
    while (back > 0 && isBlank(text[back - 1]))
      --back;
    if (back == 0) {
      while (at < size && isBlank(text[at]))
        ++at;
      if (at == size)
        return {0, std::min(size, 1u)};
    } else {
      at = back - 1;
      // To the start of that token.
      if (isIdentifierByte(text[at])) {
        while (at > 0 && isIdentifierByte(text[at - 1]))
          --at;
        if (at > 0 && isSigil(text[at - 1]))
          --at;
      }
    }
  }
  uint32_t end = at;
  if (text[end] == '"') {
    for (++end; end < size && text[end] != '"' && text[end] != '\n'; ++end)
      if (text[end] == '\\' && end + 1 < size)
        ++end;
    return {at, std::min(size, end + 1)};
  }
  bool nested = text[end] == '!' || text[end] == '#';
  if (isSigil(text[end]))
    ++end;
  if (end < size && end > at && text[end] == '"') { // @"quoted name"
    for (++end; end < size && text[end] != '"' && text[end] != '\n'; ++end) {
    }
    return {at, std::min(size, end + 1)};
  }
  if (end < size && text[end] == '-' && end + 1 < size && text[end + 1] == '>')
    return {at, end + 2};
  if (end < size && text[end] == '-') {
    ++end;
    while (end < size && text[end] >= '0' && text[end] <= '9')
      ++end;
    return {at, end};
  }
  while (end < size && isIdentifierByte(text[end]) &&
         !(text[end] == '-' && end + 1 < size && text[end + 1] == '>'))
    ++end;
  if (nested && end < size && text[end] == '<') {
    uint32_t depth = 0, scan = end;
    for (; scan < size && text[scan] != '\n'; ++scan) {
      if (text[scan] == '<')
        ++depth;
      else if (text[scan] == '>' && text[scan - 1] != '-' && --depth == 0)
        break;
    }
    if (scan < size && text[scan] == '>')
      end = scan + 1;
  }
  return {at, std::max(end, at + 1)};
}

uint64_t textHash(std::string_view text) { return llvm::xxh3_64bits(llvm::StringRef(text)); }

} // namespace flylsp
