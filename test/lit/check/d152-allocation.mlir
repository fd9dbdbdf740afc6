// RUN: fly-opt %s --fly-check --split-input-file --verify-diagnostics -o /dev/null

// A view that is larger than what was allocated.
func.func @small(%l: !fly.layout<(32,32):(32,1)>) {
  // expected-note@+1 {{write allocBytes = 4096}}
  %raw = fly.make_ptr() {dictAttrs = {allocAlign = 16 : i64, allocBytes = 1024 : i64}} : () -> !fly.ptr<i8, shared, align<16>>
  %p = fly.recast_iter(%raw) : (!fly.ptr<i8, shared, align<16>>) -> !fly.ptr<f32, shared, align<16>>
  // expected-warning@+1 {{the view (32,32):(32,1) needs 4096 bytes, but 1024 bytes are allocated [FLY152]}}
  %v = fly.make_view(%p, %l) : (!fly.ptr<f32, shared, align<16>>, !fly.layout<(32,32):(32,1)>) -> !fly.memref<f32, shared, (32,32):(32,1), align<16>>
  return
}

// -----

// Where the view starts counts too, as long as it is known.
func.func @offset(%l: !fly.layout<(32,16):(16,1)>, %o: !fly.int_tuple<516>, %u: !fly.int_tuple<?>) {
  // expected-note@+1 {{write allocBytes = 4112}}
  %p = fly.make_ptr() {dictAttrs = {allocAlign = 16 : i64, allocBytes = 4096 : i64}} : () -> !fly.ptr<f32, shared, align<16>>
  %q = fly.add_offset(%p, %o) : (!fly.ptr<f32, shared, align<16>>, !fly.int_tuple<516>) -> !fly.ptr<f32, shared, align<16>>
  // expected-warning@+1 {{the view (32,16):(16,1) needs 4112 bytes from the allocation's start, but 4096 bytes are allocated [FLY152]}}
  %v = fly.make_view(%q, %l) : (!fly.ptr<f32, shared, align<16>>, !fly.layout<(32,16):(16,1)>) -> !fly.memref<f32, shared, (32,16):(16,1), align<16>>
  %r = fly.add_offset(%p, %u) : (!fly.ptr<f32, shared, align<16>>, !fly.int_tuple<?>) -> !fly.ptr<f32, shared>
  %w = fly.make_view(%r, %l) : (!fly.ptr<f32, shared>, !fly.layout<(32,16):(16,1)>) -> !fly.memref<f32, shared, (32,16):(16,1)>
  return
}

// -----

// A pitch counts, a swizzle does not.
func.func @fits(%l: !fly.layout<(32,32):(32,1)>, %s: !fly.composed_layout<S<3,2,3> o 0 o (32,32):(32,1)>, %wide: !fly.layout<(2,4):(6,1)>) {
  %p = fly.make_ptr() {dictAttrs = {allocAlign = 16 : i64, allocBytes = 4096 : i64}} : () -> !fly.ptr<f32, shared, align<16>>
  %v = fly.make_view(%p, %l) : (!fly.ptr<f32, shared, align<16>>, !fly.layout<(32,32):(32,1)>) -> !fly.memref<f32, shared, (32,32):(32,1), align<16>>
  %w = fly.make_view(%p, %s) : (!fly.ptr<f32, shared, align<16>>, !fly.composed_layout<S<3,2,3> o 0 o (32,32):(32,1)>) -> !fly.memref<f32, shared, S<3,2,3> o 0 o (32,32):(32,1), align<16>>
  // expected-note@+1 {{write allocBytes = 40}}
  %q = fly.make_ptr() {dictAttrs = {allocAlign = 16 : i64, allocBytes = 32 : i64}} : () -> !fly.ptr<f32, shared, align<16>>
  // expected-warning@+1 {{the view (2,4):(6,1) needs 40 bytes, but 32 bytes are allocated [FLY152]}}
  %x = fly.make_view(%q, %wide) : (!fly.ptr<f32, shared, align<16>>, !fly.layout<(2,4):(6,1)>) -> !fly.memref<f32, shared, (2,4):(6,1), align<16>>
  return
}
