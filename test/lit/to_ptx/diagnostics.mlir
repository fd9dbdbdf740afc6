// The conversion's diagnostics by number (docs/diagnostics.md, FLY401 and up), at the call.
// RUN: fly-opt %s --split-input-file --verify-diagnostics --convert-fly-to-ptx

// FLY401: payload newer than the target.
gpu.module @old_chip [#nvvm.target<chip = "sm_80", features = "+ptx71">] {
  gpu.func @k(%a: vector<16xi8>, %b: vector<8xi8>, %c: vector<4xf32>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_ptx.sm89.mma<16x8x32, (f8E4M3FN, f8E5M2) -> f32>>
    // expected-error @+1 {{'sm89.mma' requires sm_89 (PTX 8.4), target is sm_80 (PTX 7.1) [FLY401]}}
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_ptx.sm89.mma<16x8x32, (f8E4M3FN, f8E5M2) -> f32>>, vector<16xi8>, vector<8xi8>, vector<4xf32>) -> vector<4xf32>
    gpu.return
  }
}

// -----

// FLY401: the chip has the instruction, the PTX version does not.
gpu.module @old_ptx [#nvvm.target<chip = "sm_80", features = "+ptx70">] {
  gpu.func @k(%a: vector<128xi1>, %b: vector<64xi1>, %c: vector<4xi32>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_ptx.sm80.mma<16x8x256, (i1, i1) -> i32, b1op = and_popc>>
    // expected-error @+1 {{'sm80.mma' requires sm_80 (PTX 7.1), target is sm_80 (PTX 7.0) [FLY401]}}
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_ptx.sm80.mma<16x8x256, (i1, i1) -> i32, b1op = and_popc>>, vector<128xi1>, vector<64xi1>, vector<4xi32>) -> vector<4xi32>
    gpu.return
  }
}

// -----

// FLY407: alignment that the pointer does not promise.
gpu.module @alignment {
  gpu.func @k(%s: !fly.ptr<f16, global>, %d: !fly.ptr<f16, shared, align<16>>) kernel {
    %atom = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly_ptx.sm80.cp_async<128>, 16>
    %shape = fly.make_int_tuple() : () -> !fly.int_tuple<8>
    %stride = fly.make_int_tuple() : () -> !fly.int_tuple<1>
    %l = fly.make_layout(%shape, %stride) : (!fly.int_tuple<8>, !fly.int_tuple<1>) -> !fly.layout<8:1>
    %src = fly.make_view(%s, %l) : (!fly.ptr<f16, global>, !fly.layout<8:1>) -> !fly.memref<f16, global, 8:1>
    %dst = fly.make_view(%d, %l) : (!fly.ptr<f16, shared, align<16>>, !fly.layout<8:1>) -> !fly.memref<f16, shared, 8:1, align<16>>
    // expected-error @+2 {{source needs 16-byte alignment, pointer promises 2 [FLY407]}}
    // expected-note @+1 {{state the alignment in the pointer type: align<16>}}
    fly.copy_atom_call(%atom, %src, %dst) : (!fly.copy_atom<!fly_ptx.sm80.cp_async<128>, 16>, !fly.memref<f16, global, 8:1>, !fly.memref<f16, shared, 8:1, align<16>>) -> ()
    gpu.return
  }
}

// -----

// FLY408: tensor memory has no loads and stores.
gpu.module @tensor {
  gpu.func @k(%p: !fly.ptr<f32, tensor>) kernel {
    // expected-error @+1 {{tensor memory is reachable only through tcgen05 atoms [FLY408]}}
    %v = fly.ptr.load(%p) : (!fly.ptr<f32, tensor>) -> f32
    gpu.return
  }
}

// -----

// FLY429: a tensor address counts columns of 32 bits.
gpu.module @column {
  gpu.func @k(%p: !fly.ptr<f16, tensor>) kernel {
    %o = fly.make_int_tuple() : () -> !fly.int_tuple<3>
    // expected-error @+1 {{tensor column offset 3 is not a multiple of 2 [FLY429]}}
    %q = fly.add_offset(%p, %o) : (!fly.ptr<f16, tensor>, !fly.int_tuple<3>) -> !fly.ptr<f16, tensor>
    %r = fly.to_llvm_ptr(%q) {llvm_address_space = 6 : i32} : (!fly.ptr<f16, tensor>) -> !llvm.ptr<6>
    gpu.return
  }
}
