// D-55: copy and gemm.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<32>, 32>, %x1: !fly.memref<f32, global, ((1,4),2):((0,1),4)>, %x2: !fly.memref<f32, register, (4,2):(1,4)>) {
  // expected-error @below {{'fly.copy' op the source (1,4):(0,1) has rank 2, the destination 4:1 has rank 1 [FLY155]}}
  fly.copy(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, ((1,4),2):((0,1),4)>, !fly.memref<f32, register, (4,2):(1,4)>) -> ()
  return
}

// -----

func.func @f(%x0: i32, %x1: !fly.memref<f32, global, 4:1>, %x2: !fly.memref<f32, global, (5,6):(1,5)>) {
  // expected-error @below {{'fly.copy' op the first operand is i32, neither a copy atom nor a tiled copy [FLY155]}}
  fly.copy(%x0, %x1, %x2) : (i32, !fly.memref<f32, global, 4:1>, !fly.memref<f32, global, (5,6):(1,5)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<32>, 32>, %x1: !fly.memref<f32, global, (1,4):(0,1)>, %x2: !fly.memref<f32, register, 1:1>) {
  // expected-error @below {{'fly.copy' op the source (1,4):(0,1) has rank 2, the destination 1:1 has rank 1 [FLY155]}}
  fly.copy(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, (1,4):(0,1)>, !fly.memref<f32, register, 1:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<32>, 32>, %x1: !fly.memref<f32, global, (1,4):(0,1)>, %x2: !fly.memref<f32, register, (1,3):(0,1)>) {
  // expected-error @below {{'fly.copy' op the source (1,4):(0,1) needs 4 calls, the destination (1,3):(0,1) needs 3 [FLY155]}}
  fly.copy(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, (1,4):(0,1)>, !fly.memref<f32, register, (1,3):(0,1)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<32>, 32>, %x1: !fly.memref<f32, global, (1,?):(0,1)>, %x2: !fly.memref<f32, register, (1,4):(0,1)>) {
  // expected-error @below {{'fly.copy' op the modes after the first of the source (1,?):(0,1) have no static size, so the number of calls is not known [FLY155]}}
  fly.copy(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, (1,?):(0,1)>, !fly.memref<f32, register, (1,4):(0,1)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<32>, 32>, %x1: !fly.memref<f32, global, (1,4):(0,1)>, %x2: !fly.memref<f32, register, (1,4):(0,1)>, %x3: !fly.memref<i1, register, (1,4,1):(0,1,0)>) {
  // expected-error @below {{'fly.copy' op the predicate (1,4,1):(0,1,0) has rank 3, but views of rank 2 take rank 2 or one less [FLY155]}}
  fly.copy(%x0, %x1, %x2, %x3) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, (1,4):(0,1)>, !fly.memref<f32, register, (1,4):(0,1)>, !fly.memref<i1, register, (1,4,1):(0,1,0)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<32>, 32>, %x1: !fly.memref<f32, global, (1,4):(0,1)>, %x2: !fly.memref<f32, register, (1,4):(0,1)>, %x3: !fly.memref<i1, register, 3:1>) {
  // expected-error @below {{'fly.copy' op the predicate 3:1 guards 3 calls, but there are 4 [FLY155]}}
  fly.copy(%x0, %x1, %x2, %x3) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, (1,4):(0,1)>, !fly.memref<f32, register, (1,4):(0,1)>, !fly.memref<i1, register, 3:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<32>, 32>, %x1: !fly.memref<f32, global, (1,4):(0,1)>, %x2: !fly.memref<f32, register, (1,4):(0,1)>, %x3: !fly.memref<f32, register, 4:1>) {
  // expected-error @below {{'fly.copy' op the predicate has elements of type f32, but must have i1 [FLY155]}}
  fly.copy(%x0, %x1, %x2, %x3) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, (1,4):(0,1)>, !fly.memref<f32, register, (1,4):(0,1)>, !fly.memref<f32, register, 4:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<32>, 32>, %x1: !fly.memref<f32, global, (1,4):(0,1)>, %x2: !fly.memref<f32, register, (1,4):(0,1)>, %x3: !fly.memref<i1, register, 4:1>) {
  fly.copy(%x0, %x1, %x2, %x3) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, (1,4):(0,1)>, !fly.memref<f32, register, (1,4):(0,1)>, !fly.memref<i1, register, 4:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<32>, 32>, %x1: !fly.memref<f32, global, (2,4):(1,2)>, %x2: !fly.memref<f32, register, (2,4):(1,2)>) {
  // expected-error @below {{'fly.copy' op the source of one call holds 2 elements, but the atom moves 1 values of 32 bits [FLY153]}}
  fly.copy(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, (2,4):(1,2)>, !fly.memref<f32, register, (2,4):(1,2)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<32>, 32>, %x1: !fly.memref<f32, global, ((1,1),4):((0,0),1)>, %x2: !fly.memref<f32, register, ((1,1),4):((0,0),1)>, %x3: !fly.memref<i1, register, (1,4):(0,1)>) {
  fly.copy(%x0, %x1, %x2, %x3) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, global, ((1,1),4):((0,0),1)>, !fly.memref<f32, register, ((1,1),4):((0,0),1)>, !fly.memref<i1, register, (1,4):(0,1)>) -> ()
  return
}

// -----

func.func @f(%x0: i32, %x1: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x2: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x3: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x4: !fly.memref<f32, register, (1,2,3):(0,1,2)>) {
  // expected-error @below {{'fly.gemm' op the first operand is i32, neither a matrix atom nor a tiled product [FLY155]}}
  fly.gemm(%x0, %x1, %x2, %x3, %x4) : (i32, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x2: !fly.memref<f32, register, (1,2,4):(0,1,2)>, %x3: !fly.memref<f32, register, (1,3):(0,1)>, %x4: !fly.memref<f32, register, (1,2,3):(0,1,2)>) {
  // expected-error @below {{'fly.gemm' op d, a, b and c have ranks 3, 3, 2 and 3, but a product takes 1, 1, 1 and 1, or 3 with a and b both 2 or both 3 [FLY155]}}
  fly.gemm(%x0, %x1, %x2, %x3, %x4) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,2,4):(0,1,2)>, !fly.memref<f32, register, (1,3):(0,1)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x2: !fly.memref<f32, register, (1,2,4):(0,1,2)>, %x3: !fly.memref<f32, register, (1,3,5):(0,1,3)>, %x4: !fly.memref<f32, register, (1,2,3):(0,1,2)>) {
  // expected-error @below {{'fly.gemm' op the extent of K is 4 in a and 5 in b [FLY155]}}
  fly.gemm(%x0, %x1, %x2, %x3, %x4) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,2,4):(0,1,2)>, !fly.memref<f32, register, (1,3,5):(0,1,3)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x2: !fly.memref<f32, register, (1,4,4):(0,1,4)>, %x3: !fly.memref<f32, register, (1,3,4):(0,1,3)>, %x4: !fly.memref<f32, register, (1,2,3):(0,1,2)>) {
  // expected-error @below {{'fly.gemm' op the extent of M is 4 in a and 2 in d [FLY155]}}
  fly.gemm(%x0, %x1, %x2, %x3, %x4) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,4,4):(0,1,4)>, !fly.memref<f32, register, (1,3,4):(0,1,3)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x2: !fly.memref<f32, register, (1,2):(0,1)>, %x3: !fly.memref<f32, register, (1,3):(0,1)>, %x4: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x5: !fly.layout<7:1>) {
  // expected-error @below {{'fly.gemm' op the traversal layout 7:1 spans 7 iterations, but there are 6 [FLY155]}}
  fly.gemm(%x0, %x1, %x2, %x3, %x4) [traversalLayout = %x5] : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,2):(0,1)>, !fly.memref<f32, register, (1,3):(0,1)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.layout<7:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x2: !fly.memref<f32, register, (1,2):(0,1)>, %x3: !fly.memref<f32, register, (1,3):(0,1)>, %x4: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x5: !fly.layout<?:1>) {
  // expected-error @below {{'fly.gemm' op the traversal layout ?:1 is not static [FLY155]}}
  fly.gemm(%x0, %x1, %x2, %x3, %x4) [traversalLayout = %x5] : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,2):(0,1)>, !fly.memref<f32, register, (1,3):(0,1)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.layout<?:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x2: !fly.memref<f32, register, (1,2):(0,1)>, %x3: !fly.memref<f32, register, (1,3):(0,1)>, %x4: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x5: !fly.layout<6:1>) {
  // expected-error @below {{'fly.gemm' op both traversalLayout and traversalOrder say how to loop [FLY155]}}
  fly.gemm(%x0, %x1, %x2, %x3, %x4) [traversalLayout = %x5] {traversalOrder = #fly<gemm_traversal_order kmn>} : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,2):(0,1)>, !fly.memref<f32, register, (1,3):(0,1)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.layout<6:1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %x1: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x2: !fly.memref<f32, register, (1,2):(0,1)>, %x3: !fly.memref<f32, register, (1,3):(0,1)>, %x4: !fly.memref<f32, register, (1,2,3):(0,1,2)>, %x5: !fly.layout<6:1>) {
  fly.gemm(%x0, %x1, %x2, %x3, %x4) [traversalLayout = %x5] : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.memref<f32, register, (1,2):(0,1)>, !fly.memref<f32, register, (1,3):(0,1)>, !fly.memref<f32, register, (1,2,3):(0,1,2)>, !fly.layout<6:1>) -> ()
  return
}
