// The project file `fly.json`, and suppressions inside a text.
#pragma once

#include "lsp/analysis/Facts.h"

#include "llvm/Support/JSON.h"

#include <map>
#include <string_view>

namespace flylsp {

/// A finding that somebody has looked at and accepted.
struct AcceptedFinding {
  int code = 0;
  std::string file;    ///< end of the path; empty: any file
  std::string message; ///< part of the message; empty: any
};

struct Project {
  std::string path; ///< empty: no project file
  std::string chip;
  /// Nothing for "off".
  std::map<int, std::optional<Severity>> severities;
  std::vector<AcceptedFinding> accepted;
  std::string bankModel; ///< chip whose shared memory counts, or "generic"; empty: of the chip
  int waveSize = 0;      ///< 32 or 64 lanes; 0: of the chip
  std::vector<std::string> problems; ///< what is wrong with the file
};

/// Reads the `fly.json` that is nearest to a source file, upwards. A missing one gives an empty
/// project.
Project loadProject(const std::string &sourcePath);
/// From the text of a project file.
Project parseProject(const std::string &text);

/// Codes that `// fly-lint: allow FLY172, FLY175` silences: on its own line and, when nothing but
/// the comment stands there, on the next line that is no comment.
class Suppressions {
public:
  Suppressions(std::string_view text, const LineIndex &lines);
  bool allows(int code, uint32_t line) const;
  bool empty() const { return byLine_.empty(); }
  /// Words that stand for no rule, so that nothing is silenced.
  const std::vector<Finding> &problems() const { return problems_; }

private:
  void readCodes(llvm::StringRef all, size_t begin, size_t end, uint32_t target);

  std::multimap<uint32_t, int> byLine_;
  std::vector<Finding> problems_;
};

/// `FLY172` or `172`; 0 for anything else.
int parseCode(std::string_view text);

/// All findings of a snapshot with absolute offsets, by place, without the silenced ones, with the
/// severities of the project.
std::vector<Finding> allFindings(const Snapshot &snapshot, const Project &project,
                                 const std::string &path);

/// Name of a severity: error, warning, info, hint.
std::string severityName(Severity severity);

} // namespace flylsp
