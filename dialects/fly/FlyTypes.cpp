#include "dialects/fly/FlyTypes.h"

#include "dialects/fly/AsmTokens.h"
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/Invariants.h"
#include "dialects/fly/TypeTexts.h"
#include "dialects/fly/Verify.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace mlir::fly;

#define GET_TYPEDEF_CLASSES
#include "dialects/fly/FlyAllTypes.cpp.inc"

void FlyDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/fly/FlyAllTypes.cpp.inc"
      >();
}

static Type parseFlyType(DialectAsmParser &parser, StringRef dialect) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Type type;
  OptionalParseResult result = generatedTypeParser(parser, &mnemonic, type);
  if (result.has_value())
    return type && succeeded(expectSymbolEnd(parser)) ? type : Type();
  emitUnknownMnemonic<
#define GET_TYPEDEF_LIST
#include "dialects/fly/FlyAllTypes.cpp.inc"
      >(parser, loc, "type", dialect, mnemonic);
  return {};
}

Type FlyDialect::parseType(DialectAsmParser &parser) const {
  auto parse = [&] { return parseFlyType(parser, getNamespace()); };
  if (auto *texts = const_cast<FlyDialect *>(this)->getRegisteredInterface<TypeTexts>())
    return texts->get(parser, parse);
  return parse();
}

void FlyDialect::printType(Type type, DialectAsmPrinter &printer) const {
  (void)generatedTypePrinter(type, printer);
}

static std::string typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

static std::string attrText(Attribute attr) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  attr.print(stream);
  return text;
}

static InFlightDiagnostic emitAt(AsmParser &parser, SMLoc loc, const layout::Reason &reason) {
  return emitRule([&] { return parser.emitError(loc); }, reason);
}

/// Expects one punctuation and names the code of malformed text when something else comes.
static ParseResult expect(AsmParser &parser, char punctuation, StringRef after) {
  AsmTokens tokens(parser);
  if (tokens.optional(punctuation))
    return success();
  emitRule([&] { return parser.emitError(parser.getCurrentLocation()); }, 101,
           "expected '" + Twine(punctuation) + "' after the " + after);
  return failure();
}

// --- Helpers -------------------------------------------------------------------------------------

int64_t mlir::fly::bitWidth(Type elemTy) {
  if (auto type = dyn_cast_or_null<IntegerType>(elemTy))
    return type.getWidth();
  if (auto type = dyn_cast_or_null<FloatType>(elemTy))
    return type.getWidth();
  return 0;
}

std::optional<layout::AnyLayout> mlir::fly::getLayoutOf(Type type) {
  return TypeSwitch<Type, std::optional<layout::AnyLayout>>(type)
      .Case<LayoutType>([](LayoutType t) { return layout::AnyLayout(t.getValue()); })
      .Case<ComposedLayoutType>([](ComposedLayoutType t) { return t.getValue(); })
      .Case<mlir::fly::MemRefType>([](mlir::fly::MemRefType t) { return t.getLayout(); })
      .Case<CoordTensorType>([](CoordTensorType t) { return t.getLayout(); })
      .Default([](Type) { return std::nullopt; });
}

layout::Layout mlir::fly::linearLayoutOf(Type type) {
  std::optional<layout::AnyLayout> any = getLayoutOf(type);
  return any ? any->linear() : layout::Layout();
}

Type mlir::fly::withLinearLayout(Type type, layout::Layout linear) {
  MLIRContext *context = type.getContext();
  if (isa<LayoutType>(type))
    return LayoutType::get(context, linear);
  std::optional<layout::AnyLayout> any = getLayoutOf(type);
  if (!any)
    return {};
  layout::AnyLayout changed = any->withLinear(std::move(linear));
  return TypeSwitch<Type, Type>(type)
      .Case<ComposedLayoutType>([&](auto) { return ComposedLayoutType::get(context, changed); })
      .Case<mlir::fly::MemRefType, CoordTensorType>([&](auto t) { return t.withLayout(changed); });
}

bool mlir::fly::isStaticType(Type type) {
  auto mayBeStatic = dyn_cast_or_null<MayStaticTypeInterface>(type);
  return mayBeStatic && mayBeStatic.isStatic();
}

Type mlir::fly::llvmCompatibleElement(Type elemTy) {
  if (isa<FloatType>(elemTy) && bitWidth(elemTy) < 16)
    return IntegerType::get(elemTy.getContext(), bitWidth(elemTy));
  return elemTy;
}

Type mlir::fly::registerSSAType(MemRefType type, bool llvmCompatible) {
  if (!isGenericAddressSpace(type.getAddressSpace(), AddressSpace::Register) ||
      !type.getLayout().isPlain())
    return {};
  // Negative strides reach below the base, so the allocation is the index range, not the cosize.
  layout::Result<std::pair<int64_t, int64_t>> range = layout::indexRange(type.getLayout().plain());
  if (!range)
    return {};
  int64_t extent = range->second - range->first + 1;
  Type element = llvmCompatible ? llvmCompatibleElement(type.getElemTy()) : type.getElemTy();
  if (extent < 1 || extent > INT32_MAX)
    return {};
  if (extent == 1)
    return element;
  return VectorType::get({extent}, element);
}

