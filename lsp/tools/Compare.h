// Whether two types or layouts describe the same map.
#pragma once

#include "lsp/analysis/Facts.h"

#include <string>

namespace flylsp {

struct Comparison {
  enum class Verdict { Equal, EqualUpToK, Different } verdict = Verdict::Equal;
  std::string text; ///< one line
};

/// Compares operand by operand: equal, equal up to one permutation of K that A and B share, or the
/// first difference. Layouts are compared as functions.
Comparison compareMaps(const TypeFact &a, const TypeFact &b);

} // namespace flylsp
