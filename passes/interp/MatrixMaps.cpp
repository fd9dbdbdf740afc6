#include "passes/interp/MatrixMaps.h"

#include "passes/interp/Values.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fly::interp;

namespace {

Type elementNamed(StringRef name, MLIRContext *context, bool fnuz) {
  Builder b(context);
  if (name == "f32" || name == "xf32")
    return b.getF32Type();
  if (name == "f64")
    return b.getF64Type();
  if (name == "f16")
    return b.getF16Type();
  if (name == "bf16" || name == "bf16.1k" || name == "bf16_1k")
    return b.getBF16Type();
  if (name == "i8" || name == "iu8")
    return b.getIntegerType(8);
  if (name == "iu4")
    return b.getIntegerType(4);
  if (name == "fp8")
    return fnuz ? Type(Float8E4M3FNUZType::get(context)) : Type(Float8E4M3FNType::get(context));
  if (name == "bf8")
    return fnuz ? Type(Float8E5M2FNUZType::get(context)) : Type(Float8E5M2Type::get(context));
  return Type();
}

/// The element type of a format code of a scaled instruction.
Type formatElement(int code, MLIRContext *context) {
  switch (code) {
  case 0:
    return Float8E4M3FNType::get(context);
  case 1:
    return Float8E5M2Type::get(context);
  case 2:
    return Float6E2M3FNType::get(context);
  case 3:
    return Float6E3M2FNType::get(context);
  case 4:
    return Float4E2M1FNType::get(context);
  default:
    return Type();
  }
}

/// CDNA MFMA: A and B give each group of M lanes one block, and behind the blocks the next
/// consecutive columns; C interleaves groups of four rows, blocks one after another. Blocks of 4x4
/// have four lanes each.
void cdnaMaps(MatrixInstruction &i) {
  auto operand = [&](int rows, int values) -> ElementMap {
    int blocks = i.blocks;
    return [rows, values, blocks](int lane, int v) {
      int group = lane / rows;
      return std::pair(lane % rows + rows * (group % blocks), group / blocks * values + v);
    };
  };
  i.mapA = operand(i.m, i.valuesA);
  i.mapB = operand(i.n, i.valuesB);
  int n = i.n, m = i.m;
  if (m == 4) {
    i.mapC = [](int lane, int v) { return std::pair(lane / 4 * 4 + v, lane % 4); };
    return;
  }
  int perBlock = m * n / 64;
  i.mapC = [=](int lane, int v) {
    int inside = v % perBlock;
    return std::pair(v / perBlock * m + 4 * (lane / n) + inside % 4 + 4 * (64 / n) * (inside / 4),
                     lane % n);
  };
}

/// RDNA 3 WMMA: lanes 16 to 31 repeat A and B of lanes 0 to 15; rows of C alternate between the
/// halves.
void rdna3Maps(MatrixInstruction &i) {
  i.mapA = i.mapB = [](int lane, int v) { return std::pair(lane % 16, v); };
  i.mapC = [](int lane, int v) { return std::pair(2 * v + lane / 16, lane % 16); };
}

/// RDNA 4 and gfx1250 WMMA: the halves of the wave share each 16-column block of A and B; C is
/// split into an upper and a lower half.
void gfx12Maps(MatrixInstruction &i) {
  int run = std::min(8, i.valuesB); // consecutive columns of one lane
  i.mapA = i.mapB = [run](int lane, int v) {
    return std::pair(lane % 16, v % run + run * (lane / 16) + 2 * run * (v / run));
  };
  if (i.m ==
      32) // published provisionally: a lane per row of A, C as two halves on top of each other
    i.mapA = [](int lane, int v) { return std::pair(lane, v); };
  i.mapC = [](int lane, int v) {
    return std::pair(v % 8 + 8 * (lane / 16) + 16 * (v / 8), lane % 16);
  };
}

} // namespace

std::optional<MatrixInstruction> mlir::fly::interp::matrixInstruction(StringRef name, Type aType,
                                                                      Type accType, StringRef chip,
                                                                      int formatA, int formatB) {
  bool mfma = name.consume_front("rocdl.mfma.");
  if (!mfma && !name.consume_front("rocdl.wmma."))
    return std::nullopt;
  MatrixInstruction i;
  if (name.consume_front("scale")) {
    name.consume_front("16");
    name.consume_front(".");
    i.scaled = true;
  }
  auto [accName, rest] = name.split('.');
  // MxNxK, then the element types, which older names glue to K.
  StringRef text = rest;
  if (text.consumeInteger(10, i.m) || !text.consume_front("x") || text.consumeInteger(10, i.n) ||
      !text.consume_front("x") || text.consumeInteger(10, i.k))
    return std::nullopt;
  text = text.ltrim("._");
  MLIRContext *context = aType.getContext();
  StringRef a = text, b = text;
  if (text.starts_with("fp8") || text.starts_with("bf8")) {
    a = text.take_front(3);
    b = text.drop_front(3).ltrim("._");
  }
  bool fnuz =
      chip.starts_with("gfx940") || chip.starts_with("gfx941") || chip.starts_with("gfx942");
  i.a = i.scaled ? formatElement(formatA, context) : elementNamed(a, context, fnuz);
  i.b = i.scaled ? formatElement(formatB, context) : elementNamed(b, context, fnuz);
  i.acc = elementOf(accType);
  if (!i.a || !i.b || i.a.isF64() || (i.scaled && text != "f8f6f4" && text != "f4"))
    return std::nullopt;
  i.lanes = mfma ? 64 : 32;
  i.valuesC = int(elementCount(accType));
  if (mfma) {
    i.blocks = i.valuesC * i.lanes / (i.m * i.n);
    i.valuesA = i.valuesB = i.blocks * i.m * i.k / i.lanes;
  } else {
    i.valuesA = int(elementCount(aType) * bitsOf(elementOf(aType)) / bitsOf(i.a));
    i.valuesB = i.valuesA * i.n / i.m;
  }
  // What the registers hold must be what the shape says; RDNA 3 repeats A and B in both halves.
  bool repeated = !mfma && i.valuesB == i.k;
  if (i.valuesC * i.lanes != i.blocks * i.m * i.n ||
      i.valuesA * i.lanes != i.blocks * i.m * i.k * (repeated ? 2 : 1) ||
      elementCount(aType) * bitsOf(elementOf(aType)) < i.valuesA * int64_t(bitsOf(i.a)))
    return std::nullopt;
  if (mfma)
    cdnaMaps(i);
  else if (repeated)
    rdna3Maps(i);
  else
    gfx12Maps(i);
  return i;
}
