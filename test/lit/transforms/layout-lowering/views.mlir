// Structure ops on views, slices, offsets, decomposition, allocation (passes.md 4.2).
// RUN: fly-opt %s --fly-canonicalize --fly-layout-lowering | FileCheck %s

// A plain view moves its pointer.
// CHECK-LABEL: func.func @slice_plain
// CHECK-SAME: (%[[P:.*]]: !fly.ptr<f32, global, align<16>>, %[[I:.*]]: i32)
func.func @slice_plain(%p: !fly.ptr<f32, global, align<16>>, %i: i32) -> !fly.memref<f32, global, 8:1, align<16>> {
  // CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i32
  // CHECK: %[[M:.*]] = arith.muli %[[I]], %[[C8]] : i32
  // CHECK: %[[O:.*]] = fly.make_int_tuple(%[[M]]) : (i32) -> !fly.int_tuple<?{div=8}>
  // CHECK: %[[Q:.*]] = fly.add_offset(%[[P]], %[[O]])
  // CHECK: fly.make_view(%[[Q]], %{{.*}}) : (!fly.ptr<f32, global, align<16>>, !fly.layout<8:1>)
  %l = fly.static : !fly.layout<(4,8):(8,1)>
  %v = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(4,8):(8,1)>) -> !fly.memref<f32, global, (4,8):(8,1), align<16>>
  %c = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<(?,*)>
  %s = fly.slice(%v, %c) : (!fly.memref<f32, global, (4,8):(8,1), align<16>>, !fly.int_tuple<(?,*)>) -> !fly.memref<f32, global, 8:1, align<16>>
  return %s : !fly.memref<f32, global, 8:1, align<16>>
}

// A composed view keeps its pointer; the offset absorbs the coordinate.
// CHECK-LABEL: func.func @slice_composed
// CHECK-SAME: (%[[P:.*]]: !fly.ptr<f16, shared, align<16>>, %[[I:.*]]: i32)
func.func @slice_composed(%p: !fly.ptr<f16, shared, align<16>>, %i: i32) -> !fly.memref<f16, shared, S<3,3,3> o ?{div=64} o 64:1, align<16>> {
  // CHECK: %[[M:.*]] = arith.muli %[[I]]
  // CHECK: %[[O:.*]] = fly.make_int_tuple(%[[M]]) : (i32) -> !fly.int_tuple<?{div=64}>
  // CHECK: %[[C:.*]] = fly.make_composed_layout(%{{.*}}, %[[O]], %{{.*}})
  // CHECK: fly.make_view(%[[P]], %[[C]])
  %l = fly.static : !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>
  %v = fly.make_view(%p, %l) : (!fly.ptr<f16, shared, align<16>>, !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>) -> !fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>
  %c = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<(?,*)>
  %s = fly.slice(%v, %c) : (!fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>, !fly.int_tuple<(?,*)>) -> !fly.memref<f16, shared, S<3,3,3> o ?{div=64} o 64:1, align<16>>
  return %s : !fly.memref<f16, shared, S<3,3,3> o ?{div=64} o 64:1, align<16>>
}

