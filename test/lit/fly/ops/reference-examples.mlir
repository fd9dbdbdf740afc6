// Every example line of the operation reference: parses, infers its type, and prints as written.
// RUN: fly-opt %s | fly-opt | FileCheck %s
// RUN: fly-opt %s -mlir-print-op-generic | fly-opt | FileCheck %s
// RUN: fly-opt %s -emit-bytecode | fly-opt | FileCheck %s

// CHECK-LABEL: func.func @f0(
// CHECK: fly.static : !fly.tile<[4|8]>
func.func @f0() {
  %t = fly.static : !fly.tile<[4|8]>
  return
}

// CHECK-LABEL: func.func @f1(
// CHECK: fly.make_int_tuple(%{{[a-z0-9_#]+}}) : (i32) -> !fly.int_tuple<(4,?)>
func.func @f1(%n: i32) {
  %s = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<(4,?)>
  return
}

// CHECK-LABEL: func.func @f2(
// CHECK: fly.make_layout(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,4)>) -> !fly.layout<(4,8):(1,4)>
func.func @f2(%s: !fly.int_tuple<(4,8)>, %d: !fly.int_tuple<(1,4)>) {
  %l = fly.make_layout(%s, %d) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,4)>) -> !fly.layout<(4,8):(1,4)>
  return
}

// CHECK-LABEL: func.func @f3(
// CHECK: fly.make_layout_like(%{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(16,1)>) -> !fly.layout<(4,8):(8,1)>
func.func @f3(%l: !fly.layout<(4,8):(16,1)>) {
  %r = fly.make_layout_like(%l) : (!fly.layout<(4,8):(16,1)>) -> !fly.layout<(4,8):(8,1)>
  return
}

// CHECK-LABEL: func.func @f4(
// CHECK: fly.make_ordered_layout(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,0)>) -> !fly.layout<(4,8):(8,1)>
func.func @f4(%s: !fly.int_tuple<(4,8)>, %o: !fly.int_tuple<(1,0)>) {
  %r = fly.make_ordered_layout(%s, %o) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,0)>) -> !fly.layout<(4,8):(8,1)>
  return
}

// CHECK-LABEL: func.func @f5(
// CHECK: fly.make_composed_layout(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<0>, !fly.layout<(8,64):(64,1)>) -> !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>
func.func @f5(%sw: !fly.swizzle<S<3,3,3>>, %o: !fly.int_tuple<0>, %l: !fly.layout<(8,64):(64,1)>) {
  %r = fly.make_composed_layout(%sw, %o, %l) : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<0>, !fly.layout<(8,64):(64,1)>) -> !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>
  return
}

// CHECK-LABEL: func.func @f6(
// CHECK: fly.make_identity_layout(%{{[a-z0-9_#]+}}) : (!fly.int_tuple<(4,8)>) -> !fly.layout<(4,8):(1E0,1E1)>
func.func @f6(%s: !fly.int_tuple<(4,8)>) {
  %r = fly.make_identity_layout(%s) : (!fly.int_tuple<(4,8)>) -> !fly.layout<(4,8):(1E0,1E1)>
  return
}

// CHECK-LABEL: func.func @f7(
// CHECK: fly.make_view(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(4,8):(1,4)>) -> !fly.memref<f32, global, (4,8):(1,4), align<16>>
func.func @f7(%p: !fly.ptr<f32, global, align<16>>, %l: !fly.layout<(4,8):(1,4)>) {
  %r = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(4,8):(1,4)>) -> !fly.memref<f32, global, (4,8):(1,4), align<16>>
  return
}

// CHECK-LABEL: func.func @f8(
// CHECK: fly.make_fragment_like(%{{[a-z0-9_#]+}}, f16) : (!fly.layout<(4,2):(1,64)>) -> !fly.memref<f16, register, (4,2):(1,4)>
func.func @f8(%l: !fly.layout<(4,2):(1,64)>) {
  %r = fly.make_fragment_like(%l, f16) : (!fly.layout<(4,2):(1,64)>) -> !fly.memref<f16, register, (4,2):(1,4)>
  return
}

// CHECK-LABEL: func.func @f9(
// CHECK: fly.make_fragment_layout_like(%{{[a-z0-9_#]+}}) : (!fly.layout<(4,2):(1,64)>) -> !fly.layout<(4,2):(1,4)>
func.func @f9(%l: !fly.layout<(4,2):(1,64)>) {
  %r = fly.make_fragment_layout_like(%l) : (!fly.layout<(4,2):(1,64)>) -> !fly.layout<(4,2):(1,4)>
  return
}

// CHECK-LABEL: func.func @f10(
// CHECK: fly.get_scalar(%{{[a-z0-9_#]+}}) : (!fly.int_tuple<((?{i64}))>) -> i64
func.func @f10(%t: !fly.int_tuple<((?{i64}))>) {
  %r = fly.get_scalar(%t) : (!fly.int_tuple<((?{i64}))>) -> i64
  return
}

// CHECK-LABEL: func.func @f11(
// CHECK: fly.get_leaves(%{{[a-z0-9_#]+}}) {dynamicOnly = true} : (!fly.int_tuple<(4,?,?{i64})>) -> (i32, i64)
func.func @f11(%t: !fly.int_tuple<(4,?,?{i64})>) {
  %0:2 = fly.get_leaves(%t) {dynamicOnly = true} : (!fly.int_tuple<(4,?,?{i64})>) -> (i32, i64)
  return
}

