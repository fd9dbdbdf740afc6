#include "dialects/fly/Invariants.h"

#include "dialects/fly/InvariantCache.h"
#include "dialects/fly/Verify.h"

#include "llvm/ADT/StringExtras.h"

#include <mutex>

using namespace mlir;
using namespace mlir::fly;

namespace {

/// The extents and strides of one mode, flattened; evaluates an index in column-major order.
class FlatMode {
public:
  FlatMode(const layout::IntTuple &shape, const layout::IntTuple &stride) {
    std::vector<layout::Leaf> extents = shape.leaves(), strides = stride.leaves();
    for (size_t i = 0; i < extents.size(); ++i) {
      modes_.emplace_back(extents[i].value(), strides[i].value());
      // Sizes beyond any tile saturate instead of overflowing.
      size_ = llvm::SaturatingMultiply<uint64_t>(size_, extents[i].value());
    }
  }

  int64_t size() const { return static_cast<int64_t>(std::min<uint64_t>(size_, INT64_MAX)); }

  int64_t operator()(int64_t index) const {
    int64_t position = 0;
    for (auto [extent, stride] : modes_) {
      position += index % extent * stride;
      index /= extent;
    }
    return position;
  }

  /// The same mode with every stride 0 removed: what really distinguishes positions.
  bool hasZeroStride() const {
    return llvm::any_of(modes_, [](auto mode) { return mode.first > 1 && mode.second == 0; });
  }

  /// Number of leading indices that step by one.
  int64_t contiguousRun() const {
    int64_t run = 1;
    for (auto [extent, stride] : modes_) {
      if (extent == 1)
        continue;
      if (stride != run)
        break;
      run *= extent;
    }
    return run;
  }

private:
  std::vector<std::pair<int64_t, int64_t>> modes_;
  uint64_t size_ = 1;
};

/// A (threads, values) layout in a form that can be enumerated.
struct ThreadValue {
  FlatMode threads, values;
  int64_t elements() const {
    return llvm::SaturatingMultiply<uint64_t>(threads.size(), values.size()) > INT64_MAX
               ? INT64_MAX
               : threads.size() * values.size();
  }
  int64_t operator()(int64_t thread, int64_t value) const {
    return threads(thread) + values(value);
  }
};

} // namespace

StringRef mlir::fly::operandName(MmaOperand operand) {
  switch (operand) {
  case MmaOperand::A:
    return "A";
  case MmaOperand::B:
    return "B";
  case MmaOperand::C:
    return "C";
  case MmaOperand::D:
    return "D";
  }
  llvm_unreachable("every operand is handled");
}

static bool isStaticInteger(const layout::IntTuple &tuple) {
  bool all = true;
  tuple.forEachLeaf(
      [&](const layout::Leaf &leaf) { all &= leaf.isStatic() && !leaf.isNone() && leaf.isInt(); });
  return all;
}

static bool isStaticExtents(const layout::IntTuple &shape) {
  bool all = isStaticInteger(shape);
  shape.forEachLeaf([&](const layout::Leaf &leaf) { all &= leaf.value() > 0; });
  return all;
}

/// Rules 201 and 202, which everything else builds on.
static std::optional<ThreadValue> asThreadValue(const std::string &what,
                                                const layout::Layout &layout,
                                                SmallVectorImpl<layout::Reason> &found) {
  if (!layout::congruent(layout.shape(), layout.stride())) {
    found.push_back({201,
                     "thread/value layout of " + what +
                         " must have one nesting in shape and stride, got " + layout.str(),
                     ""});
    return std::nullopt;
  }
  if (layout.isLeaf() || layout.rank() != 2) {
    found.push_back({201,
                     "thread/value layout of " + what + " must be a pair (threads, values), got " +
                         (layout.isLeaf() ? std::string("a single mode")
                                          : std::to_string(layout.rank()) + " modes") +
                         " in " + layout.str(),
                     "nest the modes: ((thread modes),(value modes))"});
    return std::nullopt;
  }
  if (!isStaticInteger(layout.shape()) || !isStaticInteger(layout.stride())) {
    found.push_back(
        {201, "thread/value layout of " + what + " must be static integers, got " + layout.str(),
         ""});
    return std::nullopt;
  }
  for (const layout::Leaf &extent : layout.shape().leaves())
    if (extent.value() < 1) {
      found.push_back({202,
                       "thread/value layout of " + what + " has an empty mode of extent " +
                           std::to_string(extent.value()) + ": " + layout.str(),
                       ""});
      return std::nullopt;
    }
  return ThreadValue{FlatMode(layout.shape()[0], layout.stride()[0]),
                     FlatMode(layout.shape()[1], layout.stride()[1])};
}

