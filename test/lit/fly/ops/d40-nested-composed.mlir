// D-40: nested composed.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>) {
  // expected-error @below {{'fly.coalesce' op inferred type(s) '!fly.composed_layout<32:2 o 5 o [32:1 o 7 o 32:1]>' are incompatible with return type(s) of operation '!fly.composed_layout<32:2 o 5 o 32:1>'}}
  %r = fly.coalesce(%x0) : (!fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>) -> !fly.composed_layout<32:2 o 5 o 32:1>
  return
}

// -----

func.func @f(%x0: !fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>) {
  %r = fly.coalesce(%x0) : (!fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>) -> !fly.composed_layout<32:2 o 5 o [32:1 o 7 o 32:1]>
  return
}
