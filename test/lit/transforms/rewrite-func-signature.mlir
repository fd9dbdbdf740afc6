// Every row of the carrier table, entering and leaving (passes.md 2).
// RUN: fly-opt %s --fly-rewrite-func-signature --split-input-file | FileCheck %s
// RUN: fly-opt %s --fly-rewrite-func-signature --split-input-file > %t.once
// RUN: fly-opt %s --fly-rewrite-func-signature --fly-rewrite-func-signature --split-input-file | diff - %t.once

// The example of the specification: a static argument vanishes, an unused one is not rebuilt.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[S:.*]]: !llvm.struct<packed (i32)>, %[[P:.*]]: !fly.ptr<f32, global>,
// CHECK-SAME: %[[L:.*]]: !llvm.struct<packed (struct<packed (i32)>)>) {
// CHECK-NEXT: %[[A:.*]] = llvm.extractvalue %[[L]][0]
// CHECK-NEXT: %[[B:.*]] = llvm.extractvalue %[[A]][0]
// CHECK-NEXT: %[[SH:.*]] = fly.make_int_tuple(%[[B]]) : (i32) -> !fly.int_tuple<(?,16)>
// CHECK-NEXT: %[[ST:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<(16,1)>
// CHECK-NEXT: %[[LY:.*]] = fly.make_layout(%[[SH]], %[[ST]])
// CHECK-NEXT: %[[V:.*]] = fly.make_view(%[[P]], %[[LY]])
// CHECK-NEXT: fly.get_iter(%[[V]])
func.func @f(%t: !fly.int_tuple<(4,?)>, %u: !fly.int_tuple<8>, %m: !fly.memref<f32, global, (?,16):(16,1)>) {
  %p = fly.get_iter(%m) : (!fly.memref<f32, global, (?,16):(16,1)>) -> !fly.ptr<f32, global>
  return
}

// -----

// CHECK-LABEL: func.func @all_static(
// CHECK-SAME: %{{.*}}: i32) {
// CHECK-NEXT: return
func.func @all_static(%a: !fly.int_tuple<(4,8)>, %b: !fly.layout<4:1>, %n: i32,
    %c: !fly.composed_layout<S<3,3,3> o 0 o 8:1>, %d: !fly.tile<[4|8]>, %e: !fly.swizzle<S<3,3,3>>,
    %f: !fly.coord_tensor<0, 8:1>, %g: !fly.copy_atom<!fly.universal_copy<32>, 32>,
    %h: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>) {
  return
}

// -----

