// An error never hides others: every broken function of a piece and every piece of the file is reported in one
// run, also behind a piece that cannot be parsed.
// RUN: fly-opt %s --split-input-file --verify-diagnostics=only-expected -o /dev/null
// RUN: not fly-opt %s --split-input-file -o /dev/null 2>&1 | grep -v 'was not produced' | grep -c 'error: .*[[]FLY' | grep -x 6

func.func @first(%t: !fly.int_tuple<(2,3)>) {
  // expected-error@+1 {{mode 5 of path [5] is out of range for rank 2 in (2,3) [FLY122]}}
  %r = fly.get(%t) {mode = array<i32: 5>} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>
  return
}
func.func @second(%p: !fly.ptr<f32, shared>) {
  // expected-error@+1 {{the result vector<3xi64> is neither f32 nor a vector of it [FLY149]}}
  %r = fly.ptr.load(%p) : (!fly.ptr<f32, shared>) -> vector<3xi64>
  return
}
func.func @sound(%l: !fly.layout<(4,8):(1,4)>) {
  %r = fly.size(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<32>
  return
}
gpu.module @device {
  gpu.func @third(%l: !fly.layout<6:1>, %t: !fly.tile<[4]>) kernel {
    // expected-error@+1 {{the tile [4] has one element, the layout 6:1 has rank 1 [FLY137]}}
    %r = fly.zipped_divide(%l, %t) : (!fly.layout<6:1>, !fly.tile<[4]>) -> !fly.layout<6:1>
    gpu.return
  }
}

// -----

// expected-error@+1 {{shape (4,8) and stride 1 are not congruent: each mode needs exactly one stride [FLY104]}}
func.func private @unreadable(!fly.layout<(4,8):1>)

// -----

func.func @weak(%l: !fly.layout<(4,(2,0)):(1,(4,8))>) { // expected-warning {{has an extent of 0 and holds no element [FLY105]}}
  return
}

// -----

func.func @fourth(%a: !fly.int_tuple<4>, %b: !fly.int_tuple<0>) {
  // expected-error@+1 {{division of 4 by zero [FLY128]}}
  %r = fly.int_tuple_div(%a, %b) : (!fly.int_tuple<4>, !fly.int_tuple<0>) -> !fly.int_tuple<0>
  return
}
func.func @fifth(%a: !fly.int_tuple<(1,2)>, %l: !fly.layout<4:1>) {
  // expected-error@+1 {{coordinate (1,2) has rank 2, the shape 4 has rank 1 [FLY131]}}
  %r = fly.crd2idx(%a, %l) : (!fly.int_tuple<(1,2)>, !fly.layout<4:1>) -> !fly.int_tuple<1>
  return
}