static std::string coordinate(int64_t row, int64_t column) {
  return "(" + std::to_string(row) + "," + std::to_string(column) + ")";
}

// --- MMA
// -------------------------------------------------------------------------------------------

/// Rule 204: the machine fixes the number of threads of some instructions.
static void checkRequiredThreads(Type payload, int64_t threads,
                                 SmallVectorImpl<layout::Reason> &found) {
  auto info = dyn_cast<AtomInfoTypeInterface>(payload);
  int64_t required = info ? info.getRequiredThreads() : 0;
  if (required == 0 || required == threads)
    return;
  SmallVector<std::string> chips = info.getChips();
  found.push_back(
      {204,
       "atom " + (chips.empty() ? std::string() : "of " + llvm::join(chips, ", ") + " ") +
           "must use " + std::to_string(required) + " threads, got " + std::to_string(threads),
       ""});
}

/// Rules 207 and 208: every element of the rows x columns tile is held equally often.
static void checkCoverage(MmaOperand operand, const ThreadValue &map, int64_t rows, int64_t columns,
                          bool bijection, SmallVectorImpl<layout::Reason> &found) {
  std::string name = "operand " + operandName(operand).str();
  int64_t size = rows * columns;
  std::vector<int32_t> hits(static_cast<size_t>(size));
  std::vector<std::pair<int32_t, int32_t>> firstOwner(static_cast<size_t>(size), {-1, -1});
  for (int64_t t = 0; t < map.threads.size(); ++t)
    for (int64_t v = 0; v < map.values.size(); ++v) {
      int64_t position = map(t, v);
      if (position < 0 || position >= size) {
        found.push_back({207,
                         "layout of " + name + " sends thread " + std::to_string(t) + ", value " +
                             std::to_string(v) + " to position " + std::to_string(position) +
                             " of a tile of " + std::to_string(size) + " elements",
                         ""});
        return;
      }
      if (hits[position]++ == 0)
        firstOwner[position] = {static_cast<int32_t>(t), static_cast<int32_t>(v)};
      else if (bijection) {
        found.push_back({208,
                         "layout of " + name + " gives element " +
                             coordinate(position % rows, position / rows) + " to thread " +
                             std::to_string(firstOwner[position].first) + ", value " +
                             std::to_string(firstOwner[position].second) + " and to thread " +
                             std::to_string(t) + ", value " + std::to_string(v),
                         "every element of the result has one owner"});
        return;
      }
    }
  int32_t most = *std::max_element(hits.begin(), hits.end());
  for (int64_t position = 0; position < size; ++position) {
    if (hits[position] == most)
      continue;
    std::string element = coordinate(position % rows, position / rows);
    found.push_back({207,
                     hits[position] == 0
                         ? "layout of " + name + " leaves element " + element + " unassigned"
                         : "layout of " + name + " assigns element " + element + " " +
                               std::to_string(hits[position]) + " times and others " +
                               std::to_string(most) + " times",
                     ""});
    return;
  }
}

