// D-63: negative strides.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.layout<4:-1>) {
  // expected-error @below {{'fly.cosize' op inferred type(s) '!fly.int_tuple<4>' are incompatible with return type(s) of operation '!fly.int_tuple<-2>'}}
  %r = fly.cosize(%x0) : (!fly.layout<4:-1>) -> !fly.int_tuple<-2>
  return
}

// -----

func.func @f(%x0: !fly.layout<4:-1>) {
  %r = fly.cosize(%x0) : (!fly.layout<4:-1>) -> !fly.int_tuple<4>
  return
}
