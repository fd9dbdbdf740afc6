// D-24: append below rank.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<(2,3)>, %x1: !fly.int_tuple<1>) {
  // expected-error @below {{'fly.append' op append: n = 1 is below rank 2 of (2,3) [FLY124]}}
  %r = fly.append<1> (%x0, %x1) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<1>) -> !fly.int_tuple<(2,3)>
  return
}

// -----

func.func @f(%x0: !fly.layout<(2,3):(1,2)>, %x1: !fly.layout<1:0>) {
  // expected-error @below {{'fly.prepend' op prepend: n = -1 is below rank 2 of (2,3) [FLY124]}}
  %r = fly.prepend<-1> (%x0, %x1) : (!fly.layout<(2,3):(1,2)>, !fly.layout<1:0>) -> !fly.layout<(2,3):(1,2)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<2>, %x1: !fly.int_tuple<1>) {
  %r = fly.append<0> (%x0, %x1) : (!fly.int_tuple<2>, !fly.int_tuple<1>) -> !fly.int_tuple<(2)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<2>, %x1: !fly.layout<1:0>) {
  // expected-error @below {{AppendOp: tuple and elem must be the same category, got '!fly.layout<1:0>' [FLY124]}}
  %r = fly.append (%x0, %x1) : (!fly.int_tuple<2>, !fly.layout<1:0>) -> !fly.int_tuple<(2)>
  return
}

// -----

func.func @f(%x0: !fly.composed_layout<S<3,3,3> o 0 o 8:1>, %x1: !fly.int_tuple<1>) {
  // expected-error @below {{AppendOp: elem must be LayoutType when tuple is ComposedLayout, got '!fly.int_tuple<1>' [FLY124]}}
  %r = fly.append (%x0, %x1) : (!fly.composed_layout<S<3,3,3> o 0 o 8:1>, !fly.int_tuple<1>) -> !fly.composed_layout<S<3,3,3> o 0 o 8:1>
  return
}
