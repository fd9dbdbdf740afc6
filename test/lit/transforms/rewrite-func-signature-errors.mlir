// RUN: fly-opt %s --fly-rewrite-func-signature --split-input-file --verify-diagnostics

func.func @unstructured(%n: i32) {
  %t = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<?>
  // expected-error @below {{'cf.br' op passes a value of type '!fly.int_tuple<?>' across a boundary that fly-rewrite-func-signature does not know}}
  cf.br ^bb1(%t : !fly.int_tuple<?>)
^bb1(%u: !fly.int_tuple<?>):
  return
}

// -----

func.func private @callee(!fly.int_tuple<?>)
func.func @indirect() {
  // expected-error @below {{'func.constant' op passes a value of type '!fly.int_tuple<?>' across a boundary}}
  %f = func.constant @callee : (!fly.int_tuple<?>) -> ()
  return
}