SmallVector<layout::Reason> mlir::fly::mmaInvariants(MmaOpTypeInterface payload) {
  SmallVector<layout::Reason> found;
  layout::IntTuple shape = payload.getShapeMNK();
  if (shape.isLeaf() || shape.rank() != 3 || shape.depth() != 1 || !isStaticInteger(shape)) {
    found.push_back(
        {201, "shape of an MMA atom must be three integers (m,n,k), got " + shape.str(), ""});
    return found;
  }
  int64_t extent[3];
  for (int i = 0; i < 3; ++i) {
    extent[i] = shape[i].leaf().value();
    if (extent[i] < 1) {
      found.push_back({202, "shape of an MMA atom has an empty mode: " + shape.str(), ""});
      return found;
    }
  }
  auto [m, n, k] = extent;
  layout::Layout threadLayout = payload.getThrLayout();
  if (!isStaticInteger(threadLayout.shape())) {
    found.push_back(
        {201, "thread layout of an MMA atom must be static, got " + threadLayout.str(), ""});
    return found;
  }
  int64_t threads = FlatMode(threadLayout.shape(), threadLayout.shape()).size();
  checkRequiredThreads(payload, threads, found);

  struct Operand {
    MmaOperand which;
    layout::Layout layout;
    Type element;
    int64_t rows, columns;
    std::optional<ThreadValue> map;
    bool sized = false;
  };
  Operand operands[] = {
      {MmaOperand::A, payload.getThrValLayoutA(), payload.getValTypeA(), m, k, {}, false},
      {MmaOperand::B, payload.getThrValLayoutB(), payload.getValTypeB(), n, k, {}, false},
      {MmaOperand::C, payload.getThrValLayoutC(), payload.getValTypeC(), m, n, {}, false}};
  for (Operand &operand : operands) {
    std::string name = "operand " + operandName(operand.which).str();
    operand.map = asThreadValue(name, operand.layout, found);
    if (!operand.map)
      continue;
    int64_t t = operand.map->threads.size(), v = operand.map->values.size();
    int64_t registers = payload.getRegisterValues(operand.which);
    int64_t copies = payload.getReplication(operand.which);
    operand.sized = true;
    if (t != threads) {
      operand.sized = false;
      found.push_back({203,
                       name + " spreads over " + std::to_string(t) + " threads but the atom uses " +
                           std::to_string(threads),
                       ""});
    }
    if (operand.map->elements() != operand.rows * operand.columns * copies) {
      operand.sized = false;
      found.push_back(
          {205,
           name + ": " + std::to_string(t) + " threads x " + std::to_string(v) +
               " values do not cover " + std::to_string(operand.rows) + "x" +
               std::to_string(operand.columns) +
               (copies == 1 ? std::string() : " held " + std::to_string(copies) + " times"),
           ""});
    }
    if (registers != 0 && v != registers)
      found.push_back({206,
                       name + " publishes " + std::to_string(v) +
                           " values but the instruction register holds " +
                           std::to_string(registers),
                       v == registers * bitWidth(operand.element) ? "count values, not bits" : ""});
    bool enumerable =
        operand.rows * operand.columns <= maxEnumeratedElements &&
        operand.map->elements() <= maxEnumeratedElements * std::max<int64_t>(copies, 1);
    if (operand.sized && enumerable)
      checkCoverage(operand.which, *operand.map, operand.rows, operand.columns,
                    operand.which == MmaOperand::C && registers != 0 && copies == 1, found);
    else
      operand.sized = operand.sized && enumerable;
    // Values that share a 32-bit register are neighbours along K on every machine.
    if (operand.which != MmaOperand::C && registers > 1 && v > 1 && operand.rows > 1 &&
        bitWidth(operand.element) < 32 && (*operand.map)(0, 1) - (*operand.map)(0, 0) == 1) {
      operand.sized = false; // do not report the order of K as well
      found.push_back({212,
                       "values 0 and 1 of " + name + " are one position apart, but position 1 of " +
                           "the column-major tile is row 1: the layout reads the tile row-major",
                       "a step along K is " + std::to_string(operand.rows) + " positions"});
    }
  }

  // Rule 209: with equal counts and extents, thread and value name one K for A and for B.
  Operand &a = operands[0], &b = operands[1];
  if (a.sized && b.sized && m == n && a.map->threads.size() == b.map->threads.size() &&
      a.map->values.size() == b.map->values.size()) {
    auto agree = [&](bool rowMajorA, bool rowMajorB, int64_t &atThread, int64_t &atValue) {
      for (int64_t t = 0; t < threads; ++t)
        for (int64_t v = 0; v < a.map->values.size(); ++v) {
          int64_t pa = (*a.map)(t, v), pb = (*b.map)(t, v);
          int64_t ka = rowMajorA ? pa % k : pa / m, kb = rowMajorB ? pb % k : pb / n;
          if (ka != kb) {
            atThread = t;
            atValue = v;
            return false;
          }
        }
      return true;
    };
    int64_t t = 0, v = 0, t2 = 0, v2 = 0;
    if (!agree(false, false, t, v)) {
      int64_t ka = (*a.map)(t, v) / m, kb = (*b.map)(t, v) / n;
      bool aRow = agree(true, false, t2, v2), bRow = agree(false, true, t2, v2);
      if (aRow || bRow)
        found.push_back({212,
                         std::string(aRow && bRow ? "one of the operands A and B"
                                                  : (aRow ? "operand A" : "operand B")) +
                             " is laid out row-major: only read that way both have one order of K",
                         "strides refer to the column-major tile"});
      else
        found.push_back({209,
                         "A and B disagree on the order of K: thread " + std::to_string(t) +
                             ", value " + std::to_string(v) + " is k = " + std::to_string(ka) +
                             " of A and k = " + std::to_string(kb) + " of B",
                         ""});
    }
  }
  return found;
}

