#include "dialects/fly/FlyAttrs.h"

#include "dialects/fly/AsmTokens.h"
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/FlyTypes.h"
#include "dialects/fly/Verify.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::fly;

#include "dialects/fly/FlyEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/fly/FlyAttrs.cpp.inc"

void FlyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/fly/FlyAttrs.cpp.inc"
      >();
}

/// The known mnemonic that a value follows without a blank, as in `int_tuple4`: the longest one.
static StringRef gluedMnemonic(StringRef text, ArrayRef<StringRef> known) {
  StringRef found;
  for (StringRef mnemonic : known)
    if (StringRef value = text; value.consume_front(mnemonic) && !value.empty() &&
                                (llvm::isDigit(value[0]) || value == "S" || value == "CS") &&
                                mnemonic.size() > found.size())
      found = mnemonic;
  return found;
}

Attribute FlyDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Attribute attr;
  OptionalParseResult result = generatedAttributeParser(parser, &mnemonic, type, attr);
  if (result.has_value())
    return attr && succeeded(expectSymbolEnd(parser)) ? attr : Attribute();
  std::vector<StringRef> known = mnemonicsOf<
#define GET_ATTRDEF_LIST
#include "dialects/fly/FlyAttrs.cpp.inc"
      >();
  auto emit = [&] { return parser.emitError(loc); };
  if (StringRef glued = gluedMnemonic(mnemonic, known); !glued.empty())
    (void)emitRule(emit, 164,
                   "attribute '#fly." + mnemonic + "' has no blank between '" + glued +
                       "' and its value",
                   "write #fly<" + glued + " " + mnemonic.drop_front(glued.size()) +
                       (llvm::isAlpha(mnemonic.back()) ? "<…>>" : ">"));
  else
    (void)emitUnknown(emit, describeUnknown("attribute", getNamespace(), mnemonic, known));
  return {};
}

void FlyDialect::printAttribute(Attribute attr, DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attr, printer);
}

bool mlir::fly::isGenericAddressSpace(Attribute attr, AddressSpace space) {
  auto generic = dyn_cast_or_null<AddressSpaceAttr>(attr);
  return generic && generic.getValue() == space;
}

std::string mlir::fly::addressSpaceName(Attribute space) {
  if (auto generic = dyn_cast_or_null<AddressSpaceAttr>(space))
    return stringifyAddressSpace(generic.getValue()).str();
  std::string text;
  llvm::raw_string_ostream stream(text);
  space.print(stream);
  return text;
}

// --- Structural rules, shared with the types -----------------------------------------------------

std::optional<layout::Reason> mlir::fly::verifyValue(const layout::IntTuple &value) {
  if (auto reason = layout::verify(value))
    return reason;
  std::optional<layout::Reason> found;
  value.forEachLeaf([&](const layout::Leaf &leaf) {
    if (found)
      return;
    if (leaf.isBasis() && leaf.coefficient().isNone())
      found = {109, "'*' cannot be the coefficient of a basis element", ""};
    else if (leaf.isStatic() &&
             (leaf.value() < layout::minStatic || leaf.value() > layout::maxStatic))
      found = {101, "integer " + std::to_string(leaf.value()) + " does not fit 32 bits", ""};
  });
  return found;
}

std::optional<layout::Reason> mlir::fly::verifyValue(const layout::Layout &value) {
  if (auto reason = verifyValue(value.shape()))
    return reason;
  if (auto reason = verifyValue(value.stride()))
    return reason;
  return layout::verify(value);
}

std::optional<layout::Reason> mlir::fly::verifyValue(const layout::AnyLayout &value) {
  if (value.isPlain())
    return verifyValue(value.plain());
  return layout::verify(value);
}

LogicalResult mlir::fly::report(function_ref<InFlightDiagnostic()> emitError,
                                const std::optional<layout::Reason> &reason) {
  if (!reason)
    return success();
  emitRule(emitError, *reason);
  return failure();
}

static std::optional<layout::Reason> verifyInt(const layout::Leaf &leaf) {
  if (leaf.isBasis())
    return layout::Reason{
        101, "expected an integer, got the basis element " + layout::IntTuple(leaf).str(), ""};
  return verifyValue(layout::IntTuple(leaf));
}

std::optional<layout::Reason> mlir::fly::verifyBasis(const layout::Leaf &leaf) {
  if (!leaf.isBasis())
    return layout::Reason{102,
                          "basis element needs a mode, got '" + layout::IntTuple(leaf).str() + "'",
                          "write a mode after the number, for example 1E0"};
  return verifyValue(layout::IntTuple(leaf));
}

std::optional<layout::Reason> mlir::fly::verifyComposed(const layout::AnyLayout &value) {
  if (value.isPlain())
    return layout::Reason{102, "expected a composed layout, got the plain layout " + value.str(),
                          ""};
  return verifyValue(value);
}

LogicalResult IntAttr::verify(function_ref<InFlightDiagnostic()> emitError, layout::Leaf value) {
  return report(emitError, verifyInt(value));
}

LogicalResult BasisAttr::verify(function_ref<InFlightDiagnostic()> emitError, layout::Leaf value) {
  return report(emitError, verifyBasis(value));
}

LogicalResult IntTupleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   layout::IntTuple value) {
  return report(emitError, verifyValue(value));
}

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 layout::Layout value) {
  return report(emitError, verifyValue(value));
}

