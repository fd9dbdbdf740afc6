// D-33: composition carry.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.layout<(6,9):(19,69)>, %x1: !fly.layout<4:8>) {
  // expected-error-re @below {{'fly.composition' op {{.*}}8{{.*}}[FLY133]}}
  %r = fly.composition(%x0, %x1) : (!fly.layout<(6,9):(19,69)>, !fly.layout<4:8>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(6,9):(19,69)>, %x1: !fly.layout<8:1>) {
  // expected-error-re @below {{'fly.composition' op {{.*}}8{{.*}}[FLY133]}}
  %r = fly.composition(%x0, %x1) : (!fly.layout<(6,9):(19,69)>, !fly.layout<8:1>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(6,9):(19,69)>, %x1: !fly.layout<4:4>) {
  // expected-error-re @below {{'fly.composition' op {{.*}}4{{.*}}[FLY133]}}
  %r = fly.composition(%x0, %x1) : (!fly.layout<(6,9):(19,69)>, !fly.layout<4:4>) -> !fly.layout<(2,2):(76,69)>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(8,1)>, %x1: !fly.layout<2:3>) {
  %r = fly.composition(%x0, %x1) : (!fly.layout<(4,8):(8,1)>, !fly.layout<2:3>) -> !fly.layout<2:24>
  return
}
