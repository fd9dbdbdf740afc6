// D-66: partial tile.
// RUN: fly-opt %s -split-input-file -verify-diagnostics=only-expected -o /dev/null

func.func @f(%x0: !fly.layout<(10,16):(1,10)>, %x1: !fly.tile<[4|8]>) {
  %r = fly.zipped_divide(%x0, %x1) : (!fly.layout<(10,16):(1,10)>, !fly.tile<[4|8]>) -> !fly.layout<((4,8),(3,2)):((1,10),(4,80))>
  return
}
