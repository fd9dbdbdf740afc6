// A binary that the host loads by hand: two functions instead of a global constructor.
// REQUIRES: lld
// RUN: fly-compile %s --emit llvm-ir --host | FileCheck %s

// CHECK-DAG: @m_binary = private constant [{{[0-9]+}} x i8] c"\7FELF{{.*}}", align 8
// CHECK-DAG: @m_module = private global ptr null
// CHECK-NOT: @llvm.global_ctors

module attributes {gpu.container_module} {
  gpu.module @m <#fly.explicit_module> [#rocdl.target<chip = "gfx942">] {
    gpu.func @k(%p: !fly.ptr<f32, global>, %v: f32) kernel {
      fly.ptr.store(%v, %p) : (f32, !fly.ptr<f32, global>) -> ()
      gpu.return
    }
  }
  // CHECK-LABEL: define void @host(ptr %0, ptr addrspace(1) %1, float %2)
  // CHECK: %[[H:.*]] = load ptr, ptr @m_module
  // CHECK: %[[F:.*]] = call ptr @mgpuModuleGetFunction(ptr %[[H]], ptr @{{.*}}name{{.*}})
  // CHECK: call void @mgpuLaunchKernel(ptr %[[F]], i64 2, i64 1, i64 1, i64 64, i64 1, i64 1, i32 0, ptr %0, ptr %{{.*}}, ptr null, i64 {{[0-9]+}})
  func.func @host(%stream: !llvm.ptr, %p: !fly.ptr<f32, global>, %v: f32) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func <%stream : !llvm.ptr> @m::@k blocks in (%c2, %c1, %c1) threads in (%c64, %c1, %c1) args(%p : !fly.ptr<f32, global>, %v : f32)
    return
  }
}
// CHECK-LABEL: define void @flydsl_gpu_module_init(ptr %0, ptr %1)
// CHECK: store ptr null, ptr %0
// CHECK: store i32 0, ptr %1
// CHECK-LABEL: define void @flydsl_gpu_module_load_to_device(ptr %0, ptr %1)
// CHECK: %[[M:.*]] = call ptr @mgpuModuleLoad(ptr @m_binary, i64 {{[0-9]+}})
// CHECK: store ptr %[[M]], ptr @m_module
// CHECK: store ptr %[[M]], ptr %0
// CHECK: select i1 %{{.*}}, i32 -1, i32 0
