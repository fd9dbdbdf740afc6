// textDocument/inlayHint: the inferred layout behind the name of each atom, tiled operation,
// partition, fragment, layout and memref.
#include "lsp/server/Markdown.h"
#include "lsp/server/Server.h"

#include "lsp/analysis/TypeFacts.h"

#include <algorithm>

namespace flylsp {

/// Whether values of this kind, made by this operation, get a hint.
static bool wanted(const HintSettings &settings, TypeKind kind, StringRef operation) {
  if (operation.contains("partition") || operation.contains("fragment") ||
      operation.contains("retile"))
    return settings.partitions;
  switch (kind) {
  case TypeKind::MmaAtom:
  case TypeKind::CopyAtom:
    return settings.atoms;
  case TypeKind::TiledMma:
  case TypeKind::TiledCopy:
    return settings.tiled;
  case TypeKind::Layout:
  case TypeKind::ComposedLayout:
    return settings.layouts;
  case TypeKind::MemRef:
  case TypeKind::CoordTensor:
    return settings.memrefs;
  default:
    return false;
  }
}

namespace {
struct Hint {
  llvm::lsp::Range name; ///< that it speaks of and stands behind
  std::string label, tooltip;
};
} // namespace

void Server::inlayHint(const Json &params, const Reply &reply) {
  withRange(params, reply, [=, this](Document &document, uint32_t begin, uint32_t end) {
    if (!settings_.hints.enabled)
      return reply(Json(Array()));
    std::vector<Hint> hints;
    // While a newer text is analysed these are the old ones: the client is told to ask again.
    if (document.dirty || document.outdated || document.snapshot->version != document.version)
      document.hintsAskedAt = document.version;
    const Snapshot &snapshot = *document.snapshot;
    auto addFrom = [&](const FactsView &view, StringRef chip) {
      const PieceFacts &facts = *view.facts;
      auto first = facts.values.begin();
      if (!view.shift && begin > view.base)
        first =
            std::lower_bound(facts.values.begin(), facts.values.end(), begin - view.base,
                             [](const Value &value, uint32_t at) { return value.span.end < at; });
      for (auto it = first; it != facts.values.end(); ++it) {
        const Value &value = *it;
        if (!view.shift && value.span.begin + view.base > end)
          break;
        if (value.argument || value.type < 0)
          continue;
        const TypeFact &type = *facts.types[size_t(value.type)];
        if (type.label.empty())
          continue;
        StringRef operation = facts.names[facts.operations[size_t(value.operation)].nameId];
        if (operation.empty() || !wanted(settings_.hints, type.kind, operation))
          continue;
        std::optional<Span> span = view.absolute(value.span);
        if (!span || span->end < begin || span->begin > end)
          continue;
        std::optional<llvm::lsp::Range> range = placeOf(document, span);
        if (!range)
          continue;
        // What the broken text said before is marked, so that nobody takes it for the present.
        std::string label =
            cutLabel((view.stale ? "~ " : "") + type.label, settings_.hints.maxLength - 2);
        hints.push_back({*range, std::move(label),
                         typeMarkdown(*facts.describedType(value), operation, view.stale, chip)});
      }
    };
    auto firstPiece =
        std::partition_point(snapshot.pieces.begin(), snapshot.pieces.end(),
                             [&](const PieceView &piece) { return piece.piece.span.end < begin; });
    for (auto it = firstPiece; it != snapshot.pieces.end(); ++it) {
      const PieceView &piece = *it;
      if (piece.piece.span.begin > end)
        break;
      size_t before = hints.size();
      Object chip;
      addChip(chip, document, &piece);
      for (const FactsView &view : factsOf(document, piece))
        addFrom(view, chip.getString("chip").value_or(""));
      // Those of broken statements come last; clients want them in order.
      if (hints.size() > before && piece.facts->parsed && !piece.facts->broken.empty())
        std::sort(hints.begin() + ptrdiff_t(before), hints.end(),
                  [](const Hint &a, const Hint &b) { return a.name.end < b.name.end; });
    }
    reply.text(writtenList([&](JsonWriter &json) {
      for (const Hint &hint : hints)
        json.object([&] {
          writePosition(json, "position", hint.name.end);
          json.attributeArray("label", [&] {
            json.object([&] {
              json.attribute("value", hint.label);
              json.attributeObject("location", [&] {
                json.attribute("uri", document.uri);
                writeRange(json, "range", hint.name);
              });
            });
          });
          json.attribute("kind", int(llvm::lsp::InlayHintKind::Type));
          json.attribute("paddingLeft", true);
          json.attribute("paddingRight", false);
          json.attributeObject("tooltip", [&] {
            json.attribute("kind", "markdown");
            json.attribute("value", hint.tooltip);
          });
        });
    }));
  });
}

} // namespace flylsp
