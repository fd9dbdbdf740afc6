// textDocument/codeAction: quick fixes of findings, silencing a warning, explaining a rule; and the
// command behind the last.
#include "lsp/server/Server.h"

#include "dialects/fly/Diagnostics.h"

#include <set>

namespace flylsp {

void Server::codeAction(const Json &params, const Reply &reply) {
  withRange(params, reply, [=, this](Document &document, uint32_t begin, uint32_t end) {
    Array actions;
    std::set<int> explained;
    auto edit = [&](Json range, StringRef text) {
      return Object{{"changes", Object{{document.uri, Array{Object{{"range", std::move(range)},
                                                                   {"newText", text.str()}}}}}}};
    };
    for (const Finding &finding :
         allFindings(*document.snapshot, document.project, document.path)) {
      if (finding.span.end < begin || finding.span.begin > end)
        continue;
      Json diagnostic = toDiagnostic(document, *document.snapshot, finding);
      for (const Fix &fix : finding.fixes) {
        Array edits;
        for (const TextEdit &change : fix.edits)
          if (std::optional<Json> range = rangeOf(document, change.span))
            edits.push_back(Object{{"range", std::move(*range)}, {"newText", change.text}});
        if (edits.size() != fix.edits.size())
          continue; // the text has moved on
        Object action{{"title", fix.title},
                      {"kind", "quickfix"},
                      {"diagnostics", Array{diagnostic}},
                      {"edit", Object{{"changes", Object{{document.uri, std::move(edits)}}}}}};
        if (finding.fixes.size() == 1) // of several the author has to choose
          action["isPreferred"] = true;
        actions.push_back(std::move(action));
      }
      if (finding.code && finding.severity != Severity::Error) {
        Span moved = finding.span;
        if (!document.sinceSnapshot.forward(moved))
          continue;
        uint32_t line = document.lines->lineOf(moved.begin);
        uint32_t start = document.lines->lineStart(line);
        const std::string &text = *document.text;
        size_t indent = 0;
        while (start + indent < text.size() &&
               (text[start + indent] == ' ' || text[start + indent] == '\t'))
          ++indent;
        std::string code = mlir::fly::codeName(finding.code);
        actions.push_back(Object{
            {"title", "Allow " + code + " here"},
            {"kind", "quickfix"},
            {"diagnostics", Array{diagnostic}},
            {"edit", edit(rangeInText(document, {start, start}),
                          text.substr(start, indent) + "// fly-lint: allow " + code + "\n")}});
      }
      if (finding.code && !client_.explainsRules && explained.insert(finding.code).second) {
        std::string code = mlir::fly::codeName(finding.code);
        std::string title = "Explain " + code;
        actions.push_back(Object{
            {"title", title},
            {"kind", "quickfix"},
            {"diagnostics", Array{diagnostic}},
            {"command",
             Object{{"title", title}, {"command", "fly.showRule"}, {"arguments", Array{code}}}}});
      }
    }
    reply(Json(std::move(actions)));
  });
}

void Server::executeCommand(const Json &params, const Reply &reply) {
  std::optional<StringRef> command = getString(params, {"command"});
  if (!command || *command != "fly.showRule")
    return reply(invalidParams("unknown command '" + command.value_or("").str() + "'"));
  const Json *arguments = find(params, {"arguments"});
  const Array *list = arguments ? arguments->getAsArray() : nullptr;
  std::optional<StringRef> name =
      list && !list->empty() ? list->front().getAsString() : std::nullopt;
  const mlir::fly::RuleEntry *rule =
      name ? mlir::fly::findRule(parseCode(std::string_view(*name))) : nullptr;
  if (!rule)
    return reply(invalidParams("'fly.showRule' takes the code of a rule"));
  // The page where the editor can show one, else its essence.
  if (std::string link = ruleLink(rule->code); client_.showDocument && !link.empty())
    call("window/showDocument", Object{{"uri", link}, {"takeFocus", true}});
  else
    notify("window/showMessage",
           Object{{"type", 3},
                  {"message", mlir::fly::codeName(rule->code) + " " + rule->title.str() + ": " +
                                  rule->rule.str() + " " + rule->fix.str()}});
  reply(Json(nullptr));
}

} // namespace flylsp