// CHECK-LABEL: func.func @f12(
// CHECK: fly.get_shape(%{{[a-z0-9_#]+}}) : (!fly.memref<f32, global, (4,8):(1,4)>) -> !fly.int_tuple<(4,8)>
func.func @f12(%m: !fly.memref<f32, global, (4,8):(1,4)>) {
  %r = fly.get_shape(%m) : (!fly.memref<f32, global, (4,8):(1,4)>) -> !fly.int_tuple<(4,8)>
  return
}

// CHECK-LABEL: func.func @f13(
// CHECK: fly.get_stride(%{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(1,4)>
func.func @f13(%l: !fly.layout<(4,8):(1,4)>) {
  %r = fly.get_stride(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(1,4)>
  return
}

// CHECK-LABEL: func.func @f14(
// CHECK: fly.get_layout(%{{[a-z0-9_#]+}}) : (!fly.memref<f32, global, 4:1>) -> !fly.layout<4:1>
func.func @f14(%m: !fly.memref<f32, global, 4:1>) {
  %r = fly.get_layout(%m) : (!fly.memref<f32, global, 4:1>) -> !fly.layout<4:1>
  return
}

// CHECK-LABEL: func.func @f15(
// CHECK: fly.get_iter(%{{[a-z0-9_#]+}}) : (!fly.memref<f32, global, 4:1>) -> !fly.ptr<f32, global>
func.func @f15(%m: !fly.memref<f32, global, 4:1>) {
  %r = fly.get_iter(%m) : (!fly.memref<f32, global, 4:1>) -> !fly.ptr<f32, global>
  return
}

// CHECK-LABEL: func.func @f16(
// CHECK: fly.composed_get_outer(%{{[a-z0-9_#]+}}) : (!fly.composed_layout<32:2 o 0 o [32:1 o 0 o 8:1]>) -> !fly.composed_layout<32:1 o 0 o 8:1>
func.func @f16(%c: !fly.composed_layout<32:2 o 0 o [32:1 o 0 o 8:1]>) {
  %r = fly.composed_get_outer(%c) : (!fly.composed_layout<32:2 o 0 o [32:1 o 0 o 8:1]>) -> !fly.composed_layout<32:1 o 0 o 8:1>
  return
}

// CHECK-LABEL: func.func @f17(
// CHECK: fly.int_tuple_add(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(2,2)>) -> !fly.int_tuple<(6,10)>
func.func @f17(%a: !fly.int_tuple<(4,8)>, %b: !fly.int_tuple<(2,2)>) {
  %r = fly.int_tuple_add(%a, %b) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(2,2)>) -> !fly.int_tuple<(6,10)>
  return
}

// CHECK-LABEL: func.func @f18(
// CHECK: fly.int_tuple_sub(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(4,?{div=8})>, !fly.int_tuple<(2,4)>) -> !fly.int_tuple<(2,?{div=4})>
func.func @f18(%a: !fly.int_tuple<(4,?{div=8})>, %b: !fly.int_tuple<(2,4)>) {
  %r = fly.int_tuple_sub(%a, %b) : (!fly.int_tuple<(4,?{div=8})>, !fly.int_tuple<(2,4)>) -> !fly.int_tuple<(2,?{div=4})>
  return
}

// CHECK-LABEL: func.func @f19(
// CHECK: fly.int_tuple_mul(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<?{div=2}>, !fly.int_tuple<4>) -> !fly.int_tuple<?{div=8}>
func.func @f19(%a: !fly.int_tuple<?{div=2}>, %b: !fly.int_tuple<4>) {
  %r = fly.int_tuple_mul(%a, %b) : (!fly.int_tuple<?{div=2}>, !fly.int_tuple<4>) -> !fly.int_tuple<?{div=8}>
  return
}

// CHECK-LABEL: func.func @f20(
// CHECK: fly.int_tuple_div(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(2,2)>) -> !fly.int_tuple<(2,4)>
func.func @f20(%a: !fly.int_tuple<(4,8)>, %b: !fly.int_tuple<(2,2)>) {
  %r = fly.int_tuple_div(%a, %b) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(2,2)>) -> !fly.int_tuple<(2,4)>
  return
}

// CHECK-LABEL: func.func @f21(
// CHECK: fly.int_tuple_mod(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(5,8)>, !fly.int_tuple<(2,4)>) -> !fly.int_tuple<(1,0)>
func.func @f21(%a: !fly.int_tuple<(5,8)>, %b: !fly.int_tuple<(2,4)>) {
  %r = fly.int_tuple_mod(%a, %b) : (!fly.int_tuple<(5,8)>, !fly.int_tuple<(2,4)>) -> !fly.int_tuple<(1,0)>
  return
}

// CHECK-LABEL: func.func @f22(
// CHECK: fly.int_tuple_product(%{{[a-z0-9_#]+}}) : (!fly.int_tuple<(4,8)>) -> !fly.int_tuple<32>
func.func @f22(%a: !fly.int_tuple<(4,8)>) {
  %r = fly.int_tuple_product(%a) : (!fly.int_tuple<(4,8)>) -> !fly.int_tuple<32>
  return
}

// CHECK-LABEL: func.func @f23(
// CHECK: fly.int_tuple_product_each(%{{[a-z0-9_#]+}}) : (!fly.int_tuple<((2,3),(4,5))>) -> !fly.int_tuple<(6,20)>
func.func @f23(%a: !fly.int_tuple<((2,3),(4,5))>) {
  %r = fly.int_tuple_product_each(%a) : (!fly.int_tuple<((2,3),(4,5))>) -> !fly.int_tuple<(6,20)>
  return
}

