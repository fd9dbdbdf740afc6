// What a type says about threads, values, tiles and layouts, as plain data.
#pragma once

#include "lsp/analysis/Facts.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"

namespace flylsp {

/// Describes any type. Types without a layout have a text alone. Never fails: what cannot be
/// computed is left out, with the reason among the facts.
TypeFact describeType(mlir::Type type);

/// The same for an attribute; one of another dialect has a text alone.
TypeFact describeAttribute(mlir::Attribute attribute);

/// Size, cosize, range and injectivity of a layout, in words. Enumerates layouts of up to
/// 65,536 coordinates where nothing simpler decides.
std::vector<NamedText> layoutFacts(const std::string &layoutText);

/// The label of an inlay hint in at most `limit` characters, cut with an ellipsis.
std::string cutLabel(const std::string &label, size_t limit);

/// The description of what was typed: `!fly…<…>` types need MLIR, these do not. Nothing when `text`
/// is no layout or composed layout.
std::optional<TypeFact> describeLayoutText(const std::string &text);

/// The same for swizzles and lists of tiles as well.
std::optional<TypeFact> describeLiteral(const std::string &text);
/// Whether there is such a description, without computing it.
bool describesLiteral(const std::string &text);

} // namespace flylsp
