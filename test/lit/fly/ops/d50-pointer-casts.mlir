// D-50: pointer casts.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.ptr<f32, shared>) {
  // expected-error @below {{'fly.recast_iter' op changes the address space from shared to global [FLY150]}}
  %r = fly.recast_iter(%x0) : (!fly.ptr<f32, shared>) -> !fly.ptr<i64, global, align<4096>>
  return
}

// -----

func.func @f(%x0: !fly.ptr<f32, shared>) {
  // expected-error @below {{'fly.recast_iter' op raises the alignment from 4 to 8 bytes [FLY150]}}
  %r = fly.recast_iter(%x0) : (!fly.ptr<f32, shared>) -> !fly.ptr<i64, shared>
  return
}

// -----

func.func @f(%x0: !fly.ptr<f16, shared, align<16>, S<3,3,3>>) {
  // expected-error @below {{'fly.recast_iter' op changes the swizzle from S<3,3,3> to S<0,0,0>, and with it the addresses [FLY150]}}
  %r = fly.recast_iter(%x0) : (!fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> !fly.ptr<f16, shared, align<16>>
  return
}

// -----

func.func @f(%x0: !fly.ptr<f32, global>) {
  // expected-error @below {{'fly.to_llvm_ptr' op llvm_address_space = 3, but the pointer is in global memory, which is 1 [FLY150]}}
  %r = fly.to_llvm_ptr(%x0) {llvm_address_space = 3 : i32} : (!fly.ptr<f32, global>) -> !llvm.ptr<3>
  return
}

// -----

func.func @f(%x0: !fly.ptr<f32, global>) {
  // expected-error @below {{ToLLVMPtrOp: llvm_address_space must not be negative, got -3 [FLY150]}}
  %r = fly.to_llvm_ptr(%x0) {llvm_address_space = -3 : i32} : (!fly.ptr<f32, global>) -> !llvm.ptr<3>
  return
}

// -----

func.func @f(%x0: i32) {
  // expected-error @below {{'fly.inttoptr' op the address has 32 bits, but pointers in global memory have 64 [FLY150]}}
  %r = fly.inttoptr(%x0) : (i32) -> !fly.ptr<f32, global>
  return
}

// -----

func.func @f(%x0: i64) {
  // expected-error @below {{'fly.inttoptr' op the address has 64 bits, but pointers in shared memory have 32 [FLY150]}}
  %r = fly.inttoptr(%x0) : (i64) -> !fly.ptr<f32, shared>
  return
}

// -----

func.func @f(%x0: !fly.ptr<f32, register>) {
  // expected-error @below {{PtrToIntOp: expected Shared or Global address space, got '!fly.ptr<f32, register>' [FLY150]}}
  %r = fly.ptrtoint(%x0) : (!fly.ptr<f32, register>) -> i32
  return
}
