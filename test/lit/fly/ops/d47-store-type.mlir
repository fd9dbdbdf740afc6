// D-47: store type.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: i8, %x1: !fly.memref<f32, global, (4,8):(1,4)>, %x2: !fly.int_tuple<(1,2)>) {
  // expected-error @below {{'fly.memref.store' op stores i8 to elements of type f32 [FLY147]}}
  fly.memref.store(%x0, %x1, %x2) : (i8, !fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<(1,2)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, (4,8):(1,4)>, %x1: !fly.int_tuple<(1,2,3)>) {
  // expected-error-re @below {{'fly.memref.load' op {{.*}}2{{.*}}[FLY131]}}
  %r = fly.memref.load(%x0, %x1) : (!fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<(1,2,3)>) -> f32
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, (4,8):(1,4)>, %x1: !fly.int_tuple<(1,2)>) {
  // expected-error @below {{'fly.memref.load' op inferred type(s) 'f32' are incompatible with return type(s) of operation 'f16'}}
  %r = fly.memref.load(%x0, %x1) : (!fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<(1,2)>) -> f16
  return
}
