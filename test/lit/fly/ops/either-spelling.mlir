// The second half of test/data/bugs/09: a matrix operation accepts a fragment in either spelling, with or without
// a trailing mode of extent 1.
// RUN: fly-opt %s -o /dev/null
// RUN: fly-opt %s --fly-check -o /dev/null

!mma = !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
func.func @flat(%m: !mma, %d: !fly.memref<f32, register, 4:1>, %a: !fly.memref<f16, register, (2,2):(1,2)>) {
  fly.mma_atom_call(%m, %d, %a, %a, %d) : (!mma, !fly.memref<f32, register, 4:1>, !fly.memref<f16, register, (2,2):(1,2)>, !fly.memref<f16, register, (2,2):(1,2)>, !fly.memref<f32, register, 4:1>) -> ()
  return
}
func.func @nested(%m: !mma, %d: !fly.memref<f32, register, (4,1):(1,0)>, %a: !fly.memref<f16, register, (2,2,1):(1,2,4)>) {
  fly.mma_atom_call(%m, %d, %a, %a, %d) : (!mma, !fly.memref<f32, register, (4,1):(1,0)>, !fly.memref<f16, register, (2,2,1):(1,2,4)>, !fly.memref<f16, register, (2,2,1):(1,2,4)>, !fly.memref<f32, register, (4,1):(1,0)>) -> ()
  return
}
