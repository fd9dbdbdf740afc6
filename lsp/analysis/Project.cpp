#include "lsp/analysis/Project.h"

#include "passes/pipelines/Chips.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <tuple>

using llvm::StringRef;

namespace flylsp {

int parseCode(std::string_view text) {
  StringRef rest = StringRef(text.data(), text.size()).trim();
  rest.consume_front("FLY");
  int code = 0;
  return rest.getAsInteger(10, code) || code <= 0 ? 0 : code;
}

std::string severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Information:
    return "info";
  case Severity::Hint:
    return "hint";
  }
  return "error";
}

static bool parseSeverity(StringRef name, std::optional<Severity> &severity) {
  if (name == "off")
    severity = std::nullopt;
  else if (name == "error")
    severity = Severity::Error;
  else if (name == "warning")
    severity = Severity::Warning;
  else if (name == "info" || name == "remark")
    severity = Severity::Information;
  else if (name == "hint")
    severity = Severity::Hint;
  else
    return false;
  return true;
}

Project parseProject(const std::string &text) {
  Project project;
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value) {
    project.problems.push_back(llvm::toString(value.takeError()));
    return project;
  }
  const llvm::json::Object *object = value->getAsObject();
  if (!object) {
    project.problems.push_back("the project file must be a JSON object");
    return project;
  }
  if (std::optional<StringRef> chip = object->getString("chip"))
    project.chip = chip->str();
  if (const llvm::json::Object *severities = object->getObject("severity"))
    for (const auto &[key, entry] : *severities) {
      StringRef name = key;
      int code = parseCode(name);
      std::optional<Severity> severity;
      std::optional<StringRef> level = entry.getAsString();
      if (!code || !level || !parseSeverity(*level, severity))
        project.problems.push_back("\"severity\": \"" + name.str() +
                                   "\" must be a code with off, error, warning, info or hint");
      else
        project.severities[code] = severity;
    }
  if (const llvm::json::Array *accepted = object->getArray("accepted"))
    for (const llvm::json::Value &entry : *accepted) {
      const llvm::json::Object *fields = entry.getAsObject();
      AcceptedFinding finding;
      if (fields)
        finding.code = parseCode(std::string_view(fields->getString("code").value_or("")));
      if (!finding.code) {
        project.problems.push_back("\"accepted\": every entry needs a \"code\"");
        continue;
      }
      finding.file = fields->getString("file").value_or("").str();
      finding.message = fields->getString("message").value_or("").str();
      project.accepted.push_back(std::move(finding));
    }
  return project;
}

Project loadProject(const std::string &sourcePath) {
  std::string path = mlir::fly::findProjectFile(sourcePath);
  if (path.empty())
    return {};
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  Project project;
  if (buffer)
    project = parseProject((*buffer)->getBuffer().str());
  else
    project.problems.push_back(buffer.getError().message());
  project.path = path;
  return project;
}

Suppressions::Suppressions(std::string_view text, const LineIndex &lines) {
  StringRef all(text.data(), text.size());
  constexpr llvm::StringLiteral marker = "fly-lint: allow";
  for (size_t at = all.find(marker); at != StringRef::npos; at = all.find(marker, at + 1)) {
    uint32_t line = lines.lineOf(uint32_t(at));
    uint32_t start = lines.lineStart(line);
    StringRef before = all.slice(start, at);
    size_t slashes = before.rfind("//");
    if (slashes == StringRef::npos)
      continue;
    StringRef codes = all.slice(at + marker.size(), lines.lineEnd(text, line));
    uint32_t target = line;
    if (before.take_front(slashes).trim().empty()) {
      // A comment of its own speaks of the next line with text.
      for (++target; target < lines.lineCount(); ++target) {
        StringRef next = all.slice(lines.lineStart(target), lines.lineEnd(text, target)).ltrim();
        if (!next.empty() && !next.starts_with("//"))
          break;
      }
    }
    while (!codes.empty()) {
      codes = codes.ltrim(" ,\t");
      StringRef word = codes.take_while([](char c) { return llvm::isAlnum(c); });
      if (word.empty())
        break;
      if (int code = parseCode(std::string_view(word)))
        byLine_.emplace(target, code);
      else
        break; // a reason may follow
      codes = codes.drop_front(word.size());
    }
  }
}

bool Suppressions::allows(int code, uint32_t line) const {
  auto [begin, end] = byLine_.equal_range(line);
  return std::any_of(begin, end, [&](const auto &entry) { return entry.second == code; });
}

std::vector<Finding> allFindings(const Snapshot &snapshot, const Project &project,
                                 const std::string &path) {
  std::vector<Finding> result = snapshot.findings;
  for (const PieceView &view : snapshot.pieces) {
    uint32_t base = view.piece.span.begin;
    for (const Finding &finding : view.facts->findings) {
      Finding moved = finding;
      moved.span.begin += base;
      moved.span.end += base;
      for (Related &related : moved.related) {
        related.span.begin += base;
        related.span.end += base;
      }
      for (Fix &fix : moved.fixes)
        for (TextEdit &edit : fix.edits) {
          edit.span.begin += base;
          edit.span.end += base;
        }
      result.push_back(std::move(moved));
    }
  }
  if (!result.empty()) {
    Suppressions suppressions(*snapshot.text, *snapshot.lines);
    auto silenced = [&](Finding &finding) {
      if (!finding.code)
        return false;
      if (auto it = project.severities.find(finding.code); it != project.severities.end()) {
        if (!it->second)
          return true;
        finding.severity = *it->second;
      } else if (finding.onRequest) {
        return true;
      }
      if (!suppressions.empty() &&
          suppressions.allows(finding.code, snapshot.lines->lineOf(finding.span.begin)))
        return true;
      for (const AcceptedFinding &accepted : project.accepted)
        if (accepted.code == finding.code && StringRef(path).ends_with(accepted.file) &&
            StringRef(finding.message).contains(accepted.message))
          return true;
      return false;
    };
    std::erase_if(result, silenced);
  }
  std::sort(result.begin(), result.end(), [](const Finding &a, const Finding &b) {
    return std::tie(a.span.begin, a.span.end, a.severity, a.message) <
           std::tie(b.span.begin, b.span.end, b.severity, b.message);
  });
  return result;
}

} // namespace flylsp