// --- Copy
// ------------------------------------------------------------------------------------------

/// The copy's form of rule 207: one thread's bits differ, and together the threads reach an
/// unbroken range of positions, each equally often.
static void checkCopySide(const std::string &side, const ThreadValue &map,
                          SmallVectorImpl<layout::Reason> &found) {
  int64_t size = map.elements();
  std::vector<int32_t> hits(static_cast<size_t>(size)), lastThread(static_cast<size_t>(size), -1);
  for (int64_t t = 0; t < map.threads.size(); ++t)
    for (int64_t v = 0; v < map.values.size(); ++v) {
      int64_t position = map(t, v);
      if (position < 0 || position >= size) {
        found.push_back({207,
                         "layout of the " + side + " sends thread " + std::to_string(t) + ", bit " +
                             std::to_string(v) + " to position " + std::to_string(position) +
                             " of " + std::to_string(size) + " bits",
                         ""});
        return;
      }
      if (lastThread[position] == t) {
        found.push_back({207,
                         "layout of the " + side + " gives position " + std::to_string(position) +
                             " twice to thread " + std::to_string(t),
                         ""});
        return;
      }
      lastThread[position] = static_cast<int32_t>(t);
      ++hits[position];
    }
  bool ended = false;
  for (int64_t position = 0; position < size; ++position) {
    if (hits[position] == 0) {
      ended = true;
      continue;
    }
    if (ended) {
      auto hole = std::find(hits.begin(), hits.end(), 0);
      found.push_back({207,
                       "layout of the " + side + " leaves position " +
                           std::to_string(hole - hits.begin()) + " unassigned but reaches " +
                           std::to_string(position),
                       ""});
      return;
    }
    if (hits[position] != hits[0]) {
      found.push_back({207,
                       "layout of the " + side + " assigns position " + std::to_string(position) +
                           " " + std::to_string(hits[position]) + " times and position 0 " +
                           std::to_string(hits[0]) + " times",
                       ""});
      return;
    }
  }
}

