// RUN: fly-opt %s --fly-check --split-input-file --verify-diagnostics -o /dev/null

// The threads of operand b for a.
!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<((2,2),1):((0,1),0)>, !fly.tile<[2|1]>>
!product = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
// expected-note@+1 {{the tiled copy comes from here}}
func.func @of_b(%c: !copy, %m: !product, %x: !fly.memref<f32, global, (2,4):(1,2)>) {
  // expected-note@+1 {{the registers of the product are made here}}
  %f = fly.mma.make_fragment(a, %m, %x) : (!product, !fly.memref<f32, global, (2,4):(1,2)>) -> !fly.memref<f32, register, (1,1,4):(0,0,1)>
  // expected-warning@+1 {{register 0 of thread 1 of the copy holds row 0 of operand 'a', but the product takes row 1 there [FLY181]}}
  %r = fly.tiled_copy.retile(%c, %f) : (!copy, !fly.memref<f32, register, (1,1,4):(0,0,1)>) -> !fly.memref<f32, register, ((1,1),1,4):((0,0),0,1)>
  return
}

// -----

// The threads of a.
!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<((2,2),1):((1,0),0)>, !fly.tile<[2|1]>>
!product = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
func.func @of_a(%c: !copy, %m: !product, %x: !fly.memref<f32, global, (2,4):(1,2)>) {
  %f = fly.mma.make_fragment(a, %m, %x) : (!product, !fly.memref<f32, global, (2,4):(1,2)>) -> !fly.memref<f32, register, (1,1,4):(0,0,1)>
  %r = fly.tiled_copy.retile(%c, %f) : (!copy, !fly.memref<f32, register, (1,1,4):(0,0,1)>) -> !fly.memref<f32, register, ((1,1),1,4):((0,0),0,1)>
  return
}

// -----

// A copy of two columns has the rows of two calls.
!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<((2,2),2):((1,0),2)>, !fly.tile<[2|2]>>
!product = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
func.func @wide(%c: !copy, %m: !product, %x: !fly.memref<f32, global, (2,4):(1,2)>) {
  %f = fly.mma.make_fragment(a, %m, %x) : (!product, !fly.memref<f32, global, (2,4):(1,2)>) -> !fly.memref<f32, register, (1,1,4):(0,0,1)>
  %r = fly.tiled_copy.retile(%c, %f) : (!copy, !fly.memref<f32, register, (1,1,4):(0,0,1)>) -> !fly.memref<f32, register, ((1,2),1,2):((0,1),0,2)>
  return
}

// -----

// The same with the threads of b.
!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<((2,2),2):((0,1),2)>, !fly.tile<[2|2]>>
!product = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
// expected-note@+1 {{the tiled copy comes from here}}
func.func @wide_of_b(%c: !copy, %m: !product, %x: !fly.memref<f32, global, (2,4):(1,2)>) {
  // expected-note@+1 {{the registers of the product are made here}}
  %f = fly.mma.make_fragment(a, %m, %x) : (!product, !fly.memref<f32, global, (2,4):(1,2)>) -> !fly.memref<f32, register, (1,1,4):(0,0,1)>
  // expected-warning@+1 {{register 0 of thread 1 of the copy holds row 0 of operand 'a', but the product takes row 1 there [FLY181]}}
  %r = fly.tiled_copy.retile(%c, %f) : (!copy, !fly.memref<f32, register, (1,1,4):(0,0,1)>) -> !fly.memref<f32, register, ((1,2),1,2):((0,1),0,2)>
  return
}

// -----

// Another order of K is no fault of one operand.
!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<((2,2),2):((1,0),2)>, !fly.tile<[2|2:2]>>
!product = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
func.func @k(%c: !copy, %m: !product, %x: !fly.memref<f32, global, (2,4):(1,2)>) {
  %f = fly.mma.make_fragment(a, %m, %x) : (!product, !fly.memref<f32, global, (2,4):(1,2)>) -> !fly.memref<f32, register, (1,1,4):(0,0,1)>
  %r = fly.tiled_copy.retile(%c, %f) : (!copy, !fly.memref<f32, register, (1,1,4):(0,0,1)>) -> !fly.memref<f32, register, ((1,2),1,2):((0,1),0,2)>
  return
}

// -----

