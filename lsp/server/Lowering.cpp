// fly/lowering
#include "lsp/server/Server.h"

#include "lsp/trace/Trace.h"

namespace flylsp {

/// The part of a document that is lowered: with `// -----` the part around the position, else the
/// first with a gpu.module. Other parts become empty lines, so that line numbers stay.
static std::string partOf(const std::string &text, const LineIndex &lines, const Json &params,
                          Encoding encoding) {
  std::vector<Chunk> chunks = splitDocument(text);
  if (chunks.size() == 1)
    return text;
  const Chunk *chosen = nullptr;
  if (std::optional<LineColumn> place = toPlace(find(params, {"position"}))) {
    uint32_t offset = lines.offset(text, *place, encoding);
    for (const Chunk &chunk : chunks)
      if (chunk.span.touches(offset))
        chosen = &chunk;
  }
  if (!chosen)
    for (const Chunk &chunk : chunks)
      for (const Piece &piece : chunk.pieces)
        if (!chosen && StringRef(piece.name).starts_with("gpu.module"))
          chosen = &chunk;
  if (!chosen)
    chosen = &chunks.front();
  std::string part = text.substr(0, chosen->span.end);
  for (uint32_t i = 0; i < chosen->span.begin; ++i)
    if (part[i] != '\n')
      part[i] = ' ';
  return part;
}

/// The pipeline counts columns in bytes, the client in units of its encoding.
static void placeErrors(Object &result, const std::string &text, Encoding encoding) {
  auto place = [&](Object *error) {
    std::optional<int64_t> line = error ? error->getInteger("line") : std::nullopt;
    std::optional<int64_t> column = error ? error->getInteger("character") : std::nullopt;
    if (!line || !column)
      return;
    LineIndex lines(text);
    LineColumn bytes{uint32_t(*line), uint32_t(*column)};
    uint32_t offset = lines.offset(text, bytes, Encoding::Utf8);
    (*error)["character"] = lines.position(text, offset, encoding).column;
  };
  place(result.getObject("error"));
  if (Array *stages = result.getArray("stages"))
    for (Json &stage : *stages)
      place(stage.getAsObject()->getObject("error"));
}

void Server::lowering(const Json &params, const Reply &reply) {
  TraceRequest request;
  Json token = nullptr;
  std::string settingChip, settingSource;
  {
    std::lock_guard lock(mutex_);
    DocumentRef document = documentOf(params, reply);
    if (!document)
      return;
    request.text = partOf(*document->text, *document->lines, params, client_.encoding);
    request.name = document->path.empty() ? document->uri : document->path;
    request.chip = getString(params, {"chip"}).value_or("").str();
    if (!request.chip.empty())
      settingSource = "setting";
    if (request.chip.empty()) {
      request.chip = !settings_.chip.empty() ? settings_.chip : document->project.chip;
      settingSource = !settings_.chip.empty() ? "setting" : "fly.json";
    }
    settingChip = request.chip;
    request.stage = getString(params, {"stage"}).value_or("").str();
    request.passTexts = getBoolean(params, {"passTexts"}).value_or(false);
    request.timeoutSeconds = settings_.pipelineSeconds;
    request.memoryMegabytes = settings_.pipelineMegabytes;
    if (const Json *given = find(params, {"workDoneToken"}))
      token = *given;
  }
  std::lock_guard lock(pipelinesMutex_);
  pipelines_.remove_if([](Pipeline &pipeline) {
    if (!pipeline.done)
      return false;
    pipeline.thread.join();
    return true;
  });
  Pipeline &pipeline = pipelines_.emplace_back(reply, token);
  pipeline.thread = std::thread([this, request = std::move(request), token, settingChip,
                                 settingSource, reply, encoding = client_.encoding,
                                 &done = pipeline.done] {
    bool report = token.kind() != Json::Null;
    auto progress = [&](Json value) {
      if (report)
        notify("$/progress", Object{{"token", token}, {"value", std::move(value)}});
    };
    progress(
        Object{{"kind", "begin"}, {"title", "Lowering"}, {"percentage", 0}, {"cancellable", true}});
    int process = 0;
    Object result = tracePipeline(
        options_.executable, request,
        [&](int child) {
          process = child;
          std::lock_guard lock(pipelinesMutex_);
          children_.insert(child);
        },
        [&](const std::string &pass, double part) {
          progress(
              Object{{"kind", "report"}, {"message", pass}, {"percentage", int64_t(part * 100)}});
        },
        [&] { return reply.cancelled() || stop_; });
    {
      std::lock_guard lock(pipelinesMutex_);
      children_.erase(process);
    }
    progress(Object{{"kind", "end"}});
    if (std::optional<StringRef> chip = result.getString("chip")) {
      // The pipeline prefers the target of the module.
      bool fromSetting = !settingChip.empty() && *chip == settingChip;
      result["chipSource"] = fromSetting ? settingSource : "gpu.module";
    }
    placeErrors(result, request.text, encoding);
    reply(Json(std::move(result)));
    done = true;
  });
}

void Server::cancelProgress(const Json &params) {
  const Json *token = find(params, {"token"});
  if (!token || token->kind() == Json::Null)
    return;
  std::shared_ptr<Reply::State> found;
  {
    std::scoped_lock lock(pipelinesMutex_, pendingMutex_);
    for (const Pipeline &pipeline : pipelines_)
      if (pipeline.progressToken == *token)
        for (const auto &[id, state] : pending_)
          if (pipeline.reply.is(state))
            found = state;
  }
  if (found)
    cancel(found, "cancelled by the client");
}

} // namespace flylsp
