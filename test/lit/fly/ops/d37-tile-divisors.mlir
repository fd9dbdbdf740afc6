// D-37: tile divisors.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.layout<(8,16):(1,8)>, %x1: !fly.tile<[4|*]>) {
  // expected-error @below {{'fly.zipped_divide' op divide: zip: terminal must have rank 2: element 1 of the tile [4|*] is '*' and mode 16:8 has rank 1 [FLY137]}}
  %r = fly.zipped_divide(%x0, %x1) : (!fly.layout<(8,16):(1,8)>, !fly.tile<[4|*]>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<16:1>, %x1: !fly.tile<[4]>) {
  // expected-error @below {{'fly.zipped_divide' op divide: zip: terminal must have rank 2: the tile [4] has one element, the layout 16:1 has rank 1 [FLY137]}}
  %r = fly.zipped_divide(%x0, %x1) : (!fly.layout<16:1>, !fly.tile<[4]>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(8,16):(1,8)>, %x1: !fly.tile<[4]>) {
  // expected-warning @below {{'fly.zipped_divide' op divide: the tile [4] has one element but the layout (8,16):(1,8) has rank 2, so its modes are taken for the pair (tile, rest) [FLY137]}}
  %r = fly.zipped_divide(%x0, %x1) : (!fly.layout<(8,16):(1,8)>, !fly.tile<[4]>) -> !fly.layout<((4,2),16):((1,4),8)>
  return
}

// -----

func.func @f(%x0: !fly.layout<16:1>, %x1: !fly.tile<[4|4]>) {
  // expected-error @below {{'fly.zipped_divide' op divide: the tile [4|4] has rank 2, the layout 16:1 only rank 1 [FLY137]}}
  %r = fly.zipped_divide(%x0, %x1) : (!fly.layout<16:1>, !fly.tile<[4|4]>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(1,4)>, %x1: !fly.tile<4>) {
  // expected-error @below {{'fly.composition' op composition: the tile 4 is a single element, a list with one element per mode of (4,8):(1,4) is needed [FLY137]}}
  %r = fly.composition(%x0, %x1) : (!fly.layout<(4,8):(1,4)>, !fly.tile<4>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(1,4)>, %x1: !fly.tile<[2|4|8]>) {
  // expected-warning @below {{'fly.composition' op composition: the tile [2|4|8] has 3 elements, the layout (4,8):(1,4) only 2 modes; the surplus elements are ignored [FLY137]}}
  %r = fly.composition(%x0, %x1) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|4|8]>) -> !fly.layout<(2,4):(1,4)>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(1,4)>, %x1: !fly.tile<[2|4|8]>) {
  // expected-warning @below {{'fly.logical_divide' op divide: the tile [2|4|8] has 3 elements, the layout (4,8):(1,4) only 2 modes; the surplus elements are ignored [FLY137]}}
  %r = fly.logical_divide(%x0, %x1) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|4|8]>) -> !fly.layout<((2,2),(4,2)):((1,2),(4,16))>
  return
}

// -----

func.func @f(%x0: !fly.layout<(8,16):(1,8)>, %x1: !fly.tile<[4|*]>) {
  // expected-error @below {{'fly.flat_divide' op divide: zip: terminal must have rank 2: element 1 of the tile [4|*] is '*' and mode 16:8 has rank 1 [FLY137]}}
  %r = fly.flat_divide(%x0, %x1) : (!fly.layout<(8,16):(1,8)>, !fly.tile<[4|*]>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<16:1>, %x1: !fly.tile<[4|4]>) {
  // expected-error @below {{'fly.tiled_divide' op divide: the tile [4|4] has rank 2, the layout 16:1 only rank 1 [FLY137]}}
  %r = fly.tiled_divide(%x0, %x1) : (!fly.layout<16:1>, !fly.tile<[4|4]>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<((4,4),8):((1,4),16)>, %x1: !fly.tile<[[2|2]|4]>) {
  // expected-warning @below {{'fly.zipped_divide' op divide: element [2|2] of the tile [[2|2]|4] makes the two parts of mode 0 count as the pair (tile, rest) [FLY137]}}
  %r = fly.zipped_divide(%x0, %x1) : (!fly.layout<((4,4),8):((1,4),16)>, !fly.tile<[[2|2]|4]>) -> !fly.layout<(((2,2),4),((2,2),2)):(((1,2),16),((4,8),64))>
  return
}
