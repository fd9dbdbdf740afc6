// Vectors and aggregates: every operation moves slots.
#include "passes/interp/Wave.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fly::interp;

namespace {

/// Row-major position of `coords` in `shape`.
int64_t linear(ArrayRef<int64_t> coords, ArrayRef<int64_t> shape) {
  int64_t position = 0;
  for (auto [c, s] : llvm::zip(coords, shape))
    position = position * s + c;
  return position;
}

SmallVector<int64_t> delinear(int64_t position, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> coords(shape.size());
  for (size_t i = shape.size(); i-- > 0; position /= shape[i])
    coords[i] = position % shape[i];
  return coords;
}

ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

/// Result slot i comes from slot `source[i]` of operand 0.
LogicalResult permute(Wave &wave, Operation *op, ArrayRef<int64_t> source) {
  LaneValue from = wave.get(op->getOperand(0));
  LaneValue &result = wave.define(op->getResult(0));
  unsigned width = slotsOf(elementOf(op->getResult(0).getType()));
  wave.forActive([&](unsigned lane) {
    for (auto [i, s] : llvm::enumerate(source))
      for (unsigned w = 0; w < width; ++w)
        result.at(lane, i * width + w) = from.at(lane, s * width + w);
  });
  return success();
}

SmallVector<int64_t> integers(ArrayAttr attribute) {
  SmallVector<int64_t> result;
  for (Attribute entry : attribute)
    result.push_back(cast<IntegerAttr>(entry).getInt());
  return result;
}

/// Positions in `outer` of the box of `inner` shape at `offsets` (trailing dimensions of inner).
SmallVector<int64_t> box(ArrayRef<int64_t> outer, ArrayRef<int64_t> inner,
                         ArrayRef<int64_t> offsets) {
  int64_t count = 1;
  for (int64_t s : inner)
    count *= s;
  SmallVector<int64_t> positions;
  for (int64_t i = 0; i < count; ++i) {
    SmallVector<int64_t> inside = delinear(i, inner);
    SmallVector<int64_t> coords(offsets);
    coords.resize(outer.size(), 0);
    size_t shift = outer.size() - inner.size();
    for (auto [d, c] : llvm::enumerate(inside))
      coords[d + shift] += c;
    positions.push_back(linear(coords, outer));
  }
  return positions;
}

LogicalResult extractStrided(Wave &wave, Operation *op) {
  auto slice = cast<vector::ExtractStridedSliceOp>(op);
  ArrayRef<int64_t> outer = shapeOf(slice.getSource());
  SmallVector<int64_t> offsets = integers(slice.getOffsets());
  offsets.resize(outer.size(), 0);
  return permute(wave, op, box(outer, shapeOf(slice.getResult()), offsets));
}

LogicalResult insertStrided(Wave &wave, Operation *op) {
  auto slice = cast<vector::InsertStridedSliceOp>(op);
  SmallVector<int64_t> positions =
      box(shapeOf(slice.getDest()), shapeOf(slice.getValueToStore()), integers(slice.getOffsets()));
  LaneValue part = wave.get(slice.getValueToStore()), whole = wave.get(slice.getDest());
  LaneValue &result = wave.define(slice.getResult());
  wave.forActive([&](unsigned lane) {
    std::copy_n(whole.lane(lane), whole.getSlots(), result.lane(lane));
    for (auto [i, position] : llvm::enumerate(positions))
      result.at(lane, position) = part.at(lane, i);
  });
  return success();
}

/// First slot and number of slots that a (partly dynamic) position selects, for one lane.
std::pair<int64_t, int64_t> selected(Wave &wave, unsigned lane, ArrayRef<int64_t> shape,
                                     ArrayRef<int64_t> fixed, OperandRange dynamic) {
  int64_t first = 0, count = 1;
  size_t next = 0;
  for (auto [d, s] : llvm::enumerate(shape)) {
    if (d >= fixed.size()) {
      first *= s;
      count *= s;
      continue;
    }
    int64_t p =
        ShapedType::isDynamic(fixed[d]) ? int64_t(wave.get(dynamic[next++]).at(lane)) : fixed[d];
    first = first * s + p;
  }
  return {first, count};
}

LogicalResult vectorExtract(Wave &wave, Operation *op) {
  auto extract = cast<vector::ExtractOp>(op);
  LaneValue source = wave.get(extract.getSource());
  LaneValue &result = wave.define(extract.getResult());
  LogicalResult status = success();
  wave.forActive([&](unsigned lane) {
    auto [first, count] = selected(wave, lane, shapeOf(extract.getSource()),
                                   extract.getStaticPosition(), extract.getDynamicPosition());
    if (first < 0 || first + count > int64_t(source.getSlots()))
      status = wave.fail(op, lane,
                         "position " + Twine(first) + " is outside of a vector of " +
                             Twine(source.getSlots()) + " elements");
    else
      std::copy_n(source.lane(lane) + first, count, result.lane(lane));
  });
  return status;
}

LogicalResult vectorInsert(Wave &wave, Operation *op) {
  auto insert = cast<vector::InsertOp>(op);
  LaneValue part = wave.get(insert.getValueToStore()), whole = wave.get(insert.getDest());
  LaneValue &result = wave.define(insert.getResult());
  LogicalResult status = success();
  wave.forActive([&](unsigned lane) {
    auto [first, count] = selected(wave, lane, shapeOf(insert.getDest()),
                                   insert.getStaticPosition(), insert.getDynamicPosition());
    if (first < 0 || first + count > int64_t(whole.getSlots())) {
      status = wave.fail(op, lane,
                         "position " + Twine(first) + " is outside of a vector of " +
                             Twine(whole.getSlots()) + " elements");
      return;
    }
    std::copy_n(whole.lane(lane), whole.getSlots(), result.lane(lane));
    std::copy_n(part.lane(lane), count, result.lane(lane) + first);
  });
  return status;
}

LogicalResult transpose(Wave &wave, Operation *op) {
  auto transpose = cast<vector::TransposeOp>(op);
  ArrayRef<int64_t> from = shapeOf(transpose.getVector()), to = shapeOf(transpose.getResult());
  SmallVector<int64_t> source;
  for (int64_t i = 0, n = elementCount(transpose.getType()); i < n; ++i) {
    SmallVector<int64_t> target = delinear(i, to), coords(from.size());
    for (auto [d, p] : llvm::enumerate(transpose.getPermutation()))
      coords[p] = target[d];
    source.push_back(linear(coords, from));
  }
  return permute(wave, op, source);
}

LogicalResult broadcast(Wave &wave, Operation *op) {
  ArrayRef<int64_t> from = shapeOf(op->getOperand(0)), to = shapeOf(op->getResult(0));
  SmallVector<int64_t> source;
  for (int64_t i = 0, n = elementCount(op->getResult(0).getType()); i < n; ++i) {
    SmallVector<int64_t> coords = delinear(i, to);
    SmallVector<int64_t> inside(coords.end() - from.size(), coords.end());
    for (auto [c, s] : llvm::zip(inside, from))
      c = s == 1 ? 0 : c;
    source.push_back(linear(inside, from));
  }
  return permute(wave, op, source);
}

LogicalResult shuffle(Wave &wave, Operation *op) {
  LaneValue a = wave.get(op->getOperand(0)), b = wave.get(op->getOperand(1));
  LaneValue &result = wave.define(op->getResult(0));
  SmallVector<int64_t> mask;
  if (auto vectorShuffle = dyn_cast<vector::ShuffleOp>(op))
    mask.assign(vectorShuffle.getMask().begin(), vectorShuffle.getMask().end());
  else
    for (int32_t i : cast<LLVM::ShuffleVectorOp>(op).getMask())
      mask.push_back(i);
  wave.forActive([&](unsigned lane) {
    for (auto [i, m] : llvm::enumerate(mask))
      result.at(lane, i) = m < 0              ? 0
                           : m < a.getSlots() ? a.at(lane, m)
                                              : b.at(lane, m - a.getSlots());
  });
  return success();
}

/// Operands' slots one after another become the result's.
LogicalResult concatenate(Wave &wave, Operation *op) {
  SmallVector<LaneValue> parts;
  for (Value operand : op->getOperands())
    parts.push_back(wave.get(operand));
  LaneValue &result = wave.define(op->getResult(0));
  wave.forActive([&](unsigned lane) {
    uint64_t *target = result.lane(lane);
    for (LaneValue &part : parts)
      target = std::copy_n(part.lane(lane), part.getSlots(), target);
  });
  return success();
}

LogicalResult toElements(Wave &wave, Operation *op) {
  LaneValue source = wave.get(op->getOperand(0));
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    LaneValue &target = wave.define(result);
    wave.forActive([&](unsigned lane) { target.at(lane) = source.at(lane, i); });
  }
  return success();
}

