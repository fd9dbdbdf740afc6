// textDocument/codeAction: quick fixes of findings, and silencing a warning.
#include "lsp/server/Server.h"

#include "dialects/fly/Diagnostics.h"

namespace flylsp {

void Server::codeAction(const Json &params, const Reply &reply) {
  std::lock_guard lock(mutex_);
  DocumentRef document = documentOf(params, reply);
  if (!document)
    return;
  std::optional<LineColumn> from = toPlace(find(params, {"range", "start"}));
  std::optional<LineColumn> to = toPlace(find(params, {"range", "end"}));
  if (!from || !to)
    return reply(invalidParams("'range' is missing"));
  withSnapshot(document, reply, [=, this] {
    Array actions;
    auto toSnapshot = [&](LineColumn place) {
      return document->sinceSnapshot.backward(
          document->lines->offset(*document->text, place, client_.encoding));
    };
    uint32_t begin = toSnapshot(*from), end = toSnapshot(*to);
    auto edit = [&](Json range, StringRef text) {
      return Object{{"changes", Object{{document->uri, Array{Object{{"range", std::move(range)},
                                                                    {"newText", text.str()}}}}}}};
    };
    for (const Finding &finding :
         allFindings(*document->snapshot, document->project, document->path)) {
      if (finding.span.end < begin || finding.span.begin > end)
        continue;
      Json diagnostic = toDiagnostic(*document, finding);
      for (const Fix &fix : finding.fixes) {
        Array edits;
        for (const TextEdit &change : fix.edits)
          if (std::optional<Json> range = rangeOf(*document, change.span))
            edits.push_back(Object{{"range", std::move(*range)}, {"newText", change.text}});
        if (edits.size() != fix.edits.size())
          continue; // the text has moved on
        actions.push_back(
            Object{{"title", fix.title},
                   {"kind", "quickfix"},
                   {"diagnostics", Array{diagnostic}},
                   {"isPreferred", true},
                   {"edit", Object{{"changes", Object{{document->uri, std::move(edits)}}}}}});
      }
      if (finding.code && finding.severity != Severity::Error) {
        Span moved = finding.span;
        if (!document->sinceSnapshot.forward(moved))
          continue;
        uint32_t line = document->lines->lineOf(moved.begin);
        uint32_t start = document->lines->lineStart(line);
        const std::string &text = *document->text;
        size_t indent = 0;
        while (start + indent < text.size() &&
               (text[start + indent] == ' ' || text[start + indent] == '\t'))
          ++indent;
        std::string code = mlir::fly::codeName(finding.code);
        actions.push_back(Object{
            {"title", "Allow " + code + " here"},
            {"kind", "quickfix"},
            {"diagnostics", Array{diagnostic}},
            {"edit", edit(rangeInText(*document, {start, start}),
                          text.substr(start, indent) + "// fly-lint: allow " + code + "\n")}});
      }
    }
    reply(Json(std::move(actions)));
  });
}

} // namespace flylsp
