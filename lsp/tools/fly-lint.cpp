// fly-lint: the editor's findings on the command line.
#include "lsp/analysis/Analyzer.h"
#include "lsp/analysis/Project.h"
#include "lsp/tools/Options.h"

#include "dialects/fly/Diagnostics.h"
#include "passes/pipelines/Chips.h"
#include "passes/pipelines/Codegen.h"
#include "passes/pipelines/InputScan.h"
#include "passes/pipelines/Plugins.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/thread.h"
#include "llvm/Support/xxhash.h"

#include <atomic>
#include <cstdio>
#include <map>
#include <set>

using namespace flylsp;
using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;
using Json = llvm::json::Value;

static constexpr char usage[] = R"(usage: fly-lint FILES|FOLDERS... [OPTIONS]
       fly-lint --explain CODE

Reports what the editor reports: parse errors, broken invariants of atoms and tiled operations, and doubtful
promises, for every .mlir file given or found in the folders.

options:
  -j N              files checked at the same time (default: number of cores)
  --chip NAME       chip for code outside of gpu.modules with a target
  --format FORMAT   text (default), json, sarif
  --explain CODE    what a code such as FLY116 means
  --baseline FILE   findings in this file are known and not reported
  --write-baseline FILE   write the present findings to such a file
  --dialect-plugin FILE   shared library with further dialects (may be given several times)
  --help, --version

Columns count bytes in text, as compilers do, and UTF-16 units in json and sarif, as editors do. Findings at
operations with locations in other files, as front ends write them, name those lines too.

`fly.json` beside the sources or above them sets chip, severities and accepted findings; a comment
`// fly-lint: allow FLY172` on or above a line silences that code there.

exit status: 0 nothing above info, 1 errors, unreadable input or a wrong command line, 3 warnings only.
)";

namespace {

struct FileResult {
  std::string path;
  SnapshotRef snapshot; ///< null for a file that could not be read
  /// Why it could not be read or analysed, and where.
  std::string failure;
  unsigned failureLine = 0;                     ///< 0: no place, it could not be read
  unsigned failureColumn = 0, failureUnits = 0; ///< in bytes and in UTF-16 units
  std::vector<Finding> findings;
  std::string projectFile;
  std::vector<std::string> projectProblems;
};

int fail(const std::string &message) {
  fprintf(stderr, "fly-lint: error: %s\n", message.c_str());
  return 1;
}

/// What stays of a finding when lines move: its code, its message and the text of its line.
std::string fingerprint(const FileResult &file, const Finding &finding) {
  uint32_t line = file.snapshot->lines->lineOf(finding.span.begin);
  StringRef text(*file.snapshot->text);
  StringRef content = text.slice(file.snapshot->lines->lineStart(line),
                                 file.snapshot->lines->lineEnd(*file.snapshot->text, line));
  return std::to_string(finding.code) + "|" + finding.message + "|" + content.trim().str();
}

/// Findings that are known, in a file. It names sources by their way from its own folder, so that
/// it holds wherever the project lies.
class Baseline {
public:
  explicit Baseline(const std::string &path) : path_(path) {}

  /// Returns what is wrong with the file, if anything.
  std::optional<std::string> read() {
    std::string error;
    std::optional<std::string> text = readFile(path_, error);
    if (!text)
      return error;
    llvm::Expected<Json> value = mlir::fly::parseProjectText(*text);
    const Array *entries = value ? value->getAsArray() : nullptr;
    if (!value)
      llvm::consumeError(value.takeError());
    if (!entries)
      return path_ + ": not a baseline: expected a JSON list";
    for (const Json &entry : *entries)
      if (std::optional<StringRef> line = entry.getAsString())
        known_.insert(line->str());
    return std::nullopt;
  }

  /// Takes away what is known; every entry stands for one finding.
  void apply(FileResult &file) {
    std::erase_if(file.findings, [&](const Finding &finding) {
      auto it = known_.find(entryOf(file, finding));
      if (it == known_.end())
        return false;
      known_.erase(it);
      return true;
    });
  }

  std::optional<std::string> write(const std::vector<FileResult> &files) const {
    Array entries;
    for (const FileResult &file : files)
      for (const Finding &finding : file.findings)
        entries.push_back(entryOf(file, finding));
    std::error_code code;
    llvm::raw_fd_ostream out(path_, code);
    if (code)
      return "cannot write '" + path_ + "': " + code.message();
    out << llvm::formatv("{0:2}", Json(std::move(entries))) << "\n";
    return std::nullopt;
  }

private:
  std::string entryOf(const FileResult &file, const Finding &finding) const {
    return llvm::json::fixUTF8(wayTo(file.path) + "|" + fingerprint(file, finding));
  }

