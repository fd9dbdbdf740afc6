#include "dialects/fly_ptx/Rules.h"

using namespace mlir;

static const fly::RuleEntry table[] = {
    {401, "payload newer than the target",
     "The chip has the instruction, and the PTX version of the module can spell it.",
     "LLVM would abort on an instruction that it cannot select.",
     R"(gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @f() {
    %m = fly.make_mma_atom : !fly.mma_atom<!fly_ptx.sm89.mma<16x8x32, (f8E4M3FN, f8E4M3FN) -> f32>>
    gpu.return
  }
})",
     "Compile for a later chip, raise the PTX version of `#nvvm.target`, or use an older "
     "instruction."},
    {405, "operand of the wrong size or order",
     "A register operand holds exactly the values of the instruction, compact in value order; a "
     "view "
     "of memory is consecutive from its pointer on.",
     "The emitted code reads one vector at the base pointer; another layout would be read wrongly "
     "in silence.",
     "fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly_ptx.sm80.cp_async<128>, 16>, "
     "!fly.memref<f16, global, 8:2, align<16>>, !fly.memref<f16, shared, 8:1, align<16>>) "
     "-> ()",
     "Make the fragment with `fly.mma.make_fragment`, or slice it to one atom."},
    {406, "operand in the wrong memory",
     "Source and destination are in the memory that the instruction reads and writes.",
     "The instruction has one addressing form only.",
     "fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly_ptx.sm80.cp_async<128>, 16>, "
     "!fly.memref<f16, shared, 8:1, align<16>>, !fly.memref<f16, shared, 8:1, align<16>>) "
     "-> ()",
     "Use the payload that copies between these memories, or `universal_copy`."},
    {407, "alignment that the pointer does not promise",
     "The pointer type promises the alignment that the instruction demands, swizzle included.",
     "The hardware faults on an unaligned address.",
     "fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly_ptx.sm80.cp_async<128>, 16>, "
     "!fly.memref<f16, global, 8:1>, !fly.memref<f16, shared, 8:1, align<16>>) -> ()",
     "State the alignment in the type of the pointer, or copy fewer bits at a time."},
    {408, "tensor memory outside of tcgen05",
     "Tensor memory is reached only by the atoms made for it.",
     "No load or store instruction addresses it.",
     "fly.ptr.load(%p) : (!fly.ptr<f32, tensor>) -> f32",
     "Copy through registers or shared memory with the atoms of that memory."},
    {410, "no such mma.sync",
     "Shape, element types and accumulator are one row of the instance table of the architecture.",
     "No instruction computes the product.", "!fly_ptx.sm80.mma<16x8x16, (f16, bf16) -> f32>",
     "Use one of the tuples that the message lists."},
    {411, "option without meaning",
     "`satfinite` needs an integer accumulator, `b1op` 1-bit elements, `evict` one of four "
     "priorities.",
     "The instruction has no such form.",
     "!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32, satfinite>", "Remove the option."},
    {412, "value width of a matrix copy",
     "The value width of the wrapper divides the run of consecutive bits of every lane.",
     "The recast from bits to values would mix elements.",
     "!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x2, trans>, 32>",
     "Use 16 (the element width); without `trans` any divisor of 32."},
    {419, "cp.async past L1", "`cache = cg` copies 128 bits.",
     "PTX has the form for 16 bytes only.", "!fly_ptx.sm80.cp_async<64, cache = cg>",
     "Use 128 bits, or `ca`."},
    {429, "offset inside a tensor column",
     "An offset into tensor memory is a whole number of 32-bit columns.",
     "Tensor memory is addressed by column, not by byte.",
     "fly.add_offset(%p, %o) : (!fly.ptr<f16, tensor>, !fly.int_tuple<1>) -> !fly.ptr<f16, "
     "tensor>",
     "Offset by a multiple of 32 bits."},
    {433, "emission failed", "Every emission that fails says why.",
     "The linked LLVM lacks the intrinsic of the payload, which a newer one has.", "none known",
     "Use the LLVM that the project is built for."},
    {434, "copy size", "A copy moves a number of bits that the instruction has.",
     "No instruction of that size exists.", "!fly_ptx.sm80.cp_async<96>",
     "Use one of the sizes that the message lists."},
};

ArrayRef<fly::RuleEntry> mlir::fly_ptx::ptxRules() { return table; }