// A coordinate tensor moves its base; a tile picked at run time reports element coordinates.
// CHECK-LABEL: func.func @tile_of_coordinates
// CHECK-SAME: (%[[B:.*]]: i32)
func.func @tile_of_coordinates(%bid: i32) -> (i32, i32) {
  // CHECK-DAG: %[[C32:.*]] = arith.constant 32 : i32
  // CHECK-DAG: %[[C48:.*]] = arith.constant 48 : i32
  // CHECK: %[[M:.*]] = arith.muli %[[B]], %[[C32]] : i32
  // CHECK: return %[[M]], %[[C48]]
  %base = fly.make_int_tuple() : () -> !fly.int_tuple<(0,0)>
  %id = fly.static : !fly.layout<(1000,1000):(1E0,1E1)>
  %t = fly.static : !fly.tile<[32|24]>
  %v = fly.make_view(%base, %id) : (!fly.int_tuple<(0,0)>, !fly.layout<(1000,1000):(1E0,1E1)>) -> !fly.coord_tensor<(0,0), (1000,1000):(1E0,1E1)>
  %d = fly.flat_divide(%v, %t) : (!fly.coord_tensor<(0,0), (1000,1000):(1E0,1E1)>, !fly.tile<[32|24]>) -> !fly.coord_tensor<(0,0), (32,24,32,42):(1E0,1E1,32E0,24E1)>
  %c = fly.make_coord(%bid) : (i32) -> !fly.int_tuple<(*,*,?,2)>
  %s = fly.slice(%d, %c) : (!fly.coord_tensor<(0,0), (32,24,32,42):(1E0,1E1,32E0,24E1)>, !fly.int_tuple<(*,*,?,2)>) -> !fly.coord_tensor<(?{div=32},48), (32,24):(1E0,1E1)>
  %b = fly.get_iter(%s) : (!fly.coord_tensor<(?{div=32},48), (32,24):(1E0,1E1)>) -> !fly.int_tuple<(?{div=32},48)>
  %0:2 = fly.get_leaves(%b) : (!fly.int_tuple<(?{div=32},48)>) -> (i32, i32)
  return %0#0, %0#1 : i32, i32
}

// get, take, select, group on layouts and views rebuild the constructor.
// CHECK-LABEL: func.func @modes
func.func @modes(%p: !fly.ptr<f32, global>, %n: i32) -> (!fly.memref<f32, global, ?:2>, !fly.memref<f32, global, (8,(2,?)):(?,(1,2))>, i32) {
  %sh = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<((2,?),8)>
  %st = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<((1,2),?)>
  %l = fly.make_layout(%sh, %st) : (!fly.int_tuple<((2,?),8)>, !fly.int_tuple<((1,2),?)>) -> !fly.layout<((2,?),8):((1,2),?)>
  %v = fly.make_view(%p, %l) : (!fly.ptr<f32, global>, !fly.layout<((2,?),8):((1,2),?)>) -> !fly.memref<f32, global, ((2,?),8):((1,2),?)>
  // CHECK-DAG: fly.make_view(%{{.*}}, %{{.*}}) : (!fly.ptr<f32, global>, !fly.layout<?:2>)
  %g = fly.get(%v) {mode = array<i32: 0, 1>} : (!fly.memref<f32, global, ((2,?),8):((1,2),?)>) -> !fly.memref<f32, global, ?:2>
  // CHECK-DAG: fly.make_view(%{{.*}}, %{{.*}}) : (!fly.ptr<f32, global>, !fly.layout<(8,(2,?)):(?,(1,2))>)
  %s = fly.select(%v) {indices = array<i32: 1, 0>} : (!fly.memref<f32, global, ((2,?),8):((1,2),?)>) -> !fly.memref<f32, global, (8,(2,?)):(?,(1,2))>
  %t = fly.take(%l) {begin = 0 : i32, end = 1 : i32} : (!fly.layout<((2,?),8):((1,2),?)>) -> !fly.layout<(2,?):(1,2)>
  %u = fly.group(%t) {begin = 0 : i32, end = -1 : i32} : (!fly.layout<(2,?):(1,2)>) -> !fly.layout<((2,?)):((1,2))>
  %e = fly.static : !fly.layout<3:5>
  %a = fly.append<2> (%u, %e) : (!fly.layout<((2,?)):((1,2))>, !fly.layout<3:5>) -> !fly.layout<((2,?),3):((1,2),5)>
  %q = fly.prepend (%a, %e) : (!fly.layout<((2,?),3):((1,2),5)>, !fly.layout<3:5>) -> !fly.layout<(3,(2,?),3):(5,(1,2),5)>
  %c = fly.make_int_tuple() : () -> !fly.int_tuple<(*,(*,1),*)>
  %x = fly.dice(%q, %c) : (!fly.layout<(3,(2,?),3):(5,(1,2),5)>, !fly.int_tuple<(*,(*,1),*)>) -> !fly.layout<?:2>
  %y = fly.get_shape(%x) : (!fly.layout<?:2>) -> !fly.int_tuple<?>
  %z = fly.get_scalar(%y) : (!fly.int_tuple<?>) -> i32
  return %g, %s, %z : !fly.memref<f32, global, ?:2>, !fly.memref<f32, global, (8,(2,?)):(?,(1,2))>, i32
}