ParseResult mlir::fly::parseMNKDimensionList(AsmParser &parser, SmallVectorImpl<int64_t> &dims) {
  SMLoc loc = parser.getCurrentLocation();
  dims.clear();
  if (parser.parseDimensionList(dims, /*allowDynamic=*/true, /*withTrailingX=*/false))
    return failure();
  if (dims.size() != 3) {
    emitAt(parser, loc,
           {102, "expected 3 dimensions in MNK dimension list, got " + std::to_string(dims.size()),
            "write the numbers of M, N and K, as in 16x16x16"});
    return failure();
  }
  for (auto [dim, name] : llvm::zip_equal(dims, StringRef("MNK")))
    if (ShapedType::isDynamic(dim)) {
      emitAt(parser, loc,
             {101,
              std::string("dimension ") + name +
                  " of an MNK dimension list is '?', but must "
                  "be a number",
              ""});
      return failure();
    }
  return success();
}

void mlir::fly::printMNKDimensionList(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  printer << llvm::join(llvm::map_range(dims, [](int64_t d) { return std::to_string(d); }), "x");
}

int32_t mlir::fly::detail::alignmentOrTrivial(Type elemTy, int32_t alignment) {
  if (alignment != 0)
    return alignment;
  return static_cast<int32_t>(std::max<int64_t>(1, llvm::divideCeil(bitWidth(elemTy), 8)));
}

int32_t mlir::fly::detail::alignmentFor(Type elemTy, int64_t divisibility) {
  int64_t bits = bitWidth(elemTy);
  int32_t trivial = alignmentOrTrivial(elemTy, 0);
  // Every power of two above this is as good as none, and keeps the product inside 64 bits.
  int64_t limit = int64_t(1) << 28;
  if (divisibility > limit)
    divisibility = std::gcd(divisibility, limit);
  int64_t total = bits * std::max<int64_t>(divisibility, 1);
  if (total % 8 != 0)
    return trivial;
  int64_t bytes = total / 8;
  if (bytes > INT32_MAX)
    bytes = std::gcd(bytes, limit);
  return std::max<int32_t>(static_cast<int32_t>(bytes), trivial);
}

// --- Rules ---------------------------------------------------------------------------------------

std::optional<layout::Reason> mlir::fly::verifyElement(Type elemTy) {
  if (!elemTy || !isa<IntegerType, FloatType>(elemTy))
    return layout::Reason{111,
                          "element type must be an integer or a float, got '" +
                              (elemTy ? typeText(elemTy) : std::string("nothing")) + "'",
                          "use i32 or i64 for indices"};
  if (bitWidth(elemTy) == 0)
    return layout::Reason{113, "element type must be at least 1 bit wide, got 'i0'", ""};
  return std::nullopt;
}

std::optional<layout::Reason> mlir::fly::verifyAddressSpace(Attribute space) {
  const char *fix = "write generic, global, shared, register, tensor, shared_cluster or an address "
                    "space attribute of the target dialect";
  if (!space)
    return layout::Reason{112, "address space is missing", fix};
  if (isa<AddressSpaceAttr>(space))
    return std::nullopt;
  StringRef owner = space.getDialect().getNamespace();
  if (isa<OpaqueAttr>(space) || (owner != "builtin" && owner != "fly"))
    return std::nullopt;
  return layout::Reason{
      112,
      "address space must be a keyword or an attribute of a target dialect, got '" +
          attrText(space) + "'",
      fix};
}

std::optional<layout::Reason> mlir::fly::verifyAlignment(Type elemTy, int64_t alignment) {
  int64_t bits = bitWidth(elemTy);
  int64_t bytes = detail::alignmentOrTrivial(elemTy, 0);
  if (alignment <= 0 || alignment > INT32_MAX || alignment % bytes != 0)
    return layout::Reason{114,
                          "alignment must be a positive multiple of element byte size (" +
                              std::to_string(bytes) + "), got " + std::to_string(alignment),
                          ""};
  if (alignment != bytes && alignment * 8 % bits != 0)
    return layout::Reason{
        114,
        "alignment of " + std::to_string(alignment) + " bytes is not a whole number of " +
            std::to_string(bits) + "-bit elements",
        "align to a multiple of " + std::to_string(std::lcm<int64_t>(bits, 8) / 8) + " bytes"};
  return std::nullopt;
}

static bool hasBasisStride(const layout::Layout &layout) {
  bool found = false;
  layout.stride().forEachLeaf([&](const layout::Leaf &leaf) { found |= leaf.isBasis(); });
  return found;
}

std::optional<layout::Reason> mlir::fly::verifyMemoryLayout(const layout::AnyLayout &value) {
  if (value.isPlain()) {
    if (hasBasisStride(value.plain()))
      return layout::Reason{142,
                            "layout " + value.str() +
                                " of a memref yields coordinates, but memory needs integer offsets",
                            "use !fly.coord_tensor for coordinates"};
    return std::nullopt;
  }
  const layout::ComposedLayout &composed = value.composed();
  bool integerInput = true; // what the inner function takes
  if (std::holds_alternative<layout::CoordSwizzle>(composed.inner()))
    return layout::Reason{142,
                          "coordinate swizzle of layout " + value.str() +
                              " yields coordinates, but memory needs integer offsets",
                          "compose a layout over the coordinate swizzle"};
  if (const auto *inner = std::get_if<layout::AnyLayout>(&composed.inner())) {
    if (auto reason = verifyMemoryLayout(*inner))
      return reason;
    const layout::IntTuple &domain = inner->linear().shape();
    integerInput = domain.isLeaf();
    if (!integerInput && !layout::weaklyCongruent(composed.offset(), domain))
      return layout::Reason{144,
                            "offset " + composed.offset().str() +
                                " is no coordinate of the inner layout " + inner->str(),
                            ""};
  }
  if (!integerInput)
    return std::nullopt;
  if (!composed.offset().isLeaf() || composed.offset().leaf().isBasis())
    return layout::Reason{144,
                          "offset of layout " + value.str() + " must be one integer, got " +
                              composed.offset().str(),
                          ""};
  return verifyMemoryLayout(composed.outer());
}

