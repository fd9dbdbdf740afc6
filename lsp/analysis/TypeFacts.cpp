#include "lsp/analysis/TypeFacts.h"

#include "dialects/fly/FlyAttrs.h"
#include "dialects/fly/FlyTypes.h"
#include "dialects/layout/Parser.h"
#include "dialects/layout/Tiled.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace mlir;
using fly::AtomInfoTypeInterface;

namespace flylsp {

/// Layouts with more coordinates are not enumerated; those that need the algebra for every single
/// coordinate much less.
static constexpr int64_t maxEnumerated = 65536, maxEvaluated = 2048;
/// How many values of a layout are spelled out.
static constexpr int64_t firstValues = 16;

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  type.print(os);
  return text;
}

static int64_t staticProduct(const layout::IntTuple &tuple) {
  layout::Result<layout::Leaf> product = layout::product(tuple);
  return product && !product->isDynamic() ? product->value() : -1;
}

/// An operand's map; nothing when the layout is not (threads, values) and static.
static std::optional<OperandFact> operandFact(std::string name, int64_t rows, int64_t cols,
                                              const layout::Layout &threadValue) {
  if (threadValue.isLeaf() || threadValue.rank() != 2 || !threadValue.isStatic())
    return std::nullopt;
  OperandFact fact;
  fact.name = std::move(name);
  fact.rows = rows;
  fact.cols = cols;
  fact.threads = staticProduct(threadValue[0].shape());
  fact.values = staticProduct(threadValue[1].shape());
  fact.layout = threadValue.str();
  return fact;
}

static void addOperand(TypeFact &fact, std::optional<OperandFact> operand) {
  if (operand)
    fact.operands.push_back(std::move(*operand));
}

/// "threads x values" of an operand, in front of labels.
static std::string threadsByValues(const OperandFact &operand) {
  return std::to_string(operand.threads) + "x" + std::to_string(operand.values);
}

static std::string shapeText(const layout::IntTuple &tuple) {
  std::string text;
  for (const layout::Leaf &leaf : tuple.leaves())
    text += (text.empty() ? "" : "x") + layout::IntTuple(leaf).str();
  return text;
}

// --- Layouts -------------------------------------------------------------------------------------

namespace {
/// A mode of a flattened layout that has more than one coordinate.
struct Mode {
  int64_t size, step;
  layout::ModePath direction; ///< of the step; empty for plain indices
};

/// x -> swizzle(x + offset), after a linear layout.
struct Step {
  int64_t offset;
  layout::Swizzle swizzle;
  int64_t operator()(int64_t x) const {
    x += offset;
    int64_t mask = ((int64_t(1) << swizzle.mask) - 1) << (swizzle.base + swizzle.shift);
    return x ^ ((x & mask) >> swizzle.shift);
  }
};

enum class Injective { Yes, No, Unknown };
} // namespace

/// The modes of a layout in the order in which a coordinate counts them up; nothing when the layout
/// is dynamic.
static std::optional<std::vector<Mode>> flatModes(const layout::Layout &layout) {
  std::vector<layout::Leaf> shape = layout.shape().leaves(), stride = layout.stride().leaves();
  if (!layout.isStatic() || shape.size() != stride.size() || layout.shape().hasNone() ||
      layout.stride().hasNone())
    return std::nullopt;
  std::vector<Mode> modes;
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i].value() != 1)
      modes.push_back({shape[i].value(), stride[i].value(), stride[i].modes()});
  return modes;
}

/// The swizzles over a linear layout, the innermost first; nothing when there is anything else.
static std::optional<std::vector<Step>> swizzleSteps(const layout::AnyLayout &any) {
  std::vector<Step> steps;
  for (const layout::AnyLayout *at = &any; !at->isPlain(); at = &at->composed().outer()) {
    const layout::ComposedLayout &composed = at->composed();
    const auto *swizzle = std::get_if<layout::Swizzle>(&composed.inner());
    if (!swizzle || !composed.offset().isLeaf() || !composed.offset().isStatic() ||
        composed.offset().leaf().isBasis() || layout::verify(*swizzle))
      return std::nullopt;
    steps.insert(steps.begin(), {composed.offset().leaf().value(), *swizzle});
  }
  return steps;
}

