// Every operation that the conversions make carries the place of the one that it came from.
// RUN: fly-opt %s --convert-fly-to-rocdl --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: fly-opt %s --convert-fly-to-rocdl --mlir-print-debuginfo --mlir-print-local-scope | not grep "loc(unknown)"
// RUN: fly-opt %s --pass-pipeline='builtin.module(gpu.module(fly-rocdl-native-math))' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=MATH
// RUN: fly-opt %s --fly-async-launch --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LAUNCH
// RUN: fly-opt %s --fly-rocdl-kernel-hints=waves-per-eu=2 --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=HINTS

// CHECK-LABEL: gpu.func @k
// CHECK: llvm.alloca {{.*}} loc("fragment")
// CHECK: llvm.getelementptr {{.*}} loc("offset")
// CHECK: llvm.load {{.*}} loc("load")
// CHECK: rocdl.make.buffer.rsrc {{.*}} loc("buffer")
// CHECK: rocdl.raw.ptr.buffer.load {{.*}} loc("copy")
// CHECK: rocdl.mfma.f32.16x16x4f32 {{.*}} loc("product")
// CHECK: llvm.store {{.*}} loc("store")
// MATH: rocdl.exp2 {{.*}} loc("exp2")
// LAUNCH: gpu.launch_func async {{.*}} loc("launch")
// HINTS: gpu.func @k
// HINTS: } loc("kernel")
module attributes {gpu.container_module} {
  gpu.module @m [#rocdl.target<chip = "gfx942">] {
    gpu.func @k(%g: !fly.ptr<f32, global>, %x: f32, %acc: vector<4xf32>) kernel {
      %r = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register> loc("fragment")
      %two = fly.make_int_tuple() : () -> !fly.int_tuple<2> loc("tuple")
      %q = fly.add_offset(%g, %two) : (!fly.ptr<f32, global>, !fly.int_tuple<2>) -> !fly.ptr<f32, global> loc("offset")
      %v = fly.ptr.load(%q) : (!fly.ptr<f32, global>) -> f32 loc("load")
      %e = math.exp2 %v fastmath<afn> : f32 loc("exp2")
      %stride = arith.constant 0 : i16 loc("stride")
      %records = arith.constant 64 : i64 loc("records")
      %flags = arith.constant 159744 : i32 loc("flags")
      %b = fly.make_ptr(%g, %stride, %records, %flags) : (!fly.ptr<f32, global>, i16, i64, i32) -> !fly.ptr<f32, #fly_rocdl.buffer_desc> loc("buffer")
      %layout = fly.static : !fly.layout<1:1> loc("layout")
      %view = fly.make_view(%b, %layout) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>, !fly.layout<1:1>) -> !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1> loc("view")
      %copy = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32> loc("atom")
      %w = fly.copy_atom_call_ssa(%copy, %view) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>) -> f32 loc("copy")
      %mma = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>> loc("mma")
      %d = fly.mma_atom_call_ssa(%mma, %w, %e, %acc) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, f32, f32, vector<4xf32>) -> vector<4xf32> loc("product")
      fly.ptr.store(%d, %r) : (vector<4xf32>, !fly.ptr<f32, register>) -> () loc("store")
      gpu.return loc("return")
    } loc("kernel")
  } loc("module")
  func.func @host(%stream: !llvm.ptr, %p: !fly.ptr<f32, global>, %x: f32, %acc: vector<4xf32>) {
    %c1 = arith.constant 1 : index loc("one")
    gpu.launch_func <%stream : !llvm.ptr> @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !fly.ptr<f32, global>, %x : f32, %acc : vector<4xf32>) loc("launch")
    return loc("back")
  } loc("host")
}