/// The tuple that a scaled basis element stands for: `2E1E0` is `(0,(2))`.
static layout::IntTuple tupleOfBasis(const layout::Leaf &leaf) {
  layout::IntTuple value(leaf.coefficient());
  const layout::ModePath &path = leaf.modes();
  for (auto it = path.rbegin(); it != path.rend(); ++it) {
    // A path longer than any tuple that text can spell is cut short by the caller.
    std::vector<layout::IntTuple> elements(static_cast<size_t>(*it), layout::IntTuple(0));
    elements.push_back(value);
    value = layout::IntTuple(std::move(elements));
  }
  return value;
}

/// Whether `stride` times an integer can be added to `base`.
static bool canAdd(layout::IntTuple base, const layout::Leaf &stride) {
  if (stride.isStaticValue(0))
    return true;
  size_t step = 0;
  const layout::ModePath &path = stride.modes();
  while (true) {
    if (base.isLeaf()) {
      if (base.leaf().isStaticValue(0))
        return true;
      return step == path.size() && base.leaf().isInt();
    }
    if (step == path.size())
      return false;
    size_t mode = static_cast<size_t>(path[step++]);
    if (mode >= base.rank())
      return true; // a missing mode is appended by the sum
    base = layout::IntTuple(base[mode]);
  }
}

std::optional<layout::Reason> mlir::fly::verifyCoordBase(const layout::IntTuple &base,
                                                         const layout::AnyLayout &value) {
  layout::IntTuple tuple = base;
  if (base.hasNone())
    return layout::Reason{109, "the none leaf '*' in the base " + base.str() + " is not a number",
                          "write the coordinate of the first element"};
  if (base.isLeaf() && base.leaf().isBasis()) {
    for (int32_t mode : base.leaf().modes())
      if (mode > 64)
        return layout::Reason{143, "base " + base.str() + " names a mode above 64", ""};
    tuple = tupleOfBasis(base.leaf());
  }
  auto mismatch = [&](const std::string &what) {
    return layout::Reason{
        143, "base " + base.str() + " cannot be added to " + what + " of layout " + value.str(),
        "give the base the structure of the coordinates that the layout yields"};
  };
  const layout::AnyLayout *current = &value;
  while (!current->isPlain()) {
    const layout::ComposedLayout &composed = current->composed();
    if (std::holds_alternative<layout::Swizzle>(composed.inner())) {
      if (!canAdd(tuple, layout::Leaf(1)))
        return mismatch("the swizzled integers");
      return std::nullopt;
    }
    const auto *inner = std::get_if<layout::AnyLayout>(&composed.inner());
    current = inner ? inner : &composed.outer();
  }
  std::optional<layout::Reason> found;
  current->plain().stride().forEachLeaf([&](const layout::Leaf &stride) {
    if (!found && !canAdd(tuple, stride))
      found = mismatch("multiples of the stride " + layout::IntTuple(stride).str());
  });
  return found;
}

std::optional<layout::Reason> mlir::fly::verifyValueWidth(CopyOpTypeInterface payload,
                                                          int32_t valBits) {
  if (payload.isWholeTile()) {
    if (valBits == 0)
      return std::nullopt;
    return layout::Reason{
        116, "value width of a whole-tile copy must be 0, got " + std::to_string(valBits), ""};
  }
  int64_t bits = payload.getCopyBits();
  if (valBits <= 0)
    return layout::Reason{116, "value width must be positive, got " + std::to_string(valBits), ""};
  if (bits % valBits != 0)
    return layout::Reason{116,
                          "value width " + std::to_string(valBits) + " does not divide the " +
                              std::to_string(bits) + "-bit transfer",
                          "use a value width that divides " + std::to_string(bits)};
  return std::nullopt;
}

// --- Pure-attribute types
// -------------------------------------------------------------------------

/// `<` value `>` where the value may be given as an attribute or alias.
template <typename TypeT, typename AttrT, typename Value>
static Type parsePure(AsmParser &parser, FailureOr<Value> (*parse)(AsmParser &)) {
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<Value> value = failure();
  if (peekToken(parser) == '#') {
    Attribute attr;
    if (parser.parseAttribute(attr))
      return {};
    auto typed = dyn_cast<AttrT>(attr);
    if (!typed) {
      emitRule([&] { return parser.emitError(loc); }, 101,
               "invalid kind of attribute specified: expected '" + AttrT::getMnemonic() +
                   "', got '" + attrText(attr) + "'");
      return {};
    }
    value = typed.getValue();
  } else {
    value = parse(parser);
  }
  if (failed(value) || expect(parser, '>', "value"))
    return {};
  return TypeT::getChecked([&] { return parser.emitError(loc); }, parser.getContext(), *value);
}

template <typename TypeT> static void printPure(AsmPrinter &printer, const TypeT &type) {
  printer << '<' << type.getValue().str() << '>';
}

Type BasisType::parse(AsmParser &parser) {
  return parsePure<BasisType, BasisAttr>(parser, parseBasis);
}
void BasisType::print(AsmPrinter &printer) const {
  printer << '<' << layout::IntTuple(getValue()).str() << '>';
}
LogicalResult BasisType::verify(function_ref<InFlightDiagnostic()> emitError, layout::Leaf value) {
  return report(emitError, verifyBasis(value));
}
bool BasisType::isStatic() const { return getValue().isStatic(); }

