// fly-scf-to-cf makes what convert-scf-to-cf makes, places included, and leaves it nothing to do.
// RUN: fly-opt %s --fly-scf-to-cf --mlir-print-debuginfo --mlir-print-local-scope > %t.ours
// RUN: fly-opt %s --convert-scf-to-cf --mlir-print-debuginfo --mlir-print-local-scope | diff %t.ours -
// RUN: fly-opt %s --fly-scf-to-cf --convert-scf-to-cf --mlir-print-debuginfo --mlir-print-local-scope | diff %t.ours -
// RUN: fly-opt %s --fly-scf-to-cf --fly-scf-to-cf --mlir-print-debuginfo --mlir-print-local-scope | diff %t.ours -
// RUN: FileCheck %s < %t.ours

// CHECK-NOT: scf.
// CHECK: cf.cond_br {{.*}} loc("outer")
// CHECK: cf.cond_br {{.*}} loc("inner")

func.func private @use(i32)

// Loops one after another and inside of each other.
func.func @loops(%n: index, %x: i32, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %t = scf.for %j = %c0 to %i step %c1 iter_args(%u = %s) -> i32 {
      %v = arith.addi %u, %x : i32
      scf.yield %v : i32
    } loc("inner")
    scf.if %c {
      func.call @use(%t) : (i32) -> ()
    }
    scf.yield %t : i32
  } loc("outer")
  %b = scf.while (%s = %a) : (i32) -> i32 {
    %more = arith.cmpi slt, %s, %x : i32
    scf.condition(%more) %s : i32
  } do {
  ^bb0(%s: i32):
    %v = scf.if %c -> i32 {
      %w = arith.muli %s, %s : i32
      scf.yield %w : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %v : i32
  }
  func.call @use(%b) : (i32) -> ()
  %d = scf.execute_region -> i32 {
    cf.cond_br %c, ^one, ^two
  ^one:
    scf.yield %b : i32
  ^two:
    scf.yield %a : i32
  }
  return %d : i32
}

// The other operations, and one whose lowering makes loops itself.
func.func @others(%n: index, %x: i32, %m: memref<?x?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.index_switch %n -> i32
  case 2 {
    scf.for %i = %c0 to %n step %c1 {
      func.call @use(%x) : (i32) -> ()
    }
    scf.yield %x : i32
  }
  default {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xi32>
  }
  return %a : i32
}
