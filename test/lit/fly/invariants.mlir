// RUN: fly-opt %s --split-input-file --verify-diagnostics

// The wrappers check the layouts of every payload of every backend; the atom is refused where its
// layouts have no answer for the value width.

// expected-error@+2 {{value width 32 does not divide the contiguous run of 16 bits of the destination [FLY211]}}
// expected-note@+1 {{use a value width that divides 16}}
func.func private @trans(!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 32>)

// -----

func.func private @sound_trans(!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 16>)
func.func private @sound_mfma(!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>)
func.func private @sound_copy(!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>)

// -----

// expected-error@+2 {{[FLY116]}}
// expected-note@+1 {{use a value width that divides 128}}
func.func private @width(!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 48>)

// -----

// expected-error@+1 {{is not an MMA operation [FLY115]}}
func.func private @kind(!fly.mma_atom<!fly_rocdl.cdna3.buffer_copy<128>>)