Type IntTupleType::parse(AsmParser &parser) {
  return parsePure<IntTupleType, IntTupleAttr>(parser, parseIntTuple);
}
void IntTupleType::print(AsmPrinter &printer) const { printPure(printer, *this); }
LogicalResult IntTupleType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   layout::IntTuple value) {
  return report(emitError, verifyValue(value));
}
bool IntTupleType::isStatic() const { return getValue().isStatic(); }
layout::IntTuple IntTupleType::getProfile() const { return getValue(); }
IntTupleType IntTupleType::at(ArrayRef<int32_t> path) const {
  return get(getContext(), *getValue().at(layout::ModePath(path.begin(), path.end())));
}

Type LayoutType::parse(AsmParser &parser) {
  return parsePure<LayoutType, LayoutAttr>(parser, parseLayout);
}
void LayoutType::print(AsmPrinter &printer) const { printPure(printer, *this); }
LogicalResult LayoutType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 layout::Layout value) {
  return report(emitError, verifyValue(value));
}
bool LayoutType::isStatic() const { return getValue().isStatic(); }
layout::IntTuple LayoutType::getProfile() const { return getValue().shape(); }
LayoutType LayoutType::at(ArrayRef<int32_t> path) const {
  return get(getContext(), *getValue().at(layout::ModePath(path.begin(), path.end())));
}

Type SwizzleType::parse(AsmParser &parser) {
  return parsePure<SwizzleType, SwizzleAttr>(parser, parseSwizzle);
}
void SwizzleType::print(AsmPrinter &printer) const { printPure(printer, *this); }
LogicalResult SwizzleType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  layout::Swizzle value) {
  return report(emitError, layout::verify(value));
}
bool SwizzleType::isStatic() const { return true; }

Type CoordSwizzleType::parse(AsmParser &parser) {
  return parsePure<CoordSwizzleType, CoordSwizzleAttr>(parser, parseCoordSwizzle);
}
void CoordSwizzleType::print(AsmPrinter &printer) const { printPure(printer, *this); }
LogicalResult CoordSwizzleType::verify(function_ref<InFlightDiagnostic()> emitError,
                                       layout::CoordSwizzle value) {
  return report(emitError, layout::verify(value));
}
bool CoordSwizzleType::isStatic() const { return true; }

Type ComposedLayoutType::parse(AsmParser &parser) {
  return parsePure<ComposedLayoutType, ComposedLayoutAttr>(parser, parseComposedLayout);
}
void ComposedLayoutType::print(AsmPrinter &printer) const { printPure(printer, *this); }
LogicalResult ComposedLayoutType::verify(function_ref<InFlightDiagnostic()> emitError,
                                         layout::AnyLayout value) {
  return report(emitError, verifyComposed(value));
}
bool ComposedLayoutType::isStatic() const { return getValue().isStatic(); }
layout::IntTuple ComposedLayoutType::getProfile() const { return getValue().linear().shape(); }
ComposedLayoutType ComposedLayoutType::at(ArrayRef<int32_t> path) const {
  return get(getContext(), layout::AnyLayout(*getValue().composed().at(
                               layout::ModePath(path.begin(), path.end()))));
}

Type TileType::parse(AsmParser &parser) { return parsePure<TileType, TileAttr>(parser, parseTile); }
void TileType::print(AsmPrinter &printer) const { printPure(printer, *this); }
LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError, layout::Tile value) {
  return report(emitError, layout::verify(value));
}
bool TileType::isStatic() const { return true; }

// --- Pointer and memref
// ----------------------------------------------------------------------------

/// The identifier that starts at the next token, without consuming it.
static StringRef peekWord(AsmParser &parser) {
  const char *text = parser.getCurrentLocation().getPointer();
  size_t length = 0;
  while (text && (llvm::isAlnum(text[length]) || text[length] == '_'))
    ++length;
  return {text, length};
}

static FailureOr<Attribute> parseAddressSpace(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  if (std::optional<AddressSpace> space = symbolizeAddressSpace(peekWord(parser))) {
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    return Attribute(AddressSpaceAttr::get(parser.getContext(), *space));
  }
  Attribute attr;
  OptionalParseResult result = parser.parseOptionalAttribute(attr);
  if (result.has_value() && failed(*result))
    return failure();
  if (!result.has_value()) {
    emitAt(parser, loc,
           {112, "expected an address space, got '" + peekWord(parser).str() + "'",
            "write generic, global, shared, register, tensor, shared_cluster or an address space "
            "attribute of the target dialect"});
    return failure();
  }
  if (std::optional<layout::Reason> reason = verifyAddressSpace(attr)) {
    emitAt(parser, loc, *reason);
    return failure();
  }
  return attr;
}

static FailureOr<Type> parseElement(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (std::optional<layout::Reason> reason = verifyElement(type)) {
    emitAt(parser, loc, *reason);
    return failure();
  }
  return type;
}

