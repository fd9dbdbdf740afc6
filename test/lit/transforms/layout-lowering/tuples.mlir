// Leaf arithmetic: one arith op per algebra op, folded where the result is static (passes.md 4.1).
// RUN: fly-opt %s --fly-canonicalize --fly-layout-lowering | FileCheck %s

// CHECK-LABEL: func.func @add
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
func.func @add(%a: i32, %b: i32) -> (i32, i32) {
  // CHECK-DAG: %[[C7:.*]] = arith.constant 7 : i32
  // CHECK-DAG: %[[S:.*]] = arith.addi %[[A]], %[[B]] : i32
  // CHECK: return %[[S]], %[[C7]]
  %x = fly.make_int_tuple(%a) : (i32) -> !fly.int_tuple<(?,3)>
  %y = fly.make_int_tuple(%b) : (i32) -> !fly.int_tuple<(?,4)>
  %s = fly.int_tuple_add(%x, %y) : (!fly.int_tuple<(?,3)>, !fly.int_tuple<(?,4)>) -> !fly.int_tuple<(?,7)>
  %0:2 = fly.get_leaves(%s) : (!fly.int_tuple<(?,7)>) -> (i32, i32)
  return %0#0, %0#1 : i32, i32
}

// Operands are widened to i64 if either is.
// CHECK-LABEL: func.func @widths
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: i32)
func.func @widths(%a: i64, %b: i32) -> i64 {
  // CHECK: %[[W:.*]] = arith.extsi %[[B]] : i32 to i64
  // CHECK: %[[S:.*]] = arith.subi %[[A]], %[[W]] : i64
  // CHECK: return %[[S]]
  %x = fly.make_int_tuple(%a) : (i64) -> !fly.int_tuple<?{i64}>
  %y = fly.make_int_tuple(%b) : (i32) -> !fly.int_tuple<?>
  %s = fly.int_tuple_sub(%x, %y) : (!fly.int_tuple<?{i64}>, !fly.int_tuple<?>) -> !fly.int_tuple<?{i64}>
  %0 = fly.get_scalar(%s) : (!fly.int_tuple<?{i64}>) -> i64
  return %0 : i64
}

