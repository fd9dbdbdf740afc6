// RUN: fly-opt %s --split-input-file --verify-diagnostics --fly-check-device-code

// expected-error @+1 {{unknown chip 'gfx9421'; did you mean 'gfx942'? in the target of gpu.module @chip}}
gpu.module @chip [#rocdl.target<chip = "gfx9421">] {
}

// -----

// An NVIDIA name in an AMD target is as unknown as any other.
// expected-error @+1 {{unknown chip 'sm_90a'}}
gpu.module @family [#rocdl.target<chip = "sm_90a">] {
}

// -----

gpu.module @library [#rocdl.target<chip = "gfx942">] {
  llvm.func @__ocml_exp_f32(f32) -> f32
  llvm.func @__ocml_pow_f64(f64, f64) -> f64
  llvm.func @__ockl_printf_begin(i64) -> i64
  llvm.func @other(i32)
  llvm.func @k(%x: f32, %d: f64, %n: i64, %i: i32) {
    // expected-error @+3 {{'__ocml_exp_f32' (from math.exp on f32) needs the device library ocml.bc, and none is linked}}
    // expected-note @+2 {{with fastmath<afn> on the operation}}
    // expected-note @+1 {{link it with the option l=PATH}}
    %0 = llvm.call @__ocml_exp_f32(%x) : (f32) -> f32
    // expected-error @+2 {{'__ocml_pow_f64' (from math.pow on f64) needs the device library ocml.bc}}
    // expected-note @+1 {{link it}}
    %1 = llvm.call @__ocml_pow_f64(%d, %d) : (f64, f64) -> f64
    // expected-error @+2 {{'__ockl_printf_begin' (from fly.print or gpu.printf) needs the device library ockl.bc}}
    // expected-note @+1 {{link it}}
    %2 = llvm.call @__ockl_printf_begin(%n) : (i64) -> i64
    // expected-error @+1 {{function 'other' is declared but not defined in this gpu.module}}
    llvm.call @other(%i) : (i32) -> ()
    llvm.return
  }
}

// -----

gpu.module @linked [#rocdl.target<chip = "gfx942", link = ["ocml.bc"]>] {
  llvm.func @__ocml_exp_f32(f32) -> f32
  llvm.func @k(%x: f32) {
    %0 = llvm.call @__ocml_exp_f32(%x) : (f32) -> f32
    llvm.return
  }
}

// -----

gpu.module @intrinsic [#rocdl.target<chip = "gfx942">] {
  llvm.func @llvm.amdgcn.asyncmark()
  llvm.func @k() {
    // expected-error @+1 {{intrinsic llvm.amdgcn.asyncmark is unknown to this LLVM [FLY339]}}
    llvm.call @llvm.amdgcn.asyncmark() : () -> ()
    // expected-error @+1 {{intrinsic llvm.amdgcn.wait.asyncmark is unknown to this LLVM [FLY339]}}
    llvm.call_intrinsic "llvm.amdgcn.wait.asyncmark"() : () -> ()
    // expected-error @+1 {{intrinsic llvm.amdgcn.raw.ptr.buffer.load.async.lds is unknown to this LLVM [FLY339]}}
    llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.async.lds"() : () -> ()
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.return
  }
}
