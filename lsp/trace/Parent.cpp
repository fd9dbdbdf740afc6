// Starting the pipeline process and putting together what it says.
#include "lsp/trace/Trace.h"

#include "passes/pipelines/Plugins.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;
using Json = llvm::json::Value;

extern char **environ;

namespace flylsp {

namespace {

/// A pipe whose ends close themselves.
struct Pipe {
  int read = -1, write = -1;
  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
  static void close(int &end) {
    if (end >= 0)
      ::close(end);
    end = -1;
  }
  ~Pipe() {
    close(read);
    close(write);
  }
};

std::string signalText(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "signal 11, a bad memory access";
  case SIGABRT:
    return "signal 6, an abort";
  case SIGKILL:
    return "signal 9, killed from outside";
  default:
    return "signal " + std::to_string(signal);
  }
}

class Collector {
public:
  Collector(const std::function<void(const std::string &, double)> &progress)
      : progress_(progress) {}

  void line(StringRef text) {
    llvm::Expected<Json> parsed = llvm::json::parse(text);
    if (!parsed) {
      llvm::consumeError(parsed.takeError());
      return;
    }
    Object *event = parsed->getAsObject();
    if (!event)
      return;
    StringRef kind = event->getString("event").value_or("");
    if (kind == "start") {
      stage = event->getString("stage").value_or("").str();
      pass = event->getString("pass").value_or("").str();
      if (progress_)
        progress_(pass, planned_ ? double(seen_) / double(planned_) : 0);
    } else if (kind == "plan") {
      planned_ = event->getInteger("passes").value_or(0);
    } else if (kind == "chip") {
      chip = event->getString("chip").value_or("").str();
    } else if (kind == "pass") {
      ++seen_;
      event->erase("event");
      event->erase("stage");
      passes_[stage].push_back(std::move(*parsed));
    } else if (kind == "stage") {
      event->erase("event");
      std::string name = event->getString("name").value_or("").str();
      (*event)["passes"] = std::move(passes_[name]);
      passes_[name] = Array();
      stages.push_back(std::move(*parsed));
    } else if (kind == "error") {
      event->erase("event");
      error = std::move(*event);
    } else if (kind == "done") {
      done = true;
    }
  }

  /// Passes of a stage that did not come to its end are shown too.
  void finish() {
    for (auto &[name, list] : passes_) {
      if (list.empty())
        continue;
      Object entry{{"name", name}, {"text", ""}, {"passes", std::move(list)}};
      if (error && error->getString("stage") == std::optional<StringRef>(name))
        entry["error"] = Object(*error);
      stages.push_back(std::move(entry));
    }
  }

  Array stages;
  std::optional<Object> error;
  std::string stage, pass, chip;
  bool done = false;

private:
  const std::function<void(const std::string &, double)> &progress_;
  std::map<std::string, Array> passes_;
  int64_t planned_ = 0, seen_ = 0;
};

} // namespace

