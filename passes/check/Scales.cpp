// Scales that were never set (D-79).
#include "passes/check/Checks.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::check;

void Checker::checkScales(Operation *op, Value atom) {
  Type type = atom.getType();
  if (auto tiled = dyn_cast<TiledMmaType>(type))
    type = tiled.getMmaAtom();
  auto product = dyn_cast<MmaAtomType>(type);
  auto state =
      product ? dyn_cast<StatefulOpTypeInterface>(product.getMmaOp()) : StatefulOpTypeInterface();
  if (!state)
    return;
  SmallVector<StringRef> missing;
  for (StringRef field : state.getFieldNames())
    if (field.contains("scale"))
      missing.push_back(field);
  if (missing.empty())
    return;

  Operation *maker = nullptr;
  SmallVector<StringRef> zero;
  llvm::DenseSet<StringRef> seen; // the last update counts
  for (unsigned steps = 0; steps < 1000; ++steps) {
    maker = atom.getDefiningOp();
    if (auto update = dyn_cast_or_null<AtomSetValueOp>(maker)) {
      if (seen.insert(update.getField()).second && llvm::is_contained(missing, update.getField())) {
        llvm::erase(missing, update.getField());
        if (matchPattern(update.getValue(), m_Zero()))
          zero.push_back(update.getField());
      }
      atom = update.getAtom();
    } else if (auto tiled = dyn_cast_or_null<MakeTiledMmaOp>(maker)) {
      atom = tiled.getMmaAtom();
    } else {
      break;
    }
  }
  // An atom from elsewhere (an argument, a loop) may carry its scales; only a fresh one has the
  // default.
  if (!isa_and_nonnull<MakeMmaAtomOp, StaticOp>(maker))
    missing.clear();
  if (missing.empty() && zero.empty())
    return;
  auto quoted = [](ArrayRef<StringRef> names) {
    std::string text;
    for (StringRef name : names)
      text += (text.empty() ? "\"" : "\", \"") + name.str();
    return text + "\"";
  };
  std::string message;
  if (!missing.empty())
    message = quoted(missing) + (missing.size() == 1 ? " is" : " are") + " still the default 0";
  if (!zero.empty())
    message += (message.empty() ? "" : " and ") + quoted(zero) +
               (zero.size() == 1 ? " is" : " are") + " set to 0";
  Finding &finding = add(op, 179, Severity::Warning,
                         message + ", which scales the product by two to the power of minus 127");
  finding.notes.push_back({maker ? maker->getLoc() : op->getLoc(),
                           "set both scales with fly.atom.set_value; 127 in every byte means one"});
}
