// Partitions, retiling and fragments: the traces of layout-algebra.md 13.
// RUN: fly-opt %s --fly-canonicalize --fly-layout-lowering --split-input-file | FileCheck %s

// Thread (t%4, t/4): offset (t%4)*4 + (t/4)*32.
// CHECK-LABEL: func.func @copy
// CHECK-SAME: (%[[P:.*]]: !fly.ptr<f16, global, align<16>>, %[[T:.*]]: i32)
func.func @copy(%p: !fly.ptr<f16, global, align<16>>, %tid: i32) -> !fly.memref<f16, global, ((4,1),2,2):((1,0),512,16), align<8>> {
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i32
  // CHECK-DAG: %[[C32:.*]] = arith.constant 32 : i32
  // CHECK-DAG: %[[LO:.*]] = arith.remsi %[[T]], %[[C4]] : i32
  // CHECK-DAG: %[[HI:.*]] = arith.divsi %[[T]], %[[C4]] : i32
  // CHECK-DAG: %[[A:.*]] = arith.muli %[[LO]], %[[C4]] : i32
  // CHECK-DAG: %[[B:.*]] = arith.muli %[[HI]], %[[C32]] : i32
  // CHECK: %[[S:.*]] = arith.addi %[[A]], %[[B]] : i32
  // CHECK: %[[O:.*]] = fly.make_int_tuple(%[[S]]) : (i32) -> !fly.int_tuple<?{div=4}>
  // CHECK: %[[Q:.*]] = fly.add_offset(%[[P]], %[[O]])
  // CHECK: fly.make_view(%[[Q]], %{{.*}})
  %atom = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 16>
  %tv = fly.static : !fly.layout<((4,16),4):((64,1),16)>
  %tile = fly.static : !fly.tile<[16|16]>
  %tc = fly.make_tiled_copy(%atom, %tv, %tile) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>
  %l = fly.static : !fly.layout<(32,32):(32,1)>
  %v = fly.make_view(%p, %l) : (!fly.ptr<f16, global, align<16>>, !fly.layout<(32,32):(32,1)>) -> !fly.memref<f16, global, (32,32):(32,1), align<16>>
  %t = fly.make_int_tuple(%tid) : (i32) -> !fly.int_tuple<?>
  %r = fly.tiled_copy.partition_src(%tc, %v, %t) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, !fly.memref<f16, global, (32,32):(32,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, global, ((4,1),2,2):((1,0),512,16), align<8>>
  return %r : !fly.memref<f16, global, ((4,1),2,2):((1,0),512,16), align<8>>
}

// -----

// A static thread: offset 164 (thread 21 = (1,5)).
// CHECK-LABEL: func.func @static_thread
func.func @static_thread(%p: !fly.ptr<f16, global, align<16>>) -> !fly.memref<f16, global, ((4,1),2,2):((1,0),512,16), align<8>> {
  // CHECK: fly.make_int_tuple() : () -> !fly.int_tuple<164>
  %atom = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 16>
  %tv = fly.static : !fly.layout<((4,16),4):((64,1),16)>
  %tile = fly.static : !fly.tile<[16|16]>
  %tc = fly.make_tiled_copy(%atom, %tv, %tile) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>
  %l = fly.static : !fly.layout<(32,32):(32,1)>
  %v = fly.make_view(%p, %l) : (!fly.ptr<f16, global, align<16>>, !fly.layout<(32,32):(32,1)>) -> !fly.memref<f16, global, (32,32):(32,1), align<16>>
  %t = fly.make_int_tuple() : () -> !fly.int_tuple<21>
  %r = fly.tiled_copy.partition_dst(%tc, %v, %t) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, !fly.memref<f16, global, (32,32):(32,1), align<16>>, !fly.int_tuple<21>) -> !fly.memref<f16, global, ((4,1),2,2):((1,0),512,16), align<8>>
  return %r : !fly.memref<f16, global, ((4,1),2,2):((1,0),512,16), align<8>>
}

// -----

