// Between the places of requests, the present text and the text that was analysed.
#include "lsp/server/Server.h"

namespace flylsp {

std::optional<Span> FactsView::absolute(Span span) const {
  if (shift && !shift->forward(span))
    return std::nullopt;
  return Span{span.begin + base, span.end + base};
}

std::optional<uint32_t> Server::offsetOf(const Document &document, const Json &params) {
  std::optional<LineColumn> place = toPlace(find(params, {"position"}));
  if (!place)
    return std::nullopt;
  uint32_t present = document.lines->offset(*document.text, *place, client_.encoding);
  return document.sinceSnapshot.backward(present);
}

Json Server::rangeInText(const Document &document, Span span) const {
  const std::string &text = *document.text;
  return llvm::lsp::toJSON(
      llvm::lsp::Range(toPosition(document.lines->position(text, span.begin, client_.encoding)),
                       toPosition(document.lines->position(text, span.end, client_.encoding))));
}

std::optional<Json> Server::rangeOf(const Document &document, std::optional<Span> span) const {
  if (!span || !document.sinceSnapshot.forward(*span))
    return std::nullopt;
  return rangeInText(document, *span);
}

std::vector<FactsView> Server::factsOf(const Document &, const PieceView &piece) const {
  std::vector<FactsView> result;
  if (piece.facts->parsed)
    result.push_back({piece.facts.get(), nullptr, piece.piece.span.begin, false, &piece});
  else if (piece.lastGood)
    result.push_back(
        {piece.lastGood.get(), &piece.fromLastGood, piece.piece.span.begin, true, &piece});
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
  if (broken && piece.lastGood)
    return std::pair(
        FactsView{piece.lastGood.get(), &piece.fromLastGood, piece.piece.span.begin, true, &piece},
        piece.fromLastGood.backward(inside));
  if (!piece.facts->parsed)
    return std::nullopt;
  return std::pair(FactsView{piece.facts.get(), nullptr, piece.piece.span.begin, false, &piece},
                   inside);
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
