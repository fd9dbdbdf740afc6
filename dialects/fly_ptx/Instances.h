// The legal instances of `mma.sync` up to sm_90, as data (fly-ptx 3.3).
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::fly_ptx {

/// Element types that may stand together as A and B.
enum class Family { F16, BF16, TF32, F64, I8, I4, B1, F8 };
/// The NVVM operation, or the LLVM intrinsic where the operation refuses the types.
enum class MmaEmission { Operation, Intrinsic };

struct MmaRow {
  int architecture; ///< first one: 75, 80, 89, 90
  int m, n, k;
  Family family;
  const char *accumulators; ///< comma-separated: f16, f32, f64, i32
  MmaEmission emission;
  int ptx; ///< first PTX version times ten
};

llvm::ArrayRef<MmaRow> mmaRows();
/// Nothing for a type that no instruction multiplies.
std::optional<Family> familyOf(Type element);
/// The row of a tuple on exactly this architecture, or null.
const MmaRow *findMmaRow(int architecture, int m, int n, int k, Type a, Type b, Type acc);
/// Every element type of a family.
llvm::SmallVector<Type> elementsOf(Family family, MLIRContext *context);
/// "16x8x8, 16x8x16 (f16, f16) -> f16|f32": the rows of the element types, or of all when there is
/// none.
std::string nearestRows(Type a);

struct InstanceInfo {
  Type payload;
  int32_t valBits = 0; ///< of the wrapper, for copies
  bool isMma = false;
  std::string text;        ///< the payload type as printed
  std::string instruction; ///< what PTX of it contains
  std::string operation;   ///< emitted nvvm operation or intrinsic
  int architecture = 0, ptx = 0;
};
/// All legal instances of all payloads, in the order of the specification.
std::vector<InstanceInfo> allInstances(MLIRContext *context);

} // namespace mlir::fly_ptx
