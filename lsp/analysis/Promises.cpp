// Promises that IR makes and static facts refute (fly-core 11.6, D-71 to D-79), and a hint.
#include "lsp/analysis/Checks.h"

#include "dialects/fly/AtomEmission.h"
#include "dialects/fly/FlyOps.h"
#include "dialects/fly/Invariants.h"
#include "dialects/layout/Algebra.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;

namespace flylsp {

namespace {

std::string bytesText(int64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

/// Whether an address space is memory that ordinary loads and stores reach.
bool isOrdinaryMemory(Attribute space) {
  auto own = dyn_cast<fly::AddressSpaceAttr>(space);
  return own && own.getValue() != fly::AddressSpace::Register &&
         own.getValue() != fly::AddressSpace::Tensor;
}

fly::CopyAtomType copyAtomOf(Type type) {
  if (auto tiled = dyn_cast<fly::TiledCopyType>(type))
    return tiled.getAtom();
  return dyn_cast<fly::CopyAtomType>(type);
}

/// Alignment that all start addresses of the copies of a view share: its own, and the pitch of the
/// modes behind the first.
int64_t viewAlignment(fly::MemRefType type) {
  int64_t known = fly::accessAlignment(type);
  if (!type.getLayout().isPlain())
    return known;
  const layout::Layout &linear = type.getLayout().plain();
  int64_t bits = fly::bitWidth(type.getElemTy());
  if (linear.isLeaf() || bits <= 0)
    return known;
  for (size_t i = 1; i < linear.rank(); ++i) {
    std::vector<layout::Leaf> shape = linear[i].shape().leaves(),
                              stride = linear[i].stride().leaves();
    for (size_t j = 0; j < shape.size() && j < stride.size(); ++j) {
      if (shape[j].isStaticValue(1) || stride[j].isStaticValue(0) || stride[j].isBasis())
        continue;
      int64_t step = std::abs(stride[j].divisibility()) * bits;
      known = std::gcd(known, step % 8 ? 1 : step / 8);
    }
  }
  return std::max<int64_t>(known, 1);
}

class Checker {
public:
  Checker(StringRef text, PieceFacts &facts) : text(text), facts(facts) {}

  void check(size_t index, mlir::Operation *op) {
    at = index;
    llvm::TypeSwitch<mlir::Operation *>(op)
        .Case<fly::CopyOp>([&](fly::CopyOp copy) {
          checkCopy(copy.getCopyAtom().getType(), copy.getSrc().getType(), copy.getDst().getType());
          checkOwners(copy);
        })
        .Case<fly::CopyAtomCallOp>([&](fly::CopyAtomCallOp call) {
          checkCopy(call.getCopyAtom().getType(), call.getSrc().getType(), call.getDst().getType());
        })
        .Case<fly::CopyAtomCallSSAOp>([&](fly::CopyAtomCallSSAOp call) {
          checkCopy(call.getCopyAtom().getType(), call.getSrc().getType(),
                    call.getDst() ? call.getDst().getType() : Type());
        })
        .Case<fly::PtrLoadOp>([&](fly::PtrLoadOp load) {
          checkAccess(load.getPtr().getType(), load.getResult().getType(), "load");
        })
        .Case<fly::PtrStoreOp>([&](fly::PtrStoreOp store) {
          checkAccess(store.getPtr().getType(), store.getValue().getType(), "store");
        })
        .Case<fly::DecompositionOp>([&](fly::DecompositionOp split) { checkSplit(split); })
        .Case<fly::SliceOp>([&](fly::SliceOp slice) { checkSlice(slice); })
        .Case<fly::Crd2IdxOp>([&](fly::Crd2IdxOp map) {
          if (std::optional<layout::AnyLayout> layout = fly::getLayoutOf(map.getLayout().getType()))
            checkRange(*layout, map.getCoord().getType());
        })
        .Case<fly::AddOffsetOp>([&](fly::AddOffsetOp add) { checkOffset(add); })
        .Case<fly::TiledCopyPartitionSrcOp, fly::TiledCopyPartitionDstOp>([&](auto partition) {
          checkValueWidth(copyAtomOf(partition.getTiledCopy().getType()),
                          partition->getOperand(1).getType());
        })
        .Case<fly::MmaAtomCallOp, fly::MmaAtomCallSSAOp, fly::GemmOp>(
            [&](auto product) { checkScales(product.getMmaAtom()); })
        .Case<fly::LogicalDivideOp, fly::ZippedDivideOp, fly::TiledDivideOp, fly::FlatDivideOp>(
            [&](auto divide) { hintDivisor(divide); });
  }

private:
  Finding &report(Severity severity, int code, std::string message, std::string note = {}) {
    Finding finding;
    finding.severity = severity;
    finding.code = code;
    finding.message = std::move(message);
    finding.span = facts.operations[at].name;
    if (!note.empty()) {
      Related related;
      related.message = std::move(note);
      related.span = finding.span;
      finding.related.push_back(std::move(related));
    }
    facts.findings.push_back(std::move(finding));
    return facts.findings.back();
  }

  // D-72, D-74 at atom calls. Buffer and tensor copies have rules of their own in hardware.
  void checkCopy(Type atomType, Type src, Type dst) {
    fly::CopyAtomType atom = copyAtomOf(atomType);
    if (!atom)
      return;
    auto payload = dyn_cast<fly::UniversalCopyType>(atom.getCopyOp());
    if (!payload)
      return;
    int64_t bytes = payload.getBitSize() / 8;
    for (auto [type, side] : {std::pair(src, "source"), std::pair(dst, "destination")}) {
      auto memref = dyn_cast_or_null<fly::MemRefType>(type);
      if (!memref || !isOrdinaryMemory(memref.getAddressSpace()))
        continue;
      layout::Swizzle swizzle = memref.getSwizzle();
      int64_t grain = swizzle.isTrivial() ? INT64_MAX : int64_t(1) << swizzle.base;
      if (grain < bytes) {
        report(Severity::Warning, 174,
               "a copy of " + bytesText(bytes) + " crosses the grain of " + bytesText(grain) +
                   " of the " + side + "'s swizzle " + swizzle.str() + " and is split",
               "raise the base of the swizzle, or copy at most " + bytesText(grain) + " at once");
        continue;
      }
      int64_t known = viewAlignment(memref);
      if (known < bytes)
        report(Severity::Warning, 172,
               "a copy of " + bytesText(bytes) + " may be split: the addresses of the " + side +
                   " are known to be multiples of " + bytesText(known) + " only",
               "state the alignment in the type, such as align<" + std::to_string(bytes) +
                   ">, keep the pitch a multiple of it, or use a narrower copy");
    }
  }

  // D-71 where it is an error: two threads write one element of memory.
  void checkOwners(fly::CopyOp copy) {
    auto memref = dyn_cast<fly::MemRefType>(copy.getDst().getType());
    if (!memref ||
        fly::isGenericAddressSpace(memref.getAddressSpace(), fly::AddressSpace::Register))
      return;
    auto partition = copy.getDst().getDefiningOp<fly::TiledCopyPartitionDstOp>();
    if (!partition)
      return;
    for (const fly::Finding &found :
         fly::tiledCopyFindings(partition.getTiledCopy().getType(), /*writesMemory=*/true))
      if (found.reason.rule == 171 && found.severity == fly::RuleEntry::Severity::Error)
        report(Severity::Error, 171, "this copy writes memory, but " + found.reason.message,
               found.reason.fix);
  }

  // D-72, D-74 at plain accesses.
  void checkAccess(Type type, Type value, StringRef what) {
    auto pointer = dyn_cast<fly::PointerType>(type);
    if (!pointer || !isOrdinaryMemory(pointer.getAddressSpace()))
      return;
    int64_t bits = fly::valueBits(value), bytes = bits / 8;
    if (bits <= 0 || bits % 8)
      return;
    layout::Swizzle swizzle = pointer.getSwizzle();
    if (!swizzle.isTrivial() && isa<VectorType>(value)) {
      int64_t grain = int64_t(1) << swizzle.base;
      if ((grain * 8) % bits != 0) {
        report(Severity::Error, 174,
               "a " + what.str() + " of " + bytesText(bytes) + " does not fit the grain of " +
                   bytesText(grain) + " of the pointer's swizzle " + swizzle.str(),
               "access at most " + bytesText(grain) +
                   " at once, or use a swizzle with a larger base");
        return;
      }
    }
    int64_t known = fly::accessAlignment(pointer);
    if (isa<VectorType>(value) && known < bytes)
      report(Severity::Warning, 172,
             "a " + what.str() + " of " + bytesText(bytes) +
                 " may be split: the address is known to be a multiple of " + bytesText(known) +
                 " only",
             "state the alignment in the type, such as align<" + std::to_string(bytes) + ">");
  }

  // D-75.
  void checkSplit(fly::DecompositionOp split) {
    std::optional<layout::AnyLayout> any = fly::getLayoutOf(split.getTensor().getType());
    if (!any || any->isPlain() || !any->isStatic())
      return;
    layout::Result<std::pair<layout::IntTuple, layout::Layout>> parts = layout::decomposition(*any);
    layout::Result<layout::Leaf> size = layout::size(any->linear());
    if (!parts || !parts->first.isLeaf() || parts->first.leaf().isDynamic() || !size ||
        size->value() > 65536)
      return;
    int64_t differ = 0, first = -1;
    std::string firstText;
    for (int64_t i = 0; i < size->value(); ++i) {
      layout::Result<layout::IntTuple> exact = layout::crd2idx(layout::IntTuple(i), *any);
      layout::Result<layout::IntTuple> plain = layout::crd2idx(layout::IntTuple(i), parts->second);
      if (!exact || !plain || !exact->isLeaf() || !plain->isLeaf())
        return;
      int64_t there = plain->leaf().value() + parts->first.leaf().value();
      if (exact->leaf().value() == there)
        continue;
      if (differ++ == 0) {
        first = i;
        firstText = std::to_string(exact->leaf().value()) + " in the view, " +
                    std::to_string(there) + " in the split";
      }
    }
    if (differ)
      report(Severity::Warning, 175,
             "the split of " + any->str() + " is not exact: " + std::to_string(differ) + " of " +
                 std::to_string(size->value()) + " elements differ, the first is number " +
                 std::to_string(first) + " (" + firstText + ")",
             "index the view itself, or cut it where the swizzle is constant");
  }

  // D-76: largest index of a static layout against 32-bit coordinates.
  void checkRange(const layout::AnyLayout &any, Type coordType) {
    auto coord = dyn_cast<fly::IntTupleType>(coordType);
    if (!coord || coord.getValue().isStatic() || !any.linear().isStatic())
      return;
    bool narrow = false;
    coord.getValue().forEachLeaf(
        [&](const layout::Leaf &leaf) { narrow |= leaf.isDynamic() && leaf.width() == 32; });
    if (!narrow)
      return;
    std::vector<layout::Leaf> shape = any.linear().shape().leaves(),
                              stride = any.linear().stride().leaves();
    __int128 largest = 0;
    for (size_t i = 0; i < shape.size() && i < stride.size(); ++i) {
      if (stride[i].isBasis())
        return;
      largest += __int128(shape[i].value() - 1) * std::abs(stride[i].value());
    }
    if (largest <= INT32_MAX || largest > INT64_MAX)
      return;
    report(Severity::Warning, 176,
           "the index of a coordinate inside of " + any.linear().str() + " reaches " +
               std::to_string(int64_t(largest)) + ", more than the 32 bits of the coordinate hold",
           "make the coordinate from a 64-bit integer");
  }

  void checkSlice(fly::SliceOp slice) {
    Type source = slice.getSrc().getType();
    std::optional<layout::AnyLayout> any = fly::getLayoutOf(source);
    if (!any)
      return;
    if (isa<fly::MemRefType>(source))
      checkRange(*any, slice.getCoord().getType());
    auto memref = dyn_cast<fly::MemRefType>(source);
    auto coord = dyn_cast<fly::IntTupleType>(slice.getCoord().getType());
    if (!memref || !coord)
      return;
    int64_t bits = fly::bitWidth(memref.getElemTy());
    if (bits <= 0 || bits % 8 == 0)
      return;
    layout::Result<layout::IntTuple> start = layout::crd2idx(coord.getValue(), any->linear());
    if (start && start->isLeaf())
      checkByte(start->leaf(), bits);
  }

  void checkOffset(fly::AddOffsetOp add) {
    auto pointer = dyn_cast<fly::PointerType>(add.getPtr().getType());
    auto offset = dyn_cast<fly::IntTupleType>(add.getOffset().getType());
    if (!pointer || !offset || !offset.getValue().isLeaf())
      return;
    checkByte(offset.getValue().leaf(), fly::bitWidth(pointer.getElemTy()));
  }

  // D-77.
  void checkByte(const layout::Leaf &offset, int64_t bits) {
    if (bits <= 0 || bits % 8 == 0 || offset.isBasis() || offset.isNone())
      return;
    int64_t step = offset.divisibility();
    if (offset.isStaticValue(0) || (step * bits) % 8 == 0)
      return;
    report(Severity::Warning, 177,
           offset.isStatic()
               ? "element " + std::to_string(offset.value()) + " of " + std::to_string(bits) +
                     " bits starts inside a byte"
               : "an offset that is a multiple of " + std::to_string(step) + " elements of " +
                     std::to_string(bits) + " bits may fall inside a byte",
           "start at a multiple of " + std::to_string(8 / std::gcd<int64_t>(8, bits)) +
               " elements");
  }

  // D-78.
  void checkValueWidth(fly::CopyAtomType atom, Type tensor) {
    auto memref = dyn_cast<fly::MemRefType>(tensor);
    if (!atom || !memref || !atom.getPayload() || atom.getPayload().isWholeTile())
      return;
    int64_t bits = fly::bitWidth(memref.getElemTy()), valBits = atom.getValBits();
    int64_t moved = atom.getPayload().getCopyBits();
    if (bits <= 0 || valBits <= 0 || bits == valBits)
      return;
    report(Severity::Warning, 178,
           "the atom counts values of " + std::to_string(valBits) +
               " bits, the tensor has elements of " + std::to_string(bits) + ": a call claims " +
               std::to_string(moved / valBits) + " elements and moves " +
               std::to_string(moved / bits),
           "make the atom with valBits = " + std::to_string(bits));
  }

  // D-79.
  void checkScales(mlir::Value atom) {
    if (auto tiled = atom.getDefiningOp<fly::MakeTiledMmaOp>())
      atom = tiled->getOperand(0);
    std::set<std::string> set;
    while (auto change = atom.getDefiningOp<fly::AtomSetValueOp>()) {
      set.insert(change.getField().str());
      atom = change.getAtom();
    }
    auto type = dyn_cast<fly::MmaAtomType>(atom.getType());
    if (!type || !atom.getDefiningOp<fly::MakeMmaAtomOp>())
      return; // comes from elsewhere
    auto stateful = dyn_cast<fly::StatefulOpTypeInterface>(type.getMmaOp());
    if (!stateful)
      return;
    std::string missing;
    for (StringRef field : stateful.getFieldNames())
      if (field.contains("scale") && !set.count(field.str()))
        missing += (missing.empty() ? "'" : ", '") + field.str() + "'";
    if (!missing.empty())
      report(Severity::Warning, 179,
             "scale " + missing + " still has its default 0, which means two to the minus 127",
             "set it with fly.atom.set_value; one is 127");
  }

  // A layout as divisor where a tile was probably meant.
  template <typename Divide> void hintDivisor(Divide divide) {
    auto divisor = dyn_cast<fly::LayoutType>(divide->getOperand(1).getType());
    std::optional<layout::AnyLayout> source = fly::getLayoutOf(divide->getOperand(0).getType());
    if (!divisor || !source || !source->isPlain())
      return;
    const layout::Layout &layout = divisor.getValue();
    const layout::Layout &linear = source->plain();
    if (layout.isLeaf() || layout.rank() < 2 || layout.rank() != linear.rank() ||
        !layout.isStatic())
      return;
    layout::Result<layout::IntTuple> compact = layout::compact(layout.shape());
    if (!compact || !(*compact == layout.stride()))
      return;
    std::vector<layout::Tile> elements;
    std::string extents, tileText;
    for (size_t i = 0; i < layout.rank(); ++i) {
      if (!layout.shape()[i].isLeaf())
        return;
      elements.push_back(layout::Tile(layout.shape()[i].leaf()));
      extents += (i ? "x" : "") + layout.shape()[i].str();
    }
    layout::Tile tile(elements);
    layout::Result<layout::Leaf> size = layout::size(layout);
    Finding &finding =
        report(Severity::Hint, 0,
               "the divisor is a compact " + extents + " layout applied to a rank-" +
                   std::to_string(linear.rank()) + " layout: blocks are " +
                   (size ? layout::IntTuple(*size).str() : "") +
                   " consecutive elements; the tile " + tile.str() + " divides mode by mode");

    // The same statement with a tile.
    if (!isa<fly::LogicalDivideOp>(divide.getOperation()) ||
        !isa<fly::LayoutType>(divide->getOperand(0).getType()))
      return;
    layout::Result<layout::Layout> result = layout::logicalDivide(linear, layout::Divisor(tile));
    const Operation &record = facts.operations[at];
    std::string statement = text.slice(record.scope.begin, record.scope.end).str();
    size_t arrow = statement.rfind("->"), open = statement.find('('),
           close = statement.find(')', open);
    if (!result || arrow == std::string::npos || close == std::string::npos)
      return;
    StringRef operands = StringRef(statement).slice(open + 1, close);
    StringRef second = operands.split(',').second.trim();
    std::string oldType = divisor.getValue().str();
    size_t typeAt = statement.rfind("!fly.layout<" + oldType + ">", arrow);
    if (second.empty() || typeAt == std::string::npos)
      return;
    std::string name = second.str() + "_tile";
    size_t secondAt = size_t(second.data() - statement.data()), secondSize = second.size();
    statement.replace(arrow, std::string::npos, "-> !fly.layout<" + result->str() + ">");
    statement.replace(typeAt, oldType.size() + 13, "!fly.tile<" + tile.str() + ">");
    statement.replace(secondAt, secondSize, name);
    size_t lineStart = text.rfind('\n', record.scope.begin);
    lineStart = lineStart == StringRef::npos ? 0 : lineStart + 1;
    std::string indent = text.slice(lineStart, record.scope.begin).str();
    if (StringRef(indent).trim().size())
      indent.clear();
    finding.fixes.push_back({"Divide by the tile " + tile.str(),
                             {{record.scope, name + " = fly.static : !fly.tile<" + tile.str() +
                                                 ">\n" + indent + statement}}});
  }

  StringRef text;
  PieceFacts &facts;
  size_t at = 0;
};

} // namespace

void checkPromises(ArrayRef<mlir::Operation *> pointers, StringRef text, PieceFacts &facts) {
  // Operations with an error of their own have no facts to rely on.
  llvm::DenseSet<uint32_t> wrong;
  for (const Finding &finding : facts.findings)
    if (finding.severity == Severity::Error)
      if (int32_t index = facts.operationAt(finding.span.begin); index >= 0)
        wrong.insert(uint32_t(index));
  Checker checker(text, facts);
  for (auto [index, op] : llvm::enumerate(pointers)) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (dialect == "fly" && !wrong.contains(uint32_t(index)))
      checker.check(index, op);
  }
}

} // namespace flylsp
