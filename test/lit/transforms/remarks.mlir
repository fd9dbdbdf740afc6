// Remarks at the operation, with the reason.
// RUN: fly-opt %s --fly-canonicalize --fly-layout-lowering --fly-convert-atom-call-to-ssa-form --fly-promote-regmem-to-vectorssa --remark-policy=all --remarks-filter=fly -o /dev/null 2>&1 | FileCheck %s

gpu.module @m {
  gpu.func @k(%p: !fly.ptr<f32, shared>, %i: i32, %g: !fly.ptr<f32, global>, %o: !llvm.ptr) {
    // CHECK-DAG: [[@LINE+3]]:{{.*}}access of 3 elements is not vectorised: no mode of 3:2 has stride 1
    %l = fly.static : !fly.layout<3:2>
    %m = fly.make_view(%p, %l) : (!fly.ptr<f32, shared>, !fly.layout<3:2>) -> !fly.memref<f32, shared, 3:2>
    %v = fly.memref.load_vec(%m) : (!fly.memref<f32, shared, 3:2>) -> vector<3xf32>
    llvm.store %v, %o : vector<3xf32>, !llvm.ptr

    // CHECK-DAG: [[@LINE+2]]:{{.*}}register memory of 8 elements stays in memory: an offset into it is only known at run time
    %s = fly.static : !fly.layout<(4,2):(1,4)>
    %r = fly.memref.alloca(%s) : (!fly.layout<(4,2):(1,4)>) -> !fly.memref<f32, register, (4,2):(1,4)>
    %c = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<(*,?)>
    %q = fly.slice(%r, %c) : (!fly.memref<f32, register, (4,2):(1,4)>, !fly.int_tuple<(*,?)>) -> !fly.memref<f32, register, 4:1>
    %w = fly.memref.load_vec(%q) : (!fly.memref<f32, register, 4:1>) -> vector<4xf32>
    llvm.store %w, %o : vector<4xf32>, !llvm.ptr

    // CHECK-DAG: [[@LINE+6]]:{{.*}}copy is split into 2 atom calls: one call moves the first mode of its views, and the modes behind it have the shape (2)
    %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>
    %t = fly.static : !fly.layout<(1,2):(0,1)>
    %e = fly.make_view(%p, %t) : (!fly.ptr<f32, shared>, !fly.layout<(1,2):(0,1)>) -> !fly.memref<f32, shared, (1,2):(0,1)>
    %f = fly.make_view(%g, %t) : (!fly.ptr<f32, global>, !fly.layout<(1,2):(0,1)>) -> !fly.memref<f32, global, (1,2):(0,1)>

    fly.copy(%a, %e, %f) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, shared, (1,2):(0,1)>, !fly.memref<f32, global, (1,2):(0,1)>) -> ()
    gpu.return
  }
}
