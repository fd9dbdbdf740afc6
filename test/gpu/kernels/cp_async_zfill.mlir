// cp_async_zfill: each thread copies a row of 8 halves to shared memory, only if its index is even; other rows become zero.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%in: !fly.memref<f16, global, (32,8):(8,1), align<16>>, %out: !fly.memref<f16, global, (32,8):(8,1), align<16>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %x = gpu.thread_id x
      %t = arith.index_cast %x : index to i32
      %one = arith.constant 1 : i32
      %zero = arith.constant 0 : i32
      %odd = arith.andi %t, %one : i32
      %even = arith.cmpi eq, %odd, %zero : i32
      %lay = fly.static : !fly.layout<(32,8):(8,1)>
      %sp = fly.make_ptr() {dictAttrs = {allocBytes = 512 : i64, allocAlign = 128 : i64}} : () -> !fly.ptr<f16, shared, align<16>>
      %s = fly.make_view(%sp, %lay) : (!fly.ptr<f16, shared, align<16>>, !fly.layout<(32,8):(8,1)>) -> !fly.memref<f16, shared, (32,8):(8,1), align<16>>
      %row = fly.make_int_tuple(%t) : (i32) -> !fly.int_tuple<(?,*)>
      %src = fly.slice(%in, %row) : (!fly.memref<f16, global, (32,8):(8,1), align<16>>, !fly.int_tuple<(?,*)>) -> !fly.memref<f16, global, 8:1, align<16>>
      %mid = fly.slice(%s, %row) : (!fly.memref<f16, shared, (32,8):(8,1), align<16>>, !fly.int_tuple<(?,*)>) -> !fly.memref<f16, shared, 8:1, align<16>>
      %dst = fly.slice(%out, %row) : (!fly.memref<f16, global, (32,8):(8,1), align<16>>, !fly.int_tuple<(?,*)>) -> !fly.memref<f16, global, 8:1, align<16>>
      %ones = arith.constant dense<1.0> : vector<8xf16>
      fly.memref.store_vec(%ones, %mid) : (vector<8xf16>, !fly.memref<f16, shared, 8:1, align<16>>) -> ()
      %bit = fly.static : !fly.layout<1:1>
      %pred = fly.memref.alloca(%bit) : (!fly.layout<1:1>) -> !fly.memref<i1, register, 1:1>
      %at = fly.static : !fly.int_tuple<0>
      fly.memref.store(%even, %pred, %at) : (i1, !fly.memref<i1, register, 1:1>, !fly.int_tuple<0>) -> ()
      %async = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg, zfill>, 16>
      fly.copy(%async, %src, %mid, %pred) : (!fly.copy_atom<!fly_ptx.sm80.cp_async<128, cache = cg, zfill>, 16>, !fly.memref<f16, global, 8:1, align<16>>, !fly.memref<f16, shared, 8:1, align<16>>, !fly.memref<i1, register, 1:1>) -> ()
      nvvm.cp.async.commit.group
      nvvm.cp.async.wait.group 0
      gpu.barrier
      %plain = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 16>
      %eight = fly.static : !fly.layout<8:1>
      %regs = fly.memref.alloca(%eight) : (!fly.layout<8:1>) -> !fly.memref<f16, register, 8:1>
      fly.copy(%plain, %mid, %regs) : (!fly.copy_atom<!fly.universal_copy<128>, 16>, !fly.memref<f16, shared, 8:1, align<16>>, !fly.memref<f16, register, 8:1>) -> ()
      fly.copy(%plain, %regs, %dst) : (!fly.copy_atom<!fly.universal_copy<128>, 16>, !fly.memref<f16, register, 8:1>, !fly.memref<f16, global, 8:1, align<16>>) -> ()
      gpu.return
    }
  }
}
