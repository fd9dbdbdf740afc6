// gfx1250.tdm: a whole tile between global and shared memory, described to the tensor data mover in
// four groups of words (5.7).
#include "dialects/fly/Diagnostics.h"
#include "dialects/fly_rocdl/Emission.h"
#include "dialects/fly_rocdl/Verify.h"

#include "dialects/layout/Algebra.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

#include <array>

using namespace mlir;
using namespace mlir::fly_rocdl;

namespace {
constexpr int maxRank = 5;
constexpr int64_t sharedBytes = 320 * 1024; // of one workgroup
// Slots of the state struct.
constexpr int maskSlot = 0, extentSlot = 1, strideSlot = 6, offsetSlot = 10;

/// The tile and how the waves share it, all known when code is made. Dimension 0 is the outermost.
struct TilePlan {
  int rank = 0;
  int64_t elementBytes = 0;
  SmallVector<int64_t> extents;      // of the tile
  SmallVector<int64_t> waves;        // along each dimension
  SmallVector<int64_t> blocks;       // extent of one wave's part
  SmallVector<layout::Leaf> strides; // of the global side, in elements
  SmallVector<int64_t> ldsStrides;   // in elements
  int64_t padBits = 0;               // the padding fields of the descriptor, in place
};

/// Folding arithmetic on i32 and i64 values.
struct Math {
  OpBuilder &builder;
  Location loc;

  Value i32(int64_t value) { return constantI32(builder, loc, int32_t(value)); }
  Value i64(int64_t value) { return constantI64(builder, loc, value); }
  template <typename Op> Value make(Value a, Value b) {
    return builder.createOrFold<Op>(loc, a, b);
  }
  Value add(Value a, Value b) { return make<arith::AddIOp>(a, b); }
  Value mul(Value a, Value b) { return make<arith::MulIOp>(a, b); }
  Value bitOr(Value a, Value b) { return make<arith::OrIOp>(a, b); }
  Value bitAnd(Value a, Value b) { return make<arith::AndIOp>(a, b); }
  Value shl(Value a, Value b) { return make<arith::ShLIOp>(a, b); }
  Value shr(Value a, Value b) { return make<arith::ShRUIOp>(a, b); }
  Value low32(Value wide) {
    return builder.createOrFold<arith::TruncIOp>(loc, builder.getI32Type(), wide);
  }
  Value high32(Value wide) { return low32(shr(wide, i64(32))); }
  Value widen(Value narrow) {
    return builder.createOrFold<arith::ExtSIOp>(loc, builder.getI64Type(), narrow);
  }
  Value low16(Value word) { return bitAnd(word, i32(0xffff)); }
  Value high16(Value word) { return shr(word, i32(16)); }
  Value up16(Value word) { return shl(word, i32(16)); }

