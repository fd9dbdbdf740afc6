// Register memory becomes vectors (passes.md 7).
// RUN: fly-opt %s --fly-promote-regmem-to-vectorssa --split-input-file | FileCheck %s
// RUN: fly-opt %s --fly-promote-regmem-to-vectorssa --split-input-file > %t.once
// RUN: fly-opt %s --fly-promote-regmem-to-vectorssa --fly-promote-regmem-to-vectorssa --split-input-file | diff - %t.once

gpu.module @m {
  // The example of the specification.
  // CHECK-LABEL: gpu.func @straight
  // CHECK-SAME: (%[[V:.*]]: vector<4xf32>
  gpu.func @straight(%v: vector<4xf32>, %o: !llvm.ptr) {
    // CHECK-NEXT: %[[P:.*]] = ub.poison : vector<4xf32>
    // CHECK-NEXT: %[[S:.*]] = vector.insert_strided_slice %[[V]], %[[P]] {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
    // CHECK-NEXT: %[[X:.*]] = vector.extract %[[S]][2] : f32 from vector<4xf32>
    // CHECK-NEXT: llvm.store %[[X]]
    %two = fly.make_int_tuple() : () -> !fly.int_tuple<2>
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
    fly.ptr.store(%v, %p) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
    %q = fly.add_offset(%p, %two) : (!fly.ptr<f32, register>, !fly.int_tuple<2>) -> !fly.ptr<f32, register>
    %x = fly.ptr.load(%q) : (!fly.ptr<f32, register>) -> f32
    llvm.store %x, %o : f32, !llvm.ptr
    gpu.return
  }
}

// -----

gpu.module @m {
  // Scalars are inserted, vectors are cut out, links of static offsets add up.
  // CHECK-LABEL: gpu.func @slots
  // CHECK-SAME: (%[[X:.*]]: f32
  gpu.func @slots(%x: f32, %o: !llvm.ptr) {
    // CHECK: %[[A:.*]] = vector.insert %[[X]], %{{.*}} [5] : f32 into vector<8xf32>
    // CHECK: %[[B:.*]] = vector.extract_strided_slice %[[A]] {offsets = [4], sizes = [2], strides = [1]} : vector<8xf32> to vector<2xf32>
    // CHECK: llvm.store %[[B]]
    %c4 = fly.make_int_tuple() : () -> !fly.int_tuple<4>
    %c1 = fly.make_int_tuple() : () -> !fly.int_tuple<1>
    %p = fly.make_ptr() {dictAttrs = {allocSize = 8 : i64}} : () -> !fly.ptr<f32, register>
    %q = fly.add_offset(%p, %c4) : (!fly.ptr<f32, register>, !fly.int_tuple<4>) -> !fly.ptr<f32, register>
    %r = fly.add_offset(%q, %c1) : (!fly.ptr<f32, register>, !fly.int_tuple<1>) -> !fly.ptr<f32, register>
    fly.ptr.store(%x, %r) : (f32, !fly.ptr<f32, register>) -> ()
    %v = fly.ptr.load(%q) : (!fly.ptr<f32, register>) -> vector<2xf32>
    llvm.store %v, %o : vector<2xf32>, !llvm.ptr
    gpu.return
  }
}

// -----

gpu.module @m {
  // Narrow floats are carried as integers; other types go through bitcasts.
  // CHECK-LABEL: gpu.func @casts
  gpu.func @casts(%v: vector<4xf8E4M3FN>, %s: f8E4M3FN, %o: !llvm.ptr) {
    // CHECK: %[[P:.*]] = ub.poison : vector<4xi8>
    // CHECK: %[[C:.*]] = vector.bitcast %{{.*}} : vector<4xf8E4M3FN> to vector<4xi8>
    // CHECK: %[[A:.*]] = vector.insert_strided_slice %[[C]], %[[P]]
    // CHECK: %[[B:.*]] = vector.broadcast %{{.*}} : f8E4M3FN to vector<1xf8E4M3FN>
    // CHECK: %[[D:.*]] = vector.bitcast %[[B]] : vector<1xf8E4M3FN> to vector<1xi8>
    // CHECK: %[[E:.*]] = vector.extract %[[D]][0]
    // CHECK: vector.insert %[[E]], %[[A]] [0] : i8 into vector<4xi8>
    // CHECK: vector.extract_strided_slice
    // CHECK: vector.bitcast %{{.*}} : vector<4xi8> to vector<4xf8E4M3FN>
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f8E4M3FN, register>
    fly.ptr.store(%v, %p) : (vector<4xf8E4M3FN>, !fly.ptr<f8E4M3FN, register>) -> ()
    fly.ptr.store(%s, %p) : (f8E4M3FN, !fly.ptr<f8E4M3FN, register>) -> ()
    %w = fly.ptr.load(%p) : (!fly.ptr<f8E4M3FN, register>) -> vector<4xf8E4M3FN>
    llvm.store %w, %o : vector<4xf8E4M3FN>, !llvm.ptr
    gpu.return
  }
}

