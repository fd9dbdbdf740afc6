// D-57: make atoms.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f() {
  // expected-error @below {{'fly.make_copy_atom' op valBits = 16, but the type says 32 [FLY157]}}
  %r = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>
  return
}

// -----

func.func @f(%x0: i32, %x1: !fly.layout<(1,1,1):(0,0,0)>) {
  // expected-error @below {{MakeTiledMmaOp: expected MmaAtomType for mmaAtom, got 'i32' [FLY157]}}
  %r = fly.make_tiled_mma(%x0, %x1) : (i32, !fly.layout<(1,1,1):(0,0,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: !fly.layout<(1,?,1):(0,0,0)>) {
  // expected-error @below {{MakeTiledMmaOp: LayoutType is not static, got '!fly.layout<(1,?,1):(0,0,0)>' [FLY119]}}
  %r = fly.make_tiled_mma(%x0, %x1) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(1,?,1):(0,0,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<32>, 32>, %x1: !fly.layout<(4,?):(8,1)>, %x2: !fly.tile<[4|8]>) {
  // expected-error @below {{MakeTiledCopyOp: LayoutType is not static, got '!fly.layout<(4,?):(8,1)>' [FLY119]}}
  %r = fly.make_tiled_copy(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,?):(8,1)>, !fly.tile<[4|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>
  return
}
