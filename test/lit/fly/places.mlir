// Errors inside of a type or attribute point at the guilty token of its text. One piece per spelling of
// every item of the catalogue's parts 11.1 and 11.2, and of what the types of part 11.5 refuse.
// RUN: %python %lit/fly/Inputs/carets.py %s

func.func private @d01a(!fly.int_tuple<()>)
//                                      ^ error FLY101: a tuple needs at least one element, got '()'

// -----

func.func private @d01b(!fly.int_tuple<(4,)>)
//                                        ^ error FLY101: expected an element after ',', got ')'

// -----

func.func private @d01c(!fly.int_tuple<abc>)
//                                     ^ error FLY101: expected an integer, '?' or '*'

// -----

func.func private @d01d(!fly.int_tuple<?{i16}>)
//                                       ^ error FLY101: expected '}' (a run-time integer has an optional i32 or i64, then an optional div=N)

// -----

func.func private @d01e(!fly.tile<[]>)
//                                 ^ error FLY101: a tile needs at least one element, got '[]'

// -----

module attributes {fly.a = #fly.int_tuple<(4,8)>} {}
//                                       ^ error FLY101: the value of 'int_tuple' stands without angle brackets of its own
//                                       ^ note: write #fly<int_tuple VALUE>

// -----

func.func private @d01f(!fly.int_tuple<(4,99999999999)>)
//                                        ^ error FLY101: integer 99999999999 does not fit the 32 bits of a static leaf

// -----

func.func private @d01g(!fly.int_tuple<(4,2147483648)>)
//                                        ^ error FLY101: integer 2147483648 does not fit the 32 bits of a static leaf

// -----

func.func private @d01h(!fly.int_tuple<(4,-2147483648)>)

// -----

func.func private @d01i(!fly.int_tuple<(4,?{foo})>)
//                                          ^ error FLY101: expected '}' (a run-time integer has an optional i32 or i64, then an optional div=N)

// -----

func.func private @d01j(!fly.int_tuple<(4,?{i32,div=4})>)
//                                             ^ error FLY101: expected '}' (a run-time integer has an optional i32 or i64, then an optional div=N)

// -----

func.func private @d01k(!fly.int_tuple<(4,?{div=})>)
//                                              ^ error FLY101: expected a decimal divisor after 'div='

// -----

func.func private @d01l(!fly.int_tuple<(4 8)>)
//                                        ^ error FLY101: expected ',' or ')' in a tuple

// -----

func.func private @d01m(!fly.int_tuple<0x10>)
//                                      ^ error FLY101: expected '>' after the value

// -----

func.func private @d01n(!fly.tile<[4|]>)
//                                   ^ error FLY101: expected a tile element after '|', got ']'

// -----

func.func private @d01o(!fly.tile<[4,8]>)
//                                  ^ error FLY101: expected '|' or ']' in a tile

// -----

func.func private @d02a(!fly.memref<f32, global, (4,8)>)
//                                                    ^ error FLY102: expected ':' and a stride after the shape (4,8)

// -----

func.func private @d02b(!fly.tile<(4,8)>)
//                                ^ error FLY102: tile element (4,8) needs a stride, as in (4,8):stride

// -----

func.func private @d02c(!fly.tile<[1E0]>)
//                                 ^ error FLY102: tile element 1E0 is a basis element, an integer is needed

// -----

module attributes {fly.a = #fly<basis 1>} {}
//                                    ^ error FLY102: basis element needs a mode, got '1'
//                                    ^ note: write a mode after the number, for example 1E0

// -----

func.func private @d02d(!fly.composed_layout<S<3,3,3> o 0 o [S<1,1,1>]>)
//                                                           ^ error FLY102: expected a layout or a composed layout, got a bare swizzle: it has no shape
//                                                           ^ note: compose it: S<..> o 0 o shape:stride

// -----

func.func private @d02e(!fly.int_tuple<1E0x>)
//                                      ^ error FLY101: malformed basis suffix 'E0x', expected 'E' and a mode index, repeated

// -----

func.func private @d02f(!fly.composed_layout<4:1>)
//                                           ^ error FLY102: invalid kind of attribute specified: expected a composed layout with an 'o', got the plain layout 4:1
//                                           ^ note: use !fly.layout for a plain layout

// -----

func.func private @d02g(!fly.composed_layout<S<3,3,3>>)
//                                           ^ error FLY103: expected a layout or a composed layout, got a bare swizzle: it has no shape
//                                           ^ note: compose it: S<..> o 0 o shape:stride

// -----

func.func private @d02h(!fly.composed_layout<S<3,3,3> o 0>)
//                                                       ^ error FLY102: expected 'o' and the outer layout after the offset 0

// -----

func.func private @d02i(!fly.composed_layout<S<3,3,3> o 0 o>)
//                                                         ^ error FLY102: expected the outer layout after 'o'

// -----

func.func private @d02j(!fly.layout<4>)
//                                   ^ error FLY102: expected ':' and a stride after the shape 4

// -----

func.func private @d02k(!fly.layout<4:>)
//                                    ^ error FLY102: expected a stride after ':'

// -----

func.func private @d02l(!fly.int_tuple<1E>)
//                                      ^ error FLY101: expected '>' after the value

// -----

func.func private @d02m(!fly.int_tuple<E0>)
//                                     ^ error FLY101: expected an integer, '?' or '*'

// -----

func.func private @d02n(!fly.int_tuple<1E99999999999>)
//                                      ^ error FLY101: mode index in the basis suffix 'E99999999999' does not fit 32 bits

// -----

func.func private @d03a(!fly.memref<f32, global, S<3,3,3>>)
//                                               ^ error FLY103: expected a layout or a composed layout, got a bare swizzle: it has no shape
//                                               ^ note: compose it: S<..> o 0 o shape:stride

// -----

func.func private @d03b(!fly.coord_tensor<0, CS<0,0,[],0,[]>>)
//                                           ^ error FLY103: expected a layout or a composed layout, got a bare swizzle: it has no shape
//                                           ^ note: compose it: S<..> o 0 o shape:stride

// -----

func.func private @d04a(!fly.layout<(4,8):1>)
//                                        ^ error FLY104: shape (4,8) and stride 1 are not congruent: each mode needs exactly one stride
//                                        ^ note: a stride for it would be (1,4)

// -----

func.func private @d04b(!fly.layout<4:(1)>)
//                                    ^ error FLY104: shape 4 and stride (1) are not congruent: each mode needs exactly one stride
//                                    ^ note: a stride for it would be 1

// -----

func.func private @d04c(!fly.memref<f32, global, (4,(2,8)):(1,4)>)
//                                                            ^ error FLY104: shape (4,(2,8)) and stride (1,4) are not congruent: each mode needs exactly one stride
//                                                            ^ note: a stride for it would be (1,(4,8))

// -----

func.func private @d04d(!fly.composed_layout<S<3,3,3> o 0 o (4,(2,8)):(1,(4,8,9))>)
//                                                                            ^ error FLY104: shape (4,(2,8)) and stride (1,(4,8,9)) are not congruent: each mode needs exactly one stride
//                                                                            ^ note: a stride for it would be (1,(4,8))

// -----

module attributes {fly.a = #fly<layout (4,8):(1,4,8)>} {}
//                                                ^ error FLY104: shape (4,8) and stride (1,4,8) are not congruent: each mode needs exactly one stride
//                                                ^ note: a stride for it would be (1,4)

// -----

func.func private @d05a(!fly.layout<1E0:1>)
//                                  ^ error FLY105: shape leaf 1E0 in 1E0:1 is not an integer

// -----

func.func private @d05b(!fly.layout<-4:1>)
//                                  ^ error FLY105: shape leaf -4 in -4:1 is negative
//                                  ^ note: write 4 and negate the stride if the mode runs backwards

// -----

func.func private @d05c(!fly.layout<*:*>)
//                                  ^ error FLY105: shape leaf * in *:* is not an integer

// -----

func.func private @d05d(!fly.layout<0:1>)
//                                  ^ warning FLY105: layout 0:1 has an extent of 0 and holds no element

// -----

func.func private @d05e(!fly.memref<f32, global, (4,-8):(1,4)>)
//                                                  ^ error FLY105: shape leaf -8 in (4,-8):(1,4) is negative
//                                                  ^ note: write 8 and negate the stride if the mode runs backwards

// -----

func.func private @d05f(!fly.memref<f32, global, (4,0):(1,4)>)
//                                                  ^ warning FLY105: layout (4,0):(1,4) has an extent of 0 and holds no element

// -----

func.func private @d05g(!fly.layout<4:*>)
//                                    ^ error FLY109: the none leaf '*' cannot be a stride in 4:*

// -----

func.func private @d08a(!fly.int_tuple<?{div=0}>)
//                                           ^ error FLY108: divisibility 0 is not a positive 32-bit integer

// -----

func.func private @d08b(!fly.int_tuple<(4,?{div=-4})>)
//                                              ^ error FLY108: divisibility -4 is not a positive 32-bit integer
//                                              ^ note: write div=4

// -----

func.func private @d09(!fly.int_tuple<*E0>)
//                                    ^ error FLY109: the none leaf '*' cannot be the coefficient of the basis element 'E0'

// -----

func.func private @d10a(!fly.swizzle<S<-1,40,3>>)
//                                     ^ error FLY110: mask width -1 of swizzle S<-1,40,3> is negative

// -----

func.func private @d10b(!fly.coord_swizzle<CS<3,0,[],0,[]>>)
//                                                ^ error FLY110: swizzle CS<3,0,[],0,[]> needs a mode path for its row

// -----

func.func private @d10c(!fly.ptr<f32, shared, S<3,30,3>>)
//                                                ^ error FLY110: swizzle S<3,30,3> reaches bit 36, more than the 30 that a static index has

// -----

func.func private @d10d(!fly.memref<f32, shared, 4:1, align<16>, S<3,3,-3>>)
//                                                                     ^ error FLY110: field -3 of swizzle S<3,3,-3> is negative

// -----

func.func private @d10e(!fly.memref<f32, shared, S<3,3,25> o 0 o 4:1>)
//                                                     ^ error FLY110: swizzle S<3,3,25> reaches bit 31, more than the 30 that a static index has

// -----

func.func private @d10f(!fly.coord_swizzle<CS<3,0,[1],0,[1,0]>>)
//                                                      ^ error FLY110: row and column of swizzle CS<3,0,[1],0,[1, 0]> overlap

// -----

func.func private @d10g(!fly.coord_swizzle<CS<3,-1,[1],0,[0]>>)
//                                              ^ error FLY110: field -1 of swizzle CS<3,-1,[1],0,[0]> is negative

// -----

func.func private @d10h(!fly.coord_swizzle<CS<3,40,[1],0,[0]>>)
//                                              ^ error FLY110: swizzle CS<3,40,[1],0,[0]> reaches bit 43, more than the 30 that a static index has

// -----

func.func private @d10i(!fly.coord_swizzle<CS<3,0,[-1],0,[0]>>)
//                                                 ^ error FLY110: mode -1 of swizzle CS<3,0,[-1],0,[0]> is negative

// -----

module attributes {fly.a = #fly<swizzle S<3,3,3>>, fly.b = #fly<int_tuple 4>, fly.c = #fly<tile 4>, fly.d = #fly<layout 4:1>, fly.e = #fly<basis 1E0>, fly.f = #fly<composed_layout S<1,1,1> o 0 o 4:1>, fly.g = #fly<int ?{div=4}>, fly.h=#fly<coord_swizzle CS<3,0,[1],0,[2]>>} {}

// -----

func.func private @d07a(!fly.tile<[?|4]>)
//                                 ^ error FLY107: tile element ? is not static

// -----

func.func private @d07b(!fly.tile<[4|?:1]>)
//                                   ^ error FLY107: tile element ?:1 is not static

// -----

func.func private @d07c(!fly.tile<?>)
//                                ^ error FLY107: tile element ? is not static

// -----

func.func private @d07d(!fly.tile<[4|-2]>)
//                                   ^ error FLY107: tile element -2 is not positive

// -----

func.func private @d07e(!fly.tile<[4|0]>)
//                                   ^ error FLY107: tile element 0 is not positive

// -----

func.func private @d11a(!fly.ptr<index, global>)
//                               ^ error FLY111: element type must be an integer or a float, got 'index'
//                               ^ note: use i32 or i64 for indices

// -----

func.func private @d11b(!fly.ptr<vector<4xf32>, global>)
//                               ^ error FLY111: element type must be an integer or a float, got 'vector<4xf32>'
//                               ^ note: use i32 or i64 for indices

// -----

func.func private @d11c(!fly.memref<complex<f32>, global, 4:1>)
//                                  ^ error FLY111: element type must be an integer or a float, got 'complex<f32>'
//                                  ^ note: use i32 or i64 for indices

// -----

func.func private @d12a(!fly.ptr<f32, 3>)
//                                    ^ error FLY112: address space must be a keyword or an attribute of a target dialect, got '3 : i64'
//                                    ^ note: write generic, global, shared, register, tensor, shared_cluster or an address space attribute of the target dialect

// -----

func.func private @d12b(!fly.ptr<f32, "global">)
//                                    ^ error FLY112: address space must be a keyword or an attribute of a target dialect, got '"global"'
//                                    ^ note: write generic, global, shared, register, tensor, shared_cluster or an address space attribute of the target dialect

// -----

func.func private @d12c(!fly.ptr<f32, f16>)
//                                    ^ error FLY112: address space must be a keyword or an attribute of a target dialect, got 'f16'
//                                    ^ note: write generic, global, shared, register, tensor, shared_cluster or an address space attribute of the target dialect

// -----

func.func private @d12d(!fly.memref<f32, [1], 4:1>)
//                                       ^ error FLY112: address space must be a keyword or an attribute of a target dialect, got '[1]'
//                                       ^ note: write generic, global, shared, register, tensor, shared_cluster or an address space attribute of the target dialect

// -----

func.func private @d12e(!fly.ptr<f32, glob>)
//                                    ^ error FLY112: expected an address space, got 'glob'
//                                    ^ note: write generic, global, shared, register, tensor, shared_cluster or an address space attribute of the target dialect

// -----

func.func private @d12f(!fly.ptr<f32, unit>)
//                                    ^ error FLY112: address space must be a keyword or an attribute of a target dialect, got 'unit'
//                                    ^ note: write generic, global, shared, register, tensor, shared_cluster or an address space attribute of the target dialect

// -----

func.func private @d12g(!fly.ptr<f32, #fly<align align<4>>>)
//                                    ^ error FLY112: address space must be a keyword or an attribute of a target dialect, got '#fly<align align<4>>'
//                                    ^ note: write generic, global, shared, register, tensor, shared_cluster or an address space attribute of the target dialect

// -----

func.func private @d12h(!fly.ptr<f32, #gpu.address_space<workgroup>>)

// -----

func.func private @d12i(!fly.ptr<f32, #fly<mma_operand a>>)
//                                    ^ error FLY112: address space must be a keyword or an attribute of a target dialect, got '#fly<mma_operand a>'
//                                    ^ note: write generic, global, shared, register, tensor, shared_cluster or an address space attribute of the target dialect

// -----

func.func private @d13(!fly.ptr<i0, global, align<4>>)
//                              ^ error FLY113: element type must be at least 1 bit wide, got 'i0'

// -----

func.func private @d14a(!fly.ptr<f6E2M3FN, shared, align<4>>)
//                                                       ^ error FLY114: alignment of 4 bytes is not a whole number of 6-bit elements
//                                                       ^ note: align to a multiple of 3 bytes

// -----

func.func private @d14b(!fly.ptr<i12, shared>)

// -----

func.func private @d14c(!fly.ptr<i12, shared, align<4>>)
//                                                  ^ error FLY114: alignment of 4 bytes is not a whole number of 12-bit elements
//                                                  ^ note: align to a multiple of 3 bytes

// -----

func.func private @d14d(!fly.ptr<f32, global, align<6>>)
//                                                  ^ error FLY114: alignment must be a positive multiple of element byte size (4), got 6

// -----

func.func private @d14e(!fly.memref<f32, global, 4:1, align<0>>)
//                                                          ^ error FLY114: alignment must be a positive multiple of element byte size (4), got 0

// -----

func.func private @d14f(!fly.memref<f32, global, 4:1, align<-4>>)
//                                                          ^ error FLY114: alignment must be a positive multiple of element byte size (4), got -4

// -----

func.func private @d14g(!fly.memref<f32, global, 4:1, align<99999999999>>)
//                                                          ^ error FLY114: alignment must be a positive multiple of element byte size (4), got 99999999999

// -----

func.func private @d15a(!fly.copy_atom<f32, 16>)
//                                     ^ error FLY115: 'f32' is not a copy operation

// -----

func.func private @d15b(!fly.mma_atom<f32>)
//                                    ^ error FLY115: 'f32' is not an MMA operation

// -----

func.func private @d15c(!fly.copy_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>, 32>)
//                                     ^ error FLY115: '!fly.universal_fma<1x1x1, (f32, f32) -> f32>' is not a copy operation

// -----

func.func private @d15d(!fly.mma_atom<!fly.universal_copy<64>>)
//                                    ^ error FLY115: '!fly.universal_copy<64>' is not an MMA operation

// -----

func.func private @d16a(!fly.copy_atom<!fly.universal_copy<-7>, 0>)
//                                                         ^ error FLY116: copy width must be a positive multiple of 8 bits, got -7

// -----

func.func private @d16b(!fly.universal_copy<12>)
//                                          ^ error FLY116: copy width must be a positive multiple of 8 bits, got 12

// -----

func.func private @d16c(!fly.copy_atom<!fly.universal_copy<64>, 48>)
//                                                              ^ error FLY116: value width 48 does not divide the 64-bit transfer
//                                                              ^ note: use a value width that divides 64

// -----

func.func private @d16d(!fly.copy_atom<!fly.universal_copy<64>, 0>)
//                                                              ^ error FLY116: value width must be positive, got 0

// -----

func.func private @d16e(!fly.copy_atom<!fly.universal_copy<64>, 128>)
//                                                              ^ error FLY116: value width 128 does not divide the 64-bit transfer
//                                                              ^ note: use a value width that divides 64

// -----

func.func private @d16f(!fly.copy_atom<!fly.universal_copy<64>, -16>)
//                                                              ^ error FLY116: value width must be positive, got -16

// -----

func.func private @d16g(!fly.universal_copy<0>)
//                                          ^ error FLY116: copy width must be a positive multiple of 8 bits, got 0

// -----

func.func private @d17a(!fly.universal_atomic<add, index>)
//                                                 ^ error FLY117: atomic value must be an integer or a float, got 'index'

// -----

func.func private @d17b(!fly.universal_atomic<and, f32>)
//                                                 ^ error FLY117: atomic 'and' is not defined on the float type 'f32'
//                                                 ^ note: floats have add, max and min

// -----

func.func private @d17c(!fly.universal_atomic<inc, f32>)
//                                                 ^ error FLY117: atomic 'inc' is not defined on the float type 'f32'
//                                                 ^ note: floats have add, max and min

// -----

func.func private @d17d(!fly.universal_atomic<addd, f32>)
//                                            ^ error FLY117: expected the atomic operation to be one of: add, max, min, and, or, inc, dec, got 'addd'

// -----

func.func private @d18a(!fly.universal_fma<1x1x1, (i32, i32) -> i32>)
//                                                 ^ error FLY118: universal FMA needs a float element type, got 'i32'

// -----

func.func private @d18b(!fly.universal_fma<1x1x2, (f32, f32) -> f32>)
//                                         ^ error FLY118: expected 1x1x1 dimensions for universal FMA, got 1x1x2

// -----

func.func private @d18c(!fly.universal_fma<1x1x1, (f32, f16) -> f32>)
//                                                      ^ error FLY118: expected all element types to be the same for universal FMA, got 'f32' and 'f16'

// -----

func.func private @d18d(!fly.universal_fma<1x1, (f32, f32) -> f32>)
//                                         ^ error FLY102: expected 3 dimensions in MNK dimension list, got 2
//                                         ^ note: write the numbers of M, N and K, as in 16x16x16

// -----

func.func private @d18e(!fly.universal_fma<1x?x1, (f32, f32) -> f32>)
//                                         ^ error FLY101: dimension N of an MNK dimension list is '?', but must be a number

// -----

func.func private @d18f(!fly.universal_fma<1x1x1x1, (f32, f32) -> f32>)
//                                         ^ error FLY102: expected 3 dimensions in MNK dimension list, got 4
//                                         ^ note: write the numbers of M, N and K, as in 16x16x16

// -----

func.func private @d19a(!fly.tiled_mma<i32, <4:1>>)
//                                     ^ error FLY119: tiled MMA needs an MMA atom, got 'i32'

// -----

func.func private @d19b(!fly.tiled_copy<f32, <4:1>, <*>>)
//                                      ^ error FLY119: tiled copy needs a copy atom, got 'f32'

// -----

func.func private @d19c(!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,4):(1,4)>>)
//                                                                                                  ^ error FLY119: layout of the atoms of a tiled MMA must have the three modes (M,N,K), got (4,4):(1,4)
//                                                                                                  ^ note: write a stride of 0 for a mode of one atom, such as (2,2,1):(1,2,0)

// -----

func.func private @d19d(!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,?,1):(1,4,0)>>)
//                                                                                                      ^ error FLY119: layout of the atoms of a tiled MMA needs static integers and positive extents, got (4,?,1):(1,4,0)

// -----

func.func private @d19e(!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,4,1):(1,4,0)>, <[1|2|3|4]>>)
//                                                                                                                     ^ error FLY119: permutation of a tiled MMA must be a list of at most 3 elements, got [1|2|3|4]

// -----

func.func private @d19f(!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,8):(8,1)>, <*>>)
//                                                                                                  ^ error FLY119: tile of a tiled copy needs a positive static size in every mode, got *

// -----

func.func private @d19g(!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,8):(8,1)>, <[4|4]>>)
//                                                                                                  ^ error FLY119: tile [4|4] of 16 elements, but 4 threads x 8 values cover 32
//                                                                                                  ^ note: write a tile of at least 32 elements

// -----

func.func private @d19h(!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,8,2):(8,1,32)>, <[8|8]>>)
//                                                                                   ^ error FLY119: thread-value layout of a tiled copy must be a pair (threads, values), got (4,8,2):(8,1,32)

// -----

func.func private @d19i(!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,?):(8,1)>, <[8|8]>>)
//                                                                                       ^ error FLY119: thread-value layout of a tiled copy needs static integers and positive extents, got (4,?):(8,1)

