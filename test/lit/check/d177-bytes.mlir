// RUN: fly-opt %s --fly-check --split-input-file --verify-diagnostics -o /dev/null

func.func @offset(%p: !fly.ptr<f4E2M1FN, shared, align<4>>, %o: !fly.int_tuple<1>, %e: !fly.int_tuple<2>) { // expected-note {{the operand comes from here}}
  // expected-warning@+2 {{the offset 1 in elements of 4 bits ends inside a byte [FLY177]}}
  // expected-note@+1 {{advance by a multiple of 2 elements}}
  %q = fly.add_offset(%p, %o) : (!fly.ptr<f4E2M1FN, shared, align<4>>, !fly.int_tuple<1>) -> !fly.ptr<f4E2M1FN, shared>
  %r = fly.add_offset(%p, %e) : (!fly.ptr<f4E2M1FN, shared, align<4>>, !fly.int_tuple<2>) -> !fly.ptr<f4E2M1FN, shared>
  return
}

// -----

// One row of 15 elements of 4 bits ends in the middle of a byte.
func.func @row(%m: !fly.memref<i4, global, (8,16):(15,1)>, %c: !fly.int_tuple<(?,*)>) { // expected-note {{the operand comes from here}}
  // expected-warning@+2 {{the offset ?{div=15} in elements of 4 bits can end inside a byte [FLY177]}}
  // expected-note@+1 {{advance by a multiple of 2 elements}}
  %s = fly.slice(%m, %c) : (!fly.memref<i4, global, (8,16):(15,1)>, !fly.int_tuple<(?,*)>) -> !fly.memref<i4, global, 16:1>
  return
}

// -----

// The pitch that remains; predicates and registers do not count.
func.func @pitch(%m: !fly.memref<i4, global, (8,16,2):(15,1,240)>, %c: !fly.int_tuple<(*,*,?)>, %p: !fly.memref<i1, register, (3,3):(1,3)>, %r: !fly.memref<i4, register, (3,3):(1,3)>, %d: !fly.int_tuple<(*,1)>) { // expected-note {{the operand comes from here}}
  // expected-warning@+1 {{a pitch of 15 elements of 4 bits is not a whole number of bytes [FLY177]}}
  %s = fly.slice(%m, %c) : (!fly.memref<i4, global, (8,16,2):(15,1,240)>, !fly.int_tuple<(*,*,?)>) -> !fly.memref<i4, global, (8,16):(15,1)>
  %t = fly.slice(%p, %d) : (!fly.memref<i1, register, (3,3):(1,3)>, !fly.int_tuple<(*,1)>) -> !fly.memref<i1, register, 3:1>
  %u = fly.slice(%r, %d) : (!fly.memref<i4, register, (3,3):(1,3)>, !fly.int_tuple<(*,1)>) -> !fly.memref<i4, register, 3:1>
  return
}
