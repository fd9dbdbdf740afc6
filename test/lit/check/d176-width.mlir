// RUN: fly-opt %s --fly-check --split-input-file --verify-diagnostics -o /dev/null

// expected-note@+1 {{the layout comes from here}}
func.func @index(%c: !fly.int_tuple<(?,?)>, %l: !fly.layout<(65536,65536):(65536,1)>) {
  // expected-warning@+2 {{the offset of (?,?) in (65536,65536):(65536,1) reaches 4294967295, but is computed in 32 bits [FLY176]}}
  // expected-note@+1 {{make the coordinate of i64 values, '?{i64}'}}
  %i = fly.crd2idx(%c, %l) : (!fly.int_tuple<(?,?)>, !fly.layout<(65536,65536):(65536,1)>) -> !fly.int_tuple<?>
  return
}

// -----

// 64-bit coordinates, coordinates that stay inside, and strides that nobody knows.
func.func @fits(%c: !fly.int_tuple<(?{i64},?)>, %z: !fly.int_tuple<(0,?)>, %l: !fly.layout<(65536,65536):(65536,1)>, %d: !fly.int_tuple<(?,?)>, %m: !fly.layout<(65536,65536):(?,1)>) {
  %i = fly.crd2idx(%c, %l) : (!fly.int_tuple<(?{i64},?)>, !fly.layout<(65536,65536):(65536,1)>) -> !fly.int_tuple<?{i64}>
  %j = fly.crd2idx(%z, %l) : (!fly.int_tuple<(0,?)>, !fly.layout<(65536,65536):(65536,1)>) -> !fly.int_tuple<?>
  %k = fly.crd2idx(%d, %m) : (!fly.int_tuple<(?,?)>, !fly.layout<(65536,65536):(?,1)>) -> !fly.int_tuple<?>
  return
}

// -----

// Accesses count as well as indices and slices.
// expected-note@+1 {{the view comes from here}}
func.func @access(%m: !fly.memref<f32, global, (65536,65536):(65536,1)>, %c: !fly.int_tuple<(?,?)>, %r: !fly.int_tuple<(?,*)>, %x: f32) {
  // expected-warning @below {{'fly.slice' op the offset of (?,*) in (65536,65536):(65536,1) reaches 4294901760, but is computed in 32 bits [FLY176]}}
  // expected-note @below {{make the coordinate of i64 values, '?{i64}'}}
  %s = fly.slice(%m, %r) : (!fly.memref<f32, global, (65536,65536):(65536,1)>, !fly.int_tuple<(?,*)>) -> !fly.memref<f32, global, 65536:1>
  // expected-warning @below {{'fly.memref.load' op the offset of (?,?) in (65536,65536):(65536,1) reaches 4294967295, but is computed in 32 bits [FLY176]}}
  // expected-note @below {{make the coordinate of i64 values, '?{i64}'}}
  %v = fly.memref.load(%m, %c) : (!fly.memref<f32, global, (65536,65536):(65536,1)>, !fly.int_tuple<(?,?)>) -> f32
  // expected-warning @below {{'fly.memref.store' op the offset of (?,?) in (65536,65536):(65536,1) reaches 4294967295, but is computed in 32 bits [FLY176]}}
  // expected-note @below {{make the coordinate of i64 values, '?{i64}'}}
  fly.memref.store(%x, %m, %c) : (f32, !fly.memref<f32, global, (65536,65536):(65536,1)>, !fly.int_tuple<(?,?)>) -> ()
  return
}