// -----

gpu.module @m {
  // A loop carries what it writes, in allocation order; what it only reads comes from outside.
  // CHECK-LABEL: gpu.func @loop
  gpu.func @loop(%lo: index, %hi: index, %st: index, %x: f32, %o: !llvm.ptr) {
    // CHECK: %[[R:.*]] = vector.insert %{{.*}}, %{{.*}} [1] : f32 into vector<2xf32>
    // CHECK: %[[L:.*]]:3 = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[I:.*]] = %{{.*}}, %[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) -> (i32, vector<1xf32>, vector<1xf32>) {
    // CHECK: vector.extract %[[A]][0]
    // CHECK: vector.extract %[[R]][1]
    // CHECK: %[[NA:.*]] = vector.insert %{{.*}}, %[[A]] [0]
    // CHECK: %[[NB:.*]] = vector.insert %{{.*}}, %[[B]] [0]
    // CHECK: scf.yield %{{.*}}, %[[NA]], %[[NB]] : i32, vector<1xf32>, vector<1xf32>
    // CHECK: vector.extract %[[L]]#1[0]
    // CHECK: llvm.store %[[L]]#0
    %c1 = fly.make_int_tuple() : () -> !fly.int_tuple<1>
    %z = arith.constant 0 : i32
    %p = fly.make_ptr() {dictAttrs = {allocSize = 1 : i64}} : () -> !fly.ptr<f32, register>
    %q = fly.make_ptr() {dictAttrs = {allocSize = 1 : i64}} : () -> !fly.ptr<f32, register>
    %r = fly.make_ptr() {dictAttrs = {allocSize = 2 : i64}} : () -> !fly.ptr<f32, register>
    %r1 = fly.add_offset(%r, %c1) : (!fly.ptr<f32, register>, !fly.int_tuple<1>) -> !fly.ptr<f32, register>
    fly.ptr.store(%x, %p) : (f32, !fly.ptr<f32, register>) -> ()
    fly.ptr.store(%x, %r1) : (f32, !fly.ptr<f32, register>) -> ()
    %n = scf.for %i = %lo to %hi step %st iter_args(%k = %z) -> (i32) {
      %a = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> f32
      %b = fly.ptr.load(%r1) : (!fly.ptr<f32, register>) -> f32
      %s = arith.addf %a, %b : f32
      fly.ptr.store(%s, %p) : (f32, !fly.ptr<f32, register>) -> ()
      fly.ptr.store(%b, %q) : (f32, !fly.ptr<f32, register>) -> ()
      scf.yield %k : i32
    }
    %e = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> f32
    llvm.store %e, %o : f32, !llvm.ptr
    llvm.store %n, %o : i32, !llvm.ptr
    gpu.return
  }
}

// -----

gpu.module @m {
  // A missing else passes the vectors on.
  // CHECK-LABEL: gpu.func @branch
  gpu.func @branch(%c: i1, %x: f32, %o: !llvm.ptr) {
    // CHECK: %[[S:.*]] = vector.insert %[[X:.*]], %{{.*}} [0]
    // CHECK: %[[R:.*]] = scf.if %{{.*}} -> (vector<2xf32>) {
    // CHECK: %[[T:.*]] = vector.insert %[[X]], %[[S]] [1]
    // CHECK: scf.yield %[[T]] : vector<2xf32>
    // CHECK: } else {
    // CHECK: scf.yield %[[S]] : vector<2xf32>
    // CHECK: vector.extract %[[R]][1]
    %c1 = fly.make_int_tuple() : () -> !fly.int_tuple<1>
    %p = fly.make_ptr() {dictAttrs = {allocSize = 2 : i64}} : () -> !fly.ptr<f32, register>
    %q = fly.add_offset(%p, %c1) : (!fly.ptr<f32, register>, !fly.int_tuple<1>) -> !fly.ptr<f32, register>
    fly.ptr.store(%x, %p) : (f32, !fly.ptr<f32, register>) -> ()
    scf.if %c {
      fly.ptr.store(%x, %q) : (f32, !fly.ptr<f32, register>) -> ()
    }
    %e = fly.ptr.load(%q) : (!fly.ptr<f32, register>) -> f32
    llvm.store %e, %o : f32, !llvm.ptr
    gpu.return
  }
}