/// [ "," "align" "<" integer ">" ] [ "," swizzle ] ">"
static ParseResult parsePointerTail(AsmParser &parser, Type elemTy, int32_t &alignment,
                                    layout::Swizzle &swizzle, SMLoc &swizzleLoc) {
  alignment = 0;
  bool hasAlign = false, hasSwizzle = false;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    if (!hasAlign && !hasSwizzle && succeeded(parser.parseOptionalKeyword("align"))) {
      hasAlign = true;
      if (expect(parser, '<', "word 'align'"))
        return failure();
      SMLoc valueLoc = parser.getCurrentLocation();
      APInt value;
      OptionalParseResult result = parser.parseOptionalInteger(value);
      if (!result.has_value()) {
        emitAt(parser, valueLoc, {114, "expected an alignment in bytes", ""});
        return failure();
      }
      if (failed(*result))
        return failure();
      int64_t bytes = value.getSignificantBits() > 64 ? INT64_MAX : value.getSExtValue();
      if (std::optional<layout::Reason> reason = verifyAlignment(elemTy, bytes)) {
        emitAt(parser, valueLoc, *reason);
        return failure();
      }
      alignment = static_cast<int32_t>(bytes);
      if (expect(parser, '>', "alignment"))
        return failure();
      continue;
    }
    if (!hasSwizzle && peekWord(parser) == "S") {
      hasSwizzle = true;
      swizzleLoc = loc;
      FailureOr<layout::Swizzle> value = parseSwizzle(parser);
      if (failed(value))
        return failure();
      swizzle = *value;
      continue;
    }
    emitAt(parser, loc,
           {101,
            hasSwizzle ? "nothing may follow the swizzle"
                       : (hasAlign ? "expected a swizzle after the alignment"
                                   : "expected an alignment or a swizzle"),
            "the order is: align<N>, then S<mask,base,shift>"});
    return failure();
  }
  if (!swizzle.isTrivial() || swizzle == layout::Swizzle())
    return expect(parser, '>', "last field");
  // S<0,4,3> and S<0,0,0> do the same but are different types.
  Location loc = parser.getEncodedSourceLoc(swizzleLoc);
  emitRule([&] { return emitWarning(loc); }, 145,
           "swizzle " + swizzle.str() + " does nothing but makes a type of its own",
           "leave it out or write S<0,0,0>");
  return expect(parser, '>', "last field");
}

static void printPointerTail(AsmPrinter &printer, Type elemTy, int32_t alignment,
                             layout::Swizzle swizzle) {
  if (alignment != mlir::fly::detail::alignmentOrTrivial(elemTy, 0))
    printer << ", align<" << alignment << ">";
  if (swizzle != layout::Swizzle())
    printer << ", " << swizzle.str();
  printer << ">";
}

static void printAddressSpace(AsmPrinter &printer, Attribute space) {
  if (auto generic = dyn_cast<AddressSpaceAttr>(space))
    printer << stringifyAddressSpace(generic.getValue());
  else
    printer << space;
}

static int64_t valueDivisibility(Type elemTy, int32_t alignment) {
  int64_t bits = bitWidth(elemTy);
  return bits == 0 ? 1 : std::max<int64_t>(1, int64_t(alignment) * 8 / bits);
}

static LogicalResult verifyPointer(function_ref<InFlightDiagnostic()> emitError, Type elemTy,
                                   Attribute space, int32_t alignment, layout::Swizzle swizzle) {
  if (failed(report(emitError, verifyElement(elemTy))) ||
      failed(report(emitError, verifyAddressSpace(space))) ||
      failed(report(emitError, verifyAlignment(elemTy, alignment))))
    return failure();
  return report(emitError, layout::verify(swizzle));
}

Type PointerType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<Type> elemTy = parseElement(parser);
  if (failed(elemTy) || expect(parser, ',', "element type"))
    return {};
  FailureOr<Attribute> space = parseAddressSpace(parser);
  int32_t alignment;
  layout::Swizzle swizzle;
  SMLoc swizzleLoc;
  if (failed(space) || parsePointerTail(parser, *elemTy, alignment, swizzle, swizzleLoc))
    return {};
  return getChecked([&] { return parser.emitError(loc); }, *elemTy, *space, alignment, swizzle);
}

void PointerType::print(AsmPrinter &printer) const {
  printer << '<' << getElemTy() << ", ";
  printAddressSpace(printer, getAddressSpace());
  printPointerTail(printer, getElemTy(), getAlignment(), getSwizzle());
}

LogicalResult PointerType::verify(function_ref<InFlightDiagnostic()> emitError, Type elemTy,
                                  Attribute space, int32_t alignment, layout::Swizzle swizzle) {
  return verifyPointer(emitError, elemTy, space, alignment, swizzle);
}

int64_t PointerType::getValueDivisibility() const {
  return valueDivisibility(getElemTy(), getAlignment());
}
bool PointerType::hasTrivialAlignment() const {
  return getAlignment() == detail::alignmentOrTrivial(getElemTy(), 0);
}
PointerType PointerType::withDivisibility(int64_t divisibility) const {
  return get(getElemTy(), getAddressSpace(), detail::alignmentFor(getElemTy(), divisibility),
             getSwizzle());
}

/// The part of a layout that makes it unfit for memory (`verifyMemoryLayout`).
static SMLoc guiltyOfMemory(const LayoutPlaces &places, int rule, SMLoc whole) {
  if (rule == 142) {
    if (places.coordSwizzle.isValid())
      return places.coordSwizzle;
    for (const auto &[leaf, loc] : places.strides)
      if (leaf.isBasis())
        return loc;
  }
  if (rule == 144) {
    // Offsets inside an inner layout come first in the text; the guilty one is no integer.
    for (const auto &[offset, loc] : places.offsets)
      if (!offset.isLeaf() || offset.leaf().isBasis())
        return loc;
    if (!places.offsets.empty())
      return places.offsets.front().second;
  }
  return whole;
}

