// D-56: set value.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<64>, 16>, %x1: f32) {
  // expected-error @below {{'fly.atom.set_value' op atom !fly.copy_atom<!fly.universal_copy<64>, 16> has no state field "nope": it has no state [FLY156]}}
  %r = fly.atom.set_value(%x0, "nope", %x1) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, f32) -> !fly.copy_atom<!fly.universal_copy<64>, 16>
  return
}

// -----

func.func @f(%x0: i32, %x1: f32) {
  // expected-error @below {{'fly.atom.set_value' op the first operand is i32, not an atom [FLY156]}}
  %r = fly.atom.set_value(%x0, "nope", %x1) : (i32, f32) -> i32
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, %x1: i32) {
  // expected-error @below {{'fly.atom.set_value' op atom !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32> has no state field "nope" [FLY156]}}
  %r = fly.atom.set_value(%x0, "nope", %x1) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, i32) -> !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, %x1: f32) {
  // expected-error @below {{'fly.atom.set_value' op field "soffset" expects i32, got f32 [FLY156]}}
  %r = fly.atom.set_value(%x0, "soffset", %x1) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, f32) -> !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, %x1: i32) {
  %r = fly.atom.set_value(%x0, "soffset", %x1) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, i32) -> !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, %x1: i32) {
  // expected-error @below {{'fly.atom.set_value' op inferred type(s) '!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>' are incompatible with return type(s) of operation '!fly.copy_atom<!fly.universal_copy<64>, 16>'}}
  %r = fly.atom.set_value(%x0, "soffset", %x1) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, i32) -> !fly.copy_atom<!fly.universal_copy<64>, 16>
  return
}
