// D-63 (FLY163): an allocation of negative strides holds the whole index range, and its base is the smallest
// index: element 2 of 4:-1 is register 3 - 2 = 1.
// RUN: fly-opt %s --fly-canonicalize --fly-layout-lowering | FileCheck %s

// CHECK-LABEL: func.func @backwards
func.func @backwards(%v: f32) -> f32 {
  // CHECK: %[[P:.*]] = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
  // CHECK: %[[O:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<1>
  // CHECK: %[[Q:.*]] = fly.add_offset(%[[P]], %[[O]])
  // CHECK: fly.ptr.store(%arg0, %[[Q]])
  // CHECK: fly.ptr.load(%[[Q]])
  %l = fly.static : !fly.layout<4:-1>
  %m = fly.memref.alloca(%l) : (!fly.layout<4:-1>) -> !fly.memref<f32, register, 4:-1>
  %i = fly.static : !fly.int_tuple<2>
  fly.memref.store(%v, %m, %i) : (f32, !fly.memref<f32, register, 4:-1>, !fly.int_tuple<2>) -> ()
  %x = fly.memref.load(%m, %i) : (!fly.memref<f32, register, 4:-1>, !fly.int_tuple<2>) -> f32
  return %x : f32
}
