// Operations in which a lane reads other lanes: shuffles, votes, and matrix instructions.
#include "passes/interp/MatrixMaps.h"
#include "passes/interp/Wave.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fly::interp;

namespace {

/// gpu.shuffle: lanes form groups of `width`; a source outside of the group or inactive is not
/// valid and gives the lane's own value.
LogicalResult shuffle(Wave &wave, Operation *op) {
  auto shuffleOp = cast<gpu::ShuffleOp>(op);
  LaneValue source = wave.get(shuffleOp.getValue());
  LaneValue offset = wave.get(shuffleOp.getOffset()), width = wave.get(shuffleOp.getWidth());
  LaneValue &result = wave.define(shuffleOp.getShuffleResult());
  LaneValue &valid = wave.define(shuffleOp.getValid());
  LogicalResult status = success();
  wave.forActive([&](unsigned lane) {
    int64_t w = signExtended(width.at(lane), 32), o = signExtended(offset.at(lane), 32);
    if (w < 1 || w > int64_t(wave.group.options.waveSize)) {
      status = wave.fail(op, lane,
                         "shuffle width " + Twine(w) + " is outside of 1 to the wave size " +
                             Twine(wave.group.options.waveSize));
      return;
    }
    int64_t first = lane / w * w, from = lane;
    switch (shuffleOp.getMode()) {
    case gpu::ShuffleMode::XOR:
      from = lane ^ o;
      break;
    case gpu::ShuffleMode::UP:
      from = int64_t(lane) - o;
      break;
    case gpu::ShuffleMode::DOWN:
      from = int64_t(lane) + o;
      break;
    case gpu::ShuffleMode::IDX:
      from = first + o;
      break;
    }
    bool ok = from >= first && from < first + w && from < int64_t(wave.lanes) && wave.active(from);
    for (unsigned s = 0; s < result.getSlots(); ++s)
      result.at(lane, s) = source.at(ok ? from : lane, s);
    valid.at(lane) = ok;
  });
  return status;
}

/// The value of lane `choose(lane)`; nothing or an inactive lane gives zero.
template <typename F> LogicalResult gather(Wave &wave, Operation *op, Value value, F choose) {
  LaneValue source = wave.get(value);
  LaneValue &result = wave.define(op->getResult(0));
  wave.forActive([&](unsigned lane) {
    int64_t from = choose(lane);
    bool ok = from >= 0 && from < int64_t(wave.lanes) && wave.active(from);
    for (unsigned s = 0; s < result.getSlots(); ++s)
      result.at(lane, s) = ok ? source.at(from, s) : 0;
  });
  return success();
}

LogicalResult bpermute(Wave &wave, Operation *op) { // byte address of the source lane, value
  LaneValue index = wave.get(op->getOperand(0));
  unsigned lanes = wave.group.options.waveSize;
  return gather(wave, op, op->getOperand(1),
                [&](unsigned lane) { return int64_t(index.at(lane) / 4 % lanes); });
}

LogicalResult readLane(Wave &wave, Operation *op) {
  int64_t from = wave.uniform(op->getOperand(1));
  LaneValue source = wave.get(op->getOperand(0));
  LaneValue &result = wave.define(op->getResult(0));
  if (from < 0 || from >= int64_t(wave.lanes))
    return op->emitError() << "lane " << from << " is outside of a wave of " << wave.lanes;
  wave.forActive([&](unsigned lane) { // reads inactive lanes too
    std::copy_n(source.lane(from), result.getSlots(), result.lane(lane));
  });
  return success();
}

LogicalResult readFirstLane(Wave &wave, Operation *op) {
  unsigned first = wave.mask ? llvm::countr_zero(wave.mask) : 0;
  return gather(wave, op, op->getOperand(0), [&](unsigned) { return int64_t(first); });
}

LogicalResult ballot(Wave &wave, Operation *op) {
  LaneValue predicate = wave.get(op->getOperand(0));
  uint64_t votes = 0;
  wave.forActive([&](unsigned lane) { votes |= (predicate.at(lane) & 1) << lane; });
  LaneValue &result = wave.define(op->getResult(0));
  wave.forActive([&](unsigned lane) {
    result.at(lane) = truncated(votes, bitsOf(op->getResult(0).getType()));
  });
  return success();
}

/// Number of set mask bits below the lane, in the low or high half of the wave, added to operand 1.
Handler maskedBitCount(bool high) {
  return [high](Wave &wave, Operation *op) {
    LaneValue bits = wave.get(op->getOperand(0)), start = wave.get(op->getOperand(1));
    LaneValue &result = wave.define(op->getResult(0));
    wave.forActive([&](unsigned lane) {
      unsigned below = high ? (lane > 32 ? lane - 32 : 0) : std::min(lane, 32u);
      uint64_t counted = truncated(bits.at(lane), 32) & ((uint64_t(1) << below) - 1);
      result.at(lane) = truncated(start.at(lane) + llvm::popcount(counted), 32);
    });
    return success();
  };
}

/// The source lane of a DPP control (ISA: quad_perm, row shifts and rotates, mirrors, broadcasts),
/// or -1.
int64_t dppSource(unsigned control, unsigned lane) {
  unsigned row = lane / 16 * 16, in = lane % 16, n = control & 15;
  if (control < 0x100)
    return lane / 4 * 4 + (control >> 2 * (lane % 4) & 3);
  if (control > 0x100 && control < 0x110)
    return in + n < 16 ? int64_t(row + in + n) : -1; // row_shl: from the right
  if (control > 0x110 && control < 0x120)
    return in >= n ? int64_t(row + in - n) : -1; // row_shr
  if (control > 0x120 && control < 0x130)
    return row + (in + 16 - n) % 16; // row_ror
  switch (control) {
  case 0x130:
    return lane + 1; // wave_shl
  case 0x134:
    return (lane + 1) % 64; // wave_rol
  case 0x138:
    return int64_t(lane) - 1; // wave_shr
  case 0x13C:
    return (lane + 63) % 64; // wave_ror
  case 0x140:
    return row + 15 - in; // row_mirror
  case 0x141:
    return lane / 8 * 8 + 7 - lane % 8; // row_half_mirror
  case 0x142:
    return lane >= 16 ? int64_t(row) - 1 : -1; // row_bcast15
  case 0x143:
    return lane >= 32 ? int64_t(31) : -1; // row_bcast31
  }
  if (control >= 0x150 && control < 0x160)
    return row + n; // row_share
  if (control >= 0x160 && control < 0x170)
    return row + (in ^ n); // row_xmask
  return -2;
}

LogicalResult dpp(Wave &wave, Operation *op) {
  auto update = cast<ROCDL::DPPUpdateOp>(op);
  LaneValue old = wave.get(update.getOld()), source = wave.get(update.getSrc());
  LaneValue &result = wave.define(update.getRes());
  LogicalResult status = success();
  wave.forActive([&](unsigned lane) {
    bool enabled = (update.getRowMask() >> (lane / 16 % 4) & 1) &&
                   (update.getBankMask() >> (lane / 4 % 4) & 1);
    int64_t from = dppSource(update.getDppCtrl(), lane);
    if (from == -2)
      status = wave.fail(op, lane, "unknown DPP control " + Twine(update.getDppCtrl()));
    bool ok = from >= 0 && from < int64_t(wave.lanes) && wave.active(from);
    for (unsigned s = 0; s < result.getSlots(); ++s)
      result.at(lane, s) = !enabled                ? old.at(lane, s)
                           : ok                    ? source.at(from, s)
                           : update.getBoundCtrl() ? 0
                                                   : old.at(lane, s);
  });
  return status;
}

LogicalResult swizzle(Wave &wave, Operation *op) { // ds_swizzle: bit mode or quad permutation
  uint64_t control = wave.uniform(op->getOperand(1));
  return gather(wave, op, op->getOperand(0), [&](unsigned lane) -> int64_t {
    if (control & 0x8000)
      return lane / 4 * 4 + (control >> 2 * (lane % 4) & 3);
    unsigned in = lane % 32;
    in = ((in & (control & 31)) | (control >> 5 & 31)) ^ (control >> 10 & 31);
    return lane / 32 * 32 + in;
  });
}

/// permlane16.swap and permlane32.swap: rows of one operand change places with rows of the other.
Handler laneSwap(unsigned row) {
  return [row](Wave &wave, Operation *op) {
    LaneValue a = wave.get(op->getOperand(0)), b = wave.get(op->getOperand(1));
    LaneValue &result = wave.define(op->getResult(0));
    wave.forActive([&](unsigned lane) {
      bool odd = lane / row % 2;
      // Odd rows of the first operand are exchanged with even rows of the second.
      result.at(lane, 0) = odd ? b.at(lane - row) : a.at(lane);
      result.at(lane, 1) = odd ? b.at(lane) : a.at(lane + row);
    });
    return success();
  };
}

LogicalResult permlaneX16(Wave &wave, Operation *op) {
  auto permute = cast<ROCDL::PermlaneX16Op>(op);
  uint64_t low = wave.uniform(permute.getSrc1()), high = wave.uniform(permute.getSrc2());
  return gather(wave, op, permute.getSrc0(), [&](unsigned lane) -> int64_t {
    unsigned in = lane % 16;
    unsigned select = (in < 8 ? low >> 4 * in : high >> 4 * (in - 8)) & 15;
    return (lane / 16 ^ 1) * 16 + select;
  });
}

//===----------------------------------------------------------------------===//
// Matrix instructions: D = A * B^T + C by the register maps
//===----------------------------------------------------------------------===//

/// Integer and float elements as numbers; products of the supported formats are exact in double.
double numberOf(uint64_t pattern, Type type, bool isSigned) {
  if (auto floating = dyn_cast<FloatType>(type))
    return toNumber(pattern, floating);
  unsigned bits = bitsOf(type);
  return isSigned ? double(signExtended(pattern, bits)) : double(truncated(pattern, bits));
}

} // namespace

