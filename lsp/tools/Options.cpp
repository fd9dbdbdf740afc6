#include "lsp/tools/Options.h"

#include "passes/pipelines/InputScan.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/thread.h"

#include <algorithm>

using llvm::StringRef;

namespace flylsp {

std::optional<std::string> Options::parse(int argc, char **argv) {
  bool onlyPositional = false;
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (onlyPositional || !argument.starts_with("-") || argument == "-" ||
        (argument.size() > 1 && llvm::isDigit(argument[1]))) {
      positional_.push_back(argument.str());
      continue;
    }
    if (argument == "--") {
      onlyPositional = true;
      continue;
    }
    auto [name, value] = argument.ltrim('-').split('=');
    bool attached = argument.contains('=');
    if (name.size() > 1 && name[0] == 'j' && llvm::isDigit(name[1])) {
      value = name.drop_front();
      name = "j";
      attached = true;
    }
    std::string key = name.str();
    if (std::find(flags_.begin(), flags_.end(), key) != flags_.end()) {
      if (attached)
        return "option '--" + key + "' takes no value";
      given_[key] = {""};
    } else if (std::find(values_.begin(), values_.end(), key) != values_.end()) {
      if (!attached) {
        if (i + 1 == argc)
          return "option '--" + key + "' needs a value";
        value = argv[++i];
      }
      given_[key].push_back(value.str());
    } else {
      return "unknown option '" + argument.str() + "'; --help lists the options";
    }
  }
  return std::nullopt;
}

int onParserStack(const std::function<int()> &work) {
  int status = 1;
  llvm::thread thread(std::optional(mlir::fly::parserStackBytes), [&] { status = work(); });
  thread.join();
  return status;
}

std::optional<std::string> readFile(const std::string &path, std::string &error) {
  if (path != "-" && llvm::sys::fs::is_directory(path)) {
    error = path + ": error: is a folder, expected a file";
    return std::nullopt;
  }
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer) {
    error = path + ": error: " + StringRef(buffer.getError().message()).lower();
    return std::nullopt;
  }
  return (*buffer)->getBuffer().str();
}

} // namespace flylsp
