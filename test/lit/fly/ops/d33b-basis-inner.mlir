// D-33b: basis inner.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.layout<(4,8):(1,4)>, %x1: !fly.layout<(4,8):(1E0,1E1)>) {
  // expected-error @below {{'fly.composition' op composition: the inner stride 1E0 of (4,8):(1E0,1E1) is a basis element, integer leaf expected: the outer layout (4,8):(1,4) has 2 modes there, not one [FLY180]}}
  %r = fly.composition(%x0, %x1) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(4,8):(1E0,1E1)>) -> !fly.layout<(4,8):(1,4)>
  return
}
