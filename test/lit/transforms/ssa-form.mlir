// Atom calls on register memory become value-based (passes.md 6).
// RUN: fly-opt %s --fly-convert-atom-call-to-ssa-form --split-input-file | FileCheck %s
// RUN: fly-opt %s --fly-convert-atom-call-to-ssa-form --split-input-file > %t.once
// RUN: fly-opt %s --fly-convert-atom-call-to-ssa-form --fly-convert-atom-call-to-ssa-form --split-input-file | diff - %t.once

// CHECK-LABEL: func.func @load
// CHECK-SAME: (%[[G:.*]]: !fly.ptr<f16, global>, %[[R:.*]]: !fly.ptr<f16, register>)
func.func @load(%g: !fly.ptr<f16, global>, %r: !fly.ptr<f16, register>) {
  // CHECK: %[[S:.*]] = fly.make_view(%[[G]]
  // CHECK: %[[V:.*]] = fly.copy_atom_call_ssa(%{{.*}}, %[[S]]) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>) -> vector<4xf16>
  // CHECK-NEXT: fly.ptr.store(%[[V]], %[[R]]) : (vector<4xf16>, !fly.ptr<f16, register>) -> ()
  %a = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 16>
  %l = fly.static : !fly.layout<4:1>
  %s = fly.make_view(%g, %l) : (!fly.ptr<f16, global>, !fly.layout<4:1>) -> !fly.memref<f16, global, 4:1>
  %d = fly.make_view(%r, %l) : (!fly.ptr<f16, register>, !fly.layout<4:1>) -> !fly.memref<f16, register, 4:1>
  fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>, !fly.memref<f16, register, 4:1>) -> ()
  return
}

// -----

// A register source, a destination in memory: no result. A layout that coalesces to stride 1 counts.
// CHECK-LABEL: func.func @store
func.func @store(%g: !fly.ptr<f16, global>, %r: !fly.ptr<f16, register>) {
  // CHECK: %[[V:.*]] = fly.ptr.load(%{{.*}}) : (!fly.ptr<f16, register>) -> vector<4xf16>
  // CHECK-NEXT: fly.copy_atom_call_ssa(%{{.*}}, %[[V]], %{{.*}}) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : ({{.*}}, vector<4xf16>, !fly.memref<f16, global, 4:1>) -> ()
  %a = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 16>
  %l = fly.static : !fly.layout<4:1>
  %m = fly.static : !fly.layout<(2,1,2):(1,7,2)>
  %s = fly.make_view(%r, %m) : (!fly.ptr<f16, register>, !fly.layout<(2,1,2):(1,7,2)>) -> !fly.memref<f16, register, (2,1,2):(1,7,2)>
  %d = fly.make_view(%g, %l) : (!fly.ptr<f16, global>, !fly.layout<4:1>) -> !fly.memref<f16, global, 4:1>
  fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, register, (2,1,2):(1,7,2)>, !fly.memref<f16, global, 4:1>) -> ()
  return
}

// -----

// A predicated load keeps the old content where the predicate is false.
// CHECK-LABEL: func.func @predicated
func.func @predicated(%g: !fly.ptr<f32, global>, %r: !fly.ptr<f32, register>, %p: !fly.ptr<i1, register>) {
  // CHECK: %[[P:.*]] = fly.ptr.load(%{{.*}}) : (!fly.ptr<i1, register>) -> i1
  // CHECK: %[[O:.*]] = fly.ptr.load(%{{.*}}) : (!fly.ptr<f32, register>) -> f32
  // CHECK: %[[V:.*]] = fly.copy_atom_call_ssa(%{{.*}}, %{{.*}}, %[[O]], %[[P]]) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : ({{.*}}, !fly.memref<f32, global, 1:0>, f32, i1) -> f32
  // CHECK: fly.ptr.store(%[[V]]
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>
  %l = fly.static : !fly.layout<1:0>
  %s = fly.make_view(%g, %l) : (!fly.ptr<f32, global>, !fly.layout<1:0>) -> !fly.memref<f32, global, 1:0>
  %d = fly.make_view(%r, %l) : (!fly.ptr<f32, register>, !fly.layout<1:0>) -> !fly.memref<f32, register, 1:0>
  %m = fly.make_view(%p, %l) : (!fly.ptr<i1, register>, !fly.layout<1:0>) -> !fly.memref<i1, register, 1:0>
  fly.copy_atom_call(%a, %s, %d, %m) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, 1:0>, !fly.memref<f32, register, 1:0>, !fly.memref<i1, register, 1:0>) -> ()
  return
}

// -----

