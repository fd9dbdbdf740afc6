// The index of a piece: its operations, values, uses, symbols and aliases, with their places.
#include "lsp/analysis/StandIns.h"
#include "lsp/analysis/Steps.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace flylsp {

/// Where the string or comment ends that covers `at`, reading from `from` on; `at` if none does.
/// Neither goes on in the next line.
static uint32_t behindText(std::string_view text, uint32_t from, uint32_t at) {
  while (from < at) {
    if (text[from] == '"') {
      for (++from; from < text.size() && text[from] != '"' && text[from] != '\n'; ++from)
        if (text[from] == '\\')
          ++from;
    } else if (text[from] == '/' && from + 1 < text.size() && text[from + 1] == '/') {
      while (from < text.size() && text[from] != '\n')
        ++from;
    }
    ++from;
  }
  return from;
}

static void findSymbolUses(std::string_view text, PieceFacts &facts) {
  uint32_t size = uint32_t(text.size());
  std::string before;
  uint32_t beforeEnd = UINT32_MAX, done = 0; // up to `done` the text is read
  for (size_t next = text.find('@'); next != std::string_view::npos; next = text.find('@', done)) {
    uint32_t i = uint32_t(next), lineStart = uint32_t(text.rfind('\n', i) + 1); // 0 for none
    done = behindText(text, std::max(done, lineStart), i);
    if (done > i)
      continue;
    uint32_t end = i + 1;
    std::string name;
    if (end < size && text[end] == '"') {
      uint32_t close = end + 1;
      while (close < size && text[close] != '"' && text[close] != '\n')
        ++close;
      name = std::string(text.substr(end + 1, close - end - 1));
      end = std::min(size, close + 1);
    } else {
      while (end < size && isIdentifierByte(text[end]))
        ++end;
      name = std::string(text.substr(i + 1, end - i - 1));
    }
    if (!name.empty()) {
      SymbolUse use;
      use.span = {i, end};
      use.name = name;
      if (beforeEnd != UINT32_MAX && text.substr(beforeEnd, i - beforeEnd) == "::")
        use.qualifier = before;
      facts.symbolUses.push_back(std::move(use));
      before = name;
      beforeEnd = end;
    }
    done = end;
  }
}

/// Behind the angle bracket that closes the one at `at`.
static uint32_t behindAngles(std::string_view text, uint32_t at) {
  uint32_t depth = 0;
  for (uint32_t i = at; i < text.size(); ++i) {
    if (text[i] == '<')
      ++depth;
    else if (text[i] == '>' && text[i - 1] != '-' && --depth == 0)
      return i + 1;
  }
  return at;
}

