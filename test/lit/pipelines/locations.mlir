// The passes around the conversions keep every place; passes_test checks the same for all kernels.
// RUN: fly-opt %s --fly-merge-targets --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=MERGE
// RUN: fly-opt %s --fly-lower='chip=gfx942 to=llvm' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOWER
// RUN: fly-opt %s --fly-lower='chip=gfx942 to=llvm' --fly-check-device-code --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOWER

// MERGE: gpu.module @m [#rocdl.target<O = 3, chip = "gfx942">]
// MERGE: fly.ptr.load{{.*}} loc("load")
// MERGE: } loc("kernel")
// MERGE: } loc("module")
// LOWER: llvm.load {{.*}} loc("load")
// LOWER: llvm.cond_br {{.*}} loc("loop")
// LOWER: llvm.store {{.*}} loc("store")
// LOWER: } loc("kernel")
// LOWER: } loc("module")
// LOWER: gpu.launch_func <%{{.*}} loc("launch")
module attributes {gpu.container_module} {
  gpu.module @m [#rocdl.target<O = 3, chip = "gfx942">, #rocdl.target<chip = "gfx942">] {
    gpu.func @k(%p: !fly.ptr<f32, global>, %n: index) kernel {
      %v = fly.ptr.load(%p) : (!fly.ptr<f32, global>) -> f32 loc("load")
      %c0 = arith.constant 0 : index loc("zero")
      %c1 = arith.constant 1 : index loc("one")
      scf.for %i = %c0 to %n step %c1 {
        fly.ptr.store(%v, %p) : (f32, !fly.ptr<f32, global>) -> () loc("store")
      } loc("loop")
      gpu.return loc("return")
    } loc("kernel")
  } loc("module")
  func.func @host(%stream: !llvm.ptr, %p: !fly.ptr<f32, global>) {
    %c1 = arith.constant 1 : index loc("one")
    gpu.launch_func <%stream : !llvm.ptr> @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !fly.ptr<f32, global>, %c1 : index) loc("launch")
    return loc("back")
  } loc("host")
}