/// Decides without looking at every coordinate where that is possible: steps that each go beyond
/// all that the smaller ones reach meet no index twice.
static Injective provedInjective(std::vector<Mode> modes) {
  std::sort(modes.begin(), modes.end(), [](const Mode &a, const Mode &b) {
    return std::pair(a.direction, std::abs(a.step)) < std::pair(b.direction, std::abs(b.step));
  });
  int64_t reached = 0;
  for (size_t i = 0; i < modes.size(); ++i) {
    int64_t step = std::abs(modes[i].step), more = 0;
    if (step == 0)
      return Injective::No;
    if (i == 0 || modes[i].direction != modes[i - 1].direction)
      reached = 0;
    if (step <= reached || llvm::MulOverflow(step, modes[i].size - 1, more) ||
        llvm::AddOverflow(reached, more, reached))
      return Injective::Unknown;
  }
  return Injective::Yes;
}

/// The first `count` indices of static modes, in the order of the coordinates.
static std::vector<int64_t> enumerate(const std::vector<Mode> &modes,
                                      const std::vector<Step> &steps, int64_t count) {
  std::vector<int64_t> indices, coordinate(modes.size(), 0);
  indices.reserve(size_t(count));
  int64_t linear = 0;
  for (int64_t i = 0; i < count; ++i) {
    int64_t index = linear;
    for (const Step &step : steps)
      index = step(index);
    indices.push_back(index);
    for (size_t mode = 0; mode < modes.size(); ++mode) {
      linear += modes[mode].step;
      if (++coordinate[mode] < modes[mode].size)
        break;
      linear -= modes[mode].step * modes[mode].size;
      coordinate[mode] = 0;
    }
  }
  return indices;
}

