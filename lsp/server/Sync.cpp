// Documents: opening, editing, and the thread that analyses them.
#include "lsp/server/Server.h"

#include "passes/pipelines/InputScan.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace flylsp {

/// An analysis is not given up before it has had this long, so that steady typing cannot starve it.
static constexpr auto leastProgress = 40ms;
/// While more input is waiting to be read, analyses wait for it, but no longer than this.
static constexpr auto longestWait = 50ms;
/// A single edit is analysed at once. Where edits follow each other within the first of these, the
/// analysis waits until none has come for as long as the second.
static constexpr auto burstGap = 30ms, quiet = 8ms;

void Server::didOpen(const Json &params) {
  std::optional<StringRef> uri = getString(params, {"textDocument", "uri"});
  std::optional<StringRef> text = getString(params, {"textDocument", "text"});
  if (!uri || !text)
    return;
  auto document = std::make_shared<Document>();
  document->uri = uri->str();
  document->path = pathOfUri(*uri);
  document->version = getInteger(params, {"textDocument", "version"}).value_or(0);
  document->text = std::make_shared<std::string>(text->str());
  document->lines = std::make_unique<LineIndex>(*document->text);
  if (!document->path.empty())
    document->project = loadProject(document->path);
  std::lock_guard lock(mutex_);
  DocumentRef &slot = documents_[document->uri];
  if (slot) { // opened twice: the newer text counts
    slot->closed = true;
    slot->outdated = true;
  }
  slot = document;
  touch(document);
}

void Server::didChange(const Json &params) {
  std::optional<StringRef> uri = getString(params, {"textDocument", "uri"});
  const Json *changes = find(params, {"contentChanges"});
  const Array *list = changes ? changes->getAsArray() : nullptr;
  if (!uri || !list)
    return;
  std::lock_guard lock(mutex_);
  auto it = documents_.find(*uri);
  if (it == documents_.end())
    return;
  Document &document = *it->second;
  // A snapshot may still hold the old text.
  if (document.text.use_count() > 1)
    document.text = std::make_shared<std::string>(*document.text);
  for (const Json &change : *list) {
    std::optional<StringRef> text = getString(change, {"text"});
    if (!text)
      continue;
    const Json *range = find(change, {"range"});
    uint32_t begin, end;
    std::string_view inserted(text->data(), text->size());
    if (range && range->getAsObject()) {
      // Places in front of the text are clamped as those behind it are: the client has changed its
      // text already.
      auto offsetOf = [&](StringRef side) {
        auto number = [&](StringRef name) {
          return uint32_t(
              std::clamp<int64_t>(getInteger(*range, {side, name}).value_or(0), 0, INT32_MAX));
        };
        return document.lines->offset(*document.text, {number("line"), number("character")},
                                      client_.encoding);
      };
      begin = offsetOf("start");
      end = offsetOf("end");
      if (begin > end)
        std::swap(begin, end);
      document.text->replace(begin, end - begin, inserted);
      document.lines->replaced(*document.text, begin, end, uint32_t(inserted.size()));
    } else {
      // The whole text anew: only the stretch that differs counts as changed.
      const std::string &old = *document.text;
      size_t most = std::min(old.size(), inserted.size()), prefix = 0, suffix = 0;
      while (prefix < most && old[prefix] == inserted[prefix])
        ++prefix;
      while (suffix < most - prefix &&
             old[old.size() - 1 - suffix] == inserted[inserted.size() - 1 - suffix])
        ++suffix;
      begin = uint32_t(prefix);
      end = uint32_t(old.size() - suffix);
      document.text->assign(inserted);
      document.lines = std::make_unique<LineIndex>(*document.text);
      inserted = inserted.substr(prefix, inserted.size() - suffix - prefix);
    }
    document.sinceSnapshot.edit(begin, end, uint32_t(inserted.size()));
    document.sinceTaken.edit(begin, end, uint32_t(inserted.size()));
  }
  document.version = getInteger(params, {"textDocument", "version"}).value_or(document.version + 1);
  touch(it->second);
}