  std::string wayTo(StringRef source) const {
    if (source == "-")
      return source.str();
    auto absolute = [](StringRef path) {
      llvm::SmallString<256> full(path);
      llvm::sys::fs::make_absolute(full);
      llvm::sys::path::remove_dots(full, /*remove_dot_dot=*/true);
      return full;
    };
    llvm::SmallString<256> to = absolute(source), file = absolute(path_);
    StringRef from = llvm::sys::path::parent_path(file);
    auto a = llvm::sys::path::begin(from), aEnd = llvm::sys::path::end(from);
    auto b = llvm::sys::path::begin(to), bEnd = llvm::sys::path::end(to);
    for (; a != aEnd && b != bEnd && *a == *b; ++a, ++b)
      ;
    llvm::SmallString<256> way;
    for (; a != aEnd; ++a)
      llvm::sys::path::append(way, "..");
    for (; b != bEnd; ++b)
      llvm::sys::path::append(way, *b);
    return way.str().str();
  }

  std::string path_;
  std::multiset<std::string> known_;
};

void lint(FileResult &result, const mlir::DialectRegistry &registry, const std::string &chip) {
  std::string error;
  std::optional<std::string> text = readFile(result.path, error);
  if (!text) {
    // The message names the file, as the place in front of it does.
    StringRef reason = error;
    reason.consume_front(result.path + ": error: ");
    result.failure = reason.str();
    return;
  }
  Project project = loadProject(result.path);
  result.projectFile = project.path;
  result.projectProblems = project.problems;
  if (std::optional<mlir::fly::ScanError> fault =
          mlir::fly::scanInput(*text, /*allowEmpty=*/true)) {
    result.failure = fault->message;
    result.failureLine = fault->line;
    result.failureColumn = fault->column;
    LineIndex lines(*text);
    uint32_t at = lines.offset(*text, {fault->line - 1, fault->column - 1}, Encoding::Utf8);
    result.failureUnits = lines.position(*text, at, Encoding::Utf16).column + 1;
    return;
  }
  AnalysisOptions options;
  options.chip = chip.empty() ? project.chip : chip;
  options.chipOrigin = chip.empty() ? "the project file" : "--chip";
  options.chipFile = chip.empty() ? project.path : "";
  Analyzer analyzer(registry);
  result.snapshot =
      analyzer.analyze(std::make_shared<const std::string>(std::move(*text)), 0, options);
  result.findings = allFindings(*result.snapshot, project, result.path);
}

std::string place(const FileResult &file, Span span) {
  LineColumn at = file.snapshot->lines->position(*file.snapshot->text, span.begin, Encoding::Utf8);
  return file.path + ":" + std::to_string(at.line + 1) + ":" + std::to_string(at.column + 1);
}

/// The line of a place, cut around it when it is long, and marks below it.
void printExcerpt(const std::string &text, const LineIndex &lines, Span span) {
  uint32_t line = lines.lineOf(span.begin), start = lines.lineStart(line);
  uint32_t end = lines.lineEnd(text, line), begin = std::min(span.begin, end);
  // Characters of several bytes are kept whole, and count as one column.
  auto inside = [&](uint32_t at) { return at < end && (uint8_t(text[at]) & 0xc0) == 0x80; };
  uint32_t from = begin - start > 100 ? begin - 60 : start, to = std::min(end, from + 160);
  while (inside(from))
    ++from;
  while (inside(to))
    ++to;
  auto columns = [&](uint32_t first, uint32_t last) {
    size_t count = 0;
    for (uint32_t at = first; at < last; ++at)
      count += !inside(at);
    return count;
  };
  std::string shown = text.substr(from, to - from);
  std::replace(shown.begin(), shown.end(), '\t', ' ');
  size_t width = std::max<size_t>(1, columns(begin, std::min(span.end, to)));
  printf("  %s\n  %s^%s\n", shown.c_str(), std::string(columns(from, begin), ' ').c_str(),
         std::string(width - 1, '~').c_str());
}

void printText(const FileResult &file) {
  if (!file.failure.empty()) {
    std::string where = file.path;
    if (file.failureLine)
      where += ":" + std::to_string(file.failureLine) + ":" + std::to_string(file.failureColumn);
    printf("%s: error: %s\n", where.c_str(), file.failure.c_str());
    return;
  }
  const std::string &text = *file.snapshot->text;
  const LineIndex &lines = *file.snapshot->lines;
  for (const Finding &finding : file.findings) {
    std::string code = finding.code ? " [" + mlir::fly::codeName(finding.code) + "]" : "";
    printf("%s: %s: %s%s\n", place(file, finding.span).c_str(),
           severityName(finding.severity).c_str(), finding.message.c_str(), code.c_str());
    printExcerpt(text, lines, finding.span);
    for (const Related &related : finding.related) {
      std::string where = related.file.empty() ? place(file, related.span)
                                               : related.file + ":" + std::to_string(related.line) +
                                                     ":" + std::to_string(related.column);
      printf("%s: note: %s\n", where.c_str(), related.message.c_str());
    }
  }
}

/// What is wrong with project files: path and message, each once however many files they rule.
using ProjectProblems = std::set<std::pair<std::string, std::string>>;

Object position(const FileResult &file, uint32_t offset) {
  LineColumn at = file.snapshot->lines->position(*file.snapshot->text, offset, Encoding::Utf16);
  return Object{{"line", at.line + 1}, {"column", at.column + 1}};
}

Json toJson(const std::vector<FileResult> &files, const ProjectProblems &problems) {
  Array list;
  for (const auto &[path, problem] : problems)
    list.push_back(Object{{"file", path},
                          {"severity", "warning"},
                          {"message", llvm::json::fixUTF8(problem)},
                          {"start", Object{{"line", 1}, {"column", 1}}},
                          {"end", Object{{"line", 1}, {"column", 1}}}});
  for (const FileResult &file : files) {
    if (!file.failure.empty()) {
      auto place = [&] {
        return Object{{"line", std::max(1u, file.failureLine)},
                      {"column", std::max(1u, file.failureUnits)}};
      };
      list.push_back(Object{{"file", file.path},
                            {"severity", "error"},
                            {"message", llvm::json::fixUTF8(file.failure)},
                            {"start", place()},
                            {"end", place()}});
      continue;
    }
    for (const Finding &finding : file.findings) {
      Object entry{{"file", file.path},
                   {"severity", severityName(finding.severity)},
                   {"message", llvm::json::fixUTF8(finding.message)},
                   {"start", position(file, finding.span.begin)},
                   {"end", position(file, finding.span.end)}};
      if (finding.code)
        entry["code"] = mlir::fly::codeName(finding.code);
      Array related;
      for (const Related &note : finding.related) {
        Object item{{"message", llvm::json::fixUTF8(note.message)}};
        if (note.file.empty())
          item["start"] = position(file, note.span.begin);
        else {
          item["file"] = note.file;
          item["start"] = Object{{"line", note.line}, {"column", note.column}};
        }
        related.push_back(std::move(item));
      }
      if (!related.empty())
        entry["related"] = std::move(related);
      list.push_back(std::move(entry));
    }
  }
  return Json(std::move(list));
}

/// A path as the reference to a file that SARIF wants: relative ones stay relative.
std::string uriReference(StringRef path) {
  std::string result = path.starts_with("/") ? "file://" : "";
  for (unsigned char c : path) {
    if (llvm::isAlnum(c) || StringRef("/-._~").contains(char(c)))
      result += char(c);
    else
      result += "%" + llvm::toHex(StringRef(reinterpret_cast<const char *>(&c), 1));
  }
  return result;
}

StringRef sarifLevel(Severity severity) {
  return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "note";
}

/// SARIF 2.1.0, as code hosts read it.
Json toSarif(const std::vector<FileResult> &files, const ProjectProblems &problems) {
  Array results;
  std::map<int, int> ruleIndex; // in order of the codes
  for (const FileResult &file : files)
    for (const Finding &finding : file.findings)
      if (finding.code)
        ruleIndex[finding.code] = 0;
  Array rules;
  for (auto &[code, index] : ruleIndex) {
    index = int(rules.size());
    Object rule{{"id", mlir::fly::codeName(code)}};
    if (const mlir::fly::RuleEntry *entry = mlir::fly::findRule(code)) {
      rule["shortDescription"] = Object{{"text", entry->title}};
      rule["fullDescription"] = Object{{"text", entry->rule}};
      rule["help"] = Object{{"text", entry->fix}};
      rule["defaultConfiguration"] =
          Object{{"level", entry->severity == mlir::fly::RuleEntry::Severity::Error     ? "error"
                           : entry->severity == mlir::fly::RuleEntry::Severity::Warning ? "warning"
                                                                                        : "note"}};
    }
    rules.push_back(std::move(rule));
  }

  auto location = [](StringRef path, Object region) {
    return Object{
        {"physicalLocation", Object{{"artifactLocation", Object{{"uri", uriReference(path)}}},
                                    {"region", std::move(region)}}}};
  };
  auto start = [](unsigned line, unsigned column) {
    return Object{{"startLine", line}, {"startColumn", column}};
  };
  for (const auto &[path, problem] : problems)
    results.push_back(Object{{"level", "warning"},
                             {"message", Object{{"text", llvm::json::fixUTF8(problem)}}},
                             {"locations", Array{location(path, start(1, 1))}}});
  for (const FileResult &file : files) {
    if (!file.failure.empty()) {
      results.push_back(Object{
          {"level", "error"},
          {"message", Object{{"text", llvm::json::fixUTF8(file.failure)}}},
          {"locations", Array{location(file.path, start(std::max(1u, file.failureLine),
                                                        std::max(1u, file.failureUnits)))}}});
      continue;
    }
    auto region = [&](Span span) {
      auto place = [&](uint32_t offset) {
        return file.snapshot->lines->position(*file.snapshot->text, offset, Encoding::Utf16);
      };
      LineColumn begin = place(span.begin), end = place(std::max(span.begin, span.end));
      return Object{{"startLine", begin.line + 1},
                    {"startColumn", begin.column + 1},
                    {"endLine", end.line + 1},
                    {"endColumn", end.column + 1}};
    };
    for (const Finding &finding : file.findings) {
      Object entry{
          {"level", sarifLevel(finding.severity)},
          {"message", Object{{"text", llvm::json::fixUTF8(finding.message)}}},
          {"locations", Array{location(file.path, region(finding.span))}},
          {"partialFingerprints",
           Object{{"flyLint/v1", llvm::utohexstr(llvm::xxh3_64bits(fingerprint(file, finding)))}}}};
      if (finding.code) {
        entry["ruleId"] = mlir::fly::codeName(finding.code);
        entry["ruleIndex"] = ruleIndex[finding.code];
      }
      Array related;
      for (const Related &note : finding.related) {
        Object at =
            note.file.empty()
                ? location(file.path, region(note.span))
                : location(note.file, start(std::max(1u, note.line), std::max(1u, note.column)));
        at["message"] = Object{{"text", llvm::json::fixUTF8(note.message)}};
        related.push_back(std::move(at));
      }
      if (!related.empty())
        entry["relatedLocations"] = std::move(related);
      results.push_back(std::move(entry));
    }
  }
  return Object{
      {"version", "2.1.0"},
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"runs", Array{Object{{"tool", Object{{"driver", Object{{"name", "fly-lint"},
                                                              {"version", FLY_VERSION},
                                                              {"rules", std::move(rules)}}}}},
                            {"columnKind", "utf16CodeUnits"},
                            {"results", std::move(results)}}}}};
}

