// D-39: recast.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.layout<(4,8):(1,6)>) {
  // expected-error @below {{'fly.recast_layout' op upcast: factor/stride divisibility: stride 6 of (4,8):(1,6) and the factor 4 do not divide each other [FLY139]}}
  %r = fly.recast_layout(%x0) {new_type_bits = 32 : i32, old_type_bits = 8 : i32} : (!fly.layout<(4,8):(1,6)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(8,4):(1,?)>) {
  // expected-error @below {{'fly.recast_layout' op upcast by 4 of (8,4):(1,?): stride ? is not known to be a multiple of 4: its divisor is 1 [FLY139]}}
  %r = fly.recast_layout(%x0) {new_type_bits = 32 : i32, old_type_bits = 8 : i32} : (!fly.layout<(8,4):(1,?)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.composed_layout<S<3,1,3> o 0 o (8,64):(64,1)>) {
  // expected-error @below {{'fly.recast_layout' op recast: swizzle base too small: base 1 of S<3,1,3> o 0 o (8,64):(64,1) cannot lose log2 4 = 2 [FLY139]}}
  %r = fly.recast_layout(%x0) {new_type_bits = 32 : i32, old_type_bits = 8 : i32} : (!fly.composed_layout<S<3,1,3> o 0 o (8,64):(64,1)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.composed_layout<S<3,4,3> o 0 o (8,63):(63,1)>) {
  // expected-error @below {{'fly.recast_layout' op recast: factor must be a power of two for swizzle S<3,4,3> o 0 o (8,63):(63,1), got 3 [FLY139]}}
  %r = fly.recast_layout(%x0) {new_type_bits = 24 : i32, old_type_bits = 8 : i32} : (!fly.composed_layout<S<3,4,3> o 0 o (8,63):(63,1)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(2E0,2E1)>) {
  // expected-error @below {{'fly.recast_layout' op upcast by 2: stride 2E0 of (4,8):(2E0,2E1) is a basis element, integer strides are needed [FLY139]}}
  %r = fly.recast_layout(%x0) {new_type_bits = 32 : i32, old_type_bits = 16 : i32} : (!fly.layout<(4,8):(2E0,2E1)>) -> !fly.layout<(4,8):(1,1)>
  return
}

// -----

func.func @f(%x0: !fly.layout<(4,8):(1,4)>) {
  // expected-warning @below {{'fly.recast_layout' op recast from 16 to 0 bits changes nothing, widths must be positive [FLY139]}}
  %r = fly.recast_layout(%x0) {new_type_bits = 0 : i32, old_type_bits = 16 : i32} : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<(4,8):(1,4)>
  return
}

// -----

func.func @f(%x0: !fly.composed_layout<8:1 o (0,1) o (4,8):(1E0,1E1)>) {
  // expected-error @below {{'fly.recast_layout' op upcast by 2: stride 1E0 of (4,8):(1E0,1E1) is a basis element, integer strides are needed [FLY139]}}
  %r = fly.recast_layout(%x0) {new_type_bits = 32 : i32, old_type_bits = 16 : i32} : (!fly.composed_layout<8:1 o (0,1) o (4,8):(1E0,1E1)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(3,8):(1,4)>) {
  // expected-warning @below {{'fly.recast_layout' op recast of (3,8):(1,4) from 8 to 32 bits: 24 elements hold 192 bits, the 8 elements of (1,8):(1,1) hold 256 [FLY139]}}
  %r = fly.recast_layout(%x0) {new_type_bits = 32 : i32, old_type_bits = 8 : i32} : (!fly.layout<(3,8):(1,4)>) -> !fly.layout<(1,8):(1,1)>
  return
}

// -----

func.func @f(%x0: !fly.layout<4:2>) {
  // expected-warning @below {{'fly.recast_layout' op recast of 4:2 from 16 to 8 bits: 4 elements hold 64 bits, the 4 elements of 4:4 hold 32 [FLY139]}}
  %r = fly.recast_layout(%x0) {new_type_bits = 8 : i32, old_type_bits = 16 : i32} : (!fly.layout<4:2>) -> !fly.layout<4:4>
  return
}

// -----

func.func @f(%x0: !fly.composed_layout<S<3,4,3> o 1 o (8,64):(64,1)>) {
  // expected-error @below {{'fly.recast_layout' op recast: offset not exactly divisible: 1 is not a multiple of 2 [FLY139]}}
  %r = fly.recast_layout(%x0) {new_type_bits = 16 : i32, old_type_bits = 8 : i32} : (!fly.composed_layout<S<3,4,3> o 1 o (8,64):(64,1)>) -> !fly.composed_layout<S<3,3,3> o 0 o (8,32):(32,1)>
  return
}

// -----

func.func @f(%x0: !fly.layout<4:2147483647>) {
  // expected-error @below {{'fly.recast_layout' op product of 2147483647 and 32 is 68719476704, outside the 32 bits of a static leaf [FLY130]}}
  %r = fly.recast_layout(%x0) {new_type_bits = 1 : i32, old_type_bits = 32 : i32} : (!fly.layout<4:2147483647>) -> !fly.layout<4:1>
  return
}
