#include "dialects/fly_rocdl/Chips.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/Emission.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

bool mlir::fly_rocdl::chipMatches(StringRef chip, ArrayRef<std::string> patterns) {
  return llvm::any_of(patterns,
                      [&](const std::string &pattern) { return chip.starts_with(pattern); });
}

std::optional<layout::Reason> mlir::fly_rocdl::chipProblem(Type payload, StringRef chip) {
  auto info = dyn_cast_or_null<fly::AtomInfoTypeInterface>(payload);
  if (!info || chip.empty())
    return std::nullopt;
  SmallVector<std::string> chips = info.getChips();
  if (chips.empty() || chipMatches(chip, chips))
    return std::nullopt;
  return layout::Reason{
      337, textOf(payload) + " needs " + llvm::join(chips, ", ") + ", module targets " + chip.str(),
      ""};
}

layout::Warnings mlir::fly_rocdl::chipWarnings(Type payload, StringRef chip) {
  auto copy = dyn_cast_or_null<Cdna3BufferCopyType>(payload);
  if (!copy || copy.getCache() == 0 || chip.empty() || chip.starts_with("gfx9"))
    return {};
  return {{346,
           "cache = " + std::to_string(copy.getCache()) + " is a modifier of gfx9; " + chip.str() +
               " reads it differently (on gfx12: 1 non-temporal, 2 high-temporal, 3 last use, "
               "16 device scope)",
           ""}};
}

Type mlir::fly_rocdl::payloadOf(Operation *op) {
  auto payloadOfType = [](Type type) -> Type {
    if (auto tiled = dyn_cast<fly::TiledCopyType>(type))
      type = tiled.getCopyAtom();
    else if (auto tiled = dyn_cast<fly::TiledMmaType>(type))
      type = tiled.getMmaAtom();
    if (auto atom = dyn_cast<fly::CopyAtomType>(type))
      return atom.getCopyOp();
    if (auto atom = dyn_cast<fly::MmaAtomType>(type))
      return atom.getMmaOp();
    return {};
  };
  for (Type type : op->getOperandTypes())
    if (Type payload = payloadOfType(type))
      return payload;
  for (Type type : op->getResultTypes())
    if (Type payload = payloadOfType(type))
      return payload;
  return {};
}

LogicalResult mlir::fly_rocdl::checkChip(function_ref<InFlightDiagnostic()> emitError, Type payload,
                                         StringRef chip) {
  if (std::optional<layout::Reason> problem = chipProblem(payload, chip))
    return fly::emitRule(emitError, *problem);
  return success();
}

LogicalResult mlir::fly_rocdl::checkChip(Operation *op, StringRef chip) {
  Type payload = payloadOf(op);
  if (failed(checkChip([&] { return op->emitError(); }, payload, chip)))
    return failure();
  fly::emitWarnings(op->getLoc(), chipWarnings(payload, chip));
  return success();
}
