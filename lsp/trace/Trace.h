// A document on its way through the pipeline, stage by stage.
//
// Passes may crash or run for ever on bad input, so they run in a process of their own: the server
// starts itself again with `--pipeline-child`, which reads a request from standard input, runs the
// passes and reports every step as one line of JSON. Whatever the process lives to say is kept.
#pragma once

#include "llvm/Support/JSON.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace flylsp {

struct TraceRequest {
  std::string text;
  std::string name;  ///< of the document in locations
  std::string chip;  ///< empty: that of the gpu.module, else none
  std::string stage; ///< last one wanted; empty: as far as the chip allows
  bool passTexts = false;
  unsigned memoryMegabytes = 4096;
  unsigned timeoutSeconds = 60;
};

/// Answers one request on standard input with events on standard output. Returns the exit status.
int runPipelineChild();

/// Runs `executable --pipeline-child` on a request and puts the events together as the result of
/// `fly/lowering` (docs/protocol.md), without chip source. `started` gets the process id,
/// `progress` a line of text for each pass; `cancelled` is asked now and then.
llvm::json::Object tracePipeline(const std::string &executable, const TraceRequest &request,
                                 const std::function<void(int)> &started,
                                 const std::function<void(const std::string &, double)> &progress,
                                 const std::function<bool()> &cancelled);

} // namespace flylsp
