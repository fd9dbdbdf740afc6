// RUN: fly-opt %s --fly-check --split-input-file --verify-diagnostics -o /dev/null

// Threads that differ in a stride-0 mode share an element: fine to read, not to write.
!atom = !fly.copy_atom<!fly.universal_copy<32>, 32>
!shared = !fly.tiled_copy<!atom, !fly.layout<((4,2),8):((1,0),4)>, !fly.tile<[4|8]>>
// expected-note@+1 {{the destination comes from here}}
func.func @broadcast(%c: !shared, %s: !fly.memref<f32, global, (4,8):(1,4)>, %d: !fly.memref<f32, global, (4,8):(1,4)>, %t: !fly.int_tuple<?>) {
  %a = fly.tiled_copy.partition_src(%c, %s, %t) : (!shared, !fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,8),1,1):((0,4),0,0)>
  // expected-error@+1 {{element 0 of the tile [4|8] belongs to thread 0, value 0 and to thread 4, value 0 [FLY171]}}
  %b = fly.tiled_copy.partition_dst(%c, %d, %t) : (!shared, !fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,8),1,1):((0,4),0,0)>
  return
}

// -----

// Adding up in place is what an atomic is for.
!atom = !fly.copy_atom<!fly.universal_copy<32>, 32>
!add = !fly.copy_atom<!fly.universal_atomic<add, f32>, 32>
!shared = !fly.tiled_copy<!atom, !fly.layout<((4,2),8):((1,0),4)>, !fly.tile<[4|8]>>
func.func @atomic(%c: !shared, %add: !add, %r: !fly.memref<f32, register, ((1,8),1,1):((0,1),0,0)>, %d: !fly.memref<f32, global, (4,8):(1,4)>, %t: !fly.int_tuple<?>) {
  %b = fly.tiled_copy.partition_dst(%c, %d, %t) : (!shared, !fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,8),1,1):((0,4),0,0)>
  fly.copy(%add, %r, %b) : (!add, !fly.memref<f32, register, ((1,8),1,1):((0,1),0,0)>, !fly.memref<f32, global, ((1,8),1,1):((0,4),0,0)>) -> ()
  return
}

// -----

// The destination itself has one element for many coordinates.
!atom = !fly.copy_atom<!fly.universal_copy<32>, 32>
!tiled = !fly.tiled_copy<!atom, !fly.layout<(4,8):(1,4)>, !fly.tile<[4|8]>>
func.func @folded(%c: !tiled, %d: !fly.memref<f32, global, (4,8):(0,1)>, %t: !fly.int_tuple<?>) {
  // expected-error@+1 {{the destination (4,8):(0,1) has the mode 4:0, so that several threads and values own one element [FLY171]}}
  %b = fly.tiled_copy.partition_dst(%c, %d, %t) : (!tiled, !fly.memref<f32, global, (4,8):(0,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,8),1,1):((0,1),0,0)>
  // expected-note@-3 {{the destination comes from here}}
  return
}

// -----

// A tiled copy that comes as an argument is checked where it is used.
!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>
!tiled = !fly.tiled_copy<!atom, !fly.layout<(16,2):(1,16)>, !fly.tile<[4|8]>>
func.func @short(%c: !tiled, %s: !fly.memref<f32, global, (4,8):(1,4), align<16>>, %r: !fly.memref<f32, register, (4,1):(1,0)>, %d: !fly.memref<f32, global, (4,1):(1,0), align<16>>) {
  // expected-error@+2 {{gives a thread 2 values, but one call of the atom moves 4 [FLY170]}}
  // expected-note@+1 {{give every thread at least 4 values or use a narrower copy}}
  fly.copy(%c, %r, %d) : (!tiled, !fly.memref<f32, register, (4,1):(1,0)>, !fly.memref<f32, global, (4,1):(1,0), align<16>>) -> ()
  return
}

// -----

