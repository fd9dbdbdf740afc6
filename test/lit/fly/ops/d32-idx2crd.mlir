// D-32: idx2crd.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<5>, %x1: !fly.layout<(4,8):(0,1)>) {
  // expected-error @below {{'fly.idx2crd' op idx2crd: stride 0 under extent 4 has no inverse, a non-zero integer is needed [FLY132]}}
  %r = fly.idx2crd(%x0, %x1) : (!fly.int_tuple<5>, !fly.layout<(4,8):(0,1)>) -> !fly.int_tuple<(0,5)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<5>, %x1: !fly.layout<(4,8):(1E0,1E1)>) {
  // expected-error @below {{'fly.idx2crd' op idx2crd: stride 1E0 under extent 4 has no inverse, a non-zero integer is needed [FLY132]}}
  %r = fly.idx2crd(%x0, %x1) : (!fly.int_tuple<5>, !fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(0,5)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<5>, %x1: !fly.layout<(4,8):(0,1)>) {
  // expected-error @below {{'fly.get_flat_coord' op idx2crd: stride 0 under extent 4 has no inverse, a non-zero integer is needed [FLY132]}}
  %r = fly.get_flat_coord(%x0, %x1) : (!fly.int_tuple<5>, !fly.layout<(4,8):(0,1)>) -> !fly.int_tuple<(0,5)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<5>, %x1: !fly.layout<(4,8):(1E0,1E1)>) {
  // expected-error @below {{'fly.get_1d_coord' op idx2crd: stride 1E0 under extent 4 has no inverse, a non-zero integer is needed [FLY132]}}
  %r = fly.get_1d_coord(%x0, %x1) : (!fly.int_tuple<5>, !fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<5>
  return
}
