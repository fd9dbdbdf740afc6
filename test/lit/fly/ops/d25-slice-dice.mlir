// D-25: slice dice.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<(2,3)>, %x1: !fly.int_tuple<(1,1)>) {
  // expected-error @below {{'fly.slice' op slice: coordinate (1,1) keeps no mode of (2,3), the result would be empty [FLY125]}}
  %r = fly.slice(%x0, %x1) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<(1,1)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,3)>, %x1: !fly.int_tuple<1>) {
  // expected-error @below {{'fly.slice' op slice: coordinate 1 keeps no mode of (2,3), the result would be empty [FLY125]}}
  %r = fly.slice(%x0, %x1) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<1>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,3)>, %x1: !fly.int_tuple<(*,1,1)>) {
  // expected-error @below {{'fly.slice' op slice: coordinate (*,1,1) has rank 3, the tuple (2,3) has rank 2 [FLY125]}}
  %r = fly.slice(%x0, %x1) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<(*,1,1)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(2,3)>, %x1: !fly.int_tuple<(*,*)>) {
  // expected-error @below {{'fly.dice' op dice: coordinate (*,*) keeps no mode of (2,3), the result would be empty [FLY125]}}
  %r = fly.dice(%x0, %x1) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<(*,*)>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, (4,8):(1,4)>, %x1: !fly.int_tuple<(*,*,*)>) {
  // expected-error @below {{'fly.slice' op slice: coordinate (*,*,*) has rank 3, the tuple (4,8) has rank 2 [FLY125]}}
  %r = fly.slice(%x0, %x1) : (!fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<(*,*,*)>) -> !fly.memref<f32, global, 4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<((2,3),4):((1,2),6)>, %x1: !fly.int_tuple<((*,1,1),*)>) {
  // expected-error @below {{'fly.slice' op slice: coordinate (*,1,1) has rank 3, the tuple (2,3) has rank 2 [FLY125]}}
  %r = fly.slice(%x0, %x1) : (!fly.layout<((2,3),4):((1,2),6)>, !fly.int_tuple<((*,1,1),*)>) -> !fly.layout<2:1>
  return
}
