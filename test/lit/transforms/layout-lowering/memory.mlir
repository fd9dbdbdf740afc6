// Element accesses and vectors of views (passes.md 4.2, 4.3).
// RUN: fly-opt %s --fly-canonicalize --fly-layout-lowering --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @elements
// CHECK-SAME: (%[[P:.*]]: !fly.ptr<f32, shared>, %[[I:.*]]: i32, %[[V:.*]]: f32)
func.func @elements(%p: !fly.ptr<f32, shared>, %i: i32, %v: f32) -> f32 {
  // CHECK: %[[M:.*]] = arith.muli %[[I]]
  // CHECK: %[[A:.*]] = arith.addi %[[M]]
  // CHECK: %[[T:.*]] = fly.make_int_tuple(%[[A]])
  // CHECK: %[[Q:.*]] = fly.add_offset(%[[P]], %[[T]])
  // CHECK: %[[R:.*]] = fly.ptr.load(%[[Q]]) : (!fly.ptr<f32, shared>) -> f32
  // CHECK: fly.ptr.store(%[[V]], %[[Q]]) : (f32, !fly.ptr<f32, shared>) -> ()
  // CHECK: return %[[R]]
  %l = fly.static : !fly.layout<(4,8):(8,1)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, shared>, !fly.layout<(4,8):(8,1)>) -> !fly.memref<f32, shared, (4,8):(8,1)>
  %c = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<(?,5)>
  %r = fly.memref.load(%m, %c) : (!fly.memref<f32, shared, (4,8):(8,1)>, !fly.int_tuple<(?,5)>) -> f32
  fly.memref.store(%v, %m, %c) : (f32, !fly.memref<f32, shared, (4,8):(8,1)>, !fly.int_tuple<(?,5)>) -> ()
  return %r : f32
}

// -----

// A swizzled view: the swizzle acts on the element index.
// CHECK-LABEL: func.func @swizzled
func.func @swizzled(%p: !fly.ptr<f32, shared>, %i: i32) -> f32 {
  // CHECK: %[[X:.*]] = arith.addi
  // CHECK: arith.andi %[[X]]
  // CHECK: arith.shrui
  // CHECK: arith.xori %[[X]]
  // CHECK: fly.add_offset
  // CHECK-NEXT: fly.ptr.load
  %l = fly.static : !fly.composed_layout<S<2,2,3> o 3 o 1024:1>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, shared>, !fly.composed_layout<S<2,2,3> o 3 o 1024:1>) -> !fly.memref<f32, shared, S<2,2,3> o 3 o 1024:1>
  %c = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
  %r = fly.memref.load(%m, %c) : (!fly.memref<f32, shared, S<2,2,3> o 3 o 1024:1>, !fly.int_tuple<?>) -> f32
  return %r : f32
}

// -----

// A coordinate tensor yields base + layout(c); loading a tuple yields the tuple.
// CHECK-LABEL: func.func @coordinates
// CHECK-SAME: (%[[B:.*]]: i32, %[[I:.*]]: i32)
func.func @coordinates(%b: i32, %i: i32) -> (i32, i32) {
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i32
  // CHECK: %[[S:.*]] = arith.addi %[[B]], %[[I]] : i32
  // CHECK: return %[[S]], %[[C2]]
  %base = fly.make_int_tuple(%b) : (i32) -> !fly.int_tuple<(?,0)>
  %l = fly.static : !fly.layout<(4,8):(1E0,1E1)>
  %v = fly.make_view(%base, %l) : (!fly.int_tuple<(?,0)>, !fly.layout<(4,8):(1E0,1E1)>) -> !fly.coord_tensor<(?,0), (4,8):(1E0,1E1)>
  %c = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<(?,2)>
  %t = fly.memref.load(%v, %c) : (!fly.coord_tensor<(?,0), (4,8):(1E0,1E1)>, !fly.int_tuple<(?,2)>) -> !fly.int_tuple<(?,2)>
  %u = fly.ptr.load(%t) : (!fly.int_tuple<(?,2)>) -> !fly.int_tuple<(?,2)>
  %0:2 = fly.get_leaves(%u) : (!fly.int_tuple<(?,2)>) -> (i32, i32)
  return %0#0, %0#1 : i32, i32
}

