// D-35: complement.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.layout<4:1>, %x1: !fly.int_tuple<(32,2)>) {
  // expected-error @below {{'fly.complement' op complement of 4:1: tuple codomain unsupported, (32,2) is not a scalar integer [FLY135]}}
  %r = fly.complement(%x0, %x1) : (!fly.layout<4:1>, !fly.int_tuple<(32,2)>) -> !fly.layout<8:4>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,4):(1,?)>, %x1: !fly.int_tuple<32>) {
  // expected-error @below {{'fly.complement' op complement of (4,4):(1,?): mode 4:? has a dynamic stride beside 1 other modes, so the modes cannot be sorted [FLY135]}}
  %r = fly.complement(%x0, %x1) : (!fly.layout<(4,4):(1,?)>, !fly.int_tuple<32>) -> !fly.layout<8:4>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,4):(1,2)>, %x1: !fly.int_tuple<32>) {
  // expected-warning @below {{layout (0,4):(4,8) has an extent of 0 and holds no element [FLY105]}}
  %r = fly.complement(%x0, %x1) : (!fly.layout<(4,4):(1,2)>, !fly.int_tuple<32>) -> !fly.layout<(0,4):(4,8)>
  return
}

// -----

func.func @f(%x0: !fly.layout<(6,6):(1,7)>, %x1: !fly.int_tuple<84>) {
  // expected-warning @below {{'fly.complement' op complement of (6,6):(1,7): mode 6:7 leaves indices that no copy reaches behind mode 6:1, which ends at 6; the result is not a true complement [FLY135]}}
  %r = fly.complement(%x0, %x1) : (!fly.layout<(6,6):(1,7)>, !fly.int_tuple<84>) -> !fly.layout<2:42>
  return
}

// -----

func.func @f(%x0: !fly.layout<4:1E0>, %x1: !fly.int_tuple<32>) {
  // expected-error @below {{'fly.complement' op complement of 4:1E0: stride 1E0 is a basis element, integer strides are needed [FLY135]}}
  %r = fly.complement(%x0, %x1) : (!fly.layout<4:1E0>, !fly.int_tuple<32>) -> !fly.layout<8:4>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(-1,4)>, %x1: !fly.int_tuple<32>) {
  // expected-error @below {{'fly.complement' op complement of (4,8):(-1,4): stride -1 is negative, the codomain starts at 0 [FLY135]}}
  %r = fly.complement(%x0, %x1) : (!fly.layout<(4,8):(-1,4)>, !fly.int_tuple<32>) -> !fly.layout<8:4>
  return
}