static void addLayoutFacts(const layout::AnyLayout &any, std::vector<NamedText> &facts) {
  const layout::Layout &linear = any.linear();
  facts.push_back({"shape", linear.shape().str()});
  facts.push_back({"stride", linear.stride().str()});
  layout::Result<layout::Leaf> size = layout::size(linear);
  if (size)
    facts.push_back({"size", layout::IntTuple(*size).str()});
  if (any.isPlain()) {
    if (layout::Result<layout::IntTuple> coshape = layout::coshape(linear);
        coshape && !coshape->isLeaf())
      facts.push_back({"coshape", coshape->str()});
    else if (layout::Result<layout::Leaf> cosize = layout::cosize(linear))
      facts.push_back({"cosize", layout::IntTuple(*cosize).str()});
  } else {
    const layout::ComposedLayout &composed = any.composed();
    std::string inner = std::visit([](const auto &part) { return part.str(); }, composed.inner());
    facts.push_back({"inner", inner});
    facts.push_back({"offset", composed.offset().str()});
  }
  std::optional<std::vector<Mode>> modes = flatModes(linear);
  if (!modes || !any.isStatic() || !size || size->isDynamic() || size->value() <= 0)
    return;
  int64_t count = size->value();
  auto addInjective = [&](Injective answer, int64_t distinct = -1) {
    std::string text = answer == Injective::Yes ? "yes" : "no";
    if (distinct >= 0)
      text += ", " + std::to_string(count) + " coordinates share " + std::to_string(distinct) +
              (any.isPlain() && linear.stride().hasBasis() ? " values" : " indices");
    facts.push_back({"injective", text});
  };
  auto shorten = [&](std::string first) {
    return first + (count > int64_t(firstValues) ? ", …" : "");
  };

  std::optional<std::vector<Step>> steps = swizzleSteps(any);
  // A swizzle permutes all integers, so it keeps what the layout under it is.
  bool permutes = steps && llvm::all_of(*steps, [](const Step &step) {
                    return step.swizzle.isTrivial() || step.swizzle.shift > 0;
                  });
  Injective proved = permutes ? provedInjective(*modes) : Injective::Unknown;
  if (linear.stride().hasBasis() || !steps) {
    // Coordinates, or an inner layout that only the algebra can evaluate.
    int64_t wanted = proved == Injective::Unknown && count <= maxEvaluated
                         ? count
                         : std::min<int64_t>(count, firstValues);
    std::string first;
    std::vector<std::string> seen;
    for (int64_t i = 0; i < wanted; ++i) {
      layout::Result<layout::IntTuple> value = layout::crd2idx(layout::IntTuple(i), any);
      if (!value)
        return;
      std::string text = value->str();
      if (i < firstValues)
        first += (i ? ", " : "") + text;
      seen.push_back(std::move(text));
    }
    if (proved == Injective::Unknown && wanted == count) {
      std::sort(seen.begin(), seen.end());
      int64_t distinct = std::unique(seen.begin(), seen.end()) - seen.begin();
      if (distinct == count)
        addInjective(Injective::Yes);
      else
        addInjective(Injective::No, distinct);
    } else if (proved != Injective::Unknown) {
      addInjective(proved);
    }
    facts.push_back({"first values", shorten(first)});
    return;
  }

  // The range of a swizzled layout needs every index, that of a plain one is its cosize.
  bool all = count <= maxEnumerated && (proved != Injective::Yes || !any.isPlain());
  std::vector<int64_t> indices =
      enumerate(*modes, *steps, all ? count : std::min<int64_t>(count, firstValues));
  std::string first;
  for (size_t i = 0; i < std::min(indices.size(), size_t(firstValues)); ++i)
    first += (i ? ", " : "") + std::to_string(indices[i]);
  if (all) {
    std::sort(indices.begin(), indices.end());
    int64_t distinct = std::unique(indices.begin(), indices.end()) - indices.begin();
    if (distinct == count)
      addInjective(Injective::Yes);
    else
      addInjective(Injective::No, distinct);
    if (!any.isPlain())
      facts.push_back({"range", std::to_string(indices.front()) + " to " +
                                    std::to_string(indices[size_t(distinct) - 1])});
  } else if (proved != Injective::Unknown) {
    addInjective(proved);
  } else {
    facts.push_back({"injective", "not known, more than " + std::to_string(maxEnumerated) +
                                      " coordinates are not enumerated"});
  }
  facts.push_back({"first values", shorten(first)});
}

// --- Swizzles, tiles and tuples ------------------------------------------------------------------

static std::string bitRange(int64_t from, int64_t count) {
  return count == 1 ? "bit " + std::to_string(from)
                    : "bits " + std::to_string(from) + " to " + std::to_string(from + count - 1);
}

static TypeFact describeSwizzle(const layout::Swizzle &swizzle) {
  TypeFact fact;
  fact.kind = TypeKind::Swizzle;
  fact.title = "swizzle " + swizzle.str();
  if (layout::verify(swizzle))
    return fact;
  if (swizzle.isTrivial()) {
    fact.facts.push_back({"does", "nothing, every index stays"});
    return fact;
  }
  fact.facts.push_back({"does", "xors " + bitRange(swizzle.base, swizzle.mask) +
                                    " of the index with " +
                                    bitRange(swizzle.base + swizzle.shift, swizzle.mask)});
  int64_t period = swizzle.base + swizzle.shift + swizzle.mask;
  if (period < 32) {
    fact.facts.push_back(
        {"keeps together", std::to_string(int64_t(1) << swizzle.base) + " consecutive indices"});
    fact.facts.push_back({"repeats every", std::to_string(int64_t(1) << period) + " indices"});
    // Drawn over what it permutes, one cell for each group that stays together.
    if (swizzle.shift + swizzle.mask <= 12) {
      std::string rows = std::to_string(int64_t(1) << swizzle.mask),
                  cols = std::to_string(int64_t(1) << swizzle.shift);
      layout::Swizzle blocks = swizzle;
      blocks.base = 0;
      fact.layout = blocks.str() + " o 0 o (" + rows + "," + cols + "):(" + cols + ",1)";
    }
  }
  return fact;
}

