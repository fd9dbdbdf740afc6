// D-62: a value without a defining operation is not in normal form.
// RUN: fly-opt %s -fly-canonicalize | FileCheck %s

// CHECK-LABEL: func.func @layout
func.func @layout(%s: !fly.int_tuple<(4,8)>, %d: !fly.int_tuple<(1,4)>) -> !fly.layout<(4,8):(1,4)> {
  // CHECK: fly.make_layout(%{{[0-9]+}}, %{{[0-9]+}})
  %l = fly.make_layout(%s, %d) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,4)>) -> !fly.layout<(4,8):(1,4)>
  return %l : !fly.layout<(4,8):(1,4)>
}

// CHECK-LABEL: func.func @atom
func.func @atom(%a: !fly.copy_atom<!fly.universal_copy<32>, 32>, %s: !fly.memref<f32, global, 1:1>, %d: !fly.memref<f32, register, 1:1>) {
  // CHECK: fly.copy
  fly.copy(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
  return
}
