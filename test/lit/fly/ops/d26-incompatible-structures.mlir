// D-26: incompatible structures.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<2>, %x1: !fly.int_tuple<(4,8)>) {
  // expected-error @below {{'fly.int_tuple_add' op sum of the scalar 2 and the tuple (4,8) of rank 2: a scalar has no modes to combine [FLY126]}}
  %r = fly.int_tuple_add(%x0, %x1) : (!fly.int_tuple<2>, !fly.int_tuple<(4,8)>) -> !fly.int_tuple<6>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<8>, %x1: !fly.int_tuple<(1,2)>) {
  // expected-error @below {{'fly.int_tuple_sub' op difference of the scalar 8 and the tuple (1,2) of rank 2: a scalar has no modes to combine [FLY126]}}
  %r = fly.int_tuple_sub(%x0, %x1) : (!fly.int_tuple<8>, !fly.int_tuple<(1,2)>) -> !fly.int_tuple<6>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(4,8)>, %x1: !fly.int_tuple<2>) {
  // expected-warning @below {{'fly.int_tuple_add' op sum of (4,8) and 2: ranks differ, the surplus modes pass through unchanged [FLY126]}}
  %r = fly.int_tuple_add(%x0, %x1) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<2>) -> !fly.int_tuple<(6,8)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(4,8)>, %x1: !fly.int_tuple<(2,2,2)>) {
  // expected-warning @below {{'fly.int_tuple_mul' op product of (4,8) and (2,2,2): ranks differ, the surplus modes pass through unchanged [FLY126]}}
  %r = fly.int_tuple_mul(%x0, %x1) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(2,2,2)>) -> !fly.int_tuple<(8,16,2)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(4,8,3)>, %x1: !fly.int_tuple<(3,3)>) {
  // expected-warning @below {{'fly.ceil_div' op ceil_div of (4,8,3) by (3,3): ranks differ, surplus modes are passed through undivided [FLY126]}}
  %r = fly.ceil_div(%x0, %x1) : (!fly.int_tuple<(4,8,3)>, !fly.int_tuple<(3,3)>) -> !fly.int_tuple<(2,3,3)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(4,8)>, %x1: !fly.int_tuple<(3,3,7)>) {
  // expected-warning @below {{'fly.ceil_div' op ceil_div of (4,8) by (3,3,7): ranks differ, surplus modes are not used [FLY126]}}
  %r = fly.ceil_div(%x0, %x1) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(3,3,7)>) -> !fly.int_tuple<(2,3)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(4,8,2)>, %x1: !fly.int_tuple<(2,2)>) {
  // expected-warning @below {{'fly.shape_div' op shape_div of (4,8,2) by (2,2): ranks differ, surplus modes are passed through undivided [FLY126]}}
  %r = fly.shape_div(%x0, %x1) : (!fly.int_tuple<(4,8,2)>, !fly.int_tuple<(2,2)>) -> !fly.int_tuple<(2,4,2)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<((2,3),4,5)>, %x1: !fly.int_tuple<(1,1)>) {
  // expected-warning @below {{'fly.int_tuple_product_like' op product_like: the guide (1,1) has rank 2, the tuple ((2,3),4,5) rank 3; its surplus modes are dropped [FLY126]}}
  %r = fly.int_tuple_product_like(%x0, %x1) : (!fly.int_tuple<((2,3),4,5)>, !fly.int_tuple<(1,1)>) -> !fly.int_tuple<(6,4)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<2>, %x1: !fly.int_tuple<(4,8)>) {
  // expected-error @below {{'fly.int_tuple_mod' op remainder of the scalar 2 and the tuple (4,8) of rank 2: a scalar has no modes to combine [FLY126]}}
  %r = fly.int_tuple_mod(%x0, %x1) : (!fly.int_tuple<2>, !fly.int_tuple<(4,8)>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(4,8)>, %x1: !fly.int_tuple<2>) {
  // expected-warning @below {{'fly.int_tuple_div' op quotient of (4,8) and 2: ranks differ, the surplus modes pass through unchanged [FLY126]}}
  %r = fly.int_tuple_div(%x0, %x1) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<2>) -> !fly.int_tuple<(2,8)>
  return
}
