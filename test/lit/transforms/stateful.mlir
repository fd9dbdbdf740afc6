// A tiled copy of a stateful atom crosses a boundary as its atom; the rest of it is static.
// RUN: fly-opt %s --fly-rewrite-func-signature | FileCheck %s
// RUN: fly-opt %s --fly-rewrite-func-signature --fly-canonicalize --fly-layout-lowering | FileCheck %s --check-prefix=LOWER

gpu.module @m {
  // CHECK: gpu.func @k(%[[A:.*]]: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, %{{.*}}: !fly.ptr<f32, #fly_rocdl.buffer_desc>, %{{.*}}: !fly.ptr<f32, register>)
  // CHECK: fly.make_tiled_copy(%[[A]], %{{.*}}, %{{.*}})
  // LOWER: gpu.func @k(%[[A:.*]]: !fly.copy_atom
  // LOWER-COUNT-2: fly.copy_atom_call(%[[A]]
  gpu.func @k(%tc: !fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>,
      %p: !fly.ptr<f32, #fly_rocdl.buffer_desc>, %r: !fly.ptr<f32, register>) {
    %l = fly.static : !fly.layout<(1,2):(0,1)>
    %s = fly.make_view(%p, %l) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>, !fly.layout<(1,2):(0,1)>) -> !fly.memref<f32, #fly_rocdl.buffer_desc, (1,2):(0,1)>
    %d = fly.make_view(%r, %l) : (!fly.ptr<f32, register>, !fly.layout<(1,2):(0,1)>) -> !fly.memref<f32, register, (1,2):(0,1)>
    fly.copy(%tc, %s, %d) : (!fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, #fly_rocdl.buffer_desc, (1,2):(0,1)>, !fly.memref<f32, register, (1,2):(0,1)>) -> ()
    gpu.return
  }

  // An atom with changed state is carried as the value it is.
  // CHECK: gpu.func @caller
  // CHECK: %[[B:.*]] = fly.atom.set_value
  // CHECK: %[[R:.*]] = scf.if %{{.*}} -> (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>) {
  // CHECK: scf.yield %[[B]]
  gpu.func @caller(%c: i1, %off: i32, %p: !fly.ptr<f32, #fly_rocdl.buffer_desc>, %r: !fly.ptr<f32, register>) {
    %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>
    %b = fly.atom.set_value(%a, "soffset", %off) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, i32) -> !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>
    %tv = fly.static : !fly.layout<(4,8):(8,1)>
    %t = fly.static : !fly.tile<[4|8]>
    %tc = scf.if %c -> (!fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>) {
      %x = fly.make_tiled_copy(%b, %tv, %t) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>
      scf.yield %x : !fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>
    } else {
      %x = fly.make_tiled_copy(%a, %tv, %t) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>
      scf.yield %x : !fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>
    }
    %l = fly.static : !fly.layout<1:0>
    %s = fly.make_view(%p, %l) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>, !fly.layout<1:0>) -> !fly.memref<f32, #fly_rocdl.buffer_desc, 1:0>
    %d = fly.make_view(%r, %l) : (!fly.ptr<f32, register>, !fly.layout<1:0>) -> !fly.memref<f32, register, 1:0>
    // LOWER: fly.copy_atom_call(%{{.*}}, %{{.*}}, %{{.*}}) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>
    fly.copy(%tc, %s, %d) : (!fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, #fly_rocdl.buffer_desc, 1:0>, !fly.memref<f32, register, 1:0>) -> ()
    gpu.return
  }
}