namespace {

/// What a matrix operation says besides its matrices.
struct MatrixModifiers {
  int formatA = 0, formatB = 0;
  Value scaleA, scaleB;
  int selectA = 0, selectB = 0; ///< byte (gfx950) or row (gfx1250) of the scale register
  int64_t modC = 0;             ///< 1 negates C, 2 takes its absolute value, 3 both
};

int64_t integerAttribute(Operation *op, StringRef name) {
  auto attribute = op->getAttrOfType<IntegerAttr>(name);
  return attribute ? attribute.getInt() : 0;
}

FailureOr<MatrixModifiers> modifiersOf(Wave &wave, Operation *op) {
  MatrixModifiers m;
  StringRef name = op->getName().getStringRef();
  if (name.starts_with("rocdl.mfma.scale.")) { // a, b, c, formats, select and scale of A and of B
    if (op->getNumOperands() != 9)
      return op->emitError("a scaled matrix operation has nine operands");
    m.formatA = int(wave.uniform(op->getOperand(3)));
    m.formatB = int(wave.uniform(op->getOperand(4)));
    m.selectA = int(wave.uniform(op->getOperand(5)));
    m.scaleA = op->getOperand(6);
    m.selectB = int(wave.uniform(op->getOperand(7)));
    m.scaleB = op->getOperand(8);
    return m;
  }
  if (name.starts_with("rocdl.mfma.")) {
    // Broadcasts of blocks of A, and swizzles of lanes of B.
    for (Value operand : op->getOperands().drop_front(3))
      if (wave.uniform(operand) != 0)
        return op->emitError("the interpreter does not model cbsz, abid and blgp");
    return m;
  }
  m.modC = integerAttribute(op, "modC");
  if (!name.starts_with("rocdl.wmma.scale"))
    return m;
  if (op->getNumOperands() != 5)
    return op->emitError("a scaled matrix operation has operands a, b, c and two scales");
  if (integerAttribute(op, "fmtScaleA") != 0 || integerAttribute(op, "fmtScaleB") != 0)
    return op->emitError("the interpreter knows scales of format E8M0 only");
  bool onlyF4 = name.ends_with(".f4");
  m.formatA = onlyF4 ? 4 : int(integerAttribute(op, "fmtA"));
  m.formatB = onlyF4 ? 4 : int(integerAttribute(op, "fmtB"));
  m.selectA = int(integerAttribute(op, "scaleAType"));
  m.selectB = int(integerAttribute(op, "scaleBType"));
  m.scaleA = op->getOperand(3);
  m.scaleB = op->getOperand(4);
  return m;
}

/// An E8M0 scale: a power of two, or not a number.
double scaleOf(uint64_t byte) { return byte == 255 ? NAN : std::ldexp(1.0, int(byte) - 127); }

/// Multiplies the rows of an operand by their scales. Which columns a scale byte governs is
/// published for 4-bit operands of gfx950 only; elsewhere the bytes of a row must be equal.
LogicalResult applyScales(Wave &wave, Operation *op, const MatrixInstruction &i, char operand,
                          Value scales, int select, Type element, int rows,
                          std::vector<double> &matrix) {
  LaneValue &packed = wave.get(scales);
  bool mfma = op->getName().getStringRef().starts_with("rocdl.mfma.");
  int blocks = mfma ? i.k / 32 : int(bitsOf(scales.getType()) / 8);
  for (int row = 0; row < rows; ++row) {
    SmallVector<uint64_t> bytes;
    for (int block = 0; block < blocks; ++block)
      bytes.push_back(mfma ? packed.at(block * rows + row) >> 8 * select & 255
                           : packed.at(rows == 32 ? row : 16 * select + row) >> 8 * block & 255);
    if (!llvm::all_equal(bytes) && !(mfma && bitsOf(element) == 4))
      return op->emitError() << "row " << row << " of " << operand
                             << " has different scales, but which columns a scale governs is not "
                                "published for this instruction and element type";
    for (int column = 0; column < i.k; ++column)
      matrix[row * i.k + column] *= scaleOf(bytes[column / (i.k / blocks)]);
  }
  return success();
}

} // namespace

