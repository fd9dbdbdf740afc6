// RUN: fly-opt %s --split-input-file -verify-diagnostics=only-expected

// expected-error@+1 {{[FLY101]}}
func.func private @empty_tuple(!fly.int_tuple<()>)

// -----

// expected-error@+1 {{[FLY102]}}
func.func private @no_stride(!fly.memref<f32, global, (4,8)>)

// -----

// expected-error@+2 {{[FLY103]}}
// expected-note@+1 {{compose it}}
func.func private @bare_swizzle(!fly.memref<f32, global, S<3,3,3>>)

// -----

// expected-error@+1 {{[FLY104]}}
func.func private @incongruent(!fly.layout<(4,8):1>)

// -----

// expected-error@+2 {{[FLY105]}}
// expected-note@+1 {{negate the stride}}
func.func private @negative(!fly.layout<-4:1>)

// -----

// expected-warning@+1 {{layout 0:1 has an extent of 0 and holds no element [FLY105]}}
func.func private @zero(!fly.layout<0:1>)

// -----

// expected-error@+1 {{[FLY107]}}
func.func private @dynamic_tile(!fly.tile<[?|4]>)

// -----

// expected-error@+1 {{[FLY108]}}
func.func private @divisor(!fly.int_tuple<?{div=0}>)

// -----

// expected-error@+1 {{[FLY109]}}
func.func private @none(!fly.int_tuple<*E0>)

// -----

// expected-error@+2 {{element type must be an integer or a float, got 'index' [FLY111]}}
// expected-note@+1 {{use i32 or i64 for indices}}
func.func private @index(!fly.ptr<index, global>)

// -----

// expected-error@+2 {{got '3 : i64' [FLY112]}}
// expected-note@+1 {{write generic, global, shared}}
func.func private @number_space(!fly.ptr<f32, 3>)

// -----

// expected-error@+1 {{[FLY113]}}
func.func private @no_bits(!fly.ptr<i0, global, align<4>>)

// -----

// expected-error@+1 {{alignment must be a positive multiple of element byte size (4), got 6 [FLY114]}}
func.func private @align(!fly.ptr<f32, global, align<6>>)

// -----

// expected-error@+1 {{'f32' is not a copy operation [FLY115]}}
func.func private @payload(!fly.copy_atom<f32, 16>)

// -----

// expected-error@+2 {{value width 48 does not divide the 64-bit transfer [FLY116]}}
// expected-note@+1 {{use a value width that divides 64}}
func.func private @width(!fly.copy_atom<!fly.universal_copy<64>, 48>)

// -----

// expected-error@+2 {{[FLY117]}}
// expected-note@+1 {{floats have add, max and min}}
func.func private @atomic(!fly.universal_atomic<and, f32>)

// -----

// expected-error@+1 {{[FLY118]}}
func.func private @fma(!fly.universal_fma<1x1x1, (i32, i32) -> i32>)

// -----

// expected-error@+1 {{tiled MMA needs an MMA atom, got 'i32' [FLY119]}}
func.func private @tiled(!fly.tiled_mma<i32, <4:1>>)

// -----

// expected-error@+2 {{[FLY142]}}
// expected-note@+1 {{use !fly.coord_tensor}}
func.func private @coordinates(!fly.memref<f32, global, (4,8):(1E0,1E1)>)

// -----

// expected-error@+2 {{[FLY143]}}
// expected-note@+1 {{give the base the structure}}
func.func private @base(!fly.coord_tensor<(0,0), 4:1>)

// -----

// expected-error@+1 {{[FLY144]}}
func.func private @offset(!fly.memref<f32, global, 4:1 o (0,1) o (4,8):(1E0,1E1)>)

// -----

// expected-error@+1 {{type 'pointer' is unknown to revision 11c4174d82b7 of the fly dialect}}
func.func private @newer(!fly.pointer<f32>)

// -----

func.func @newer_operation() {
  // expected-error@+1 {{operation 'fly.telepathy' is unknown to revision 11c4174d82b7 of the fly dialect}}
  fly.telepathy()
  return
}

// -----

// A slip of the pen is told from a newer word.
// expected-error@+2 {{unknown type '!fly.memreff'}}
// expected-note@+1 {{did you mean '!fly.memref'?}}
func.func private @slip(!fly.memreff<f32, global, 4:1>)

// -----

// expected-error@+2 {{unknown type '!fly_rocdl.cdna3.mffa'}}
// expected-note@+1 {{did you mean '!fly_rocdl.cdna3.mfma'?}}
func.func private @payload(!fly.mma_atom<!fly_rocdl.cdna3.mffa<16x16x4, (f32, f32) -> f32>>)

// -----

// Another number is a newer chip.
// expected-error@+1 {{type 'sm95.mma' is unknown to revision 11c4174d82b7 of the fly_ptx dialect}}
func.func private @chip(!fly.mma_atom<!fly_ptx.sm95.mma<16x8x16, (f16, f16) -> f32>>)

// -----

func.func @slip_of_an_operation(%l: !fly.layout<4:1>) {
  // expected-error@+2 {{unknown operation 'fly.colaesce'}}
  // expected-note@+1 {{did you mean 'fly.coalesce'?}}
  %c = fly.colaesce(%l) : (!fly.layout<4:1>) -> !fly.layout<4:1>
  return
}

// -----

// expected-error@+2 {{unknown attribute '#fly_rocdl.bufer_desc'}}
// expected-note@+1 {{did you mean '#fly_rocdl.buffer_desc'?}}
func.func private @space(!fly.ptr<f32, #fly_rocdl.bufer_desc>)

// -----

// expected-error@+2 {{attribute '#fly.int_tuple4' has no blank between 'int_tuple' and its value [FLY164]}}
// expected-note@+1 {{write #fly<int_tuple 4>}}
func.func private @glued() attributes {a = #fly.int_tuple4}

// -----

// expected-error@+2 {{attribute '#fly.swizzleS' has no blank between 'swizzle' and its value [FLY164]}}
// expected-note@+1 {{write #fly<swizzle S<…>>}}
func.func private @glued_swizzle() attributes {a = #fly.swizzleS<3,3,3>}
