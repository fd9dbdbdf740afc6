// The instance tables: every legal instance of every payload of this dialect, as data. The types
// are verified against them, the layouts are computed from them, the emission, the documentation
// and the tests read them. Adding an instance to a payload is one row here
// (docs/adding-an-atom.md).
#pragma once

#include "dialects/fly_rocdl/Elem.h"

#include "dialects/layout/Layout.h"

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::fly_rocdl {

enum class MmaPayload : uint8_t { Mfma, MfmaScale, WmmaGfx11, WmmaGfx120x, WmmaGfx1250, WmmaScale };

/// Which operands and immediates the rocdl operation takes, and in which order.
enum class MmaForm : uint8_t {
  Mfma,         // a, b, c, cbsz, abid, blgp: all operands, the last three constant
  MfmaScale,    // a, b, c, cbsz, blgp, opselA, scaleA, opselB, scaleB: all operands
  Wmma,         // a, b, c
  WmmaInt,      // signA, a, signB, b, c, clamp
  WmmaAllMods,  // F1: signA, a, signB, b, modC, c, reuseA, reuseB
  WmmaCMod,     // F2: a, b, modC, c, reuseA, reuseB
  WmmaIntReuse, // F3: signA, a, signB, b, c, reuseA, reuseB, clamp
  WmmaScale,    // fmtA, a, fmtB, b, modC, c, scale types and formats, scales, reuseA, reuseB
  WmmaScaleF4,  // the same without fmtA and fmtB
};

/// One legal instance of an MMA payload.
struct MmaRow {
  MmaPayload payload;
  MmaForm form;
  int m, n, k;
  Elem a, b, acc;
  Reg regA, regB, regAcc;
  int blockSize;        // elements per scale of wmma_scale, else 0
  const char *op;       // rocdl operation without the dialect prefix
  const char *mnemonic; // ISA
  const char *chips;    // comma-separated chip names or prefixes
};
llvm::ArrayRef<MmaRow> mmaRows();

/// The row for a parameter tuple, or null. Wildcard rows match any of their element types.
const MmaRow *findMmaRow(MmaPayload payload, int m, int n, int k, Elem a, Elem b, Elem acc,
                         int blockSize = 0);
/// The legal tuples closest to an illegal one: "16x16x4 (f32, f32) -> f32, ...".
std::string nearestMmaRows(MmaPayload payload, int m, int n, int k, Elem a, Elem b, Elem acc);
/// Number of independent products that the MFMA of this shape computes, 1 if there is no such
/// multi-block instruction.
int mfmaBlocks(int m, int n, int k, Elem elem);

/// Lanes of the wave: 64 for mfma, 32 for wmma.
int waveSize(MmaPayload payload);
/// Thread/value layouts of A, B and C, from the formulas of AtomLayouts.h.
struct MmaLayouts {
  layout::Layout a, b, c;
};
/// `a` and `b` are the concrete element types (a row may hold the wildcard).
MmaLayouts layoutsOf(const MmaRow &row, Elem a, Elem b);
/// Lanes that hold copies of one element of A or B.
int factorReplication(MmaPayload payload);
/// The register type of an operand whose elements are `elem`, `values` of them per lane.
Type registerType(Reg reg, Elem elem, int64_t values, MLIRContext *context);
/// Bits in the register of an operand.
int64_t registerBits(Reg reg, Elem elem, int64_t values);

/// The rocdl operation as LLVM intrinsic: "llvm.amdgcn." and the name with dots only.
std::string intrinsicName(llvm::StringRef rocdlOp);

/// What an atomic of cdna3.buffer_atomic becomes.
struct AtomicRow {
  int op; // fly::AtomicOp
  Elem elem;
  int lanes;                                // 1 for a scalar, else the vector length
  bool isUnsigned;                          // ui32, ui64
  bool hasRocdlOp;                          // else the intrinsic is called by name
  const char *name;                         // after raw.ptr.buffer.atomic.
  const char *mnemonicGfx9, *mnemonicGfx11; // gfx12 as gfx11 except where it has its own name
  const char *mnemonicGfx12;
  const char *chips;
};
llvm::ArrayRef<AtomicRow> atomicRows();

/// One machine transfer of a copy payload: bits, chips that have it, mnemonics by chip generation.
struct CopyRow {
  int bits;
  const char *chips;
  const char *mnemonicGfx9;  // "" where the generation lacks it
  const char *mnemonicGfx11; // gfx11 and later
};
/// cdna3.buffer_copy: the mnemonics name the load; the store has load replaced.
llvm::ArrayRef<CopyRow> bufferCopyRows();
llvm::ArrayRef<CopyRow> bufferCopyLdsRows();
llvm::ArrayRef<CopyRow> bufferAsyncLdsRows();
llvm::ArrayRef<CopyRow> globalAsyncLdsRows();

/// cdna4.lds_read_trans.
struct TransRow {
  int granularity, bits;
  Reg reg;
  const char *op, *mnemonic, *chips;
};
llvm::ArrayRef<TransRow> transRows();

inline constexpr const char *tdmChips = "gfx1250";

/// Everything there is to tell about one instance, for documentation and tests.
struct InstanceInfo {
  Type payload;
  int32_t valBits = 0; ///< of the wrapper, for copies (0 for whole tiles)
  bool isMma = false;
  std::string text; ///< the payload type as printed
  llvm::SmallVector<std::pair<std::string, layout::Layout>> layouts;
  llvm::SmallVector<std::pair<std::string, std::string>> registers; ///< operand, type
  std::string operation; ///< emitted rocdl op or intrinsic
  /// Mnemonics by representative chip; a chip that is absent refuses the instance.
  llvm::SmallVector<std::pair<std::string, std::string>> mnemonics;
  llvm::SmallVector<std::pair<std::string, std::string>> storeMnemonics; ///< of two-way copies
  llvm::SmallVector<std::string> chips;
  std::string note; ///< open question, empty if none
};
/// All legal instances of all payloads, in the order of the specification.
std::vector<InstanceInfo> allInstances(MLIRContext *context);

} // namespace mlir::fly_rocdl
