#include "lsp/server/Markdown.h"

#include "lsp/analysis/Checks.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringLiteral;
using llvm::StringRef;

namespace flylsp {

std::string code(StringRef text) {
  // A text with back quotes needs more of them around it.
  return text.contains('`') ? "`` " + text.str() + " ``" : "`" + text.str() + "`";
}

std::string chipsText(ArrayRef<std::string> chips) {
  // Payloads of NVIDIA name every chip from the first that has the instruction on.
  if (chips.size() > 3 &&
      llvm::all_of(chips, [](StringRef chip) { return chip.starts_with("sm_"); }))
    return chips.front() + " and later";
  return chips.empty() ? "all" : llvm::join(chips, ", ");
}

/// "A", "B", "C" as everybody writes them; "src" and "dst" stay.
static std::string operandName(StringRef name) {
  return name.size() == 1 ? name.upper() : name.str();
}

/// Behind the cells of a table: VS Code puts no space between columns.
static constexpr StringLiteral cellGap = "\u00a0\u00a0";

static std::string operandTable(ArrayRef<OperandFact> operands) {
  std::string text = "\n\n| operand | tile | threads x values | layout (thread, value) |\n"
                     "| --- | --- | --- | --- |\n";
  for (const OperandFact &operand : operands)
    text += "| " + operandName(operand.name) + " | " + std::to_string(operand.rows) + " x " +
            std::to_string(operand.cols) + cellGap.str() + " | " + std::to_string(operand.threads) +
            " x " + std::to_string(operand.values) + cellGap.str() + " | " + code(operand.layout) +
            " |\n";
  text.pop_back();
  return text;
}

// --- Instructions --------------------------------------------------------------------------------

/// "`buffer_load_dwordx4` (gfx9), `buffer_load_b128` (gfx11 …)": all spellings of an instruction,
/// or the one of a chip.
static std::string mnemonicsText(const Instance &instance, StringRef chip) {
  if (instance.mnemonics.size() <= 1 || !chip.empty())
    return instance.mnemonics.empty() ? "" : code(instance.mnemonicOn(chip));
  std::string text;
  for (const Mnemonic &mnemonic : instance.mnemonics)
    text += (text.empty() ? "" : ", ") + code(mnemonic.name) + " (" +
            llvm::join(mnemonic.chips, ", ") + ")";
  return text;
}

/// The row of a payload's table; with options behind its parameters it is the one without them.
static const Instance *instanceOf(const Family &family, StringRef parameters) {
  const Instance *found = nullptr;
  for (const Instance &instance : family.instances)
    if (instance.parameters == parameters ||
        (!found && parameters.starts_with(instance.parameters + ",")))
      found = &instance;
  return found;
}

/// The row of the payload of an atom or tiled operation; null when there is none.
static const Instance *instanceOf(const TypeFact &type) {
  std::string payload = tidyPayload(type.payload);
  auto [name, parameters] = StringRef(payload).split('<');
  const Family *family = payload.empty() ? nullptr : Instructions::get().family(name);
  return family ? instanceOf(*family, parameters.drop_back(parameters.ends_with(">") ? 1 : 0))
                : nullptr;
}

/// What is said of an instruction, of the one the other way, or of both.
template <typename Text>
static std::string waysText(const Instance &instance, CopyWay way, Text text) {
  if (way == CopyWay::Store && instance.store)
    return text(*instance.store);
  std::string result = text(instance);
  if (way == CopyWay::Both && instance.store && !result.empty())
    if (std::string other = text(*instance.store); !other.empty() && other != result)
      result += ", the other way " + other;
  return result;
}

static std::string instructionText(const Instance *instance, const TypeFact &type, StringRef chip,
                                   CopyWay way) {
  std::string text;
  if (instance)
    text = waysText(*instance, way, [&](const Instance &one) { return mnemonicsText(one, chip); });
  return text.empty() && !type.instruction.empty() ? code(type.instruction) : text;
}

/// The facts of a type as a list.
static std::string factsList(const Instance *instance, const TypeFact &type, CopyWay way) {
  std::string text;
  for (const NamedText &fact : type.facts) {
    std::string value = code(fact.value);
    if (fact.name == "intrinsic" && instance && instance->intrinsic == fact.value)
      value = waysText(*instance, way, [](const Instance &one) {
        return one.intrinsic.empty() ? std::string() : code(one.intrinsic);
      });
    text += "\n- " + fact.name + ": " + value;
  }
  return text;
}

CopyWay copyWay(const TypeFact &source, const TypeFact &destination) {
  // What is no memory is the value of registers.
  auto space = [](const TypeFact &type) -> StringRef {
    for (const NamedText &fact : type.facts)
      if (fact.name == "space")
        return fact.value;
    return "register";
  };
  if (space(source) == "register")
    return CopyWay::Store;
  bool fromShared = space(source) == "shared" && space(destination) != "shared";
  return fromShared && space(destination) != "register" ? CopyWay::Store : CopyWay::Load;
}

std::string typeMarkdown(const TypeFact &type, StringRef operation, bool stale, StringRef chip,
                         CopyWay way) {
  std::string text;
  if (!type.title.empty())
    text += "**" + type.title + "**";
  if (!operation.empty())
    text += (text.empty() ? "from " : " from ") + code(operation);
  if (stale)
    text += (text.empty() ? "" : " ") + std::string("*(as of the last text that parsed)*");
  const Instance *instance = instanceOf(type);
  if (std::string instruction = instructionText(instance, type, chip, way); !instruction.empty())
    text += "\n\ninstruction " + instruction;
  if (!type.operands.empty())
    text += operandTable(type.operands);
  // A swizzle has a layout only to be drawn on.
  if (!type.layout.empty() && type.kind != TypeKind::Swizzle)
    text += "\n\n" + code(type.layout);
  if (!type.facts.empty() || !type.chips.empty())
    text += "\n";
  text += factsList(instance, type, way);
  if (!type.chips.empty())
    text += "\n- chips: " + code(chipsText(type.chips));
  return text;
}

// --- Payloads ------------------------------------------------------------------------------------

/// Rows of text in columns.
static std::string columns(ArrayRef<std::vector<std::string>> rows) {
  std::vector<size_t> widths;
  for (const std::vector<std::string> &row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const std::vector<std::string> &row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i)
      line += row[i] + std::string(widths[i] - row[i].size() + 2, ' ');
    text += StringRef(line).rtrim().str() + "\n";
  }
  return text;
}

