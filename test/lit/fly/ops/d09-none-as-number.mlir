// D-09: none as number.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<*>) {
  // expected-error @below {{'fly.get_scalar' op the leaf '*' of the operand has no integer value [FLY109]}}
  %r = fly.get_scalar(%x0) : (!fly.int_tuple<*>) -> i32
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(*,4)>) {
  // expected-error @below {{'fly.size' op size: the none leaf '*' in (*,4) is not a number [FLY109]}}
  %r = fly.size(%x0) : (!fly.int_tuple<(*,4)>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<4>, %x1: !fly.int_tuple<*>) {
  // expected-error @below {{'fly.int_tuple_mod' op remainder: the none leaf '*' in * is not a number [FLY109]}}
  %r = fly.int_tuple_mod(%x0, %x1) : (!fly.int_tuple<4>, !fly.int_tuple<*>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<*>, %x1: !fly.int_tuple<1>) {
  // expected-error @below {{'fly.make_layout' op shape leaf * in *:1 is not an integer [FLY105]}}
  %r = fly.make_layout(%x0, %x1) : (!fly.int_tuple<*>, !fly.int_tuple<1>) -> !fly.layout<4:1>
  return
}
