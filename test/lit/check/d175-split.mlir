// RUN: fly-opt %s --fly-check --split-input-file --verify-diagnostics -o /dev/null

// The staging tile of a transpose, split as a whole: only the first rows are where they were.
func.func @whole(%m: !fly.memref<f32, shared, S<3,2,3> o 0 o (32,32):(32,1), align<16>>) { // expected-note {{the view comes from here}}
  // expected-warning@+1 {{the split of S<3,2,3> o 0 o (32,32):(32,1) into a start and a plain layout is not exact: 896 of 1024 elements differ, first element 1 (index 36, not 32) [FLY175]}}
  %d = fly.decomposition(%m) : (!fly.memref<f32, shared, S<3,2,3> o 0 o (32,32):(32,1), align<16>>) -> !fly.memref<f32, shared, (32,32):(32,1), align<16>>
  return
}

// -----

// Inside a grain the split is exact, wherever it starts.
func.func @grain(%m: !fly.memref<f32, shared, S<3,2,3> o 36 o 4:1, align<16>>, %n: !fly.memref<f32, shared, S<3,2,3> o ?{div=4} o 4:1, align<16>>) {
  %d = fly.decomposition(%m) : (!fly.memref<f32, shared, S<3,2,3> o 36 o 4:1, align<16>>) -> !fly.memref<f32, shared, 4:1, align<16>>
  %e = fly.decomposition(%n) : (!fly.memref<f32, shared, S<3,2,3> o ?{div=4} o 4:1, align<16>>) -> !fly.memref<f32, shared, 4:1, align<16>>
  return
}

// -----

// No start suits a view that is longer than the swizzle's period.
func.func @dynamic(%m: !fly.memref<f32, shared, S<1,0,1> o ? o 8:1>) { // expected-note {{the view comes from here}}
  // expected-warning@+1 {{is not exact whatever the offset; at offset 0: 4 of 8 elements differ, first element 2 (index 3, not 2) [FLY175]}}
  %d = fly.decomposition(%m) : (!fly.memref<f32, shared, S<1,0,1> o ? o 8:1>) -> !fly.memref<f32, shared, 8:1>
  return
}

// -----

// Large tiles are compared as well, of very large ones a part.
// expected-note @below {{the view comes from here}}
func.func @large(%m: !fly.memref<f16, shared, S<3,3,3> o 0 o (256,256):(256,1), align<16>>, %n: !fly.memref<f16, global, S<3,3,3> o 0 o (32768,32768):(32768,1), align<16>>) {
  // expected-warning @below {{'fly.decomposition' op the split of S<3,3,3> o 0 o (256,256):(256,1) into a start and a plain layout is not exact: 57344 of 65536 elements differ, first element 1 (index 288, not 256) [FLY175]}}
  %d = fly.decomposition(%m) : (!fly.memref<f16, shared, S<3,3,3> o 0 o (256,256):(256,1), align<16>>) -> !fly.memref<f16, shared, (256,256):(256,1), align<16>>
  // expected-warning @below {{'fly.decomposition' op the split of S<3,3,3> o 0 o (32768,32768):(32768,1) into a start and a plain layout is not exact: at least 114688 of 1073741824 elements differ, such as element 2097408 (index 8388680, not 8388672) [FLY175]}}
  %e = fly.decomposition(%n) : (!fly.memref<f16, global, S<3,3,3> o 0 o (32768,32768):(32768,1), align<16>>) -> !fly.memref<f16, global, (32768,32768):(32768,1), align<16>>
  return
}

// -----

// Coordinates that a swizzle exchanges.
// expected-note @below {{the view comes from here}}
func.func @coordinates(%t: !fly.coord_tensor<(0,0), CS<2,0,[0],0,[1]> o (0,1) o (4,8):(1E0,1E1)>) {
  // expected-warning @below {{'fly.decomposition' op the split of CS<2,0,[0],0,[1]> o (0,1) o (4,8):(1E0,1E1) into a start and a plain layout is not exact: 24 of 32 elements differ, first element 1 (index (1,0), not (1,1)) [FLY175]}}
  %d = fly.decomposition(%t) : (!fly.coord_tensor<(0,0), CS<2,0,[0],0,[1]> o (0,1) o (4,8):(1E0,1E1)>) -> !fly.coord_tensor<(0,1), (4,8):(1E0,1E1)>
  return
}
