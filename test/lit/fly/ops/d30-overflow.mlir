// D-30: overflow.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.int_tuple<65536>, %x1: !fly.int_tuple<65536>) {
  // expected-error @below {{'fly.int_tuple_mul' op product of 65536 and 65536 is 4294967296, outside the 32 bits of a static leaf [FLY130]}}
  %r = fly.int_tuple_mul(%x0, %x1) : (!fly.int_tuple<65536>, !fly.int_tuple<65536>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<(65536,65536)>) {
  // expected-error @below {{'fly.int_tuple_product' op product of 65536 and 65536 is 4294967296, outside the 32 bits of a static leaf [FLY130]}}
  %r = fly.int_tuple_product(%x0) : (!fly.int_tuple<(65536,65536)>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @f(%x0: !fly.layout<(65536,65536):(1,65536)>) {
  // expected-error @below {{'fly.size' op product of 65536 and 65536 is 4294967296, outside the 32 bits of a static leaf [FLY130]}}
  %r = fly.size(%x0) : (!fly.layout<(65536,65536):(1,65536)>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @f(%x0: !fly.layout<65536:65536>) {
  // expected-error @below {{'fly.cosize' op product of 65535 and 65536 is 4294901760, outside the 32 bits of a static leaf [FLY130]}}
  %r = fly.cosize(%x0) : (!fly.layout<65536:65536>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<2147483647>, %x1: !fly.int_tuple<1>) {
  // expected-error @below {{'fly.int_tuple_add' op sum of 2147483647 and 1 is 2147483648, outside the 32 bits of a static leaf [FLY130]}}
  %r = fly.int_tuple_add(%x0, %x1) : (!fly.int_tuple<2147483647>, !fly.int_tuple<1>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @f(%x0: !fly.int_tuple<65536>, %x1: !fly.layout<131072:65536>) {
  // expected-error @below {{'fly.crd2idx' op product of 65536 and 65536 is 4294967296, outside the 32 bits of a static leaf [FLY130]}}
  %r = fly.crd2idx(%x0, %x1) : (!fly.int_tuple<65536>, !fly.layout<131072:65536>) -> !fly.int_tuple<0>
  return
}
