// What MLIR's parser takes minutes for, or all memory: it cannot be interrupted, so it must not see
// such a text. Everything around it is analysed.
#pragma once

#include "lsp/analysis/Text.h"

#include <optional>
#include <string>

namespace flylsp {

/// Numbers are read in time that grows with the square of their digits.
inline constexpr uint32_t maxNumberLength = 4096;
/// So are affine maps and sets: with the square of their terms.
inline constexpr uint32_t maxAffineLength = 1 << 16;
/// What an alias stands for beyond its own text when the aliases that it mentions are written out,
/// as messages and hovers do: that can double with every line.
inline constexpr uint64_t maxAliasGrowth = 1 << 20;

struct OverLimit {
  Span span;
  std::string message;
};

/// The first number, map or set of a text that is too long.
std::optional<OverLimit> findOverLimit(std::string_view text);

} // namespace flylsp
