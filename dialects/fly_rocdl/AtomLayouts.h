// Thread/value layouts of AMD matrix and copy instructions as formulas in shape and element width
// (fly-rocdl 4 and 5). Positions are column-major in the reference tile: A (M,K), B (N,K), C (M,N).
#pragma once

#include "dialects/layout/Layout.h"

namespace mlir::fly_rocdl {

/// A or B of an MFMA whose operand has x rows: G = 64/x lane groups hold p = k/G consecutive
/// columns each: ((x,G),p):((1,x*p),x). Rule 301 when the shape does not fill the wave.
layout::Result<layout::Layout> mfmaFactor(int64_t x, int64_t k);
/// C of an MFMA: with H = 64/n and q = m/(4H): ((n,H),(4,q)):((m,4),(1,4H)).
layout::Result<layout::Layout> mfmaAccumulator(int64_t m, int64_t n);
/// A or B of gfx11: lanes 16 to 31 repeat lanes 0 to 15: ((16,2),k):((1,0),16).
layout::Layout wmmaGfx11Factor(int64_t k);
/// C of gfx11: rows of even and odd number alternate between the half waves: ((16,2),8):((16,1),2).
layout::Layout wmmaGfx11Accumulator();
/// A or B of gfx12 and gfx1250. 32-bit elements: ((16,2),k/2):((1,8k),16). Narrower ones come in
/// b = k/16 blocks of 8 columns per half wave: ((16,2),(8,b)):((1,128),(16,256)), one mode for b
/// = 1. Rule 307 when k does not fill whole blocks (D5).
layout::Result<layout::Layout> wmmaGfx12Factor(int64_t k, int64_t bits);
/// C of gfx12 and gfx1250, for every accumulator width (D1): ((16,2),8):((16,8),1).
layout::Layout wmmaGfx12Accumulator();
/// 32x16x128 of gfx1250, unverified on hardware (Q2): A gives every lane one row, C stacks two
/// halves of 16 rows.
layout::Layout wmmaScale32Factor();
layout::Layout wmmaScale32Accumulator();

/// (1,bits):(1,1): the three bit layouts of a copy that one thread makes.
layout::Layout threadBits(int64_t bits);
/// Transposing LDS read, bits: src (16,s):(s,1), dst (16,(g,s/g)):(g,(1,16g)).
layout::Layout transposedReadSrc(int64_t bits);
layout::Layout transposedReadDst(int64_t granularity, int64_t bits);

} // namespace mlir::fly_rocdl
