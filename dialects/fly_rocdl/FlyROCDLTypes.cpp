// Parsing, registration and the facts that all payload types share.
#include "dialects/fly_rocdl/FlyROCDLDialect.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/AtomLayouts.h"
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Verify.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

/// `MxNxK`.
static ParseResult parseShapeMNK(AsmParser &parser, int32_t &m, int32_t &n, int32_t &k) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> dims;
  if (fly::parseMNKDimensionList(parser, dims))
    return failure();
  for (int64_t dim : dims)
    if (dim > INT32_MAX)
      return parser.emitError(loc, "extent ") << dim << " does not fit 32 bits";
  m = dims[0];
  n = dims[1];
  k = dims[2];
  return success();
}

static void printShapeMNK(AsmPrinter &printer, int32_t m, int32_t n, int32_t k) {
  fly::printMNKDimensionList(printer, {m, n, k});
}

/// `16b`: a number of bits with its unit.
static ParseResult parseBitCount(AsmParser &parser, int32_t &bits) {
  return failure(parser.parseInteger(bits) || parser.parseKeyword("b"));
}

static void printBitCount(AsmPrinter &printer, int32_t bits) { printer.getStream() << bits << 'b'; }

#define GET_TYPEDEF_CLASSES
#include "dialects/fly_rocdl/FlyROCDLTypes.cpp.inc"

void FlyROCDLDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/fly_rocdl/FlyROCDLTypes.cpp.inc"
      >();
}

Type FlyROCDLDialect::parseType(DialectAsmParser &parser) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Type type;
  if (generatedTypeParser(parser, &mnemonic, type).has_value())
    return type;
  fly::emitUnknownMnemonic<
#define GET_TYPEDEF_LIST
#include "dialects/fly_rocdl/FlyROCDLTypes.cpp.inc"
      >(parser, loc, "type", getNamespace(), mnemonic);
  return {};
}

void FlyROCDLDialect::printType(Type type, DialectAsmPrinter &printer) const {
  (void)generatedTypePrinter(type, printer);
}

SmallVector<std::string> mlir::fly_rocdl::splitChips(StringRef list) {
  SmallVector<std::string> chips;
  for (StringRef chip : llvm::split(list, ','))
    if (!chip.empty())
      chips.push_back(chip.str());
  return chips;
}

namespace {
struct OperandInfo {
  Reg reg;
  Elem elem;
  int64_t values; // per lane
};
OperandInfo operandInfo(const MmaRow &row, Elem a, Elem b, fly::MmaOperand operand) {
  int64_t lanes = waveSize(row.payload);
  int64_t copies = factorReplication(row.payload);
  switch (operand) {
  case fly::MmaOperand::A:
    return {row.regA, a, int64_t(row.m) * row.k * copies / lanes};
  case fly::MmaOperand::B:
    return {row.regB, b, int64_t(row.n) * row.k * copies / lanes};
  case fly::MmaOperand::C:
  case fly::MmaOperand::D:
    break;
  }
  return {row.regAcc, row.acc, int64_t(row.m) * row.n / lanes};
}
} // namespace

int64_t mlir::fly_rocdl::registerValuesOf(const MmaRow &row, Elem a, Elem b,
                                          fly::MmaOperand operand) {
  OperandInfo info = operandInfo(row, a, b, operand);
  return registerBits(info.reg, info.elem, info.values) / bitsOf(info.elem);
}

Type mlir::fly_rocdl::registerTypeOf(const MmaRow &row, Elem a, Elem b, fly::MmaOperand operand,
                                     MLIRContext *context) {
  OperandInfo info = operandInfo(row, a, b, operand);
  return registerType(info.reg, info.elem, info.values, context);
}
