// fly-merge-targets: one target per chip, so that a kernel is compiled once.
#include "passes/to_common/Passes.h"
#include "passes/transforms/StepCheck.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYMERGETARGETS
#include "passes/to_common/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using mlir::fly::Step;

/// Flags of both targets; for a key in both, the first one's.
static DictionaryAttr mergeFlags(MLIRContext *context, DictionaryAttr first,
                                 DictionaryAttr second) {
  if (!first)
    return second;
  if (!second)
    return first;
  NamedAttrList flags(first);
  for (NamedAttribute flag : second)
    if (!first.get(flag.getName()))
      flags.append(flag);
  return flags.getDictionary(context);
}

/// Libraries of both targets, each once, in order.
static ArrayAttr mergeLibraries(MLIRContext *context, ArrayAttr first, ArrayAttr second) {
  if (!first)
    return second;
  if (!second)
    return first;
  SmallVector<Attribute> libraries(first.begin(), first.end());
  for (Attribute library : second)
    if (!llvm::is_contained(libraries, library))
      libraries.push_back(library);
  return ArrayAttr::get(context, libraries);
}

/// `first` with what it leaves at the default taken from `second`; null when they name different
/// chips or triples.
static Attribute merge(Attribute first, Attribute second) {
  MLIRContext *context = first.getContext();
  constexpr int defaultLevel = 2; // of both attributes
  if (auto a = dyn_cast<ROCDL::ROCDLTargetAttr>(first)) {
    auto b = dyn_cast<ROCDL::ROCDLTargetAttr>(second);
    if (!b || a.getChip() != b.getChip() || a.getTriple() != b.getTriple())
      return {};
    return ROCDL::ROCDLTargetAttr::get(context, a.getO() != defaultLevel ? a.getO() : b.getO(),
                                       a.getTriple(), a.getChip(),
                                       a.getFeatures().empty() ? b.getFeatures() : a.getFeatures(),
                                       a.getAbi(), mergeFlags(context, a.getFlags(), b.getFlags()),
                                       mergeLibraries(context, a.getLink(), b.getLink()));
  }
  if (auto a = dyn_cast<NVVM::NVVMTargetAttr>(first)) {
    auto b = dyn_cast<NVVM::NVVMTargetAttr>(second);
    if (!b || a.getChip() != b.getChip() || a.getTriple() != b.getTriple())
      return {};
    // "+ptx60" is what the attribute holds when nothing was written.
    bool defaultFeatures = a.getFeatures().empty() || a.getFeatures() == "+ptx60";
    return NVVM::NVVMTargetAttr::get(
        context, a.getO() != defaultLevel ? a.getO() : b.getO(), a.getTriple(), a.getChip(),
        defaultFeatures ? b.getFeatures() : a.getFeatures(),
        mergeFlags(context, a.getFlags(), b.getFlags()),
        mergeLibraries(context, a.getLink(), b.getLink()), a.getVerifyTarget());
  }
  return {};
}

namespace {
struct MergeTargets : fly::impl::FlyMergeTargetsBase<MergeTargets> {
  void runOnOperation() final {
    WalkResult walk = getOperation().walk([&](gpu::GPUModuleOp module) -> WalkResult {
      if (!module.getTargets())
        return WalkResult::advance();
      SmallVector<Attribute> kept;
      for (Attribute target : module.getTargetsAttr()) {
        bool done = false;
        for (Attribute &other : kept)
          if (Attribute both = merge(other, target)) {
            other = both;
            done = true;
            ++merged;
            break;
          }
        if (!done)
          kept.push_back(target);
      }
      if (kept.size() == module.getTargets()->size())
        return WalkResult::advance();
      Step step(getArgument(), module);
      module.setTargetsAttr(ArrayAttr::get(&getContext(), kept));
      return step.done();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
