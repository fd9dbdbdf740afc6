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