// A coordinate tensor moves its base, a composed one its offset.
// CHECK-LABEL: func.func @other_tensors
// CHECK-SAME: (%[[T:.*]]: i32, %[[P:.*]]: !fly.ptr<f16, shared, align<16>>)
func.func @other_tensors(%tid: i32, %p: !fly.ptr<f16, shared, align<16>>) -> (!fly.coord_tensor<(?,?{div=4}), ((4,1),1,1):((1E1,0),0,0)>,
    !fly.memref<f16, shared, S<3,3,3> o ?{div=4} o ((4,1),1,1):((1,0),0,0), align<16>>) {
  %atom = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 16>
  %tv = fly.static : !fly.layout<((4,16),4):((64,1),16)>
  %tile = fly.static : !fly.tile<[16|16]>
  %tc = fly.make_tiled_copy(%atom, %tv, %tile) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>
  %t = fly.make_int_tuple(%tid) : (i32) -> !fly.int_tuple<?>
  %id = fly.static : !fly.layout<(16,16):(1E0,1E1)>
  %z = fly.make_int_tuple() : () -> !fly.int_tuple<(0,0)>
  %v = fly.make_view(%z, %id) : (!fly.int_tuple<(0,0)>, !fly.layout<(16,16):(1E0,1E1)>) -> !fly.coord_tensor<(0,0), (16,16):(1E0,1E1)>
  // CHECK: fly.make_view(%{{.*}}, %{{.*}}) : (!fly.int_tuple<(?,?{div=4})>
  %r = fly.tiled_copy.partition_src(%tc, %v, %t) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, !fly.coord_tensor<(0,0), (16,16):(1E0,1E1)>, !fly.int_tuple<?>) -> !fly.coord_tensor<(?,?{div=4}), ((4,1),1,1):((1E1,0),0,0)>
  %sw = fly.static : !fly.composed_layout<S<3,3,3> o 0 o (16,16):(16,1)>
  %w = fly.make_view(%p, %sw) : (!fly.ptr<f16, shared, align<16>>, !fly.composed_layout<S<3,3,3> o 0 o (16,16):(16,1)>) -> !fly.memref<f16, shared, S<3,3,3> o 0 o (16,16):(16,1), align<16>>
  // CHECK: fly.make_composed_layout(%{{.*}}, %{{.*}}, %{{.*}}) : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<?{div=4}>
  // CHECK: fly.make_view(%[[P]]
  %s = fly.tiled_copy.partition_dst(%tc, %w, %t) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, !fly.memref<f16, shared, S<3,3,3> o 0 o (16,16):(16,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, shared, S<3,3,3> o ?{div=4} o ((4,1),1,1):((1,0),0,0), align<16>>
  return %r, %s : !fly.coord_tensor<(?,?{div=4}), ((4,1),1,1):((1E1,0),0,0)>, !fly.memref<f16, shared, S<3,3,3> o ?{div=4} o ((4,1),1,1):((1,0),0,0), align<16>>
}

// -----

// The thread index of a tiled MMA is split over V, M, N, K. Thread 70 of the trace: (6,1,0,0), offset 1408.
// CHECK-LABEL: func.func @mma
func.func @mma(%p: !fly.ptr<f16, global>) -> !fly.memref<f16, global, (4,4,4):(1,2048,16)> {
  // CHECK: fly.make_int_tuple() : () -> !fly.int_tuple<1408>
  %m = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
  %w = fly.static : !fly.layout<(2,2,1):(1,2,0)>
  %tm = fly.make_tiled_mma(%m, %w) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
  %l = fly.static : !fly.layout<(128,64):(64,1)>
  %v = fly.make_view(%p, %l) : (!fly.ptr<f16, global>, !fly.layout<(128,64):(64,1)>) -> !fly.memref<f16, global, (128,64):(64,1)>
  %t = fly.make_int_tuple() : () -> !fly.int_tuple<70>
  %r = fly.tiled_mma.partition(a, %tm, %v, %t) : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f16, global, (128,64):(64,1)>, !fly.int_tuple<70>) -> !fly.memref<f16, global, (4,4,4):(1,2048,16)>
  return %r : !fly.memref<f16, global, (4,4,4):(1,2048,16)>
}