void Server::didClose(const Json &params) {
  std::optional<StringRef> uri = getString(params, {"textDocument", "uri"});
  if (!uri)
    return;
  std::lock_guard lock(mutex_);
  auto it = documents_.find(*uri);
  if (it == documents_.end())
    return;
  DocumentRef document = it->second;
  document->closed = true;
  document->outdated = true;
  documents_.erase(it);
  for (auto &answer : document->waiting)
    answer();
  document->waiting.clear();
  // Diagnostics of a closed document would stay in the list for ever.
  notify("textDocument/publishDiagnostics", Object{{"uri", *uri}, {"diagnostics", Array{}}});
}

void Server::didSave(const Json &params) {
  std::optional<StringRef> uri = getString(params, {"textDocument", "uri"});
  if (!uri)
    return;
  std::lock_guard lock(mutex_);
  // Clients that watch no files tell of a changed project file no other way.
  for (auto &[name, document] : documents_)
    if (!document->path.empty()) {
      document->project = loadProject(document->path);
      document->dirty = true;
    }
}

void Server::touch(const DocumentRef &document) {
  auto now = std::chrono::steady_clock::now();
  if (!document->dirty)
    document->dirtySince = now;
  document->known = {};
  document->hurried = document->snapshot && now - document->touched < burstGap;
  document->dirty = true;
  document->outdated = true;
  document->touched = now;
}

AnalysisOptions Server::analysisOptions(const Document &document) const {
  AnalysisOptions options;
  bool fromProject = settings_.chip.empty() && !document.project.chip.empty();
  options.chip = fromProject ? document.project.chip : settings_.chip;
  options.chipOrigin = fromProject ? "the project file" : "the settings";
  options.chipFile = fromProject ? document.project.path : "";
  options.leftOut = document.leftOut;
  return options;
}

DocumentRef Server::documentOf(const Json &params, const Reply &reply) {
  std::optional<StringRef> uri = getString(params, {"textDocument", "uri"});
  if (!uri) {
    reply(invalidParams("'textDocument.uri' is missing"));
    return nullptr;
  }
  auto it = documents_.find(*uri);
  if (it == documents_.end()) {
    reply(invalidParams("no open document '" + *uri + "'"));
    return nullptr;
  }
  return it->second;
}

void Server::withSnapshot(const DocumentRef &document, const Reply &reply,
                          std::function<void()> answer) {
  if (document->snapshot && !document->finishing)
    return answer();
  document->waiting.push_back([document, reply, answer = std::move(answer)] {
    if (document->snapshot)
      answer();
    else
      reply(requestError(llvm::lsp::ErrorCode::ContentModified, "the document was closed"));
  });
}

void Server::sendStatus(const Document &document, StringRef state, const std::string &message) {
  Object status{{"uri", document.uri}, {"state", state}, {"version", document.version}};
  bool stale = false;
  const PieceView *withChip = nullptr;
  if (document.snapshot) {
    for (const PieceView &piece : document.snapshot->pieces) {
      stale |= !piece.facts->parsed || !piece.facts->broken.empty();
      if (!withChip &&
          (!piece.facts->chip.empty() || (piece.lastGood && !piece.lastGood->chip.empty())))
        withChip = &piece;
    }
    if (state == "idle")
      status["milliseconds"] = document.snapshot->milliseconds;
  }
  status["stale"] = stale;
  addChip(status, document, withChip);
  if (!message.empty())
    status["message"] = message;
  notify("fly/status", std::move(status));
}

