// Whether a tiled copy and a tiled product mean the same by a register of an operand (181).
#include "passes/check/Checks.h"

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::check;

namespace {

/// What a thread's registers hold: register r of thread t is the element `threads[t] +
/// registers[r]` of the operand, counted column by column; -1 where nothing is said.
struct Holding {
  std::vector<int64_t> threads, registers;
};

/// More than this is not looked at: elements that one layout lists, and pairs that are compared.
constexpr size_t most = size_t(1) << 20;

/// Adds a static layout as the slowest mode of what `values` lists.
bool append(std::vector<int64_t> &values, const layout::Layout &layout) {
  auto leaves = staticLeaves(layout);
  if (!leaves)
    return false;
  for (auto [extent, stride] : *leaves) {
    size_t below = values.size();
    if (extent < 1 || size_t(extent) > most / below)
      return false;
    values.reserve(below * size_t(extent));
    for (int64_t i = 1; i < extent; ++i)
      for (size_t j = 0; j < below; ++j)
        values.push_back(values[j] + i * stride);
  }
  return true;
}

/// The values of a layout for all its coordinates, the first mode fastest; empty when unknown.
std::vector<int64_t> valuesOf(const layout::Layout &layout) {
  std::vector<int64_t> values{0};
  return append(values, layout) ? values : std::vector<int64_t>();
}

/// `places[i]` for `keys[i]`, as a list by key.
std::optional<std::vector<int64_t>> byKey(ArrayRef<int64_t> keys, ArrayRef<int64_t> places) {
  if (keys.empty() || keys.size() != places.size() || *llvm::min_element(keys) < 0 ||
      size_t(*llvm::max_element(keys)) >= most)
    return std::nullopt;
  std::vector<int64_t> list(size_t(*llvm::max_element(keys)) + 1, -1);
  for (auto [key, place] : llvm::zip(keys, places))
    list[size_t(key)] = place;
  return list;
}

std::optional<Holding> holdingOf(const layout::TiledMma &product, layout::MmaOperand operand,
                                 const layout::Layout &tensor, const layout::Layout &fragment) {
  auto view = layout::threadValueView(product, operand, tensor);
  auto ids = layout::threadsVMNK(product);
  if (!view || !ids || ids->isLeaf() || ids->rank() != 4)
    return std::nullopt;
  layout::Layout threads = (*view)[0];
  if (threads.isLeaf() || threads.rank() != 2 || threads[1].isLeaf() || threads[1].rank() != 2)
    return std::nullopt;
  // The coordinate of a thread is (V,M,N,K), of which an operand has V and two.
  std::vector<int64_t> places{0};
  bool isA = operand == layout::MmaOperand::A, isB = operand == layout::MmaOperand::B;
  for (size_t mode = 0; mode < 4; ++mode) {
    std::optional<layout::Layout> part;
    if (mode == 0)
      part = threads[0];
    else if (mode == (isB ? 2u : 1u))
      part = threads[1][0];
    else if (mode == (isA || isB ? 3u : 2u))
      part = threads[1][1];
    std::vector<int64_t> own = valuesOf((*ids)[mode]);
    size_t below = places.size();
    if (own.empty() || own.size() > most / below)
      return std::nullopt;
    if (!part)
      part = layout::Layout(layout::IntTuple(int64_t(own.size())), layout::IntTuple(0));
    if (!append(places, *part) || places.size() != below * own.size())
      return std::nullopt;
  }
  auto byThread = byKey(valuesOf(*ids), places);
  auto byRegister = byKey(valuesOf(fragment), valuesOf((*view)[1]));
  if (!byThread || !byRegister)
    return std::nullopt;
  return Holding{std::move(*byThread), std::move(*byRegister)};
}

std::optional<Holding> holdingOf(const layout::TiledCopy &copy, layout::CopySide side,
                                 const layout::Layout &tensor, const layout::Layout &fragment) {
  auto view = layout::threadValueView(copy, side, tensor);
  auto retiled = layout::retile(copy, fragment);
  if (!view || !retiled || view->isLeaf() || view->rank() != 3)
    return std::nullopt;
  std::vector<int64_t> threads = valuesOf((*view)[0]), places = valuesOf((*view)[1]);
  if (threads.empty() || places.empty() || places.size() != valuesOf((*retiled)[0]).size() ||
      !append(places, (*view)[2]))
    return std::nullopt;
  auto byRegister = byKey(valuesOf(*retiled), places);
  if (!byRegister)
    return std::nullopt;
  return Holding{std::move(threads), std::move(*byRegister)};
}

/// The first difference of two holdings, in words; nothing when they agree where both say
/// something.
std::optional<std::string> difference(const Holding &copy, const Holding &product,
                                      MmaOperand operand, int64_t rows, int64_t elements) {
  // Another order of K is no fault where both factors have it.
  bool rowsOnly = operand == MmaOperand::A || operand == MmaOperand::B;
  std::string name = stringifyMmaOperand(operand).str();
  size_t threads = std::min(copy.threads.size(), product.threads.size()),
         registers = std::min(copy.registers.size(), product.registers.size());
  if (registers > most / std::max<size_t>(threads, 1))
    return std::nullopt;
  for (size_t t = 0; t < threads; ++t)
    for (size_t r = 0; r < registers; ++r) {
      if (copy.threads[t] < 0 || product.threads[t] < 0 || copy.registers[r] < 0 ||
          product.registers[r] < 0)
        continue;
      int64_t held = copy.threads[t] + copy.registers[r],
              taken = product.threads[t] + product.registers[r];
      if (held >= elements || taken >= elements)
        return std::nullopt; // partial tiles
      if (rowsOnly ? held % rows == taken % rows : held == taken)
        continue;
      auto text = [&](int64_t element) {
        std::string row = std::to_string(element % rows);
        return rowsOnly ? "row " + row
                        : "element (" + row + "," + std::to_string(element / rows) + ")";
      };
      return "register " + std::to_string(r) + " of thread " + std::to_string(t) +
             " of the copy holds " + text(held) + " of operand '" + name +
             "', but the product takes " + text(taken) + " there";
    }
  return std::nullopt;
}

/// The fragment of a product that a view shows; null for other registers. A stage of it and
/// registers of the same form count as well.
MmaMakeFragmentOp fragmentOf(Value view) {
  for (unsigned steps = 0; steps < 1000; ++steps) {
    Operation *op = view.getDefiningOp();
    if (auto made = dyn_cast_or_null<MmaMakeFragmentOp>(op))
      return made;
    if (auto like = dyn_cast_or_null<MakeFragmentLikeOp>(op)) {
      view = like.getSrc();
      continue;
    }
    auto slice = dyn_cast_or_null<SliceOp>(op);
    if (!slice)
      return {};
    const layout::IntTuple &coord = slice.getCoord().getType().getValue();
    if (coord.isLeaf() || coord.rank() < 4)
      return {};
    for (size_t mode = 0; mode < 3; ++mode)
      if (!coord[mode].isLeaf() || !coord[mode].leaf().isNone())
        return {};
    view = slice.getSrc();
  }
  return {};
}

} // namespace

