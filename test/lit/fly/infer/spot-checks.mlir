// Spot checks of inference: every line declares the type that must be inferred.
// RUN: fly-opt %s -o /dev/null 2>&1 | FileCheck %s --allow-empty --implicit-check-not=error

func.func @f0(%x0: !fly.int_tuple<1E0>, %x1: !fly.int_tuple<2E1>) {
  %r = fly.int_tuple_add(%x0, %x1) : (!fly.int_tuple<1E0>, !fly.int_tuple<2E1>) -> !fly.int_tuple<(1,2)>
  return
}

func.func @f1(%x0: !fly.int_tuple<(4,8,1)>, %x1: !fly.int_tuple<(2,2)>) {
  %r = fly.int_tuple_add(%x0, %x1) : (!fly.int_tuple<(4,8,1)>, !fly.int_tuple<(2,2)>) -> !fly.int_tuple<(6,10,1)>
  return
}

func.func @f2(%x0: !fly.int_tuple<?{div=8}>, %x1: !fly.int_tuple<1>) {
  %r = fly.int_tuple_div(%x0, %x1) : (!fly.int_tuple<?{div=8}>, !fly.int_tuple<1>) -> !fly.int_tuple<?>
  return
}

func.func @f3(%x0: !fly.int_tuple<6>, %x1: !fly.int_tuple<(2,2)>) {
  %r = fly.ceil_div(%x0, %x1) : (!fly.int_tuple<6>, !fly.int_tuple<(2,2)>) -> !fly.int_tuple<2>
  return
}

func.func @f4(%x0: !fly.int_tuple<(4,8)>, %x1: !fly.int_tuple<8>) {
  %r = fly.ceil_div(%x0, %x1) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<8>) -> !fly.int_tuple<(1,4)>
  return
}

func.func @f5(%x0: !fly.int_tuple<2>, %x1: !fly.int_tuple<1>) {
  %r = fly.prepend<3> (%x0, %x1) : (!fly.int_tuple<2>, !fly.int_tuple<1>) -> !fly.int_tuple<(1,1,2)>
  return
}

func.func @f6(%x0: !fly.int_tuple<2>, %x1: !fly.int_tuple<1>) {
  %r = fly.append<0> (%x0, %x1) : (!fly.int_tuple<2>, !fly.int_tuple<1>) -> !fly.int_tuple<(2)>
  return
}

func.func @f7(%x0: !fly.int_tuple<((2,3),(4,5))>, %x1: !fly.int_tuple<((*,1),(1,*))>) {
  %r = fly.slice(%x0, %x1) : (!fly.int_tuple<((2,3),(4,5))>, !fly.int_tuple<((*,1),(1,*))>) -> !fly.int_tuple<(2,5)>
  return
}

func.func @f8(%x0: !fly.memref<f32, global, (4,8):(1,4), align<16>>, %x1: !fly.int_tuple<(?,*)>) {
  %r = fly.slice(%x0, %x1) : (!fly.memref<f32, global, (4,8):(1,4), align<16>>, !fly.int_tuple<(?,*)>) -> !fly.memref<f32, global, 8:4>
  return
}

func.func @f9(%x0: !fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>, %x1: !fly.int_tuple<(1,*)>) {
  %r = fly.slice(%x0, %x1) : (!fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>, !fly.int_tuple<(1,*)>) -> !fly.coord_tensor<(1,0), 8:1E1>
  return
}

