// D-54: mma call.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: !fly.memref<f32, register, 1:1>, %x2: !fly.memref<f16, register, 1:1>, %x3: !fly.memref<f32, register, 1:1>, %x4: !fly.memref<f32, register, 1:1>) {
  // expected-error @below {{'fly.mma_atom_call' op operand a has elements of type f16, but the atom multiplies f32 [FLY154]}}
  fly.mma_atom_call(%x0, %x1, %x2, %x3, %x4) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, 1:1>, !fly.memref<f16, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: !fly.memref<f32, register, 1:1>, %x2: !fly.memref<f32, register, 1:1>, %x3: !fly.memref<f32, register, 1:1>, %x4: !fly.memref<f16, register, 1:1>) {
  // expected-error @below {{'fly.mma_atom_call' op operand c has elements of type f16, but the atom multiplies f32 [FLY154]}}
  fly.mma_atom_call(%x0, %x1, %x2, %x3, %x4) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f16, register, 1:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: f32, %x2: f16, %x3: f32) {
  // expected-error @below {{'fly.mma_atom_call_ssa' op operand b has elements of type f16, but the atom multiplies f32 [FLY154]}}
  %r = fly.mma_atom_call_ssa(%x0, %x1, %x2, %x3) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, f32, f16, f32) -> f32
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: f32, %x2: f32, %x3: f32) {
  // expected-error @below {{'fly.mma_atom_call_ssa' op neither d in memory nor a result [FLY154]}}
  fly.mma_atom_call_ssa(%x0, %x1, %x2, %x3) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, f32, f32, f32) -> ()
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: !fly.memref<f32, register, 1:1>, %x2: f32, %x3: f32, %x4: f32) {
  // expected-error @below {{'fly.mma_atom_call_ssa' op both d in memory and a result [FLY154]}}
  %r = fly.mma_atom_call_ssa(%x0, %x1, %x2, %x3, %x4) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, 1:1>, f32, f32, f32) -> f32
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: f32, %x2: f32, %x3: f32, %x4: f32) {
  // expected-error @below {{'fly.mma_atom_call_ssa' op operand d of type f32 is a register value, which must be the result [FLY154]}}
  fly.mma_atom_call_ssa(%x0, %x1, %x2, %x3, %x4) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, f32, f32, f32, f32) -> ()
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: f32, %x2: f32, %x3: f32) {
  // expected-error @below {{'fly.mma_atom_call_ssa' op 2 results, but one call has one d [FLY154]}}
  %r:2 = fly.mma_atom_call_ssa(%x0, %x1, %x2, %x3) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, f32, f32, f32) -> (f32, f32)
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, %x1: vector<2xf16>, %x2: vector<4xf16>, %x3: vector<4xf32>) {
  // expected-error @below {{'fly.mma_atom_call_ssa' op operand a needs 4 x f16, but has 2 [FLY154]}}
  %r = fly.mma_atom_call_ssa(%x0, %x1, %x2, %x3) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, vector<2xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, %x1: vector<4xf16>, %x2: vector<4xf16>, %x3: vector<4xf32>) {
  %r = fly.mma_atom_call_ssa(%x0, %x1, %x2, %x3) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: !fly.memref<f32, register, 1:1>, %x2: !fly.memref<f32, shared, S<1,1,2> o 8 o 1:1>, %x3: !fly.memref<f32, register, 1:1>, %x4: !fly.memref<f32, register, 1:1>) {
  // expected-error @below {{'fly.mma_atom_call' op operand a: element 0 of the view S<1,1,2> o 8 o 1:1 is at position 10 from its pointer, the instruction moves position 0 [FLY154]}}
  fly.mma_atom_call(%x0, %x1, %x2, %x3, %x4) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, shared, S<1,1,2> o 8 o 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: f32, %x2: vector<1x1xf32>, %x3: f32) {
  // expected-error @below {{'fly.mma_atom_call_ssa' op operand b of type vector<1x1xf32> is neither a memory view nor a register value [FLY154]}}
  %r = fly.mma_atom_call_ssa(%x0, %x1, %x2, %x3) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, f32, vector<1x1xf32>, f32) -> f32
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: f32, %x2: !fly.int_tuple<4>, %x3: f32) {
  // expected-error @below {{'fly.mma_atom_call_ssa' op operand b of type !fly.int_tuple<4> is neither a memory view nor a register value [FLY154]}}
  %r = fly.mma_atom_call_ssa(%x0, %x1, %x2, %x3) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, f32, !fly.int_tuple<4>, f32) -> f32
  return
}