// Static values are rebuilt by fly.static when used.
// CHECK-LABEL: func.func @static_used()
// CHECK-NEXT: fly.static : !fly.layout<(4,8):(1,4)>
// CHECK-NEXT: fly.size
func.func @static_used(%b: !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<32> {
  %s = fly.size(%b) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<32>
  // CHECK-NEXT: return
  return %s : !fly.int_tuple<32>
}

// -----

// CHECK-LABEL: func.func @composed(
// CHECK-SAME: %[[C:.*]]: !llvm.struct<packed (struct<packed (struct<packed (i64)>)>, struct<packed (i32)>)>)
// CHECK: %[[OUTER:.*]] = llvm.extractvalue %[[C]][0]
// CHECK: %[[SHAPE:.*]] = llvm.extractvalue %[[OUTER]][0]
// CHECK: llvm.extractvalue %[[SHAPE]][0]
// CHECK: fly.make_layout
// CHECK: llvm.extractvalue %[[C]][1]
// CHECK: fly.static : !fly.swizzle<S<3,3,3>>
// CHECK: fly.make_composed_layout
func.func @composed(%c: !fly.composed_layout<S<3,3,3> o ? o (?{i64},8):(8,1)>) -> !fly.int_tuple<?{i64 div=8}> {
  %s = fly.size(%c) : (!fly.composed_layout<S<3,3,3> o ? o (?{i64},8):(8,1)>) -> !fly.int_tuple<?{i64 div=8}>
  return %s : !fly.int_tuple<?{i64 div=8}>
}

// -----

// CHECK-LABEL: func.func @coord_tensor(
// CHECK-SAME: !llvm.struct<packed (struct<packed (i32)>, struct<packed (struct<packed (i32)>)>)>
// CHECK: fly.make_view(%{{.*}}, %{{.*}}) : (!fly.int_tuple<(?,0)>, !fly.layout<(?,8):(1E0,1E1)>)
func.func @coord_tensor(%c: !fly.coord_tensor<(?,0), (?,8):(1E0,1E1)>) {
  %s = fly.get_iter(%c) : (!fly.coord_tensor<(?,0), (?,8):(1E0,1E1)>) -> !fly.int_tuple<(?,0)>
  return
}

// -----

// Leaving: parts, leaves, scalars, one insertvalue each.
// CHECK-LABEL: func.func @leave(
// CHECK-SAME: -> (!fly.ptr<f32, global>, !llvm.struct<packed (struct<packed (i32)>, struct<packed (i64)>)>)
// CHECK: %[[V:.*]] = fly.make_view
// CHECK: fly.get_iter(%[[V]])
// CHECK: %[[L:.*]] = fly.get_layout(%[[V]])
// CHECK: %[[S:.*]] = fly.get_shape(%[[L]])
// CHECK: %[[G:.*]] = fly.get(%[[S]]) {mode = array<i32: 0>}
// CHECK: %[[N:.*]] = fly.get_scalar(%[[G]])
// CHECK: %[[U:.*]] = llvm.mlir.undef : !llvm.struct<packed (i32)>
// CHECK: llvm.insertvalue %[[N]], %[[U]][0]
// CHECK: fly.get_stride(%[[L]])
// CHECK: return %{{.*}}, %{{.*}} : !fly.ptr<f32, global>, !llvm.struct
func.func @leave(%p: !fly.ptr<f32, global>, %l: !fly.layout<(?,16):(?{i64},1)>) -> !fly.memref<f32, global, (?,16):(?{i64},1)> {
  %v = fly.make_view(%p, %l) : (!fly.ptr<f32, global>, !fly.layout<(?,16):(?{i64},1)>) -> !fly.memref<f32, global, (?,16):(?{i64},1)>
  return %v : !fly.memref<f32, global, (?,16):(?{i64},1)>
}

// -----

// Calls and declarations; a call's result is rebuilt only if used.
// CHECK-LABEL: func.func private @callee(!llvm.struct<packed (i32)>, f32) -> !llvm.struct<packed (i32)>
func.func private @callee(!fly.int_tuple<(?,3)>, !fly.layout<4:1>, f32) -> !fly.int_tuple<?>
// CHECK-LABEL: func.func @caller
func.func @caller(%n: i32, %x: f32) -> i32 {
  %t = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<(?,3)>
  %l = fly.static : !fly.layout<4:1>
  // CHECK: %[[R:.*]] = call @callee(%{{.*}}, %{{.*}}) : (!llvm.struct<packed (i32)>, f32) -> !llvm.struct<packed (i32)>
  %r = func.call @callee(%t, %l, %x) : (!fly.int_tuple<(?,3)>, !fly.layout<4:1>, f32) -> !fly.int_tuple<?>
  // CHECK: %[[E:.*]] = llvm.extractvalue %[[R]][0]
  // CHECK: %[[T:.*]] = fly.make_int_tuple(%[[E]]) : (i32) -> !fly.int_tuple<?>
  // CHECK: fly.get_scalar(%[[T]])
  %s = fly.get_scalar(%r) : (!fly.int_tuple<?>) -> i32
  return %s : i32
}

// -----

// Iteration values of scf.for: a memref is carried by its pointer.
// CHECK-LABEL: func.func @loop(
func.func @loop(%p: !fly.memref<f32, global, (4,8):(8,1)>, %lo: index, %hi: index, %st: index) {
  // CHECK: %[[I:.*]] = fly.get_iter
  // CHECK: scf.for %{{.*}} iter_args(%[[X:.*]] = %[[I]]) -> (!fly.ptr<f32, global>) {
  // CHECK-NEXT: %[[L:.*]] = fly.static : !fly.layout<(4,8):(8,1)>
  // CHECK-NEXT: %[[V:.*]] = fly.make_view(%[[X]], %[[L]])
  // CHECK: fly.add_offset
  // CHECK: %[[Y:.*]] = fly.get_iter
  // CHECK-NEXT: scf.yield %[[Y]] : !fly.ptr<f32, global>
  %r = scf.for %i = %lo to %hi step %st iter_args(%x = %p) -> (!fly.memref<f32, global, (4,8):(8,1)>) {
    %it = fly.get_iter(%x) : (!fly.memref<f32, global, (4,8):(8,1)>) -> !fly.ptr<f32, global>
    %l = fly.get_layout(%x) : (!fly.memref<f32, global, (4,8):(8,1)>) -> !fly.layout<(4,8):(8,1)>
    %o = fly.make_int_tuple() : () -> !fly.int_tuple<32>
    %q = fly.add_offset(%it, %o) : (!fly.ptr<f32, global>, !fly.int_tuple<32>) -> !fly.ptr<f32, global>
    %y = fly.make_view(%q, %l) : (!fly.ptr<f32, global>, !fly.layout<(4,8):(8,1)>) -> !fly.memref<f32, global, (4,8):(8,1)>
    scf.yield %y : !fly.memref<f32, global, (4,8):(8,1)>
  }
  return
}

// -----

// CHECK-LABEL: func.func @branch(
func.func @branch(%c: i1, %n: i32, %m: i32) -> i32 {
  // CHECK: %[[R:.*]] = scf.if %{{.*}} -> (!llvm.struct<packed (i32)>) {
  // CHECK: scf.yield %{{.*}} : !llvm.struct<packed (i32)>
  // CHECK: } else {
  // CHECK: scf.yield %{{.*}} : !llvm.struct<packed (i32)>
  // CHECK: llvm.extractvalue %[[R]][0]
  %r:2 = scf.if %c -> (!fly.int_tuple<(4,?)>, !fly.int_tuple<7>) {
    %a = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<(4,?)>
    %s = fly.make_int_tuple() : () -> !fly.int_tuple<7>
    scf.yield %a, %s : !fly.int_tuple<(4,?)>, !fly.int_tuple<7>
  } else {
    %b = fly.make_int_tuple(%m) : (i32) -> !fly.int_tuple<(4,?)>
    %s = fly.make_int_tuple() : () -> !fly.int_tuple<7>
    scf.yield %b, %s : !fly.int_tuple<(4,?)>, !fly.int_tuple<7>
  }
  %0 = fly.get_leaves(%r#0) {dynamicOnly = true} : (!fly.int_tuple<(4,?)>) -> i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @while(
func.func @while(%n: i32) -> i32 {
  %t = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<?>
  // CHECK: scf.while (%[[A:.*]] = %{{.*}}) : (!llvm.struct<packed (i32)>) -> !llvm.struct<packed (i32)> {
  // CHECK: scf.condition(%{{.*}}) %{{.*}} : !llvm.struct<packed (i32)>
  // CHECK: } do {
  // CHECK: ^bb0(%{{.*}}: !llvm.struct<packed (i32)>):
  // CHECK: scf.yield %{{.*}} : !llvm.struct<packed (i32)>
  %r = scf.while (%a = %t) : (!fly.int_tuple<?>) -> !fly.int_tuple<?> {
    %v = fly.get_scalar(%a) : (!fly.int_tuple<?>) -> i32
    %z = arith.constant 0 : i32
    %c = arith.cmpi sgt, %v, %z : i32
    scf.condition(%c) %a : !fly.int_tuple<?>
  } do {
  ^bb0(%b: !fly.int_tuple<?>):
    %one = fly.make_int_tuple() : () -> !fly.int_tuple<1>
    %d = fly.int_tuple_sub(%b, %one) : (!fly.int_tuple<?>, !fly.int_tuple<1>) -> !fly.int_tuple<?>
    scf.yield %d : !fly.int_tuple<?>
  }
  %s = fly.get_scalar(%r) : (!fly.int_tuple<?>) -> i32
  return %s : i32
}

// -----

// Kernels and launches; attributes stay with the argument, or with its pointer.
module attributes {gpu.container_module} {
  gpu.module @m {
    // CHECK: gpu.func @k(%{{.*}}: !fly.ptr<f32, global> {llvm.noalias}, %{{.*}}: i32 {test.keep}) workgroup(%{{.*}} : memref<4xf32, #gpu.address_space<workgroup>>) kernel
    gpu.func @k(%t: !fly.tile<[4|8]>, %a: !fly.memref<f32, global, 4:1> {llvm.noalias}, %n: i32 {test.keep})
        workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) kernel {
      gpu.return
    }
  }
  // CHECK: func.func @host(%[[A:.*]]: !fly.ptr<f32, global>, %[[N:.*]]: i32)
  func.func @host(%a: !fly.memref<f32, global, 4:1>, %n: i32) {
    %c1 = arith.constant 1 : index
    %t = fly.static : !fly.tile<[4|8]>
    // CHECK: gpu.launch_func @m::@k blocks in ({{.*}}) threads in ({{.*}}) args(%{{.*}} : !fly.ptr<f32, global>, %[[N]] : i32)
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%t : !fly.tile<[4|8]>, %a : !fly.memref<f32, global, 4:1>, %n : i32)
    return
  }
}

// -----

// Attributes of a call's arguments and results move like those of functions.
// CHECK-LABEL: func.func private @attributed(!fly.ptr<f32, global> {llvm.noalias}, i32) -> (!llvm.struct<packed (i32)>, i32 {llvm.noundef})
func.func private @attributed(!fly.memref<f32, global, 4:1> {llvm.noalias}, !fly.layout<4:1> {llvm.nonnull}, i32) -> (!fly.int_tuple<?>, i32 {llvm.noundef})
// CHECK-LABEL: func.func @call_attributes
func.func @call_attributes(%m: !fly.memref<f32, global, 4:1>, %n: i32) {
  %l = fly.static : !fly.layout<4:1>
  // CHECK: call @attributed({{.*}}) {{.*}}arg_attrs = [{llvm.noalias}, {llvm.noundef}]{{.*}}res_attrs = [{}, {llvm.noundef}]
  %r:2 = "func.call"(%m, %l, %n) {callee = @attributed, arg_attrs = [{llvm.noalias}, {}, {llvm.noundef}], res_attrs = [{}, {llvm.noundef}]} : (!fly.memref<f32, global, 4:1>, !fly.layout<4:1>, i32) -> (!fly.int_tuple<?>, i32)
  return
}

// -----

// The remaining structured forms.
// CHECK-LABEL: func.func @switch
func.func @switch(%i: index, %n: i32) -> i32 {
  // CHECK: scf.index_switch %{{.*}} -> !llvm.struct<packed (i32)>
  // CHECK: scf.execute_region -> !llvm.struct<packed (i32)>
  %r = scf.index_switch %i -> !fly.int_tuple<?>
  case 1 {
    %a = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<?>
    scf.yield %a : !fly.int_tuple<?>
  }
  default {
    %z = arith.constant 0 : i32
    %a = fly.make_int_tuple(%z) : (i32) -> !fly.int_tuple<?>
    scf.yield %a : !fly.int_tuple<?>
  }
  %e = scf.execute_region -> !fly.int_tuple<?> {
    scf.yield %r : !fly.int_tuple<?>
  }
  %s = fly.get_scalar(%e) : (!fly.int_tuple<?>) -> i32
  return %s : i32
}
