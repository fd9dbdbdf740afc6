// The process that runs the passes.
#include "lsp/trace/Trace.h"

#include "passes/pipelines/Codegen.h"
#include "passes/pipelines/InputScan.h"
#include "passes/pipelines/Register.h"
#include "passes/pipelines/Stages.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/thread.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <malloc.h>
#include <map>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir;
using llvm::json::Array;
using llvm::json::Object;
using Json = llvm::json::Value;

namespace flylsp {

namespace {

/// Addresses that the limit of memory does not count: the stack, of which mostly little is used,
/// and the terabytes that a sanitizer maps for its notes.
rlim_t uncountedBytes() {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlim_t mapped = pages * rlim_t(sysconf(_SC_PAGESIZE)), libraries = rlim_t(1) << 30;
  return std::max(mapped, libraries) - libraries;
#endif
#endif
  return fly::parserStackBytes;
}

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

class Child {
public:
  int run() {
    std::string input;
    char buffer[65536];
    while (ssize_t count = read(STDIN_FILENO, buffer, sizeof buffer)) {
      if (count < 0)
        return 1;
      input.append(buffer, size_t(count));
    }
    llvm::Expected<Json> parsed = llvm::json::parse(input);
    const Object *request = parsed ? parsed->getAsObject() : nullptr;
    if (!request) {
      if (!parsed)
        llvm::consumeError(parsed.takeError());
      return 1;
    }
    text_ = request->getString("text").value_or("").str();
    name_ = request->getString("name").value_or("document").str();
    chip_ = request->getString("chip").value_or("").str();
    stage_ = request->getString("stage").value_or("").str();
    passTexts_ = request->getBoolean("passTexts").value_or(false);
    if (std::optional<int64_t> megabytes = request->getInteger("memoryMegabytes")) {
      rlimit limit;
      limit.rlim_cur = limit.rlim_max = (rlim_t(*megabytes) << 20) + uncountedBytes();
      setrlimit(RLIMIT_AS, &limit);
    }
    // A crash must not write a core file of gigabytes.
    rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    return trace();
  }

private:
  void send(Object event) {
    std::string line;
    llvm::raw_string_ostream os(line);
    os << Json(std::move(event)) << '\n';
    fwrite(line.data(), 1, line.size(), stdout);
    fflush(stdout);
  }

  void fail(StringRef kind, std::string message) {
    Object event{{"event", "error"}, {"kind", kind}, {"message", llvm::json::fixUTF8(message)}};
    if (!currentStage_.empty())
      event["stage"] = currentStage_;
    if (!currentPass_.empty())
      event["pass"] = currentPass_;
    for (const Object &diagnostic : errors_) {
      for (const auto &[key, value] : diagnostic)
        if (!event.get(key) || key == "message")
          event[key] = value;
      break;
    }
    send(std::move(event));
  }

  void collect(Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return;
    std::string message = diagnostic.str();
    Object entry;
    StringRef body = StringRef(message).rtrim();
    if (size_t open = body.rfind(" [FLY"); body.ends_with("]") && open != StringRef::npos) {
      entry["code"] = body.slice(open + 2, body.size() - 1);
      body = body.take_front(open);
    }
    entry["message"] = llvm::json::fixUTF8(body);
    auto place = [&](Location loc) -> std::optional<FileLineColLoc> {
      std::optional<FileLineColLoc> found;
      loc->walk([&](Location part) {
        if (auto file = dyn_cast<FileLineColLoc>(part); file && file.getFilename() == name_) {
          found = file;
          return WalkResult::interrupt();
        }
        return WalkResult::advance();
      });
      return found;
    };
    if (std::optional<FileLineColLoc> file = place(diagnostic.getLocation());
        file && file->getLine()) {
      entry["line"] = int64_t(file->getLine()) - 1;
      entry["character"] = int64_t(file->getColumn() ? file->getColumn() - 1 : 0);
    }
    Array notes;
    for (Diagnostic &note : diagnostic.getNotes())
      if (std::string line = note.str(); !StringRef(line).starts_with("see current operation"))
        notes.push_back(llvm::json::fixUTF8(line));
    if (!notes.empty())
      entry["notes"] = std::move(notes);
    errors_.push_back(std::move(entry));
  }