func.func @f10(%x0: !fly.int_tuple<37>, %x1: !fly.layout<(4,8):(1,4)>) {
  %r = fly.crd2idx(%x0, %x1) : (!fly.int_tuple<37>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<37>
  return
}

func.func @f11(%x0: !fly.int_tuple<?{i64 div=64}>, %x1: !fly.swizzle<S<3,3,3>>) {
  %r = fly.crd2idx(%x0, %x1) : (!fly.int_tuple<?{i64 div=64}>, !fly.swizzle<S<3,3,3>>) -> !fly.int_tuple<?{i64 div=8}>
  return
}

func.func @f12(%x0: !fly.int_tuple<(1,5,3)>, %x1: !fly.coord_swizzle<CS<3,0,[1],0,[2]>>) {
  %r = fly.crd2idx(%x0, %x1) : (!fly.int_tuple<(1,5,3)>, !fly.coord_swizzle<CS<3,0,[1],0,[2]>>) -> !fly.int_tuple<(1,5,6)>
  return
}

func.func @f13(%x0: !fly.layout<(4):(1)>) {
  %r = fly.coalesce(%x0) : (!fly.layout<(4):(1)>) -> !fly.layout<(4):(1)>
  return
}

func.func @f14(%x0: !fly.layout<(1,1):(5,7)>) {
  %r = fly.coalesce(%x0) : (!fly.layout<(1,1):(5,7)>) -> !fly.layout<1:0>
  return
}

func.func @f15(%x0: !fly.layout<(4,8):(1,4)>, %x1: !fly.int_tuple<((1,1),1)>) {
  %r = fly.coalesce(%x0, %x1) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<((1,1),1)>) -> !fly.layout<((4),8):((1),4)>
  return
}

func.func @f16(%x0: !fly.layout<32:2>, %x1: !fly.layout<(4,8):(1E0,1E1)>) {
  %r = fly.composition(%x0, %x1) : (!fly.layout<32:2>, !fly.layout<(4,8):(1E0,1E1)>) -> !fly.layout<(4,8):(2E0,2E1)>
  return
}

func.func @f17(%x0: !fly.layout<(4,8):(1E0,1E1)>, %x1: !fly.layout<(2,2):(1,4)>) {
  %r = fly.composition(%x0, %x1) : (!fly.layout<(4,8):(1E0,1E1)>, !fly.layout<(2,2):(1,4)>) -> !fly.layout<(2,2):(1E0,1E1)>
  return
}

func.func @f18(%x0: !fly.layout<(?,8):(1,?)>, %x1: !fly.layout<4:2>) {
  %r = fly.composition(%x0, %x1) : (!fly.layout<(?,8):(1,?)>, !fly.layout<4:2>) -> !fly.layout<(?,?):(2,?)>
  return
}

func.func @f19(%x0: !fly.layout<4:?>, %x1: !fly.int_tuple<32>) {
  %r = fly.complement(%x0, %x1) : (!fly.layout<4:?>, !fly.int_tuple<32>) -> !fly.layout<(?,?):(1,?{div=4})>
  return
}

func.func @f20(%x0: !fly.layout<4:0>, %x1: !fly.int_tuple<32>) {
  %r = fly.complement(%x0, %x1) : (!fly.layout<4:0>, !fly.int_tuple<32>) -> !fly.layout<32:1>
  return
}

func.func @f21(%x0: !fly.layout<(4):(1)>) {
  %r = fly.complement(%x0) : (!fly.layout<(4):(1)>) -> !fly.layout<1:0>
  return
}

func.func @f22(%x0: !fly.layout<(4,8):(2,16)>) {
  %r = fly.left_inverse(%x0) : (!fly.layout<(4,8):(2,16)>) -> !fly.layout<(2,8,8):(0,1,4)>
  return
}

func.func @f23(%x0: !fly.layout<(8,16):(1,8)>, %x1: !fly.tile<[4|*]>) {
  %r = fly.logical_divide(%x0, %x1) : (!fly.layout<(8,16):(1,8)>, !fly.tile<[4|*]>) -> !fly.layout<((4,2),16):((1,4),8)>
  return
}

func.func @f24(%x0: !fly.layout<(?,?):(1,?)>, %x1: !fly.tile<[4|8]>) {
  %r = fly.logical_divide(%x0, %x1) : (!fly.layout<(?,?):(1,?)>, !fly.tile<[4|8]>) -> !fly.layout<((4,?),(8,?)):((1,4),(?,?{div=8}))>
  return
}

func.func @f25(%x0: !fly.layout<((16,1)):((1,16))>, %x1: !fly.layout<((4,1)):((1,4))>) {
  %r = fly.logical_divide(%x0, %x1) : (!fly.layout<((16,1)):((1,16))>, !fly.layout<((4,1)):((1,4))>) -> !fly.layout<((4,1),4):((1,0),4)>
  return
}