Type mlir::fly::MemRefType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<Type> elemTy = parseElement(parser);
  if (failed(elemTy) || expect(parser, ',', "element type"))
    return {};
  FailureOr<Attribute> space = parseAddressSpace(parser);
  if (failed(space) || expect(parser, ',', "address space"))
    return {};
  SMLoc layoutLoc = parser.getCurrentLocation();
  LayoutPlaces places;
  FailureOr<layout::AnyLayout> value = parseAnyLayout(parser, places);
  if (failed(value))
    return {};
  if (std::optional<layout::Reason> reason = verifyMemoryLayout(*value)) {
    emitAt(parser, guiltyOfMemory(places, reason->rule, layoutLoc), *reason);
    return {};
  }
  int32_t alignment;
  layout::Swizzle swizzle;
  SMLoc swizzleLoc;
  if (parsePointerTail(parser, *elemTy, alignment, swizzle, swizzleLoc))
    return {};
  if (!swizzle.isTrivial() && !value->isPlain() &&
      std::holds_alternative<layout::Swizzle>(value->composed().inner())) {
    Location where = parser.getEncodedSourceLoc(swizzleLoc);
    emitRule([&] { return emitWarning(where); }, 146,
             "layout " + value->str() + " is swizzled and the pointer is swizzled again by " +
                 swizzle.str());
  }
  return getChecked([&] { return parser.emitError(loc); }, *elemTy, *space, *value, alignment,
                    swizzle);
}

void mlir::fly::MemRefType::print(AsmPrinter &printer) const {
  printer << '<' << getElemTy() << ", ";
  printAddressSpace(printer, getAddressSpace());
  printer << ", " << getLayout().str();
  printPointerTail(printer, getElemTy(), getAlignment(), getSwizzle());
}

LogicalResult mlir::fly::MemRefType::verify(function_ref<InFlightDiagnostic()> emitError,
                                            Type elemTy, Attribute space, layout::AnyLayout value,
                                            int32_t alignment, layout::Swizzle swizzle) {
  if (failed(verifyPointer(emitError, elemTy, space, alignment, swizzle)) ||
      failed(report(emitError, verifyValue(value))))
    return failure();
  return report(emitError, verifyMemoryLayout(value));
}

int64_t mlir::fly::MemRefType::getValueDivisibility() const {
  return valueDivisibility(getElemTy(), getAlignment());
}
bool mlir::fly::MemRefType::hasTrivialAlignment() const {
  return getAlignment() == detail::alignmentOrTrivial(getElemTy(), 0);
}
PointerType mlir::fly::MemRefType::getPointerType() const {
  return PointerType::get(getElemTy(), getAddressSpace(), getAlignment(), getSwizzle());
}
mlir::fly::MemRefType mlir::fly::MemRefType::withLayout(const layout::AnyLayout &value) const {
  return get(getElemTy(), getAddressSpace(), value, getAlignment(), getSwizzle());
}
mlir::fly::MemRefType mlir::fly::MemRefType::withDivisibility(int64_t divisibility) const {
  return get(getElemTy(), getAddressSpace(), getLayout(),
             detail::alignmentFor(getElemTy(), divisibility), getSwizzle());
}

/// Mode of a plain or composed layout; inner and offset are kept.
static layout::AnyLayout modeOf(const layout::AnyLayout &value, ArrayRef<int32_t> path) {
  layout::ModePath modes(path.begin(), path.end());
  if (value.isPlain())
    return *value.plain().at(modes);
  return layout::AnyLayout(*value.composed().at(modes));
}

mlir::fly::MemRefType mlir::fly::MemRefType::at(ArrayRef<int32_t> path) const {
  return withLayout(modeOf(getLayout(), path));
}

// --- Coord tensor
// ----------------------------------------------------------------------------------

Type CoordTensorType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  SMLoc baseLoc = parser.getCurrentLocation();
  FailureOr<layout::IntTuple> base = parseIntTuple(parser);
  if (failed(base) || expect(parser, ',', "base"))
    return {};
  FailureOr<layout::AnyLayout> value = parseAnyLayout(parser);
  if (failed(value) || expect(parser, '>', "layout"))
    return {};
  return getChecked([&] { return parser.emitError(baseLoc); }, parser.getContext(), *base, *value);
}

void CoordTensorType::print(AsmPrinter &printer) const {
  printer << '<' << getBase().str() << ", " << getLayout().str() << '>';
}

LogicalResult CoordTensorType::verify(function_ref<InFlightDiagnostic()> emitError,
                                      layout::IntTuple base, layout::AnyLayout value) {
  if (failed(report(emitError, verifyValue(base))) || failed(report(emitError, verifyValue(value))))
    return failure();
  return report(emitError, verifyCoordBase(base, value));
}

bool CoordTensorType::isStatic() const { return getBase().isStatic() && getLayout().isStatic(); }
layout::IntTuple CoordTensorType::getProfile() const { return getLayout().linear().shape(); }
CoordTensorType CoordTensorType::withLayout(const layout::AnyLayout &value) const {
  return get(getContext(), getBase(), value);
}
CoordTensorType CoordTensorType::withBase(const layout::IntTuple &base) const {
  return get(getContext(), base, getLayout());
}
CoordTensorType CoordTensorType::at(ArrayRef<int32_t> path) const {
  return withLayout(modeOf(getLayout(), path));
}

// --- Atoms
// -----------------------------------------------------------------------------------------

static bool isStaticPayload(Type payload) { return isStaticType(payload); }

static Type convertedState(Type payload) {
  auto stateful = dyn_cast<StatefulOpTypeInterface>(payload);
  return stateful ? stateful.getConvertedType(payload.getContext()) : Type();
}