// -----

// One contiguous run: one access.
// CHECK-LABEL: func.func @whole
// CHECK-SAME: (%[[P:.*]]: !fly.ptr<f32, shared>
func.func @whole(%p: !fly.ptr<f32, shared>) -> vector<4xf32> {
  // CHECK-NEXT: %[[V:.*]] = fly.ptr.load(%[[P]]) : (!fly.ptr<f32, shared>) -> vector<4xf32>
  // CHECK-NEXT: fly.ptr.store(%[[V]], %[[P]])
  // CHECK-NEXT: return %[[V]]
  %l = fly.static : !fly.layout<(4,1):(1,0)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, shared>, !fly.layout<(4,1):(1,0)>) -> !fly.memref<f32, shared, (4,1):(1,0)>
  %v = fly.memref.load_vec(%m) : (!fly.memref<f32, shared, (4,1):(1,0)>) -> vector<4xf32>
  fly.memref.store_vec(%v, %m) : (vector<4xf32>, !fly.memref<f32, shared, (4,1):(1,0)>) -> ()
  return %v : vector<4xf32>
}

// -----

// Modes of extent 1 do not count, whatever their stride.
// CHECK-LABEL: func.func @unit_modes
func.func @unit_modes(%v: vector<4xf32>, %w: vector<8xf32>) {
  // CHECK: fly.ptr.store(%{{.*}}, %{{.*}}) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
  %a = fly.static : !fly.layout<(1,4):(1,1)>
  %m = fly.memref.alloca(%a) : (!fly.layout<(1,4):(1,1)>) -> !fly.memref<f32, register, (1,4):(1,1)>
  fly.memref.store_vec(%v, %m) : (vector<4xf32>, !fly.memref<f32, register, (1,4):(1,1)>) -> ()
  return
}

// -----

// The run is the first mode: chunks, column-major over the others.
// CHECK-LABEL: func.func @chunks
// CHECK-SAME: (%[[P:.*]]: !fly.ptr<f32, shared>)
func.func @chunks(%p: !fly.ptr<f32, shared>) -> vector<8xf32> {
  // CHECK-DAG: %[[O:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<16>
  // CHECK-DAG: %[[Z:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
  // CHECK: %[[A:.*]] = fly.ptr.load(%[[P]]) : (!fly.ptr<f32, shared>) -> vector<4xf32>
  // CHECK: %[[V0:.*]] = vector.insert_strided_slice %[[A]], %[[Z]] {offsets = [0], strides = [1]}
  // CHECK: %[[Q:.*]] = fly.add_offset(%[[P]], %[[O]])
  // CHECK: %[[B:.*]] = fly.ptr.load(%[[Q]]) : (!fly.ptr<f32, shared>) -> vector<4xf32>
  // CHECK: %[[V1:.*]] = vector.insert_strided_slice %[[B]], %[[V0]] {offsets = [4], strides = [1]}
  // CHECK: %[[S0:.*]] = vector.extract_strided_slice %[[V1]] {offsets = [0], sizes = [4], strides = [1]}
  // CHECK: fly.ptr.store(%[[S0]], %[[P]])
  // CHECK: %[[S1:.*]] = vector.extract_strided_slice %[[V1]] {offsets = [4], sizes = [4], strides = [1]}
  // CHECK: fly.ptr.store(%[[S1]], %[[Q]])
  %l = fly.static : !fly.layout<(4,2):(1,16)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, shared>, !fly.layout<(4,2):(1,16)>) -> !fly.memref<f32, shared, (4,2):(1,16)>
  %v = fly.memref.load_vec(%m) : (!fly.memref<f32, shared, (4,2):(1,16)>) -> vector<8xf32>
  fly.memref.store_vec(%v, %m) : (vector<8xf32>, !fly.memref<f32, shared, (4,2):(1,16)>) -> ()
  return %v : vector<8xf32>
}

