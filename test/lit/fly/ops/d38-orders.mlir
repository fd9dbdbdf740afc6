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
