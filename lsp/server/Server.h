// The server: documents, the thread that analyses them, and the requests, one file per feature.
//
// The main thread reads messages and answers from the last snapshots; one worker thread analyses.
// All state of documents is guarded by one lock, which is never held while MLIR runs.
#pragma once

#include "lsp/analysis/Analyzer.h"
#include "lsp/analysis/Project.h"
#include "lsp/server/Input.h"
#include "lsp/server/Protocol.h"
#include "lsp/server/SymbolPaths.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/thread.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace flylsp {

/// The answer to one request; copies answer the same request, once.
class Reply {
public:
  struct State {
    Json id = nullptr;
    std::atomic<bool> answered{false}, cancelled{false};
    std::function<void(Json, llvm::Expected<Json>)> send;
    std::function<void(const Json &, StringRef)> sendText;
    std::mutex mutex;
    std::function<void()> onCancel;
  };
  explicit Reply(std::shared_ptr<State> state) : state_(std::move(state)) {}

  void operator()(llvm::Expected<Json> result) const;
  /// The result as JSON that is written already: of long lists, whose values would take kilobytes
  /// each.
  void text(StringRef result) const;
  bool cancelled() const { return state_->cancelled; }
  bool is(const std::shared_ptr<State> &state) const { return state_ == state; }
  /// Called at most once, when the client takes the request back before it is answered.
  void onCancel(std::function<void()> action) const;

private:
  std::shared_ptr<State> state_;
};

struct HintSettings {
  bool enabled = true, atoms = true, tiled = true, partitions = true, layouts = true,
       memrefs = true;
  size_t maxLength = 43; ///< what VS Code shows of the hints of a line
};

/// How a hover shows a map.
enum class PictureStyle { None, Image, Grid };

struct Settings {
  std::string chip;
  HintSettings hints;
  std::optional<PictureStyle> hoverPicture; ///< nothing: what the client can show
  unsigned operationSeconds = 10;           ///< to read a single one, before it is left out
  unsigned pipelineSeconds = 60, pipelineMegabytes = 4096;
};

/// What the client said it can do.
struct ClientFeatures {
  Encoding encoding = Encoding::Utf16;
  bool relatedInformation = false, codeDescription = false, hierarchicalSymbols = false;
  bool hoverMarkdown = true, inlayHintRefresh = false, showDocument = false;
  bool pictures = true;       ///< shows those that are part of Markdown
  bool explainsRules = false; ///< VS Code: our extension offers that itself, in a panel
  bool runsTests = false;     ///< has the command `fly.runTest`
};

struct Document {
  std::string uri, path;
  int64_t version = 0;
  std::shared_ptr<std::string> text;
  std::unique_ptr<LineIndex> lines;
  mutable KnownPlace known; ///< of the last answer about this text

  SnapshotRef snapshot;
  Shift sinceSnapshot; ///< from the snapshot's text to the present one
  Shift sinceTaken;    ///< from the text that the worker has to the present one
  bool dirty = true;   ///< must be analysed
  /// The findings of a newer text are out and its snapshot follows in a moment: requests wait for
  /// it, so that they fit what the client was told.
  bool finishing = false;
  bool closed = false;
  std::atomic<bool> outdated{false}; ///< the text that the worker has is not the present one
  std::chrono::steady_clock::time_point touched;    ///< by the latest edit
  std::chrono::steady_clock::time_point dirtySince; ///< the first edit that is not analysed
  bool hurried = false; ///< the latest edit followed right upon another: more may come
  std::vector<std::function<void()>> waiting; ///< for the next snapshot
  int64_t hintsAskedAt = -1;                  ///< version that hints were asked for while outdated
  size_t analyses = 0;

  Project project;
  std::shared_ptr<Analyzer> analyzer; ///< used by the worker alone
  std::set<uint64_t> leftOut;         ///< pieces that took too long, see AnalysisOptions
};
using DocumentRef = std::shared_ptr<Document>;