// -----

func.func private @d19j(!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,8):(8,1)>, <4>>)
//                                                                                                  ^ error FLY119: tile 4 of 4 elements, but 4 threads x 8 values cover 32
//                                                                                                  ^ note: write a tile of at least 32 elements

// -----

func.func private @d19k(!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,8):(8,1)>, <[*|8]>>)
//                                                                                                  ^ error FLY119: tile of a tiled copy needs a positive static size in every mode, got [*|8]

// -----

func.func private @d42(!fly.memref<f32, global, (4,8):(1E0,1E1)>)
//                                                     ^ error FLY142: layout (4,8):(1E0,1E1) of a memref yields coordinates, but memory needs integer offsets
//                                                     ^ note: use !fly.coord_tensor for coordinates

// -----

func.func private @d43(!fly.coord_tensor<(0,0), 4:1>)
//                                       ^ error FLY143: base (0,0) cannot be added to multiples of the stride 1 of layout 4:1
//                                       ^ note: give the base the structure of the coordinates that the layout yields

// -----

func.func private @d44(!fly.memref<f32, global, 4:1 o (0,1) o (4,8):(1E0,1E1)>)
//                                                    ^ error FLY144: offset of layout 4:1 o (0,1) o (4,8):(1E0,1E1) must be one integer, got (0,1)

