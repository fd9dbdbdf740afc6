// D-36: inverses.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.layout<(4,8):(1E0,1E1)>) {
  // expected-error @below {{'fly.right_inverse' op right_inverse of (4,8):(1E0,1E1): stride 1E0 is a basis element, integer strides are needed [FLY136]}}
  %r = fly.right_inverse(%x0) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(1,?)>) {
  // expected-warning @below {{'fly.right_inverse' op right_inverse of (4,8):(1,?) ignores mode 8:?, whose stride is dynamic [FLY136]}}
  %r = fly.right_inverse(%x0) : (!fly.layout<(4,8):(1,?)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(1E0,1E1)>) {
  // expected-error @below {{'fly.left_inverse' op left_inverse of (4,8):(1E0,1E1): stride 1E0 is a basis element, integer strides are needed [FLY136]}}
  %r = fly.left_inverse(%x0) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(2,2):(2,5)>) {
  // expected-error @below {{'fly.left_inverse' op left_inverse of (2,2):(2,5): stride 5 is not a multiple of the next smaller stride 2 [FLY136]}}
  %r = fly.left_inverse(%x0) : (!fly.layout<(2,2):(2,5)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,4):(1,2)>) {
  // expected-error @below {{'fly.left_inverse' op left_inverse of (4,4):(1,2): mode 4:2 overlaps mode 4:1, so indices repeat [FLY136]}}
  %r = fly.left_inverse(%x0) : (!fly.layout<(4,4):(1,2)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(1,?)>) {
  // expected-warning @below {{'fly.left_inverse' op left_inverse of (4,8):(1,?) ignores mode 8:?, whose stride is dynamic [FLY136]}}
  %r = fly.left_inverse(%x0) : (!fly.layout<(4,8):(1,?)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,4):(1,1)>) {
  %r = fly.right_inverse(%x0) : (!fly.layout<(4,4):(1,1)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(?,8):(1,4)>) {
  // expected-warning @below {{'fly.right_inverse' op right_inverse of (?,8):(1,4) ignores mode ?:1, whose extent is dynamic [FLY136]}}
  %r = fly.right_inverse(%x0) : (!fly.layout<(?,8):(1,4)>) -> !fly.layout<1:0>
  return
}

// -----

func.func @f(%x0: !fly.layout<(2,2):(2,2)>) {
  // expected-error @below {{'fly.left_inverse' op left_inverse of (2,2):(2,2): mode 2:2 overlaps mode 2:2, so indices repeat [FLY136]}}
  %r = fly.left_inverse(%x0) : (!fly.layout<(2,2):(2,2)>) -> !fly.layout<1:0>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(-1,4)>) {
  // expected-error @below {{'fly.left_inverse' op left_inverse of (4,8):(-1,4): stride -1 is negative, indices must start at 0 [FLY136]}}
  %r = fly.left_inverse(%x0) : (!fly.layout<(4,8):(-1,4)>) -> !fly.layout<1:0>
  return
}
