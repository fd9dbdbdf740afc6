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

/// CDNA MFMA, one block: A and B give each group of 64/X lanes K/G consecutive columns; C interleaves
/// groups of four rows.
void cdnaMaps(MatrixInstruction &i) {
  int values = i.valuesAB, m = i.m, n = i.n;
  i.mapA = [m, values](int lane, int v) { return std::pair(lane % m, lane / m * values + v); };
  i.mapB = [n, values](int lane, int v) { return std::pair(lane % n, lane / n * values + v); };
  i.mapC = [n](int lane, int v) {
    return std::pair(4 * (lane / n) + v % 4 + 4 * (64 / n) * (v / 4), lane % n);
  };
}

/// RDNA 3 WMMA: lanes 16 to 31 repeat A and B of lanes 0 to 15; rows of C alternate between the halves.
void rdna3Maps(MatrixInstruction &i) {
  i.mapA = i.mapB = [](int lane, int v) { return std::pair(lane % 16, v); };
  i.mapC = [](int lane, int v) { return std::pair(2 * v + lane / 16, lane % 16); };
}

/// RDNA 4 and gfx1250 WMMA: the halves of the wave share each 16-column block of A and B; C is split
/// into an upper and a lower half.
void gfx12Maps(MatrixInstruction &i) {
  int run = std::min(8, i.valuesAB); // consecutive columns of one lane
  i.mapA = i.mapB = [run](int lane, int v) {
    return std::pair(lane % 16, v % run + run * (lane / 16) + 2 * run * (v / run));
  };
  i.mapC = [](int lane, int v) { return std::pair(v + 8 * (lane / 16), lane % 16); };
}

} // namespace

std::optional<MatrixInstruction> mlir::fly::interp::matrixInstruction(StringRef name, Type aType,
                                                                      Type accType,
                                                                      StringRef chip) {
  bool mfma = name.consume_front("rocdl.mfma.");
  if (!mfma && !name.consume_front("rocdl.wmma."))
    return std::nullopt;
  if (name.consume_front("scale"))
    return std::nullopt; // scales are not modelled
  auto [accName, rest] = name.split('.');
  // MxNxK, then the element types, which older names glue to K.
  MatrixInstruction i;
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
  bool fnuz = chip.starts_with("gfx940") || chip.starts_with("gfx941") || chip.starts_with("gfx942");
  i.a = elementNamed(a, context, fnuz);
  i.b = elementNamed(b, context, fnuz);
  i.acc = elementOf(accType);
  if (!i.a || !i.b)
    return std::nullopt;
  i.lanes = mfma ? 64 : 32;
  unsigned bitsA = bitsOf(i.a);
  i.valuesAB = int(elementCount(aType) * bitsOf(elementOf(aType)) / bitsA);
  i.valuesC = int(elementCount(accType));
  if (mfma) {
    if (i.m != i.n || i.valuesAB * i.lanes != i.m * i.k || i.valuesC * i.lanes != i.m * i.n)
      return std::nullopt; // several blocks
    cdnaMaps(i);
  } else if (i.valuesAB == i.k) {
    rdna3Maps(i);
  } else {
    gfx12Maps(i);
  }
  return i;
}