// CHECK-LABEL: func.func @f24(
// CHECK: fly.int_tuple_product_like(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<((2,3),(4,5))>, !fly.int_tuple<(1,(1,1))>) -> !fly.int_tuple<(6,(4,5))>
func.func @f24(%a: !fly.int_tuple<((2,3),(4,5))>, %g: !fly.int_tuple<(1,(1,1))>) {
  %r = fly.int_tuple_product_like(%a, %g) : (!fly.int_tuple<((2,3),(4,5))>, !fly.int_tuple<(1,(1,1))>) -> !fly.int_tuple<(6,(4,5))>
  return
}

// CHECK-LABEL: func.func @f25(
// CHECK: fly.shape_div(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<8>) -> !fly.int_tuple<(1,4)>
func.func @f25(%a: !fly.int_tuple<(4,8)>, %b: !fly.int_tuple<8>) {
  %r = fly.shape_div(%a, %b) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<8>) -> !fly.int_tuple<(1,4)>
  return
}

// CHECK-LABEL: func.func @f26(
// CHECK: fly.ceil_div(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(5,7)>, !fly.int_tuple<(2,3)>) -> !fly.int_tuple<(3,3)>
func.func @f26(%a: !fly.int_tuple<(5,7)>, %b: !fly.int_tuple<(2,3)>) {
  %r = fly.ceil_div(%a, %b) : (!fly.int_tuple<(5,7)>, !fly.int_tuple<(2,3)>) -> !fly.int_tuple<(3,3)>
  return
}

// CHECK-LABEL: func.func @f27(
// CHECK: fly.elem_less(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(1,2)>, !fly.int_tuple<(4,8)>) -> i1
func.func @f27(%a: !fly.int_tuple<(1,2)>, %b: !fly.int_tuple<(4,8)>) {
  %r = fly.elem_less(%a, %b) : (!fly.int_tuple<(1,2)>, !fly.int_tuple<(4,8)>) -> i1
  return
}

// CHECK-LABEL: func.func @f28(
// CHECK: fly.equal(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(1E0)>, !fly.int_tuple<(1E1)>) -> i1
func.func @f28(%a: !fly.int_tuple<(1E0)>, %b: !fly.int_tuple<(1E1)>) {
  %r = fly.equal(%a, %b) : (!fly.int_tuple<(1E0)>, !fly.int_tuple<(1E1)>) -> i1
  return
}

// CHECK-LABEL: func.func @f29(
// CHECK: fly.get(%{{[a-z0-9_#]+}}) {mode = array<i32: 1, 0>} : (!fly.layout<(4,(2,8)):(1,(4,8))>) -> !fly.layout<2:4>
func.func @f29(%l: !fly.layout<(4,(2,8)):(1,(4,8))>) {
  %r = fly.get(%l) {mode = array<i32: 1, 0>} : (!fly.layout<(4,(2,8)):(1,(4,8))>) -> !fly.layout<2:4>
  return
}

// CHECK-LABEL: func.func @f30(
// CHECK: fly.take(%{{[a-z0-9_#]+}}) {begin = 1 : i32, end = -1 : i32} : (!fly.int_tuple<(2,3,4)>) -> !fly.int_tuple<(3,4)>
func.func @f30(%t: !fly.int_tuple<(2,3,4)>) {
  %r = fly.take(%t) {begin = 1 : i32, end = -1 : i32} : (!fly.int_tuple<(2,3,4)>) -> !fly.int_tuple<(3,4)>
  return
}

// CHECK-LABEL: func.func @f31(
// CHECK: fly.select(%{{[a-z0-9_#]+}}) {indices = array<i32: 2, 0>} : (!fly.int_tuple<(2,3,4)>) -> !fly.int_tuple<(4,2)>
func.func @f31(%t: !fly.int_tuple<(2,3,4)>) {
  %r = fly.select(%t) {indices = array<i32: 2, 0>} : (!fly.int_tuple<(2,3,4)>) -> !fly.int_tuple<(4,2)>
  return
}

// CHECK-LABEL: func.func @f32(
// CHECK: fly.group(%{{[a-z0-9_#]+}}) {begin = 1 : i32, end = 3 : i32} : (!fly.int_tuple<(2,3,4)>) -> !fly.int_tuple<(2,(3,4))>
func.func @f32(%t: !fly.int_tuple<(2,3,4)>) {
  %r = fly.group(%t) {begin = 1 : i32, end = 3 : i32} : (!fly.int_tuple<(2,3,4)>) -> !fly.int_tuple<(2,(3,4))>
  return
}

// CHECK-LABEL: func.func @f33(
// CHECK: fly.append<4> (%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<1>) -> !fly.int_tuple<(2,3,1,1)>
func.func @f33(%t: !fly.int_tuple<(2,3)>, %e: !fly.int_tuple<1>) {
  %r = fly.append<4> (%t, %e) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<1>) -> !fly.int_tuple<(2,3,1,1)>
  return
}

// CHECK-LABEL: func.func @f34(
// CHECK: fly.prepend (%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>, !fly.layout<1:0>) -> !fly.layout<(1,4,8):(0,1,4)>
func.func @f34(%l: !fly.layout<(4,8):(1,4)>, %u: !fly.layout<1:0>) {
  %r = fly.prepend (%l, %u) : (!fly.layout<(4,8):(1,4)>, !fly.layout<1:0>) -> !fly.layout<(1,4,8):(0,1,4)>
  return
}

