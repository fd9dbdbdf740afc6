// D-61: assume.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: i32, %x1: f32) {
  // expected-error @below {{'fly.assume' op the result index is not of the type of dst, i32 [FLY161]}}
  %r = fly.assume(%x0, %x1) : (i32, f32) -> index
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<?{div=2}>, %x1: !fly.int_tuple<?{div=4}>) {
  // expected-error @below {{'fly.assume' op forgets the known divisor ?{div=4} to ?{div=2} [FLY161]}}
  %r = fly.assume(%x0, %x1) : (!fly.int_tuple<?{div=2}>, !fly.int_tuple<?{div=4}>) -> !fly.int_tuple<?{div=2}>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<6>, %x1: !fly.int_tuple<?{div=4}>) {
  // expected-error @below {{'fly.assume' op contradicts the known divisor ?{div=4} to 6 [FLY161]}}
  %r = fly.assume(%x0, %x1) : (!fly.int_tuple<6>, !fly.int_tuple<?{div=4}>) -> !fly.int_tuple<6>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(?,?)>, %x1: !fly.int_tuple<?>) {
  // expected-error @below {{'fly.assume' op changes the structure from ? to (?,?) [FLY161]}}
  %r = fly.assume(%x0, %x1) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<?>) -> !fly.int_tuple<(?,?)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<5>, %x1: !fly.int_tuple<4>) {
  // expected-error @below {{'fly.assume' op contradicts the static leaf 4 to 5 [FLY161]}}
  %r = fly.assume(%x0, %x1) : (!fly.int_tuple<5>, !fly.int_tuple<4>) -> !fly.int_tuple<5>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<?{div=4}>, %x1: !fly.int_tuple<?>) {
  // expected-error @below {{'fly.assume' op the result !fly.int_tuple<?> is not of the type of dst, !fly.int_tuple<?{div=4}> [FLY161]}}
  %r = fly.assume(%x0, %x1) : (!fly.int_tuple<?{div=4}>, !fly.int_tuple<?>) -> !fly.int_tuple<?>
  return
}

// -----

func.func @f(%x0: !fly.ptr<f32, global, align<16>>, %x1: !fly.ptr<f32, global>) {
  %r = fly.assume(%x0, %x1) : (!fly.ptr<f32, global, align<16>>, !fly.ptr<f32, global>) -> !fly.ptr<f32, global, align<16>>
  return
}
