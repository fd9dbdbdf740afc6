// What nobody has verified is said where the type is used, once per place; what LLVM 22 lacks is remarked.
// RUN: fly-opt %s --convert-fly-to-rocdl --verify-diagnostics -o %t
// RUN: FileCheck %s --input-file=%t

!scale8 = !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<32x32x64, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>>
!scale6 = !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<32x32x64, (f6E2M3FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0>>
!scale4 = !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<32x32x64, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0>>
!wide = !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<32x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>
!order = !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 16>>
!trans = !fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 16>
!async = !fly.copy_atom<!fly_rocdl.cdna4.global_load_async_lds<128>, 32>

gpu.module @m {
  // CHECK-LABEL: gpu.func @scaled
  // CHECK-COUNT-2: rocdl.mfma.scale.f32.32x32x64.f8f6f4
  gpu.func @scaled(%m: !scale8, %n: !scale6, %a8: vector<32xi8>, %a6: vector<32xi6>, %b4: vector<32xi4>, %c: vector<16xf32>) -> (vector<16xf32>, vector<16xf32>) {
    // expected-warning @+2 {{which 32 elements a scale byte of !fly_rocdl.cdna4.mfma_scale<32x32x64, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0> governs is not verified for 8-bit operands [FLY341]}}
    // expected-note @+1 {{give all blocks of a row the same scale, or use 4-bit operands}}
    %0 = fly.mma_atom_call_ssa(%m, %a8, %a8, %c) : (!scale8, vector<32xi8>, vector<32xi8>, vector<16xf32>) -> vector<16xf32>
    // expected-warning @+1 {{is assumed dense with low bits first, not verified [FLY344]}}
    %1 = fly.mma_atom_call_ssa(%n, %a6, %b4, %c) : (!scale6, vector<32xi6>, vector<32xi4>, vector<16xf32>) -> vector<16xf32>
    gpu.return %0, %1 : vector<16xf32>, vector<16xf32>
  }
  // Two 4-bit operands match the published example: nothing to say.
  gpu.func @known(%m: !scale4, %a: vector<32xi4>, %c: vector<16xf32>) -> vector<16xf32> {
    %0 = fly.mma_atom_call_ssa(%m, %a, %a, %c) : (!scale4, vector<32xi4>, vector<32xi4>, vector<16xf32>) -> vector<16xf32>
    gpu.return %0 : vector<16xf32>
  }
  gpu.func @gfx1250(%m: !wide, %n: !order, %a: vector<128xi4>, %b: vector<64xi4>, %c: vector<16xf32>, %d: vector<8xf32>) -> (vector<16xf32>, vector<8xf32>) {
    // expected-warning @+2 {{are provisional, not verified on hardware [FLY342]}}
    // expected-note @+1 {{use 16x16x128 where correctness matters}}
    %0 = fly.mma_atom_call_ssa(%m, %a, %b, %c) : (!wide, vector<128xi4>, vector<64xi4>, vector<16xf32>) -> vector<16xf32>
    // expected-warning @+2 {{is known up to a permutation, which scaled blocks notice [FLY343]}}
    // expected-note @+1 {{give all blocks of a row the same scale}}
    %1 = fly.mma_atom_call_ssa(%n, %b, %b, %d) : (!order, vector<64xi4>, vector<64xi4>, vector<8xf32>) -> vector<8xf32>
    gpu.return %0, %1 : vector<16xf32>, vector<8xf32>
  }
  gpu.func @copies(%t: !trans, %s: !fly.memref<f16, shared, 4:1, align<8>>, %a: !async, %g: !fly.memref<f32, global, 4:1, align<16>>, %l: !fly.memref<f32, shared, 4:1, align<16>>) -> vector<4xf16> {
    // expected-warning @+1 {{the element order of !fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64> is derived, not measured [FLY345]}}
    %0 = fly.copy_atom_call_ssa(%t, %s) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!trans, !fly.memref<f16, shared, 4:1, align<8>>) -> vector<4xf16>
    // CHECK: rocdl.global.load.lds %{{.*}}, %{{.*}}, 16, 0, 0
    // expected-remark @+1 {{is lowered to the synchronous load, because LLVM 22 has no asynchronous one [FLY347]}}
    fly.copy_atom_call(%a, %g, %l) : (!async, !fly.memref<f32, global, 4:1, align<16>>, !fly.memref<f32, shared, 4:1, align<16>>) -> ()
    gpu.return %0 : vector<4xf16>
  }
}
