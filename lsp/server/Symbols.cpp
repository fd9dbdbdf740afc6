// textDocument/documentSymbol and foldingRange
#include "lsp/server/Server.h"

#include <algorithm>

namespace flylsp {

static llvm::lsp::SymbolKind symbolKind(StringRef operation) {
  if (operation.ends_with("module"))
    return llvm::lsp::SymbolKind::Module;
  if (operation.contains("func"))
    return llvm::lsp::SymbolKind::Function;
  if (operation.contains("global"))
    return llvm::lsp::SymbolKind::Variable;
  return llvm::lsp::SymbolKind::Object;
}

namespace {
struct SymbolNode {
  std::string name, detail;
  llvm::lsp::SymbolKind kind;
  llvm::lsp::Range range, selection;
  std::vector<size_t> children;
};
} // namespace

void Server::documentSymbol(const Json &params, const Reply &reply) {
  withDocument(params, reply, [=, this](Document &document) {
    // Symbols of a piece come outer before inner; each is hung below the one around it.
    std::vector<SymbolNode> nodes;
    std::vector<size_t> tops;
    for (const PieceView &piece : document.snapshot->pieces) {
      if (piece.piece.kind == PieceKind::Alias) {
        const std::string &name = piece.piece.name;
        std::optional<llvm::lsp::Range> range = placeOf(document, piece.piece.span);
        uint32_t begin = piece.piece.span.begin;
        std::optional<llvm::lsp::Range> selection =
            placeOf(document, Span{begin, begin + uint32_t(name.size())});
        if (!range || !selection || StringRef(name).starts_with("#loc"))
          continue;
        tops.push_back(nodes.size());
        nodes.push_back({name, "alias", llvm::lsp::SymbolKind::Constant, *range, *selection, {}});
        continue;
      }
      for (const FactsView &view : factsOf(document, piece)) {
        std::map<int32_t, size_t> open; // nodes by operation
        for (const Symbol &symbol : view.facts->symbols) {
          const Operation &op = view.facts->operations[symbol.operation];
          std::optional<llvm::lsp::Range> range = placeOf(document, view.absolute(op.scope));
          std::optional<llvm::lsp::Range> selection = placeOf(document, view.absolute(symbol.span));
          if (!selection)
            continue;
          StringRef operation = view.facts->names[op.nameId];
          size_t index = nodes.size();
          auto around = open.end();
          for (int32_t parent = op.parent; parent >= 0 && around == open.end();
               parent = view.facts->operations[size_t(parent)].parent)
            around = open.find(parent);
          (around == open.end() ? tops : nodes[around->second].children).push_back(index);
          open.emplace(int32_t(symbol.operation), index);
          nodes.push_back({"@" + symbol.name,
                           operation.str() + (view.stale ? " (does not parse)" : ""),
                           symbolKind(operation),
                           range.value_or(*selection),
                           *selection,
                           {}});
        }
      }
    }
    reply.text(writtenList([&](JsonWriter &json) {
      if (!client_.hierarchicalSymbols) {
        for (const SymbolNode &node : nodes)
          json.object([&] {
            json.attribute("name", node.name);
            json.attribute("kind", int(node.kind));
            json.attributeObject("location", [&] {
              json.attribute("uri", document.uri);
              writeRange(json, "range", node.range);
            });
          });
        return;
      }
      std::function<void(const std::vector<size_t> &)> write =
          [&](const std::vector<size_t> &indices) {
            for (size_t index : indices)
              json.object([&] {
                const SymbolNode &node = nodes[index];
                json.attribute("name", node.name);
                json.attribute("detail", node.detail);
                json.attribute("kind", int(node.kind));
                writeRange(json, "range", node.range);
                writeRange(json, "selectionRange", node.selection);
                if (!node.children.empty())
                  json.attributeArray("children", [&] { write(node.children); });
              });
          };
      write(tops);
    }));
  });
}

void Server::foldingRange(const Json &params, const Reply &reply) {
  withDocument(params, reply, [=, this](Document &document) {
    std::vector<std::pair<uint32_t, uint32_t>> lines;
    auto add = [&](std::optional<Span> span) {
      if (!span || !document.sinceSnapshot.forward(*span))
        return;
      uint32_t first = document.lines->lineOf(span->begin);
      uint32_t last = document.lines->lineOf(span->end > span->begin ? span->end - 1 : span->end);
      if (last > first + 1)
        lines.emplace_back(first, last - 1);
    };
    for (const PieceView &piece : document.snapshot->pieces)
      for (const FactsView &view : factsOf(document, piece)) {
        // Operations with others inside are those with regions.
        std::set<int32_t> parents;
        for (const Operation &op : view.facts->operations)
          if (op.parent >= 0)
            parents.insert(op.parent);
        for (int32_t parent : parents)
          add(view.absolute(view.facts->operations[size_t(parent)].scope));
      }
    reply.text(writtenList([&](JsonWriter &json) {
      for (auto [first, last] : lines)
        json.object([&, first = first, last = last] {
          json.attribute("startLine", first);
          json.attribute("endLine", last);
        });
    }));
  });
}

} // namespace flylsp
