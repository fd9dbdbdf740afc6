// Braces that do not fit: which of them is at fault, told by the lines that they stand on. Private
// to this folder.
#pragma once

#include "lsp/analysis/Text.h"

#include <string_view>
#include <vector>

namespace flylsp {

struct MisfitBraces {
  struct Unclosed {
    uint32_t at = 0;
    uint32_t end = 0;   ///< where it should be closed: its block stands further in than its head
    bool block = false; ///< the last one of its line
  };
  std::vector<uint32_t> surplus;  ///< closing ones that close nothing, by place
  std::vector<Unclosed> unclosed; ///< opening ones that nothing closes, by place

  bool isSurplus(uint32_t at) const;
  const Unclosed *unclosedAt(uint32_t at) const; ///< null if it is none
  /// The brace that closes the one at `open`, UINT32_MAX if there is none.
  uint32_t partnerOf(std::string_view text, uint32_t open) const;
};

/// The braces of [span) that have no partner. `indent` is the indentation of its first line, which
/// the text may begin behind of. Empty where they fit.
MisfitBraces findMisfits(std::string_view text, Span span, uint32_t indent);

/// The same for a piece, whose indentation is told by its last brace.
MisfitBraces findMisfits(std::string_view piece);

} // namespace flylsp