/// ", chips `gfx942, gfx950`", and whether the chip in force is none of them.
static std::string chipsPhrase(ArrayRef<std::string> chips, StringRef chip) {
  std::string text = ", chips " + code(chipsText(chips));
  if (!chip.empty() && !chipFits(chip, chips))
    text += ", **not on** " + code(chip);
  return text;
}

std::string payloadMarkdown(const Family &family, StringRef parameters, const TypeFact *fact,
                            StringRef chip) {
  std::vector<const Instance *> nearest = Instructions::nearest(family, parameters);
  std::string text = "**" + family.name.substr(1) + "**";
  if (StringRef summary = summaryOf(family.name); !summary.empty())
    text += " " + summary.str();
  const Instance *own = fact ? instanceOf(family, parameters) : nullptr;
  if (!fact) {
    text += "\n\n**not legal:** " + code(parameters);
  } else {
    std::string instruction = instructionText(own, *fact, chip, CopyWay::Both);
    text += "\n\n";
    if (!instruction.empty())
      text += "instruction " + instruction + chipsPhrase(fact->chips, chip);
    else
      text += "ordinary instructions of every chip";
    std::string shown = factsList(own, *fact, CopyWay::Both);
    if (own && !own->operation.empty() && !StringRef(own->operation).starts_with("llvm."))
      shown += "\n- operation: " + code(own->operation);
    if (!fact->operands.empty())
      text += operandTable(fact->operands);
    if (!shown.empty())
      text += "\n" + shown;
  }

  bool sameChips = llvm::all_of(family.instances, [&](const Instance &instance) {
    return instance.chips == family.instances.front().chips;
  });
  constexpr size_t most = 40;
  std::vector<std::vector<std::string>> rows;
  size_t count = 0;
  for (const Instance *instance : nearest) {
    // Options make no lines of their own.
    if (instance->isOption || ++count > most)
      continue;
    std::vector<std::string> row{instance->parameters, instance->mnemonicOn(chip).str()};
    if (!sameChips)
      row.push_back(chipsText(instance->chips));
    if (!instance->options.empty())
      row.push_back("also with: " + instance->options);
    rows.push_back(std::move(row));
  }
  if (rows.empty())
    return text;
  text += "\n\nlegal instances" +
          (family.complete ? " (" + std::to_string(count) + ")" : std::string(", among others")) +
          (count > 1 ? ", the nearest first" : "");
  if (sameChips && fact == nullptr)
    text += ", on " + code(chipsText(family.instances.front().chips));
  text += ":\n\n```text\n" + columns(rows);
  if (count > rows.size())
    text += "and " + std::to_string(count - rows.size()) + " more\n";
  return text + "```";
}

