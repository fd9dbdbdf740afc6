// Geometry of tiled copies and tiled MMAs (layout-algebra.md 13, fly-core 8) on plain values; the
// caller supplies the atom's layouts.
#pragma once

#include "dialects/layout/Algebra.h"

namespace layout {

/// The three (threads, values) layouts of a copy atom, in values of the wrapper's width.
struct CopyAtomLayouts {
  Layout src, dst, ref;
};
enum class CopySide { Src, Dst };

/// A tiled copy: TV maps (thread, value) to the column-major index in the tile.
struct TiledCopy {
  CopyAtomLayouts atom;
  Layout threadValue;
  Tile tile;
};

/// What an MMA atom publishes: shape (m,n,k), thread ids, (threads, values) layouts over the
/// column-major (M,K), (N,K), (M,N) index spaces.
struct MmaAtomLayouts {
  IntTuple shapeMNK;
  Layout threads;
  Layout a, b, c;
};
enum class MmaOperand { A, B, C, D };

/// A tiled MMA: atomLayout places atoms over (M,N,K), permutation is a tile over (M,N,K).
struct TiledMma {
  MmaAtomLayouts atom;
  Layout atomLayout;
  Tile permutation;
};

/// A view cut for one thread: where its iterator starts relative to the tensor, and its layout.
struct Partition {
  IntTuple offset;
  Layout layout;
};

// Tiled copy: (thread, (atom values, rest values), rest) of a tensor.
Result<Layout> threadValueView(const TiledCopy &copy, CopySide side, const Layout &tensor,
                               Warnings *warnings = nullptr);
Result<Partition> partition(const TiledCopy &copy, CopySide side, const Layout &tensor,
                            const IntTuple &thread, Warnings *warnings = nullptr);
Result<Layout> retile(const TiledCopy &copy, const Layout &fragment);

// Tiled MMA: ((thrV,(t0,t1)), (frgV,(rest0,rest1,…))) of a tensor.
Result<Layout> threadValueView(const TiledMma &mma, MmaOperand operand, const Layout &tensor,
                               Warnings *warnings = nullptr);
/// Thread ids by (V,M,N,K): tiledProduct(atom threads, atomLayout).
Result<Layout> threadsVMNK(const TiledMma &mma);
Result<Partition> partition(const TiledMma &mma, MmaOperand operand, const Layout &tensor,
                            const IntTuple &thread, Warnings *warnings = nullptr);
Result<IntTuple> partitionShape(const TiledMma &mma, MmaOperand operand, const IntTuple &shape);
Result<Layout> fragmentLayout(const TiledMma &mma, MmaOperand operand, const Layout &tensor,
                              std::optional<int64_t> stages = {});

/// Tile (m,n,k) that one call of the tiled MMA covers.
Result<IntTuple> tileMNK(const TiledMma &mma);
/// The (threads, values) layout of an operand over its column-major tile, for pictures and reports.
Result<Layout> tiledThreadValue(const TiledMma &mma, MmaOperand operand);
/// Rows and columns of an operand's tile.
Result<std::pair<int64_t, int64_t>> tileExtent(const TiledMma &mma, MmaOperand operand);
Result<std::pair<int64_t, int64_t>> tileExtent(const TiledCopy &copy);

} // namespace layout
