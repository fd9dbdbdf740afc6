#include "dialects/fly_rocdl/Rules.h"

using namespace mlir;
using Severity = fly::RuleEntry::Severity;

static const fly::RuleEntry table[] = {
    {301, "no such MFMA",
     "The shape, the element types and the accumulator of `cdna3.mfma` are one row of the instance "
     "table.",
     "A shape of another element type, or one of another generation. The layout would not describe "
     "any instruction, and the call would not be selectable.",
     "!fly_rocdl.cdna3.mfma<16x16x8, (f16, f16) -> f32>",
     "Use one of the nearest legal tuples that the message lists."},
    {302, "multi-block MFMA", "An MFMA computes one product of one tile.",
     "The instruction computes 2, 4 or 16 independent products in one register file, which one "
     "thread/value layout of one tile cannot describe.",
     "!fly_rocdl.cdna3.mfma<4x4x4, (f16, f16) -> f32>",
     "Use a one-block shape, such as 16x16x16 or 32x32x8 for f16."},
    {303, "mixed 8-bit formats", "A and B are both FNUZ (gfx942) or both OCP (gfx950).",
     "The opcode is the same, the chip decides how it reads the bits, and no chip reads both.",
     "!fly_rocdl.cdna3.mfma<16x16x32, (f8E4M3FNUZ, f8E4M3FN) -> f32>",
     "Convert one of the operands to the format of the target chip."},
    {304, "no such scaled product",
     "A block-scaled product has a supported shape, formats of 8, 6 or 4 bits, and an f32 "
     "accumulator.",
     "A shape of the unscaled instruction, or a FNUZ format.",
     "!fly_rocdl.cdna4.mfma_scale<16x16x32, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>",
     "Use 16x16x128 or 32x32x64 on gfx950, 16x16x128 or 32x16x128 on gfx1250."},
    {305, "selector out of range",
     "opselA and opselB lie in 0 to 3 (cdna4) or 0 to 1 (gfx1250), modC in 0 to 3, blockSize is 16 "
     "or 32.",
     "A selector that the instruction cannot encode.",
     "!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 2, "
     "opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>",
     "Pick a value in the range that the message names."},
    {306, "32x16x128 of wide elements", "32x16x128 takes f4E2M1FN on both sides.",
     "The wide shape exists for 4-bit operands only.",
     "!fly_rocdl.gfx1250.wmma_scale<32x16x128, (f8E4M3FN, f4E2M1FN) -> f32, opselA = 0, "
     "opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>",
     "Use f4E2M1FN for A and B, or 16x16x128."},
    {307, "no such WMMA",
     "The shape, the element types and the accumulator of a `wmma` are one row of the table of its "
     "generation.",
     "A shape of another generation: gfx11 and gfx120x know 16x16x16 only.",
     "!fly_rocdl.gfx11.wmma<16x16x32, (f16, f16) -> f32, signA = false, signB = false, "
     "clamp = false>",
     "Use one of the nearest legal tuples that the message lists."},
    {308, "integer flags on floats",
     "signA, signB and clamp are false unless A and B are integers.",
     "The float instructions have no such flags, so that they would be lost.",
     "!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = true, signB = false, clamp "
     "= false>",
     "Set the three flags to false."},
    {309, "buffer transfer size",
     "A buffer copy moves 8, 16, 32, 64, 96 or 128 bits, with a cache modifier of 0 to 31.",
     "A size that is no machine transfer; the back end would fail on it.",
     "!fly_rocdl.cdna3.buffer_copy<48>", "Split the copy into machine transfers."},
    {310, "LDS transfer size",
     "A transfer into shared memory moves 32 or 128 bits, the asynchronous ones also 96.",
     "Eight bytes per lane, which the DMA path does not have.",
     "!fly_rocdl.cdna3.buffer_copy_lds<64>", "Use 32 or 128 bits."},
    {311, "no such buffer atomic",
     "The operation and the value type of `cdna3.buffer_atomic` are one row of the table.",
     "A type that no chip has the operation for, such as a single f16.",
     "!fly_rocdl.cdna3.buffer_atomic<add, f16>",
     "Use one of the types that the message lists; packed halves are `vector<2xf16>`."},
    {312, "no such transposing read",
     "A transposing LDS read has granularity and bits (4, 64), (8, 64), (6, 96) or (16, 64).",
     "A pair that is no instruction.", "!fly_rocdl.cdna4.lds_read_trans<trans = 32b, 64>",
     "Use one of the four pairs."},
    {313, "tile transfer parameters",
     "rank is 1 to 5, warps a power of two, pad interval and amount both zero or both positive, "
     "the "
     "interval a power of two, the amount at most 512, cache 0 to 31.",
     "A parameter that the descriptor cannot encode.",
     "!fly_rocdl.gfx1250.tdm<rank = 2, warps = 3, pad = 0, 0, cache = 0, barrier = false, "
     "timeout = false>",
     "Pick a value in the range that the message names."},
    {314, "payload of the wrong kind",
     "An MMA atom holds an MMA payload, a copy atom a copy payload. The wrappers report it as "
     "FLY115, "
     "the same rule of the core dialect.",
     "The two wrappers were exchanged, or the type is no payload at all.",
     "!fly.mma_atom<!fly_rocdl.cdna3.buffer_copy<32>>", "Use the other wrapper."},
    {331, "atom state",
     "`fly.atom.set_value` names a field of a stateful atom, with a value of the field's type.",
     "A misspelt field, a dimension that the tile lacks, or a value of another width.",
     "fly.atom.set_value(%a, \"offset\", %v) : "
     "(!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, i32) -> "
     "!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>",
     "Use a field that the message lists, with a value of the type that it names."},
    {332, "immediate state",
     "imm_offset of LDS transfers is a constant of 0 to 4095 bytes when code is made.",
     "The instruction encodes the offset in 12 bits; a value known only at run time, or a larger "
     "one, has no place in it.",
     "fly.atom.set_value(%a, \"imm_offset\", %v) : "
     "(!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>, i32) -> "
     "!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>",
     "Use soffset for run-time and large offsets, or unroll so that the offset is a constant."},
    {333, "places of a copy",
     "The operands of a copy call, or of `fly_rocdl.get_buffer_rsrc`, lie where the payload copies "
     "from and to.",
     "A global pointer where a buffer descriptor is needed, or source and destination exchanged.",
     "fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, "
     "32>, !fly.memref<f32, shared, 1:1>, !fly.memref<f32, register, 1:1>) -> ()",
     "Make the buffer pointer with `fly.make_ptr`, or use another payload."},
    {334, "fragment of another size",
     "The register side of a copy holds as many bits as the payload moves.",
     "A fragment made for another width of copy.",
     "fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, "
     "32>, !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1>, !fly.memref<f32, register, ?:1>) "
     "-> ()",
     "Make the fragment from the same atom, or change the number of bits."},
    {335, "matrix operand",
     "The operands of a matrix call are in registers, with the element types and the number of "
     "values "
     "that the instruction holds.",
     "A fragment of another atom, or an operand in memory.",
     "fly.mma_atom_call(%m, %d, %a, %b, %c) : "
     "(!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.memref<f32, "
     "register, 4:1>, !fly.memref<f16, shared, 4:1>, !fly.memref<f16, register, 4:1>, "
     "!fly.memref<f32, register, 4:1>) -> ()",
     "Make the fragments from the tiled MMA of the same atom."},
    {336, "tile transfer",
     "The tile has the payload's rank, a static flat shape, elements of 1, 2, 4 or 8 bytes, "
     "extents "
     "that the waves divide, and a view of shared memory as the hardware fills it.",
     "A tile that the descriptor cannot describe; the transfer would write outside of it.",
     "fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly_rocdl.gfx1250.tdm<rank = 1, "
     "warps = 2, pad = 0, 0, cache = 0, barrier = false, timeout = false>, 0>, "
     "!fly.memref<f32, global, 3:1>, !fly.memref<f32, shared, 3:1>) -> ()",
     "Change the tile, the waves or the padding."},
    {337, "chip lacks the instruction", "The target chip has the instruction of every atom.",
     "A payload of one generation in a module for another.",
     R"(gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @f() {
    %m = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0>>
    gpu.return
  }
})",
     "Change the target, or use the payload of its generation."},
    {338, "silent failure", "A failed emission reports why.",
     "An atom's emission stopped without a message; this is a fault of the tool.", "none known",
     "Report it with the input."},
    {339, "unknown intrinsic", "Every intrinsic that is emitted is known to the linked LLVM.",
     "The tool was built with an older LLVM. The name would become a call to an external function.",
     "llvm.amdgcn.asyncmark", "Build with an LLVM that has the intrinsic."},
    {341, "scale association of 8-bit operands",
     "Which 32 elements one scale byte governs on gfx950 with 8-bit operands is not verified.",
     "Either the 32 values of the lane that supplies it, or 32 consecutive columns of the "
     "published "
     "map.",
     "fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, "
     "f8E4M3FN) -> f32, opselA = 0, opselB = 0>>",
     "Give all blocks of a row the same scale, or use 4-bit operands, until hardware has answered.",
     Severity::Warning},
    {342, "layout of 32x16x128", "A and C of 32x16x128 on gfx1250 are provisional.",
     "No published map and no hardware at hand.",
     "fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<32x16x128, (f4E2M1FN, "
     "f4E2M1FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, "
     "blockSize = 32>>",
     "Use 16x16x128 where correctness matters.", Severity::Warning},
    {343, "K order on gfx1250",
     "The order of K inside a half wave is known up to a permutation, which scaled blocks notice.",
     "Two public compilers disagree; unscaled products are not affected.",
     "fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f4E2M1FN, "
     "f4E2M1FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, "
     "blockSize = 32>>",
     "Give all blocks of a row the same scale until hardware has answered.", Severity::Warning},
    {344, "packing of 6-bit elements",
     "32 elements of 6 bits are assumed to fill six registers densely, low bits first.",
     "Not checked on hardware.",
     "fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f6E2M3FN, "
     "f4E2M1FN) -> f32, opselA = 0, opselB = 0>>",
     "Check the packing of the data before relying on it.", Severity::Warning},
    {345, "transposing LDS read",
     "Element j of lane i is taken to be element 16j + i of the group's data.",
     "Derived, not measured.",
     "fly.make_copy_atom {valBits = 16 : i32} : "
     "!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 16>",
     "Compare with a plain read on hardware before relying on it.", Severity::Warning},
    {346, "cache modifier of another generation",
     "The cache modifier of a buffer copy is written for gfx9.",
     "gfx12 decodes the same number as temporal hint and scope: 2 is non-temporal on gfx9 and "
     "high-temporal on gfx12.",
     R"(gpu.module @kernels [#rocdl.target<chip = "gfx1201">] {
  gpu.func @f() {
    %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128, cache = 2>, 32>
    gpu.return
  }
})",
     "Use the number that the target decodes as intended, or 0.", Severity::Warning},
    {347, "synchronous in place of asynchronous",
     "LLVM 22 has no asynchronous loads to shared memory for gfx950.",
     "The synchronous load moves the same data, and the compiler inserts the waits.",
     "fly.make_copy_atom {valBits = 32 : i32} : "
     "!fly.copy_atom<!fly_rocdl.cdna4.buffer_load_async_lds<128>, 32>",
     "Nothing is wrong; expect more waits.", Severity::Remark},
    {348, "view that is not consecutive",
     "The operands of an atom call are views whose elements lie one after the other from the "
     "pointer "
     "on.",
     "One instruction moves consecutive bits. A view with a stride, with an offset inside a "
     "composed "
     "layout, or in another order names other elements than those that would be moved.",
     "fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, "
     "32>, !fly.memref<f32, #fly_rocdl.buffer_desc, 4:2>, !fly.memref<f32, register, 4:1>) "
     "-> ()",
     "Use a copy of one element, partition the tensor so that a thread's elements are consecutive, "
     "or "
     "apply `fly.decomposition` to a view with an offset."},
};

ArrayRef<fly::RuleEntry> mlir::fly_rocdl::rocdlRules() { return table; }
