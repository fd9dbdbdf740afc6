// RUN: fly-opt %s --fly-check --split-input-file --verify-diagnostics -o /dev/null

func.func @pointer(%p: !fly.ptr<f16, shared, align<16>, S<3,3,3>>, %v: vector<8xf16>) { // expected-note {{the pointer comes from here}}
  // expected-error@+2 {{an access of 16 bytes through the swizzle S<3,3,3>, which keeps only 8 bytes together [FLY174]}}
  // expected-note@+1 {{access at most 8 bytes at once, or use a swizzle with a larger base}}
  fly.ptr.store(%v, %p) : (vector<8xf16>, !fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> ()
  %x = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> vector<4xf16>
  return
}

// -----

// Whole views are read in runs along their contiguous mode, and the conversion refuses long ones.
func.func @view(%m: !fly.memref<f16, shared, (8,8):(1,8), align<16>, S<3,3,3>>) { // expected-note {{the view comes from here}}
  // expected-error@+1 {{accesses of 16 bytes through the swizzle S<3,3,3>, which keeps only 8 bytes together [FLY174]}}
  %v = fly.memref.load_vec(%m) : (!fly.memref<f16, shared, (8,8):(1,8), align<16>, S<3,3,3>>) -> vector<64xf16>
  return
}

// -----

// A swizzle in the layout counts elements: 1 << 2 of 16 bits are 8 bytes.
!atom = !fly.copy_atom<!fly.universal_copy<128>, 16>
func.func @layout(%a: !atom, %s: !fly.memref<f16, shared, S<2,2,3> o 0 o 8:1, align<16>>, %r: !fly.memref<f16, register, 8:1>) { // expected-note {{the source comes from here}}
  // expected-warning@+2 {{one call moves 16 bytes of the source, but S<2,2,3> o 0 o 8:1 keeps only 8 bytes together [FLY174]}}
  // expected-note@+1 {{use a copy of at most 8 bytes, or a swizzle with a larger base}}
  fly.copy_atom_call(%a, %s, %r) : (!atom, !fly.memref<f16, shared, S<2,2,3> o 0 o 8:1, align<16>>, !fly.memref<f16, register, 8:1>) -> ()
  return
}
