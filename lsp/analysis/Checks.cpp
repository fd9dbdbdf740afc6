#include "lsp/analysis/Checks.h"

#include "dialects/fly/Diagnostics.h"
#include "passes/pipelines/Chips.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/Regex.h"

using namespace mlir;

namespace flylsp {

/// Operations that nothing can be concluded from.
static Unsound unsoundOperations(ArrayRef<mlir::Operation *> pointers, const PieceFacts &facts) {
  Unsound unsound;
  for (const Finding &finding : facts.findings)
    if (finding.severity == Severity::Error)
      if (int32_t index = facts.operationAt(finding.span.begin); index >= 0)
        unsound.insert(pointers[size_t(index)]);
  // What uses a stand-in was not verified; it may fit all the same.
  auto isStandIn = [](mlir::Value value) {
    mlir::Operation *op = value.getDefiningOp();
    return op && op->getName().getStringRef().starts_with("fly_broken.");
  };
  if (!facts.broken.empty())
    for (mlir::Operation *op : pointers)
      if (llvm::any_of(op->getOperands(), isStandIn) &&
          (op->getNumRegions() || failed(mlir::verify(op, /*verifyRecursively=*/false))))
        unsound.insert(op);
  return unsound;
}

std::optional<Related> lineOf(Location location, std::string message) {
  std::optional<FileLineColLoc> found;
  location->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (file && !found && !file.getFilename().strref().starts_with("fly-piece:"))
      found = file;
    return WalkResult::advance();
  });
  if (!found)
    return std::nullopt;
  Related related;
  related.message = std::move(message);
  related.file = found->getFilename().str();
  related.line = found->getLine();
  related.column = found->getColumn();
  return related;
}

void noteSource(mlir::Operation *op, Finding &finding) {
  if (std::optional<Related> line = lineOf(op->getLoc(), "written by this line"))
    finding.related.push_back(std::move(*line));
}

/// The first file, line and column that the text of a location leads to, through aliases.
static std::optional<Related> spelledLine(StringRef location, StringRef aliases, unsigned depth) {
  static const llvm::Regex place("\"([^\"]+)\":([0-9]+):([0-9]+)"), alias("#[A-Za-z0-9_.$]+");
  SmallVector<StringRef> file, name;
  bool hasFile = place.match(location, &file), hasName = alias.match(location, &name);
  if (hasName && depth && (!hasFile || name[0].data() < file[0].data())) {
    // Definitions start a line.
    std::string start = (name[0] + " = loc(").str();
    size_t at = aliases.starts_with(start) ? 0 : aliases.find("\n" + start);
    if (at != StringRef::npos)
      if (auto line = spelledLine(aliases.drop_front(at + start.size()).split('\n').first, aliases,
                                  depth - 1))
        return line;
  }
  Related related;
  if (!hasFile || file[2].getAsInteger(10, related.line) ||
      file[3].getAsInteger(10, related.column))
    return std::nullopt;
  related.message = "written by this line";
  related.file = file[1].str();
  return related;
}

/// What the parser refuses has no location yet: the one that is spelled behind it.
static void noteSpelledSource(StringRef text, StringRef aliases, Finding &finding) {
  if (finding.span.end > text.size() || llvm::any_of(finding.related, [](const Related &note) {
        return note.message == "written by this line";
      }))
    return;
  StringRef rest = text.drop_front(finding.span.end).split('\n').first;
  if (size_t at = rest.find("loc("); at != StringRef::npos)
    if (std::optional<Related> line = spelledLine(rest.drop_front(at + 4), aliases, 8))
      finding.related.push_back(std::move(*line));
}

/// Notes about an operation of another file stand at the operation here: its line there is named
/// once.
static void keepNotesHere(Finding &finding) {
  auto source = llvm::find_if(
      finding.related, [](const Related &note) { return note.message == "written by this line"; });
  if (source == finding.related.end())
    return;
  const Related line = *source;
  for (Related &note : finding.related)
    if (note.message != line.message && note.file == line.file && note.line == line.line &&
        note.column == line.column) {
      note.file.clear();
      note.span = finding.span;
    }
}