LogicalResult SwizzleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  layout::Swizzle value) {
  return report(emitError, layout::verify(value));
}

LogicalResult CoordSwizzleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                       layout::CoordSwizzle value) {
  return report(emitError, layout::verify(value));
}

LogicalResult ComposedLayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                         layout::AnyLayout value) {
  return report(emitError, verifyComposed(value));
}

LogicalResult TileAttr::verify(function_ref<InFlightDiagnostic()> emitError, layout::Tile value) {
  return report(emitError, layout::verify(value));
}

LogicalResult AlignAttr::verify(function_ref<InFlightDiagnostic()> emitError, int32_t alignment) {
  if (alignment > 0)
    return success();
  emitRule(emitError, 114, "alignment must be positive, got " + Twine(alignment));
  return failure();
}

// --- Text ----------------------------------------------------------------------------------------
//
// A blank follows the mnemonic in print, because bodies such as `S<3,3,3>` or `4` glued to it could
// not be read back (FLY164).

template <typename AttrT, typename Value>
static Attribute parseBody(AsmParser &parser, FailureOr<Value> (*parse)(AsmParser &)) {
  if (peekToken(parser) == '<') {
    emitRule([&] { return parser.emitError(parser.getCurrentLocation()); }, 101,
             "the value of '" + AttrT::getMnemonic() + "' stands without angle brackets of its own",
             "write #fly<" + AttrT::getMnemonic() + " VALUE>");
    return {};
  }
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<Value> value = parse(parser);
  if (failed(value))
    return {};
  return AttrT::getChecked([&] { return parser.emitError(loc); }, parser.getContext(), *value);
}

Attribute IntAttr::parse(AsmParser &parser, Type) { return parseBody<IntAttr>(parser, parseLeaf); }
void IntAttr::print(AsmPrinter &printer) const {
  printer << ' ' << (getValue().isNone() ? "0" : layout::IntTuple(getValue()).str());
}
bool IntAttr::isStatic() const { return getValue().isStatic(); }

Attribute BasisAttr::parse(AsmParser &parser, Type) {
  return parseBody<BasisAttr>(parser, parseBasis);
}
void BasisAttr::print(AsmPrinter &printer) const {
  printer << ' ' << layout::IntTuple(getValue()).str();
}
bool BasisAttr::isStatic() const { return getValue().isStatic(); }

Attribute IntTupleAttr::parse(AsmParser &parser, Type) {
  return parseBody<IntTupleAttr>(parser, parseIntTuple);
}
void IntTupleAttr::print(AsmPrinter &printer) const { printer << ' ' << getValue().str(); }
bool IntTupleAttr::isStatic() const { return getValue().isStatic(); }
layout::IntTuple IntTupleAttr::getProfile() const { return getValue(); }

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  return parseBody<LayoutAttr>(parser, parseLayout);
}
void LayoutAttr::print(AsmPrinter &printer) const { printer << ' ' << getValue().str(); }
bool LayoutAttr::isStatic() const { return getValue().isStatic(); }
layout::IntTuple LayoutAttr::getProfile() const { return getValue().shape(); }

Attribute SwizzleAttr::parse(AsmParser &parser, Type) {
  return parseBody<SwizzleAttr>(parser, parseSwizzle);
}
void SwizzleAttr::print(AsmPrinter &printer) const { printer << ' ' << getValue().str(); }

Attribute CoordSwizzleAttr::parse(AsmParser &parser, Type) {
  return parseBody<CoordSwizzleAttr>(parser, parseCoordSwizzle);
}
void CoordSwizzleAttr::print(AsmPrinter &printer) const { printer << ' ' << getValue().str(); }

Attribute ComposedLayoutAttr::parse(AsmParser &parser, Type) {
  return parseBody<ComposedLayoutAttr>(parser, parseComposedLayout);
}
void ComposedLayoutAttr::print(AsmPrinter &printer) const { printer << ' ' << getValue().str(); }
bool ComposedLayoutAttr::isStatic() const { return getValue().isStatic(); }
layout::IntTuple ComposedLayoutAttr::getProfile() const { return getValue().linear().shape(); }

Attribute TileAttr::parse(AsmParser &parser, Type) {
  return parseBody<TileAttr>(parser, parseTile);
}
void TileAttr::print(AsmPrinter &printer) const { printer << ' ' << getValue().str(); }

Attribute AlignAttr::parse(AsmParser &parser, Type) {
  SMLoc loc;
  int64_t alignment = 0;
  if (parser.parseKeyword("align") || parser.parseLess() || parser.getCurrentLocation(&loc) ||
      parser.parseInteger(alignment) || parser.parseGreater())
    return {};
  if (alignment <= 0 || alignment > INT32_MAX) {
    emitRule([&] { return parser.emitError(loc); }, 114,
             "alignment must be positive and fit 32 bits, got " + Twine(alignment));
    return {};
  }
  return AlignAttr::get(parser.getContext(), static_cast<int32_t>(alignment));
}
void AlignAttr::print(AsmPrinter &printer) const { printer << " align<" << getAlignment() << ">"; }

AlignAttr AlignAttr::forDivisibility(Type elemTy, int64_t divisibility) {
  return get(elemTy.getContext(), detail::alignmentFor(elemTy, divisibility));
}