SmallVector<layout::Reason> mlir::fly::copyInvariants(CopyOpTypeInterface payload,
                                                      int32_t valBits) {
  SmallVector<layout::Reason> found;
  layout::Layout threadLayout = payload.getThrLayout();
  if (!isStaticInteger(threadLayout.shape())) {
    found.push_back(
        {201, "thread layout of a copy atom must be static, got " + threadLayout.str(), ""});
    return found;
  }
  int64_t threads = FlatMode(threadLayout.shape(), threadLayout.shape()).size();
  checkRequiredThreads(payload, threads, found);
  int64_t bits = payload.getCopyBits();
  bool wholeTile = payload.isWholeTile();
  std::pair<std::string, layout::Layout> sides[] = {{"source", payload.getThrBitLayoutSrc()},
                                                    {"destination", payload.getThrBitLayoutDst()},
                                                    {"reference", payload.getThrBitLayoutRef()}};
  for (auto &[side, layout] : sides) {
    std::optional<ThreadValue> map = asThreadValue("the " + side, layout, found);
    if (!map || wholeTile)
      continue; // the layouts of whole-tile copies are placeholders
    int64_t t = map->threads.size(), v = map->values.size();
    if (t != threads)
      found.push_back({210,
                       "copy atom uses " + std::to_string(threads) + " threads but its " + side +
                           " layout spreads over " + std::to_string(t),
                       ""});
    if (v != bits)
      found.push_back({210,
                       "copy atom moves " + std::to_string(bits) + " bits but its " + side +
                           " layout describes " + std::to_string(v),
                       v * valBits == bits ? "count bits, not values" : ""});
    if (t != threads || v != bits)
      continue;
    if (map->elements() <= maxEnumeratedElements)
      checkCopySide(side, *map, found);
    int64_t run = map->values.contiguousRun();
    // The sides usually break together; one finding is enough.
    if (llvm::any_of(found, [](const layout::Reason &reason) { return reason.rule == 211; }))
      continue;
    if (valBits > 0 && run % valBits != 0)
      found.push_back({211,
                       "value width " + std::to_string(valBits) +
                           " does not divide the contiguous run of " + std::to_string(run) +
                           " bits of the " + side,
                       "use a value width that divides " + std::to_string(run)});
    else if (valBits > 0) {
      layout::Result<layout::Layout> recast = layout::recast(layout, 1, valBits);
      if (!recast)
        found.push_back({211,
                         "the " + side + " layout cannot be counted in values of " +
                             std::to_string(valBits) + " bits: " + recast.reason().message,
                         ""});
    }
  }
  return found;
}

// --- Cache and reports
// -----------------------------------------------------------------------------

static SmallVector<layout::Reason>
cachedFindings(Type payload, int32_t valBits, function_ref<SmallVector<layout::Reason>()> compute) {
  auto *dialect = payload.getContext()->getLoadedDialect<FlyDialect>();
  if (!dialect)
    return compute();
  FlyDialect::InvariantCache &cache = *dialect->invariantCache;
  FlyDialect::InvariantCache::Key key(payload, valBits);
  {
    std::shared_lock lock(cache.mutex);
    auto it = cache.findings.find(key);
    if (it != cache.findings.end())
      return it->second;
  }
  // Two threads may compute the same entry; both get the same answer.
  SmallVector<layout::Reason> found = compute();
  std::unique_lock lock(cache.mutex);
  return cache.findings.try_emplace(key, std::move(found)).first->second;
}

/// The first broken invariant of a wrapped atom.
static std::optional<layout::Reason> firstBroken(Type atom) {
  SmallVector<layout::Reason> found;
  if (auto copy = dyn_cast<CopyAtomType>(atom))
    found = cachedFindings(copy.getCopyOp(), copy.getValBits(),
                           [&] { return copyInvariants(copy.getPayload(), copy.getValBits()); });
  else if (auto mma = dyn_cast<MmaAtomType>(atom))
    found = cachedFindings(mma.getMmaOp(), 0, [&] { return mmaInvariants(mma.getPayload()); });
  return found.empty() ? std::nullopt : std::optional(found.front());
}

static LogicalResult reportAll(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<layout::Reason> found) {
  for (const layout::Reason &reason : found)
    emitRule(emitError, reason);
  return success(found.empty());
}

static std::string textOf(Type type) {
  if (!type)
    return "nothing";
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

LogicalResult mlir::fly::verifyMmaAtom(function_ref<InFlightDiagnostic()> emitError, Type payload) {
  auto mma = dyn_cast_or_null<MmaOpTypeInterface>(payload);
  if (!mma) {
    emitRule(emitError, 115, "'" + textOf(payload) + "' is not an MMA operation");
    return failure();
  }
  return reportAll(emitError, cachedFindings(payload, 0, [&] { return mmaInvariants(mma); }));
}

LogicalResult mlir::fly::verifyCopyAtom(function_ref<InFlightDiagnostic()> emitError, Type payload,
                                        int32_t valBits) {
  auto copy = dyn_cast_or_null<CopyOpTypeInterface>(payload);
  if (!copy) {
    emitRule(emitError, 115, "'" + textOf(payload) + "' is not a copy operation");
    return failure();
  }
  if (failed(report(emitError, verifyValueWidth(copy, valBits))))
    return failure();
  return reportAll(emitError,
                   cachedFindings(payload, valBits, [&] { return copyInvariants(copy, valBits); }));
}

LogicalResult mlir::fly::verifyAtomsOf(Operation *op) {
  auto emit = [op] { return op->emitOpError(); };
  SmallPtrSet<const void *, 2> seen;
  for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    if (auto tiled = dyn_cast<TiledCopyType>(type))
      type = tiled.getCopyAtom();
    else if (auto tiled = dyn_cast<TiledMmaType>(type))
      type = tiled.getMmaAtom();
    if (!isa<CopyAtomType, MmaAtomType>(type) || !seen.insert(type.getAsOpaquePointer()).second)
      continue;
    auto copy = dyn_cast<CopyAtomType>(type);
    if (failed(copy ? verifyCopyAtom(emit, copy.getCopyOp(), copy.getValBits())
                    : verifyMmaAtom(emit, cast<MmaAtomType>(type).getMmaOp())))
      return failure();
  }
  return success();
}