// CHECK-LABEL: func.func @f35(
// CHECK: fly.slice(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.memref<f32, global, (4,8):(1,4), align<16>>, !fly.int_tuple<(*,2)>) -> !fly.memref<f32, global, 4:1, align<16>>
func.func @f35(%m: !fly.memref<f32, global, (4,8):(1,4), align<16>>, %c: !fly.int_tuple<(*,2)>) {
  %r = fly.slice(%m, %c) : (!fly.memref<f32, global, (4,8):(1,4), align<16>>, !fly.int_tuple<(*,2)>) -> !fly.memref<f32, global, 4:1, align<16>>
  return
}

// CHECK-LABEL: func.func @f36(
// CHECK: fly.dice(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(2,3,4)>, !fly.int_tuple<(*,1,1)>) -> !fly.int_tuple<(3,4)>
func.func @f36(%t: !fly.int_tuple<(2,3,4)>, %c: !fly.int_tuple<(*,1,1)>) {
  %r = fly.dice(%t, %c) : (!fly.int_tuple<(2,3,4)>, !fly.int_tuple<(*,1,1)>) -> !fly.int_tuple<(3,4)>
  return
}

// CHECK-LABEL: func.func @f37(
// CHECK: fly.size(%{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<32>
func.func @f37(%l: !fly.layout<(4,8):(1,4)>) {
  %r = fly.size(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<32>
  return
}

// CHECK-LABEL: func.func @f38(
// CHECK: fly.coprofile(%{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(0,0)>
func.func @f38(%l: !fly.layout<(4,8):(1E0,1E1)>) {
  %r = fly.coprofile(%l) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(0,0)>
  return
}

// CHECK-LABEL: func.func @f39(
// CHECK: fly.coshape(%{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(4,8)>
func.func @f39(%l: !fly.layout<(4,8):(1E0,1E1)>) {
  %r = fly.coshape(%l) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(4,8)>
  return
}

// CHECK-LABEL: func.func @f40(
// CHECK: fly.cosize(%{{[a-z0-9_#]+}}) : (!fly.layout<(8,128):(1,16)>) -> !fly.int_tuple<2040>
func.func @f40(%l: !fly.layout<(8,128):(1,16)>) {
  %r = fly.cosize(%l) : (!fly.layout<(8,128):(1,16)>) -> !fly.int_tuple<2040>
  return
}

// CHECK-LABEL: func.func @f41(
// CHECK: fly.coalesce(%{{[a-z0-9_#]+}}) : (!fly.layout<(3,1,9):(1,9,3)>) -> !fly.layout<27:1>
func.func @f41(%l: !fly.layout<(3,1,9):(1,9,3)>) {
  %r = fly.coalesce(%l) : (!fly.layout<(3,1,9):(1,9,3)>) -> !fly.layout<27:1>
  return
}

// CHECK-LABEL: func.func @f42(
// CHECK: fly.coalesce(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<((2,4),(2,4)):((1,2),(8,16))>, !fly.int_tuple<(1,1)>) -> !fly.layout<(8,8):(1,8)>
func.func @f42(%l: !fly.layout<((2,4),(2,4)):((1,2),(8,16))>, %p: !fly.int_tuple<(1,1)>) {
  %r = fly.coalesce(%l, %p) : (!fly.layout<((2,4),(2,4)):((1,2),(8,16))>, !fly.int_tuple<(1,1)>) -> !fly.layout<(8,8):(1,8)>
  return
}

// CHECK-LABEL: func.func @f43(
// CHECK: fly.composition(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(6,9):(19,69)>, !fly.layout<(6,3):(3,1)>) -> !fly.layout<((2,3),3):((57,69),19)>
func.func @f43(%a: !fly.layout<(6,9):(19,69)>, %b: !fly.layout<(6,3):(3,1)>) {
  %r = fly.composition(%a, %b) : (!fly.layout<(6,9):(19,69)>, !fly.layout<(6,3):(3,1)>) -> !fly.layout<((2,3),3):((57,69),19)>
  return
}

// CHECK-LABEL: func.func @f44(
// CHECK: fly.composition(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(8,16):(1,8)>, !fly.tile<[4|*]>) -> !fly.layout<(4,16):(1,8)>
func.func @f44(%a: !fly.layout<(8,16):(1,8)>, %t: !fly.tile<[4|*]>) {
  %r = fly.composition(%a, %t) : (!fly.layout<(8,16):(1,8)>, !fly.tile<[4|*]>) -> !fly.layout<(4,16):(1,8)>
  return
}

// CHECK-LABEL: func.func @f45(
// CHECK: fly.complement(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(3,2):(2,1)>, !fly.int_tuple<12>) -> !fly.layout<2:6>
func.func @f45(%l: !fly.layout<(3,2):(2,1)>, %m: !fly.int_tuple<12>) {
  %r = fly.complement(%l, %m) : (!fly.layout<(3,2):(2,1)>, !fly.int_tuple<12>) -> !fly.layout<2:6>
  return
}

// CHECK-LABEL: func.func @f46(
// CHECK: fly.right_inverse(%{{[a-z0-9_#]+}}) : (!fly.layout<(2,4):(4,1)>) -> !fly.layout<(4,2):(2,1)>
func.func @f46(%l: !fly.layout<(2,4):(4,1)>) {
  %r = fly.right_inverse(%l) : (!fly.layout<(2,4):(4,1)>) -> !fly.layout<(4,2):(2,1)>
  return
}

// CHECK-LABEL: func.func @f47(
// CHECK: fly.left_inverse(%{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<32:1>
func.func @f47(%l: !fly.layout<(4,8):(1,4)>) {
  %r = fly.left_inverse(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<32:1>
  return
}

// CHECK-LABEL: func.func @f48(
// CHECK: fly.recast_layout(%{{[a-z0-9_#]+}}) {new_type_bits = 8 : i32, old_type_bits = 16 : i32} : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<(8,8):(1,8)>
func.func @f48(%l: !fly.layout<(4,8):(1,4)>) {
  %r = fly.recast_layout(%l) {new_type_bits = 8 : i32, old_type_bits = 16 : i32} : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<(8,8):(1,8)>
  return
}

// CHECK-LABEL: func.func @f49(
// CHECK: fly.tile_to_shape(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(8,1)>, !fly.int_tuple<(8,16)>, !fly.int_tuple<(0,1)>) -> !fly.layout<((4,2),(8,2)):((8,32),(1,64))>
func.func @f49(%b: !fly.layout<(4,8):(8,1)>, %s: !fly.int_tuple<(8,16)>, %o: !fly.int_tuple<(0,1)>) {
  %r = fly.tile_to_shape(%b, %s, %o) : (!fly.layout<(4,8):(8,1)>, !fly.int_tuple<(8,16)>, !fly.int_tuple<(0,1)>) -> !fly.layout<((4,2),(8,2)):((8,32),(1,64))>
  return
}

// CHECK-LABEL: func.func @f50(
// CHECK: fly.zipped_divide(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(8,16):(1,8)>, !fly.tile<[4|8]>) -> !fly.layout<((4,8),(2,2)):((1,8),(4,64))>
func.func @f50(%l: !fly.layout<(8,16):(1,8)>, %t: !fly.tile<[4|8]>) {
  %r = fly.zipped_divide(%l, %t) : (!fly.layout<(8,16):(1,8)>, !fly.tile<[4|8]>) -> !fly.layout<((4,8),(2,2)):((1,8),(4,64))>
  return
}

// CHECK-LABEL: func.func @f51(
// CHECK: fly.crd2idx(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(2,3)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<14>
func.func @f51(%c: !fly.int_tuple<(2,3)>, %l: !fly.layout<(4,8):(1,4)>) {
  %r = fly.crd2idx(%c, %l) : (!fly.int_tuple<(2,3)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<14>
  return
}

// CHECK-LABEL: func.func @f52(
// CHECK: fly.crd2idx(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<64>, !fly.swizzle<S<3,3,3>>) -> !fly.int_tuple<72>
func.func @f52(%c: !fly.int_tuple<64>, %s: !fly.swizzle<S<3,3,3>>) {
  %r = fly.crd2idx(%c, %s) : (!fly.int_tuple<64>, !fly.swizzle<S<3,3,3>>) -> !fly.int_tuple<72>
  return
}

// CHECK-LABEL: func.func @f53(
// CHECK: fly.idx2crd(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<14>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(2,3)>
func.func @f53(%i: !fly.int_tuple<14>, %l: !fly.layout<(4,8):(1,4)>) {
  %r = fly.idx2crd(%i, %l) : (!fly.int_tuple<14>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(2,3)>
  return
}

// CHECK-LABEL: func.func @f54(
// CHECK: fly.get_flat_coord(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<5>, !fly.layout<((2,4),8):((1,2),8)>) -> !fly.int_tuple<(5,0)>
func.func @f54(%i: !fly.int_tuple<5>, %l: !fly.layout<((2,4),8):((1,2),8)>) {
  %r = fly.get_flat_coord(%i, %l) : (!fly.int_tuple<5>, !fly.layout<((2,4),8):((1,2),8)>) -> !fly.int_tuple<(5,0)>
  return
}

// CHECK-LABEL: func.func @f55(
// CHECK: fly.get_1d_coord(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<5>, !fly.layout<((2,4),8):((1,2),8)>) -> !fly.int_tuple<5>
func.func @f55(%i: !fly.int_tuple<5>, %l: !fly.layout<((2,4),8):((1,2),8)>) {
  %r = fly.get_1d_coord(%i, %l) : (!fly.int_tuple<5>, !fly.layout<((2,4),8):((1,2),8)>) -> !fly.int_tuple<5>
  return
}

// CHECK-LABEL: func.func @f56(
// CHECK: fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f16, register>
func.func @f56() {
  %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f16, register>
  return
}

// CHECK-LABEL: func.func @f57(
// CHECK: fly.inttoptr(%{{[a-z0-9_#]+}}) : (i64) -> !fly.ptr<f32, global>
func.func @f57(%x: i64) {
  %r = fly.inttoptr(%x) : (i64) -> !fly.ptr<f32, global>
  return
}

// CHECK-LABEL: func.func @f58(
// CHECK: fly.ptrtoint(%{{[a-z0-9_#]+}}) : (!fly.ptr<f32, shared>) -> i32
func.func @f58(%p: !fly.ptr<f32, shared>) {
  %r = fly.ptrtoint(%p) : (!fly.ptr<f32, shared>) -> i32
  return
}

// CHECK-LABEL: func.func @f59(
// CHECK: fly.to_llvm_ptr(%{{[a-z0-9_#]+}}) {llvm_address_space = 3 : i32} : (!fly.ptr<f32, shared>) -> !llvm.ptr<3>
func.func @f59(%p: !fly.ptr<f32, shared>) {
  %r = fly.to_llvm_ptr(%p) {llvm_address_space = 3 : i32} : (!fly.ptr<f32, shared>) -> !llvm.ptr<3>
  return
}

// CHECK-LABEL: func.func @f60(
// CHECK: fly.add_offset(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.ptr<f32, global, align<16>>, !fly.int_tuple<2>) -> !fly.ptr<f32, global, align<8>>
func.func @f60(%p: !fly.ptr<f32, global, align<16>>, %o: !fly.int_tuple<2>) {
  %r = fly.add_offset(%p, %o) : (!fly.ptr<f32, global, align<16>>, !fly.int_tuple<2>) -> !fly.ptr<f32, global, align<8>>
  return
}

// CHECK-LABEL: func.func @f61(
// CHECK: fly.apply_swizzle(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.ptr<f16, shared, align<32>>, !fly.swizzle<S<3,3,3>>) -> !fly.ptr<f16, shared, align<16>, S<3,3,3>>
func.func @f61(%p: !fly.ptr<f16, shared, align<32>>, %s: !fly.swizzle<S<3,3,3>>) {
  %r = fly.apply_swizzle(%p, %s) : (!fly.ptr<f16, shared, align<32>>, !fly.swizzle<S<3,3,3>>) -> !fly.ptr<f16, shared, align<16>, S<3,3,3>>
  return
}

// CHECK-LABEL: func.func @f62(
// CHECK: fly.recast_iter(%{{[a-z0-9_#]+}}) : (!fly.ptr<f32, register>) -> !fly.ptr<i32, register>
func.func @f62(%p: !fly.ptr<f32, register>) {
  %r = fly.recast_iter(%p) : (!fly.ptr<f32, register>) -> !fly.ptr<i32, register>
  return
}

// CHECK-LABEL: func.func @f63(
// CHECK: fly.ptr.load(%{{[a-z0-9_#]+}}) : (!fly.ptr<f16, shared, align<16>>) -> vector<8xf16>
func.func @f63(%p: !fly.ptr<f16, shared, align<16>>) {
  %r = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<16>>) -> vector<8xf16>
  return
}

// CHECK-LABEL: func.func @f64(
// CHECK: fly.ptr.store(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (f32, !fly.ptr<f32, global>) -> ()
func.func @f64(%v: f32, %p: !fly.ptr<f32, global>) {
  fly.ptr.store(%v, %p) : (f32, !fly.ptr<f32, global>) -> ()
  return
}

// CHECK-LABEL: func.func @f65(
// CHECK: fly.memref.alloca(%{{[a-z0-9_#]+}}) : (!fly.layout<4:1>) -> !fly.memref<f32, register, 4:1>
func.func @f65(%l: !fly.layout<4:1>) {
  %r = fly.memref.alloca(%l) : (!fly.layout<4:1>) -> !fly.memref<f32, register, 4:1>
  return
}

// CHECK-LABEL: func.func @f66(
// CHECK: fly.memref.load(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.memref<f32, global, 32:1>, !fly.int_tuple<5>) -> f32
func.func @f66(%m: !fly.memref<f32, global, 32:1>, %i: !fly.int_tuple<5>) {
  %r = fly.memref.load(%m, %i) : (!fly.memref<f32, global, 32:1>, !fly.int_tuple<5>) -> f32
  return
}

// CHECK-LABEL: func.func @f67(
// CHECK: fly.memref.store(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (f32, !fly.memref<f32, global, 32:1>, !fly.int_tuple<3>) -> ()
func.func @f67(%v: f32, %m: !fly.memref<f32, global, 32:1>, %i: !fly.int_tuple<3>) {
  fly.memref.store(%v, %m, %i) : (f32, !fly.memref<f32, global, 32:1>, !fly.int_tuple<3>) -> ()
  return
}

// CHECK-LABEL: func.func @f68(
// CHECK: fly.memref.load_vec(%{{[a-z0-9_#]+}}) : (!fly.memref<f32, register, (3,4,2):(1,16,4)>) -> vector<24xf32>
func.func @f68(%m: !fly.memref<f32, register, (3,4,2):(1,16,4)>) {
  %r = fly.memref.load_vec(%m) : (!fly.memref<f32, register, (3,4,2):(1,16,4)>) -> vector<24xf32>
  return
}

// CHECK-LABEL: func.func @f69(
// CHECK: fly.memref.store_vec(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (vector<4xf32>, !fly.memref<f32, register, 4:1>) -> ()
func.func @f69(%v: vector<4xf32>, %m: !fly.memref<f32, register, 4:1>) {
  fly.memref.store_vec(%v, %m) : (vector<4xf32>, !fly.memref<f32, register, 4:1>) -> ()
  return
}

// CHECK-LABEL: func.func @f70(
// CHECK: fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 16>
func.func @f70() {
  %a = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 16>
  return
}

// CHECK-LABEL: func.func @f71(
// CHECK: fly.make_mma_atom : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
func.func @f71() {
  %a = fly.make_mma_atom : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
  return
}

// CHECK-LABEL: func.func @f72(
// CHECK: fly.copy_atom_call(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>, !fly.memref<f16, register, 4:1>) -> ()
func.func @f72(%a: !fly.copy_atom<!fly.universal_copy<64>, 16>, %s: !fly.memref<f16, global, 4:1>, %d: !fly.memref<f16, register, 4:1>) {
  fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>, !fly.memref<f16, register, 4:1>) -> ()
  return
}

// CHECK-LABEL: func.func @f73(
// CHECK: fly.mma_atom_call(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
func.func @f73(%m: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %d: !fly.memref<f32, register, 1:1>, %a: !fly.memref<f32, register, 1:1>, %b: !fly.memref<f32, register, 1:1>, %c: !fly.memref<f32, register, 1:1>) {
  fly.mma_atom_call(%m, %d, %a, %b, %c) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
  return
}

// CHECK-LABEL: func.func @f74(
// CHECK: fly.copy_atom_call_ssa(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>) -> vector<4xf16>
func.func @f74(%a: !fly.copy_atom<!fly.universal_copy<64>, 16>, %s: !fly.memref<f16, global, 4:1>) {
  %v = fly.copy_atom_call_ssa(%a, %s) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>) -> vector<4xf16>
  return
}

// CHECK-LABEL: func.func @f75(
// CHECK: fly.mma_atom_call_ssa(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, f32, f32, f32) -> f32
func.func @f75(%m: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %a: f32, %b: f32, %c: f32) {
  %r = fly.mma_atom_call_ssa(%m, %a, %b, %c) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, f32, f32, f32) -> f32
  return
}

