// D-51: alloca.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.layout<4:1>) {
  // expected-error @below {{'fly.memref.alloca' op allocates in global memory, but only register memory is allocated here [FLY151]}}
  %r = fly.memref.alloca(%x0) : (!fly.layout<4:1>) -> !fly.memref<f32, global, 9:2>
  return
}

// -----

func.func @f(%x0: !fly.layout<4:1>) {
  // expected-error @below {{'fly.memref.alloca' op the result has the layout 9:2, but the operand is 4:1 [FLY151]}}
  %r = fly.memref.alloca(%x0) : (!fly.layout<4:1>) -> !fly.memref<f32, register, 9:2>
  return
}

// -----

func.func @f(%x0: !fly.layout<?:1>) {
  // expected-error @below {{'fly.memref.alloca' op the layout ?:1 is not static: registers have no run-time extent [FLY151]}}
  %r = fly.memref.alloca(%x0) : (!fly.layout<?:1>) -> !fly.memref<f32, register, ?:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<8:1>) {
  // expected-error @below {{'fly.memref.alloca' op the result has the composed layout S<1,1,1> o 0 o 8:1, but the operand is plain [FLY151]}}
  %r = fly.memref.alloca(%x0) : (!fly.layout<8:1>) -> !fly.memref<f32, register, S<1,1,1> o 0 o 8:1>
  return
}

// -----

func.func @f(%x0: !fly.layout<(65536,65536):(1,65536)>) {
  // expected-error @below {{'fly.memref.alloca' op product of 65535 and 65536 is 4294901760, outside the 32 bits of a static leaf [FLY130]}}
  %r = fly.memref.alloca(%x0) : (!fly.layout<(65536,65536):(1,65536)>) -> !fly.memref<f32, register, (65536,65536):(1,65536)>
  return
}
