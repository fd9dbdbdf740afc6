// D-06: dynamic leaves.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f() {
  // expected-error @below {{'fly.make_int_tuple' op 0 operands, but the result (?,?) has 2 dynamic leaves [FLY106]}}
  %r = fly.make_int_tuple() : () -> !fly.int_tuple<(?,?)>
  return
}

// -----

func.func @f(%x0: i32) {
  // expected-error @below {{'fly.make_shape' op operand #0 has 32 bits, but dynamic leaf 0 of ?{i64} has 64 [FLY106]}}
  %r = fly.make_shape(%x0) : (i32) -> !fly.int_tuple<?{i64}>
  return
}

// -----

func.func @f(%x0: i32) {
  // expected-error @below {{'fly.make_coord' op 1 operands, but the result 4 has 0 dynamic leaves [FLY106]}}
  %r = fly.make_coord(%x0) : (i32) -> !fly.int_tuple<4>
  return
}

// -----

func.func @f(%x0: i32, %x1: i32) {
  // expected-error @below {{'fly.make_stride' op 2 operands, but the result (?,4) has 1 dynamic leaves [FLY106]}}
  %r = fly.make_stride(%x0, %x1) : (i32, i32) -> !fly.int_tuple<(?,4)>
  return
}
