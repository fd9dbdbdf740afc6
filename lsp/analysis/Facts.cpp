#include "lsp/analysis/Facts.h"

#include <algorithm>

namespace flylsp {

int32_t PieceFacts::valueAt(uint32_t offset, Span *occurrence) const {
  // Values are few around one place, but their uses are anywhere: definitions are found by
  // bisection, uses by going through them; a piece is small.
  auto after =
      std::upper_bound(values.begin(), values.end(), offset,
                       [](uint32_t at, const Value &value) { return at < value.span.begin; });
  if (after != values.begin()) {
    const Value &value = *std::prev(after);
    if (value.span.touches(offset) && !value.span.empty()) {
      if (occurrence)
        *occurrence = value.span;
      return int32_t(std::prev(after) - values.begin());
    }
  }
  for (size_t i = 0; i < uses.size(); ++i) {
    if (!uses[i].touches(offset))
      continue;
    for (size_t v = 0; v < values.size(); ++v)
      if (i >= values[v].firstUse && i < values[v].firstUse + values[v].useCount) {
        if (occurrence)
          *occurrence = uses[i];
        return int32_t(v);
      }
  }
  return -1;
}

TypeRef PieceFacts::describedType(const Value &value) const {
  if (value.type < 0)
    return nullptr;
  const TypeRef &type = types[size_t(value.type)];
  if (value.argument || value.operation < 0)
    return type;
  auto it = std::lower_bound(
      extras.begin(), extras.end(), uint32_t(value.operation),
      [](const OperationExtra &extra, uint32_t operation) { return extra.operation < operation; });
  if (it == extras.end() || it->operation != uint32_t(value.operation))
    return type;
  auto described = std::make_shared<TypeFact>(*type);
  described->title = it->title;
  described->operands = it->operands;
  described->facts.insert(described->facts.begin(), it->facts.begin(), it->facts.end());
  return described;
}

int32_t PieceFacts::operationAt(uint32_t offset) const {
  auto after =
      std::upper_bound(operations.begin(), operations.end(), offset,
                       [](uint32_t at, const Operation &op) { return at < op.scope.begin; });
  int32_t index = int32_t(after - operations.begin()) - 1;
  // The last operation that starts before the offset is around it, or one of those around that one
  // is.
  while (index >= 0 && !operations[size_t(index)].scope.touches(offset))
    index = operations[size_t(index)].parent;
  return index;
}

int32_t Snapshot::pieceAt(uint32_t offset) const {
  auto after = std::upper_bound(
      pieces.begin(), pieces.end(), offset,
      [](uint32_t at, const PieceView &view) { return at < view.piece.span.begin; });
  if (after == pieces.begin())
    return -1;
  const PieceView &view = *std::prev(after);
  return view.piece.span.touches(offset) ? int32_t(std::prev(after) - pieces.begin()) : -1;
}

} // namespace flylsp
