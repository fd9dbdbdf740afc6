// From facts about a type to the picture that every tool draws.
#pragma once

#include "lsp/analysis/Facts.h"
#include "visualizer/scene/Writers.h"

namespace flylsp {

/// The picture of an atom, tiled operation, payload, layout or memref; a reason when there is none.
layout::Result<scene::Picture> pictureOf(const TypeFact &type);

/// Elements of the picture of a type, without making it; 0 when there is none or it cannot be told.
int64_t elementsOf(const TypeFact &type);

/// An SVG for hovers in fewer than `most` bytes: labels in the cells while they can be read, then
/// colours alone, then one box for several elements. `unit` says what the numbers of a layout
/// count.
std::string hoverSvg(const scene::Picture &picture, llvm::StringRef unit, size_t most);

/// A small grid of text for clients without pictures: the operand that tells the most (C or D, the
/// destination, the layout), at most 20 rows and 16 columns, with a note on what is cut.
std::string smallGrid(const scene::Picture &picture);

} // namespace flylsp
