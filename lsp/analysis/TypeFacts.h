// What a type says about threads, values, tiles and layouts, as plain data.
#pragma once

#include "lsp/analysis/Facts.h"

#include "mlir/IR/Types.h"

namespace flylsp {

/// Describes any type. Types without a layout have a text alone. Never fails: what cannot be
/// computed is left out, with the reason among the facts.
TypeFact describeType(mlir::Type type);

/// Size, cosize, range and injectivity of a layout, in words. Enumerates static layouts of up to
/// 65,536 coordinates only.
std::vector<NamedText> layoutFacts(const std::string &layoutText);

/// The label of an inlay hint in at most `limit` characters, cut with an ellipsis.
std::string cutLabel(const std::string &label, size_t limit);

/// The description of what was typed: `!fly…<…>` types need MLIR, these do not. Nothing when `text`
/// is no layout, composed layout or tile.
std::optional<TypeFact> describeLayoutText(const std::string &text);

} // namespace flylsp