/// A thread that analyses. MLIR's parser cannot be interrupted: a worker that is stuck in it is
/// left, and another takes its place.
struct Worker {
  llvm::thread thread;
  std::atomic<bool> left{false};
  bool done = false;    ///< the thread touches nothing any more
  DocumentRef document; ///< that it analyses; null while it waits
  std::shared_ptr<const std::string> text;
  std::shared_ptr<Analyzer> analyzer;
  /// When it last went from one piece to the next.
  std::atomic<std::chrono::steady_clock::time_point> alive{};
  bool told = false; ///< the client knows that it takes long
};

/// Facts of a piece together with the way from their offsets to those of the snapshot.
struct FactsView {
  const PieceFacts *facts = nullptr;
  const Shift *shift = nullptr; ///< null: the piece is as it was
  uint32_t base = 0;            ///< of the piece in the snapshot
  bool stale = false;
  const PieceView *piece = nullptr;
  /// Only what lies in statements that are broken now counts; the piece has fresh facts besides.
  bool brokenOnly = false;

  /// Absolute place in the snapshot's text.
  std::optional<Span> absolute(Span span) const;
};

class Server {
public:
  struct Options {
    std::string executable; ///< of this process, to start pipelines in children
  };
  /// `out` is what the transport writes to.
  Server(llvm::lsp::JSONTransport &transport, llvm::raw_ostream &out, Options options);
  ~Server();

  /// Serves until `exit` or the end of the input; returns the exit status.
  int run(MessageInput &input);

private:
  using Handler = void (Server::*)(const Json &params, const Reply &reply);
  using Notification = void (Server::*)(const Json &params);

  // Server.cpp: life cycle and dispatch.
  void handleMessage(const Json &message);
  void initialize(const Json &params, const Reply &reply);
  void initialized(const Json &params);
  void shutdown(const Json &params, const Reply &reply);
  void cancelRequest(const Json &params);
  void cancelProgress(const Json &params);
  void cancel(const std::shared_ptr<Reply::State> &state, StringRef reason);
  void changeConfiguration(const Json &params);
  void changeWatchedFiles(const Json &params);
  void readSettings(const Json &settings);
  void notify(StringRef method, Json params);
  void call(StringRef method, Json params);

  // Sync.cpp: documents and their analysis.
  void didOpen(const Json &params);
  void didChange(const Json &params);
  void didClose(const Json &params);
  void didSave(const Json &params);
  void touch(const DocumentRef &document);
  void work(Worker &worker);
  void analyse(std::unique_lock<std::mutex> &lock, Worker &worker, const DocumentRef &document);
  /// The document that a request names, or null after having answered with an error.
  DocumentRef documentOf(const Json &params, const Reply &reply);
  /// Runs `answer` now, or as soon as the document has been analysed once.
  void withSnapshot(const DocumentRef &document, const Reply &reply, std::function<void()> answer);
  /// How requests begin: the document that `params` names, once it has been analysed, under the
  /// lock. What is missing or wrong in `params` is answered with an error.
  void withDocument(const Json &params, const Reply &reply, std::function<void(Document &)> answer);
  /// The same with the place of `position` in the text of the snapshot.
  void withPlace(const Json &params, const Reply &reply,
                 std::function<void(Document &, uint32_t)> answer);
  /// The same with both ends of `range`.
  void withRange(const Json &params, const Reply &reply,
                 std::function<void(Document &, uint32_t, uint32_t)> answer);
  AnalysisOptions analysisOptions(const Document &document) const;
  void sendStatus(const Document &document, StringRef state, const std::string &message = {});

  // Watch.cpp: what must go on although a thread is stuck.
  void startWorker();
  void watch();
  void watchWorker();
  void leaveWorker(Span reading);
  /// Ends the process when a worker that was left would have to be waited for.
  void stopWorkers(int status);

