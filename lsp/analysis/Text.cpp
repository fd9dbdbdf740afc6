#include "lsp/analysis/Text.h"

#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

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

/// Whether bytes [begin, end) are ASCII, where all units count the same.
static bool isPlain(std::string_view text, uint32_t begin, uint32_t end) {
  uint8_t bits = 0;
  for (uint32_t i = begin; i < end; ++i)
    bits |= uint8_t(text[i]);
  return bits < 0x80;
}

/// Adds the units of the characters from `at` to `end` to `column`, and moves `at` behind them; it
/// stays at the start of a character that `end` lies inside of.
static void countUnits(std::string_view text, uint32_t &at, uint32_t end, Encoding encoding,
                       uint32_t &column) {
  if (encoding == Encoding::Utf8 || isPlain(text, at, end)) {
    column += end - at;
    at = end;
    return;
  }
  while (at < end) {
    bool pair;
    uint32_t length = characterLength(text, at, pair);
    if (at + length > end)
      return;
    column += pair && encoding == Encoding::Utf16 ? 2 : 1;
    at += length;
  }
}

LineColumn LineIndex::position(std::string_view text, uint32_t offset, Encoding encoding,
                               KnownPlace *known) const {
  offset = std::min(offset, uint32_t(text.size()));
  uint32_t line = lineOf(offset), at = starts_[line], column = 0;
  bool startsCharacter = offset < text.size() && (uint8_t(text[offset]) & 0xc0) != 0x80;
  if (known && known->line == line && known->offset <= offset) {
    at = known->offset;
    column = known->column;
  } else if (known && known->line == line && startsCharacter &&
             known->offset - offset < offset - at) {
    uint32_t from = offset, units = 0;
    countUnits(text, from, known->offset, encoding, units);
    *known = {offset, line, known->column - units};
    return {line, known->column};
  }
  countUnits(text, at, offset, encoding, column);
  if (known)
    *known = {at, line, column};
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
  if (place.column <= end - at && isPlain(text, at, at + place.column))
    return at + place.column;
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

void Shift::add(std::string_view older, std::string_view newer, Stretch gap) {
  while (gap.oldBegin < gap.oldEnd && gap.newBegin < gap.newEnd &&
         older[gap.oldBegin] == newer[gap.newBegin])
    ++gap.oldBegin, ++gap.newBegin;
  while (gap.oldBegin < gap.oldEnd && gap.newBegin < gap.newEnd &&
         older[gap.oldEnd - 1] == newer[gap.newEnd - 1])
    --gap.oldEnd, --gap.newEnd;
  if (gap.oldBegin < gap.oldEnd || gap.newBegin < gap.newEnd)
    stretches_.push_back(gap);
}

Shift::Shift(std::string_view older, std::string_view newer) {
  size_t most = std::min(older.size(), newer.size()), prefix = 0;
  while (prefix < most && older[prefix] == newer[prefix])
    ++prefix;
  if (prefix == older.size() && prefix == newer.size())
    return;
  size_t suffix = 0;
  while (suffix < most - prefix &&
         older[older.size() - 1 - suffix] == newer[newer.size() - 1 - suffix])
    ++suffix;
  Stretch whole{uint32_t(prefix), uint32_t(older.size() - suffix), uint32_t(prefix),
                uint32_t(newer.size() - suffix)};

  // Lines that both have exactly once.
  struct Line {
    uint32_t oldAt = 0, newAt = 0, oldCount = 0, newCount = 0;
  };
  std::unordered_map<std::string_view, Line> lines;
  std::vector<std::string_view> order; // of the older text
  constexpr uint32_t largest = 1 << 20;
  bool small = whole.oldEnd - whole.oldBegin < largest && whole.newEnd - whole.newBegin < largest;
  auto forEachLine = [](std::string_view text, uint32_t begin, uint32_t end, auto visit) {
    for (uint32_t at = begin; at < end;) {
      const void *hit = memchr(text.data() + at, '\n', end - at);
      uint32_t stop = hit ? uint32_t(static_cast<const char *>(hit) - text.data()) : end;
      std::string_view line = text.substr(at, stop - at);
      if (line.find_first_not_of(" \t\r{}()") != std::string_view::npos)
        visit(line, at);
      at = stop + 1;
    }
  };
  if (small) {
    forEachLine(older, whole.oldBegin, whole.oldEnd, [&](std::string_view line, uint32_t at) {
      Line &entry = lines[line];
      entry.oldAt = at;
      if (entry.oldCount++ == 0)
        order.push_back(line);
    });
    forEachLine(newer, whole.newBegin, whole.newEnd, [&](std::string_view line, uint32_t at) {
      auto it = lines.find(line);
      if (it == lines.end())
        return;
      it->second.newAt = at;
      ++it->second.newCount;
    });
  }
  // The longest list of them that is in order in both texts.
  struct Anchor {
    uint32_t oldAt, newAt, size;
    int64_t previous;
  };
  std::vector<Anchor> anchors;
  std::vector<size_t> piles; // the anchor that ends the best list of each length
  for (std::string_view line : order) {
    const Line &entry = lines[line];
    if (entry.oldCount != 1 || entry.newCount != 1)
      continue;
    auto pile = std::lower_bound(piles.begin(), piles.end(), entry.newAt,
                                 [&](size_t a, uint32_t at) { return anchors[a].newAt < at; });
    anchors.push_back({entry.oldAt, entry.newAt, uint32_t(line.size()),
                       pile == piles.begin() ? -1 : int64_t(*std::prev(pile))});
    if (pile == piles.end())
      piles.push_back(anchors.size() - 1);
    else
      *pile = anchors.size() - 1;
  }
  std::vector<size_t> chain;
  if (!piles.empty())
    for (int64_t at = int64_t(piles.back()); at >= 0; at = anchors[size_t(at)].previous)
      chain.push_back(size_t(at));
  std::reverse(chain.begin(), chain.end());

  uint32_t oldAt = whole.oldBegin, newAt = whole.newBegin;
  for (size_t index : chain) {
    const Anchor &anchor = anchors[index];
    add(older, newer, {oldAt, anchor.oldAt, newAt, anchor.newAt});
    oldAt = anchor.oldAt + anchor.size;
    newAt = anchor.newAt + anchor.size;
  }
  add(older, newer, {oldAt, whole.oldEnd, newAt, whole.newEnd});
}

const Shift::Stretch *Shift::before(uint32_t offset) const {
  auto after = std::partition_point(stretches_.begin(), stretches_.end(),
                                    [&](const Stretch &s) { return s.oldBegin < offset; });
  return after == stretches_.begin() ? nullptr : &*std::prev(after);
}

const Shift::Stretch *Shift::beforeNew(uint32_t offset) const {
  auto after = std::partition_point(stretches_.begin(), stretches_.end(),
                                    [&](const Stretch &s) { return s.newBegin < offset; });
  return after == stretches_.begin() ? nullptr : &*std::prev(after);
}

void Shift::edit(uint32_t begin, uint32_t oldEnd, uint32_t inserted) {
  // Stretches that the edit touches become one with it.
  auto first = std::partition_point(stretches_.begin(), stretches_.end(),
                                    [&](const Stretch &s) { return s.newEnd < begin; });
  auto last = std::partition_point(first, stretches_.end(),
                                   [&](const Stretch &s) { return s.newBegin <= oldEnd; });
  // Many edits apart from each other are few in practice; their number is kept small.
  if (stretches_.size() > 256) {
    first = stretches_.begin();
    last = stretches_.end();
  }
  uint32_t delta = 0; // older minus newer in front of the edit, modulo 2^32
  if (first != stretches_.begin())
    delta = std::prev(first)->oldEnd - std::prev(first)->newEnd;
  Stretch hull{begin + delta, 0, begin, oldEnd};
  uint32_t behind = delta;
  if (first != last) {
    if (first->newBegin < begin) {
      hull.newBegin = first->newBegin;
      hull.oldBegin = first->oldBegin;
    }
    behind = std::prev(last)->oldEnd - std::prev(last)->newEnd;
    hull.newEnd = std::max(oldEnd, std::prev(last)->newEnd);
  }
  hull.oldEnd = hull.newEnd + behind;
  uint32_t growth = inserted - (oldEnd - begin); // modulo 2^32
  hull.newEnd += growth;
  for (auto it = last; it != stretches_.end(); ++it) {
    it->newBegin += growth;
    it->newEnd += growth;
  }
  stretches_.insert(stretches_.erase(first, last), hull);
}

bool Shift::forward(Span &span) const {
  const Stretch *stretch = before(span.end);
  if (!stretch)
    return true;
  if (span.begin < stretch->oldEnd)
    return false;
  uint32_t delta = stretch->newEnd - stretch->oldEnd; // modulo 2^32
  span = {span.begin + delta, span.end + delta};
  return true;
}

bool Shift::backward(Span &span) const {
  const Stretch *stretch = beforeNew(span.end);
  if (!stretch)
    return true;
  if (span.begin < stretch->newEnd)
    return false;
  uint32_t delta = stretch->oldEnd - stretch->newEnd;
  span = {span.begin + delta, span.end + delta};
  return true;
}

uint32_t Shift::forward(uint32_t offset) const {
  const Stretch *stretch = before(offset);
  if (!stretch)
    return offset;
  if (offset >= stretch->oldEnd)
    return offset + (stretch->newEnd - stretch->oldEnd);
  return std::min(stretch->newBegin + (offset - stretch->oldBegin), stretch->newEnd);
}

uint32_t Shift::backward(uint32_t offset) const {
  const Stretch *stretch = beforeNew(offset);
  if (!stretch)
    return offset;
  if (offset >= stretch->newEnd)
    return offset + (stretch->oldEnd - stretch->newEnd);
  return std::min(stretch->oldBegin + (offset - stretch->newBegin), stretch->oldEnd);
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