// --- Tiled types
// -----------------------------------------------------------------------------------

/// Number of positions of a tile element, nothing for `*` and run-time sizes.
static std::optional<int64_t> tileSize(const layout::Tile &tile) {
  if (tile.isLeafInt()) {
    if (tile.isNone() || tile.leaf().isDynamic())
      return std::nullopt;
    return tile.leaf().value();
  }
  if (tile.isLayout()) {
    layout::Result<layout::Leaf> size = layout::size(tile.layout());
    if (!size || size->isDynamic())
      return std::nullopt;
    return size->value();
  }
  int64_t product = 1;
  for (const layout::Tile &element : tile.elements()) {
    std::optional<int64_t> size = tileSize(element);
    if (!size || *size < 1 || *size > INT32_MAX || product > INT32_MAX)
      return std::nullopt;
    product *= *size;
  }
  return product;
}

std::optional<layout::Reason> mlir::fly::tiledCopyStructure(Type atom,
                                                            const layout::Layout &threadValue,
                                                            const layout::Tile &tile,
                                                            bool *tileGuilty) {
  if (!isa_and_nonnull<CopyAtomType>(atom))
    return layout::Reason{119, "tiled copy needs a copy atom, got '" + textOf(atom) + "'", ""};
  if (std::optional<layout::Reason> broken = firstBroken(atom))
    return broken;
  if (threadValue.isLeaf() || threadValue.rank() != 2)
    return layout::Reason{119,
                          "thread-value layout of a tiled copy must be a pair (threads, values), "
                          "got " +
                              threadValue.str(),
                          ""};
  if (!isStaticExtents(threadValue.shape()) || !isStaticInteger(threadValue.stride()))
    return layout::Reason{
        119,
        "thread-value layout of a tiled copy needs static integers and positive extents, got " +
            threadValue.str(),
        ""};
  std::optional<int64_t> size = tileSize(tile);
  if (!size) {
    if (tileGuilty)
      *tileGuilty = true;
    return layout::Reason{
        119, "tile of a tiled copy needs a positive static size in every mode, got " + tile.str(),
        ""};
  }
  layout::Result<std::pair<int64_t, int64_t>> range = layout::indexRange(threadValue);
  if (!range)
    return range.reason();
  if (range->first < 0)
    return layout::Reason{119,
                          "thread-value layout " + threadValue.str() + " reaches position " +
                              std::to_string(range->first) + ", below the tile " + tile.str(),
                          ""};
  // A codomain that is too small leaves elements without an owner, which is a matter of the use
  // (rule 171).
  if (int64_t codomain = range->second + 1; codomain > *size) {
    if (tileGuilty)
      *tileGuilty = true;
    int64_t threads = FlatMode(threadValue[0].shape(), threadValue[0].stride()).size(),
            values = FlatMode(threadValue[1].shape(), threadValue[1].stride()).size();
    std::string message = "tile " + tile.str() + " of " + std::to_string(*size) +
                          " elements, but " + std::to_string(threads) + " threads x " +
                          std::to_string(values) + " values ";
    message +=
        llvm::SaturatingMultiply<uint64_t>(threads, values) == static_cast<uint64_t>(codomain)
            ? "cover " + std::to_string(codomain)
            : "of " + threadValue.str() + " span " + std::to_string(codomain);
    return layout::Reason{119, std::move(message),
                          "write a tile of at least " + std::to_string(codomain) + " elements"};
  }
  return std::nullopt;
}