// CHECK-LABEL: func.func @f76(
// CHECK: fly.make_tiled_copy(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>
func.func @f76(%a: !fly.copy_atom<!fly.universal_copy<32>, 32>, %l: !fly.layout<(4,8):(8,1)>, %t: !fly.tile<[4|8]>) {
  %r = fly.make_tiled_copy(%a, %l, %t) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>
  return
}

// CHECK-LABEL: func.func @f77(
// CHECK: fly.make_tiled_mma(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>>
func.func @f77(%m: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %l: !fly.layout<(16,16,1):(1,16,0)>) {
  %r = fly.make_tiled_mma(%m, %l) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>>
  return
}

// CHECK-LABEL: func.func @f78(
// CHECK: fly.copy(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, (1,4):(0,1)>, !fly.memref<f32, register, (1,4):(0,1)>) -> ()
func.func @f78(%a: !fly.copy_atom<!fly.universal_copy<32>, 32>, %s: !fly.memref<f32, global, (1,4):(0,1)>, %d: !fly.memref<f32, register, (1,4):(0,1)>) {
  fly.copy(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, (1,4):(0,1)>, !fly.memref<f32, register, (1,4):(0,1)>) -> ()
  return
}

// CHECK-LABEL: func.func @f79(
// CHECK: fly.print(%{{[a-z0-9_#]+}}) {format = "x={}"} : (i32) -> ()
func.func @f79(%x: i32) {
  fly.print(%x) {format = "x={}"} : (i32) -> ()
  return
}

