// D-67: accesses have memory effects, so that unused loads go and equal ones meet.
// RUN: fly-opt %s -cse | FileCheck %s

// CHECK-LABEL: func.func @loads
func.func @loads(%m: !fly.memref<f32, global, 4:1>, %i: !fly.int_tuple<0>) -> (f32, f32) {
  // CHECK: %[[A:.*]] = fly.memref.load
  %a = fly.memref.load(%m, %i) : (!fly.memref<f32, global, 4:1>, !fly.int_tuple<0>) -> f32
  // CHECK-NOT: fly.memref.load
  %b = fly.memref.load(%m, %i) : (!fly.memref<f32, global, 4:1>, !fly.int_tuple<0>) -> f32
  %unused = fly.memref.load_vec(%m) : (!fly.memref<f32, global, 4:1>) -> vector<4xf32>
  // CHECK: return %[[A]], %[[A]]
  return %a, %b : f32, f32
}

// CHECK-LABEL: func.func @stores
func.func @stores(%m: !fly.memref<f32, global, 4:1>, %i: !fly.int_tuple<0>, %v: f32) -> (f32, f32) {
  // CHECK: fly.memref.load
  %a = fly.memref.load(%m, %i) : (!fly.memref<f32, global, 4:1>, !fly.int_tuple<0>) -> f32
  // CHECK: fly.memref.store
  fly.memref.store(%v, %m, %i) : (f32, !fly.memref<f32, global, 4:1>, !fly.int_tuple<0>) -> ()
  // CHECK: fly.memref.load
  %b = fly.memref.load(%m, %i) : (!fly.memref<f32, global, 4:1>, !fly.int_tuple<0>) -> f32
  return %a, %b : f32, f32
}

// CHECK-LABEL: func.func @barrier
func.func @barrier(%m: !fly.memref<f32, shared, 4:1>, %i: !fly.int_tuple<0>) -> (f32, f32) {
  // CHECK: fly.memref.load
  // CHECK: gpu.barrier
  // CHECK: fly.memref.load
  %a = fly.memref.load(%m, %i) : (!fly.memref<f32, shared, 4:1>, !fly.int_tuple<0>) -> f32
  gpu.barrier
  %b = fly.memref.load(%m, %i) : (!fly.memref<f32, shared, 4:1>, !fly.int_tuple<0>) -> f32
  return %a, %b : f32, f32
}
