// D-46: two swizzles.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.ptr<f16, shared, align<16>, S<3,3,3>>, %x1: !fly.composed_layout<S<3,3,3> o 0 o 8:1>) {
  // expected-warning @below {{layout S<3,3,3> o 0 o 8:1 is swizzled and the pointer is swizzled again by S<3,3,3> [FLY146]}}
  %r = fly.make_view(%x0, %x1) : (!fly.ptr<f16, shared, align<16>, S<3,3,3>>, !fly.composed_layout<S<3,3,3> o 0 o 8:1>) -> !fly.memref<f16, shared, S<3,3,3> o 0 o 8:1, align<16>, S<3,3,3>>
  return
}
