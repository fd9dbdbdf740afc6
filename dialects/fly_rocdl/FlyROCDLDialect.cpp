#include "dialects/fly_rocdl/FlyROCDLDialect.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/Rules.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

#include "dialects/fly_rocdl/FlyROCDLDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/fly_rocdl/FlyROCDLAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/fly_rocdl/FlyROCDLOps.cpp.inc"

void FlyROCDLDialect::initialize() {
  fly::registerRules(rocdlRules());
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "dialects/fly_rocdl/FlyROCDLOps.cpp.inc"
      >();
}

void FlyROCDLDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/fly_rocdl/FlyROCDLAttrs.cpp.inc"
      >();
}

bool mlir::fly_rocdl::isBufferSpace(Attribute addressSpace) {
  return isa_and_nonnull<BufferDescAttr>(addressSpace);
}

LogicalResult GetBufferRsrcOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                                Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  auto fail = [&](const Twine &message) {
    if (loc)
      mlir::emitError(*loc) << fly::withCode(message.str(), 333);
    return failure();
  };
  Type type = adaptor.getPtr().getType();
  auto pointer = dyn_cast<fly::PointerType>(type);
  std::string text;
  llvm::raw_string_ostream(text) << type;
  if (!pointer)
    return fail("operand must be a fly pointer, got " + text);
  if (!isBufferSpace(pointer.getAddressSpace()))
    return fail("operand must point into #fly_rocdl.buffer_desc, got " + text);
  inferred.push_back(LLVM::LLVMPointerType::get(context, 8));
  return success();
}
