// RUN: fly-opt %s --fly-check --split-input-file --verify-diagnostics -o /dev/null

!scaled = !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>>
func.func @default(%a: vector<32xf8E4M3FN>, %c: vector<4xf32>, %one: i32) {
  // expected-note@+1 {{set both scales with fly.atom.set_value; 127 in every byte means one}}
  %m = fly.make_mma_atom : !scaled
  // expected-warning@+1 {{"scale_a", "scale_b" are still the default 0, which scales the product by two to the power of minus 127 [FLY179]}}
  %r = fly.mma_atom_call_ssa(%m, %a, %a, %c) : (!scaled, vector<32xf8E4M3FN>, vector<32xf8E4M3FN>, vector<4xf32>) -> vector<4xf32>
  %n = fly.atom.set_value(%m, "scale_a", %one) : (!scaled, i32) -> !scaled
  // expected-warning@+1 {{"scale_b" is still the default 0}}
  %s = fly.mma_atom_call_ssa(%n, %a, %a, %c) : (!scaled, vector<32xf8E4M3FN>, vector<32xf8E4M3FN>, vector<4xf32>) -> vector<4xf32>
  %o = fly.atom.set_value(%n, "scale_b", %one) : (!scaled, i32) -> !scaled
  %t = fly.mma_atom_call_ssa(%o, %a, %a, %c) : (!scaled, vector<32xf8E4M3FN>, vector<32xf8E4M3FN>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

// An atom from elsewhere may carry its scales; a scale of 0 is as bad as none.
!scaled = !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>>
func.func @given(%m: !scaled, %a: vector<32xf8E4M3FN>, %c: vector<4xf32>) {
  %r = fly.mma_atom_call_ssa(%m, %a, %a, %c) : (!scaled, vector<32xf8E4M3FN>, vector<32xf8E4M3FN>, vector<4xf32>) -> vector<4xf32>
  %zero = arith.constant 0 : i32
  %n = fly.atom.set_value(%m, "scale_a", %zero) : (!scaled, i32) -> !scaled
  // expected-warning@+2 {{"scale_a" is set to 0, which scales the product by two to the power of minus 127 [FLY179]}}
  // expected-note@+1 {{set both scales}}
  %s = fly.mma_atom_call_ssa(%n, %a, %a, %c) : (!scaled, vector<32xf8E4M3FN>, vector<32xf8E4M3FN>, vector<4xf32>) -> vector<4xf32>
  return
}
