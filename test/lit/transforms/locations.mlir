// Every operation that a pass makes carries the location of the one that it was made from.
// RUN: fly-opt %s --fly-rewrite-func-signature --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=SIG
// RUN: fly-opt %s --fly-rewrite-func-signature --fly-canonicalize --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=CANON
// RUN: fly-opt %s --fly-rewrite-func-signature --fly-canonicalize --fly-layout-lowering --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LAYOUT
// RUN: fly-opt %s --fly-rewrite-func-signature --fly-canonicalize --fly-layout-lowering --fly-convert-atom-call-to-ssa-form --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=SSA
// RUN: fly-opt %s --fly-rewrite-func-signature --fly-canonicalize --fly-layout-lowering --fly-convert-atom-call-to-ssa-form --fly-promote-regmem-to-vectorssa --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=PROMOTE
// RUN: fly-opt %s --fly-int-swizzle-simplify --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=SWIZZLE

gpu.module @m {
  // SIG: fly.make_view({{.*}}loc("arg")
  // CANON: fly.make_layout({{.*}}loc("static")
  // LAYOUT: arith.muli {{.*}}loc("slice")
  // LAYOUT: fly.copy_atom_call({{.*}}loc("copy")
  // SSA: fly.copy_atom_call_ssa({{.*}}loc("copy")
  // SSA: fly.ptr.store({{.*}}loc("copy")
  // PROMOTE: ub.poison {{.*}}loc("alloc")
  // PROMOTE: fly.copy_atom_call_ssa({{.*}}loc("copy")
  // PROMOTE: vector.insert_strided_slice {{.*}}loc("copy")
  // PROMOTE: vector.extract_strided_slice {{.*}}loc("load")
  gpu.func @k(%src: !fly.memref<f32, global, (?,4):(4,1)> loc("arg"), %i: i32, %o: !fly.ptr<f32, global>) kernel {
    %l = fly.static : !fly.layout<4:1> loc("static")
    %r = fly.memref.alloca(%l) : (!fly.layout<4:1>) -> !fly.memref<f32, register, 4:1> loc("alloc")
    %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32> loc("atom")
    %c = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<(?,*)> loc("coord")
    %s = fly.slice(%src, %c) : (!fly.memref<f32, global, (?,4):(4,1)>, !fly.int_tuple<(?,*)>) -> !fly.memref<f32, global, 4:1> loc("slice")
    fly.copy(%a, %s, %r) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1>, !fly.memref<f32, register, 4:1>) -> () loc("copy")
    %v = fly.memref.load_vec(%r) : (!fly.memref<f32, register, 4:1>) -> vector<4xf32> loc("load")
    fly.ptr.store(%v, %o) : (vector<4xf32>, !fly.ptr<f32, global>) -> () loc("store")
    gpu.return
  }
  // SWIZZLE: arith.xori {{.*}}loc("xor")
  // SWIZZLE: arith.addi {{.*}}loc("xor")
  gpu.func @swizzle(%x: i32, %o: !llvm.ptr) {
    %c64 = arith.constant 64 : i32
    %c8 = arith.constant 8 : i32
    %c1 = arith.constant 1 : i32
    %y = arith.addi %x, %c64 : i32 loc("add")
    %a = arith.andi %y, %c8 : i32 loc("and")
    %h = arith.shrui %a, %c1 : i32 loc("shift")
    %r = arith.xori %y, %h : i32 loc("xor")
    llvm.store %r, %o : i32, !llvm.ptr
    gpu.return
  }
}