// The predicate is the only register operand: converted too.
// CHECK-LABEL: func.func @predicate_only
func.func @predicate_only(%g: !fly.ptr<f32, global>, %h: !fly.ptr<f32, shared>, %p: !fly.ptr<i1, register>) {
  // CHECK: %[[P:.*]] = fly.ptr.load(%{{.*}}) : (!fly.ptr<i1, register>) -> i1
  // CHECK: fly.copy_atom_call_ssa(%{{.*}}, %{{.*}}, %{{.*}}, %[[P]]) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : ({{.*}}, !fly.memref<f32, global, 1:0>, !fly.memref<f32, shared, 1:0>, i1) -> ()
  // CHECK-NOT: fly.copy_atom_call(
  // CHECK: return
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>
  %l = fly.static : !fly.layout<1:0>
  %s = fly.make_view(%g, %l) : (!fly.ptr<f32, global>, !fly.layout<1:0>) -> !fly.memref<f32, global, 1:0>
  %d = fly.make_view(%h, %l) : (!fly.ptr<f32, shared>, !fly.layout<1:0>) -> !fly.memref<f32, shared, 1:0>
  %m = fly.make_view(%p, %l) : (!fly.ptr<i1, register>, !fly.layout<1:0>) -> !fly.memref<i1, register, 1:0>
  fly.copy_atom_call(%a, %s, %d, %m) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, 1:0>, !fly.memref<f32, shared, 1:0>, !fly.memref<i1, register, 1:0>) -> ()
  return
}

// -----

// No register operand, or one that is not contiguous: untouched.
// CHECK-LABEL: func.func @untouched
func.func @untouched(%g: !fly.ptr<f32, global>, %h: !fly.ptr<f32, shared>, %r: !fly.ptr<f32, register>) {
  // CHECK-COUNT-2: fly.copy_atom_call(
  // CHECK: return
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 32>
  %l = fly.static : !fly.layout<2:1>
  %w = fly.static : !fly.layout<2:3>
  %s = fly.make_view(%g, %l) : (!fly.ptr<f32, global>, !fly.layout<2:1>) -> !fly.memref<f32, global, 2:1>
  %d = fly.make_view(%h, %l) : (!fly.ptr<f32, shared>, !fly.layout<2:1>) -> !fly.memref<f32, shared, 2:1>
  %v = fly.make_view(%r, %w) : (!fly.ptr<f32, register>, !fly.layout<2:3>) -> !fly.memref<f32, register, 2:3>
  fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<64>, 32>, !fly.memref<f32, global, 2:1>, !fly.memref<f32, shared, 2:1>) -> ()
  fly.copy_atom_call(%a, %s, %v) : (!fly.copy_atom<!fly.universal_copy<64>, 32>, !fly.memref<f32, global, 2:1>, !fly.memref<f32, register, 2:3>) -> ()
  return
}

// -----

// MMA calls: one element is a scalar; d in registers is the result.
// CHECK-LABEL: func.func @mma
func.func @mma(%r: !fly.ptr<f32, register>, %g: !fly.ptr<f32, shared>) {
  // CHECK: %[[A:.*]] = fly.ptr.load(%{{.*}}) : (!fly.ptr<f32, register>) -> f32
  // CHECK: %[[B:.*]] = fly.ptr.load
  // CHECK: %[[C:.*]] = fly.ptr.load
  // CHECK: %[[D:.*]] = fly.mma_atom_call_ssa(%{{.*}}, %[[A]], %[[B]], %[[C]]) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, f32, f32, f32) -> f32
  // CHECK: fly.ptr.store(%[[D]]
  // CHECK: fly.mma_atom_call_ssa(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : ({{.*}}, !fly.memref<f32, shared, 1:0>, f32, f32, f32) -> ()
  %m = fly.make_mma_atom : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
  %l = fly.static : !fly.layout<1:0>
  %v = fly.make_view(%r, %l) : (!fly.ptr<f32, register>, !fly.layout<1:0>) -> !fly.memref<f32, register, 1:0>
  %w = fly.make_view(%g, %l) : (!fly.ptr<f32, shared>, !fly.layout<1:0>) -> !fly.memref<f32, shared, 1:0>
  fly.mma_atom_call(%m, %v, %v, %v, %v) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, 1:0>, !fly.memref<f32, register, 1:0>, !fly.memref<f32, register, 1:0>, !fly.memref<f32, register, 1:0>) -> ()
  fly.mma_atom_call(%m, %w, %v, %v, %v) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, shared, 1:0>, !fly.memref<f32, register, 1:0>, !fly.memref<f32, register, 1:0>, !fly.memref<f32, register, 1:0>) -> ()
  return
}

// -----

// Floats narrower than 16 bits travel as integers.
// CHECK-LABEL: func.func @narrow
func.func @narrow(%g: !fly.ptr<f8E4M3FN, global>, %r: !fly.ptr<f8E4M3FN, register>) {
  // CHECK: fly.copy_atom_call_ssa{{.*}} -> vector<4xi8>
  // CHECK: fly.ptr.store(%{{.*}}, %{{.*}}) : (vector<4xi8>, !fly.ptr<f8E4M3FN, register>) -> ()
  %a = fly.make_copy_atom {valBits = 8 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 8>
  %l = fly.static : !fly.layout<4:1>
  %s = fly.make_view(%g, %l) : (!fly.ptr<f8E4M3FN, global>, !fly.layout<4:1>) -> !fly.memref<f8E4M3FN, global, 4:1>
  %d = fly.make_view(%r, %l) : (!fly.ptr<f8E4M3FN, register>, !fly.layout<4:1>) -> !fly.memref<f8E4M3FN, register, 4:1>
  fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<32>, 8>, !fly.memref<f8E4M3FN, global, 4:1>, !fly.memref<f8E4M3FN, register, 4:1>) -> ()
  return
}
