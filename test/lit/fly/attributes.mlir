// RUN: fly-opt %s | fly-opt | FileCheck %s
// RUN: fly-opt %s -emit-bytecode | fly-opt | FileCheck %s
// RUN: fly-opt %s --mlir-print-op-generic | fly-opt | FileCheck %s

// D-64 (FLY164): standalone attributes keep a blank after the mnemonic, so that they can be read back.
// CHECK-LABEL: module attributes
// CHECK-DAG: fly.a01 = #fly<address_space global>
// CHECK-DAG: fly.a02 = #fly<mma_operand a>
// CHECK-DAG: fly.a03 = #fly<atomic_op add>
// CHECK-DAG: fly.a04 = #fly<gemm_traversal_order kmn_serpentine>
// CHECK-DAG: fly.a05 = #fly<cache_policy cache_global>
// CHECK-DAG: fly.a06 = #fly<align align<16>>
// CHECK-DAG: fly.a07 = #fly.explicit_module
// CHECK-DAG: fly.a08 = #fly<int_tuple (4,8)>
// CHECK-DAG: fly.a09 = #fly<int_tuple 4>
// CHECK-DAG: fly.a10 = #fly<layout (4,8):(1,4)>
// CHECK-DAG: fly.a11 = #fly<int ?{div=4}>
// CHECK-DAG: fly.a12 = #fly<basis 1E0>
// CHECK-DAG: fly.a13 = #fly<swizzle S<3,3,3>>
// CHECK-DAG: fly.a14 = #fly<coord_swizzle CS<3,0,[1, 0],0,[2]>>
// CHECK-DAG: fly.a15 = #fly<composed_layout S<3,3,3> o 0 o 8:1>
// CHECK-DAG: fly.a16 = #fly<tile {{\[4\|8\]}}>
// CHECK-DAG: fly.a17 = #fly<tile *>
module attributes {
  fly.a01 = #fly<address_space global>, fly.a02 = #fly<mma_operand "a">,
  fly.a03 = #fly<atomic_op add>, fly.a04 = #fly<gemm_traversal_order kmn_serpentine>,
  fly.a05 = #fly<cache_policy cache_global>, fly.a06 = #fly<align align<16>>,
  fly.a07 = #fly.explicit_module, fly.a08 = #fly<int_tuple (4, 8)>, fly.a09 = #fly<int_tuple 4>,
  fly.a10 = #fly<layout (4, 8) : (1, 4)>, fly.a11 = #fly<int ?{i32 div=4}>,
  fly.a12 = #fly<basis 1 E0>, fly.a13 = #fly<swizzle S<3, 3, 3>>,
  fly.a14 = #fly<coord_swizzle CS<3,0,[1,0],0,[2]>>,
  fly.a15 = #fly<composed_layout S<3,3,3> o 0 o [8:1]>, fly.a16 = #fly<tile [4 | 8]>,
  fly.a17 = #fly<tile *>
} {}
