// Between the places of requests, the present text and the text that was analysed.
#include "lsp/server/Server.h"

#include <algorithm>

namespace flylsp {

std::optional<Span> FactsView::absolute(Span span) const {
  if (shift && !shift->forward(span))
    return std::nullopt;
  if (brokenOnly && std::none_of(piece->facts->broken.begin(), piece->facts->broken.end(),
                                 [&](Span part) { return part.touches(span.begin); }))
    return std::nullopt;
  return Span{span.begin + base, span.end + base};
}

uint32_t Server::toSnapshot(const Document &document, LineColumn place) const {
  return document.sinceSnapshot.backward(
      document.lines->offset(*document.text, place, client_.encoding));
}

void Server::withDocument(const Json &params, const Reply &reply,
                          std::function<void(Document &)> answer) {
  std::lock_guard lock(mutex_);
  if (DocumentRef document = documentOf(params, reply))
    withSnapshot(document, reply, [=] { answer(*document); });
}

/// On the number of `%values#1` the value is meant.
static uint32_t withoutResultNumber(const std::string &text, uint32_t offset) {
  uint32_t at = std::min<uint32_t>(offset, uint32_t(text.size()));
  while (at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9')
    --at;
  if (at > 0 && text[at - 1] == '#')
    --at;
  else if (at >= text.size() || text[at] != '#')
    return offset;
  uint32_t name = at;
  while (name > 0 && isIdentifierByte(text[name - 1]))
    --name;
  return name > 0 && name < at && text[name - 1] == '%' ? name : offset;
}

void Server::withPlace(const Json &params, const Reply &reply,
                       std::function<void(Document &, uint32_t)> answer) {
  std::optional<LineColumn> place = toPlace(find(params, {"position"}));
  if (!place)
    return reply(invalidParams("'position' is missing"));
  withDocument(params, reply, [=, this](Document &document) {
    answer(document, withoutResultNumber(*document.snapshot->text, toSnapshot(document, *place)));
  });
}

void Server::withRange(const Json &params, const Reply &reply,
                       std::function<void(Document &, uint32_t, uint32_t)> answer) {
  std::optional<LineColumn> from = toPlace(find(params, {"range", "start"}));
  std::optional<LineColumn> to = toPlace(find(params, {"range", "end"}));
  if (!from || !to)
    return reply(invalidParams("'range' is missing"));
  withDocument(params, reply, [=, this](Document &document) {
    answer(document, toSnapshot(document, *from), toSnapshot(document, *to));
  });
}

llvm::lsp::Range Server::rangeInText(const Document &document, Span span) const {
  const std::string &text = *document.text;
  auto place = [&](uint32_t offset) {
    return toPosition(document.lines->position(text, offset, client_.encoding, &document.known));
  };
  llvm::lsp::Position begin = place(span.begin);
  return {begin, place(span.end)};
}

std::optional<llvm::lsp::Range> Server::placeOf(const Document &document,
                                                std::optional<Span> span) const {
  if (!span || !document.sinceSnapshot.forward(*span))
    return std::nullopt;
  return rangeInText(document, *span);
}

std::optional<Json> Server::rangeOf(const Document &document, std::optional<Span> span) const {
  std::optional<llvm::lsp::Range> range = placeOf(document, span);
  return range ? std::optional(llvm::lsp::toJSON(*range)) : std::nullopt;
}

std::vector<FactsView> Server::factsOf(const Document &, const PieceView &piece) const {
  std::vector<FactsView> result;
  if (piece.facts->parsed)
    result.push_back({piece.facts.get(), nullptr, piece.piece.span.begin, false, &piece, false});
  // A broken piece keeps what it had, and so do single broken statements.
  if (piece.lastGood && (!piece.facts->parsed || !piece.facts->broken.empty()))
    result.push_back({piece.lastGood.get(), &piece.fromLastGood, piece.piece.span.begin, true,
                      &piece, piece.facts->parsed});
  return result;
}

std::optional<std::pair<FactsView, uint32_t>> Server::factsAt(const Document &document,
                                                              uint32_t offset) const {
  if (!document.snapshot)
    return std::nullopt;
  int32_t index = document.snapshot->pieceAt(offset);
  if (index < 0)
    return std::nullopt;
  const PieceView &piece = document.snapshot->pieces[size_t(index)];
  uint32_t inside = offset - piece.piece.span.begin;
  bool broken = !piece.facts->parsed;
  for (Span span : piece.facts->broken)
    broken |= span.touches(inside);
  // A value that came since is known to the present facts alone.
  uint32_t before = piece.fromLastGood.backward(inside);
  if (piece.lastGood && piece.facts->parsed) {
    // A name that lost its definition elsewhere still is what it was.
    Span name;
    bool known = piece.facts->valueAt(inside) >= 0;
    bool knownBefore = piece.lastGood->valueAt(before, &name) >= 0;
    if (broken && known)
      broken = knownBefore;
    else if (!known && knownBefore)
      broken |= piece.fromLastGood.forward(name) && name.touches(inside);
  }
  if (broken && piece.lastGood)
    return std::pair(FactsView{piece.lastGood.get(), &piece.fromLastGood, piece.piece.span.begin,
                               true, &piece, false},
                     before);
  if (!piece.facts->parsed)
    return std::nullopt;
  return std::pair(
      FactsView{piece.facts.get(), nullptr, piece.piece.span.begin, false, &piece, false}, inside);
}

void Server::addChip(Object &object, const Document &document, const PieceView *piece) const {
  std::string chip, source;
  if (piece && !piece->facts->chip.empty()) {
    chip = piece->facts->chip;
    source = "gpu.module";
  } else if (piece && piece->lastGood && !piece->lastGood->chip.empty()) {
    chip = piece->lastGood->chip;
    source = "gpu.module";
  } else if (!settings_.chip.empty()) {
    chip = settings_.chip;
    source = "setting";
  } else if (!document.project.chip.empty()) {
    chip = document.project.chip;
    source = "fly.json";
  }
  if (!chip.empty()) {
    object["chip"] = chip;
    object["chipSource"] = source;
  }
}

} // namespace flylsp