// Two groups of threads compute parts of one product along K, and both write the sum.
!mma = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,2):(1,4,16)>>
!atom = !fly.copy_atom<!fly.universal_copy<32>, 32>
func.func @split_k(%m: !mma, %a: !atom, %d: !fly.memref<f32, global, (4,4):(1,4)>, %r: !fly.memref<f32, register, (1,1,1):(0,0,0)>, %t: !fly.int_tuple<?>) {
  // expected-error@+1 {{the atoms (4,4,2):(1,4,16) split K over 2 groups of threads, and each of them writes every element of the destination [FLY171]}}
  %p = fly.tiled_mma.partition(c, %m, %d, %t) : (!mma, !fly.memref<f32, global, (4,4):(1,4)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, (1,1,1):(0,0,0)>
  // expected-note@-3 {{add up the groups' results first, or write with an atomic copy}}
  fly.copy(%a, %r, %p) : (!atom, !fly.memref<f32, register, (1,1,1):(0,0,0)>, !fly.memref<f32, global, (1,1,1):(0,0,0)>) -> ()
  return
}

// -----

// Positions that nobody owns: a warning where the copy is made, an error where it writes memory.
// expected-note@+1 {{the destination comes from here}}
func.func @gap(%s: !fly.memref<f32, global, (4,8):(1,4)>, %t: !fly.int_tuple<?>) {
  // expected-note @below {{operand #0 of type '!fly.copy_atom<!fly.universal_copy<32>, 32>' comes from here}}
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>
  // expected-note @below {{operand #1 of type '!fly.layout<(4,4):(1,4)>' comes from here}}
  %l = fly.static : !fly.layout<(4,4):(1,4)>
  // expected-note @below {{operand #2 of type '!fly.tile<[4|8]>' comes from here}}
  %m = fly.static : !fly.tile<[4|8]>
  // expected-warning @below {{'fly.make_tiled_copy' op element 16 of the tile [4|8] has no owner in (4,4):(1,4) [FLY171]}}
  // expected-note @below {{the tiled copy is made here}}
  %c = fly.make_tiled_copy(%a, %l, %m) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,4):(1,4)>, !fly.tile<[4|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,4):(1,4)>, !fly.tile<[4|8]>>
  %r = fly.tiled_copy.partition_src(%c, %s, %t) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,4):(1,4)>, !fly.tile<[4|8]>>, !fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,4),1,1):((0,4),0,0)>
  // expected-error @below {{'fly.tiled_copy.partition_dst' op element 16 of the tile [4|8] has no owner in (4,4):(1,4) [FLY171]}}
  %w = fly.tiled_copy.partition_dst(%c, %s, %t) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,4):(1,4)>, !fly.tile<[4|8]>>, !fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,4),1,1):((0,4),0,0)>
  return
}

// -----

// Strides that overlap: two coordinates name one element, without any mode of stride 0.
!atom = !fly.copy_atom<!fly.universal_copy<32>, 32>
!tiled = !fly.tiled_copy<!atom, !fly.layout<(4,8):(1,4)>, !fly.tile<[4|8]>>
// expected-note@+1 {{the destination comes from here}}
func.func @overlapping(%c: !tiled, %d: !fly.memref<f32, global, (4,8):(4,1)>, %t: !fly.int_tuple<?>) {
  // expected-error@+1 {{the destination (4,8):(4,1) has index 4 for both (1,0) and (0,4), so that several threads and values own one element [FLY171]}}
  %b = fly.tiled_copy.partition_dst(%c, %d, %t) : (!tiled, !fly.memref<f32, global, (4,8):(4,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,8),1,1):((0,1),0,0)>
  return
}

// -----

// Strides of no order that keep the elements apart all the same.
!atom = !fly.copy_atom<!fly.universal_copy<32>, 32>
!tiled = !fly.tiled_copy<!atom, !fly.layout<(2,3):(1,2)>, !fly.tile<[2|3]>>
func.func @apart(%c: !tiled, %d: !fly.memref<f32, global, (2,3):(3,2)>, %t: !fly.int_tuple<?>) {
  %b = fly.tiled_copy.partition_dst(%c, %d, %t) : (!tiled, !fly.memref<f32, global, (2,3):(3,2)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,3),1,1):((0,2),0,0)>
  return
}

// -----

// The result of a product as well.
!mma = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>
!atom = !fly.copy_atom<!fly.universal_copy<32>, 32>
// expected-note@+1 {{the destination comes from here}}
func.func @product(%m: !mma, %a: !atom, %d: !fly.memref<f32, global, (4,4):(1,1)>, %r: !fly.memref<f32, register, (1,1,1):(0,0,0)>, %t: !fly.int_tuple<?>) {
  // expected-error@+1 {{the destination (4,4):(1,1) has index 1 for both (1,0) and (0,1)}}
  %p = fly.tiled_mma.partition(c, %m, %d, %t) : (!mma, !fly.memref<f32, global, (4,4):(1,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, (1,1,1):(0,0,0)>
  fly.copy(%a, %r, %p) : (!atom, !fly.memref<f32, register, (1,1,1):(0,0,0)>, !fly.memref<f32, global, (1,1,1):(0,0,0)>) -> ()
  return
}
