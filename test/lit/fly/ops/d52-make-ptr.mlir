// D-52: make ptr.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: i8) {
  // expected-error @below {{'fly.make_ptr' op no pointer in generic memory can be made: its memory is not the kernel's to allocate [FLY152]}}
  %r = fly.make_ptr(%x0) : (i8) -> !fly.ptr<f32, generic>
  return
}

// -----

func.func @f() {
  // expected-error @below {{'fly.make_ptr' op a pointer in register memory needs the integer allocSize in dictAttrs [FLY152]}}
  %r = fly.make_ptr() : () -> !fly.ptr<f32, register>
  return
}

// -----

func.func @f() {
  // expected-error @below {{'fly.make_ptr' op allocSize = 0 must be positive [FLY152]}}
  %r = fly.make_ptr() {dictAttrs = {allocSize = 0 : i64}} : () -> !fly.ptr<f32, register>
  return
}

// -----

func.func @f() {
  // expected-error @below {{'fly.make_ptr' op a pointer in shared memory needs the integer allocAlign in dictAttrs [FLY152]}}
  %r = fly.make_ptr() {dictAttrs = {allocBytes = 16 : i64}} : () -> !fly.ptr<f32, shared>
  return
}

// -----

func.func @f() {
  // expected-error @below {{'fly.make_ptr' op allocAlign = 12 is not a power of two [FLY152]}}
  %r = fly.make_ptr() {dictAttrs = {allocBytes = 16 : i64, allocAlign = 12 : i64}} : () -> !fly.ptr<f32, shared>
  return
}

// -----

func.func @f(%x0: i8) {
  // expected-error @below {{'fly.make_ptr' op 1 operands, but a pointer in register memory is made of none [FLY152]}}
  %r = fly.make_ptr(%x0) {dictAttrs = {allocSize = 4 : i64}} : (i8) -> !fly.ptr<f32, register>
  return
}

// -----

func.func @f() {
  // expected-warning @below {{'fly.make_ptr' op the result claims an alignment of 64 bytes, but allocAlign is 16 [FLY152]}}
  %r = fly.make_ptr() {dictAttrs = {allocBytes = 16 : i64, allocAlign = 16 : i64}} : () -> !fly.ptr<f32, shared, align<64>>
  return
}

// -----

func.func @f() {
  // expected-error @below {{'fly.make_ptr' op allocSize does not fit 64 bits [FLY152]}}
  %r = fly.make_ptr() {dictAttrs = {allocSize = 170141183460469231731687303715884105727 : i128}} : () -> !fly.ptr<f32, register>
  return
}

// -----

func.func @f() {
  // expected-error @below {{'fly.make_ptr' op a pointer in register memory needs the integer allocSize in dictAttrs [FLY152]}}
  %r = fly.make_ptr() {dictAttrs = {allocSize = 4.0 : f32}} : () -> !fly.ptr<f32, register>
  return
}

// -----

func.func @f() {
  // expected-error @below {{'fly.make_ptr' op allocAlign = -16 must be positive [FLY152]}}
  %r = fly.make_ptr() {dictAttrs = {allocBytes = 16 : i64, allocAlign = -16 : i64}} : () -> !fly.ptr<f32, shared>
  return
}