void Server::work(Worker &worker) {
  std::unique_lock lock(mutex_);
  while (true) {
    DocumentRef next;
    auto ready = [&] {
      if (stop_)
        return true;
      next = nullptr;
      for (auto &[uri, document] : documents_)
        if (document->dirty && (!next || document->touched > next->touched))
          next = document;
      if (!next)
        return false;
      auto now = std::chrono::steady_clock::now();
      bool wait = inputPending_ || (next->hurried && now - next->touched < quiet);
      return !wait || now - next->dirtySince > longestWait;
    };
    while (!ready()) {
      if (next)
        wake_.wait_for(lock, 2ms);
      else
        wake_.wait(lock);
    }
    if (!stop_) {
      worker.document = next;
      analyse(lock, worker, next);
    }
    worker.document = nullptr;
    worker.analyzer = nullptr;
    worker.text = nullptr;
    if (stop_ || worker.left) {
      worker.done = true;
      workerDone_.notify_all();
      return;
    }
  }
}

void Server::analyse(std::unique_lock<std::mutex> &lock, Worker &worker,
                     const DocumentRef &document) {
  document->dirty = false;
  document->outdated = false;
  document->sinceTaken = Shift();
  std::shared_ptr<std::string> text = document->text;
  int64_t version = document->version;
  AnalysisOptions options = analysisOptions(*document);
  if (!document->analyzer)
    document->analyzer = std::make_shared<Analyzer>(registry_);
  worker.analyzer = document->analyzer;
  worker.text = text;
  worker.told = false;
  worker.alive = std::chrono::steady_clock::now();
  watchWake_.notify_all();
  bool slow = text->size() > (size_t(1) << 19);
  if (slow)
    sendStatus(*document, "analysing");
  lock.unlock();

  auto started = std::chrono::steady_clock::now();
  SnapshotRef snapshot;
  bool published = false;
  auto early = [&](const Snapshot &next) {
    std::lock_guard guard(mutex_);
    // With a newer text at hand its diagnostics follow in a moment.
    worker.alive = std::chrono::steady_clock::now();
    if (document->closed || stop_ || worker.left || document->dirty)
      return;
    document->finishing = true;
    publishDiagnostics(*document, next);
    published = true;
  };
  if (std::optional<mlir::fly::ScanError> fault =
          mlir::fly::scanInput(*text, /*allowEmpty=*/true)) {
    // The parser must not see this text.
    auto only = std::make_shared<Snapshot>();
    only->version = version;
    only->text = text;
    only->lines = std::make_shared<const LineIndex>(*text);
    Finding finding;
    finding.message = fault->message;
    uint32_t line = std::min<uint32_t>(fault->line - 1, uint32_t(only->lines->lineCount()) - 1);
    uint32_t at = std::min<uint32_t>(only->lines->lineStart(line) + fault->column - 1,
                                     uint32_t(text->size()));
    finding.span = {at, std::min<uint32_t>(at + 1, uint32_t(text->size()))};
    finding.code = takeCode(finding.message);
    only->findings.push_back(std::move(finding));
    snapshot = only;
  } else {
    auto stop = [&] {
      auto now = std::chrono::steady_clock::now();
      worker.alive = now;
      return worker.left || (document->outdated && now - started > leastProgress);
    };
    snapshot = worker.analyzer->analyze(text, version, options, stop, early);
  }

  lock.lock();
  if (worker.left)
    return; // another one has taken over
  ++document->analyses;
  document->finishing = false;
  if (document->closed || stop_)
    return;
  if (!snapshot) {
    document->dirty = true; // given up for a newer text
    return;
  }
  document->snapshot = snapshot;
  document->sinceSnapshot = document->sinceTaken;
  std::vector<std::function<void()>> waiting = std::move(document->waiting);
  document->waiting.clear();
  if (!document->dirty) {
    if (!published)
      publishDiagnostics(*document, *snapshot);
    sendStatus(*document, "idle");
    if (client_.inlayHintRefresh && document->hintsAskedAt >= 0) {
      document->hintsAskedAt = -1;
      call("workspace/inlayHint/refresh", nullptr);
    }
  }
  for (auto &answer : waiting)
    answer();
}

} // namespace flylsp