// A get on a coordinate tensor keeps the base; the indexed base of older text is accepted for zeros.
// CHECK-LABEL: func.func @get_coordinates
func.func @get_coordinates(%n: i32) -> (!fly.coord_tensor<(?,0), 4:1E0>) {
  %b = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<(?,0)>
  %l = fly.static : !fly.layout<(4,8):(1E0,1E1)>
  %v = fly.make_view(%b, %l) : (!fly.int_tuple<(?,0)>, !fly.layout<(4,8):(1E0,1E1)>) -> !fly.coord_tensor<(?,0), (4,8):(1E0,1E1)>
  // CHECK: fly.make_view(%{{.*}}, %{{.*}}) : (!fly.int_tuple<(?,0)>, !fly.layout<4:1E0>)
  %g = fly.get(%v) {mode = array<i32: 0>} : (!fly.coord_tensor<(?,0), (4,8):(1E0,1E1)>) -> !fly.coord_tensor<(?,0), 4:1E0>
  return %g : !fly.coord_tensor<(?,0), 4:1E0>
}

// CHECK-LABEL: func.func @decomposition
// CHECK-SAME: (%[[P:.*]]: !fly.ptr<f32, shared>)
func.func @decomposition(%p: !fly.ptr<f32, shared>) -> !fly.memref<f32, shared, (4,8):(1,4)> {
  // CHECK-DAG: %[[O:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<52>
  // CHECK: %[[Q:.*]] = fly.add_offset(%[[P]], %[[O]])
  // CHECK: fly.make_view(%[[Q]], %{{.*}}) : (!fly.ptr<f32, shared>, !fly.layout<(4,8):(1,4)>)
  %l = fly.static : !fly.composed_layout<128:2 o 5 o [128:3 o 7 o (4,8):(1,4)]>
  %v = fly.make_view(%p, %l) : (!fly.ptr<f32, shared>, !fly.composed_layout<128:2 o 5 o [128:3 o 7 o (4,8):(1,4)]>) -> !fly.memref<f32, shared, 128:2 o 5 o [128:3 o 7 o (4,8):(1,4)]>
  %d = fly.decomposition(%v) : (!fly.memref<f32, shared, 128:2 o 5 o [128:3 o 7 o (4,8):(1,4)]>) -> !fly.memref<f32, shared, (4,8):(1,4)>
  return %d : !fly.memref<f32, shared, (4,8):(1,4)>
}

// Chains: at most a dynamic link below a static one.
// CHECK-LABEL: func.func @chains
// CHECK-SAME: (%[[P:.*]]: !fly.ptr<f32, global>, %[[I:.*]]: i32, %[[J:.*]]: i32)
func.func @chains(%p: !fly.ptr<f32, global>, %i: i32, %j: i32) -> !fly.ptr<f32, global> {
  // CHECK-DAG: %[[C7:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<7>
  // CHECK: %[[S:.*]] = arith.addi %[[I]], %[[J]] : i32
  // CHECK: %[[T:.*]] = fly.make_int_tuple(%[[S]]) : (i32) -> !fly.int_tuple<?>
  // CHECK: %[[D:.*]] = fly.add_offset(%[[P]], %[[T]])
  // CHECK: %[[R:.*]] = fly.add_offset(%[[D]], %[[C7]])
  // CHECK: return %[[R]]
  %c3 = fly.make_int_tuple() : () -> !fly.int_tuple<3>
  %c4 = fly.make_int_tuple() : () -> !fly.int_tuple<4>
  %x = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
  %y = fly.make_int_tuple(%j) : (i32) -> !fly.int_tuple<?>
  %0 = fly.add_offset(%p, %c3) : (!fly.ptr<f32, global>, !fly.int_tuple<3>) -> !fly.ptr<f32, global>
  %1 = fly.add_offset(%0, %x) : (!fly.ptr<f32, global>, !fly.int_tuple<?>) -> !fly.ptr<f32, global>
  %2 = fly.add_offset(%1, %c4) : (!fly.ptr<f32, global>, !fly.int_tuple<4>) -> !fly.ptr<f32, global>
  %3 = fly.add_offset(%2, %y) : (!fly.ptr<f32, global>, !fly.int_tuple<?>) -> !fly.ptr<f32, global>
  return %3 : !fly.ptr<f32, global>
}

