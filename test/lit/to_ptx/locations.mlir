// Every operation that the NVIDIA passes make carries the place of the one that it came from.
// RUN: fly-opt %s --convert-fly-to-ptx=chip=sm_90a --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: fly-opt %s --convert-fly-to-ptx=chip=sm_90a --mlir-print-debuginfo --mlir-print-local-scope | not grep "loc(unknown)"
// RUN: fly-opt %s --pass-pipeline='builtin.module(gpu.module(fly-ptx-kernel-attrs))' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=ATTRS

// CHECK-LABEL: gpu.func @k
// CHECK: llvm.alloca {{.*}} loc("fragment")
// CHECK: llvm.getelementptr {{.*}} loc("offset")
// CHECK: llvm.load {{.*}} loc("load")
// CHECK: llvm.store {{.*}} loc("store")
// CHECK: nvvm.mma.sync {{.*}} loc("product")
// CHECK: nvvm.mapa {{.*}} loc("mapa")
// ATTRS: nvvm.reqntid = array<i32: 128, 1, 1>{{.*}}
// ATTRS: } loc("lowered")
gpu.module @m {
  gpu.func @k(%g: !fly.ptr<f32, global>, %s: !fly.ptr<f32, shared>, %rank: i32, %a: vector<8xf16>, %b: vector<4xf16>, %c: vector<4xf32>) kernel {
    %r = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register> loc("fragment")
    %two = fly.make_int_tuple() : () -> !fly.int_tuple<2> loc("tuple")
    %q = fly.add_offset(%g, %two) : (!fly.ptr<f32, global>, !fly.int_tuple<2>) -> !fly.ptr<f32, global> loc("offset")
    %v = fly.ptr.load(%q) : (!fly.ptr<f32, global>) -> f32 loc("load")
    fly.ptr.store(%v, %r) : (f32, !fly.ptr<f32, register>) -> () loc("store")
    %mma = fly.make_mma_atom : !fly.mma_atom<!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>> loc("mma")
    %d = fly.mma_atom_call_ssa(%mma, %a, %b, %c) : (!fly.mma_atom<!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>>, vector<8xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32> loc("product")
    fly.ptr.store(%d, %r) : (vector<4xf32>, !fly.ptr<f32, register>) -> () loc("store2")
    %peer = fly_ptx.map_cta(%s, %rank) : (!fly.ptr<f32, shared>, i32) -> !fly.ptr<f32, shared_cluster> loc("mapa")
    gpu.return loc("return")
  } loc("kernel")
  llvm.func @lowered() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
    llvm.return loc("back")
  } loc("lowered")
} loc("module")
