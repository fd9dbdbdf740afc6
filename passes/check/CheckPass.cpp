#include "passes/check/Passes.h"

#include "passes/check/Findings.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYCHECKPASS
#include "passes/check/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {
struct CheckPass : fly::impl::FlyCheckPassBase<CheckPass> {
  using FlyCheckPassBase::FlyCheckPassBase;

  void runOnOperation() final {
    markAllAnalysesPreserved();
    check::Options options;
    options.remarks = remarks;
    bool failed = false; // statistics count nothing in an optimised build
    for (const check::Finding &finding : check::collectFindings(getOperation(), options)) {
      check::report(finding);
      failed |= finding.severity == check::Severity::Error;
      numErrors += finding.severity == check::Severity::Error;
      numWarnings += finding.severity == check::Severity::Warning;
    }
    if (failed)
      signalPassFailure();
  }
};
} // namespace
