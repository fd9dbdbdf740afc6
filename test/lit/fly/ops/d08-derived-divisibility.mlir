// D-08: derived divisibility.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<-4>, %x1: !fly.int_tuple<?{div=2}>) {
  %r = fly.int_tuple_mul(%x0, %x1) : (!fly.int_tuple<-4>, !fly.int_tuple<?{div=2}>) -> !fly.int_tuple<?{div=8}>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<?{div=1073741824}>, %x1: !fly.int_tuple<?{div=3}>) {
  // expected-error @below {{'fly.int_tuple_mul' op inferred type(s) '!fly.int_tuple<?{div=1610612736}>' are incompatible with return type(s) of operation '!fly.int_tuple<?{div=2147483647}>'}}
  %r = fly.int_tuple_mul(%x0, %x1) : (!fly.int_tuple<?{div=1073741824}>, !fly.int_tuple<?{div=3}>) -> !fly.int_tuple<?{div=2147483647}>
  return
}
