#include "lsp/analysis/Project.h"

#include "lsp/analysis/Scan.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_ptx/Rules.h"
#include "dialects/fly_rocdl/Rules.h"
#include "passes/pipelines/Chips.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <set>
#include <tuple>

using llvm::ArrayRef;
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

/// The allowed word that is spelled most like one that is not; empty when none is near.
static std::string nearest(StringRef word, ArrayRef<StringRef> allowed) {
  StringRef best;
  unsigned least = std::max<unsigned>(2, unsigned(word.size()) / 2) + 1;
  for (StringRef candidate : allowed) {
    unsigned distance = word.edit_distance(candidate, /*AllowReplacements=*/true, least);
    if (word.equals_insensitive(candidate))
      distance = 0;
    else if (word.size() > 2 && candidate.starts_with_insensitive(word))
      distance = 1;
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best.str();
}

static std::string suggestion(const std::string &word) {
  return word.empty() ? "" : "; did you mean \"" + word + "\"?";
}

/// The code of a rule that is spelled most like a word.
static std::string nearestCode(StringRef word) {
  std::vector<std::string> names;
  for (const mlir::fly::RuleEntry *rule : mlir::fly::allRules())
    names.push_back(mlir::fly::codeName(rule->code));
  std::vector<StringRef> codes(names.begin(), names.end());
  return nearest(word, codes);
}

static StringRef kindOf(const llvm::json::Value &value) {
  switch (value.kind()) {
  case llvm::json::Value::Null:
    return "null";
  case llvm::json::Value::Boolean:
    return "a boolean";
  case llvm::json::Value::Number:
    return "a number";
  case llvm::json::Value::String:
    return "a string";
  case llvm::json::Value::Array:
    return "a list";
  case llvm::json::Value::Object:
    return "an object";
  }
  return "null";
}

namespace {
/// Reads the keys of a project file and collects what is wrong with them, in the order of the keys.
class ProjectReader {
public:
  explicit ProjectReader(Project &project) : project(project) {}

  void read(const llvm::json::Object &object) {
    static constexpr StringRef keys[] = {"chip", "severity", "accepted", "bankModel", "waveSize"};
    // The members have no order of their own.
    std::vector<std::pair<StringRef, const llvm::json::Value *>> members;
    for (const auto &[key, value] : object)
      members.emplace_back(key, &value);
    llvm::sort(members, llvm::less_first());
    for (auto [key, value] : members) {
      if (key == "chip") {
        readChip(key, *value, project.chip);
      } else if (key == "bankModel") {
        if (std::optional<StringRef> name = value->getAsString(); name && *name == "generic")
          project.bankModel = "generic";
        else
          readChip(key, *value, project.bankModel);
      } else if (key == "waveSize") {
        std::optional<int64_t> lanes = value->getAsInteger();
        if (lanes && (*lanes == 32 || *lanes == 64))
          project.waveSize = int(*lanes);
        else
          problem("\"waveSize\" must be 32 or 64, got " +
                  (lanes ? std::to_string(*lanes) : kindOf(*value).str()));
      } else if (key == "severity") {
        if (const llvm::json::Object *severities = value->getAsObject())
          readSeverities(*severities);
        else
          problem("\"severity\" must be an object of codes, got " + kindOf(*value).str());
      } else if (key == "accepted") {
        if (const llvm::json::Array *entries = value->getAsArray())
          for (auto [index, entry] : llvm::enumerate(*entries))
            readAccepted(index, entry);
        else
          problem("\"accepted\" must be a list of objects, got " + kindOf(*value).str());
      } else {
        problem("unknown key \"" + key.str() + "\"" + suggestion(nearest(key, keys)));
      }
    }
  }

private:
  void problem(std::string text) { project.problems.push_back(std::move(text)); }

  void readChip(StringRef key, const llvm::json::Value &value, std::string &chip) {
    std::optional<StringRef> name = value.getAsString();
    if (!name)
      return problem("\"" + key.str() + "\" must be the name of a chip, got " +
                     kindOf(value).str());
    if (mlir::fly::findChip(*name))
      chip = name->str();
    else
      problem("\"" + key.str() + "\": unknown chip \"" + name->str() + "\"" +
              suggestion(mlir::fly::nearestChip(*name).str()));
  }

  /// A code of a rule, or 0 with a problem.
  int readCode(const std::string &where, StringRef name) {
    int code = parseCode(std::string_view(name));
    if (code && mlir::fly::findRule(code))
      return code;
    problem(where + ": unknown code \"" + name.str() + "\"" + suggestion(nearestCode(name)));
    return 0;
  }

  void readSeverities(const llvm::json::Object &severities) {
    static constexpr StringRef levels[] = {"off", "error", "warning", "info", "hint"};
    std::vector<std::pair<StringRef, const llvm::json::Value *>> members;
    for (const auto &[key, value] : severities)
      members.emplace_back(key, &value);
    llvm::sort(members, llvm::less_first());
    for (auto [name, value] : members) {
      int code = readCode("\"severity\"", name);
      std::string where = "\"severity\": \"" + name.str() + "\"";
      std::optional<StringRef> level = value->getAsString();
      std::optional<Severity> severity;
      if (!level)
        problem(where + " must be off, error, warning, info or hint, got " + kindOf(*value).str());
      else if (!parseSeverity(*level, severity))
        problem(where + " must be off, error, warning, info or hint, got \"" + level->str() + "\"" +
                suggestion(nearest(*level, levels)));
      else if (code)
        project.severities[code] = severity;
    }
  }

  void readAccepted(size_t index, const llvm::json::Value &entry) {
    static constexpr StringRef keys[] = {"code", "file", "message"};
    std::string where = "\"accepted\": entry " + std::to_string(index + 1);
    const llvm::json::Object *fields = entry.getAsObject();
    if (!fields)
      return problem(where + " must be an object, got " + kindOf(entry).str());
    AcceptedFinding finding;
    bool good = true;
    std::vector<std::pair<StringRef, const llvm::json::Value *>> members;
    for (const auto &[key, value] : *fields)
      members.emplace_back(key, &value);
    llvm::sort(members, llvm::less_first());
    for (auto [key, value] : members) {
      std::optional<StringRef> text = value->getAsString();
      if (!llvm::is_contained(keys, key)) {
        problem(where + " has the unknown key \"" + key.str() + "\"" +
                suggestion(nearest(key, keys)));
      } else if (!text) {
        problem(where + ": \"" + key.str() + "\" must be a string, got " + kindOf(*value).str());
        good = false;
      } else if (key == "code") {
        finding.code = readCode(where, *text);
        good &= finding.code != 0;
      } else if (key == "file") {
        finding.file = text->str();
      } else {
        finding.message = text->str();
      }
    }
    if (!fields->get("code"))
      problem(where + " needs a \"code\"");
    else if (good)
      project.accepted.push_back(std::move(finding));
  }

  Project &project;
};
} // namespace

Project parseProject(const std::string &text) {
  Project project;
  llvm::Expected<llvm::json::Value> value = mlir::fly::parseProjectText(text);
  if (!value) {
    project.problems.push_back(llvm::toString(value.takeError()));
    return project;
  }
  if (const llvm::json::Object *object = value->getAsObject())
    ProjectReader(project).read(*object);
  else
    project.problems.push_back("the project file must be a JSON object, got " +
                               kindOf(*value).str());
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

/// Where the comment of a line starts, npos when it has none. Strings end on their line.
static size_t commentStart(std::string_view text, uint32_t at, uint32_t end) {
  while (at + 1 < end) {
    if (text[at] == '"')
      at = skipString(text, at);
    else if (text[at] == '/' && text[at + 1] == '/')
      return at;
    else
      ++at;
  }
  return StringRef::npos;
}

Suppressions::Suppressions(std::string_view text, const LineIndex &lines) {
  StringRef all(text.data(), text.size());
  constexpr llvm::StringLiteral marker = "fly-lint: allow";
  for (size_t at = all.find(marker); at != StringRef::npos; at = all.find(marker, at + 1)) {
    uint32_t line = lines.lineOf(uint32_t(at)), start = lines.lineStart(line);
    size_t comment = commentStart(text, start, uint32_t(at));
    if (comment == StringRef::npos)
      continue;
    uint32_t target = line;
    if (all.slice(start, comment).trim().empty()) {
      // A comment of its own speaks of the next line with text.
      for (++target; target < lines.lineCount(); ++target) {
        StringRef next = all.slice(lines.lineStart(target), lines.lineEnd(text, target)).ltrim();
        if (!next.empty() && !next.starts_with("//"))
          break;
      }
    }
    readCodes(all, at + marker.size(), lines.lineEnd(text, line), target);
  }
}

/// Reads codes until something else comes, which is the reason.
void Suppressions::readCodes(StringRef all, size_t begin, size_t end, uint32_t target) {
  for (bool first = true;; first = false) {
    begin = std::min(all.find_first_not_of(" ,\t", begin), end);
    StringRef word = all.slice(begin, end).take_while([](char c) { return llvm::isAlnum(c); });
    int code = parseCode(std::string_view(word));
    if (code && mlir::fly::findRule(code)) {
      byLine_.emplace(target, code);
      begin += word.size();
      continue;
    }
    bool meant = word.take_front(3).equals_insensitive("FLY") && word.size() > 3 &&
                 llvm::all_of(word.drop_front(3), llvm::isDigit);
    if (!first && !meant)
      return;
    Finding finding;
    finding.severity = Severity::Warning;
    finding.span = {uint32_t(begin), uint32_t(begin + word.size())};
    if (word.empty()) {
      finding.message = "'fly-lint: allow' needs a code such as FLY172";
    } else {
      std::string near = nearestCode(word);
      finding.message = "'fly-lint: allow': unknown code \"" + word.str() + "\"" + suggestion(near);
      if (!near.empty())
        finding.fixes.push_back({"Write " + near, {{finding.span, near}}});
    }
    problems_.push_back(std::move(finding));
    if (!meant)
      return;
    begin += word.size();
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
  Suppressions suppressions(*snapshot.text, *snapshot.lines);
  if (!result.empty()) {
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
  result.insert(result.end(), suppressions.problems().begin(), suppressions.problems().end());
  std::sort(result.begin(), result.end(), [](const Finding &a, const Finding &b) {
    return std::tie(a.span.begin, a.span.end, a.severity, a.message) <
           std::tie(b.span.begin, b.span.end, b.severity, b.message);
  });
  std::set<std::string> seen;
  std::erase_if(result, [&](const Finding &finding) {
    return !finding.once.empty() && !seen.insert(finding.once).second;
  });
  return result;
}

} // namespace flylsp
