// D-21: static.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f() {
  // expected-error @below {{'fly.static' op the type !fly.int_tuple<?> has parts that are known at run time only [FLY121]}}
  %r = fly.static : !fly.int_tuple<?>
  return
}

// -----

func.func @f() {
  // expected-error @below {{'fly.static' op the type f32 does not fix a value: only static fly types do [FLY121]}}
  %r = fly.static : f32
  return
}

// -----

func.func @f() {
  // expected-error @below {{'fly.static' op the type !fly.ptr<f32, global> does not fix a value: only static fly types do [FLY121]}}
  %r = fly.static : !fly.ptr<f32, global>
  return
}

// -----

func.func @f() {
  // expected-error @below {{'fly.static' op the type !fly.layout<(4,?):(1,4)> has parts that are known at run time only [FLY121]}}
  %r = fly.static : !fly.layout<(4,?):(1,4)>
  return
}
