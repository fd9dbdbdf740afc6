// fly.copy unrolled (passes.md 4.4).
// RUN: fly-opt %s --fly-canonicalize --fly-layout-lowering --split-input-file | FileCheck %s

// A leaf: one call.
// CHECK-LABEL: func.func @leaf
func.func @leaf(%p: !fly.ptr<f32, global, align<16>>, %q: !fly.ptr<f32, shared, align<16>>) {
  // CHECK: %[[S:.*]] = fly.make_view
  // CHECK: %[[D:.*]] = fly.make_view
  // CHECK: fly.copy_atom_call(%{{.*}}, %[[S]], %[[D]]) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>, !fly.memref<f32, shared, 4:1, align<16>>) -> ()
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
  %l = fly.static : !fly.layout<4:1>
  %s = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<4:1>) -> !fly.memref<f32, global, 4:1, align<16>>
  %d = fly.make_view(%q, %l) : (!fly.ptr<f32, shared, align<16>>, !fly.layout<4:1>) -> !fly.memref<f32, shared, 4:1, align<16>>
  fly.copy(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>, !fly.memref<f32, shared, 4:1, align<16>>) -> ()
  return
}

// -----

// Higher rank: one call per index of the grouped rest, in order; V may be nested; rank 1 is unwrapped.
// CHECK-LABEL: func.func @rest
// CHECK-SAME: (%[[P:.*]]: !fly.ptr<f32, global, align<16>>, %[[Q:.*]]: !fly.ptr<f32, shared, align<16>>)
func.func @rest(%p: !fly.ptr<f32, global, align<16>>, %q: !fly.ptr<f32, shared, align<16>>) {
  // CHECK-DAG: fly.make_int_tuple() : () -> !fly.int_tuple<64>
  // CHECK-DAG: fly.make_int_tuple() : () -> !fly.int_tuple<4>
  // CHECK-DAG: fly.make_int_tuple() : () -> !fly.int_tuple<8>
  // CHECK-DAG: fly.make_int_tuple() : () -> !fly.int_tuple<12>
  // CHECK-COUNT-4: fly.copy_atom_call(
  // CHECK-NOT: fly.copy_atom_call(
  // CHECK: return
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
  %l = fly.static : !fly.layout<((4,1),2,2):((1,0),64,16)>
  %m = fly.static : !fly.layout<((4,1),2,2):((1,0),4,8)>
  %s = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<((4,1),2,2):((1,0),64,16)>) -> !fly.memref<f32, global, ((4,1),2,2):((1,0),64,16), align<16>>
  %d = fly.make_view(%q, %m) : (!fly.ptr<f32, shared, align<16>>, !fly.layout<((4,1),2,2):((1,0),4,8)>) -> !fly.memref<f32, shared, ((4,1),2,2):((1,0),4,8), align<16>>
  fly.copy(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, ((4,1),2,2):((1,0),64,16), align<16>>, !fly.memref<f32, shared, ((4,1),2,2):((1,0),4,8), align<16>>) -> ()
  return
}

// -----

// The atom of a tiled copy is used.
// CHECK-LABEL: func.func @tiled
func.func @tiled(%p: !fly.ptr<f32, global, align<16>>, %q: !fly.ptr<f32, shared, align<16>>) {
  // CHECK: %[[A:.*]] = fly.make_copy_atom
  // CHECK-COUNT-2: fly.copy_atom_call(%[[A]]
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
  %tv = fly.static : !fly.layout<(8,4):(1,8)>
  %mn = fly.static : !fly.tile<[8|4]>
  %tc = fly.make_tiled_copy(%a, %tv, %mn) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(8,4):(1,8)>, !fly.tile<[8|4]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(8,4):(1,8)>, !fly.tile<[8|4]>>
  %l = fly.static : !fly.layout<((4),(2)):((1),(4))>
  %s = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<((4),(2)):((1),(4))>) -> !fly.memref<f32, global, ((4),(2)):((1),(4)), align<16>>
  %d = fly.make_view(%q, %l) : (!fly.ptr<f32, shared, align<16>>, !fly.layout<((4),(2)):((1),(4))>) -> !fly.memref<f32, shared, ((4),(2)):((1),(4)), align<16>>
  fly.copy(%tc, %s, %d) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(8,4):(1,8)>, !fly.tile<[8|4]>>, !fly.memref<f32, global, ((4),(2)):((1),(4)), align<16>>, !fly.memref<f32, shared, ((4),(2)):((1),(4)), align<16>>) -> ()
  return
}

// -----

