// fly.gemm unrolled (passes.md 4.5). The order of the visits is read off the operands: piece i of an
// operand is its pointer advanced by i, with d at m + 2n, a at m + 2k, b at n + 2k.
// RUN: fly-opt %s --fly-canonicalize --fly-layout-lowering --split-input-file > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/../Inputs/visits.py < %t.mlir | FileCheck %s --check-prefix=VISIT

// Rank 1 everywhere: one call on the operands themselves.
// CHECK-LABEL: func.func @one
// CHECK: fly.mma_atom_call(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NOT: fly.mma_atom_call
// CHECK: return
func.func @one(%d: !fly.ptr<f32, register>) {
  %m = fly.make_mma_atom : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
  %l = fly.static : !fly.layout<1:1>
  %v = fly.make_view(%d, %l) : (!fly.ptr<f32, register>, !fly.layout<1:1>) -> !fly.memref<f32, register, 1:1>
  fly.gemm(%m, %v, %v, %v, %v) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
  return
}

// -----

// The default is n innermost, then m, k outermost. c is read on the first visit of (m,n), d later.
// VISIT: default: d0=a0*b0+c0 d2=a0*b1+c2 d1=a1*b0+c1 d3=a1*b1+c3 d0=a2*b2+d0 d2=a2*b3+d2 d1=a3*b2+d1 d3=a3*b3+d3
func.func @default(%d: !fly.ptr<f32, register>, %a: !fly.ptr<f32, register>, %b: !fly.ptr<f32, register>, %c: !fly.ptr<f32, register>) {
  %m = fly.make_mma_atom : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
  %l = fly.static : !fly.layout<(1,2,2):(0,1,2)>
  %vd = fly.make_view(%d, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %va = fly.make_view(%a, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %vb = fly.make_view(%b, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %vc = fly.make_view(%c, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  fly.gemm(%m, %vd, %va, %vb, %vc) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>) -> ()
  return
}

// -----

// A name lists the loops from the innermost to the outermost.
// VISIT: kmn: d0=a0*b0+c0 d0=a2*b2+d0 d1=a1*b0+c1 d1=a3*b2+d1 d2=a0*b1+c2 d2=a2*b3+d2 d3=a1*b1+c3 d3=a3*b3+d3
func.func @kmn(%d: !fly.ptr<f32, register>, %a: !fly.ptr<f32, register>, %b: !fly.ptr<f32, register>, %c: !fly.ptr<f32, register>) {
  %m = fly.make_mma_atom : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
  %l = fly.static : !fly.layout<(1,2,2):(0,1,2)>
  %vd = fly.make_view(%d, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %va = fly.make_view(%a, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %vb = fly.make_view(%b, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %vc = fly.make_view(%c, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  fly.gemm(%m, %vd, %va, %vb, %vc) {traversalOrder = #fly<gemm_traversal_order kmn>} : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>) -> ()
  return
}

// -----

// Serpentine: the middle loop turns on odd outer steps, the inner loop on odd outer * extent + middle.
// VISIT: serpentine: d0=a0*b0+c0 d1=a1*b0+c1 d3=a1*b1+c3 d2=a0*b1+c2 d2=a2*b3+d2 d3=a3*b3+d3 d1=a3*b2+d1 d0=a2*b2+d0
func.func @serpentine(%d: !fly.ptr<f32, register>, %a: !fly.ptr<f32, register>, %b: !fly.ptr<f32, register>, %c: !fly.ptr<f32, register>) {
  %m = fly.make_mma_atom : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
  %l = fly.static : !fly.layout<(1,2,2):(0,1,2)>
  %vd = fly.make_view(%d, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %va = fly.make_view(%a, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %vb = fly.make_view(%b, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %vc = fly.make_view(%c, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  fly.gemm(%m, %vd, %va, %vb, %vc) {traversalOrder = #fly<gemm_traversal_order mnk_serpentine>} : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>) -> ()
  return
}

// -----

// Without K: n innermost unless the name has m before n; serpentine turns the inner loop.
// VISIT: flat: d0=a0*b0+c0 d2=a0*b1+c2 d1=a1*b0+c1 d3=a1*b1+c3
// VISIT: flat_m: d0=a0*b0+c0 d1=a1*b0+c1 d3=a1*b1+c3 d2=a0*b1+c2
func.func @flat(%d: !fly.ptr<f32, register>, %a: !fly.ptr<f32, register>, %b: !fly.ptr<f32, register>, %c: !fly.ptr<f32, register>) {
  %m = fly.make_mma_atom : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
  %l = fly.static : !fly.layout<(1,2,2):(0,1,2)>
  %f = fly.static : !fly.layout<(1,2):(0,1)>
  %vd = fly.make_view(%d, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %va = fly.make_view(%a, %f) : (!fly.ptr<f32, register>, !fly.layout<(1,2):(0,1)>) -> !fly.memref<f32, register, (1,2):(0,1)>
  %vb = fly.make_view(%b, %f) : (!fly.ptr<f32, register>, !fly.layout<(1,2):(0,1)>) -> !fly.memref<f32, register, (1,2):(0,1)>
  %vc = fly.make_view(%c, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  fly.gemm(%m, %vd, %va, %vb, %vc) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2):(0,1)>, !fly.memref<f32, register, (1,2):(0,1)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>) -> ()
  return
}

// -----

func.func @flat_m(%d: !fly.ptr<f32, register>, %a: !fly.ptr<f32, register>, %b: !fly.ptr<f32, register>, %c: !fly.ptr<f32, register>) {
  %m = fly.make_mma_atom : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
  %l = fly.static : !fly.layout<(1,2,2):(0,1,2)>
  %f = fly.static : !fly.layout<(1,2):(0,1)>
  %vd = fly.make_view(%d, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %va = fly.make_view(%a, %f) : (!fly.ptr<f32, register>, !fly.layout<(1,2):(0,1)>) -> !fly.memref<f32, register, (1,2):(0,1)>
  %vb = fly.make_view(%b, %f) : (!fly.ptr<f32, register>, !fly.layout<(1,2):(0,1)>) -> !fly.memref<f32, register, (1,2):(0,1)>
  %vc = fly.make_view(%c, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  fly.gemm(%m, %vd, %va, %vb, %vc) {traversalOrder = #fly<gemm_traversal_order kmn_serpentine>} : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2):(0,1)>, !fly.memref<f32, register, (1,2):(0,1)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>) -> ()
  return
}

// -----

// A traversal layout: step i visits the column-major coordinate of T(i) in (M,N,K). The atom of a tiled
// MMA is used; d = c is read in place.
// VISIT: layout: d0=a0*b0+d0 d0=a2*b2+d0 d2=a0*b1+d2 d2=a2*b3+d2 d1=a1*b0+d1 d1=a3*b2+d1 d3=a1*b1+d3 d3=a3*b3+d3
func.func @layout(%d: !fly.ptr<f32, register>, %a: !fly.ptr<f32, register>, %b: !fly.ptr<f32, register>, %c: !fly.ptr<f32, register>) {
  %m = fly.make_mma_atom : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
  %w = fly.static : !fly.layout<(16,16,1):(1,16,0)>
  %tm = fly.make_tiled_mma(%m, %w) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>>
  %t = fly.static : !fly.layout<(2,2,2):(4,2,1)>
  %l = fly.static : !fly.layout<(1,2,2):(0,1,2)>
  %vd = fly.make_view(%d, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %va = fly.make_view(%a, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  %vb = fly.make_view(%b, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2,2):(0,1,2)>) -> !fly.memref<f32, register, (1,2,2):(0,1,2)>
  fly.gemm(%tm, %vd, %va, %vb, %vd) [traversalLayout = %t] : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.memref<f32, register, (1,2,2):(0,1,2)>, !fly.layout<(2,2,2):(4,2,1)>) -> ()
  return
}
