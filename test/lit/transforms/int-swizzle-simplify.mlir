// passes.md 5.
// RUN: fly-opt %s --fly-int-swizzle-simplify | FileCheck %s
// RUN: fly-opt %s --fly-int-swizzle-simplify > %t.once
// RUN: fly-opt %s --fly-int-swizzle-simplify --fly-int-swizzle-simplify | diff - %t.once

gpu.module @m {
  // The example of the specification: S<1,2,1>, period 16.
  // CHECK-LABEL: gpu.func @constant_addend
  gpu.func @constant_addend(%x: i32, %o: !llvm.ptr) {
    %c64 = arith.constant 64 : i32
    %c8 = arith.constant 8 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: %[[A:.*]] = arith.andi %[[X:.*]], %{{.*}} : i32
    // CHECK: %[[H:.*]] = arith.shrui %[[A]], %{{.*}} : i32
    // CHECK: %[[R:.*]] = arith.xori %[[X]], %[[H]] : i32
    // CHECK: %[[S:.*]] = arith.addi %[[R]], %{{.*}} : i32
    // CHECK: llvm.store %[[S]]
    %y = arith.addi %x, %c64 : i32
    %a = arith.andi %y, %c8 : i32
    %h = arith.shrui %a, %c1 : i32
    %r = arith.xori %y, %h : i32
    llvm.store %r, %o : i32, !llvm.ptr
    gpu.return
  }

  // 8 is not a multiple of the period 16: nothing changes.
  // CHECK-LABEL: gpu.func @too_small
  gpu.func @too_small(%x: i32, %o: !llvm.ptr) {
    %c8 = arith.constant 8 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: %[[Y:.*]] = arith.addi
    // CHECK: arith.xori %[[Y]]
    %y = arith.addi %x, %c8 : i32
    %a = arith.andi %y, %c8 : i32
    %h = arith.shrui %a, %c1 : i32
    %r = arith.xori %y, %h : i32
    llvm.store %r, %o : i32, !llvm.ptr
    gpu.return
  }

  // What is known: products, shifts, selects, and the div of a leaf that the value feeds.
  // CHECK-LABEL: gpu.func @known_divisors
  // CHECK-SAME: (%[[X:.*]]: i32, %[[I:.*]]: i32, %[[J:.*]]: i32, %[[K:.*]]: i32,
  gpu.func @known_divisors(%x: i32, %i: i32, %j: i32, %k: i32, %c: i1, %o: !llvm.ptr) {
    %c8 = arith.constant 8 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %0 = arith.muli %i, %c16 : i32
    %1 = arith.shli %j, %c4 : i32
    %2 = arith.select %c, %c32, %c16 : i32
    %t = fly.make_int_tuple(%k) : (i32) -> !fly.int_tuple<?{div=48}>
    %s0 = arith.addi %x, %0 : i32
    %s1 = arith.addi %s0, %1 : i32
    %s2 = arith.addi %s1, %2 : i32
    %y = arith.addi %s2, %k : i32
    %a = arith.andi %y, %c8 : i32
    %h = arith.shrui %a, %c1 : i32
    // CHECK: arith.andi %[[X]]
    // CHECK: %[[R:.*]] = arith.xori %[[X]]
    // CHECK-COUNT-4: arith.addi
    // CHECK-NOT: arith.addi
    %r = arith.xori %y, %h : i32
    llvm.store %r, %o : i32, !llvm.ptr
    gpu.return
  }

  // Nothing is left: the swizzle of 0 is 0.
  // CHECK-LABEL: gpu.func @nothing_left
  gpu.func @nothing_left(%i: i32, %o: !llvm.ptr) {
    %c8 = arith.constant 8 : i32
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    // CHECK-NOT: arith.xori
    %y = arith.muli %i, %c16 : i32
    %a = arith.andi %y, %c8 : i32
    %h = arith.shrui %a, %c1 : i32
    %r = arith.xori %y, %h : i32
    llvm.store %r, %o : i32, !llvm.ptr
    gpu.return
  }

  // The shift exceeds the zeros below the mask: no swizzle of this family.
  // CHECK-LABEL: gpu.func @other_pattern
  gpu.func @other_pattern(%x: i32, %o: !llvm.ptr) {
    %c64 = arith.constant 64 : i32
    %c8 = arith.constant 8 : i32
    %c5 = arith.constant 5 : i32
    // CHECK: %[[Y:.*]] = arith.addi
    // CHECK: arith.xori %[[Y]]
    %y = arith.addi %x, %c64 : i32
    %a = arith.andi %y, %c8 : i32
    %h = arith.shrui %a, %c5 : i32
    %r = arith.xori %y, %h : i32
    llvm.store %r, %o : i32, !llvm.ptr
    gpu.return
  }
}

// Host code is left alone.
// CHECK-LABEL: func.func @host
func.func @host(%x: i32) -> i32 {
  %c64 = arith.constant 64 : i32
  %c8 = arith.constant 8 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[Y:.*]] = arith.addi
  // CHECK: arith.xori %[[Y]]
  %y = arith.addi %x, %c64 : i32
  %a = arith.andi %y, %c8 : i32
  %h = arith.shrui %a, %c1 : i32
  %r = arith.xori %y, %h : i32
  return %r : i32
}