func.func @f26(%x0: !fly.layout<((8,1)):((1,8))>, %x1: !fly.layout<((4,1)):((1,4))>) {
  %r = fly.logical_product(%x0, %x1) : (!fly.layout<((8,1)):((1,8))>, !fly.layout<((4,1)):((1,4))>) -> !fly.layout<((8,1),(4,1)):((1,0),(8,0))>
  return
}

func.func @f27(%x0: !fly.layout<16:1>, %x1: !fly.tile<4>) {
  %r = fly.zipped_divide(%x0, %x1) : (!fly.layout<16:1>, !fly.tile<4>) -> !fly.layout<(4,4):(1,4)>
  return
}

func.func @f28(%x0: !fly.layout<(10,16):(1,10)>, %x1: !fly.tile<[4|8]>) {
  %r = fly.zipped_divide(%x0, %x1) : (!fly.layout<(10,16):(1,10)>, !fly.tile<[4|8]>) -> !fly.layout<((4,8),(3,2)):((1,10),(4,80))>
  return
}

func.func @f29(%x0: !fly.layout<4:1>, %x1: !fly.layout<(2,2):(1,2)>) {
  %r = fly.blocked_product(%x0, %x1) : (!fly.layout<4:1>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<((4,2),(1,2)):((1,4),(0,8))>
  return
}

func.func @f30(%x0: !fly.int_tuple<(4,8,2)>, %x1: !fly.int_tuple<(?,0,?)>) {
  %r = fly.make_ordered_layout(%x0, %x1) : (!fly.int_tuple<(4,8,2)>, !fly.int_tuple<(?,0,?)>) -> !fly.layout<(4,8,2):(8,1,32)>
  return
}

func.func @f31(%x0: !fly.int_tuple<(4,(2,3))>) {
  %r = fly.make_identity_layout(%x0) : (!fly.int_tuple<(4,(2,3))>) -> !fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>
  return
}

func.func @f32(%x0: !fly.int_tuple<4>) {
  %r = fly.make_identity_layout(%x0) : (!fly.int_tuple<4>) -> !fly.layout<4:1>
  return
}

func.func @f33(%x0: !fly.layout<((4,2),3):((1,0),8)>) {
  %r = fly.make_fragment_layout_like(%x0) : (!fly.layout<((4,2),3):((1,0),8)>) -> !fly.layout<((4,2),3):((1,4),8)>
  return
}

func.func @f34(%x0: !fly.layout<(4,3,2):(1,8,4)>) {
  %r = fly.make_fragment_layout_like(%x0) : (!fly.layout<(4,3,2):(1,8,4)>) -> !fly.layout<(4,3,2):(1,8,4)>
  return
}

func.func @f35(%x0: !fly.layout<(8,4):(1,8)>) {
  %r = fly.recast_layout(%x0) {new_type_bits = 32 : i32, old_type_bits = 8 : i32} : (!fly.layout<(8,4):(1,8)>) -> !fly.layout<(2,4):(1,2)>
  return
}

func.func @f36(%x0: !fly.layout<(4,8):(8,1)>, %x1: !fly.int_tuple<(9,16)>, %x2: !fly.int_tuple<(0,1)>) {
  %r = fly.tile_to_shape(%x0, %x1, %x2) : (!fly.layout<(4,8):(8,1)>, !fly.int_tuple<(9,16)>, !fly.int_tuple<(0,1)>) -> !fly.layout<((4,3),(8,2)):((8,32),(1,96))>
  return
}

func.func @f37(%x0: !fly.ptr<f4E2M1FN, shared, align<4>>, %x1: !fly.int_tuple<1>) {
  %r = fly.add_offset(%x0, %x1) : (!fly.ptr<f4E2M1FN, shared, align<4>>, !fly.int_tuple<1>) -> !fly.ptr<f4E2M1FN, shared>
  return
}

func.func @f38(%x0: !fly.ptr<f32, shared, align<12>>, %x1: !fly.int_tuple<?{div=3}>) {
  %r = fly.add_offset(%x0, %x1) : (!fly.ptr<f32, shared, align<12>>, !fly.int_tuple<?{div=3}>) -> !fly.ptr<f32, shared, align<12>>
  return
}

func.func @f39(%x0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, %x1: !fly.memref<f32, global, (8,16):(16,1)>, %x2: !fly.int_tuple<?>) {
  %r = fly.tiled_copy.partition_src(%x0, %x1, %x2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, global, (8,16):(16,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,(4,2)),2,2):((0,(16,1)),64,8)>
  return
}

func.func @f40(%x0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,8),4):((16,1),4)>, !fly.tile<[8|16]>>, %x1: !fly.memref<f32, global, (8,16):(1,8)>, %x2: !fly.int_tuple<?>) {
  %r = fly.tiled_copy.partition_src(%x0, %x1, %x2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,8),4):((16,1),4)>, !fly.tile<[8|16]>>, !fly.memref<f32, global, (8,16):(1,8)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),1,1):((4,0),0,0)>
  return
}