// CHECK-LABEL: func.func @f80(
// CHECK: fly.assume(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<?{div=4}>, !fly.int_tuple<?>) -> !fly.int_tuple<?{div=4}>
func.func @f80(%d: !fly.int_tuple<?{div=4}>, %s: !fly.int_tuple<?>) {
  %r = fly.assume(%d, %s) : (!fly.int_tuple<?{div=4}>, !fly.int_tuple<?>) -> !fly.int_tuple<?{div=4}>
  return
}

// CHECK-LABEL: func.func @f81(
// CHECK: fly.extract_aligned_pointer_as_index %{{[a-z0-9_#]+}} : <f32, global, 4:1> -> !llvm.ptr<1>
func.func @f81(%m: !fly.memref<f32, global, 4:1>) {
  %r = fly.extract_aligned_pointer_as_index %m : !fly.memref<f32, global, 4:1> -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @f82(
// CHECK: fly.logical_divide(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<((2,4),4):((1,2),8)>
func.func @f82(%l: !fly.layout<(4,8):(1,4)>, %d: !fly.layout<(2,4):(1,2)>) {
  %r = fly.logical_divide(%l, %d) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<((2,4),4):((1,2),8)>
  return
}

// CHECK-LABEL: func.func @f83(
// CHECK: fly.zipped_divide(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<((2,4),4):((1,2),8)>
func.func @f83(%l: !fly.layout<(4,8):(1,4)>, %d: !fly.layout<(2,4):(1,2)>) {
  %r = fly.zipped_divide(%l, %d) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<((2,4),4):((1,2),8)>
  return
}

// CHECK-LABEL: func.func @f84(
// CHECK: fly.tiled_divide(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<((2,4),4):((1,2),8)>
func.func @f84(%l: !fly.layout<(4,8):(1,4)>, %d: !fly.layout<(2,4):(1,2)>) {
  %r = fly.tiled_divide(%l, %d) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<((2,4),4):((1,2),8)>
  return
}

// CHECK-LABEL: func.func @f85(
// CHECK: fly.flat_divide(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<(2,4,4):(1,2,8)>
func.func @f85(%l: !fly.layout<(4,8):(1,4)>, %d: !fly.layout<(2,4):(1,2)>) {
  %r = fly.flat_divide(%l, %d) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<(2,4,4):(1,2,8)>
  return
}

// CHECK-LABEL: func.func @f86(
// CHECK: fly.logical_product(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,8),(2,2)):((1,4),(32,64))>
func.func @f86(%l: !fly.layout<(4,8):(1,4)>, %d: !fly.layout<(2,2):(1,2)>) {
  %r = fly.logical_product(%l, %d) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,8),(2,2)):((1,4),(32,64))>
  return
}