// -----

gpu.module @m {
  // Nested control flow and both branches.
  // CHECK-LABEL: gpu.func @nested
  gpu.func @nested(%c: i1, %lo: index, %hi: index, %st: index, %x: f32, %o: !llvm.ptr) {
    // CHECK: scf.for {{.*}} -> (vector<1xf32>) {
    // CHECK: scf.if {{.*}} -> (f32, vector<1xf32>) {
    // CHECK: scf.yield %{{.*}}, %{{.*}} : f32, vector<1xf32>
    // CHECK: } else {
    // CHECK: scf.yield %{{.*}}, %{{.*}} : f32, vector<1xf32>
    %p = fly.make_ptr() {dictAttrs = {allocSize = 1 : i64}} : () -> !fly.ptr<f32, register>
    fly.ptr.store(%x, %p) : (f32, !fly.ptr<f32, register>) -> ()
    scf.for %i = %lo to %hi step %st {
      %r = scf.if %c -> (f32) {
        %a = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> f32
        %s = arith.addf %a, %x : f32
        fly.ptr.store(%s, %p) : (f32, !fly.ptr<f32, register>) -> ()
        scf.yield %s : f32
      } else {
        %a = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> f32
        scf.yield %a : f32
      }
      llvm.store %r, %o : f32, !llvm.ptr
    }
    %e = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> f32
    llvm.store %e, %o : f32, !llvm.ptr
    gpu.return
  }
}

// -----

gpu.module @m {
  // CHECK-LABEL: gpu.func @while
  gpu.func @while(%n: i32, %x: f32, %o: !llvm.ptr) {
    // CHECK: %[[W:.*]]:2 = scf.while (%[[I:.*]] = %{{.*}}, %[[A:.*]] = %{{.*}}) : (i32, vector<1xf32>) -> (i32, vector<1xf32>) {
    // CHECK: scf.condition(%{{.*}}) %{{.*}}, %[[A]] : i32, vector<1xf32>
    // CHECK: ^bb0(%{{.*}}: i32, %[[B:.*]]: vector<1xf32>):
    // CHECK: %[[C:.*]] = vector.insert %{{.*}}, %[[B]] [0]
    // CHECK: scf.yield %{{.*}}, %[[C]] : i32, vector<1xf32>
    // CHECK: vector.extract %[[W]]#1[0]
    %z = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %p = fly.make_ptr() {dictAttrs = {allocSize = 1 : i64}} : () -> !fly.ptr<f32, register>
    fly.ptr.store(%x, %p) : (f32, !fly.ptr<f32, register>) -> ()
    %r = scf.while (%i = %n) : (i32) -> i32 {
      %c = arith.cmpi sgt, %i, %z : i32
      scf.condition(%c) %i : i32
    } do {
    ^bb0(%i: i32):
      %a = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> f32
      %s = arith.addf %a, %x : f32
      fly.ptr.store(%s, %p) : (f32, !fly.ptr<f32, register>) -> ()
      %j = arith.subi %i, %one : i32
      scf.yield %j : i32
    }
    %e = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> f32
    llvm.store %e, %o : f32, !llvm.ptr
    gpu.return
  }
}

// -----

gpu.module @m {
  // A dynamic offset or a used recast keeps an allocation in memory; the others are promoted.
  // CHECK-LABEL: gpu.func @excluded
  gpu.func @excluded(%i: i32, %x: f32, %o: !llvm.ptr) {
    // CHECK: fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}}
    // CHECK: fly.ptr.store(%{{.*}}, %{{.*}}) : (f32, !fly.ptr<f32, register>) -> ()
    // CHECK: fly.make_ptr() {dictAttrs = {allocSize = 2 : i64}}
    // CHECK-NOT: allocSize = 1
    // CHECK: fly.ptr.load(%{{.*}}) : (!fly.ptr<i32, register>) -> i32
    // CHECK: vector.insert
    %t = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
    %q = fly.add_offset(%p, %t) : (!fly.ptr<f32, register>, !fly.int_tuple<?>) -> !fly.ptr<f32, register>
    fly.ptr.store(%x, %q) : (f32, !fly.ptr<f32, register>) -> ()
    %r = fly.make_ptr() {dictAttrs = {allocSize = 2 : i64}} : () -> !fly.ptr<f32, register>
    %s = fly.recast_iter(%r) : (!fly.ptr<f32, register>) -> !fly.ptr<i32, register>
    %b = fly.ptr.load(%s) : (!fly.ptr<i32, register>) -> i32
    llvm.store %b, %o : i32, !llvm.ptr
    %k = fly.make_ptr() {dictAttrs = {allocSize = 1 : i64}} : () -> !fly.ptr<f32, register>
    fly.ptr.store(%x, %k) : (f32, !fly.ptr<f32, register>) -> ()
    %e = fly.ptr.load(%k) : (!fly.ptr<f32, register>) -> f32
    llvm.store %e, %o : f32, !llvm.ptr
    gpu.return
  }
}

