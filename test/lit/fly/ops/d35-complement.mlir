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
