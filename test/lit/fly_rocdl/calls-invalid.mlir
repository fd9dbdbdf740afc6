// What a call of an atom cannot mean is refused where it is written: never a crash, never other elements than the
// view names, never an error of a later dialect.
// RUN: fly-opt %s --convert-fly-to-rocdl --split-input-file --verify-diagnostics=only-expected -o %t

!mf = !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
func.func @strided_fragment(%m: !mf, %a: !fly.memref<f16, register, 4:2>, %c: !fly.memref<f32, register, 4:1>) {
  // expected-error @+1 {{operand A: element 1 of the view 4:2 is at position 2 from its pointer, the instruction moves position 1 [FLY348]}}
  fly.mma_atom_call(%m, %c, %a, %a, %c) : (!mf, !fly.memref<f32, register, 4:1>, !fly.memref<f16, register, 4:2>, !fly.memref<f16, register, 4:2>, !fly.memref<f32, register, 4:1>) -> ()
  return
}

// -----

!mf = !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
func.func @fragment_of_unknown_size(%m: !mf, %a: !fly.memref<f16, register, ?:1>, %c: !fly.memref<f32, register, 4:1>) {
  // expected-error @+1 {{operand A needs 4 x f16 in registers, got !fly.memref<f16, register, ?:1> [FLY335]}}
  fly.mma_atom_call(%m, %c, %a, %a, %c) : (!mf, !fly.memref<f32, register, 4:1>, !fly.memref<f16, register, ?:1>, !fly.memref<f16, register, ?:1>, !fly.memref<f32, register, 4:1>) -> ()
  return
}

// -----

