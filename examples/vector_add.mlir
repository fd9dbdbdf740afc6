// Predicated 2-D element-wise sum, out = lhs + rhs, f32, 192 x 1000 row-major.
// Target-neutral: universal copies only, no chip is named; give one with --chip (gfx942, sm_80, ...).
// Each workgroup of 128 threads covers a 16 x 32 tile, one 128-bit vector per thread; 1000 is not a multiple of 32, so a
// coordinate tensor and a boolean fragment guard every copy of the border tiles.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @guarded_sum_0(%lhs: !fly.memref<f32, global, (192,1000):(1000,1), align<16>>, %rhs: !fly.memref<f32, global, (192,1000):(1000,1), align<16>>, %out: !fly.memref<f32, global, (192,1000):(1000,1), align<16>>, %tiled_copy: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((8,16),4):((64,1),16)>, !fly.tile<[16|32]>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %thread_id_x = gpu.thread_id x
      %tid = arith.index_cast %thread_id_x : index to i32
      %block_id_x = gpu.block_id x
      %bid_x = arith.index_cast %block_id_x : index to i32
      %block_id_y = gpu.block_id y
      %bid_y = arith.index_cast %block_id_y : index to i32
      // coordinate tensor over the whole matrix: value = (row, column)
      %origin = fly.make_int_tuple() : () -> !fly.int_tuple<(0,0)>
      %shape = fly.make_int_tuple() : () -> !fly.int_tuple<(192,1000)>
      %idl = fly.make_identity_layout(%shape) : (!fly.int_tuple<(192,1000)>) -> !fly.layout<(192,1000):(1E0,1E1)>
      %crd = fly.make_view(%origin, %idl) : (!fly.int_tuple<(0,0)>, !fly.layout<(192,1000):(1E0,1E1)>) -> !fly.coord_tensor<(0,0), (192,1000):(1E0,1E1)>
      %tile = fly.static : !fly.tile<[16|32]>
      %lhs_tiles = fly.flat_divide(%lhs, %tile) : (!fly.memref<f32, global, (192,1000):(1000,1), align<16>>, !fly.tile<[16|32]>) -> !fly.memref<f32, global, (16,32,12,32):(1000,1,16000,32), align<16>>
      %c = fly.make_int_tuple(%bid_x, %bid_y) : (i32, i32) -> !fly.int_tuple<(*,*,?,?)>
      %lhs_blk = fly.slice(%lhs_tiles, %c) : (!fly.memref<f32, global, (16,32,12,32):(1000,1,16000,32), align<16>>, !fly.int_tuple<(*,*,?,?)>) -> !fly.memref<f32, global, (16,32):(1000,1), align<16>>
      %tile_0 = fly.static : !fly.tile<[16|32]>
      %rhs_tiles = fly.flat_divide(%rhs, %tile_0) : (!fly.memref<f32, global, (192,1000):(1000,1), align<16>>, !fly.tile<[16|32]>) -> !fly.memref<f32, global, (16,32,12,32):(1000,1,16000,32), align<16>>
      %c_0 = fly.make_int_tuple(%bid_x, %bid_y) : (i32, i32) -> !fly.int_tuple<(*,*,?,?)>
      %rhs_blk = fly.slice(%rhs_tiles, %c_0) : (!fly.memref<f32, global, (16,32,12,32):(1000,1,16000,32), align<16>>, !fly.int_tuple<(*,*,?,?)>) -> !fly.memref<f32, global, (16,32):(1000,1), align<16>>
      %tile_1 = fly.static : !fly.tile<[16|32]>
      %out_tiles = fly.flat_divide(%out, %tile_1) : (!fly.memref<f32, global, (192,1000):(1000,1), align<16>>, !fly.tile<[16|32]>) -> !fly.memref<f32, global, (16,32,12,32):(1000,1,16000,32), align<16>>
      %c_1 = fly.make_int_tuple(%bid_x, %bid_y) : (i32, i32) -> !fly.int_tuple<(*,*,?,?)>
      %out_blk = fly.slice(%out_tiles, %c_1) : (!fly.memref<f32, global, (16,32,12,32):(1000,1,16000,32), align<16>>, !fly.int_tuple<(*,*,?,?)>) -> !fly.memref<f32, global, (16,32):(1000,1), align<16>>
      %tile_2 = fly.static : !fly.tile<[16|32]>
      %crd_tiles = fly.flat_divide(%crd, %tile_2) : (!fly.coord_tensor<(0,0), (192,1000):(1E0,1E1)>, !fly.tile<[16|32]>) -> !fly.coord_tensor<(0,0), (16,32,12,32):(1E0,1E1,16E0,32E1)>
      %c_2 = fly.make_int_tuple(%bid_x, %bid_y) : (i32, i32) -> !fly.int_tuple<(*,*,?,?)>
      %crd_blk = fly.slice(%crd_tiles, %c_2) : (!fly.coord_tensor<(0,0), (16,32,12,32):(1E0,1E1,16E0,32E1)>, !fly.int_tuple<(*,*,?,?)>) -> !fly.coord_tensor<(?{div=16},?{div=32}), (16,32):(1E0,1E1)>
      %thr = fly.make_int_tuple(%tid) : (i32) -> !fly.int_tuple<?>
      %lhs_thr = fly.tiled_copy.partition_src(%tiled_copy, %lhs_blk, %thr) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((8,16),4):((64,1),16)>, !fly.tile<[16|32]>>, !fly.memref<f32, global, (16,32):(1000,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),1,1):((1,0),0,0), align<16>>
      %rhs_thr = fly.tiled_copy.partition_src(%tiled_copy, %rhs_blk, %thr) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((8,16),4):((64,1),16)>, !fly.tile<[16|32]>>, !fly.memref<f32, global, (16,32):(1000,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),1,1):((1,0),0,0), align<16>>
      %out_thr = fly.tiled_copy.partition_dst(%tiled_copy, %out_blk, %thr) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((8,16),4):((64,1),16)>, !fly.tile<[16|32]>>, !fly.memref<f32, global, (16,32):(1000,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),1,1):((1,0),0,0), align<16>>
      %crd_thr = fly.tiled_copy.partition_src(%tiled_copy, %crd_blk, %thr) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((8,16),4):((64,1),16)>, !fly.tile<[16|32]>>, !fly.coord_tensor<(?{div=16},?{div=32}), (16,32):(1E0,1E1)>, !fly.int_tuple<?>) -> !fly.coord_tensor<(?,?{div=4}), ((4,1),1,1):((1E1,0),0,0)>
      %c_3 = fly.make_int_tuple() : () -> !fly.int_tuple<((0,*),*,*)>
      %crd_first = fly.slice(%crd_thr, %c_3) : (!fly.coord_tensor<(?,?{div=4}), ((4,1),1,1):((1E1,0),0,0)>, !fly.int_tuple<((0,*),*,*)>) -> !fly.coord_tensor<(?,?{div=4}), (1,1,1):(0,0,0)>
      %lhs_reg = fly.make_fragment_like(%lhs_thr) : (!fly.memref<f32, global, ((4,1),1,1):((1,0),0,0), align<16>>) -> !fly.memref<f32, register, ((4,1),1,1):((1,0),0,0)>
      %rhs_reg = fly.make_fragment_like(%rhs_thr) : (!fly.memref<f32, global, ((4,1),1,1):((1,0),0,0), align<16>>) -> !fly.memref<f32, register, ((4,1),1,1):((1,0),0,0)>
      %out_reg = fly.make_fragment_like(%out_thr) : (!fly.memref<f32, global, ((4,1),1,1):((1,0),0,0), align<16>>) -> !fly.memref<f32, register, ((4,1),1,1):((1,0),0,0)>
      %in_bounds = fly.make_fragment_like(%crd_first, i1) : (!fly.coord_tensor<(?,?{div=4}), (1,1,1):(0,0,0)>) -> !fly.memref<i1, register, (1,1,1):(0,0,0)>
      // one guard per 128-bit vector
      %i = fly.make_int_tuple() : () -> !fly.int_tuple<0>
      %here = fly.memref.load(%crd_first, %i) : (!fly.coord_tensor<(?,?{div=4}), (1,1,1):(0,0,0)>, !fly.int_tuple<0>) -> !fly.int_tuple<(?,?{div=4})>
      %extent = fly.make_int_tuple() : () -> !fly.int_tuple<(192,1000)>
      %ok = fly.elem_less(%here, %extent) : (!fly.int_tuple<(?,?{div=4})>, !fly.int_tuple<(192,1000)>) -> i1
      %i_0 = fly.make_int_tuple() : () -> !fly.int_tuple<0>
      fly.memref.store(%ok, %in_bounds, %i_0) : (i1, !fly.memref<i1, register, (1,1,1):(0,0,0)>, !fly.int_tuple<0>) -> ()
      %vec_copy = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
      fly.copy(%vec_copy, %lhs_thr, %lhs_reg, %in_bounds) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, ((4,1),1,1):((1,0),0,0), align<16>>, !fly.memref<f32, register, ((4,1),1,1):((1,0),0,0)>, !fly.memref<i1, register, (1,1,1):(0,0,0)>) -> ()
      fly.copy(%vec_copy, %rhs_thr, %rhs_reg, %in_bounds) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, ((4,1),1,1):((1,0),0,0), align<16>>, !fly.memref<f32, register, ((4,1),1,1):((1,0),0,0)>, !fly.memref<i1, register, (1,1,1):(0,0,0)>) -> ()
      %a = fly.memref.load_vec(%lhs_reg) : (!fly.memref<f32, register, ((4,1),1,1):((1,0),0,0)>) -> vector<4xf32>
      %b = fly.memref.load_vec(%rhs_reg) : (!fly.memref<f32, register, ((4,1),1,1):((1,0),0,0)>) -> vector<4xf32>
      %sum = arith.addf %a, %b : vector<4xf32>
      fly.memref.store_vec(%sum, %out_reg) : (vector<4xf32>, !fly.memref<f32, register, ((4,1),1,1):((1,0),0,0)>) -> ()
      fly.copy(%vec_copy, %out_reg, %out_thr, %in_bounds) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, register, ((4,1),1,1):((1,0),0,0)>, !fly.memref<f32, global, ((4,1),1,1):((1,0),0,0), align<16>>, !fly.memref<i1, register, (1,1,1):(0,0,0)>) -> ()
      gpu.return
    }
  }
  func.func @guarded_sum(%lhs: !fly.memref<f32, global, (192,1000):(1000,1), align<16>>, %rhs: !fly.memref<f32, global, (192,1000):(1000,1), align<16>>, %out: !fly.memref<f32, global, (192,1000):(1000,1), align<16>>, %stream: !llvm.ptr) attributes {llvm.emit_c_interface} {
    %ucopy = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
    %shape = fly.make_int_tuple() : () -> !fly.int_tuple<(16,8)>
    %order = fly.make_int_tuple() : () -> !fly.int_tuple<(1,0)>
    %thr_layout = fly.make_ordered_layout(%shape, %order) : (!fly.int_tuple<(16,8)>, !fly.int_tuple<(1,0)>) -> !fly.layout<(16,8):(8,1)>
    %shape_0 = fly.make_int_tuple() : () -> !fly.int_tuple<(1,4)>
    %order_0 = fly.make_int_tuple() : () -> !fly.int_tuple<(0,1)>
    %val_layout = fly.make_ordered_layout(%shape_0, %order_0) : (!fly.int_tuple<(1,4)>, !fly.int_tuple<(0,1)>) -> !fly.layout<(1,4):(1,1)>
    %layout_mn = fly.raked_product(%thr_layout, %val_layout) : (!fly.layout<(16,8):(8,1)>, !fly.layout<(1,4):(1,1)>) -> !fly.layout<((1,16),(4,8)):((0,8),(128,1))>
    %shape_1 = fly.make_int_tuple() : () -> !fly.int_tuple<(128,4)>
    %stride = fly.make_int_tuple() : () -> !fly.int_tuple<(1,128)>
    %tv_tmp = fly.make_layout(%shape_1, %stride) : (!fly.int_tuple<(128,4)>, !fly.int_tuple<(1,128)>) -> !fly.layout<(128,4):(1,128)>
    %inv = fly.right_inverse(%layout_mn) : (!fly.layout<((1,16),(4,8)):((0,8),(128,1))>) -> !fly.layout<(8,64):(64,1)>
    %layout_tv = fly.composition(%inv, %tv_tmp) : (!fly.layout<(8,64):(64,1)>, !fly.layout<(128,4):(1,128)>) -> !fly.layout<((8,16),4):((64,1),16)>
    %shp = fly.get_shape(%layout_mn) : (!fly.layout<((1,16),(4,8)):((0,8),(128,1))>) -> !fly.int_tuple<((1,16),(4,8))>
    %tile_mn = fly.int_tuple_product_each(%shp) : (!fly.int_tuple<((1,16),(4,8))>) -> !fly.int_tuple<(16,32)>
    %tile = fly.static : !fly.tile<[16|32]>
    %tiled_copy = fly.make_tiled_copy(%ucopy, %layout_tv, %tile) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((8,16),4):((64,1),16)>, !fly.tile<[16|32]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((8,16),4):((64,1),16)>, !fly.tile<[16|32]>>
    %c12 = arith.constant 12 : index
    %c32 = arith.constant 32 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c1_0 = arith.constant 1 : index
    %c1_1 = arith.constant 1 : index
    gpu.launch_func <%stream : !llvm.ptr> @kernels::@guarded_sum_0 blocks in (%c12, %c32, %c1) threads in (%c128, %c1_0, %c1_1) args(%lhs : !fly.memref<f32, global, (192,1000):(1000,1), align<16>>, %rhs : !fly.memref<f32, global, (192,1000):(1000,1), align<16>>, %out : !fly.memref<f32, global, (192,1000):(1000,1), align<16>>, %tiled_copy : !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((8,16),4):((64,1),16)>, !fly.tile<[16|32]>>)
    return
  }
}
