// What MLIR's verifiers say about pieces and about the module around them, placed in the text.
#include "lsp/analysis/StandIns.h"
#include "lsp/analysis/Steps.h"

#include "lsp/analysis/Analyzer.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace flylsp {

/// The stretch of an operation that a message speaks of: a named operand's or attribute's text when
/// the message points at one, else the name of the operation.
static Span guiltyStretch(const PieceFacts &facts, size_t operation, StringRef text,
                          StringRef message) {
  const Operation &op = facts.operations[operation];
  StringRef statement = text.slice(op.name.begin, op.scope.end);
  // "operand #1 must be …", "operand 1 …"
  size_t at = message.find("operand #");
  unsigned number = 0;
  if (at != StringRef::npos &&
      !message.drop_front(at + 9).take_while(llvm::isDigit).getAsInteger(10, number)) {
    size_t open = statement.find('(');
    if (open != StringRef::npos &&
        statement.slice(0, open).find_first_of(":\n") == StringRef::npos) {
      StringRef list = statement.drop_front(open + 1);
      unsigned seen = 0;
      for (size_t i = 0; i < list.size() && list[i] != ')' && list[i] != ':'; ++i)
        if (list[i] == '%') {
          size_t stop = i + 1;
          while (stop < list.size() && (isIdentifierByte(list[stop]) || list[stop] == '#'))
            ++stop;
          if (seen++ == number) {
            uint32_t begin = op.name.begin + uint32_t(open + 1 + i);
            return {begin, begin + uint32_t(stop - i)};
          }
          i = stop - 1;
        }
    }
  }
  // A type, layout or name that the message quotes and that stands in the statement once.
  for (size_t i = message.find('\''); i != StringRef::npos; i = message.find('\'', i + 1)) {
    size_t stop = message.find('\'', i + 1);
    if (stop == StringRef::npos)
      break;
    StringRef quoted = message.slice(i + 1, stop);
    size_t first = quoted.size() >= 4 ? statement.find(quoted) : StringRef::npos;
    if (first != StringRef::npos && first > 0 && !statement.starts_with(quoted) &&
        !quoted.starts_with(facts.names[op.nameId]) &&
        statement.find(quoted, first + 1) == StringRef::npos) {
      uint32_t begin = op.name.begin + uint32_t(first);
      uint32_t sigil = text[begin - 1] == '@' || text[begin - 1] == '%';
      return {begin - sigil, begin + uint32_t(quoted.size())};
    }
    i = stop;
  }
  return op.name;
}

/// Where a statement spells the type of its n-th operand in `(types) -> …` at its end; empty when
/// it does not.
static Span operandType(StringRef statement, unsigned number) {
  size_t start = StringRef::npos;
  // The last colon in front of a parenthesis at no depth.
  int depth = 0;
  for (size_t i = 0; i + 2 < statement.size(); ++i) {
    char c = statement[i];
    if (c == '(' || c == '[' || c == '{' || c == '<')
      ++depth;
    else if (c == ')' || c == ']' || c == '}' || (c == '>' && statement[i - 1] != '-'))
      --depth;
    else if (c == ':' && depth == 0 && statement.drop_front(i + 1).ltrim().starts_with("("))
      start = statement.find('(', i) + 1;
  }
  if (start == StringRef::npos)
    return {};
  unsigned seen = 0;
  size_t begin = start;
  depth = 0;
  for (size_t i = start; i < statement.size(); ++i) {
    char c = statement[i];
    if (c == '(' || c == '[' || c == '{' || c == '<') {
      ++depth;
    } else if (depth == 0 && (c == ',' || c == ')')) {
      if (seen++ == number) {
        StringRef type = statement.slice(begin, i).trim();
        size_t at = size_t(type.data() - statement.data());
        return {uint32_t(at), uint32_t(at + type.size())};
      }
      begin = i + 1;
      if (c == ')')
        return {};
    } else if (c == ')' || c == ']' || c == '}' || (c == '>' && statement[i - 1] != '-')) {
      --depth;
    }
  }
  return {};
}