// -----

// At run time the same split: modulo and division by the extents of (64,2,2,1).
// CHECK-LABEL: func.func @mma_dynamic
func.func @mma_dynamic(%p: !fly.ptr<f16, global>, %tid: i32) -> !fly.memref<f16, global, (4,4,4):(1,2048,16)> {
  // CHECK-DAG: arith.remsi
  // CHECK-DAG: arith.divsi
  // CHECK: fly.add_offset
  %m = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
  %w = fly.static : !fly.layout<(2,2,1):(1,2,0)>
  %tm = fly.make_tiled_mma(%m, %w) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
  %l = fly.static : !fly.layout<(128,64):(64,1)>
  %v = fly.make_view(%p, %l) : (!fly.ptr<f16, global>, !fly.layout<(128,64):(64,1)>) -> !fly.memref<f16, global, (128,64):(64,1)>
  %t = fly.make_int_tuple(%tid) : (i32) -> !fly.int_tuple<?>
  %r = fly.tiled_mma.partition(a, %tm, %v, %t) : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f16, global, (128,64):(64,1)>, !fly.int_tuple<?>) -> !fly.memref<f16, global, (4,4,4):(1,2048,16)>
  return %r : !fly.memref<f16, global, (4,4,4):(1,2048,16)>
}

// -----

// Fragments: a register allocation of every value; retiling moves nothing.
// CHECK-LABEL: func.func @fragments
func.func @fragments(%p: !fly.ptr<f16, global>) -> (!fly.memref<f16, register, ((2,2),2,2):((1,2),4,8)>, !fly.int_tuple<(4,2,2)>) {
  // CHECK: %[[R:.*]] = fly.make_ptr() {dictAttrs = {allocSize = 16 : i64}} : () -> !fly.ptr<f16, register>
  // CHECK: %[[V:.*]] = fly.make_view(%[[R]], %{{.*}}) : (!fly.ptr<f16, register>, !fly.layout<((2,2),2,2):((1,2),4,8)>)
  // CHECK: %[[S:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<(4,2,2)>
  // CHECK: return %[[V]], %[[S]]
  %m = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
  %w = fly.static : !fly.layout<(1,1,1):(0,0,0)>
  %tm = fly.make_tiled_mma(%m, %w) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>
  %l = fly.static : !fly.layout<(32,32):(1,32)>
  %v = fly.make_view(%p, %l) : (!fly.ptr<f16, global>, !fly.layout<(32,32):(1,32)>) -> !fly.memref<f16, global, (32,32):(1,32)>
  %f = fly.mma.make_fragment(a, %tm, %v) : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>, !fly.memref<f16, global, (32,32):(1,32)>) -> !fly.memref<f16, register, (4,2,2):(1,4,8)>
  %atom = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 16>
  %tv = fly.static : !fly.layout<((16,4),4):((1,64),16)>
  %tile = fly.static : !fly.tile<[16|16]>
  %tc = fly.make_tiled_copy(%atom, %tv, %tile) : (!fly.copy_atom<!fly.universal_copy<32>, 16>, !fly.layout<((16,4),4):((1,64),16)>, !fly.tile<[16|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 16>, !fly.layout<((16,4),4):((1,64),16)>, !fly.tile<[16|16]>>
  %r = fly.tiled_copy.retile(%tc, %f) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 16>, !fly.layout<((16,4),4):((1,64),16)>, !fly.tile<[16|16]>>, !fly.memref<f16, register, (4,2,2):(1,4,8)>) -> !fly.memref<f16, register, ((2,2),2,2):((1,2),4,8)>
  %x = fly.static : !fly.int_tuple<(32,32)>
  %s = fly.tiled_mma.partition_shape(%tm, %x) {operand_id = #fly<mma_operand a>} : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>, !fly.int_tuple<(32,32)>) -> !fly.int_tuple<(4,2,2)>
  return %r, %s : !fly.memref<f16, register, ((2,2),2,2):((1,2),4,8)>, !fly.int_tuple<(4,2,2)>
}
