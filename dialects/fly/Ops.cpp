// Registration of the operations, the parser pieces that they share, and definitions of shard 0.
#include "dialects/fly/FlyOps.h"

namespace mlir::fly {

void registerVerifierWarnings(Dialect *dialect);

void FlyDialect::registerOps() {
  registerFlyDialectOperations(this);
  registerVerifierWarnings(this);
}

} // namespace mlir::fly

#include "dialects/fly/OpsShard.h"

#define GET_OP_DEFS_0
#include "dialects/fly/FlyOps.cpp.inc"