// A stage of a fragment holds the same.
!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<((2,2),1):((0,1),0)>, !fly.tile<[2|1]>>
!product = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
// expected-note@+1 {{the tiled copy comes from here}}
func.func @stage(%c: !copy, %m: !product, %x: !fly.memref<f32, global, (2,4):(1,2)>) {
  // expected-note@+1 {{the registers of the product are made here}}
  %f = fly.mma.make_fragment(a, %m, %x, stages = 2) : (!product, !fly.memref<f32, global, (2,4):(1,2)>) -> !fly.memref<f32, register, (1,1,4,2):(0,0,1,4)>
  %t = fly.static : !fly.int_tuple<(*,*,*,1)>
  %s = fly.slice(%f, %t) : (!fly.memref<f32, register, (1,1,4,2):(0,0,1,4)>, !fly.int_tuple<(*,*,*,1)>) -> !fly.memref<f32, register, (1,1,4):(0,0,1)>
  // expected-warning@+1 {{register 0 of thread 1 of the copy holds row 0 of operand 'a', but the product takes row 1 there [FLY181]}}
  %r = fly.tiled_copy.retile(%c, %s) : (!copy, !fly.memref<f32, register, (1,1,4):(0,0,1)>) -> !fly.memref<f32, register, ((1,1),1,4):((0,0),0,1)>
  return
}

// -----

// Registers of the same form are meant alike.
!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<((2,2),1):((0,1),0)>, !fly.tile<[2|1]>>
!product = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
// expected-note@+1 {{the tiled copy comes from here}}
func.func @like(%c: !copy, %m: !product, %x: !fly.memref<f32, global, (2,4):(1,2)>) {
  // expected-note@+1 {{the registers of the product are made here}}
  %f = fly.mma.make_fragment(a, %m, %x) : (!product, !fly.memref<f32, global, (2,4):(1,2)>) -> !fly.memref<f32, register, (1,1,4):(0,0,1)>
  %s = fly.make_fragment_like(%f) : (!fly.memref<f32, register, (1,1,4):(0,0,1)>) -> !fly.memref<f32, register, (1,1,4):(0,0,1)>
  // expected-warning@+1 {{register 0 of thread 1 of the copy holds row 0 of operand 'a', but the product takes row 1 there [FLY181]}}
  %r = fly.tiled_copy.retile(%c, %s) : (!copy, !fly.memref<f32, register, (1,1,4):(0,0,1)>) -> !fly.memref<f32, register, ((1,1),1,4):((0,0),0,1)>
  return
}

// -----

// Of the result every element counts.
!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<((2,2),1):((2,1),0)>, !fly.tile<[2|2]>>
!product = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
// expected-note@+1 {{the tiled copy comes from here}}
func.func @result(%c: !copy, %m: !product, %x: !fly.memref<f32, global, (2,2):(1,2)>) {
  // expected-note@+1 {{the registers of the product are made here}}
  %f = fly.mma.make_fragment(c, %m, %x) : (!product, !fly.memref<f32, global, (2,2):(1,2)>) -> !fly.memref<f32, register, (1,1,1):(0,0,0)>
  // expected-warning@+1 {{register 0 of thread 1 of the copy holds element (0,1) of operand 'c', but the product takes element (1,0) there [FLY181]}}
  %r = fly.tiled_copy.retile(%c, %f) : (!copy, !fly.memref<f32, register, (1,1,1):(0,0,0)>) -> !fly.memref<f32, register, ((1,1),1,1):((0,0),0,0)>
  return
}

// -----

// In the order of the product.
!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<((2,2),1):((1,2),0)>, !fly.tile<[2|2]>>
!product = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
func.func @right_result(%c: !copy, %m: !product, %x: !fly.memref<f32, global, (2,2):(1,2)>) {
  %f = fly.mma.make_fragment(c, %m, %x) : (!product, !fly.memref<f32, global, (2,2):(1,2)>) -> !fly.memref<f32, register, (1,1,1):(0,0,0)>
  %r = fly.tiled_copy.retile(%c, %f) : (!copy, !fly.memref<f32, register, (1,1,1):(0,0,0)>) -> !fly.memref<f32, register, ((1,1),1,1):((0,0),0,0)>
  return
}

// -----

// A tile that is larger than the operand has no registers to compare.
!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<((2,2),2):((0,1),2)>, !fly.tile<[2|8]>>
!product = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
func.func @partial(%c: !copy, %m: !product, %x: !fly.memref<f32, global, (2,4):(1,2)>) {
  %f = fly.mma.make_fragment(a, %m, %x) : (!product, !fly.memref<f32, global, (2,4):(1,2)>) -> !fly.memref<f32, register, (1,1,4):(0,0,1)>
  %r = fly.tiled_copy.retile(%c, %f) : (!copy, !fly.memref<f32, register, (1,1,4):(0,0,1)>) -> !fly.memref<f32, register, ((1,8),1,1):((0,1),0,0)>
  return
}
