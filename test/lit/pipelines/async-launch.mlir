// A launch keeps its stream through gpu-to-llvm, whichever way it names it (G4).
// RUN: fly-opt %s --fly-async-launch | FileCheck %s
// RUN: fly-opt %s --fly-async-launch --fly-async-launch | FileCheck %s
// RUN: fly-opt %s --fly-lower='chip=gfx942 to=llvm' | FileCheck %s --check-prefix=LLVM

module attributes {gpu.container_module} {
  gpu.module @m [#rocdl.target<chip = "gfx942">] {
    gpu.func @k(%p: !llvm.ptr<1>) kernel {
      gpu.return
    }
  }
  // CHECK-LABEL: func.func @object
  // CHECK: %[[T:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !llvm.ptr to !gpu.async.token
  // CHECK: gpu.launch_func async [%[[T]]] @m::@k
  // LLVM-LABEL: llvm.func @object(%arg0: !llvm.ptr, %arg1: !llvm.ptr<1>)
  // LLVM: gpu.launch_func <%arg0 : !llvm.ptr> @m::@k
  func.func @object(%stream: !llvm.ptr, %p: !llvm.ptr<1>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func <%stream : !llvm.ptr> @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr<1>)
    return
  }
  // CHECK-LABEL: func.func @token
  // CHECK: gpu.launch_func async [%{{.*}}] @m::@k
  // CHECK-SAME: dynamic_shared_memory_size
  // CHECK-SAME: {mine = 1 : i32}
  // LLVM-LABEL: llvm.func @token(%arg0: !llvm.ptr, %arg1: !llvm.ptr<1>)
  // LLVM: gpu.launch_func <%arg0 : !llvm.ptr> @m::@k
  func.func @token(%stream: !gpu.async.token, %p: !llvm.ptr<1>) {
    %c1 = arith.constant 1 : index
    %bytes = arith.constant 64 : i32
    gpu.launch_func [%stream] @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %bytes args(%p : !llvm.ptr<1>) {mine = 1 : i32}
    return
  }
  // CHECK-LABEL: func.func @neither
  // CHECK: gpu.launch_func @m::@k
  // LLVM-LABEL: llvm.func @neither
  // LLVM: gpu.launch_func @m::@k
  func.func @neither(%p: !llvm.ptr<1>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr<1>)
    return
  }
}
