// fly-lsp-server: the command line.
#include "lsp/server/Server.h"

#include "lsp/trace/Trace.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LSP/Logging.h"

#include <csignal>
#include <cstdio>
#include <malloc.h>
#include <unistd.h>

using llvm::StringRef;

static constexpr char usage[] = R"(usage: fly-lsp-server [OPTIONS]

Serves the Language Server Protocol for MLIR with the fly dialects on standard input and output. Editors
start it; to check files on the command line use fly-lint, to draw thread-value maps fly-map.

options:
  --stdio            read and write standard input and output (what it does anyway)
  --delimited        messages between '// -----' lines instead of Content-Length headers, for tests
  --log=LEVEL        error (default), info or debug, on standard error
  --help             this text
  --version          version of the server and of LLVM
)";

int main(int argc, char **argv) {
  using namespace llvm::lsp;
  JSONStreamStyle style = JSONStreamStyle::Standard;
  Logger::setLogLevel(Logger::Level::Error);
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (argument == "--stdio" || argument.starts_with("--clientProcessId="))
      continue;
    if (argument == "--pipeline-child")
      return flylsp::runPipelineChild();
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
    } else {
      fprintf(stderr, "fly-lsp-server: unknown argument '%s'; --help lists the options\n", argv[i]);
      return 1;
    }
  }
  // A client that closes its end must not kill the server in the middle of a message.
  signal(SIGPIPE, SIG_IGN);
  // One heap for all threads that grows in large steps and keeps what it has: only one thread
  // allocates much, and heaps of further threads grow page by page with a system call each.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  std::string executable =
      llvm::sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(&main));
  llvm::raw_fd_ostream out(STDOUT_FILENO, /*shouldClose=*/false);
  JSONTransport transport(stdin, out, style);
  flylsp::MessageInput input(STDIN_FILENO, style);
  int status;
  {
    flylsp::Server server(transport, {executable});
    status = server.run(input);
  }
  if (out.has_error())
    out.clear_error();
  return status;
}
