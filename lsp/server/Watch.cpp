// A look at the worker and at the client's process from time to time: what must go on although a
// thread is stuck in MLIR's parser or waits for input that never comes.
#include "lsp/server/Server.h"

#include "passes/pipelines/InputScan.h"

#include <csignal>

using namespace std::chrono_literals;

namespace flylsp {

/// How long a single operation may be read until the client is told.
static constexpr auto tellAfter = 2s;
/// Every worker that was left takes a processor for as long as it is stuck.
static constexpr size_t mostLeft = 4;
/// How long the end waits for a worker to get to the next piece.
static constexpr auto lastWait = 1s;

void Server::startWorker() {
  workers_.push_back(std::make_unique<Worker>());
  Worker &worker = *workers_.back();
  // The parser recurses; what `scanInput` lets through fits into this stack in any build, whatever
  // limit the environment sets.
  worker.thread =
      llvm::thread(std::optional(mlir::fly::parserStackBytes), [this, &worker] { work(worker); });
}

void Server::watch() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    // While nothing is analysed only the client's process matters.
    bool busy = workers_.back()->document != nullptr;
    watchWake_.wait_for(lock, busy ? 200ms : 3s);
    if (stop_)
      return;
    if (clientProcess_ && kill(*clientProcess_, 0) != 0 && errno == ESRCH) {
      lock.unlock();
      stopWorkers(1);
      _Exit(1); // the main thread waits for a client that is gone
    }
    if (workers_.back()->document)
      watchWorker();
  }
}

void Server::watchWorker() {
  Worker &worker = *workers_.back();
  auto quiet = std::chrono::steady_clock::now() - worker.alive.load();
  if (quiet > tellAfter && !worker.told) {
    worker.told = true;
    uint32_t line = LineIndex(*worker.text).lineOf(worker.analyzer->reading().begin);
    sendStatus(*worker.document, "analysing",
               "the operation at line " + std::to_string(line + 1) + " takes long to read");
  }
  Span reading = worker.analyzer->reading();
  auto limit = std::chrono::seconds(settings_.operationSeconds);
  if (!reading.empty() && quiet > limit && workers_.size() <= mostLeft)
    leaveWorker(reading);
}

void Server::leaveWorker(Span reading) {
  Worker &worker = *workers_.back();
  Document &document = *worker.document;
  worker.left = true;
  // The operation is left out by the next worker, everything else is analysed.
  document.leftOut.insert(
      textHash(std::string_view(*worker.text).substr(reading.begin, reading.end - reading.begin)));
  document.dirty = true;
  document.analyzer = nullptr;
  document.finishing = false;
  startWorker();
}

void Server::stopWorkers(int status) {
  std::unique_lock lock(mutex_);
  stop_ = true;
  for (auto &[uri, document] : documents_)
    document->outdated = true;
  wake_.notify_all();
  watchWake_.notify_all();
  {
    std::lock_guard pipelines(pipelinesMutex_);
    for (int child : children_)
      kill(-child, SIGKILL); // with whatever it started
  }
  bool done = workerDone_.wait_for(lock, lastWait, [&] {
    return llvm::all_of(workers_, [](const auto &worker) { return worker->done; });
  });
  if (!done)
    _Exit(status);
}

} // namespace flylsp