static TypeFact describeCoordSwizzle(const layout::CoordSwizzle &swizzle) {
  TypeFact fact;
  fact.kind = TypeKind::Swizzle;
  fact.title = "coordinate swizzle " + swizzle.str();
  auto path = [](const layout::ModePath &modes) {
    std::string text;
    for (int32_t mode : modes)
      text += (text.empty() ? "" : ".") + std::to_string(mode);
    return text;
  };
  fact.facts.push_back({"does", swizzle.isTrivial()
                                    ? "nothing, every coordinate stays"
                                    : "xors " + bitRange(swizzle.baseCol, swizzle.mask) +
                                          " of mode " + path(swizzle.modeCol) + " with " +
                                          bitRange(swizzle.baseRow, swizzle.mask) + " of mode " +
                                          path(swizzle.modeRow)});
  return fact;
}

/// Extent of one element of a tile, "*" for all that there is.
static std::string extentOf(const layout::Tile &tile) {
  if (tile.isList()) {
    std::string text;
    for (const layout::Tile &element : tile.elements())
      text += (text.empty() ? "" : "x") + extentOf(element);
    return text;
  }
  if (tile.isLeafInt())
    return layout::IntTuple(tile.leaf()).str();
  layout::Result<layout::Leaf> size = layout::size(tile.layout());
  return size ? layout::IntTuple(*size).str() : "?";
}

static TypeFact describeTile(const layout::Tile &tile) {
  TypeFact fact;
  fact.kind = TypeKind::Tile;
  fact.title = "tile " + extentOf(tile);
  fact.facts.push_back({"value", tile.str()});
  fact.facts.push_back({"modes", std::to_string(tile.rank())});
  if (tile.isList())
    for (size_t i = 0; i < tile.rank(); ++i)
      if (const layout::Tile &element = tile[i]; !element.isList() && element.isLayout())
        fact.facts.push_back({"mode " + std::to_string(i) + " takes",
                              extentOf(element) + " elements by " + element.layout().str()});
  return fact;
}

static TypeFact describeIntTuple(const layout::IntTuple &tuple) {
  TypeFact fact;
  fact.kind = TypeKind::IntTuple;
  fact.title = "int tuple";
  fact.facts.push_back({"value", tuple.str()});
  if (!tuple.isLeaf()) {
    fact.facts.push_back({"rank", std::to_string(tuple.rank())});
    if (!tuple.hasBasis() && !tuple.hasNone())
      if (layout::Result<layout::Leaf> product = layout::product(tuple))
        fact.facts.push_back({"product", layout::IntTuple(*product).str()});
  }
  return fact;
}

std::vector<NamedText> layoutFacts(const std::string &layoutText) {
  std::vector<NamedText> facts;
  if (layout::Result<layout::AnyLayout> any = layout::parseAnyLayout(layoutText))
    addLayoutFacts(*any, facts);
  return facts;
}

static TypeFact describeLayout(const layout::AnyLayout &any) {
  TypeFact fact;
  fact.kind = any.isPlain() ? TypeKind::Layout : TypeKind::ComposedLayout;
  fact.title = any.isPlain() ? "layout" : "composed layout";
  fact.layout = any.str();
  addLayoutFacts(any, fact.facts);
  return fact;
}

std::optional<TypeFact> describeLayoutText(const std::string &text) {
  layout::Result<layout::AnyLayout> any = layout::parseAnyLayout(text);
  if (!any)
    return std::nullopt;
  TypeFact fact = describeLayout(*any);
  fact.text = fact.layout;
  return fact;
}

