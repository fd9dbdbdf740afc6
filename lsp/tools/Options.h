// Command lines of the small tools: `--name value` and `--name=value`, anything else is positional.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace flylsp {

class Options {
public:
  /// `flags` take no value, `values` take one; both without dashes. `-jN` counts as `j`.
  Options(std::vector<std::string> flags, std::vector<std::string> values)
      : flags_(std::move(flags)), values_(std::move(values)) {}

  /// Returns what is wrong with the command line, if anything.
  std::optional<std::string> parse(int argc, char **argv);

  bool has(const std::string &name) const { return given_.count(name); }
  std::optional<std::string> value(const std::string &name) const {
    auto it = given_.find(name);
    return it == given_.end() ? std::nullopt : std::optional(it->second.back());
  }
  /// Of an option that may be given several times.
  std::vector<std::string> values(const std::string &name) const {
    auto it = given_.find(name);
    return it == given_.end() ? std::vector<std::string>() : it->second;
  }
  const std::vector<std::string> &positional() const { return positional_; }

private:
  std::vector<std::string> flags_, values_, positional_;
  std::map<std::string, std::vector<std::string>> given_;
};

/// Runs the work of a tool on a stack that the parser does not overflow, whatever limit the
/// environment sets.
int onParserStack(const std::function<int()> &work);

/// The text of a file (`-`: standard input); nothing with a one-line reason.
std::optional<std::string> readFile(const std::string &path, std::string &error);

} // namespace flylsp
