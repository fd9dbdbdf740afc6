// Promises that IR makes and static facts refute (fly-core 11.6): what `fly-check` finds, placed in
// the text.
#include "lsp/analysis/Checks.h"

#include "dialects/fly/FlyOps.h"
#include "dialects/layout/Algebra.h"
#include "passes/check/Findings.h"

using namespace mlir;

namespace flylsp {

namespace {

/// Puts findings of the analysis, which speaks of operations and locations, at stretches of the
/// text. What it looks up is built when the first finding comes: most pieces have none.
class Placer {
public:
  Placer(ArrayRef<mlir::Operation *> pointers, StringRef text, PieceFacts &facts)
      : pointers(pointers), text(text), facts(facts) {}

  void place(const fly::check::Finding &found) {
    if (indices.empty())
      for (auto [index, op] : llvm::enumerate(pointers))
        indices[op] = uint32_t(index);
    auto known = indices.find(found.op);
    if (known == indices.end())
      return;
    uint32_t index = known->second;
    Finding finding;
    finding.code = found.rule;
    switch (found.severity) {
    case fly::check::Severity::Error:
      finding.severity = Severity::Error;
      break;
    case fly::check::Severity::Warning:
      finding.severity = Severity::Warning;
      break;
    case fly::check::Severity::Remark:
      finding.severity = found.rule ? Severity::Information : Severity::Hint;
      finding.onRequest = found.rule != 0;
      break;
    }
    finding.message = found.message;
    finding.span = facts.operations[index].name;
    if (std::optional<unsigned> operand = guiltyOperand(found))
      if (Span use = useOf(found.op, index, *operand); !use.empty())
        finding.span = use;
    noteSource(found.op, finding);
    for (const fly::check::Note &note : found.notes)
      finding.related.push_back(related(note, found.op, finding.span));
    if (found.rule == 0)
      offerTile(found.op, index, finding);
    facts.findings.push_back(std::move(finding));
  }

private:
  /// The operand that a finding is about: the one that a note leads to, else by the rule.
  static std::optional<unsigned> guiltyOperand(const fly::check::Finding &found) {
    mlir::Operation *op = found.op;
    if (found.rule == 0 || found.rule == 166)
      return op->getNumOperands() > 1 ? std::optional<unsigned>(1) : std::nullopt;
    if (found.rule == 176 || (found.rule == 177 && isa<fly::AddOffsetOp>(op))) {
      for (OpOperand &operand : op->getOpOperands())
        if (isa<fly::IntTupleType>(operand.get().getType()))
          return operand.getOperandNumber();
      return std::nullopt;
    }
    // The first note that leads to an operand. Of two operands from one place the message names the
    // side. The owners of elements are decided by the tiled copy, and its destination is noted.
    StringRef message = found.message;
    bool last = message.contains("destination"),
         owners = found.rule == 171 && message.starts_with("element ");
    for (const fly::check::Note &note : found.notes) {
      std::optional<unsigned> guilty;
      for (OpOperand &operand : op->getOpOperands())
        if (note.location != found.location && operand.get().getLoc() == note.location &&
            (!guilty || last))
          guilty = operand.getOperandNumber();
      if (guilty && !owners)
        return guilty;
    }
    for (OpOperand &operand : op->getOpOperands()) {
      Type type = operand.get().getType();
      if (found.rule == 179 ? isa<fly::MmaAtomType, fly::TiledMmaType>(type)
                            : isa<fly::TiledCopyType, fly::TiledMmaType>(type))
        return operand.getOperandNumber();
    }
    return std::nullopt;
  }

  /// The facts of a value; null when its name does not stand in the text.
  const Value *factsOf(mlir::Value value) {
    if (mlir::Operation *op = value.getDefiningOp()) {
      auto known = indices.find(op);
      if (known == indices.end() || facts.operations[known->second].valueCount == 0)
        return nullptr;
      // Groups of results share a name.
      const Operation &record = facts.operations[known->second];
      return &facts.values[record.firstValue + std::min(cast<OpResult>(value).getResultNumber(),
                                                        record.valueCount - 1)];
    }
    if (arguments.empty())
      collectArguments();
    auto found = arguments.find(value);
    return found == arguments.end() ? nullptr : &facts.values[found->second];
  }

  /// Arguments of all blocks of an operation stand in the order of the text.
  void collectArguments() {
    std::vector<std::vector<uint32_t>> ofOperation(pointers.size());
    for (auto [index, value] : llvm::enumerate(facts.values))
      if (value.argument && value.operation >= 0)
        ofOperation[size_t(value.operation)].push_back(uint32_t(index));
    for (auto [index, op] : llvm::enumerate(pointers)) {
      size_t next = 0;
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            if (next < ofOperation[index].size())
              arguments[argument] = ofOperation[index][next++];
    }
  }

