// D-23: ranges.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.take' op take range [1, 1) is empty or outside rank 2 of (2,3) [FLY123]}}
  %r = fly.take(%x0) {begin = 1 : i32, end = 1 : i32} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<7>) {
  // expected-error @below {{'fly.take' op take on the scalar 7, which has no modes to take [FLY123]}}
  %r = fly.take(%x0) {begin = 0 : i32, end = 1 : i32} : (!fly.int_tuple<7>) -> !fly.int_tuple<7>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.take' op take range [0, 9) is empty or outside rank 2 of (2,3) [FLY123]}}
  %r = fly.take(%x0) {begin = 0 : i32, end = 9 : i32} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.take' op take range [1, 0) is empty or outside rank 2 of (2,3) [FLY123]}}
  %r = fly.take(%x0) {begin = 1 : i32, end = 0 : i32} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.take' op take range [-2, 1) is empty or outside rank 2 of (2,3) [FLY123]}}
  %r = fly.take(%x0) {begin = -2 : i32, end = 1 : i32} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.select' op select needs at least one mode of (2,3) [FLY123]}}
  %r = fly.select(%x0) {indices = array<i32>} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.group' op group range [1, 9) is reversed or outside rank 2 of (2,3) [FLY123]}}
  %r = fly.group(%x0) {begin = 1 : i32, end = 9 : i32} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<(2,3)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.group' op group range [2, 1) is reversed or outside rank 2 of (2,3) [FLY123]}}
  %r = fly.group(%x0) {begin = 2 : i32, end = 1 : i32} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<(2,3)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.take' op take range [0, -5) is empty or outside rank 2 of (2,3) [FLY123]}}
  %r = fly.take(%x0) {begin = 0 : i32, end = -5 : i32} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>
  return
}