// A predicate one mode short gets a leading mode; its elements follow the pieces.
// CHECK-LABEL: func.func @predicate
func.func @predicate(%p: !fly.ptr<f32, global>, %q: !fly.ptr<f32, shared>, %r: !fly.ptr<i1, register>) {
  // CHECK: %[[G0:.*]] = fly.make_view(%{{.*}}, %{{.*}}) : (!fly.ptr<i1, register>, !fly.layout<1:0>)
  // CHECK: fly.copy_atom_call(%{{.*}}, %{{.*}}, %{{.*}}, %[[G0]])
  // CHECK: %[[R1:.*]] = fly.add_offset(%{{.*}}, %{{.*}}) : (!fly.ptr<i1, register>
  // CHECK: %[[G1:.*]] = fly.make_view(%[[R1]], %{{.*}}) : (!fly.ptr<i1, register>, !fly.layout<1:0>)
  // CHECK: fly.copy_atom_call(%{{.*}}, %{{.*}}, %{{.*}}, %[[G1]])
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>
  %l = fly.static : !fly.layout<(1,2):(0,1)>
  %g = fly.static : !fly.layout<2:1>
  %s = fly.make_view(%p, %l) : (!fly.ptr<f32, global>, !fly.layout<(1,2):(0,1)>) -> !fly.memref<f32, global, (1,2):(0,1)>
  %d = fly.make_view(%q, %l) : (!fly.ptr<f32, shared>, !fly.layout<(1,2):(0,1)>) -> !fly.memref<f32, shared, (1,2):(0,1)>
  %m = fly.make_view(%r, %g) : (!fly.ptr<i1, register>, !fly.layout<2:1>) -> !fly.memref<i1, register, 2:1>
  fly.copy(%a, %s, %d, %m) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, (1,2):(0,1)>, !fly.memref<f32, shared, (1,2):(0,1)>, !fly.memref<i1, register, 2:1>) -> ()
  return
}

// -----

// A swizzled view is decomposed at the atom: the offset goes into the pointer.
// CHECK-LABEL: func.func @swizzled
func.func @swizzled(%p: !fly.ptr<f32, global, align<16>>, %q: !fly.ptr<f32, shared, align<16>>, %i: i32) {
  // CHECK: arith.xori
  // CHECK: fly.add_offset(%{{.*}}, %{{.*}}) : (!fly.ptr<f32, shared, align<16>>, !fly.int_tuple<?{div=4}>)
  // CHECK: fly.make_view(%{{.*}}, %{{.*}}) : (!fly.ptr<f32, shared, align<16>>, !fly.layout<4:1>)
  // CHECK: fly.copy_atom_call
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
  %l = fly.static : !fly.layout<4:1>
  %w = fly.static : !fly.composed_layout<S<3,2,3> o 0 o (4,64):(1,32)>
  %s = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<4:1>) -> !fly.memref<f32, global, 4:1, align<16>>
  %d = fly.make_view(%q, %w) : (!fly.ptr<f32, shared, align<16>>, !fly.composed_layout<S<3,2,3> o 0 o (4,64):(1,32)>) -> !fly.memref<f32, shared, S<3,2,3> o 0 o (4,64):(1,32), align<16>>
  %c = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<(*,?)>
  %e = fly.slice(%d, %c) : (!fly.memref<f32, shared, S<3,2,3> o 0 o (4,64):(1,32), align<16>>, !fly.int_tuple<(*,?)>) -> !fly.memref<f32, shared, S<3,2,3> o ?{div=32} o 4:1, align<16>>
  fly.copy(%a, %s, %e) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>, !fly.memref<f32, shared, S<3,2,3> o ?{div=32} o 4:1, align<16>>) -> ()
  return
}

// -----

// An atom that moves whole tiles is called once, on the views as they are.
// CHECK-LABEL: func.func @whole_tile
func.func @whole_tile(%p: !fly.ptr<f16, global, align<16>>, %q: !fly.ptr<f16, shared, align<128>>) {
  // CHECK-COUNT-1: fly.copy_atom_call(%{{.*}}, %{{.*}}, %{{.*}}) : ({{.*}}, !fly.memref<f16, global, (64,64):(384,1), align<16>>, !fly.memref<f16, shared, (64,64):(72,1), align<128>>) -> ()
  // CHECK-NOT: fly.copy_atom_call(
  // CHECK: return
  %a = fly.make_copy_atom {valBits = 0 : i32} : !fly.copy_atom<!fly_rocdl.gfx1250.tdm<rank = 2, warps = 1, pad = 64, 8, cache = 0, barrier = false, timeout = false>, 0>
  %l = fly.static : !fly.layout<(64,64):(384,1)>
  %m = fly.static : !fly.layout<(64,64):(72,1)>
  %s = fly.make_view(%p, %l) : (!fly.ptr<f16, global, align<16>>, !fly.layout<(64,64):(384,1)>) -> !fly.memref<f16, global, (64,64):(384,1), align<16>>
  %d = fly.make_view(%q, %m) : (!fly.ptr<f16, shared, align<128>>, !fly.layout<(64,64):(72,1)>) -> !fly.memref<f16, shared, (64,64):(72,1), align<128>>
  fly.copy(%a, %s, %d) : (!fly.copy_atom<!fly_rocdl.gfx1250.tdm<rank = 2, warps = 1, pad = 64, 8, cache = 0, barrier = false, timeout = false>, 0>, !fly.memref<f16, global, (64,64):(384,1), align<16>>, !fly.memref<f16, shared, (64,64):(72,1), align<128>>) -> ()
  return
}
