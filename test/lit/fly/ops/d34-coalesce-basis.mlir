// D-34: coalesce basis.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.layout<(4,8):(1E0,4E1)>) {
  // expected-error @below {{'fly.coalesce' op inferred type(s) '!fly.layout<(4,8):(1E0,4E1)>' are incompatible with return type(s) of operation '!fly.layout<32:1E0>'}}
  %r = fly.coalesce(%x0) : (!fly.layout<(4,8):(1E0,4E1)>) -> !fly.layout<32:1E0>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(1E0,4E1)>) {
  %r = fly.coalesce(%x0) : (!fly.layout<(4,8):(1E0,4E1)>) -> !fly.layout<(4,8):(1E0,4E1)>
  return
}