// -----

// The run is not the first mode: a transposition to and from the order of the elements.
// CHECK-LABEL: func.func @transposed
func.func @transposed(%p: !fly.ptr<f32, shared>) -> vector<8xf32> {
  // CHECK: %[[V:.*]] = vector.insert_strided_slice {{.*}} {offsets = [4], strides = [1]} : vector<4xf32> into vector<8xf32>
  // CHECK: %[[C:.*]] = vector.shape_cast %[[V]] : vector<8xf32> to vector<2x4xf32>
  // CHECK: %[[T:.*]] = vector.transpose %[[C]], [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  // CHECK: %[[R:.*]] = vector.shape_cast %[[T]] : vector<4x2xf32> to vector<8xf32>
  // CHECK: %[[D:.*]] = vector.shape_cast %[[R]] : vector<8xf32> to vector<4x2xf32>
  // CHECK: %[[U:.*]] = vector.transpose %[[D]], [1, 0] : vector<4x2xf32> to vector<2x4xf32>
  // CHECK: %[[S:.*]] = vector.shape_cast %[[U]] : vector<2x4xf32> to vector<8xf32>
  // CHECK: vector.extract_strided_slice %[[S]] {offsets = [0], sizes = [4], strides = [1]}
  %l = fly.static : !fly.layout<(2,4):(16,1)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, shared>, !fly.layout<(2,4):(16,1)>) -> !fly.memref<f32, shared, (2,4):(16,1)>
  %v = fly.memref.load_vec(%m) : (!fly.memref<f32, shared, (2,4):(16,1)>) -> vector<8xf32>
  fly.memref.store_vec(%v, %m) : (vector<8xf32>, !fly.memref<f32, shared, (2,4):(16,1)>) -> ()
  return %v : vector<8xf32>
}

// -----

// Three modes with the run in the middle, dynamic strides elsewhere.
// CHECK-LABEL: func.func @middle
func.func @middle(%p: !fly.ptr<f32, shared>, %s: i32) -> vector<12xf32> {
  // CHECK-COUNT-6: fly.ptr.load(%{{.*}}) : (!fly.ptr<f32, shared>) -> vector<2xf32>
  // CHECK: vector.shape_cast %{{.*}} : vector<12xf32> to vector<2x3x2xf32>
  // CHECK: vector.transpose %{{.*}}, [0, 2, 1] : vector<2x3x2xf32> to vector<2x2x3xf32>
  %sh = fly.make_int_tuple() : () -> !fly.int_tuple<(3,2,2)>
  %st = fly.make_int_tuple(%s) : (i32) -> !fly.int_tuple<(?,1,64)>
  %l = fly.make_layout(%sh, %st) : (!fly.int_tuple<(3,2,2)>, !fly.int_tuple<(?,1,64)>) -> !fly.layout<(3,2,2):(?,1,64)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, shared>, !fly.layout<(3,2,2):(?,1,64)>) -> !fly.memref<f32, shared, (3,2,2):(?,1,64)>
  %v = fly.memref.load_vec(%m) : (!fly.memref<f32, shared, (3,2,2):(?,1,64)>) -> vector<12xf32>
  return %v : vector<12xf32>
}

// -----

// No run: one scalar access per element.
// CHECK-LABEL: func.func @scalars
func.func @scalars(%p: !fly.ptr<f32, shared>) -> vector<3xf32> {
  // CHECK: %[[A:.*]] = fly.ptr.load(%{{.*}}) : (!fly.ptr<f32, shared>) -> f32
  // CHECK: vector.insert %[[A]], %{{.*}} [0] : f32 into vector<3xf32>
  // CHECK-COUNT-2: fly.ptr.load
  // CHECK: vector.extract %{{.*}}[0] : f32 from vector<3xf32>
  // CHECK-COUNT-3: fly.ptr.store
  %l = fly.static : !fly.layout<3:2>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, shared>, !fly.layout<3:2>) -> !fly.memref<f32, shared, 3:2>
  %v = fly.memref.load_vec(%m) : (!fly.memref<f32, shared, 3:2>) -> vector<3xf32>
  fly.memref.store_vec(%v, %m) : (vector<3xf32>, !fly.memref<f32, shared, 3:2>) -> ()
  return %v : vector<3xf32>
}

