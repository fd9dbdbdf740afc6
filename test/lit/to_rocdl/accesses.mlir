// RUN: fly-opt %s --convert-fly-to-rocdl | FileCheck %s

gpu.module @m {
  // The example of the specification: the swizzle acts on the byte address.
  // CHECK-LABEL: gpu.func @swizzled
  // CHECK-SAME: (%[[P:.*]]: !llvm.ptr<3>, %[[O:.*]]: i32)
  gpu.func @swizzled(%p: !fly.ptr<f16, shared, align<16>, S<3,3,3>>, %o: i32) -> vector<4xf16> {
    // CHECK: %[[G:.*]] = llvm.getelementptr %[[P]][%[[O]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
    // CHECK: %[[I:.*]] = llvm.ptrtoint %[[G]] : !llvm.ptr<3> to i64
    // CHECK: %[[M:.*]] = {{.*}}constant{{.*}}448 : i64
    // CHECK: %[[A:.*]] = {{arith.andi|llvm.and}} %[[I]], %[[M]] : i64
    // CHECK: %[[S:.*]] = {{.*}}constant{{.*}}3 : i64
    // CHECK: %[[H:.*]] = {{arith.shrui|llvm.lshr}} %[[A]], %[[S]] : i64
    // CHECK: %[[X:.*]] = {{arith.xori|llvm.xor}} %[[I]], %[[H]] : i64
    // CHECK: %[[W:.*]] = llvm.inttoptr %[[X]] : i64 to !llvm.ptr<3>
    // CHECK: llvm.load %[[W]] {alignment = 8 : i64} : !llvm.ptr<3> -> vector<4xf16>
    %t = fly.make_int_tuple(%o) : (i32) -> !fly.int_tuple<?{div=8}>
    %q = fly.add_offset(%p, %t) : (!fly.ptr<f16, shared, align<16>, S<3,3,3>>, !fly.int_tuple<?{div=8}>) -> !fly.ptr<f16, shared, align<16>, S<3,3,3>>
    %v = fly.ptr.load(%q) : (!fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> vector<4xf16>
    gpu.return %v : vector<4xf16>
  }

  // The alignment is the largest power of two that divides the pointer's.
  // CHECK-LABEL: gpu.func @alignment
  gpu.func @alignment(%p: !fly.ptr<f32, global, align<12>>, %v: vector<2xf32>) {
    // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : vector<2xf32>, !llvm.ptr<1>
    fly.ptr.store(%v, %p) : (vector<2xf32>, !fly.ptr<f32, global, align<12>>) -> ()
    // CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
    %0 = fly.ptr.load(%p) : (!fly.ptr<f32, global, align<12>>) -> f32
    gpu.return
  }

  // CHECK-LABEL: gpu.func @narrow
  // CHECK-SAME: (%[[P:.*]]: !llvm.ptr<1>, %[[X:.*]]: i8, %[[V:.*]]: vector<4xi8>) -> vector<4xi8>
  gpu.func @narrow(%p: !fly.ptr<f8E5M2, global, align<4>>, %x: f8E5M2, %v: vector<4xf8E5M2>) -> vector<4xf8E5M2> {
    // CHECK: llvm.store %[[X]], %[[P]] {{.*}}: i8, !llvm.ptr<1>
    fly.ptr.store(%x, %p) : (f8E5M2, !fly.ptr<f8E5M2, global, align<4>>) -> ()
    // CHECK: %[[L:.*]] = llvm.load %[[P]] {alignment = 4 : i64} : !llvm.ptr<1> -> vector<4xi8>
    %0 = fly.ptr.load(%p) : (!fly.ptr<f8E5M2, global, align<4>>) -> vector<4xf8E5M2>
    // Arithmetic that stays sees the float again.
    // CHECK: %[[F:.*]] = arith.bitcast %[[L]] : vector<4xi8> to vector<4xf8E5M2>
    // CHECK: arith.extf %[[F]] : vector<4xf8E5M2> to vector<4xf32>
    %1 = arith.extf %0 : vector<4xf8E5M2> to vector<4xf32>
    // CHECK: gpu.return %[[L]] : vector<4xi8>
    gpu.return %0 : vector<4xf8E5M2>
  }

  // CHECK-LABEL: gpu.func @buffer
  // CHECK-SAME: (%[[P:.*]]: !llvm.struct<(ptr<8>, i32)>,
  gpu.func @buffer(%p: !fly.ptr<f16, #fly_rocdl.buffer_desc>, %v: vector<2xf16>, %w: vector<3xf32>, %q: !fly.ptr<f32, #fly_rocdl.buffer_desc, S<2,4,3>>) {
    // CHECK-DAG: llvm.extractvalue %[[P]][0]
    // CHECK-DAG: %[[E:.*]] = llvm.extractvalue %[[P]][1]
    // CHECK: %[[B:.*]] = arith.muli %[[E]], %{{.*}} : i32
    // CHECK: rocdl.raw.ptr.buffer.load %{{.*}}, %[[B]], %{{.*}}, %{{.*}} : vector<2xf16>
    %0 = fly.ptr.load(%p) : (!fly.ptr<f16, #fly_rocdl.buffer_desc>) -> vector<2xf16>
    // CHECK: rocdl.raw.ptr.buffer.store %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : vector<2xf16>
    fly.ptr.store(%v, %p) : (vector<2xf16>, !fly.ptr<f16, #fly_rocdl.buffer_desc>) -> ()
    // The swizzle acts on the 32-bit byte offset.
    // CHECK: %[[M:.*]] = arith.constant 384 : i32
    // CHECK: arith.andi %{{.*}}, %[[M]] : i32
    // CHECK: arith.shrui
    // CHECK: arith.xori {{.*}} : i32
    // CHECK: rocdl.raw.ptr.buffer.load {{.*}} : f32
    %1 = fly.ptr.load(%q) : (!fly.ptr<f32, #fly_rocdl.buffer_desc, S<2,4,3>>) -> f32
    gpu.return
  }

  // 96 bits travel as three words.
  // CHECK-LABEL: gpu.func @buffer96
  gpu.func @buffer96(%p: !fly.ptr<f32, #fly_rocdl.buffer_desc>) -> vector<3xf32> {
    // CHECK: rocdl.raw.ptr.buffer.load {{.*}} : vector<3xi32>
    // CHECK: llvm.bitcast {{.*}} : vector<3xi32> to vector<3xf32>
    %0 = fly.ptr.load(%p) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>) -> vector<3xf32>
    gpu.return %0 : vector<3xf32>
  }
}
