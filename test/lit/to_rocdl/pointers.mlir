// RUN: fly-opt %s --convert-fly-to-rocdl | FileCheck %s

// Shared allocations become module globals at the start of the module, dynamic shared memory one of them.
// CHECK: gpu.module @m
// CHECK-DAG: llvm.mlir.global external @__shared_alloc_0() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<512 x i8>
// CHECK-DAG: llvm.mlir.global external @__shared_alloc_1() {addr_space = 3 : i32, alignment = 4 : i64, dso_local} : !llvm.array<64 x i8>
// CHECK-DAG: llvm.mlir.global external @__dynamic_shared_0() {addr_space = 3 : i32, alignment = 1024 : i64, dso_local} : !llvm.array<0 x i8>
gpu.module @m {
  // CHECK-LABEL: gpu.func @spaces(%arg0: !llvm.ptr, %arg1: !llvm.ptr<1>, %arg2: !llvm.ptr<3>, %arg3: !llvm.struct<(ptr<8>, i32)>)
  gpu.func @spaces(%a: !fly.ptr<f32, generic>, %b: !fly.ptr<f32, global>, %c: !fly.memref<f16, shared, 8:1>, %d: !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1>) kernel {
    gpu.return
  }

  // CHECK-LABEL: gpu.func @register
  gpu.func @register() {
    // CHECK: %[[N:.*]] = llvm.mlir.constant(4 : i64) : i64
    // CHECK: llvm.alloca %[[N]] x f16 {{.*}}: (i64) -> !llvm.ptr<5>
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f16, register>
    // Floats narrower than 16 bits are integers.
    // CHECK: llvm.alloca %{{.*}} x i8 {{.*}}: (i64) -> !llvm.ptr<5>
    %q = fly.make_ptr() {dictAttrs = {allocSize = 8 : i64}} : () -> !fly.ptr<f8E4M3FNUZ, register>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @shared
  gpu.func @shared() {
    // CHECK: llvm.mlir.addressof @__shared_alloc_0 : !llvm.ptr<3>
    %p = fly.make_ptr() {dictAttrs = {allocBytes = 512 : i64, allocAlign = 16 : i64}} : () -> !fly.ptr<f32, shared, align<16>>
    // CHECK: llvm.mlir.addressof @__shared_alloc_1 : !llvm.ptr<3>
    %q = fly.make_ptr() {dictAttrs = {allocBytes = 64 : i64, allocAlign = 4 : i64}} : () -> !fly.ptr<i8, shared>
    // CHECK: %[[D:.*]] = llvm.mlir.addressof @__dynamic_shared_0 : !llvm.ptr<3>
    // CHECK: llvm.getelementptr %[[D]][0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %r = fly.get_dyn_shared() : !fly.ptr<i8, shared, align<1024>>
    // CHECK: llvm.mlir.addressof @__dynamic_shared_0 : !llvm.ptr<3>
    %s = fly.get_dyn_shared() : !fly.ptr<i8, shared, align<1024>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @buffer
  // CHECK-SAME: (%[[BASE:.*]]: !llvm.ptr<1>, %[[I:.*]]: i32, %[[L:.*]]: i64)
  gpu.func @buffer(%p: !fly.ptr<f32, global>, %i: i32, %l: i64) -> !llvm.ptr<8> {
    %stride = arith.constant 0 : i16
    %records = arith.constant 4294967295 : i64
    %flags = arith.constant 159744 : i32
    // CHECK: %[[RSRC:.*]] = rocdl.make.buffer.rsrc %[[BASE]], %{{.*}}, %{{.*}}, %{{.*}} : <1> to <8>
    // CHECK: %[[ZERO:.*]] = {{.*}}constant{{.*}}0 : i32
    // CHECK: llvm.insertvalue %[[RSRC]], %{{.*}}[0]
    // CHECK: llvm.insertvalue %[[ZERO]], %{{.*}}[1]
    %b = fly.make_ptr(%p, %stride, %records, %flags) : (!fly.ptr<f32, global>, i16, i64, i32) -> !fly.ptr<f32, #fly_rocdl.buffer_desc>
    // CHECK: arith.addi %[[ZERO]], %[[I]] : i32
    %t = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
    %c = fly.add_offset(%b, %t) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>, !fly.int_tuple<?>) -> !fly.ptr<f32, #fly_rocdl.buffer_desc>
    // CHECK: %[[W:.*]] = arith.trunci %[[L]] : i64 to i32
    // CHECK: arith.addi %{{.*}}, %[[W]] : i32
    %u = fly.make_int_tuple(%l) : (i64) -> !fly.int_tuple<?{i64}>
    %d = fly.add_offset(%c, %u) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>, !fly.int_tuple<?{i64}>) -> !fly.ptr<f32, #fly_rocdl.buffer_desc>
    // CHECK: gpu.return %{{.*}} : !llvm.ptr<8>
    %r = fly_rocdl.get_buffer_rsrc(%d) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>) -> !llvm.ptr<8>
    gpu.return %r : !llvm.ptr<8>
  }

  // CHECK-LABEL: gpu.func @arithmetic
  // CHECK-SAME: (%[[P:.*]]: !llvm.ptr<3>, %[[G:.*]]: !llvm.ptr<1>, %[[I:.*]]: i32, %[[L:.*]]: i64)
  gpu.func @arithmetic(%p: !fly.ptr<f16, shared, align<16>>, %g: !fly.ptr<f32, global>, %i: i32, %l: i64) {
    // CHECK: llvm.getelementptr %[[P]][%[[I]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
    %t = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?{div=8}>
    %0 = fly.add_offset(%p, %t) : (!fly.ptr<f16, shared, align<16>>, !fly.int_tuple<?{div=8}>) -> !fly.ptr<f16, shared, align<16>>
    // CHECK: llvm.getelementptr %{{.*}}[12] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f16
    %u = fly.make_int_tuple() : () -> !fly.int_tuple<12>
    %1 = fly.add_offset(%0, %u) : (!fly.ptr<f16, shared, align<16>>, !fly.int_tuple<12>) -> !fly.ptr<f16, shared, align<8>>
    // CHECK: llvm.getelementptr %[[G]][%[[L]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %w = fly.make_int_tuple(%l) : (i64) -> !fly.int_tuple<?{i64}>
    %2 = fly.add_offset(%g, %w) : (!fly.ptr<f32, global>, !fly.int_tuple<?{i64}>) -> !fly.ptr<f32, global>
    // CHECK: llvm.ptrtoint %{{.*}} : !llvm.ptr<3> to i32
    %3 = fly.ptrtoint(%1) : (!fly.ptr<f16, shared, align<8>>) -> i32
    // CHECK: llvm.ptrtoint %{{.*}} : !llvm.ptr<1> to i64
    %4 = fly.ptrtoint(%2) : (!fly.ptr<f32, global>) -> i64
    // CHECK: llvm.inttoptr %{{.*}} : i64 to !llvm.ptr<1>
    %5 = fly.inttoptr(%4) : (i64) -> !fly.ptr<f32, global>
    // CHECK-NOT: fly.
    %6 = fly.to_llvm_ptr(%5) {llvm_address_space = 1 : i32} : (!fly.ptr<f32, global>) -> !llvm.ptr<1>
    %7 = fly.recast_iter(%5) : (!fly.ptr<f32, global>) -> !fly.ptr<i32, global>
    gpu.return
  }
}