  /// Where an operation names one of its operands.
  Span useOf(mlir::Operation *op, uint32_t index, unsigned operand) {
    mlir::Value value = op->getOperand(operand);
    const Value *known = factsOf(value);
    if (!known)
      return {};
    unsigned before = 0; // the same value may be given twice
    for (unsigned i = 0; i < operand; ++i)
      before += op->getOperand(i) == value;
    const Operation &record = facts.operations[index];
    std::vector<Span> &uses = sortedUses[known];
    if (uses.empty()) {
      uses.assign(facts.uses.begin() + known->firstUse,
                  facts.uses.begin() + known->firstUse + known->useCount);
      llvm::sort(uses, [](Span a, Span b) { return a.begin < b.begin; });
    }
    auto first =
        llvm::partition_point(uses, [&](Span use) { return use.begin < record.name.begin; });
    if (size_t(uses.end() - first) <= before)
      return {};
    Span use = first[before];
    return use.end <= record.scope.end ? use : Span{};
  }

  Related related(const fly::check::Note &note, mlir::Operation *op, Span span) {
    Related related;
    related.message = note.message;
    related.span = span;
    if (note.location == op->getLoc())
      return related;
    for (mlir::Value operand : op->getOperands())
      if (operand.getLoc() == note.location)
        if (const Value *value = factsOf(operand)) {
          related.span = value->span;
          return related;
        }
    if (places.empty())
      for (auto [index, pointer] : llvm::enumerate(pointers))
        places.try_emplace(pointer->getLoc(), uint32_t(index));
    if (auto found = places.find(note.location); found != places.end())
      related.span = facts.operations[found->second].name;
    else if (std::optional<Related> line = lineOf(note.location, note.message))
      return *line;
    return related;
  }

  /// For a compact layout as divisor: the same statement with a tile.
  void offerTile(mlir::Operation *op, uint32_t index, Finding &finding) {
    auto divide = dyn_cast<fly::LogicalDivideOp>(op);
    auto divided = divide ? dyn_cast<fly::LayoutType>(op->getOperand(0).getType()) : nullptr;
    auto divisor = divide ? dyn_cast<fly::LayoutType>(op->getOperand(1).getType()) : nullptr;
    if (!divided || !divisor)
      return;
    std::vector<layout::Tile> elements;
    for (size_t i = 0; i < divisor.getValue().rank(); ++i) {
      if (!divisor.getValue().shape()[i].isLeaf())
        return;
      elements.push_back(layout::Tile(divisor.getValue().shape()[i].leaf()));
    }
    layout::Tile tile(elements);
    auto result = layout::logicalDivide(divided.getValue(), layout::Divisor(tile));
    const Operation &record = facts.operations[index];
    std::string statement = text.slice(record.scope.begin, record.scope.end).str();
    size_t arrow = statement.rfind("->"), open = statement.find('('),
           close = statement.find(')', open);
    if (!result || arrow == std::string::npos || close == std::string::npos)
      return;
    StringRef second = StringRef(statement).slice(open + 1, close).split(',').second.trim();
    std::string oldType = divisor.getValue().str();
    size_t typeAt = statement.rfind("!fly.layout<" + oldType + ">", arrow);
    if (second.empty() || typeAt == std::string::npos)
      return;
    std::string name = second.str() + "_tile";
    size_t secondAt = size_t(second.data() - statement.data()), secondSize = second.size();
    statement.replace(arrow, std::string::npos, "-> !fly.layout<" + result->str() + ">");
    statement.replace(typeAt, oldType.size() + 13, "!fly.tile<" + tile.str() + ">");
    statement.replace(secondAt, secondSize, name);
    size_t lineStart = text.rfind('\n', record.scope.begin);
    lineStart = lineStart == StringRef::npos ? 0 : lineStart + 1;
    std::string indent = text.slice(lineStart, record.scope.begin).str();
    if (StringRef(indent).trim().size())
      indent.clear();
    Fix fix{"Divide by the tile " + tile.str(),
            {{record.scope,
              name + " = fly.static : !fly.tile<" + tile.str() + ">\n" + indent + statement}}};
    finding.fixes.push_back(std::move(fix));
  }

  ArrayRef<mlir::Operation *> pointers;
  StringRef text;
  PieceFacts &facts;
  llvm::DenseMap<mlir::Operation *, uint32_t> indices;
  llvm::DenseMap<Location, uint32_t> places;
  llvm::DenseMap<mlir::Value, uint32_t> arguments;
  llvm::DenseMap<const Value *, std::vector<Span>> sortedUses;
};

} // namespace

void checkPromises(ArrayRef<mlir::Operation *> ops, ArrayRef<mlir::Operation *> pointers,
                   StringRef text, const Unsound &unsound, fly::check::Cache &cache,
                   PieceFacts &facts) {
  auto skip = [&](mlir::Operation *op) { return unsound.contains(op); };
  fly::check::Options options;
  options.remarks = true;
  options.skip = skip;
  options.cache = &cache;
  Placer placer(pointers, text, facts);
  for (mlir::Operation *op : ops)
    for (const fly::check::Finding &found : fly::check::collectFindings(op, options))
      placer.place(found);
}

} // namespace flylsp
