// fly-lint: the editor's findings on the command line.
#include "lsp/analysis/Analyzer.h"
#include "lsp/analysis/Project.h"
#include "lsp/tools/Options.h"

#include "dialects/fly/Diagnostics.h"
#include "passes/pipelines/Codegen.h"
#include "passes/pipelines/InputScan.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <atomic>
#include <cstdio>
#include <set>
#include <thread>

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
  --help, --version

`fly.json` beside the sources or above them sets chip, severities and accepted findings; a comment
`// fly-lint: allow FLY172` on or above a line silences that code there.

exit status: 0 nothing above info, 1 errors or unreadable input, 3 warnings only.
)";

namespace {

struct FileResult {
  std::string path, failure;
  SnapshotRef snapshot;
  std::vector<Finding> findings;
  std::vector<std::string> projectProblems;
};

int fail(const std::string &message) {
  fprintf(stderr, "fly-lint: error: %s\n", message.c_str());
  return 1;
}

/// Python places and the like, after which an operation is named.
std::string fingerprint(const FileResult &file, const Finding &finding) {
  // Lines move; the code, the message and the text of the line do not.
  uint32_t line = file.snapshot->lines->lineOf(finding.span.begin);
  StringRef text(*file.snapshot->text);
  StringRef content = text.slice(file.snapshot->lines->lineStart(line),
                                 file.snapshot->lines->lineEnd(*file.snapshot->text, line));
  return llvm::sys::path::filename(file.path).str() + "|" + std::to_string(finding.code) + "|" +
         finding.message + "|" + content.trim().str();
}

void lint(FileResult &result, const mlir::DialectRegistry &registry, const std::string &chip) {
  std::string error;
  std::optional<std::string> text = readFile(result.path, error);
  if (!text) {
    result.failure = error;
    return;
  }
  if (std::optional<mlir::fly::ScanError> fault = mlir::fly::scanInput(*text)) {
    result.failure = fault->format(result.path);
    return;
  }
  Project project = loadProject(result.path);
  for (const std::string &problem : project.problems)
    result.projectProblems.push_back(project.path + ": " + problem);
  AnalysisOptions options;
  options.chip = chip.empty() ? project.chip : chip;
  Analyzer analyzer(registry);
  result.snapshot =
      analyzer.analyze(std::make_shared<const std::string>(std::move(*text)), 0, options);
  result.findings = allFindings(*result.snapshot, project, result.path);
}

std::string place(const FileResult &file, Span span) {
  LineColumn at = file.snapshot->lines->position(*file.snapshot->text, span.begin, Encoding::Utf8);
  return file.path + ":" + std::to_string(at.line + 1) + ":" + std::to_string(at.column + 1);
}

void printText(const FileResult &file) {
  for (const std::string &problem : file.projectProblems)
    printf("%s\n", problem.c_str());
  if (!file.failure.empty()) {
    printf("%s\n", file.failure.c_str());
    return;
  }
  const std::string &text = *file.snapshot->text;
  const LineIndex &lines = *file.snapshot->lines;
  for (const Finding &finding : file.findings) {
    std::string code = finding.code ? " [" + mlir::fly::codeName(finding.code) + "]" : "";
    printf("%s: %s: %s%s\n", place(file, finding.span).c_str(),
           severityName(finding.severity).c_str(), finding.message.c_str(), code.c_str());
    // The line, cut around the place when it is long.
    uint32_t line = lines.lineOf(finding.span.begin);
    uint32_t start = lines.lineStart(line), end = lines.lineEnd(text, line);
    uint32_t begin = finding.span.begin;
    uint32_t from = begin - start > 100 ? begin - 60 : start, to = std::min(end, from + 160);
    std::string shown = text.substr(from, to - from);
    std::replace(shown.begin(), shown.end(), '\t', ' ');
    uint32_t width = std::max<uint32_t>(1, std::min(finding.span.end, to) - std::min(begin, to));
    printf("  %s\n  %s^%s\n", shown.c_str(), std::string(begin - from, ' ').c_str(),
           std::string(width - 1, '~').c_str());
    for (const Related &related : finding.related) {
      std::string where = related.file.empty() ? place(file, related.span)
                                               : related.file + ":" + std::to_string(related.line) +
                                                     ":" + std::to_string(related.column);
      printf("%s: note: %s\n", where.c_str(), related.message.c_str());
    }
  }
}

Object position(const FileResult &file, uint32_t offset) {
  LineColumn at = file.snapshot->lines->position(*file.snapshot->text, offset, Encoding::Utf16);
  return Object{{"line", at.line + 1}, {"column", at.column + 1}};
}

Json toJson(const std::vector<FileResult> &files) {
  Array list;
  for (const FileResult &file : files) {
    if (!file.failure.empty()) {
      list.push_back(Object{{"file", file.path}, {"severity", "error"}, {"message", file.failure}});
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

/// SARIF 2.1.0, as code hosts read it.
Json toSarif(const std::vector<FileResult> &files) {
  Array results;
  std::set<int> codes;
  for (const FileResult &file : files) {
    auto location = [&](Object region) {
      return Object{{"physicalLocation", Object{{"artifactLocation", Object{{"uri", file.path}}},
                                                {"region", std::move(region)}}}};
    };
    if (!file.failure.empty()) {
      results.push_back(Object{{"level", "error"},
                               {"message", Object{{"text", file.failure}}},
                               {"locations", Array{location(Object{{"startLine", 1}})}}});
      continue;
    }
    for (const Finding &finding : file.findings) {
      StringRef level = finding.severity == Severity::Error     ? "error"
                        : finding.severity == Severity::Warning ? "warning"
                                                                : "note";
      LineColumn begin =
          file.snapshot->lines->position(*file.snapshot->text, finding.span.begin, Encoding::Utf16);
      LineColumn end =
          file.snapshot->lines->position(*file.snapshot->text, finding.span.end, Encoding::Utf16);
      Object entry{{"level", level},
                   {"message", Object{{"text", llvm::json::fixUTF8(finding.message)}}},
                   {"locations", Array{location(Object{{"startLine", begin.line + 1},
                                                       {"startColumn", begin.column + 1},
                                                       {"endLine", end.line + 1},
                                                       {"endColumn", end.column + 1}})}}};
      if (finding.code) {
        entry["ruleId"] = mlir::fly::codeName(finding.code);
        codes.insert(finding.code);
      }
      results.push_back(std::move(entry));
    }
  }
  Array rules;
  for (int code : codes) {
    Object rule{{"id", mlir::fly::codeName(code)}};
    if (const mlir::fly::RuleEntry *entry = mlir::fly::findRule(code)) {
      rule["shortDescription"] = Object{{"text", entry->title}};
      rule["fullDescription"] = Object{{"text", entry->rule}};
      rule["help"] = Object{{"text", entry->fix}};
    }
    rules.push_back(std::move(rule));
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

/// All .mlir files of a folder, by name.
void collectFiles(const std::string &path, std::vector<std::string> &files) {
  if (!llvm::sys::fs::is_directory(path)) {
    files.push_back(path);
    return;
  }
  std::vector<std::string> found;
  std::error_code code;
  for (llvm::sys::fs::recursive_directory_iterator it(path, code), end; it != end && !code;
       it.increment(code))
    if (StringRef(it->path()).ends_with(".mlir") && !llvm::sys::fs::is_directory(it->path()))
      found.push_back(it->path());
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

} // namespace

int main(int argc, char **argv) {
  mlir::fly::installFatalErrorHandler("fly-lint");
  Options options({"help", "h", "version"},
                  {"j", "chip", "format", "explain", "baseline", "write-baseline"});
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
  mlir::DialectRegistry registry;
  registerDialects(registry);
  if (std::optional<std::string> code = options.value("explain")) {
    // Backends add their rules when their dialects are loaded.
    mlir::MLIRContext context(registry);
    context.loadAllAvailableDialects();
    return explain(*code);
  }
  std::string format = options.value("format").value_or("text");
  if (format != "text" && format != "json" && format != "sarif")
    return fail("unknown format '" + format + "'; formats are text, json, sarif");
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  if (std::optional<std::string> given = options.value("j"))
    if (StringRef(*given).getAsInteger(10, jobs) || jobs == 0 || jobs > 256)
      return fail("-j wants a number from 1 to 256, got '" + *given + "'");

  std::vector<std::string> paths;
  for (const std::string &input : options.positional())
    collectFiles(input, paths);
  if (paths.empty())
    return fail("no files");
  std::vector<FileResult> files(paths.size());
  for (size_t i = 0; i < paths.size(); ++i)
    files[i].path = paths[i];
  std::atomic<size_t> next{0};
  std::vector<std::thread> workers;
  std::string chip = options.value("chip").value_or("");
  for (unsigned i = 0; i < std::min<size_t>(jobs, files.size()); ++i)
    workers.emplace_back([&] {
      mlir::DialectRegistry own;
      registerDialects(own);
      for (size_t at; (at = next++) < files.size();)
        lint(files[at], own, chip);
    });
  for (std::thread &worker : workers)
    worker.join();

  if (std::optional<std::string> path = options.value("baseline")) {
    std::string error;
    std::optional<std::string> text = readFile(*path, error);
    if (!text)
      return fail(error);
    llvm::Expected<Json> value = llvm::json::parse(*text);
    const Array *entries = value ? value->getAsArray() : nullptr;
    if (!entries) {
      if (!value)
        llvm::consumeError(value.takeError());
      return fail(*path + ": not a baseline: expected a JSON list");
    }
    std::multiset<std::string> known;
    for (const Json &entry : *entries)
      if (std::optional<StringRef> line = entry.getAsString())
        known.insert(line->str());
    for (FileResult &file : files)
      std::erase_if(file.findings, [&](const Finding &finding) {
        auto it = known.find(fingerprint(file, finding));
        if (it == known.end())
          return false;
        known.erase(it);
        return true;
      });
  }
  if (std::optional<std::string> path = options.value("write-baseline")) {
    Array entries;
    for (const FileResult &file : files)
      for (const Finding &finding : file.findings)
        entries.push_back(llvm::json::fixUTF8(fingerprint(file, finding)));
    std::error_code code;
    llvm::raw_fd_ostream out(*path, code);
    if (code)
      return fail("cannot write '" + *path + "': " + code.message());
    out << llvm::formatv("{0:2}", Json(std::move(entries))) << "\n";
  }

  bool errors = false, warnings = false;
  size_t count = 0;
  for (const FileResult &file : files) {
    errors |= !file.failure.empty();
    count += file.findings.size() + !file.failure.empty();
    for (const Finding &finding : file.findings) {
      errors |= finding.severity == Severity::Error;
      warnings |= finding.severity == Severity::Warning;
    }
  }
  if (format == "text") {
    for (const FileResult &file : files)
      printText(file);
    fprintf(stderr, "%zu finding%s in %zu file%s\n", count, count == 1 ? "" : "s", files.size(),
            files.size() == 1 ? "" : "s");
  } else {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << llvm::formatv("{0:2}", format == "json" ? toJson(files) : toSarif(files)) << "\n";
    fputs(text.c_str(), stdout);
  }
  return errors ? 1 : warnings ? 3 : 0;
}
