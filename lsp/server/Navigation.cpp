// textDocument/definition, references and documentHighlight: values, blocks, symbols and aliases.
#include "lsp/server/Server.h"

#include <algorithm>

namespace flylsp {

Server::Occurrences Server::occurrencesAt(const Document &document, uint32_t offset) const {
  Occurrences result;
  auto add = [](std::vector<Span> &to, std::optional<Span> span) {
    if (span)
      to.push_back(*span);
  };
  const Snapshot &snapshot = *document.snapshot;
  std::string alias, symbol, name;
  uint32_t chunk = 0;
  if (int32_t index = snapshot.pieceAt(offset); index >= 0) {
    const PieceView &piece = snapshot.pieces[size_t(index)];
    chunk = piece.chunk;
    if (piece.piece.kind == PieceKind::Alias &&
        offset <= piece.piece.span.begin + piece.piece.name.size())
      alias = piece.piece.name;
  }
  SymbolPaths paths;
  auto at = factsAt(document, offset);
  if (alias.empty() && at) {
    auto &[view, inside] = *at;
    const PieceFacts &facts = *view.facts;
    if (int32_t index = facts.valueAt(inside); index >= 0) {
      const Value &value = facts.values[size_t(index)];
      add(result.definitions, view.absolute(value.span));
      for (uint32_t i = 0; i < value.useCount; ++i)
        add(result.uses, view.absolute(facts.uses[value.firstUse + i]));
      return result;
    }
    for (const BlockLabel &block : facts.blocks) {
      bool here = block.span.touches(inside);
      for (uint32_t i = 0; i < block.useCount && !here; ++i)
        here = facts.uses[block.firstUse + i].touches(inside);
      if (!here)
        continue;
      add(result.definitions, view.absolute(block.span));
      for (uint32_t i = 0; i < block.useCount; ++i)
        add(result.uses, view.absolute(facts.uses[block.firstUse + i]));
      return result;
    }
    for (const auto &[span, used] : facts.aliasUses)
      if (span.touches(inside))
        alias = used;
    if (size_t use = SymbolPaths::useAt(facts, inside);
        alias.empty() && use < facts.symbolUses.size()) {
      paths = symbolPaths(document, chunk);
      symbol = paths.of(facts, use);
      name = facts.symbolUses[use].name;
    }
  }
  if (alias.empty() && symbol.empty())
    return result;
  for (const PieceView &piece : snapshot.pieces) {
    if (piece.chunk != chunk)
      continue;
    if (!alias.empty() && piece.piece.kind == PieceKind::Alias && piece.piece.name == alias)
      result.definitions.push_back(
          {piece.piece.span.begin, piece.piece.span.begin + uint32_t(alias.size())});
    for (const FactsView &view : factsOf(document, piece)) {
      const PieceFacts &facts = *view.facts;
      if (!alias.empty()) {
        for (const auto &[span, used] : facts.aliasUses)
          if (used == alias)
            add(result.uses, view.absolute(span));
        continue;
      }
      for (size_t i = 0; i < facts.symbolUses.size(); ++i)
        if (facts.symbolUses[i].name == name && paths.of(facts, i) == symbol)
          add(SymbolPaths::definitionAt(facts, i) ? result.definitions : result.uses,
              view.absolute(facts.symbolUses[i].span));
    }
  }
  return result;
}

SymbolPaths Server::symbolPaths(const Document &document, uint32_t chunk) const {
  SymbolPaths paths;
  for (const PieceView &piece : document.snapshot->pieces)
    if (piece.chunk == chunk)
      for (const FactsView &view : factsOf(document, piece))
        paths.add(*view.facts);
  return paths;
}

void Server::definition(const Json &params, const Reply &reply) {
  withPlace(params, reply, [=, this](Document &document, uint32_t offset) {
    reply.text(locationList(document, occurrencesAt(document, offset).definitions));
  });
}

void Server::references(const Json &params, const Reply &reply) {
  withPlace(params, reply, [=, this](Document &document, uint32_t offset) {
    Occurrences found = occurrencesAt(document, offset);
    std::vector<Span> spans = std::move(found.uses);
    if (getBoolean(params, {"context", "includeDeclaration"}).value_or(false))
      spans.insert(spans.end(), found.definitions.begin(), found.definitions.end());
    std::sort(spans.begin(), spans.end(), [](Span a, Span b) { return a.begin < b.begin; });
    reply.text(locationList(document, spans));
  });
}

std::string Server::locationList(const Document &document, const std::vector<Span> &spans) const {
  return writtenList([&](JsonWriter &json) {
    for (Span span : spans)
      if (std::optional<llvm::lsp::Range> range = placeOf(document, span))
        json.object([&] {
          json.attribute("uri", document.uri);
          writeRange(json, "range", *range);
        });
  });
}

void Server::documentHighlight(const Json &params, const Reply &reply) {
  withPlace(params, reply, [=, this](Document &document, uint32_t offset) {
    Occurrences found = occurrencesAt(document, offset);
    constexpr int read = 2, write = 3;
    reply.text(writtenList([&](JsonWriter &json) {
      for (const auto &[spans, kind] : {std::pair(&found.definitions, write), {&found.uses, read}})
        for (Span span : *spans)
          if (std::optional<llvm::lsp::Range> range = placeOf(document, span))
            json.object([&, kind = kind] {
              writeRange(json, "range", *range);
              json.attribute("kind", kind);
            });
    }));
  });
}

} // namespace flylsp
