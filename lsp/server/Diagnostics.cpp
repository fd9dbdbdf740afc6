// textDocument/publishDiagnostics
#include "lsp/server/Server.h"
#include "passes/pipelines/Chips.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace flylsp {

std::string Server::ruleLink(int code) const {
  if (docsFolder_.empty())
    return {};
  return uriOfPath(docsFolder_ + "/diagnostics.md") + "#fly" + std::to_string(code);
}

static std::string joined(StringRef folder, StringRef file) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, file);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

std::string Server::sourcePath(const Document &document, StringRef file) const {
  if (llvm::sys::path::is_absolute(file))
    return file.str();
  if (file == "-") // the standard input
    return {};
  std::string beside;
  if (!document.path.empty())
    beside = joined(llvm::sys::path::parent_path(document.path), file);
  if (!beside.empty() && llvm::sys::fs::exists(beside))
    return beside;
  for (const std::string &folder : folders_)
    if (std::string path = joined(folder, file); llvm::sys::fs::exists(path))
      return path;
  return beside;
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
    std::string path = note.file.empty() ? std::string() : sourcePath(document, note.file);
    if (client_.relatedInformation && note.file.empty()) {
      related.push_back(
          Object{{"location", Object{{"uri", document.uri}, {"range", range(note.span)}}},
                 {"message", note.message}});
    } else if (client_.relatedInformation && !path.empty()) {
      int line = int(note.line ? note.line - 1 : 0),
          column = int(note.column ? note.column - 1 : 0);
      llvm::lsp::Range place{{line, column}, {line, column}};
      related.push_back(Object{
          {"location", Object{{"uri", uriOfPath(path)}, {"range", llvm::lsp::toJSON(place)}}},
          {"message", note.message}});
    } else {
      message += "\n" + note.message;
      if (!note.file.empty())
        message += " (" + note.file + ":" + std::to_string(note.line) + ")";
    }
  }
  if (!related.empty())
    diagnostic["relatedInformation"] = std::move(related);
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