LogicalResult undefined(Wave &wave, Operation *op) {
  LaneValue &result = wave.define(op->getResult(0));
  wave.forActive([&](unsigned lane) { std::fill_n(result.lane(lane), result.getSlots(), 0); });
  return success();
}

/// First slot of a member of nested structs and arrays, and its number of slots.
std::pair<unsigned, unsigned> member(Type type, ArrayRef<int64_t> path) {
  unsigned first = 0;
  for (int64_t index : path) {
    if (auto structure = dyn_cast<LLVM::LLVMStructType>(type)) {
      for (Type part : structure.getBody().take_front(index))
        first += slotsOf(part);
      type = structure.getBody()[index];
    } else {
      type = cast<LLVM::LLVMArrayType>(type).getElementType();
      first += index * slotsOf(type);
    }
  }
  return {first, slotsOf(type)};
}

LogicalResult extractValue(Wave &wave, Operation *op) {
  auto extract = cast<LLVM::ExtractValueOp>(op);
  auto [first, count] = member(extract.getContainer().getType(), extract.getPosition());
  LaneValue source = wave.get(extract.getContainer());
  LaneValue &result = wave.define(extract.getResult());
  wave.forActive([&, first = first, count = count](unsigned lane) {
    std::copy_n(source.lane(lane) + first, count, result.lane(lane));
  });
  return success();
}

