// D-58: partition.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, %x1: !fly.memref<f32, global, 16:1>, %x2: !fly.int_tuple<?>) {
  // expected-error @below {{'fly.tiled_copy.partition_src' op tiled copy: tensor 16:1 has rank 1, the tile [4|8] has rank 2 [FLY158]}}
  %r = fly.tiled_copy.partition_src(%x0, %x1, %x2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, global, 16:1>, !fly.int_tuple<?>) -> !fly.memref<f32, global, 16:1>
  return
}

// -----

func.func @f(%x0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, %x1: !fly.memref<f32, global, (8,16):(16,1)>, %x2: !fly.int_tuple<(1,2)>) {
  // expected-error @below {{'fly.tiled_copy.partition_src' op tiled copy partition: thread coordinate (1,2) does not fit the thread mode 4:2: coordinate (1,2) has rank 2, the shape 4 has rank 1 [FLY158]}}
  %r = fly.tiled_copy.partition_src(%x0, %x1, %x2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, global, (8,16):(16,1)>, !fly.int_tuple<(1,2)>) -> !fly.memref<f32, global, 16:1>
  return
}

// -----

func.func @f(%x0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, %x1: !fly.memref<f32, global, (8,16):(16,1)>, %x2: !fly.int_tuple<999>) {
  // expected-error @below {{'fly.tiled_copy.partition_src' op tiled copy partition: thread id 999 is outside the 4 threads [FLY158]}}
  %r = fly.tiled_copy.partition_src(%x0, %x1, %x2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, global, (8,16):(16,1)>, !fly.int_tuple<999>) -> !fly.memref<f32, global, 16:1>
  return
}

// -----

func.func @f(%x0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, %x1: !fly.memref<f32, global, (8,15):(15,1)>, %x2: !fly.int_tuple<?>) {
  // expected-warning @below {{'fly.tiled_copy.partition_src' op tiled copy: extent 15 of mode 1 of (8,15):(15,1) is not a multiple of the tile's 8, the last tile is partial and needs a predicate [FLY158]}}
  %r = fly.tiled_copy.partition_src(%x0, %x1, %x2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, global, (8,15):(15,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,(4,2)),2,2):((0,(15,1)),60,8)>
  return
}

// -----

func.func @f(%x0: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, %x1: !fly.memref<f32, global, 16:1>, %x2: !fly.int_tuple<?>) {
  // expected-error @below {{'fly.tiled_mma.partition' op tiled MMA: tensor 16:1 has rank 1, an operand has two dimensions [FLY158]}}
  %r = fly.tiled_mma.partition(a, %x0, %x1, %x2) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.memref<f32, global, 16:1>, !fly.int_tuple<?>) -> !fly.memref<f32, global, 16:1>
  return
}

// -----

func.func @f(%x0: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, %x1: !fly.memref<f32, global, (16,8):(1,16)>, %x2: !fly.int_tuple<999>) {
  // expected-error @below {{'fly.tiled_mma.partition' op tiled MMA partition: thread id 999 is outside the 16 threads [FLY158]}}
  %r = fly.tiled_mma.partition(a, %x0, %x1, %x2) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (16,8):(1,16)>, !fly.int_tuple<999>) -> !fly.memref<f32, global, 16:1>
  return
}

// -----

func.func @f(%x0: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, %x1: !fly.memref<f32, global, (16,8):(1,16)>, %x2: !fly.int_tuple<(1,2,3)>) {
  // expected-error @below {{'fly.tiled_mma.partition' op tiled MMA partition: thread coordinate (1,2,3) does not fit the thread mode (1,(4,1)):(0,(1,0)): coordinate (1,2,3) has rank 3, the shape (1,(4,1)) has rank 2 [FLY158]}}
  %r = fly.tiled_mma.partition(a, %x0, %x1, %x2) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (16,8):(1,16)>, !fly.int_tuple<(1,2,3)>) -> !fly.memref<f32, global, 16:1>
  return
}

// -----

// A tile with gaps fills them with its next repeats: 16:2 covers 32 rows, of which the tensor has 16.
func.func @f(%c: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(16,4):(1,16)>, !fly.tile<[16:2|4]>>, %s: !fly.memref<f32, global, (16,4):(4,1)>, %t: !fly.int_tuple<?>) {
  // expected-warning @below {{extent 16 of mode 0 of (16,4):(4,1) is not a multiple of the tile's 32, the last tile is partial and needs a predicate [FLY158]}}
  %r = fly.tiled_copy.partition_src(%c, %s, %t) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(16,4):(1,16)>, !fly.tile<[16:2|4]>>, !fly.memref<f32, global, (16,4):(4,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,4),2,1):((0,1),4,0)>
  return
}

// -----

func.func @f(%c: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(16,4):(1,16)>, !fly.tile<[16:2|4]>>, %s: !fly.memref<f32, global, (32,4):(4,1)>, %t: !fly.int_tuple<?>) {
  %r = fly.tiled_copy.partition_src(%c, %s, %t) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(16,4):(1,16)>, !fly.tile<[16:2|4]>>, !fly.memref<f32, global, (32,4):(4,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,4),2,1):((0,1),4,0)>
  return
}
