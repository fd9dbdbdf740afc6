// Remarks of the fly passes: MLIR optimisation remarks of category `fly`, shown with
// `--remarks-filter=fly`. They cost nothing unless a tool turned remarks on.
#pragma once

#include "mlir/IR/Operation.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/Twine.h"

namespace mlir::fly {

/// Something that a user would like to be faster, and why it is not.
inline void remarkMissed(Operation *op, StringRef name, const Twine &message) {
  if (remark::detail::InFlightRemark out =
          remark::missed(op->getLoc(), remark::RemarkOpts::name(name).category("fly")))
    out << remark::add("{0}", message.str());
}

/// What an operation became.
inline void remarkAnalysis(Operation *op, StringRef name, const Twine &message) {
  if (remark::detail::InFlightRemark out =
          remark::analysis(op->getLoc(), remark::RemarkOpts::name(name).category("fly")))
    out << remark::add("{0}", message.str());
}

} // namespace mlir::fly
