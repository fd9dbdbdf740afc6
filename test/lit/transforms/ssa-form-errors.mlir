// RUN: fly-opt %s --fly-convert-atom-call-to-ssa-form --split-input-file --verify-diagnostics

func.func @argument(%s: !fly.memref<f16, global, 4:1>, %d: !fly.memref<f16, register, 4:1>) {
  %a = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 16>
  // expected-error @below {{'fly.copy_atom_call' op cannot become value-based: its destination of type '!fly.memref<f16, register, 4:1>' is a block argument and not of 'fly.make_view'; run fly-layout-lowering before fly-convert-atom-call-to-ssa-form}}
  fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>, !fly.memref<f16, register, 4:1>) -> ()
  return
}

// -----

func.func @not_lowered(%s: !fly.memref<f16, global, 4:1>) {
  %a = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 16>
  %l = fly.static : !fly.layout<4:1>
  %d = fly.memref.alloca(%l) : (!fly.layout<4:1>) -> !fly.memref<f16, register, 4:1>
  // expected-error @below {{its source of type '!fly.memref<f16, register, 4:1>' is the result of 'fly.memref.alloca'}}
  fly.copy_atom_call(%a, %d, %s) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, register, 4:1>, !fly.memref<f16, global, 4:1>) -> ()
  return
}
