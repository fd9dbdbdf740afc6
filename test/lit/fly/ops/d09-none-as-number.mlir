// D-09: none as number.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<*>) {
  // expected-error @below {{'fly.get_scalar' op the leaf '*' of the operand has no integer value [FLY109]}}
  %r = fly.get_scalar(%x0) : (!fly.int_tuple<*>) -> i32
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(*,4)>) {
  // expected-error @below {{'fly.size' op size: the none leaf '*' in (*,4) is not a number [FLY109]}}
  %r = fly.size(%x0) : (!fly.int_tuple<(*,4)>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<4>, %x1: !fly.int_tuple<*>) {
  // expected-error @below {{'fly.int_tuple_mod' op remainder: the none leaf '*' in * is not a number [FLY109]}}
  %r = fly.int_tuple_mod(%x0, %x1) : (!fly.int_tuple<4>, !fly.int_tuple<*>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<*>, %x1: !fly.int_tuple<1>) {
  // expected-error @below {{'fly.make_layout' op shape leaf * in *:1 is not an integer [FLY105]}}
  %r = fly.make_layout(%x0, %x1) : (!fly.int_tuple<*>, !fly.int_tuple<1>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.memref<f32, global, (4,8):(1,4)>, %x1: !fly.int_tuple<(*,1)>) {
  // expected-error @below {{'fly.memref.load' op the index (*,1) with '*' names a whole mode, not one element [FLY109]}}
  %r = fly.memref.load(%x0, %x1) : (!fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<(*,1)>) -> f32
  return
}

// -----

func.func @f(%x0: f32, %x1: !fly.memref<f32, global, (4,8):(1,4)>, %x2: !fly.int_tuple<(*,1)>) {
  // expected-error @below {{'fly.memref.store' op the index (*,1) with '*' names a whole mode, not one element [FLY109]}}
  fly.memref.store(%x0, %x1, %x2) : (f32, !fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<(*,1)>) -> ()
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(1,2)>, %x1: !fly.int_tuple<(*,1)>) {
  // expected-error @below {{'fly.add_offset' op the none leaf '*' in (*,1) is not a number [FLY109]}}
  %r = fly.add_offset(%x0, %x1) : (!fly.int_tuple<(1,2)>, !fly.int_tuple<(*,1)>) -> !fly.int_tuple<(1,3)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<*>, %x1: !fly.layout<4:1>) {
  // expected-error @below {{'fly.make_view' op the none leaf '*' in the base * is not a number [FLY109]}}
  %r = fly.make_view(%x0, %x1) : (!fly.int_tuple<*>, !fly.layout<4:1>) -> !fly.coord_tensor<0, 4:1>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(*,1)>) {
  // expected-error @below {{'fly.get_leaves' op a leaf '*' of (*,1) has no integer value [FLY109]}}
  %r:2 = fly.get_leaves(%x0) : (!fly.int_tuple<(*,1)>) -> (i32, i32)
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<4>, %x1: !fly.int_tuple<*>) {
  // expected-error @below {{'fly.make_layout' op the none leaf '*' cannot be a stride in 4:* [FLY109]}}
  %r = fly.make_layout(%x0, %x1) : (!fly.int_tuple<4>, !fly.int_tuple<*>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(*,1)>, %x1: !fly.int_tuple<(2,3)>) {
  // expected-error @below {{'fly.elem_less' op elem_less: the none leaf '*' in (*,1) is not a number [FLY109]}}
  %r = fly.elem_less(%x0, %x1) : (!fly.int_tuple<(*,1)>, !fly.int_tuple<(2,3)>) -> i1
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<*>, %x1: !fly.layout<(4,8):(1,4)>) {
  // expected-error @below {{'fly.idx2crd' op idx2crd: the none leaf '*' in * is not an index [FLY109]}}
  %r = fly.idx2crd(%x0, %x1) : (!fly.int_tuple<*>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(0,0)>
  return
}

// -----

func.func @f(%x0: !fly.layout<4:1>, %x1: !fly.int_tuple<*>) {
  // expected-error @below {{'fly.complement' op complement: the none leaf '*' is not a codomain size [FLY109]}}
  %r = fly.complement(%x0, %x1) : (!fly.layout<4:1>, !fly.int_tuple<*>) -> !fly.layout<8:4>
  return
}

// -----

func.func @f(%x0: !fly.swizzle<S<3,3,3>>, %x1: !fly.int_tuple<*>, %x2: !fly.layout<8:1>) {
  // expected-error @below {{'fly.make_composed_layout' op the none leaf '*' cannot be part of the offset * [FLY109]}}
  %r = fly.make_composed_layout(%x0, %x1, %x2) : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<*>, !fly.layout<8:1>) -> !fly.composed_layout<S<3,3,3> o 0 o 8:1>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(4,8)>, %x1: !fly.int_tuple<(0,*)>) {
  // expected-error @below {{'fly.make_ordered_layout' op make_ordered_layout: the none leaf '*' in (0,*) is not a number [FLY109]}}
  %r = fly.make_ordered_layout(%x0, %x1) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(0,*)>) -> !fly.layout<(4,8):(1,4)>
  return
}
