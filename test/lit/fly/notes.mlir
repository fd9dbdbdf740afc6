// Every conflict is shown from both sides: the error stands at the operation, a note where each of its
// operands comes from, and where it follows from the rule a note says what would be right.
// RUN: fly-opt %s -split-input-file -verify-diagnostics -o /dev/null

func.func @crd2idx() {
  // expected-note @below {{operand #0 of type '!fly.int_tuple<(1,2,3)>' comes from here}}
  %c = fly.static : !fly.int_tuple<(1,2,3)>
  // expected-note @below {{operand #1 of type '!fly.layout<(4,8):(1,4)>' comes from here}}
  %l = fly.static : !fly.layout<(4,8):(1,4)>
  // expected-error @below {{'fly.crd2idx' op coordinate (1,2,3) has rank 3, the shape (4,8) has rank 2 [FLY131]}}
  // expected-note @below {{write 2 coordinates, one per mode, or one number for all}}
  // expected-error @below {{'fly.crd2idx' op failed to infer returned types}}
  %r = fly.crd2idx(%c, %l) : (!fly.int_tuple<(1,2,3)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<9>
  return
}

// -----

func.func @slice() {
  // expected-note @below {{operand #0 of type '!fly.layout<(4,8):(1,4)>' comes from here}}
  %l = fly.static : !fly.layout<(4,8):(1,4)>
  // expected-note @below {{operand #1 of type '!fly.int_tuple<(*,1,1)>' comes from here}}
  %c = fly.static : !fly.int_tuple<(*,1,1)>
  // expected-error @below {{'fly.slice' op slice: coordinate (*,1,1) has rank 3, the tuple (4,8) has rank 2 [FLY125]}}
  // expected-note @below {{write 2 entries for (4,8), '*' where the mode stays}}
  // expected-error @below {{'fly.slice' op failed to infer returned types}}
  %r = fly.slice(%l, %c) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(*,1,1)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @composition() {
  // expected-note @below {{operand #0 of type '!fly.layout<(6,9):(19,69)>' comes from here}}
  %a = fly.static : !fly.layout<(6,9):(19,69)>
  // expected-note @below {{operand #1 of type '!fly.layout<4:8>' comes from here}}
  %b = fly.static : !fly.layout<4:8>
  // expected-error @below {{'fly.composition' op composition: stride 8 of inner mode 4:8 is not a multiple of the extent 6 of outer mode 0 in (6,9):(19,69) [FLY133]}}
  // expected-note @below {{multiples of 6 nearby are 6 and 12}}
  // expected-error @below {{'fly.composition' op failed to infer returned types}}
  %r = fly.composition(%a, %b) : (!fly.layout<(6,9):(19,69)>, !fly.layout<4:8>) -> !fly.layout<4:8>
  return
}

// -----

func.func @logical_divide() {
  // expected-note @below {{operand #0 of type '!fly.layout<8:1>' comes from here}}
  %l = fly.static : !fly.layout<8:1>
  // expected-note @below {{operand #1 of type '!fly.tile<*>' comes from here}}
  %t = fly.static : !fly.tile<*>
  // expected-error @below {{'fly.logical_divide' op divide by the tile '*', which has no size [FLY128]}}
  // expected-error @below {{'fly.logical_divide' op failed to infer returned types}}
  %r = fly.logical_divide(%l, %t) : (!fly.layout<8:1>, !fly.tile<*>) -> !fly.layout<8:1>
  return
}

// -----

func.func @make_layout() {
  // expected-note @below {{operand #0 of type '!fly.int_tuple<(4,8)>' comes from here}}
  %s = fly.make_int_tuple() : () -> !fly.int_tuple<(4,8)>
  // expected-note @below {{operand #1 of type '!fly.int_tuple<(1,4,8)>' comes from here}}
  %d = fly.make_int_tuple() : () -> !fly.int_tuple<(1,4,8)>
  // expected-error @below {{'fly.make_layout' op shape (4,8) and stride (1,4,8) are not congruent: each mode needs exactly one stride [FLY104]}}
  // expected-note @below {{a stride for it would be (1,4)}}
  // expected-error @below {{'fly.make_layout' op failed to infer returned types}}
  %r = fly.make_layout(%s, %d) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,4,8)>) -> !fly.layout<(4,8):(1,4)>
  return
}

