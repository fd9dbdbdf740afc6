// RUN: fly-opt %s --fly-promote-regmem-to-vectorssa --split-input-file --verify-diagnostics

gpu.module @m {
  gpu.func @call(%g: !fly.ptr<f32, global>) {
    %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
    %l = fly.static : !fly.layout<4:1>
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
    %s = fly.make_view(%g, %l) : (!fly.ptr<f32, global>, !fly.layout<4:1>) -> !fly.memref<f32, global, 4:1>
    %d = fly.make_view(%p, %l) : (!fly.ptr<f32, register>, !fly.layout<4:1>) -> !fly.memref<f32, register, 4:1>
    // expected-error @below {{still addresses the register view '!fly.memref<f32, register, 4:1>'; run fly-convert-atom-call-to-ssa-form before fly-promote-regmem-to-vectorssa}}
    fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1>, !fly.memref<f32, register, 4:1>) -> ()
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @layout(%o: !llvm.ptr) {
    %l = fly.static : !fly.layout<4:1>
    %i = fly.make_int_tuple() : () -> !fly.int_tuple<0>
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
    %d = fly.make_view(%p, %l) : (!fly.ptr<f32, register>, !fly.layout<4:1>) -> !fly.memref<f32, register, 4:1>
    // expected-error @below {{still takes the register view '!fly.memref<f32, register, 4:1>'; run fly-layout-lowering before fly-promote-regmem-to-vectorssa}}
    %v = fly.memref.load(%d, %i) : (!fly.memref<f32, register, 4:1>, !fly.int_tuple<0>) -> f32
    llvm.store %v, %o : f32, !llvm.ptr
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @range(%o: !llvm.ptr) {
    %i = fly.make_int_tuple() : () -> !fly.int_tuple<3>
    // expected-note @below {{allocated here}}
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
    %q = fly.add_offset(%p, %i) : (!fly.ptr<f32, register>, !fly.int_tuple<3>) -> !fly.ptr<f32, register>
    // expected-error @below {{'fly.ptr.load' op accesses register elements 3 to 4 of an allocation of 4}}
    %v = fly.ptr.load(%q) : (!fly.ptr<f32, register>) -> vector<2xf32>
    llvm.store %v, %o : vector<2xf32>, !llvm.ptr
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @region(%x: f32, %lo: index, %hi: index, %st: index) {
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
    // expected-error @below {{'scf.parallel' op accesses register values of its surroundings}}
    scf.parallel (%i) = (%lo) to (%hi) step (%st) {
      fly.ptr.store(%x, %p) : (f32, !fly.ptr<f32, register>) -> ()
      scf.reduce
    }
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'gpu.func' op has a register value of type '!fly.ptr<f32, register>' that cannot be promoted}}
  gpu.func @argument(%p: !fly.ptr<f32, register>) {
    gpu.return
  }
}

// -----

// A device function that takes registers.
gpu.module @m {
  func.func @helper(%r: !fly.ptr<f32, register>) -> f32 {
    // expected-error @below {{cannot be promoted: it does not come from a register fly.make_ptr with allocSize in this function; registers cannot be passed to a function}}
    %v = fly.ptr.load(%r) : (!fly.ptr<f32, register>) -> f32
    return %v : f32
  }
}
