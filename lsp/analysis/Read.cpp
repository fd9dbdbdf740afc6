// Reads the text of a piece with MLIR's parser and collects what is said about it.
#include "lsp/analysis/State.h"

#include "passes/pipelines/SelfUses.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace flylsp {

// --- One try -------------------------------------------------------------------------------------

void Parse::build() {
  buffer = state.around.before;
  uint32_t at = 0;
  for (const Patch &patch : patches) {
    buffer.append(state.text, at, patch.begin - at);
    buffer += patch.text;
    at = patch.end;
  }
  buffer.append(state.text, at, std::string::npos);
  buffer += state.around.behind;
}

std::optional<uint32_t> Parse::toPiece(uint32_t at) const {
  if (at < state.around.before.size())
    return std::nullopt;
  at -= uint32_t(state.around.before.size());
  if (patches.empty())
    return std::min(at, uint32_t(state.text.size()));
  int64_t delta = 0; // buffer minus piece
  for (const Patch &patch : patches) {
    int64_t begin = int64_t(patch.begin) + delta;
    if (at < begin)
      break;
    if (at < begin + int64_t(patch.text.size()))
      return patch.begin;
    delta += int64_t(patch.text.size()) - int64_t(patch.end - patch.begin);
  }
  return uint32_t(std::min<int64_t>(int64_t(at) - delta, int64_t(state.text.size())));
}

std::optional<uint32_t> Parse::toPiece(SMLoc loc) const {
  if (!loc.isValid() || loc.getPointer() < buffer.data() ||
      loc.getPointer() > buffer.data() + buffer.size() - state.around.behind.size())
    return std::nullopt;
  return toPiece(uint32_t(loc.getPointer() - buffer.data()));
}

Span Parse::toPiece(SMRange range) const {
  std::optional<uint32_t> begin = toPiece(range.Start), end = toPiece(range.End);
  if (!begin || !end)
    return {};
  return {*begin, std::max(*begin, *end)};
}

// --- Diagnostics ---------------------------------------------------------------------------------

ListeningContext::ListeningContext(const DialectRegistry &registry)
    : context_(registry, MLIRContext::Threading::DISABLED) {
  context_.allowUnregisteredDialects();
  context_.printOpOnDiagnostic(false);
  context_.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    collect(diagnostic);
    return success();
  });
}

ListeningContext::Listener::Listener(ListeningContext &context, std::vector<RawDiagnostic> &sink,
                                     unsigned id)
    : context_(context) {
  context.sink_ = &sink;
  context.id_ = id;
}

ListeningContext::Listener::~Listener() {
  context_.sink_ = nullptr;
  context_.about_ = nullptr;
}

void findPlaces(Location loc, std::optional<FileLineColLoc> &inside,
                std::optional<FileLineColLoc> &outside) {
  loc->walk([&](Location part) {
    if (auto file = dyn_cast<FileLineColLoc>(part)) {
      if (file.getFilename().strref().starts_with("fly-piece:")) {
        if (!inside)
          inside = file;
      } else if (!outside) {
        outside = file;
      }
    }
    return WalkResult::advance();
  });
}

void ListeningContext::collect(Diagnostic &diagnostic) {
  if (!sink_)
    return;
  auto convert = [&](Diagnostic &from) {
    RawDiagnostic to;
    switch (from.getSeverity()) {
    case DiagnosticSeverity::Error:
      to.severity = Severity::Error;
      break;
    case DiagnosticSeverity::Warning:
      to.severity = Severity::Warning;
      break;
    default:
      to.severity = Severity::Information;
      break;
    }
    to.message = from.str();
    std::optional<FileLineColLoc> inside, outside;
    findPlaces(from.getLocation(), inside, outside);
    if (inside) {
      inside->getFilename().strref().drop_front(10).getAsInteger(10, to.id);
      if (to.id == 0)
        to.id = id_;
      to.line = inside->getLine();
      to.column = inside->getColumn();
    } else if (outside) {
      to.file = outside->getFilename().str();
      to.line = outside->getLine();
      to.column = outside->getColumn();
    }
    to.op = about_;
    return to;
  };
  RawDiagnostic raw = convert(diagnostic);
  for (Diagnostic &note : diagnostic.getNotes())
    raw.notes.push_back(convert(note));
  sink_->push_back(std::move(raw));
}

bool ListeningContext::read(Parse &parse) {
  parse.build();
  parse.diagnostics.clear();
  // Whatever the tries before have made of the text: the parser must not see such an operand. What
  // is no name it reports.
  if (!parse.patches.empty())
    for (const fly::SelfUse &self : fly::findSelfUses(parse.buffer, /*broken=*/true))
      parse.buffer[self.use] = '?';
  llvm::SourceMgr sources;
  unsigned name = parse.state.ownLocations ? parse.state.id : 0;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(parse.buffer, "fly-piece:" + std::to_string(name)), SMLoc());
  Listener listener(*this, parse.diagnostics, parse.state.id);
  FallbackAsmResourceMap resources; // of tools that are not here
  ParserConfig config(&context_, /*verifyAfterParse=*/false, &resources);
  LogicalResult result = parseAsmSourceFile(sources, &parse.block, config, &parse.asmState);
  bytesRead_ += parse.buffer.size();
  return succeeded(result);
}

} // namespace flylsp