// -----

gpu.module @m {
  // The other structured forms carry vectors like an if.
  // CHECK-LABEL: gpu.func @switch
  gpu.func @switch(%i: index, %x: f32, %o: !llvm.ptr) {
    // CHECK: %[[S:.*]] = scf.index_switch %{{.*}} -> vector<1xf32>
    // CHECK: case 2 {
    // CHECK: %[[A:.*]] = vector.insert
    // CHECK: scf.yield %[[A]] : vector<1xf32>
    // CHECK: default {
    // CHECK: scf.yield %{{.*}} : vector<1xf32>
    // CHECK: %[[E:.*]] = scf.execute_region -> vector<1xf32>
    // CHECK: vector.extract %[[S]][0]
    // CHECK: vector.extract %[[E]][0]
    %p = fly.make_ptr() {dictAttrs = {allocSize = 1 : i64}} : () -> !fly.ptr<f32, register>
    fly.ptr.store(%x, %p) : (f32, !fly.ptr<f32, register>) -> ()
    scf.index_switch %i
    case 2 {
      %y = arith.addf %x, %x : f32
      fly.ptr.store(%y, %p) : (f32, !fly.ptr<f32, register>) -> ()
      scf.yield
    }
    default {
    }
    scf.execute_region {
      %a = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> f32
      %s = arith.addf %a, %x : f32
      fly.ptr.store(%s, %p) : (f32, !fly.ptr<f32, register>) -> ()
      scf.yield
    }
    %e = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> f32
    llvm.store %e, %o : f32, !llvm.ptr
    gpu.return
  }
}

// -----

gpu.module @m {
  // Unstructured control flow: what crosses blocks stays in memory, the rest is promoted. Atom calls that
  // address a strided view keep it in memory, too.
  // CHECK-LABEL: gpu.func @blocks
  gpu.func @blocks(%c: i1, %x: f32, %g: !fly.ptr<f32, global>, %o: !llvm.ptr) {
    // CHECK: fly.make_ptr() {dictAttrs = {allocSize = 2 : i64}}
    // CHECK: fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}}
    // CHECK-NOT: fly.make_ptr
    // CHECK: fly.copy_atom_call
    // CHECK: ^bb1:
    // CHECK: fly.ptr.load
    %p = fly.make_ptr() {dictAttrs = {allocSize = 2 : i64}} : () -> !fly.ptr<f32, register>
    fly.ptr.store(%x, %p) : (f32, !fly.ptr<f32, register>) -> ()
    %q = fly.make_ptr() {dictAttrs = {allocSize = 1 : i64}} : () -> !fly.ptr<f32, register>
    fly.ptr.store(%x, %q) : (f32, !fly.ptr<f32, register>) -> ()
    %e = fly.ptr.load(%q) : (!fly.ptr<f32, register>) -> f32
    llvm.store %e, %o : f32, !llvm.ptr
    %r = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
    %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 32>
    %l = fly.static : !fly.layout<2:1>
    %w = fly.static : !fly.layout<2:3>
    %s = fly.make_view(%g, %l) : (!fly.ptr<f32, global>, !fly.layout<2:1>) -> !fly.memref<f32, global, 2:1>
    %v = fly.make_view(%r, %w) : (!fly.ptr<f32, register>, !fly.layout<2:3>) -> !fly.memref<f32, register, 2:3>
    fly.copy_atom_call(%a, %s, %v) : (!fly.copy_atom<!fly.universal_copy<64>, 32>, !fly.memref<f32, global, 2:1>, !fly.memref<f32, register, 2:3>) -> ()
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %d = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> f32
    llvm.store %d, %o : f32, !llvm.ptr
    cf.br ^bb2
  ^bb2:
    gpu.return
  }
}
