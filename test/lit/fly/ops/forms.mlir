// Custom forms: what is accepted beside the canonical text, and what a wrong piece is called.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected | FileCheck %s

// CHECK-LABEL: func.func @blanks
func.func @blanks(%t: !fly.int_tuple< ( 2 , 3 ) >, %e: !fly.int_tuple<1>, %m: !fly.memref<f32,  global, (4,8) : (1,4),  align<16>>) {
  // CHECK: fly.append<4> (%{{.*}}, %{{.*}}) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<1>) -> !fly.int_tuple<(2,3,1,1)>
  %a = fly.append < 4 >(%t, %e) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<1>) -> !fly.int_tuple<(2,3,1,1)>
  // CHECK: fly.prepend (%{{.*}}, %{{.*}}) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<1>) -> !fly.int_tuple<(1,2,3)>
  %b = fly.prepend(%t, %e) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<1>) -> !fly.int_tuple<(1,2,3)>
  // CHECK: fly.make_fragment_like(%{{.*}}, f16) : (!fly.memref<f32, global, (4,8):(1,4), align<16>>) -> !fly.memref<f16, register, (4,8):(1,4)>
  %c = fly.make_fragment_like(%m,f16) : (!fly.memref<f32, global, (4,8):(1,4), align<16>>) -> !fly.memref<f16, register, (4,8):(1,4)>
  // CHECK: fly.extract_aligned_pointer_as_index %{{.*}} : <f32, global, (4,8):(1,4), align<16>> -> !llvm.ptr<1>
  %d = fly.extract_aligned_pointer_as_index %m : !fly.memref<f32, global, (4,8):(1,4), align<16>> -> !llvm.ptr<1>
  // CHECK: fly.static {elems = [1, 2]} : !fly.int_tuple<(1,2)>
  %f = fly.static {elems = [1, 2]} : !fly.int_tuple<(1,2)>
  // CHECK: fly.get_leaves(%{{.*}}) : (!fly.int_tuple<(2,3)>) -> (i32, i32)
  %g:2 = fly.get_leaves(%t) {dynamicOnly = false} : (!fly.int_tuple<(2,3)>) -> (i32, i32)
  return
}

// -----

// CHECK-LABEL: func.func @tiled
func.func @tiled(%mma: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,4,1):(1,4,0)>>, %t: !fly.memref<f32, global, (16,8):(1,16)>, %i: !fly.int_tuple<?>) {
  // CHECK: fly.tiled_mma.partition(a, %{{.*}}, %{{.*}}, %{{.*}}) : (!fly.tiled_mma
  %p = fly.tiled_mma.partition( "a", %mma, %t, %i) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (16,8):(1,16)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, (1,4,8):(0,4,16)>
  // CHECK: fly.mma.make_fragment(b, %{{.*}}, %{{.*}}, stages = 3) {tag} : (!fly.tiled_mma
  %f = fly.mma.make_fragment( b, %mma, %t, stages = 3) {tag} : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (16,8):(1,16)>) -> !fly.memref<f32, register, (1,4,8,3):(0,1,4,32)>
  return
}

// -----

// CHECK-LABEL: func.func @traversal
func.func @traversal(%m: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %d: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %a: !fly.memref<f32, register, (1,2):(0,1)>, %b: !fly.memref<f32, register, (1,3):(0,1)>, %l: !fly.layout<6:1>) {
  // CHECK: fly.gemm(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) [traversalLayout = %{{.*}}] : (
  fly.gemm(%m, %d, %a, %b, %d)[traversalLayout=%l] : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,2):(0,1)>, !fly.memref<f32, register, (1,3):(0,1)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.layout<6:1>) -> ()
  return
}

// -----

func.func @f(%t: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.get' op requires attribute 'mode'}}
  %r = fly.get(%t) : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%mma: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,4,1):(1,4,0)>>, %t: !fly.memref<f32, global, (16,8):(1,16)>) {
  // expected-error @below {{expected the operand of a matrix product to be one of: a, b, c, d, got 'x'}}
  %r = fly.mma.make_fragment(x, %mma, %t) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (16,8):(1,16)>) -> !fly.memref<f32, register, (1,4,8):(0,1,4)>
  return
}

// -----

func.func @f(%m: !fly.memref<f32, global, 4:1>) {
  // expected-error @below {{'fly.mma.make_fragment' op requires attribute 'operand_id'}}
  %r = "fly.mma.make_fragment"(%m, %m) : (!fly.memref<f32, global, 4:1>, !fly.memref<f32, global, 4:1>) -> !fly.memref<f32, register, 4:1>
  return
}
