// Address spaces of NVIDIA targets: registers are allocas in space 0, tensor addresses count columns.
// RUN: fly-opt %s --convert-fly-to-ptx | FileCheck %s

// CHECK-LABEL: gpu.module @spaces
gpu.module @spaces {
  // CHECK: gpu.func @tensor(%[[P:.*]]: !llvm.ptr<6>, %[[N:.*]]: i32)
  gpu.func @tensor(%p: !fly.ptr<f16, tensor>, %n: i32) kernel {
    %o = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<?{div=2}>
    // CHECK: %[[COLS:.*]] = arith.divsi %[[N]], %{{.*}} : i32
    // CHECK: llvm.getelementptr %[[P]][%[[COLS]]] : (!llvm.ptr<6>, i32) -> !llvm.ptr<6>, i8
    %q = fly.add_offset(%p, %o) : (!fly.ptr<f16, tensor>, !fly.int_tuple<?{div=2}>) -> !fly.ptr<f16, tensor>
    %r = fly.to_llvm_ptr(%q) {llvm_address_space = 6 : i32} : (!fly.ptr<f16, tensor>) -> !llvm.ptr<6>
    gpu.return
  }

  // CHECK: gpu.func @registers
  gpu.func @registers() kernel {
    // CHECK: llvm.alloca %{{.*}} x f32 {alignment = 4 : i64} : (i64) -> !llvm.ptr{{$}}
    // CHECK-NOT: ptr<5>
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
    %c = arith.constant 1.0 : f32
    fly.ptr.store(%c, %p) : (f32, !fly.ptr<f32, register>) -> ()
    gpu.return
  }

  // CHECK: gpu.func @cluster(%[[S:.*]]: !llvm.ptr<3>, %[[RANK:.*]]: i32)
  gpu.func @cluster(%p: !fly.ptr<f32, shared, align<16>>, %rank: i32) kernel {
    // CHECK: nvvm.mapa %[[S]], %[[RANK]] : !llvm.ptr<3> -> !llvm.ptr<7>
    %q = fly_ptx.map_cta(%p, %rank) : (!fly.ptr<f32, shared, align<16>>, i32) -> !fly.ptr<f32, shared_cluster, align<16>>
    %r = fly.to_llvm_ptr(%q) {llvm_address_space = 7 : i32} : (!fly.ptr<f32, shared_cluster, align<16>>) -> !llvm.ptr<7>
    gpu.return
  }

  // Elements of fewer than eight bits are packed: a step is counted in bytes.
  // CHECK: gpu.func @packed(%[[G:.*]]: !llvm.ptr<1>
  gpu.func @packed(%p: !fly.ptr<i4, global, align<4>>) kernel {
    %o = fly.make_int_tuple() : () -> !fly.int_tuple<8>
    // CHECK: llvm.getelementptr %[[G]][4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    // CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    %q = fly.add_offset(%p, %o) : (!fly.ptr<i4, global, align<4>>, !fly.int_tuple<8>) -> !fly.ptr<i4, global, align<4>>
    %v = fly.ptr.load(%q) : (!fly.ptr<i4, global, align<4>>) -> vector<8xi4>
    fly.ptr.store(%v, %q) : (vector<8xi4>, !fly.ptr<i4, global, align<4>>) -> ()
    gpu.return
  }
}
