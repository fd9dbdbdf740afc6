// Which function needs which device library, and how to do without (G7).
// RUN: fly-opt %s --fly-lower='chip=gfx942 to=isa' --split-input-file --verify-diagnostics -o %t

gpu.module @math {
  gpu.func @k(%x: f32, %o: !llvm.ptr<1>) kernel {
    // expected-error @+3 {{'__ocml_exp2_f32' (from math.exp2 on f32) needs the device library ocml.bc, and none is linked}}
    // expected-note @+2 {{with fastmath<afn> on the operation 'fly-rocdl-native-math' uses the chip's own instruction instead}}
    // expected-note @+1 {{link it with the option l=PATH}}
    %0 = math.exp2 %x : f32
    llvm.store %0, %o : f32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @print {
  gpu.func @k(%x: f32) kernel {
    // expected-error @+4 {{'__ockl_printf_begin' (from fly.print or gpu.printf) needs the device library ockl.bc}}
    // expected-note @+3 {{link it with the option l=PATH}}
    // expected-error @+2 {{'__ockl_printf_append_string_n' (from fly.print or gpu.printf) needs}}
    // expected-error @+1 {{'__ockl_printf_append_args' (from fly.print or gpu.printf) needs}}
    fly.print(%x) {format = "x={}"} : (f32) -> ()
    gpu.return
  }
}
