// RUN: fly-opt %s --fly-check --verify-diagnostics -o /dev/null

!atom = !fly.copy_atom<!fly.universal_copy<32>, 32>
!tiled = !fly.tiled_copy<!atom, !fly.layout<(64,2):(1,64)>, !fly.tile<128>>
!mma = !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,1,1):(1,0,0)>>

gpu.module @m {
  // Half of the threads that the tile counts on do not exist.
  // expected-note @+2 {{the tiled operation comes from here}}
  // expected-note @+1 {{the block size is stated here}}
  gpu.func @small(%c: !tiled, %m: !mma, %s: !fly.memref<f32, global, 128:1>, %a: !fly.memref<f32, global, (32,4):(4,1)>, %i: !fly.int_tuple<?>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-warning @+1 {{the tile is spread over 64 threads, but a block has 32: nobody holds the rest [FLY158]}}
    %p = fly.tiled_copy.partition_src(%c, %s, %i) : (!tiled, !fly.memref<f32, global, 128:1>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,2),1):((0,64),0)>
    // expected-warning @+1 {{the tile is spread over 128 threads, but a block has 32}}
    %q = fly.tiled_mma.partition(a, %m, %a, %i) : (!mma, !fly.memref<f32, global, (32,4):(4,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, (1,1,1):(0,0,0)>
    gpu.return
  }
  // More threads than the tile needs may take part in other tiles.
  gpu.func @large(%c: !tiled, %s: !fly.memref<f32, global, 128:1>, %i: !fly.int_tuple<?>) kernel attributes {known_block_size = array<i32: 64, 4, 1>} {
    %p = fly.tiled_copy.partition_src(%c, %s, %i) : (!tiled, !fly.memref<f32, global, 128:1>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,2),1):((0,64),0)>
    gpu.return
  }
}