void verifyPiece(ListeningContext &context, PieceState &state) {
  PieceFacts &facts = *state.facts;
  std::vector<RawDiagnostic> quick;
  bool good = true;
  {
    ListeningContext::Listener listener(context, quick, state.id);
    for (mlir::Operation *op : state.ops)
      good &= succeeded(mlir::verify(op));
  }
  if (good && quick.empty())
    return;

  // Once more one by one, so that every operation is heard and can be named.
  std::vector<RawDiagnostic> all;
  bool broken = !facts.broken.empty();
  {
    ListeningContext::Listener listener(context, all, state.id);
    for (mlir::Operation *top : state.ops)
      top->walk<WalkOrder::PreOrder>([&](mlir::Operation *op) {
        StringRef name = op->getName().getStringRef();
        if (name.starts_with("fly_broken."))
          return;
        if (broken) {
          // What a stand-in is wrong about is no finding.
          if (mlir::Operation *parent = op->getParentOp();
              parent && op->hasTrait<OpTrait::IsTerminator>() &&
              (parent->hasAttr("fly_broken.head") ||
               StandIn::isAbout(parent->getName().getStringRef())))
            return;
          for (mlir::Value operand : op->getOperands())
            if (mlir::Operation *source = operand.getDefiningOp();
                source && source->getName().getStringRef().starts_with("fly_broken."))
              return;
          for (Region &region : op->getRegions())
            for (Block &block : region)
              if (!block.empty() &&
                  block.back().getName().getStringRef().starts_with("fly_broken."))
                return;
        }
        listener.about(op);
        (void)mlir::verify(op, /*verifyRecursively=*/false);
      });
  }
  auto isError = [](const RawDiagnostic &raw) { return raw.severity == Severity::Error; };
  if (!good && !broken && llvm::none_of(all, isError))
    all.insert(all.end(), quick.begin(), quick.end()); // a rule about blocks

  std::optional<LineIndex> lines;
  llvm::DenseMap<mlir::Operation *, size_t> indices;
  for (auto [i, op] : llvm::enumerate(state.pointers))
    indices[op] = i;
  uint32_t prefixLines = uint32_t(StringRef(state.around.before).count('\n'));
  // Only valid where nothing stands in; then operations tell the place.
  auto place = [&](const RawDiagnostic &raw) -> std::optional<uint32_t> {
    if (raw.id != state.id || raw.line <= prefixLines || broken)
      return std::nullopt;
    if (!lines)
      lines.emplace(state.text);
    uint32_t line = raw.line - 1 - prefixLines;
    if (line >= lines->lineCount())
      return std::nullopt;
    return std::min<uint32_t>(uint32_t(state.text.size()),
                              lines->lineStart(line) + (raw.column ? raw.column - 1 : 0));
  };

  std::string lastMessage;
  mlir::Operation *lastOp = nullptr;
  for (RawDiagnostic &raw : all) {
    if (StandIn::isAbout(raw.message))
      continue;
    Finding finding;
    finding.severity = raw.severity;
    finding.message = raw.message;
    finding.code = takeCode(finding.message);
    // Inference says its reason first and then that it failed.
    bool echo = StringRef(finding.message).contains("failed to infer returned types");
    if (echo && raw.op && raw.op == lastOp)
      continue;
    lastOp = raw.op;
    std::optional<uint32_t> at = place(raw);
    auto known = raw.op ? indices.find(raw.op) : indices.end();
    size_t operation = SIZE_MAX;
    if (at) {
      // The operation whose name stands there, which may be nested in the one being verified.
      int32_t found = facts.operationAt(*at);
      if (found >= 0 && facts.operations[size_t(found)].name.begin == *at)
        operation = size_t(found);
    }
    if (operation == SIZE_MAX && known != indices.end() && !at)
      operation = known->second;
    if (operation != SIZE_MAX)
      finding.span = guiltyStretch(facts, operation, state.text, finding.message);
    else if (at)
      finding.span = tokenAt(state.text, *at);
    else if (known != indices.end())
      finding.span = facts.operations[known->second].name;
    else
      finding.span = tokenAt(state.text, 0);
    if (raw.op) {
      std::optional<FileLineColLoc> inside, outside;
      findPlaces(raw.op->getLoc(), inside, outside);
      if (outside) {
        Related related;
        related.message = "written by this line";
        related.file = outside->getFilename().str();
        related.line = outside->getLine();
        related.column = outside->getColumn();
        finding.related.push_back(std::move(related));
      }
    }
    for (RawDiagnostic &note : raw.notes) {
      if (StringRef(note.message).starts_with("see current operation"))
        continue;
      std::string said = note.message;
      // A verifier of MLIR has no code of its own; the rule behind it is named by the note.
      if (int code = takeCode(said); finding.code == 0)
        finding.code = code;
      std::optional<Span> where;
      if (std::optional<uint32_t> noteAt = place(note))
        where = tokenAt(state.text, *noteAt);
      finding.related.push_back(note.related(std::move(said), where, finding.span));
    }
    // The right type is known: offer it.
    StringRef mismatch = finding.message;
    if (size_t from = mismatch.find("inferred type(s) '"); from != StringRef::npos) {
      StringRef inferred = mismatch.drop_front(from + 18);
      inferred = inferred.take_front(inferred.find("' are incompatible"));
      StringRef declared = mismatch.take_front(mismatch.rfind('\''));
      declared = declared.drop_front(declared.rfind('\'') + 1);
      size_t index = operation != SIZE_MAX    ? operation
                     : known != indices.end() ? known->second
                                              : SIZE_MAX;
      if (index != SIZE_MAX && !inferred.contains("', '")) {
        const Operation &op = facts.operations[index];
        StringRef statement = StringRef(state.text).slice(op.name.begin, op.scope.end);
        size_t place = statement.rfind(declared);
        if (!declared.empty() && place != StringRef::npos) {
          uint32_t begin = op.name.begin + uint32_t(place);
          Fix fix{"Write the inferred type " + inferred.str(),
                  {{{begin, begin + uint32_t(declared.size())}, inferred.str()}}};
          // The uses spell the type too.
          for (OpOperand &use : state.pointers[index]->getUses())
            if (auto user = indices.find(use.getOwner()); user != indices.end()) {
              const Operation &other = facts.operations[user->second];
              Span spelled =
                  operandType(StringRef(state.text).slice(other.name.begin, other.scope.end),
                              use.getOperandNumber());
              spelled.begin += other.name.begin;
              spelled.end += other.name.begin;
              if (StringRef(state.text).slice(spelled.begin, spelled.end) == declared &&
                  state.pointers[index]->getNumResults() == 1)
                fix.edits.push_back({spelled, inferred.str()});
            }
          finding.fixes.push_back(std::move(fix));
        }
      }
    }
    bool twice = llvm::any_of(facts.findings, [&](const Finding &other) {
      return other.span == finding.span && other.message == finding.message;
    });
    if (!twice)
      facts.findings.push_back(std::move(finding));
  }
}