// CHECK-LABEL: func.func @f87(
// CHECK: fly.zipped_product(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,8),(2,2)):((1,4),(32,64))>
func.func @f87(%l: !fly.layout<(4,8):(1,4)>, %d: !fly.layout<(2,2):(1,2)>) {
  %r = fly.zipped_product(%l, %d) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,8),(2,2)):((1,4),(32,64))>
  return
}

// CHECK-LABEL: func.func @f88(
// CHECK: fly.tiled_product(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,8),2,2):((1,4),32,64)>
func.func @f88(%l: !fly.layout<(4,8):(1,4)>, %d: !fly.layout<(2,2):(1,2)>) {
  %r = fly.tiled_product(%l, %d) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,8),2,2):((1,4),32,64)>
  return
}

// CHECK-LABEL: func.func @f89(
// CHECK: fly.flat_product(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<(4,8,2,2):(1,4,32,64)>
func.func @f89(%l: !fly.layout<(4,8):(1,4)>, %d: !fly.layout<(2,2):(1,2)>) {
  %r = fly.flat_product(%l, %d) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<(4,8,2,2):(1,4,32,64)>
  return
}

// CHECK-LABEL: func.func @f90(
// CHECK: fly.blocked_product(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,2),(8,2)):((1,32),(4,64))>
func.func @f90(%l: !fly.layout<(4,8):(1,4)>, %d: !fly.layout<(2,2):(1,2)>) {
  %r = fly.blocked_product(%l, %d) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,2),(8,2)):((1,32),(4,64))>
  return
}

