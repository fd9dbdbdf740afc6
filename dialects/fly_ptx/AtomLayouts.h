// Thread-value layouts of the payloads, by formula (fly-ptx 3.2 and 6.2).
#pragma once

#include "dialects/layout/Layout.h"

namespace mlir::fly_ptx {

/// A (M,K): a 32-bit container holds `packing` consecutive k of row t div 4, starting at
/// packing * (t mod 4); further containers add 8 rows (M = 16), then 4 * packing columns.
layout::Layout fragmentA(int m, int k, int packing);
/// B (8,K): as one 8-row half of A.
layout::Layout fragmentB(int k, int packing);
/// C and D (M,8): two consecutive columns of row t div 4, then 8 rows further (M = 16).
layout::Layout fragmentC(int m);

/// (1,bits):(1,1): one thread moves consecutive bits.
layout::Layout threadBits(int bits);
/// Memory side of ldmatrix and stmatrix over `num` stacked 8x8 matrices of 16-bit elements, in
/// bits: one to one, so that value 0 of the first 8 * num lanes is the row address that the
/// instruction reads.
layout::Layout matrixMemoryBits(int num);
/// Register side: register r of lane t holds of matrix r the pair at (t div 4, 2 (t mod 4)), or
/// with `trans` the pair of rows 2 (t mod 4) and the next at column t div 4.
layout::Layout matrixRegisterBits(int num, bool trans);

} // namespace mlir::fly_ptx
