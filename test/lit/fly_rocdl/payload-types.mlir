// Types and the buffer resource in text; each refusal names the parameter and what is legal.
// RUN: fly-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func private @types
// CHECK-SAME: !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>
// CHECK-SAME: !fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (i8, i8) -> i32, signA = true, signB = false, clamp = false>>
// CHECK-SAME: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>
// CHECK-SAME: !fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<add, f32>, 32>
// CHECK-SAME: !fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 16>
// CHECK-SAME: !fly.copy_atom<!fly_rocdl.gfx1250.tdm<rank = 2, warps = 4, pad = 64, 8, cache = 0, barrier = false, timeout = true>, 0>
func.func private @types(!fly.mma_atom<!fly_rocdl.cdna3.mfma<16 x16x4, (f32, f32) -> f32>>, !fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (i8, i8) -> i32, signA = 1, signB = 0, clamp = 0>>, !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32, cache = 0>, 32>, !fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic< add, f32>, 32>, !fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 16>, !fly.copy_atom<!fly_rocdl.gfx1250.tdm<rank = 2, warps = 4, pad = 64, 8, cache = 0, barrier = false, timeout = 1>, 0>)

// CHECK-LABEL: func.func @resource
func.func @resource(%p: !fly.ptr<f32, #fly_rocdl.buffer_desc>) -> !llvm.ptr<8> {
  // CHECK: fly_rocdl.get_buffer_rsrc(%{{.*}}) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>) -> !llvm.ptr<8>
  %r = fly_rocdl.get_buffer_rsrc(%p) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>) -> !llvm.ptr<8>
  return %r : !llvm.ptr<8>
}

// -----

// expected-error @+1 {{no MFMA instruction computes 16x16x8 with A=f16, B=f16, accumulator f32; nearest: 16x16x16 (f16, f16) -> f32}}
func.func private @no_such_shape(!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x8, (f16, f16) -> f32>>)

// -----

// expected-error @+2 {{4x4x4 on f16 is a 16-block MFMA; a single-tile layout cannot describe it [FLY302]}}
// expected-note @+1 {{use 16x16x16 (f16, f16) -> f32}}
func.func private @multi_block(!fly.mma_atom<!fly_rocdl.cdna3.mfma<4x4x4, (f16, f16) -> f32>>)

// -----

// expected-error @+1 {{buffer copy of 48 bits is not a machine transfer size; use 8, 16, 32, 64, 96, 128 [FLY309]}}
func.func private @no_transfer(!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<48>, 16>)

// -----

// expected-error @+1 {{expected 'b'}}
func.func private @unit(!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16, 64>, 16>)

// -----

func.func @wrong_space(%p: !fly.ptr<f32, global>) -> !llvm.ptr<8> {
  // expected-error @+2 {{operand must point into #fly_rocdl.buffer_desc, got !fly.ptr<f32, global> [FLY333]}}
  // expected-error @+1 {{failed to infer returned types}}
  %r = fly_rocdl.get_buffer_rsrc(%p) : (!fly.ptr<f32, global>) -> !llvm.ptr<8>
  return %r : !llvm.ptr<8>
}

// -----

func.func @no_pointer(%p: i32) -> !llvm.ptr<8> {
  // expected-error @+2 {{operand must be a fly pointer, got i32 [FLY333]}}
  // expected-error @+1 {{failed to infer returned types}}
  %r = fly_rocdl.get_buffer_rsrc(%p) : (i32) -> !llvm.ptr<8>
  return %r : !llvm.ptr<8>
}
