// Which chips and PTX versions have a payload (D01).
#include "dialects/fly_ptx/Payloads.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace mlir::fly_ptx;

std::optional<Requirement> mlir::fly_ptx::requirementOf(Type payload) {
  auto mma = [](auto type) -> std::optional<Requirement> {
    const MmaRow *row = type.getRow();
    // and_popc came one PTX version after xor_popc.
    return Requirement{row->architecture, type.getAndPopc() ? 71 : row->ptx};
  };
  return llvm::TypeSwitch<Type, std::optional<Requirement>>(payload)
      .Case<Sm75MmaType, Sm80MmaType, Sm89MmaType, Sm90MmaType>(mma)
      .Case([](Sm75LdType type) { return Requirement{75, type.getEvict().empty() ? 63 : 74}; })
      .Case([](Sm75StType type) { return Requirement{75, type.getEvict().empty() ? 63 : 74}; })
      .Case([](Sm75LdMatrixType) { return Requirement{75, 65}; })
      .Case([](Sm80CpAsyncType) { return Requirement{80, 70}; })
      .Case([](Sm90StMatrixType) { return Requirement{90, 78}; })
      .Default([](Type) { return std::nullopt; });
}

SmallVector<std::string> mlir::fly_ptx::chipsFrom(int architecture) {
  SmallVector<std::string> chips;
  for (int known : {75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121})
    if (known >= architecture)
      chips.push_back("sm_" + std::to_string(known));
  return chips;
}

int mlir::fly_ptx::architectureOf(StringRef chip) {
  int number = 0;
  if (!chip.consume_front("sm_") || chip.consumeInteger(10, number))
    return 0;
  return number;
}

int mlir::fly_ptx::statedPtx(Operation *op) {
  for (; op; op = op->getParentOp()) {
    auto targets = op->getAttrOfType<ArrayAttr>("targets");
    for (Attribute attribute : targets ? targets.getValue() : ArrayRef<Attribute>()) {
      auto target = dyn_cast<NVVM::NVVMTargetAttr>(attribute);
      int version = 0;
      if (target)
        for (StringRef feature : llvm::split(target.getFeatures(), ','))
          if (feature.consume_front("+ptx") && !feature.getAsInteger(10, version))
            return version;
    }
  }
  return 0;
}

static std::string version(int ptx) {
  return std::to_string(ptx / 10) + "." + std::to_string(ptx % 10);
}

LogicalResult mlir::fly_ptx::checkTarget(Operation *user, Type payload, StringRef chip, int ptx) {
  std::optional<Requirement> needs = requirementOf(payload);
  int architecture = architectureOf(chip);
  if (!needs || architecture == 0)
    return success();
  if (architecture >= needs->architecture && (ptx == 0 || ptx >= needs->ptx))
    return success();
  std::string target = chip.str() + (ptx ? " (PTX " + version(ptx) + ")" : "");
  return emitCoded(user->getLoc(), 401,
                   "'" + cast<fly::AtomInfoTypeInterface>(payload).getMnemonic() +
                       "' requires sm_" + Twine(needs->architecture) + " (PTX " +
                       version(needs->ptx) + "), target is " + target);
}

layout::Reason mlir::fly_ptx::tensorAccessProblem() {
  return {408, "tensor memory is reachable only through tcgen05 atoms", ""};
}

std::optional<layout::Reason> mlir::fly_ptx::columnProblem(int64_t offset, int64_t bits) {
  if (offset * bits % 32 == 0)
    return std::nullopt;
  return layout::Reason{429,
                        "tensor column offset " + std::to_string(offset) +
                            " is not a multiple of " + std::to_string(32 / std::gcd(bits, 32)),
                        ""};
}
