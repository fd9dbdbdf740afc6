// REQUIRES: fly-lint
// RUN: not fly-lint %s | FileCheck %s
// RUN: fly-lint %kernels 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: fly-lint --explain FLY116 | FileCheck %s --check-prefix=EXPLAIN

// CLEAN: 0 findings in 10 files
// EXPLAIN: FLY116:

// CHECK: lint.mlir:[[@LINE+2]]:{{[0-9]+}}: error: value width 48 does not divide the 64-bit transfer [FLY116]
func.func @width() {
  %a = fly.make_copy_atom {valBits = 48 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 48>
  return
}

// The other functions are looked at all the same.
// CHECK: lint.mlir:[[@LINE+2]]:{{[0-9]+}}: warning: {{.*}} [FLY131]
func.func @outside(%l: !fly.layout<(4,8):(1,4)>, %c: !fly.int_tuple<(9,1)>) {
  %x = fly.crd2idx(%c, %l) : (!fly.int_tuple<(9,1)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<13>
  // fly-lint: allow FLY131
  %y = fly.crd2idx(%c, %l) : (!fly.int_tuple<(9,1)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<13>
  return
}
// CHECK-NOT: error:
// CHECK-NOT: warning:
