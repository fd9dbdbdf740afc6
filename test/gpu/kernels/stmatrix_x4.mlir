// stmatrix_x4: 4 matrices of 8x8 halves, registers to shared; the result is the input, element by element.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%in: !fly.memref<f16, global, (32,8):(8,1), align<16>>, %out: !fly.memref<f16, global, (32,8):(8,1), align<16>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %x = gpu.thread_id x
      %t = arith.index_cast %x : index to i32
      %tid = fly.make_int_tuple(%t) : (i32) -> !fly.int_tuple<?>
      %lay = fly.static : !fly.layout<(32,8):(8,1)>
      %sp = fly.make_ptr() {dictAttrs = {allocBytes = 512 : i64, allocAlign = 128 : i64}} : () -> !fly.ptr<f16, shared, align<16>>
      %s = fly.make_view(%sp, %lay) : (!fly.ptr<f16, shared, align<16>>, !fly.layout<(32,8):(8,1)>) -> !fly.memref<f16, shared, (32,8):(8,1), align<16>>
      %tv = fly.static : !fly.layout<((4,8),(2,4)):((64,1),(32,8))>
      %tile = fly.static : !fly.tile<[32|8]>
      %one = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<16>, 16>
      %matrix = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly_ptx.sm90.stmatrix<x4>, 16>
      %plain = fly.make_tiled_copy(%one, %tv, %tile) : (!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.layout<((4,8),(2,4)):((64,1),(32,8))>, !fly.tile<[32|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.layout<((4,8),(2,4)):((64,1),(32,8))>, !fly.tile<[32|8]>>
      %wide = fly.make_tiled_copy(%matrix, %tv, %tile) : (!fly.copy_atom<!fly_ptx.sm90.stmatrix<x4>, 16>, !fly.layout<((4,8),(2,4)):((64,1),(32,8))>, !fly.tile<[32|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm90.stmatrix<x4>, 16>, !fly.layout<((4,8),(2,4)):((64,1),(32,8))>, !fly.tile<[32|8]>>
      %gs = fly.tiled_copy.partition_src(%plain, %in, %tid) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.layout<((4,8),(2,4)):((64,1),(32,8))>, !fly.tile<[32|8]>>, !fly.memref<f16, global, (32,8):(8,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, global, ((1,(2,4)),1,1):((0,(1,64)),0,0), align<4>>
      %regs_like = fly.tiled_copy.partition_src(%wide, %in, %tid) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm90.stmatrix<x4>, 16>, !fly.layout<((4,8),(2,4)):((64,1),(32,8))>, !fly.tile<[32|8]>>, !fly.memref<f16, global, (32,8):(8,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, global, (((2,4),1),1,1):(((1,64),0),0,0), align<4>>
      %regs = fly.make_fragment_like(%regs_like) : (!fly.memref<f16, global, (((2,4),1),1,1):(((1,64),0),0,0), align<4>>) -> !fly.memref<f16, register, (((2,4),1),1,1):(((1,2),0),0,0)>
      %regs_one = fly.tiled_copy.retile(%plain, %regs) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.layout<((4,8),(2,4)):((64,1),(32,8))>, !fly.tile<[32|8]>>, !fly.memref<f16, register, (((2,4),1),1,1):(((1,2),0),0,0)>) -> !fly.memref<f16, register, ((1,8),1,1):((0,1),0,0)>
      fly.copy(%one, %gs, %regs_one) : (!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.memref<f16, global, ((1,(2,4)),1,1):((0,(1,64)),0,0), align<4>>, !fly.memref<f16, register, ((1,8),1,1):((0,1),0,0)>) -> ()
      %rows = fly.tiled_copy.partition_dst(%wide, %s, %tid) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm90.stmatrix<x4>, 16>, !fly.layout<((4,8),(2,4)):((64,1),(32,8))>, !fly.tile<[32|8]>>, !fly.memref<f16, shared, (32,8):(8,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, shared, ((8,1),1,1):((1,0),0,0), align<16>>
      %regs_m = fly.tiled_copy.retile(%wide, %regs) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm90.stmatrix<x4>, 16>, !fly.layout<((4,8),(2,4)):((64,1),(32,8))>, !fly.tile<[32|8]>>, !fly.memref<f16, register, (((2,4),1),1,1):(((1,2),0),0,0)>) -> !fly.memref<f16, register, ((8,1),1,1):((1,0),0,0)>
      fly.copy(%matrix, %regs_m, %rows) : (!fly.copy_atom<!fly_ptx.sm90.stmatrix<x4>, 16>, !fly.memref<f16, register, ((8,1),1,1):((1,0),0,0)>, !fly.memref<f16, shared, ((8,1),1,1):((1,0),0,0), align<16>>) -> ()
      gpu.barrier
      %ss = fly.tiled_copy.partition_src(%plain, %s, %tid) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.layout<((4,8),(2,4)):((64,1),(32,8))>, !fly.tile<[32|8]>>, !fly.memref<f16, shared, (32,8):(8,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, shared, ((1,(2,4)),1,1):((0,(1,64)),0,0), align<4>>
      %out_t = fly.tiled_copy.partition_dst(%plain, %out, %tid) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.layout<((4,8),(2,4)):((64,1),(32,8))>, !fly.tile<[32|8]>>, !fly.memref<f16, global, (32,8):(8,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, global, ((1,(2,4)),1,1):((0,(1,64)),0,0), align<4>>
      %tmp = fly.make_fragment_like(%ss) : (!fly.memref<f16, shared, ((1,(2,4)),1,1):((0,(1,64)),0,0), align<4>>) -> !fly.memref<f16, register, ((1,(2,4)),1,1):((0,(1,2)),0,0)>
      fly.copy(%one, %ss, %tmp) : (!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.memref<f16, shared, ((1,(2,4)),1,1):((0,(1,64)),0,0), align<4>>, !fly.memref<f16, register, ((1,(2,4)),1,1):((0,(1,2)),0,0)>) -> ()
      fly.copy(%one, %tmp, %out_t) : (!fly.copy_atom<!fly.universal_copy<16>, 16>, !fly.memref<f16, register, ((1,(2,4)),1,1):((0,(1,2)),0,0)>, !fly.memref<f16, global, ((1,(2,4)),1,1):((0,(1,64)),0,0), align<4>>) -> ()
      gpu.return
    }
  }
}
