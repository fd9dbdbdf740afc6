// D-42: tuples where integers.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.coord_tensor<0, (4,8):(1E0,1E1)>) {
  // expected-error @below {{'fly.memref.load_vec' op the strides (1E0,1E1) of the coordinate tensor are not all integers [FLY142]}}
  %r = fly.memref.load_vec(%x0) : (!fly.coord_tensor<0, (4,8):(1E0,1E1)>) -> vector<32xi32>
  return
}

// -----

func.func @f(%x0: !fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>) {
  // expected-error @below {{'fly.memref.load_vec' op the base (0,0) of the coordinate tensor is not an integer [FLY142]}}
  %r = fly.memref.load_vec(%x0) : (!fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>) -> vector<32xi32>
  return
}

// -----

func.func @f(%x0: !fly.ptr<f32, global>, %x1: !fly.layout<(4,8):(1E0,1E1)>) {
  // expected-error @below {{'fly.make_view' op layout (4,8):(1E0,1E1) of a memref yields coordinates, but memory needs integer offsets [FLY142]}}
  %r = fly.make_view(%x0, %x1) : (!fly.ptr<f32, global>, !fly.layout<(4,8):(1E0,1E1)>) -> !fly.memref<f32, global, (4,8):(1,4)>
  return
}
