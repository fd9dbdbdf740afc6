// What cannot be lowered is a located error that names the reason and the pass that should have run.
// RUN: fly-opt %s --fly-layout-lowering --split-input-file --verify-diagnostics

func.func @block_argument(%t: !fly.int_tuple<?>) -> i32 {
  // expected-error @below {{'fly.get_scalar' op cannot be lowered: an operand of type '!fly.int_tuple<?>' is a block argument and not the result of fly.make_int_tuple; run fly-rewrite-func-signature before fly-layout-lowering}}
  %s = fly.get_scalar(%t) : (!fly.int_tuple<?>) -> i32
  return %s : i32
}

// -----

func.func @not_normal(%n: i32) -> i32 {
  %t = fly.make_shape(%n) : (i32) -> !fly.int_tuple<?>
  // expected-error @below {{'fly.get_scalar' op cannot be lowered: an operand of type '!fly.int_tuple<?>' is the result of 'fly.make_shape' and not of fly.make_int_tuple; run fly-canonicalize before fly-layout-lowering}}
  %s = fly.get_scalar(%t) : (!fly.int_tuple<?>) -> i32
  return %s : i32
}

// -----

// One error per cause: what depends on it stays silent.
func.func @cascade(%m: !fly.memref<f32, global, (4,?):(1,4)>) -> i32 {
  // expected-error @below {{an operand of type '!fly.memref<f32, global, (4,?):(1,4)>' is a block argument and not the result of fly.make_view}}
  %s = fly.size(%m) : (!fly.memref<f32, global, (4,?):(1,4)>) -> !fly.int_tuple<?{div=4}>
  %t = fly.int_tuple_add(%s, %s) : (!fly.int_tuple<?{div=4}>, !fly.int_tuple<?{div=4}>) -> !fly.int_tuple<?{div=4}>
  %r = fly.get_scalar(%t) : (!fly.int_tuple<?{div=4}>) -> i32
  return %r : i32
}

// -----

func.func @call_result() -> i32 {
  %t = func.call @other() : () -> !fly.int_tuple<?>
  // expected-error @below {{is the result of 'func.call' and not of fly.make_int_tuple; run fly-rewrite-func-signature and fly-canonicalize before fly-layout-lowering}}
  %s = fly.get_scalar(%t) : (!fly.int_tuple<?>) -> i32
  return %s : i32
}
func.func private @other() -> !fly.int_tuple<?>

// -----

// Two runs of stride 1: elements share places.
func.func @two_runs(%p: !fly.ptr<f32, shared>) -> vector<8xf32> {
  %l = fly.static : !fly.layout<(4,2):(1,1)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, shared>, !fly.layout<(4,2):(1,1)>) -> !fly.memref<f32, shared, (4,2):(1,1)>
  // expected-error @below {{'fly.memref.load_vec' op cannot be lowered: two modes of (4,2):(1,1) have stride 1}}
  %v = fly.memref.load_vec(%m) : (!fly.memref<f32, shared, (4,2):(1,1)>) -> vector<8xf32>
  return %v : vector<8xf32>
}

// -----

func.func @too_many(%p: !fly.ptr<f32, shared>, %q: !fly.ptr<f32, global>) {
  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>
  %l = fly.static : !fly.layout<(1,1000000):(0,1)>
  %s = fly.make_view(%p, %l) : (!fly.ptr<f32, shared>, !fly.layout<(1,1000000):(0,1)>) -> !fly.memref<f32, shared, (1,1000000):(0,1)>
  %d = fly.make_view(%q, %l) : (!fly.ptr<f32, global>, !fly.layout<(1,1000000):(0,1)>) -> !fly.memref<f32, global, (1,1000000):(0,1)>
  // expected-error @below {{'fly.copy' op expands to more than 65536 atom calls}}
  fly.copy(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, shared, (1,1000000):(0,1)>, !fly.memref<f32, global, (1,1000000):(0,1)>) -> ()
  return
}
