// fly.print (passes.md 4.2, fly-core 7.12).
// RUN: fly-opt %s --fly-canonicalize --fly-layout-lowering --split-input-file | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @k
  // CHECK-SAME: (%[[I:.*]]: i32, %[[L:.*]]: i64, %[[H:.*]]: f16, %[[D:.*]]: f64, %[[X:.*]]: index, %[[B:.*]]: i1, %[[V:.*]]: vector<2xf32>)
  gpu.func @k(%i: i32, %l: i64, %h: f16, %d: f64, %x: index, %b: i1, %v: vector<2xf32>) kernel {
    // CHECK-DAG: %[[HF:.*]] = arith.extf %[[H]] : f16 to f32
    // CHECK-DAG: %[[XI:.*]] = arith.index_cast %[[X]] : index to i64
    // CHECK-DAG: %[[BI:.*]] = arith.extui %[[B]] : i1 to i32
    // CHECK-DAG: %[[V0:.*]] = vector.extract %[[V]][0]
    // CHECK-DAG: %[[V1:.*]] = vector.extract %[[V]][1]
    // CHECK: gpu.printf "i=%d l=%ld h=%.2f d=%.2lf x=%ld b=%d v=[%.2f, %.2f]\0A", %[[I]], %[[L]], %[[HF]], %[[D]], %[[XI]], %[[BI]], %[[V0]], %[[V1]] : i32, i64, f32, f64, i64, i32, f32, f32
    fly.print(%i, %l, %h, %d, %x, %b, %v) {format = "i={} l={} h={} d={} x={} b={} v={}"} : (i32, i64, f16, f64, index, i1, vector<2xf32>) -> ()

    // Static parts are text, dynamic leaves are values.
    %t = fly.make_int_tuple(%i, %l) : (i32, i64) -> !fly.int_tuple<(4,(?,?{i64}))>
    %st = fly.make_int_tuple() : () -> !fly.int_tuple<(1E0,(4,1E1))>
    %lay = fly.make_layout(%t, %st) : (!fly.int_tuple<(4,(?,?{i64}))>, !fly.int_tuple<(1E0,(4,1E1))>) -> !fly.layout<(4,(?,?{i64})):(1E0,(4,1E1))>
    // CHECK: gpu.printf "(4,(%d,%ld)) (4,(%d,%ld)):(1E0,(4,1E1))\0A", %[[I]], %[[L]], %[[I]], %[[L]]
    fly.print(%t, %lay) {format = ""} : (!fly.int_tuple<(4,(?,?{i64}))>, !fly.layout<(4,(?,?{i64})):(1E0,(4,1E1))>) -> ()
    gpu.return
  }
}

// -----

// CHECK-LABEL: func.func @host
// CHECK-SAME: (%[[I:.*]]: i32)
func.func @host(%i: i32) {
  // CHECK: vector.print str "x="
  // CHECK-NEXT: vector.print %[[I]] : i32 punctuation <no_punctuation>
  // CHECK-NEXT: vector.print{{ *$}}
  fly.print(%i) {format = "x={}"} : (i32) -> ()
  %c = fly.static : !fly.composed_layout<S<3,3,3> o 0 o 1024:1>
  // CHECK-NEXT: vector.print str "layout=S<3,3,3> o 0 o 1024:1"
  // CHECK-NEXT: vector.print{{ *$}}
  fly.print(%c) {format = "layout={}"} : (!fly.composed_layout<S<3,3,3> o 0 o 1024:1>) -> ()
  %t = fly.static : !fly.tile<[4|8:2|*]>
  %s = fly.static : !fly.swizzle<S<1,2,3>>
  // CHECK-NEXT: vector.print str "[4|8:2|*] S<1,2,3>"
  fly.print(%t, %s) {format = ""} : (!fly.tile<[4|8:2|*]>, !fly.swizzle<S<1,2,3>>) -> ()
  return
}
