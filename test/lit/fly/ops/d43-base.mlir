// D-43: base.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<(0,0)>, %x1: !fly.layout<4:1>) {
  // expected-error @below {{'fly.make_view' op base (0,0) cannot be added to multiples of the stride 1 of layout 4:1 [FLY143]}}
  %r = fly.make_view(%x0, %x1) : (!fly.int_tuple<(0,0)>, !fly.layout<4:1>) -> !fly.coord_tensor<0, 4:1>
  return
}
