// D-22: mode index.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.get' op mode 5 of path [5] is out of range for rank 2 in (2,3) [FLY122]}}
  %r = fly.get(%x0) {mode = array<i32: 5>} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,(3,4))>) {
  // expected-error @below {{'fly.get' op mode path [0, 1] has length 2 but ends at depth 1 in (2,(3,4)) [FLY122]}}
  %r = fly.get(%x0) {mode = array<i32: 0, 1>} : (!fly.int_tuple<(2,(3,4))>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.get' op mode -1 of path [-1] is out of range for rank 2 in (2,3) [FLY122]}}
  %r = fly.get(%x0) {mode = array<i32: -1>} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.select' op select index 7 is out of range for rank 2 of (2,3) [FLY122]}}
  %r = fly.select(%x0) {indices = array<i32: 0, 7>} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, (4,8):(1,4)>) {
  // expected-error @below {{'fly.get' op mode 2 of path [2] is out of range for rank 2 in (4,8) [FLY122]}}
  %r = fly.get(%x0) {mode = array<i32: 2>} : (!fly.memref<f32, global, (4,8):(1,4)>) -> !fly.memref<f32, global, 4:1>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<7>) {
  // expected-error @below {{GetOp: mode length 1 exceeds input depth 0, got '!fly.int_tuple<7>' [FLY122]}}
  %r = fly.get(%x0) {mode = array<i32: 0>} : (!fly.int_tuple<7>) -> !fly.int_tuple<7>
  return
}