  // Places.cpp: between requests, the present text and the snapshot.
  uint32_t toSnapshot(const Document &document, LineColumn place) const;
  llvm::lsp::Range rangeInText(const Document &document, Span span) const;
  /// Range of a stretch of the snapshot in the present text; nothing when it was edited away.
  std::optional<llvm::lsp::Range> placeOf(const Document &document, std::optional<Span> span) const;
  std::optional<Json> rangeOf(const Document &document, std::optional<Span> span) const;
  std::vector<FactsView> factsOf(const Document &document, const PieceView &piece) const;
  /// The facts that hold at an offset of the snapshot, and the offset inside of them.
  std::optional<std::pair<FactsView, uint32_t>> factsAt(const Document &document,
                                                        uint32_t offset) const;
  void addChip(Object &object, const Document &document, const PieceView *piece) const;

  // Diagnostics.cpp
  void publishDiagnostics(const Document &document, const Snapshot &snapshot);
  Json toDiagnostic(const Document &document, const Snapshot &snapshot,
                    const Finding &finding) const;
  std::string ruleLink(int code) const;
  /// Path of a file that a location names: relative names count from the document's folder, then
  /// from the workspace's, where they exist. Empty when no path is known.
  std::string sourcePath(const Document &document, StringRef file) const;

  // One file per feature.
  void inlayHint(const Json &params, const Reply &reply);
  void hover(const Json &params, const Reply &reply);
  void documentSymbol(const Json &params, const Reply &reply);
  void definition(const Json &params, const Reply &reply);
  void references(const Json &params, const Reply &reply);
  void documentHighlight(const Json &params, const Reply &reply);
  void foldingRange(const Json &params, const Reply &reply);
  void codeAction(const Json &params, const Reply &reply);
  void codeLens(const Json &params, const Reply &reply);
  void executeCommand(const Json &params, const Reply &reply);
  void threadValueMap(const Json &params, const Reply &reply);
  void operations(const Json &params, const Reply &reply);
  void stateAtCursor(const Json &params, const Reply &reply);
  void lowering(const Json &params, const Reply &reply);
  void stages(const Json &params, const Reply &reply);
  void explain(const Json &params, const Reply &reply);

  std::string hoverOf(const Document &document, uint32_t offset, std::optional<Span> &range);
  Json mapJson(const TypeFact &fact, const Json &params) const;
  struct Occurrences {
    std::vector<Span> definitions, uses;
  };
  std::string locationList(const Document &document, const std::vector<Span> &spans) const;
  Occurrences occurrencesAt(const Document &document, uint32_t offset) const;
  /// The symbols between two `// -----` lines.
  SymbolPaths symbolPaths(const Document &document, uint32_t chunk) const;

  llvm::lsp::JSONTransport &transport_;
  llvm::raw_ostream &out_;
  Options options_;
  std::mutex outputMutex_;
  llvm::StringMap<Handler> handlers_;
  llvm::StringMap<Notification> notifications_;
  std::map<std::string, std::shared_ptr<Reply::State>> pending_;
  std::mutex pendingMutex_;
  int64_t nextCall_ = 1;

  bool initialized_ = false, shutdown_ = false;
  std::optional<int> exitStatus_;
  ClientFeatures client_;
  Settings settings_;
  std::vector<std::string> folders_; ///< of the workspace, as the client named them at its start
  std::string docsFolder_;

  mutable std::mutex mutex_; ///< documents and everything in them
  std::map<std::string, DocumentRef, std::less<>> documents_;
  std::condition_variable wake_;
  bool inputPending_ = false;
  std::atomic<bool> stop_{false};
  mlir::DialectRegistry registry_;
  std::unique_ptr<Analyzer> scratch_; ///< parses single types; used by the main thread alone
  std::vector<std::unique_ptr<Worker>> workers_; ///< the last one works, the others were left
  std::thread watch_;
  std::condition_variable watchWake_; ///< a worker began, or all ends
  std::condition_variable workerDone_;
  std::optional<int> clientProcess_; ///< as `initialize` names it

  struct Pipeline {
    Reply reply;
    Json progressToken; ///< null: nobody watches
    std::atomic<bool> done{false};
    std::thread thread;
    Pipeline(Reply reply, Json token) : reply(std::move(reply)), progressToken(std::move(token)) {}
  };
  std::mutex pipelinesMutex_;
  std::list<Pipeline> pipelines_;
  std::set<int> children_; ///< process ids of running pipelines
};

} // namespace flylsp
