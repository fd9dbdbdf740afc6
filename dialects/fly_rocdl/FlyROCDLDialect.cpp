#include "dialects/fly_rocdl/FlyROCDLDialect.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/Emission.h"
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

Attribute FlyROCDLDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Attribute attr;
  if (generatedAttributeParser(parser, &mnemonic, type, attr).has_value())
    return attr;
  fly::emitUnknownMnemonic<
#define GET_ATTRDEF_LIST
#include "dialects/fly_rocdl/FlyROCDLAttrs.cpp.inc"
      >(parser, loc, "attribute", getNamespace(), mnemonic);
  return {};
}

void FlyROCDLDialect::printAttribute(Attribute attr, DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attr, printer);
}

std::optional<Dialect::ParseOpHook> FlyROCDLDialect::getParseOperationHook(StringRef opName) const {
  return ParseOpHook(fly::parseUnknownOperation);
}

LogicalResult BufferDescAttr::verifyMakePtr(function_ref<InFlightDiagnostic()> emitError,
                                            TypeRange operands) const {
  auto isBase = [](Type type) {
    auto pointer = dyn_cast<fly::PointerType>(type);
    return isa<LLVM::LLVMPointerType>(type) ||
           (pointer && isa<fly::AddressSpaceAttr>(pointer.getAddressSpace()));
  };
  if (operands.size() == 4 && isBase(operands[0]) && operands[1].isInteger(16) &&
      operands[2].isInteger(64) && operands[3].isInteger(32))
    return success();
  std::string got;
  for (Type type : operands)
    got += (got.empty() ? "" : ", ") + textOf(type);
  return fly::emitRule(emitError, 152,
                       "a pointer behind a buffer descriptor is made of a base pointer in memory, "
                       "a stride (i16), a number of records (i64) and flags (i32), got (" +
                           got + ")");
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