// CHECK-LABEL: func.func @mul_div_mod
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
func.func @mul_div_mod(%a: i32, %b: i32) -> (i32, i32, i32) {
  %x = fly.make_int_tuple(%a) : (i32) -> !fly.int_tuple<?>
  %y = fly.make_int_tuple(%b) : (i32) -> !fly.int_tuple<?>
  // CHECK: %[[M:.*]] = arith.muli %[[A]], %[[B]] : i32
  %m = fly.int_tuple_mul(%x, %y) : (!fly.int_tuple<?>, !fly.int_tuple<?>) -> !fly.int_tuple<?>
  // CHECK: %[[D:.*]] = arith.divsi %[[A]], %[[B]] : i32
  %d = fly.int_tuple_div(%x, %y) : (!fly.int_tuple<?>, !fly.int_tuple<?>) -> !fly.int_tuple<?>
  // CHECK: %[[R:.*]] = arith.remsi %[[A]], %[[B]] : i32
  %r = fly.int_tuple_mod(%x, %y) : (!fly.int_tuple<?>, !fly.int_tuple<?>) -> !fly.int_tuple<?>
  %0 = fly.get_scalar(%m) : (!fly.int_tuple<?>) -> i32
  %1 = fly.get_scalar(%d) : (!fly.int_tuple<?>) -> i32
  %2 = fly.get_scalar(%r) : (!fly.int_tuple<?>) -> i32
  // CHECK: return %[[M]], %[[D]], %[[R]]
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @ceil_and_shape_div
func.func @ceil_and_shape_div(%a: i32) -> (i32, i32) {
  %x = fly.make_int_tuple(%a) : (i32) -> !fly.int_tuple<?>
  %y = fly.make_int_tuple() : () -> !fly.int_tuple<4>
  // CHECK: arith.ceildivsi %{{.*}}, %{{.*}} : i32
  %c = fly.ceil_div(%x, %y) : (!fly.int_tuple<?>, !fly.int_tuple<4>) -> !fly.int_tuple<?>
  %s = fly.shape_div(%x, %y) : (!fly.int_tuple<?>, !fly.int_tuple<4>) -> !fly.int_tuple<?>
  %0 = fly.get_scalar(%c) : (!fly.int_tuple<?>) -> i32
  %1 = fly.get_scalar(%s) : (!fly.int_tuple<?>) -> i32
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func.func @products
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
func.func @products(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i32
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i32
  %t = fly.make_int_tuple(%a, %b) : (i32, i32) -> !fly.int_tuple<((2,?),?)>
  // CHECK: %[[P:.*]] = arith.muli %{{.*}}, %{{.*}} : i32
  // CHECK: %[[Q:.*]] = arith.muli %[[P]], %[[B]] : i32
  %p = fly.int_tuple_product(%t) : (!fly.int_tuple<((2,?),?)>) -> !fly.int_tuple<?{div=2}>
  %e = fly.int_tuple_product_each(%t) : (!fly.int_tuple<((2,?),?)>) -> !fly.int_tuple<(?{div=2},?)>
  %g = fly.make_int_tuple() : () -> !fly.int_tuple<(1,1)>
  %l = fly.int_tuple_product_like(%t, %g) : (!fly.int_tuple<((2,?),?)>, !fly.int_tuple<(1,1)>) -> !fly.int_tuple<(?{div=2},?)>
  %c = fly.make_int_tuple() : () -> !fly.int_tuple<(3,1)>
  %s = fly.size(%c) : (!fly.int_tuple<(3,1)>) -> !fly.int_tuple<3>
  %0 = fly.get_scalar(%p) : (!fly.int_tuple<?{div=2}>) -> i32
  %1:2 = fly.get_leaves(%e) : (!fly.int_tuple<(?{div=2},?)>) -> (i32, i32)
  %2:2 = fly.get_leaves(%l) {dynamicOnly = true} : (!fly.int_tuple<(?{div=2},?)>) -> (i32, i32)
  %3 = fly.get_scalar(%s) : (!fly.int_tuple<3>) -> i32
  // CHECK: return %[[Q]], %[[P]], %[[B]], %[[C3]]
  return %0, %1#0, %2#1, %3 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @comparisons
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
func.func @comparisons(%a: i32, %b: i32) -> (i1, i1, i1, i1) {
  // CHECK-DAG: %[[T:.*]] = arith.constant true
  // CHECK-DAG: %[[F:.*]] = arith.constant false
  %x = fly.make_int_tuple(%a, %b) : (i32, i32) -> !fly.int_tuple<(?,?)>
  %y = fly.make_int_tuple() : () -> !fly.int_tuple<(8,9)>
  %z = fly.make_int_tuple() : () -> !fly.int_tuple<(1,2)>
  %w = fly.make_int_tuple() : () -> !fly.int_tuple<(1,2,3)>
  // CHECK-DAG: %[[L0:.*]] = arith.cmpi slt, %[[A]], %{{.*}} : i32
  // CHECK-DAG: %[[L1:.*]] = arith.cmpi slt, %[[B]], %{{.*}} : i32
  // CHECK: %[[L:.*]] = arith.andi %[[L0]], %[[L1]] : i1
  %0 = fly.elem_less(%x, %y) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(8,9)>) -> i1
  %1 = fly.elem_less(%z, %y) : (!fly.int_tuple<(1,2)>, !fly.int_tuple<(8,9)>) -> i1
  %2 = fly.equal(%z, %w) : (!fly.int_tuple<(1,2)>, !fly.int_tuple<(1,2,3)>) -> i1
  // CHECK-DAG: %[[E0:.*]] = arith.cmpi eq, %[[A]], %{{.*}} : i32
  // CHECK-DAG: %[[E1:.*]] = arith.cmpi eq, %[[B]], %{{.*}} : i32
  // CHECK: %[[E:.*]] = arith.andi %[[E0]], %[[E1]] : i1
  %3 = fly.equal(%x, %z) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(1,2)>) -> i1
  // CHECK: return %[[L]], %[[T]], %[[F]], %[[E]]
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// Swizzles: and, logical shift, xor; coordinate swizzles shift the row bits into the column.
// CHECK-LABEL: func.func @swizzles
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
func.func @swizzles(%a: i32, %b: i32) -> (i32, i32) {
  %x = fly.make_int_tuple(%a) : (i32) -> !fly.int_tuple<?>
  %s = fly.static : !fly.swizzle<S<3,3,3>>
  // CHECK: %[[M:.*]] = arith.andi %[[A]], %{{.*}} : i32
  // CHECK: %[[H:.*]] = arith.shrui %[[M]], %{{.*}} : i32
  // CHECK: %[[R:.*]] = arith.xori %[[A]], %[[H]] : i32
  %0 = fly.crd2idx(%x, %s) : (!fly.int_tuple<?>, !fly.swizzle<S<3,3,3>>) -> !fly.int_tuple<?>
  %c = fly.make_int_tuple(%a, %b) : (i32, i32) -> !fly.int_tuple<(?,?)>
  %cs = fly.static : !fly.coord_swizzle<CS<2,1,[0],3,[1]>>
  // CHECK: %[[SR:.*]] = arith.shrui %[[A]], %{{.*}} : i32
  // CHECK: %[[SM:.*]] = arith.andi %[[SR]], %{{.*}} : i32
  // CHECK: %[[SL:.*]] = arith.shli %[[SM]], %{{.*}} : i32
  // CHECK: %[[SX:.*]] = arith.xori %[[B]], %[[SL]] : i32
  %1 = fly.crd2idx(%c, %cs) : (!fly.int_tuple<(?,?)>, !fly.coord_swizzle<CS<2,1,[0],3,[1]>>) -> !fly.int_tuple<(?,?)>
  %2 = fly.get_scalar(%0) : (!fly.int_tuple<?>) -> i32
  %3:2 = fly.get_leaves(%1) : (!fly.int_tuple<(?,?)>) -> (i32, i32)
  // CHECK: return %[[R]], %[[SX]]
  return %2, %3#1 : i32, i32
}

// More facts about a leaf change no value.
// CHECK-LABEL: func.func @assume
// CHECK-SAME: (%[[A:.*]]: i32)
func.func @assume(%a: i32) -> i32 {
  %x = fly.make_int_tuple(%a) : (i32) -> !fly.int_tuple<?>
  %d = fly.make_int_tuple(%a) : (i32) -> !fly.int_tuple<?{div=4}>
  %r = fly.assume(%d, %x) : (!fly.int_tuple<?{div=4}>, !fly.int_tuple<?>) -> !fly.int_tuple<?{div=4}>
  %0 = fly.get_scalar(%r) : (!fly.int_tuple<?{div=4}>) -> i32
  // CHECK: return %[[A]]
  return %0 : i32
}
