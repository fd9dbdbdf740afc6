// RUN: fly-opt %s --fly-check --split-input-file --verify-diagnostics -o /dev/null

// Four registers claimed, eight written.
!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>
// expected-note@+3 {{the source comes from here}}
// expected-note@+2 {{the destination comes from here}}
// expected-note@+1 {{make the atom with valBits = 16}}
func.func @registers(%a: !atom, %s: !fly.memref<f16, global, (4,2):(1,8), align<16>>, %r: !fly.memref<f16, register, (4,2):(1,4)>) {
  // expected-warning@+2 {{the atom has values of 32 bits, but the source has elements of 16 bits: one call claims 4 elements and moves 8 [FLY178]}}
  // expected-error@+1 {{the atom has values of 32 bits, but the destination has elements of 16 bits: one call claims 4 elements and moves 8, past the end: the view ends at element 7 [FLY178]}}
  fly.copy(%a, %s, %r) : (!atom, !fly.memref<f16, global, (4,2):(1,8), align<16>>, !fly.memref<f16, register, (4,2):(1,4)>) -> ()
  return
}

// -----

// Registers that hold more than a call moves: no code can be made for the call, whatever was said of
// the memory.
!atom = !fly.copy_atom<!fly.universal_copy<64>, 16>
// expected-note@+3 {{the source comes from here}}
// expected-note@+2 {{the destination comes from here}}
// expected-note@+1 {{make the atom with valBits = 32}}
func.func @more(%a: !atom, %s: !fly.memref<f32, global, 4:1, align<16>>, %r: !fly.memref<f32, register, 4:1>) {
  // expected-warning@+2 {{the atom has values of 16 bits, but the source has elements of 32 bits: one call claims 4 elements and moves 2 [FLY178]}}
  // expected-error@+1 {{the atom has values of 16 bits, but the destination has elements of 32 bits: one call claims 4 elements and moves 2 [FLY178]}}
  fly.copy(%a, %s, %r) : (!atom, !fly.memref<f32, global, 4:1, align<16>>, !fly.memref<f32, register, 4:1>) -> ()
  // expected-error@+2 {{the atom has values of 16 bits, but the source has elements of 32 bits: one call claims 4 elements and moves 2 [FLY178]}}
  // expected-warning@+1 {{the atom has values of 16 bits, but the destination has elements of 32 bits: one call claims 4 elements and moves 2 [FLY178]}}
  fly.copy_atom_call(%a, %r, %s) : (!atom, !fly.memref<f32, register, 4:1>, !fly.memref<f32, global, 4:1, align<16>>) -> ()
  return
}