bool mlir::fly::interp::hasRegisterMap(Operation *op) {
  if (op->getNumOperands() < 3 || op->getNumResults() != 1)
    return false;
  Type a = op->getOperand(0).getType(), c = op->getOperand(2).getType();
  // Formats are operands that only a run knows; any one that fits the register will do here.
  for (int format : {0, 2, 4})
    for (StringRef chip : {"gfx942", "gfx950"})
      if (matrixInstruction(op->getName().getStringRef(), a, c, chip, format, format))
        return true;
  return false;
}

LogicalResult mlir::fly::interp::runMatrixOperation(Wave &wave, Operation *op) {
  if (op->getNumOperands() < 3 || op->getNumResults() != 1)
    return op->emitError("a matrix operation has operands a, b, c and one result");
  Value a = op->getOperand(0), b = op->getOperand(1), c = op->getOperand(2);
  FailureOr<MatrixModifiers> modifiers = modifiersOf(wave, op);
  if (failed(modifiers))
    return failure();
  std::optional<MatrixInstruction> found =
      matrixInstruction(op->getName().getStringRef(), a.getType(), c.getType(),
                        wave.group.options.chip, modifiers->formatA, modifiers->formatB);
  if (!found)
    return op->emitError() << "the interpreter has no register map for '" << op->getName() << "'";
  MatrixInstruction &i = *found;
  Mask full = i.lanes == 64 ? ~Mask(0) : (Mask(1) << i.lanes) - 1;
  if (wave.mask != full)
    return op->emitError() << "matrix instruction with " << llvm::popcount(wave.mask)
                           << " active lanes of " << i.lanes << "; its result is undefined";
  auto flag = [&](StringRef name, bool missing) {
    auto attribute = op->getAttrOfType<IntegerAttr>(name);
    return attribute ? attribute.getValue().getBoolValue() : missing;
  };
  bool packedIntegers = isa<IntegerType>(i.a) && op->getName().getStringRef().contains(".iu");
  bool signA = !packedIntegers || flag("signA", false),
       signB = !packedIntegers || flag("signB", false);
  bool clamp = packedIntegers && flag("clamp", false);

  // Gather the operands into matrices.
  int rowsA = i.blocks * i.m, rowsB = i.blocks * i.n;
  std::vector<double> ma(rowsA * i.k), mb(rowsB * i.k);
  auto collect = [&](Value operand, Type element, int values, const ElementMap &map,
                     std::vector<double> &matrix, bool isSigned) {
    LaneValue &value = wave.get(operand);
    Type unpacked = VectorType::get({values}, element);
    SmallVector<uint64_t> slots(values);
    for (int lane = 0; lane < i.lanes; ++lane) {
      bitcastLane(operand.getType(), value.lane(lane), unpacked, slots.data());
      for (int v = 0; v < values; ++v) {
        auto [row, column] = map(lane, v);
        matrix[row * i.k + column] = numberOf(slots[v], element, isSigned);
      }
    }
  };
  collect(a, i.a, i.valuesA, i.mapA, ma, signA);
  collect(b, i.b, i.valuesB, i.mapB, mb, signB);
  if (i.scaled &&
      (failed(applyScales(wave, op, i, 'A', modifiers->scaleA, modifiers->selectA, i.a, i.m, ma)) ||
       failed(applyScales(wave, op, i, 'B', modifiers->scaleB, modifiers->selectB, i.b, i.n, mb))))
    return failure();
  LaneValue accumulator = wave.get(c);
  LaneValue &result = wave.define(op->getResult(0));
  auto floating = dyn_cast<FloatType>(i.acc);
  for (int lane = 0; lane < i.lanes; ++lane)
    for (int v = 0; v < i.valuesC; ++v) {
      auto [row, column] = i.mapC(lane, v);
      double sum = numberOf(accumulator.at(lane, v), i.acc, true);
      if (modifiers->modC & 2)
        sum = std::fabs(sum);
      if (modifiers->modC & 1)
        sum = -sum;
      const double *rowA = &ma[size_t(row) * i.k];
      const double *rowB = &mb[(size_t(row / i.m) * i.n + column) * i.k];
      for (int k = 0; k < i.k; ++k)
        sum += rowA[k] * rowB[k];
      if (floating) {
        result.at(lane, v) = toPattern(sum, floating);
        continue;
      }
      if (clamp)
        sum = std::clamp(sum, -2147483648.0, 2147483647.0);
      result.at(lane, v) = truncated(uint64_t(int64_t(sum)), bitsOf(i.acc));
    }
  ++wave.group.statistics.matrixOperations;
  return success();
}

