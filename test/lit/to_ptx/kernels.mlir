// The three NVIDIA kernels compile for sm_80 and sm_90 and leave nothing in local memory.
// RUN: fly-compile %data/../../examples/vector_add.mlir --chip sm_80 --emit ptx | FileCheck %s --check-prefix=ADD --implicit-check-not=.local
// RUN: fly-compile %data/../../examples/vector_add.mlir --chip sm_90 --emit ptx | FileCheck %s --check-prefix=ADD --implicit-check-not=.local
// RUN: fly-compile %data/../../examples/softmax_sm80.mlir --chip sm_80 --emit ptx | FileCheck %s --check-prefix=SOFTMAX --implicit-check-not=.local
// RUN: fly-compile %data/../../examples/softmax_sm80.mlir --chip sm_90 --emit ptx | FileCheck %s --check-prefix=SOFTMAX --implicit-check-not=.local
// RUN: fly-compile %data/../../examples/gemm_f16_sm80.mlir --chip sm_80 --emit ptx | FileCheck %s --check-prefix=GEMM --implicit-check-not=.local
// RUN: fly-compile %data/../../examples/gemm_f16_sm80.mlir --chip sm_90 --emit ptx | FileCheck %s --check-prefix=GEMM --implicit-check-not=.local
// Every rewrite on the way leaves valid IR (fly-opt verifies each of them in this folder).
// RUN: fly-opt %data/../../examples/vector_add.mlir "--fly-lower=chip=sm_80 to=llvm" -o /dev/null
// RUN: fly-opt %data/../../examples/softmax_sm80.mlir "--fly-lower=chip=sm_80 to=llvm" -o /dev/null
// RUN: fly-opt %data/../../examples/gemm_f16_sm80.mlir "--fly-lower=chip=sm_80 to=llvm" -o /dev/null

// ADD: .reqntid 128, 1, 1
// ADD: ld.global.v4
// ADD: st.global.v4

// SOFTMAX: shfl.sync.bfly.b32
// SOFTMAX: ex2.approx

// GEMM: .target sm_{{80|90}}
// GEMM: cp.async.cg.shared.global
// GEMM: cp.async.commit_group
// GEMM: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// GEMM-COUNT-64: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