!mf = !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
func.func @scalable_vector(%m: !mf, %a: vector<[4]xf16>, %c: vector<4xf32>) {
  // expected-error @+1 {{operand a of type vector<[4]xf16> is neither a memory view nor a register value [FLY154]}}
  %x = fly.mma_atom_call_ssa(%m, %a, %a, %c) : (!mf, vector<[4]xf16>, vector<[4]xf16>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

!mf = !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
func.func @vector_of_vectors(%m: !mf, %a: vector<2x2xf16>, %c: vector<4xf32>) {
  // expected-error @+1 {{operand a of type vector<2x2xf16> is neither a memory view nor a register value [FLY154]}}
  %x = fly.mma_atom_call_ssa(%m, %a, %a, %c) : (!mf, vector<2x2xf16>, vector<2x2xf16>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

!bc = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
func.func @strided_buffer(%m: !bc, %s: !fly.memref<f32, #fly_rocdl.buffer_desc, 4:2>) {
  // expected-error @+1 {{element 1 of the view 4:2 is at position 2 from its pointer, the instruction moves position 1 [FLY348]}}
  %x = fly.copy_atom_call_ssa(%m, %s) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!bc, !fly.memref<f32, #fly_rocdl.buffer_desc, 4:2>) -> vector<4xf32>
  return
}

// -----

// A slice of a swizzled view keeps its offset in the layout; the pointer has not taken it.
!tr = !fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 16>
func.func @offset_in_layout(%m: !tr, %v: !fly.memref<f16, shared, S<1,2,3> o 0 o (4,64):(1,4), align<16>>) {
  %c = fly.make_coord() : () -> !fly.int_tuple<(*,9)>
  %s = fly.slice(%v, %c) : (!fly.memref<f16, shared, S<1,2,3> o 0 o (4,64):(1,4), align<16>>, !fly.int_tuple<(*,9)>) -> !fly.memref<f16, shared, S<1,2,3> o 36 o 4:1, align<16>>
  // expected-error @+1 {{element 0 of the view S<1,2,3> o 36 o 4:1 is at position 32 from its pointer, the instruction moves position 0 [FLY348]}}
  %x = fly.copy_atom_call_ssa(%m, %s) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!tr, !fly.memref<f16, shared, S<1,2,3> o 36 o 4:1, align<16>>) -> vector<4xf16>
  return
}

// -----

!bc = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
func.func @result_of_other_rank(%m: !bc, %s: !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1>) {
  // expected-error @+1 {{the destination vector<2x2xf32> is neither a memory view nor a register value [FLY153]}}
  %x = fly.copy_atom_call_ssa(%m, %s) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!bc, !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1>) -> vector<2x2xf32>
  return
}

// -----

!bc = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>
!one = !fly.memref<f32, register, 1:1>
!buf = !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>
!pred = !fly.memref<i1, #fly_rocdl.buffer_desc, 1:1>
func.func @predicate_in_buffer(%m: !bc, %s: !buf, %d: !one, %p: !pred) {
  // expected-error @+1 {{the predicate is in #fly_rocdl.buffer_desc memory, which no plain load reads [FLY153]}}
  fly.copy_atom_call(%m, %s, %d, %p) : (!bc, !buf, !one, !pred) -> ()
  return
}

// -----

!lds = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>
!buf = !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>
!sh = !fly.memref<f32, shared, 1:1>
func.func @immediate_too_large(%s: !buf, %d: !sh) {
  %m = fly.make_copy_atom {valBits = 32 : i32} : !lds
  %c = arith.constant 5000 : i32
  %1 = fly.atom.set_value(%m, "imm_offset", %c) : (!lds, i32) -> !lds
  // expected-error @+1 {{imm_offset must lie in [0, 4095], got 5000 [FLY332]}}
  fly.copy_atom_call(%1, %s, %d) : (!lds, !buf, !sh) -> ()
  return
}

// -----

// A field that is set twice has its last value; an index constant stays a constant.
!lds = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>
!buf = !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>
!sh = !fly.memref<f32, shared, 1:1>
func.func @set_twice(%s: !buf, %d: !sh, %run_time: i32) {
  %m = fly.make_copy_atom {valBits = 32 : i32} : !lds
  %c = arith.constant 16 : index
  %1 = fly.atom.set_value(%m, "imm_offset", %run_time) : (!lds, i32) -> !lds
  %2 = fly.atom.set_value(%1, "imm_offset", %c) : (!lds, index) -> !lds
  fly.copy_atom_call(%2, %s, %d) : (!lds, !buf, !sh) -> ()
  return
}

// -----

!sc = !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>>
func.func @scale_of_other_rank(%m: !sc, %v: vector<2x2xi8>) {
  // expected-error @+1 {{field "scale_a" expects i32, got vector<2x2xi8> [FLY156]}}
  %1 = fly.atom.set_value(%m, "scale_a", %v) : (!sc, vector<2x2xi8>) -> !sc
  return
}

// -----

!tdm = !fly.copy_atom<!fly_rocdl.gfx1250.tdm<rank = 2, warps = 1, pad = 0, 0, cache = 0, barrier = false, timeout = false>, 0>
!g = !fly.memref<f16, global, (65535,65535):(65535,1)>
!s = !fly.memref<f16, shared, (65535,65535):(65535,1)>
func.func @tile_too_large(%m: !tdm, %g: !g, %s: !s) {
  // expected-error @+1 {{does not fit the 327680 bytes of shared memory [FLY336]}}
  fly.copy_atom_call(%m, %g, %s) : (!tdm, !g, !s) -> ()
  return
}

// -----

// One instruction moves what lies together: parts behind a swizzle of a smaller grain lie elsewhere.
!bc = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
!buf = !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1, S<2,3,3>>
!reg = !fly.memref<f32, register, 4:1>
func.func @grain(%m: !bc, %s: !buf, %d: !reg) {
  // expected-warning @+2 {{one call moves 16 bytes through the swizzle S<2,3,3>, which keeps only 8 bytes together [FLY174]}}
  // expected-note @+1 {{use a copy of at most 8 bytes, or a swizzle with a larger base}}
  fly.copy_atom_call(%m, %s, %d) : (!bc, !buf, !reg) -> ()
  return
}

// -----

// An atom that a loop carries is known at run time only, whatever constants it was made of.
!lds = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>
!buf = !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>
!sh = !fly.memref<f32, shared, 1:1>
func.func @carried(%s: !buf, %d: !sh, %n: index) {
  %m = fly.make_copy_atom {valBits = 32 : i32} : !lds
  %c16 = arith.constant 16 : i32
  %c32 = arith.constant 32 : i32
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %first = fly.atom.set_value(%m, "imm_offset", %c16) : (!lds, i32) -> !lds
  %last = scf.for %i = %0 to %n step %1 iter_args(%atom = %first) -> (!lds) {
    // expected-error @+1 {{imm_offset must be a compile-time constant [FLY332]}}
    fly.copy_atom_call(%atom, %s, %d) : (!lds, !buf, !sh) -> ()
    %next = fly.atom.set_value(%m, "imm_offset", %c32) : (!lds, i32) -> !lds
    scf.yield %next : !lds
  }
  return
}

// -----

// A whole copy is as wrong as each of its calls.
func.func @whole_copy(%a: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, %s: !fly.memref<f32, global, (4,2):(1,4)>, %d: !fly.memref<f32, register, (4,2):(1,4)>) {
  // expected-error@+1 {{copies between a buffer and registers; operands are global memory and registers [FLY333]}}
  fly.copy(%a, %s, %d) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.memref<f32, global, (4,2):(1,4)>, !fly.memref<f32, register, (4,2):(1,4)>) -> ()
  return
}

// -----

func.func @strided_copy(%a: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, %s: !fly.memref<f32, #fly_rocdl.buffer_desc, (4,2):(2,1)>, %d: !fly.memref<f32, register, (4,2):(1,4)>) {
  // expected-error@+1 {{element 1 of the view 4:2 is at position 2 from its pointer, the instruction moves position 1 [FLY348]}}
  fly.copy(%a, %s, %d) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.memref<f32, #fly_rocdl.buffer_desc, (4,2):(2,1)>, !fly.memref<f32, register, (4,2):(1,4)>) -> ()
  return
}

// -----

!mma = !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
!c = !fly.memref<f32, register, (4,1,1):(1,0,0)>
!ab = !fly.memref<f16, register, (4,1):(1,0)>
func.func @whole_product(%m: !mma, %c: !c, %a: !fly.memref<f16, shared, (4,1):(1,0)>, %b: !ab) {
  // expected-error@+1 {{operand A needs 4 x f16 in registers, got !fly.memref<f16, shared, 4:1> [FLY335]}}
  fly.gemm(%m, %c, %a, %b, %c) : (!mma, !c, !fly.memref<f16, shared, (4,1):(1,0)>, !ab, !c) -> ()
  return
}

// -----

func.func @buffer_of_nothing() {
  // expected-error@+1 {{a pointer behind a buffer descriptor is made of a base pointer in memory, a stride (i16), a number of records (i64) and flags (i32), got () [FLY152]}}
  %p = fly.make_ptr() : () -> !fly.ptr<f32, #fly_rocdl.buffer_desc>
  return
}

// -----

func.func @alignment_out_of_nothing(%p: !fly.ptr<f32, global>, %s: i16, %n: i64, %f: i32) {
  // expected-warning@+1 {{claims an alignment of 16 bytes, the pointer that it is made of promises 4 [FLY150]}}
  %q = fly.make_ptr(%p, %s, %n, %f) : (!fly.ptr<f32, global>, i16, i64, i32) -> !fly.ptr<f32, #fly_rocdl.buffer_desc, align<16>>
  return
}