std::optional<TypeFact> describeLiteral(const std::string &text) {
  if (std::optional<TypeFact> fact = describeLayoutText(text))
    return fact;
  TypeFact fact;
  if (layout::Result<layout::Swizzle> swizzle = layout::parseSwizzle(text))
    fact = describeSwizzle(*swizzle);
  else if (layout::Result<layout::CoordSwizzle> swizzle = layout::parseCoordSwizzle(text))
    fact = describeCoordSwizzle(*swizzle);
  else if (layout::Result<layout::Tile> tile = layout::parseTile(text); tile && tile->isList())
    fact = describeTile(*tile);
  else
    return std::nullopt;
  fact.text = text;
  return fact;
}

bool describesLiteral(const std::string &text) {
  if (layout::parseAnyLayout(text) || layout::parseSwizzle(text) || layout::parseCoordSwizzle(text))
    return true;
  layout::Result<layout::Tile> tile = layout::parseTile(text);
  return tile && tile->isList();
}

std::string cutLabel(const std::string &label, size_t limit) {
  // Counted in characters: continuation bytes of UTF-8 do not count.
  size_t characters = 0;
  for (char c : label)
    characters += (uint8_t(c) & 0xc0) != 0x80;
  if (characters <= limit)
    return label;
  size_t end = 0, seen = 0;
  while (end < label.size()) {
    if ((uint8_t(label[end]) & 0xc0) != 0x80 && ++seen == limit)
      break;
    ++end;
  }
  return label.substr(0, end) + "…";
}

// --- Atoms ---------------------------------------------------------------------------------------

static void addPayload(TypeFact &fact, Type payload) {
  fact.payload = print(payload);
  if (auto info = dyn_cast<AtomInfoTypeInterface>(payload)) {
    fact.instruction = info.getInstruction();
    std::string intrinsic = info.getIntrinsic();
    if (fact.instruction.empty())
      fact.instruction = intrinsic;
    else if (!intrinsic.empty())
      fact.facts.push_back({"intrinsic", intrinsic});
    for (const std::string &chip : info.getChips())
      fact.chips.push_back(chip);
    for (const layout::Reason &warning : info.getWarnings())
      fact.facts.push_back({"note", warning.message});
  }
}

static void describeMma(TypeFact &fact, const layout::MmaAtomLayouts &atom) {
  std::vector<layout::Leaf> mnk = atom.shapeMNK.leaves();
  if (mnk.size() != 3)
    return;
  int64_t m = mnk[0].value(), n = mnk[1].value(), k = mnk[2].value();
  addOperand(fact, operandFact("a", m, k, atom.a));
  addOperand(fact, operandFact("b", n, k, atom.b));
  addOperand(fact, operandFact("c", m, n, atom.c));
}

static std::string mmaLabel(const TypeFact &fact, const std::string &shape) {
  if (fact.operands.empty())
    return shape;
  const OperandFact &c = fact.operands.back();
  return threadsByValues(c) + " " + shape + " C " + c.layout;
}

static TypeFact describeMmaAtom(fly::MmaAtomType type) {
  TypeFact fact;
  fact.kind = TypeKind::MmaAtom;
  fly::MmaOpTypeInterface payload = type.getPayload();
  if (!payload)
    return fact;
  layout::MmaAtomLayouts atom = type.getLayouts();
  std::string shape = shapeText(atom.shapeMNK);
  describeMma(fact, atom);
  fact.title = "mma atom " + shape;
  fact.label = mmaLabel(fact, shape);
  fact.facts.push_back({"shape (M,N,K)", atom.shapeMNK.str()});
  fact.facts.push_back({"threads", atom.threads.str()});
  fact.facts.push_back({"elements", "A " + print(payload.getValTypeA()) + ", B " +
                                        print(payload.getValTypeB()) + ", C " +
                                        print(payload.getValTypeC()) + ", D " +
                                        print(payload.getValTypeD())});
  addPayload(fact, type.getMmaOp());
  return fact;
}

