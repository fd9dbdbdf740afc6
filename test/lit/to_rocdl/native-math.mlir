// RUN: fly-opt %s --pass-pipeline='builtin.module(gpu.module(fly-rocdl-native-math))' | FileCheck %s
// RUN: fly-opt %s --pass-pipeline='builtin.module(gpu.module(fly-rocdl-native-math,fly-rocdl-native-math))' | FileCheck %s
// RUN: sed '/^gpu.module @kept/,$d' %s | fly-opt --fly-lower='chip=gfx942 to=isa' | FileCheck %s --check-prefix=ISA

// ISA-DAG: v_exp_f32
// ISA-DAG: v_log_f32
// ISA-DAG: v_sqrt_f32
// ISA-DAG: v_rsq_f32
// ISA-DAG: v_sin_f32
// ISA-DAG: v_cos_f32
// ISA-DAG: v_rcp_f32
gpu.module @m {
  // CHECK-LABEL: gpu.func @scalars
  gpu.func @scalars(%x: f32, %o: !llvm.ptr<1>) kernel {
    // CHECK: rocdl.exp2 %{{.*}} f32 -> f32
    %0 = math.exp2 %x fastmath<afn> : f32
    llvm.store volatile %0, %o : f32, !llvm.ptr<1>
    // CHECK: rocdl.log %{{.*}} f32 -> f32
    %1 = math.log2 %x fastmath<fast> : f32
    llvm.store volatile %1, %o : f32, !llvm.ptr<1>
    // CHECK: rocdl.sqrt
    %2 = math.sqrt %x fastmath<afn> : f32
    llvm.store volatile %2, %o : f32, !llvm.ptr<1>
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.rsq.f32"
    %3 = math.rsqrt %x fastmath<afn> : f32
    llvm.store volatile %3, %o : f32, !llvm.ptr<1>
    // CHECK: %[[TURN:.*]] = arith.constant 0.159154937 : f32
    // CHECK: arith.mulf %{{.*}}, %[[TURN]]
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.fract.f32"
    // CHECK: rocdl.sin
    %4 = math.sin %x fastmath<afn> : f32
    llvm.store volatile %4, %o : f32, !llvm.ptr<1>
    // CHECK: rocdl.cos
    %5 = math.cos %x fastmath<afn> : f32
    llvm.store volatile %5, %o : f32, !llvm.ptr<1>
    // CHECK: %[[LOG2E:.*]] = arith.constant 1.44269502 : f32
    // CHECK: arith.mulf %{{.*}}, %[[LOG2E]]
    // CHECK: rocdl.exp2
    %6 = math.exp %x fastmath<afn> : f32
    llvm.store volatile %6, %o : f32, !llvm.ptr<1>
    // CHECK: rocdl.log
    // CHECK: arith.constant 0.693147182 : f32
    %7 = math.log %x fastmath<afn> : f32
    llvm.store volatile %7, %o : f32, !llvm.ptr<1>
    // CHECK: rocdl.rcp
    %one = arith.constant 1.0 : f32
    %8 = arith.divf %one, %x fastmath<arcp> : f32
    llvm.store volatile %8, %o : f32, !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @vectors
  gpu.func @vectors(%x: vector<2xf32>, %o: !llvm.ptr<1>) kernel {
    // CHECK: vector.extract %{{.*}}[0]
    // CHECK: rocdl.exp2
    // CHECK: vector.insert {{.*}} [0]
    // CHECK: vector.extract %{{.*}}[1]
    // CHECK: rocdl.exp2
    // CHECK: vector.insert {{.*}} [1]
    %0 = math.exp2 %x fastmath<afn> : vector<2xf32>
    llvm.store %0, %o : vector<2xf32>, !llvm.ptr<1>
    gpu.return
  }
}

gpu.module @kept {
  // CHECK-LABEL: gpu.func @kept
  gpu.func @kept(%x: f32, %h: f16, %o: !llvm.ptr<1>) {
    // CHECK: math.exp2 %{{.*}} : f32
    %0 = math.exp2 %x : f32
    // CHECK: math.exp2 %{{.*}} fastmath<afn> : f16
    %1 = math.exp2 %h fastmath<afn> : f16
    // CHECK: arith.divf
    %2 = arith.divf %0, %x fastmath<arcp> : f32
    gpu.return
  }
}