void verifyRoot(ListeningContext &context, ChunkState &chunk, Snapshot &snapshot) {
  if (chunk.verified)
    return;
  mlir::Operation *root = chunk.root->getOperation();
  size_t before = snapshot.findings.size();
  auto absolute = [](Span span, uint32_t offset) {
    return Span{span.begin + offset, span.end + offset};
  };

  // Names that are taken twice.
  struct Place {
    size_t piece;
    Span span;
  };
  llvm::StringMap<Place> seen;
  constexpr size_t mostTwice = 1000;
  size_t twice = 0;
  for (auto [i, piece] : llvm::enumerate(chunk.pieces))
    for (const Symbol &symbol : piece->facts->symbols) {
      if (piece->facts->operations[symbol.operation].parent >= 0)
        continue;
      auto [it, isNew] = seen.try_emplace(symbol.name, Place{i, symbol.span});
      if (isNew || ++twice > mostTwice)
        continue;
      Finding finding;
      finding.message = "redefinition of symbol named '" + symbol.name + "'";
      finding.span = absolute(symbol.span, chunk.offsets[i]);
      Related related;
      related.message = "first defined here";
      related.span = absolute(it->second.span, chunk.offsets[it->second.piece]);
      finding.related.push_back(std::move(related));
      snapshot.findings.push_back(std::move(finding));
    }
  if (twice > mostTwice) {
    Finding finding;
    finding.severity = Severity::Information;
    finding.message = std::to_string(twice - mostTwice) + " further symbols are defined twice";
    finding.span = snapshot.findings.back().span;
    snapshot.findings.push_back(std::move(finding));
  }

  // References that do not resolve. What stands in a broken piece or statement may define them.
  std::vector<StringRef> unknown;
  for (const auto &piece : chunk.pieces) {
    if (!piece->facts->parsed)
      unknown.push_back(piece->text);
    for (Span span : piece->facts->broken)
      unknown.push_back(StringRef(piece->text).slice(span.begin, span.end));
  }
  auto mayBeDefined = [&](mlir::Operation *op) {
    bool found = false;
    op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
      for (StringRef text : unknown)
        found |= text.contains(("@" + symbol.getRootReference().getValue()).str()) ||
                 text.contains(("@" + symbol.getLeafReference().getValue()).str());
    });
    return found;
  };
  SymbolTableCollection tables;
  for (auto [i, piece] : llvm::enumerate(chunk.pieces))
    for (uint32_t index : piece->users) {
      mlir::Operation *op = piece->pointers[index];
      std::vector<RawDiagnostic> raws;
      {
        ListeningContext::Listener listener(context, raws, piece->id);
        (void)cast<SymbolUserOpInterface>(op).verifySymbolUses(tables);
      }
      if (raws.empty() || (!unknown.empty() && mayBeDefined(op)))
        continue;
      for (RawDiagnostic &raw : raws) {
        Finding finding;
        finding.severity = raw.severity;
        finding.message = raw.message;
        finding.code = takeCode(finding.message);
        finding.span = absolute(guiltyStretch(*piece->facts, index, piece->text, finding.message),
                                chunk.offsets[i]);
        snapshot.findings.push_back(std::move(finding));
      }
    }

  // Attributes of the module can speak of everything in it.
  bool incomplete =
      llvm::any_of(chunk.pieces, [](const auto &piece) { return !piece->facts->parsed; });
  std::vector<RawDiagnostic> quick;
  if (!root->getDiscardableAttrs().empty()) {
    ListeningContext::Listener listener(context, quick, 0);
    (void)mlir::verify(root, /*verifyRecursively=*/false);
  }
  chunk.verified = snapshot.findings.size() == before && quick.empty();
  if (snapshot.findings.size() != before || incomplete)
    return;

  // Whatever else the module objects to.
  for (RawDiagnostic &raw : quick) {
    if (raw.severity != Severity::Error)
      continue;
    Finding finding;
    finding.message = raw.message;
    finding.code = takeCode(finding.message);
    for (auto [i, piece] : llvm::enumerate(chunk.pieces)) {
      if (piece->id != raw.id || raw.id == 0)
        continue;
      LineIndex lines(piece->text);
      uint32_t prefixLines = uint32_t(StringRef(piece->around.before).count('\n'));
      if (raw.line <= prefixLines || raw.line - 1 - prefixLines >= lines.lineCount())
        continue;
      uint32_t at = lines.lineStart(raw.line - 1 - prefixLines) + (raw.column ? raw.column - 1 : 0);
      finding.span = absolute(tokenAt(piece->text, at), chunk.offsets[i]);
    }
    if (finding.span.empty() && !chunk.offsets.empty())
      finding.span = {chunk.offsets.front(), chunk.offsets.front() + 1};
    snapshot.findings.push_back(std::move(finding));
  }
}

} // namespace flylsp
