// The whole algebra on run-time layouts: the declared (inferred) types hold for the lowered values.
// RUN: fly-opt %s --fly-canonicalize --fly-layout-lowering | FileCheck %s

// CHECK-LABEL: func.func @crd2idx
// CHECK-SAME: (%[[I:.*]]: i32, %[[P:.*]]: !fly.ptr<f32, global>)
func.func @crd2idx(%i: i32, %p: !fly.ptr<f32, global>) -> !fly.ptr<f32, global> {
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i32
  // CHECK-DAG: %[[C24:.*]] = arith.constant 24 : i32
  // CHECK: %[[M:.*]] = arith.muli %[[I]], %[[C2]] : i32
  // CHECK: %[[S:.*]] = arith.addi %[[M]], %[[C24]] : i32
  // CHECK: %[[X:.*]] = fly.make_int_tuple(%[[S]]) : (i32) -> !fly.int_tuple<?{div=2}>
  // CHECK: fly.add_offset(%[[P]], %[[X]])
  %l = fly.static : !fly.layout<(4,8):(2,8)>
  %c = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<(?,3)>
  %x = fly.crd2idx(%c, %l) : (!fly.int_tuple<(?,3)>, !fly.layout<(4,8):(2,8)>) -> !fly.int_tuple<?{div=2}>
  %q = fly.add_offset(%p, %x) : (!fly.ptr<f32, global>, !fly.int_tuple<?{div=2}>) -> !fly.ptr<f32, global>
  return %q : !fly.ptr<f32, global>
}

