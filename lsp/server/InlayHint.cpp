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

void Server::inlayHint(const Json &params, const Reply &reply) {
  std::lock_guard lock(mutex_);
  DocumentRef document = documentOf(params, reply);
  if (!document)
    return;
  std::optional<LineColumn> from = toPlace(find(params, {"range", "start"}));
  std::optional<LineColumn> to = toPlace(find(params, {"range", "end"}));
  if (!from || !to)
    return reply(invalidParams("'range' is missing"));
  withSnapshot(document, reply, [=, this] {
    Array hints;
    if (!settings_.hints.enabled)
      return reply(Json(std::move(hints)));
    if (document->dirty || document->outdated)
      document->hintsAskedAt = document->version;
    auto toSnapshot = [&](LineColumn place) {
      return document->sinceSnapshot.backward(
          document->lines->offset(*document->text, place, client_.encoding));
    };
    uint32_t begin = toSnapshot(*from), end = toSnapshot(*to);
    const Snapshot &snapshot = *document->snapshot;
    auto addFrom = [&](const FactsView &view, bool brokenOnly) {
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
        if (brokenOnly) {
          uint32_t inside = span->begin - view.base;
          bool broken =
              std::any_of(view.piece->facts->broken.begin(), view.piece->facts->broken.end(),
                          [&](Span part) { return part.touches(inside); });
          if (!broken)
            continue;
        }
        std::optional<Json> range = rangeOf(*document, span);
        if (!range)
          continue;
        Json position = *range->getAsObject()->get("end");
        std::string label = cutLabel(type.label, settings_.hints.maxLength - 2);
        Object part{{"value", label},
                    {"location", Object{{"uri", document->uri}, {"range", std::move(*range)}}}};
        hints.push_back(Object{
            {"position", std::move(position)},
            {"label", Array{std::move(part)}},
            {"kind", int(llvm::lsp::InlayHintKind::Type)},
            {"paddingLeft", true},
            {"paddingRight", false},
            {"tooltip",
             Object{{"kind", "markdown"},
                    {"value", typeMarkdown(*facts.describedType(value), operation, view.stale)}}}});
      }
    };
    for (const PieceView &piece : snapshot.pieces) {
      if (piece.piece.span.end < begin)
        continue;
      if (piece.piece.span.begin > end)
        break;
      for (const FactsView &view : factsOf(*document, piece))
        addFrom(view, false);
      // Statements that do not parse right now keep what they had.
      if (piece.facts->parsed && !piece.facts->broken.empty() && piece.lastGood)
        addFrom({piece.lastGood.get(), &piece.fromLastGood, piece.piece.span.begin, true, &piece},
                true);
    }
    reply(Json(std::move(hints)));
  });
}

} // namespace flylsp
