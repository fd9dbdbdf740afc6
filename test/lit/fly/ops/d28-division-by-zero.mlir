// D-28: division by zero.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<4>, %x1: !fly.int_tuple<0>) {
  // expected-error @below {{'fly.int_tuple_div' op division of 4 by zero [FLY128]}}
  %r = fly.int_tuple_div(%x0, %x1) : (!fly.int_tuple<4>, !fly.int_tuple<0>) -> !fly.int_tuple<3>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<4>, %x1: !fly.int_tuple<0>) {
  // expected-error @below {{'fly.int_tuple_mod' op remainder of 4 by zero [FLY128]}}
  %r = fly.int_tuple_mod(%x0, %x1) : (!fly.int_tuple<4>, !fly.int_tuple<0>) -> !fly.int_tuple<3>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<6>, %x1: !fly.int_tuple<0>) {
  // expected-error @below {{'fly.ceil_div' op ceiling division of 6 by zero [FLY128]}}
  %r = fly.ceil_div(%x0, %x1) : (!fly.int_tuple<6>, !fly.int_tuple<0>) -> !fly.int_tuple<3>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<6>, %x1: !fly.int_tuple<0>) {
  // expected-error @below {{'fly.shape_div' op shape division of 6 by zero [FLY128]}}
  %r = fly.shape_div(%x0, %x1) : (!fly.int_tuple<6>, !fly.int_tuple<0>) -> !fly.int_tuple<3>
  return
}

// -----

func.func @f(%x0: !fly.layout<8:1>, %x1: !fly.tile<*>) {
  // expected-error @below {{'fly.logical_divide' op divide by the tile '*', which has no size [FLY128]}}
  %r = fly.logical_divide(%x0, %x1) : (!fly.layout<8:1>, !fly.tile<*>) -> !fly.layout<8:1>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<?>, %x1: !fly.int_tuple<0>) {
  // expected-error @below {{'fly.int_tuple_div' op division of ? by zero [FLY128]}}
  %r = fly.int_tuple_div(%x0, %x1) : (!fly.int_tuple<?>, !fly.int_tuple<0>) -> !fly.int_tuple<?>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(4,8)>, %x1: !fly.int_tuple<(0,2)>) {
  // expected-error @below {{'fly.ceil_div' op ceiling division of 4 by zero [FLY128]}}
  %r = fly.ceil_div(%x0, %x1) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(0,2)>) -> !fly.int_tuple<(1,4)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<1>, %x1: !fly.int_tuple<0>) {
  // expected-error @below {{'fly.ceil_div' op ceiling division of 1 by zero [FLY128]}}
  %r = fly.ceil_div(%x0, %x1) : (!fly.int_tuple<1>, !fly.int_tuple<0>) -> !fly.int_tuple<1>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<?>, %x1: !fly.int_tuple<0>) {
  // expected-error @below {{'fly.int_tuple_mod' op remainder of ? by zero [FLY128]}}
  %r = fly.int_tuple_mod(%x0, %x1) : (!fly.int_tuple<?>, !fly.int_tuple<0>) -> !fly.int_tuple<0>
  return
}
