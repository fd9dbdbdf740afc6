#include "passes/pipelines/ParserMessages.h"

#include "dialects/fly/Diagnostics.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using llvm::StringRef;

namespace {

bool isNameByte(char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; }

/// The text between two markers, empty when they are not there.
StringRef between(StringRef text, StringRef before, StringRef after) {
  size_t at = text.find(before);
  if (at == StringRef::npos)
    return {};
  text = text.drop_front(at + before.size());
  return text.take_front(text.find(after));
}

/// Where the last `start` + name before `end` begins, from 1; 0 when there is none.
unsigned columnOf(StringRef line, StringRef start, size_t end) {
  size_t at = line.take_front(end).rfind(start);
  return at == StringRef::npos ? 0 : at + 1;
}

std::string knownDialects(StringRef wanted, MLIRContext *context) {
  std::vector<StringRef> names = context->getAvailableDialects();
  StringRef nearest = fly::nearestWord(wanted, names);
  std::string note = nearest.empty() ? "" : "did you mean '" + nearest.str() + "'? ";
  return note + "known dialects: " + llvm::join(names, ", ");
}

} // namespace

std::optional<fly::ParserMessage> fly::rewordParserMessage(StringRef message, StringRef line,
                                                           unsigned column, MLIRContext *context) {
  size_t end = std::min<size_t>(column ? column - 1 : 0, line.size());
  auto unknown = [&](StringRef dialect, const llvm::Twine &what, unsigned at) {
    return ParserMessage{("dialect '" + dialect + "' of " + what + " is unknown").str(),
                         knownDialects(dialect, context), at};
  };
  // "x.y"(…): the parser stands behind the name.
  if (message.starts_with("operation being parsed with an unregistered dialect")) {
    size_t close = line.take_front(end).rfind('"');
    size_t open = close == StringRef::npos ? close : line.take_front(close).rfind('"');
    if (open == StringRef::npos)
      return unknown("?", "an operation", 0);
    StringRef name = line.slice(open + 1, close);
    return unknown(name.split('.').first, "operation '" + name + "'", open + 1);
  }
  if (message.starts_with("Dialect `")) {
    StringRef name = between(message, "custom op '", "'");
    return unknown(between(message, "Dialect `", "'"), "operation '" + name + "'", 0);
  }
  if (message.contains("created with unregistered dialect")) {
    bool type = message.contains(" type created");
    StringRef dialect = between(message, type ? "!\"" : "#\"", "\"");
    std::string start = (type ? "!" : "#") + dialect.str();
    unsigned at = columnOf(line, start, end);
    StringRef name = at ? line.drop_front(at).take_while(isNameByte) : dialect;
    return unknown(
        dialect, llvm::Twine(type ? "type" : "attribute") + " '" + start.substr(0, 1) + name + "'",
        at);
  }
  if (message.starts_with("unregistered operation '")) {
    StringRef name = between(message, "unregistered operation '", "'");
    StringRef dialect = name.split('.').first;
    unsigned at = columnOf(line, "\"" + name.str() + "\"", line.size());
    StringRef bare = name.drop_front(std::min(name.size(), dialect.size() + 1));
    if (dialect.starts_with("fly")) {
      UnknownName unknown =
          describeUnknown("operation", dialect, bare, operationNames(context, dialect));
      return ParserMessage{unknown.message, unknown.note, at};
    }
    StringRef near = nearestWord(bare, operationNames(context, dialect));
    return ParserMessage{("operation '" + name + "' is unknown to dialect '" + dialect + "'").str(),
                         near.empty() ? "" : ("did you mean '" + dialect + "." + near + "'?").str(),
                         at};
  }
  return std::nullopt;
}

fly::ParserMessageHandler::ParserMessageHandler(MLIRContext *context, StringRef text)
    : ScopedDiagnosticHandler(context) {
  setHandler([context, text](Diagnostic &diagnostic) -> LogicalResult {
    auto place = dyn_cast<FileLineColLoc>(diagnostic.getLocation());
    if (!place || diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return failure();
    StringRef line = text;
    for (unsigned i = 1; i < place.getLine() && !line.empty(); ++i)
      line = line.split('\n').second;
    std::optional<ParserMessage> words =
        rewordParserMessage(diagnostic.str(), line.split('\n').first, place.getColumn(), context);
    if (!words)
      return failure();
    auto at = words->column
                  ? FileLineColLoc::get(place.getFilename(), place.getLine(), words->column)
                  : FileLineColLoc(place);
    // Comes back here first, is not reworded again, and goes on to the handler that prints.
    InFlightDiagnostic report = emitError(at) << words->text;
    if (!words->note.empty())
      report.attachNote() << words->note;
    return success();
  });
}

/// Whether a name stands where only that of a dialect can, and is not in the registry. Finds too
/// much rather than too little; the parser decides.
static bool mayHoldUnknownDialect(StringRef text, const DialectRegistry &registry) {
  llvm::StringSet<> known;
  for (StringRef name : registry.getDialectNames())
    known.insert(name);
  known.insert("builtin");
  while (!text.empty()) {
    char c = text.front();
    if (text.starts_with("//")) {
      text = text.drop_until([](char byte) { return byte == '\n'; });
      continue;
    }
    if (!llvm::isAlpha(c) && c != '_') {
      // Names of values, symbols, blocks; a number with a suffix.
      bool skip = c == '%' || c == '@' || c == '^' || llvm::isDigit(c);
      text = text.drop_front();
      if (skip)
        text = text.drop_while(isNameByte);
      continue;
    }
    StringRef whole = text.take_while(isNameByte), name = whole.split('.').first;
    text = text.drop_front(whole.size());
    if ((name.size() < whole.size() || text.starts_with("<")) && !known.contains(name))
      return true;
  }
  return false;
}

bool fly::reportUnknownDialect(StringRef text, StringRef fileName,
                               const DialectRegistry &registry) {
  if (!mayHoldUnknownDialect(text, registry))
    return false;
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text, fileName, /*RequiresNullTerminator=*/false),
      llvm::SMLoc());
  SourceMgrDiagnosticHandler printer(sources, &context);
  bool found = false;
  // Everything else is said when the tool parses the text itself.
  ScopedDiagnosticHandler only(&context, [&](Diagnostic &diagnostic) {
    bool ours = StringRef(diagnostic.str()).starts_with("dialect '");
    found |= ours;
    return success(!ours);
  });
  ParserMessageHandler words(&context, text);
  parseSourceFile<ModuleOp>(sources, ParserConfig(&context, /*verifyAfterParse=*/false));
  return found;
}