// -----

func.func @ceil_div() {
  // expected-note @below {{operand #0 of type '!fly.int_tuple<6>' comes from here}}
  %a = fly.make_int_tuple() : () -> !fly.int_tuple<6>
  // expected-note @below {{operand #1 of type '!fly.int_tuple<0>' comes from here}}
  %b = fly.make_int_tuple() : () -> !fly.int_tuple<0>
  // expected-error @below {{'fly.ceil_div' op ceiling division of 6 by zero [FLY128]}}
  // expected-error @below {{'fly.ceil_div' op failed to infer returned types}}
  %r = fly.ceil_div(%a, %b) : (!fly.int_tuple<6>, !fly.int_tuple<0>) -> !fly.int_tuple<6>
  return
}

// -----

func.func @append() {
  // expected-note @below {{operand #0 of type '!fly.int_tuple<(2,3)>' comes from here}}
  %t = fly.make_int_tuple() : () -> !fly.int_tuple<(2,3)>
  // expected-note @below {{operand #1 of type '!fly.int_tuple<1>' comes from here}}
  %e = fly.make_int_tuple() : () -> !fly.int_tuple<1>
  // expected-error @below {{'fly.append' op append: n = 1 is below rank 2 of (2,3) [FLY124]}}
  // expected-note @below {{write n = 3 to add one mode}}
  // expected-error @below {{'fly.append' op failed to infer returned types}}
  %r = fly.append<1> (%t, %e) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<1>) -> !fly.int_tuple<(2,3)>
  return
}

// -----