void extractFacts(PieceState &state, Parse &parse, function_ref<TypeRef(Type)> typeFact) {
  PieceFacts &facts = *state.facts;
  const std::string &text = state.text;
  struct Name {
    uint32_t id;
    bool symbol, user; // may be a symbol, may name one
  };
  llvm::DenseMap<const void *, Name> names;
  llvm::DenseMap<Type, int32_t> types;
  llvm::DenseMap<mlir::Operation *, int32_t> containers;
  size_t lines = size_t(llvm::count(text, '\n')) + 1;
  facts.operations.reserve(lines);
  facts.values.reserve(lines);
  facts.uses.reserve(2 * lines);
  state.pointers.reserve(lines);

  Type lastType;
  int32_t lastIndex = -1;
  auto typeIndex = [&](Type type) {
    if (auto opaque = dyn_cast<OpaqueType>(type);
        opaque && StandIn::isAbout(opaque.getDialectNamespace()))
      return int32_t(-1); // nobody knows it
    if (type == lastType)
      return lastIndex;
    auto [it, isNew] = types.try_emplace(type, int32_t(facts.types.size()));
    if (isNew)
      facts.types.push_back(typeFact(type));
    lastType = type;
    return lastIndex = it->second;
  };
  auto addValue = [&](const AsmParserState::SMDefinition &definition, Type type, int32_t operation,
                      bool argument) {
    Value value;
    value.span = parse.toPiece(definition.loc);
    if (value.span.empty())
      return;
    value.firstUse = uint32_t(facts.uses.size());
    for (SMRange use : definition.uses)
      if (Span span = parse.toPiece(use); !span.empty())
        facts.uses.push_back(span);
    value.useCount = uint32_t(facts.uses.size()) - value.firstUse;
    value.type = typeIndex(type);
    value.operation = operation;
    value.argument = argument;
    facts.values.push_back(value);
  };

  mlir::Operation *lastParent = nullptr;
  int32_t lastContainer = -1;
  auto visit = [&](mlir::Operation *op) {
    const AsmParserState::OperationDefinition *definition = parse.asmState.getOpDef(op);
    if (!definition)
      return;
    StringRef opName = op->getName().getStringRef();
    if (opName == "fly_broken.value")
      return;
    Operation record;
    record.name = parse.toPiece(definition->loc);
    record.scope = parse.toPiece(definition->scopeLoc);
    // A type that was found by its text ends for the parser with its name.
    if (record.scope.end < text.size() && text[record.scope.end] == '<')
      record.scope.end = behindAngles(text, record.scope.end);
    auto [found, isNew] = names.try_emplace(op->getName().getAsOpaquePointer());
    if (isNew) {
      bool registered = op->isRegistered();
      found->second = {uint32_t(facts.names.size()),
                       !registered || op->getName().hasInterface<SymbolOpInterface>(),
                       registered && op->getName().hasInterface<SymbolUserOpInterface>()};
      facts.names.push_back(opName.str());
    }
    const Name name = found->second;
    record.nameId = name.id;
    if (mlir::Operation *parent = op->getParentOp(); parent == lastParent) {
      record.parent = lastContainer;
    } else {
      if (auto it = containers.find(parent); it != containers.end())
        record.parent = it->second;
      lastParent = parent;
      lastContainer = record.parent;
    }
    int32_t index = int32_t(facts.operations.size());
    record.firstValue = uint32_t(facts.values.size());
    bool broken = StandIn::isAbout(opName);
    for (const auto &group : definition->resultGroups) {
      if (group.startIndex >= op->getNumResults())
        continue;
      Type type = op->getResult(group.startIndex).getType();
      addValue(group.definition, type, index, false);
      if (facts.values.size() > record.firstValue)
        record.scope.begin =
            std::min(record.scope.begin, facts.values[record.firstValue].span.begin);
    }
    record.valueCount = uint32_t(facts.values.size()) - record.firstValue;
    if (broken)
      facts.names[record.nameId] = "";
    if (op->getNumRegions()) {
      containers[op] = index;
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (const auto *blockDefinition = parse.asmState.getBlockDef(&block)) {
            Span label = parse.toPiece(blockDefinition->definition.loc);
            if (!label.empty()) {
              BlockLabel entry;
              entry.span = label;
              entry.firstUse = uint32_t(facts.uses.size());
              for (SMRange use : blockDefinition->definition.uses)
                if (Span span = parse.toPiece(use); !span.empty())
                  facts.uses.push_back(span);
              entry.useCount = uint32_t(facts.uses.size()) - entry.firstUse;
              facts.blocks.push_back(entry);
            }
            for (auto [i, argument] : llvm::enumerate(blockDefinition->arguments))
              if (i < block.getNumArguments() && argument.loc.isValid())
                addValue(argument, block.getArgument(unsigned(i)).getType(), index, true);
          }
    }
    if (name.user) {
      // Those inside of a symbol table of their own were verified with it.
      mlir::Operation *table = op->getParentOp();
      while (table && !table->hasTrait<OpTrait::SymbolTable>())
        table = table->getParentOp();
      if (!table)
        state.users.push_back(uint32_t(index));
    }
    auto symbol = name.symbol ? op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName())
                              : StringAttr();
    if (symbol) {
      size_t at = StringRef(text).find('@', record.name.end);
      if (at != StringRef::npos && at < record.scope.end) {
        Symbol entry;
        entry.name = symbol.getValue().str();
        entry.span = tokenAt(text, uint32_t(at));
        entry.operation = uint32_t(index);
        if (record.parent >= 0)
          for (const Symbol &other : facts.symbols)
            if (int32_t(other.operation) == record.parent)
              entry.parent = other.name;
        facts.symbols.push_back(std::move(entry));
      }
    }
    facts.operations.push_back(record);
    state.pointers.push_back(op);
  };
  for (mlir::Operation &top : parse.block)
    top.walk<WalkOrder::PreOrder>(visit);

  // Values in the order of the text; those of one operation stay together.
  if (!llvm::is_sorted(facts.values, [](const Value &a, const Value &b) {
        return a.span.begin < b.span.begin;
      })) {
    std::vector<uint32_t> order(facts.values.size());
    for (uint32_t i = 0; i < order.size(); ++i)
      order[i] = i;
    llvm::sort(order, [&](uint32_t a, uint32_t b) {
      return std::pair(facts.values[a].span.begin, a) < std::pair(facts.values[b].span.begin, b);
    });
    std::vector<Value> values;
    std::vector<uint32_t> place(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      values.push_back(facts.values[order[i]]);
    }
    for (Operation &op : facts.operations)
      if (op.valueCount)
        op.firstValue = place[op.firstValue];
    facts.values = std::move(values);
  }

  // References by name, found in the text so that they work across pieces.
  findSymbolUses(text, facts);
  for (const auto &alias : parse.asmState.getAttributeAliasDefs())
    for (SMRange use : alias.definition.uses)
      if (Span span = parse.toPiece(use); !span.empty())
        facts.aliasUses.emplace_back(span, "#" + alias.name.str());
  for (const auto &alias : parse.asmState.getTypeAliasDefs())
    for (SMRange use : alias.definition.uses)
      if (Span span = parse.toPiece(use); !span.empty())
        facts.aliasUses.emplace_back(span, "!" + alias.name.str());
  // The line count is a good guess for most pieces; where it is not, memory is given back.
  auto fit = [](auto &list) {
    if (list.capacity() > list.size() + list.size() / 4)
      list.shrink_to_fit();
  };
  fit(facts.values);
  fit(facts.operations);
  fit(facts.uses);
  fit(state.pointers);
}

} // namespace flylsp