// -----

func.func private @d45(!fly.ptr<f32, shared, S<0,4,3>>)
//                                           ^ warning FLY145: swizzle S<0,4,3> does nothing but makes a type of its own
//                                           ^ note: leave it out or write S<0,0,0>

// -----

func.func private @d46(!fly.memref<f16, shared, S<3,3,3> o 0 o 8:1, S<3,3,3>>)
//                                                                  ^ warning FLY146: layout S<3,3,3> o 0 o 8:1 is swizzled and the pointer is swizzled again by S<3,3,3>

// -----

func.func private @d04e(!fly.composed_layout<4:1 o 0 o [(4,8):1 o 0 o 32:1]>)
//                                                            ^ error FLY104: shape (4,8) and stride 1 are not congruent: each mode needs exactly one stride
//                                                            ^ note: a stride for it would be (1,4)

// -----

func.func private @d09b(!fly.composed_layout<S<3,3,3> o (0,*) o 4:1>)
//                                                         ^ error FLY109: the none leaf '*' cannot be part of the offset (0,*)

// -----

func.func private @d42b(!fly.memref<f32, global, CS<3,0,[0],0,[1]> o (0,0) o (4,8):(1E0,1E1)>)
//                                               ^ error FLY142: coordinate swizzle of layout CS<3,0,[0],0,[1]> o (0,0) o (4,8):(1E0,1E1) yields coordinates, but memory needs integer offsets
//                                               ^ note: compose a layout over the coordinate swizzle