Type CopyAtomType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  SMLoc payloadLoc = parser.getCurrentLocation();
  Type payload;
  if (parser.parseType(payload))
    return {};
  auto copyOp = dyn_cast<CopyOpTypeInterface>(payload);
  if (!copyOp) {
    emitAt(parser, payloadLoc, {115, "'" + typeText(payload) + "' is not a copy operation", ""});
    return {};
  }
  if (expect(parser, ',', "copy operation"))
    return {};
  SMLoc widthLoc = parser.getCurrentLocation();
  APInt width;
  OptionalParseResult result = parser.parseOptionalInteger(width);
  if (!result.has_value()) {
    emitAt(parser, widthLoc, {116, "expected the width of a value in bits", ""});
    return {};
  }
  if (failed(*result))
    return {};
  if (width.getSignificantBits() > 32) {
    emitAt(parser, widthLoc, {116, "value width does not fit 32 bits", ""});
    return {};
  }
  int32_t valBits = static_cast<int32_t>(width.getSExtValue());
  if (std::optional<layout::Reason> reason = verifyValueWidth(copyOp, valBits)) {
    emitAt(parser, widthLoc, *reason);
    return {};
  }
  if (expect(parser, '>', "value width"))
    return {};
  return getChecked([&] { return parser.emitError(payloadLoc); }, payload, valBits);
}

void CopyAtomType::print(AsmPrinter &printer) const {
  printer << '<' << getCopyOp() << ", " << getValBits() << '>';
}

LogicalResult CopyAtomType::verify(function_ref<InFlightDiagnostic()> emitError, Type payload,
                                   int32_t valBits) {
  return verifyCopyAtom(emitError, payload, valBits);
}

bool CopyAtomType::isStatic() const { return isStaticPayload(getCopyOp()); }
CopyOpTypeInterface CopyAtomType::getPayload() const {
  return cast<CopyOpTypeInterface>(getCopyOp());
}
bool CopyAtomType::isStateful() const { return isa<StatefulOpTypeInterface>(getCopyOp()); }
Type CopyAtomType::getConvertedType() const { return convertedState(getCopyOp()); }
layout::Layout CopyAtomType::getThrLayout() const { return getPayload().getThrLayout(); }

FailureOr<layout::CopyAtomLayouts> CopyAtomType::getLayouts() const {
  CopyOpTypeInterface payload = getPayload();
  layout::CopyAtomLayouts layouts{payload.getThrBitLayoutSrc(), payload.getThrBitLayoutDst(),
                                  payload.getThrBitLayoutRef()};
  if (getValBits() <= 0)
    return layouts;
  for (layout::Layout *side : {&layouts.src, &layouts.dst, &layouts.ref}) {
    layout::Result<layout::Layout> recast = layout::recast(*side, 1, getValBits());
    if (!recast)
      return failure();
    *side = *recast;
  }
  return layouts;
}

Type MmaAtomType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  SMLoc payloadLoc = parser.getCurrentLocation();
  Type payload;
  if (parser.parseType(payload))
    return {};
  if (!isa<MmaOpTypeInterface>(payload)) {
    emitAt(parser, payloadLoc, {115, "'" + typeText(payload) + "' is not an MMA operation", ""});
    return {};
  }
  if (expect(parser, '>', "MMA operation"))
    return {};
  return getChecked([&] { return parser.emitError(payloadLoc); }, payload);
}

void MmaAtomType::print(AsmPrinter &printer) const { printer << '<' << getMmaOp() << '>'; }

LogicalResult MmaAtomType::verify(function_ref<InFlightDiagnostic()> emitError, Type payload) {
  return verifyMmaAtom(emitError, payload);
}

bool MmaAtomType::isStatic() const { return isStaticPayload(getMmaOp()); }
MmaOpTypeInterface MmaAtomType::getPayload() const { return cast<MmaOpTypeInterface>(getMmaOp()); }
bool MmaAtomType::isStateful() const { return isa<StatefulOpTypeInterface>(getMmaOp()); }
Type MmaAtomType::getConvertedType() const { return convertedState(getMmaOp()); }
layout::Layout MmaAtomType::getThrLayout() const { return getPayload().getThrLayout(); }
layout::IntTuple MmaAtomType::getShapeMNK() const { return getPayload().getShapeMNK(); }

Type MmaAtomType::getValType(MmaOperand operand) const {
  MmaOpTypeInterface payload = getPayload();
  switch (operand) {
  case MmaOperand::A:
    return payload.getValTypeA();
  case MmaOperand::B:
    return payload.getValTypeB();
  case MmaOperand::C:
    return payload.getValTypeC();
  case MmaOperand::D:
    return payload.getValTypeD();
  }
  llvm_unreachable("every operand is handled");
}

layout::Layout MmaAtomType::getThrValLayout(MmaOperand operand) const {
  MmaOpTypeInterface payload = getPayload();
  switch (operand) {
  case MmaOperand::A:
    return payload.getThrValLayoutA();
  case MmaOperand::B:
    return payload.getThrValLayoutB();
  case MmaOperand::C:
  case MmaOperand::D:
    return payload.getThrValLayoutC();
  }
  llvm_unreachable("every operand is handled");
}

layout::MmaAtomLayouts MmaAtomType::getLayouts() const {
  MmaOpTypeInterface payload = getPayload();
  return {payload.getShapeMNK(), payload.getThrLayout(), payload.getThrValLayoutA(),
          payload.getThrValLayoutB(), payload.getThrValLayoutC()};
}

// --- Tiled operations
// ------------------------------------------------------------------------------