func.func @f41(%x0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, %x1: !fly.memref<f32, register, (1,2,2):(0,1,2)>) {
  %r = fly.tiled_copy.retile(%x0, %x1) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, register, (1,2,2):(0,1,2)>) -> !fly.memref<f32, register, ((1,(4,2)),1,1):((0,(1,2)),0,0)>
  return
}

func.func @f42(%x0: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, %x1: !fly.memref<f32, global, (16,8):(1,16)>, %x2: !fly.int_tuple<?>) {
  %r = fly.tiled_mma.partition(a, %x0, %x1, %x2) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (16,8):(1,16)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, (1,4,8):(0,4,16)>
  return
}

func.func @f43(%x0: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, %x1: !fly.memref<f32, global, (16,16):(1,16)>, %x2: !fly.int_tuple<?>) {
  %r = fly.tiled_mma.partition(c, %x0, %x1, %x2) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (16,16):(1,16)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, (1,4,4):(0,4,64)>
  return
}

func.func @f44(%x0: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, %x1: !fly.int_tuple<(16,8)>) {
  %r = fly.tiled_mma.partition_shape(%x0, %x1) {operand_id = #fly<mma_operand b>} : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.int_tuple<(16,8)>) -> !fly.int_tuple<(1,4,8)>
  return
}

func.func @f45(%x0: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, %x1: !fly.memref<f32, global, (16,16):(1,16)>) {
  %r = fly.mma.make_fragment(c, %x0, %x1) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (16,16):(1,16)>) -> !fly.memref<f32, register, (1,4,4):(0,1,4)>
  return
}

func.func @f46(%x0: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, %x1: !fly.memref<f32, global, (16,8):(1,16)>) {
  %r = fly.mma.make_fragment(a, %x0, %x1, stages = 2) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (16,8):(1,16)>) -> !fly.memref<f32, register, (1,4,8,2):(0,1,4,32)>
  return
}

func.func @f47(%x0: !fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>) {
  %r = fly.coalesce(%x0) : (!fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>) -> !fly.composed_layout<32:2 o 5 o [32:1 o 7 o 32:1]>
  return
}

func.func @f48(%x0: !fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>) {
  %r = fly.get(%x0) {mode = array<i32: 1>} : (!fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>) -> !fly.coord_tensor<(0,0), 8:1E1>
  return
}

func.func @f49(%x0: !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>, %x1: !fly.int_tuple<(2,*)>) {
  %r = fly.slice(%x0, %x1) : (!fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>, !fly.int_tuple<(2,*)>) -> !fly.composed_layout<S<3,3,3> o 128 o 64:1>
  return
}

func.func @f50(%x0: !fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>, %x1: !fly.int_tuple<(?,*)>) {
  %r = fly.slice(%x0, %x1) : (!fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>, !fly.int_tuple<(?,*)>) -> !fly.memref<f16, shared, S<3,3,3> o ?{div=64} o 64:1, align<16>>
  return
}