  /// The text of a module and which of its lines came from which line of the document.
  std::string print(Operation *op, Array &sourceMap) {
    std::string text;
    llvm::raw_string_ostream os(text);
    AsmState::LocationMap places;
    OpPrintingFlags flags;
    flags.assumeVerified();
    AsmState state(op, flags, &places);
    op->print(os, state);
    os << '\n';
    std::map<int64_t, int64_t> lines;
    for (auto &[printed, at] : places) {
      const std::pair<unsigned, unsigned> &where = at;
      printed->getLoc()->walk([&, line = where.first](Location part) {
        auto file = dyn_cast<FileLineColLoc>(part);
        if (!file || file.getFilename() != name_ || !file.getLine())
          return WalkResult::advance();
        lines.try_emplace(int64_t(line) - 1, int64_t(file.getLine()) - 1);
        return WalkResult::interrupt();
      });
    }
    for (auto [line, source] : lines)
      sourceMap.push_back(Array{line, source});
    return text;
  }

  int64_t countOperations(Operation *op, Array *counts) {
    llvm::StringMap<int64_t> byName;
    int64_t total = 0;
    op->walk([&](Operation *each) {
      ++byName[each->getName().getStringRef()];
      ++total;
    });
    if (counts) {
      std::vector<std::pair<int64_t, std::string>> sorted;
      for (auto &entry : byName)
        sorted.emplace_back(-entry.second, entry.getKey().str());
      llvm::sort(sorted);
      for (auto &[count, name] : sorted)
        counts->push_back(Array{name, -count});
    }
    return total;
  }

  void sendStage(const fly::Stage &stage, ModuleOp module, double ms) {
    Array sourceMap, counts;
    std::string text = print(module, sourceMap);
    int64_t total = countOperations(module, &counts);
    send(Object{{"event", "stage"},
                {"name", stage.name},
                {"contents", stage.contents},
                {"ms", ms},
                {"text", llvm::json::fixUTF8(text)},
                {"operations", total},
                {"counts", std::move(counts)},
                {"sourceMap", std::move(sourceMap)}});
  }

  void sendText(const fly::Stage &stage, const std::string &text, double ms) {
    send(Object{{"event", "stage"},
                {"name", stage.name},
                {"contents", stage.contents},
                {"ms", ms},
                {"text", llvm::json::fixUTF8(text)}});
  }

  int trace() {
    if (std::optional<fly::ScanError> fault = fly::scanInput(text_)) {
      Object place{{"line", int64_t(fault->line) - 1},
                   {"character", int64_t(fault->column) - 1},
                   {"message", fault->message}};
      errors_.push_back(std::move(place));
      fail("input", fault->message);
      return 0;
    }
    DialectRegistry registry;
    fly::registerAllFly(registry);
    fly::registerAllFlyPasses();
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.printOpOnDiagnostic(false);
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      collect(diagnostic);
      return success();
    });

    const fly::Stage &source = fly::stages().front();
    currentStage_ = source.name.str();
    send(Object{{"event", "start"}, {"stage", source.name}, {"pass", "parse"}});
    Clock::time_point start = Clock::now();
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(fly::withoutByteOrderMark(text_), name_), llvm::SMLoc());
    OwningOpRef<ModuleOp> module =
        parseSourceFile<ModuleOp>(sources, ParserConfig(&context, /*verifyAfterParse=*/true));
    if (!module) {
      fail("input", "the document does not parse");
      return 0;
    }
    sendStage(source, *module, millisecondsSince(start));

    std::string conflict;
    fly::ResolvedChip chip = fly::resolveChip(*module, chip_, name_, &conflict);
    if (!conflict.empty()) {
      fail("input", conflict);
      return 0;
    }
    send(Object{{"event", "chip"}, {"chip", chip.name}});
    fly::PipelineOptions options;
    options.chip = chip.name;
    options.to = !stage_.empty() ? stage_ : chip.name.empty() ? "target" : "isa";
    if (fly::stageIndex(options.to) == fly::stageIndex("source"))
      return done();
    std::string error;
    FailureOr<SmallVector<fly::StagedPass>> passes = fly::stagedPasses(options, &error);
    if (failed(passes)) {
      fail("input", error);
      return 0;
    }
    send(Object{{"event", "plan"}, {"passes", int64_t(passes->size())}});