static TypeFact describeCopyAtom(fly::CopyAtomType type) {
  TypeFact fact;
  fact.kind = TypeKind::CopyAtom;
  fly::CopyOpTypeInterface payload = type.getPayload();
  if (!payload)
    return fact;
  fact.title = "copy atom";
  if (payload.isWholeTile()) {
    fact.label = "copies a whole tile";
    fact.facts.push_back({"moves", "a whole tile in one call"});
  } else {
    int64_t bits = payload.getCopyBits();
    fact.title = "copy atom " + std::to_string(bits) + " bit";
    fact.facts.push_back({"moves", std::to_string(bits) + " bits per thread and call"});
    fact.facts.push_back({"value", std::to_string(type.getValBits()) + " bits"});
    if (FailureOr<layout::CopyAtomLayouts> atom = type.getLayouts(); succeeded(atom)) {
      int64_t cols = 1;
      for (const layout::Layout *side : {&atom->src, &atom->dst, &atom->ref})
        if (layout::Result<layout::Leaf> cosize = layout::cosize(*side);
            cosize && !cosize->isDynamic())
          cols = std::max(cols, cosize->value());
      addOperand(fact, operandFact("src", 1, cols, atom->src));
      addOperand(fact, operandFact("dst", 1, cols, atom->dst));
      addOperand(fact, operandFact("ref", 1, cols, atom->ref));
      if (!fact.operands.empty())
        fact.label = threadsByValues(fact.operands.front()) + " " + std::to_string(bits) + "b " +
                     fact.operands.front().layout;
    }
  }
  addPayload(fact, type.getCopyOp());
  return fact;
}

static TypeFact describeTiledMma(fly::TiledMmaType type) {
  TypeFact fact;
  fact.kind = TypeKind::TiledMma;
  fly::MmaAtomType atom = type.getAtom();
  if (!atom || !atom.getPayload())
    return fact;
  layout::TiledMma tiled = type.getGeometry();
  layout::Result<layout::IntTuple> tile = layout::tileMNK(tiled);
  std::string shape = tile ? shapeText(*tile) : shapeText(tiled.atom.shapeMNK);
  for (auto [operand, name] :
       {std::pair(layout::MmaOperand::A, "a"), std::pair(layout::MmaOperand::B, "b"),
        std::pair(layout::MmaOperand::C, "c")}) {
    layout::Result<layout::Layout> threadValue = layout::tiledThreadValue(tiled, operand);
    layout::Result<std::pair<int64_t, int64_t>> extent = layout::tileExtent(tiled, operand);
    if (!threadValue || !extent) {
      fact.facts.push_back(
          {"note", threadValue ? extent.reason().message : threadValue.reason().message});
      continue;
    }
    addOperand(fact, operandFact(name, extent->first, extent->second, *threadValue));
  }
  fact.title = "tiled mma " + shape;
  fact.label = mmaLabel(fact, shape);
  if (tile)
    fact.facts.push_back({"tile (M,N,K)", tile->str()});
  fact.facts.push_back({"atom", shapeText(tiled.atom.shapeMNK)});
  fact.facts.push_back({"atom layout", tiled.atomLayout.str()});
  fact.facts.push_back({"permutation", tiled.permutation.str()});
  addPayload(fact, atom.getMmaOp());
  return fact;
}

