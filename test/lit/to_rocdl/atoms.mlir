// RUN: fly-opt %s --convert-fly-to-rocdl | FileCheck %s

!buffer = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>
!copy = !fly.copy_atom<!fly.universal_copy<64>, 16>
!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!mfma = !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>

gpu.module @m {
  // CHECK-LABEL: gpu.func @state
  // CHECK-SAME: (%[[A:.*]]: !llvm.struct<(i32)>, %[[V:.*]]: i32) -> !llvm.struct<(i32)>
  gpu.func @state(%a: !buffer, %v: i32) -> !buffer {
    // CHECK: %[[B:.*]] = llvm.insertvalue %[[V]], %[[A]][0]
    // CHECK: gpu.return %[[B]]
    %b = fly.atom.set_value(%a, "soffset", %v) : (!buffer, i32) -> !buffer
    gpu.return %b : !buffer
  }

  // CHECK-LABEL: gpu.func @made
  gpu.func @made(%v: i32) -> (!buffer, !copy) {
    // CHECK-DAG: llvm.mlir.undef : !llvm.struct<()>
    // CHECK: gpu.return %{{.*}}, %{{.*}} : !llvm.struct<(i32)>, !llvm.struct<()>
    %b = fly.make_copy_atom {valBits = 32 : i32} : !buffer
    %c = fly.make_copy_atom {valBits = 16 : i32} : !copy
    gpu.return %b, %c : !buffer, !copy
  }

  // CHECK-LABEL: gpu.func @universal
  // CHECK-SAME: (%{{.*}}: !llvm.struct<()>, %[[S:.*]]: !llvm.ptr<1>, %[[D:.*]]: !llvm.ptr<3>, %[[V:.*]]: vector<4xf16>, %[[P:.*]]: i1)
  gpu.func @universal(%a: !copy, %s: !fly.memref<f16, global, 4:1, align<8>>, %d: !fly.memref<f16, shared, 4:1, align<8>>, %v: vector<4xf16>, %p: i1) {
    // CHECK: %[[L:.*]] = llvm.load %[[S]] {alignment = 8 : i64} : !llvm.ptr<1> -> i64
    // CHECK: llvm.store %[[L]], %[[D]] {alignment = 8 : i64} : i64, !llvm.ptr<3>
    fly.copy_atom_call(%a, %s, %d) : (!copy, !fly.memref<f16, global, 4:1, align<8>>, !fly.memref<f16, shared, 4:1, align<8>>) -> ()
    // CHECK: llvm.load %[[S]] {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xf16>
    %0 = fly.copy_atom_call_ssa(%a, %s) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!copy, !fly.memref<f16, global, 4:1, align<8>>) -> vector<4xf16>
    // CHECK: scf.if %[[P]] -> (vector<4xf16>)
    // CHECK: llvm.load
    // CHECK: scf.yield
    // CHECK: else
    // CHECK: scf.yield %[[V]]
    %1 = fly.copy_atom_call_ssa(%a, %s, %v, %p) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!copy, !fly.memref<f16, global, 4:1, align<8>>, vector<4xf16>, i1) -> vector<4xf16>
    // CHECK: scf.if %[[P]] {
    // CHECK: llvm.store %{{.*}}, %[[D]]
    // CHECK-NOT: else
    fly.copy_atom_call_ssa(%a, %1, %d, %p) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!copy, vector<4xf16>, !fly.memref<f16, shared, 4:1, align<8>>, i1) -> ()
    // CHECK: llvm.store %{{.*}}, %[[D]]
    fly.copy_atom_call_ssa(%a, %0, %d) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (!copy, vector<4xf16>, !fly.memref<f16, shared, 4:1, align<8>>) -> ()
    gpu.return
  }

  // CHECK-LABEL: gpu.func @matrix
  // CHECK-SAME: (%{{.*}}: !llvm.struct<()>, %[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: vector<4xf32>)
  gpu.func @matrix(%m: !mfma, %a: f32, %b: f32, %c: vector<4xf32>) -> vector<4xf32> {
    // CHECK: rocdl.mfma.f32.16x16x4f32 %[[A]], %[[B]], %[[C]], %{{.*}}, %{{.*}}, %{{.*}}
    %0 = fly.mma_atom_call_ssa(%m, %a, %b, %c) : (!mfma, f32, f32, vector<4xf32>) -> vector<4xf32>
    gpu.return %0 : vector<4xf32>
  }

  // The memory form loads, computes and stores.
  // CHECK-LABEL: gpu.func @matrix_memory
  gpu.func @matrix_memory(%m: !mfma, %d: !fly.memref<f32, register, 4:1>, %a: !fly.memref<f32, register, 1:1>, %b: !fly.memref<f32, register, 1:1>) {
    // CHECK-DAG: llvm.load {{.*}} !llvm.ptr<5> -> f32
    // CHECK-DAG: llvm.load {{.*}} !llvm.ptr<5> -> vector<4xf32>
    // CHECK: %[[R:.*]] = rocdl.mfma.f32.16x16x4f32
    // CHECK: llvm.store %[[R]], %{{.*}} : vector<4xf32>, !llvm.ptr<5>
    fly.mma_atom_call(%m, %d, %a, %b, %d) : (!mfma, !fly.memref<f32, register, 4:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 4:1>) -> ()
    gpu.return
  }

  // CHECK-LABEL: gpu.func @fma
  gpu.func @fma(%m: !fma, %a: f32, %b: f32, %c: f32) -> f32 {
    // CHECK: %[[P:.*]] = llvm.fmul %{{.*}}, %{{.*}} : f32
    // CHECK: llvm.fadd %[[P]], %{{.*}} : f32
    %0 = fly.mma_atom_call_ssa(%m, %a, %b, %c) : (!fma, f32, f32, f32) -> f32
    gpu.return %0 : f32
  }
}
