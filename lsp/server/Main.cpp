// fly-lsp-server: the command line.
#include "lsp/server/Server.h"

#include "lsp/trace/Trace.h"
#include "passes/pipelines/InputScan.h"
#include "passes/pipelines/Plugins.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/thread.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <malloc.h>
#include <unistd.h>

using llvm::StringRef;

static constexpr char usage[] = R"(usage: fly-lsp-server [OPTIONS]
       fly-lsp-server --check FILES|FOLDERS...

Serves the Language Server Protocol for MLIR with the fly dialects on standard input and output. Editors
start it; to draw thread-value maps on the command line use fly-map.

options:
  --check FILES...   print the findings that the editor shows: hands over to fly-lint, whose options
                     may follow; the exit status is 1 after errors, 3 after warnings alone
  --dialect-plugin=FILE
                     serve the dialects of this shared library, too (editors/README.md, "Your own
                     dialects"); may be given more than once
  --stdio            read and write standard input and output (what it does anyway)
  --delimited        messages between '// -----' lines instead of Content-Length headers, for tests
  --log=LEVEL        error (default), info or debug, on standard error
  --help             this text
  --version          version of the server and of LLVM
)";

static int fail(const std::string &message) {
  fprintf(stderr, "fly-lsp-server: error: %s\n", message.c_str());
  return 1;
}

/// Becomes fly-lint, which lies beside this program.
static int check(const std::string &executable, char **arguments) {
  llvm::SmallString<256> lint(llvm::sys::path::parent_path(executable));
  llvm::sys::path::append(lint, "fly-lint");
  std::vector<std::string> plugins;
  for (const std::string &file : mlir::fly::dialectPlugins())
    plugins.push_back("--dialect-plugin=" + file);
  std::vector<char *> all = {lint.data()};
  for (std::string &plugin : plugins)
    all.push_back(plugin.data());
  while (*arguments)
    all.push_back(*arguments++);
  all.push_back(nullptr);
  execv(lint.c_str(), all.data());
  return fail("cannot start '" + lint.str().str() + "': " + strerror(errno));
}

int main(int argc, char **argv) {
  using namespace llvm::lsp;
  std::string executable =
      llvm::sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(&main));
  JSONStreamStyle style = JSONStreamStyle::Standard;
  Logger::setLogLevel(Logger::Level::Error);
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (argument == "--stdio" || argument.starts_with("--clientProcessId="))
      continue;
    if (argument == "--pipeline-child")
      return flylsp::runPipelineChild();
    if (argument == "--check")
      return check(executable, argv + i + 1);
    if (argument == "--delimited") {
      style = JSONStreamStyle::Delimited;
    } else if (argument == "--help" || argument == "-h") {
      fputs(usage, stdout);
      return 0;
    } else if (argument == "--version") {
      printf("fly-lsp-server %s (LLVM %s)\n", FLY_VERSION, LLVM_VERSION_STRING);
      return 0;
    } else if (argument == "--log=info") {
      Logger::setLogLevel(Logger::Level::Info);
    } else if (argument == "--log=debug") {
      Logger::setLogLevel(Logger::Level::Debug);
    } else if (argument == "--log=error") {
      Logger::setLogLevel(Logger::Level::Error);
    } else if (argument.consume_front("--dialect-plugin=")) {
      if (std::optional<std::string> why = mlir::fly::loadDialectPlugin(argument))
        return fail(*why);
    } else {
      return fail("unknown argument '" + argument.str() + "'; --help lists the options");
    }
  }
  // A client that closes its end must not kill the server in the middle of a message.
  signal(SIGPIPE, SIG_IGN);
  // One heap for all threads that grows in large steps and keeps what it has: only one thread
  // allocates much, and heaps of further threads grow page by page with a system call each.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  llvm::raw_fd_ostream out(STDOUT_FILENO, /*shouldClose=*/false);
  JSONTransport transport(stdin, out, style);
  flylsp::MessageInput input(STDIN_FILENO, style);
  int status = 1;
  // Answers parse single types, whose depth must not depend on the stack that the environment
  // gives.
  llvm::thread serving(std::optional(mlir::fly::parserStackBytes), [&] {
    flylsp::Server server(transport, out, {executable});
    status = server.run(input);
  });
  serving.join();
  if (out.has_error())
    out.clear_error();
  return status;
}
