#include "lsp/analysis/Checks.h"

#include "dialects/fly/FlyTypes.h"
#include "dialects/fly_rocdl/Chips.h"
#include "passes/pipelines/Chips.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace flylsp {

bool chipFits(StringRef chip, ArrayRef<std::string> patterns) {
  return patterns.empty() || llvm::any_of(patterns, [&](const std::string &pattern) {
           return chip == pattern || (!pattern.empty() && chip.starts_with(pattern));
         });
}

/// The payload types inside a type: of atoms, and of tiled operations over atoms.
static Type payloadOf(Type type) {
  if (auto tiled = dyn_cast<fly::TiledMmaType>(type))
    type = tiled.getMmaAtom();
  else if (auto tiled = dyn_cast<fly::TiledCopyType>(type))
    type = tiled.getCopyAtom();
  if (auto atom = dyn_cast<fly::MmaAtomType>(type))
    return atom.getMmaOp();
  if (auto atom = dyn_cast<fly::CopyAtomType>(type))
    return atom.getCopyOp();
  return {};
}

void checkPiece(ArrayRef<mlir::Operation *> ops, ArrayRef<mlir::Operation *> pointers,
                StringRef text, const AnalysisOptions &options, PieceFacts &facts) {
  // Operations in generic form of dialects that are not registered parse, but nothing about them is
  // known.
  llvm::SmallPtrSet<const void *, 4> reported;
  for (auto [index, op] : llvm::enumerate(pointers)) {
    if (op->isRegistered() || op->getName().getStringRef().starts_with("fly_broken.") ||
        !reported.insert(op->getName().getAsOpaquePointer()).second)
      continue;
    Finding finding;
    finding.severity = Severity::Warning;
    StringRef name = op->getName().getStringRef();
    bool knownDialect = op->getDialect() != nullptr;
    finding.message =
        (knownDialect ? "operation '" + name.str() + "' is unknown to its dialect"
                      : "dialect '" + name.split('.').first.str() + "' is unknown here") +
        "; nothing about '" + name.str() + "' is checked";
    finding.span = facts.operations[index].name;
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
        auto found = llvm::find(pointers, op);
        if (found != pointers.end()) {
          const Operation &record = facts.operations[size_t(found - pointers.begin())];
          size_t at = text.find(facts.chip, record.name.end);
          finding.span = at == StringRef::npos
                             ? record.name
                             : Span{uint32_t(at), uint32_t(at + facts.chip.size())};
        }
        facts.findings.push_back(std::move(finding));
      }
    }
  if (!anyFly)
    return;
  checkPromises(ops, pointers, text, facts);
  describePartitions(pointers, facts);

  std::string chip = facts.chip.empty() ? options.chip : facts.chip;
  if (chip.empty())
    return;
  for (auto [index, op] : llvm::enumerate(pointers)) {
    // One finding where the atom is made; its users follow from it.
    if (op->getNumResults() != 1)
      continue;
    Type result = op->getResult(0).getType();
    if (!isa<fly::MmaAtomType, fly::CopyAtomType>(result))
      continue;
    if (op->getNumOperands() && op->getOperand(0).getType() == result)
      continue; // atom.set_value
    auto info = dyn_cast_or_null<fly::AtomInfoTypeInterface>(payloadOf(result));
    if (!info)
      continue;
    SmallVector<std::string> patterns = info.getChips();
    Finding finding;
    if (std::optional<layout::Reason> problem = fly_rocdl::chipProblem(payloadOf(result), chip)) {
      finding.code = problem->rule;
      finding.message = problem->message;
    } else if (!chipFits(chip, patterns)) {
      std::string list;
      for (const std::string &pattern : patterns)
        list += (list.empty() ? "" : ", ") + pattern;
      finding.message = "this instruction exists on " + list + ", not on " + chip;
    } else {
      continue;
    }
    finding.span = facts.operations[index].name;
    Related related;
    related.message = facts.chip.empty() ? "the chip comes from the settings"
                                         : "the chip is the target of the gpu.module";
    related.span = facts.chip.empty() || facts.operations.empty() ? finding.span
                                                                  : facts.operations.front().name;
    finding.related.push_back(std::move(related));
    facts.findings.push_back(std::move(finding));
  }
}

} // namespace flylsp