static TypeFact describeTiledCopy(fly::TiledCopyType type) {
  TypeFact fact;
  fact.kind = TypeKind::TiledCopy;
  fly::CopyAtomType atom = type.getAtom();
  if (!atom || !atom.getPayload())
    return fact;
  fact.title = "tiled copy";
  FailureOr<layout::TiledCopy> tiled = type.getGeometry();
  if (succeeded(tiled)) {
    if (layout::Result<std::pair<int64_t, int64_t>> extent = layout::tileExtent(*tiled)) {
      auto [rows, cols] = *extent;
      std::string shape = std::to_string(rows) + "x" + std::to_string(cols);
      fact.title += " " + shape;
      layout::Layout tile(layout::IntTuple::of({rows, cols}), layout::IntTuple::of({1, rows}));
      for (auto [side, name] :
           {std::pair(layout::CopySide::Src, "src"), std::pair(layout::CopySide::Dst, "dst")}) {
        layout::Result<layout::Layout> view = layout::threadValueView(*tiled, side, tile);
        layout::Result<layout::Layout> threadValue =
            view ? layout::take(*view, 0, 2) : layout::Result<layout::Layout>(view.reason());
        if (threadValue)
          addOperand(fact, operandFact(name, rows, cols, *threadValue));
        else
          fact.facts.push_back({"note", threadValue.reason().message});
      }
      fact.label = fact.operands.empty() ? shape
                                         : threadsByValues(fact.operands.front()) + " " + shape +
                                               " " + tiled->threadValue.str();
      fact.facts.push_back({"tile", shape});
    }
    fact.facts.push_back({"thread-value layout", tiled->threadValue.str()});
    fact.facts.push_back({"tile text", tiled->tile.str()});
  }
  addPayload(fact, atom.getCopyOp());
  return fact;
}

/// The keyword of an address space, or the last word of another dialect's attribute.
static std::string spaceText(Attribute space) {
  std::string text;
  llvm::raw_string_ostream os(text);
  space.print(os);
  StringRef name = text;
  if (auto own = dyn_cast<fly::AddressSpaceAttr>(space))
    return fly::stringifyAddressSpace(own.getValue()).str();
  return name.rsplit('.').second.empty() ? text : name.rsplit('.').second.str();
}

/// A swizzle on a pointer permutes byte addresses; one in a layout permutes element numbers.
static void addSwizzle(layout::Swizzle swizzle, Type element, std::vector<NamedText> &facts) {
  if (swizzle.isTrivial())
    return;
  facts.push_back({"swizzle of byte addresses", swizzle.str()});
  int64_t bytes = fly::bitWidth(element) / 8;
  int shift = 0;
  while (bytes > 1 && bytes % 2 == 0) {
    bytes /= 2;
    ++shift;
  }
  if (bytes != 1 || shift == 0)
    return;
  layout::Swizzle asBytes = swizzle;
  asBytes.base += shift;
  facts.push_back({"the same numbers on elements would be the byte swizzle", asBytes.str()});
}

