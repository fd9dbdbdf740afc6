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

void Server::documentSymbol(const Json &params, const Reply &reply) {
  withDocument(params, reply, [=, this](Document &document) {
    // Symbols of a piece come outer before inner; each is hung below the one around it.
    struct Node {
      Object fields;
      std::string name;
      std::vector<size_t> children;
      bool top = true;
    };
    std::vector<Node> nodes;
    std::vector<size_t> tops;
    for (const PieceView &piece : document.snapshot->pieces) {
      if (piece.piece.kind == PieceKind::Alias) {
        std::optional<Json> range = rangeOf(document, piece.piece.span);
        Span nameSpan{piece.piece.span.begin,
                      piece.piece.span.begin + uint32_t(piece.piece.name.size())};
        std::optional<Json> selection = rangeOf(document, nameSpan);
        if (!range || !selection || StringRef(piece.piece.name).starts_with("#loc"))
          continue;
        Node node;
        node.name = piece.piece.name;
        node.fields = Object{{"name", piece.piece.name},
                             {"detail", "alias"},
                             {"kind", int(llvm::lsp::SymbolKind::Constant)},
                             {"range", std::move(*range)},
                             {"selectionRange", std::move(*selection)}};
        tops.push_back(nodes.size());
        nodes.push_back(std::move(node));
        continue;
      }
      for (const FactsView &view : factsOf(document, piece)) {
        std::vector<std::pair<int32_t, size_t>> open; // operation, node
        for (const Symbol &symbol : view.facts->symbols) {
          const Operation &op = view.facts->operations[symbol.operation];
          std::optional<Json> range = rangeOf(document, view.absolute(op.scope));
          std::optional<Json> selection = rangeOf(document, view.absolute(symbol.span));
          if (!selection)
            continue;
          if (!range)
            range = *selection;
          StringRef operation = view.facts->names[op.nameId];
          Node node;
          node.name = symbol.name;
          node.fields =
              Object{{"name", "@" + symbol.name},
                     {"detail", operation.str() + (view.stale ? " (does not parse)" : "")},
                     {"kind", int(symbolKind(operation))},
                     {"range", std::move(*range)},
                     {"selectionRange", std::move(*selection)}};
          size_t index = nodes.size();
          int32_t parent = op.parent;
          while (parent >= 0) {
            auto it = std::find_if(open.begin(), open.end(),
                                   [&](auto &entry) { return entry.first == parent; });
            if (it != open.end()) {
              nodes[it->second].children.push_back(index);
              node.top = false;
              break;
            }
            parent = view.facts->operations[size_t(parent)].parent;
          }
          open.emplace_back(int32_t(symbol.operation), index);
          if (node.top)
            tops.push_back(index);
          nodes.push_back(std::move(node));
        }
      }
    }
    if (!client_.hierarchicalSymbols) {
      Array flat;
      for (Node &node : nodes)
        flat.push_back(Object{
            {"name", *node.fields.get("name")},
            {"kind", *node.fields.get("kind")},
            {"location", Object{{"uri", document.uri}, {"range", *node.fields.get("range")}}}});
      return reply(Json(std::move(flat)));
    }
    std::function<Json(size_t)> build = [&](size_t index) {
      Object fields = std::move(nodes[index].fields);
      Array children;
      for (size_t child : nodes[index].children)
        children.push_back(build(child));
      if (!children.empty())
        fields["children"] = std::move(children);
      return Json(std::move(fields));
    };
    Array result;
    for (size_t top : tops)
      result.push_back(build(top));
    reply(Json(std::move(result)));
  });
}

void Server::foldingRange(const Json &params, const Reply &reply) {
  withDocument(params, reply, [=, this](Document &document) {
    Array result;
    auto add = [&](std::optional<Span> span) {
      if (!span || !document.sinceSnapshot.forward(*span))
        return;
      uint32_t first = document.lines->lineOf(span->begin);
      uint32_t last = document.lines->lineOf(span->end > span->begin ? span->end - 1 : span->end);
      if (last > first + 1)
        result.push_back(Object{{"startLine", first}, {"endLine", last - 1}});
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
    reply(Json(std::move(result)));
  });
}

} // namespace flylsp
