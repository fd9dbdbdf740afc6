// Row-wise softmax, y = exp(x - max) / sum(exp(x - max)), f32 rows of 1024, one block of 256 threads per row.
// Target: sm_80 and later. Each thread keeps 4 neighbouring values in registers; warps reduce by shuffles of 16, 8, 4, 2, 1,
// the 8 warp results meet in shared memory.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @row_softmax(%x: !fly.memref<f32, global, (?,1024):(1024,1), align<16>>, %y: !fly.memref<f32, global, (?,1024):(1024,1), align<16>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %tx = gpu.thread_id x
      %t = arith.index_cast %tx : index to i32
      %bx = gpu.block_id x
      %b = arith.index_cast %bx : index to i32
      %c0 = arith.constant 0 : i32
      %warp = arith.constant 32 : i32
      %lane = arith.remsi %t, %warp : i32
      %wave = arith.divsi %t, %warp : i32
      %leader = arith.cmpi eq, %lane, %c0 : i32
      %raw = fly.make_ptr() {dictAttrs = {allocAlign = 32 : i64, allocBytes = 32 : i64}} : () -> !fly.ptr<f32, shared, align<32>>
      %eight = fly.static : !fly.layout<8:1>
      %red = fly.make_view(%raw, %eight) : (!fly.ptr<f32, shared, align<32>>, !fly.layout<8:1>) -> !fly.memref<f32, shared, 8:1, align<32>>
      // The thread's four values of the row.
      %vec4 = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
      %four = fly.static : !fly.layout<4:1>
      %row = fly.make_int_tuple(%b) : (i32) -> !fly.int_tuple<(?,*)>
      %col = fly.make_int_tuple(%t) : (i32) -> !fly.int_tuple<(*,?)>
      %x_row = fly.slice(%x, %row) : (!fly.memref<f32, global, (?,1024):(1024,1), align<16>>, !fly.int_tuple<(?,*)>) -> !fly.memref<f32, global, 1024:1, align<16>>
      %x_div = fly.logical_divide(%x_row, %four) : (!fly.memref<f32, global, 1024:1, align<16>>, !fly.layout<4:1>) -> !fly.memref<f32, global, (4,256):(1,4), align<16>>
      %x_mine = fly.slice(%x_div, %col) : (!fly.memref<f32, global, (4,256):(1,4), align<16>>, !fly.int_tuple<(*,?)>) -> !fly.memref<f32, global, 4:1, align<16>>
      %regs = fly.memref.alloca(%four) : (!fly.layout<4:1>) -> !fly.memref<f32, register, 4:1>
      fly.copy(%vec4, %x_mine, %regs) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>, !fly.memref<f32, register, 4:1>) -> ()
      %v = fly.memref.load_vec(%regs) : (!fly.memref<f32, register, 4:1>) -> vector<4xf32>
      // Maximum of the row.
      %m = vector.reduction <maximumf>, %v : vector<4xf32> into f32
      %md0 = arith.constant 16 : i32
      %mp0, %mv0 = gpu.shuffle xor %m, %md0, %warp : f32
      %mw0 = arith.maximumf %m, %mp0 : f32
      %md1 = arith.constant 8 : i32
      %mp1, %mv1 = gpu.shuffle xor %mw0, %md1, %warp : f32
      %mw1 = arith.maximumf %mw0, %mp1 : f32
      %md2 = arith.constant 4 : i32
      %mp2, %mv2 = gpu.shuffle xor %mw1, %md2, %warp : f32
      %mw2 = arith.maximumf %mw1, %mp2 : f32
      %md3 = arith.constant 2 : i32
      %mp3, %mv3 = gpu.shuffle xor %mw2, %md3, %warp : f32
      %mw3 = arith.maximumf %mw2, %mp3 : f32
      %md4 = arith.constant 1 : i32
      %mp4, %mv4 = gpu.shuffle xor %mw3, %md4, %warp : f32
      %mw4 = arith.maximumf %mw3, %mp4 : f32
      scf.if %leader {
        %mi = fly.make_int_tuple(%wave) : (i32) -> !fly.int_tuple<?>
        fly.memref.store(%mw4, %red, %mi) : (f32, !fly.memref<f32, shared, 8:1, align<32>>, !fly.int_tuple<?>) -> ()
      }
      gpu.barrier
      %mall = fly.memref.load_vec(%red) : (!fly.memref<f32, shared, 8:1, align<32>>) -> vector<8xf32>
      %row_max = vector.reduction <maximumf>, %mall : vector<8xf32> into f32
      gpu.barrier
      // exp(x - max), as a power of two.
      %max_b = vector.broadcast %row_max : f32 to vector<4xf32>
      %centred = arith.subf %v, %max_b : vector<4xf32>
      %log2e = arith.constant dense<1.44269502> : vector<4xf32>
      %scaled = arith.mulf %centred, %log2e : vector<4xf32>
      %s0 = vector.extract %scaled[0] : f32 from vector<4xf32>
      %s1 = vector.extract %scaled[1] : f32 from vector<4xf32>
      %s2 = vector.extract %scaled[2] : f32 from vector<4xf32>
      %s3 = vector.extract %scaled[3] : f32 from vector<4xf32>
      %e0 = llvm.call_intrinsic "llvm.nvvm.ex2.approx"(%s0) : (f32) -> f32
      %e1 = llvm.call_intrinsic "llvm.nvvm.ex2.approx"(%s1) : (f32) -> f32
      %e2 = llvm.call_intrinsic "llvm.nvvm.ex2.approx"(%s2) : (f32) -> f32
      %e3 = llvm.call_intrinsic "llvm.nvvm.ex2.approx"(%s3) : (f32) -> f32
      %e = vector.from_elements %e0, %e1, %e2, %e3 : vector<4xf32>
      // Sum of the row.
      %s = vector.reduction <add>, %e : vector<4xf32> into f32
      %ad0 = arith.constant 16 : i32
      %ap0, %av0 = gpu.shuffle xor %s, %ad0, %warp : f32
      %aw0 = arith.addf %s, %ap0 : f32
      %ad1 = arith.constant 8 : i32
      %ap1, %av1 = gpu.shuffle xor %aw0, %ad1, %warp : f32
      %aw1 = arith.addf %aw0, %ap1 : f32
      %ad2 = arith.constant 4 : i32
      %ap2, %av2 = gpu.shuffle xor %aw1, %ad2, %warp : f32
      %aw2 = arith.addf %aw1, %ap2 : f32
      %ad3 = arith.constant 2 : i32
      %ap3, %av3 = gpu.shuffle xor %aw2, %ad3, %warp : f32
      %aw3 = arith.addf %aw2, %ap3 : f32
      %ad4 = arith.constant 1 : i32
      %ap4, %av4 = gpu.shuffle xor %aw3, %ad4, %warp : f32
      %aw4 = arith.addf %aw3, %ap4 : f32
      scf.if %leader {
        %ai = fly.make_int_tuple(%wave) : (i32) -> !fly.int_tuple<?>
        fly.memref.store(%aw4, %red, %ai) : (f32, !fly.memref<f32, shared, 8:1, align<32>>, !fly.int_tuple<?>) -> ()
      }
      gpu.barrier
      %aall = fly.memref.load_vec(%red) : (!fly.memref<f32, shared, 8:1, align<32>>) -> vector<8xf32>
      %row_sum = vector.reduction <add>, %aall : vector<8xf32> into f32
      %one = arith.constant 1.0 : f32
      %inv = arith.divf %one, %row_sum : f32
      %inv_b = vector.broadcast %inv : f32 to vector<4xf32>
      %o = arith.mulf %e, %inv_b : vector<4xf32>
      %out = fly.memref.alloca(%four) : (!fly.layout<4:1>) -> !fly.memref<f32, register, 4:1>
      fly.memref.store_vec(%o, %out) : (vector<4xf32>, !fly.memref<f32, register, 4:1>) -> ()
      %y_row = fly.slice(%y, %row) : (!fly.memref<f32, global, (?,1024):(1024,1), align<16>>, !fly.int_tuple<(?,*)>) -> !fly.memref<f32, global, 1024:1, align<16>>
      %y_div = fly.logical_divide(%y_row, %four) : (!fly.memref<f32, global, 1024:1, align<16>>, !fly.layout<4:1>) -> !fly.memref<f32, global, (4,256):(1,4), align<16>>
      %y_mine = fly.slice(%y_div, %col) : (!fly.memref<f32, global, (4,256):(1,4), align<16>>, !fly.int_tuple<(*,?)>) -> !fly.memref<f32, global, 4:1, align<16>>
      fly.copy(%vec4, %out, %y_mine) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, register, 4:1>, !fly.memref<f32, global, 4:1, align<16>>) -> ()
      gpu.return
    }
  }
}
