// D-45: apply swizzle.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.ptr<f16, shared, align<16>, S<1,1,1>>, %x1: !fly.swizzle<S<2,3,3>>) {
  // expected-error @below {{'fly.apply_swizzle' op the pointer carries the swizzle S<1,1,1>, which the swizzle S<2,3,3> would replace [FLY145]}}
  %r = fly.apply_swizzle(%x0, %x1) : (!fly.ptr<f16, shared, align<16>, S<1,1,1>>, !fly.swizzle<S<2,3,3>>) -> !fly.ptr<f16, shared, align<16>, S<2,3,3>>
  return
}

// -----

func.func @f(%x0: !fly.ptr<f16, shared, align<16>>, %x1: !fly.swizzle<S<0,4,3>>) {
  // expected-warning @below {{swizzle S<0,4,3> does nothing but makes a type of its own [FLY145]}}
  %r = fly.apply_swizzle(%x0, %x1) : (!fly.ptr<f16, shared, align<16>>, !fly.swizzle<S<0,4,3>>) -> !fly.ptr<f16, shared, align<16>, S<0,4,3>>
  return
}
