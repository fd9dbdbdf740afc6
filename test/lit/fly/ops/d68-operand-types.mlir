// D-68: operand types.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: f32) {
  // expected-error @below {{'fly.size' op operand #0 must be integer tuple (!fly.int_tuple), layout (!fly.layout, !fly.composed_layout) or tensor (!fly.coord_tensor, !fly.memref), but got 'f32'}}
  %r = fly.size(%x0) : (f32) -> !fly.int_tuple<1>
  return
}

// -----

func.func @f(%x0: i32, %x1: !fly.int_tuple<1>) {
  // expected-error @below {{'fly.make_layout' op operand #0 must be integer tuple (!fly.int_tuple), but got 'i32'}}
  %r = fly.make_layout(%x0, %x1) : (i32, !fly.int_tuple<1>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<4:1>) {
  // expected-error @below {{'fly.get_layout' op operand #0 must be tensor: coordinate tensor (!fly.coord_tensor) or memory view (!fly.memref), but got '!fly.layout<4:1>'}}
  %r = fly.get_layout(%x0) : (!fly.layout<4:1>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f() {
  // expected-error @below {{'fly.make_ptr' op result #0 must be pointer (!fly.ptr), but got 'i32'}}
  %r = fly.make_ptr() : () -> i32
  return
}