  Value words(ArrayRef<Value> values) {
    Type type = VectorType::get({int64_t(values.size())}, builder.getI32Type());
    Value vector = LLVM::PoisonOp::create(builder, loc, type);
    for (auto [i, value] : llvm::enumerate(values))
      vector = LLVM::InsertElementOp::create(builder, loc, vector, value, i32(int64_t(i)));
    return vector;
  }
};

/// The flat modes of a plain layout of the given rank; nothing for another structure.
std::optional<SmallVector<layout::Layout>> flatModes(const layout::AnyLayout &any, int rank) {
  if (!any.isPlain())
    return std::nullopt;
  const layout::Layout &plain = any.plain();
  if (int64_t(plain.rank()) != rank)
    return std::nullopt;
  SmallVector<layout::Layout> modes;
  for (int i = 0; i < rank; ++i) {
    layout::Layout mode = plain[i];
    if (!mode.isLeaf() || !mode.stride().isLeaf() || mode.stride().leaf().isBasis())
      return std::nullopt;
    modes.push_back(mode);
  }
  return modes;
}

FailureOr<TilePlan> planTile(EmitError emitError, Gfx1250TdmType payload, fly::MemRefType global,
                             fly::MemRefType shared) {
  TilePlan plan;
  auto fail = [&](const Twine &message) -> LogicalResult {
    return fly::emitRule(emitError, 336, message);
  };
  int rank = plan.rank = payload.getRank();
  int64_t bits = fly::bitWidth(global.getElemTy());
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return fail("tile transfer moves elements of 1, 2, 4 or 8 bytes, got " + Twine(bits) + " bits");
  plan.elementBytes = bits / 8;
  if (!global.getSwizzle().isTrivial() || !shared.getSwizzle().isTrivial())
    return fail("tile transfer cannot swizzle addresses: " + textOf(global) + ", " +
                textOf(shared));
  auto modes = flatModes(global.getLayout(), rank);
  if (!modes)
    return fail("tile transfer of rank " + Twine(rank) +
                " needs a flat plain layout of that rank, got " + global.getLayout().str());
  for (const layout::Layout &mode : *modes) {
    if (!mode.shape().isStatic() || mode.shape().leaf().value() < 1)
      return fail("tile transfer needs a static shape, got " + global.getLayout().str());
    plan.extents.push_back(mode.shape().leaf().value());
    plan.strides.push_back(mode.stride().leaf());
  }
  if (!plan.strides[rank - 1].isStaticValue(1) && plan.extents[rank - 1] != 1)
    return fail("the innermost dimension of a tile transfer must be contiguous, got " +
                global.getLayout().str());

  // Waves take halves of the outer dimensions first; what is left goes to the innermost.
  plan.waves.assign(rank, 1);
  int64_t remaining = payload.getWarps();
  for (int i = 0; i < rank; ++i)
    for (; remaining > 1 && 2 * plan.waves[i] <= plan.extents[i]; remaining /= 2)
      plan.waves[i] *= 2;
  plan.waves[rank - 1] *= remaining;
  for (int i = 0; i < rank; ++i) {
    // A part rounded up would reach beyond the tile in shared memory (D19).
    if (plan.extents[i] % plan.waves[i] != 0)
      return fail("tile extent " + Twine(plan.extents[i]) + " cannot be split over " +
                  Twine(plan.waves[i]) + " waves");
    plan.blocks.push_back(plan.extents[i] / plan.waves[i]);
    if (plan.blocks[i] > 0xffff)
      return fail("tile extent " + Twine(plan.blocks[i]) + " does not fit 16 bits");
  }

  int64_t interval = payload.getPadInterval(), amount = payload.getPadAmount();
  if (amount > 0) {
    int64_t intervalBits = interval * bits, amountBits = amount * bits;
    int64_t intervalWords = intervalBits / 32, amountWords = amountBits / 32;
    if (intervalBits % 32 != 0 || amountBits % 32 != 0 || intervalWords < 2 ||
        intervalWords > 256 || amountWords > 128)
      return fail("pad interval " + Twine(interval) + " and amount " + Twine(amount) + " of " +
                  Twine(bits) + "-bit elements must be 2 to 256 and 1 to 128 whole 32-bit words");
    plan.padBits = (int64_t(1) << 20) | (int64_t(llvm::Log2_64(intervalWords) - 1) << 22) |
                   ((amountWords - 1) << 25);
    int64_t rows = 1;
    for (int64_t extent : ArrayRef(plan.extents).drop_back())
      rows = std::max(rows, extent);
    if (interval != plan.extents[rank - 1] && (payload.getWarps() > 1 || rows > 1))
      return fail("pad interval " + Twine(interval) + " differs from the innermost extent " +
                  Twine(plan.extents[rank - 1]) + ", so that " +
                  (payload.getWarps() > 1
                       ? Twine(payload.getWarps()) + " waves cannot place their parts"
                       : Twine("no view has the rows where the hardware puts them")));
  }
  plan.ldsStrides.assign(rank, 1);
  // Every product stays below the size of shared memory times one extent.
  int64_t span = plan.elementBytes * plan.extents[rank - 1];
  for (int i = rank - 2; i >= 0 && span <= sharedBytes; --i) {
    plan.ldsStrides[i] =
        plan.ldsStrides[i + 1] * plan.extents[i + 1] + (i == rank - 2 ? amount : 0);
    span = plan.elementBytes * plan.ldsStrides[i] * plan.extents[i];
  }
  if (span > sharedBytes)
    return fail("tile " + global.getLayout().str() + " of " + Twine(bits) +
                "-bit elements does not fit the " + Twine(sharedBytes) + " bytes of shared memory");
  if (!shared.getLayout().isPlain())
    return fail("tile transfer fills shared memory in plain order, the memref says " +
                shared.getLayout().str());
  // A flat static view of shared memory must be the one that the hardware fills (D21).
  if (auto ldsModes = flatModes(shared.getLayout(), rank);
      ldsModes && shared.getLayout().isStatic()) {
    for (int i = 0; i < rank; ++i) {
      int64_t extent = (*ldsModes)[i].shape().leaf().value();
      int64_t stride = (*ldsModes)[i].stride().leaf().value();
      if (extent != plan.extents[i])
        return fail("tile extent " + Twine(plan.extents[i]) + " of dimension " + Twine(i) +
                    " meets extent " + Twine(extent) + " in shared memory");
      if (extent != 1 && stride != plan.ldsStrides[i])
        return fail("the transfer places dimension " + Twine(i) + " with stride " +
                    Twine(plan.ldsStrides[i]) + " in shared memory, the memref says " +
                    Twine(stride));
    }
  } else if (auto size = layout::size(shared.getLayout().linear()); size && size->isStatic()) {
    int64_t elements = 1;
    for (int64_t extent : plan.extents)
      elements *= extent;
    if (size->value() != elements)
      return fail("tile of " + Twine(elements) + " elements for " + Twine(size->value()) +
                  " elements of shared memory");
  }
  return plan;
}
} // namespace

