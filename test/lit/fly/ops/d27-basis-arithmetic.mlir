// D-27: basis arithmetic.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<3>, %x1: !fly.int_tuple<2E1>) {
  // expected-error @below {{'fly.int_tuple_add' op cannot add a plain integer to a basis element: 3 and 2E1 do not have the same structure [FLY127]}}
  %r = fly.int_tuple_add(%x0, %x1) : (!fly.int_tuple<3>, !fly.int_tuple<2E1>) -> !fly.int_tuple<3>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<1E0>, %x1: !fly.int_tuple<1E1>) {
  // expected-error @below {{'fly.int_tuple_mul' op product of the two basis elements 1E0 and 1E1 [FLY127]}}
  %r = fly.int_tuple_mul(%x0, %x1) : (!fly.int_tuple<1E0>, !fly.int_tuple<1E1>) -> !fly.int_tuple<3>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<1E0>, %x1: !fly.int_tuple<1>) {
  // expected-error @below {{'fly.int_tuple_sub' op difference of 1E0 and 1 is not defined: a basis element can only be added to basis elements, multiplied or divided by an integer [FLY127]}}
  %r = fly.int_tuple_sub(%x0, %x1) : (!fly.int_tuple<1E0>, !fly.int_tuple<1>) -> !fly.int_tuple<3>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<1E0>, %x1: !fly.int_tuple<1>) {
  // expected-error @below {{'fly.elem_less' op comparison of 1E0 and 1 is not defined: a basis element can only be added to basis elements, multiplied or divided by an integer [FLY127]}}
  %r = fly.elem_less(%x0, %x1) : (!fly.int_tuple<1E0>, !fly.int_tuple<1>) -> i1
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<4E0>, %x1: !fly.int_tuple<2>) {
  // expected-error @below {{'fly.int_tuple_div' op quotient of 4E0 and 2 is not defined: a basis element can only be added to basis elements, multiplied or divided by an integer [FLY127]}}
  %r = fly.int_tuple_div(%x0, %x1) : (!fly.int_tuple<4E0>, !fly.int_tuple<2>) -> !fly.int_tuple<3>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<4E0>, %x1: !fly.int_tuple<2>) {
  // expected-error @below {{'fly.int_tuple_mod' op remainder of 4E0 and 2 is not defined: a basis element can only be added to basis elements, multiplied or divided by an integer [FLY127]}}
  %r = fly.int_tuple_mod(%x0, %x1) : (!fly.int_tuple<4E0>, !fly.int_tuple<2>) -> !fly.int_tuple<3>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<4>, %x1: !fly.int_tuple<2E0>) {
  // expected-error @below {{'fly.ceil_div' op ceiling quotient of 4 and 2E0 is not defined: a basis element can only be added to basis elements, multiplied or divided by an integer [FLY127]}}
  %r = fly.ceil_div(%x0, %x1) : (!fly.int_tuple<4>, !fly.int_tuple<2E0>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<4E0>, %x1: !fly.int_tuple<2>) {
  // expected-error @below {{'fly.shape_div' op shape quotient of 4E0 and 2 is not defined: a basis element can only be added to basis elements, multiplied or divided by an integer [FLY127]}}
  %r = fly.shape_div(%x0, %x1) : (!fly.int_tuple<4E0>, !fly.int_tuple<2>) -> !fly.int_tuple<2E0>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(1,2)>, %x1: !fly.int_tuple<(1E0,1E1)>) {
  // expected-error @below {{'fly.elem_less' op comparison of 1 and 1E0 is not defined: a basis element can only be added to basis elements, multiplied or divided by an integer [FLY127]}}
  %r = fly.elem_less(%x0, %x1) : (!fly.int_tuple<(1,2)>, !fly.int_tuple<(1E0,1E1)>) -> i1
  return
}

// -----

func.func @f(%x0: !fly.layout<4:1E0>) {
  // expected-error @below {{'fly.cosize' op coshape of 4:1E0: the largest coordinate is the bare basis element 3E0, to which 1 cannot be added [FLY127]}}
  %r = fly.cosize(%x0) : (!fly.layout<4:1E0>) -> !fly.int_tuple<1>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(3,4)>, %x1: !fly.int_tuple<(2E1,1)>) {
  // expected-error @below {{'fly.int_tuple_add' op cannot add a plain integer to a basis element: 3 and 2E1 do not have the same structure [FLY127]}}
  %r = fly.int_tuple_add(%x0, %x1) : (!fly.int_tuple<(3,4)>, !fly.int_tuple<(2E1,1)>) -> !fly.int_tuple<(3,5)>
  return
}