// -----

// A vector of coordinates.
// CHECK-LABEL: func.func @coordinate_vector
// CHECK-SAME: (%[[B:.*]]: i64)
func.func @coordinate_vector(%b: i64) -> vector<4xi64> {
  // CHECK: vector.insert %[[B]], %{{.*}} [0] : i64 into vector<4xi64>
  // CHECK: arith.addi
  // CHECK: vector.insert %{{.*}}, %{{.*}} [3] : i64 into vector<4xi64>
  %base = fly.make_int_tuple(%b) : (i64) -> !fly.int_tuple<?{i64}>
  %l = fly.static : !fly.layout<(2,2):(1,16)>
  %v = fly.make_view(%base, %l) : (!fly.int_tuple<?{i64}>, !fly.layout<(2,2):(1,16)>) -> !fly.coord_tensor<?{i64}, (2,2):(1,16)>
  %r = fly.memref.load_vec(%v) : (!fly.coord_tensor<?{i64}, (2,2):(1,16)>) -> vector<4xi64>
  return %r : vector<4xi64>
}

// -----

// Modes that follow each other are one run, whatever they are written in; behind a swizzle each mode
// stays a run of its own, since the grain limits it.
// CHECK-LABEL: func.func @joined_runs
func.func @joined_runs(%v: vector<8xf32>, %p: !fly.ptr<f32, shared>, %q: !fly.ptr<f32, shared, S<2,3,3>>) -> vector<8xf32> {
  // CHECK: fly.ptr.store(%{{.*}}, %{{.*}}) : (vector<8xf32>, !fly.ptr<f32, register>) -> ()
  // CHECK: fly.ptr.load(%{{.*}}) : (!fly.ptr<f32, shared>) -> vector<4xf32>
  // CHECK: fly.ptr.load(%{{.*}}) : (!fly.ptr<f32, shared{{.*}}>) -> vector<4xf32>
  // CHECK-COUNT-4: fly.ptr.store(%{{.*}}, %{{.*}}) : (vector<2xf32>, !fly.ptr<f32, shared{{.*}}, S<2,3,3>>) -> ()
  // CHECK-NOT: fly.ptr
  %l = fly.static : !fly.layout<(2,1,4):(1,1,2)>
  %m = fly.memref.alloca(%l) : (!fly.layout<(2,1,4):(1,1,2)>) -> !fly.memref<f32, register, (2,1,4):(1,1,2)>
  fly.memref.store_vec(%v, %m) : (vector<8xf32>, !fly.memref<f32, register, (2,1,4):(1,1,2)>) -> ()
  %k = fly.static : !fly.layout<(2,(2,2)):(1,(2,16))>
  %n = fly.make_view(%p, %k) : (!fly.ptr<f32, shared>, !fly.layout<(2,(2,2)):(1,(2,16))>) -> !fly.memref<f32, shared, (2,(2,2)):(1,(2,16))>
  %w = fly.memref.load_vec(%n) : (!fly.memref<f32, shared, (2,(2,2)):(1,(2,16))>) -> vector<8xf32>
  %o = fly.make_view(%q, %l) : (!fly.ptr<f32, shared, S<2,3,3>>, !fly.layout<(2,1,4):(1,1,2)>) -> !fly.memref<f32, shared, (2,1,4):(1,1,2), S<2,3,3>>
  fly.memref.store_vec(%v, %o) : (vector<8xf32>, !fly.memref<f32, shared, (2,1,4):(1,1,2), S<2,3,3>>) -> ()
  return %w : vector<8xf32>
}
