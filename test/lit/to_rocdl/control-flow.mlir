// Pointers, tensors and atoms as values of structured control flow, calls, branches and selects (G2, G3).
// RUN: fly-opt %s --convert-fly-to-rocdl | FileCheck %s
// RUN: fly-opt %s --fly-lower='chip=gfx942 to=isa' | FileCheck %s --check-prefix=ISA

!buffer = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>
!fat = !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>

// ISA: gpu.binary @m
gpu.module @m {
  // CHECK-LABEL: gpu.func @loop
  gpu.func @loop(%p: !fly.ptr<f32, global>, %n: index, %a: !buffer, %b: !fat) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %v = arith.constant 1.0 : f32
    %i32 = arith.constant 4 : i32
    // CHECK: scf.for {{.*}} -> (!llvm.ptr<1>, !llvm.struct<(i32)>, !llvm.struct<(ptr<8>, i32)>)
    %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %p, %y = %a, %z = %b) -> (!fly.ptr<f32, global>, !buffer, !fat) {
      fly.ptr.store(%v, %x) : (f32, !fly.ptr<f32, global>) -> ()
      %o = fly.make_int_tuple() : () -> !fly.int_tuple<64>
      // CHECK: llvm.getelementptr %{{.*}}[64]
      %q = fly.add_offset(%x, %o) : (!fly.ptr<f32, global>, !fly.int_tuple<64>) -> !fly.ptr<f32, global>
      // CHECK: llvm.insertvalue %{{.*}}, %{{.*}}[0] : !llvm.struct<(i32)>
      %s = fly.atom.set_value(%y, "soffset", %i32) : (!buffer, i32) -> !buffer
      %w = fly.copy_atom_call_ssa(%s, %z) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!buffer, !fat) -> f32
      fly.ptr.store(%w, %q) : (f32, !fly.ptr<f32, global>) -> ()
      // CHECK: scf.yield %{{.*}} : !llvm.ptr<1>, !llvm.struct<(i32)>, !llvm.struct<(ptr<8>, i32)>
      scf.yield %q, %s, %z : !fly.ptr<f32, global>, !buffer, !fat
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @branch
  gpu.func @branch(%c: i1, %p: !fly.ptr<f32, global>, %q: !fly.ptr<f32, global>, %v: f32) kernel {
    // CHECK: scf.if %{{.*}} -> (!llvm.ptr<1>)
    %r = scf.if %c -> (!fly.ptr<f32, global>) {
      scf.yield %p : !fly.ptr<f32, global>
    } else {
      scf.yield %q : !fly.ptr<f32, global>
    }
    // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : !llvm.ptr<1>
    %s = arith.select %c, %r, %q : !fly.ptr<f32, global>
    fly.ptr.store(%v, %s) : (f32, !fly.ptr<f32, global>) -> ()
    gpu.return
  }

  // CHECK-LABEL: gpu.func @while
  gpu.func @while(%n: i32, %p: !fly.ptr<f32, global>, %v: f32) kernel {
    %c1 = arith.constant 1 : i32
    // CHECK: scf.while {{.*}} : (!llvm.ptr<1>, i32) -> (!llvm.ptr<1>, i32)
    %r:2 = scf.while (%x = %p, %i = %n) : (!fly.ptr<f32, global>, i32) -> (!fly.ptr<f32, global>, i32) {
      %go = arith.cmpi sgt, %i, %c1 : i32
      scf.condition(%go) %x, %i : !fly.ptr<f32, global>, i32
    } do {
    ^bb0(%x: !fly.ptr<f32, global>, %i: i32):
      %o = fly.make_int_tuple() : () -> !fly.int_tuple<1>
      %y = fly.add_offset(%x, %o) : (!fly.ptr<f32, global>, !fly.int_tuple<1>) -> !fly.ptr<f32, global>
      %j = arith.subi %i, %c1 : i32
      scf.yield %y, %j : !fly.ptr<f32, global>, i32
    }
    fly.ptr.store(%v, %r#0) : (f32, !fly.ptr<f32, global>) -> ()
    gpu.return
  }

  // CHECK-LABEL: func.func @helper(%arg0: !llvm.ptr<1>, %arg1: f32) -> !llvm.ptr<1>
  func.func @helper(%p: !fly.ptr<f32, global>, %v: f32) -> !fly.ptr<f32, global> {
    fly.ptr.store(%v, %p) : (f32, !fly.ptr<f32, global>) -> ()
    return %p : !fly.ptr<f32, global>
  }
  // CHECK-LABEL: gpu.func @caller
  gpu.func @caller(%p: !fly.ptr<f32, global>, %v: f32) kernel {
    // CHECK: call @helper(%{{.*}}, %{{.*}}) : (!llvm.ptr<1>, f32) -> !llvm.ptr<1>
    %q = func.call @helper(%p, %v) : (!fly.ptr<f32, global>, f32) -> !fly.ptr<f32, global>
    gpu.return
  }
  // CHECK-LABEL: func.func private @declared(!llvm.ptr<3>)
  func.func private @declared(!fly.ptr<f32, shared>)

  // CHECK-LABEL: gpu.func @blocks
  gpu.func @blocks(%c: i1, %p: !fly.ptr<f32, global>, %q: !fly.ptr<f32, global>, %v: f32) kernel {
    // CHECK: cf.cond_br %{{.*}}, ^{{.*}}(%{{.*}} : !llvm.ptr<1>), ^{{.*}}(%{{.*}} : !llvm.ptr<1>)
    cf.cond_br %c, ^bb1(%p : !fly.ptr<f32, global>), ^bb1(%q : !fly.ptr<f32, global>)
  ^bb1(%x: !fly.ptr<f32, global>):
    fly.ptr.store(%v, %x) : (f32, !fly.ptr<f32, global>) -> ()
    gpu.return
  }

  // Attributions keep their types.
  // CHECK-LABEL: gpu.func @attributions(%arg0: !llvm.ptr<1>)
  // CHECK-SAME: workgroup(%{{.*}} : memref<32xf32, #gpu.address_space<workgroup>>)
  gpu.func @attributions(%p: !fly.ptr<f32, global>) workgroup(%w: memref<32xf32, #gpu.address_space<workgroup>>) kernel {
    gpu.return
  }
}
