// Geometry of tiled copies and tiled MMAs (layout-algebra 13, fly-core 8).
#include "dialects/layout/Tiled.h"

#include "dialects/layout/Detail.h"

namespace layout {

using namespace detail;

namespace {

/// Number of elements that one element of a tile covers.
Result<Leaf> elementSize(const Tile &element) {
  if (element.isList()) {
    Leaf total(1);
    for (const Tile &e : element.elements()) {
      LAYOUT_TRY(Leaf part, elementSize(e));
      LAYOUT_TRY(total, mul(total, part));
    }
    return total;
  }
  LAYOUT_TRY(Layout l, tileElement(element, "tile"));
  return size(l);
}

/// The extent that repeats of one element of a tile fill without a gap: 32 for 16:2, whose gaps the
/// next repeat fills.
Result<Leaf> elementPeriod(const Tile &element) {
  if (element.isList() || element.isNone())
    return elementSize(element);
  LAYOUT_TRY(Layout l, tileElement(element, "tile"));
  LAYOUT_TRY(Layout gaps, complement(l));
  LAYOUT_TRY(Leaf own, size(l));
  LAYOUT_TRY(Leaf other, size(gaps));
  return mul(own, other);
}

/// Warns where the tile does not divide a mode: its last repetition reaches past the tensor (D-58).
void warnPartial(const char *op, const Layout &tensor, const std::vector<Leaf> &tileSizes,
                 Warnings *warnings) {
  if (!warnings)
    return;
  for (size_t i = 0; i < tileSizes.size() && i < tensor.rank(); ++i) {
    auto extent = size(tensor[i]);
    if (!extent || !extent->isStatic() || !tileSizes[i].isStatic() || tileSizes[i].value() <= 0 ||
        extent->value() % tileSizes[i].value() == 0)
      continue;
    warn(warnings, 158,
         std::string(op) + ": extent " + extent->str() + " of mode " + std::to_string(i) + " of " +
             shorten(tensor.str()) + " is not a multiple of the tile's " + tileSizes[i].str() +
             ", the last tile is partial and needs a predicate");
  }
}

/// Splits the rest mode, so that each tensor mode has a mode of its own, and slices by a thread.
Result<Layout> sliceThread(const Layout &view, size_t splitMode, const IntTuple &thread) {
  Layout split = expand(view, {splitMode});
  std::vector<IntTuple> coord(split.rank(), IntTuple(Leaf::none()));
  coord[0] = thread;
  return slice(split, IntTuple(std::move(coord)));
}

Reason threadStructure(const char *op, const IntTuple &thread, const Layout &threads,
                       const Reason &why) {
  return fail(158, std::string(op) + ": thread coordinate " + shorten(thread.str()) +
                       " does not fit the thread mode " + shorten(threads.str()) + ": " +
                       why.message);
}

std::optional<Reason> checkThread(const char *op, const IntTuple &thread, const Leaf &count) {
  if (thread.hasNone() || thread.hasBasis())
    return fail(158, std::string(op) + ": thread coordinate " + shorten(thread.str()) +
                         " must hold integers");
  if (!thread.isLeaf() || !thread.leaf().isStatic() || !count.isStatic())
    return std::nullopt;
  int64_t id = thread.leaf().value();
  if (id < 0 || id >= count.value())
    return fail(158,
                std::string(op) + ": thread id " + std::to_string(id) + " is outside the " +
                    count.str() + " threads",
                count.value() > 0 ? "the last one is " + std::to_string(count.value() - 1) : "");
  return std::nullopt;
}

} // namespace

//===----------------------------------------------------------------------===//
// Tiled copy
//===----------------------------------------------------------------------===//

static std::optional<Reason> checkCopy(const TiledCopy &copy) {
  for (const Layout *l : {&copy.atom.src, &copy.atom.dst, &copy.atom.ref, &copy.threadValue}) {
    if (auto bad = incongruent(*l))
      return bad;
    if (l->isLeaf() || l->rank() != 2)
      return fail(119, "tiled copy: thread-value layouts need rank 2, " + shorten(l->str()) +
                           " has rank " + std::to_string(l->rank()));
  }
  return std::nullopt;
}

Result<Layout> threadValueView(const TiledCopy &copy, CopySide side, const Layout &tensor,
                               Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(tensor);
  if (auto bad = checkCopy(copy))
    return *bad;
  if (tensor.rank() < copy.tile.rank())
    return fail(158,
                "tiled copy: tensor " + shorten(tensor.str()) + " has rank " +
                    std::to_string(tensor.rank()) + ", the tile " + shorten(copy.tile.str()) +
                    " has rank " + std::to_string(copy.tile.rank()),
                "give the tensor " + std::to_string(copy.tile.rank()) + " modes, or the tile " +
                    std::to_string(tensor.rank()));
  if (warnings && copy.tile.isList()) {
    std::vector<Leaf> sizes;
    for (const Tile &e : copy.tile.elements()) {
      auto n = e.isNone() ? Result<Leaf>(Leaf(1)) : elementPeriod(e);
      sizes.push_back(n ? *n : Leaf(1));
    }
    warnPartial("tiled copy", tensor, sizes, warnings);
  }
  LAYOUT_TRY(Layout tiled, zippedDivide(tensor, copy.tile, warnings));
  LAYOUT_TRY(Layout refInverse, rightInverse(copy.atom.ref));
  LAYOUT_TRY(Layout refToSide,
             composition(refInverse, side == CopySide::Src ? copy.atom.src : copy.atom.dst));
  LAYOUT_TRY(Leaf atomThreads, size(copy.atom.ref[0]));
  LAYOUT_TRY(Leaf atomValues, size(copy.atom.ref[1]));
  Tile atomTile(std::vector<Tile>{atomThreads, atomValues});
  LAYOUT_TRY(Layout perAtom, zippedDivide(copy.threadValue, atomTile));
  LAYOUT_TRY(Layout inAtom, composition(perAtom[0], refToSide));
  if (inAtom.rank() != 2)
    return fail(119, "tiled copy: the atom's part " + shorten(inAtom.str()) +
                         " of the thread-value layout does not have rank 2");
  LAYOUT_TRY(Layout zipped, zip(pair(inAtom, perAtom[1])));
  LAYOUT_TRY(Layout threadValue, coalesce(zipped, IntTuple::of({1, IntTuple::of({1, 1})})));
  LAYOUT_TRY(Layout inTile, composition(tiled[0], threadValue, warnings));
  if (inTile.rank() != 2)
    return fail(119, "tiled copy: the thread-value layout " + shorten(threadValue.str()) +
                         " does not have a thread and a value mode");
  Layout view = pair(inTile, tiled[1]);
  return expand(view, {0});
}

Result<Partition> partition(const TiledCopy &copy, CopySide side, const Layout &tensor,
                            const IntTuple &thread, Warnings *warnings) {
  LAYOUT_TRY(Layout view, threadValueView(copy, side, tensor, warnings));
  LAYOUT_TRY(Leaf count, size(view[0]));
  if (auto bad = checkThread("tiled copy partition", thread, count))
    return *bad;
  auto offset = crd2idx(thread, view[0]);
  if (!offset)
    return offset.reason().rule == 131
               ? threadStructure("tiled copy partition", thread, view[0], offset.reason())
               : offset.reason();
  LAYOUT_TRY(Layout sliced, sliceThread(view, 2, thread.isLeaf() ? thread : IntTuple(0)));
  return Partition{*std::move(offset), std::move(sliced)};
}

Result<Layout> retile(const TiledCopy &copy, const Layout &fragment) {
  LAYOUT_REQUIRE_CONGRUENT(fragment);
  if (auto bad = checkCopy(copy))
    return *bad;
  LAYOUT_TRY(Leaf threads, size(copy.threadValue[0]));
  LAYOUT_TRY(Leaf values, size(fragment[0]));
  LAYOUT_TRY(Leaf atomValues, size(copy.atom.ref[1]));
  if (!values.isStatic() || !threads.isStatic() || !atomValues.isStatic())
    return fail(159, "retile: mode 0 of the fragment " + shorten(fragment.str()) +
                         " and the thread-value layout must be static");
  std::vector<IntTuple> tileSizes;
  if (copy.tile.isList()) {
    for (const Tile &e : copy.tile.elements()) {
      LAYOUT_TRY(Leaf n, elementSize(e));
      tileSizes.push_back(std::move(n));
    }
  } else {
    LAYOUT_TRY(Leaf n, elementSize(copy.tile));
    tileSizes.push_back(std::move(n));
  }
  if (fragment.rank() < tileSizes.size() + 1)
    return fail(158, "retile: the fragment " + shorten(fragment.str()) + " has rank " +
                         std::to_string(fragment.rank()) + ", values and the " +
                         std::to_string(tileSizes.size()) + " modes of the tile " +
                         shorten(copy.tile.str()) + " are needed");
  IntTuple tileShape(std::move(tileSizes));
  LAYOUT_TRY(IntTuple tileStride, compact(tileShape));
  LAYOUT_TRY(Layout fromTile, rightInverse(copy.threadValue));
  LAYOUT_TRY(Layout owners, composition(fromTile, Layout(tileShape, std::move(tileStride))));
  LAYOUT_TRY(Leaf perFragment, mul(threads, values));
  LAYOUT_TRY(Layout fragments, upcast(owners, perFragment.value()));
  LAYOUT_TRY(Layout order, rightInverse(fragments));
  LAYOUT_TRY(Layout elements, logicalProduct(Layout(values, 1), order));
  LAYOUT_TRY(Layout byAtom, zippedDivide(elements, Layout(atomValues, 1)));
  LAYOUT_TRY(IntTuple modeSizes, productEach(fragments.shape()));
  std::vector<Tile> cut{values};
  for (size_t i = 0; i < modeSizes.rank(); ++i)
    cut.push_back(modeSizes[i].leaf());
  LAYOUT_TRY(Layout split, zippedDivide(fragment, Tile(std::move(cut))));
  LAYOUT_TRY(Layout first, composition(split[0], byAtom));
  std::vector<IntTuple> shape{first.shape()}, stride{first.stride()};
  for (size_t i = 1; i < split[1].rank(); ++i) {
    shape.push_back(split[1].shape()[i]);
    stride.push_back(split[1].stride()[i]);
  }
  return Layout(std::move(shape), std::move(stride));
}

Result<std::pair<int64_t, int64_t>> tileExtent(const TiledCopy &copy) {
  std::pair<int64_t, int64_t> out{1, 1};
  size_t rank = copy.tile.rank();
  if (rank > 2)
    return fail(119, "tiled copy: the tile " + shorten(copy.tile.str()) + " has rank " +
                         std::to_string(rank) + ", a picture has 2");
  for (size_t i = 0; i < rank; ++i) {
    LAYOUT_TRY(Leaf n, elementSize(copy.tile.isList() ? copy.tile[i] : copy.tile));
    (i == 0 ? out.first : out.second) = n.value();
  }
  return out;
}

//===----------------------------------------------------------------------===//
// Tiled MMA
//===----------------------------------------------------------------------===//

namespace {

/// The two dimensions of an operand, as indices into (M,N,K).
std::pair<size_t, size_t> dimsOf(MmaOperand operand) {
  switch (operand) {
  case MmaOperand::A:
    return {0, 2};
  case MmaOperand::B:
    return {1, 2};
  default:
    return {0, 1};
  }
}

const Layout &atomLayoutOf(const TiledMma &mma, MmaOperand operand) {
  switch (operand) {
  case MmaOperand::A:
    return mma.atom.a;
  case MmaOperand::B:
    return mma.atom.b;
  default:
    return mma.atom.c;
  }
}

std::optional<Reason> checkMma(const TiledMma &mma) {
  if (mma.atom.shapeMNK.isLeaf() || mma.atom.shapeMNK.rank() != 3)
    return fail(119, "tiled MMA: the atom's shape " + shorten(mma.atom.shapeMNK.str()) +
                         " does not have the three dimensions M, N, K");
  if (auto bad = incongruent(mma.atomLayout))
    return bad;
  if (mma.atomLayout.isLeaf() || mma.atomLayout.rank() != 3)
    return fail(119, "tiled MMA: the atom layout " + shorten(mma.atomLayout.str()) + " has rank " +
                         std::to_string(mma.atomLayout.rank()) + ", M, N and K need 3");
  if (mma.permutation.isList() ? mma.permutation.rank() > 3 : !mma.permutation.isNone())
    return fail(119, "tiled MMA: the permutation " + shorten(mma.permutation.str()) +
                         " is not a list of at most 3 elements");
  return std::nullopt;
}

/// What the tile covers along one dimension: the permutation's element, or all atoms side by side.
Result<Tile> permutationOf(const TiledMma &mma, size_t dim) {
  if (mma.permutation.isList() && dim < mma.permutation.rank() && !mma.permutation[dim].isNone())
    return mma.permutation[dim];
  LAYOUT_TRY(Leaf atom, product(mma.atom.shapeMNK[dim]));
  LAYOUT_TRY(Leaf atoms, product(mma.atomLayout.shape()[dim]));
  LAYOUT_TRY(Leaf extent, mul(atom, atoms));
  return Tile(std::move(extent));
}

Result<Tile> sizesOf(const IntTuple &modes, std::pair<size_t, size_t> dims) {
  LAYOUT_TRY(Leaf first, product(modes[dims.first]));
  LAYOUT_TRY(Leaf second, product(modes[dims.second]));
  return Tile(std::vector<Tile>{std::move(first), std::move(second)});
}

/// The inferred leaf with the expression of the computed one. Both follow from the same strides, so
/// they have one structure except where a rule is weaker than the other; then the computed leaf
/// wins.
IntTuple withExpressions(const IntTuple &inferred, const IntTuple &computed) {
  if (inferred.isLeaf() && computed.isLeaf()) {
    const Leaf &a = inferred.leaf(), &b = computed.leaf();
    if (!a.isDynamic() || a.modes() != b.modes())
      return computed;
    ExprRef expr = b.isDynamic() ? b.expr()
                   : a.expr()    ? std::make_shared<Expr>(ExprOp::Constant, a.width(), b.value())
                                 : nullptr;
    Leaf leaf = Leaf::dynamic(a.width(), a.value(), std::move(expr));
    return a.isBasis() ? leaf.withBasis(a.modes()) : leaf;
  }
  if (inferred.isLeaf() || computed.isLeaf() || inferred.rank() != computed.rank())
    return computed;
  std::vector<IntTuple> out;
  out.reserve(inferred.rank());
  for (size_t i = 0; i < inferred.rank(); ++i)
    out.push_back(withExpressions(inferred[i], computed[i]));
  return out;
}

} // namespace

Result<Layout> threadValueView(const TiledMma &mma, MmaOperand operand, const Layout &tensor,
                               Warnings *warnings) {
  LAYOUT_REQUIRE_CONGRUENT(tensor);
  if (auto bad = checkMma(mma))
    return *bad;
  if (tensor.isLeaf() || tensor.rank() < 2)
    return fail(158, "tiled MMA: tensor " + shorten(tensor.str()) + " has rank " +
                         std::to_string(tensor.rank()) + ", an operand has two dimensions");
  auto dims = dimsOf(operand);
  LAYOUT_TRY(Tile permI, permutationOf(mma, dims.first));
  LAYOUT_TRY(Tile permJ, permutationOf(mma, dims.second));
  if (warnings) {
    auto sizeI = elementPeriod(permI), sizeJ = elementPeriod(permJ);
    if (sizeI && sizeJ)
      warnPartial("tiled MMA", tensor, {*sizeI, *sizeJ}, warnings);
  }
  Tile perm(std::vector<Tile>{std::move(permI), std::move(permJ)});
  LAYOUT_TRY(Layout permuted, logicalDivide(tensor, perm, warnings));
  LAYOUT_TRY(Tile atomSizes, sizesOf(mma.atom.shapeMNK, dims));
  LAYOUT_TRY(Layout tiled, zippedDivide(permuted, atomSizes));
  LAYOUT_TRY(Layout inAtom, composition(tiled[0], atomLayoutOf(mma, operand), warnings));
  if (inAtom.isLeaf() || inAtom.rank() != 2)
    return fail(119, "tiled MMA: the atom's layout " + shorten(atomLayoutOf(mma, operand).str()) +
                         " does not have a thread and a value mode");
  LAYOUT_TRY(Tile atomCounts, sizesOf(mma.atomLayout.shape(), dims));
  LAYOUT_TRY(Layout overAtoms, zippedDivide(tiled[1], atomCounts));
  return pair(pair(inAtom[0], overAtoms[0]), pair(inAtom[1], overAtoms[1]));
}

Result<Layout> threadsVMNK(const TiledMma &mma) {
  if (auto bad = checkMma(mma))
    return *bad;
  return tiledProduct(mma.atom.threads, mma.atomLayout);
}

/// Splits a thread index into the coordinate (v,(x,y)) of the operand's thread mode.
static Result<IntTuple> threadCoord(const TiledMma &mma, MmaOperand operand,
                                    const IntTuple &thread) {
  LAYOUT_TRY(Layout threads, threadsVMNK(mma));
  LAYOUT_TRY(Leaf count, size(threads));
  if (auto bad = checkThread("tiled MMA partition", thread, count))
    return *bad;
  LAYOUT_TRY(IntTuple vmnk, getFlatCoord(thread, threads));
  if (vmnk.isLeaf() || vmnk.rank() != 4)
    return fail(119, "tiled MMA: the thread layout " + shorten(threads.str()) +
                         " is not over (V,M,N,K)");
  auto dims = dimsOf(operand);
  return IntTuple::of({vmnk[0], IntTuple::of({vmnk[1 + dims.first], vmnk[1 + dims.second]})});
}

Result<Partition> partition(const TiledMma &mma, MmaOperand operand, const Layout &tensor,
                            const IntTuple &thread, Warnings *warnings) {
  LAYOUT_TRY(Layout view, threadValueView(mma, operand, tensor, warnings));
  if (auto bad = checkThread("tiled MMA partition", thread, Leaf::dynamic()))
    return *bad;
  auto structured = [&](Result<IntTuple> offset) -> Result<IntTuple> {
    if (!offset && offset.reason().rule == 131)
      return threadStructure("tiled MMA partition", thread, view[0], offset.reason());
    return offset;
  };
  IntTuple offset;
  if (thread.isLeaf()) {
    LAYOUT_TRY(IntTuple coord, threadCoord(mma, operand, thread));
    LAYOUT_TRY(offset, structured(crd2idx(coord, view[0])));
    // A run-time thread index has the inferred type of a plain crd2idx; its value comes from the
    // split.
    if (thread.leaf().isDynamic()) {
      LAYOUT_TRY(IntTuple inferred, crd2idx(thread, view[0]));
      offset = withExpressions(inferred, offset);
    }
  } else {
    LAYOUT_TRY(offset, structured(crd2idx(thread, view[0])));
  }
  return Partition{std::move(offset), expand(view[1], {1})};
}

Result<IntTuple> partitionShape(const TiledMma &mma, MmaOperand operand, const IntTuple &shape) {
  LAYOUT_TRY(IntTuple stride, compact(shape));
  LAYOUT_TRY(Layout view, threadValueView(mma, operand, Layout(shape, std::move(stride))));
  return expand(view[1], {1}).shape();
}

Result<Layout> fragmentLayout(const TiledMma &mma, MmaOperand operand, const Layout &tensor,
                              std::optional<int64_t> stages) {
  Layout input = tensor;
  if (stages) {
    if (*stages <= 0)
      return fail(159, "make_fragment: stages must be positive, got " + std::to_string(*stages));
    if (*stages > maxStatic)
      return fail(130, "make_fragment: stages " + std::to_string(*stages) + " do not fit 32 bits");
    LAYOUT_REQUIRE_CONGRUENT(tensor);
    if (tensor.rank() < 2)
      return fail(159, "make_fragment: stages need two modes, the tensor " + shorten(tensor.str()) +
                           " has rank " + std::to_string(tensor.rank()));
    // The run-time stride sorts last, which makes the stage the slowest mode.
    input = Layout(IntTuple::of({tensor.shape()[0], tensor.shape()[1], IntTuple(*stages)}),
                   IntTuple::of({tensor.stride()[0], tensor.stride()[1], Leaf::dynamic()}));
  }
  LAYOUT_TRY(Layout view, threadValueView(mma, operand, input));
  Layout values = expand(view[1], {1});
  if (!values.shape().isStatic())
    return fail(159, "make_fragment: the fragment shape " + shorten(values.shape().str()) + " of " +
                         shorten(tensor.str()) + " is dynamic, registers need a static one");
  LAYOUT_TRY(Layout fragment, makeFragmentLayoutLike(values));
  if (!fragment.isStatic())
    return fail(159, "make_fragment: the fragment " + shorten(fragment.str()) +
                         " is dynamic, registers need a static one");
  return fragment;
}

Result<IntTuple> tileMNK(const TiledMma &mma) {
  if (auto bad = checkMma(mma))
    return *bad;
  std::vector<IntTuple> out;
  for (size_t dim = 0; dim < 3; ++dim) {
    LAYOUT_TRY(Tile perm, permutationOf(mma, dim));
    LAYOUT_TRY(Leaf extent, elementSize(perm));
    out.push_back(std::move(extent));
  }
  return IntTuple(std::move(out));
}

Result<Layout> tiledThreadValue(const TiledMma &mma, MmaOperand operand) {
  LAYOUT_TRY(IntTuple tile, tileMNK(mma));
  auto dims = dimsOf(operand);
  IntTuple shape = IntTuple::of({tile[dims.first], tile[dims.second]});
  LAYOUT_TRY(IntTuple stride, compact(shape));
  LAYOUT_TRY(Layout view, threadValueView(mma, operand, Layout(shape, std::move(stride))));
  // Threads are numbered by (V,M,N,K); the operand does not see one of M, N, K (stride 0).
  Layout threadMode = view[0], overAtoms = threadMode[1];
  std::vector<IntTuple> vmnkShape(4), vmnkStride(4);
  vmnkShape[0] = threadMode[0].shape();
  vmnkStride[0] = threadMode[0].stride();
  for (size_t dim = 0; dim < 3; ++dim) {
    LAYOUT_TRY(Leaf atoms, product(mma.atomLayout.shape()[dim]));
    vmnkShape[1 + dim] = std::move(atoms);
    vmnkStride[1 + dim] = 0;
  }
  vmnkShape[1 + dims.first] = overAtoms[0].shape();
  vmnkStride[1 + dims.first] = overAtoms[0].stride();
  vmnkShape[1 + dims.second] = overAtoms[1].shape();
  vmnkStride[1 + dims.second] = overAtoms[1].stride();
  LAYOUT_TRY(Layout threads, threadsVMNK(mma));
  LAYOUT_TRY(Layout fromId, rightInverse(threads));
  LAYOUT_TRY(Layout byId, composition(Layout(std::move(vmnkShape), std::move(vmnkStride)), fromId));
  return pair(byId, view[1]);
}

Result<std::pair<int64_t, int64_t>> tileExtent(const TiledMma &mma, MmaOperand operand) {
  LAYOUT_TRY(IntTuple tile, tileMNK(mma));
  auto dims = dimsOf(operand);
  const Leaf &rows = tile[dims.first].leaf(), &cols = tile[dims.second].leaf();
  if (!rows.isStatic() || !cols.isStatic())
    return fail(119, "tiled MMA: the tile " + shorten(tile.str()) + " is not static");
  return std::pair(rows.value(), cols.value());
}

} // namespace layout
