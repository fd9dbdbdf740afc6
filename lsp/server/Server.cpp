#include "lsp/server/Server.h"

#include "lsp/server/Json.h"
#include "passes/pipelines/InputScan.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <csignal>

using llvm::lsp::ErrorCode;
using llvm::lsp::Logger;

namespace flylsp {

void Reply::operator()(llvm::Expected<Json> result) const {
  if (state_->answered.exchange(true)) {
    if (!result)
      llvm::consumeError(result.takeError());
    return;
  }
  state_->send(state_->id, std::move(result));
}

void Reply::text(StringRef result) const {
  if (!state_->answered.exchange(true))
    state_->sendText(state_->id, result);
}

void Reply::onCancel(std::function<void()> action) const {
  std::lock_guard lock(state_->mutex);
  state_->onCancel = std::move(action);
}

static std::string idText(const Json &id) {
  std::string text;
  llvm::raw_string_ostream(text) << id;
  return text;
}

/// Where the documentation lies: installed beside the program, or in the source tree of a build.
static std::string findDocs(StringRef executable) {
  for (StringRef relative : {"../share/doc/fly", "../docs", "../../../docs"}) {
    llvm::SmallString<256> folder(llvm::sys::path::parent_path(executable));
    llvm::sys::path::append(folder, relative);
    llvm::sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
    llvm::SmallString<256> page(folder);
    llvm::sys::path::append(page, "diagnostics.md");
    if (llvm::sys::fs::exists(page))
      return folder.str().str();
  }
  return {};
}

Server::Server(llvm::lsp::JSONTransport &transport, llvm::raw_ostream &out, Options options)
    : transport_(transport), out_(out), options_(std::move(options)) {
  registerDialects(registry_);
  docsFolder_ = findDocs(options_.executable);

  handlers_["initialize"] = &Server::initialize;
  handlers_["shutdown"] = &Server::shutdown;
  handlers_["textDocument/inlayHint"] = &Server::inlayHint;
  handlers_["textDocument/hover"] = &Server::hover;
  handlers_["textDocument/documentSymbol"] = &Server::documentSymbol;
  handlers_["textDocument/definition"] = &Server::definition;
  handlers_["textDocument/references"] = &Server::references;
  handlers_["textDocument/documentHighlight"] = &Server::documentHighlight;
  handlers_["textDocument/foldingRange"] = &Server::foldingRange;
  handlers_["textDocument/codeAction"] = &Server::codeAction;
  handlers_["workspace/executeCommand"] = &Server::executeCommand;
  handlers_["fly/threadValueMap"] = &Server::threadValueMap;
  handlers_["fly/operations"] = &Server::operations;
  handlers_["fly/stateAtCursor"] = &Server::stateAtCursor;
  handlers_["fly/lowering"] = &Server::lowering;
  handlers_["fly/stages"] = &Server::stages;
  handlers_["fly/explain"] = &Server::explain;
  notifications_["initialized"] = &Server::initialized;
  notifications_["$/cancelRequest"] = &Server::cancelRequest;
  notifications_["window/workDoneProgress/cancel"] = &Server::cancelProgress;
  notifications_["textDocument/didOpen"] = &Server::didOpen;
  notifications_["textDocument/didChange"] = &Server::didChange;
  notifications_["textDocument/didClose"] = &Server::didClose;
  notifications_["textDocument/didSave"] = &Server::didSave;
  notifications_["workspace/didChangeConfiguration"] = &Server::changeConfiguration;
  notifications_["workspace/didChangeWatchedFiles"] = &Server::changeWatchedFiles;

  startWorker();
  watch_ = std::thread([this] { watch(); });
}

Server::~Server() {
  for (std::unique_ptr<Worker> &worker : workers_)
    worker->thread.join();
  watch_.join();
  for (Pipeline &pipeline : pipelines_)
    pipeline.thread.join();
}

void Server::notify(StringRef method, Json params) {
  std::lock_guard lock(outputMutex_);
  transport_.notify(method, std::move(params));
}

void Server::call(StringRef method, Json params) {
  std::lock_guard lock(outputMutex_);
  transport_.call(method, std::move(params), "fly-" + std::to_string(nextCall_++));
}

int Server::run(MessageInput &input) {
  std::string text;
  while (!exitStatus_) {
    bool pending = input.morePending();
    {
      std::lock_guard lock(mutex_);
      inputPending_ = pending;
    }
    if (!pending)
      wake_.notify_all();
    if (input.isEndOfInput() || input.hasError())
      break;
    if (llvm::failed(input.readMessage(text)))
      continue;
    llvm::Expected<Json> message = parseJson(text);
    if (!message) {
      std::string reason = llvm::toString(message.takeError());
      Logger::error("message is not JSON: {0}", reason);
      std::lock_guard lock(outputMutex_);
      transport_.reply(nullptr, requestError(ErrorCode::ParseError, reason));
      continue;
    }
    handleMessage(*message);
  }
  // The end of the input without `exit` is the death of the client.
  int status = exitStatus_.value_or(shutdown_ ? 0 : 1);
  stopWorkers(status);
  return status;
}

void Server::handleMessage(const Json &message) {
  const Object *object = message.getAsObject();
  std::optional<StringRef> method = object ? object->getString("method") : std::nullopt;
  const Json *id = object ? object->get("id") : nullptr;
  if (!object || object->getString("jsonrpc") != std::optional<StringRef>("2.0") ||
      (!method && (!id || object->get("method")))) {
    std::lock_guard lock(outputMutex_);
    transport_.reply(id ? *id : Json(nullptr),
                     requestError(ErrorCode::InvalidRequest, "not a JSON-RPC 2.0 message"));
    return;
  }
  if (!method)
    return; // the client answers a request of ours; none of them needs the answer
  static const Json none = Object{};
  const Json *params = object->get("params");
  if (!params)
    params = &none;

  if (!id) {
    if (*method == "exit") {
      exitStatus_ = shutdown_ ? 0 : 1;
      return;
    }
    auto it = notifications_.find(*method);
    // Before `initialize` nothing but `exit` counts; what is unknown is ignored.
    if (it == notifications_.end() || !initialized_ || shutdown_)
      return;
    (this->*it->second)(*params);
    return;
  }

  auto state = std::make_shared<Reply::State>();
  state->id = *id;
  std::string key = idText(*id);
  auto forget = [this, key] {
    std::lock_guard lock(pendingMutex_);
    pending_.erase(key);
  };
  state->send = [this, forget](Json to, llvm::Expected<Json> result) {
    forget();
    std::lock_guard lock(outputMutex_);
    transport_.reply(std::move(to), std::move(result));
  };
  state->sendText = [this, forget](const Json &to, StringRef result) {
    forget();
    std::string head = "{\"id\":" + idText(to) + ",\"jsonrpc\":\"2.0\",\"result\":";
    std::lock_guard lock(outputMutex_);
    out_ << "Content-Length: " << head.size() + result.size() + 1 << "\r\n\r\n"
         << head << result << '}';
    out_.flush();
  };
  {
    std::lock_guard lock(pendingMutex_);
    pending_[key] = state;
  }
  Reply reply(state);
  if (!initialized_ && *method != "initialize")
    return reply(requestError(ErrorCode::ServerNotInitialized,
                              "'" + *method + "' came before 'initialize'"));
  if (shutdown_)
    return reply(
        requestError(ErrorCode::InvalidRequest, "'" + *method + "' came after 'shutdown'"));
  auto it = handlers_.find(*method);
  if (it == handlers_.end())
    return reply(requestError(ErrorCode::MethodNotFound, "unknown method '" + *method + "'"));
  (this->*it->second)(*params, reply);
}

void Server::readSettings(const Json &given) {
  const Json *settings = &given;
  if (const Json *inner = find(given, {"fly"}))
    settings = inner;
  if (!settings->getAsObject())
    return;
  if (std::optional<StringRef> chip = getString(*settings, {"chip"}))
    settings_.chip = chip->trim().str();
  HintSettings &hints = settings_.hints;
  for (auto [name, flag] : {std::pair<StringRef, bool *>("enabled", &hints.enabled),
                            {"atoms", &hints.atoms},
                            {"tiled", &hints.tiled},
                            {"partitions", &hints.partitions},
                            {"layouts", &hints.layouts},
                            {"memrefs", &hints.memrefs}})
    if (std::optional<bool> value = getBoolean(*settings, {"hints", name}))
      *flag = *value;
  if (std::optional<int64_t> length = getInteger(*settings, {"hints", "maxLength"}))
    hints.maxLength = size_t(std::clamp<int64_t>(*length, 8, 1000));
  if (std::optional<bool> picture = getBoolean(*settings, {"hover", "picture"}))
    settings_.hoverPicture = *picture ? std::nullopt : std::optional(PictureStyle::None);
  if (std::optional<StringRef> picture = getString(*settings, {"hover", "picture"})) {
    if (*picture == "image")
      settings_.hoverPicture = PictureStyle::Image;
    else if (*picture == "text")
      settings_.hoverPicture = PictureStyle::Grid;
  }
  if (std::optional<int64_t> seconds = getInteger(*settings, {"analysis", "timeoutSeconds"}))
    settings_.operationSeconds = unsigned(std::clamp<int64_t>(*seconds, 1, 3600));
  if (std::optional<int64_t> seconds = getInteger(*settings, {"pipeline", "timeoutSeconds"}))
    settings_.pipelineSeconds = unsigned(std::clamp<int64_t>(*seconds, 1, 3600));
  if (std::optional<int64_t> megabytes = getInteger(*settings, {"pipeline", "memoryMegabytes"}))
    settings_.pipelineMegabytes = unsigned(std::clamp<int64_t>(*megabytes, 64, 1 << 20));
}

void Server::initialize(const Json &params, const Reply &reply) {
  if (initialized_)
    return reply(requestError(ErrorCode::InvalidRequest, "'initialize' came twice"));
  // A process that cannot be seen from here, as from a container, is not watched.
  if (std::optional<int64_t> process = getInteger(params, {"processId"});
      process && *process > 0 && kill(int(*process), 0) == 0) {
    std::lock_guard lock(mutex_);
    clientProcess_ = int(*process);
  }
  initialized_ = true;
  const Json *capabilities = find(params, {"capabilities"});
  std::string encoding = "utf-16";
  if (capabilities) {
    if (const Json *list = find(*capabilities, {"general", "positionEncodings"}))
      if (const Array *array = list->getAsArray())
        for (const Json &entry : *array) {
          std::optional<StringRef> name = entry.getAsString();
          if (name && (*name == "utf-8" || *name == "utf-16" || *name == "utf-32")) {
            encoding = name->str();
            break;
          }
        }
    auto flag = [&](std::initializer_list<StringRef> path) {
      return getBoolean(*capabilities, path).value_or(false);
    };
    client_.relatedInformation = flag({"textDocument", "publishDiagnostics", "relatedInformation"});
    client_.codeDescription =
        flag({"textDocument", "publishDiagnostics", "codeDescriptionSupport"});
    client_.hierarchicalSymbols =
        flag({"textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"});
    client_.inlayHintRefresh = flag({"workspace", "inlayHint", "refreshSupport"});
    client_.showDocument = flag({"window", "showDocument", "support"});
    if (const Json *commands = find(*capabilities, {"experimental", "commands", "commands"}))
      if (const Array *array = commands->getAsArray())
        for (const Json &command : *array)
          client_.runsTests |= command.getAsString() == std::optional<StringRef>("fly.runTest");
    if (const Json *formats = find(*capabilities, {"textDocument", "hover", "contentFormat"}))
      if (const Array *array = formats->getAsArray()) {
        client_.hoverMarkdown = false;
        for (const Json &format : *array)
          client_.hoverMarkdown |= format.getAsString() == std::optional<StringRef>("markdown");
      }
  }
  client_.pictures = client_.hoverMarkdown;
  if (std::optional<StringRef> name = getString(params, {"clientInfo", "name"})) {
    client_.explainsRules = name->contains("Code") || name->contains("Codium");
    // These show the text of Markdown; a picture would be pages of base64.
    for (StringRef texts : {"vim", "emacs", "eglot", "helix", "kak", "sublime", "kate"})
      client_.pictures &= !name->contains_insensitive(texts);
  }
  client_.encoding = encoding == "utf-8"    ? Encoding::Utf8
                     : encoding == "utf-32" ? Encoding::Utf32
                                            : Encoding::Utf16;
  auto addFolder = [&](std::optional<StringRef> uri) {
    if (std::string path = uri ? pathOfUri(*uri) : std::string(); !path.empty())
      folders_.push_back(std::move(path));
  };
  if (const Json *folders = find(params, {"workspaceFolders"}))
    if (const Array *array = folders->getAsArray())
      for (const Json &folder : *array)
        addFolder(getString(folder, {"uri"}));
  if (folders_.empty())
    addFolder(getString(params, {"rootUri"}));
  if (const Json *options = find(params, {"initializationOptions"}))
    readSettings(*options);

  Array requests;
  for (const auto &entry : handlers_)
    if (entry.getKey().starts_with("fly/"))
      requests.push_back(entry.getKey());
  llvm::sort(requests,
             [](const Json &a, const Json &b) { return *a.getAsString() < *b.getAsString(); });
  Array dialects;
  for (StringRef name : registry_.getDialectNames())
    dialects.push_back(name);
  Object offered{
      {"positionEncoding", encoding},
      {"textDocumentSync", Object{{"openClose", true},
                                  {"change", int(llvm::lsp::TextDocumentSyncKind::Incremental)},
                                  {"save", Object{{"includeText", false}}}}},
      {"hoverProvider", true},
      {"inlayHintProvider", Object{{"resolveProvider", false}}},
      {"documentSymbolProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"foldingRangeProvider", true},
      {"executeCommandProvider", Object{{"commands", Array{"fly.showRule"}}}},
      {"codeActionProvider", Object{{"codeActionKinds", Array{"quickfix"}}}},
      {"experimental", Object{{"fly", Object{{"requests", std::move(requests)},
                                             {"dialects", std::move(dialects)}}}}}};
  if (client_.runsTests) {
    handlers_["textDocument/codeLens"] = &Server::codeLens;
    offered["codeLensProvider"] = Object{{"resolveProvider", false}};
  }
  reply(Json(Object{{"capabilities", std::move(offered)},
                    {"serverInfo", Object{{"name", "fly-lsp-server"}, {"version", FLY_VERSION}}}}));
}

void Server::initialized(const Json &) {}

void Server::shutdown(const Json &, const Reply &reply) {
  shutdown_ = true;
  // Whoever still waits is told before the server goes.
  std::vector<std::shared_ptr<Reply::State>> waiting;
  {
    std::lock_guard lock(pendingMutex_);
    for (auto &[id, state] : pending_)
      if (!reply.is(state))
        waiting.push_back(state);
  }
  for (auto &state : waiting)
    cancel(state, "the server shuts down");
  reply(Json(nullptr));
}

void Server::cancel(const std::shared_ptr<Reply::State> &state, StringRef reason) {
  state->cancelled = true;
  std::function<void()> action;
  {
    std::lock_guard lock(state->mutex);
    action = std::move(state->onCancel);
    state->onCancel = nullptr;
  }
  if (action)
    action();
  Reply reply(state);
  reply(requestError(ErrorCode::RequestCancelled, reason));
}

void Server::cancelRequest(const Json &params) {
  const Json *id = find(params, {"id"});
  if (!id)
    return;
  std::shared_ptr<Reply::State> state;
  {
    std::lock_guard lock(pendingMutex_);
    auto it = pending_.find(idText(*id));
    if (it == pending_.end())
      return; // already answered
    state = it->second;
  }
  cancel(state, "cancelled by the client");
}

void Server::changeConfiguration(const Json &params) {
  std::lock_guard lock(mutex_);
  std::string chip = settings_.chip;
  if (const Json *settings = find(params, {"settings"}))
    readSettings(*settings);
  if (settings_.chip != chip)
    for (auto &[uri, document] : documents_) {
      document->dirty = true;
      document->outdated = true;
    }
  if (client_.inlayHintRefresh)
    call("workspace/inlayHint/refresh", nullptr);
}

void Server::changeWatchedFiles(const Json &) {
  // The only files beside the documents that matter are project files.
  std::lock_guard lock(mutex_);
  for (auto &[uri, document] : documents_) {
    if (!document->path.empty())
      document->project = loadProject(document->path);
    document->dirty = true;
  }
}

} // namespace flylsp