LogicalResult insertValue(Wave &wave, Operation *op) {
  auto insert = cast<LLVM::InsertValueOp>(op);
  auto [first, count] = member(insert.getContainer().getType(), insert.getPosition());
  LaneValue whole = wave.get(insert.getContainer()), part = wave.get(insert.getValue());
  LaneValue &result = wave.define(insert.getResult());
  wave.forActive([&, first = first, count = count](unsigned lane) {
    std::copy_n(whole.lane(lane), whole.getSlots(), result.lane(lane));
    std::copy_n(part.lane(lane), count, result.lane(lane) + first);
  });
  return success();
}

LogicalResult extractElement(Wave &wave, Operation *op) {
  LaneValue source = wave.get(op->getOperand(0)), position = wave.get(op->getOperand(1));
  LaneValue &result = wave.define(op->getResult(0));
  LogicalResult status = success();
  wave.forActive([&](unsigned lane) {
    uint64_t p = position.at(lane);
    if (p >= source.getSlots())
      status = wave.fail(op, lane,
                         "position " + Twine(p) + " is outside of a vector of " +
                             Twine(source.getSlots()) + " elements");
    else
      result.at(lane) = source.at(lane, p);
  });
  return status;
}

LogicalResult insertElement(Wave &wave, Operation *op) {
  LaneValue whole = wave.get(op->getOperand(0)), part = wave.get(op->getOperand(1));
  LaneValue position = wave.get(op->getOperand(2));
  LaneValue &result = wave.define(op->getResult(0));
  LogicalResult status = success();
  wave.forActive([&](unsigned lane) {
    uint64_t p = position.at(lane);
    if (p >= whole.getSlots()) {
      status = wave.fail(op, lane,
                         "position " + Twine(p) + " is outside of a vector of " +
                             Twine(whole.getSlots()) + " elements");
      return;
    }
    std::copy_n(whole.lane(lane), whole.getSlots(), result.lane(lane));
    result.at(lane, p) = part.at(lane);
  });
  return status;
}

/// vector.step: 0, 1, 2 …
LogicalResult step(Wave &wave, Operation *op) {
  LaneValue &result = wave.define(op->getResult(0));
  wave.forActive([&](unsigned lane) {
    for (unsigned s = 0; s < result.getSlots(); ++s)
      result.at(lane, s) = s;
  });
  return success();
}

/// vector.interleave and vector.deinterleave, along the last dimension.
LogicalResult interleave(Wave &wave, Operation *op) {
  LaneValue a = wave.get(op->getOperand(0)), b = wave.get(op->getOperand(1));
  LaneValue &result = wave.define(op->getResult(0));
  wave.forActive([&](unsigned lane) {
    for (unsigned s = 0; s < result.getSlots(); ++s)
      result.at(lane, s) = (s % 2 ? b : a).at(lane, s / 2);
  });
  return success();
}