std::string makersMarkdown(ArrayRef<const Instance *> makers, StringRef chip) {
  if (makers.empty())
    return {};
  const Instance &first = *makers.front();
  bool sameName = llvm::all_of(makers, [&](const Instance *instance) {
    return instance->mnemonicOn(chip) == first.mnemonicOn(chip);
  });
  if (makers.size() == 1) {
    std::string text = "instruction " + mnemonicsText(first, chip) + chipsPhrase(first.chips, chip);
    if (!first.intrinsic.empty())
      text += "\n\nintrinsic " + code(first.intrinsic);
    text += "\n\nmade by " + code(first.payload);
    if (TypeRef payload = Instructions::get().read(first.payload);
        payload && !payload->operands.empty())
      text += operandTable(payload->operands);
    return text;
  }
  std::string text;
  if (sameName)
    text += "instruction " + mnemonicsText(first, chip) + ", made by\n\n";
  else
    text += "instructions and the payloads that make them\n\n";
  std::vector<std::vector<std::string>> rows;
  constexpr size_t most = 16;
  for (const Instance *instance : makers) {
    if (rows.size() == most)
      break;
    std::vector<std::string> row;
    if (!sameName)
      row.push_back(instance->mnemonicOn(chip).str());
    row.push_back(instance->payload);
    row.push_back(chipsText(instance->chips));
    rows.push_back(std::move(row));
  }
  text += "```text\n" + columns(rows);
  if (makers.size() > rows.size())
    text += "and " + std::to_string(makers.size() - rows.size()) + " more\n";
  return text + "```";
}

// --- Plain text ----------------------------------------------------------------------------------

std::string plainText(StringRef markdown) {
  auto inlineText = [](StringRef line) {
    std::string text;
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '`') {
        // Code stays as it is, without its back quotes.
        size_t quotes = line.drop_front(i).take_while([](char c) { return c == '`'; }).size();
        size_t close = line.find(std::string(quotes, '`'), i + quotes);
        if (close == StringRef::npos) {
          text += line[i];
          continue;
        }
        StringRef inside = line.slice(i + quotes, close);
        text += quotes > 1 ? inside.trim(' ') : inside;
        i = close + quotes - 1;
      } else if (line.drop_front(i).starts_with("**")) {
        ++i;
      } else if (line[i] == '*' &&
                 ((i + 1 < line.size() && line[i + 1] == '(') || (i > 0 && line[i - 1] == ')'))) {
        continue;
      } else {
        text += line[i];
      }
    }
    return text;
  };
  std::string text;
  std::vector<std::vector<std::string>> table;
  auto endTable = [&] {
    text += columns(table);
    table.clear();
  };
  bool inCode = false;
  SmallVector<StringRef> lines;
  markdown.split(lines, '\n');
  for (StringRef line : lines) {
    if (line.starts_with("```")) {
      inCode = !inCode;
      continue;
    }
    if (inCode) {
      text += line.str() + "\n";
      continue;
    }
    if (line.starts_with("| ")) {
      if (line.starts_with("| ---"))
        continue;
      SmallVector<StringRef> cells;
      line.trim(" |").split(cells, " | ");
      std::vector<std::string> row;
      for (StringRef cell : cells) {
        cell.consume_back(cellGap);
        row.push_back(inlineText(cell));
      }
      table.push_back(std::move(row));
      continue;
    }
    if (!table.empty())
      endTable();
    if (line == "---" || (line.empty() && StringRef(text).ends_with("\n\n")))
      continue;
    text += inlineText(line) + "\n";
  }
  if (!table.empty())
    endTable();
  return StringRef(text).trim("\n").str() + "\n";
}

// --- Documentation -------------------------------------------------------------------------------

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

StringRef docsOf(StringRef name) {
  const OperationEntry *entry = findOperation(name);
  return entry ? StringRef(entry->description) : StringRef();
}

StringRef summaryOf(StringRef name) {
  const OperationEntry *entry = findOperation(name);
  return entry ? StringRef(entry->summary) : StringRef();
}

} // namespace flylsp