LogicalResult Gfx1250TdmType::verify(EmitError emitError, int32_t rank, int32_t warps,
                                     int32_t padInterval, int32_t padAmount, int32_t cache, bool,
                                     bool) {
  if (failed(verifyRange(emitError, 313, "rank", 1, maxRank, rank)))
    return failure();
  if (warps < 1 || !llvm::isPowerOf2_32(warps))
    return fly::emitRule(emitError, 313, "warps must be a power of two, got " + Twine(warps));
  if (padInterval < 0 || padAmount < 0 || (padInterval > 0) != (padAmount > 0))
    return fly::emitRule(emitError, 313,
                         "pad interval and pad amount must be both zero or both positive, got " +
                             Twine(padInterval) + " and " + Twine(padAmount));
  if (padInterval > 0 && !llvm::isPowerOf2_32(padInterval))
    return fly::emitRule(emitError, 313,
                         "pad interval must be a power of two, got " + Twine(padInterval));
  // 128 words of 8-bit elements.
  if (failed(verifyRange(emitError, 313, "pad amount", 0, 512, padAmount)))
    return failure();
  return verifyRange(emitError, 313, "cache", 0, 31, cache);
}

int64_t Gfx1250TdmType::getRequiredThreads() const { return 1; }
layout::Layout Gfx1250TdmType::getThrLayout() const { return layout::Layout(1, 1); }
layout::Layout Gfx1250TdmType::getThrBitLayoutSrc() const {
  return layout::Layout(layout::IntTuple::of({1, 1}), layout::IntTuple::of({1, 1}));
}
layout::Layout Gfx1250TdmType::getThrBitLayoutDst() const { return getThrBitLayoutSrc(); }
layout::Layout Gfx1250TdmType::getThrBitLayoutRef() const { return getThrBitLayoutSrc(); }
int64_t Gfx1250TdmType::getCopyBits() const { return 0; }
bool Gfx1250TdmType::isWholeTile() const { return true; }
LogicalResult Gfx1250TdmType::verifyCall(EmitError emitError, Type srcTy, Type dstTy) const {
  if (failed(verifyCopyCall(emitError, *this, Route::GlobalShared, srcTy, dstTy)))
    return failure();
  bool loads = inGlobal(srcTy);
  return failure(failed(planTile(emitError, *this, cast<fly::MemRefType>(loads ? srcTy : dstTy),
                                 cast<fly::MemRefType>(loads ? dstTy : srcTy))));
}
std::string Gfx1250TdmType::getInstruction() const { return "tensor_load_to_lds"; }
SmallVector<std::string> Gfx1250TdmType::getChips() const { return splitChips(tdmChips); }
std::string Gfx1250TdmType::getIntrinsic() const { return intrinsicName("tensor.load.to.lds"); }

