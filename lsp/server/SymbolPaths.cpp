#include "lsp/server/SymbolPaths.h"

#include <algorithm>

namespace flylsp {

static std::string joined(const std::string &path, const std::string &name) {
  return path.empty() ? name : path + "::" + name;
}

void SymbolPaths::add(const PieceFacts &facts) {
  std::map<uint32_t, const Symbol *> &symbols = byOperation_[&facts];
  for (const Symbol &symbol : facts.symbols)
    symbols[symbol.operation] = &symbol;
  for (const Symbol &symbol : facts.symbols)
    defined_.insert(of(facts, symbol));
}

/// The path of the innermost symbol that an operation is or lies in; empty for none.
std::string SymbolPaths::around(const PieceFacts &facts, int32_t operation) const {
  auto symbols = byOperation_.find(&facts);
  if (symbols == byOperation_.end())
    return {};
  std::string path;
  for (; operation >= 0; operation = facts.operations[size_t(operation)].parent)
    if (auto found = symbols->second.find(uint32_t(operation)); found != symbols->second.end())
      path = path.empty() ? found->second->name : found->second->name + "::" + path;
  return path;
}

std::string SymbolPaths::of(const PieceFacts &facts, const Symbol &symbol) const {
  return around(facts, int32_t(symbol.operation));
}

size_t SymbolPaths::useAt(const PieceFacts &facts, uint32_t offset) {
  size_t use = 0;
  while (use < facts.symbolUses.size() && !facts.symbolUses[use].span.touches(offset))
    ++use;
  return use;
}

const Symbol *SymbolPaths::definitionAt(const PieceFacts &facts, size_t use) {
  Span span = facts.symbolUses[use].span;
  auto found =
      std::lower_bound(facts.symbols.begin(), facts.symbols.end(), span.begin,
                       [](const Symbol &symbol, uint32_t at) { return symbol.span.begin < at; });
  return found != facts.symbols.end() && found->span == span ? &*found : nullptr;
}

std::string SymbolPaths::of(const PieceFacts &facts, size_t use) const {
  if (const Symbol *symbol = definitionAt(facts, use))
    return of(facts, *symbol);
  std::string path = facts.symbolUses[use].name;
  size_t first = use;
  while (!facts.symbolUses[first].qualifier.empty() && first > 0)
    path = joined(facts.symbolUses[--first].name, path);
  std::string scope = around(facts, facts.operationAt(facts.symbolUses[first].span.begin));
  while (true) {
    std::string candidate = joined(scope, path);
    if (scope.empty() || defined_.contains(candidate))
      return candidate;
    size_t last = scope.rfind("::");
    scope.resize(last == std::string::npos ? 0 : last);
  }
}

} // namespace flylsp
