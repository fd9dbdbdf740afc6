// ldmatrix_x1: 1 matrices of 8x8 halves, shared to registers; the result is the input, element by element.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%in: !fly.memref<f16, global, (8,8):(8,1), align<16>>, %out: !fly.memref<f16, global, (8,8):(8,1), align<16>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %x = gpu.thread_id x
      %t = arith.index_cast %x : index to i32
      %tid = fly.make_int_tuple(%t) : (i32) -> !fly.int_tuple<?>
      %lay = fly.static : !fly.layout<(8,8):(8,1)>
      %sp = fly.make_ptr() {dictAttrs = {allocBytes = 128 : i64, allocAlign = 128 : i64}} : () -> !fly.ptr<f16, shared, align<16>>
      %s = fly.make_view(%sp, %lay) : (!fly.ptr<f16, shared, align<16>>, !fly.layout<(8,8):(8,1)>) -> !fly.memref<f16, shared, (8,8):(8,1), align<16>>
      %tv = fly.static : !fly.layout<((4,8),2):((16,1),8)>
      %tile = fly.static : !fly.tile<[8|8]>
      %one = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<16>, 16>
      %matrix = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly_ptx.sm75.ldmatrix<x1>, 16>
      %plain = fly.make_tiled_copy(%one, %tv, %tile) : (!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.layout<((4,8),2):((16,1),8)>, !fly.tile<[8|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.layout<((4,8),2):((16,1),8)>, !fly.tile<[8|8]>>
      %wide = fly.make_tiled_copy(%matrix, %tv, %tile) : (!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x1>, 16>, !fly.layout<((4,8),2):((16,1),8)>, !fly.tile<[8|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x1>, 16>, !fly.layout<((4,8),2):((16,1),8)>, !fly.tile<[8|8]>>
      // Any distribution will do to fill shared memory: element by element, as the registers will hold them.
      %gs = fly.tiled_copy.partition_src(%plain, %in, %tid) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.layout<((4,8),2):((16,1),8)>, !fly.tile<[8|8]>>, !fly.memref<f16, global, (8,8):(8,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, global, ((1,2),1,1):((0,1),0,0), align<4>>
      %ss = fly.tiled_copy.partition_dst(%plain, %s, %tid) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.layout<((4,8),2):((16,1),8)>, !fly.tile<[8|8]>>, !fly.memref<f16, shared, (8,8):(8,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, shared, ((1,2),1,1):((0,1),0,0), align<4>>
      %tmp = fly.make_fragment_like(%gs) : (!fly.memref<f16, global, ((1,2),1,1):((0,1),0,0), align<4>>) -> !fly.memref<f16, register, ((1,2),1,1):((0,1),0,0)>
      fly.copy(%one, %gs, %tmp) : (!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.memref<f16, global, ((1,2),1,1):((0,1),0,0), align<4>>, !fly.memref<f16, register, ((1,2),1,1):((0,1),0,0)>) -> ()
      fly.copy(%one, %tmp, %ss) : (!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.memref<f16, register, ((1,2),1,1):((0,1),0,0)>, !fly.memref<f16, shared, ((1,2),1,1):((0,1),0,0), align<4>>) -> ()
      gpu.barrier
      %rows = fly.tiled_copy.partition_src(%wide, %s, %tid) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x1>, 16>, !fly.layout<((4,8),2):((16,1),8)>, !fly.tile<[8|8]>>, !fly.memref<f16, shared, (8,8):(8,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, shared, ((2,1),1,1):((1,0),0,0), align<4>>
      %out_t = fly.tiled_copy.partition_dst(%plain, %out, %tid) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.layout<((4,8),2):((16,1),8)>, !fly.tile<[8|8]>>, !fly.memref<f16, global, (8,8):(8,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, global, ((1,2),1,1):((0,1),0,0), align<4>>
      %regs_like = fly.tiled_copy.partition_dst(%wide, %out, %tid) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x1>, 16>, !fly.layout<((4,8),2):((16,1),8)>, !fly.tile<[8|8]>>, !fly.memref<f16, global, (8,8):(8,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, global, ((2,1),1,1):((1,0),0,0), align<4>>
      %regs = fly.make_fragment_like(%regs_like) : (!fly.memref<f16, global, ((2,1),1,1):((1,0),0,0), align<4>>) -> !fly.memref<f16, register, ((2,1),1,1):((1,0),0,0)>
      %regs_m = fly.tiled_copy.retile(%wide, %regs) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x1>, 16>, !fly.layout<((4,8),2):((16,1),8)>, !fly.tile<[8|8]>>, !fly.memref<f16, register, ((2,1),1,1):((1,0),0,0)>) -> !fly.memref<f16, register, ((2,1),1,1):((1,0),0,0)>
      fly.copy(%matrix, %rows, %regs_m) : (!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x1>, 16>, !fly.memref<f16, shared, ((2,1),1,1):((1,0),0,0), align<4>>, !fly.memref<f16, register, ((2,1),1,1):((1,0),0,0)>) -> ()
      %regs_one = fly.tiled_copy.retile(%plain, %regs) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.layout<((4,8),2):((16,1),8)>, !fly.tile<[8|8]>>, !fly.memref<f16, register, ((2,1),1,1):((1,0),0,0)>) -> !fly.memref<f16, register, ((1,2),1,1):((0,1),0,0)>
      fly.copy(%one, %regs_one, %out_t) : (!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.memref<f16, register, ((1,2),1,1):((0,1),0,0)>, !fly.memref<f16, global, ((1,2),1,1):((0,1),0,0), align<4>>) -> ()
      gpu.return
    }
  }
}
