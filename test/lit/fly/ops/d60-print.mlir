// D-60: print.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: i32) {
  // expected-error @below {{'fly.print' op the format has 3 placeholders for 1 values [FLY160]}}
  fly.print(%x0) {format = "{} {} {}"} : (i32) -> ()
  return
}

// -----

func.func @f(%x0: i32) {
  // expected-error @below {{'fly.print' op the format has a '%' at position 3, which printf would take for a conversion [FLY160]}}
  fly.print(%x0) {format = "100%"} : (i32) -> ()
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, 4:1>) {
  // expected-error @below {{'fly.print' op value #0 is a tensor in global memory, which has no printable value [FLY160]}}
  fly.print(%x0) {format = "{}"} : (!fly.memref<f32, global, 4:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.ptr<f32, global>) {
  // expected-error @below {{'fly.print' op value #0 of type !fly.ptr<f32, global> has no printable value [FLY160]}}
  fly.print(%x0) {format = "{}"} : (!fly.ptr<f32, global>) -> ()
  return
}

// -----

func.func @f(%x0: i32) {
  fly.print(%x0) {format = ""} : (i32) -> ()
  return
}
