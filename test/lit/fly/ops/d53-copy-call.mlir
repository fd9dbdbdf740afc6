// D-53: copy call.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: !fly.memref<i8, global, 8:1>, %x2: !fly.memref<f64, global, 1:1>, %x3: !fly.memref<f32, global, 1:1>) {
  // expected-error @below {{'fly.copy_atom_call' op the predicate !fly.memref<f32, global, 1:1> is not one i1 [FLY153]}}
  fly.copy_atom_call(%x0, %x1, %x2, %x3) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<i8, global, 8:1>, !fly.memref<f64, global, 1:1>, !fly.memref<f32, global, 1:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: !fly.memref<i8, global, 8:1>, %x2: !fly.memref<f64, global, 1:1>) {
  // expected-error @below {{'fly.copy_atom_call' op the source has elements of type i8, the destination of type f64 [FLY153]}}
  fly.copy_atom_call(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<i8, global, 8:1>, !fly.memref<f64, global, 1:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: !fly.memref<f16, global, 8:1>, %x2: !fly.memref<f16, register, 4:1>) {
  // expected-error @below {{'fly.copy_atom_call' op the source of one call holds 8 elements, but the atom moves 4 values of 16 bits [FLY153]}}
  fly.copy_atom_call(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 8:1>, !fly.memref<f16, register, 4:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: !fly.memref<f16, global, 4:1>, %x2: !fly.memref<f16, register, 4:1>, %x3: !fly.memref<i1, register, 2:1>) {
  // expected-error @below {{'fly.copy_atom_call' op the predicate !fly.memref<i1, register, 2:1> is not one i1 [FLY153]}}
  fly.copy_atom_call(%x0, %x1, %x2, %x3) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>, !fly.memref<f16, register, 4:1>, !fly.memref<i1, register, 2:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: !fly.memref<f16, global, 4:1>) {
  // expected-error @below {{'fly.copy_atom_call_ssa' op the source has elements of type f16, the destination of type f32 [FLY153]}}
  %r = fly.copy_atom_call_ssa(%x0, %x1) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>) -> f32
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: !fly.memref<f16, global, 4:1>) {
  // expected-error @below {{'fly.copy_atom_call_ssa' op the destination of one call holds 2 elements, but the atom moves 4 values of 16 bits [FLY153]}}
  %r = fly.copy_atom_call_ssa(%x0, %x1) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>) -> vector<2xf16>
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: !fly.memref<f16, global, 4:1>) {
  // expected-error @below {{'fly.copy_atom_call_ssa' op neither a destination in memory nor a result [FLY153]}}
  fly.copy_atom_call_ssa(%x0, %x1) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: vector<4xf16>, %x2: !fly.memref<f16, global, 4:1>) {
  // expected-error @below {{'fly.copy_atom_call_ssa' op both a destination in memory and a result [FLY153]}}
  %r = fly.copy_atom_call_ssa(%x0, %x1, %x2) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (!fly.copy_atom<!fly.universal_copy<64>, 16>, vector<4xf16>, !fly.memref<f16, global, 4:1>) -> vector<4xf16>
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: !fly.memref<f16, global, 4:1>, %x2: vector<4xf16>) {
  // expected-error @below {{'fly.copy_atom_call_ssa' op the destination vector<4xf16> is a register value, which must be the result [FLY153]}}
  fly.copy_atom_call_ssa(%x0, %x1, %x2) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>, vector<4xf16>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: !fly.memref<f16, global, 4:1>, %x2: i1) {
  // expected-error @below {{'fly.copy_atom_call_ssa' op a predicated result without the old value that it keeps when the predicate is false [FLY153]}}
  %r = fly.copy_atom_call_ssa(%x0, %x1, %x2) {operandSegmentSizes = array<i32: 1, 1, 0, 1>} : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>, i1) -> vector<4xf16>
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: !fly.memref<f16, global, 4:1>, %x2: vector<4xf16>, %x3: i1) {
  %r = fly.copy_atom_call_ssa(%x0, %x1, %x2, %x3) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>, vector<4xf16>, i1) -> vector<4xf16>
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: !fly.memref<f16, global, 4:1>) {
  // expected-error @below {{'fly.copy_atom_call_ssa' op 2 results, but one call has one destination [FLY153]}}
  %r:2 = fly.copy_atom_call_ssa(%x0, %x1) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>) -> (vector<4xf16>, vector<4xf16>)
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<48>, 24>, %x1: !fly.memref<i8, global, 6:1>, %x2: !fly.memref<i8, register, 6:1>) {
  fly.copy_atom_call(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<48>, 24>, !fly.memref<i8, global, 6:1>, !fly.memref<i8, register, 6:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<48>, 24>, %x1: !fly.memref<i16, global, 3:1>, %x2: !fly.memref<i16, register, 3:1>) {
  // expected-error @below {{'fly.copy_atom_call' op elements of 16 bits and atom values of 24 bits: neither width divides the other [FLY153]}}
  fly.copy_atom_call(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<48>, 24>, !fly.memref<i16, global, 3:1>, !fly.memref<i16, register, 3:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<128>, 32>, %x1: !fly.memref<f32, global, 4:2, align<16>>, %x2: !fly.memref<f32, register, 4:1>) {
  // expected-error @below {{'fly.copy_atom_call' op the source: element 1 of the view 4:2 is at position 2 from its pointer, the instruction moves position 1 [FLY153]}}
  fly.copy_atom_call(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:2, align<16>>, !fly.memref<f32, register, 4:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<128>, 32>, %x1: !fly.memref<f32, shared, S<1,1,2> o 8 o 4:1, align<16>>, %x2: !fly.memref<f32, register, 4:1>) {
  // expected-error @below {{'fly.copy_atom_call' op the source: element 0 of the view S<1,1,2> o 8 o 4:1 is at position 10 from its pointer, the instruction moves position 0 [FLY153]}}
  fly.copy_atom_call(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, shared, S<1,1,2> o 8 o 4:1, align<16>>, !fly.memref<f32, register, 4:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<128>, 32>, %x1: !fly.memref<f32, register, 4:1>, %x2: !fly.memref<f32, register, (2,2):(2,1)>) {
  // expected-warning @below {{'fly.copy_atom_call' op the destination: element 1 of the view (2,2):(2,1) is at position 2 from its pointer, the instruction moves position 1 [FLY153]}}
  fly.copy_atom_call(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, register, 4:1>, !fly.memref<f32, register, (2,2):(2,1)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<128>, 32>, %x1: !fly.memref<f32, global, 4:1, align<16>>, %x2: !fly.memref<f32, register, 4:1>, %x3: !fly.memref<i1, #fly_rocdl.buffer_desc, 1:1>) {
  // expected-error @below {{'fly.copy_atom_call' op the predicate is in #fly_rocdl.buffer_desc memory, which no plain load reads [FLY153]}}
  fly.copy_atom_call(%x0, %x1, %x2, %x3) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>, !fly.memref<f32, register, 4:1>, !fly.memref<i1, #fly_rocdl.buffer_desc, 1:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<128>, 32>, %x1: !fly.memref<f32, global, 4:1, align<16>>) {
  // expected-error @below {{'fly.copy_atom_call_ssa' op the destination vector<2x2xf32> is neither a memory view nor a register value [FLY153]}}
  %r = fly.copy_atom_call_ssa(%x0, %x1) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>) -> vector<2x2xf32>
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<128>, 32>, %x1: !fly.memref<f32, global, 4:1, align<16>>) {
  // expected-error @below {{'fly.copy_atom_call_ssa' op the destination vector<[4]xf32> is neither a memory view nor a register value [FLY153]}}
  %r = fly.copy_atom_call_ssa(%x0, %x1) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>) -> vector<[4]xf32>
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<128>, 32>, %x1: !fly.memref<f32, global, (4,2):(2,8), align<16>>, %x2: !fly.memref<f32, register, (4,2):(1,4)>) {
  // expected-error @below {{'fly.copy' op the source: element 1 of the view 4:2 is at position 2 from its pointer, the instruction moves position 1 [FLY153]}}
  fly.copy(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, (4,2):(2,8), align<16>>, !fly.memref<f32, register, (4,2):(1,4)>) -> ()
  return
}

// -----

// Plain loads and stores reach nothing behind a descriptor, wherever the call is made.
func.func @f(%a: !fly.copy_atom<!fly.universal_copy<128>, 32>, %s: !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1, align<16>>, %r: !fly.memref<f32, register, 4:1>) {
  // expected-error @below {{'fly.copy' op the source is in #fly_rocdl.buffer_desc memory, which a universal atom does not reach [FLY153]}}
  // expected-note @below {{use the copy atom of the target for this address space}}
  fly.copy(%a, %s, %r) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1, align<16>>, !fly.memref<f32, register, 4:1>) -> ()
  return
}

// -----

func.func @f(%a: !fly.copy_atom<!fly.universal_copy<128>, 32>, %s: !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1, align<16>>, %r: !fly.memref<f32, register, 4:1>) {
  // expected-error @below {{'fly.copy_atom_call' op the destination is in #fly_rocdl.buffer_desc memory, which a universal atom does not reach [FLY153]}}
  // expected-note @below {{use the copy atom of the target for this address space}}
  fly.copy_atom_call(%a, %r, %s) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, register, 4:1>, !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1, align<16>>) -> ()
  return
}

// -----

func.func @f(%a: !fly.copy_atom<!fly.universal_atomic<add, f32>, 32>, %r: !fly.memref<f32, register, 1:1>, %d: !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>) {
  // expected-error @below {{'fly.copy' op the destination is in #fly_rocdl.buffer_desc memory, which a universal atom does not reach [FLY153]}}
  // expected-note @below {{use the copy atom of the target for this address space}}
  fly.copy(%a, %r, %d) : (!fly.copy_atom<!fly.universal_atomic<add, f32>, 32>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>) -> ()
  return
}
