#include "lsp/server/Markdown.h"

#include "llvm/ADT/StringMap.h"

using llvm::StringRef;

namespace flylsp {

std::string code(StringRef text) {
  // A text with back quotes needs more of them around it.
  return text.contains('`') ? "`` " + text.str() + " ``" : "`" + text.str() + "`";
}

std::string typeMarkdown(const TypeFact &type, StringRef operation, bool stale) {
  std::string text;
  if (!type.title.empty())
    text += "**" + type.title + "**";
  if (!operation.empty())
    text += (text.empty() ? "" : " from ") + code(operation);
  if (stale)
    text += (text.empty() ? "" : " ") + std::string("*(as of the last text that parsed)*");
  if (!type.instruction.empty())
    text += "\n\ninstruction " + code(type.instruction);
  if (!type.operands.empty()) {
    text += "\n\n| operand | tile | threads x values | layout (thread, value) |\n| --- | --- | --- "
            "| --- |\n";
    for (const OperandFact &operand : type.operands)
      text += "| " + operand.name + " | " + std::to_string(operand.rows) + " x " +
              std::to_string(operand.cols) + " | " + std::to_string(operand.threads) + " x " +
              std::to_string(operand.values) + " | " + code(operand.layout) + " |\n";
  }
  if (!type.layout.empty())
    text += "\n\n" + code(type.layout);
  if (!type.facts.empty()) {
    text += "\n";
    for (const NamedText &fact : type.facts)
      text += "\n- " + fact.name + ": " + code(fact.value);
  }
  if (!type.chips.empty()) {
    text += "\n- chips: ";
    for (size_t i = 0; i < type.chips.size(); ++i)
      text += (i ? ", " : "") + code(type.chips[i]);
  }
  return text;
}

namespace {
struct OperationEntry {
  const char *name, *summary, *description;
};
const OperationEntry operationEntries[] = {
#include "lsp/server/OperationDocs.inc"
    {nullptr, nullptr, nullptr}};

const OperationEntry *findOperation(StringRef name) {
  static const llvm::StringMap<const OperationEntry *> entries = [] {
    llvm::StringMap<const OperationEntry *> map;
    for (const OperationEntry &entry : operationEntries)
      if (entry.name)
        map[entry.name] = &entry;
    return map;
  }();
  auto it = entries.find(name);
  return it == entries.end() ? nullptr : it->second;
}
} // namespace

StringRef operationDocs(StringRef name) {
  const OperationEntry *entry = findOperation(name);
  return entry ? StringRef(entry->description) : StringRef();
}

StringRef operationSummary(StringRef name) {
  const OperationEntry *entry = findOperation(name);
  return entry ? StringRef(entry->summary) : StringRef();
}

} // namespace flylsp
