// Places in a text: offsets in bytes, and lines with columns in the unit that a client counts in.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace flylsp {

/// Half-open range of byte offsets.
struct Span {
  uint32_t begin = 0, end = 0;
  bool contains(uint32_t offset) const { return begin <= offset && offset < end; }
  /// Also true directly behind the last byte, where a cursor stands after a word.
  bool touches(uint32_t offset) const { return begin <= offset && offset <= end; }
  bool empty() const { return begin >= end; }
  friend bool operator==(const Span &, const Span &) = default;
};

enum class Encoding { Utf8, Utf16, Utf32 };

struct LineColumn {
  uint32_t line = 0, column = 0; ///< counted from 0
  friend bool operator==(const LineColumn &, const LineColumn &) = default;
};

/// A place of a text that was told before: what is told next costs the way from there, however long
/// the line is. Holds for one text and one encoding.
struct KnownPlace {
  uint32_t offset = 0, line = 0, column = 0; ///< at first the start of the text
};

/// Line starts of a text. Lines end at "\n", "\r\n" or a lone "\r", as in the protocol.
class LineIndex {
public:
  explicit LineIndex(std::string_view text);

  size_t lineCount() const { return starts_.size(); }
  uint32_t lineStart(uint32_t line) const { return starts_[line]; }
  /// End of the line without its line break.
  uint32_t lineEnd(std::string_view text, uint32_t line) const;
  uint32_t lineOf(uint32_t offset) const;
  /// Column of an offset, counted in the unit of `encoding`. Invalid UTF-8 bytes count one each.
  LineColumn position(std::string_view text, uint32_t offset, Encoding encoding,
                      KnownPlace *known = nullptr) const;
  /// Offset of a place; columns past the end of the line and lines past the end of the text are
  /// clamped.
  uint32_t offset(std::string_view text, LineColumn place, Encoding encoding) const;

  /// Updates the line starts after `text` had bytes [begin, oldEnd) replaced by `inserted` bytes.
  void replaced(std::string_view newText, uint32_t begin, uint32_t oldEnd, uint32_t inserted);

private:
  std::vector<uint32_t> starts_;
};

/// How offsets move from an older text to a newer one that differs from it in some stretches:
/// offsets between the stretches shift, those inside are lost.
class Shift {
public:
  Shift() = default; ///< the same text
  /// From both texts: lines that each of them has once are matched in order, and what differs
  /// between two of these is a stretch without its common prefix and suffix.
  Shift(std::string_view older, std::string_view newer);

  bool identity() const { return stretches_.empty(); }
  /// Merges a further edit: bytes [begin, oldEnd) of the newer text became `inserted` bytes.
  void edit(uint32_t begin, uint32_t oldEnd, uint32_t inserted);
  /// True when the span touches no changed byte; sets `span` to its place in the newer text.
  bool forward(Span &span) const;
  bool backward(Span &span) const;
  /// The nearest place for an offset, also inside the changed stretch.
  uint32_t forward(uint32_t offset) const;
  uint32_t backward(uint32_t offset) const;

private:
  struct Stretch {
    uint32_t oldBegin, oldEnd, newBegin, newEnd;
  };
  void add(std::string_view older, std::string_view newer, Stretch gap);
  /// The last stretch that begins before an offset of the older text; null for none.
  const Stretch *before(uint32_t oldOffset) const;
  const Stretch *beforeNew(uint32_t newOffset) const;

  std::vector<Stretch> stretches_; ///< by place, apart from each other
};

/// Bytes of an identifier as MLIR's lexer sees it behind `%`, `@`, `#`, `!`, `^` or bare.
inline bool isIdentifierByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '.' || c == '-';
}

/// The token at an offset, for underlining: an identifier with its sigil, a number, a string, a
/// type or attribute with its balanced `<…>`, else one byte. White space moves back to the token
/// before it.
Span tokenAt(std::string_view text, uint32_t offset);

/// For telling texts apart; stable only within one process.
uint64_t textHash(std::string_view text);

} // namespace flylsp