/// A nested type of class `TypeT`, in full or as `<…>`.
template <typename TypeT> static FailureOr<TypeT> parseNested(AsmParser &parser, StringRef what) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (peekToken(parser) == '<')
    type = TypeT::parse(parser);
  else if (parser.parseType(type))
    return failure();
  if (!type)
    return failure();
  if (auto typed = dyn_cast<TypeT>(type))
    return typed;
  emitAt(parser, loc, {119, "expected " + what.str() + ", got '" + typeText(type) + "'", ""});
  return failure();
}

/// The first run-time leaf of a layout that must have none, else its start.
static SMLoc runTimeLeaf(SMLoc start, SMLoc end) {
  StringRef text(start.getPointer(), end.getPointer() - start.getPointer());
  size_t at = text.find('?');
  return at == StringRef::npos ? start : SMLoc::getFromPointer(start.getPointer() + at);
}

Type TiledCopyType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  SMLoc atomLoc = parser.getCurrentLocation();
  Type atom;
  if (parser.parseType(atom))
    return {};
  if (!isa<CopyAtomType>(atom)) {
    emitAt(parser, atomLoc,
           {119, "tiled copy needs a copy atom, got '" + typeText(atom) + "'", ""});
    return {};
  }
  if (expect(parser, ',', "copy atom"))
    return {};
  SMLoc layoutLoc = parser.getCurrentLocation();
  FailureOr<LayoutType> threadValue = parseNested<LayoutType>(parser, "a thread-value layout");
  if (failed(threadValue) || expect(parser, ',', "thread-value layout"))
    return {};
  SMLoc tileLoc = parser.getCurrentLocation();
  FailureOr<TileType> tile = parseNested<TileType>(parser, "a tile");
  if (failed(tile) || expect(parser, '>', "tile"))
    return {};
  bool tileGuilty = false;
  if (std::optional<layout::Reason> reason =
          tiledCopyStructure(atom, threadValue->getValue(), tile->getValue(), &tileGuilty)) {
    emitAt(parser, tileGuilty ? tileLoc : runTimeLeaf(layoutLoc, tileLoc), *reason);
    return {};
  }
  return getChecked([&] { return parser.emitError(layoutLoc); }, atom, *threadValue, *tile);
}

void TiledCopyType::print(AsmPrinter &printer) const {
  printer << '<' << getCopyAtom() << ", " << getLayoutThrVal() << ", " << getTileMN() << '>';
}

LogicalResult TiledCopyType::verify(function_ref<InFlightDiagnostic()> emitError, Type atom,
                                    LayoutType threadValue, TileType tile) {
  return report(emitError, tiledCopyStructure(atom, threadValue.getValue(), tile.getValue()));
}

bool TiledCopyType::isStatic() const { return isStaticType(getCopyAtom()); }
CopyAtomType TiledCopyType::getAtom() const { return cast<CopyAtomType>(getCopyAtom()); }

FailureOr<layout::TiledCopy> TiledCopyType::getGeometry() const {
  FailureOr<layout::CopyAtomLayouts> atom = getAtom().getLayouts();
  if (failed(atom))
    return failure();
  return layout::TiledCopy{*atom, getLayoutThrVal().getValue(), getTileMN().getValue()};
}

Type TiledMmaType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  SMLoc atomLoc = parser.getCurrentLocation();
  Type atom;
  if (parser.parseType(atom))
    return {};
  if (!isa<MmaAtomType>(atom)) {
    emitAt(parser, atomLoc, {119, "tiled MMA needs an MMA atom, got '" + typeText(atom) + "'", ""});
    return {};
  }
  if (expect(parser, ',', "MMA atom"))
    return {};
  SMLoc layoutLoc = parser.getCurrentLocation();
  FailureOr<LayoutType> atomLayout = parseNested<LayoutType>(parser, "a layout of the atoms");
  if (failed(atomLayout))
    return {};
  TileType permutation;
  SMLoc layoutEnd = parser.getCurrentLocation(), permutationLoc = layoutLoc;
  if (succeeded(parser.parseOptionalComma())) {
    permutationLoc = parser.getCurrentLocation();
    FailureOr<TileType> tile = parseNested<TileType>(parser, "a permutation tile");
    if (failed(tile))
      return {};
    permutation = *tile;
  }
  if (expect(parser, '>', "last field"))
    return {};
  // What is wrong with the layout of the atoms is wrong without a permutation too.
  layout::Tile none(std::vector<layout::Tile>(3));
  SMLoc guilty = tiledMmaStructure(atom, atomLayout->getValue(), none)
                     ? runTimeLeaf(layoutLoc, layoutEnd)
                     : permutationLoc;
  return getChecked([&] { return parser.emitError(guilty); }, atom, *atomLayout, permutation);
}

void TiledMmaType::print(AsmPrinter &printer) const {
  printer << '<' << getMmaAtom() << ", " << getAtomLayout();
  if (getPermutation() != getDefaultPermutation(getContext()))
    printer << ", " << getPermutation();
  printer << '>';
}

LogicalResult TiledMmaType::verify(function_ref<InFlightDiagnostic()> emitError, Type atom,
                                   LayoutType atomLayout, TileType permutation) {
  return report(emitError, tiledMmaStructure(atom, atomLayout.getValue(), permutation.getValue()));
}

bool TiledMmaType::isStatic() const { return isStaticType(getMmaAtom()); }
MmaAtomType TiledMmaType::getAtom() const { return cast<MmaAtomType>(getMmaAtom()); }
TileType TiledMmaType::getDefaultPermutation(MLIRContext *context) {
  return TileType::get(context, layout::Tile(std::vector<layout::Tile>(3)));
}
layout::TiledMma TiledMmaType::getGeometry() const {
  return {getAtom().getLayouts(), getAtomLayout().getValue(), getPermutation().getValue()};
}
