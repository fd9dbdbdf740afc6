#include "lsp/analysis/TypeFacts.h"

#include "dialects/fly/FlyTypes.h"
#include "dialects/layout/Parser.h"
#include "dialects/layout/Tiled.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace mlir;
using fly::AtomInfoTypeInterface;

namespace flylsp {

/// Layouts with more coordinates are not enumerated.
static constexpr int64_t maxEnumerated = 65536;

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
  bool basis = false;
  linear.stride().forEachLeaf([&](const layout::Leaf &leaf) { basis |= leaf.isBasis(); });
  if (!any.isStatic() || basis || !size || size->isDynamic() || size->value() > maxEnumerated ||
      size->value() <= 0)
    return;
  int64_t count = size->value();
  std::vector<int64_t> indices;
  indices.reserve(size_t(count));
  for (int64_t i = 0; i < count; ++i) {
    layout::Result<layout::IntTuple> index = layout::crd2idx(layout::IntTuple(i), any);
    if (!index || !index->isLeaf())
      return;
    indices.push_back(index->leaf().value());
  }
  std::string first;
  for (size_t i = 0; i < std::min<size_t>(indices.size(), 16); ++i)
    first += (i ? ", " : "") + std::to_string(indices[i]);
  if (indices.size() > 16)
    first += ", …";
  std::sort(indices.begin(), indices.end());
  bool injective = std::adjacent_find(indices.begin(), indices.end()) == indices.end();
  int64_t distinct = std::unique(indices.begin(), indices.end()) - indices.begin();
  facts.push_back({"injective", injective ? "yes"
                                          : "no, " + std::to_string(count) + " coordinates share " +
                                                std::to_string(distinct) + " indices"});
  if (!any.isPlain())
    facts.push_back({"range", std::to_string(indices.front()) + " to " +
                                  std::to_string(indices[size_t(distinct) - 1])});
  facts.push_back({"first values", first});
}

std::vector<NamedText> layoutFacts(const std::string &layoutText) {
  std::vector<NamedText> facts;
  if (layout::Result<layout::AnyLayout> any = layout::parseAnyLayout(layoutText))
    addLayoutFacts(*any, facts);
  return facts;
}

std::optional<TypeFact> describeLayoutText(const std::string &text) {
  layout::Result<layout::AnyLayout> any = layout::parseAnyLayout(text);
  if (!any)
    return std::nullopt;
  TypeFact fact;
  fact.kind = any->isPlain() ? TypeKind::Layout : TypeKind::ComposedLayout;
  fact.text = any->str();
  fact.layout = fact.text;
  fact.title = any->isPlain() ? "layout" : "composed layout";
  addLayoutFacts(*any, fact.facts);
  return fact;
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
            TypeFact fact;
            fact.kind = TypeKind::Layout;
            fact.title = "layout";
            fact.layout = layout.getValue().str();
            fact.label = fact.layout;
            addLayoutFacts(layout::AnyLayout(layout.getValue()), fact.facts);
            return fact;
          })
          .Case<fly::ComposedLayoutType>([](fly::ComposedLayoutType layout) {
            TypeFact fact;
            fact.kind = TypeKind::ComposedLayout;
            fact.title = "composed layout";
            fact.layout = layout.getValue().str();
            fact.label = fact.layout;
            addLayoutFacts(layout.getValue(), fact.facts);
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
          .Case<fly::IntTupleType>([](fly::IntTupleType tuple) {
            TypeFact fact;
            fact.kind = TypeKind::IntTuple;
            fact.title = "int tuple";
            fact.facts.push_back({"value", tuple.getValue().str()});
            return fact;
          })
          .Case<fly::TileType>([](fly::TileType tile) {
            TypeFact fact;
            fact.kind = TypeKind::Tile;
            fact.title = "tile";
            fact.facts.push_back({"value", tile.getValue().str()});
            return fact;
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
            } else if (isa<fly::CopyOpTypeInterface>(type)) {
              fact.kind = TypeKind::Payload;
              fact.title = "copy payload";
              addPayload(fact, type);
            }
            return fact;
          });
  fact.text = print(type);
  return fact;
}

} // namespace flylsp