Object tracePipeline(const std::string &executable, const TraceRequest &request,
                     const std::function<void(int)> &started,
                     const std::function<void(const std::string &, double)> &progress,
                     const std::function<bool()> &cancelled) {
  auto failure = [](StringRef kind, const std::string &message) {
    return Object{{"stages", Array{}}, {"error", Object{{"kind", kind}, {"message", message}}}};
  };
  Pipe in, out, err;
  if (!in.open() || !out.open() || !err.open())
    return failure("failed", std::string("cannot make a pipe: ") + strerror(errno));

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // A group of its own: a pass may start linkers and the like, which end with it.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  std::vector<std::string> words = {executable};
  for (const std::string &file : mlir::fly::dialectPlugins())
    words.push_back("--dialect-plugin=" + file);
  words.push_back("--pipeline-child");
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  int status =
      posix_spawn(&child, executable.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (status != 0)
    return failure("failed", "cannot start '" + executable + "': " + strerror(status));
  Pipe::close(in.read);
  Pipe::close(out.write);
  Pipe::close(err.write);
  if (started)
    started(child);

  std::string sent;
  {
    Object message{{"text", llvm::json::fixUTF8(request.text)},
                   {"name", llvm::json::fixUTF8(request.name)},
                   {"chip", request.chip},
                   {"stage", request.stage},
                   {"passTexts", request.passTexts},
                   {"memoryMegabytes", int64_t(request.memoryMegabytes)}};
    llvm::raw_string_ostream os(sent);
    os << Json(std::move(message));
  }
  fcntl(in.write, F_SETFL, O_NONBLOCK);

  Collector collector(progress);
  std::string pendingLine, complaints;
  auto start = std::chrono::steady_clock::now();
  std::optional<std::string> ended; // kind, when we end it
  size_t written = 0;
  while (out.read >= 0 || err.read >= 0) {
    pollfd polls[3] = {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}, {in.write, POLLOUT, 0}};
    int ready = poll(polls, in.write >= 0 ? 3 : 2, 50);
    auto elapsed = std::chrono::steady_clock::now() - start;
    if (!ended && cancelled && cancelled())
      ended = "cancelled";
    else if (!ended && elapsed > std::chrono::seconds(request.timeoutSeconds))
      ended = "timeout";
    if (ended)
      kill(-child, SIGKILL);
    if (ready <= 0)
      continue;
    if (in.write >= 0 && polls[2].revents) {
      ssize_t count = -1;
      if (polls[2].revents & POLLOUT)
        count = write(in.write, sent.data() + written, sent.size() - written);
      if (count > 0)
        written += size_t(count);
      if (count < 0 || written == sent.size())
        Pipe::close(in.write);
    }
    for (int which : {0, 1}) {
      int &end = which == 0 ? out.read : err.read;
      if (end < 0 || !polls[which].revents)
        continue;
      char buffer[65536];
      ssize_t count = read(end, buffer, sizeof buffer);
      if (count <= 0) {
        if (count < 0 && errno == EINTR)
          continue;
        Pipe::close(end);
        continue;
      }
      if (which == 1) {
        if (complaints.size() < 65536)
          complaints.append(buffer, size_t(count));
        continue;
      }
      pendingLine.append(buffer, size_t(count));
      size_t from = 0;
      for (size_t stop; (stop = pendingLine.find('\n', from)) != std::string::npos; from = stop + 1)
        collector.line(StringRef(pendingLine).slice(from, stop));
      pendingLine.erase(0, from);
    }
  }
  int exit = 0;
  while (waitpid(child, &exit, 0) < 0 && errno == EINTR) {
  }

  std::string where;
  if (!collector.pass.empty())
    where = " in pass " + collector.pass;
  if (!collector.stage.empty())
    where += " (stage " + collector.stage + ")";
  auto die = [&](StringRef kind, const std::string &message) {
    Object error{{"kind", kind}, {"message", message}};
    if (!collector.stage.empty())
      error["stage"] = collector.stage;
    if (!collector.pass.empty())
      error["pass"] = collector.pass;
    collector.error = std::move(error);
  };
  StringRef lastWords = StringRef(complaints).trim();
  if (ended && *ended == "cancelled") {
    die("cancelled", "cancelled" + where);
  } else if (ended) {
    die("timeout", "the pipeline was stopped after " + std::to_string(request.timeoutSeconds) +
                       " seconds" + where);
  } else if (!collector.error && !collector.done) {
    bool memory = lastWords.contains("out of memory") || lastWords.contains("bad_alloc") ||
                  lastWords.contains("llocation failed");
    if (memory)
      die("memory", "the pipeline needed more than " + std::to_string(request.memoryMegabytes) +
                        " megabytes" + where);
    else if (WIFSIGNALED(exit))
      die("crashed", "the pipeline process died of " + signalText(WTERMSIG(exit)) + where);
    else
      die("failed",
          lastWords.empty()
              ? "the pipeline process ended with status " + std::to_string(WEXITSTATUS(exit)) +
                    where
              : llvm::json::fixUTF8(lastWords.take_until([](char c) { return c == '\n'; })) +
                    where);
  }
  collector.finish();
  Object result{{"stages", std::move(collector.stages)}};
  if (!collector.chip.empty())
    result["chip"] = collector.chip;
  if (collector.error)
    result["error"] = std::move(*collector.error);
  return result;
}

} // namespace flylsp
