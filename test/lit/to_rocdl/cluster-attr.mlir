// RUN: fly-opt %s --pass-pipeline='builtin.module(gpu.module(fly-rocdl-cluster-attr))' | FileCheck %s
// RUN: fly-opt %s --pass-pipeline='builtin.module(gpu.module(fly-rocdl-cluster-attr,fly-rocdl-cluster-attr))' | FileCheck %s

gpu.module @m {
  // CHECK: llvm.func @k()
  // CHECK-SAME: passthrough = {{\[\[}}"amdgpu-cluster-dims", "2,1,1"]]
  // CHECK-NOT: rocdl.cluster_dims
  llvm.func @k() attributes {rocdl.cluster_dims = "2,1,1"} {
    llvm.return
  }
  // CHECK: llvm.func @kept()
  // CHECK-SAME: passthrough = ["noinline", ["a", "b"], ["amdgpu-cluster-dims", "4,2,1"]]
  llvm.func @kept() attributes {passthrough = ["noinline", ["a", "b"]], rocdl.cluster_dims = "4,2,1"} {
    llvm.return
  }
  // CHECK: llvm.func @none() {
  llvm.func @none() {
    llvm.return
  }
}
