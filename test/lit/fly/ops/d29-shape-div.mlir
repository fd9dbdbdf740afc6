// D-29: shape div.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<6>, %x1: !fly.int_tuple<4>) {
  // expected-error @below {{'fly.shape_div' op shape_div: neither of 6 and 4 divides the other [FLY129]}}
  %r = fly.shape_div(%x0, %x1) : (!fly.int_tuple<6>, !fly.int_tuple<4>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(4,9)>, %x1: !fly.int_tuple<(2,4)>) {
  // expected-error @below {{'fly.shape_div' op shape_div: neither of 9 and 4 divides the other [FLY129]}}
  %r = fly.shape_div(%x0, %x1) : (!fly.int_tuple<(4,9)>, !fly.int_tuple<(2,4)>) -> !fly.int_tuple<(2,3)>
  return
}
