// D-48: vectors.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: vector<3xi8>, %x1: !fly.memref<f32, global, 4:1>) {
  // expected-error @below {{'fly.memref.store_vec' op the vector has 3 elements, but the view has 4 [FLY148]}}
  fly.memref.store_vec(%x0, %x1) : (vector<3xi8>, !fly.memref<f32, global, 4:1>) -> ()
  return
}

// -----

func.func @f(%x0: vector<4xi8>, %x1: !fly.memref<f32, global, 4:1>) {
  // expected-error @below {{'fly.memref.store_vec' op stores elements of type i8 to elements of type f32 [FLY148]}}
  fly.memref.store_vec(%x0, %x1) : (vector<4xi8>, !fly.memref<f32, global, 4:1>) -> ()
  return
}

// -----

func.func @f(%x0: f32, %x1: !fly.memref<f32, global, 4:1>) {
  // expected-error @below {{'fly.memref.store_vec' op stores f32, which is not a vector of rank 1 [FLY148]}}
  fly.memref.store_vec(%x0, %x1) : (f32, !fly.memref<f32, global, 4:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, 0:1>) {
  // expected-error @below {{'fly.memref.load_vec' op a vector of 0 elements cannot be loaded [FLY148]}}
  %r = fly.memref.load_vec(%x0) : (!fly.memref<f32, global, 0:1>) -> vector<1xf32>
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, ?:1>) {
  // expected-error @below {{MemRefLoadVecOp: layout size must be static and leaf int, got '!fly.memref<f32, global, ?:1>' [FLY148]}}
  %r = fly.memref.load_vec(%x0) : (!fly.memref<f32, global, ?:1>) -> vector<1xf32>
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, S<3,3,3> o 0 o 8:1>) {
  // expected-error @below {{MemRefLoadVecOp: MemRefType with ComposedLayout is not supported, got '!fly.memref<f32, global, S<3,3,3> o 0 o 8:1>' [FLY148]}}
  %r = fly.memref.load_vec(%x0) : (!fly.memref<f32, global, S<3,3,3> o 0 o 8:1>) -> vector<8xf32>
  return
}

// -----

func.func @f(%x0: vector<8xf32>, %x1: !fly.memref<f32, global, S<3,3,3> o 0 o 8:1>) {
  // expected-error @below {{'fly.memref.store_vec' op the view has the composed layout S<3,3,3> o 0 o 8:1, but whole views are stored through plain layouts only [FLY148]}}
  fly.memref.store_vec(%x0, %x1) : (vector<8xf32>, !fly.memref<f32, global, S<3,3,3> o 0 o 8:1>) -> ()
  return
}
