// Half-precision product C[m,n] = sum_k A[m,k] * B[n,k] of 4096 x 4096 x 4096 on NVIDIA tensor cores: f16 in, f32 out.
// Target: sm_80 and later. One block of 128 threads (4 warps, 2 x 2) computes 128 x 128; K goes in steps of 32 through two
// stages of shared memory, filled by cp.async and read by ldmatrix. Rows of 64 bytes are spread over the banks by the
// pointer swizzle S<2,4,3>. Tiled MMA: sm80.mma<16x8x16>, warps (2,2,1):(1,2,0), tile (32,16,16). One ldmatrix.x4
// reads 16 x 16 of A, or 8 x 32 of B, which is both k-steps of a tile.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gemm(%A: !fly.memref<f16, global, (4096,4096):(4096,1), align<16>>, %B: !fly.memref<f16, global, (4096,4096):(4096,1), align<16>>, %C: !fly.memref<f32, global, (4096,4096):(4096,1), align<16>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %tx = gpu.thread_id x
      %t = arith.index_cast %tx : index to i32
      %bx = gpu.block_id x
      %bm = arith.index_cast %bx : index to i32
      %by = gpu.block_id y
      %bn = arith.index_cast %by : index to i32
      %thr = fly.make_int_tuple(%t) : (i32) -> !fly.int_tuple<?>
      // The block's rows of A and B, cut along K, and its tile of C.
      %tile_k = fly.static : !fly.tile<[128|32]>
      %A_tiles = fly.flat_divide(%A, %tile_k) : (!fly.memref<f16, global, (4096,4096):(4096,1), align<16>>, !fly.tile<[128|32]>) -> !fly.memref<f16, global, (128,32,32,128):(4096,1,524288,32), align<16>>
      %A_at = fly.make_int_tuple(%bm) : (i32) -> !fly.int_tuple<(*,*,?,*)>
      %A_k = fly.slice(%A_tiles, %A_at) : (!fly.memref<f16, global, (128,32,32,128):(4096,1,524288,32), align<16>>, !fly.int_tuple<(*,*,?,*)>) -> !fly.memref<f16, global, (128,32,128):(4096,1,32), align<16>>
      %B_tiles = fly.flat_divide(%B, %tile_k) : (!fly.memref<f16, global, (4096,4096):(4096,1), align<16>>, !fly.tile<[128|32]>) -> !fly.memref<f16, global, (128,32,32,128):(4096,1,524288,32), align<16>>
      %B_at = fly.make_int_tuple(%bn) : (i32) -> !fly.int_tuple<(*,*,?,*)>
      %B_k = fly.slice(%B_tiles, %B_at) : (!fly.memref<f16, global, (128,32,32,128):(4096,1,524288,32), align<16>>, !fly.int_tuple<(*,*,?,*)>) -> !fly.memref<f16, global, (128,32,128):(4096,1,32), align<16>>
      %tile_c = fly.static : !fly.tile<[128|128]>
      %C_tiles = fly.flat_divide(%C, %tile_c) : (!fly.memref<f32, global, (4096,4096):(4096,1), align<16>>, !fly.tile<[128|128]>) -> !fly.memref<f32, global, (128,128,32,32):(4096,1,524288,128), align<16>>
      %C_at = fly.make_int_tuple(%bm, %bn) : (i32, i32) -> !fly.int_tuple<(*,*,?,?)>
      %C_blk = fly.slice(%C_tiles, %C_at) : (!fly.memref<f32, global, (128,128,32,32):(4096,1,524288,128), align<16>>, !fly.int_tuple<(*,*,?,?)>) -> !fly.memref<f32, global, (128,128):(4096,1), align<16>>
      // Shared memory: two stages of 128 x 32 for each factor.
      %xor = fly.static : !fly.swizzle<S<2,4,3>>
      %stages = fly.static : !fly.layout<(128,32,2):(32,1,4096)>
      %A_sm_raw = fly.make_ptr() {dictAttrs = {allocAlign = 1024 : i64, allocBytes = 16384 : i64}} : () -> !fly.ptr<f16, shared, align<1024>>
      %A_sm_ptr = fly.apply_swizzle(%A_sm_raw, %xor) : (!fly.ptr<f16, shared, align<1024>>, !fly.swizzle<S<2,4,3>>) -> !fly.ptr<f16, shared, align<32>, S<2,4,3>>
      %A_sm = fly.make_view(%A_sm_ptr, %stages) : (!fly.ptr<f16, shared, align<32>, S<2,4,3>>, !fly.layout<(128,32,2):(32,1,4096)>) -> !fly.memref<f16, shared, (128,32,2):(32,1,4096), align<32>, S<2,4,3>>
      %B_sm_raw = fly.make_ptr() {dictAttrs = {allocAlign = 1024 : i64, allocBytes = 16384 : i64}} : () -> !fly.ptr<f16, shared, align<1024>>
      %B_sm_ptr = fly.apply_swizzle(%B_sm_raw, %xor) : (!fly.ptr<f16, shared, align<1024>>, !fly.swizzle<S<2,4,3>>) -> !fly.ptr<f16, shared, align<32>, S<2,4,3>>
      %B_sm = fly.make_view(%B_sm_ptr, %stages) : (!fly.ptr<f16, shared, align<32>, S<2,4,3>>, !fly.layout<(128,32,2):(32,1,4096)>) -> !fly.memref<f16, shared, (128,32,2):(32,1,4096), align<32>, S<2,4,3>>
      // Atoms and tiled operations.
      %mma_atom = fly.make_mma_atom : !fly.mma_atom<!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>>
      %warps = fly.static : !fly.layout<(2,2,1):(1,2,0)>
      %mma = fly.make_tiled_mma(%mma_atom, %warps) : (!fly.mma_atom<!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
      %async = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg>, 16>
      %matrix = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 16>
      %out = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 32>
      %tv_g = fly.static : !fly.layout<((4,32),8):((256,1),32)>
      %tile_g = fly.static : !fly.tile<[32|32]>
      %fill = fly.make_tiled_copy(%async, %tv_g, %tile_g) : (!fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg>, 16>, !fly.layout<((4,32),8):((256,1),32)>, !fly.tile<[32|32]>) -> !fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg>, 16>, !fly.layout<((4,32),8):((256,1),32)>, !fly.tile<[32|32]>>
      %tile_s = fly.static : !fly.tile<[32|16]>
      %tv_a = fly.static : !fly.layout<((4,8,2,2),(2,2,2)):((64,1,16,0),(32,8,256))>
      %read_a = fly.make_tiled_copy(%matrix, %tv_a, %tile_s) : (!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 16>, !fly.layout<((4,8,2,2),(2,2,2)):((64,1,16,0),(32,8,256))>, !fly.tile<[32|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 16>, !fly.layout<((4,8,2,2),(2,2,2)):((64,1,16,0),(32,8,256))>, !fly.tile<[32|16]>>
      %tv_b = fly.static : !fly.layout<((4,8,2,2),(2,2,2)):((32,1,0,8),(16,128,256))>
      %tile_b = fly.static : !fly.tile<[16|32]>
      %read_b = fly.make_tiled_copy(%matrix, %tv_b, %tile_b) : (!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 16>, !fly.layout<((4,8,2,2),(2,2,2)):((32,1,0,8),(16,128,256))>, !fly.tile<[16|32]>) -> !fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 16>, !fly.layout<((4,8,2,2),(2,2,2)):((32,1,0,8),(16,128,256))>, !fly.tile<[16|32]>>
      // Each thread's parts.
      %A_g = fly.tiled_copy.partition_src(%fill, %A_k, %thr) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg>, 16>, !fly.layout<((4,32),8):((256,1),32)>, !fly.tile<[32|32]>>, !fly.memref<f16, global, (128,32,128):(4096,1,32), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, global, ((8,1),4,1,128):((1,0),131072,0,32), align<16>>
      %B_g = fly.tiled_copy.partition_src(%fill, %B_k, %thr) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg>, 16>, !fly.layout<((4,32),8):((256,1),32)>, !fly.tile<[32|32]>>, !fly.memref<f16, global, (128,32,128):(4096,1,32), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, global, ((8,1),4,1,128):((1,0),131072,0,32), align<16>>
      %A_s = fly.tiled_copy.partition_dst(%fill, %A_sm, %thr) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg>, 16>, !fly.layout<((4,32),8):((256,1),32)>, !fly.tile<[32|32]>>, !fly.memref<f16, shared, (128,32,2):(32,1,4096), align<32>, S<2,4,3>>, !fly.int_tuple<?>) -> !fly.memref<f16, shared, ((8,1),4,1,2):((1,0),1024,0,4096), align<16>, S<2,4,3>>
      %B_s = fly.tiled_copy.partition_dst(%fill, %B_sm, %thr) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg>, 16>, !fly.layout<((4,32),8):((256,1),32)>, !fly.tile<[32|32]>>, !fly.memref<f16, shared, (128,32,2):(32,1,4096), align<32>, S<2,4,3>>, !fly.int_tuple<?>) -> !fly.memref<f16, shared, ((8,1),4,1,2):((1,0),1024,0,4096), align<16>, S<2,4,3>>
      %A_l = fly.tiled_copy.partition_src(%read_a, %A_sm, %thr) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 16>, !fly.layout<((4,8,2,2),(2,2,2)):((64,1,16,0),(32,8,256))>, !fly.tile<[32|16]>>, !fly.memref<f16, shared, (128,32,2):(32,1,4096), align<32>, S<2,4,3>>, !fly.int_tuple<?>) -> !fly.memref<f16, shared, ((8,1),4,2,2):((1,0),1024,16,4096), align<16>, S<2,4,3>>
      %B_l = fly.tiled_copy.partition_src(%read_b, %B_sm, %thr) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 16>, !fly.layout<((4,8,2,2),(2,2,2)):((32,1,0,8),(16,128,256))>, !fly.tile<[16|32]>>, !fly.memref<f16, shared, (128,32,2):(32,1,4096), align<32>, S<2,4,3>>, !fly.int_tuple<?>) -> !fly.memref<f16, shared, ((8,1),8,1,2):((1,0),512,0,4096), align<16>, S<2,4,3>>
      %C_g = fly.tiled_mma.partition(c, %mma, %C_blk, %thr) : (!fly.tiled_mma<!fly.mma_atom<!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f32, global, (128,128):(4096,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((2,2),4,8):((1,32768),131072,16), align<8>>
      %first = fly.make_int_tuple() : () -> !fly.int_tuple<(*,*,0)>
      %A_one = fly.slice(%A_sm, %first) : (!fly.memref<f16, shared, (128,32,2):(32,1,4096), align<32>, S<2,4,3>>, !fly.int_tuple<(*,*,0)>) -> !fly.memref<f16, shared, (128,32):(32,1), align<32>, S<2,4,3>>
      %B_one = fly.slice(%B_sm, %first) : (!fly.memref<f16, shared, (128,32,2):(32,1,4096), align<32>, S<2,4,3>>, !fly.int_tuple<(*,*,0)>) -> !fly.memref<f16, shared, (128,32):(32,1), align<32>, S<2,4,3>>
      %A_frag = fly.mma.make_fragment(a, %mma, %A_one) : (!fly.tiled_mma<!fly.mma_atom<!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f16, shared, (128,32):(32,1), align<32>, S<2,4,3>>) -> !fly.memref<f16, register, ((2,2,2),4,2):((1,2,4),16,8)>
      %B_frag = fly.mma.make_fragment(b, %mma, %B_one) : (!fly.tiled_mma<!fly.mma_atom<!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f16, shared, (128,32):(32,1), align<32>, S<2,4,3>>) -> !fly.memref<f16, register, ((2,2),8,2):((1,2),8,4)>
      %acc = fly.mma.make_fragment(c, %mma, %C_blk) : (!fly.tiled_mma<!fly.mma_atom<!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f32, global, (128,128):(4096,1), align<16>>) -> !fly.memref<f32, register, ((2,2),4,8):((1,2),32,4)>
      %A_regs = fly.tiled_copy.retile(%read_a, %A_frag) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 16>, !fly.layout<((4,8,2,2),(2,2,2)):((64,1,16,0),(32,8,256))>, !fly.tile<[32|16]>>, !fly.memref<f16, register, ((2,2,2),4,2):((1,2,4),16,8)>) -> !fly.memref<f16, register, ((8,1),4,2):((1,0),16,8)>
      %B_regs = fly.tiled_copy.retile(%read_b, %B_frag) : (!fly.tiled_copy<!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 16>, !fly.layout<((4,8,2,2),(2,2,2)):((32,1,0,8),(16,128,256))>, !fly.tile<[16|32]>>, !fly.memref<f16, register, ((2,2),8,2):((1,2),8,4)>) -> !fly.memref<f16, register, ((8,1),8,1):((1,0),8,0)>
      %zero = arith.constant dense<0.0> : vector<128xf32>
      fly.memref.store_vec(%zero, %acc) : (vector<128xf32>, !fly.memref<f32, register, ((2,2),4,8):((1,2),32,4)>) -> ()
      // Stage 0 is on its way before the loop; each step starts the next stage, then multiplies its own.
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %steps = arith.constant 128 : index
      %i0 = arith.constant 0 : i32
      %i1 = arith.constant 1 : i32
      %last = arith.constant 127 : i32
      %ga_at = fly.make_int_tuple(%i0) : (i32) -> !fly.int_tuple<(*,*,*,?)>
      %ga = fly.slice(%A_g, %ga_at) : (!fly.memref<f16, global, ((8,1),4,1,128):((1,0),131072,0,32), align<16>>, !fly.int_tuple<(*,*,*,?)>) -> !fly.memref<f16, global, ((8,1),4,1):((1,0),131072,0), align<16>>
      %sa_at = fly.make_int_tuple(%i0) : (i32) -> !fly.int_tuple<(*,*,*,?)>
      %sa = fly.slice(%A_s, %sa_at) : (!fly.memref<f16, shared, ((8,1),4,1,2):((1,0),1024,0,4096), align<16>, S<2,4,3>>, !fly.int_tuple<(*,*,*,?)>) -> !fly.memref<f16, shared, ((8,1),4,1):((1,0),1024,0), align<16>, S<2,4,3>>
      fly.copy(%async, %ga, %sa) : (!fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg>, 16>, !fly.memref<f16, global, ((8,1),4,1):((1,0),131072,0), align<16>>, !fly.memref<f16, shared, ((8,1),4,1):((1,0),1024,0), align<16>, S<2,4,3>>) -> ()
      %gb_at = fly.make_int_tuple(%i0) : (i32) -> !fly.int_tuple<(*,*,*,?)>
      %gb = fly.slice(%B_g, %gb_at) : (!fly.memref<f16, global, ((8,1),4,1,128):((1,0),131072,0,32), align<16>>, !fly.int_tuple<(*,*,*,?)>) -> !fly.memref<f16, global, ((8,1),4,1):((1,0),131072,0), align<16>>
      %sb_at = fly.make_int_tuple(%i0) : (i32) -> !fly.int_tuple<(*,*,*,?)>
      %sb = fly.slice(%B_s, %sb_at) : (!fly.memref<f16, shared, ((8,1),4,1,2):((1,0),1024,0,4096), align<16>, S<2,4,3>>, !fly.int_tuple<(*,*,*,?)>) -> !fly.memref<f16, shared, ((8,1),4,1):((1,0),1024,0), align<16>, S<2,4,3>>
      fly.copy(%async, %gb, %sb) : (!fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg>, 16>, !fly.memref<f16, global, ((8,1),4,1):((1,0),131072,0), align<16>>, !fly.memref<f16, shared, ((8,1),4,1):((1,0),1024,0), align<16>, S<2,4,3>>) -> ()
      nvvm.cp.async.commit.group
      scf.for %k = %c0 to %steps step %c1 {
        %ki = arith.index_cast %k : index to i32
        %next = arith.addi %ki, %i1 : i32
        %stage = arith.andi %ki, %i1 : i32
        %other = arith.xori %stage, %i1 : i32
        // The last step copies its own tile once more, into the stage that nobody reads any longer.
        %wanted = arith.minsi %next, %last : i32
        %ga_n_at = fly.make_int_tuple(%wanted) : (i32) -> !fly.int_tuple<(*,*,*,?)>
        %ga_n = fly.slice(%A_g, %ga_n_at) : (!fly.memref<f16, global, ((8,1),4,1,128):((1,0),131072,0,32), align<16>>, !fly.int_tuple<(*,*,*,?)>) -> !fly.memref<f16, global, ((8,1),4,1):((1,0),131072,0), align<16>>
        %sa_n_at = fly.make_int_tuple(%other) : (i32) -> !fly.int_tuple<(*,*,*,?)>
        %sa_n = fly.slice(%A_s, %sa_n_at) : (!fly.memref<f16, shared, ((8,1),4,1,2):((1,0),1024,0,4096), align<16>, S<2,4,3>>, !fly.int_tuple<(*,*,*,?)>) -> !fly.memref<f16, shared, ((8,1),4,1):((1,0),1024,0), align<16>, S<2,4,3>>
        fly.copy(%async, %ga_n, %sa_n) : (!fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg>, 16>, !fly.memref<f16, global, ((8,1),4,1):((1,0),131072,0), align<16>>, !fly.memref<f16, shared, ((8,1),4,1):((1,0),1024,0), align<16>, S<2,4,3>>) -> ()
        %gb_n_at = fly.make_int_tuple(%wanted) : (i32) -> !fly.int_tuple<(*,*,*,?)>
        %gb_n = fly.slice(%B_g, %gb_n_at) : (!fly.memref<f16, global, ((8,1),4,1,128):((1,0),131072,0,32), align<16>>, !fly.int_tuple<(*,*,*,?)>) -> !fly.memref<f16, global, ((8,1),4,1):((1,0),131072,0), align<16>>
        %sb_n_at = fly.make_int_tuple(%other) : (i32) -> !fly.int_tuple<(*,*,*,?)>
        %sb_n = fly.slice(%B_s, %sb_n_at) : (!fly.memref<f16, shared, ((8,1),4,1,2):((1,0),1024,0,4096), align<16>, S<2,4,3>>, !fly.int_tuple<(*,*,*,?)>) -> !fly.memref<f16, shared, ((8,1),4,1):((1,0),1024,0), align<16>, S<2,4,3>>
        fly.copy(%async, %gb_n, %sb_n) : (!fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg>, 16>, !fly.memref<f16, global, ((8,1),4,1):((1,0),131072,0), align<16>>, !fly.memref<f16, shared, ((8,1),4,1):((1,0),1024,0), align<16>, S<2,4,3>>) -> ()
        nvvm.cp.async.commit.group
        nvvm.cp.async.wait.group 1
        gpu.barrier
        %l_at = fly.make_int_tuple(%stage) : (i32) -> !fly.int_tuple<(*,*,*,?)>
        %A_now = fly.slice(%A_l, %l_at) : (!fly.memref<f16, shared, ((8,1),4,2,2):((1,0),1024,16,4096), align<16>, S<2,4,3>>, !fly.int_tuple<(*,*,*,?)>) -> !fly.memref<f16, shared, ((8,1),4,2):((1,0),1024,16), align<16>, S<2,4,3>>
        %B_now = fly.slice(%B_l, %l_at) : (!fly.memref<f16, shared, ((8,1),8,1,2):((1,0),512,0,4096), align<16>, S<2,4,3>>, !fly.int_tuple<(*,*,*,?)>) -> !fly.memref<f16, shared, ((8,1),8,1):((1,0),512,0), align<16>, S<2,4,3>>
        fly.copy(%matrix, %A_now, %A_regs) : (!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 16>, !fly.memref<f16, shared, ((8,1),4,2):((1,0),1024,16), align<16>, S<2,4,3>>, !fly.memref<f16, register, ((8,1),4,2):((1,0),16,8)>) -> ()
        fly.copy(%matrix, %B_now, %B_regs) : (!fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 16>, !fly.memref<f16, shared, ((8,1),8,1):((1,0),512,0), align<16>, S<2,4,3>>, !fly.memref<f16, register, ((8,1),8,1):((1,0),8,0)>) -> ()
        fly.gemm(%mma, %acc, %A_frag, %B_frag, %acc) : (!fly.tiled_mma<!fly.mma_atom<!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f32, register, ((2,2),4,8):((1,2),32,4)>, !fly.memref<f16, register, ((2,2,2),4,2):((1,2,4),16,8)>, !fly.memref<f16, register, ((2,2),8,2):((1,2),8,4)>, !fly.memref<f32, register, ((2,2),4,8):((1,2),32,4)>) -> ()
        gpu.barrier
      }
      fly.copy(%out, %acc, %C_g) : (!fly.copy_atom<!fly.universal_copy<64>, 32>, !fly.memref<f32, register, ((2,2),4,8):((1,2),32,4)>, !fly.memref<f32, global, ((2,2),4,8):((1,32768),131072,16), align<8>>) -> ()
      gpu.return
    }
  }
}
