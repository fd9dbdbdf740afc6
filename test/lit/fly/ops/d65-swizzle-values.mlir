// D-65: swizzle values.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<(1,2)>, %x1: !fly.swizzle<S<3,3,3>>) {
  // expected-error @below {{'fly.crd2idx' op swizzle S<3,3,3> needs an integer, got (1,2) [FLY165]}}
  %r = fly.crd2idx(%x0, %x1) : (!fly.int_tuple<(1,2)>, !fly.swizzle<S<3,3,3>>) -> !fly.int_tuple<1>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(1,2)>, %x1: !fly.coord_swizzle<CS<3,0,[1],0,[2]>>) {
  // expected-error @below {{'fly.crd2idx' op coordinate swizzle CS<3,0,[1],0,[2]>: integer leaf expected for the column, but its path does not exist in (1,2) [FLY165]}}
  %r = fly.crd2idx(%x0, %x1) : (!fly.int_tuple<(1,2)>, !fly.coord_swizzle<CS<3,0,[1],0,[2]>>) -> !fly.int_tuple<1>
  return
}