void Checker::checkRetile(TiledCopyRetileOp op) {
  MmaMakeFragmentOp made = fragmentOf(op.getInput());
  auto source = made ? dyn_cast<fly::MemRefType>(made.getInput().getType()) : fly::MemRefType();
  if (!source)
    return;
  TiledCopyType copyType = op.getTiledCopy().getType();
  TiledMmaType productType = made.getTiledMma().getType();
  MmaOperand operand = made.getOperandId().getValue();
  // Registers of another width than the copy counts in are another rule's (178).
  const layout::Layout &linear = source.getLayout().linear();
  if (bitWidth(op.getInput().getType().getElemTy()) != copyType.getAtom().getValBits() ||
      linear.isLeaf() || linear.rank() < 2)
    return;
  auto rows = layout::size(linear[0]), columns = layout::size(linear[1]);
  if (!rows || !columns || !rows->isStatic() || !columns->isStatic() || rows->value() < 1 ||
      columns->value() < 1 || rows->value() > int64_t(most) / columns->value())
    return;
  int64_t height = rows->value(), elements = height * columns->value();
  auto [entry, isNew] = cache.registers.try_emplace(
      {copyType, productType, unsigned(operand), height, columns->value()});
  if (isNew)
    entry->second = [&]() -> std::string {
      FailureOr<layout::TiledCopy> copy = copyType.getGeometry();
      layout::TiledMma product = productType.getGeometry();
      layout::MmaOperand id = layout::MmaOperand(operand);
      layout::Layout tensor(layout::IntTuple::of({*rows, *columns}),
                            layout::IntTuple::of({1, layout::IntTuple(height)}));
      auto fragment = layout::fragmentLayout(product, id, tensor);
      if (failed(copy) || !fragment)
        return {};
      std::optional<Holding> taken = holdingOf(product, id, tensor, *fragment);
      if (!taken)
        return {};
      // The registers are the destination of a load and the source of a store; with most atoms both
      // are the same.
      std::string first;
      for (layout::CopySide side : {layout::CopySide::Dst, layout::CopySide::Src}) {
        std::optional<Holding> held = holdingOf(*copy, side, tensor, *fragment);
        auto found = held ? difference(*held, *taken, operand, height, elements) : std::nullopt;
        if (!found)
          return {};
        if (first.empty())
          first = std::move(*found);
      }
      return first;
    }();
  if (entry->second.empty())
    return;
  Finding &finding = add(op, 181, Severity::Warning, entry->second);
  finding.notes.push_back({op.getTiledCopy().getLoc(), "the tiled copy comes from here"});
  finding.notes.push_back({made.getLoc(), "the registers of the product are made here"});
  if (Operation *maker = made.getTiledMma().getDefiningOp())
    finding.notes.push_back({maker->getLoc(), "the tiled product is made here"});
}