FailureOr<Value> Gfx1250TdmType::emitAtomCallSSA(OpBuilder &builder, Location loc, Type resultTy,
                                                 fly::CopyAtomType, Type srcTy, Type dstTy,
                                                 Value atomVal, Value src, Value dst) const {
  if (failed(checkPlaces(loc, *this, resultTy, srcTy, dstTy)))
    return failure();
  bool loads = inGlobal(srcTy);
  auto global = cast<fly::MemRefType>(loads ? srcTy : dstTy);
  auto shared = cast<fly::MemRefType>(loads ? dstTy : srcTy);
  Value globalPtr = loads ? src : dst;
  Value sharedPtr = loads ? dst : src;
  FailureOr<TilePlan> planned = planTile([&] { return emitError(loc); }, *this, global, shared);
  if (failed(planned))
    return failure();
  const TilePlan &plan = *planned;
  const int rank = plan.rank;
  Math math{builder, loc};

  // Strides in elements: a set field overrides a static stride and replaces a dynamic one.
  bool staticStrides =
      llvm::all_of(plan.strides, [](const layout::Leaf &leaf) { return leaf.isStatic(); });
  SmallVector<Value> strides(rank);
  strides[rank - 1] = math.i64(1);
  for (int i = 0; i < rank - 1; ++i) {
    Value field = readState(builder, loc, atomVal, strideSlot + i);
    APInt known;
    bool isUnset =
        matchPattern(field, m_ConstantInt(&known)) && known.getSExtValue() == unsetStride;
    if (!staticStrides) {
      if (isUnset && !plan.strides[i].isStatic())
        return emitCoded(loc, 336,
                         "dynamic stride of dimension " + Twine(i) + " needs the state field " +
                             "stride_" + Twine(i));
      strides[i] = isUnset ? math.i64(plan.strides[i].value()) : field;
      continue;
    }
    Value fixed = math.i64(plan.strides[i].value());
    Value unset = builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, field,
                                                      math.i64(unsetStride));
    strides[i] = builder.createOrFold<arith::SelectOp>(loc, unset, fixed, field);
  }

  // Where this wave's part begins.
  SmallVector<Value> starts(rank, math.i32(0));
  if (getWarps() > 1) {
    FailureOr<Value> wave =
        callIntrinsic(builder, loc, "llvm.amdgcn.wave.id", builder.getI32Type(), {});
    if (failed(wave))
      return failure();
    Value rest = *wave;
    for (int i = 0; i < rank; ++i) {
      if (plan.waves[i] == 1)
        continue;
      Value coordinate = math.make<arith::RemUIOp>(rest, math.i32(plan.waves[i]));
      rest = math.make<arith::DivUIOp>(rest, math.i32(plan.waves[i]));
      starts[i] = math.mul(coordinate, math.i32(plan.blocks[i]));
    }
  }
  Value address = LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), globalPtr);
  address = math.add(address, readState(builder, loc, atomVal, offsetSlot));
  Value lds = LLVM::PtrToIntOp::create(builder, loc, builder.getI32Type(), sharedPtr);
  for (int i = 0; i < rank; ++i) {
    if (plan.waves[i] == 1)
      continue;
    Value elements = math.mul(math.widen(starts[i]), strides[i]);
    address = math.add(address, math.mul(elements, math.i64(plan.elementBytes)));
    lds = math.add(lds, math.mul(starts[i], math.i32(plan.ldsStrides[i] * plan.elementBytes)));
  }

  // Descriptor dimension j is tensor dimension rank-1-j; missing ones are zero.
  std::array<Value, maxRank> dims, widths;
  std::array<Value, maxRank - 1> steps;
  for (int j = 0; j < maxRank; ++j) {
    int i = rank - 1 - j;
    if (i < 0) {
      dims[j] = widths[j] = math.i32(0);
      continue;
    }
    Value extent = readState(builder, loc, atomVal, extentSlot + i);
    Value left = plan.waves[i] == 1 ? extent : math.make<arith::SubIOp>(extent, starts[i]);
    dims[j] = math.make<arith::MaxSIOp>(left, math.i32(0));
    widths[j] = math.i32(plan.blocks[i]);
  }
  for (int k = 0; k < maxRank - 1; ++k)
    steps[k] = rank - 2 - k >= 0 ? strides[rank - 2 - k] : math.i64(0);
  auto stepLow = [&](int k) { return math.low32(steps[k]); };
  auto stepHigh = [&](int k) { return math.low16(math.high32(steps[k])); };

  Value group0 = math.words({math.i32(1), lds, math.low32(address),
                             math.bitOr(math.high32(address), math.i32(int64_t(1) << 31))});
  int64_t flags = (int64_t(llvm::Log2_64(plan.elementBytes)) << 16) |
                  (int64_t(getBarrier()) << 18) | (int64_t(getTimeout()) << 21) | plan.padBits;
  Value mask = math.low16(readState(builder, loc, atomVal, maskSlot));
  Value group1 = math.words({math.bitOr(mask, math.i32(flags)), math.up16(dims[0]),
                             math.bitOr(math.high16(dims[0]), math.up16(dims[1])),
                             math.bitOr(math.high16(dims[1]), math.up16(widths[0])),
                             math.bitOr(widths[1], math.up16(widths[2])), stepLow(0),
                             math.bitOr(stepHigh(0), math.up16(stepLow(1))),
                             math.bitOr(math.high16(stepLow(1)), math.up16(stepHigh(1)))});
  Value group2 =
      math.words({dims[2], dims[3], stepLow(2), math.bitOr(stepHigh(2), math.up16(widths[3]))});
  Value group3 = math.words({stepLow(3), math.bitOr(stepHigh(3), math.up16(dims[4])),
                             math.bitOr(math.high16(dims[4]), math.up16(widths[4])), math.i32(0)});
  return createRocdl(builder, loc, loads ? "tensor.load.to.lds" : "tensor.store.from.lds", {},
                     {group0, group1, group2, group3},
                     builder.getNamedAttr("cachePolicy", builder.getI32IntegerAttr(getCache())));
}