void checkPiece(ArrayRef<mlir::Operation *> ops, ArrayRef<mlir::Operation *> pointers,
                StringRef text, const AnalysisOptions &options, fly::check::Cache &cache,
                PieceFacts &facts, StringRef aliases) {
  // What the tables of the operations check has no code of its own.
  for (Finding &finding : facts.findings) {
    noteSpelledSource(text, aliases, finding);
    keepNotesHere(finding);
    StringRef message = finding.message;
    if (!finding.code && message.starts_with("'fly") && message.contains(" must be ") &&
        (message.contains("operand #") || message.contains("result #")))
      finding.code = 168;
  }
  widenPlaces(text, facts);
  if (!facts.parsed)
    return offerFixes({}, text, facts);
  // The verifier says in other words what follows.
  llvm::erase_if(facts.findings, [](const Finding &finding) {
    return StringRef(finding.message).starts_with("unregistered operation '");
  });
  // Operations in generic form of dialects that are not registered parse, but nothing about them is
  // known.
  std::vector<bool> known(facts.names.size());
  for (auto [index, op] : llvm::enumerate(pointers)) {
    uint32_t nameId = facts.operations[index].nameId; // one look per name
    if (known[nameId])
      continue;
    known[nameId] = true;
    if (op->isRegistered() || op->getName().getStringRef().starts_with("fly_broken."))
      continue;
    Finding finding;
    finding.severity = Severity::Warning;
    StringRef name = op->getName().getStringRef(), dialect = op->getName().getDialectNamespace();
    bool knownDialect = op->getDialect() != nullptr;
    finding.span = facts.operations[index].name;
    noteSource(op, finding);
    fly::UnknownName slip;
    if (knownDialect)
      slip = fly::describeUnknown("operation", dialect, op->getName().stripDialect(),
                                  fly::operationNames(op->getContext(), dialect));
    if (!slip.note.empty()) {
      finding.severity = Severity::Error;
      finding.message = slip.message;
      finding.related.push_back({slip.note, finding.span});
    } else {
      finding.message = (knownDialect ? "operation '" + name.str() + "' is unknown to its dialect"
                                      : "dialect '" + dialect.str() + "' is unknown here") +
                        "; nothing about '" + name.str() + "' is checked";
      if (!knownDialect)
        finding.once = "dialect " + dialect.str();
    }
    facts.findings.push_back(std::move(finding));
  }
  bool anyFly =
      llvm::any_of(facts.types, [](const TypeRef &type) { return type->kind != TypeKind::Other; });
  for (mlir::Operation *op : ops)
    if (auto module = dyn_cast<gpu::GPUModuleOp>(op)) {
      facts.chip = fly::targetChip(module).str();
      if (!facts.chip.empty() && !fly::findChip(facts.chip)) {
        Finding finding;
        finding.severity = Severity::Warning;
        finding.message = fly::unknownChipMessage(facts.chip);
        noteSource(op, finding);
        StringRef near = fly::nearestChip(facts.chip);
        auto found = llvm::find(pointers, op);
        if (found != pointers.end()) {
          const Operation &record = facts.operations[size_t(found - pointers.begin())];
          size_t at = text.find(facts.chip, record.name.end);
          finding.span = at == StringRef::npos
                             ? record.name
                             : Span{uint32_t(at), uint32_t(at + facts.chip.size())};
          if (at != StringRef::npos && !near.empty())
            finding.fixes.push_back({"Compile for " + near.str(), {{finding.span, near.str()}}});
        }
        facts.findings.push_back(std::move(finding));
      }
    }
  if (!anyFly) {
    refinePlaces(pointers, text, facts);
    return offerFixes(pointers, text, facts);
  }
  Unsound unsound = unsoundOperations(pointers, facts);
  checkPromises(ops, pointers, text, unsound, cache, facts);
  checkTargets(pointers, text, options, unsound, facts);
  refinePlaces(pointers, text, facts);
  // What an instruction demands of a pointer is more than that its access may be slow.
  llvm::DenseSet<uint32_t> demanded;
  for (const Finding &finding : facts.findings)
    if (finding.code == 407)
      demanded.insert(finding.span.begin);
  llvm::erase_if(facts.findings, [&](const Finding &finding) {
    return finding.code == 172 && demanded.contains(finding.span.begin);
  });
  offerFixes(pointers, text, facts);
}

} // namespace flylsp