func.func @size() {
  // expected-note @below {{operand #0 of type '!fly.layout<(65536,65536):(1,65536)>' comes from here}}
  %l = fly.static : !fly.layout<(65536,65536):(1,65536)>
  // expected-error @below {{'fly.size' op product of 65536 and 65536 is 4294967296, outside the 32 bits of a static leaf [FLY130]}}
  // expected-note @below {{make one of them a run-time leaf of 64 bits, ?{i64}}}
  // expected-error @below {{'fly.size' op failed to infer returned types}}
  %r = fly.size(%l) : (!fly.layout<(65536,65536):(1,65536)>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @get() {
  // expected-note @below {{operand #0 of type '!fly.int_tuple<(2,3)>' comes from here}}
  %t = fly.static : !fly.int_tuple<(2,3)>
  // expected-error @below {{'fly.get' op mode 5 of path [5] is out of range for rank 2 in (2,3) [FLY122]}}
  // expected-note @below {{the modes there are 0 to 1}}
  // expected-error @below {{'fly.get' op failed to infer returned types}}
  %r = fly.get(%t) {mode = array<i32: 5>} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @recast_layout() {
  // expected-note @below {{operand #0 of type '!fly.layout<(4,8):(1,6)>' comes from here}}
  %l = fly.static : !fly.layout<(4,8):(1,6)>
  // expected-error @below {{'fly.recast_layout' op upcast: factor/stride divisibility: stride 6 of (4,8):(1,6) and the factor 4 do not divide each other [FLY139]}}
  // expected-note @below {{multiples of the factor nearby are 4 and 8}}
  // expected-error @below {{'fly.recast_layout' op failed to infer returned types}}
  %r = fly.recast_layout(%l) {new_type_bits = 32 : i32, old_type_bits = 8 : i32} : (!fly.layout<(4,8):(1,6)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @coalesce() {
  // expected-note @below {{operand #0 of type '!fly.layout<(4,8):(1E0,4E1)>' comes from here}}
  %l = fly.static : !fly.layout<(4,8):(1E0,4E1)>
  // expected-error @below {{'fly.coalesce' op inferred type(s) '!fly.layout<(4,8):(1E0,4E1)>' are incompatible with return type(s) of operation '!fly.layout<32:1E0>'}}
  // expected-note @below {{modes that step along different basis paths are not merged: (1E0,4E1) [FLY134]}}
  // expected-error @below {{'fly.coalesce' op failed to infer returned types}}
  %r = fly.coalesce(%l) : (!fly.layout<(4,8):(1E0,4E1)>) -> !fly.layout<32:1E0>
  return
}

// -----

func.func @make_tiled_copy() {
  // expected-note @below {{operand #0 of type '!fly.copy_atom<!fly.universal_copy<128>, 32>' comes from here}}
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
  // expected-note @below {{operand #1 of type '!fly.layout<(128,16):(1,128)>' comes from here}}
  %l = fly.static : !fly.layout<(128,16):(1,128)>
  // expected-note @below {{operand #2 of type '!fly.tile<[32|32]>' comes from here}}
  %t = fly.static : !fly.tile<[32|32]>
  // expected-error @below {{'fly.make_tiled_copy' op tile [32|32] of 1024 elements, but 128 threads x 16 values cover 2048 [FLY119]}}
  // expected-note @below {{write a tile of at least 2048 elements}}
  // expected-error @below {{'fly.make_tiled_copy' op failed to infer returned types}}
  %r = fly.make_tiled_copy(%a, %l, %t) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(128,16):(1,128)>, !fly.tile<[32|32]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(128,8):(1,128)>, !fly.tile<[32|32]>>
  return
}

// -----

// expected-note @below {{operand #1 of type '!fly.memref<f32, global, 16:1>' comes from here}}
func.func @partition(%s: !fly.memref<f32, global, 16:1>) {
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>
  %l = fly.static : !fly.layout<(4,8):(8,1)>
  %m = fly.static : !fly.tile<[4|8]>
  // expected-note @below {{operand #0 of type '!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>' comes from here}}
  %c = fly.make_tiled_copy(%a, %l, %m) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>
  // expected-note @below {{operand #2 of type '!fly.int_tuple<0>' comes from here}}
  %t = fly.static : !fly.int_tuple<0>
  // expected-error @below {{'fly.tiled_copy.partition_src' op tiled copy: tensor 16:1 has rank 1, the tile [4|8] has rank 2 [FLY158]}}
  // expected-note @below {{give the tensor 2 modes, or the tile 1}}
  // expected-error @below {{'fly.tiled_copy.partition_src' op failed to infer returned types}}
  %r = fly.tiled_copy.partition_src(%c, %s, %t) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, global, 16:1>, !fly.int_tuple<0>) -> !fly.memref<f32, global, 16:1>
  return
}

// -----

func.func @copy_atom_call() {
  // expected-note @below {{operand #0 of type '!fly.copy_atom<!fly.universal_copy<64>, 16>' comes from here}}
  %a = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 16>
  %l = fly.static : !fly.layout<8:1>
  // expected-note @below {{operand #1 of type '!fly.memref<f16, register, 8:1>' comes from here}}
  %s = fly.memref.alloca(%l) : (!fly.layout<8:1>) -> !fly.memref<f16, register, 8:1>
  %k = fly.static : !fly.layout<4:1>
  // expected-note @below {{operand #2 of type '!fly.memref<f16, register, 4:1>' comes from here}}
  %d = fly.memref.alloca(%k) : (!fly.layout<4:1>) -> !fly.memref<f16, register, 4:1>
  // expected-error @below {{'fly.copy_atom_call' op the source of one call holds 8 elements, but the atom moves 4 values of 16 bits [FLY153]}}
  fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, register, 8:1>, !fly.memref<f16, register, 4:1>) -> ()
  return
}

// -----

// expected-note @below {{operand #0 of type '!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>' comes from here}}
// expected-note @below {{operand #1 of type '!fly.memref<f32, register, (1,2,3):(0,1,2)>' comes from here}}
// expected-note @below {{operand #3 of type '!fly.memref<f32, register, (1,3,5):(0,1,3)>' comes from here}}
// expected-note @below {{operand #4 of type '!fly.memref<f32, register, (1,2,3):(0,1,2)>' comes from here}}
func.func @gemm(%m: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %d: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %b: !fly.memref<f32, register, (1,3,5):(0,1,3)>) {
  %l = fly.static : !fly.layout<(1,2,4):(0,1,2)>
  // expected-note @below {{operand #2 of type '!fly.memref<f32, register, (1,2,4):(0,1,2)>' comes from here}}
  %a = fly.memref.alloca(%l) : (!fly.layout<(1,2,4):(0,1,2)>) -> !fly.memref<f32, register, (1,2,4):(0,1,2)>
  // expected-error @below {{'fly.gemm' op the extent of K is 4 in a and 5 in b [FLY155]}}
  fly.gemm(%m, %d, %a, %b, %d) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,2,4):(0,1,2)>, !fly.memref<f32, register, (1,3,5):(0,1,3)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>) -> ()
  return
}

// -----

func.func @ptr_load(%x: i32) {
  // expected-note @below {{the pointer of type '!fly.ptr<f32, shared>' comes from here}}
  %p = fly.inttoptr(%x) : (i32) -> !fly.ptr<f32, shared>
  // expected-error @below {{'fly.ptr.load' op the result vector<3xi64> is neither f32 nor a vector of it [FLY149]}}
  %v = fly.ptr.load(%p) : (!fly.ptr<f32, shared>) -> vector<3xi64>
  return
}

// -----

func.func @store_vec(%v: vector<3xf32>) {
  %l = fly.static : !fly.layout<4:1>
  // expected-note @below {{the view of type '!fly.memref<f32, register, 4:1>' comes from here}}
  %m = fly.memref.alloca(%l) : (!fly.layout<4:1>) -> !fly.memref<f32, register, 4:1>
  // expected-error @below {{'fly.memref.store_vec' op the vector has 3 elements, but the view has 4 [FLY148]}}
  fly.memref.store_vec(%v, %m) : (vector<3xf32>, !fly.memref<f32, register, 4:1>) -> ()
  return
}

// -----

func.func @set_value(%v: f32) {
  // expected-note @below {{the atom of type '!fly.copy_atom<!fly.universal_copy<64>, 16>' comes from here}}
  %a = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 16>
  // expected-error @below {{'fly.atom.set_value' op atom !fly.copy_atom<!fly.universal_copy<64>, 16> has no state field "nope": it has no state [FLY156]}}
  %r = fly.atom.set_value(%a, "nope", %v) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, f32) -> !fly.copy_atom<!fly.universal_copy<64>, 16>
  return
}

// -----

func.func @assume() {
  %d = fly.static : !fly.int_tuple<5>
  // expected-note @below {{src of type '!fly.int_tuple<4>' comes from here}}
  %s = fly.static : !fly.int_tuple<4>
  // expected-error @below {{'fly.assume' op contradicts the static leaf 4 to 5 [FLY161]}}
  %r = fly.assume(%d, %s) : (!fly.int_tuple<5>, !fly.int_tuple<4>) -> !fly.int_tuple<5>
  return
}

// -----

func.func @recast_iter(%x: i32) {
  // expected-note @below {{operand #0 of type '!fly.ptr<f32, shared>' comes from here}}
  %p = fly.inttoptr(%x) : (i32) -> !fly.ptr<f32, shared>
  // expected-error @below {{'fly.recast_iter' op raises the alignment from 4 to 8 bytes [FLY150]}}
  // expected-note @below {{take the operand from where it is known to be aligned}}
  %q = fly.recast_iter(%p) : (!fly.ptr<f32, shared>) -> !fly.ptr<i64, shared>
  return
}
