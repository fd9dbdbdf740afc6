// RUN: fly-opt %s --fly-check --split-input-file --verify-diagnostics -o /dev/null

// The row pitch decides, not the pointer.
!atom = !fly.copy_atom<!fly.universal_copy<128>, 16>
func.func @pitch(%a: !atom, %s: !fly.memref<f16, global, (8,8):(1,9), align<16>>, %r: !fly.memref<f16, register, (8,8):(1,8)>) { // expected-note {{the source comes from here}}
  // expected-warning@+1 {{one call moves 16 bytes of the source, which is known to be aligned to 2 bytes: calls are 9 elements apart [FLY172]}}
  fly.copy(%a, %s, %r) : (!atom, !fly.memref<f16, global, (8,8):(1,9), align<16>>, !fly.memref<f16, register, (8,8):(1,8)>) -> ()
  return
}

// -----

// A run-time pitch with the right divisor is as good as a static one.
!atom = !fly.copy_atom<!fly.universal_copy<128>, 16>
func.func @dynamic_pitch(%a: !atom, %s: !fly.memref<f16, global, (8,8):(1,?{div=8}), align<16>>, %r: !fly.memref<f16, register, (8,8):(1,8)>) {
  fly.copy(%a, %s, %r) : (!atom, !fly.memref<f16, global, (8,8):(1,?{div=8}), align<16>>, !fly.memref<f16, register, (8,8):(1,8)>) -> ()
  return
}

// -----

// The start of a slice inside a composed layout.
!atom = !fly.copy_atom<!fly.universal_copy<64>, 16>
func.func @offset(%a: !atom, %s: !fly.memref<f16, shared, S<2,3,3> o 2 o 4:1, align<16>>, %r: !fly.memref<f16, register, 4:1>) { // expected-note {{the source comes from here}}
  // expected-warning@+1 {{one call moves 8 bytes of the source, which is known to be aligned to 4 bytes: its offset is 2 [FLY172]}}
  fly.copy(%a, %s, %r) : (!atom, !fly.memref<f16, shared, S<2,3,3> o 2 o 4:1, align<16>>, !fly.memref<f16, register, 4:1>) -> ()
  return
}

// -----

// Pointers; one element always fits.
func.func @pointer(%p: !fly.ptr<f16, global, align<4>>) { // expected-note {{the pointer comes from here}}
  // expected-warning@+1 {{an access of 8 bytes through a pointer that is known to be aligned to 4 bytes [FLY172]}}
  %v = fly.ptr.load(%p) : (!fly.ptr<f16, global, align<4>>) -> vector<4xf16>
  %w = fly.ptr.load(%p) : (!fly.ptr<f16, global, align<4>>) -> vector<2xf16>
  %x = fly.ptr.load(%p) : (!fly.ptr<f16, global, align<4>>) -> f16
  return
}
