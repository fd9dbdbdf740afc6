// What is legal but may surprise is said on request only.
// RUN: fly-opt %s --fly-check=remarks --verify-diagnostics -o /dev/null
// RUN: sed /expected-/d %s | fly-opt --fly-check -o /dev/null 2>%t && test ! -s %t

func.func @partial(%l: !fly.layout<(10,16):(1,10)>) {
  %t = fly.static : !fly.tile<[4|8]>
  // expected-remark@+1 {{tiles of 4 do not divide the 10 elements of mode 0: 3 tiles cover 12, so the last one needs a predicate [FLY166]}}
  %d = fly.zipped_divide(%l, %t) : (!fly.layout<(10,16):(1,10)>, !fly.tile<[4|8]>) -> !fly.layout<((4,8),(3,2)):((1,10),(4,80))>
  return
}

// The divisor of test/data/bugs/07.
func.func @divisor(%l: !fly.layout<(12,32):(1,12)>, %d: !fly.layout<(4,8):(1,4)>) {
  // expected-remark@+2 {{the divisor (4,8):(1,4) is compact, so that a block is 32 consecutive elements of (12,32):(1,12), not a part of each mode}}
  // expected-note@+1 {{a block per mode is the tile [4|8]}}
  %a = fly.logical_divide(%l, %d) : (!fly.layout<(12,32):(1,12)>, !fly.layout<(4,8):(1,4)>) -> !fly.layout<((4,8),12):((1,4),32)>
  return
}

// expected-note@+1 {{the operand comes from here}}
func.func @alignment(%p: !fly.ptr<f16, shared, align<32>, S<3,3,3>>, %q: !fly.ptr<f32, shared, align<12>>) {
  // expected-remark@+1 {{an alignment of 32 bytes is claimed, of which 8 bytes remain [FLY173]}}
  %v = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<32>, S<3,3,3>>) -> f16
  // expected-remark@+1 {{an alignment of 12 bytes is claimed, of which 4 bytes remain [FLY173]}}
  %w = fly.ptr.load(%q) : (!fly.ptr<f32, shared, align<12>>) -> f32
  return
}