std::optional<layout::Reason> mlir::fly::tiledMmaStructure(Type atom,
                                                           const layout::Layout &atomLayout,
                                                           const layout::Tile &permutation) {
  if (!isa_and_nonnull<MmaAtomType>(atom))
    return layout::Reason{119, "tiled MMA needs an MMA atom, got '" + textOf(atom) + "'", ""};
  if (std::optional<layout::Reason> broken = firstBroken(atom))
    return broken;
  if (atomLayout.isLeaf() || atomLayout.rank() != 3)
    return layout::Reason{119,
                          "layout of the atoms of a tiled MMA must have the three modes (M,N,K), "
                          "got " +
                              atomLayout.str(),
                          "write a stride of 0 for a mode of one atom, such as (2,2,1):(1,2,0)"};
  if (!isStaticExtents(atomLayout.shape()) || !isStaticInteger(atomLayout.stride()))
    return layout::Reason{
        119,
        "layout of the atoms of a tiled MMA needs static integers and positive extents, got " +
            atomLayout.str(),
        ""};
  if (!permutation.isList() || permutation.rank() > 3)
    return layout::Reason{119,
                          "permutation of a tiled MMA must be a list of at most 3 elements, got " +
                              permutation.str(),
                          ""};
  return std::nullopt;
}

SmallVector<Finding> mlir::fly::tiledCopyFindings(TiledCopyType type, bool writesMemory) {
  SmallVector<Finding> found;
  FailureOr<layout::TiledCopy> geometry = type.getGeometry();
  if (failed(geometry))
    return found;
  SmallVector<layout::Reason> broken;
  std::optional<ThreadValue> map = asThreadValue("the tiled copy", geometry->threadValue, broken);
  std::optional<ThreadValue> atom = asThreadValue("the atom", geometry->atom.ref, broken);
  std::optional<int64_t> size = tileSize(geometry->tile);
  if (!map || !atom || !size)
    return found; // an error of the types
  int64_t have = map->values.size(), call = atom->values.size();
  if (!type.getAtom().getPayload().isWholeTile() && have % call != 0)
    found.push_back(
        {{170,
          "thread-value layout " + geometry->threadValue.str() + " gives a thread " +
              std::to_string(have) + " values, but one call of the atom moves " +
              std::to_string(call),
          have < call ? "give every thread at least " + std::to_string(call) +
                            " values or use a narrower copy"
                      : "give every thread a multiple of " + std::to_string(call) + " values"},
         RuleEntry::Severity::Error});
  if (*size > maxEnumeratedElements || map->elements() > maxEnumeratedElements)
    return found;

  RuleEntry::Severity ownership =
      writesMemory ? RuleEntry::Severity::Error : RuleEntry::Severity::Warning;
  std::vector<std::pair<int32_t, int32_t>> owner(static_cast<size_t>(*size), {-1, -1});
  bool shared = false;
  for (int64_t t = 0; t < map->threads.size() && !shared; ++t)
    for (int64_t v = 0; v < map->values.size() && !shared; ++v) {
      int64_t position = (*map)(t, v);
      if (position < 0 || position >= *size)
        return found; // rule 119
      auto &first = owner[position];
      if (first.first < 0) {
        first = {static_cast<int32_t>(t), static_cast<int32_t>(v)};
        continue;
      }
      // Threads that name the same positions throughout differ in stride-0 modes only.
      if (!writesMemory && map->threads(t) == map->threads(first.first) && v == first.second)
        continue;
      shared = true;
      found.push_back(
          {{171,
            "element " + std::to_string(position) + " of the tile " + geometry->tile.str() +
                " belongs to thread " + std::to_string(first.first) + ", value " +
                std::to_string(first.second) + " and to thread " + std::to_string(t) + ", value " +
                std::to_string(v),
            ""},
           ownership});
    }
  if (shared)
    return found;
  for (int64_t position = 0; position < *size; ++position)
    if (owner[position].first < 0) {
      found.push_back(
          {{171,
            "element " + std::to_string(position) + " of the tile " + geometry->tile.str() +
                " has no owner in " + geometry->threadValue.str(),
            ""},
           ownership});
      break;
    }
  return found;
}
