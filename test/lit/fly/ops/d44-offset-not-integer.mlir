// D-44: offset not integer.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

// expected-error @below {{offset of layout 4:1 o (0,1) o (4,8):(1E0,1E1) must be one integer, got (0,1) [FLY144]}}
func.func @f(%x0: !fly.memref<f32, global, 4:1 o (0,1) o (4,8):(1E0,1E1)>) {
  %r = fly.decomposition(%x0) : (!fly.memref<f32, global, 4:1 o (0,1) o (4,8):(1E0,1E1)>) -> !fly.memref<f32, global, (4,8):(1,4)>
  return
}

// -----

func.func @f(%x0: !fly.ptr<f32, global>, %x1: !fly.int_tuple<(1,2)>) {
  // expected-error @below {{AddOffsetOp: offset must be a scalar (leaf int) IntTuple, got '!fly.int_tuple<(1,2)>' [FLY144]}}
  %r = fly.add_offset(%x0, %x1) : (!fly.ptr<f32, global>, !fly.int_tuple<(1,2)>) -> !fly.ptr<f32, global>
  return
}

// -----

func.func @f(%x0: !fly.ptr<f32, global>, %x1: !fly.int_tuple<1E0>) {
  // expected-error @below {{AddOffsetOp: offset must be a scalar (leaf int) IntTuple, got '!fly.int_tuple<1E0>' [FLY144]}}
  %r = fly.add_offset(%x0, %x1) : (!fly.ptr<f32, global>, !fly.int_tuple<1E0>) -> !fly.ptr<f32, global>
  return
}