// CHECK-LABEL: func.func @idx2crd
// CHECK-SAME: (%[[I:.*]]: i32)
func.func @idx2crd(%i: i32) -> (i32, i32, i32) {
  %l = fly.static : !fly.layout<(4,8):(8,1)>
  %x = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
  // CHECK: arith.divsi %[[I]]
  // CHECK: arith.remsi
  %c = fly.idx2crd(%x, %l) : (!fly.int_tuple<?>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<(?,?)>
  %f = fly.get_flat_coord(%x, %l) : (!fly.int_tuple<?>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<(?,?)>
  %d = fly.get_1d_coord(%x, %l) : (!fly.int_tuple<?>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<?>
  %0:2 = fly.get_leaves(%c) : (!fly.int_tuple<(?,?)>) -> (i32, i32)
  %1:2 = fly.get_leaves(%f) : (!fly.int_tuple<(?,?)>) -> (i32, i32)
  %2 = fly.get_scalar(%d) : (!fly.int_tuple<?>) -> i32
  return %0#0, %1#1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @queries
func.func @queries(%m: i32, %s: i32) -> (i32, i32, i32, i32) {
  %sh = fly.make_int_tuple(%m) : (i32) -> !fly.int_tuple<(4,?)>
  %st = fly.make_int_tuple(%s) : (i32) -> !fly.int_tuple<(?{div=8},1)>
  %l = fly.make_layout(%sh, %st) : (!fly.int_tuple<(4,?)>, !fly.int_tuple<(?{div=8},1)>) -> !fly.layout<(4,?):(?{div=8},1)>
  // CHECK-NOT: fly.size
  // CHECK-NOT: fly.cos
  %0 = fly.size(%l) : (!fly.layout<(4,?):(?{div=8},1)>) -> !fly.int_tuple<?{div=4}>
  %1 = fly.coshape(%l) : (!fly.layout<(4,?):(?{div=8},1)>) -> !fly.int_tuple<?>
  %2 = fly.cosize(%l) : (!fly.layout<(4,?):(?{div=8},1)>) -> !fly.int_tuple<?>
  %3 = fly.coprofile(%l) : (!fly.layout<(4,?):(?{div=8},1)>) -> !fly.int_tuple<0>
  %r0 = fly.get_scalar(%0) : (!fly.int_tuple<?{div=4}>) -> i32
  %r1 = fly.get_scalar(%1) : (!fly.int_tuple<?>) -> i32
  %r2 = fly.get_scalar(%2) : (!fly.int_tuple<?>) -> i32
  %r3 = fly.get_scalar(%3) : (!fly.int_tuple<0>) -> i32
  return %r0, %r1, %r2, %r3 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @divides
func.func @divides(%m: i32, %n: i32, %s: i32) -> (!fly.layout<((128,?),(64,?)):((?,?{div=128}),(1,64))>,
    !fly.layout<((128,64),(?,?)):((?,1),(?{div=128},64))>, !fly.layout<((128,64),?,?):((?,1),?{div=128},64)>,
    !fly.layout<(128,64,?,?):(?,1,?{div=128},64)>) {
  %sh = fly.make_int_tuple(%m, %n) : (i32, i32) -> !fly.int_tuple<(?,?)>
  %st = fly.make_int_tuple(%s) : (i32) -> !fly.int_tuple<(?,1)>
  %l = fly.make_layout(%sh, %st) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(?,1)>) -> !fly.layout<(?,?):(?,1)>
  %t = fly.static : !fly.tile<[128|64]>
  // CHECK-DAG: arith.ceildivsi
  // CHECK-DAG: arith.ceildivsi
  // CHECK-DAG: arith.muli
  // CHECK-COUNT-4: fly.make_layout
  %0 = fly.logical_divide(%l, %t) : (!fly.layout<(?,?):(?,1)>, !fly.tile<[128|64]>) -> !fly.layout<((128,?),(64,?)):((?,?{div=128}),(1,64))>
  %1 = fly.zipped_divide(%l, %t) : (!fly.layout<(?,?):(?,1)>, !fly.tile<[128|64]>) -> !fly.layout<((128,64),(?,?)):((?,1),(?{div=128},64))>
  %2 = fly.tiled_divide(%l, %t) : (!fly.layout<(?,?):(?,1)>, !fly.tile<[128|64]>) -> !fly.layout<((128,64),?,?):((?,1),?{div=128},64)>
  %3 = fly.flat_divide(%l, %t) : (!fly.layout<(?,?):(?,1)>, !fly.tile<[128|64]>) -> !fly.layout<(128,64,?,?):(?,1,?{div=128},64)>
  return %0, %1, %2, %3 : !fly.layout<((128,?),(64,?)):((?,?{div=128}),(1,64))>,
    !fly.layout<((128,64),(?,?)):((?,1),(?{div=128},64))>, !fly.layout<((128,64),?,?):((?,1),?{div=128},64)>,
    !fly.layout<(128,64,?,?):(?,1,?{div=128},64)>
}

// CHECK-LABEL: func.func @products
func.func @products(%n: i32) -> (!fly.layout<(4,(2,?)):(1,(4,8))>, !fly.layout<(4,2,?):(1,4,8)>, !fly.layout<(4,2,?):(1,4,8)>,
    !fly.layout<(4,(2,?)):(1,(4,8))>, !fly.layout<((4,2),(1,?)):((1,4),(0,8))>, !fly.layout<((2,4),(?,1)):((4,1),(8,0))>) {
  %a = fly.static : !fly.layout<4:1>
  %sh = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<(2,?)>
  %st = fly.make_int_tuple() : () -> !fly.int_tuple<(1,2)>
  %b = fly.make_layout(%sh, %st) : (!fly.int_tuple<(2,?)>, !fly.int_tuple<(1,2)>) -> !fly.layout<(2,?):(1,2)>
  // CHECK-NOT: product
  %0 = fly.logical_product(%a, %b) : (!fly.layout<4:1>, !fly.layout<(2,?):(1,2)>) -> !fly.layout<(4,(2,?)):(1,(4,8))>
  %1 = fly.tiled_product(%a, %b) : (!fly.layout<4:1>, !fly.layout<(2,?):(1,2)>) -> !fly.layout<(4,2,?):(1,4,8)>
  %2 = fly.flat_product(%a, %b) : (!fly.layout<4:1>, !fly.layout<(2,?):(1,2)>) -> !fly.layout<(4,2,?):(1,4,8)>
  %3 = fly.zipped_product(%a, %b) : (!fly.layout<4:1>, !fly.layout<(2,?):(1,2)>) -> !fly.layout<(4,(2,?)):(1,(4,8))>
  %4 = fly.blocked_product(%a, %b) : (!fly.layout<4:1>, !fly.layout<(2,?):(1,2)>) -> !fly.layout<((4,2),(1,?)):((1,4),(0,8))>
  %5 = fly.raked_product(%a, %b) : (!fly.layout<4:1>, !fly.layout<(2,?):(1,2)>) -> !fly.layout<((2,4),(?,1)):((4,1),(8,0))>
  return %0, %1, %2, %3, %4, %5 : !fly.layout<(4,(2,?)):(1,(4,8))>, !fly.layout<(4,2,?):(1,4,8)>, !fly.layout<(4,2,?):(1,4,8)>,
    !fly.layout<(4,(2,?)):(1,(4,8))>, !fly.layout<((4,2),(1,?)):((1,4),(0,8))>, !fly.layout<((2,4),(?,1)):((4,1),(8,0))>
}

// CHECK-LABEL: func.func @others
func.func @others(%n: i32, %s: i32) -> (!fly.layout<(4,?):(1,?{div=4})>, !fly.layout<(2,8):(2,?{div=4})>, !fly.layout<(?,?):(1,?{div=4})>,
    !fly.layout<(?,?):(1E0,1E1)>, !fly.layout<(?,?):(1,?)>, !fly.layout<(4,2):(?,1)>) {
  %sh = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<(4,?)>
  %st = fly.make_int_tuple(%s) : (i32) -> !fly.int_tuple<(1,?{div=4})>
  %l = fly.make_layout(%sh, %st) : (!fly.int_tuple<(4,?)>, !fly.int_tuple<(1,?{div=4})>) -> !fly.layout<(4,?):(1,?{div=4})>
  // CHECK-NOT: fly.coalesce
  %0 = fly.coalesce(%l) : (!fly.layout<(4,?):(1,?{div=4})>) -> !fly.layout<(4,?):(1,?{div=4})>
  %sh8 = fly.make_int_tuple() : () -> !fly.int_tuple<(4,8)>
  %l8 = fly.make_layout(%sh8, %st) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,?{div=4})>) -> !fly.layout<(4,8):(1,?{div=4})>
  %b = fly.static : !fly.layout<16:2>
  // CHECK-NOT: fly.composition
  %1 = fly.composition(%l8, %b) : (!fly.layout<(4,8):(1,?{div=4})>, !fly.layout<16:2>) -> !fly.layout<(2,8):(2,?{div=4})>
  %s4 = fly.static : !fly.int_tuple<4>
  %d = fly.make_int_tuple(%s) : (i32) -> !fly.int_tuple<?>
  %r1 = fly.make_layout(%s4, %d) : (!fly.int_tuple<4>, !fly.int_tuple<?>) -> !fly.layout<4:?>
  %m = fly.static : !fly.int_tuple<64>
  // CHECK-NOT: fly.complement
  %2 = fly.complement(%r1, %m) : (!fly.layout<4:?>, !fly.int_tuple<64>) -> !fly.layout<(?,?):(1,?{div=4})>
  %q = fly.make_int_tuple(%n, %s) : (i32, i32) -> !fly.int_tuple<(?,?)>
  %3 = fly.make_identity_layout(%q) : (!fly.int_tuple<(?,?)>) -> !fly.layout<(?,?):(1E0,1E1)>
  %o = fly.static : !fly.int_tuple<(0,1)>
  %4 = fly.make_ordered_layout(%q, %o) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(0,1)>) -> !fly.layout<(?,?):(1,?)>
  %rs = fly.make_int_tuple(%s) : (i32) -> !fly.int_tuple<(?{div=8},1)>
  %r = fly.make_layout(%sh8, %rs) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(?{div=8},1)>) -> !fly.layout<(4,8):(?{div=8},1)>
  // CHECK-NOT: fly.recast_layout
  // CHECK: arith.divsi
  %5 = fly.recast_layout(%r) {old_type_bits = 16 : i32, new_type_bits = 64 : i32} : (!fly.layout<(4,8):(?{div=8},1)>) -> !fly.layout<(4,2):(?,1)>
  return %0, %1, %2, %3, %4, %5 : !fly.layout<(4,?):(1,?{div=4})>, !fly.layout<(2,8):(2,?{div=4})>, !fly.layout<(?,?):(1,?{div=4})>,
    !fly.layout<(?,?):(1E0,1E1)>, !fly.layout<(?,?):(1,?)>, !fly.layout<(4,2):(?,1)>
}