    int llvmIr = fly::stageIndex("llvm-ir"), last = fly::stageIndex(options.to);
    int present = 0; // index of the stage whose passes run
    double stageMs = 0;
    auto finishStages = [&](int until) {
      // Every stage up to `until` is complete; those without a pass look like the one before.
      for (; present < until; ++present) {
        const fly::Stage &stage = fly::stages()[size_t(present)];
        if (present == 0)
          continue; // was sent
        if (present < llvmIr)
          sendStage(stage, *module, stageMs);
        else if (present == llvmIr)
          sendLlvmIr(stage, *module, stageMs);
        stageMs = 0;
      }
    };
    for (const fly::StagedPass &pass : *passes) {
      int stage = fly::stageIndex(pass.stage);
      if (stage > present)
        finishStages(stage);
      currentStage_ = pass.stage.str();
      currentPass_ = passName(pass.pipelineText);
      send(Object{{"event", "start"}, {"stage", pass.stage}, {"pass", currentPass_}});
      obeyTest();
      if (last == llvmIr && stage == llvmIr && irText_.empty())
        if (FailureOr<std::string> text = fly::llvmIRText(*module); succeeded(text))
          irText_ = std::move(*text);
      PassManager pm(&context, ModuleOp::getOperationName());
      std::string message;
      llvm::raw_string_ostream os(message);
      if (failed(parsePassPipeline(pass.pipelineText, pm, os))) {
        fail("failed", "cannot build '" + pass.pipelineText + "': " + message);
        return 0;
      }
      OperationFingerPrint before(*module);
      Clock::time_point begin = Clock::now();
      LogicalResult result = pm.run(*module);
      double ms = millisecondsSince(begin);
      stageMs += ms;
      bool changed = succeeded(result) && before != OperationFingerPrint(*module);
      Object event{{"event", "pass"},      {"stage", pass.stage},
                   {"name", currentPass_}, {"ms", ms},
                   {"changed", changed},   {"operations", countOperations(*module, nullptr)}};
      if (failed(result)) {
        event["error"] =
            errors_.empty() ? Json("the pass failed") : *errors_.front().get("message");
        send(std::move(event));
        fail("failed", "the pass failed without a message");
        return 0;
      }
      if (passTexts_ && changed && stage < llvmIr) {
        Array sourceMap;
        event["text"] = llvm::json::fixUTF8(print(*module, sourceMap));
      }
      send(std::move(event));
    }
    if (last < llvmIr)
      finishStages(last + 1);
    if (last == llvmIr) {
      // The pass of this stage has turned the module into bitcode; its text is what went in.
      sendText(fly::stages()[size_t(llvmIr)], irText_, stageMs);
    }
    if (last > llvmIr) {
      const fly::Stage &stage = fly::stages()[size_t(last)];
      if (stage.name == "isa") {
        sendText(stage, fly::assemblyText(*module), stageMs);
      } else {
        std::string text;
        for (const fly::DeviceObject &object : fly::deviceObjects(*module))
          text += object.module + " for " + object.chip + ": " +
                  std::to_string(object.data.size()) + " bytes\n";
        sendText(stage, text, stageMs);
      }
    }
    return done();
  }

  void sendLlvmIr(const fly::Stage &stage, ModuleOp module, double ms) {
    FailureOr<std::string> text = fly::llvmIRText(module);
    sendText(stage, succeeded(text) ? *text : std::string(), ms);
  }

  int done() {
    send(Object{{"event", "done"}});
    return 0;
  }

  /// `gpu.module(cse)` is shown as `cse`, options stay out.
  static std::string passName(StringRef text) {
    if (size_t open = text.find('('); open != StringRef::npos && text.ends_with(")"))
      text = text.slice(open + 1, text.size() - 1);
    return text.take_until([](char c) { return c == '{'; }).str();
  }

  /// `FLY_TEST_PIPELINE=abort:PASS` or `sleep:PASS` makes the process die or hang in front of a
  /// pass, so that tests can see the server survive it.
  void obeyTest() {
    const char *test = getenv("FLY_TEST_PIPELINE");
    if (!test)
      return;
    auto [what, pass] = StringRef(test).split(':');
    if (pass != currentPass_)
      return;
    if (what == "abort")
      raise(SIGSEGV);
    if (what == "sleep")
      sleep(600);
  }

  std::string text_, name_, chip_, stage_;
  bool passTexts_ = false;
  std::string irText_; ///< in front of the pass that makes bitcode of it
  std::string currentStage_, currentPass_;
  std::vector<Object> errors_;
};

} // namespace

int runPipelineChild() {
  fly::installFatalErrorHandler("fly-lsp-server");
  // Default handlers: the signal tells the parent what happened.
  for (int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    std::signal(signal, SIG_DFL);
  // The passes run on a stack that the parser does not overflow, and allocate from one heap.
  mallopt(M_ARENA_MAX, 1);
  int status = 1;
  llvm::thread worker(std::optional(fly::parserStackBytes), [&] { status = Child().run(); });
  worker.join();
  return status;
}

} // namespace flylsp
