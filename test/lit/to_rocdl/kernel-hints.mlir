// RUN: fly-opt %s --fly-rocdl-kernel-hints=waves-per-eu=2 | FileCheck %s
// RUN: not fly-opt %s --fly-rocdl-kernel-hints=waves-per-eu=-1 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not fly-opt %s --fly-rocdl-kernel-hints=waves-per-eu=true 2>&1 | FileCheck %s --check-prefix=BOOL

// BAD: error: 'fly-rocdl-kernel-hints': waves-per-eu must be positive, got -1
// BOOL: 'true' value invalid for integer argument

gpu.module @m {
  // CHECK: gpu.func @k() kernel attributes {rocdl.waves_per_eu = 2 : i32}
  gpu.func @k() kernel {
    gpu.return
  }
  // CHECK: gpu.func @helper() {
  gpu.func @helper() {
    gpu.return
  }
}