int explain(const std::string &name) {
  const mlir::fly::RuleEntry *rule = mlir::fly::findRule(parseCode(name));
  if (!rule)
    return fail("unknown code '" + name + "'");
  printf("%s: %s\n\n%s\n", mlir::fly::codeName(rule->code).c_str(), rule->title.str().c_str(),
         rule->rule.str().c_str());
  if (!rule->cause.empty())
    printf("\ncause: %s\n", rule->cause.str().c_str());
  if (!rule->example.empty())
    printf("\nexample:\n  %s\n", rule->example.str().c_str());
  if (!rule->fix.empty())
    printf("\nfix: %s\n", rule->fix.str().c_str());
  return 0;
}

/// All .mlir files of a folder, by name; links to folders are not followed, pipes and the like are
/// passed over. Folders that cannot be read go to `unread` with the reason.
void collectFiles(const std::string &path, std::vector<std::string> &files,
                  std::vector<FileResult> &unread) {
  if (!llvm::sys::fs::is_directory(path)) {
    files.push_back(path);
    return;
  }
  std::vector<std::string> found, folders{path};
  for (size_t i = 0; i < folders.size(); ++i) {
    std::error_code code;
    for (llvm::sys::fs::directory_iterator it(folders[i], code, /*follow_symlinks=*/false), end;
         it != end && !code; it.increment(code)) {
      if (it->type() == llvm::sys::fs::file_type::directory_file)
        folders.push_back(it->path());
      else if (StringRef(it->path()).ends_with(".mlir") &&
               (llvm::sys::fs::is_regular_file(it->path()) || !llvm::sys::fs::exists(it->path())))
        found.push_back(it->path());
    }
    if (code) {
      FileResult &result = unread.emplace_back();
      result.path = folders[i];
      result.failure = StringRef(code.message()).lower();
    }
  }
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

/// A file that is named twice, by itself and through its folder, is checked once.
void removeDuplicates(std::vector<std::string> &files) {
  std::set<llvm::sys::fs::UniqueID> seen;
  std::erase_if(files, [&](const std::string &path) {
    llvm::sys::fs::UniqueID id;
    return path != "-" && !llvm::sys::fs::getUniqueID(path, id) && !seen.insert(id).second;
  });
}

} // namespace

