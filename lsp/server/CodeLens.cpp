// textDocument/codeLens: "Run test" above the RUN lines of a test, for clients that say they can
// run it. The server itself runs nothing that a text says.
#include "lsp/server/Server.h"

namespace flylsp {

/// The start of the first line that lit would run; nothing for a text that is no test.
static std::optional<size_t> firstRunLine(StringRef text) {
  for (size_t at = text.find("RUN:"); at != StringRef::npos; at = text.find("RUN:", at + 1)) {
    size_t start = text.rfind('\n', at) + 1; // 0 without one
    if (text.slice(start, at).trim() == "//")
      return start;
  }
  return std::nullopt;
}

void Server::codeLens(const Json &params, const Reply &reply) {
  std::lock_guard lock(mutex_);
  DocumentRef document = documentOf(params, reply);
  if (!document)
    return;
  // The text alone decides, so that a test can be run whether or not it parses.
  Array lenses;
  if (std::optional<size_t> line = firstRunLine(*document->text)) {
    auto start = uint32_t(*line);
    auto end = uint32_t(std::min(document->text->find('\n', *line), document->text->size()));
    lenses.push_back(Object{{"range", rangeInText(*document, {start, end})},
                            {"command", Object{{"title", "Run test"},
                                               {"command", "fly.runTest"},
                                               {"arguments", Array{document->uri}}}}});
  }
  reply(Json(std::move(lenses)));
}

} // namespace flylsp
