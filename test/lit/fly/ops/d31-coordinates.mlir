// D-31: coordinates.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<(1,2,3)>, %x1: !fly.layout<(4,8):(1,4)>) {
  // expected-error-re @below {{'fly.crd2idx' op {{.*}}2{{.*}}[FLY131]}}
  %r = fly.crd2idx(%x0, %x1) : (!fly.int_tuple<(1,2,3)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<1>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(1,2)>, %x1: !fly.layout<4:1>) {
  // expected-error-re @below {{'fly.crd2idx' op {{.*}}4{{.*}}[FLY131]}}
  %r = fly.crd2idx(%x0, %x1) : (!fly.int_tuple<(1,2)>, !fly.layout<4:1>) -> !fly.int_tuple<1>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(9,9)>, %x1: !fly.layout<(4,8):(1,4)>) {
  // expected-warning-re @below {{'fly.crd2idx' op {{.*}}9{{.*}}[FLY131]}}
  %r = fly.crd2idx(%x0, %x1) : (!fly.int_tuple<(9,9)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<45>
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, (4,8):(1,4)>, %x1: !fly.int_tuple<(4,*)>) {
  // expected-warning-re @below {{'fly.slice' op {{.*}}4{{.*}}[FLY131]}}
  %r = fly.slice(%x0, %x1) : (!fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<(4,*)>) -> !fly.memref<f32, global, 8:4>
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, (4,8):(1,4)>, %x1: !fly.int_tuple<(1,2,3)>) {
  // expected-error-re @below {{'fly.memref.load' op {{.*}}2{{.*}}[FLY131]}}
  %r = fly.memref.load(%x0, %x1) : (!fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<(1,2,3)>) -> f32
  return
}

// -----

func.func @f(%x0: f32, %x1: !fly.memref<f32, global, (4,8):(1,4)>, %x2: !fly.int_tuple<(1,2,3)>) {
  // expected-error-re @below {{'fly.memref.store' op {{.*}}2{{.*}}[FLY131]}}
  fly.memref.store(%x0, %x1, %x2) : (f32, !fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<(1,2,3)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, register, 4:1>, %x1: !fly.int_tuple<4>) {
  // expected-error @below {{'fly.memref.load' op the index 4 is outside the extent 4 of the register fragment 4:1 [FLY131]}}
  %r = fly.memref.load(%x0, %x1) : (!fly.memref<f32, register, 4:1>, !fly.int_tuple<4>) -> f32
  return
}

// -----

func.func @f(%x0: f32, %x1: !fly.memref<f32, register, (4,2):(1,4)>, %x2: !fly.int_tuple<(1,2)>) {
  // expected-error @below {{'fly.memref.store' op the index 2 is outside the extent 2 of the register fragment (4,2):(1,4) [FLY131]}}
  fly.memref.store(%x0, %x1, %x2) : (f32, !fly.memref<f32, register, (4,2):(1,4)>, !fly.int_tuple<(1,2)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, 4:1>, %x1: !fly.int_tuple<4>) {
  // expected-warning-re @below {{'fly.memref.load' op {{.*}}4{{.*}}[FLY131]}}
  %r = fly.memref.load(%x0, %x1) : (!fly.memref<f32, global, 4:1>, !fly.int_tuple<4>) -> f32
  return
}

// -----

func.func @f(%x0: f32, %x1: !fly.memref<f32, global, 4:1>, %x2: !fly.int_tuple<-1>) {
  // expected-warning-re @below {{'fly.memref.store' op {{.*}}1{{.*}}[FLY131]}}
  fly.memref.store(%x0, %x1, %x2) : (f32, !fly.memref<f32, global, 4:1>, !fly.int_tuple<-1>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<37>, %x1: !fly.layout<(4,8):(1,4)>) {
  // expected-warning @below {{'fly.crd2idx' op coordinate 37 is outside the extent 32 of the shape (4,8) [FLY131]}}
  %r = fly.crd2idx(%x0, %x1) : (!fly.int_tuple<37>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<37>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<-1>, %x1: !fly.layout<(4,8):(1,4)>) {
  // expected-warning @below {{'fly.crd2idx' op coordinate -1 is outside the extent 32 of the shape (4,8) [FLY131]}}
  %r = fly.crd2idx(%x0, %x1) : (!fly.int_tuple<-1>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<-1>
  return
}

// -----

func.func @f(%x0: !fly.composed_layout<S<1,1,1> o 0 o (4,8):(1,4)>, %x1: !fly.int_tuple<(4,*)>) {
  // expected-warning @below {{'fly.slice' op coordinate 4 is outside the extent 4 of mode 0 of the shape (4,8) [FLY131]}}
  %r = fly.slice(%x0, %x1) : (!fly.composed_layout<S<1,1,1> o 0 o (4,8):(1,4)>, !fly.int_tuple<(4,*)>) -> !fly.composed_layout<S<1,1,1> o 4 o 8:4>
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, (4,8):(1,4)>, %x1: !fly.int_tuple<99>) {
  // expected-warning @below {{'fly.memref.load' op coordinate 99 is outside the extent 32 of the shape (4,8) [FLY131]}}
  %r = fly.memref.load(%x0, %x1) : (!fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<99>) -> f32
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(1,2,3)>, %x1: !fly.layout<(4,8):(1,4)>) {
  // expected-error @below {{'fly.idx2crd' op idx2crd: index (1,2,3) has rank 3, the shape (4,8) has rank 2 [FLY131]}}
  %r = fly.idx2crd(%x0, %x1) : (!fly.int_tuple<(1,2,3)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(1,0)>
  return
}
