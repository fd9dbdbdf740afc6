// textDocument/publishDiagnostics
#include "lsp/server/Server.h"
#include "passes/pipelines/Chips.h"

#include "llvm/ADT/StringExtras.h"

namespace flylsp {

std::string Server::ruleLink(int code) const {
  if (docsFolder_.empty())
    return {};
  return uriOfPath(docsFolder_ + "/diagnostics.md") + "#fly" + std::to_string(code);
}

Json Server::toDiagnostic(const Document &document, const Snapshot &snapshot,
                          const Finding &finding) const {
  auto range = [&](Span span) {
    const std::string &text = *snapshot.text;
    return llvm::lsp::toJSON(
        llvm::lsp::Range(toPosition(snapshot.lines->position(text, span.begin, client_.encoding)),
                         toPosition(snapshot.lines->position(text, std::max(span.begin, span.end),
                                                             client_.encoding))));
  };
  int severity = 1;
  switch (finding.severity) {
  case Severity::Error:
    severity = 1;
    break;
  case Severity::Warning:
    severity = 2;
    break;
  case Severity::Information:
    severity = 3;
    break;
  case Severity::Hint:
    severity = 4;
    break;
  }
  Object diagnostic{{"range", range(finding.span)},
                    {"severity", severity},
                    {"source", finding.code ? "fly" : "mlir"}};
  std::string message = finding.message;
  if (finding.code) {
    std::string code = "FLY" + std::to_string(finding.code);
    diagnostic["code"] = code;
    if (std::string link = ruleLink(finding.code); client_.codeDescription && !link.empty())
      diagnostic["codeDescription"] = Object{{"href", link}};
  }
  Array related;
  for (const Related &note : finding.related) {
    if (note.file.empty()) {
      related.push_back(
          Object{{"location", Object{{"uri", document.uri}, {"range", range(note.span)}}},
                 {"message", note.message}});
      continue;
    }
    // A line of another file, such as the Python source; relative names count from the document.
    std::string path = note.file;
    if (!path.empty() && path[0] != '/' && !document.path.empty())
      path = document.path.substr(0, document.path.rfind('/') + 1) + path;
    int line = int(note.line ? note.line - 1 : 0), column = int(note.column ? note.column - 1 : 0);
    llvm::lsp::Range place{{line, column}, {line, column}};
    related.push_back(
        Object{{"location", Object{{"uri", uriOfPath(path)}, {"range", llvm::lsp::toJSON(place)}}},
               {"message", note.message}});
  }
  if (!related.empty() && client_.relatedInformation) {
    diagnostic["relatedInformation"] = std::move(related);
  } else {
    for (const Related &note : finding.related) {
      message += "\n" + note.message;
      if (!note.file.empty())
        message += " (" + note.file + ":" + std::to_string(note.line) + ")";
    }
  }
  diagnostic["message"] = llvm::json::fixUTF8(message);
  if (!finding.fixes.empty()) {
    Array fixes;
    for (const Fix &fix : finding.fixes) {
      Array edits;
      for (const TextEdit &edit : fix.edits)
        edits.push_back(Object{{"range", range(edit.span)}, {"newText", edit.text}});
      fixes.push_back(Object{{"title", fix.title}, {"edits", std::move(edits)}});
    }
    diagnostic["data"] = Object{{"fixes", std::move(fixes)}};
  }
  return diagnostic;
}

void Server::publishDiagnostics(const Document &document, const Snapshot &snapshot) {
  Array diagnostics;
  std::vector<Finding> findings = allFindings(snapshot, document.project, document.path);
  // Editors choke on more, and so do people.
  constexpr size_t most = 1000;
  for (size_t i = 0; i < std::min(findings.size(), most); ++i)
    diagnostics.push_back(toDiagnostic(document, snapshot, findings[i]));
  std::vector<std::string> problems;
  for (const std::string &problem : document.project.problems)
    problems.push_back(document.project.path + ": " + problem);
  if (!settings_.chip.empty() && !mlir::fly::findChip(settings_.chip))
    problems.push_back("the settings: " + mlir::fly::unknownChipMessage(settings_.chip));
  for (std::string &problem : problems) {
    Finding finding;
    finding.severity = Severity::Warning;
    finding.message = std::move(problem);
    diagnostics.push_back(toDiagnostic(document, snapshot, finding));
  }
  if (findings.size() > most) {
    Finding finding;
    finding.severity = Severity::Information;
    finding.message = std::to_string(findings.size() - most) + " further findings are not shown";
    finding.span = findings[most].span;
    diagnostics.push_back(toDiagnostic(document, snapshot, finding));
  }
  notify("textDocument/publishDiagnostics", Object{{"uri", document.uri},
                                                   {"version", snapshot.version},
                                                   {"diagnostics", std::move(diagnostics)}});
}

} // namespace flylsp