// CHECK-LABEL: func.func @f91(
// CHECK: fly.raked_product(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((2,4),(2,8)):((32,1),(64,4))>
func.func @f91(%l: !fly.layout<(4,8):(1,4)>, %d: !fly.layout<(2,2):(1,2)>) {
  %r = fly.raked_product(%l, %d) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((2,4),(2,8)):((32,1),(64,4))>
  return
}

// CHECK-LABEL: func.func @f92(
// CHECK: fly.logical_divide(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(14,(6,9)):(19,(69,1))>, !fly.tile<[2:7|(3,6):(1,3)]>) -> !fly.layout<((2,7),((3,(2,3)),3)):((133,19),((69,(207,1)),3))>
func.func @f92(%l: !fly.layout<(14,(6,9)):(19,(69,1))>, %t: !fly.tile<[2:7|(3,6):(1,3)]>) {
  %r = fly.logical_divide(%l, %t) : (!fly.layout<(14,(6,9)):(19,(69,1))>, !fly.tile<[2:7|(3,6):(1,3)]>) -> !fly.layout<((2,7),((3,(2,3)),3)):((133,19),((69,(207,1)),3))>
  return
}

// CHECK-LABEL: func.func @f93(
// CHECK: fly.zipped_divide(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(14,(6,9)):(19,(69,1))>, !fly.tile<[2:7|(3,6):(1,3)]>) -> !fly.layout<((2,(3,(2,3))),(7,3)):((133,(69,(207,1))),(19,3))>
func.func @f93(%l: !fly.layout<(14,(6,9)):(19,(69,1))>, %t: !fly.tile<[2:7|(3,6):(1,3)]>) {
  %r = fly.zipped_divide(%l, %t) : (!fly.layout<(14,(6,9)):(19,(69,1))>, !fly.tile<[2:7|(3,6):(1,3)]>) -> !fly.layout<((2,(3,(2,3))),(7,3)):((133,(69,(207,1))),(19,3))>
  return
}

// CHECK-LABEL: func.func @f94(
// CHECK: fly.tiled_divide(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(14,(6,9)):(19,(69,1))>, !fly.tile<[2:7|(3,6):(1,3)]>) -> !fly.layout<((2,(3,(2,3))),7,3):((133,(69,(207,1))),19,3)>
func.func @f94(%l: !fly.layout<(14,(6,9)):(19,(69,1))>, %t: !fly.tile<[2:7|(3,6):(1,3)]>) {
  %r = fly.tiled_divide(%l, %t) : (!fly.layout<(14,(6,9)):(19,(69,1))>, !fly.tile<[2:7|(3,6):(1,3)]>) -> !fly.layout<((2,(3,(2,3))),7,3):((133,(69,(207,1))),19,3)>
  return
}

// CHECK-LABEL: func.func @f95(
// CHECK: fly.flat_divide(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(14,(6,9)):(19,(69,1))>, !fly.tile<[2:7|(3,6):(1,3)]>) -> !fly.layout<(2,(3,(2,3)),7,3):(133,(69,(207,1)),19,3)>
func.func @f95(%l: !fly.layout<(14,(6,9)):(19,(69,1))>, %t: !fly.tile<[2:7|(3,6):(1,3)]>) {
  %r = fly.flat_divide(%l, %t) : (!fly.layout<(14,(6,9)):(19,(69,1))>, !fly.tile<[2:7|(3,6):(1,3)]>) -> !fly.layout<(2,(3,(2,3)),7,3):(133,(69,(207,1)),19,3)>
  return
}

// CHECK-LABEL: func.func @f96(
// CHECK: fly.logical_divide(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.layout<(14,6,9):(19,69,1)>, !fly.layout<(2,3,6):(7,14,1)>) -> !fly.layout<((2,3,6),(2,9)):((133,69,19),(207,1))>
func.func @f96(%l: !fly.layout<(14,6,9):(19,69,1)>, %d: !fly.layout<(2,3,6):(7,14,1)>) {
  %r = fly.logical_divide(%l, %d) : (!fly.layout<(14,6,9):(19,69,1)>, !fly.layout<(2,3,6):(7,14,1)>) -> !fly.layout<((2,3,6),(2,9)):((133,69,19),(207,1))>
  return
}

// CHECK-LABEL: func.func @f97(
// CHECK: fly.crd2idx(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}) : (!fly.int_tuple<(?,?)>, !fly.layout<(48,21):(1E1,48E1)>) -> !fly.int_tuple<(0,?)>
func.func @f97(%c: !fly.int_tuple<(?,?)>, %l: !fly.layout<(48,21):(1E1,48E1)>) {
  %r = fly.crd2idx(%c, %l) : (!fly.int_tuple<(?,?)>, !fly.layout<(48,21):(1E1,48E1)>) -> !fly.int_tuple<(0,?)>
  return
}
