// What the conversion cannot take is an error at the operation with a reason, and one run finds all of
// them; never a bare "failed to legalize".
// RUN: fly-opt %s --convert-fly-to-rocdl --split-input-file --verify-diagnostics

gpu.module @m {
  // expected-error @+1 {{'gpu.func' passes a value of type '!fly.int_tuple<?>', which 'fly-rewrite-func-signature' takes apart; it must run before 'convert-fly-to-rocdl'}}
  gpu.func @left_over(%t: !fly.int_tuple<?>, %p: !fly.ptr<f32, global>, %l: !fly.layout<4:1>) {
    gpu.return
  }
  gpu.func @algebra(%p: !fly.ptr<f32, global>, %i: i32) {
    // expected-error @+1 {{'fly.make_coord' is not in normal form, which 'fly-canonicalize' removes; it must run before 'convert-fly-to-rocdl'}}
    %c = fly.make_coord(%i) : (i32) -> !fly.int_tuple<?>
    %t = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
    // expected-error @+1 {{'fly.int_tuple_add' is layout algebra, which 'fly-layout-lowering' removes; it must run before 'convert-fly-to-rocdl'}}
    %s = fly.int_tuple_add(%t, %t) : (!fly.int_tuple<?>, !fly.int_tuple<?>) -> !fly.int_tuple<?>
    // expected-error @+1 {{'fly.add_offset' is arithmetic on an integer tuple, which 'fly-layout-lowering' removes}}
    %u = fly.add_offset(%t, %t) : (!fly.int_tuple<?>, !fly.int_tuple<?>) -> !fly.int_tuple<?>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @copy(%a: !fly.copy_atom<!fly.universal_copy<32>, 32>, %s: !fly.memref<f32, global, 1:1>, %d: !fly.memref<f32, register, 1:1>) {
    // expected-error @+1 {{'fly.copy' is a whole-tensor operation, which 'fly-layout-lowering' removes; it must run before 'convert-fly-to-rocdl'}}
    fly.copy(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @swizzle(%v: vector<8xf16>, %p: !fly.ptr<f16, shared, align<16>, S<3,3,3>>) {
    // expected-error @+2 {{'fly.ptr.store': a 16-byte access through the swizzle S<3,3,3> does not fit its grain of 8 bytes [FLY174]}}
    // expected-note @+1 {{access at most 8 bytes at once}}
    fly.ptr.store(%v, %p) : (vector<8xf16>, !fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> ()
    // expected-error @+2 {{'fly.ptr.load': a 16-byte access through the swizzle S<3,3,3> does not fit its grain of 8 bytes [FLY174]}}
    // expected-note @+1 {{access at most 8 bytes at once}}
    %0 = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> vector<8xf16>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @holder(%p: !fly.ptr<f32, global>) {
    // expected-error @+1 {{'scf.execute_region' cannot hold values of type '!fly.ptr<f32, global>' in 'convert-fly-to-rocdl'}}
    %v = scf.execute_region -> !fly.ptr<f32, global> {
      scf.yield %p : !fly.ptr<f32, global>
    }
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func': AMD targets have no tensor memory, needed by '!fly.ptr<f32, tensor>'}}
  gpu.func @tensor(%p: !fly.ptr<f32, tensor>) {
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx1100">] {
  gpu.func @chip(%m: !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, %a: f32, %c: vector<4xf32>) {
    // expected-error @+1 {{[FLY337]}}
    %0 = fly.mma_atom_call_ssa(%m, %a, %a, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, f32, f32, vector<4xf32>) -> vector<4xf32>
    // The second call of the same payload is not reported again.
    %1 = fly.mma_atom_call_ssa(%m, %a, %a, %0) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, f32, f32, vector<4xf32>) -> vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @buffer_size(%p: !fly.ptr<f32, #fly_rocdl.buffer_desc>) {
    // expected-error @+2 {{'fly.ptr.load': a buffer access of 160 bits is not a machine transfer size [FLY309]}}
    // expected-note @+1 {{transfers have 8, 16, 32, 64, 96 or 128 bits}}
    %0 = fly.ptr.load(%p) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>) -> vector<5xf32>
    gpu.return
  }
}

// -----

// expected-error @+1 {{must be inside a gpu.module}}
func.func @outside() { %p = fly.make_ptr() {dictAttrs = {allocBytes = 512 : i64, allocAlign = 16 : i64}} : () -> !fly.ptr<f32, shared> return }

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @host(%stream: !llvm.ptr, %token: !gpu.async.token) {
    %c = arith.constant 1 : index
    // expected-error @+1 {{'gpu.launch_func' has an async object and async dependencies; a launch runs on one stream}}
    "gpu.launch_func"(%token, %c, %c, %c, %c, %c, %c, %stream) <{kernel = @m::@k, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1>}> : (!gpu.async.token, index, index, index, index, index, index, !llvm.ptr) -> ()
    return
  }
}