// The inner link has two uses: it stays below.
// CHECK-LABEL: func.func @chain_two_uses
func.func @chain_two_uses(%p: !fly.ptr<f32, global>, %i: i32) -> (!fly.ptr<f32, global>, !fly.ptr<f32, global>) {
  // CHECK: %[[A:.*]] = fly.add_offset(%{{.*}}, %{{.*}}) : (!fly.ptr<f32, global>, !fly.int_tuple<3>)
  // CHECK: %[[B:.*]] = fly.add_offset(%[[A]], %{{.*}}) : (!fly.ptr<f32, global>, !fly.int_tuple<?>)
  // CHECK: return %[[A]], %[[B]]
  %c3 = fly.make_int_tuple() : () -> !fly.int_tuple<3>
  %x = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
  %0 = fly.add_offset(%p, %c3) : (!fly.ptr<f32, global>, !fly.int_tuple<3>) -> !fly.ptr<f32, global>
  %1 = fly.add_offset(%0, %x) : (!fly.ptr<f32, global>, !fly.int_tuple<?>) -> !fly.ptr<f32, global>
  return %0, %1 : !fly.ptr<f32, global>, !fly.ptr<f32, global>
}

// Merging 4 and 4 to 8 would claim more alignment than was declared: the chain stays.
// CHECK-LABEL: func.func @chain_alignment
func.func @chain_alignment(%p: !fly.ptr<f32, global, align<32>>) -> !fly.ptr<f32, global, align<16>> {
  // CHECK: fly.add_offset
  // CHECK: fly.add_offset
  %c4 = fly.make_int_tuple() : () -> !fly.int_tuple<4>
  %0 = fly.add_offset(%p, %c4) : (!fly.ptr<f32, global, align<32>>, !fly.int_tuple<4>) -> !fly.ptr<f32, global, align<16>>
  %1 = fly.add_offset(%0, %c4) : (!fly.ptr<f32, global, align<16>>, !fly.int_tuple<4>) -> !fly.ptr<f32, global, align<16>>
  return %1 : !fly.ptr<f32, global, align<16>>
}

// CHECK-LABEL: func.func @allocations
func.func @allocations(%x: !fly.memref<f16, shared, ((4,1),2):((1,0),32)>) {
  // CHECK-DAG: fly.make_ptr() {dictAttrs = {allocSize = 22 : i64}} : () -> !fly.ptr<f32, register>
  // CHECK-DAG: fly.make_ptr() {dictAttrs = {allocSize = 8 : i64}} : () -> !fly.ptr<f32, register>
  %l = fly.static : !fly.layout<(4,3):(1,9)>
  %r = fly.memref.alloca(%l) : (!fly.layout<(4,3):(1,9)>) -> !fly.memref<f32, register, (4,3):(1,9)>
  %f = fly.make_fragment_like(%x, f32) : (!fly.memref<f16, shared, ((4,1),2):((1,0),32)>) -> !fly.memref<f32, register, ((4,1),2):((1,0),4)>
  %i = fly.make_int_tuple() : () -> !fly.int_tuple<0>
  %z = arith.constant 0.0 : f32
  fly.memref.store(%z, %r, %i) : (f32, !fly.memref<f32, register, (4,3):(1,9)>, !fly.int_tuple<0>) -> ()
  fly.memref.store(%z, %f, %i) : (f32, !fly.memref<f32, register, ((4,1),2):((1,0),4)>, !fly.int_tuple<0>) -> ()
  return
}