TypeFact describeType(Type type) {
  TypeFact fact =
      llvm::TypeSwitch<Type, TypeFact>(type)
          .Case<fly::MmaAtomType>(describeMmaAtom)
          .Case<fly::CopyAtomType>(describeCopyAtom)
          .Case<fly::TiledMmaType>(describeTiledMma)
          .Case<fly::TiledCopyType>(describeTiledCopy)
          .Case<fly::LayoutType>([](fly::LayoutType layout) {
            TypeFact fact = describeLayout(layout.getValue());
            fact.label = fact.layout;
            return fact;
          })
          .Case<fly::ComposedLayoutType>([](fly::ComposedLayoutType layout) {
            TypeFact fact = describeLayout(layout.getValue());
            fact.label = fact.layout;
            return fact;
          })
          .Case<fly::MemRefType>([](fly::MemRefType memref) {
            TypeFact fact;
            fact.kind = TypeKind::MemRef;
            fact.title = "memref";
            fact.layout = memref.getLayout().str();
            std::string space = spaceText(memref.getAddressSpace());
            fact.label = print(memref.getElemTy()) + " " + space + " " + fact.layout;
            fact.facts.push_back({"element", print(memref.getElemTy())});
            fact.facts.push_back({"space", space});
            fact.facts.push_back({"alignment", std::to_string(memref.getAlignment()) + " bytes"});
            addSwizzle(memref.getSwizzle(), memref.getElemTy(), fact.facts);
            addLayoutFacts(memref.getLayout(), fact.facts);
            return fact;
          })
          .Case<fly::CoordTensorType>([](fly::CoordTensorType tensor) {
            TypeFact fact;
            fact.kind = TypeKind::CoordTensor;
            fact.title = "coordinate tensor";
            fact.layout = tensor.getLayout().str();
            fact.label = "from " + tensor.getBase().str() + " " + fact.layout;
            fact.facts.push_back({"base", tensor.getBase().str()});
            addLayoutFacts(tensor.getLayout(), fact.facts);
            return fact;
          })
          .Case<fly::PointerType>([](fly::PointerType pointer) {
            TypeFact fact;
            fact.kind = TypeKind::Pointer;
            fact.title = "pointer";
            fact.facts.push_back({"element", print(pointer.getElemTy())});
            fact.facts.push_back({"space", spaceText(pointer.getAddressSpace())});
            fact.facts.push_back({"alignment", std::to_string(pointer.getAlignment()) + " bytes"});
            addSwizzle(pointer.getSwizzle(), pointer.getElemTy(), fact.facts);
            return fact;
          })
          .Case<fly::IntTupleType>(
              [](fly::IntTupleType tuple) { return describeIntTuple(tuple.getValue()); })
          .Case<fly::TileType>([](fly::TileType tile) { return describeTile(tile.getValue()); })
          .Case<fly::SwizzleType>(
              [](fly::SwizzleType swizzle) { return describeSwizzle(swizzle.getValue()); })
          .Case<fly::CoordSwizzleType>([](fly::CoordSwizzleType swizzle) {
            return describeCoordSwizzle(swizzle.getValue());
          })
          .Default([](Type type) {
            TypeFact fact;
            if (auto mma = dyn_cast<fly::MmaOpTypeInterface>(type)) {
              fact.kind = TypeKind::Payload;
              fact.title = "mma payload " + shapeText(mma.getShapeMNK());
              layout::MmaAtomLayouts atom{mma.getShapeMNK(), mma.getThrLayout(),
                                          mma.getThrValLayoutA(), mma.getThrValLayoutB(),
                                          mma.getThrValLayoutC()};
              describeMma(fact, atom);
              addPayload(fact, type);
            } else if (auto copy = dyn_cast<fly::CopyOpTypeInterface>(type)) {
              fact.kind = TypeKind::Payload;
              fact.title = "copy payload";
              if (copy.isWholeTile()) {
                fact.facts.push_back({"moves", "a whole tile in one call"});
              } else {
                fact.facts.push_back(
                    {"moves", std::to_string(copy.getCopyBits()) + " bits per thread and call"});
                fact.facts.push_back({"threads", copy.getThrLayout().str()});
                fact.facts.push_back({"source (thread, bit)", copy.getThrBitLayoutSrc().str()});
                fact.facts.push_back(
                    {"destination (thread, bit)", copy.getThrBitLayoutDst().str()});
              }
              addPayload(fact, type);
            }
            return fact;
          });
  fact.text = print(type);
  return fact;
}

TypeFact describeAttribute(Attribute attribute) {
  TypeFact fact =
      llvm::TypeSwitch<Attribute, TypeFact>(attribute)
          .Case<fly::LayoutAttr>(
              [](fly::LayoutAttr layout) { return describeLayout(layout.getValue()); })
          .Case<fly::ComposedLayoutAttr>(
              [](fly::ComposedLayoutAttr layout) { return describeLayout(layout.getValue()); })
          .Case<fly::SwizzleAttr>(
              [](fly::SwizzleAttr swizzle) { return describeSwizzle(swizzle.getValue()); })
          .Case<fly::CoordSwizzleAttr>([](fly::CoordSwizzleAttr swizzle) {
            return describeCoordSwizzle(swizzle.getValue());
          })
          .Case<fly::TileAttr>([](fly::TileAttr tile) { return describeTile(tile.getValue()); })
          .Case<fly::IntTupleAttr>(
              [](fly::IntTupleAttr tuple) { return describeIntTuple(tuple.getValue()); })
          .Default([](Attribute) { return TypeFact(); });
  llvm::raw_string_ostream os(fact.text);
  attribute.print(os);
  return fact;
}

} // namespace flylsp
