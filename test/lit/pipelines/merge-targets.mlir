// RUN: fly-opt %s --fly-merge-targets | FileCheck %s
// RUN: fly-opt %s --fly-merge-targets --fly-merge-targets | FileCheck %s

// CHECK: gpu.module @flags [#rocdl.target<chip = "gfx1100", flags = {no_wave64}>] {
gpu.module @flags [#rocdl.target<chip = "gfx1100">, #rocdl.target<chip = "gfx1100", flags = {no_wave64}>] {
}
// What the source says wins.
// CHECK: gpu.module @explicit [#rocdl.target<O = 3, chip = "gfx942", flags = {fast}>] {
gpu.module @explicit [#rocdl.target<O = 3, chip = "gfx942", flags = {fast}>, #rocdl.target<O = 1, chip = "gfx942">] {
}
// CHECK: gpu.module @libraries [#rocdl.target<chip = "gfx942", link = ["a.bc", "b.bc"]>] {
gpu.module @libraries [#rocdl.target<chip = "gfx942", link = ["a.bc"]>, #rocdl.target<chip = "gfx942", link = ["a.bc", "b.bc"]>] {
}
// CHECK: gpu.module @two [#rocdl.target<chip = "gfx942">, #rocdl.target<chip = "gfx950">] {
gpu.module @two [#rocdl.target<chip = "gfx942">, #rocdl.target<chip = "gfx950">] {
}
// CHECK: gpu.module @ptx [#nvvm.target<chip = "sm_90a", features = "+ptx86">] {
gpu.module @ptx [#nvvm.target<chip = "sm_90a">, #nvvm.target<chip = "sm_90a", features = "+ptx86">] {
}
// CHECK: gpu.module @none {
gpu.module @none {
}
