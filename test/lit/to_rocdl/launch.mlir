// RUN: fly-opt %s --convert-fly-to-rocdl --split-input-file --verify-diagnostics | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%p: !fly.ptr<f32, global>) kernel {
      gpu.return
    }
  }
  // CHECK-LABEL: func.func @host(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr, %arg2: !gpu.async.token)
  func.func @host(%p: !fly.ptr<f32, global>, %stream: !llvm.ptr, %token: !gpu.async.token) {
    %c = arith.constant 1 : index
    %b = arith.constant 128 : i32
    // CHECK: gpu.launch_func <%arg1 : !llvm.ptr> @m::@k
    // CHECK-SAME: args(%arg0 : !llvm.ptr<1>)
    gpu.launch_func <%stream : !llvm.ptr> @m::@k blocks in (%c, %c, %c) threads in (%c, %c, %c) args(%p : !fly.ptr<f32, global>)
    // CHECK: gpu.launch_func [%arg2] @m::@k clusters in
    // CHECK-SAME: dynamic_shared_memory_size %{{.*}} args(%arg0 : !llvm.ptr<1>)
    gpu.launch_func [%token] @m::@k clusters in (%c, %c, %c) blocks in (%c, %c, %c) threads in (%c, %c, %c) dynamic_shared_memory_size %b args(%p : !fly.ptr<f32, global>)
    return
  }
}
