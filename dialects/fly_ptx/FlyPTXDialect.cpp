#include "dialects/fly_ptx/FlyPTXDialect.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_ptx/AtomLayouts.h"
#include "dialects/fly_ptx/Payloads.h"
#include "dialects/fly_ptx/Rules.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::fly_ptx;

#include "dialects/fly_ptx/FlyPTXDialect.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/fly_ptx/FlyPTXOps.cpp.inc"

void FlyPTXDialect::initialize() {
  fly::registerRules(ptxRules());
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "dialects/fly_ptx/FlyPTXOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Text of the payloads
//===----------------------------------------------------------------------===//

/// `<MxNxK, (A, B) -> ACC[, satfinite][, b1op = and_popc]>`
template <typename T> static Type parseMma(AsmParser &parser) {
  SMLoc start = parser.getCurrentLocation();
  SmallVector<int64_t> dims;
  Type a, b, acc;
  bool satfinite = false, andPopc = false;
  if (parser.parseLess() || fly::parseMNKDimensionList(parser, dims))
    return {};
  for (int64_t dim : dims)
    if (dim > INT32_MAX) {
      parser.emitError(start, "extent ") << dim << " does not fit 32 bits";
      return {};
    }
  if (parser.parseComma() || parser.parseLParen() || parser.parseType(a) || parser.parseComma() ||
      parser.parseType(b) || parser.parseRParen() || parser.parseArrow() || parser.parseType(acc))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc at = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalKeyword("satfinite"))) {
      satfinite = true;
    } else if (succeeded(parser.parseOptionalKeyword("b1op"))) {
      StringRef operation;
      if (parser.parseEqual() || parser.parseKeyword(&operation))
        return {};
      if (operation != "xor_popc" && operation != "and_popc") {
        parser.emitError(at, "b1op is xor_popc or and_popc, got ") << operation;
        return {};
      }
      andPopc = operation == "and_popc";
    } else {
      parser.emitError(at, "expected satfinite or b1op");
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<T>(start, parser.getContext(), int32_t(dims[0]), int32_t(dims[1]),
                              int32_t(dims[2]), a, b, acc, satfinite, andPopc);
}

template <typename T> static void printMma(AsmPrinter &printer, T type) {
  printer << '<';
  fly::printMNKDimensionList(printer, {type.getM(), type.getN(), type.getK()});
  printer << ", (" << type.getElemA() << ", " << type.getElemB() << ") -> " << type.getElemAcc();
  if (type.getSatfinite())
    printer << ", satfinite";
  if (type.getAndPopc())
    printer << ", b1op = and_popc";
  printer << '>';
}

/// `, evict = first` or nothing.
static ParseResult parseEvict(AsmParser &parser, std::string &evict) {
  if (failed(parser.parseOptionalComma()))
    return success();
  StringRef priority;
  if (parser.parseKeyword("evict") || parser.parseEqual() || parser.parseKeyword(&priority))
    return failure();
  evict = priority.str();
  return success();
}

static void printEvict(AsmPrinter &printer, StringRef evict) {
  if (!evict.empty())
    printer << ", evict = " << evict;
}

/// `x4[, trans]`
static ParseResult parseMatrixCount(AsmParser &parser, int32_t &num, bool &trans) {
  SMLoc at = parser.getCurrentLocation();
  StringRef count;
  if (parser.parseKeyword(&count))
    return failure();
  if (!count.consume_front("x") || count.getAsInteger(10, num))
    return parser.emitError(at, "expected x1, x2 or x4");
  trans = false;
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("trans"))
      return failure();
    trans = true;
  }
  return success();
}

static void printMatrixCount(AsmPrinter &printer, int32_t num, bool trans) {
  printer.getStream() << 'x' << num;
  if (trans)
    printer << ", trans";
}

/// `[, cache = cg][, zfill]`
static ParseResult parseCpAsyncOptions(AsmParser &parser, bool &cacheGlobal, bool &zfill) {
  cacheGlobal = zfill = false;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc at = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalKeyword("zfill"))) {
      zfill = true;
      continue;
    }
    StringRef cache;
    if (parser.parseKeyword("cache") || parser.parseEqual() || parser.parseKeyword(&cache))
      return failure();
    if (cache != "ca" && cache != "cg")
      return parser.emitError(at, "cache is ca or cg, got ") << cache;
    cacheGlobal = cache == "cg";
  }
  return success();
}

static void printCpAsyncOptions(AsmPrinter &printer, bool cacheGlobal, bool zfill) {
  if (cacheGlobal)
    printer << ", cache = cg";
  if (zfill)
    printer << ", zfill";
}

#define GET_TYPEDEF_CLASSES
#include "dialects/fly_ptx/FlyPTXTypes.cpp.inc"

void FlyPTXDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/fly_ptx/FlyPTXTypes.cpp.inc"
      >();
}

Type FlyPTXDialect::parseType(DialectAsmParser &parser) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Type type;
  if (generatedTypeParser(parser, &mnemonic, type).has_value())
    return type;
  fly::emitUnknownMnemonic<
#define GET_TYPEDEF_LIST
#include "dialects/fly_ptx/FlyPTXTypes.cpp.inc"
      >(parser, loc, "type", getNamespace(), mnemonic);
  return {};
}

void FlyPTXDialect::printType(Type type, DialectAsmPrinter &printer) const {
  (void)generatedTypePrinter(type, printer);
}

std::optional<Dialect::ParseOpHook> FlyPTXDialect::getParseOperationHook(StringRef opName) const {
  return ParseOpHook(fly::parseUnknownOperation);
}

LogicalResult MapCtaOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  auto pointer = dyn_cast<fly::PointerType>(adaptor.getPtr().getType());
  if (!pointer ||
      !fly::isGenericAddressSpace(pointer.getAddressSpace(), fly::AddressSpace::Shared)) {
    if (loc)
      mlir::emitError(*loc) << fly::withCode(
          "operand of 'fly_ptx.map_cta' must be a pointer to shared memory, got " +
              textOf(adaptor.getPtr().getType()),
          406);
    return failure();
  }
  auto space = fly::AddressSpaceAttr::get(pointer.getContext(), fly::AddressSpace::SharedCluster);
  inferred.push_back(fly::PointerType::get(pointer.getElemTy(), space, pointer.getAlignment(),
                                           pointer.getSwizzle()));
  return success();
}