void mlir::fly::interp::addCrossLaneHandlers(Handlers &h) {
  h["gpu.shuffle"] = shuffle;
  h["rocdl.ds_bpermute"] = bpermute;
  h["rocdl.readlane"] = readLane;
  h["rocdl.readfirstlane"] = readFirstLane;
  h["rocdl.ballot"] = ballot;
  h["rocdl.mbcnt.lo"] = maskedBitCount(false);
  h["rocdl.mbcnt.hi"] = maskedBitCount(true);
  h["rocdl.update.dpp"] = dpp;
  h["rocdl.ds_swizzle"] = swizzle;
  h["rocdl.permlane16.swap"] = laneSwap(16);
  h["rocdl.permlane32.swap"] = laneSwap(32);
  h["rocdl.permlanex16"] = permlaneX16;
  // Intrinsics without an operation in this LLVM run as the operation that they would be; the table
  // holds them by name.
  h["llvm.amdgcn.wave.id"] = [](Wave &wave, Operation *op) {
    LaneValue &result = wave.define(op->getResult(0));
    wave.forActive([&](unsigned lane) { result.at(lane) = wave.index; });
    return success();
  };
  h["llvm.call_intrinsic"] = [](Wave &wave, Operation *op) -> LogicalResult {
    StringRef name = cast<LLVM::CallIntrinsicOp>(op).getIntrin();
    const Handler *handler = findHandler(name);
    if (!handler)
      return op->emitError() << "the interpreter does not know intrinsic '" << name << "'";
    return (*handler)(wave, op);
  };
}
