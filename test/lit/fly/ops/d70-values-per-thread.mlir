// D-70: values per thread.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.copy_atom<!fly.universal_copy<128>, 32>, %x1: !fly.layout<(32,2):(1,32)>, %x2: !fly.tile<[64]>) {
  // expected-error @below {{'fly.make_tiled_copy' op thread-value layout (32,2):(1,32) gives a thread 2 values, but one call of the atom moves 4 [FLY170]}}
  %r = fly.make_tiled_copy(%x0, %x1, %x2) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(32,2):(1,32)>, !fly.tile<[64]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(32,2):(1,32)>, !fly.tile<[64]>>
  return
}