// -----

func.func private @d42c(!fly.memref<f32, global, (4,(2,8)):(1,(4,1E1))>)
//                                                               ^ error FLY142: layout (4,(2,8)):(1,(4,1E1)) of a memref yields coordinates, but memory needs integer offsets
//                                                               ^ note: use !fly.coord_tensor for coordinates

// -----

func.func private @d44b(!fly.memref<f32, global, 4:1 o 1E0 o (4,8):(1,4)>)
//                                                     ^ error FLY144: offset of layout 4:1 o 1E0 o (4,8):(1,4) must be one integer, got 1E0

// -----

module attributes {fly.a = #fly<mma_operand e>} {}
//                                          ^ error: expected ::mlir::fly::MmaOperand to be one of: a, b, c, d
//                                           ^ error: failed to parse Fly_MmaOperandAttr parameter 'value' which is to be a `::mlir::fly::MmaOperand`

// -----

module attributes {fly.a = #fly<address_space globl>} {}
//                                            ^ error: expected ::mlir::fly::AddressSpace to be one of: generic, global, shared, register, tensor, shared_cluster
//                                                 ^ error: failed to parse Fly_AddressSpaceAttr parameter 'value' which is to be a `::mlir::fly::AddressSpace`

// -----

module attributes {fly.a = #fly<align align<0>>} {}
//                                          ^ error FLY114: alignment must be positive and fit 32 bits, got 0

// -----

func.func private @order(!fly.ptr<f32, shared, S<1,1,1>, align<4>>)
//                                                       ^ error FLY101: nothing may follow the swizzle
//                                                       ^ note: the order is: align<N>, then S<mask,base,shift>

// -----

func.func private @d10j(!fly.coord_swizzle<CS<3,0,[0,1],0,[0]>>)
//                                                        ^ error FLY110: row and column of swizzle CS<3,0,[0, 1],0,[0]> overlap

// -----

func.func private @d10k(!fly.swizzle<S<31,0,0>>)
//                                     ^ error FLY110: swizzle S<31,0,0> reaches bit 31, more than the 30 that a static index has

// -----

func.func private @d07f(!fly.tile<[[4|2:?]|8]>)
//                                    ^ error FLY107: tile element 2:? is not static

// -----

func.func private @d05h(!fly.tile<[4|(2,-8):(1,2)]>)
//                                      ^ error FLY105: shape leaf -8 in (2,-8):(1,2) is negative
//                                      ^ note: write 8 and negate the stride if the mode runs backwards

// -----

func.func private @d05i(!fly.coord_tensor<0, (2,0):(1,2)>)
//                                              ^ warning FLY105: layout (2,0):(1,2) has an extent of 0 and holds no element
