// The normal forms of passes.md 3.
// RUN: fly-opt %s --fly-canonicalize --split-input-file | FileCheck %s
// RUN: fly-opt %s --fly-canonicalize --split-input-file > %t.once
// RUN: fly-opt %s --fly-canonicalize --fly-canonicalize --split-input-file | diff - %t.once

// CHECK-LABEL: func.func @synonyms
func.func @synonyms(%n: i32) -> (!fly.int_tuple<(4,?)>, !fly.int_tuple<(1,?)>, !fly.int_tuple<(*,?)>) {
  // CHECK-NEXT: fly.make_int_tuple(%{{.*}}) {keep = 1 : i32} : (i32) -> !fly.int_tuple<(4,?)>
  // CHECK-NEXT: fly.make_int_tuple(%{{.*}}) : (i32) -> !fly.int_tuple<(1,?)>
  // CHECK-NEXT: fly.make_int_tuple(%{{.*}}) : (i32) -> !fly.int_tuple<(*,?)>
  %s = fly.make_shape(%n) {keep = 1 : i32} : (i32) -> !fly.int_tuple<(4,?)>
  %d = fly.make_stride(%n) : (i32) -> !fly.int_tuple<(1,?)>
  %c = fly.make_coord(%n) : (i32) -> !fly.int_tuple<(*,?)>
  return %s, %d, %c : !fly.int_tuple<(4,?)>, !fly.int_tuple<(1,?)>, !fly.int_tuple<(*,?)>
}

// -----

// CHECK-LABEL: func.func @layout
func.func @layout() -> !fly.layout<(4,8):(1,4)> {
  // CHECK-NEXT: %[[S:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<(4,8)>
  // CHECK-NEXT: %[[D:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<(1,4)>
  // CHECK-NEXT: %[[L:.*]] = fly.make_layout(%[[S]], %[[D]])
  // CHECK-NEXT: return %[[L]]
  %l = fly.static : !fly.layout<(4,8):(1,4)>
  return %l : !fly.layout<(4,8):(1,4)>
}

// -----

// Any single-result operation with a static result.
// CHECK-LABEL: func.func @computed
func.func @computed() -> !fly.int_tuple<32> {
  // CHECK-NEXT: %[[N:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<32>
  // CHECK-NEXT: return %[[N]]
  %l = fly.static : !fly.layout<(4,8):(1,4)>
  %s = fly.size(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<32>
  return %s : !fly.int_tuple<32>
}

// -----

// CHECK-LABEL: func.func @composed
func.func @composed() -> !fly.composed_layout<S<3,3,3> o 0 o 8:1> {
  // CHECK: %[[W:.*]] = fly.static : !fly.swizzle<S<3,3,3>>
  // CHECK: fly.make_composed_layout(%[[W]]
  %c = fly.static : !fly.composed_layout<S<3,3,3> o 0 o 8:1>
  return %c : !fly.composed_layout<S<3,3,3> o 0 o 8:1>
}

// -----

// CHECK-LABEL: func.func @coordinates
func.func @coordinates() -> !fly.coord_tensor<(0,0), (4,8):(1E0,1E1)> {
  // CHECK: fly.make_view(%{{.*}}, %{{.*}}) : (!fly.int_tuple<(0,0)>, !fly.layout<(4,8):(1E0,1E1)>)
  %c = fly.static : !fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>
  return %c : !fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>
}

// -----

// Tiles and swizzles keep fly.static.
// CHECK-LABEL: func.func @kept
func.func @kept() -> (!fly.tile<[4|8]>, !fly.swizzle<S<3,3,3>>) {
  // CHECK-NEXT: fly.static : !fly.tile<[4|8]>
  // CHECK-NEXT: fly.static : !fly.swizzle<S<3,3,3>>
  %t = fly.static : !fly.tile<[4|8]>
  %s = fly.static : !fly.swizzle<S<3,3,3>>
  return %t, %s : !fly.tile<[4|8]>, !fly.swizzle<S<3,3,3>>
}

// -----

// CHECK-LABEL: func.func @atoms
func.func @atoms() -> (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>,
    !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>,
    !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>>) {
  // CHECK: fly.make_copy_atom {valBits = 16 : i32}
  // CHECK: fly.make_mma_atom
  // CHECK: fly.make_tiled_copy
  // CHECK: fly.make_tiled_mma
  %a = fly.static : !fly.copy_atom<!fly.universal_copy<64>, 16>
  %m = fly.static : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
  %c = fly.static : !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>
  %t = fly.static : !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>>
  return %a, %m, %c, %t : !fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>,
    !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>,
    !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>>
}

// -----

// A call with a static result keeps its effects.
func.func private @effect() -> !fly.int_tuple<4>
// CHECK-LABEL: func.func @call
func.func @call() -> !fly.int_tuple<4> {
  // CHECK-NEXT: call @effect
  // CHECK-NEXT: %[[N:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<4>
  // CHECK-NEXT: return %[[N]]
  %r = func.call @effect() : () -> !fly.int_tuple<4>
  return %r : !fly.int_tuple<4>
}
