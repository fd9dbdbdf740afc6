// D-38: orders.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<(4,8)>, %x1: !fly.int_tuple<(0,1,2)>) {
  // expected-error @below {{'fly.make_ordered_layout' op order (0,1,2) does not match shape (4,8): every order leaf needs one mode of the shape [FLY138]}}
  %r = fly.make_ordered_layout(%x0, %x1) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(0,1,2)>) -> !fly.layout<(4,8):(1,4)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(4,8)>, %x1: !fly.int_tuple<(0,0)>) {
  // expected-warning @below {{'fly.make_ordered_layout' op make_ordered_layout: modes 4 and 8 of (4,8) have the same order key 0, so both start at stride 1 and overlap [FLY138]}}
  %r = fly.make_ordered_layout(%x0, %x1) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(0,0)>) -> !fly.layout<(4,8):(1,1)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(4,8)>, %x1: !fly.int_tuple<(1E0,1E1)>) {
  // expected-error @below {{'fly.make_ordered_layout' op order (1E0,1E1) holds basis elements, which have no order; integers are needed [FLY138]}}
  %r = fly.make_ordered_layout(%x0, %x1) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1E0,1E1)>) -> !fly.layout<(4,8):(1,4)>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,3):(1,0)>) {
  // expected-warning @below {{'fly.make_layout_like' op make_layout_like of (4,3):(1,0): mode 3:0 gets the stride 1, where it overlaps other modes [FLY138]}}
  %r = fly.make_layout_like(%x0) : (!fly.layout<(4,3):(1,0)>) -> !fly.layout<(4,3):(1,1)>
  return
}

// -----

func.func @f(%x0: !fly.layout<8:0>) {
  // expected-warning @below {{'fly.make_layout_like' op make_layout_like of 8:0: mode 8:0 gets the stride 1, so that it no longer repeats one element [FLY138]}}
  %r = fly.make_layout_like(%x0) : (!fly.layout<8:0>) -> !fly.layout<8:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<((2,2),(2,2)):((1,0),(0,0))>) {
  // expected-warning @below {{'fly.make_fragment_layout_like' op make_fragment_layout_like of ((2,2),(2,2)):((1,0),(0,0)): modes of the fragment ((2,2),2,2):((1,2),4,4) overlap, because modes of the source have equal strides [FLY138]}}
  %r = fly.make_fragment_layout_like(%x0) : (!fly.layout<((2,2),(2,2)):((1,0),(0,0))>) -> !fly.layout<((2,2),2,2):((1,2),4,4)>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<4>, %x1: !fly.int_tuple<(0)>) {
  // expected-error @below {{'fly.make_ordered_layout' op order (0) does not match shape 4: every order leaf needs one mode of the shape [FLY138]}}
  %r = fly.make_ordered_layout(%x0, %x1) : (!fly.int_tuple<4>, !fly.int_tuple<(0)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(8,1)>, %x1: !fly.int_tuple<(8,16)>, %x2: !fly.int_tuple<(0,0)>) {
  // expected-warning @below {{'fly.tile_to_shape' op make_ordered_layout: modes 2 and 2 of (2,2) have the same order key 0, so both start at stride 1 and overlap [FLY138]}}
  %r = fly.tile_to_shape(%x0, %x1, %x2) : (!fly.layout<(4,8):(8,1)>, !fly.int_tuple<(8,16)>, !fly.int_tuple<(0,0)>) -> !fly.layout<((4,2),(8,2)):((8,32),(1,32))>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(5,5)>) {
  // expected-warning @below {{'fly.make_layout_like' op make_ordered_layout: modes 4 and 8 of (4,8) have the same order key 5, so both start at stride 1 and overlap [FLY138]}}
  %r = fly.make_layout_like(%x0) : (!fly.layout<(4,8):(5,5)>) -> !fly.layout<(4,8):(1,1)>
  return
}
