// D-59: fragment.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, %x1: !fly.memref<f32, global, (?,16):(1,?)>) {
  // expected-error @below {{'fly.mma.make_fragment' op make_fragment: the fragment shape (1,(?,?),16) of (?,16):(1,?) is dynamic, registers need a static one [FLY159]}}
  %r = fly.mma.make_fragment(a, %x0, %x1) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (?,16):(1,?)>) -> !fly.memref<f32, register, 1:1>
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, (?,16):(1,?)>) {
  // expected-error @below {{'fly.make_fragment_like' op make_fragment_layout_like: fragment source shape must be static, got (?,16) [FLY159]}}
  %r = fly.make_fragment_like(%x0) : (!fly.memref<f32, global, (?,16):(1,?)>) -> !fly.memref<f32, register, 1:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,?):(1,4)>) {
  // expected-error @below {{'fly.make_fragment_layout_like' op make_fragment_layout_like: fragment source shape must be static, got (4,?) [FLY159]}}
  %r = fly.make_fragment_layout_like(%x0) : (!fly.layout<(4,?):(1,4)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, %x1: !fly.memref<f32, global, (16,8):(1,16)>) {
  // expected-error @below {{MmaMakeFragmentOp: stages must be positive, got 0 [FLY159]}}
  %r = fly.mma.make_fragment(a, %x0, %x1, stages = 0) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (16,8):(1,16)>) -> !fly.memref<f32, register, 1:1>
  return
}

// -----

func.func @f(%x0: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, %x1: !fly.memref<f32, global, 16:1>) {
  // expected-error @below {{'fly.mma.make_fragment' op make_fragment: stages need two modes, the tensor 16:1 has rank 1 [FLY159]}}
  %r = fly.mma.make_fragment(a, %x0, %x1, stages = 2) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.memref<f32, global, 16:1>) -> !fly.memref<f32, register, 1:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,2):(1,64)>) {
  // expected-error @below {{MakeFragmentLikeOp: dtype is required when input is not MemRefType, got '!fly.layout<(4,2):(1,64)>'}}
  %r = fly.make_fragment_like(%x0) : (!fly.layout<(4,2):(1,64)>) -> !fly.memref<f32, register, 1:1>
  return
}