int main(int argc, char **argv) {
  mlir::fly::installFatalErrorHandler("fly-lint");
  Options options({"help", "h", "version"}, {"j", "chip", "format", "explain", "baseline",
                                             "write-baseline", "dialect-plugin"});
  if (std::optional<std::string> problem = options.parse(argc, argv))
    return fail(*problem);
  if (options.has("help") || options.has("h") || argc == 1) {
    fputs(usage, argc == 1 ? stderr : stdout);
    return argc == 1 ? 1 : 0;
  }
  if (options.has("version")) {
    printf("fly-lint %s (LLVM %s)\n", FLY_VERSION, LLVM_VERSION_STRING);
    return 0;
  }
  for (const std::string &plugin : options.values("dialect-plugin"))
    if (std::optional<std::string> problem = mlir::fly::loadDialectPlugin(plugin))
      return fail(*problem);
  if (std::optional<std::string> code = options.value("explain")) {
    mlir::DialectRegistry registry;
    registerDialects(registry); // backends add their rules
    return explain(*code);
  }
  std::string format = options.value("format").value_or("text");
  if (format != "text" && format != "json" && format != "sarif")
    return fail("unknown format '" + format + "'; formats are text, json, sarif");
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  if (std::optional<std::string> given = options.value("j"))
    if (StringRef(*given).getAsInteger(10, jobs) || jobs == 0 || jobs > 256)
      return fail("-j wants a number from 1 to 256, got '" + *given + "'");

  std::string chip = options.value("chip").value_or("");
  if (!chip.empty() && !mlir::fly::findChip(chip))
    return fail(mlir::fly::unknownChipMessage(chip));

  std::vector<std::string> paths;
  std::vector<FileResult> unread;
  for (const std::string &input : options.positional())
    collectFiles(input, paths, unread);
  removeDuplicates(paths);
  if (paths.empty() && unread.empty())
    return fail(options.positional().empty() ? "no files or folders given; --help lists the options"
                                             : "no .mlir files in the folders given");
  std::vector<FileResult> files(paths.size());
  for (size_t i = 0; i < paths.size(); ++i)
    files[i].path = paths[i];
  std::atomic<size_t> next{0};
  std::vector<llvm::thread> workers;
  for (unsigned i = 0; i < std::min<size_t>(jobs, files.size()); ++i)
    workers.emplace_back(std::optional(mlir::fly::parserStackBytes), [&] {
      mlir::DialectRegistry own;
      registerDialects(own);
      for (size_t at; (at = next++) < files.size();)
        lint(files[at], own, chip);
    });
  for (llvm::thread &worker : workers)
    worker.join();
  files.insert(files.end(), std::make_move_iterator(unread.begin()),
               std::make_move_iterator(unread.end()));

  if (std::optional<std::string> path = options.value("baseline")) {
    Baseline baseline(*path);
    if (std::optional<std::string> problem = baseline.read())
      return fail(*problem);
    for (FileResult &file : files)
      baseline.apply(file);
  }
  if (std::optional<std::string> path = options.value("write-baseline"))
    if (std::optional<std::string> problem = Baseline(*path).write(files))
      return fail(*problem);

  ProjectProblems problems;
  for (const FileResult &file : files)
    for (const std::string &problem : file.projectProblems)
      problems.emplace(file.projectFile, problem);

  bool errors = false, warnings = !problems.empty();
  size_t count = problems.size();
  for (const FileResult &file : files) {
    errors |= !file.failure.empty();
    count += file.findings.size() + !file.failure.empty();
    for (const Finding &finding : file.findings) {
      errors |= finding.severity == Severity::Error;
      warnings |= finding.severity == Severity::Warning;
    }
  }
  if (format == "text") {
    for (const auto &[path, problem] : problems)
      printf("%s:1:1: warning: %s\n", path.c_str(), problem.c_str());
    for (const FileResult &file : files)
      printText(file);
    fflush(stdout);
    fprintf(stderr, "%zu finding%s in %zu file%s\n", count, count == 1 ? "" : "s", files.size(),
            files.size() == 1 ? "" : "s");
  } else {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << llvm::formatv("{0:2}",
                        format == "json" ? toJson(files, problems) : toSarif(files, problems))
       << "\n";
    fputs(text.c_str(), stdout);
  }
  if (fflush(stdout) != 0 || ferror(stdout))
    return fail("cannot write the output");
  return errors ? 1 : warnings ? 3 : 0;
}