LogicalResult deinterleave(Wave &wave, Operation *op) {
  LaneValue source = wave.get(op->getOperand(0));
  for (unsigned r = 0; r < 2; ++r) {
    LaneValue &result = wave.define(op->getResult(r));
    wave.forActive([&](unsigned lane) {
      for (unsigned s = 0; s < result.getSlots(); ++s)
        result.at(lane, s) = source.at(lane, 2 * s + r);
    });
  }
  return success();
}

/// Reduction of a vector by the handler of the elementwise operation of that kind.
LogicalResult reduction(Wave &wave, Operation *op) {
  auto reduce = cast<vector::ReductionOp>(op);
  auto type = cast<VectorType>(reduce.getVector().getType());
  LaneValue source = wave.get(reduce.getVector());
  LaneValue start = reduce.getAcc() ? wave.get(reduce.getAcc()) : LaneValue();
  LaneValue &result = wave.define(reduce.getDest());
  Type element = type.getElementType();
  unsigned bits = bitsOf(element);
  auto combine = [&](uint64_t a, uint64_t b) -> uint64_t {
    if (auto floating = dyn_cast<FloatType>(element)) {
      double x = toNumber(a, floating), y = toNumber(b, floating);
      switch (reduce.getKind()) {
      case vector::CombiningKind::ADD:
        return toPattern(bits == 64 ? x + y : double(float(x) + float(y)), floating);
      case vector::CombiningKind::MUL:
        return toPattern(bits == 64 ? x * y : double(float(x) * float(y)), floating);
      case vector::CombiningKind::MAXNUMF:
        return toPattern(std::fmax(x, y), floating);
      case vector::CombiningKind::MINNUMF:
        return toPattern(std::fmin(x, y), floating);
      case vector::CombiningKind::MAXIMUMF:
        return toPattern(std::isnan(x) || std::isnan(y) ? NAN : std::max(x, y), floating);
      default:
        return toPattern(std::isnan(x) || std::isnan(y) ? NAN : std::min(x, y), floating);
      }
    }
    switch (reduce.getKind()) {
    case vector::CombiningKind::ADD:
      return truncated(a + b, bits);
    case vector::CombiningKind::MUL:
      return truncated(a * b, bits);
    case vector::CombiningKind::AND:
      return a & b;
    case vector::CombiningKind::OR:
      return a | b;
    case vector::CombiningKind::XOR:
      return a ^ b;
    case vector::CombiningKind::MINUI:
      return std::min(a, b);
    case vector::CombiningKind::MAXUI:
      return std::max(a, b);
    case vector::CombiningKind::MINSI:
      return signExtended(a, bits) < signExtended(b, bits) ? a : b;
    default:
      return signExtended(a, bits) < signExtended(b, bits) ? b : a;
    }
  };
  wave.forActive([&](unsigned lane) {
    uint64_t total = source.at(lane, 0);
    for (unsigned s = 1; s < source.getSlots(); ++s)
      total = combine(total, source.at(lane, s));
    result.at(lane) = start.getSlots() ? combine(start.at(lane), total) : total;
  });
  return success();
}

} // namespace

void mlir::fly::interp::addVectorHandlers(Handlers &h) {
  h["vector.extract"] = vectorExtract;
  h["vector.insert"] = vectorInsert;
  h["vector.extract_strided_slice"] = extractStrided;
  h["vector.insert_strided_slice"] = insertStrided;
  h["vector.transpose"] = transpose;
  h["vector.broadcast"] = broadcast;
  h["vector.shuffle"] = h["llvm.shufflevector"] = Handler(shuffle);
  h["vector.shape_cast"] = h["vector.from_elements"] = Handler(concatenate);
  h["vector.to_elements"] = toElements;
  h["vector.reduction"] = reduction;
  h["vector.step"] = step;
  h["vector.interleave"] = interleave;
  h["vector.deinterleave"] = deinterleave;
  h["llvm.mlir.undef"] = h["llvm.mlir.poison"] = h["llvm.mlir.zero"] = h["ub.poison"] =
      Handler(undefined);
  h["llvm.extractvalue"] = extractValue;
  h["llvm.insertvalue"] = insertValue;
  h["llvm.extractelement"] = extractElement;
  h["llvm.insertelement"] = insertElement;
}
