// D-49: pointer access.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.ptr<f32, shared>) {
  // expected-error @below {{'fly.ptr.load' op the result vector<3xi64> is neither f32 nor a vector of it [FLY149]}}
  %r = fly.ptr.load(%x0) : (!fly.ptr<f32, shared>) -> vector<3xi64>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<4>) {
  // expected-error @below {{'fly.ptr.load' op yields the integer tuple itself, but the result is f32 [FLY149]}}
  %r = fly.ptr.load(%x0) : (!fly.int_tuple<4>) -> f32
  return
}

// -----

func.func @f(%x0: i8, %x1: !fly.ptr<f32, shared>) {
  // expected-error @below {{'fly.ptr.store' op the value i8 is neither f32 nor a vector of it [FLY149]}}
  fly.ptr.store(%x0, %x1) : (i8, !fly.ptr<f32, shared>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.ptr<f8E4M3FN, shared>) {
  %r = fly.ptr.load(%x0) : (!fly.ptr<f8E4M3FN, shared>) -> vector<4xi8>
  return
}

// -----

func.func @f(%x0: !fly.ptr<f32, shared>) {
  // expected-error @below {{'fly.ptr.load' op the result vector<2x2xf32> is neither f32 nor a vector of it [FLY149]}}
  %r = fly.ptr.load(%x0) : (!fly.ptr<f32, shared>) -> vector<2x2xf32>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<4>) {
  %r = fly.ptr.load(%x0) : (!fly.int_tuple<4>) -> !fly.int_tuple<4>
  return
}
