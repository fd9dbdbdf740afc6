// D-41: coordinate get.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.coord_tensor<0, (4,8):(0,1)>) {
  %r = fly.get(%x0) {mode = array<i32: 1>} : (!fly.coord_tensor<0, (4,8):(0,1)>) -> !fly.coord_tensor<0, 8:1>
  return
}

// -----

func.func @f(%x0: !fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>) {
  %r = fly.get(%x0) {mode = array<i32: 1>} : (!fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>) -> !fly.coord_tensor<(0,0), 8:1E1>
  return
}

// -----

func.func @f(%x0: !fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>) {
  %r = fly.get(%x0) {mode = array<i32: 1>} : (!fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>) -> !fly.coord_tensor<0, 8:1E1>
  return
}

// -----

func.func @f(%x0: !fly.coord_tensor<(3,0), (4,8):(1E0,1E1)>) {
  // expected-error @below {{'fly.get' op inferred type(s) '!fly.coord_tensor<(3,0), 8:1E1>' are incompatible with return type(s) of operation '!fly.coord_tensor<0, 8:1E1>'}}
  %r = fly.get(%x0) {mode = array<i32: 1>} : (!fly.coord_tensor<(3,0), (4,8):(1E0,1E1)>) -> !fly.coord_tensor<0, 8:1E1>
  return
}
