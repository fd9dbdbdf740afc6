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
