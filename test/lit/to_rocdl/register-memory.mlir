// RUN: fly-opt %s --convert-fly-to-rocdl | FileCheck %s

// Register memory that was not promoted starts its function, so that LLVM can promote it: behind a loop
// and inside of one it would become dynamic stack memory as soon as the loop is branches.
// CHECK-LABEL: gpu.func @behind_and_inside(
// CHECK-NEXT: %[[SIZE:.*]] = llvm.mlir.constant(4 : i64)
// CHECK-NEXT: %[[INSIDE:.*]] = llvm.alloca %[[SIZE]] x f32
// CHECK-NEXT: llvm.mlir.constant(2 : i64)
// CHECK-NEXT: %[[BEHIND:.*]] = llvm.alloca
// CHECK: scf.for
// CHECK-NOT: llvm.alloca
// CHECK: llvm.store %{{.*}}, %[[INSIDE]]
// CHECK: llvm.store %{{.*}}, %[[BEHIND]]
gpu.module @m {
  gpu.func @behind_and_inside(%x: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
      fly.ptr.store(%x, %p) : (f32, !fly.ptr<f32, register>) -> ()
    }
    %q = fly.make_ptr() {dictAttrs = {allocSize = 2 : i64}} : () -> !fly.ptr<f32, register>
    fly.ptr.store(%x, %q) : (f32, !fly.ptr<f32, register>) -> ()
    gpu.return
  }

  // A pointer that outlives its round keeps an alloca per round: the next round's memory is another.
  // CHECK-LABEL: gpu.func @carried(
  // CHECK-COUNT-1: llvm.alloca
  // CHECK: scf.for
  // CHECK: %[[NEW:.*]] = llvm.alloca
  // CHECK: %[[MOVED:.*]] = llvm.getelementptr %[[NEW]][1]
  // CHECK: scf.yield %[[MOVED]]
  gpu.func @carried(%x: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = fly.make_int_tuple() : () -> !fly.int_tuple<1>
    %first = fly.make_ptr() {dictAttrs = {allocSize = 2 : i64}} : () -> !fly.ptr<f32, register>
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%p = %first) -> (!fly.ptr<f32, register>) {
      fly.ptr.store(%x, %p) : (f32, !fly.ptr<f32, register>) -> ()
      %q = fly.make_ptr() {dictAttrs = {allocSize = 2 : i64}} : () -> !fly.ptr<f32, register>
      %r = fly.add_offset(%q, %one) : (!fly.ptr<f32, register>, !fly.int_tuple<1>) -> !fly.ptr<f32, register>
      scf.yield %r : !fly.ptr<f32, register>
    }
    fly.ptr.store(%x, %last) : (f32, !fly.ptr<f32, register>) -> ()
    gpu.return
  }
}