func.func @f51(%x0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, %x1: !fly.memref<f32, shared, S<3,3,3> o 0 o (8,16):(16,1)>, %x2: !fly.int_tuple<?>) {
  %r = fly.tiled_copy.partition_src(%x0, %x1, %x2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, shared, S<3,3,3> o 0 o (8,16):(16,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, shared, S<3,3,3> o ?{div=2} o ((1,(4,2)),2,2):((0,(16,1)),64,8)>
  return
}

func.func @f52(%x0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, %x1: !fly.coord_tensor<(0,0), (8,16):(1E0,1E1)>, %x2: !fly.int_tuple<?>) {
  %r = fly.tiled_copy.partition_src(%x0, %x1, %x2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.coord_tensor<(0,0), (8,16):(1E0,1E1)>, !fly.int_tuple<?>) -> !fly.coord_tensor<(0,?{div=2}), ((1,(4,2)),2,2):((0,(1E0,1E1)),4E0,8E1)>
  return
}

func.func @f53(%x0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, %x1: !fly.memref<f32, global, (8,16):(16,1), align<64>>, %x2: !fly.int_tuple<3>) {
  %r = fly.tiled_copy.partition_src(%x0, %x1, %x2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, global, (8,16):(16,1), align<64>>, !fly.int_tuple<3>) -> !fly.memref<f32, global, ((1,(4,2)),2,2):((0,(16,1)),64,8), align<8>>
  return
}

func.func @f54(%x0: !fly.coord_tensor<(1,2), (4,8):(1E0,1E1)>, %x1: !fly.int_tuple<(3,?)>) {
  %r = fly.memref.load(%x0, %x1) : (!fly.coord_tensor<(1,2), (4,8):(1E0,1E1)>, !fly.int_tuple<(3,?)>) -> !fly.int_tuple<(4,?)>
  return
}

func.func @f55(%x0: !fly.coord_tensor<5, (4,2):(1,?{i64})>) {
  %r = fly.memref.load_vec(%x0) : (!fly.coord_tensor<5, (4,2):(1,?{i64})>) -> vector<8xi64>
  return
}

func.func @f56(%x0: !fly.coord_tensor<5, (4,2):(1,4)>) {
  %r = fly.memref.load_vec(%x0) : (!fly.coord_tensor<5, (4,2):(1,4)>) -> vector<8xi32>
  return
}

func.func @f57(%x0: !fly.coord_tensor<0, (4,8):(1E0,1E1)>, %x1: !fly.int_tuple<(1,*)>) {
  %r = fly.slice(%x0, %x1) : (!fly.coord_tensor<0, (4,8):(1E0,1E1)>, !fly.int_tuple<(1,*)>) -> !fly.coord_tensor<(1,0), 8:1E1>
  return
}

func.func @f58(%x0: !fly.coord_tensor<0, (4,8):(1E0,1E1)>, %x1: !fly.int_tuple<(3,2)>) {
  %r = fly.memref.load(%x0, %x1) : (!fly.coord_tensor<0, (4,8):(1E0,1E1)>, !fly.int_tuple<(3,2)>) -> !fly.int_tuple<(3,2)>
  return
}

func.func @f59(%x0: !fly.int_tuple<0>, %x1: !fly.int_tuple<(1,2)>) {
  %r = fly.add_offset(%x0, %x1) : (!fly.int_tuple<0>, !fly.int_tuple<(1,2)>) -> !fly.int_tuple<(1,2)>
  return
}

func.func @f60(%x0: !fly.int_tuple<-4>, %x1: !fly.int_tuple<?{div=2}>) {
  %r = fly.int_tuple_mul(%x0, %x1) : (!fly.int_tuple<-4>, !fly.int_tuple<?{div=2}>) -> !fly.int_tuple<?{div=8}>
  return
}

func.func @f61(%x0: !fly.layout<(4,8):(8,1)>, %x1: !fly.layout<2:3>) {
  %r = fly.composition(%x0, %x1) : (!fly.layout<(4,8):(8,1)>, !fly.layout<2:3>) -> !fly.layout<2:24>
  return
}

func.func @f62(%x0: !fly.int_tuple<(4,?,?{i64})>) {
  %r:3 = fly.get_leaves(%x0) : (!fly.int_tuple<(4,?,?{i64})>) -> (i32, i32, i64)
  return
}