// On a composed layout the innermost linear layout is changed, every level is kept.
// CHECK-LABEL: func.func @composed
func.func @composed(%o: i32) -> !fly.composed_layout<S<2,3,3> o ? o (8,16):(16,1)> {
  %w = fly.static : !fly.swizzle<S<2,3,3>>
  %t = fly.make_int_tuple(%o) : (i32) -> !fly.int_tuple<?>
  %l = fly.static : !fly.layout<1024:1>
  %c = fly.make_composed_layout(%w, %t, %l) : (!fly.swizzle<S<2,3,3>>, !fly.int_tuple<?>, !fly.layout<1024:1>) -> !fly.composed_layout<S<2,3,3> o ? o 1024:1>
  %i = fly.static : !fly.layout<(8,16):(16,1)>
  // CHECK: fly.make_composed_layout(%{{.*}}, %{{.*}}, %{{.*}}) : (!fly.swizzle<S<2,3,3>>, !fly.int_tuple<?>, !fly.layout<(8,16):(16,1)>)
  %r = fly.composition(%c, %i) : (!fly.composed_layout<S<2,3,3> o ? o 1024:1>, !fly.layout<(8,16):(16,1)>) -> !fly.composed_layout<S<2,3,3> o ? o (8,16):(16,1)>
  return %r : !fly.composed_layout<S<2,3,3> o ? o (8,16):(16,1)>
}
